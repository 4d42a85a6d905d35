//! The piece of a line that a diagnostic is about, with nothing in it that may be secret.
//!
//! A document holds header values, credentials and whatever was written under a key that callgate
//! does not know. INVARIANT: a string or number is shown only when every key above it is one of
//! those that hold names, permissions and patterns; everything else is `…`. In a text that is not
//! JSON nobody can say which key is above what, so there only the words of documents are shown.

use std::collections::VecDeque;
use std::ops::Range;

use super::visible::visible;

/// Keys whose value is an object or array of further parts that may be shown.
const HOLDERS: [&str; 21] = [
    "mcps",
    "policy",
    "tools",
    "names",
    "tool_permissions",
    "toolPermissions",
    "connection",
    "runner",
    "permissions",
    "rules",
    "harness",
    "allow",
    "ask",
    "deny",
    "parameters",
    "agent",
    "sandbox",
    "network",
    "filesystem",
    "include",
    "all",
];

/// Keys whose value is a name, a permission, a pattern or a word of the document's own.
const SHOWN: [&str; 17] = [
    "name",
    "slug",
    "provider",
    "namespace",
    "type",
    "mode",
    "kind",
    "pattern",
    "default",
    "default_mode",
    "permission",
    "new_tool_permission",
    "newToolPermission",
    "readOnly",
    "read_only",
    "filesystem",
    "network",
];

/// Other words of documents, which say nothing secret wherever they stand.
const WORDS: [&str; 18] = [
    "true",
    "false",
    "null",
    "allow_reads",
    "gateway",
    "http",
    "custom",
    "standard",
    "builtin",
    "none",
    "header_secret_refs",
    "callback",
    "code",
    "client",
    "claude",
    "codex",
    "url",
    "headers",
];

/// How many characters of a line stand before and after the place.
const AROUND: usize = 48;

/// How many characters of one string or number are shown.
const LONGEST: usize = 40;

/// How many tokens are kept on each side of a place: more than [`AROUND`] can show.
const KEPT: usize = 64;

/// A piece of a line, and the bytes of it that the diagnostic is about.
pub(super) struct Shown {
    pub(super) text: String,
    pub(super) span: Range<usize>,
}

/// Finds the pieces of one text. Places asked for in document order cost one pass over it in all.
pub(super) struct Snippets<'t> {
    text: &'t str,
    is_json: bool,
    cursor: Cursor,
    lexer: Lexer<'t>,
    tokens: VecDeque<Token>,
}

/// A place that moves forward through a text.
#[derive(Clone, Copy)]
struct Cursor {
    offset: usize,
    line: usize,
    column: usize,
}

const START: Cursor = Cursor { offset: 0, line: 1, column: 1 };

impl<'t> Snippets<'t> {
    pub(super) fn new(text: &'t str, is_json: bool) -> Self {
        let lexer = Lexer { text, at: 0, line: 1, frames: Vec::new() };
        Self { text, is_json, cursor: START, lexer, tokens: VecDeque::new() }
    }

    /// The piece around a 1-based line and column (UTF-16 units).
    pub(super) fn show(&mut self, line: usize, column: usize) -> Shown {
        let at = self.offset(line, column);
        if self.tokens.front().is_some_and(|first| at < first.bytes.start) {
            *self = Self { cursor: self.cursor, ..Self::new(self.text, self.is_json) };
        }
        while self.tokens.back().is_none_or(|last| last.bytes.end <= at) && self.advance() {}
        let focus = self.tokens.partition_point(|token| token.bytes.end <= at);
        while self.tokens.len() < focus.saturating_add(KEPT)
            && self.tokens.back().is_none_or(|last| last.line <= line)
            && self.lexer_step()
        {}
        self.piece(focus, line)
    }

    fn offset(&mut self, line: usize, column: usize) -> usize {
        if (line, column) < (self.cursor.line, self.cursor.column) {
            self.cursor = START;
        }
        let Cursor { mut offset, line: mut at_line, column: mut at_column } = self.cursor;
        for character in self.text.get(offset..).unwrap_or_default().chars() {
            if (at_line, at_column) >= (line, column) {
                break;
            }
            if character == '\n' {
                (at_line, at_column) = (at_line.saturating_add(1), 1);
            } else {
                at_column = at_column.saturating_add(character.len_utf16());
            }
            offset = offset.saturating_add(character.len_utf8());
        }
        self.cursor = Cursor { offset, line: at_line, column: at_column };
        offset
    }

