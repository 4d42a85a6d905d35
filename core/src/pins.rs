//! Tool definitions that a person has looked at: a digest of each part, and what differs later
//! (RUN-53).
//!
//! Pins are JSON: `{"version": 1, "servers": {"<server>": {"<tool>": {"description": "<64 hex>",
//! "inputSchema": …}}}}`, names sorted. A digest is the SHA-256 of the part's canonical text
//! (RFC 8785), so that neither blanks nor the order of keys count; a part that a tool does not have
//! has none. What is pinned is what a model or a person is shown, and what the gate trusts:
//! [`PARTS`]. `_meta`, icons and the like may differ from one session to the next.

use std::collections::BTreeMap;

use foldhash::fast::RandomState;
use hashbrown::HashMap;
use serde::Serialize;

use crate::approval::canonical_json;
use crate::catalog::{Catalog, CatalogTool};
use crate::digest::sha256_hex;
use crate::json::{Kind, Value};
use crate::suggest::quoted;

/// The version of the format.
pub const VERSION: u32 = 1;

/// The parts of a definition that are pinned, each for itself.
pub const PARTS: [&str; 5] = ["title", "description", "inputSchema", "outputSchema", "annotations"];

/// The digests of one tool's parts, by their names.
pub type Parts = BTreeMap<String, String>;

/// Pinned definitions of several servers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pins {
    version: u32,
    servers: BTreeMap<String, BTreeMap<String, Parts>>,
}

impl Default for Pins {
    fn default() -> Self {
        Self { version: VERSION, servers: BTreeMap::new() }
    }
}

/// How a tool stands to its pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Its definition is the pinned one.
    Same,
    /// Its definition is another.
    Changed,
    /// It is not pinned.
    New,
    /// It is pinned, and not in this catalog.
    NotShown,
}

/// How one tool stands to its pin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Compared {
    /// The tool's name.
    pub tool: String,
    /// How it stands.
    pub state: State,
    /// The parts that differ, when it changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<String>,
}

impl Pins {
    /// Pins every tool of a server's catalog.
    ///
    /// # Errors
    /// A part that has no canonical text, a name that stands for two definitions, or a catalog that
    /// is only one page of several.
    pub fn add(&mut self, server: &str, catalog: &Catalog<'_>) -> Result<(), String> {
        let wrong = |message: String| format!("the catalog of {}: {message}", quoted(server));
        if catalog.partial {
            return Err(wrong("it is one page of several: give the tools of all pages".to_owned()));
        }
        let mut tools: BTreeMap<String, Parts> = BTreeMap::new();
        for tool in &catalog.tools {
            let mut parts = Parts::new();
            for (part, digest) in digests(tool) {
                let digest = digest.ok_or_else(|| {
                    wrong(format!("{part} of the tool {} has no canonical text", quoted(tool.name)))
                })?;
                parts.insert(part.to_owned(), digest);
            }
            if tools.get(tool.name).is_some_and(|earlier| *earlier != parts) {
                return Err(wrong(format!(
                    "the tool {} stands twice, with two definitions",
                    quoted(tool.name)
                )));
            }
            tools.insert(tool.name.to_owned(), parts);
        }
        self.servers.insert(server.to_owned(), tools);
        Ok(())
    }

    /// Reads pins.
    ///
    /// # Errors
    /// What is malformed, or another version: there are no half-read pins.
    pub fn read(value: &Value<'_>) -> Result<Self, String> {
        let shape = || format!("pins are an object with `version` {VERSION} and `servers`");
        let members = value.as_object().ok_or_else(shape)?;
        match value.get("version").map(|version| &version.kind) {
            Some(Kind::Number(version)) if *version == VERSION.to_string() => {}
            Some(Kind::Number(_)) => return Err(format!("the pins are of a version other than {VERSION}")),
            _ => return Err(shape()),
        }
        let servers = value.get("servers").and_then(Value::as_object).ok_or_else(shape)?;
        if members.len() > 2 {
            return Err(shape());
        }
        let mut pins = Self::default();
        for server in servers {
            let wrong = || format!("the pins of the server {} are malformed", quoted(&server.key));
            let mut read = BTreeMap::new();
            for tool in server.value.as_object().ok_or_else(wrong)? {
                let parts = tool.value.as_object().ok_or_else(wrong)?.iter().map(|part| {
                    let digest = part.value.as_str().filter(|digest| is_digest(digest)).ok_or_else(wrong)?;
                    Ok((part.key.to_string(), digest.to_owned()))
                });
                read.insert(tool.key.to_string(), parts.collect::<Result<Parts, String>>()?);
            }
            pins.servers.insert(server.key.to_string(), read);
        }
        Ok(pins)
    }

