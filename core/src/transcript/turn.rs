//! A run request's history as text (TRAN-5 to TRAN-12): measured in one pass, and of what is kept
//! rendered in a second one.

use std::borrow::Cow;
use std::collections::VecDeque;

use hashbrown::HashMap;

use super::message::{self, Out, role_line};
use super::sentences::{
    ALREADY_RAN, ANSWER, CALL_LATER, CALL_NOW, DEFERRED, DENIED, LEFT_OUT, LOST, MAY_HAVE_RUN, NOT_RUN,
    OMITTED, RESUME, RESUME_APPROVAL, RESUME_CLIENT, UNKEYED, UNKNOWN, WITHDRAWN,
};
use super::units::{offset_of, utf16_len};
use super::window::{BETWEEN, HISTORY_MAX_CHARS, Kept, Mark, choose};
use crate::approval::history::{self, Block, Role, ToolResult, Visit};
use crate::approval::{ConversationOptions, Meaning, Results, name_at};
use crate::json::scan::{Fault, Scanner, Str};
use crate::name::Spelling;

/// How to render a history.
#[derive(Clone, Debug)]
pub struct TurnOptions {
    /// The window, in characters (UTF-16 units); 0 keeps only messages with an approved call that
    /// has not run (TRAN-6).
    pub max_chars: usize,
    /// How to read its answers.
    pub conversation: ConversationOptions,
}

impl Default for TurnOptions {
    fn default() -> Self {
        Self { max_chars: HISTORY_MAX_CHARS, conversation: ConversationOptions::default() }
    }
}

/// What a conversation that has no new user message goes on from (TRAN-9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resume {
    /// An answered approval.
    Approval,
    /// A fulfilled client tool.
    Client,
}

impl Resume {
    /// `approval` or `client`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Approval => "approval",
            Self::Client => "client",
        }
    }
}

/// A rendered history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The text: when messages were left out a line that says how many, the messages that were
    /// kept with an empty line between them, and on resuming a closing line.
    pub text: String,
    /// Characters (UTF-16 units) of the messages that were kept, without the lines that the window
    /// and resuming add.
    pub transcript_chars: usize,
    /// Characters of all messages, results capped.
    pub full_chars: usize,
    /// How many messages were left out.
    pub evicted: usize,
    /// Whether the window had to be exceeded (TRAN-5).
    pub over_window: bool,
    /// What the conversation goes on from, when it has no new user message.
    pub resume: Option<Resume>,
}

/// Renders a run request's history: JSON text `{"messages": [...]}` (TRAN-5 to TRAN-12).
///
/// ```
/// # use callgate::transcript::{TurnOptions, render_turn};
/// let turn = render_turn(r#"{"messages": [{"role": "user", "content": "hi"}]}"#, &TurnOptions::default()).unwrap();
/// assert_eq!(turn.text, "User:\nhi");
/// ```
///
/// # Errors
/// When the text is not JSON, is larger than 4 GiB, or has a key twice where a value is read.
pub fn render_turn(text: &str, options: &TurnOptions) -> Result<Turn, Fault> {
    if u32::try_from(text.len()).is_err() {
        return Err(Fault { offset: 0, message: "the text is larger than 4 GiB" });
    }
    let mut measure = Measure::new(text, &options.conversation);
    history::visit(text, &mut measure)?;
    let history = measure.finish();
    Ok(history.render(text, options.max_chars))
}

/// A result, as its place in the conversation made it.
#[derive(Clone, Copy, Debug)]
struct Outcome {
    what: What,
    /// Byte offset of its call's name; the largest number when there is none.
    name: u32,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Nothing,
    Real,
    Deferred,
    Unknown,
    /// The answer of that number.
    Answer(u32),
}

/// A person's answer, as what followed made it.
#[derive(Clone, Copy, Debug)]
struct Answered {
    state: State,
    /// The number of its message.
    message: u32,
    /// The number of its call's message.
    call: Option<u32>,
    /// UTF-16 units of the tool's name.
    name: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Waiting { last: bool },
    Ran,
    MayHaveRun,
    Withdrawn,
    Unkeyed,
    Denied,
}

impl State {
    const fn sentence(self) -> &'static str {
        match self {
            Self::Waiting { last: true } => CALL_NOW,
            Self::Waiting { last: false } => CALL_LATER,
            Self::Ran => ALREADY_RAN,
            Self::MayHaveRun => MAY_HAVE_RUN,
            Self::Withdrawn => WITHDRAWN,
            Self::Unkeyed => UNKEYED,
            Self::Denied => DENIED,
        }
    }
}

