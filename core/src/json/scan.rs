//! A scanner over JSON text that builds nothing: it says where values, keys and strings stand.
//!
//! For work on the text itself, where the reader's values would cost more than the work: canonical
//! text that is hashed as it is found (APPR-4), and histories of which only the end is kept (TRAN-12).

use std::borrow::Cow;

/// What a value is, told by its first character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `null`, `true` or `false`.
    Literal,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// Where the text stops being JSON, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Byte offset.
    pub offset: usize,
    /// What is wrong there.
    pub message: &'static str,
}

/// A string that was passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Str {
    /// Byte offset behind the opening quote.
    pub start: usize,
    /// Byte offset of the closing quote.
    pub end: usize,
    /// Whether it holds an escape.
    pub escaped: bool,
    /// Whether every escape is the one that RFC 8785 writes.
    pub canonical: bool,
    /// Whether it holds half of a surrogate pair.
    pub lone: bool,
}

impl Str {
    /// The string itself; halves of surrogate pairs become U+FFFD (TRAN-11).
    #[must_use]
    pub fn decode<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let raw = text.get(self.start..self.end).unwrap_or_default();
        if !self.escaped {
            return Cow::Borrowed(raw);
        }
        let mut out = String::with_capacity(raw.len());
        unescape(raw, &mut out);
        Cow::Owned(out)
    }
}

/// Appends the string whose escaped form is `raw`; halves of surrogate pairs become U+FFFD.
pub fn unescape(raw: &str, out: &mut String) {
    let bytes = raw.as_bytes();
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'\\', bytes.get(at..).unwrap_or_default()) {
        let escape = at.saturating_add(found);
        out.push_str(raw.get(at..escape).unwrap_or_default());
        let letter = bytes.get(escape.saturating_add(1)).copied().unwrap_or_default();
        at = escape.saturating_add(2);
        match letter {
            b'n' => out.push('\n'),
            b't' => out.push('\t'),
            b'r' => out.push('\r'),
            b'b' => out.push('\u{8}'),
            b'f' => out.push('\u{C}'),
            b'u' => {
                let (character, next) = escaped_character(bytes, escape);
                out.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
                at = next;
            }
            other => out.push(char::from(other)),
        }
    }
    out.push_str(raw.get(at..).unwrap_or_default());
}

/// The character that the `\u` escape (or pair of them) at `at` stands for, none for half a
/// pair; and where the text goes on.
fn escaped_character(bytes: &[u8], at: usize) -> (Option<char>, usize) {
    let next = at.saturating_add(6);
    let Some(unit) = escaped_unit(bytes, at) else { return (None, next) };
    if let Some(character) = char::from_u32(u32::from(unit)) {
        return (Some(character), next);
    }
    if let Some(low) = escaped_unit(bytes, next)
        && let Some(Ok(character)) = char::decode_utf16([unit, low]).next()
    {
        return (Some(character), next.saturating_add(6));
    }
    (None, next)
}

/// The UTF-16 unit of the `\uXXXX` escape at `at`, if one stands there.
fn escaped_unit(bytes: &[u8], at: usize) -> Option<u16> {
    let digits = bytes.get(at..at.checked_add(6)?)?.strip_prefix(b"\\u")?;
    digits.iter().try_fold(0u16, |unit, &digit| {
        let value = char::from(digit).to_digit(16)?;
        Some(unit << 4 | u16::try_from(value).ok()?)
    })
}

