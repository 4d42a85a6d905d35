//! Settings of harnesses (HARN-).

use callgate::wire::{self, GateOptions, HarnessOptions, RenderSource};
use pyo3::prelude::*;

use crate::gate::{Gate, names};
use crate::given::Given;
use crate::results::exception;

/// Paths with contents, the JSON text of the coverage, and that of everything else.
type Parts = (Vec<(String, String)>, Option<String>, String);

/// The document's rules as a harness's own settings.
#[pyfunction]
#[pyo3(signature = (agent_or_gate, harness, catalogs, codex_transports, managed_provider, pi_mcp, floor, deny_all, trusted_hints, coverage))]
#[expect(clippy::too_many_arguments, reason = "each is an argument of the Python function")]
pub(crate) fn render_harness(
    py: Python<'_>,
    agent_or_gate: &Bound<'_, PyAny>,
    harness: &str,
    catalogs: Option<&Bound<'_, PyAny>>,
    codex_transports: Option<&Bound<'_, PyAny>>,
    managed_provider: bool,
    pi_mcp: bool,
    floor: Option<&Bound<'_, PyAny>>,
    deny_all: bool,
    trusted_hints: &Bound<'_, PyAny>,
    coverage: bool,
) -> PyResult<Parts> {
    let catalogs = Given::take_optional(catalogs)?;
    let codex_transports = Given::take_optional(codex_transports)?;
    let floor = Given::take_optional(floor)?;
    let options = HarnessOptions {
        gate: GateOptions {
            floor: floor.as_ref().map(Given::input),
            deny_all,
            trusted_hints: names(trusted_hints)?,
            catalogs: catalogs.as_ref().map(Given::input),
        },
        codex_transports: codex_transports.as_ref().map(Given::input),
        managed_provider,
        pi_mcp,
        coverage,
    };
    let rendered = if let Ok(gate) = agent_or_gate.cast::<Gate>() {
        let gate = gate.get().wire();
        py.detach(|| wire::render_harness_parts(RenderSource::Gate(gate), harness, &options))
    } else {
        let agent = Given::take(agent_or_gate)?;
        let agent = agent.input();
        py.detach(|| wire::render_harness_parts(RenderSource::Agent(agent), harness, &options))
    };
    let rendered = rendered.map_err(|fault| exception(py, fault))?;
    let files = rendered.files.into_iter().map(|file| (file.path, file.content)).collect();
    Ok((files, rendered.coverage, rendered.rest))
}

/// What the harness alone does with its files, as JSON text.
#[pyfunction]
pub(crate) fn predict(
    py: Python<'_>,
    harness: &str,
    files: &Bound<'_, PyAny>,
    servers: &Bound<'_, PyAny>,
    version: Option<&str>,
) -> PyResult<String> {
    let (files, servers) = (Given::take(files)?, Given::take(servers)?);
    let (files, servers) = (files.input(), servers.input());
    py.detach(|| wire::predict(harness, files, servers, version)).map_err(|fault| exception(py, fault))
}
