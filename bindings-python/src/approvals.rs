//! Call keys, stored answers, and what a conversation holds of them (APPR-).

use callgate::wire::{self, WireLedger};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::given::Given;
use crate::results::{JSON_LOADS, LEDGER_OPTIONS, TAKEN, exception};

/// A tool's name, when it is text: with a lone surrogate in it, it names no call (APPR-4).
fn name<'a>(tool: &'a Bound<'_, PyString>) -> Option<&'a str> {
    tool.to_str().ok()
}

/// The key of a call: `<tool>#<64 hex>`, or None when the call has none.
#[pyfunction]
#[pyo3(signature = (tool, args=None, schema=None))]
pub(crate) fn call_key(
    py: Python<'_>,
    tool: Option<&Bound<'_, PyString>>,
    args: Option<&Bound<'_, PyAny>>,
    schema: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<String>> {
    let (args, schema) = (Given::take_optional(args)?, Given::take_optional(schema)?);
    let (args, schema) = (args.as_ref().map(Given::input), schema.as_ref().map(Given::input));
    let tool = tool.and_then(name);
    py.detach(|| wire::call_key(tool, args, schema)).map_err(|fault| exception(py, fault))
}

/// The canonical text (RFC 8785) of a value, or of JSON text.
#[pyfunction]
pub(crate) fn canonical_json(py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let value = Given::take(value)?;
    let value = value.input();
    py.detach(|| wire::canonical_json(value)).map_err(|fault| exception(py, fault))
}

/// The current turn's answers that bear a token, as JSON text.
#[pyfunction]
pub(crate) fn in_band_answers(py: Python<'_>, conversation: &Bound<'_, PyAny>) -> PyResult<String> {
    let conversation = Given::take(conversation)?;
    let conversation = conversation.input();
    py.detach(|| wire::in_band_answers(conversation)).map_err(|fault| exception(py, fault))
}

/// The reply to a harness among those on offer: `once`, `reject` or `cancelled`, never `always`.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "a list of Python strings arrives by value")]
pub(crate) fn reply(py: Python<'_>, decision: &str, available: Vec<String>) -> PyResult<&'static str> {
    let available: Vec<&str> = available.iter().map(String::as_str).collect();
    wire::reply(decision, &available).map_err(|fault| exception(py, fault))
}

/// A call as text for a person's consent: nothing cut, nothing hidden.
#[pyfunction]
pub(crate) fn describe_call(py: Python<'_>, call: &Bound<'_, PyAny>) -> PyResult<String> {
    wire::describe_call(Given::take(call)?.input()).map_err(|fault| exception(py, fault))
}

/// SHA-256 of bytes, or of text as UTF-8, as 64 hexadecimal digits.
#[pyfunction]
pub(crate) fn sha256_hex(data: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = data.cast::<PyString>() {
        return Ok(wire::sha256_hex(text.to_str()?.as_bytes()));
    }
    match data.cast::<PyBytes>() {
        Ok(bytes) => Ok(wire::sha256_hex(bytes.as_bytes())),
        Err(_) => Ok(wire::sha256_hex(&data.extract::<Vec<u8>>()?)),
    }
}

/// A consume-once store of answers. May be shared between threads: of several takes of one answer,
/// exactly one succeeds.
#[pyclass(frozen, module = "callgate")]
pub(crate) struct Ledger(WireLedger);

impl Ledger {
    pub(crate) const fn wire(&self) -> &WireLedger {
        &self.0
    }
}

#[pymethods]
impl Ledger {
    #[new]
    #[pyo3(signature = (conversation=None, tokens=None, client_tools=None, deferred_prefix=None, unknown_result=None),
        text_signature = "(conversation=None, tokens=None, client_tools=(), deferred_prefix=None, unknown_result=None)")]
    fn new(
        py: Python<'_>,
        conversation: Option<&Bound<'_, PyAny>>,
        tokens: Option<&Bound<'_, PyAny>>,
        client_tools: Option<&Bound<'_, PyAny>>,
        deferred_prefix: Option<&Bound<'_, PyAny>>,
        unknown_result: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let conversation = Given::take_optional(conversation)?;
        let options: String =
            LEDGER_OPTIONS.call(py, (tokens, client_tools, deferred_prefix, unknown_result))?.extract()?;
        let conversation = conversation.as_ref().map(Given::input);
        py.detach(|| WireLedger::new(conversation, Some(&options)))
            .map(Self)
            .map_err(|fault| exception(py, fault))
    }

    /// The ledger that `to_json` saved.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &str) -> PyResult<Self> {
        py.detach(|| WireLedger::from_json(text)).map(Self).map_err(|fault| exception(py, fault))
    }

    /// The ledger as JSON text; what is restored from it is another ledger.
    fn to_json(&self, py: Python<'_>) -> String {
        py.detach(|| self.0.to_json())
    }

    /// Stores an answer, `allow` or `deny`; whether it was stored: a call without a key stores nothing.
    #[pyo3(signature = (tool, args, answer, token=None))]
    fn record(
        &self,
        py: Python<'_>,
        tool: &Bound<'_, PyString>,
        args: Option<&Bound<'_, PyAny>>,
        answer: &str,
        token: Option<&str>,
    ) -> PyResult<bool> {
        let args = Given::take_optional(args)?;
        let Some(tool) = name(tool) else { return Ok(false) };
        let args = args.as_ref().map(Given::input);
        self.0.record(tool, args, answer, token).map_err(|fault| exception(py, fault))
    }

    /// The oldest answer to exactly this call, used up; None when there is none.
    #[pyo3(signature = (tool, args=None))]
    fn take<'py>(
        &self,
        py: Python<'py>,
        tool: &Bound<'py, PyString>,
        args: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let args = Given::take_optional(args)?;
        let found = name(tool).and_then(|tool| self.0.take(tool, args.as_ref().map(Given::input)));
        found.map(|text| TAKEN.call(py, (text,))).transpose()
    }

    /// Grants one execution of this call; whether it was stored.
    #[pyo3(signature = (tool, args=None))]
    fn grant(&self, tool: &Bound<'_, PyString>, args: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        let args = Given::take_optional(args)?;
        Ok(name(tool).is_some_and(|tool| self.0.grant(tool, args.as_ref().map(Given::input))))
    }

    /// Uses up one grant of this call; whether there was one.
    #[pyo3(signature = (tool, args=None))]
    fn consume(&self, tool: &Bound<'_, PyString>, args: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        let args = Given::take_optional(args)?;
        Ok(name(tool).is_some_and(|tool| self.0.consume(tool, args.as_ref().map(Given::input))))
    }

    /// The oldest client output for this call; None when there is none.
    #[pyo3(signature = (tool, args=None))]
    fn peek_output<'py>(
        &self,
        py: Python<'py>,
        tool: &Bound<'py, PyString>,
        args: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let args = Given::take_optional(args)?;
        let found = name(tool).and_then(|tool| self.0.peek_output(tool, args.as_ref().map(Given::input)));
        found.map(|text| JSON_LOADS.call(py, (text,))).transpose()
    }

    /// The oldest client output for this call, used up; None when there is none.
    #[pyo3(signature = (tool, args=None))]
    fn take_output<'py>(
        &self,
        py: Python<'py>,
        tool: &Bound<'py, PyString>,
        args: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let args = Given::take_optional(args)?;
        let found = name(tool).and_then(|tool| self.0.take_output(tool, args.as_ref().map(Given::input)));
        found.map(|text| JSON_LOADS.call(py, (text,))).transpose()
    }
}