/// A position in a JSON text.
#[derive(Clone, Debug)]
pub struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    /// At the beginning of a text.
    #[must_use]
    pub const fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// At a byte offset, where a value begins.
    #[must_use]
    pub const fn at(text: &'t str, offset: usize) -> Self {
        Self { text, at: offset }
    }

    /// The byte offset.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.at
    }

    const fn fault<T>(&self, message: &'static str) -> Result<T, Fault> {
        Err(Fault { offset: self.at, message })
    }

    #[inline]
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Passes over blanks.
    #[inline]
    pub fn blanks(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.byte() {
            self.at = self.at.saturating_add(1);
        }
    }

    /// The shape of the value that begins here, behind blanks.
    ///
    /// # Errors
    /// When no value begins here.
    #[inline]
    pub fn peek(&mut self) -> Result<Shape, Fault> {
        self.blanks();
        match self.byte() {
            Some(b'"') => Ok(Shape::String),
            Some(b'{') => Ok(Shape::Object),
            Some(b'[') => Ok(Shape::Array),
            Some(b'-' | b'0'..=b'9') => Ok(Shape::Number),
            Some(b'n' | b't' | b'f') => Ok(Shape::Literal),
            Some(_) => self.fault("expected a value"),
            None => self.fault("the text ends where a value is expected"),
        }
    }

    /// Passes over `null`, `true` or `false`.
    ///
    /// # Errors
    /// When none stands here.
    #[inline]
    pub fn literal(&mut self) -> Result<&'t str, Fault> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        for word in ["null", "true", "false"] {
            if rest.starts_with(word) {
                self.at = self.at.saturating_add(word.len());
                return Ok(word);
            }
        }
        self.fault("expected a value")
    }

    /// Passes over a number; says whether its token is a plain integer.
    ///
    /// # Errors
    /// When the token is not a JSON number.
    #[inline]
    pub fn number(&mut self) -> Result<(&'t str, bool), Fault> {
        let start = self.at;
        if self.byte() == Some(b'-') {
            self.at = self.at.saturating_add(1);
        }
        if self.byte() == Some(b'0') {
            self.at = self.at.saturating_add(1);
        } else {
            self.digits()?;
        }
        let mut plain = true;
        if self.byte() == Some(b'.') {
            plain = false;
            self.at = self.at.saturating_add(1);
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.byte() {
            plain = false;
            self.at = self.at.saturating_add(1);
            if let Some(b'+' | b'-') = self.byte() {
                self.at = self.at.saturating_add(1);
            }
            self.digits()?;
        }
        if let Some(b'0'..=b'9') = self.byte() {
            return self.fault("a number does not begin with a zero and further digits");
        }
        Ok((self.text.get(start..self.at).unwrap_or_default(), plain))
    }

    #[inline]
    fn digits(&mut self) -> Result<(), Fault> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.byte() {
            self.at = self.at.saturating_add(1);
        }
        if self.at == start { self.fault("expected a digit") } else { Ok(()) }
    }

    /// Passes over a string whose quote is the next character.
    ///
    /// # Errors
    /// When no string stands here, it does not end, or holds a control character or an unknown escape.
    #[inline]
    pub fn string(&mut self) -> Result<Str, Fault> {
        if self.byte() != Some(b'"') {
            return self.fault("expected a string");
        }
        let start = self.at.saturating_add(1);
        let mut found = Str { start, end: start, escaped: false, canonical: true, lone: false };
        self.at = start;
        loop {
            self.at = self.at.saturating_add(plain_run(self.text.as_bytes(), self.at));
            match self.byte() {
                Some(b'"') => {
                    found.end = self.at;
                    self.at = self.at.saturating_add(1);
                    return Ok(found);
                }
                Some(b'\\') => self.escape(&mut found)?,
                Some(_) => return self.fault("a control character in a string must be escaped"),
                None => return self.fault("the text ends inside a string"),
            }
        }
    }

    fn escape(&mut self, found: &mut Str) -> Result<(), Fault> {
        let bytes = self.text.as_bytes();
        found.escaped = true;
        match bytes.get(self.at.saturating_add(1)) {
            Some(b'n' | b'"' | b'\\' | b't' | b'r' | b'b' | b'f') => {
                self.at = self.at.saturating_add(2);
            }
            Some(b'/') => {
                found.canonical = false;
                self.at = self.at.saturating_add(2);
            }
            Some(b'u') => {
                let Some(unit) = escaped_unit(bytes, self.at) else {
                    return self.fault("expected four hexadecimal digits");
                };
                let digits = bytes.get(self.at.saturating_add(4)..self.at.saturating_add(6));
                found.canonical &= is_canonical_unit(unit, digits.unwrap_or_default());
                let (character, next) = escaped_character(bytes, self.at);
                found.lone |= character.is_none();
                self.at = next;
            }
            _ => return self.fault("unknown escape"),
        }
        Ok(())
    }

    /// Passes over the bracket that opens an array or object.
    pub const fn enter(&mut self) {
        self.at = self.at.saturating_add(1);
    }

    /// The next key of the object that was entered, the scanner then stands behind its colon; or
    /// nothing, and it stands behind the closing brace. Also where the comma before it stood.
    ///
    /// # Errors
    /// When neither a member nor the end stands here.
    #[inline]
    pub fn next_key(&mut self, first: bool) -> Result<Option<Key>, Fault> {
        self.blanks();
        if self.byte() == Some(b'}') {
            self.at = self.at.saturating_add(1);
            return Ok(None);
        }
        let comma = self.at;
        if !first {
            self.comma("expected a comma or the object's end")?;
        }
        let key = self.string()?;
        self.blanks();
        if self.byte() != Some(b':') {
            return self.fault("expected a colon");
        }
        let colon = self.at;
        self.at = self.at.saturating_add(1);
        Ok(Some(Key { key, comma, colon }))
    }

    /// Whether the array that was entered has another item, which then begins here; else the
    /// scanner stands behind the closing bracket. Also where the comma before the item stood.
    ///
    /// # Errors
    /// When neither an item nor the end stands here.
    #[inline]
    pub fn next_item(&mut self, first: bool) -> Result<Option<usize>, Fault> {
        self.blanks();
        if self.byte() == Some(b']') {
            self.at = self.at.saturating_add(1);
            return Ok(None);
        }
        let comma = self.at;
        if !first {
            self.comma("expected a comma or the array's end")?;
        }
        Ok(Some(comma))
    }

    #[inline]
    fn comma(&mut self, message: &'static str) -> Result<(), Fault> {
        if self.byte() != Some(b',') {
            return self.fault(message);
        }
        self.at = self.at.saturating_add(1);
        self.blanks();
        Ok(())
    }

    /// Passes over one value of any depth, and gives its range.
    ///
    /// # Errors
    /// The first fault in it.
    pub fn skip(&mut self) -> Result<core::ops::Range<usize>, Fault> {
        self.blanks();
        let start = self.at;
        // One entry for each bracket that is open: whether it is an object's.
        let mut open: Vec<bool> = Vec::new();
        let mut first = false;
        loop {
            // A value begins here, unless a bracket was just opened and closes at once.
            let mut value = true;
            if first {
                value = self.step(open.last().copied(), true)?;
            }
            if value {
                first = match self.peek()? {
                    shape @ (Shape::Object | Shape::Array) => {
                        self.enter();
                        open.push(shape == Shape::Object);
                        true
                    }
                    Shape::String => self.string().map(|_| false)?,
                    Shape::Number => self.number().map(|_| false)?,
                    Shape::Literal => self.literal().map(|_| false)?,
                };
                if first {
                    continue;
                }
            } else {
                open.pop();
                first = false;
            }
            // A value has ended: close what ends with it.
            loop {
                let Some(&object) = open.last() else { return Ok(start..self.at) };
                if self.step(Some(object), false)? {
                    break;
                }
                open.pop();
            }
        }
    }

    /// Goes to the next value of the container, or behind its end (`false`).
    fn step(&mut self, object: Option<bool>, first: bool) -> Result<bool, Fault> {
        match object {
            Some(true) => self.next_key(first).map(|key| key.is_some()),
            Some(false) => self.next_item(first).map(|item| item.is_some()),
            None => Ok(true),
        }
    }

    /// That nothing but blanks follows.
    ///
    /// # Errors
    /// When something does.
    pub fn finish(&mut self) -> Result<(), Fault> {
        self.blanks();
        if self.at < self.text.len() { self.fault("text after the value") } else { Ok(()) }
    }
}

