//! What validation says, as data: documents, and the codes and places of their diagnostics.

use super::*;
use crate::diagnostic::{Report, Severity};
use crate::json;
use crate::wire::{Input, report, report_server};

fn validate_bytes(text: &[u8], host: bool, catalogs: Option<&[u8]>) -> Report {
    let agent = if host { Input::Host(std::str::from_utf8(text).unwrap()) } else { Input::Text(text) };
    report(agent, catalogs.map(Input::Text))
}

fn validate_server_bytes(text: &[u8]) -> Report {
    report_server(Input::Text(text))
}

/// `error code pointer` or `warning code pointer` of every diagnostic.
fn said(report: &Report) -> Vec<String> {
    let word = |severity| if severity == Severity::Error { "error" } else { "warning" };
    let line = |said: &crate::diagnostic::Diagnostic| {
        format!("{} {} {}", word(said.severity), said.code.as_str(), said.pointer)
    };
    report.diagnostics.iter().map(line).collect()
}

fn agent(text: &str) -> Vec<String> {
    said(&validate_bytes(text.as_bytes(), false, None))
}

fn server(text: &str) -> Vec<String> {
    said(&validate_server_bytes(text.as_bytes()))
}

/// Checks cases of a text and what is said of it.
fn check(say: impl Fn(&str) -> Vec<String>, cases: &[(&str, &[&str])]) {
    for (text, right) in cases {
        assert_eq!(say(text), *right, "{text}");
    }
}

const GATEWAY: &str = r#""connection":{"type":"gateway","namespace":"custom","slug":"s"}"#;

