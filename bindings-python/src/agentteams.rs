//! AgentTeams (TEAM-): JSON text in and out; `callgate.agentteams` makes objects of it.

use callgate::wire::agentteams as teams;
use pyo3::prelude::*;

use crate::given::Given;
use crate::results::exception;

/// Server name, tools, paths, rules and limits, as JSON text.
#[pyfunction]
pub(crate) fn teams_constants() -> String {
    teams::constants()
}

/// Everything that is wrong with a manifest, as JSON text.
#[pyfunction]
pub(crate) fn teams_validate_manifest(manifest: &Bound<'_, PyAny>) -> PyResult<String> {
    let manifest = Given::take(manifest)?;
    Ok(teams::validate_manifest(manifest.input()))
}

/// TEAM-1: what holds for a team, as JSON text.
#[pyfunction]
pub(crate) fn teams_resolve(
    py: Python<'_>,
    framework: &str,
    manifest: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let manifest = Given::take(manifest)?;
    teams::resolve(framework, manifest.input()).map_err(|fault| exception(py, fault))
}

/// TEAM-20: a path, as JSON text.
#[pyfunction]
pub(crate) fn teams_check_path(path: &str, write: bool) -> String {
    teams::check_path(path, write)
}

/// TEAM-62: whether a path lies in a scope.
#[pyfunction]
pub(crate) fn teams_in_scope(py: Python<'_>, scope: &str, path: &str) -> PyResult<bool> {
    teams::in_scope(scope, path).map_err(|fault| exception(py, fault))
}

/// TEAM-62: what a request says, as JSON text.
#[pyfunction]
pub(crate) fn teams_read_request(py: Python<'_>, record: &Bound<'_, PyAny>) -> PyResult<String> {
    let record = Given::take(record)?;
    let record = record.input();
    Ok(py.detach(|| teams::read_request(record)))
}

/// TEAM-62: the decision on a request, as JSON text.
#[pyfunction]
pub(crate) fn teams_decide_request(
    py: Python<'_>,
    manifest: &Bound<'_, PyAny>,
    record: &Bound<'_, PyAny>,
    facts: &str,
) -> PyResult<String> {
    let (manifest, record) = (Given::take(manifest)?, Given::take(record)?);
    let (manifest, record) = (manifest.input(), record.input());
    py.detach(|| teams::decide_request(manifest, record, facts)).map_err(|fault| exception(py, fault))
}

/// TEAM-63: the decision on the orchestrator's answer, as JSON text.
#[pyfunction]
pub(crate) fn teams_decide_approval(
    py: Python<'_>,
    manifest: &Bound<'_, PyAny>,
    record: &Bound<'_, PyAny>,
    facts: &str,
) -> PyResult<String> {
    let (manifest, record) = (Given::take(manifest)?, Given::take(record)?);
    teams::decide_approval(manifest.input(), record.input(), facts).map_err(|fault| exception(py, fault))
}

/// TEAM-67: a signed grant, as JSON text.
#[pyfunction]
pub(crate) fn teams_sign_grant(py: Python<'_>, key: &[u8], grant: &str) -> PyResult<String> {
    teams::sign_grant(key, grant).map_err(|fault| exception(py, fault))
}

/// TEAM-67: the scopes of a grant or why it does not hold, as JSON text.
#[pyfunction]
pub(crate) fn teams_verify_grant(key: &[u8], grant: &[u8], agent: &str, now: u64) -> String {
    teams::verify_grant(key, grant, agent, now)
}

/// TEAM-66: the head of a ledger without lines, as JSON text.
#[pyfunction]
pub(crate) fn teams_ledger_start(key: &[u8]) -> String {
    teams::ledger_start(key)
}

/// TEAM-66: the next line with its head, as JSON text.
#[pyfunction]
pub(crate) fn teams_ledger_append(
    py: Python<'_>,
    key: &[u8],
    head: &str,
    time: u64,
    kind: &str,
    data: &str,
) -> PyResult<String> {
    teams::ledger_append(key, head, time, kind, data).map_err(|fault| exception(py, fault))
}

/// TEAM-66: what a look through a whole ledger says, as JSON text.
#[pyfunction]
#[pyo3(signature = (key, ledger, head=None))]
pub(crate) fn teams_ledger_verify(py: Python<'_>, key: &[u8], ledger: &[u8], head: Option<&[u8]>) -> String {
    py.detach(|| teams::ledger_verify(key, ledger, head))
}

/// TEAM-2: how an agent's server is started and rendered, as JSON text.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "a list of names is only extracted whole")]
pub(crate) fn teams_launch(
    py: Python<'_>,
    agent: &str,
    tools: Vec<String>,
    approval: &str,
    python: &str,
) -> PyResult<String> {
    let tools: Vec<&str> = tools.iter().map(String::as_str).collect();
    teams::launch(agent, &tools, approval, python).map_err(|fault| exception(py, fault))
}

/// TEAM-3: an agent's file, rendered.
#[pyfunction]
pub(crate) fn teams_render_agent(
    py: Python<'_>,
    manifest: &Bound<'_, PyAny>,
    file: &str,
    python: &str,
) -> PyResult<String> {
    let manifest = Given::take(manifest)?;
    teams::render_agent(manifest.input(), file, python).map_err(|fault| exception(py, fault))
}

/// TEAM-4: the audit's findings, as JSON text.
#[pyfunction]
pub(crate) fn teams_audit(
    py: Python<'_>,
    manifest: &Bound<'_, PyAny>,
    files: &str,
    python: &str,
) -> PyResult<String> {
    let manifest = Given::take(manifest)?;
    teams::audit(manifest.input(), files, python).map_err(|fault| exception(py, fault))
}

/// TEAM-120: the problems of a live installation, as JSON text.
#[pyfunction]
pub(crate) fn teams_wiring_problems(
    py: Python<'_>,
    manifest: &Bound<'_, PyAny>,
    framework: &str,
    facts: &str,
) -> PyResult<String> {
    let manifest = Given::take(manifest)?;
    teams::wiring_problems(manifest.input(), framework, facts).map_err(|fault| exception(py, fault))
}
