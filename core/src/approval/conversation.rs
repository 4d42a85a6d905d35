//! Answers out of a conversation (APPR-40 to 45).

use core::ops::Range;
use std::borrow::Cow;
use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use super::history::{self, Block, Call, Role, ToolResult, Visit};
use super::key::Arguments;
use super::ledger::{Answer, Event, Inner, Ledger, recorded};
use super::store::Recorded;
use crate::json::scan::{Fault, Scanner, Shape};
use crate::name::{self, Spelling};

/// What begins a result that says a call was put off and never ran (APPR-43).
pub const DEFERRED_PREFIX: &str = "DEFERRED_NOT_EXECUTED";

/// The result of an approved call of which nobody knows whether it ran (APPR-43).
pub const UNKNOWN_RESULT: &str = "APPROVED_EXECUTION_RESULT_UNKNOWN";

type Map<K, V> = HashMap<K, V, foldhash::fast::RandomState>;

/// How to read a conversation.
#[derive(Clone, Debug)]
pub struct ConversationOptions {
    /// The tokens this service issued, each with the key of the call it was issued for, when that
    /// is known. When given, an envelope without one of them is no approval (APPR-40).
    pub tokens: Option<Map<String, Option<String>>>,
    /// The client tools: their results are outputs and never approvals (APPR-40). When none is
    /// given, any real result of the current turn may be asked for as an output.
    pub client_tools: Vec<String>,
    /// What begins a deferred result.
    pub deferred_prefix: String,
    /// What an unknown result is.
    pub unknown_result: String,
}

impl Default for ConversationOptions {
    fn default() -> Self {
        Self {
            tokens: None,
            client_tools: Vec::new(),
            deferred_prefix: DEFERRED_PREFIX.to_owned(),
            unknown_result: UNKNOWN_RESULT.to_owned(),
        }
    }
}

impl Ledger {
    /// The ledger of a run request: JSON text `{"messages": [...]}` (APPR-40 to 45).
    ///
    /// # Errors
    /// When the text is not JSON, or has a key twice where a value is read.
    pub fn from_conversation(text: &str, options: &ConversationOptions) -> Result<Self, Fault> {
        let mut reader = LedgerReader {
            results: Results::new(text, options),
            answers: Vec::new(),
            outputs: Vec::new(),
            message: Turn::default(),
            approvals: false,
        };
        history::visit(text, &mut reader)?;
        let mut inner = Inner::default();
        for (call, event) in reader.answers {
            inner.answers.push(call, event);
        }
        for (call, output) in reader.outputs {
            inner.outputs.push(call, text.get(output).unwrap_or_default().into());
        }
        Ok(Self::of(inner))
    }
}

/// One answer of the current turn that bears a token (APPR-44).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InBandAnswer {
    /// The token.
    pub token: String,
    /// Whether the person approved.
    pub approved: bool,
    /// The call that was answered.
    pub tool_call_id: Option<String>,
}

/// The answers of the current turn that bear a token, each token once (APPR-44).
///
/// # Errors
/// When the text is not JSON, or has a key twice where a value is read.
pub fn in_band_answers(text: &str) -> Result<Vec<InBandAnswer>, Fault> {
    struct Reader<'t> {
        text: &'t str,
        seen: HashSet<String, foldhash::fast::RandomState>,
        found: Vec<InBandAnswer>,
        message: Turn,
    }
    impl<'t> Visit<'t> for Reader<'t> {
        fn begin(&mut self, _: Role, _: usize) {
            self.message = Turn { answers: self.found.len(), ..Turn::default() };
        }
        fn block(&mut self, _: Role, block: Block<'t>) {
            self.message.see(&block);
            if let Block::Result(result) = block
                && let Some(range) = result.output
                && let Some(Envelope { approved, token: Some(token) }) = envelope(self.text, &range)
                && self.seen.insert(token.to_string())
            {
                let tool_call_id = result.call.id.map(Cow::into_owned);
                self.found.push(InBandAnswer { token: token.into_owned(), approved, tool_call_id });
            }
        }
        fn end(&mut self, role: Role) {
            if self.message.begins_turn(role) {
                self.found.drain(..self.message.answers);
            }
        }
    }
    let mut reader = Reader { text, seen: HashSet::default(), found: Vec::new(), message: Turn::default() };
    history::visit(text, &mut reader)?;
    Ok(reader.found)
}