/// A key that was passed over.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The key.
    pub key: Str,
    /// Byte offset of the comma before it; for a first member of the key itself.
    pub comma: usize,
    /// Byte offset of the colon behind it.
    pub colon: usize,
}

/// Whether RFC 8785 writes that unit as `\u00` and these two digits: a control character that
/// has no shorter escape, in lower case.
fn is_canonical_unit(unit: u16, digits: &[u8]) -> bool {
    unit < 0x20
        && !matches!(unit, 0x8 | 0x9 | 0xA | 0xC | 0xD)
        && digits.iter().all(|digit| !digit.is_ascii_uppercase())
}

/// How many bytes from `at` on are neither quote, backslash nor control character.
#[inline]
fn plain_run(bytes: &[u8], at: usize) -> usize {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    const fn zero_bytes(word: u64) -> u64 {
        word.wrapping_sub(ONES) & !word & HIGH
    }
    let from = bytes.get(at..).unwrap_or_default();
    let mut rest = from;
    while let Some((chunk, behind)) = rest.split_first_chunk::<8>() {
        let word = u64::from_le_bytes(*chunk);
        let control = word.wrapping_sub(ONES << 5) & !word & HIGH;
        // Borrows can only mark bytes behind one that is rightly marked: the first mark is exact.
        let found =
            zero_bytes(word ^ (ONES * b'"' as u64)) | zero_bytes(word ^ (ONES * b'\\' as u64)) | control;
        if found != 0 {
            let inside = usize::try_from(found.trailing_zeros() / 8).unwrap_or_default();
            return from.len().saturating_sub(rest.len()).saturating_add(inside);
        }
        rest = behind;
    }
    let tail = rest.iter().position(|&byte| byte < 0x20 || byte == b'"' || byte == b'\\');
    from.len().saturating_sub(rest.len()).saturating_add(tail.unwrap_or(rest.len()))
}

#[cfg(test)]
#[path = "tests/scan.rs"]
mod tests;
