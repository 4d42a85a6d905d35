//! Catalogs: what servers advertise (`tools/list`), as far as policy is concerned with it.

use foldhash::fast::RandomState;
use hashbrown::HashMap;

use crate::json::{Kind, Value};
use crate::suggest::quoted;

/// What one server advertises.
#[derive(Clone, Debug, Default)]
pub struct Catalog<'v> {
    /// Its tools, in the server's order. A name that stands twice stands here twice, both times
    /// with the stricter reading of the hints.
    pub tools: Vec<CatalogTool<'v>>,
    /// Whether it is only a page of the list (`nextCursor`): absence from it says nothing.
    pub partial: bool,
    by_name: HashMap<&'v str, usize, RandomState>,
}

/// One advertised tool.
#[derive(Clone, Debug)]
pub struct CatalogTool<'v> {
    /// The server's own name for it.
    pub name: &'v str,
    /// Whether `annotations.readOnlyHint` is exactly `true`. A claim of the server's (PERM-9).
    pub read_only_hint: bool,
    /// Whether `annotations.destructiveHint` is exactly `true`.
    pub destructive_hint: bool,
    /// The tool as it was advertised.
    pub value: &'v Value<'v>,
}

impl<'v> Catalog<'v> {
    /// The tool of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&CatalogTool<'v>> {
        self.tools.get(*self.by_name.get(name)?)
    }

    fn new(mut tools: Vec<CatalogTool<'v>>, partial: bool) -> Self {
        let mut by_name: HashMap<&'v str, usize, RandomState> = HashMap::default();
        by_name.reserve(tools.len());
        let mut twice = Vec::new();
        for (index, tool) in tools.iter().enumerate() {
            let first = *by_name.entry(tool.name).or_insert(index);
            if first != index {
                twice.push((first, index));
            }
        }
        // The first of a name gathers the stricter hints of all; then the others take them over.
        for (from, to) in twice.iter().map(|&(first, later)| (later, first)).chain(twice.iter().copied()) {
            let Some(hints) = tools.get(from).map(|tool| (tool.read_only_hint, tool.destructive_hint)) else {
                continue;
            };
            if let Some(tool) = tools.get_mut(to) {
                tool.read_only_hint &= hints.0;
                tool.destructive_hint |= hints.1;
            }
        }
        Self { tools, partial, by_name }
    }
}

/// The catalogs of several servers.
#[derive(Clone, Debug, Default)]
pub struct Catalogs<'v> {
    by_server: HashMap<&'v str, Catalog<'v>, RandomState>,
}

impl<'v> Catalogs<'v> {
    /// The catalog of one server.
    #[must_use]
    pub fn of(server: &'v str, catalog: Catalog<'v>) -> Self {
        Self { by_server: HashMap::from_iter([(server, catalog)]) }
    }

    /// The catalog of the server of that name.
    #[must_use]
    pub fn get(&self, server: &str) -> Option<&Catalog<'v>> {
        self.by_server.get(server)
    }

    /// Whether there is none at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_server.is_empty()
    }
}

/// Why a catalog could not be read: a server's refusal in its own words, or what is malformed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogFault<'v> {
    /// The server whose catalog it is; none when it is one catalog alone, or the whole collection.
    pub server: Option<&'v str>,
    /// What is wrong, as a message.
    pub message: String,
}

/// Reads a `tools/list` result, its array of tools, or the JSON-RPC response around it.
///
/// # Errors
/// An error answer, or what is malformed; there is no half-read catalog.
pub fn read_catalog<'v>(value: &'v Value<'v>) -> Result<Catalog<'v>, CatalogFault<'v>> {
    let fault = |message| CatalogFault { server: None, message };
    let result = value.get("result").unwrap_or(value);
    let (tools, partial) = match &result.kind {
        Kind::Array(tools) => (tools, false),
        Kind::Object(_) => match result.get("tools").map(|tools| &tools.kind) {
            Some(Kind::Array(tools)) => (tools, result.get("nextCursor").is_some_and(|next| !next.is_null())),
            Some(_) => return Err(fault("`tools` is not an array".to_owned())),
            None => return Err(fault(refusal(value))),
        },
        _ => return Err(fault(refusal(value))),
    };
    let mut read = Vec::with_capacity(tools.len());
    for (index, tool) in tools.iter().enumerate() {
        let Some(name) = tool.get("name").and_then(Value::as_str) else {
            return Err(fault(format!("its tool {index} has no name")));
        };
        let hint =
            |key| tool.get("annotations").and_then(|all| all.get(key)).and_then(Value::as_bool) == Some(true);
        read.push(CatalogTool {
            name,
            read_only_hint: hint("readOnlyHint"),
            destructive_hint: hint("destructiveHint"),
            value: tool,
        });
    }
    Ok(Catalog::new(read, partial))
}