/// Measures every message, and learns what became of each answer.
struct Measure<'t, 'o> {
    text: &'t str,
    results: Results<'t, 'o>,
    marks: Vec<Mark>,
    outcomes: Vec<Outcome>,
    answers: Vec<Answered>,
    /// The approvals of each call that have not run.
    waiting: HashMap<String, VecDeque<u32>, foldhash::fast::RandomState>,
    out: Out,
    mark: Mark,
    /// Whether the message says anything.
    says: bool,
    resume: Option<Resume>,
}

impl<'t, 'o: 't> Measure<'t, 'o> {
    fn new(text: &'t str, options: &'o ConversationOptions) -> Self {
        Self {
            text,
            results: Results::new(text, options),
            marks: Vec::new(),
            outcomes: Vec::new(),
            answers: Vec::new(),
            waiting: HashMap::default(),
            out: Out::default(),
            mark: Mark { start: 0, first_result: 0, units: 0, pinned: false },
            says: false,
            resume: None,
        }
    }

    /// The number of the message that is read.
    fn message(&self) -> u32 {
        number(self.marks.len())
    }

    fn result(&mut self, role: Role, result: &ToolResult<'t>) {
        let place = self.results.place(result);
        let mut meaning = self.results.meaning(result);
        let key = self.key(result, &meaning);
        if let Meaning::Answer(_, Some(bound)) = meaning
            && key.as_deref().is_some_and(|key| !fits(bound, key))
        {
            meaning = Meaning::Real;
        }
        let name = self.results.name(result);
        let what = match meaning {
            Meaning::Nothing => What::Nothing,
            Meaning::Deferred => What::Deferred,
            Meaning::Unknown => {
                self.ran(key.as_deref(), State::MayHaveRun);
                self.resume = None;
                What::Unknown
            }
            Meaning::Real => {
                self.ran(key.as_deref(), State::Ran);
                let output = role == Role::Assistant
                    && name.as_deref().is_some_and(|name| self.results.is_output(name));
                self.resume = output.then_some(Resume::Client);
                What::Real
            }
            // Bound to no call: dropped, never guessed (APPR-41).
            Meaning::Answer(..) if name.is_none() => What::Nothing,
            Meaning::Answer(found, _) => {
                self.resume = Some(Resume::Approval);
                self.answer(found.approved, key, name.as_deref(), place.map(|place| place.message))
            }
        };
        let outcome = Outcome { what, name: place.map_or(u32::MAX, |place| place.name) };
        self.outcomes.push(outcome);
        // The sentence on an answer is only known at the end, and is counted there.
        let sentence = if let What::Answer(_) = what { Some("") } else { None };
        self.says |= render_result(self.text, result, outcome, name.as_deref(), sentence, &mut self.out);
    }

    /// The key of the call that a result answers, where it matters.
    fn key(&mut self, result: &ToolResult<'t>, meaning: &Meaning<'t>) -> Option<String> {
        let matters = match meaning {
            Meaning::Answer(..) => true,
            Meaning::Real | Meaning::Unknown => !self.waiting.is_empty(),
            Meaning::Nothing | Meaning::Deferred => false,
        };
        let call = if matters { self.results.bind(result)? } else { return None };
        call.plain_key().map(str::to_owned)
    }

    fn answer(&mut self, approved: bool, key: Option<String>, name: Option<&str>, call: Option<u32>) -> What {
        let number_ = number(self.answers.len());
        let state = match key {
            None if approved => State::Unkeyed,
            Some(key) if approved => {
                self.waiting.entry(key).or_default().push_back(number_);
                State::Waiting { last: false }
            }
            key => {
                for ended in key.and_then(|key| self.waiting.remove(&key)).into_iter().flatten() {
                    self.become_(ended, State::Withdrawn);
                }
                State::Denied
            }
        };
        let name = number(utf16_len(&message::shown_name(name)));
        self.answers.push(Answered { state, message: self.message(), call, name });
        What::Answer(number_)
    }

    /// A call ran: its oldest approval is spent.
    fn ran(&mut self, key: Option<&str>, state: State) {
        let Some(key) = key else { return };
        let spent = self.waiting.get_mut(key).and_then(VecDeque::pop_front);
        if let Some(spent) = spent {
            self.become_(spent, state);
            if self.waiting.get(key).is_some_and(VecDeque::is_empty) {
                self.waiting.remove(key);
            }
        }
    }

    fn become_(&mut self, answer: u32, state: State) {
        if let Some(answer) = self.answers.get_mut(answer as usize) {
            answer.state = state;
        }
    }

    fn finish(mut self) -> History {
        for waiting in core::mem::take(&mut self.waiting).into_values() {
            for &answer in waiting.iter() {
                let last = Some(&answer) == waiting.back();
                self.become_(answer, State::Waiting { last });
            }
        }
        for answer in &self.answers {
            // `[<tool><about><sentence>]`
            let units = (answer.name as usize)
                .saturating_add(utf16_len(ANSWER))
                .saturating_add(utf16_len(answer.state.sentence()))
                .saturating_add(2);
            if let Some(mark) = self.marks.get_mut(answer.message as usize) {
                mark.units = mark.units.saturating_add(number(units));
            }
            if let State::Waiting { .. } = answer.state {
                for message in [Some(answer.message), answer.call].into_iter().flatten() {
                    if let Some(mark) = self.marks.get_mut(message as usize) {
                        mark.pinned = true;
                    }
                }
            }
        }
        History { marks: self.marks, outcomes: self.outcomes, answers: self.answers, resume: self.resume }
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Whether the key that a token was issued for, a gate's, may be that of a call that is only known
/// by the name a harness gave it.
fn fits(bound: &str, key: &str) -> bool {
    let name = |key: &str| {
        Spelling::Codex.normalise(key.rsplit_once('#').map_or(key, |(name, _)| name)).into_owned()
    };
    bound == key || name(bound) == name(key)
}

impl<'t, 'o: 't> Visit<'t> for Measure<'t, 'o> {
    fn begin(&mut self, role: Role, start: usize) {
        self.mark =
            Mark { start: number(start), first_result: number(self.outcomes.len()), units: 0, pinned: false };
        self.out = Out::default();
        self.says = false;
        self.out.push(role_line(role));
    }

    fn block(&mut self, role: Role, block: Block<'t>) {
        let content = match &block {
            Block::Text(found) => role != Role::System && !is_blank(self.text, found),
            Block::Image | Block::Resource(_) | Block::Other => role == Role::User,
            Block::Call(_) | Block::Result(_) => false,
        };
        if content {
            self.resume = None;
        }
        match block {
            Block::Call(call) => {
                self.results.call(&call, self.message());
                self.says = true;
                message::call(self.text, &call, &mut self.out);
            }
            Block::Result(result) => self.result(role, &result),
            other => self.says |= render_other(self.text, &other, &mut self.out),
        }
    }

    fn end(&mut self, _: Role) {
        if self.says {
            self.mark.units = number(self.out.units);
            self.marks.push(self.mark);
        }
    }
}

fn is_blank(text: &str, found: &Str) -> bool {
    found.decode(text).trim().is_empty()
}

/// Renders a block that is neither call nor result; whether it says anything.
fn render_other(text: &str, block: &Block<'_>, out: &mut Out) -> bool {
    match block {
        Block::Text(found) if found.end > found.start => message::text(text, found, out),
        Block::Image => message::image(out),
        Block::Resource(uri) => message::resource(uri, out),
        _ => return false,
    }
    true
}

/// Renders a result; whether it says anything. The sentence on an answer is given, or only its line
/// is begun when it is empty.
fn render_result(
    text: &str,
    result: &ToolResult<'_>,
    outcome: Outcome,
    name: Option<&str>,
    answer: Option<&str>,
    out: &mut Out,
) -> bool {
    match outcome.what {
        What::Nothing => return false,
        What::Real => message::result(text, name, result, out),
        What::Deferred => message::sentence(name, NOT_RUN, DEFERRED, out),
        What::Unknown => message::sentence(name, LOST, UNKNOWN, out),
        What::Answer(_) => match answer {
            Some(sentence) if !sentence.is_empty() => message::sentence(name, ANSWER, sentence, out),
            _ => out.begin(),
        },
    }
    true
}

/// A measured history.
#[derive(Debug)]
struct History {
    marks: Vec<Mark>,
    outcomes: Vec<Outcome>,
    answers: Vec<Answered>,
    resume: Option<Resume>,
}

impl History {
    fn render(&self, text: &str, max_chars: usize) -> Turn {
        let separated = |units: usize, messages: usize| {
            units.saturating_add(messages.saturating_sub(1).saturating_mul(BETWEEN))
        };
        let full: usize = self.marks.iter().map(|mark| mark.units as usize).sum();
        let Kept { from, cut } = choose(&self.marks, max_chars);
        let kept = || {
            let pinned = self.marks.iter().enumerate().filter(|(index, mark)| *index >= from || mark.pinned);
            pinned.map(|(index, mark)| (index, *mark))
        };
        let messages = kept().count();
        let evicted = self.marks.len().saturating_sub(messages);
        let mut out = String::new();
        let mut units = 0usize;
        if evicted > 0 {
            let noun = if evicted == 1 { "message" } else { "messages" };
            out.push_str(&format!("[{evicted} earlier {noun}{LEFT_OUT}"));
        }
        for (index, mark) in kept() {
            if !out.is_empty() {
                out.push_str("\n\n");
            }
            let cut = cut.filter(|_| index.saturating_add(1) == self.marks.len());
            units = units.saturating_add(self.message(text, mark, cut, &mut out));
        }
        let closing = match self.resume {
            Some(Resume::Approval) => Some(RESUME_APPROVAL),
            Some(Resume::Client) => Some(RESUME_CLIENT),
            None => None,
        };
        if let Some(sentence) = closing {
            if !out.is_empty() {
                out.push_str("\n\n");
            }
            out.push_str(&format!("{RESUME}{sentence}]"));
        }
        let transcript_chars = separated(units, messages);
        Turn {
            text: out,
            transcript_chars,
            full_chars: separated(full, self.marks.len()),
            evicted,
            over_window: transcript_chars > max_chars,
            resume: self.resume,
        }
    }

    /// Appends one message, cut at its front to so many units; gives the units that were kept.
    fn message(&self, text: &str, mark: Mark, cut: Option<usize>, out: &mut String) -> usize {
        let mut rendered = Rendered {
            text,
            history: self,
            result: mark.first_result as usize,
            out: Out::default(),
            role: "",
        };
        rendered.out.text = Some(String::new());
        // The message was read before, without a fault.
        let _ = history::message(text, &mut Scanner::at(text, mark.start as usize), &mut rendered);
        let Out { units, text: body, whole } = rendered.out;
        let body = body.unwrap_or_default();
        let Some(budget) = cut else {
            out.push_str(&body);
            return units;
        };
        // The role line stays, beside the window.
        let role = rendered.role.len().saturating_add(1);
        let content = body.get(role..).unwrap_or_default();
        let too_many = utf16_len(content).saturating_sub(budget);
        let mut at = offset_of(content, too_many);
        if utf16_len(content.get(..at).unwrap_or_default()) < too_many {
            // Half a pair is too many: the whole of it goes.
            at = at.saturating_add(
                content.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8),
            );
        }
        // A call is left out or kept whole; one that was approved and has not run is kept.
        let inside = |range: &&core::ops::Range<usize>| {
            if mark.pinned {
                range.start < at.saturating_add(role)
            } else {
                range.contains(&at.saturating_add(role))
            }
        };
        if let Some(range) = whole.iter().find(inside) {
            at = range.start.saturating_sub(role);
        }
        let (omitted, kept) = content.split_at_checked(at).unwrap_or(("", content));
        out.push_str(rendered.role);
        out.push('\n');
        if !omitted.is_empty() {
            out.push_str(&format!("{OMITTED}{} chars omitted] ", utf16_len(omitted)));
        }
        out.push_str(kept);
        utf16_len(kept)
    }
}

