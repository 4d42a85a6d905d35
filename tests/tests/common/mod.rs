//! What the property tests share.

use callgate::wire::{Fault, GateOptions, Input, WireGate};
use callgate_tests::naive::{Options, Permission};
use proptest::test_runner::{Config, TestRunner};
use serde_json::Value;

/// Calls for each generated document.
#[allow(dead_code, reason = "not every test makes calls")]
pub const CALLS: usize = 8;

/// Runs as many documents as that share of `CALLGATE_CASES` calls needs (100,000 when it is not set).
#[allow(dead_code, reason = "not every test takes a share")]
pub fn runner_of(share: u32) -> TestRunner {
    let wanted =
        std::env::var("CALLGATE_CASES").ok().and_then(|number| number.parse().ok()).unwrap_or(100_000u32);
    let cases = wanted.div_ceil(CALLS as u32 * share);
    TestRunner::new(Config {
        cases,
        max_shrink_iters: 20_000,
        failure_persistence: None,
        ..Config::default()
    })
}

/// Compiles a generated document.
pub fn compile(document: &Value, options: &Options) -> Result<WireGate, Fault> {
    let text = document.to_string();
    let floor = options.floor.as_ref().map(Value::to_string);
    let catalogs = options.catalogs.as_ref().map(Value::to_string);
    WireGate::compile(
        Input::Text(text.as_bytes()),
        &GateOptions {
            floor: floor.as_deref().map(|text| Input::Text(text.as_bytes())),
            deny_all: options.deny_all,
            trusted_hints: options.trusted_hints.clone(),
            catalogs: catalogs.as_deref().map(|text| Input::Text(text.as_bytes())),
        },
    )
}

/// The permission and the step that decided.
#[allow(dead_code, reason = "not every test decides single calls")]
pub fn decide(gate: &WireGate, call: &Value) -> (Permission, String) {
    let answer: Value =
        serde_json::from_str(&gate.decide(Input::Text(call.to_string().as_bytes()))).expect("JSON");
    let permission = match answer["permission"].as_str() {
        Some("allow") => Permission::Allow,
        Some("ask") => Permission::Ask,
        Some("deny") => Permission::Deny,
        other => panic!("no permission: {other:?}"),
    };
    (permission, answer["reason"]["step"].as_str().unwrap_or_default().to_owned())
}
