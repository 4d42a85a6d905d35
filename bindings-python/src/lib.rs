//! The Python extension module `callgate._native`: moves strings and handles between Python and
//! the core's JSON boundary. Result objects and exceptions are made by the Python half of the
//! package, `callgate._results` and `callgate._errors`.

mod decision;
mod gate;
mod given;
mod host;
mod results;

/// The compiled core.
#[pyo3::pymodule]
mod _native {
    use callgate::wire;
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::decision::Decision;
    #[pymodule_export]
    use crate::gate::Gate;
    use crate::given::Given;
    use crate::host::{self, Refusal};
    use crate::results::exception;

    /// The report of an agent document, as JSON text.
    #[pyfunction]
    #[pyo3(signature = (agent, catalogs=None))]
    fn validate(
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
    fn validate_server(py: Python<'_>, server: &Bound<'_, PyAny>) -> PyResult<String> {
        let server = Given::take(server)?;
        let server = server.input();
        Ok(py.detach(|| wire::validate_server(server)))
    }

    /// The JSON Schema of the agent document, as JSON text.
    #[pyfunction]
    fn json_schema() -> String {
        wire::json_schema()
    }

    /// The wire form of one entry of `mcps`, as JSON text.
    #[pyfunction]
    fn to_wire(py: Python<'_>, server: &Bound<'_, PyAny>) -> PyResult<String> {
        let server = Given::take(server)?;
        wire::to_wire(server.input()).map_err(|fault| exception(py, fault))
    }

    /// The rendered name of a server's tool, as that harness spells it.
    #[pyfunction]
    #[pyo3(signature = (server, tool, harness="claude"))]
    fn tool_name(py: Python<'_>, server: &str, tool: &str, harness: &str) -> PyResult<String> {
        wire::tool_name(server, tool, harness).map_err(|fault| exception(py, fault))
    }

    /// EDIT-2: the edit, as JSON text.
    #[pyfunction]
    fn set_server_permission(
        py: Python<'_>,
        policy: &Bound<'_, PyAny>,
        permission: Option<&str>,
    ) -> PyResult<String> {
        let policy = Given::take(policy)?;
        wire::set_server_permission(policy.input(), permission).map_err(|fault| exception(py, fault))
    }

    /// EDIT-1: the edit, as JSON text.
    #[pyfunction]
    fn set_tool_permission(
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
    fn set_new_tool_permission(
        py: Python<'_>,
        policy: &Bound<'_, PyAny>,
        permission: Option<&str>,
    ) -> PyResult<String> {
        let policy = Given::take(policy)?;
        wire::set_new_tool_permission(policy.input(), permission).map_err(|fault| exception(py, fault))
    }

    /// EDIT-4: the edit, as JSON text.
    #[pyfunction]
    fn set_tool_filter(
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
    fn ask_for_write_and_delete(
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
    fn diff(
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
    fn suggest_rule(
        py: Python<'_>,
        agent: &Bound<'_, PyAny>,
        call: &Bound<'_, PyAny>,
        permission: &str,
    ) -> PyResult<String> {
        let (agent, call) = (Given::take(agent)?, Given::take(call)?);
        let (agent, call) = (agent.input(), call.input());
        py.detach(|| wire::suggest_rule(agent, call, permission)).map_err(|fault| exception(py, fault))
    }

    /// Runs the command line on the process's own streams; gives the exit code.
    #[pyfunction]
    fn run_cli(py: Python<'_>, args: Vec<std::ffi::OsString>) -> u8 {
        py.detach(|| callgate::cli::run_standard(args).code())
    }

    /// Whether an object is JSON, with its JSON text, or with where and why it is none.
    #[pyfunction]
    fn _host_json(value: &Bound<'_, PyAny>) -> PyResult<(bool, String)> {
        match host::write(value) {
            Ok(text) => Ok((true, text)),
            Err(Refusal::NotJson { what, path }) => Ok((false, host::refusal_text(what, &path))),
            Err(Refusal::Raised(error)) => Err(error),
        }
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", wire::version())
    }
}
