//! The core's JSON boundary as a wasm module: names, texts and handles cross, nothing is decided
//! here. Since a value crosses as JSON text, no mapping between host objects and Rust is needed.
//!
//! The names are those of the addon for Node, so that one TypeScript drives both.

use callgate::wire::{self, Fault, Input};
use js_sys::Uint8Array;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::*;

pub mod approval;
pub mod channel;
pub mod edit;
pub mod gate;
pub mod harness;
pub mod transcript;

/// The text of a document as JavaScript carries it: a string, or a `Uint8Array` of UTF-8.
struct Carried {
    form: u8,
    bytes: Vec<u8>,
}

impl Carried {
    fn new(form: u8, data: &JsValue) -> Self {
        let bytes =
            data.as_string().map_or_else(|| data.unchecked_ref::<Uint8Array>().to_vec(), String::into_bytes);
        Self { form, bytes }
    }

    /// `undefined` is an argument that was not given.
    fn optional(form: u8, data: &JsValue) -> Option<Self> {
        (!data.is_undefined()).then(|| Self::new(form, data))
    }

    fn input(&self) -> Input<'_> {
        Input::new(self.form, &self.bytes)
    }
}

/// `<code>\n<diagnostics>\n<message>`: only the message may have lines of its own.
fn thrown(fault: Fault) -> JsValue {
    let diagnostics = fault.diagnostics.unwrap_or_default();
    JsValue::from_str(&format!("{}\n{diagnostics}\n{}", fault.code, fault.message))
}

/// The version of the core.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    wire::version().to_owned()
}

/// The JSON Schema of the agent document, as JSON text.
#[wasm_bindgen(js_name = jsonSchema)]
#[must_use]
pub fn json_schema() -> String {
    wire::json_schema()
}

/// The report on an agent document, as JSON text.
#[wasm_bindgen]
#[must_use]
pub fn validate(form: u8, agent: &JsValue, catalogs_form: u8, catalogs: &JsValue) -> String {
    let catalogs = Carried::optional(catalogs_form, catalogs);
    wire::validate(Carried::new(form, agent).input(), catalogs.as_ref().map(Carried::input))
}

/// The report on one entry of `mcps`, as JSON text.
#[wasm_bindgen(js_name = validateServer)]
#[must_use]
pub fn validate_server(form: u8, server: &JsValue) -> String {
    wire::validate_server(Carried::new(form, server).input())
}

/// The wire form of a server, as JSON text (WIRE-1).
///
/// # Errors
/// The fault as text.
#[wasm_bindgen(js_name = toWire)]
pub fn to_wire(form: u8, server: &JsValue) -> Result<String, JsValue> {
    wire::to_wire(Carried::new(form, server).input()).map_err(thrown)
}

/// A server's session entry with its secrets in place, as JSON text (WIRE-2).
///
/// # Errors
/// The fault as text, which holds no value of a secret or a header.
#[wasm_bindgen]
pub fn materialize(
    form: u8,
    server: &JsValue,
    secrets_form: u8,
    secrets: &JsValue,
    gateway_form: u8,
    gateway: &JsValue,
) -> Result<String, JsValue> {
    let (server, secrets) = (Carried::new(form, server), Carried::new(secrets_form, secrets));
    let gateway = Carried::optional(gateway_form, gateway);
    wire::materialize(server.input(), secrets.input(), gateway.as_ref().map(Carried::input)).map_err(thrown)
}

/// The name that a harness gives a server's tool.
///
/// # Errors
/// The fault as text.
#[wasm_bindgen(js_name = toolName)]
pub fn tool_name(server: &str, tool: &str, harness: &str) -> Result<String, JsValue> {
    wire::tool_name(server, tool, harness).map_err(thrown)
}

/// Traps, so that a test can show on the built module that the loader recovers (QUAL-35).
#[wasm_bindgen(js_name = selfTestPanic)]
#[expect(clippy::panic, reason = "that is its purpose")]
pub fn self_test_panic() {
    panic!("asked to");
}

/// Does nothing with a name: what a benchmark measures a decision against (QUAL-3).
#[wasm_bindgen(js_name = selfTestCrossing)]
#[must_use]
pub fn self_test_crossing(name: &str) -> u32 {
    u32::try_from(name.len()).unwrap_or(u32::MAX)
}
