//! How one message reads (TRAN-7): a role line, then one paragraph for each block.

use core::ops::Range;
use std::borrow::Cow;

use super::cap::{TOOL_RESULT_MAX_CHARS, marker_of, parts};
use super::lines;
use super::sentences::{ANSWER, CALLED, ERROR, IMAGE, RESOURCE, RETURNED};
use super::units::utf16_len;
use crate::approval::canonical_json;
use crate::approval::history::{self, Call, Role, ToolResult};
use crate::describe::push_visible;
use crate::json::scan::{Scanner, Shape, Str};

/// Where rendered text goes: it is counted, and kept when wanted.
#[derive(Debug, Default)]
pub(super) struct Out {
    /// UTF-16 units so far.
    pub(super) units: usize,
    /// The text, when it is kept.
    pub(super) text: Option<String>,
    /// Where calls and sentences on approvals stand in the text: what a cut must not go through.
    pub(super) whole: Vec<Range<usize>>,
}

impl Out {
    pub(super) fn push(&mut self, part: &str) {
        self.units = self.units.saturating_add(utf16_len(part));
        if let Some(text) = &mut self.text {
            text.push_str(part);
        }
    }

    fn at(&self) -> usize {
        self.text.as_ref().map_or(0, String::len)
    }

    /// Begins a block on a line of its own.
    pub(super) fn begin(&mut self) {
        self.push("\n");
    }

    /// Adds what a cut must not go through.
    fn push_whole(&mut self, part: &str) {
        let from = self.at();
        self.push(part);
        self.whole.push(from..self.at());
    }
}

/// The line that begins a message.
pub(super) const fn role_line(role: Role) -> &'static str {
    let [user, assistant, system, tool] = super::sentences::ROLE_LINES;
    match role {
        Role::User => user,
        Role::Assistant => assistant,
        Role::System => system,
        Role::Tool => tool,
    }
}

/// What stands for a tool without a name.
const NAMELESS: &str = "unknown tool";

/// A tool's name as it stands in a marker: on one line, nothing in it invisible.
pub(super) fn shown_name(name: Option<&str>) -> Cow<'_, str> {
    let name = name.unwrap_or(NAMELESS);
    if name.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ') {
        return Cow::Borrowed(name);
    }
    let mut out = String::with_capacity(name.len());
    push_visible(name, &mut out);
    Cow::Owned(out)
}

/// Text as it is, lines that look like ours escaped (TRAN-10).
pub(super) fn text(source: &str, found: &Str, out: &mut Out) {
    if found.end > found.start {
        out.begin();
        lines::escape(&found.decode(source), |part| out.push(part));
    }
}

/// `[called <tool>(<arguments>)]`, never cut (TRAN-4).
pub(super) fn call(source: &str, call: &Call<'_>, out: &mut Out) {
    out.begin();
    let given = call.input.clone().and_then(|range| source.get(range)).unwrap_or("{}");
    let arguments = canonical_json(given).map_or_else(|_| compact(given), Cow::Owned);
    out.push_whole(&format!("{CALLED}{}({arguments})]", shown_name(call.name.as_deref())));
}

/// `[<tool> returned: <body>]` or `[<tool> error: <body>]`, the body capped (TRAN-2).
pub(super) fn result(source: &str, name: Option<&str>, result: &ToolResult<'_>, out: &mut Out) {
    out.begin();
    out.push("[");
    out.push(&shown_name(name));
    out.push(if result.error { ERROR } else { RETURNED });
    let body = match &result.output {
        Some(range) if Scanner::at(source, range.start).peek() == Ok(Shape::String) => {
            history::decoded(source, range)
        }
        Some(range) => compact(source.get(range.clone()).unwrap_or_default()),
        None => Cow::Borrowed(""),
    };
    let (kept, marker) = parts(&body, TOOL_RESULT_MAX_CHARS);
    // A marker of ours is no line of the body's, wherever it stands.
    let before = marker_of(kept, TOOL_RESULT_MAX_CHARS).unwrap_or("");
    lines::escape_behind(kept.strip_suffix(before).unwrap_or(kept), |part| out.push(part));
    out.push(marker.as_deref().unwrap_or(before));
    out.push("]");
}

/// `[<tool><about><sentence>]`
pub(super) fn sentence(name: Option<&str>, about: &str, sentence: &str, out: &mut Out) {
    out.begin();
    let text = format!("[{}{about}{sentence}]", shown_name(name));
    // What is said of an answer is never cut: the model must know what to do with the call.
    if about == ANSWER { out.push_whole(&text) } else { out.push(&text) }
}

/// `[image]`
pub(super) fn image(out: &mut Out) {
    out.begin();
    out.push(IMAGE);
}

/// `[resource: uri]`
pub(super) fn resource(uri: &str, out: &mut Out) {
    out.begin();
    out.push(RESOURCE);
    let mut shown = String::with_capacity(uri.len());
    push_visible(uri, &mut shown);
    out.push(&shown);
    out.push("]");
}

/// JSON text without the blanks between its tokens, else as it was given.
fn compact(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let (mut from, mut at) = (0usize, 0usize);
    while let Some(&byte) = text.as_bytes().get(at) {
        match byte {
            b'"' => {
                let mut scanner = Scanner::at(text, at);
                if scanner.string().is_err() {
                    break;
                }
                at = scanner.offset();
            }
            b' ' | b'\t' | b'\n' | b'\r' => {
                out.push_str(text.get(from..at).unwrap_or_default());
                at = at.saturating_add(1);
                from = at;
            }
            _ => at = at.saturating_add(1),
        }
    }
    if from == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(from..).unwrap_or_default());
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compact_text_has_no_blanks_between_tokens() {
        for (text, right) in
            [(r#"{ "a b" : [ 1 ,"\" " ] }"#, r#"{"a b":[1,"\" "]}"#), ("[1]", "[1]"), (" 1", "1"), ("\n", "")]
        {
            assert_eq!(compact(text), right);
        }
    }
}
