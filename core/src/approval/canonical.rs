//! Canonical text, RFC 8785 (APPR-4): found in the JSON text itself, as pieces of it.
//!
//! Nothing is copied that already is canonical, and nothing is built: members are put in order by
//! putting the pieces of text that they are in order. A text of one long string, or one whose
//! members already stand in order, is one piece, which the hash reads where it is.

use core::cmp::Ordering;
use core::ops::Range;
use std::borrow::Cow;

use super::number;
use super::repair::Wanted;
use crate::json::MAX_DEPTH;
use crate::json::scan::{Fault, Scanner, Shape, Str, unescape};

/// Why a value has no canonical text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotCanonical {
    /// It is not JSON.
    Syntax(Fault),
    /// It nests deeper than 64.
    Depth,
    /// An object has a key twice.
    DuplicateKey,
    /// A string or key holds half a surrogate pair.
    LoneSurrogate,
    /// A number has no exact form: too large for a double, or an integer beyond ±(2^53−1) that was
    /// a floating-point number.
    Number,
    /// The text is larger than 2 GiB.
    Size,
}

impl NotCanonical {
    /// What is wrong, for messages.
    #[must_use]
    pub const fn message(&self) -> &'static str {
        match self {
            Self::Syntax(fault) => fault.message,
            Self::Depth => "nested deeper than 64 levels",
            Self::DuplicateKey => "an object has a key twice",
            Self::LoneSurrogate => "a string holds half a surrogate pair",
            Self::Number => "a number has no exact form",
            Self::Size => "larger than 2 GiB",
        }
    }
}

impl From<Fault> for NotCanonical {
    fn from(fault: Fault) -> Self {
        Self::Syntax(fault)
    }
}

/// The canonical form (RFC 8785) of one JSON text (APPR-4).
///
/// # Errors
/// Why the value has none.
///
/// ```
/// # use callgate::approval::canonical_json;
/// assert_eq!(canonical_json(r#"{ "b": 1.0, "a": "\u0041" }"#).unwrap(), r#"{"a":"A","b":1}"#);
/// assert!(canonical_json(r#"{"a": 1, "a": 2}"#).is_err());
/// ```
pub fn canonical_json(text: &str) -> Result<String, NotCanonical> {
    Canonical::of(text, None, None).map(|found| found.text())
}

/// A part of the canonical text: of the source, or, from its length on, of what was written anew.
#[derive(Clone, Copy, Debug)]
struct Piece {
    start: u32,
    len: u32,
}

impl Piece {
    const fn end(self) -> u32 {
        self.start.saturating_add(self.len)
    }
}

struct Member {
    /// The key in canonical form, without its quotes.
    key: Piece,
    /// Whether the bytes of keys like this one stand in the order of their UTF-16 units.
    plain: bool,
    /// Its pieces: key, colon and value.
    pieces: Range<usize>,
}

/// The canonical form of a text, as pieces.
pub(super) struct Canonical<'t> {
    text: &'t str,
    /// What does not stand in the source in canonical form.
    written: String,
    pieces: Vec<Piece>,
    /// How many pieces must not grow any more, since a member may be moved.
    sealed: usize,
    /// The members of the objects that are open, innermost last.
    members: Vec<Member>,
    /// The pieces of an object whose members are being put in order, as they stood.
    unordered: Vec<Piece>,
    /// A member of the outermost object that is left out.
    omit: Option<&'t str>,
}

impl<'t> Canonical<'t> {
    /// Of a whole text; the outermost object's member `omit` left out, strings turned to what
    /// they hold where `wanted` says so (APPR-5).
    pub(super) fn of(
        text: &'t str,
        omit: Option<&'t str>,
        wanted: Option<&Wanted<'_>>,
    ) -> Result<Self, NotCanonical> {
        Self::nested(text, omit, wanted, 1, 0).map(|(found, _)| found)
    }

