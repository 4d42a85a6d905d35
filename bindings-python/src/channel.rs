//! A run's own tools over MCP, and pinned definitions (RUN-26, RUN-53).

use callgate::wire;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use crate::given::Given;
use crate::results::exception;

/// The fields of a spec that the core reads.
const PUBLIC: [&str; 5] = ["name", "description", "inputSchema", "input_schema", "annotations"];

/// The spec with its private fields left behind: they need be no JSON, and what must never be shown
/// need not cross either (RUN-26).
fn public_part<'py>(spec: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let Ok(fields) = spec.cast_exact::<PyDict>() else { return Ok(spec.clone()) };
    let part = PyDict::new(spec.py());
    for (key, value) in fields.iter() {
        let public =
            key.cast::<PyString>().is_ok_and(|key| key.to_str().is_ok_and(|key| PUBLIC.contains(&key)));
        if public {
            part.set_item(key, value)?;
        }
    }
    Ok(part.into_any())
}

/// The public metadata of tool specs, as JSON text.
#[pyfunction]
pub(crate) fn advertise(py: Python<'_>, specs: &Bound<'_, PyAny>) -> PyResult<String> {
    let specs = match specs.cast_exact::<PyList>() {
        Ok(list) => {
            let parts = list.iter().map(|spec| public_part(&spec)).collect::<PyResult<Vec<_>>>()?;
            Given::take(PyList::new(py, parts)?.as_any())?
        }
        Err(_) => Given::take(specs)?,
    };
    let specs = specs.input();
    py.detach(|| wire::advertise(specs)).map_err(|fault| exception(py, fault))
}

/// The dotted paths of required arguments that are absent or null, as JSON text.
#[pyfunction]
#[pyo3(signature = (spec, args=None))]
pub(crate) fn missing_arguments(
    py: Python<'_>,
    spec: &Bound<'_, PyAny>,
    args: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let (spec, args) = (Given::take(&public_part(spec)?)?, Given::take_optional(args)?);
    let (spec, args) = (spec.input(), args.as_ref().map(Given::input));
    py.detach(|| wire::missing_arguments(spec, args)).map_err(|fault| exception(py, fault))
}

/// The pins of what a document's servers advertise, as JSON text.
#[pyfunction]
pub(crate) fn pin_catalogs(
    py: Python<'_>,
    agent: &Bound<'_, PyAny>,
    catalogs: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let (agent, catalogs) = (Given::take(agent)?, Given::take(catalogs)?);
    let (agent, catalogs) = (agent.input(), catalogs.input());
    py.detach(|| wire::pin_catalogs(agent, catalogs)).map_err(|fault| exception(py, fault))
}

/// How each tool that a server advertises stands to its pin, as JSON text.
#[pyfunction]
pub(crate) fn compare_pins(
    py: Python<'_>,
    pins: &Bound<'_, PyAny>,
    server: &str,
    catalog: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let (pins, catalog) = (Given::take(pins)?, Given::take(catalog)?);
    let (pins, catalog) = (pins.input(), catalog.input());
    py.detach(|| wire::compare_pins(pins, server, catalog)).map_err(|fault| exception(py, fault))
}
