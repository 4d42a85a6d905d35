//! A run's own tools over MCP, and pinned definitions (RUN-26, RUN-53).

use callgate::wire;
use wasm_bindgen::prelude::*;

use crate::{Carried, thrown};

/// The public metadata of tool specs, as JSON text (RUN-26).
///
/// # Errors
/// The fault as text.
#[wasm_bindgen]
pub fn advertise(form: u8, specs: &JsValue) -> Result<String, JsValue> {
    wire::advertise(Carried::new(form, specs).input()).map_err(thrown)
}

/// The paths of required arguments that are absent or null, as JSON text.
///
/// # Errors
/// The fault as text.
#[wasm_bindgen(js_name = missingArguments)]
pub fn missing_arguments(form: u8, spec: &JsValue, args_form: u8, args: &JsValue) -> Result<String, JsValue> {
    let (spec, args) = (Carried::new(form, spec), Carried::optional(args_form, args));
    wire::missing_arguments(spec.input(), args.as_ref().map(Carried::input)).map_err(thrown)
}

/// The pins of what a document's servers advertise, as JSON text (RUN-53).
///
/// # Errors
/// The fault as text.
#[wasm_bindgen(js_name = pinCatalogs)]
pub fn pin_catalogs(
    form: u8,
    agent: &JsValue,
    catalogs_form: u8,
    catalogs: &JsValue,
) -> Result<String, JsValue> {
    let (agent, catalogs) = (Carried::new(form, agent), Carried::new(catalogs_form, catalogs));
    wire::pin_catalogs(agent.input(), catalogs.input()).map_err(thrown)
}

/// How each tool that a server advertises stands to its pin, as JSON text (RUN-53).
///
/// # Errors
/// The fault as text.
#[wasm_bindgen(js_name = comparePins)]
pub fn compare_pins(
    form: u8,
    pins: &JsValue,
    server: &str,
    catalog_form: u8,
    catalog: &JsValue,
) -> Result<String, JsValue> {
    let (pins, catalog) = (Carried::new(form, pins), Carried::new(catalog_form, catalog));
    wire::compare_pins(pins.input(), server, catalog.input()).map_err(thrown)
}
