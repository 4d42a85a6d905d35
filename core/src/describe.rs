//! A call as text for a person's consent: nothing cut, nothing hidden.

use core::fmt::Write as _;
use core::ops::Range;

use crate::approval::history::fields;
use crate::approval::quote;
use crate::json::scan::{Fault, Scanner, Shape, unescape};

/// Whether a character shows nothing, or changes how what is around it shows.
#[must_use]
pub fn is_invisible(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_control();
    }
    matches!(character,
        '\u{34F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{2800}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FFA0}' | '\u{E0000}'..='\u{E0FFF}')
        // What the standard library does not print as it is, when it does not begin a text:
        // controls, formats, separators, private and unassigned characters.
        || ['a', character].iter().collect::<String>().escape_debug().nth(1) == Some('\\')
}

/// Appends text with invisible characters made visible as `\u{XXXX}`.
pub(crate) fn push_visible(text: &str, out: &mut String) {
    for character in text.chars() {
        if is_invisible(character) {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{{{:04X}}}", u32::from(character));
        } else {
            out.push(character);
        }
    }
}

/// The whole call as text for a person's consent: one line for each of `server`, `tool`, `name`,
/// `kind` and `read_only` that it has, then the arguments as indented JSON in the order given.
///
/// Strings stand as JSON strings; invisible and bidirectional characters as `\u{XXXX}`, which no
/// JSON string can hold by itself; an escape stands for itself only where JSON needs one. Nothing
/// is cut. Arguments that are given as text are shown as the text that they are.
///
/// # Errors
/// When `call` is not a JSON object, or has one of those keys twice.
///
/// ```
/// # use callgate::describe::describe_call;
/// let text = describe_call("{\"tool\": \"Bash\", \"args\": {\"command\": \"ls \\u202e\"}}").unwrap();
/// assert_eq!(text, "tool: \"Bash\"\narguments: {\n  \"command\": \"ls \\u{202E}\"\n}");
/// ```
pub fn describe_call(call: &str) -> Result<String, Fault> {
    const NAMES: [&str; 6] = ["server", "tool", "name", "kind", "read_only", "args"];
    let mut scanner = Scanner::new(call);
    if scanner.peek()? != Shape::Object {
        return Err(Fault { offset: scanner.offset(), message: "a call is an object" });
    }
    let found = fields(call, &mut scanner, NAMES)?;
    scanner.finish()?;
    let mut out = String::new();
    for (name, field) in NAMES.iter().zip(&found) {
        if *name == "args" {
            out.push_str("arguments: ");
            match field {
                Some((_, range)) => value(call, &mut Scanner::at(call, range.start), &mut out)?,
                None => out.push_str("{}"),
            }
        } else if let Some((_, range)) = field {
            out.push_str(name);
            out.push_str(": ");
            value(call, &mut Scanner::at(call, range.start), &mut out)?;
            out.push('\n');
        }
    }
    Ok(out)
}

/// Appends the JSON value at the scanner, indented; of any depth.
fn value(text: &str, scanner: &mut Scanner<'_>, out: &mut String) -> Result<(), Fault> {
    // For each bracket that is open: whether it is an object's, and whether it is still empty.
    let mut open: Vec<(bool, bool)> = Vec::new();
    loop {
        let shape = scanner.peek()?;
        let start = scanner.offset();
        match shape {
            Shape::String => {
                let found = scanner.string()?;
                push_string(text, found.start..found.end, out);
            }
            Shape::Number => out.push_str(scanner.number()?.0),
            Shape::Literal => out.push_str(scanner.literal()?),
            Shape::Array | Shape::Object => {
                scanner.enter();
                open.push((shape == Shape::Object, true));
                out.push_str(text.get(start..scanner.offset()).unwrap_or_default());
            }
        }
        // On to the next value, closing what ends before it.
        loop {
            let depth = open.len();
            let Some((object, empty)) = open.last_mut() else { return Ok(()) };
            let first = core::mem::replace(empty, false);
            let key = if *object { scanner.next_key(first)? } else { None };
            let more = key.is_some() || (!*object && scanner.next_item(first)?.is_some());
            if more {
                out.push_str(if first { "" } else { "," });
                new_line(depth, out);
                if let Some(key) = key {
                    push_string(text, key.key.start..key.key.end, out);
                    out.push_str(": ");
                }
                break;
            }
            let closing = if *object { '}' } else { ']' };
            open.pop();
            if !first {
                new_line(depth.saturating_sub(1), out);
            }
            out.push(closing);
        }
    }
}

