//! The front matter of an agent's file, read in two ways that have to agree: line by line, as rendering
//! replaces it, and as YAML. A key that only one of them sees is a fault, so that no text hides in quotes
//! what the harness then finds missing.

use serde_json::{Map, Value};

/// A file with front matter.
#[derive(Debug)]
pub(super) struct FrontMatter<'t> {
    /// The entries in the order they were written.
    pub(super) entries: Vec<Entry<'t>>,
    /// Blank lines and comments before the first of them.
    pub(super) preamble: String,
    /// What YAML makes of them.
    pub(super) values: Map<String, Value>,
    /// Everything behind the closing line.
    pub(super) body: &'t str,
    /// How the file's lines end.
    pub(super) newline: &'static str,
}

/// One key with all of its lines.
#[derive(Debug)]
pub(super) struct Entry<'t> {
    pub(super) key: &'t str,
    /// The lines, with their ends.
    pub(super) text: String,
    /// The number of its first line in the file, from 1.
    pub(super) line: usize,
}

/// Why a file has no front matter that can be relied on.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unreadable {
    pub(super) line: usize,
    pub(super) what: String,
}

impl<'t> FrontMatter<'t> {
    pub(super) fn read(text: &'t str) -> Result<Self, Unreadable> {
        let fault = |line, what: &str| Err(Unreadable { line, what: what.to_owned() });
        let mut lines = text.split_inclusive('\n');
        let first = lines.next().unwrap_or_default();
        if first.trim_end() != "---" {
            return fault(1, "it does not begin with front matter");
        }
        let odd = |c: char| {
            (c.is_control() && !matches!(c, '\n' | '\r' | '\t')) || matches!(c, '\u{2028}' | '\u{2029}')
        };
        let newline = if first.ends_with("\r\n") { "\r\n" } else { "\n" };
        let mut entries: Vec<Entry<'t>> = Vec::new();
        let mut preamble = String::new();
        let (mut yaml, mut read, mut number) = (String::new(), first.len(), 1usize);
        for line in lines {
            (read, number) = (read.saturating_add(line.len()), number.saturating_add(1));
            let shown = line.trim_end();
            if shown == "---" {
                let values = values(&yaml, &entries)?;
                let body = text.get(read..).unwrap_or_default();
                return Ok(Self { entries, preamble, values, body, newline });
            }
            // Some readers of YAML end a line at these, others do not.
            if shown.contains(odd) || shown.contains('\r') {
                return fault(
                    number,
                    "its front matter holds characters that end a line for some readers alone",
                );
            }
            // Some readers end it at the first three hyphens, wherever they stand, and miss what follows.
            if shown.contains("---") {
                return fault(
                    number,
                    "its front matter holds `---` inside of a line, where some readers end it",
                );
            }
            yaml.push_str(shown);
            yaml.push('\n');
            if shown.is_empty() || shown.starts_with([' ', '-', '#']) {
                match entries.last_mut() {
                    Some(entry) => entry.text.push_str(line),
                    None if shown.is_empty() || shown.starts_with('#') => preamble.push_str(line),
                    None => return fault(number, "its front matter does not begin with a key"),
                }
            } else if let Some(key) = key(shown) {
                entries.push(Entry { key, text: line.to_owned(), line: number });
            } else {
                return fault(number, "a line of its front matter is neither a key nor part of a value");
            }
        }
        fault(number, "its front matter does not end")
    }

    pub(super) fn entry(&self, key: &str) -> Option<&Entry<'t>> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// The agent's name.
    pub(super) fn name(&self) -> Option<&str> {
        self.values.get("name").and_then(Value::as_str)
    }

    /// The names of `tools`, written as a list or with commas between; nothing when the key is missing, has
    /// another form or no name in it, which harnesses may read as all tools.
    pub(super) fn tools(&self) -> Option<Vec<&str>> {
        let names: Option<Vec<&str>> = match self.values.get("tools")? {
            Value::String(text) => {
                Some(text.split(',').map(str::trim).filter(|name| !name.is_empty()).collect())
            }
            Value::Array(items) => items.iter().map(|item| item.as_str().map(str::trim)).collect(),
            _ => None,
        };
        names.filter(|names| !names.is_empty())
    }
}

/// The key that a line begins with: a plain word, a colon, and a blank or the end.
fn key(line: &str) -> Option<&str> {
    let (key, rest) = line.split_once(':')?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let is_key = !key.is_empty() && key.bytes().all(plain) && (rest.is_empty() || rest.starts_with(' '));
    is_key.then_some(key)
}

fn values(yaml: &str, entries: &[Entry<'_>]) -> Result<Map<String, Value>, Unreadable> {
    let fault = |what: &str| Unreadable { line: 1, what: what.to_owned() };
    if yaml.trim().is_empty() {
        return Ok(Map::new());
    }
    let Ok(Value::Object(values)) = serde_saphyr::from_str::<Value>(yaml) else {
        return Err(fault("its front matter is no YAML mapping"));
    };
    let same = values.len() == entries.len() && entries.iter().all(|entry| values.contains_key(entry.key));
    if !same {
        return Err(fault("its front matter has keys that are hidden in values, or stand twice"));
    }
    Ok(values)
}
