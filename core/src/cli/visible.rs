//! Names and files come from others: nothing in them may act on the terminal that shows them.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::suggest::is_invisible;

/// The text on one line, with controls, line ends, and characters that cannot be seen or turn the
/// text around written as `\u{1b}`.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    replace(text, is_invisible, |out, character| write!(out, "\\u{{{:x}}}", u32::from(character)))
}

/// [`visible`] for text of several lines.
pub(super) fn lines(text: &str) -> Cow<'_, str> {
    let acts = |character| character != '\n' && is_invisible(character);
    replace(text, acts, |out, character| write!(out, "\\u{{{:x}}}", u32::from(character)))
}

/// JSON that means the same, with such characters as `\u001b` escapes. They can only stand in strings.
pub(super) fn json(text: &str) -> Cow<'_, str> {
    let acts = |character| character != '\n' && is_invisible(character);
    replace(text, acts, |out, character| {
        let mut units = [0; 2];
        character.encode_utf16(&mut units).iter().try_for_each(|unit| write!(out, "\\u{unit:04x}"))
    })
}

fn replace<'t>(
    text: &'t str,
    acts: impl Fn(char) -> bool,
    escape: impl Fn(&mut String, char) -> std::fmt::Result,
) -> Cow<'t, str> {
    if !text.chars().any(&acts) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len().saturating_add(16));
    for character in text.chars() {
        if acts(character) {
            // Writing to a string cannot fail.
            let _ = escape(&mut out, character);
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_acts_on_the_terminal() {
        let cases = [
            ("plain é 😀", "plain é 😀"),
            ("\u{1b}[31mred", "\\u{1b}[31mred"),
            ("a\nb\tc\r", "a\\u{a}b\\u{9}c\\u{d}"),
            ("\u{9b}2J\u{7f}", "\\u{9b}2J\\u{7f}"),
            ("a\u{202e}b\u{2066}\u{200f}", "a\\u{202e}b\\u{2066}\\u{200f}"),
            ("z\u{200b}\u{feff}\u{e0041}", "z\\u{200b}\\u{feff}\\u{e0041}"),
        ];
        for (text, shown) in cases {
            assert_eq!(visible(text), shown);
        }
        assert_eq!(lines("a\nb\u{1b}"), "a\nb\\u{1b}");
    }

    #[test]
    fn json_stays_the_same_value() {
        let text = "{\n\"a\u{202e}\u{7f}\u{e0041}\": \"é\"}";
        let shown = json(text);
        assert_eq!(shown, "{\n\"a\\u202e\\u007f\\udb40\\udc41\": \"é\"}");
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(read(text), read(&shown));
    }
}
