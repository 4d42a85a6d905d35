//! The way into the Python half, which makes result objects and exceptions of JSON text.

use callgate::wire::Fault;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

/// A function of the Python half.
pub(crate) struct Maker {
    module: &'static str,
    name: &'static str,
    found: PyOnceLock<Py<PyAny>>,
}

impl Maker {
    const fn new(module: &'static str, name: &'static str) -> Self {
        Self { module, name, found: PyOnceLock::new() }
    }

    pub(crate) fn call<'py, A>(&self, py: Python<'py>, arguments: A) -> PyResult<Bound<'py, PyAny>>
    where
        A: IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
    {
        let find = || Ok::<_, PyErr>(py.import(self.module)?.getattr(self.name)?.unbind());
        self.found.get_or_try_init(py, find)?.bind(py).call1(arguments.into_pyobject(py)?)
    }
}

/// `(Reason, explanation)` of a decision's JSON text.
pub(crate) static DECISION_PARTS: Maker = Maker::new("callgate._results", "decision_parts");
/// An explanation of its JSON text.
pub(crate) static EXPLANATION: Maker = Maker::new("callgate._results", "explanation");
/// The entries of a catalog that the gate offers.
pub(crate) static OFFERED: Maker = Maker::new("callgate._results", "offered");
/// The options of a ledger as JSON text.
pub(crate) static LEDGER_OPTIONS: Maker = Maker::new("callgate._approvals", "ledger_options");
/// An answer that was taken, of its JSON text.
pub(crate) static TAKEN: Maker = Maker::new("callgate._results", "taken");
/// A verdict of its JSON text.
pub(crate) static VERDICT: Maker = Maker::new("callgate._results", "verdict");
/// Any value of its JSON text.
pub(crate) static JSON_LOADS: Maker = Maker::new("callgate._results", "loads");
static EXCEPTION: Maker = Maker::new("callgate._errors", "exception");

/// The exception that a fault of the core becomes.
pub(crate) fn exception(py: Python<'_>, fault: Fault) -> PyErr {
    match EXCEPTION.call(py, (fault.code, fault.message, fault.diagnostics)) {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}
