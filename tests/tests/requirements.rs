//! Every listed requirement has a test, and no test cites a requirement that does not exist.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use callgate_tests::{repository, vector};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Requirement {
    id: String,
    sentence: String,
    page: String,
}

/// The ids of the design pages: a prefix and its ranges, both ends included.
const KNOWN: &[(&str, &[(u32, u32)])] = &[
    ("CONF", &[(1, 24)]),
    ("WIRE", &[(1, 2)]),
    ("PERM", &[(1, 12), (20, 25), (30, 30), (40, 40), (50, 50)]),
    ("EDIT", &[(1, 7), (20, 20), (30, 30)]),
    ("APPR", &[(1, 8), (20, 26), (40, 45), (60, 60)]),
    ("TRAN", &[(1, 12), (20, 20)]),
    ("HARN", &[(1, 5), (10, 12), (15, 15), (20, 20), (25, 25), (30, 30), (35, 35)]),
    ("RUN", &[(1, 5), (20, 30), (40, 40), (50, 55), (60, 64), (80, 81)]),
    ("TEAM", &[(1, 5), (20, 49), (60, 99), (120, 120)]),
    ("DRAW", &[(1, 14)]),
    ("QUAL", &[(1, 13), (30, 38), (70, 74)]),
];

fn is_known(id: &str) -> bool {
    let Some((prefix, number)) = id.split_once('-') else { return false };
    let Ok(number) = number.parse::<u32>() else { return false };
    KNOWN.iter().any(|(known, ranges)| {
        *known == prefix && ranges.iter().any(|(first, last)| (*first..=*last).contains(&number))
    })
}

/// The ids in a text: a known prefix, a hyphen, digits; nothing before or behind.
fn ids(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (prefix, _) in KNOWN {
        for (at, _) in text.match_indices(&format!("{prefix}-")) {
            let digits: String =
                text[at + prefix.len() + 1..].chars().take_while(char::is_ascii_digit).collect();
            let inside = text[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_');
            if !digits.is_empty() && !inside {
                found.push(format!("{prefix}-{digits}"));
            }
        }
    }
    found
}

/// Source files below a folder, without what is built or fetched.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.filter_map(Result::ok) {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            let passed = ["target", "node_modules", "dist", "pkg", "__pycache__", "vectors"];
            if !name.starts_with('.') && !passed.contains(&name.as_str()) {
                sources(&path, found);
            }
        } else if [".rs", ".ts", ".tsx", ".mjs", ".py"].iter().any(|extension| name.ends_with(extension)) {
            found.push(path);
        }
    }
}

/// The part of a source file that is test: all of it in a file of tests, in other Rust files what
/// follows `#[cfg(test)]`, nothing elsewhere. What the tests share (`tests/src`) shows nothing yet.
fn test_part<'t>(path: &Path, text: &'t str) -> &'t str {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let in_tests = path
        .components()
        .any(|part| ["tests", "test"].contains(&part.as_os_str().to_string_lossy().as_ref()));
    let is_test = in_tests || name.contains(".test.") || name.starts_with("test_") || name == "tests.rs";
    if is_test && !path.starts_with("tests/src") {
        text
    } else {
        text.find("#[cfg(test)]").map_or("", |at| &text[at..])
    }
}

/// Where each id is cited by a test.
fn cited() -> BTreeMap<String, BTreeSet<String>> {
    let mut cited: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, file) in vector::load() {
        for id in file.cases.into_iter().flat_map(|case| case.ids) {
            cited.entry(id).or_default().insert(path.clone());
        }
    }
    let root = repository();
    let mut paths = Vec::new();
    for folder in ["core", "bindings-wasm", "bindings-node", "bindings-python", "web-demo", "tests"] {
        sources(&root.join(folder), &mut paths);
    }
    for path in paths.iter().filter(|path| !path.ends_with(file!())) {
        let Ok(text) = fs::read_to_string(path) else { continue };
        for id in ids(test_part(path.strip_prefix(&root).unwrap_or(path), &text)) {
            cited.entry(id).or_default().insert(path.display().to_string());
        }
    }
    cited
}

#[test]
fn every_requirement_has_a_test_and_every_test_a_requirement() {
    let path = repository().join("tests/requirements.json");
    let text = fs::read_to_string(path).expect("tests/requirements.json");
    let listed: Vec<Requirement> = serde_json::from_str(&text).expect("a list of requirements");
    let cited = cited();
    let mut faults = Vec::new();
    let mut seen = BTreeSet::new();
    for Requirement { id, sentence, page } in &listed {
        if !is_known(id) || !seen.insert(id) || sentence.is_empty() || page.is_empty() {
            faults.push(format!("{id} is listed wrongly or twice"));
        }
        if !cited.contains_key(id) {
            faults.push(format!("{id} has no test: {sentence}"));
        }
    }
    for (id, places) in cited.iter().filter(|(id, _)| !is_known(id)) {
        faults.push(format!("{id} does not exist, but is cited by {places:?}"));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn ids_are_read_whole() {
    assert_eq!(ids("PERM-4, (CONF-12) EDIT-x XPERM-4 QUAL-300"), ["CONF-12", "PERM-4", "QUAL-300"]);
    assert!(is_known("PERM-12") && !is_known("PERM-13") && !is_known("QUAL-300") && !is_known("X-1"));
}
