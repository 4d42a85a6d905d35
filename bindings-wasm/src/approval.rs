//! Approvals: keys, ledgers, verdicts (APPR-, PERM-40).

use callgate::wire::{self, WireLedger};
use wasm_bindgen::prelude::*;

use crate::gate::GateHandle;
use crate::{Carried, thrown};

/// The canonical text of a value (APPR-4).
///
/// # Errors
/// The fault as text.
#[wasm_bindgen(js_name = canonicalJson)]
pub fn canonical_json(form: u8, value: &JsValue) -> Result<String, JsValue> {
    wire::canonical_json(Carried::new(form, value).input()).map_err(thrown)
}

/// The key of a call, when it has one (APPR-1).
///
/// # Errors
/// The fault as text.
#[wasm_bindgen(js_name = callKey)]
#[expect(clippy::needless_pass_by_value, reason = "an optional text cannot cross as a borrow")]
pub fn call_key(
    tool: Option<String>,
    args_form: u8,
    args: &JsValue,
    schema_form: u8,
    schema: &JsValue,
) -> Result<Option<String>, JsValue> {
    let (args, schema) = (Carried::optional(args_form, args), Carried::optional(schema_form, schema));
    let (args, schema) = (args.as_ref().map(Carried::input), schema.as_ref().map(Carried::input));
    wire::call_key(tool.as_deref(), args, schema).map_err(thrown)
}

/// The answers of the current turn that bear a token, as JSON text (APPR-44).
///
/// # Errors
/// The fault as text.
#[wasm_bindgen(js_name = inBandAnswers)]
pub fn in_band_answers(form: u8, conversation: &JsValue) -> Result<String, JsValue> {
    wire::in_band_answers(Carried::new(form, conversation).input()).map_err(thrown)
}

/// The reply to a harness (APPR-60).
///
/// # Errors
/// The fault as text.
#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "a list of texts cannot cross as a borrow")]
pub fn reply(decision: &str, available: Vec<String>) -> Result<String, JsValue> {
    let available: Vec<&str> = available.iter().map(String::as_str).collect();
    wire::reply(decision, &available).map(str::to_owned).map_err(thrown)
}

/// A call as text for a person's consent.
///
/// # Errors
/// The fault as text.
#[wasm_bindgen(js_name = describeCall)]
pub fn describe_call(form: u8, call: &JsValue) -> Result<String, JsValue> {
    wire::describe_call(Carried::new(form, call).input()).map_err(thrown)
}

/// SHA-256 as 64 hexadecimal digits.
#[wasm_bindgen(js_name = sha256Hex)]
#[must_use]
pub fn sha256_hex(data: &JsValue) -> String {
    wire::sha256_hex(&Carried::new(0, data).bytes)
}

/// What is wrong with a message of a protocol, or nothing (RUN-22).
#[wasm_bindgen(js_name = messageFault)]
#[must_use]
pub fn message_fault(message: &JsValue) -> Option<String> {
    wire::message_fault(&Carried::new(0, message).bytes)
}

/// A ledger.
#[wasm_bindgen]
pub struct LedgerHandle(WireLedger);

/// The ledger of a conversation, or an empty one (APPR-40).
///
/// # Errors
/// The fault as text.
#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "an optional text cannot cross as a borrow")]
pub fn ledger(form: u8, conversation: &JsValue, options: Option<String>) -> Result<LedgerHandle, JsValue> {
    let conversation = Carried::optional(form, conversation);
    let conversation = conversation.as_ref().map(Carried::input);
    WireLedger::new(conversation, options.as_deref()).map(LedgerHandle).map_err(thrown)
}

/// The ledger that was saved as text (APPR-26).
///
/// # Errors
/// The fault as text.
#[wasm_bindgen(js_name = ledgerFromJson)]
pub fn ledger_from_json(text: &str) -> Result<LedgerHandle, JsValue> {
    WireLedger::from_json(text).map(LedgerHandle).map_err(thrown)
}

#[wasm_bindgen]
impl LedgerHandle {
    /// The ledger as JSON text (APPR-26).
    #[wasm_bindgen(js_name = toJson)]
    #[must_use]
    pub fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// Stores an answer (APPR-21).
    ///
    /// # Errors
    /// The fault as text.
    #[expect(clippy::needless_pass_by_value, reason = "an optional text cannot cross as a borrow")]
    pub fn record(
        &self,
        tool: &str,
        form: u8,
        args: &JsValue,
        answer: &str,
        token: Option<String>,
    ) -> Result<bool, JsValue> {
        let args = Carried::optional(form, args);
        self.0.record(tool, args.as_ref().map(Carried::input), answer, token.as_deref()).map_err(thrown)
    }

    /// The oldest answer, used up, as JSON text (APPR-20).
    #[must_use]
    pub fn take(&self, tool: &str, form: u8, args: &JsValue) -> Option<String> {
        self.0.take(tool, Carried::optional(form, args).as_ref().map(Carried::input))
    }

    /// Grants one execution (APPR-22).
    #[must_use]
    pub fn grant(&self, tool: &str, form: u8, args: &JsValue) -> bool {
        self.0.grant(tool, Carried::optional(form, args).as_ref().map(Carried::input))
    }

    /// Uses up one grant (APPR-22).
    #[must_use]
    pub fn consume(&self, tool: &str, form: u8, args: &JsValue) -> bool {
        self.0.consume(tool, Carried::optional(form, args).as_ref().map(Carried::input))
    }

    /// The oldest client output, as JSON text (APPR-25).
    #[wasm_bindgen(js_name = peekOutput)]
    #[must_use]
    pub fn peek_output(&self, tool: &str, form: u8, args: &JsValue) -> Option<String> {
        self.0.peek_output(tool, Carried::optional(form, args).as_ref().map(Carried::input))
    }

    /// The oldest client output, used up, as JSON text (APPR-25).
    #[wasm_bindgen(js_name = takeOutput)]
    #[must_use]
    pub fn take_output(&self, tool: &str, form: u8, args: &JsValue) -> Option<String> {
        self.0.take_output(tool, Carried::optional(form, args).as_ref().map(Carried::input))
    }
}

#[wasm_bindgen]
impl GateHandle {
    /// The verdict on a call, as JSON text (PERM-40).
    #[must_use]
    pub fn judge(&self, form: u8, call: &JsValue, ledger: &LedgerHandle, attended: bool) -> String {
        self.0.judge(Carried::new(form, call).input(), &ledger.0, attended)
    }

    /// The verdict on a client tool's call, as JSON text (PERM-30).
    #[wasm_bindgen(js_name = judgeClient)]
    #[must_use]
    pub fn judge_client(&self, form: u8, call: &JsValue, ledger: &LedgerHandle, consume: bool) -> String {
        self.0.judge_client(Carried::new(form, call).input(), &ledger.0, consume)
    }
}