    /// The servers that have pins, with how many tools of each.
    pub fn servers(&self) -> impl Iterator<Item = (&str, usize)> {
        self.servers.iter().map(|(name, tools)| (name.as_str(), tools.len()))
    }

    /// How each tool of a catalog stands to its pin, in the catalog's order and each name once, and
    /// then the pinned tools that the catalog does not show.
    ///
    /// A name that stands twice changed when any of its definitions did, and a part that cannot be
    /// digested is another than the pinned one. Of a server without pins every tool is new.
    #[must_use]
    pub fn compare(&self, server: &str, catalog: &Catalog<'_>) -> Vec<Compared> {
        let pinned = self.servers.get(server);
        let mut found: Vec<Compared> = Vec::with_capacity(catalog.tools.len());
        let mut by_name: HashMap<&str, usize, RandomState> = HashMap::default();
        for tool in &catalog.tools {
            let compared = compared(tool, pinned.and_then(|tools| tools.get(tool.name)));
            match by_name.get(tool.name).and_then(|&index| found.get_mut(index)) {
                Some(earlier) => earlier.merge(compared),
                None => {
                    by_name.insert(tool.name, found.len());
                    found.push(compared);
                }
            }
        }
        let absent = pinned.into_iter().flatten().filter(|(name, _)| !by_name.contains_key(name.as_str()));
        found.extend(absent.map(|(name, _)| Compared {
            tool: name.clone(),
            state: State::NotShown,
            parts: Vec::new(),
        }));
        found
    }
}

impl Compared {
    fn merge(&mut self, other: Self) {
        if other.state == State::Changed {
            self.state = State::Changed;
            let fresh: Vec<_> = other.parts.into_iter().filter(|part| !self.parts.contains(part)).collect();
            self.parts.extend(fresh);
        }
    }
}

fn compared(tool: &CatalogTool<'_>, pinned: Option<&Parts>) -> Compared {
    let name = tool.name.to_owned();
    let Some(pinned) = pinned else {
        return Compared { tool: name, state: State::New, parts: Vec::new() };
    };
    let mut shown: HashMap<&str, Option<String>, RandomState> = digests(tool).collect();
    let mut parts: Vec<String> = pinned
        .iter()
        .filter(|(part, digest)| {
            // INVARIANT: a part that has no digest equals no pin, nor does one that is not known here.
            shown.remove(part.as_str()).flatten().as_ref() != Some(*digest)
        })
        .map(|(part, _)| part.clone())
        .collect();
    parts.extend(shown.into_keys().map(str::to_owned));
    parts.sort_unstable();
    Compared { tool: name, state: if parts.is_empty() { State::Same } else { State::Changed }, parts }
}

/// The parts that a tool has with their digests; none where a part has no canonical text.
fn digests<'t>(tool: &CatalogTool<'t>) -> impl Iterator<Item = (&'static str, Option<String>)> {
    let value: &'t Value<'t> = tool.value;
    PARTS.into_iter().filter_map(move |part| {
        let text = value.get(part)?.to_text();
        Some((part, canonical_json(&text).ok().map(|text| sha256_hex(text.as_bytes()))))
    })
}

