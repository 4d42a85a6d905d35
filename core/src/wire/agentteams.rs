//! AgentTeams as bindings see it: JSON text in and out (TEAM-).

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Fault, Input, to_json};
use crate::agentteams::{
    self, Access, Action, Facts, Grant, Head, MAX_REQUEST_BYTES, Manifest, Request, Scope, Verdict,
};
use crate::diagnostic::Collector;
use crate::digest::sha256_hex;

/// Everything that is wrong with a team's manifest: `{"ok", "diagnostics"}`.
#[must_use]
pub fn validate_manifest(manifest: Input<'_>) -> String {
    let mut out = Collector::default();
    if let Some(value) = manifest.read(&mut out) {
        let _ = agentteams::read_manifest(&value, &mut out);
    }
    to_json(&out.finish(manifest.text()))
}

/// Reads a manifest that has to be without errors.
pub(super) fn manifest(input: Input<'_>) -> Result<Manifest, Fault> {
    let mut out = Collector::default();
    let read = input.read(&mut out).and_then(|value| agentteams::read_manifest(&value, &mut out));
    let report = out.finish(input.text());
    read.filter(|_| report.ok).ok_or_else(|| Fault::invalid(&report))
}

/// Facts come from the package itself: what does not fit is a programming error.
pub(super) fn facts<T: DeserializeOwned>(text: &str) -> Result<T, Fault> {
    serde_json::from_str(text)
        .map_err(|_| Fault::argument("these facts have another form than this operation takes"))
}

/// A path as it was asked for or resolved (TEAM-20): `{"ok": true, "path"}`, or
/// `{"ok": false, "code", "sentence"}`.
#[must_use]
pub fn check_path(path: &str, write: bool) -> String {
    let access = if write { Access::Write } else { Access::Read };
    match agentteams::check_path(path, access) {
        Ok(path) => to_json(&serde_json::json!({"ok": true, "path": path.text()})),
        Err(fault) => refused(fault.code, &fault.sentence),
    }
}

fn refused(code: &str, sentence: &str) -> String {
    to_json(&serde_json::json!({"ok": false, "code": code, "sentence": sentence}))
}

/// Whether a path that has an allowed form lies in a scope.
///
/// # Errors
/// `invalid_argument` for a scope that is no glob.
pub fn in_scope(scope: &str, path: &str) -> Result<bool, Fault> {
    let scope = Scope::new(scope).map_err(|fault| Fault::argument(fault.sentence))?;
    let path = agentteams::check_path(path, Access::Read);
    Ok(path.is_ok_and(|path| scope.matches(path.components())))
}

/// A request's record, read strictly.
fn request(input: Input<'_>) -> Result<Request, (&'static str, String)> {
    if input.text().is_some_and(|text| text.len() > MAX_REQUEST_BYTES) {
        return Err(("request.size", format!("the request is larger than {MAX_REQUEST_BYTES} bytes")));
    }
    let mut out = Collector::default();
    let read = input.read(&mut out).and_then(|value| agentteams::read_request(&value, &mut out));
    let report = out.finish(None);
    read.filter(|_| report.ok).ok_or_else(|| {
        let first = report.diagnostics.first().map_or("it is empty", |found| found.message.as_str());
        ("request.schema", format!("the request is malformed: {first}"))
    })
}

/// What the runner has to look up before it can decide: `{"ok": true, "id", "dispatch", "via_agent",
/// "tool", "kind", "path"?, "base_sha256"?, "content_sha256"?, "shown_sha256"?, "gates"?, "cwd"?,
/// "expected_writes"?, "argv"?}`, or `{"ok": false, "code", "sentence"}`. `path` is as it was asked for.
#[must_use]
pub fn read_request(record: Input<'_>) -> String {
    #[derive(Serialize)]
    struct Written<'r> {
        ok: bool,
        id: &'r str,
        dispatch: &'r str,
        via_agent: &'r str,
        tool: &'static str,
        kind: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        path: Option<&'r str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        base_sha256: Option<&'r str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        content_sha256: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        shown_sha256: Option<String>,
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        gates: &'r [String],
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        argv: &'r [String],
    }
    let request = match request(record) {
        Ok(request) => request,
        Err((code, sentence)) => return refused(code, &sentence),
    };
    let hash = |content: &String| Some(sha256_hex(content.as_bytes()));
    let (path, base, content, gates, argv): (Option<&String>, Option<&String>, _, &[String], &[String]) =
        match &request.action {
            Action::Write { path, base_sha256, content, gates, .. } => {
                (Some(path), Some(base_sha256), hash(content), gates, &[])
            }
            Action::Delete { path, base_sha256, .. } => (Some(path), Some(base_sha256), None, &[], &[]),
            Action::Run { argv, stdin, .. } => {
                let (path, content) = stdin.as_ref().map(|(path, content)| (path, content)).unzip();
                (path, None, content.and_then(hash), &[], argv)
            }
        };
    to_json(&Written {
        ok: true,
        id: &request.id,
        dispatch: &request.dispatch,
        via_agent: &request.via_agent,
        tool: request.action.tool().as_str(),
        kind: request.action.kind(),
        path: path.map(String::as_str),
        base_sha256: base.map(String::as_str),
        content_sha256: content,
        shown_sha256: agentteams::shown_sha256(&request),
        gates,
        argv,
    })
}

