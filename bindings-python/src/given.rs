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
    /// reason to deny. Arguments that are no JSON do not make it malformed either: the core then
    /// learns the rest of the call, and that they cannot be read (APPR-4).
    pub(crate) fn take_call(call: &Bound<'py, PyAny>) -> PyResult<Self> {
        let Ok(fields) = call.cast::<PyDict>() else { return Self::take(call) };
        let whole = match own_fields(fields, None) {
            Ok(own) => host::write_call(&own),
            // Written as it stands, for the refusal with its place.
            Err(Refusal::NotJson { .. }) => host::write(call),
            Err(raised) => Err(raised),
        };
        let (what, path) = match whole {
            Ok(text) => return Ok(Self::Host(text)),
            Err(Refusal::Raised(error)) => return Err(error),
            Err(Refusal::NotJson { what, path }) => (what, path),
        };
        let mut refusal = host::refusal_text(what, &path);
        match own_fields(fields, Some("args")).and_then(|own| host::write(&own)) {
            Ok(rest) => {
                refusal.truncate(refusal.len() - 1);
                refusal.push_str(&format!(",\"call\":{rest}}}"));
            }
            Err(Refusal::Raised(error)) => return Err(error),
            Err(Refusal::NotJson { .. }) => {}
        }
        Ok(Self::Refused(refusal))
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

/// The call's fields, with None for the values of those that are the caller's own. A subclass of
/// `dict` is asked as `host::write` asks it.
fn own_fields<'py>(call: &Bound<'py, PyDict>, without: Option<&str>) -> Result<Bound<'py, PyAny>, Refusal> {
    let py = call.py();
    let raised = |error| Refusal::raised(py, error);
    let is = |key: &Bound<'py, PyAny>, names: &[&str]| {
        let name = key.cast::<PyString>().ok().and_then(|key| key.to_str().ok());
        name.is_some_and(|name| names.contains(&name))
    };
    let left_out = without.as_slice();
    let exact = call.is_exact_instance_of::<PyDict>();
    if exact && call.iter().all(|(key, _)| is(&key, &CALL) && !is(&key, left_out)) {
        return Ok(call.clone().into_any());
    }
    let items = if exact { Ok(call.items().into_any()) } else { call.call_method0("items") };
    let own = PyDict::new(py);
    for item in items.and_then(|items| items.try_iter()).map_err(raised)? {
        let (key, value): (Bound<'py, PyAny>, Bound<'py, PyAny>) =
            item.and_then(|item| item.extract()).map_err(raised)?;
        if own.contains(&key).map_err(raised)? {
            return Err(Refusal::new("a key that stands twice"));
        }
        if !is(&key, left_out) {
            let value = if is(&key, &CALL) { value } else { py.None().into_bound(py) };
            own.set_item(key, value).map_err(raised)?;
        }
    }
    Ok(own.into_any())
}
