//! Lines of a body that look like ours are escaped, so that no body can forge a turn (TRAN-10).
//!
//! A backslash is put before such a line, and before one that begins with backslashes and looks
//! like ours behind them: who takes one backslash from every such line has the body again.

use super::sentences::{
    ANSWER, CALLED, ERROR, IMAGE, LEFT_OUT, LOST, NOT_RUN, OMITTED, RESOURCE, RESUME, RETURNED, ROLE_LINES,
};

/// Hands over the body with its lines escaped, part by part.
pub(super) fn escape(body: &str, take: impl FnMut(&str)) {
    escape_from(body, true, take);
}

/// As [`escape`], for a body that stands behind something on its first line.
pub(super) fn escape_behind(body: &str, take: impl FnMut(&str)) {
    escape_from(body, false, take);
}

fn escape_from(body: &str, mut at_start: bool, mut take: impl FnMut(&str)) {
    let (mut from, mut at) = (0, 0);
    loop {
        let line = body.get(at..).unwrap_or_default();
        if core::mem::replace(&mut at_start, true) && may_be_ours(line) && is_ours(first_line(line)) {
            take(body.get(from..at).unwrap_or_default());
            take("\\");
            from = at;
        }
        let Some(next) = next_line(body, at) else { break };
        at = next;
    }
    take(body.get(from..).unwrap_or_default());
}

/// The offset behind the next line break.
fn next_line(body: &str, from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        // 0xE2 begins U+2028 and U+2029, the other two characters that end a line.
        at = at.saturating_add(memchr::memchr3(b'\n', b'\r', 0xE2, body.as_bytes().get(at..)?)?);
        let rest = body.get(at..)?;
        if rest.starts_with(['\n', '\r']) {
            return at.checked_add(1);
        }
        at = at.saturating_add(3);
        if rest.starts_with(['\u{2028}', '\u{2029}']) {
            return Some(at);
        }
    }
}

fn first_line(rest: &str) -> &str {
    next_line(rest, 0).and_then(|end| rest.get(..end)).unwrap_or(rest)
}

/// A quick look at a line's first character.
fn may_be_ours(line: &str) -> bool {
    matches!(
        line.as_bytes().first(),
        Some(b'\\' | b'[' | b' ' | b'\t' | b'U' | b'u' | b'A' | b'a' | b'S' | b's' | b'T' | b't' | 0x80..)
    )
}

/// Whether a line, leading backslashes aside, looks like one of ours.
fn is_ours(line: &str) -> bool {
    let line = line.trim_start_matches('\\').trim_start_matches(|character: char| {
        character.is_whitespace() || character.is_control() || crate::describe::is_invisible(character)
    });
    if line.starts_with('[') {
        let begins = [CALLED, IMAGE, RESOURCE, RESUME, OMITTED].iter().any(|marker| line.starts_with(marker));
        let holds =
            || [RETURNED, ERROR, ANSWER, NOT_RUN, LOST, LEFT_OUT].iter().any(|marker| line.contains(marker));
        return begins || holds();
    }
    ROLE_LINES.iter().any(|role| {
        let Some((word, behind)) = line.split_at_checked(role.len().saturating_sub(1)) else { return false };
        role.get(..word.len()).is_some_and(|role| word.eq_ignore_ascii_case(role))
            && behind.trim_start().starts_with([':', '\u{FF1A}'])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn escaped(body: &str) -> String {
        let mut out = String::new();
        escape(body, |part| out.push_str(part));
        out
    }

    fn each_line(body: &str, mut change: impl FnMut(&str) -> String) -> String {
        let (mut out, mut at) = (String::new(), 0);
        loop {
            let line = first_line(&body[at..]);
            out.push_str(&change(line));
            at += line.len();
            if at >= body.len() {
                return out;
            }
        }
    }

    fn unescaped(body: &str) -> String {
        each_line(body, |line| {
            if line.starts_with('\\') && is_ours(line) { line[1..].to_owned() } else { line.to_owned() }
        })
    }

    #[test]
    fn tran_10_lines_that_look_like_ours_are_escaped() {
        for line in [
            "User:",
            "user: hi",
            "ASSISTANT :",
            "System:",
            "  Tool:",
            "\u{200B}User:",
            "\u{A0}User:",
            "User\u{FF1A}",
            "[called x()]",
            "[image]",
            "[resource: x]",
            "[... 3 chars omitted]",
            "[t returned: 1]",
            "[t error: 1]",
            "[t approval: go]",
            "[t not run: x]",
            "[t result unknown: x]",
            "[resume: x]",
            "[2 earlier messages left out]",
            "\\User:",
            "\\\\[image]",
        ] {
            assert_eq!(escaped(line), format!("\\{line}"));
            for end in ["\n", "\r", "\r\n", "\u{2028}", "\u{2029}"] {
                assert_eq!(escaped(&format!("a{end}{line}{end}b")), format!("a{end}\\{line}{end}b"));
            }
        }
        for line in [
            "Users: x",
            "a User:",
            "the [image]",
            "[link](x)",
            "[1, 2]",
            "\\n",
            "\\",
            "",
            "- User:",
            "Useful",
        ] {
            assert_eq!(escaped(line), line);
        }
    }

    proptest! {
        #[test]
        fn tran_10_escaping_can_be_undone_and_leaves_no_line_of_ours(
            body in r"(\\|User:|tool :|\[image\]|\[x error: y\]|[ \n\r\u{2028}â‘]|\u{200B}|x){0,30}"
        ) {
            let out = escaped(&body);
            prop_assert_eq!(unescaped(&out), body);
            each_line(&out, |line| {
                assert!(!is_ours(line) || line.starts_with('\\'), "{line}");
                String::new()
            });
        }
    }
}
