//! Text to value: one JSON value, nesting limited, every duplicate key found.

use std::borrow::Cow;

use hashbrown::HashSet;
use jiter::{Jiter, JiterError, JiterErrorType, JsonErrorType, Peek};

use super::{Kind, Member, Pointer, Value};

/// How deep a text may nest; the outermost value is level 1 (CONF-3).
pub const MAX_DEPTH: usize = 64;

/// Objects up to this size are searched for a key one by one; larger ones through a set.
const SMALL_OBJECT: usize = 12;

/// A value that was read, and the keys that stood twice.
#[derive(Debug)]
pub struct Parsed<'a> {
    /// The value; of members with one key, the first.
    pub value: Value<'a>,
    /// The later members whose key an earlier one had, in document order.
    pub duplicates: Vec<Duplicate>,
}

/// A member whose key an earlier member of the same object has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// JSON Pointer to the member.
    pub pointer: String,
    /// The key.
    pub key: String,
    /// Byte offset of the later key.
    pub offset: usize,
}

/// Why a text could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Whether it is well-formed so far but nests too deep.
    pub too_deep: bool,
    /// Byte offset of the fault.
    pub offset: usize,
    /// What is wrong there.
    pub message: Cow<'static, str>,
}

/// Reads one JSON value (CONF-3). Every place in the value is a byte offset into `bytes`.
///
/// # Errors
/// The first fault of a text that is not UTF-8, not one JSON value, larger than 4 GiB, or nested
/// deeper than [`MAX_DEPTH`]. Duplicate keys are no error here: they are listed.
pub fn parse(bytes: &[u8]) -> Result<Parsed<'_>, SyntaxError> {
    let fault = |offset, message| SyntaxError { too_deep: false, offset, message: Cow::Borrowed(message) };
    if u32::try_from(bytes.len()).is_err() {
        return Err(fault(0, "the text is larger than 4 GiB"));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|error| fault(error.valid_up_to(), "the text is not UTF-8 from here on"))?;
    if text.starts_with('\u{FEFF}') {
        return Err(fault(0, "the text begins with a byte order mark, which JSON does not have"));
    }
    let mut reader = Reader { text, jiter: Jiter::new(bytes), duplicates: Vec::new() };
    match reader.read() {
        Ok(value) => Ok(Parsed { value, duplicates: reader.duplicates }),
        Err(error) if error.too_deep => Err(error),
        // The reader stops behind the escape, and for a reason of its own.
        Err(error) => match lone_surrogates(text).next() {
            Some(escape) if (escape..escape.saturating_add(12)).contains(&error.offset) => {
                Err(fault(escape, "half of a surrogate pair, which is no character"))
            }
            _ => Err(error),
        },
    }
}

/// Replaces each escape of a lone surrogate (`\ud800`) by that of U+FFFD, leaving every other
/// character and every offset where it was, so that [`parse`] can read the text.
#[must_use]
pub fn replace_lone_surrogates(text: &str) -> Cow<'_, str> {
    let mut patched: Option<Vec<u8>> = None;
    for escape in lone_surrogates(text) {
        let out = patched.get_or_insert_with(|| text.as_bytes().to_vec());
        if let Some(place) = out.get_mut(escape.saturating_add(2)..escape.saturating_add(6)) {
            place.copy_from_slice(b"fffd");
        }
    }
    match patched.map(String::from_utf8) {
        Some(Ok(text)) => Cow::Owned(text),
        _ => Cow::Borrowed(text),
    }
}

/// The byte offset of each escape of a lone surrogate.
fn lone_surrogates(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let found = memchr::memchr(b'\\', bytes.get(at..)?)?;
            let escape = at.saturating_add(found);
            let next = escape.saturating_add(6);
            at = match escaped_unit(bytes, escape) {
                Some(0xD800..=0xDBFF) if matches!(escaped_unit(bytes, next), Some(0xDC00..=0xDFFF)) => {
                    next.saturating_add(6)
                }
                Some(0xD800..=0xDFFF) => {
                    at = next;
                    return Some(escape);
                }
                Some(_) => next,
                None => escape.saturating_add(2),
            };
        }
    })
}

/// The UTF-16 unit of the `\uXXXX` escape that begins at `at`, if one does.
fn escaped_unit(bytes: &[u8], at: usize) -> Option<u16> {
    let digits = bytes.get(at..at.checked_add(6)?)?.strip_prefix(b"\\u")?;
    digits.iter().try_fold(0u16, |unit, &digit| {
        let value = char::from(digit).to_digit(16)?;
        Some(unit << 4 | u16::try_from(value).ok()?)
    })
}

struct Reader<'a> {
    text: &'a str,
    jiter: Jiter<'a>,
    duplicates: Vec<Duplicate>,
}

