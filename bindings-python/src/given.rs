//! What a caller gave as a document, call or catalog, kept alive while the core reads it.

use callgate::wire::Input;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};

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
