//! A run request's history as text (TRAN-5 to TRAN-12): measured in one pass, and of what is kept
//! rendered in a second one.

use std::borrow::Cow;

use super::measure::{History, Measure, What, render_other, render_result};
use super::message::{self, Out, role_line};
use super::sentences::{LEFT_OUT, OMITTED, RESUME, RESUME_APPROVAL, RESUME_CLIENT};
use super::units::{offset_of, utf16_len};
use super::window::{BETWEEN, HISTORY_MAX_CHARS, Kept, Mark, choose};
use crate::approval::history::{self, Block, Role, Visit};
use crate::approval::{ConversationOptions, name_at};
use crate::json::scan::{Fault, Scanner};

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
