//! Editing, comparing and suggesting (EDIT-): each answer is JSON text.

use callgate::wire;
use pyo3::prelude::*;

use crate::given::Given;
use crate::results::exception;

/// EDIT-2: the edit, as JSON text.
#[pyfunction]
pub(crate) fn set_server_permission(
    py: Python<'_>,
    policy: &Bound<'_, PyAny>,
    permission: Option<&str>,
) -> PyResult<String> {
    let policy = Given::take(policy)?;
    wire::set_server_permission(policy.input(), permission).map_err(|fault| exception(py, fault))
}

/// EDIT-1: the edit, as JSON text.
#[pyfunction]
pub(crate) fn set_tool_permission(
    py: Python<'_>,
    policy: &Bound<'_, PyAny>,
    tool: &str,
    permission: Option<&str>,
) -> PyResult<String> {
    let policy = Given::take(policy)?;
    wire::set_tool_permission(policy.input(), tool, permission).map_err(|fault| exception(py, fault))
}

/// EDIT-5: the edit, as JSON text.
#[pyfunction]
pub(crate) fn set_new_tool_permission(
    py: Python<'_>,
    policy: &Bound<'_, PyAny>,
    permission: Option<&str>,
) -> PyResult<String> {
    let policy = Given::take(policy)?;
    wire::set_new_tool_permission(policy.input(), permission).map_err(|fault| exception(py, fault))
}

/// EDIT-4: the edit, as JSON text.
#[pyfunction]
pub(crate) fn set_tool_filter(
    py: Python<'_>,
    policy: &Bound<'_, PyAny>,
    mode: &str,
    names: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let (policy, names) = (Given::take(policy)?, Given::take(names)?);
    wire::set_tool_filter(policy.input(), mode, names.input()).map_err(|fault| exception(py, fault))
}

/// EDIT-3: the edit, as JSON text.
#[pyfunction]
pub(crate) fn ask_for_write_and_delete(
    py: Python<'_>,
    policy: &Bound<'_, PyAny>,
    catalog: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let (policy, catalog) = (Given::take(policy)?, Given::take(catalog)?);
    let (policy, catalog) = (policy.input(), catalog.input());
    py.detach(|| wire::ask_for_write_and_delete(policy, catalog)).map_err(|fault| exception(py, fault))
}

/// EDIT-20: the changes, as JSON text.
#[pyfunction]
#[pyo3(signature = (before, after, catalogs=None))]
pub(crate) fn diff(
    py: Python<'_>,
    before: &Bound<'_, PyAny>,
    after: &Bound<'_, PyAny>,
    catalogs: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let (before, after) = (Given::take(before)?, Given::take(after)?);
    let catalogs = Given::take_optional(catalogs)?;
    let (before, after, catalogs) = (before.input(), after.input(), catalogs.as_ref().map(Given::input));
    py.detach(|| wire::diff(before, after, catalogs)).map_err(|fault| exception(py, fault))
}

/// EDIT-7: the suggestion, as JSON text.
#[pyfunction]
pub(crate) fn suggest_rule(
    py: Python<'_>,
    agent: &Bound<'_, PyAny>,
    call: &Bound<'_, PyAny>,
    permission: &str,
) -> PyResult<String> {
    let (agent, call) = (Given::take(agent)?, Given::take(call)?);
    let (agent, call) = (agent.input(), call.input());
    py.detach(|| wire::suggest_rule(agent, call, permission)).map_err(|fault| exception(py, fault))
}
