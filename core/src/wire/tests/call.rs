use serde_json::Value;

use crate::wire::{GateOptions, Input, WireGate, WireLedger, call_key};

const AGENT: &str = r#"{
    "mcps": [
        {"name": "open", "policy": {"permission": "allow"}},
        {"name": "asked", "policy": {"permission": "ask"}},
        {"name": "shut", "policy": {"permission": "deny"}},
        {"name": "ruled", "policy": {"permission": "allow"}}
    ],
    "runner": {"permissions": {"default": "ask", "rules": [
        {"pattern": "mcp__ruled__t(secret:*)", "permission": "deny"},
        {"pattern": "Bash(ls:*)", "permission": "allow"}
    ]}}
}"#;

fn gate() -> WireGate {
    WireGate::compile(Input::Text(AGENT.as_bytes()), &GateOptions::default()).expect("a valid document")
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// What all operations say to a call: its permission, the verdict and the key, after they agree.
fn answers(call: Input<'_>) -> (String, String, Option<String>) {
    let gate = gate();
    let decision = read(&gate.decide(call));
    assert_eq!(read(&gate.explain(call))["decision"], decision);
    let verdict = read(&gate.judge(call, &WireLedger::default(), true));
    assert_eq!(verdict["decision"], decision);
    let unattended = read(&gate.judge(call, &WireLedger::default(), false));
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let permission = text(&decision["permission"]).expect("a permission");
    assert_eq!(unattended["kind"].as_str(), Some(if permission == "ask" { "deny" } else { &permission }));
    (permission, text(&verdict["kind"]).expect("a kind"), text(&verdict["key"]))
}

/// Argument texts that two programs may read differently.
fn unreadable() -> Vec<String> {
    let deep = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
    [r#"{"a":1,"a":2}"#, r#"{"x":{"a":1,"b":[{"a":1,"a":1}]}}"#, r#"{"x":"\ud800"}"#, r#"{"\udc00":1}"#]
        .map(str::to_owned)
        .into_iter()
        .chain([format!(r#"{{"x":{}}}"#, deep(64)), deep(200_000)])
        .collect()
}

#[test]
fn appr_4_arguments_that_cannot_be_read_go_through_the_ladder_and_have_no_key() {
    let other = r#"{"pointer":"/args/x","what":"a Map","call":{"server":"SERVER","tool":"t"}}"#;
    for (server, permission, verdict) in [
        ("open", "allow", "allow"),
        ("asked", "ask", "pending"),
        ("shut", "deny", "deny"),
        ("ruled", "deny", "deny"),
        ("nowhere", "deny", "deny"),
    ] {
        for args in unreadable() {
            let text = format!(r#"{{"server":"{server}","args":{args},"tool":"t"}}"#);
            let right = (permission.to_owned(), verdict.to_owned(), None);
            assert_eq!(answers(Input::Text(text.as_bytes())), right, "{server} {args:.60}");
            assert_eq!(answers(Input::Host(&text)), right, "{server} {args:.60}");
            assert_eq!(call_key(Some("t"), Some(Input::Host(&args)), None).expect("no fault"), None);
        }
        let refusal = other.replace("SERVER", server);
        assert_eq!(answers(Input::Refused(&refusal)), (permission.into(), verdict.into(), None), "{server}");
    }
    for args in unreadable() {
        let text = format!(r#"{{"tool":"bash","args":{args}}}"#);
        assert_eq!(answers(Input::Host(&text)), ("ask".into(), "pending".into(), None), "{args:.60}");
    }
}

#[test]
fn appr_4_arguments_of_64_levels_have_the_key_that_they_have_alone() {
    let args = format!("{}1{}", r#"{"a":"#.repeat(64), "}".repeat(64));
    let key = call_key(Some("mcp__asked__t"), Some(Input::Text(args.as_bytes())), None).expect("no fault");
    assert!(key.is_some());
    let text = format!(r#"{{"server":"asked","tool":"t","args":{args}}}"#);
    for call in [Input::Host(&text), Input::Text(text.as_bytes())] {
        assert_eq!(answers(call), ("ask".into(), "pending".into(), key.clone()));
    }
    let ruled = format!(r#"{{"server":"ruled","tool":"t","args":{}}}"#, args.replace(":1}", r#":"secret"}"#));
    assert_eq!(answers(Input::Host(&ruled)).0, "deny");
}

#[test]
fn perm_2_what_is_no_call_is_denied_however_its_arguments_look() {
    for call in [
        r#"{"server":"open","server":"open","tool":"t","args":{"a":1,"a":2}}"#,
        r#"{"server":"open","tool":"t","args":{},"args":{}}"#,
        r#"{"server":"open","tool":"t\ud800","args":{}}"#,
        r#"{"server":"open","tool":"t","args":{"a":1,"a":2}} x"#,
        r#"{"server":"open","tool":"t","args":{"a":NaN}}"#,
        r#"{"server":"open","tool":"t","args":{"a":1,"a":2},"tool_input":{}}"#,
        r#"{"server":"open","args":{"a":1,"a":2}}"#,
        r#"[{"server":"open","tool":"t","args":{"a":1,"a":2}}]"#,
        "\u{feff}{\"server\":\"open\",\"tool\":\"t\"}",
    ] {
        assert_eq!(answers(Input::Text(call.as_bytes())), ("deny".into(), "deny".into(), None), "{call}");
    }
    for refusal in [
        r#"{"pointer":"/server","what":"a Map"}"#,
        r#"{"pointer":"/args","what":"a Map","call":{"tool":"t\ud800","server":"open"}}"#,
        r#"{"pointer":"/args","what":"a Map","call":{"server":"open"}}"#,
        r#"{"pointer":"/args","what":"a Map","call":[]}"#,
    ] {
        assert_eq!(answers(Input::Refused(refusal)), ("deny".into(), "deny".into(), None), "{refusal}");
    }
    // A place below a key that holds half a surrogate pair is a place all the same.
    let refusal = r#"{"pointer":"/args/\ud800","what":"a Map","call":{"server":"asked","tool":"t"}}"#;
    assert_eq!(answers(Input::Refused(refusal)).0, "ask");
}

#[test]
fn a_list_of_calls_is_decided_one_by_one() {
    let gate = gate();
    let list = r#"[{"server":"open","tool":"t","args":{"a":1,"a":2}}, {"tool":"\ud800"},
        {"server":"asked","tool":"t"}, 7 , {"server":"open","tool":"t","args":{"x":"\ud800"}}]"#;
    for input in [Input::Text(list.as_bytes()), Input::Host(list)] {
        let decisions = read(&gate.decide_many(input));
        let said: Vec<_> = decisions
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|decision| decision["permission"].as_str())
            .collect();
        assert_eq!(said, ["allow", "deny", "ask", "deny", "allow"]);
    }
    for none in ["{}", "[", "[{}] x", "7", "", "[{\"tool\":1}}"] {
        let decisions = read(&gate.decide_many(Input::Text(none.as_bytes())));
        assert_eq!(decisions.as_array().map(Vec::len), Some(1), "{none}");
        assert_eq!(decisions[0]["permission"], "deny", "{none}");
    }
}
