//! Approvals as bindings see them.
//!
//! Arguments, conversations and other values come as [`Input`]. A binding makes the text of a host
//! value by these rules, so that keys are equal in all languages (APPR-4, APPR-8):
//!
//! | host value | its text |
//! | --- | --- |
//! | a Python `int` | its digits |
//! | a JavaScript number, a Python `float` | as the language prints it; an integer beyond ±(2^53−1) with `e0` behind its digits, unless it has a fraction or exponent already |
//! | half of a surrogate pair | its escape, `\ud800` |
//! | a member that is `undefined` | left out |
//! | NaN, an infinity, a BigInt, a date, map, bytes, class instance, a cycle | [`Input::Refused`] for the whole value |
//!
//! A string that is handed over as arguments is their JSON text: [`Input::Text`]. A tool name that
//! holds half of a surrogate pair is handed over as none.

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;

use super::call::{given, with_call};
use super::gate::WireGate;
use super::{Fault, Input, to_json};
use crate::approval::{self, Answer, Arguments, ConversationOptions, Ledger, Schema, Taken};
use crate::decision::Decision;
use crate::diagnostic::{Code, Collector};
use crate::json::scan;
use crate::json::{self, Kind, Value};
use crate::judge::{Verdict, VerdictKind};

impl<'a> Input<'a> {
    /// The value's text, whatever it holds.
    pub(super) fn source(self) -> Result<&'a str, Fault> {
        match self {
            Self::Host(text) => Ok(text),
            Self::Text(bytes) => std::str::from_utf8(bytes)
                .map_err(|error| syntax(self, error.valid_up_to(), "the text is not UTF-8 from here on")),
            Self::Refused(refusal) => {
                let (pointer, what) = super::refused(refusal);
                Err(Fault::argument(format!("the value is not JSON: {what} at `{pointer}`")))
            }
        }
    }

    fn arguments(self) -> Arguments<'a> {
        self.source().map_or(Arguments::Refused, Arguments::Json)
    }
}

fn arguments(input: Option<Input<'_>>) -> Arguments<'_> {
    input.map_or(Arguments::Absent, Input::arguments)
}

/// A text that cannot be read, as a fault with one diagnostic.
fn syntax(input: Input<'_>, offset: usize, message: &'static str) -> Fault {
    let mut collector = Collector::default();
    collector.error(Code::JsonSyntax, String::new(), u32::try_from(offset).unwrap_or(u32::MAX), message);
    Fault::invalid(&collector.finish(input.text()))
}

pub(super) fn unreadable(input: Input<'_>) -> impl Fn(scan::Fault) -> Fault {
    move |fault| syntax(input, fault.offset, fault.message)
}

/// The canonical text (RFC 8785) of a value (APPR-4).
///
/// # Errors
/// `invalid_argument` when the value has none.
pub fn canonical_json(value: Input<'_>) -> Result<String, Fault> {
    approval::canonical_json(value.source()?)
        .map_err(|wrong| Fault::argument(format!("the value has no canonical text: {}", wrong.message())))
}

/// The key of a call: `<tool>#<64 hex>`, or nothing when the call has none (APPR-1 to 8).
///
/// # Errors
/// `invalid_document` when the schema is not JSON.
pub fn call_key(
    tool: Option<&str>,
    args: Option<Input<'_>>,
    schema: Option<Input<'_>>,
) -> Result<Option<String>, Fault> {
    let mut collector = Collector::default();
    let read = schema.map(|input| (input, input.read(&mut collector)));
    if collector.has_errors() {
        return Err(Fault::invalid(&collector.finish(schema.and_then(Input::text))));
    }
    let schema = read.as_ref().and_then(|(_, value)| value.as_ref()).map(Schema::new);
    Ok(approval::call_key(tool, arguments(args), schema.as_ref()))
}

/// The answers of the current turn that bear a token, as a JSON array of
/// `{"token", "approved", "toolCallId"?}` (APPR-44).
///
/// # Errors
/// `invalid_document` when the conversation is not JSON, or has a key twice where a value is read.
pub fn in_band_answers(conversation: Input<'_>) -> Result<String, Fault> {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Found {
        token: String,
        approved: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        tool_call_id: Option<String>,
    }
    let found = approval::in_band_answers(conversation.source()?).map_err(unreadable(conversation))?;
    let found: Vec<_> = found
        .into_iter()
        .map(|answer| Found {
            token: answer.token,
            approved: answer.approved,
            tool_call_id: answer.tool_call_id,
        })
        .collect();
    Ok(to_json(&found))
}

