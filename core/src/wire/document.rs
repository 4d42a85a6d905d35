//! Operations on documents that need no gate: validation, the JSON Schema, the wire form of a
//! server (CONF-, WIRE-1).

use super::{Fault, Input, Lossy, to_json};
use crate::diagnostic::{Code, Collector, Report};
use crate::document::{Filter, Server};
use crate::json::{Value, write_string};
use crate::name::Spelling;
use crate::validate::{read, read_server};

/// Every problem of an agent document, as a report: `{"ok", "diagnostics"}`. Never fails.
#[must_use]
pub fn validate(agent: Input<'_>, catalogs: Option<Input<'_>>) -> String {
    to_json(&report(agent, catalogs))
}

/// [`validate`] for one entry of `mcps`; pointers are into that entry.
#[must_use]
pub fn validate_server(server: Input<'_>) -> String {
    to_json(&report_server(server))
}

/// Every problem of an agent document.
pub(crate) fn report(agent: Input<'_>, catalogs: Option<Input<'_>>) -> Report {
    let mut collector = Collector::default();
    if let Some(root) = agent.read(&mut collector) {
        // The catalogs are another text: what keeps them from being read has no place in this one.
        let mut unreadable = Collector::default();
        let catalogs = catalogs.map(Lossy::of);
        let catalogs = catalogs.as_ref().and_then(|catalogs| catalogs.input().read(&mut unreadable));
        for found in unreadable.finish(None).diagnostics {
            let place =
                if found.pointer.is_empty() { String::new() } else { format!(" at `{}`", found.pointer) };
            let message = format!("catalogs: {}{place}", found.message);
            collector.error(Code::TypeInvalid, String::new(), root.start, message);
        }
        read(&root, catalogs.as_ref(), &mut collector);
    }
    collector.finish(agent.text())
}

/// Every problem of one entry of `mcps`.
pub(crate) fn report_server(server: Input<'_>) -> Report {
    let mut collector = Collector::default();
    if let Some(root) = server.read(&mut collector) {
        read_server(&root, &mut collector);
    }
    collector.finish(server.text())
}

/// The JSON Schema (2020-12) of the agent document.
#[must_use]
pub fn json_schema() -> String {
    crate::schema::SCHEMA.to_owned()
}

/// The form in which a runner receives one entry of `mcps` (WIRE-1): an entry that has that form
/// already comes out the same.
///
/// # Errors
/// `invalid_document` when the entry is not valid.
pub fn to_wire(server: Input<'_>) -> Result<String, Fault> {
    let mut collector = Collector::default();
    let root = server.read(&mut collector);
    let read = root.as_ref().and_then(|root| Some((read_server(root, &mut collector)?, root)));
    match read {
        Some((server, root)) if !collector.has_errors() => Ok(written(&server, root)),
        _ => Err(Fault::invalid(&collector.finish(server.text()))),
    }
}

/// The wire form of a valid server: the connection and the server's permission as they were
/// written, the filter in full, and the per-tool policy only when the author opted in (PERM-4).
fn written(server: &Server<'_>, value: &Value<'_>) -> String {
    let mut out = String::from("{\"name\":");
    write_string(&mut out, server.name);
    if let Some(connection) = value.get("connection") {
        out.push_str(",\"connection\":");
        connection.write(&mut out);
    }
    out.push_str(",\"policy\":{\"tools\":{\"mode\":");
    match &server.policy.filter {
        Filter::All => out.push_str("\"all\"}"),
        Filter::Include(names) => {
            out.push_str("\"include\",\"names\":[");
            for (index, name) in names.iter().enumerate() {
                separate(&mut out, index);
                write_string(&mut out, name);
            }
            out.push_str("]}");
        }
    }
    if let Some(permission) = value.get("policy").and_then(|policy| policy.get("permission")) {
        out.push_str(",\"permission\":");
        permission.write(&mut out);
    }
    if server.policy.is_per_tool() {
        out.push_str(",\"toolPermissions\":{");
        for (index, (tool, permission)) in server.policy.tool_permissions.iter().enumerate() {
            separate(&mut out, index);
            write_string(&mut out, tool);
            out.push(':');
            write_string(&mut out, permission.as_str());
        }
        out.push_str("},\"newToolPermission\":");
        let unnamed = server.policy.new_tool_permission.unwrap_or(crate::permission::Permission::Ask);
        write_string(&mut out, unnamed.as_str());
    }
    out.push_str("}}");
    out
}

