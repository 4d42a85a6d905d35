//! HARN-11: every observed case is predicted as it was observed.
#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test, whose helpers clippy does not know as such"
)]

use callgate::wire::{self, Input};
use serde_json::Value;

fn cases(text: &str) -> Vec<Value> {
    let file: Value = serde_json::from_str(text).expect("vectors are JSON");
    file["cases"].as_array().expect("cases").clone()
}

fn predict(case: &Value, version: &str) -> Value {
    let given = &case["in"];
    let (files, servers) = (given["files"].to_string(), given["servers"].to_string());
    let answer = wire::predict("claude", Input::Host(&files), Input::Host(&servers), Some(version));
    serde_json::from_str(&answer.expect("a prediction")).expect("JSON")
}

const NEWER: &str = include_str!("../../tests/vectors/harness/claude-observed-2.1.332.json");
const OLDER: &str = include_str!("../../tests/vectors/harness/claude-observed-2.1.197.json");

#[test]
fn harn_11_observed_cases() {
    for (text, version) in [(NEWER, "2.1.332"), (OLDER, "2.1.197")] {
        let cases = cases(text);
        assert!(!cases.is_empty());
        for case in cases {
            assert_eq!(predict(&case, version), case["expect"], "{}", case["name"]);
        }
    }
}

/// The older version differs only for servers whose name has `__` in it or ends in `_`.
#[test]
fn harn_11_the_older_version_differs_only_for_odd_servers() {
    let mut differing = 0;
    for case in cases(NEWER).iter().filter(|case| predict(case, "2.1.197") != case["expect"]) {
        let servers = case["in"]["servers"].as_object().expect("servers");
        let odd = |name: &String| name.contains("__") || name.ends_with(['_', ')']);
        assert!(servers.keys().any(odd), "{}", case["name"]);
        differing += 1;
    }
    assert_eq!(differing, 6, "each is in the list of the older version, or is one of its kind");
}