fn named(name: &str) -> String {
    format!(r#"{{"name":{},{GATEWAY}}}"#, serde_json::to_string(name).unwrap())
}

fn with_policy(policy: &str) -> String {
    format!(r#"{{"name":"acme",{GATEWAY},"policy":{policy}}}"#)
}

fn with_connection(connection: &str) -> String {
    format!(r#"{{"name":"acme","connection":{connection}}}"#)
}

#[test]
fn conf_1_the_agent_stands_at_the_top_or_under_parameters() {
    check(
        agent,
        &[
            ("{}", &[]),
            (r#"{"parameters":{}}"#, &[]),
            (r#"{"parameters":{"agent":{}},"name":"x","tool":1}"#, &[]),
            (r#"{"parameters":{"agent":{"mcps":7}}}"#, &["error type.invalid /parameters/agent/mcps"]),
            (
                r#"{"parameters":{"agent":{"mcps":[{"nam":1}]}}}"#,
                &[
                    "error field.missing /parameters/agent/mcps/0",
                    "warning connection.missing /parameters/agent/mcps/0",
                    "error field.unknown /parameters/agent/mcps/0/nam",
                ],
            ),
            (
                r#"{"mcps":[],"parameters":{"agent":{}},"runner":{}}"#,
                &["error field.unknown /mcps", "error field.unknown /runner"],
            ),
            (r#"{"parameters":{"agnt":{}}}"#, &["error field.unknown /parameters/agnt"]),
            (r#"{"parameter":{"agent":{}}}"#, &["error field.unknown /parameter"]),
            (r#"{"parameters":null}"#, &["error type.invalid /parameters"]),
            (r#"{"parameters":{"agent":null}}"#, &["error type.invalid /parameters/agent"]),
            ("[]", &["error type.invalid "]),
            ("null", &["error type.invalid "]),
        ],
    );
}

#[test]
fn conf_2_the_wire_form_of_a_server_is_accepted() {
    let link = r#"{"type":"http","url":"https://a.example/mcp","headers":{"X-A":"b"},"credentials":[{"binding":{"kind":"header","name":"Authorization"},"value":"Bearer x","usage":"opaque_http"}]}"#;
    assert_eq!(server(&with_connection(link)), [""; 0]);
    check(
        server,
        &[
            (
                &with_policy(
                    r#"{"tools":{"mode":"all"},"toolPermissions":{"a":"deny"},"newToolPermission":"ask"}"#,
                ),
                &[],
            ),
            (&with_policy(r#"{"toolPermissions":{"a":"deny"},"new_tool_permission":null}"#), &[]),
            (
                &with_policy(r#"{"toolPermissions":{"a":"deny"},"tool_permissions":{"a":"allow"}}"#),
                &["error field.unknown /policy/tool_permissions"],
            ),
            (
                &with_policy(r#"{"newToolPermission":null,"new_tool_permission":null}"#),
                &["error field.unknown /policy/new_tool_permission"],
            ),
        ],
    );
    let credentials = |list: &str| {
        with_connection(&link.split_once('[').map(|(before, _)| format!("{before}{list}}}")).unwrap())
    };
    check(
        server,
        &[
            (&credentials("[]"), &["error connection.credentials /connection/credentials"]),
            (
                &credentials(
                    r#"[{"binding":{"kind":"query","name":"x-a"},"value":"a\nb","usage":"u","more":1}]"#,
                ),
                &[
                    "error connection.credentials /connection/credentials/0/binding/kind",
                    "error connection.header /connection/credentials/0/binding/name",
                    "error connection.header /connection/credentials/0/value",
                    "error connection.credentials /connection/credentials/0/usage",
                    "error field.unknown /connection/credentials/0/more",
                ],
            ),
            (
                &credentials("[{}, 7]"),
                &[
                    "error field.missing /connection/credentials/0",
                    "error field.missing /connection/credentials/0",
                    "error field.missing /connection/credentials/0",
                    "error type.invalid /connection/credentials/1",
                ],
            ),
        ],
    );
}

#[test]
fn conf_3_text_is_one_json_value_without_duplicate_keys() {
    let report = validate_bytes(b"{\n \"mcps\": [,]}", false, None);
    assert_eq!(said(&report), ["error json.syntax "]);
    assert_eq!((report.diagnostics[0].line, report.diagnostics[0].column), (Some(2), Some(11)));
    check(
        agent,
        &[
            ("", &["error json.syntax "]),
            (&"[".repeat(65), &["error json.depth "]),
            (
                r#"{"mcps":[],"x":{"y":1,"y":2},"mcps":7}"#,
                &["error json.duplicate_key /x/y", "error json.duplicate_key /mcps"],
            ),
            (
                r#"{"runner":{"permissions":{"default":"deny","default":"allow","rule":[]}}}"#,
                &[
                    "error json.duplicate_key /runner/permissions/default",
                    "error field.unknown /runner/permissions/rule",
                ],
            ),
        ],
    );
    let host = validate_bytes(b"{\"mcps\":7}", true, None);
    assert_eq!((host.diagnostics[0].line, host.diagnostics[0].column), (None, None));
    let wide = validate_bytes("{\"😀\":1,\"mcps\":7}".as_bytes(), false, None);
    assert_eq!(wide.diagnostics[0].column, Some(16));
}

#[test]
fn conf_4_unknown_fields_are_errors_where_callgate_owns_the_object() {
    check(
        agent,
        &[
            (r#"{"runer":{}}"#, &["error field.unknown /runer"]),
            (
                r#"{"MCPs":[],"tool":[],"mcp":[]}"#,
                &["error field.unknown /MCPs", "error field.unknown /tool", "error field.unknown /mcp"],
            ),
            (r#"{"llm":{},"instructions":"","x/y~z":1}"#, &[]),
            (r#"{"tools":[{"name":"a","permision":"deny"}]}"#, &["error field.unknown /tools/0/permision"]),
            (r#"{"tools":[{"name":"a","readonly":true}]}"#, &["error field.unknown /tools/0/readonly"]),
            (r#"{"tools":[{"name":"a","title":"A","callRef":1,"env":{},"code":"","timeoutMs":5}]}"#, &[]),
            (
                r#"{"harness":{"kind":"claude","permission":{},"model":"m"}}"#,
                &["error field.unknown /harness/permission"],
            ),
            (
                r#"{"harness":{"permissions":{"denny":[]}}}"#,
                &["error field.unknown /harness/permissions/denny"],
            ),
            (
                r#"{"harness":{"permissions":{"default_mode":"plan","defaultMode":"plan"}}}"#,
                &["error field.unknown /harness/permissions/defaultMode"],
            ),
            (
                r#"{"sandbox":{"permissions":{"file_system":"off","network":{"Mode":"off"}}}}"#,
                &[
                    "error field.unknown /sandbox/permissions/file_system",
                    "error field.unknown /sandbox/permissions/network/Mode",
                ],
            ),
            (r#"{"runner":{"permission":{},"kind":"x"}}"#, &["error field.unknown /runner/permission"]),
            (
                r#"{"runner":{"permissions":{"x/y~z":1}}}"#,
                &["error field.unknown /runner/permissions/x~1y~0z"],
            ),
        ],
    );
    let report = validate_server_bytes(with_policy(r#"{"tols":{}}"#).as_bytes());
    assert_eq!(said(&report), ["error field.unknown /policy/tols"]);
    assert_eq!(report.diagnostics[0].help.as_deref(), Some("did you mean `tools`?"));
    check(
        server,
        &[
            (&with_policy(r#"{"tools":{"mode":"all","x":1}}"#), &["error field.unknown /policy/tools/x"]),
            (&with_policy(r#"{"__proto__":{}}"#), &["error field.unknown /policy/__proto__"]),
        ],
    );
}

#[test]
fn conf_5_and_6_and_9_names_of_servers() {
    let long = "a".repeat(129);
    for (name, right) in [
        ("a", vec![]),
        ("A.b_c-9", vec![]),
        (long.get(1..).unwrap(), vec![]),
        ("agenta", vec![]),
        ("agenta-toolsx", vec![]),
        ("my-agenta-tools", vec![]),
        ("Constructor", vec![]),
        ("", vec!["error name.invalid /name"]),
        (&long, vec!["error name.invalid /name"]),
        ("acme\n", vec!["error name.invalid /name"]),
        ("a b", vec!["error name.invalid /name"]),
        ("é", vec!["error name.invalid /name"]),
        ("agenta-tools", vec!["error name.reserved /name"]),
        ("agenta_tools", vec!["error name.reserved /name"]),
        ("agenta.tools", vec!["error name.reserved /name"]),
        ("Agenta-TOOLS", vec!["error name.reserved /name"]),
        ("agenta-tools__x", vec!["error name.reserved /name"]),
        ("agenta_tools.-x", vec!["error name.reserved /name"]),
        ("agenta-tools_", vec!["error name.reserved /name"]),
        ("__proto__", vec!["error name.reserved /name"]),
        ("constructor", vec!["error name.reserved /name"]),
        ("prototype", vec!["error name.reserved /name"]),
        ("a__b", vec!["warning name.ambiguous /name"]),
        ("a_", vec!["warning name.ambiguous /name"]),
        ("_a_b", vec![]),
    ] {
        assert_eq!(server(&named(name)), right, "{name:?}");
    }
    let report = validate_server_bytes(named("agenta-tools").as_bytes());
    assert!(report.diagnostics[0].message.contains("rules are keyed against"));
    check(
        server,
        &[
            (r#"{"name":null}"#, &["warning connection.missing ", "error type.invalid /name"]),
            ("{}", &["error field.missing ", "warning connection.missing "]),
            ("7", &["error type.invalid "]),
        ],
    );
}

#[test]
fn conf_7_no_two_servers_of_one_name() {
    let servers = |names: &[&str]| {
        let entries: Vec<_> = names.iter().map(|name| named(name)).collect();
        format!(r#"{{"mcps":[{}]}}"#, entries.join(","))
    };
    check(
        agent,
        &[
            (
                &servers(&["a", "b", "a", "a"]),
                &["error name.duplicate /mcps/2/name", "error name.duplicate /mcps/3/name"],
            ),
            (&servers(&["a", "A"]), &["warning name.duplicate /mcps/1/name"]),
            (
                &servers(&["A", "a", "A"]),
                &["warning name.duplicate /mcps/1/name", "error name.duplicate /mcps/2/name"],
            ),
        ],
    );
}

#[test]
fn conf_8_names_that_a_harness_renders_alike() {
    let document = |kind: &str, servers: &[(&str, &str)], more: &str| {
        let entries: Vec<_> = servers
            .iter()
            .map(|(name, policy)| format!(r#"{{"name":"{name}",{GATEWAY},"policy":{policy}}}"#))
            .collect();
        format!(r#"{{"harness":{{"kind":"{kind}"}},"mcps":[{}]{more}}}"#, entries.join(","))
    };
    let (allow, deny) = (r#"{"permission":"allow"}"#, r#"{"permission":"deny"}"#);
    let rule = r#","runner":{"permissions":{"rules":[{"pattern":"mcp__a.b","permission":"deny"}]}}"#;
    let at = |severity: &str, place: &str| vec![format!("{severity} name.collision {place}")];
    for (kind, servers, more, right) in [
        ("claude", vec![("a.b", allow), ("a_b", deny)], "", at("error", "/mcps/1/name")),
        ("codex", vec![("a.b", allow), ("a_b", deny)], "", at("error", "/mcps/1/name")),
        ("pi", vec![("a.b", allow), ("a_b", deny)], "", at("warning", "/mcps/1/name")),
        ("claude", vec![("a.b", allow), ("a_b", allow)], "", at("warning", "/mcps/1/name")),
        ("claude", vec![("a.b", allow), ("a_b", allow)], rule, at("error", "/mcps/1/name")),
        ("claude", vec![("a-b", allow), ("a_b", deny)], "", at("warning", "/mcps/1/name")),
        ("codex", vec![("a-b", allow), ("a_b", deny)], "", at("error", "/mcps/1/name")),
        ("claude", vec![("a-b", allow), ("a.b", deny), ("a_b", allow)], "", {
            vec!["warning name.collision /mcps/1/name".into(), "error name.collision /mcps/2/name".into()]
        }),
        (
            "claude",
            vec![("a.b", r#"{"new_tool_permission":"allow"}"#), ("a_b", allow)],
            "",
            at("warning", "/mcps/1/name"),
        ),
        (
            "claude",
            vec![("a.b", r#"{"tools":{"mode":"include","names":["x"]}}"#), ("a_b", "{}")],
            "",
            at("error", "/mcps/1/name"),
        ),
        (
            "claude",
            vec![("s", r#"{"tool_permissions":{"x.y":"allow","x_y":"deny"}}"#)],
            "",
            at("error", "/mcps/0/policy/tool_permissions/x_y"),
        ),
        (
            "claude",
            vec![("s", r#"{"tool_permissions":{"x.y":"deny","x_y":"deny"}}"#)],
            "",
            at("warning", "/mcps/0/policy/tool_permissions/x_y"),
        ),
        (
            "claude",
            vec![(
                "s",
                r#"{"toolPermissions":{"x.y":"deny"},"tools":{"mode":"include","names":["x_y","x.y"]}}"#,
            )],
            "",
            at("error", "/mcps/0/policy/tools/names/0"),
        ),
        (
            "claude",
            vec![("s", r#"{"tool_permissions":{"x-y":"allow","x_y":"deny"}}"#)],
            "",
            at("warning", "/mcps/0/policy/tool_permissions/x_y"),
        ),
        (
            "claude",
            vec![
                ("a", r#"{"tool_permissions":{"b__c":"allow"}}"#),
                ("a__b", r#"{"tool_permissions":{"c":"deny"}}"#),
            ],
            "",
            vec![
                "warning name.ambiguous /mcps/1/name".into(),
                "error name.collision /mcps/1/policy/tool_permissions/c".into(),
            ],
        ),
        (
            "claude",
            vec![],
            r#","tools":[{"name":"x.y","permission":"allow"},{"name":"x_y","permission":"deny"}]"#,
            at("error", "/tools/1/name"),
        ),
        ("claude", vec![], r#","tools":[{"name":"x.y"},{"name":"x_y"}]"#, at("warning", "/tools/1/name")),
        ("claude", vec![("a", allow), ("b", deny)], "", vec![]),
        ("claude", vec![("a", r#"{"tool_permissions":{"x-y":"allow","x.z":"deny"}}"#)], "", vec![]),
    ] {
        let text = document(kind, &servers, more);
        // The places are sorted: the harness comes first in the text.
        assert_eq!(agent(&text), right, "{text}");
    }
    let text = document("claude", &[("s", r#"{"tool_permissions":{"x.y":"deny"}}"#)], "");
    let catalogs = br#"{"s":[{"name":"x_y"},{"name":"x.y"}]}"#;
    assert_eq!(
        said(&validate_bytes(text.as_bytes(), false, Some(catalogs))),
        ["error name.collision /mcps/0/name"]
    );
}

#[test]
fn conf_10_gateway_connections() {
    let long = "s".repeat(129);
    check(
        server,
        &[
            (
                &with_connection(r#"{"type":"gateway","namespace":"standard","provider":"p","slug":null}"#),
                &[],
            ),
            (&with_connection(r#"{"type":"gateway","namespace":"builtin","provider":"p"}"#), &[]),
            (&with_connection(r#"{"type":"gateway","namespace":"custom","slug":"s","provider":null}"#), &[]),
            (
                &with_connection(r#"{"type":"gateway","namespace":"custom","provider":"p"}"#),
                &["error connection.gateway /connection", "error connection.gateway /connection/provider"],
            ),
            (
                &with_connection(r#"{"type":"gateway","namespace":"standard","slug":"s"}"#),
                &["error connection.gateway /connection", "error connection.gateway /connection/slug"],
            ),
            (
                &with_connection(r#"{"type":"gateway","namespace":"own"}"#),
                &["error connection.gateway /connection/namespace"],
            ),
            (&with_connection(r#"{"type":"gateway"}"#), &["error field.missing /connection"]),
            (
                &with_connection(r#"{"type":"gateway","namespace":null}"#),
                &["error type.invalid /connection/namespace"],
            ),
            (
                &with_connection(r#"{"type":"gateway","namespace":"custom","slug":" \t"}"#),
                &["error connection.gateway /connection/slug"],
            ),
            (
                &with_connection(&format!(r#"{{"type":"gateway","namespace":"custom","slug":"{long}"}}"#)),
                &["error connection.gateway /connection/slug"],
            ),
            (
                &with_connection(r#"{"type":"gateway","namespace":"custom","slug":7,"url":"x"}"#),
                &["error type.invalid /connection/slug", "error field.unknown /connection/url"],
            ),
            (&with_connection("null"), &["error type.invalid /connection"]),
            (&with_connection("{}"), &["error field.missing /connection"]),
            (&with_connection(r#"{"type":"htp"}"#), &["error type.invalid /connection/type"]),
        ],
    );
}

#[test]
fn conf_11_to_14_direct_connections() {
    let direct =
        |more: &str| with_connection(&format!(r#"{{"type":"http","url":"https://a.example"{more}}}"#));
    check(
        server,
        &[
            (&direct(""), &[]),
            (&with_connection(r#"{"type":"http"}"#), &["error field.missing /connection"]),
            (
                &with_connection(r#"{"type":"http","url":"https://u:p@a.example"}"#),
                &["error connection.url /connection/url"],
            ),
            (
                &with_connection(r#"{"type":"http","url":"http://a.example"}"#),
                &["warning connection.url /connection/url"],
            ),
            (&direct(r#","headers":{"X-Tenant":"acme"},"credentials":{"type":"none"}"#), &[]),
            (
                &direct(r#","headers":{"a b":"x","":"x","x-a":"","x-b":"a\r\nb","x-c":7,"x-d":" ","é":"x"}"#),
                &[
                    "error connection.header /connection/headers/a b",
                    "error connection.header /connection/headers/",
                    "error connection.header /connection/headers/x-a",
                    "error connection.header /connection/headers/x-b",
                    "error type.invalid /connection/headers/x-c",
                    "error connection.header /connection/headers/x-d",
                    "error connection.header /connection/headers/é",
                ],
            ),
            (
                &direct(
                    r#","headers":{"X-A":"x","x-a":"y"},"credentials":{"type":"header_secret_refs","headers":{"X-a":"s","Y":"s","y":"s"}}"#,
                ),
                &[
                    "error connection.header /connection/headers/x-a",
                    "error connection.header /connection/credentials/headers/X-a",
                    "error connection.header /connection/credentials/headers/y",
                ],
            ),
            (
                &direct(r#","headers":{"Authorization":"x","X-API-Key":"y"}"#),
                &[
                    "warning connection.public_secret /connection/headers/Authorization",
                    "warning connection.public_secret /connection/headers/X-API-Key",
                ],
            ),
            (
                &direct(r#","credentials":{"type":"header_secret_refs","headers":{"A":" ","B":7}}"#),
                &[
                    "error connection.credentials /connection/credentials/headers/A",
                    "error type.invalid /connection/credentials/headers/B",
                ],
            ),
            (
                &direct(r#","credentials":{"type":"oauth"}"#),
                &["error connection.credentials /connection/credentials/type"],
            ),
            (
                &direct(r#","credentials":{"type":"none","headers":{}}"#),
                &["error connection.credentials /connection/credentials/headers"],
            ),
            (
                &direct(r#","credentials":{"type":"header_secret_refs"}"#),
                &["error field.missing /connection/credentials"],
            ),
            (&direct(r#","credentials":null"#), &["error type.invalid /connection/credentials"]),
        ],
    );
}

#[test]
fn qual_35_no_message_holds_a_value_that_may_be_secret() {
    let text = r#"{"name":"a","connection":{"type":"http","url":"https://u:s3cret@h","headers":{"A":"s3cret\n","B: s3cret":"s3cret"},
        "credentials":[{"binding":{"kind":"s3cret","name":"s3cret x"},"value":"s3cret\u0000","usage":"s3cret"}]}}"#;
    let report = validate_server_bytes(text.as_bytes());
    assert_eq!(report.diagnostics.len(), 7);
    for said in report.diagnostics {
        assert!(!said.message.contains("s3cret"), "{}", said.message);
        assert!(!said.help.unwrap_or_default().contains("s3cret"));
    }
}

#[test]
fn conf_16_filters() {
    check(
        server,
        &[
            (&with_policy(r#"{"tools":{}}"#), &[]),
            (&with_policy(r#"{"tools":{"mode":"all","names":[]}}"#), &[]),
            (&with_policy(r#"{"tools":{"mode":"include","names":["a"]}}"#), &[]),
            (
                &with_policy(r#"{"tools":{"mode":"all","names":["a"]}}"#),
                &["error filter.names /policy/tools/names"],
            ),
            (&with_policy(r#"{"tools":{"names":["a"]}}"#), &["error filter.names /policy/tools/names"]),
            (&with_policy(r#"{"tools":{"mode":"include"}}"#), &["error filter.names /policy/tools"]),
            (
                &with_policy(r#"{"tools":{"mode":"include","names":[]}}"#),
                &["error filter.names /policy/tools/names"],
            ),
            (
                &with_policy(r#"{"tools":{"mode":"include","names":[" ",7,"a","a"]}}"#),
                &[
                    "error filter.names /policy/tools/names/0",
                    "error filter.names /policy/tools/names/1",
                    "warning filter.names /policy/tools/names/3",
                ],
            ),
            (
                &with_policy(r#"{"tools":{"mode":"exclude","names":["a"]}}"#),
                &["error filter.names /policy/tools/mode"],
            ),
            (
                &with_policy(r#"{"tools":{"mode":null,"names":null}}"#),
                &["error type.invalid /policy/tools/mode", "error type.invalid /policy/tools/names"],
            ),
            (&with_policy(r#"{"tools":null}"#), &["error type.invalid /policy/tools"]),
            (&with_policy("null"), &["error type.invalid /policy"]),
        ],
    );
}

#[test]
fn conf_17_permissions_are_the_three_words() {
    check(
        server,
        &[
            (&with_policy(r#"{"permission":null,"new_tool_permission":null}"#), &[]),
            (
                &with_policy(
                    r#"{"permission":"Allow","new_tool_permission":true,"tool_permissions":{"a":null,"b":"never"}}"#,
                ),
                &[
                    "error permission.invalid /policy/permission",
                    "error permission.invalid /policy/new_tool_permission",
                    "error permission.invalid /policy/tool_permissions/a",
                    "error permission.invalid /policy/tool_permissions/b",
                ],
            ),
            (&with_policy(r#"{"tool_permissions":[]}"#), &["error type.invalid /policy/tool_permissions"]),
            (&with_policy(r#"{"tool_permissions":null}"#), &["error type.invalid /policy/tool_permissions"]),
        ],
    );
    let report = validate_server_bytes(with_policy(r#"{"permission":"never"}"#).as_bytes());
    assert_eq!(report.diagnostics[0].help.as_deref(), Some("did you mean `deny`?"));
}

#[test]
fn conf_18_and_19_names_of_the_table() {
    let report = |policy: &str| validate_server_bytes(with_policy(policy).as_bytes());
    check(
        server,
        &[
            (
                &with_policy(
                    r#"{"tools":{"mode":"include","names":["a"]},"tool_permissions":{"a":"ask","b":"ask","c":"deny"}}"#,
                ),
                &[
                    "error table.hidden /policy/tool_permissions/b",
                    "error table.hidden /policy/tool_permissions/c",
                ],
            ),
            (
                &with_policy(r#"{"tool_permissions":{" ":"ask"}}"#),
                &["error table.hidden /policy/tool_permissions/ "],
            ),
            (
                &with_policy(
                    r#"{"tools":{"mode":"include","names":["mcp__acme__b"]},"toolPermissions":{"mcp__acme__a":"deny"}}"#,
                ),
                &[
                    "error name.rendered /policy/tools/names/0",
                    "error name.rendered /policy/toolPermissions/mcp__acme__a",
                ],
            ),
            (&with_policy(r#"{"tool_permissions":{"mcp__other__a":"deny","mcp__acme":"deny"}}"#), &[]),
        ],
    );
    let rendered = report(r#"{"tool_permissions":{"mcp__acme__echo":"deny"}}"#);
    assert_eq!(rendered.diagnostics[0].help.as_deref(), Some("did you mean `echo`?"));
    let text = r#"{"mcps":[{"name":"a.b","connection":{"type":"gateway","namespace":"custom","slug":"s"},
        "policy":{"tool_permissions":{"mcp__a_b__x_y":"deny"}}}]}"#;
    let found = validate_bytes(text.as_bytes(), false, Some(br#"{"a.b":[{"name":"x.y"}]}"#));
    assert_eq!(said(&found), ["error name.rendered /mcps/0/policy/tool_permissions/mcp__a_b__x_y"]);
    assert_eq!(found.diagnostics[0].help.as_deref(), Some("did you mean `x.y`?"));
    let report = validate_bytes(text.as_bytes(), false, Some(br#"{"a.b":[{"name":"mcp__a_b__x_y"}]}"#));
    assert!(report.ok && report.diagnostics.is_empty());
}

#[test]
fn conf_20_and_23_rules() {
    check(
        agent,
        &[
            (r#"{"runner":{"permissions":{"default":"allow_reads","rules":[]}}}"#, &[]),
            (
                r#"{"runner":{"permissions":{"default":"reads"}}}"#,
                &["error runner.permissions /runner/permissions/default"],
            ),
            (
                r#"{"runner":{"permissions":{"default":null}}}"#,
                &["error runner.permissions /runner/permissions/default"],
            ),
            (
                r#"{"runner":{"permissions":{"rules":[{},{"pattern":7,"permission":"x"},{"pattern":"","permission":"deny"},7]}}}"#,
                &[
                    "error field.missing /runner/permissions/rules/0",
                    "error field.missing /runner/permissions/rules/0",
                    "error type.invalid /runner/permissions/rules/1/pattern",
                    "error permission.invalid /runner/permissions/rules/1/permission",
                    "error rule.pattern /runner/permissions/rules/2/pattern",
                    "error type.invalid /runner/permissions/rules/3",
                ],
            ),
            (
                r#"{"harness":{"permissions":{"allow":["Bash","Edit(docs/**)"],"ask":[7],"deny":["Read(./.env)","WebFetch(domain:x)"]}}}"#,
                &[
                    "warning rule.harness_only /harness/permissions/allow/1",
                    "error type.invalid /harness/permissions/ask/0",
                    "warning rule.harness_only /harness/permissions/deny/0",
                    "warning rule.harness_only /harness/permissions/deny/1",
                ],
            ),
        ],
    );
}

#[test]
fn conf_21_names_that_a_catalog_does_not_have() {
    let text = r#"{"mcps":[{"name":"acme","connection":{"type":"gateway","namespace":"custom","slug":"s"},
        "policy":{"tools":{"mode":"include","names":["serch","echo"]},"tool_permissions":{"serch":"deny"}}}]}"#;
    let report = |catalogs: &[u8]| validate_bytes(text.as_bytes(), false, Some(catalogs));
    let unknown = report(br#"{"acme":[{"name":"search"},{"name":"echo"}]}"#);
    assert!(unknown.ok);
    assert_eq!(
        said(&unknown),
        [
            "warning catalog.unknown_tool /mcps/0/policy/tools/names/0",
            "warning catalog.unknown_tool /mcps/0/policy/tool_permissions/serch",
        ]
    );
    assert_eq!(unknown.diagnostics[0].help.as_deref(), Some("did you mean `search`?"));
    assert!(report(br#"{"acme":{"tools":[],"nextCursor":"2"}}"#).diagnostics.is_empty());
    for (catalogs, place, says) in [
        (
            r#"{"acme":{"error":{"code":-32000,"message":"grant revoked"}}}"#,
            "/mcps/0",
            "`acme`: the server did not list its tools: `grant revoked`",
        ),
        (r#"{"other":7}"#, "", "`other`"),
        ("[]", "", "catalogs: expected an object"),
        ("{", "", "catalogs: the text ends"),
        (r#"{"acme":[],"acme":[]}"#, "", "stands twice"),
    ] {
        let found = report(catalogs.as_bytes());
        let fault = found.diagnostics.iter().find(|said| said.code == Code::TypeInvalid).unwrap();
        assert_eq!(fault.pointer, place, "{catalogs}");
        assert!(fault.message.contains(says), "{}", fault.message);
        assert!(!found.ok);
    }
}

#[test]
fn conf_22_an_empty_table_alone_does_not_opt_in() {
    check(
        server,
        &[
            (&with_policy(r#"{"tool_permissions":{}}"#), &["warning rule.never /policy/tool_permissions"]),
            (
                &with_policy(r#"{"toolPermissions":{},"newToolPermission":null}"#),
                &["warning rule.never /policy/toolPermissions"],
            ),
            (&with_policy(r#"{"tool_permissions":{},"new_tool_permission":"ask"}"#), &[]),
        ],
    );
}

#[test]
fn conf_24_names_of_gateway_and_client_tools() {
    for (name, valid) in [
        ("create_ticket", true),
        ("task", true),
        ("a.b-c_9", true),
        ("", false),
        ("a b", false),
        ("mcp__x", false),
        ("__proto__", false),
        ("constructor", false),
        ("bash", false),
        ("READ", false),
        ("ls", false),
        ("WebFetch", false),
        ("Task", false),
        ("é", false),
        (&"a".repeat(129), false),
    ] {
        let right: &[&str] = if valid { &[] } else { &["error tool.name /tools/0/name"] };
        assert_eq!(agent(&format!(r#"{{"tools":[{{"name":"{name}"}}]}}"#)), right, "{name}");
    }
    check(
        agent,
        &[
            (r#"{"tools":[{"name":"a"},{"name":"b"},{"name":"a"}]}"#, &["error tool.name /tools/2/name"]),
            (
                r#"{"tools":[{"kind":"calback"},{"name":7},7,{"name":"a","permission":"x","readOnly":"true","inputSchema":[]}]}"#,
                &[
                    "error field.missing /tools/0",
                    "error type.invalid /tools/0/kind",
                    "error type.invalid /tools/1/name",
                    "error type.invalid /tools/2",
                    "error permission.invalid /tools/3/permission",
                    "error type.invalid /tools/3/readOnly",
                    "error type.invalid /tools/3/inputSchema",
                ],
            ),
            (
                r#"{"tools":[{"name":"a","readOnly":true,"read_only":false}]}"#,
                &["error field.unknown /tools/0/read_only"],
            ),
            (r#"{"tools":{}}"#, &["error type.invalid /tools"]),
        ],
    );
}

#[test]
fn a_document_is_read_in_full() {
    let text = br#"{"parameters":{"agent":{
        "mcps":[{"name":"s","connection":{"type":"gateway","namespace":"custom","slug":"g"},
            "policy":{"tools":{"mode":"include","names":["a","b"]},"permission":"ask","toolPermissions":{"a":"allow"},"new_tool_permission":"deny"}},
            {"name":"h","connection":{"type":"http","url":"https://a.example"}}],
        "tools":[{"name":"t","kind":"client","permission":"deny","read_only":true,"input_schema":{}}],
        "runner":{"permissions":{"default":"deny","rules":[{"pattern":"Bash","permission":"ask"}]}},
        "harness":{"kind":"claude","permissions":{"defaultMode":"plan","deny":["Write"],"allow":["Read"]}},
        "sandbox":{"permissions":{"network":{"mode":"off"},"filesystem":"readonly"}}}}}"#;
    let parsed = json::parse(text).unwrap();
    let mut collector = Collector::default();
    let agent = read(&parsed.value, None, &mut collector).agent;
    assert_eq!(collector.finish(None).diagnostics, []);
    assert_eq!(agent.base, "/parameters/agent");
    assert_eq!(agent.servers[0].policy.tool_permissions, [("a", crate::permission::Permission::Allow)]);
    assert_eq!(agent.servers[0].policy.table_key(), "toolPermissions");
    assert_eq!(agent.servers[0].policy.new_tool_key(), "new_tool_permission");
    assert_eq!(
        agent.servers[1].connection,
        Some(crate::document::Connection::Http { url: "https://a.example" })
    );
    assert!(agent.tools[0].read_only && agent.tools[0].input_schema.is_some());
    let rules: Vec<_> = agent.rules.iter().map(|rule| (rule.pattern, rule.permission.as_str())).collect();
    assert_eq!(rules, [("Bash", "ask"), ("Read", "allow"), ("Write", "deny")]);
    assert_eq!((agent.harness.kind, agent.harness.default_mode), (Some("claude"), Some("plan")));
    assert!(agent.sandbox.network_off && agent.sandbox.filesystem_readonly);
}

#[test]
fn suggestions_are_made_for_the_first_fifty_problems() {
    let fields: Vec<_> = (0..60).map(|n| format!(r#""permission{n}":1"#)).collect();
    let report = validate_server_bytes(with_policy(&format!("{{{}}}", fields.join(","))).as_bytes());
    assert_eq!(report.diagnostics.len(), 60);
    assert_eq!(report.diagnostics.iter().filter(|said| said.help.is_some()).count(), 50);
}

/// A text of many entries, made by a closure.
fn many(count: usize, entry: impl Fn(usize) -> String) -> String {
    (0..count).map(entry).collect::<Vec<_>>().join(",")
}

/// QUAL-13: shapes that tempt to compare everything with everything, each problem reported; at this
/// size a quadratic step makes the test run for minutes.
#[test]
fn qual_13_every_problem_of_large_documents_is_reported() {
    let count = 20_000;
    let servers = |name: &dyn Fn(usize) -> String| {
        format!(r#"{{"harness":{{"kind":"claude"}},"mcps":[{}]}}"#, many(count, |n| named(&name(n))))
    };
    let table = |name: &str, entry: &dyn Fn(usize) -> String| {
        format!(
            r#"{{"mcps":[{{"name":"{name}",{GATEWAY},"policy":{{"tool_permissions":{{{}}}}}}}]}}"#,
            many(count, entry)
        )
    };
    let spelled = |n: usize| (0..15).map(|bit| if n >> bit & 1 == 1 { '.' } else { '_' }).collect::<String>();
    let long = "a-".repeat(200_000);
    let catalog = format!(r#"{{"s":[{}]}}"#, many(count, |n| format!(r#"{{"name":"t-{n}"}}"#)));
    let faults = format!("{{{}}}", many(count, |n| format!(r#""s{n}":7"#)));
    for (text, catalogs, least) in [
        (servers(&|n| format!("s{n}")), None, 0),
        (servers(&|_| "s".to_owned()), None, count - 1),
        (servers(&|n| format!("s__{n}")), None, count),
        (servers(&|n| format!("a{}", spelled(n))), None, count),
        (servers(&|n| format!("s{n}")), Some(faults), count),
        (table("s", &|n| format!(r#""t{n}":"alow""#)), None, count),
        (table("s", &|n| format!(r#""t.{n}":"deny""#)), Some(catalog.clone()), count),
        (table("s", &|n| format!(r#""mcp__s__t_{n}":"deny""#)), Some(catalog), count),
        (table("s", &|n| format!(r#""{}":"deny""#, spelled(n))), None, count - 1),
        (table(&long, &|n| format!(r#""mcp__t.{n}":"deny""#)), None, 1),
        (format!(r#"{{"harness":{{{}}}}}"#, many(count, |n| format!(r#""kind{n}":0"#))), None, 10),
        (format!(r#"{{"tools":[{}]}}"#, many(count, |_| r#"{"name":"a","nam":0}"#.to_owned())), None, count),
    ] {
        let report = validate_bytes(text.as_bytes(), false, catalogs.as_deref().map(str::as_bytes));
        assert!(report.diagnostics.len() >= least, "{} of {least}", report.diagnostics.len());
    }
}
