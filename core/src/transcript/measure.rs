//! The first pass over a history: how long each message is, and what became of each answer (TRAN-8).

use std::collections::VecDeque;

use hashbrown::HashMap;

use super::message::{self, Out, role_line};
use super::sentences::{
    ALREADY_RAN, ANSWER, CALL_LATER, CALL_NOW, DEFERRED, DENIED, LOST, MAY_HAVE_RUN, NOT_RUN, UNKEYED,
    UNKNOWN, WITHDRAWN,
};
use super::turn::Resume;
use super::units::utf16_len;
use super::window::Mark;
use crate::approval::history::{Block, Role, ToolResult, Visit};
use crate::approval::{ConversationOptions, Meaning, Results};
use crate::json::scan::Str;
use crate::name::Spelling;

/// A result, as its place in the conversation made it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    pub(super) what: What,
    /// Byte offset of its call's name; the largest number when there is none.
    pub(super) name: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    Nothing,
    Real,
    Deferred,
    Unknown,
    /// The answer of that number.
    Answer(u32),
}

/// A person's answer, as what followed made it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answered {
    pub(super) state: State,
    /// The number of its message.
    message: u32,
    /// The number of its call's message.
    call: Option<u32>,
    /// UTF-16 units of the tool's name.
    name: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Waiting { last: bool },
    Ran,
    MayHaveRun,
    Withdrawn,
    Unkeyed,
    Denied,
}

impl State {
    pub(super) const fn sentence(self) -> &'static str {
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
pub(super) struct Measure<'t, 'o> {
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
    pub(super) fn new(text: &'t str, options: &'o ConversationOptions) -> Self {
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

    pub(super) fn finish(mut self) -> History {
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
pub(super) fn render_other(text: &str, block: &Block<'_>, out: &mut Out) -> bool {
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
pub(super) fn render_result(
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
pub(super) struct History {
    pub(super) marks: Vec<Mark>,
    pub(super) outcomes: Vec<Outcome>,
    pub(super) answers: Vec<Answered>,
    pub(super) resume: Option<Resume>,
}
