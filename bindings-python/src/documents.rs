//! Operations on documents that need no gate.

use callgate::wire;
use pyo3::prelude::*;

use crate::given::Given;
use crate::results::exception;

/// The report of an agent document, as JSON text.
#[pyfunction]
#[pyo3(signature = (agent, catalogs=None))]
pub(crate) fn validate(
    py: Python<'_>,
    agent: &Bound<'_, PyAny>,
    catalogs: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let (agent, catalogs) = (Given::take(agent)?, Given::take_optional(catalogs)?);
    let (agent, catalogs) = (agent.input(), catalogs.as_ref().map(Given::input));
    Ok(py.detach(|| wire::validate(agent, catalogs)))
}

/// The report of one entry of `mcps`, as JSON text.
#[pyfunction]
pub(crate) fn validate_server(py: Python<'_>, server: &Bound<'_, PyAny>) -> PyResult<String> {
    let server = Given::take(server)?;
    let server = server.input();
    Ok(py.detach(|| wire::validate_server(server)))
}

/// The JSON Schema of the agent document, as JSON text.
#[pyfunction]
pub(crate) fn json_schema() -> String {
    wire::json_schema()
}

/// The wire form of one entry of `mcps`, as JSON text.
#[pyfunction]
pub(crate) fn to_wire(py: Python<'_>, server: &Bound<'_, PyAny>) -> PyResult<String> {
    let server = Given::take(server)?;
    wire::to_wire(server.input()).map_err(|fault| exception(py, fault))
}

/// The session entry of one entry of `mcps`, with its headers resolved, as JSON text (WIRE-2).
#[pyfunction]
#[pyo3(signature = (server, secrets, gateway=None))]
pub(crate) fn materialize(
    py: Python<'_>,
    server: &Bound<'_, PyAny>,
    secrets: &Bound<'_, PyAny>,
    gateway: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let (server, secrets) = (Given::take(server)?, Given::take(secrets)?);
    let gateway = Given::take_optional(gateway)?;
    wire::materialize(server.input(), secrets.input(), gateway.as_ref().map(Given::input))
        .map_err(|fault| exception(py, fault))
}

/// Why a tool is missing, or does not run, as JSON text (EDIT-30).
#[pyfunction]
#[pyo3(signature = (agent, server, tool, catalog=None))]
pub(crate) fn why(
    py: Python<'_>,
    agent: &Bound<'_, PyAny>,
    server: &str,
    tool: &str,
    catalog: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let (agent, catalog) = (Given::take(agent)?, Given::take_optional(catalog)?);
    let (agent, catalog) = (agent.input(), catalog.as_ref().map(Given::input));
    py.detach(|| wire::why(agent, server, tool, catalog)).map_err(|fault| exception(py, fault))
}

/// The rendered name of a server's tool, as that harness spells it.
#[pyfunction]
#[pyo3(signature = (server, tool, harness="claude"))]
pub(crate) fn tool_name(py: Python<'_>, server: &str, tool: &str, harness: &str) -> PyResult<String> {
    wire::tool_name(server, tool, harness).map_err(|fault| exception(py, fault))
}
