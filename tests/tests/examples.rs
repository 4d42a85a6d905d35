//! The examples are what the guides show: they must keep saying what they say (QUAL-30).

use std::collections::BTreeSet;
use std::fs;

use callgate::wire::{GateOptions, Input, WireGate, validate};
use callgate_tests::repository;
use serde_json::Value;

fn read(name: &str) -> String {
    let path = repository().join("tests/examples").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn report(agent: &str, catalogs: Option<&str>) -> Value {
    let catalogs = catalogs.map(|text| Input::Text(text.as_bytes()));
    serde_json::from_str(&validate(Input::Text(agent.as_bytes()), catalogs)).expect("a report")
}

#[test]
fn the_good_examples_are_valid_and_name_only_tools_that_exist() {
    for name in ["support", "triage", "minimal"] {
        let agent = read(&format!("{name}.agent.json"));
        let report = report(&agent, Some(&read(&format!("{name}.catalogs.json"))));
        assert_eq!(report["ok"], true, "{name}: {report}");
        let found = report["diagnostics"].as_array().expect("a list");
        assert!(found.iter().all(|found| found["code"] == "rule.harness_only"), "{name}: {report}");
    }
}

#[test]
fn the_support_agent_decides_as_its_cases_say() {
    let agent = read("support.agent.json");
    let gate = WireGate::compile(Input::Text(agent.as_bytes()), &GateOptions::default()).expect("valid");
    let cases: Vec<Value> = serde_json::from_str(&read("support.cases.json")).expect("a list of cases");
    assert!(cases.len() > 20);
    for case in cases {
        let got: Value = serde_json::from_str(&gate.decide(Input::Text(case["call"].to_string().as_bytes())))
            .expect("JSON");
        let expect = &case["expect"];
        let permission = expect.get("permission").unwrap_or(expect);
        assert_eq!(&got["permission"], permission, "{case}: {got}");
        for key in ["step", "pointer"] {
            if let Some(expected) = expect.get(key) {
                assert_eq!(&got["reason"][key], expected, "{case}: {got}");
            }
        }
    }
}

#[test]
fn the_broken_example_shows_many_different_problems() {
    let report = report(&read("broken.agent.json"), None);
    assert_eq!(report["ok"], false);
    let found = report["diagnostics"].as_array().expect("a list");
    let codes: BTreeSet<&str> = found.iter().filter_map(|found| found["code"].as_str()).collect();
    assert!(codes.len() >= 10, "{codes:?}");
}