/// How much was read before a message, and what it holds.
#[derive(Clone, Copy, Debug, Default)]
struct Turn {
    answers: usize,
    outputs: usize,
    results: bool,
    others: bool,
}

impl Turn {
    const fn see(&mut self, block: &Block<'_>) {
        match block {
            Block::Result(_) => self.results = true,
            _ => self.others = true,
        }
    }

    /// Whether it is a user message: the turn begins with it. One that only brings results is
    /// how some clients hand them in.
    fn begins_turn(self, role: Role) -> bool {
        role == Role::User && (self.others || !self.results)
    }
}

/// `{"approved": bool, "interactionToken"?: string}` and nothing beside (APPR-40).
#[derive(Debug)]
pub(crate) struct Envelope<'t> {
    pub(crate) approved: bool,
    pub(crate) token: Option<Cow<'t, str>>,
}

/// The approval envelope at a range, if one stands there.
pub(crate) fn envelope<'t>(text: &'t str, range: &Range<usize>) -> Option<Envelope<'t>> {
    let mut scanner = Scanner::at(text, range.start);
    if scanner.peek().ok()? != Shape::Object {
        return None;
    }
    scanner.enter();
    let (mut approved, mut token) = (None, None);
    let mut first = true;
    while let Some(found) = scanner.next_key(first).ok()? {
        first = false;
        let shape = scanner.peek().ok()?;
        match (found.key.decode(text).as_ref(), shape) {
            ("approved", Shape::Literal) if approved.is_none() => {
                approved = match scanner.literal().ok()? {
                    "true" => Some(true),
                    "false" => Some(false),
                    _ => return None,
                };
            }
            ("interactionToken", Shape::String) if token.is_none() => {
                let found = scanner.string().ok()?;
                token = Some(if found.lone { return None } else { found.decode(text) });
            }
            _ => return None,
        }
    }
    Some(Envelope { approved: approved?, token })
}

/// What a result is, read in its place in the conversation.
#[derive(Debug)]
pub(crate) enum Meaning<'t> {
    /// A person's answer; with the key that its token was issued for.
    Answer(Envelope<'t>, Option<&'t str>),
    /// The same answer once more, or one that can be bound to no call: nothing.
    Nothing,
    /// The call was put off and never ran.
    Deferred,
    /// The call may have run.
    Unknown,
    /// A real result.
    Real,
}

/// Where a call stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Byte offset of the `tool_call` block.
    block: u32,
    /// The message's number.
    pub(crate) message: u32,
    /// Byte offset of its name's quote; the largest number when it has none.
    pub(crate) name: u32,
    /// Where its arguments stand; nowhere when it has none.
    input: (u32, u32),
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Reads results in order: binds each to its call, and says what it is.
pub(crate) struct Results<'t, 'o> {
    text: &'t str,
    options: &'o ConversationOptions,
    client_tools: HashSet<String, foldhash::fast::RandomState>,
    calls: Map<Cow<'t, str>, Place>,
    /// Each call that was bound, by its block: of many results of one call all share its text.
    bound: Map<u32, Option<Arc<Recorded>>>,
    /// Each token that counted, with the call it counted for.
    tokens: Map<String, Option<Cow<'t, str>>>,
}