impl<'a> Reader<'a> {
    fn read(&mut self) -> Result<Value<'a>, SyntaxError> {
        let peek = self.jiter.peek().map_err(|error| describe(&error))?;
        let value = self.value(peek, 1, &Pointer::Root(""))?;
        self.jiter.finish().map_err(|error| describe(&error))?;
        Ok(value)
    }

    fn value(&mut self, peek: Peek, depth: usize, at: &Pointer<'_>) -> Result<Value<'a>, SyntaxError> {
        let start = self.jiter.current_index();
        let kind = match peek {
            Peek::Null => {
                self.jiter.known_null().map_err(|error| describe(&error))?;
                Kind::Null
            }
            Peek::True | Peek::False => {
                Kind::Bool(self.jiter.known_bool(peek).map_err(|error| describe(&error))?)
            }
            Peek::String => {
                let decoded = self.jiter.known_str().map_err(|error| describe(&error))?;
                Kind::String(borrow(self.text, start, decoded))
            }
            Peek::Array | Peek::Object if depth > MAX_DEPTH => {
                return Err(SyntaxError {
                    too_deep: true,
                    offset: start,
                    message: Cow::Owned(format!("nested deeper than {MAX_DEPTH} levels")),
                });
            }
            Peek::Array => self.array(depth, at)?,
            Peek::Object => self.object(depth, at)?,
            _ => {
                self.jiter.known_number_bytes(peek).map_err(|error| describe(&error))?;
                Kind::Number(self.text.get(start..self.jiter.current_index()).unwrap_or_default())
            }
        };
        Ok(Value { start: offset32(start), kind })
    }

    fn array(&mut self, depth: usize, at: &Pointer<'_>) -> Result<Kind<'a>, SyntaxError> {
        let mut items = Vec::new();
        let mut next = self.jiter.known_array().map_err(|error| describe(&error))?;
        while let Some(peek) = next {
            let item = self.value(peek, depth.saturating_add(1), &at.index(items.len()))?;
            items.push(item);
            next = self.jiter.array_step().map_err(|error| describe(&error))?;
        }
        Ok(Kind::Array(items))
    }

    fn object(&mut self, depth: usize, at: &Pointer<'_>) -> Result<Kind<'a>, SyntaxError> {
        let mut members: Vec<Member<'a>> = Vec::new();
        let mut seen: HashSet<Cow<'a, str>, foldhash::fast::RandomState> = HashSet::default();
        let mut from = self.jiter.current_index();
        let mut next = match self.jiter.known_object() {
            Ok(key) => key.map(|key| keyed(self.text, from, key)),
            Err(error) => return Err(describe(&error)),
        };
        while let Some((key, key_start)) = next {
            let peek = self.jiter.peek().map_err(|error| describe(&error))?;
            let value = self.value(peek, depth.saturating_add(1), &at.key(&key))?;
            let twice = if members.len() < SMALL_OBJECT {
                members.iter().any(|member| member.key == key)
            } else {
                if seen.is_empty() {
                    seen.extend(members.iter().map(|member| member.key.clone()));
                }
                !seen.insert(key.clone())
            };
            if twice {
                self.duplicates.push(Duplicate {
                    pointer: at.key(&key).text(),
                    key: key.into_owned(),
                    offset: key_start,
                });
            } else {
                members.push(Member { key, key_start: offset32(key_start), value });
            }
            from = self.jiter.current_index();
            next = match self.jiter.next_key() {
                Ok(key) => key.map(|key| keyed(self.text, from, key)),
                Err(error) => return Err(describe(&error)),
            };
        }
        Ok(Kind::Object(members))
    }
}

/// A key and where it begins: between `from` and its quote stand only blanks, `{` or `,`.
fn keyed<'a>(text: &'a str, from: usize, decoded: &str) -> (Cow<'a, str>, usize) {
    let ahead = text.as_bytes().get(from..).unwrap_or_default();
    let start = from.saturating_add(memchr::memchr(b'"', ahead).unwrap_or_default());
    (borrow(text, start, decoded), start)
}

/// The string whose opening quote is at `start`: borrowed when it was written without escapes,
/// which is when the closing quote stands right after as many bytes as it has (every escape is
/// longer than what it stands for).
fn borrow<'a>(text: &'a str, start: usize, decoded: &str) -> Cow<'a, str> {
    let first = start.saturating_add(1);
    match text.get(first..first.saturating_add(decoded.len())) {
        Some(raw) if raw == decoded => Cow::Borrowed(raw),
        _ => Cow::Owned(decoded.to_owned()),
    }
}

