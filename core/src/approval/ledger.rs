//! The ledger: a consume-once store of answers (APPR-20 to 26).

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashbrown::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::canonical::canonical_json;
use super::key::{Arguments, arguments_text, call_key};
use super::store::{Part, Reading, Recorded, Resolver, Store};

/// What a person answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// The call may run, once.
    Allow,
    /// The call may not run.
    Deny,
}

impl Answer {
    /// `allow` or `deny`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Deny => "deny",
        }
    }

    /// Reads the exact word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Allow, Self::Deny].into_iter().find(|answer| answer.as_str() == word)
    }
}

/// A stored answer that was found, and is now used up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// What was answered.
    pub answer: Answer,
    /// The durable row that was answered, when it is known (APPR-21).
    pub token: Option<String>,
    /// JSON text of the arguments that were answered: what an executor runs (PERM-40).
    pub arguments: String,
}

/// An entry of the answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A person answered. `bound` is the key that the answer's token was issued for (APPR-40).
    Answered { answer: Answer, token: Option<Box<str>>, bound: Option<Box<str>> },
    /// The call ran: its oldest approval is spent (APPR-42).
    Ran,
    /// The call was denied, in a way that counts no more itself: older approvals ended with it.
    Withdrawn,
}

const ALLOW: u8 = 1;
const DENY: u8 = 2;

