//! Approvals: keys, ledgers, verdicts (APPR-, PERM-40).

use callgate::wire::{self, WireLedger};
use napi_derive::napi;

use crate::gate::GateHandle;
use crate::{Data, bytes, input, optional, thrown};

/// The canonical text of a value (APPR-4).
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn canonical_json(form: u32, value: Data) -> napi::Result<String> {
    wire::canonical_json(input(form, &value)).map_err(thrown)
}

/// The key of a call, when it has one (APPR-1).
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn call_key(
    tool: Option<String>,
    args_form: u32,
    args: Option<Data>,
    schema_form: u32,
    schema: Option<Data>,
) -> napi::Result<Option<String>> {
    let (args, schema) = (optional(args_form, &args), optional(schema_form, &schema));
    wire::call_key(tool.as_deref(), args, schema).map_err(thrown)
}

/// The answers of the current turn that bear a token, as JSON text (APPR-44).
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn in_band_answers(form: u32, conversation: Data) -> napi::Result<String> {
    wire::in_band_answers(input(form, &conversation)).map_err(thrown)
}

/// The reply to a harness (APPR-60).
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn reply(decision: String, available: Vec<String>) -> napi::Result<String> {
    let available: Vec<&str> = available.iter().map(String::as_str).collect();
    wire::reply(&decision, &available).map(str::to_owned).map_err(thrown)
}

/// A call as text for a person's consent.
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn describe_call(form: u32, call: Data) -> napi::Result<String> {
    wire::describe_call(input(form, &call)).map_err(thrown)
}

/// SHA-256 as 64 hexadecimal digits.
#[napi(catch_unwind)]
#[must_use]
pub fn sha256_hex(data: Data) -> String {
    wire::sha256_hex(bytes(&data))
}

/// What is wrong with a message of a protocol, or nothing (RUN-22).
#[napi(catch_unwind)]
#[must_use]
pub fn message_fault(message: Data) -> Option<String> {
    wire::message_fault(bytes(&message))
}

/// A ledger.
#[napi]
pub struct LedgerHandle(WireLedger);

/// The ledger of a conversation, or an empty one (APPR-40).
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn ledger(form: u32, conversation: Option<Data>, options: Option<String>) -> napi::Result<LedgerHandle> {
    let conversation = optional(form, &conversation);
    WireLedger::new(conversation, options.as_deref()).map(LedgerHandle).map_err(thrown)
}

/// The ledger that was saved as text (APPR-26).
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn ledger_from_json(text: String) -> napi::Result<LedgerHandle> {
    WireLedger::from_json(&text).map(LedgerHandle).map_err(thrown)
}

#[napi]
impl LedgerHandle {
    /// The ledger as JSON text (APPR-26).
    #[napi(catch_unwind)]
    #[must_use]
    pub fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// Stores an answer (APPR-21).
    ///
    /// # Errors
    /// The fault as text.
    #[napi(catch_unwind)]
    pub fn record(
        &self,
        tool: String,
        form: u32,
        args: Option<Data>,
        answer: String,
        token: Option<String>,
    ) -> napi::Result<bool> {
        self.0.record(&tool, optional(form, &args), &answer, token.as_deref()).map_err(thrown)
    }

    /// The oldest answer, used up, as JSON text (APPR-20).
    #[napi(catch_unwind)]
    #[must_use]
    pub fn take(&self, tool: String, form: u32, args: Option<Data>) -> Option<String> {
        self.0.take(&tool, optional(form, &args))
    }

    /// Grants one execution (APPR-22).
    #[napi(catch_unwind)]
    #[must_use]
    pub fn grant(&self, tool: String, form: u32, args: Option<Data>) -> bool {
        self.0.grant(&tool, optional(form, &args))
    }

    /// Uses up one grant (APPR-22).
    #[napi(catch_unwind)]
    #[must_use]
    pub fn consume(&self, tool: String, form: u32, args: Option<Data>) -> bool {
        self.0.consume(&tool, optional(form, &args))
    }

    /// The oldest client output, as JSON text (APPR-25).
    #[napi(catch_unwind)]
    #[must_use]
    pub fn peek_output(&self, tool: String, form: u32, args: Option<Data>) -> Option<String> {
        self.0.peek_output(&tool, optional(form, &args))
    }

    /// The oldest client output, used up, as JSON text (APPR-25).
    #[napi(catch_unwind)]
    #[must_use]
    pub fn take_output(&self, tool: String, form: u32, args: Option<Data>) -> Option<String> {
        self.0.take_output(&tool, optional(form, &args))
    }
}

#[napi]
impl GateHandle {
    /// The verdict on a call, as JSON text (PERM-40).
    #[napi(catch_unwind)]
    #[must_use]
    pub fn judge(&self, form: u32, call: Data, ledger: &LedgerHandle, attended: bool) -> String {
        self.0.judge(input(form, &call), &ledger.0, attended)
    }

    /// The verdict on a client tool's call, as JSON text (PERM-30).
    #[napi(catch_unwind)]
    #[must_use]
    pub fn judge_client(&self, form: u32, call: Data, ledger: &LedgerHandle, consume: bool) -> String {
        self.0.judge_client(input(form, &call), &ledger.0, consume)
    }
}
