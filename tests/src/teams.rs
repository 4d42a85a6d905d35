//! The operations of `tests/vectors/teams`, on the Rust surface.

use callgate::wire::agentteams as teams;
use serde_json::Value;

use crate::surface::{Arguments, answer, described, parse};
use crate::vector::Form;

/// The result of an operation of AgentTeams; nothing when it is not one.
pub(crate) fn run(op: &str, arguments: &Arguments, form: Form) -> Option<Result<Value, String>> {
    let facts = || arguments.value("facts").map(|facts| facts.to_string()).unwrap_or_default();
    let need = |key: &str| arguments.need(key, form);
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
        _ => return None,
    })
}
