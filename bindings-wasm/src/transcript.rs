//! Transcripts (TRAN-).

use callgate::wire::{self, WireRecorder};
use wasm_bindgen::prelude::*;

use crate::{Carried, thrown};

/// A tool result, capped (TRAN-2); the limit is its JSON text.
///
/// # Errors
/// The fault as text.
#[wasm_bindgen(js_name = capToolResult)]
#[expect(clippy::needless_pass_by_value, reason = "an optional text cannot cross as a borrow")]
pub fn cap_tool_result(text: &str, max_chars: Option<String>) -> Result<String, JsValue> {
    wire::cap_tool_result(text, max_chars.as_deref()).map(Into::into).map_err(thrown)
}

/// A run request's history as text (TRAN-5), as JSON text.
///
/// # Errors
/// The fault as text.
#[wasm_bindgen(js_name = renderTurn)]
#[expect(clippy::needless_pass_by_value, reason = "an optional text cannot cross as a borrow")]
pub fn render_turn(form: u8, request: &JsValue, options: Option<String>) -> Result<String, JsValue> {
    wire::render_turn(Carried::new(form, request).input(), options.as_deref()).map_err(thrown)
}

/// An argument recorder (TRAN-20).
#[wasm_bindgen]
pub struct RecorderHandle(WireRecorder);

/// A recorder without calls.
#[wasm_bindgen]
#[must_use]
pub fn recorder() -> RecorderHandle {
    RecorderHandle(WireRecorder::default())
}

#[wasm_bindgen]
impl RecorderHandle {
    /// The record to write for an announced call, as JSON text.
    ///
    /// # Errors
    /// The fault as text.
    pub fn announce(&mut self, id: &str, name: &str, form: u8, input: &JsValue) -> Result<String, JsValue> {
        let input = Carried::optional(form, input);
        self.0.announce(id, name, input.as_ref().map(Carried::input)).map_err(thrown)
    }

    /// The record to write for arguments that came in, as JSON text, or nothing.
    ///
    /// # Errors
    /// The fault as text.
    pub fn update(&mut self, id: &str, form: u8, input: &JsValue) -> Result<Option<String>, JsValue> {
        let input = Carried::optional(form, input);
        self.0.update(id, input.as_ref().map(Carried::input)).map_err(thrown)
    }
}
