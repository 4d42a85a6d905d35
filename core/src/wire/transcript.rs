//! Transcripts as bindings see them.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::value::RawValue;

use super::approval::{conversation_options, unreadable};
use super::{Fault, Input, to_json};
use crate::json::{Kind, Value};
use crate::transcript::{self, ArgumentRecorder, Record, TOOL_RESULT_MAX_CHARS, Turn, TurnOptions};

/// A tool result, capped (TRAN-2, TRAN-3). `max_chars` is the option's value as JSON text, so that
/// `4000.5`, `NaN` and `"4000"` are told from a number.
///
/// # Errors
/// `invalid_argument` when the option is no whole number.
pub fn cap_tool_result<'t>(text: &'t str, max_chars: Option<&str>) -> Result<Cow<'t, str>, Fault> {
    let max = max_chars.map_or(Ok(TOOL_RESULT_MAX_CHARS), |text| {
        transcript::max_chars_setting(text)
            .map_err(|_| Fault::argument("`maxChars` must be a whole number of characters, 0 or more"))
    })?;
    Ok(transcript::cap_tool_result(text, max))
}

/// A window from a setting's text, such as an environment variable's (TRAN-6).
///
/// # Errors
/// `invalid_argument` when it is no whole number: then the default holds, with a warning.
pub fn max_chars_setting(text: &str) -> Result<usize, Fault> {
    transcript::max_chars_setting(text).map_err(Fault::argument)
}

/// A run request's history as text (TRAN-5 to TRAN-12): `{"text", "transcriptChars", "fullChars",
/// "evicted", "overWindow", "resume"?}`. `options` is JSON text: `{"maxChars"?}` and the options of
/// a ledger (`tokens`, `clientTools`, `deferredPrefix`, `unknownResult`).
///
/// # Errors
/// `invalid_document` when the request is not JSON or has a key twice where a value is read;
/// `invalid_argument` for options of another shape (TRAN-6).
pub fn render_turn(request: Input<'_>, options: Option<&str>) -> Result<String, Fault> {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Written {
        text: String,
        transcript_chars: usize,
        full_chars: usize,
        evicted: usize,
        over_window: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        resume: Option<&'static str>,
    }
    let mut max_chars = transcript::HISTORY_MAX_CHARS;
    let conversation = conversation_options(options, |key, value| {
        if key != "maxChars" {
            return Err(Fault::argument(format!("no option `{key}` is known")));
        }
        max_chars = window(value)?;
        Ok(())
    })?;
    let turn = transcript::render_turn(request.source()?, &TurnOptions { max_chars, conversation });
    let Turn { text, transcript_chars, full_chars, evicted, over_window, resume } =
        turn.map_err(unreadable(request))?;
    let resume = resume.map(transcript::Resume::as_str);
    Ok(to_json(&Written { text, transcript_chars, full_chars, evicted, over_window, resume }))
}

fn window(value: &Value<'_>) -> Result<usize, Fault> {
    match value.kind {
        Kind::Number(token) => transcript::max_chars_setting(token).ok(),
        _ => None,
    }
    .ok_or_else(|| Fault::argument("`maxChars` must be a whole number of characters, 0 or more"))
}

/// An argument recorder as a handle that bindings hold (TRAN-20).
#[derive(Debug, Default)]
pub struct WireRecorder(ArgumentRecorder);

impl WireRecorder {
    /// A call was announced: the record to write, `{"id", "name", "input"?}`.
    ///
    /// # Errors
    /// `invalid_argument` or `invalid_document` when the arguments are no JSON.
    pub fn announce(&mut self, id: &str, name: &str, input: Option<Input<'_>>) -> Result<String, Fault> {
        let input = input.map(Input::source).transpose()?;
        Ok(written(self.0.announce(id, name, input)))
    }

    /// Arguments came in: the record to write, or nothing.
    ///
    /// # Errors
    /// As [`announce`](Self::announce).
    pub fn update(&mut self, id: &str, input: Option<Input<'_>>) -> Result<Option<String>, Fault> {
        let input = input.map(Input::source).transpose()?;
        Ok(self.0.update(id, input).map(written))
    }
}

/// What is not JSON, as text that is still growing, is written as the string that it is.
fn written(record: Record) -> String {
    #[derive(Serialize)]
    struct Written {
        id: String,
        name: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        input: Option<Box<RawValue>>,
    }
    let raw = |text: String| {
        RawValue::from_string(text.clone()).ok().or_else(|| RawValue::from_string(to_json(&text)).ok())
    };
    to_json(&Written { id: record.id, name: record.name, input: record.input.and_then(raw) })
}