/// Indentation stops growing where JSON of ours stops nesting, so that depth costs no more than length.
fn new_line(depth: usize, out: &mut String) {
    out.push('\n');
    out.extend(core::iter::repeat_n("  ", depth.min(crate::json::MAX_DEPTH)));
}

/// Appends the JSON string whose inside is at a range. Half of a surrogate pair shows as its escape.
fn push_string(text: &str, range: Range<usize>, out: &mut String) {
    let raw = text.get(range).unwrap_or_default();
    // U+FFFD that stands for half a pair is told from one that was written by the escape.
    let marked = crate::json::replace_lone_surrogates(raw);
    let mut decoded = String::with_capacity(raw.len());
    if marked == raw {
        unescape(raw, &mut decoded);
        let mut quoted = String::with_capacity(decoded.len());
        quote(&decoded, &mut quoted);
        push_visible(&quoted, out);
        return;
    }
    // Rare: keep the text as it was escaped.
    out.push('"');
    push_visible(raw, out);
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_hidden_from_consent() {
        for character in [
            '\u{202E}',
            '\u{200B}',
            '\u{2066}',
            '\u{FEFF}',
            '\u{AD}',
            '\u{A0}',
            '\u{3000}',
            '\u{2028}',
            '\u{85}',
            '\u{E0041}',
            '\u{FE0F}',
            '\u{3164}',
            '\u{E000}',
            '\u{7F}',
            '\u{61C}',
            '\u{2800}',
            '\u{34F}',
        ] {
            let call = format!("{{\"tool\":\"t\",\"args\":{{\"a{character}\":\"{character}\"}}}}");
            let right = format!("\\u{{{:04X}}}", u32::from(character));
            assert_eq!(
                describe_call(&call).unwrap(),
                format!("tool: \"t\"\narguments: {{\n  \"a{right}\": \"{right}\"\n}}")
            );
        }
        for character in ['é', '日', 'न', '\u{947}', '😀', 'я', '\u{301}'] {
            assert!(!is_invisible(character), "{character:?}");
        }
    }

    #[test]
    fn the_whole_call_is_shown() {
        let call = r#"{"server":"s","tool":"x\ny","read_only":true,"kind":"mcp","other":1,
            "args":{"b":[1.0,[],{},[{"a":null}]],"a":"\ud800\u0041","a":"tw\u0069ce\\u{202E}"}}"#;
        assert_eq!(
            describe_call(call).unwrap(),
            "server: \"s\"\ntool: \"x\\ny\"\nkind: \"mcp\"\nread_only: true\narguments: {\n  \"b\": [\n    1.0,\n    [],\n    {},\n    [\n      \
             {\n        \"a\": null\n      }\n    ]\n  ],\n  \"a\": \"\\ud800\\u0041\",\n  \"a\": \"twice\\\\u{202E}\"\n}"
        );
        assert_eq!(describe_call(r#"{"name":"n"}"#).unwrap(), "name: \"n\"\narguments: {}");
        assert_eq!(describe_call(r#"{"args":"x\ny"}"#).unwrap(), "arguments: \"x\\ny\"");
        for wrong in ["", "[]", "{", r#"{"tool":"a","tool":"b"}"#, "{} x"] {
            assert!(describe_call(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn depth_and_length_are_no_limit() {
        let call = format!("{{\"args\":{}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(describe_call(&call).unwrap().len() < 200 * call.len());
        let call = format!("{{\"args\":\"{}\"}}", "x".repeat(1_000_000));
        assert!(describe_call(&call).unwrap().len() > 1_000_000);
    }
}