/// Renders one message whose place in the conversation is known.
struct Rendered<'t, 'h> {
    text: &'t str,
    history: &'h History,
    result: usize,
    out: Out,
    role: &'static str,
}

impl<'t> Visit<'t> for Rendered<'t, '_> {
    fn begin(&mut self, role: Role, _: usize) {
        self.role = role_line(role);
        self.out.push(self.role);
    }

    fn block(&mut self, _: Role, block: Block<'t>) {
        match block {
            Block::Call(call) => message::call(self.text, &call, &mut self.out),
            Block::Result(result) => {
                let Some(&outcome) = self.history.outcomes.get(self.result) else { return };
                self.result = self.result.saturating_add(1);
                let name: Option<Cow<'_, str>> =
                    result.call.name.clone().or_else(|| name_at(self.text, outcome.name));
                let answer = match outcome.what {
                    What::Answer(number) => {
                        self.history.answers.get(number as usize).map(|answer| answer.state.sentence())
                    }
                    _ => None,
                };
                render_result(self.text, &result, outcome, name.as_deref(), answer, &mut self.out);
            }
            other => {
                render_other(self.text, &other, &mut self.out);
            }
        }
    }

    fn end(&mut self, _: Role) {}
}

#[cfg(test)]
#[path = "tests/turn.rs"]
mod tests;
