//! The JSON boundary: one function per operation, from what a binding can carry to an answer in
//! JSON text. Bindings only move strings and handles and turn [`Fault`]s into exceptions.

mod approval;
pub(crate) mod call;
mod channel;
mod document;
mod edit;
mod gate;
mod harness;
mod materialize;
mod pins;
mod transcript;
mod why;

pub use approval::{WireLedger, call_key, canonical_json, describe_call, in_band_answers, reply, sha256_hex};
pub use channel::{advertise, missing_arguments};
pub use document::{json_schema, to_wire, tool_name, validate, validate_server};
#[cfg(test)]
pub(crate) use document::{report, report_server};
pub use edit::{
    ask_for_write_and_delete, diff, set_new_tool_permission, set_server_permission, set_tool_filter,
    set_tool_permission, suggest_rule,
};
pub use gate::{GateOptions, WireGate};
pub use harness::{HarnessOptions, RenderSource, predict, render_harness};
pub use materialize::materialize;
pub use pins::{compare_pins, pin_catalogs};
pub use transcript::{WireRecorder, cap_tool_result, max_chars_setting, render_turn};
pub use why::why;

use std::borrow::Cow;

use serde::Serialize;

use crate::diagnostic::{Code, Collector, Diagnostic, Report};
use crate::json::{self, Parsed, Value};

/// A document, call or catalog as it crosses the boundary.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// The author's own text: duplicate keys and places are visible.
    Text(&'a [u8]),
    /// JSON text that a binding made of a host object, each property read once, with lone
    /// surrogates as `\udXXX` escapes. Diagnostics give no line and column.
    Host(&'a str),
    /// A host object that is no JSON: `{"pointer": "/mcps/0", "what": "a Map"}`. Of a call whose
    /// arguments alone are none also its other fields: `"call": {"tool": "Bash"}`.
    Refused(&'a str),
}

impl<'a> Input<'a> {
    /// From the form a binding says (0 text, 1 host, 2 refused) and the bytes it carries. Anything
    /// that a form cannot be is taken as the author's text, which is the strictest.
    #[must_use]
    pub fn new(form: u8, bytes: &'a [u8]) -> Self {
        match (form, std::str::from_utf8(bytes)) {
            (1, Ok(text)) => Self::Host(text),
            (2, Ok(text)) => Self::Refused(text),
            _ => Self::Text(bytes),
        }
    }

    /// The author's own text, when it is that.
    pub(crate) const fn text(self) -> Option<&'a [u8]> {
        if let Self::Text(bytes) = self { Some(bytes) } else { None }
    }

    /// Where in a host object a fault of its text is, which only lone surrogates can be: an author's
    /// own text has lines and columns.
    fn pointer_at(self, offset: u32) -> String {
        let Self::Host(text) = self else { return String::new() };
        let patched = json::replace_lone_surrogates(text);
        json::parse(patched.as_bytes()).map(|parsed| parsed.value.pointer_at(offset)).unwrap_or_default()
    }

    /// Reads it strictly: what is not JSON, and keys that stand twice, go to the collector.
    pub(crate) fn read(self, collector: &mut Collector) -> Option<Value<'a>> {
        let bytes = match self {
            Self::Text(bytes) => bytes,
            Self::Host(text) => text.as_bytes(),
            Self::Refused(refusal) => {
                let (pointer, what) = refused(refusal);
                collector.error(Code::JsonSyntax, pointer, 0, format!("not JSON: {what}"));
                return None;
            }
        };
        match json::parse(bytes) {
            Ok(Parsed { value, duplicates }) => {
                for duplicate in duplicates {
                    let offset = u32::try_from(duplicate.offset).unwrap_or(u32::MAX);
                    let message = format!("the key `{}` stands twice in this object", duplicate.key);
                    collector.error(Code::JsonDuplicateKey, duplicate.pointer, offset, message);
                    collector
                        .help(|| Some("keep one of them: programs differ in which one they read".into()));
                }
                Some(value)
            }
            Err(fault) => {
                let code = if fault.too_deep { Code::JsonDepth } else { Code::JsonSyntax };
                let offset = u32::try_from(fault.offset).unwrap_or(u32::MAX);
                collector.error(code, self.pointer_at(offset), offset, fault.message);
                None
            }
        }
    }
}