/// The reply to a harness among those on offer: `once`, `reject` or `cancelled` (APPR-60).
///
/// # Errors
/// `invalid_argument` when the decision is neither `allow` nor `deny`.
pub fn reply(decision: &str, available: &[&str]) -> Result<&'static str, Fault> {
    Ok(approval::reply(answer(decision)?, available).as_str())
}

fn answer(word: &str) -> Result<Answer, Fault> {
    Answer::parse(word).ok_or_else(|| Fault::argument("an answer is `allow` or `deny`"))
}

/// A call as text for a person's consent: nothing cut, nothing hidden.
///
/// # Errors
/// `invalid_document` when the call is not a JSON object.
pub fn describe_call(call: Input<'_>) -> Result<String, Fault> {
    crate::describe::describe_call(call.source()?).map_err(unreadable(call))
}

/// SHA-256 as 64 hexadecimal digits.
#[must_use]
pub fn sha256_hex(data: &[u8]) -> String {
    crate::digest::sha256_hex(data)
}

/// Reads the options of a conversation: `{"tokens"?, "clientTools"?, "deferredPrefix"?,
/// "unknownResult"?}`, where `tokens` is an object of token to call key (or null), or a list of
/// tokens. A member of another name goes to `other`.
pub(super) fn conversation_options(
    options: Option<&str>,
    mut other: impl FnMut(&str, &Value<'_>) -> Result<(), Fault>,
) -> Result<ConversationOptions, Fault> {
    let mut out = ConversationOptions::default();
    let Some(text) = options else { return Ok(out) };
    let parsed = json::parse(text.as_bytes())
        .map_err(|fault| Fault::argument(format!("the options are not JSON: {}", fault.message)))?;
    let Kind::Object(members) = &parsed.value.kind else {
        return Err(Fault::argument("the options are not an object"));
    };
    for member in members {
        let value = &member.value;
        match member.key.as_ref() {
            "tokens" => out.tokens = Some(tokens(value)?),
            "clientTools" => out.client_tools = strings(value, "clientTools")?,
            "deferredPrefix" => out.deferred_prefix = sentinel(value, "deferredPrefix")?,
            "unknownResult" => out.unknown_result = sentinel(value, "unknownResult")?,
            key => other(key, value)?,
        }
    }
    Ok(out)
}

fn unknown_option(key: &str, _: &Value<'_>) -> Result<(), Fault> {
    Err(Fault::argument(format!("no option `{key}` is known")))
}

fn tokens(
    value: &Value<'_>,
) -> Result<hashbrown::HashMap<String, Option<String>, foldhash::fast::RandomState>, Fault> {
    let wrong = || Fault::argument("`tokens` is an object of token to call key, or a list of tokens");
    match &value.kind {
        Kind::Array(_) => Ok(strings(value, "tokens")
            .map_err(|_| wrong())?
            .into_iter()
            .map(|token| (token, None))
            .collect()),
        Kind::Object(members) => members
            .iter()
            .map(|member| match &member.value.kind {
                Kind::String(key) => Ok((member.key.to_string(), Some(key.to_string()))),
                Kind::Null => Ok((member.key.to_string(), None)),
                _ => Err(wrong()),
            })
            .collect(),
        _ => Err(wrong()),
    }
}

fn strings(value: &Value<'_>, name: &str) -> Result<Vec<String>, Fault> {
    let items = value
        .as_array()
        .and_then(|items| items.iter().map(|item| item.as_str().map(str::to_owned)).collect());
    items.ok_or_else(|| Fault::argument(format!("`{name}` is a list of strings")))
}

/// A text that marks bookkeeping; an empty one would mark everything.
fn sentinel(value: &Value<'_>, name: &str) -> Result<String, Fault> {
    let text = value.as_str().filter(|text| !text.is_empty());
    text.map(str::to_owned).ok_or_else(|| Fault::argument(format!("`{name}` is a string that is not empty")))
}

/// A ledger as a handle that bindings hold; cheap to clone, shared between threads (APPR-24).
#[derive(Clone, Debug, Default)]
pub struct WireLedger(Arc<Ledger>);

impl WireLedger {
    /// The ledger of a run request, or an empty one. `options` is JSON text: `{"tokens"?,
    /// "clientTools"?, "deferredPrefix"?, "unknownResult"?}` (APPR-40 to 45).
    ///
    /// # Errors
    /// `invalid_document` when the conversation is not JSON or has a key twice where a value is
    /// read; `invalid_argument` for options of another shape.
    pub fn new(conversation: Option<Input<'_>>, options: Option<&str>) -> Result<Self, Fault> {
        let options = conversation_options(options, unknown_option)?;
        let Some(conversation) = conversation else { return Ok(Self::default()) };
        let ledger =
            Ledger::from_conversation(conversation.source()?, &options).map_err(unreadable(conversation))?;
        Ok(Self(Arc::new(ledger)))
    }

    /// The ledger that [`to_json`](Self::to_json) saved (APPR-26).
    ///
    /// # Errors
    /// `invalid_argument` when the text is no saved ledger.
    pub fn from_json(text: &str) -> Result<Self, Fault> {
        Ledger::from_json(text).map(|ledger| Self(Arc::new(ledger))).map_err(Fault::argument)
    }

    /// The ledger as JSON text (APPR-26).
    #[must_use]
    pub fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// The ledger itself, for callers in Rust.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.0
    }

    /// Stores an answer, `allow` or `deny`; whether it was stored (APPR-21, APPR-23).
    ///
    /// # Errors
    /// `invalid_argument` for another answer.
    pub fn record(
        &self,
        tool: &str,
        args: Option<Input<'_>>,
        word: &str,
        token: Option<&str>,
    ) -> Result<bool, Fault> {
        Ok(self.0.record(tool, arguments(args), answer(word)?, token))
    }

    /// The oldest answer to exactly this call, used up: `{"answer", "token"?, "arguments"}`, or
    /// nothing (APPR-20).
    #[must_use]
    pub fn take(&self, tool: &str, args: Option<Input<'_>>) -> Option<String> {
        #[derive(Serialize)]
        struct Found {
            answer: &'static str,
            #[serde(skip_serializing_if = "Option::is_none")]
            token: Option<String>,
            arguments: Option<Box<RawValue>>,
        }
        let Taken { answer, token, arguments } = self.0.take(tool, arguments(args))?;
        Some(to_json(&Found { answer: answer.as_str(), token, arguments: raw(&arguments) }))
    }

    /// Grants one execution; whether it was stored (APPR-22).
    #[must_use]
    pub fn grant(&self, tool: &str, args: Option<Input<'_>>) -> bool {
        self.0.grant(tool, arguments(args))
    }

    /// Uses up one grant; whether there was one (APPR-22).
    #[must_use]
    pub fn consume(&self, tool: &str, args: Option<Input<'_>>) -> bool {
        self.0.consume(tool, arguments(args))
    }

    /// The oldest client output for this call, JSON text (APPR-25).
    #[must_use]
    pub fn peek_output(&self, tool: &str, args: Option<Input<'_>>) -> Option<String> {
        self.0.peek_output(tool, arguments(args))
    }

    /// The oldest client output for this call, JSON text, used up (APPR-25).
    #[must_use]
    pub fn take_output(&self, tool: &str, args: Option<Input<'_>>) -> Option<String> {
        self.0.take_output(tool, arguments(args))
    }
}

