//! A run's own tools as bindings see them (RUN-26).

use super::{Fault, Input, Lossy, to_json};
use crate::channel;
use crate::diagnostic::Collector;
use crate::json::Value;

/// The public metadata of tool specs, as the JSON array that a `tools/list` result holds (RUN-26).
///
/// # Errors
/// `invalid_document` when the specs are not JSON or have a key twice; `invalid_argument` with the
/// place of what is no tool spec.
pub fn advertise(specs: Input<'_>) -> Result<String, Fault> {
    with_value(specs, |specs| channel::advertise(specs).map_err(Fault::argument))
}

/// The dotted paths of required arguments that are absent or null, as a JSON array of strings.
///
/// # Errors
/// `invalid_document` when the spec or the arguments are not JSON or have a key twice;
/// `invalid_argument` for what is no tool spec.
pub fn missing_arguments(spec: Input<'_>, args: Option<Input<'_>>) -> Result<String, Fault> {
    with_value(spec, |spec| {
        let missing = |args: Option<&Value<'_>>| channel::missing_arguments(spec, args);
        let paths = match args {
            Some(args) => with_value(args, |args| missing(Some(args)).map_err(Fault::argument))?,
            None => missing(None).map_err(Fault::argument)?,
        };
        Ok(to_json(&paths))
    })
}

/// Reads a value in which lone surrogates are no fault, since others wrote its texts.
pub(super) fn with_value<T>(
    input: Input<'_>,
    then: impl FnOnce(&Value<'_>) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let lossy = Lossy::of(input);
    let mut collector = Collector::default();
    match lossy.input().read(&mut collector) {
        Some(value) if !collector.has_errors() => then(&value),
        _ => Err(Fault::invalid(&collector.finish(input.text()))),
    }
}
