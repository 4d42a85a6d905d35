//! The operations of `tests/vectors/teams`, on the Rust surface.

use callgate::wire::agentteams as teams;
use serde_json::Value;

use crate::surface::{Arguments, answer, described, parse};
use crate::vector::Form;

/// The result of an operation of AgentTeams; nothing when it is not one.
pub(crate) fn run(op: &str, arguments: &Arguments, form: Form) -> Option<Result<Value, String>> {
    let facts = || arguments.value("facts").map(|facts| facts.to_string()).unwrap_or_default();
    let need = |key: &str| arguments.need(key, form);
    let text = |key: &str| arguments.text(key);
    Some(match op {
        "team_path" => arguments.text("path").and_then(|path| {
            parse(&teams::check_path(&path, arguments.value("write") == Some(Value::Bool(true))))
        }),
        "team_scope" => arguments.text("scope").and_then(|scope| {
            let found = teams::in_scope(&scope, &arguments.text("path")?);
            Ok(found.map_or_else(|fault| described(&fault), Value::Bool))
        }),
        "team_manifest" => need("manifest").and_then(|manifest| parse(&teams::validate_manifest(manifest))),
        "team_decide" => need("manifest")
            .and_then(|manifest| answer(teams::decide_request(manifest, need("request")?, &facts()))),
        "team_approval" => need("manifest")
            .and_then(|manifest| answer(teams::decide_approval(manifest, need("record")?, &facts()))),
        "team_render" => need("manifest").and_then(|manifest| {
            let rendered = teams::render_agent(manifest, &text("content")?, &text("python")?);
            Ok(rendered.map_or_else(|fault| described(&fault), Value::from))
        }),
        "team_launch" => text("agent").and_then(|agent| {
            let tools: Vec<String> = arguments
                .value("tools")
                .and_then(|list| serde_json::from_value(list).ok())
                .unwrap_or_default();
            let tools: Vec<&str> = tools.iter().map(String::as_str).collect();
            answer(teams::launch(&agent, &tools, &text("approval")?, &text("python")?))
        }),
        "team_resolve" => {
            text("framework").and_then(|framework| answer(teams::resolve(&framework, need("manifest")?)))
        }
        "team_audit" => need("manifest").and_then(|manifest| {
            let files = arguments.value("files").unwrap_or_default().to_string();
            answer(teams::audit(manifest, &files, &text("python")?))
        }),
        "team_wiring" => need("manifest")
            .and_then(|manifest| answer(teams::wiring_problems(manifest, &text("framework")?, &facts()))),
        _ => return None,
    })
}
