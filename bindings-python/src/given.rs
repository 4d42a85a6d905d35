//! What a caller gave as a document, call or catalog, kept alive while the core reads it.

use callgate::wire::Input;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyMemoryView, PyString};

use crate::host::{self, Refusal};

/// A document, call or catalog: text (`str`, `bytes`, `bytearray`, `memoryview`) or a host object.
pub(crate) enum Given<'py> {
    /// INVARIANT: well-formed Unicode, so that its UTF-8 form is there.
    Str(Bound<'py, PyString>),
    Bytes(Bound<'py, PyBytes>),
    /// A copy of bytes that could change while they are read.
    Copied(Vec<u8>),
    Host(String),
    Refused(String),
}

/// The fields of a call.
const CALL: [&str; 6] = ["server", "tool", "name", "args", "read_only", "kind"];

impl<'py> Given<'py> {
    pub(crate) fn take(value: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(match text.to_str() {
                Ok(_) => Self::Str(text.clone()),
                // Not UTF-8, which is what the core then says of it, with the place.
                Err(_) => Self::Bytes(host::encode(text, "utf-8")?),
            });
        }
        if let Ok(bytes) = value.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.clone()));
        }
        if let Ok(bytes) = value.cast::<PyByteArray>() {
            return Ok(Self::Copied(bytes.to_vec()));
        }
        if value.is_instance_of::<PyMemoryView>() {
            return Ok(Self::Bytes(value.call_method0("tobytes")?.cast_into::<PyBytes>()?));
        }
        match host::write(value) {
            Ok(text) => Ok(Self::Host(text)),
            Err(Refusal::NotJson { what, path }) => Ok(Self::Refused(host::refusal_text(what, &path))),
            Err(Refusal::Raised(error)) => Err(error),
        }
    }

    /// A call. Of the fields that belong to the caller only the names cross: whatever they hold is no
    /// reason to deny.
    pub(crate) fn take_call(call: &Bound<'py, PyAny>) -> PyResult<Self> {
        let Ok(fields) = call.cast_exact::<PyDict>() else { return Self::take(call) };
        let known = |key: &Bound<'py, PyAny>| {
            key.cast::<PyString>().is_ok_and(|key| key.to_str().is_ok_and(|key| CALL.contains(&key)))
        };
        if fields.iter().all(|(key, _)| known(&key)) {
            return Self::take(call);
        }
        let own = PyDict::new(call.py());
        for (key, value) in fields.iter() {
            match known(&key) {
                true => own.set_item(key, value)?,
                false => own.set_item(key, call.py().None())?,
            }
        }
        Self::take(own.as_any())
    }

    /// The same for something that may be left out: `None` is absence.
    pub(crate) fn take_optional(value: Option<&Bound<'py, PyAny>>) -> PyResult<Option<Self>> {
        value.filter(|value| !value.is_none()).map(Self::take).transpose()
    }

    pub(crate) fn input(&self) -> Input<'_> {
        match self {
            Self::Str(text) => Input::Text(text.to_str().unwrap_or_default().as_bytes()),
            Self::Bytes(bytes) => Input::Text(bytes.as_bytes()),
            Self::Copied(bytes) => Input::Text(bytes),
            Self::Host(text) => Input::Host(text),
            Self::Refused(refusal) => Input::Refused(refusal),
        }
    }

    pub(crate) const fn is_text(&self) -> bool {
        matches!(self, Self::Str(_) | Self::Bytes(_) | Self::Copied(_))
    }
}
