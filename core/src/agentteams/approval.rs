//! What the orchestrator says of a staged proposal (TEAM-63).

use serde::Deserialize;

use super::decide::{DispatchFact, Verdict};
use super::manifest::Manifest;
use super::request::{Action, Request, head, is_hex, is_id, required_text};
use crate::diagnostic::{Code, Collector};
use crate::digest::sha256_hex;
use crate::json::{Pointer, Value};
use crate::validate::fields::strict;

/// What the runner found out about an answer. Times are seconds since 1970.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApprovalFacts {
    /// The time now, never earlier than what the ledger says last.
    pub now: u64,
    /// Whether the ledger knows the answer's own id.
    pub known_id: bool,
    /// What the ledger says of the answer's nonce.
    pub dispatch: Option<DispatchFact>,
    /// The proposal that it names, from the ledger.
    pub staged: Option<Staged>,
}

/// A staged proposal as the ledger has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Staged {
    /// The hash of what there was to be shown ([`shown_sha256`]).
    pub shown_sha256: String,
    /// Until when it waits, exclusively.
    pub expires: u64,
    /// Whether it still waits: neither applied, rejected nor refused.
    pub open: bool,
}

/// The hash of everything that is shown of a proposal: its id, tool, path, base and content, so that an
/// approval fits exactly what was looked at. Commands are never staged and have none.
#[must_use]
pub fn shown_sha256(request: &Request) -> Option<String> {
    let (path, base, content) = match &request.action {
        Action::Write { path, base_sha256, content, .. } => {
            (path, base_sha256, sha256_hex(content.as_bytes()))
        }
        Action::Delete { path, base_sha256, .. } => (path, base_sha256, "absent".to_owned()),
        Action::Run { .. } => return None,
    };
    let parts = [&*request.id, request.action.tool().as_str(), path, base, &content];
    Some(sha256_hex(serde_json::to_string(&parts).unwrap_or_default().as_bytes()))
}

/// Decides an answer of the orchestrator (TEAM-63): outcome `apply` (check the proposal again, then
/// apply it), `reject` or `refuse`. `record` is the answer's JSON:
/// `{"version", "id", "kind": "approve"|"reject", "dispatch", "request_id", "shown_sha256"}`.
#[must_use]
pub fn decide_approval(manifest: &Manifest, record: &Value<'_>, facts: &ApprovalFacts) -> Verdict {
    let (outcome, code, sentence) = match judge(manifest, record, facts) {
        Ok(outcome) if outcome == "apply" => {
            (outcome, "approval.approved", "the orchestrator approved it".to_owned())
        }
        Ok(outcome) => (outcome, "approval.rejected", "the orchestrator rejected it".to_owned()),
        Err((code, sentence)) => ("refuse", code, sentence),
    };
    Verdict { outcome, code, sentence, ..Verdict::default() }
}

type Refusal = (&'static str, String);

fn judge(manifest: &Manifest, record: &Value<'_>, facts: &ApprovalFacts) -> Result<&'static str, Refusal> {
    let refuse = |code, sentence: &str| Err((code, sentence.to_owned()));
    let approves = read(record)?;
    if facts.known_id {
        return refuse("request.replayed", "the runner has seen this answer's id before");
    }
    let Some(dispatch) = &facts.dispatch else {
        return refuse("dispatch.unknown", "no dispatch has this nonce");
    };
    if facts.now >= dispatch.expires {
        return refuse("dispatch.expired", "the orchestrator's dispatch has expired");
    }
    if dispatch.agent != manifest.orchestrator {
        return refuse("dispatch.foreign", "only the orchestrator's own dispatch approves or rejects");
    }
    let Some(staged) = &facts.staged else {
        return refuse("approval.unknown", "no staged proposal has that id");
    };
    if !staged.open {
        return refuse("approval.settled", "the proposal does not wait any more");
    }
    if facts.now >= staged.expires {
        return refuse("approval.expired", "the proposal has expired");
    }
    let shown = record.get("shown_sha256").and_then(Value::as_str).unwrap_or_default();
    if shown != staged.shown_sha256 {
        return refuse("approval.changed", "what was shown is not what is staged: look at it again");
    }
    Ok(if approves { "apply" } else { "reject" })
}

/// Whether a record approves, when it has the form of an answer.
fn read(record: &Value<'_>) -> Result<bool, Refusal> {
    let (root, mut out) = (Pointer::Root(""), Collector::default());
    strict(record, ["version", "id", "kind", "dispatch", "request_id", "shown_sha256"], &root, &mut out);
    let kind = record.get("kind").and_then(Value::as_str).unwrap_or_default();
    head(record, if kind == "reject" { "reject" } else { "approve" }, &root, &mut out);
    for (name, length) in [("id", 32), ("request_id", 32), ("shown_sha256", 64)] {
        let text = required_text(record.get(name), name, record, &root, &mut out).unwrap_or_default();
        if text.len() != length || !is_hex(text) || (length == 32 && !is_id(text)) {
            let message = format!("`{name}` is not {length} hex digits");
            out.error(Code::TypeInvalid, root.key(name).text(), record.start, message);
        }
    }
    required_text(record.get("dispatch"), "dispatch", record, &root, &mut out);
    match out.finish(None).diagnostics.into_iter().next() {
        None => Ok(kind == "approve"),
        Some(first) => Err(("request.schema", format!("the answer is malformed: {}", first.message))),
    }
}
