//! The parts of a document, and names.

use serde_json::Value;

use super::Options;
use super::Permission::{self, Allow, Ask, Deny};

/// A name and what Claude Code and Codex make of it.
pub(super) fn spellings(name: &str) -> Vec<String> {
    let spelled = |keep: &str| -> String {
        name.chars().map(|c| if c.is_ascii_alphanumeric() || keep.contains(c) { c } else { '_' }).collect()
    };
    vec![name.to_owned(), spelled("_-"), spelled("_")]
}

pub(super) fn fold(tool: &str) -> String {
    let known = ["Read", "Bash", "Edit", "Write", "Grep", "Find", "Ls"];
    known.into_iter().find(|known| known.eq_ignore_ascii_case(tool.trim())).unwrap_or(tool).to_owned()
}

pub(super) fn permission(word: &str) -> Permission {
    match word {
        "allow" => Allow,
        "ask" => Ask,
        _ => Deny,
    }
}

pub(super) fn name(entry: &Value) -> &str {
    entry["name"].as_str().unwrap_or_default()
}

pub(super) fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

pub(super) fn servers(agent: &Value) -> impl Iterator<Item = &Value> {
    items(&agent["mcps"])
}

pub(super) fn specs(agent: &Value) -> impl Iterator<Item = &Value> {
    items(&agent["tools"])
}

pub(super) fn catalog<'o>(server: &Value, options: &'o Options) -> Vec<&'o Value> {
    let listed = options.catalogs.as_ref().map(|catalogs| &catalogs[name(server)]);
    listed.map(|listed| items(listed).chain(items(&listed["tools"])).collect()).unwrap_or_default()
}