fn raw(text: &str) -> Option<Box<RawValue>> {
    RawValue::from_string(text.to_owned()).ok()
}

impl WireGate {
    /// Decides a call, and where the policy asks takes a stored answer (PERM-40): `{"kind",
    /// "decision", "key"?, "interactionToken"?, "arguments"?, "argumentsText"?}`, `kind` being
    /// `allow`, `deny` or `pending`. What is no call is denied; this never fails.
    #[must_use]
    pub fn judge(&self, call: Input<'_>, ledger: &WireLedger, attended: bool) -> String {
        with_call(call, |read| match read {
            Ok(read) => written(self.gate().judge(&read, given(call), &ledger.0, attended)),
            Err(message) => self.no_call(&message),
        })
    }

    /// Decides a client tool's call (PERM-30): `{"kind", "decision", "key"?, "interactionToken"?,
    /// "output"?, "outputText"?}`, `kind` being `deny`, `pending` or `fulfilled`. This never fails.
    #[must_use]
    pub fn judge_client(&self, call: Input<'_>, ledger: &WireLedger, consume: bool) -> String {
        with_call(call, |read| match read {
            Ok(read) => written(self.gate().judge_client(&read, given(call), &ledger.0, consume)),
            Err(message) => self.no_call(&message),
        })
    }

    fn no_call(&self, message: &str) -> String {
        written(Verdict::of(VerdictKind::Deny, self.gate().decide_malformed(message)))
    }
}

fn written(verdict: Verdict<'_>) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Written<'a> {
        kind: &'static str,
        decision: Decision<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        interaction_token: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        arguments: Option<Box<RawValue>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        arguments_text: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        output: Option<Box<RawValue>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        output_text: Option<String>,
    }
    let Verdict { kind, decision, key, token, arguments, output } = verdict;
    to_json(&Written {
        kind: kind.as_str(),
        decision,
        key,
        interaction_token: token,
        arguments: arguments.as_deref().and_then(raw),
        arguments_text: arguments,
        output: output.as_deref().and_then(raw),
        output_text: output,
    })
}