    /// Reads one more token and forgets those that are too far back to be shown.
    fn advance(&mut self) -> bool {
        if self.tokens.len() >= KEPT {
            self.tokens.pop_front();
        }
        self.lexer_step()
    }

    fn lexer_step(&mut self) -> bool {
        let token = self.lexer.next();
        self.tokens.extend(token.clone());
        token.is_some()
    }

    fn piece(&self, focus: usize, line: usize) -> Shown {
        let on_line = |token: &&Token| token.line == line;
        let middle = self.tokens.get(focus).filter(on_line);
        let mut before = Vec::new();
        let mut room = AROUND;
        let mut next = middle.map(|token| token.bytes.start);
        let mut cut = false;
        for token in self.tokens.iter().take(focus).rev().take_while(on_line) {
            let mut word = self.word(token);
            if next.is_some_and(|next| next > token.bytes.end) {
                word.push(' ');
            }
            cut = word.chars().count() > room;
            if cut {
                break;
            }
            room = room.saturating_sub(word.chars().count());
            before.push(word);
            next = Some(token.bytes.start);
        }
        // A piece does not begin with what ends another.
        while cut && before.last().is_some_and(|word| word.starts_with([':', ',', '}', ']'])) {
            before.pop();
        }
        let mut text = if cut { "… ".to_owned() } else { String::new() };
        before.iter().rev().for_each(|word| text.push_str(word));
        let start = text.len();
        let Some(middle) = middle else {
            text.push(' ');
            return Shown { span: start..start, text };
        };
        text.push_str(&self.word(middle));
        let span = start..text.len();
        let (mut room, mut end) = (AROUND, middle.bytes.end);
        for token in self.tokens.iter().skip(focus.saturating_add(1)).take_while(on_line) {
            let word = self.word(token);
            if word.chars().count() > room {
                text.push_str(" …");
                break;
            }
            if token.bytes.start > end {
                text.push(' ');
            }
            text.push_str(&word);
            room = room.saturating_sub(word.chars().count());
            end = token.bytes.end;
        }
        Shown { text, span }
    }

    /// A token as it may be shown.
    fn word(&self, token: &Token) -> String {
        let written = self.text.get(token.bytes.clone()).unwrap_or_default();
        let may_show = match token.kind {
            TokenKind::Mark => true,
            _ if !self.is_json => is_word_of_documents(written.trim_matches('"')),
            TokenKind::Key => true,
            TokenKind::Value => token.is_open || matches!(written, "true" | "false" | "null"),
        };
        let quoted = written.starts_with('"');
        match (may_show, quoted) {
            (true, _) => {
                let shown = visible(written);
                if shown.chars().count() <= LONGEST {
                    return shown.into_owned();
                }
                let mut cut: String = shown.chars().take(LONGEST).collect();
                cut.push_str(if quoted { "…\"" } else { "…" });
                cut
            }
            (false, true) => "\"…\"".to_owned(),
            (false, false) => "…".to_owned(),
        }
    }
}

fn is_word_of_documents(word: &str) -> bool {
    HOLDERS.contains(&word) || SHOWN.contains(&word) || WORDS.contains(&word)
}

#[derive(Clone)]
struct Token {
    bytes: Range<usize>,
    line: usize,
    kind: TokenKind,
    /// Whether every key above it may be shown with what it holds.
    is_open: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TokenKind {
    /// One of `{}[]:,`.
    Mark,
    /// The key of a member.
    Key,
    /// A string, a number, a word, or what is none of them.
    Value,
}

/// Tokens of a text that may be anything; keys are followed as far as it is JSON.
struct Lexer<'t> {
    text: &'t str,
    at: usize,
    line: usize,
    frames: Vec<Frame>,
}

