//! AgentTeams as bindings see it: JSON text in and out (TEAM-).

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Fault, Input, to_json};
use crate::agentteams::{
    self, Access, Action, AgentFile, Approval, Facts, Framework, Grant, Granted, Head, MAX_REQUEST_BYTES,
    Manifest, Request, Scope, Tool, Verdict,
};
use crate::diagnostic::Collector;
use crate::digest::sha256_hex;
use crate::suggest::quoted;

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

/// An agent's grant from its parts; the tools come into their order.
fn granted(agent: &str, tools: &[&str], approval: &str) -> Result<Granted, Fault> {
    if !agentteams::is_agent_name(agent) {
        return Err(Fault::argument(format!("{} is no agent's name", quoted(agent))));
    }
    let unknown = |name: &&str| Fault::argument(format!("no tool {} is known", quoted(name)));
    let tool = |name| Tool::from_name(name).ok_or_else(|| unknown(&name));
    let mut tools = tools.iter().copied().map(tool).collect::<Result<Vec<_>, _>>()?;
    tools.sort_unstable();
    tools.dedup();
    if tools.is_empty() {
        return Err(Fault::argument("a grant without tools grants nothing"));
    }
    let approval = Approval::from_name(approval)
        .ok_or_else(|| Fault::argument(format!("{} is neither `staged` nor `direct`", quoted(approval))))?;
    Ok(Granted { tools, approval })
}

/// What to start an agent's server with, and how it is rendered: `{"args", "tool_names",
/// "claude_block", "goose_extension"}` (TEAM-2, HARN-30, HARN-35).
///
/// # Errors
/// `invalid_argument` for a name that is no slug, an unknown tool or approval, or no tools.
pub fn launch(agent: &str, tools: &[&str], approval: &str, python: &str) -> Result<String, Fault> {
    #[derive(Serialize)]
    struct Written {
        args: Vec<String>,
        tool_names: Vec<String>,
        claude_block: String,
        goose_extension: agentteams::GooseExtension,
    }
    let granted = granted(agent, tools, approval)?;
    Ok(to_json(&Written {
        args: agentteams::launch_args(agent, &granted),
        tool_names: agentteams::tool_names(&granted.tools),
        claude_block: agentteams::claude_block(agent, &granted, python),
        goose_extension: agentteams::goose_extension(agent, &granted, python),
    }))
}

/// Renders an agent's file that exists (TEAM-3).
///
/// # Errors
/// `invalid_document` for a manifest with errors, `invalid_argument` for a file without readable front
/// matter.
pub fn render_agent(manifest: Input<'_>, file: &str, python: &str) -> Result<String, Fault> {
    let manifest = self::manifest(manifest)?;
    agentteams::render_agent(&manifest, file, python)
        .map_err(|what| Fault::argument(format!("the agent's file cannot be rendered: {what}")))
}

/// The audit (TEAM-4): a list of `{"code", "severity", "file", "line", "sentence"}`. `files` is a list of
/// `{"path", "content"}` or `{"path", "problem"}`.
///
/// # Errors
/// `invalid_document` for a manifest with errors.
pub fn audit(manifest: Input<'_>, files: &str, python: &str) -> Result<String, Fault> {
    let manifest = self::manifest(manifest)?;
    let files: Vec<AgentFile> = facts(files)?;
    Ok(to_json(&agentteams::audit(&manifest, &files, python)))
}

/// The problems of a live installation, a list of sentences (TEAM-120); see
/// [`WiringFacts`](agentteams::WiringFacts).
///
/// # Errors
/// `invalid_document` for a manifest with errors.
pub fn wiring_problems(manifest: Input<'_>, framework: &str, facts: &str) -> Result<String, Fault> {
    let manifest = self::manifest(manifest)?;
    let facts = self::facts(facts)?;
    Ok(to_json(&agentteams::wiring_problems(&manifest, framework, &facts)))
}

/// What holds for a team under its write policy (TEAM-1): `{"orchestrator_only", "orchestrator",
/// "granted": {agent: {"tools", "approval"}}}`.
///
/// # Errors
/// `invalid_document` for a manifest with errors; `invalid_argument` for a framework that is unknown, or
/// that cannot enforce the policy, with the reason.
pub fn resolve(framework: &str, manifest: Input<'_>) -> Result<String, Fault> {
    #[derive(Serialize)]
    struct Entry {
        tools: Vec<&'static str>,
        approval: &'static str,
    }
    let manifest = self::manifest(manifest)?;
    let framework = Framework::from_name(framework)
        .ok_or_else(|| Fault::argument(format!("no framework {} is known", quoted(framework))))?;
    if manifest.orchestrator_only && framework == Framework::Goose {
        return Err(Fault::argument(agentteams::GOOSE_REFUSED));
    }
    let granted: std::collections::BTreeMap<&str, Entry> = manifest
        .grants
        .iter()
        .filter(|_| manifest.orchestrator_only)
        .map(|(name, grant)| {
            let tools = grant.tools.iter().copied().map(Tool::as_str).collect();
            (name.as_str(), Entry { tools, approval: grant.approval.as_str() })
        })
        .collect();
    Ok(to_json(&serde_json::json!({
        "framework": framework.as_str(),
        "orchestrator_only": manifest.orchestrator_only,
        "orchestrator": manifest.orchestrator,
        "granted": granted,
    })))
}

/// Constants that other languages repeat nowhere: `{"server_name", "tools", "queue", "protected_path",
/// "python_flags", "required_claude_deny", "read_secrets_claude_deny", "staged_seconds",
/// "max_content_bytes", "max_request_bytes"}`.
#[must_use]
pub fn constants() -> String {
    to_json(&serde_json::json!({
        "server_name": agentteams::SERVER_NAME,
        "tools": Tool::ALL.map(Tool::as_str),
        "queue": agentteams::QUEUE,
        "protected_path": agentteams::PROTECTED_PATH,
        "python_flags": agentteams::PYTHON_FLAGS,
        "required_claude_deny": agentteams::REQUIRED_CLAUDE_DENY,
        "read_secrets_claude_deny": agentteams::READ_SECRETS_CLAUDE_DENY,
        "staged_seconds": agentteams::STAGED_SECONDS,
        "max_content_bytes": agentteams::MAX_CONTENT_BYTES,
        "max_request_bytes": MAX_REQUEST_BYTES,
    }))
}