/// Offsets fit: [`parse`] refuses longer texts.
fn offset32(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

fn describe(error: &JiterError) -> SyntaxError {
    let JiterErrorType::JsonError(kind) = &error.error_type else {
        return SyntaxError { too_deep: false, offset: error.index, message: Cow::Borrowed("not JSON") };
    };
    let message = match kind {
        JsonErrorType::EofWhileParsingList => "the text ends inside an array",
        JsonErrorType::EofWhileParsingObject => "the text ends inside an object",
        JsonErrorType::EofWhileParsingString => "the text ends inside a string",
        JsonErrorType::EofWhileParsingValue => "the text ends where a value is expected",
        JsonErrorType::ExpectedColon => "expected `:` after the key",
        JsonErrorType::ExpectedListCommaOrEnd => "expected `,` or `]`",
        JsonErrorType::ExpectedObjectCommaOrEnd => "expected `,` or `}`",
        JsonErrorType::ExpectedSomeIdent => "expected `true`, `false` or `null`",
        JsonErrorType::ExpectedSomeValue => "expected a value",
        JsonErrorType::InvalidEscape => "an escape that JSON does not have",
        JsonErrorType::InvalidNumber => "not a number as JSON writes them",
        JsonErrorType::NumberOutOfRange => "a number with more digits than can be read",
        JsonErrorType::InvalidUnicodeCodePoint => "not UTF-8",
        JsonErrorType::ControlCharacterWhileParsingString => {
            "a control character inside a string: write it as an escape"
        }
        JsonErrorType::KeyMustBeAString => "a key must be a string in double quotes",
        JsonErrorType::TrailingComma => "a comma after the last entry",
        JsonErrorType::TrailingCharacters => "something follows after the value",
        JsonErrorType::UnexpectedEndOfHexEscape => "a `\\u` escape of fewer than four hex digits",
        _ => "not JSON",
    };
    SyntaxError { too_deep: false, offset: error.index, message: Cow::Borrowed(message) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Parsed<'_> {
        parse(text.as_bytes()).expect("JSON")
    }

    #[test]
    fn values_keep_their_places_and_tokens() {
        let text = "{ \"a\\u0062\" : [1e0, -0, \"x\\n\", \"plain\"] , \"k\":null }";
        let value = parsed(text).value;
        let members = value.as_object().unwrap();
        assert_eq!(members[0].key, "ab");
        assert_eq!(members[0].key_start, 2);
        assert_eq!(members[1].key_start, text.find("\"k\"").unwrap() as u32);
        let items = members[0].value.as_array().unwrap();
        assert_eq!(items[0].kind, Kind::Number("1e0"));
        assert_eq!(items[1].kind, Kind::Number("-0"));
        assert_eq!(items[2].as_str(), Some("x\n"));
        assert!(matches!(items[3].kind, Kind::String(Cow::Borrowed("plain"))));
        assert_eq!(items[3].start, text.find("\"plain").unwrap() as u32);
    }

    #[test]
    fn duplicates_are_all_listed_in_small_and_large_objects() {
        let found: Vec<_> = parsed(r#"{"a":{"x":1,"\u0078":2},"a":3}"#)
            .duplicates
            .into_iter()
            .map(|duplicate| (duplicate.pointer, duplicate.offset))
            .collect();
        assert_eq!(found, [("/a/x".to_owned(), 12), ("/a".to_owned(), 24)]);
        let many: String = (0..40).map(|n| format!("\"k{n}\":0,")).collect();
        let text = format!("{{{many}\"k3\":1,\"k39\":1}}");
        assert_eq!(parsed(&text).duplicates.len(), 2);
    }

    #[test]
    fn depth_counts_the_outermost_as_one() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(parse(nested(64).as_bytes()).is_ok());
        let error = parse(nested(65).as_bytes()).unwrap_err();
        assert!(error.too_deep && error.offset == 64);
        assert!(parse("[".repeat(1_000_000).as_bytes()).unwrap_err().too_deep);
    }

    #[test]
    fn what_is_not_json_is_refused() {
        for text in [
            "",
            " ",
            "{",
            "[1,]",
            "{\"a\":1,}",
            "{a:1}",
            "01",
            "+1",
            "1.",
            ".5",
            "NaN",
            "Infinity",
            "-",
            "'a'",
            "\"\\x\"",
            "\"\u{1}\"",
            "[1] 2",
            "\"\\ud800\"",
            "tru",
            "\u{FEFF}{}",
            "//",
            "{\"a\" 1}",
            "1e",
            "\"\\u12\"",
            "{1:2}",
            "-Infinity",
            "nul",
        ] {
            assert!(parse(text.as_bytes()).is_err(), "{text}");
        }
        assert_eq!(parse(b"[\"\xff\"]").unwrap_err().offset, 2);
    }

    #[test]
    fn lone_surrogate_escapes_become_replacement_characters() {
        for text in
            [r#""\ud800""#, r#""\udc00x""#, r#""\ud800\u0041""#, r#""\ud800\n""#, r#""\ud83d\ud83d\ude00""#]
        {
            let error = parse(text.as_bytes()).unwrap_err();
            assert!(error.offset == 1 && error.message.contains("surrogate"), "{text}: {error:?}");
        }
        for (text, right) in [
            (r#""\ud800""#, r#""\ufffd""#),
            (r#""\uD83D\uDE00""#, r#""\uD83D\uDE00""#),
            (r#""\ud83d\ud83d\ude00\ude00""#, r#""\ufffd\ud83d\ude00\ufffd""#),
            (r#""\\ud800""#, r#""\\ud800""#),
            (r#""\\\udfff""#, r#""\\\ufffd""#),
            (r#""\ud800x""#, r#""\ufffdx""#),
        ] {
            assert_eq!(replace_lone_surrogates(text), right);
            assert!(parse(replace_lone_surrogates(text).as_bytes()).is_ok());
        }
    }
}