fn separate(out: &mut String, index: usize) {
    if index > 0 {
        out.push(',');
    }
}

/// The rendered name, `mcp__<server>__<tool>`, as that harness spells it (HARN-11).
///
/// # Errors
/// `invalid_argument` for a harness that is not known.
pub fn tool_name(server: &str, tool: &str, harness: &str) -> Result<String, Fault> {
    let spelling = match harness {
        "claude" | "pi" => Spelling::Claude,
        "codex" => Spelling::Codex,
        _ => return Err(Fault::argument("the harness is none of `claude`, `codex` and `pi`")),
    };
    Ok(spelling.render(server, tool))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wire(text: &str) -> Result<String, Fault> {
        to_wire(Input::Text(text.as_bytes()))
    }

    #[test]
    fn wire_1_per_tool_policy_appears_only_when_opted_in() {
        for (policy, right) in [
            ("", r#"{"tools":{"mode":"all"}}"#),
            (r#","policy":{}"#, r#"{"tools":{"mode":"all"}}"#),
            (
                r#","policy":{"tools":{"mode":"all","names":[]},"permission":null}"#,
                r#"{"tools":{"mode":"all"},"permission":null}"#,
            ),
            (
                r#","policy":{"tool_permissions":{},"new_tool_permission":null,"permission":"deny"}"#,
                r#"{"tools":{"mode":"all"},"permission":"deny"}"#,
            ),
            (
                r#","policy":{"tools":{"names":["b","a"],"mode":"include"},"tool_permissions":{"a":"allow","b":"deny"}}"#,
                r#"{"tools":{"mode":"include","names":["b","a"]},"toolPermissions":{"a":"allow","b":"deny"},"newToolPermission":"ask"}"#,
            ),
            (
                r#","policy":{"new_tool_permission":"allow"}"#,
                r#"{"tools":{"mode":"all"},"toolPermissions":{},"newToolPermission":"allow"}"#,
            ),
        ] {
            let text = wire(&format!(r#"{{"name":"s"{policy}}}"#)).unwrap();
            assert_eq!(text, format!(r#"{{"name":"s","policy":{right}}}"#));
            assert_eq!(wire(&text).unwrap(), text, "the wire form stays as it is");
        }
    }

    #[test]
    fn wire_1_connections_are_passed_on() {
        for connection in [
            r#"{"type":"gateway","namespace":"custom","slug":"s","provider":null}"#,
            r#"{"type":"http","url":"https://a.example","headers":{"é"#,
            r#"{"type":"http","url":"https://a.example","headers":{"X":"\u00e9\"\\"},"credentials":{"type":"header_secret_refs","headers":{"Y":"slug"}}}"#,
            r#"{"type":"http","url":"https://a.example","credentials":[{"binding":{"kind":"header","name":"Y"},"value":"v","usage":"opaque_http"}]}"#,
        ] {
            let text = format!(r#"{{"name":"s","connection":{connection}}}"#);
            match serde_json::from_str::<serde_json::Value>(&text) {
                Ok(value) => {
                    let wire: serde_json::Value = serde_json::from_str(&wire(&text).unwrap()).unwrap();
                    assert_eq!(wire.get("connection"), value.get("connection"));
                }
                Err(_) => assert_eq!(wire(&text).unwrap_err().code, "invalid_document"),
            }
        }
        assert!(wire(r#"{"name":"agenta-tools"}"#).unwrap_err().message.contains("reserved"));
    }
}