impl Event {
    fn part(&self, key: &str) -> Part {
        match self {
            // A token that was issued for another call is no person's answer to this one: what
            // bears it came from the tool.
            Self::Answered { bound: Some(bound), .. } if **bound != *key => Part::Spends(ALLOW),
            Self::Answered { answer: Answer::Allow, .. } => Part::Queues(ALLOW),
            Self::Answered { answer: Answer::Deny, .. } => Part::Queues(DENY),
            Self::Ran => Part::Spends(ALLOW),
            Self::Withdrawn => Part::Ends(ALLOW),
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Inner {
    pub(super) answers: Store<Event>,
    pub(super) grants: Store<()>,
    /// JSON texts, verbatim (APPR-25).
    pub(super) outputs: Store<Box<str>>,
}

/// Answers, grants and client outputs, each queued by call and used once (APPR-20 to 26).
///
/// A ledger keeps names and arguments as they were recorded. On its own it finds a call by
/// [`call_key`]; a gate finds it by what each recorded name stands for in its document. It may be
/// shared between threads: of two takes of one answer exactly one succeeds (APPR-24).
///
/// ```
/// # use callgate::approval::{Answer, Arguments, Ledger};
/// let ledger = Ledger::default();
/// let arguments = Arguments::Json(r#"{"title": "x"}"#);
/// ledger.record("create_ticket", arguments, Answer::Allow, Some("t-9"));
/// assert_eq!(ledger.take("create_ticket", arguments).unwrap().token.as_deref(), Some("t-9"));
/// assert!(ledger.take("create_ticket", arguments).is_none());
/// ```
#[derive(Debug, Default)]
pub struct Ledger {
    inner: Mutex<Inner>,
}

impl Ledger {
    pub(super) fn of(inner: Inner) -> Self {
        Self { inner: Mutex::new(inner) }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Every change leaves the stores whole at each step, so a panic elsewhere spoils nothing.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores an answer to one call, with the token of the row that was answered (APPR-21).
    /// Whether it was stored: a call without a key stores nothing (APPR-23).
    pub fn record(&self, tool: &str, arguments: Arguments<'_>, answer: Answer, token: Option<&str>) -> bool {
        let Some(call) = recorded(tool, arguments) else { return false };
        let event = Event::Answered { answer, token: token.map(Into::into), bound: None };
        self.lock().answers.push(Arc::new(call), event);
        true
    }

    /// The oldest answer to exactly this call, which is then used up (APPR-20). The newest answer
    /// to a call has ended older ones of the other kind.
    #[must_use]
    pub fn take(&self, tool: &str, arguments: Arguments<'_>) -> Option<Taken> {
        self.take_keyed(Reading::Plain, &call_key(Some(tool), arguments, None)?)
    }

    /// As [`take`](Self::take), for a call of a tool that a document knows: the names of recorded
    /// calls stand for what `resolver` says.
    #[must_use]
    pub fn take_resolved(&self, resolver: &dyn Resolver, key: &str) -> Option<Taken> {
        self.take_keyed(Reading::Resolved(resolver), key)
    }

    /// As [`take_resolved`](Self::take_resolved), but only a denial: an approval stays.
    #[must_use]
    pub fn take_denial(&self, resolver: &dyn Resolver, key: &str) -> Option<Taken> {
        self.take_if(Reading::Resolved(resolver), key, |answer| answer == Answer::Deny)
    }

    fn take_keyed(&self, reading: Reading<'_>, key: &str) -> Option<Taken> {
        self.take_if(reading, key, |_| true)
    }

    fn take_if(&self, reading: Reading<'_>, key: &str, wanted: impl Fn(Answer) -> bool) -> Option<Taken> {
        let mut inner = self.lock();
        let answers = &mut inner.answers;
        let number = answers.oldest(reading, key, Event::part)?;
        let (call, event) = answers.get(number)?.clone();
        let Event::Answered { answer, token, .. } = event else { return None };
        if !wanted(answer) {
            return None;
        }
        match answer {
            Answer::Allow => drop(answers.remove(number)),
            // It goes on ending older approvals for a reading that finds it under another key.
            Answer::Deny => answers.replace(number, Event::Withdrawn),
        }
        answers.trim(|event| matches!(event, Event::Ran | Event::Withdrawn));
        Some(Taken { answer, token: token.map(Into::into), arguments: reading.arguments(&call) })
    }

    /// Grants one execution of a call (APPR-22). Whether it was stored.
    pub fn grant(&self, tool: &str, arguments: Arguments<'_>) -> bool {
        let Some(call) = recorded(tool, arguments) else { return false };
        self.lock().grants.push(Arc::new(call), ());
        true
    }

    /// Uses up one grant of exactly this call; whether there was one (APPR-22).
    #[must_use]
    pub fn consume(&self, tool: &str, arguments: Arguments<'_>) -> bool {
        let Some(key) = call_key(Some(tool), arguments, None) else { return false };
        let grants = &mut self.lock().grants;
        let found = grants.oldest(Reading::Plain, &key, |(), _| Part::Queues(ALLOW));
        found.and_then(|number| grants.remove(number)).is_some()
    }

    /// Stores a client tool's output, a JSON text, verbatim (APPR-25). Whether it was stored.
    pub fn store_output(&self, tool: &str, arguments: Arguments<'_>, output: &str) -> bool {
        let Some(call) = recorded(tool, arguments) else { return false };
        self.lock().outputs.push(Arc::new(call), output.into());
        true
    }

    /// The oldest output for exactly this call, JSON text; it stays (APPR-25).
    #[must_use]
    pub fn peek_output(&self, tool: &str, arguments: Arguments<'_>) -> Option<String> {
        self.output_keyed(Reading::Plain, &call_key(Some(tool), arguments, None)?, false)
    }

    /// The oldest output for exactly this call, JSON text; it is used up (APPR-25).
    #[must_use]
    pub fn take_output(&self, tool: &str, arguments: Arguments<'_>) -> Option<String> {
        self.output_keyed(Reading::Plain, &call_key(Some(tool), arguments, None)?, true)
    }

    /// The oldest output for a call of a tool that a document knows; used up when `consume`.
    #[must_use]
    pub fn output_resolved(&self, resolver: &dyn Resolver, key: &str, consume: bool) -> Option<String> {
        self.output_keyed(Reading::Resolved(resolver), key, consume)
    }

    fn output_keyed(&self, reading: Reading<'_>, key: &str, consume: bool) -> Option<String> {
        let outputs = &mut self.lock().outputs;
        let number = outputs.oldest(reading, key, |_, _| Part::Queues(ALLOW))?;
        let output = outputs.get(number).map(|(_, output)| output.to_string());
        if consume {
            outputs.remove(number);
        }
        output
    }

    /// The ledger as JSON text, for a service to keep where it keeps its state (APPR-26). Two
    /// ledgers restored from one text are two ledgers: sharing one is the service's own task.
    #[must_use]
    pub fn to_json(&self) -> String {
        let inner = self.lock();
        let mut calls = Calls::default();
        let answers = inner.answers.entries().map(|(call, event)| {
            let (answer, token, bound) = match event {
                Event::Answered { answer, token, bound } => {
                    (Word::from(*answer), token.clone(), bound.clone())
                }
                Event::Ran => (Word::Ran, None, None),
                Event::Withdrawn => (Word::Withdrawn, None, None),
            };
            SavedAnswer { call: calls.number(call), answer, token, bound }
        });
        let answers = answers.collect();
        let grants = inner.grants.entries().map(|(call, ())| calls.number(call)).collect();
        let outputs = inner.outputs.entries().filter_map(|(call, output)| {
            Some(SavedOutput { call: calls.number(call), output: raw(output)? })
        });
        let outputs = outputs.collect();
        serde_json::to_string(&Saved { version: 1, calls: calls.listed, answers, grants, outputs })
            .unwrap_or_default()
    }

    /// The ledger that [`to_json`](Self::to_json) saved.
    ///
    /// # Errors
    /// A sentence on what is wrong with the text: it is not JSON of that very shape, or holds a
    /// call that cannot be keyed. Nothing is left out silently.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let saved: Saved = serde_json::from_str(text).map_err(|error| {
            format!("not a saved ledger: fault at line {} column {}", error.line(), error.column())
        })?;
        if saved.version != 1 {
            return Err(format!("not a saved ledger: version `{}` is not known", saved.version));
        }
        let calls = saved.calls.iter().map(|call| {
            recorded(&call.tool, Arguments::Json(call.arguments.get()))
                .map(Arc::new)
                .ok_or("not a saved ledger: a call in it cannot be keyed")
        });
        let calls = calls.collect::<Result<Vec<_>, _>>()?;
        let call = |number: usize| {
            calls.get(number).cloned().ok_or("not a saved ledger: it names a call that it does not have")
        };
        let mut inner = Inner::default();
        for saved in saved.answers {
            let event = match saved.answer {
                Word::Allow => {
                    Event::Answered { answer: Answer::Allow, token: saved.token, bound: saved.bound }
                }
                Word::Deny => {
                    Event::Answered { answer: Answer::Deny, token: saved.token, bound: saved.bound }
                }
                Word::Ran | Word::Withdrawn if saved.token.is_some() || saved.bound.is_some() => {
                    return Err("not a saved ledger: a token where no answer stands".to_owned());
                }
                Word::Ran => Event::Ran,
                Word::Withdrawn => Event::Withdrawn,
            };
            inner.answers.push(call(saved.call)?, event);
        }
        for number in saved.grants {
            inner.grants.push(call(number)?, ());
        }
        for saved in saved.outputs {
            inner.outputs.push(call(saved.call)?, saved.output.get().into());
        }
        Ok(Self::of(inner))
    }
}

fn raw(text: &str) -> Option<Box<RawValue>> {
    RawValue::from_string(text.to_owned()).ok()
}

/// The calls of a ledger that is saved, each once.
#[derive(Default)]
struct Calls {
    numbers: HashMap<*const Recorded, usize, foldhash::fast::RandomState>,
    listed: Vec<SavedCall>,
}

impl Calls {
    fn number(&mut self, call: &Arc<Recorded>) -> usize {
        *self.numbers.entry(Arc::as_ptr(call)).or_insert_with(|| {
            // INVARIANT: what was recorded is JSON.
            let arguments = raw(&call.arguments).unwrap_or_default();
            self.listed.push(SavedCall { tool: call.tool.clone(), arguments });
            self.listed.len().saturating_sub(1)
        })
    }
}

/// A call to be stored: nothing when it cannot be keyed (APPR-23).
pub(super) fn recorded(tool: &str, arguments: Arguments<'_>) -> Option<Recorded> {
    let text = match arguments {
        Arguments::Absent => "{}".into(),
        Arguments::Json(text) => arguments_text(text)?,
        Arguments::Refused => return None,
    };
    canonical_json(&text).ok()?;
    let text = text.trim_matches([' ', '\t', '\n', '\r']);
    (!tool.is_empty()).then(|| Recorded::new(tool, text))
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    Allow,
    Deny,
    Ran,
    Withdrawn,
}

impl From<Answer> for Word {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Allow => Self::Allow,
            Answer::Deny => Self::Deny,
        }
    }
}

/// `calls` are numbered by their place; `grants` are numbers of calls.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    version: u32,
    calls: Vec<SavedCall>,
    answers: Vec<SavedAnswer>,
    grants: Vec<usize>,
    outputs: Vec<SavedOutput>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedCall {
    tool: Box<str>,
    arguments: Box<RawValue>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedAnswer {
    call: usize,
    answer: Word,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    token: Option<Box<str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bound: Option<Box<str>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedOutput {
    call: usize,
    output: Box<RawValue>,
}

#[cfg(test)]
#[path = "tests/ledger.rs"]
mod tests;
