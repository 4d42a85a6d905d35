//! Catalogs (placeholder).
use crate::diagnostic::Collector;
use crate::json::Value;
/// One tool.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct CatalogTool<'v> {
    pub name: &'v str,
    pub read_only_hint: bool,
    pub destructive_hint: bool,
    pub value: &'v Value<'v>,
}
/// A catalog.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct Catalog<'v> {
    pub tools: Vec<CatalogTool<'v>>,
}
/// Catalogs.
#[derive(Clone, Debug, Default)]
pub struct Catalogs<'v>(Vec<(&'v str, Catalog<'v>)>);
impl<'v> Catalogs<'v> {
    /// Get.
    #[must_use]
    pub fn get(&self, server: &str) -> Option<&Catalog<'v>> {
        self.0.iter().find(|(label, _)| *label == server).map(|(_, catalog)| catalog)
    }
}
/// Reads one.
pub fn read_catalog<'v>(_: &str, root: &'v Value<'v>, _: &mut Collector) -> Option<Catalog<'v>> {
    let tools = root.get("tools").unwrap_or(root).as_array()?;
    Some(Catalog {
        tools: tools
            .iter()
            .map(|value| CatalogTool {
                name: value.get("name").and_then(Value::as_str).unwrap_or(""),
                read_only_hint: false,
                destructive_hint: false,
                value,
            })
            .collect(),
    })
}