/// An object or array that is not closed yet.
struct Frame {
    is_object: bool,
    /// Whether the keys above it are all holders.
    is_open: bool,
    /// Whether each key of it may be shown with its value: a table of permissions.
    is_table: bool,
    /// In an object: whether a key comes next.
    wants_key: bool,
    /// What the last key says of its value.
    holds: Holds,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Parts,
    Table,
    Word,
    PartsOrWord,
    Unknown,
}

impl Holds {
    fn of(key: &str) -> Self {
        match (key, HOLDERS.contains(&key), SHOWN.contains(&key)) {
            ("tool_permissions" | "toolPermissions", ..) => Self::Table,
            (_, true, true) => Self::PartsOrWord,
            (_, true, false) => Self::Parts,
            (_, false, true) => Self::Word,
            _ => Self::Unknown,
        }
    }
}

impl Lexer<'_> {
    fn next(&mut self) -> Option<Token> {
        let bytes = self.text.as_bytes();
        let start = loop {
            match bytes.get(self.at)? {
                b'\n' => self.line = self.line.saturating_add(1),
                b' ' | b'\t' | b'\r' => {}
                _ => break self.at,
            }
            self.at = self.at.saturating_add(1);
        };
        let line = self.line;
        let first = *bytes.get(start)?;
        let rest = bytes.get(start.saturating_add(1)..).unwrap_or_default();
        let length = match first {
            b'{' | b'}' | b'[' | b']' | b':' | b',' => 0,
            b'"' => string_length(rest),
            _ => rest
                .iter()
                .position(|byte| {
                    matches!(
                        byte,
                        b'{' | b'}' | b'[' | b']' | b':' | b',' | b'"' | b' ' | b'\t' | b'\r' | b'\n'
                    )
                })
                .unwrap_or(rest.len()),
        };
        self.at = start.saturating_add(1).saturating_add(length);
        let (kind, is_open) = self.place(first, start..self.at);
        Some(Token { bytes: start..self.at, line, kind, is_open })
    }

    /// What the token is where it stands, and whether it may be shown there.
    fn place(&mut self, first: u8, bytes: Range<usize>) -> (TokenKind, bool) {
        let outer = self.frames.last().map_or((true, Holds::Parts), |frame| (frame.is_open, frame.holds));
        match first {
            b'{' | b'[' => {
                let (is_open, holds) = outer;
                let is_open = is_open && !matches!(holds, Holds::Word | Holds::Unknown);
                let is_object = first == b'{';
                let is_table = is_object && holds == Holds::Table;
                // The elements of an array are what its key says: objects with parts, or words.
                let holds = if is_object { Holds::Unknown } else { Holds::PartsOrWord };
                self.frames.push(Frame { is_object, is_open, is_table, wants_key: is_object, holds });
                (TokenKind::Mark, true)
            }
            b'}' | b']' => {
                self.frames.pop();
                (TokenKind::Mark, true)
            }
            b':' | b',' => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.wants_key = frame.is_object && first == b',';
                }
                (TokenKind::Mark, true)
            }
            _ => match self.frames.last_mut() {
                Some(frame) if frame.wants_key => {
                    let key = self.text.get(bytes).unwrap_or_default().trim_matches('"');
                    frame.wants_key = false;
                    frame.holds = if frame.is_table { Holds::Word } else { Holds::of(key) };
                    (TokenKind::Key, true)
                }
                _ => (TokenKind::Value, outer.0 && matches!(outer.1, Holds::Word | Holds::PartsOrWord)),
            },
        }
    }
}

/// The length of a string after its opening quote, with the closing one; it never goes past its line.
fn string_length(rest: &[u8]) -> usize {
    let mut at = 0_usize;
    while let Some(byte) = rest.get(at) {
        match byte {
            b'\n' => return at,
            b'"' => return at.saturating_add(1),
            b'\\' if rest.get(at.saturating_add(1)).is_some_and(|&next| next != b'\n') => {
                at = at.saturating_add(2);
            }
            _ => at = at.saturating_add(1),
        }
    }
    rest.len()
}

#[cfg(test)]
#[path = "snippet_tests.rs"]
mod tests;