/// The decision on a request (TEAM-62): `{"outcome", "code", "sentence", "agent"?, "tool"?, "path"?,
/// "gates"?, "run"?}`, see [`Verdict`]. `facts` is JSON text, see [`Facts`].
///
/// # Errors
/// `invalid_document` for a manifest with errors, `invalid_argument` for facts of another form.
pub fn decide_request(manifest: Input<'_>, record: Input<'_>, facts: &str) -> Result<String, Fault> {
    let manifest = self::manifest(manifest)?;
    let facts: Facts = self::facts(facts)?;
    Ok(to_json(&match request(record) {
        Ok(request) => agentteams::decide_request(&manifest, &request, &facts),
        Err((code, sentence)) => Verdict { outcome: "refuse", code, sentence, ..Verdict::default() },
    }))
}

/// The decision on an answer of the orchestrator (TEAM-63): outcome `apply`, `reject` or `refuse`.
///
/// # Errors
/// As [`decide_request`].
pub fn decide_approval(manifest: Input<'_>, record: Input<'_>, facts: &str) -> Result<String, Fault> {
    let manifest = self::manifest(manifest)?;
    let facts = self::facts(facts)?;
    let mut out = Collector::default();
    let value = record.read(&mut out);
    let report = out.finish(None);
    Ok(to_json(&match value.filter(|_| report.ok) {
        Some(value) => agentteams::decide_approval(&manifest, &value, &facts),
        None => {
            let first = report.diagnostics.first().map_or("it is empty", |found| found.message.as_str());
            let sentence = format!("the answer is malformed: {first}");
            Verdict { outcome: "refuse", code: "request.schema", sentence, ..Verdict::default() }
        }
    }))
}

/// Signs a direct grant `{"agent", "scopes", "expires"}` (TEAM-67): the same with its `mac`.
///
/// # Errors
/// `invalid_argument` for another form, or a scope that is no glob.
pub fn sign_grant(key: &[u8], grant: &str) -> Result<String, Fault> {
    let grant: Grant = facts(grant)?;
    agentteams::sign_grant(key, grant).map(|grant| to_json(&grant)).map_err(Fault::argument)
}

/// Checks a direct grant for an agent at a time: `{"scopes"}` or `{"problem"}`, as [`Facts`] take it.
#[must_use]
pub fn verify_grant(key: &[u8], grant: &[u8], agent: &str, now: u64) -> String {
    to_json(&match agentteams::verify_grant(key, grant, agent, now) {
        Ok(scopes) => serde_json::json!({ "scopes": scopes }),
        Err(problem) => serde_json::json!({ "problem": problem }),
    })
}

/// The head of a ledger without lines, as JSON text: written before the first line.
#[must_use]
pub fn ledger_start(key: &[u8]) -> String {
    to_json(&Head::start(key))
}

/// The next line of a ledger and its head (TEAM-66): `{"line", "head"}`, the line without its newline.
///
/// # Errors
/// `invalid_argument` for a head that does not hold, or data that is no JSON.
pub fn ledger_append(key: &[u8], head: &str, time: u64, kind: &str, data: &str) -> Result<String, Fault> {
    let head: Head = facts(head)?;
    let (line, head) = agentteams::append(key, &head, time, kind, data).map_err(Fault::argument)?;
    Ok(to_json(&serde_json::json!({ "line": line, "head": head })))
}

/// Looks through a whole ledger (TEAM-66): `{"ok", "count", "head", "length", "head_behind",
/// "problems"}`. A head that is no JSON counts as one that is missing.
#[must_use]
pub fn ledger_verify(key: &[u8], ledger: &[u8], head: Option<&[u8]>) -> String {
    let head = head.and_then(|head| serde_json::from_slice(head).ok());
    to_json(&agentteams::verify_ledger(key, ledger, head.as_ref()))
}
