//! The table of `docs/harnesses.md`, made from what the code does.

use std::fs;

use callgate::wire::{HarnessOptions, Input, RenderSource, render_harness};
use callgate_tests::repository;
use serde_json::{Value, json};

const START: &str = "<!-- table: made by tests/tests/harness_docs.rs -->\n";
const END: &str = "<!-- end of table -->";
/// Set to write the table instead of comparing it.
const WRITE: &str = "CALLGATE_WRITE_DOCS";

fn server(policy: Value) -> Value {
    json!({"mcps": [{"name": "srv", "connection": {"type": "gateway", "namespace": "custom", "slug": "s"}, "policy": policy}]})
}

fn spec(spec: Value) -> Value {
    let mut spec = spec;
    spec["name"] = "t".into();
    json!({"tools": [spec]})
}

/// What a row is about, its document, and whether it is about a tool named `t` or any other.
fn rows() -> Vec<(&'static str, Value, bool)> {
    let table =
        |t: &str, new: &str| server(json!({"tool_permissions": {"t": t}, "new_tool_permission": new}));
    let include = || server(json!({"tools": {"mode": "include", "names": ["t"]}, "permission": "allow"}));
    vec![
        ("a server that is allowed", server(json!({"permission": "allow"})), false),
        ("a server that asks", server(json!({"permission": "ask"})), false),
        ("a server that is denied", server(json!({"permission": "deny"})), false),
        (
            "a server that follows the agent, whose default is deny",
            {
                let mut document = server(json!({}));
                document["runner"] = json!({"permissions": {"default": "deny"}});
                document
            },
            false,
        ),
        ("a denied tool of a server whose others are allowed", table("deny", "allow"), true),
        ("the others", table("deny", "allow"), false),
        ("an allowed tool of a server whose others are denied", table("allow", "deny"), true),
        ("the others", table("allow", "deny"), false),
        ("an allowed tool of an include list", include(), true),
        ("what the list hides", include(), false),
        ("a gateway tool that is allowed", spec(json!({"permission": "allow"})), true),
        ("a gateway tool that asks", spec(json!({"permission": "ask"})), true),
        ("a gateway tool that is denied", spec(json!({"permission": "deny"})), true),
        ("a gateway tool without a permission", spec(json!({})), true),
        ("a client tool", spec(json!({"kind": "client"})), true),
    ]
}

fn cell(document: &Value, harness: &str, with_transport: bool, is_named: bool) -> (String, String) {
    let transports = json!({"srv": {"url": "https://mcp.example.com/"}}).to_string();
    let options = HarnessOptions {
        codex_transports: with_transport.then_some(Input::Host(&transports)),
        ..HarnessOptions::default()
    };
    let text = document.to_string();
    let rendered =
        render_harness(RenderSource::Agent(Input::Host(&text)), harness, &options).expect("settings");
    let rendered: Value = serde_json::from_str(&rendered).expect("JSON");
    let rows = rendered["coverage"].as_array().expect("coverage");
    let row = rows.iter().find(|row| row["tool"].is_string() == is_named).expect("a row");
    let word = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
    (word("gate"), format!("{}, {}", word("harness"), word("fit")))
}

fn table() -> String {
    let mut out = String::from(
        "| | gate | Claude Code | Codex | Codex with a transport | Pi |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    for (what, document, is_named) in rows() {
        let cell = |harness, with_transport| cell(&document, harness, with_transport, is_named);
        let ((gate, claude), (_, codex)) = (cell("claude", false), cell("codex", false));
        let ((_, transport), (_, pi)) = (cell("codex", true), cell("pi", false));
        out.push_str(&format!("| {what} | {gate} | {claude} | {codex} | {transport} | {pi} |\n"));
    }
    out
}

#[test]
fn the_page_says_what_the_code_does() {
    let path = repository().join("docs/harnesses.md");
    let page = fs::read_to_string(&path).expect("the page");
    let (before, rest) = page.split_once(START).expect("the table's start");
    let (there, after) = rest.split_once(END).expect("the table's end");
    let table = table();
    if std::env::var_os(WRITE).is_some() {
        fs::write(&path, format!("{before}{START}{table}{END}{after}")).expect("the page is written");
        return;
    }
    assert_eq!(there, table, "the table is not current: run this test with {WRITE}=1");
}
