//! Transcripts (TRAN-).

use callgate::wire::{self, WireRecorder};
use napi_derive::napi;

use crate::{Data, input, optional, thrown};

/// A tool result, capped (TRAN-2); the limit is its JSON text.
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn cap_tool_result(text: String, max_chars: Option<String>) -> napi::Result<String> {
    wire::cap_tool_result(&text, max_chars.as_deref()).map(Into::into).map_err(thrown)
}

/// A run request's history as text (TRAN-5), as JSON text.
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn render_turn(form: u32, request: Data, options: Option<String>) -> napi::Result<String> {
    wire::render_turn(input(form, &request), options.as_deref()).map_err(thrown)
}

/// An argument recorder (TRAN-20).
#[napi]
pub struct RecorderHandle(WireRecorder);

/// A recorder without calls.
#[napi(catch_unwind)]
#[must_use]
pub fn recorder() -> RecorderHandle {
    RecorderHandle(WireRecorder::default())
}

#[napi]
impl RecorderHandle {
    /// The record to write for an announced call, as JSON text.
    ///
    /// # Errors
    /// The fault as text.
    #[napi(catch_unwind)]
    pub fn announce(
        &mut self,
        id: String,
        name: String,
        form: u32,
        input: Option<Data>,
    ) -> napi::Result<String> {
        self.0.announce(&id, &name, optional(form, &input)).map_err(thrown)
    }

    /// The record to write for arguments that came in, as JSON text, or nothing.
    ///
    /// # Errors
    /// The fault as text.
    #[napi(catch_unwind)]
    pub fn update(&mut self, id: String, form: u32, input: Option<Data>) -> napi::Result<Option<String>> {
        self.0.update(&id, optional(form, &input)).map_err(thrown)
    }
}