impl<'t, 'o: 't> Results<'t, 'o> {
    pub(crate) fn new(text: &'t str, options: &'o ConversationOptions) -> Self {
        let mut client_tools = HashSet::default();
        for tool in &options.client_tools {
            for spelled in name::spellings(tool) {
                for server in [name::INTERNAL_SERVER, "agenta_tools"] {
                    client_tools.insert(format!("{}{server}__{spelled}", name::RENDERED_PREFIX));
                }
            }
            client_tools.insert(tool.clone());
        }
        Self {
            text,
            options,
            client_tools,
            calls: Map::default(),
            bound: Map::default(),
            tokens: Map::default(),
        }
    }

    /// Remembers a call, for the results behind it. Of calls with one id the last counts: a
    /// harness announces a call before its arguments are whole (TRAN-20).
    pub(crate) fn call(&mut self, call: &Call<'t>, message: u32) {
        if let Some(id) = &call.id {
            let input = call.input.as_ref().map_or((0, 0), |range| (offset(range.start), offset(range.end)));
            let name = call.name_start.map_or(u32::MAX, offset);
            let place = Place { block: offset(call.start), message, name, input };
            self.calls.insert(id.clone(), place);
        }
    }

    /// The call that a result answers, where it stands.
    pub(crate) fn place(&self, result: &ToolResult<'t>) -> Option<Place> {
        self.calls.get(result.call.id.as_ref()?).copied()
    }

    /// Name and arguments of the call that a result answers: its own, else those of the call of
    /// its id (APPR-41). Nothing when they are not both known, or contradict each other.
    pub(crate) fn bind(&mut self, result: &ToolResult<'t>) -> Option<Arc<Recorded>> {
        let place = self.place(result);
        if let Some(own) = &result.call.input {
            let name = self.name(result)?;
            return recorded(&name, Arguments::Json(self.text.get(own.clone())?)).map(Arc::new);
        }
        let place = place?;
        let name = place.name_in(self.text);
        if let (Some(own), Some(other)) = (&result.call.name, &name)
            && !same_tool(own, other)
        {
            // A name of one tool and the arguments of another would be a guess.
            return None;
        }
        let arguments = match place.input {
            (0, 0) => Arguments::Absent,
            (start, end) => Arguments::Json(self.text.get(start as usize..end as usize)?),
        };
        let name = name.or_else(|| result.call.name.clone())?;
        let bind = || recorded(&name, arguments).map(Arc::new);
        let call = self.bound.entry(place.block).or_insert_with(bind).clone()?;
        // Only of a call without a name, when results name it differently.
        (*call.tool == *name).then_some(call)
    }

    /// Whether that is a client tool.
    pub(crate) fn is_client_tool(&self, name: &str) -> bool {
        self.client_tools.contains(name)
    }

    /// Whether a real result of that tool is a client tool's output.
    pub(crate) fn is_output(&self, name: &str) -> bool {
        self.client_tools.is_empty() || self.is_client_tool(name)
    }

    /// The tool of the call that a result answers.
    pub(crate) fn name(&self, result: &ToolResult<'t>) -> Option<Cow<'t, str>> {
        result.call.name.clone().or_else(|| self.place(result)?.name_in(self.text))
    }

    /// What a result is.
    pub(crate) fn meaning(&mut self, result: &ToolResult<'t>) -> Meaning<'t> {
        let Some(range) = &result.output else { return Meaning::Real };
        if self.text.get(range.clone()).is_some_and(|raw| raw.starts_with('"')) {
            let output = history::decoded(self.text, range);
            if output.starts_with(self.options.deferred_prefix.as_str()) {
                return Meaning::Deferred;
            }
            return if output == self.options.unknown_result { Meaning::Unknown } else { Meaning::Real };
        }
        let Some(found) = envelope(self.text, range) else { return Meaning::Real };
        if self.name(result).is_some_and(|name| self.is_client_tool(&name)) {
            return Meaning::Real;
        }
        let mut bound = None;
        if let Some(issued) = &self.options.tokens {
            // An envelope without a token of ours is what a tool returned.
            let Some(key) = found.token.as_deref().and_then(|token| issued.get(token)) else {
                return Meaning::Real;
            };
            bound = key.as_deref();
        }
        if let Some(token) = &found.token {
            if let Some(before) = self.tokens.get(token.as_ref()) {
                // Written twice it is one answer; brought by another call it is that call's result.
                return if *before == result.call.id { Meaning::Nothing } else { Meaning::Real };
            }
            self.tokens.insert(token.to_string(), result.call.id.clone());
        }
        Meaning::Answer(found, bound)
    }
}

impl Place {
    fn name_in(self, text: &str) -> Option<Cow<'_, str>> {
        name_at(text, self.name)
    }
}