/// JSON text in which lone surrogates are no fault: of catalogs, which servers write, and of calls.
#[derive(Clone, Debug)]
pub(crate) enum Lossy<'a> {
    /// As it came.
    As(Input<'a>),
    /// With U+FFFD for each lone surrogate.
    Patched(String),
}

impl<'a> Lossy<'a> {
    pub(crate) fn of(input: Input<'a>) -> Self {
        let text = match input {
            Input::Text(bytes) => std::str::from_utf8(bytes).unwrap_or_default(),
            Input::Host(text) => text,
            Input::Refused(_) => "",
        };
        match json::replace_lone_surrogates(text) {
            Cow::Owned(patched) => Self::Patched(patched),
            Cow::Borrowed(_) => Self::As(input),
        }
    }

    pub(crate) fn input(&self) -> Input<'_> {
        match self {
            Self::As(input) => *input,
            Self::Patched(text) => Input::Host(text),
        }
    }

    pub(crate) const fn is_patched(&self) -> bool {
        matches!(self, Self::Patched(_))
    }
}

fn refused(refusal: &str) -> (String, String) {
    let readable = json::replace_lone_surrogates(refusal);
    let value: serde_json::Value = serde_json::from_str(&readable).unwrap_or_default();
    let part = |key: &str| value.get(key).and_then(serde_json::Value::as_str).map(str::to_owned);
    (
        part("pointer").unwrap_or_default(),
        part("what").unwrap_or_else(|| "a value that JSON does not have".into()),
    )
}

/// Why an operation has no answer; bindings make exceptions of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// `invalid_document`, `invalid_argument`, `missing_secret`, or the code of a refused edit.
    pub code: &'static str,
    /// For people; never a secret or an argument value.
    pub message: String,
    /// For `invalid_document`: the diagnostics as a JSON array.
    pub diagnostics: Option<String>,
}

impl Fault {
    /// A document with errors (PERM-10).
    pub(crate) fn invalid(report: &Report) -> Self {
        let errors =
            report.diagnostics.iter().filter(|found| found.severity == crate::diagnostic::Severity::Error);
        let message = match errors.clone().count() {
            0 => "the document is invalid".to_owned(),
            1 => format!("the document is invalid: {}", errors.clone().map(first_words).collect::<String>()),
            many => format!(
                "the document is invalid: {many} errors, the first: {}",
                errors.take(1).map(first_words).collect::<String>()
            ),
        };
        Self { code: "invalid_document", message, diagnostics: Some(to_json(&report.diagnostics)) }
    }

    /// An organisation's document with errors (PERM-12).
    pub(crate) fn floor(report: &Report) -> Self {
        let fault = Self::invalid(report);
        Self {
            message: format!(
                "the organisation's document, given as the floor, has errors: {}",
                fault.message
            ),
            ..fault
        }
    }

    /// An argument that the operation does not take.
    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Self { code: "invalid_argument", message: message.into(), diagnostics: None }
    }
}

fn first_words(found: &Diagnostic) -> String {
    let place = if found.pointer.is_empty() { "the document" } else { &found.pointer };
    match (found.line, found.column) {
        (Some(line), Some(column)) => format!("{place} (line {line}, column {column}): {}", found.message),
        _ => format!("{place}: {}", found.message),
    }
}

/// The version of the package, the same for crate, wheel and npm (QUAL-74).
#[must_use]
pub const fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// JSON text of a value that is made of strings, lists and objects and so always has one.
pub(crate) fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
