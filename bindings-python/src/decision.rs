//! A decision as Python sees it: the permission at once, its reason when asked for.

use callgate::call::NamedCall;
use callgate::permission::Permission;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};

use crate::gate::Gate;
use crate::results::DECISION_PARTS;

/// What the gate says of one call: `permission` (`allow`, `ask` or `deny`), `reason`, `explanation`.
#[pyclass(frozen, module = "callgate")]
pub(crate) struct Decision {
    permission: Permission,
    source: Source,
    told: PyOnceLock<Told>,
}

/// Where the reason comes from.
enum Source {
    /// Decided by the names alone: decided once more when the reason is asked for. Gates and names
    /// do not change, so neither does the answer.
    Named(Py<Gate>, Names),
    /// The JSON text of the decision.
    Text(String),
    /// There from the start.
    Told,
}

struct Told {
    reason: Py<PyAny>,
    explanation: Py<PyAny>,
}

impl Decision {
    pub(crate) const fn named(gate: Py<Gate>, names: Names, permission: Permission) -> Self {
        Self { permission, source: Source::Named(gate, names), told: PyOnceLock::new() }
    }

    /// From the JSON text that the core wrote.
    pub(crate) fn from_text(text: String) -> PyResult<Self> {
        #[derive(serde::Deserialize)]
        struct Head<'a> {
            permission: &'a str,
        }
        let head: Head<'_> =
            serde_json::from_str(&text).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let permission = permission(head.permission)?;
        Ok(Self { permission, source: Source::Text(text), told: PyOnceLock::new() })
    }

    fn told(&self, py: Python<'_>) -> PyResult<&Told> {
        self.told.get_or_try_init(py, || {
            let text = match &self.source {
                Source::Named(gate, names) => names.decide(py, gate.get(), |decision| {
                    decision.and_then(|decision| serde_json::to_string(&decision).ok())
                }),
                Source::Text(text) => Some(text.clone()),
                Source::Told => None,
            };
            let (reason, explanation) = DECISION_PARTS.call(py, (text.unwrap_or_default(),))?.extract()?;
            Ok(Told { reason, explanation })
        })
    }
}

#[pymethods]
impl Decision {
    #[new]
    #[pyo3(signature = (permission, reason, explanation))]
    fn new(permission: &str, reason: Py<PyAny>, explanation: Py<PyString>) -> PyResult<Self> {
        let told = PyOnceLock::new();
        let parts = Told { reason, explanation: explanation.into_any() };
        Python::attach(|py| told.set(py, parts)).ok();
        Ok(Self { permission: self::permission(permission)?, source: Source::Told, told })
    }

    /// `allow`, `ask` or `deny`.
    #[getter]
    fn permission<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        match self.permission {
            Permission::Allow => pyo3::intern!(py, "allow"),
            Permission::Ask => pyo3::intern!(py, "ask"),
            Permission::Deny => pyo3::intern!(py, "deny"),
        }
    }

    /// Why: the step of the ladder, with the place in the document.
    #[getter]
    fn reason(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.told(py)?.reason.clone_ref(py))
    }

    /// One sentence for a person or a model.
    #[getter]
    fn explanation(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.told(py)?.explanation.clone_ref(py))
    }

    /// The JSON form.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let told = self.told(py)?;
        let out = PyDict::new(py);
        out.set_item("permission", self.permission(py))?;
        out.set_item("reason", told.reason.bind(py).call_method0("to_dict")?)?;
        out.set_item("explanation", told.explanation.bind(py))?;
        Ok(out)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let told = self.told(py)?;
        Ok(format!(
            "Decision(permission='{}', reason={}, explanation={})",
            self.permission,
            told.reason.bind(py).repr()?,
            told.explanation.bind(py).repr()?
        ))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        Ok(self.permission == other.get().permission && self.parts(py)?.eq(other.get().parts(py)?)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.parts(py)?.hash()
    }

    /// A decision that is asked for its truth would always say yes, a denial too.
    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err("a decision is neither true nor false: compare its `permission`"))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((slf.get_type().into_any(), slf.get().parts(slf.py())?))
    }
}

impl Decision {
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let told = self.told(py)?;
        (self.permission(py), told.reason.bind(py), told.explanation.bind(py)).into_pyobject(py)
    }
}

fn permission(word: &str) -> PyResult<Permission> {
    Permission::parse(word)
        .ok_or_else(|| PyValueError::new_err("the permission is none of `allow`, `ask` and `deny`"))
}

/// The fields of a call that name it.
#[derive(Default)]
pub(crate) struct Names {
    server: Option<Py<PyString>>,
    tool: Option<Py<PyString>>,
    name: Option<Py<PyString>>,
    kind: Option<Py<PyString>>,
    read_only: bool,
}

impl Names {
    /// The names of a plain call, without a look at its arguments (QUAL-4); nothing when the call
    /// is not plain: then it crosses whole.
    pub(crate) fn read(call: &Bound<'_, PyAny>) -> Option<Self> {
        let call = call.cast_exact::<PyDict>().ok()?;
        let mut names = Self::default();
        for (key, value) in call.iter() {
            let slot = match key.cast_exact::<PyString>().ok()?.to_str().ok()? {
                "server" => &mut names.server,
                "tool" => &mut names.tool,
                "name" => &mut names.name,
                "kind" => &mut names.kind,
                "args" => continue,
                "read_only" => {
                    names.read_only = value.cast_exact::<PyBool>().ok()?.is_true();
                    continue;
                }
                _ => return None,
            };
            *slot = Some(value.cast_into_exact::<PyString>().ok()?.unbind());
        }
        Some(names)
    }

    /// Decides by the names; the arguments are needed when there is no decision.
    pub(crate) fn decide<R>(
        &self,
        py: Python<'_>,
        gate: &Gate,
        then: impl FnOnce(Option<callgate::decision::Decision<'_>>) -> R,
    ) -> R {
        let [server, tool, name, kind] = [&self.server, &self.tool, &self.name, &self.kind]
            .map(|slot| slot.as_ref().map(|text| text.bind(py)));
        // A lone surrogate in a name: no text, the call crosses whole and is found malformed.
        let texts = [server, tool, name, kind].map(|slot| slot.map(|text| text.to_str()).transpose());
        let [Ok(server), Ok(tool), Ok(name), Ok(kind)] = texts else { return then(None) };
        let read_only = self.read_only;
        then(gate.wire().decide_named(&NamedCall { server, tool, name, kind, read_only }))
    }
}