/// The name whose quote is at an offset; none at the largest.
pub(crate) fn name_at(text: &str, start: u32) -> Option<Cow<'_, str>> {
    (start != u32::MAX)
        .then(|| Scanner::at(text, start as usize).string().ok().map(|found| found.decode(text)))?
}

/// Whether two names may be spellings of one tool.
fn same_tool(one: &str, other: &str) -> bool {
    let bare = |name: &str| {
        let spelled = Spelling::Codex.normalise(name::builtin_name(name)).into_owned();
        spelled.strip_prefix("mcp__agenta_tools__").map_or_else(|| spelled.clone(), str::to_owned)
    };
    one == other || bare(one) == bare(other)
}

struct LedgerReader<'t, 'o> {
    results: Results<'t, 'o>,
    answers: Vec<(Arc<Recorded>, Event)>,
    outputs: Vec<(Arc<Recorded>, Range<usize>)>,
    message: Turn,
    /// Whether any approval was read: what ran before the first spends nothing.
    approvals: bool,
}

impl<'t, 'o: 't> LedgerReader<'t, 'o> {
    fn result(&mut self, result: &ToolResult<'t>) {
        match self.results.meaning(result) {
            Meaning::Answer(found, bound) => {
                let Some(call) = self.results.bind(result) else { return };
                let answer = if found.approved { Answer::Allow } else { Answer::Deny };
                self.approvals |= found.approved;
                let token = found.token.map(|token| token.as_ref().into());
                self.answers.push((call, Event::Answered { answer, token, bound: bound.map(Into::into) }));
            }
            Meaning::Unknown => self.ran(result),
            Meaning::Real => {
                let name = self.results.name(result);
                let client = name.as_deref().is_some_and(|name| self.results.is_client_tool(name));
                if name.is_some_and(|name| self.results.is_output(&name))
                    && let Some(range) = &result.output
                    && let Some(call) = self.results.bind(result)
                {
                    self.outputs.push((call, range.clone()));
                }
                if !client {
                    self.ran(result);
                }
            }
            Meaning::Nothing | Meaning::Deferred => {}
        }
    }

    fn ran(&mut self, result: &ToolResult<'t>) {
        if self.approvals
            && let Some(call) = self.results.bind(result)
        {
            self.answers.push((call, Event::Ran));
        }
    }
}

impl<'t, 'o: 't> Visit<'t> for LedgerReader<'t, 'o> {
    fn begin(&mut self, _: Role, _: usize) {
        self.message = Turn { answers: self.answers.len(), outputs: self.outputs.len(), ..Turn::default() };
    }

    fn block(&mut self, _: Role, block: Block<'t>) {
        self.message.see(&block);
        match block {
            Block::Call(call) => self.results.call(&call, 0),
            Block::Result(result) => self.result(&result),
            _ => {}
        }
    }

    fn end(&mut self, role: Role) {
        if !self.message.begins_turn(role) {
            return;
        }
        // Denials and outputs count in their own turn only; a denial has ended older approvals.
        self.outputs.drain(..self.message.outputs);
        for (_, event) in self.answers.get_mut(..self.message.answers).unwrap_or_default() {
            if matches!(event, Event::Answered { answer: Answer::Deny, .. }) {
                *event = Event::Withdrawn;
            }
        }
    }
}

#[cfg(test)]
#[path = "tests/conversation.rs"]
mod tests;
