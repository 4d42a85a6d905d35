//! JSON as settings files are written: two spaces a level, ASCII alone (HARN-5).

use std::io;

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{Formatter, PrettyFormatter};

/// The text of a value. Other characters than ASCII are `\uXXXX` escapes, so that no program on the
/// way can read or write them in another encoding.
pub(super) fn to_ascii_json(value: &impl Serialize) -> String {
    let mut out = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut out, Ascii(PrettyFormatter::new()));
    // INVARIANT: what is written is made of strings, lists and maps with string keys, and writing
    // to memory cannot fail.
    if value.serialize(&mut serializer).is_err() {
        out.clear();
    }
    String::from_utf8(out).unwrap_or_default()
}

/// [`PrettyFormatter`] with everything but ASCII escaped.
struct Ascii<'i>(PrettyFormatter<'i>);

impl Formatter for Ascii<'_> {
    fn write_string_fragment<W: io::Write + ?Sized>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        if fragment.is_ascii() {
            return out.write_all(fragment.as_bytes());
        }
        let mut rest = fragment;
        while let Some(at) = rest.find(|character: char| !character.is_ascii()) {
            let (ascii, other) = rest.split_at_checked(at).unwrap_or((rest, ""));
            out.write_all(ascii.as_bytes())?;
            let mut characters = other.chars();
            if let Some(character) = characters.next() {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    write!(out, "\\u{unit:04x}")?;
                }
            }
            rest = characters.as_str();
        }
        out.write_all(rest.as_bytes())
    }

    fn begin_array<W: io::Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_array(out)
    }

    fn end_array<W: io::Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array(out)
    }

    fn begin_array_value<W: io::Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(out, first)
    }

    fn end_array_value<W: io::Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array_value(out)
    }

    fn begin_object<W: io::Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object(out)
    }

    fn end_object<W: io::Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object(out)
    }

    fn begin_object_key<W: io::Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(out, first)
    }

    fn begin_object_value<W: io::Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object_value(out)
    }

    fn end_object_value<W: io::Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object_value(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harn_5_whatever_a_name_holds_is_read_back() {
        let names = ["plain", "é😀\u{7f}\u{2028}", "\"\\/\u{8}\u{c}\n\r\t\u{1}", "\u{fffd}a\u{301}", ""];
        let text = to_ascii_json(&serde_json::json!({ "a": names, "é": {} }));
        assert!(text.is_ascii());
        assert!(
            text.starts_with("{\n  \"a\": [\n    \"plain\",\n    \"\\u00e9\\ud83d\\ude00\u{7f}\\u2028\""),
            "{text}"
        );
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read, serde_json::json!({ "a": names, "é": {} }));
    }
}
