//! Capped results, a history as text, and the argument recorder (TRAN-).

use std::sync::{Mutex, PoisonError};

use callgate::wire::{self, WireRecorder};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::given::Given;
use crate::host::well_formed;
use crate::results::{JSON_LOADS, exception};

/// A tool result, capped. `max_chars` is the option as JSON text.
#[pyfunction]
pub(crate) fn cap_tool_result(
    py: Python<'_>,
    text: &Bound<'_, PyString>,
    max_chars: &str,
) -> PyResult<String> {
    let text = well_formed(text);
    let capped = wire::cap_tool_result(&text, Some(max_chars)).map_err(|fault| exception(py, fault))?;
    Ok(capped.into_owned())
}

/// A run request's history as text: the turn, as JSON text. `options` is JSON text.
#[pyfunction]
pub(crate) fn render_turn(py: Python<'_>, request: &Bound<'_, PyAny>, options: &str) -> PyResult<String> {
    let request = Given::take(request)?;
    let request = request.input();
    py.detach(|| wire::render_turn(request, Some(options))).map_err(|fault| exception(py, fault))
}

/// Says when the record of a call is to be written again, while its arguments still come in.
#[pyclass(frozen, module = "callgate")]
#[derive(Default)]
pub(crate) struct ArgumentRecorder(Mutex<WireRecorder>);

#[pymethods]
impl ArgumentRecorder {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// A call was announced: the record to write.
    #[pyo3(signature = (id, name, input=None))]
    fn announce<'py>(
        &self,
        py: Python<'py>,
        id: &str,
        name: &str,
        input: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let input = Given::take_optional(input)?;
        let record = self.recorder().announce(id, name, input.as_ref().map(Given::input));
        JSON_LOADS.call(py, (record.map_err(|fault| exception(py, fault))?,))
    }

    /// Arguments came in: the record to write, or None.
    #[pyo3(signature = (id, input=None))]
    fn update<'py>(
        &self,
        py: Python<'py>,
        id: &str,
        input: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let input = Given::take_optional(input)?;
        let record = self.recorder().update(id, input.as_ref().map(Given::input));
        record.map_err(|fault| exception(py, fault))?.map(|text| JSON_LOADS.call(py, (text,))).transpose()
    }
}

impl ArgumentRecorder {
    // INVARIANT: the objects of a call are read before the lock is taken, never under it: reading
    // them can run Python code, which could wait for the lock.
    fn recorder(&self) -> std::sync::MutexGuard<'_, WireRecorder> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