    /// Of a text that stands at a depth, with up to `closers` stray closing brackets behind it.
    fn nested(
        text: &'t str,
        omit: Option<&'t str>,
        wanted: Option<&Wanted<'_>>,
        depth: usize,
        closers: usize,
    ) -> Result<(Self, Shape), NotCanonical> {
        if text.len() > i32::MAX.unsigned_abs() as usize {
            return Err(NotCanonical::Size);
        }
        let mut found = Self {
            text,
            written: String::new(),
            pieces: Vec::new(),
            sealed: 0,
            members: Vec::new(),
            unordered: Vec::new(),
            omit,
        };
        let mut scanner = Scanner::new(text);
        let shape = scanner.peek()?;
        found.value(&mut scanner, depth, wanted)?;
        let behind = text.get(scanner.offset()..).unwrap_or_default();
        let stray = behind.bytes().filter(|byte| matches!(byte, b']' | b'}')).count();
        let clean = behind.bytes().all(|byte| matches!(byte, b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r'));
        if !clean || stray > closers {
            scanner.finish()?;
        }
        Ok((found, shape))
    }

    /// The text.
    pub(super) fn text(&self) -> String {
        let mut out = Vec::with_capacity(self.pieces.iter().map(|piece| piece.len as usize).sum());
        self.feed(|part| out.extend_from_slice(part));
        String::from_utf8(out).unwrap_or_default()
    }

    /// Hands over the text, part by part.
    pub(super) fn feed(&self, mut take: impl FnMut(&[u8])) {
        let mut pieces = self.pieces.iter().copied();
        let Some(mut current) = pieces.next() else { return };
        let source = self.source_len();
        for piece in pieces {
            // INVARIANT: a piece never reaches from the source into what was written.
            if piece.start == current.end() && piece.start != source {
                current.len = current.len.saturating_add(piece.len);
            } else {
                take(self.bytes(current));
                current = piece;
            }
        }
        take(self.bytes(current));
    }

    fn bytes(&self, piece: Piece) -> &[u8] {
        piece_text(self.text, &self.written, piece).as_bytes()
    }

    fn source_len(&self) -> u32 {
        u32::try_from(self.text.len()).unwrap_or(u32::MAX)
    }

    /// Adds a part of the source.
    #[inline]
    fn keep(&mut self, range: Range<usize>) {
        // INVARIANT: offsets fit, the text is at most 2 GiB.
        let start = u32::try_from(range.start).unwrap_or(u32::MAX);
        let len = u32::try_from(range.end.saturating_sub(range.start)).unwrap_or(0);
        if self.pieces.len() > self.sealed
            && let Some(last) = self.pieces.last_mut()
            && last.end() == start
        {
            last.len = last.len.saturating_add(len);
        } else {
            self.pieces.push(Piece { start, len });
        }
    }

    /// Adds text that does not stand in the source.
    fn write(&mut self, add: impl FnOnce(&mut String)) -> Result<Piece, NotCanonical> {
        let from = self.written.len();
        add(&mut self.written);
        let end = self.text.len().saturating_add(self.written.len());
        u32::try_from(end).map_err(|_| NotCanonical::Size)?;
        let piece = Piece {
            start: u32::try_from(self.text.len().saturating_add(from)).unwrap_or(u32::MAX),
            len: u32::try_from(self.written.len().saturating_sub(from)).unwrap_or(0),
        };
        self.pieces.push(piece);
        Ok(piece)
    }

    fn value(
        &mut self,
        scanner: &mut Scanner<'t>,
        depth: usize,
        wanted: Option<&Wanted<'_>>,
    ) -> Result<(), NotCanonical> {
        let shape = scanner.peek()?;
        let start = scanner.offset();
        match shape {
            Shape::Literal => {
                scanner.literal()?;
                self.keep(start..scanner.offset());
            }
            Shape::Number => {
                let (token, plain) = scanner.number()?;
                match number::canonical(token, plain).ok_or(NotCanonical::Number)? {
                    Cow::Borrowed(same) if same.len() == token.len() => self.keep(start..scanner.offset()),
                    other => self.write(|out| out.push_str(&other)).map(drop)?,
                }
            }
            Shape::String => {
                let found = scanner.string()?;
                if !self.repaired(&found, depth, wanted)? {
                    self.string(&found)?;
                }
            }
            Shape::Array | Shape::Object if depth > MAX_DEPTH => return Err(NotCanonical::Depth),
            Shape::Array => self.array(scanner, depth, wanted)?,
            Shape::Object => self.object(scanner, depth, wanted)?,
        }
        Ok(())
    }

    /// Adds a string, quotes included, and gives the piece that it is.
    fn string(&mut self, found: &Str) -> Result<Piece, NotCanonical> {
        if found.lone {
            return Err(NotCanonical::LoneSurrogate);
        }
        let range = found.start.saturating_sub(1)..found.end.saturating_add(1);
        if found.canonical {
            let start = u32::try_from(range.start).unwrap_or(u32::MAX);
            let len = u32::try_from(range.end.saturating_sub(range.start)).unwrap_or(0);
            self.keep(range);
            return Ok(Piece { start, len });
        }
        let decoded = found.decode(self.text);
        self.write(|out| quote(&decoded, out))
    }

    fn array(
        &mut self,
        scanner: &mut Scanner<'t>,
        depth: usize,
        wanted: Option<&Wanted<'_>>,
    ) -> Result<(), NotCanonical> {
        let open = scanner.offset();
        scanner.enter();
        self.keep(open..open.saturating_add(1));
        let mut index = 0usize;
        while let Some(comma) = scanner.next_item(index == 0)? {
            if index > 0 {
                self.keep(comma..comma.saturating_add(1));
            }
            let item = wanted.and_then(|wanted| wanted.item(index));
            self.value(scanner, depth.saturating_add(1), item.as_ref())?;
            index = index.saturating_add(1);
        }
        self.keep(scanner.offset().saturating_sub(1)..scanner.offset());
        Ok(())
    }

    fn object(
        &mut self,
        scanner: &mut Scanner<'t>,
        depth: usize,
        wanted: Option<&Wanted<'_>>,
    ) -> Result<(), NotCanonical> {
        let open = scanner.offset();
        scanner.enter();
        self.keep(open..open.saturating_add(1));
        let outer_seal = self.sealed;
        let (base, begin) = (self.members.len(), self.pieces.len());
        let mut ordered = true;
        let mut omitted = false;
        let mut first = true;
        let mut comma = open;
        while let Some(found) = scanner.next_key(first)? {
            self.sealed = self.pieces.len();
            if !first {
                comma = found.comma;
                self.keep(found.comma..found.comma.saturating_add(1));
                self.sealed = self.pieces.len();
            }
            first = false;
            let start = self.pieces.len();
            let quoted = self.string(&found.key)?;
            let member_key =
                Piece { start: quoted.start.saturating_add(1), len: quoted.len.saturating_sub(2) };
            self.keep(found.colon..found.colon.saturating_add(1));
            let member = wanted.and_then(|wanted| wanted.member(&found.key.decode(self.text)));
            self.value(scanner, depth.saturating_add(1), member.as_ref())?;
            let text = piece_text(self.text, &self.written, member_key);
            if depth == 1 && self.omit.is_some_and(|omit| text == omit) {
                if omitted {
                    return Err(NotCanonical::DuplicateKey);
                }
                (omitted, ordered) = (true, false);
                continue;
            }
            // Bytes have that order where nothing is escaped and no character lies above the surrogates.
            let plain = !found.key.escaped && text.bytes().all(|byte| byte < 0xEE);
            let member = Member { key: member_key, plain, pieces: start..self.pieces.len() };
            if ordered && let Some(last) = self.members.get(base..).and_then(<[_]>::last) {
                ordered = compare(self.text, &self.written, last, &member) == Ordering::Less;
            }
            self.members.push(member);
        }
        if !ordered {
            self.order(base, begin, comma)?;
        }
        self.members.truncate(base);
        self.sealed = outer_seal;
        self.keep(scanner.offset().saturating_sub(1)..scanner.offset());
        self.join(begin.saturating_sub(1).max(outer_seal));
        Ok(())
    }

    /// Puts the members from `base` on in order; their pieces are those from `begin` on, and a comma
    /// stands at `comma` in the source.
    fn order(&mut self, base: usize, begin: usize, comma: usize) -> Result<(), NotCanonical> {
        let (text, written) = (self.text, &self.written);
        let members = self.members.get_mut(base..).unwrap_or_default();
        members.sort_unstable_by(|one, other| compare(text, written, one, other));
        let twice = |pair: &[Member]| match pair {
            [one, other] => piece_text(text, written, one.key) == piece_text(text, written, other.key),
            _ => false,
        };
        if members.windows(2).any(twice) {
            return Err(NotCanonical::DuplicateKey);
        }
        self.unordered.clear();
        self.unordered.extend(self.pieces.drain(begin..));
        let comma = Piece { start: u32::try_from(comma).unwrap_or(u32::MAX), len: 1 };
        for (index, member) in members.iter().enumerate() {
            if index > 0 {
                self.pieces.push(comma);
            }
            let range = member.pieces.start.saturating_sub(begin)..member.pieces.end.saturating_sub(begin);
            self.pieces.extend_from_slice(self.unordered.get(range).unwrap_or_default());
        }
        Ok(())
    }

    /// Makes one piece of those from `begin` on when they stand one behind the other.
    fn join(&mut self, begin: usize) {
        let Some([first, rest @ ..]) = self.pieces.get(begin..) else { return };
        let (mut end, source) = (first.end(), self.source_len());
        for piece in rest {
            if piece.start != end || end == source {
                return;
            }
            end = piece.end();
        }
        let whole = Piece { start: first.start, len: end.saturating_sub(first.start) };
        self.pieces.truncate(begin);
        self.pieces.push(whole);
    }

    /// Adds what a string holds, where an object or array is wanted and no string (APPR-5).
    fn repaired(
        &mut self,
        found: &Str,
        depth: usize,
        wanted: Option<&Wanted<'_>>,
    ) -> Result<bool, NotCanonical> {
        let Some(wanted) = wanted.filter(|wanted| !found.lone && wanted.structure()) else {
            return Ok(false);
        };
        let held = found.decode(self.text);
        // What is refused inside leaves the string a string.
        let Ok((inner, shape)) = Canonical::nested(&held, None, Some(wanted), depth, STRAY_CLOSERS) else {
            return Ok(false);
        };
        if !wanted.admits(shape) {
            return Ok(false);
        }
        let canonical = inner.text();
        self.write(|out| out.push_str(&canonical))?;
        Ok(true)
    }
}

/// How many closing brackets too many a model's copy of structured arguments may end with (APPR-5).
const STRAY_CLOSERS: usize = 3;

fn piece_text<'a>(text: &'a str, written: &'a str, piece: Piece) -> &'a str {
    let (start, end) = (piece.start as usize, piece.end() as usize);
    match start.checked_sub(text.len()) {
        None => text.get(start..end),
        Some(from) => written.get(from..end.saturating_sub(text.len())),
    }
    .unwrap_or_default()
}

/// The order of two keys by the UTF-16 units of what they stand for.
fn compare(text: &str, written: &str, one: &Member, other: &Member) -> Ordering {
    let (first, second) = (piece_text(text, written, one.key), piece_text(text, written, other.key));
    if one.plain && other.plain {
        return first.cmp(second);
    }
    let decoded = |key: &str| {
        let mut out = String::with_capacity(key.len());
        unescape(key, &mut out);
        out
    };
    decoded(first).encode_utf16().cmp(decoded(second).encode_utf16())
}

/// Appends a string as RFC 8785 writes it, with quotes.
pub(crate) fn quote(text: &str, out: &mut String) {
    out.push('"');
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let short = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0x8 => "\\b",
            0xC => "\\f",
            0..=0x1F => "",
            _ => continue,
        };
        out.push_str(text.get(from..at).unwrap_or_default());
        from = at.saturating_add(1);
        if short.is_empty() {
            use core::fmt::Write as _;
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{byte:04x}");
        } else {
            out.push_str(short);
        }
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out.push('"');
}

#[cfg(test)]
#[path = "tests/canonical.rs"]
mod tests;