fn is_digest(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::read_catalog;
    use crate::json::parse;

    fn pinned(catalog: &str) -> Result<Pins, String> {
        let parsed = parse(catalog.as_bytes()).unwrap();
        let mut pins = Pins::default();
        pins.add("s", &read_catalog(&parsed.value).unwrap()).map(|()| pins)
    }

    fn states(pins: &Pins, catalog: &str) -> String {
        let parsed = parse(catalog.as_bytes()).unwrap();
        let compared = pins.compare("s", &read_catalog(&parsed.value).unwrap());
        compared.iter().map(|one| format!("{} {:?} {};", one.tool, one.state, one.parts.join("+"))).collect()
    }

    #[test]
    fn run_53_every_part_of_a_definition_counts_and_nothing_else() {
        let pins = pinned(r#"[{"name":"t","description":"d","inputSchema":{"a":1,"b":[1.0]}}]"#).unwrap();
        for (catalog, right) in [
            (r#"[{"inputSchema":{"b":[1],"a":1},"description":"d","name":"t","_meta":{"x":1}}]"#, "t Same ;"),
            (r#"[{"name":"t","description":"D","inputSchema":{"a":1,"b":[1]}}]"#, "t Changed description;"),
            (r#"[{"name":"t","inputSchema":{"a":2,"b":[1]}}]"#, "t Changed description+inputSchema;"),
            (
                r#"[{"name":"t","title":"T","description":"d","inputSchema":{"a":1,"b":[1]},"annotations":{}}]"#,
                "t Changed annotations+title;",
            ),
            (
                r#"[{"name":"t","description":"d","inputSchema":{"a":1,"b":[1]},"outputSchema":null}]"#,
                "t Changed outputSchema;",
            ),
            (r#"[{"name":"T","description":"d"}]"#, "T New ;t NotShown ;"),
            ("[]", "t NotShown ;"),
        ] {
            assert_eq!(states(&pins, catalog), right, "{catalog}");
        }
    }

    #[test]
    fn run_53_one_changed_definition_of_a_name_that_stands_twice_is_a_change() {
        let pins = pinned(r#"[{"name":"t"},{"name":"t"}]"#).unwrap();
        assert_eq!(states(&pins, r#"[{"name":"t"},{"name":"t"}]"#), "t Same ;");
        for catalog in
            [r#"[{"name":"t"},{"name":"t","title":"x"}]"#, r#"[{"name":"t","title":"x"},{"name":"t"}]"#]
        {
            assert_eq!(states(&pins, catalog), "t Changed title;");
            assert!(pinned(catalog).unwrap_err().contains("twice"));
        }
    }

    #[test]
    fn run_53_a_part_without_a_canonical_text_is_never_the_pinned_one() {
        let pins = pinned(r#"[{"name":"t","inputSchema":{"maximum":1}}]"#).unwrap();
        let odd = r#"[{"name":"t","inputSchema":{"maximum":1e999}}]"#;
        assert_eq!(states(&pins, odd), "t Changed inputSchema;");
        assert!(pinned(odd).unwrap_err().contains("canonical"));
    }

    #[test]
    fn run_53_pins_are_read_whole_or_not() {
        let hex = "a".repeat(64);
        let right = format!(r#"{{"version":1,"servers":{{"s":{{"t":{{"description":"{hex}"}}}}}}}}"#);
        let read = |text: &str| Pins::read(&parse(text.as_bytes()).unwrap().value);
        assert_eq!(serde_json::to_string(&read(&right).unwrap()).unwrap(), right);
        for wrong in [
            "null",
            "[]",
            "{}",
            r#"{"servers":{}}"#,
            r#"{"version":2,"servers":{}}"#,
            r#"{"version":1.0,"servers":{}}"#,
            r#"{"version":"1","servers":{}}"#,
            r#"{"version":1}"#,
            r#"{"version":1,"servers":[]}"#,
            r#"{"version":1,"servers":{"s":null}}"#,
            r#"{"version":1,"servers":{"s":{"t":[]}}}"#,
            r#"{"version":1,"servers":{"s":{"t":{"description":"AB"}}}}"#,
            r#"{"version":1,"servers":{},"more":1}"#,
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        // A part that this version does not know cannot be compared.
        let newer = read(&right.replace("description", "icons")).unwrap();
        assert_eq!(states(&newer, r#"[{"name":"t"}]"#), "t Changed icons;");
    }

    #[test]
    fn run_53_a_page_is_not_pinned_for_the_whole() {
        assert!(pinned(r#"{"tools":[],"nextCursor":"2"}"#).unwrap_err().contains("page"));
        assert!(pinned(r#"{"tools":[]}"#).is_ok());
    }
}
