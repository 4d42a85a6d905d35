//! The core is safe code, and no message repeats a secret, a header value or an argument (QUAL-35).

use std::fs;
use std::path::Path;

use callgate::wire::{GateOptions, Input, WireGate, validate, validate_server};
use callgate_tests::{repository, vector};
use serde_json::{Value, json};

/// A word that stands wherever a secret or a value may stand, and nowhere else.
const CANARY: &str = "canary-7f3a";

#[test]
fn the_core_has_no_unsafe_code() {
    let manifest = fs::read_to_string(repository().join("core/Cargo.toml")).expect("core/Cargo.toml");
    assert!(manifest.contains("unsafe_code = \"forbid\""));
    let mut files = 0;
    walk(&repository().join("core/src"), &mut |text| {
        files += 1;
        assert!(!text.contains("unsafe {") && !text.contains("unsafe fn") && !text.contains("unsafe impl"));
    });
    assert!(files > 0);
}

fn walk(folder: &Path, visit: &mut impl FnMut(&str)) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            walk(&path, visit);
        } else {
            visit(&fs::read_to_string(&path).expect("a source file"));
        }
    }
}

/// Connections with the canary where a value stands, each with a fault or a warning.
fn connections() -> Vec<Value> {
    let http = |parts: Value| {
        let mut connection = json!({"type": "http", "url": "https://mcp.example.com/mcp"});
        for (key, value) in parts.as_object().expect("an object") {
            connection[key] = value.clone();
        }
        connection
    };
    let bound = |value: Value, usage: &str, kind: &str| json!({"credentials": [{"binding": {"kind": kind, "name": "Authorization"}, "value": value, "usage": usage}]});
    vec![
        http(json!({"headers": {"Authorization": CANARY}})),
        http(json!({"headers": {"X-A": format!("{CANARY}\r\nX-B: 1")}})),
        http(json!({"headers": {"X-A": [CANARY]}})),
        http(json!({"headers": {"x-a": CANARY, "X-A": CANARY}})),
        http(json!({"headers": {"X Bad": CANARY}})),
        http(json!({"headers": CANARY})),
        http(json!({"url": format!("https://user:{CANARY}@mcp.example.com/")})),
        http(json!({"url": format!("http://user:{CANARY}@mcp.example.com")})),
        http(json!({"url": format!("https://mcp example.com/?key={CANARY}")})),
        http(json!({"url": format!("http://mcp.example.com/?key={CANARY}")})),
        http(json!({"credentials": CANARY})),
        http(json!({"credentials": {"type": "bearer", "token": CANARY}})),
        http(json!({"credentials": {"type": "none", "value": CANARY}})),
        http(bound(json!(format!("{CANARY}\n")), "opaque_http", "header")),
        http(bound(json!([CANARY]), "opaque_http", "header")),
        http(bound(json!(CANARY), "other", "header")),
        http(bound(json!(CANARY), "opaque_http", "query")),
        http(
            json!({"headers": {"Authorization": CANARY}, "credentials": bound(json!(CANARY), "opaque_http", "header")["credentials"]}),
        ),
    ]
}

#[test]
fn no_diagnostic_repeats_a_header_value_or_a_secret() {
    for connection in connections() {
        let server = json!({"name": "acme", "connection": connection});
        let agent = json!({"mcps": [server]}).to_string();
        let reports = [
            validate(Input::Text(agent.as_bytes()), None),
            validate(Input::Host(&agent), None),
            validate_server(Input::Text(server.to_string().as_bytes())),
        ];
        for report in reports {
            assert!(report.contains("\"code\""), "{connection} should have a diagnostic: {report}");
            assert!(!report.contains(CANARY), "{report}");
        }
        if let Err(fault) = WireGate::compile(Input::Text(agent.as_bytes()), &GateOptions::default()) {
            assert!(!format!("{fault:?}").contains(CANARY), "{fault:?}");
        }
    }
}

#[test]
fn no_explanation_repeats_an_argument() {
    let agent = json!({
        "runner": {"permissions": {"default": "ask", "rules": [
            {"pattern": "Bash(rm:*)", "permission": "deny"}, {"pattern": "Bash(ls:*)", "permission": "allow"},
            {"pattern": "Read(/etc:*)", "permission": "deny"}, {"pattern": "post(x:*)", "permission": "ask"}]}},
        "tools": [{"name": "post"}],
    });
    let gate =
        WireGate::compile(Input::Text(agent.to_string().as_bytes()), &GateOptions::default()).expect("valid");
    for call in [
        json!({"tool": "Bash", "args": {"command": format!("rm {CANARY}")}}),
        json!({"tool": "Bash", "args": {"command": format!("ls {CANARY}")}}),
        json!({"tool": "Bash", "args": {"command": {"x": CANARY}}}),
        json!({"tool": "Bash", "args": CANARY}),
        json!({"tool": "Read", "args": {"path": format!("/etc/{CANARY}")}}),
        json!({"tool": "post", "args": {"a": [format!("x {CANARY}")]}}),
        json!({"tool": "post", "args": {CANARY: 1}, "kind": "mcp"}),
    ] {
        let text = call.to_string();
        for answer in [gate.decide(Input::Text(text.as_bytes())), gate.explain(Input::Host(&text))] {
            assert!(!answer.contains(CANARY), "{answer}");
        }
        let broken = &text[..text.len() - 1];
        assert!(!gate.decide(Input::Text(broken.as_bytes())).contains(CANARY));
    }
}

#[test]
fn the_messages_of_every_case_are_in_one_voice() {
    let mut seen = 0;
    for (path, file) in vector::load() {
        for case in file.cases.iter().filter(|case| case.op == "validate") {
            let Ok(report) = callgate_tests::surface::run(case, case.forms()[0]) else { continue };
            for found in report["diagnostics"].as_array().into_iter().flatten() {
                seen += 1;
                let message = found["message"].as_str().unwrap_or_default();
                let plain = message.chars().next().is_some_and(|first| !first.is_uppercase());
                let name = ["JSON", "Claude Code", "Codex"].iter().any(|name| message.starts_with(name));
                assert!(plain || name, "{path}: {message}");
                assert!(!message.ends_with('.'), "{path}: {message}");
            }
        }
    }
    assert!(seen > 0, "no case has a diagnostic");
}