/// Reads an object of server names and their catalogs. What could not be read is left out and listed.
#[must_use]
pub fn read_catalogs<'v>(value: &'v Value<'v>) -> (Catalogs<'v>, Vec<CatalogFault<'v>>) {
    let (mut catalogs, mut faults) = (Catalogs::default(), Vec::new());
    let Some(members) = value.as_object() else {
        let message =
            format!("expected an object of server names and their catalogs, not {}", value.type_name());
        return (catalogs, vec![CatalogFault { server: None, message }]);
    };
    for member in members {
        match read_catalog(&member.value) {
            Ok(catalog) => {
                catalogs.by_server.insert(&member.key, catalog);
            }
            Err(fault) => faults.push(CatalogFault { server: Some(&member.key), ..fault }),
        }
    }
    (catalogs, faults)
}

/// What an answer that holds no tools says, in the server's own words where it has some.
fn refusal(value: &Value<'_>) -> String {
    let error = value.get("error").unwrap_or(value);
    let words = error.as_str().or_else(|| error.get("message").and_then(Value::as_str));
    match words {
        Some(words) => format!("the server did not list its tools: {}", quoted(words)),
        None if value.as_object().is_some() => "it has no `tools`".to_owned(),
        None => format!("expected a `tools/list` result or its array, not {}", value.type_name()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    #[test]
    fn a_catalog_is_a_result_its_array_or_the_response() {
        for text in [
            r#"[{"name":"a"},{"name":"b"}]"#,
            r#"{"tools":[{"name":"a"},{"name":"b"}]}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"},{"name":"b"}]}}"#,
        ] {
            let parsed = parse(text.as_bytes()).unwrap();
            let catalog = read_catalog(&parsed.value).unwrap();
            assert_eq!(catalog.tools.len(), 2);
            assert!(catalog.get("b").is_some() && catalog.get("c").is_none());
        }
    }

    #[test]
    fn perm_9_hints_are_exactly_true_and_the_stricter_of_two_wins() {
        let parsed = parse(
            br#"[{"name":"a","annotations":{"readOnlyHint":true}},
                 {"name":"b","annotations":{"readOnlyHint":"true"}},
                 {"name":"a","annotations":{"destructiveHint":true}},
                 {"name":"c","annotations":{"readOnlyHint":true}},
                 {"name":"d","annotations":[]}]"#,
        )
        .unwrap();
        let hints: Vec<_> = read_catalog(&parsed.value)
            .unwrap()
            .tools
            .iter()
            .map(|tool| (tool.read_only_hint, tool.destructive_hint))
            .collect();
        assert_eq!(hints, [(false, true), (false, false), (false, true), (true, false), (false, false)]);
    }

    #[test]
    fn a_catalog_that_cannot_be_read_says_why() {
        for (text, says) in [
            (r#"{"error":{"code":-32000,"message":"token expired"}}"#, "`token expired`"),
            (r#"{"message":"no"}"#, "`no`"),
            (r#""<html>""#, "`<html>`"),
            (r#"{"tools":{}}"#, "`tools` is not an array"),
            (r#"[{"name":"a"},{"title":"b"}]"#, "its tool 1 has no name"),
            ("7", "not a number"),
            ("{}", "no `tools`"),
        ] {
            let parsed = parse(text.as_bytes()).unwrap();
            let fault = read_catalog(&parsed.value).unwrap_err();
            assert!(fault.message.contains(says), "{text}: {}", fault.message);
        }
    }
}
