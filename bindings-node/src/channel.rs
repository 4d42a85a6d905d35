//! A run's own tools over MCP, and pinned definitions (RUN-26, RUN-53).

use callgate::wire;
use napi_derive::napi;

use crate::{Data, input, optional, thrown};

/// The public metadata of tool specs, as JSON text (RUN-26).
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn advertise(form: u32, specs: Data) -> napi::Result<String> {
    wire::advertise(input(form, &specs)).map_err(thrown)
}

/// The paths of required arguments that are absent or null, as JSON text.
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn missing_arguments(form: u32, spec: Data, args_form: u32, args: Option<Data>) -> napi::Result<String> {
    wire::missing_arguments(input(form, &spec), optional(args_form, &args)).map_err(thrown)
}

/// The pins of what a document's servers advertise, as JSON text (RUN-53).
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn pin_catalogs(form: u32, agent: Data, catalogs_form: u32, catalogs: Data) -> napi::Result<String> {
    wire::pin_catalogs(input(form, &agent), input(catalogs_form, &catalogs)).map_err(thrown)
}

/// How each tool that a server advertises stands to its pin, as JSON text (RUN-53).
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn compare_pins(
    form: u32,
    pins: Data,
    server: String,
    catalog_form: u32,
    catalog: Data,
) -> napi::Result<String> {
    wire::compare_pins(input(form, &pins), &server, input(catalog_form, &catalog)).map_err(thrown)
}
