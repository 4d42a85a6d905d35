//! The gate as Python sees it.

use callgate::wire::{GateOptions, WireGate};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use crate::approvals::Ledger;
use crate::decision::{Decision, Names};
use crate::given::Given;
use crate::results::{EXPLANATION, OFFERED, VERDICT, exception};

/// A compiled agent document that decides calls. Immutable; may be shared between threads.
#[pyclass(frozen, module = "callgate")]
pub(crate) struct Gate(WireGate);

impl Gate {
    pub(crate) const fn wire(&self) -> &WireGate {
        &self.0
    }
}

#[pymethods]
impl Gate {
    #[new]
    #[pyo3(
        signature = (agent, floor=None, deny_all=false, trusted_hints=None, catalogs=None),
        text_signature = "(agent, floor=None, deny_all=False, trusted_hints=(), catalogs=None)"
    )]
    fn new(
        py: Python<'_>,
        agent: &Bound<'_, PyAny>,
        floor: Option<&Bound<'_, PyAny>>,
        deny_all: bool,
        trusted_hints: Option<&Bound<'_, PyAny>>,
        catalogs: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let agent = Given::take(agent)?;
        let floor = Given::take_optional(floor)?;
        let catalogs = Given::take_optional(catalogs)?;
        let options = GateOptions {
            floor: floor.as_ref().map(Given::input),
            deny_all,
            trusted_hints: trusted_hints.map(names).transpose()?.unwrap_or_default(),
            catalogs: catalogs.as_ref().map(Given::input),
        };
        let agent = agent.input();
        py.detach(|| WireGate::compile(agent, &options)).map(Self).map_err(|fault| exception(py, fault))
    }

    /// A gate that denies everything.
    #[staticmethod]
    fn closed() -> Self {
        Self(WireGate::closed())
    }

    /// Decides one call.
    fn decide(slf: &Bound<'_, Self>, call: &Bound<'_, PyAny>) -> PyResult<Decision> {
        match decide_named(slf, call) {
            Some(decision) => Ok(decision),
            None => Decision::from_text(slf.get().0.decide(Given::take_call(call)?.input())),
        }
    }

    /// Decides a list of calls in one crossing, each as [`Gate::decide`] does: one that is no JSON is
    /// one denial.
    fn decide_many<'py>(slf: &Bound<'py, Self>, calls: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = slf.py();
        if calls.is_instance_of::<PyList>() || calls.is_instance_of::<PyTuple>() {
            let calls: Vec<Bound<'py, PyAny>> = calls.try_iter()?.collect::<PyResult<_>>()?;
            let decisions: PyResult<Vec<Decision>> =
                calls.iter().map(|call| Self::decide(slf, call)).collect();
            return PyList::new(py, decisions?);
        }
        let calls = Given::take(calls)?;
        let (gate, input) = (slf.get().wire(), calls.input());
        let text = py.detach(|| gate.decide_many(input));
        let decisions: Vec<Box<serde_json::value::RawValue>> =
            serde_json::from_str(&text).unwrap_or_default();
        let out = PyList::empty(py);
        for decision in decisions {
            out.append(Decision::from_text(String::from(Box::<str>::from(decision)))?)?;
        }
        Ok(out)
    }

    /// The decision and every step of the ladder with why it did or did not decide.
    fn explain<'py>(&self, py: Python<'py>, call: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        EXPLANATION.call(py, (self.0.explain(Given::take_call(call)?.input()),))
    }

    /// Decides a call, and where the policy asks takes a stored answer.
    #[pyo3(signature = (call, ledger, attended=true))]
    fn judge<'py>(
        &self,
        py: Python<'py>,
        call: &Bound<'py, PyAny>,
        ledger: &Bound<'py, Ledger>,
        attended: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let call = Given::take_call(call)?;
        VERDICT.call(py, (self.0.judge(call.input(), ledger.get().wire(), attended),))
    }

    /// Decides a client tool's call, which the browser fulfils.
    #[pyo3(signature = (call, ledger, consume=false))]
    fn judge_client<'py>(
        &self,
        py: Python<'py>,
        call: &Bound<'py, PyAny>,
        ledger: &Bound<'py, Ledger>,
        consume: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let call = Given::take_call(call)?;
        VERDICT.call(py, (self.0.judge_client(call.input(), ledger.get().wire(), consume),))
    }

    /// The tools of a catalog to advertise to the model.
    fn offered<'py>(
        &self,
        py: Python<'py>,
        server: &str,
        catalog: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let given = Given::take(catalog)?;
        let input = given.input();
        let indexes = py.detach(|| self.0.offered(server, input)).map_err(|fault| exception(py, fault))?;
        OFFERED.call(py, (catalog, given.is_text(), indexes))
    }
}

/// The decision for a plain call whose arguments no rule needs (QUAL-4).
fn decide_named(gate: &Bound<'_, Gate>, call: &Bound<'_, PyAny>) -> Option<Decision> {
    let names = Names::read(call)?;
    let found = names.decide(gate.py(), gate.get(), |found| found.map(|found| found.permission()));
    found.map(|permission| Decision::named(gate.clone().unbind(), names, permission))
}

/// Names that were given as any iterable of strings, but not as one string.
pub(crate) fn names(given: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if given.is_none() {
        return Ok(Vec::new());
    }
    if given.is_instance_of::<PyString>() || given.is_instance_of::<PyBytes>() {
        return Err(PyTypeError::new_err("`trusted_hints` is a list of server names, not one name"));
    }
    given.try_iter()?.map(|name| name?.extract()).collect()
}
