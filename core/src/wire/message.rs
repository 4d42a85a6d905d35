//! Messages of a protocol, which are read strictly before anything in them is believed (RUN-22).

use crate::json::{self, Places};

/// What is wrong with a message, in one sentence that holds nothing of it: nothing when it is one
/// JSON value in UTF-8, at most 64 levels deep, with no key twice in one object.
///
/// Half of a surrogate pair is no fault: models cut texts in such places.
#[must_use]
pub fn message_fault(message: &[u8]) -> Option<String> {
    let Ok(text) = std::str::from_utf8(message) else {
        return Some("the text is not UTF-8".to_owned());
    };
    // INVARIANT: every offset is where it was, and two keys that differ only in half a pair count
    // as one key twice: other programs may read both as U+FFFD.
    let patched = json::replace_lone_surrogates(text);
    let (offset, what) = match json::parse(patched.as_bytes()) {
        Ok(parsed) => (parsed.duplicates.first()?.offset, "a key stands twice in one object".into()),
        Err(fault) => (fault.offset, fault.message),
    };
    let (line, column) = Places::new(message).find(offset);
    Some(format!("{what} (line {line}, column {column})"))
}

#[cfg(test)]
mod tests {
    use super::message_fault;

    #[test]
    fn run_22_messages_are_read_strictly() {
        let deep = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
        for good in ["{}", "[1, 2.5e3, \"\\ud800\", null]", " {\"a\": {\"a\": 1}}\n", &deep(64)] {
            assert_eq!(message_fault(good.as_bytes()), None, "{good}");
        }
        let long = deep(65);
        for (bad, wanted) in [
            (&b""[..], "line 1, column 1"),
            (
                b"{\"a\": 1, \"b\": {\"a\": 1, \"\\u0061\": 2}}",
                "a key stands twice in one object (line 1, column 24)",
            ),
            (b"{\"\\ud800\": 1, \"\\ud801\": 2}", "a key stands twice"),
            (b"{}\n{}", "line 2, column 1"),
            (b"\xef\xbb\xbf{}", "line 1, column 1"),
            (b"\"\xff\"", "the text is not UTF-8"),
            (b"\"\xed\xa0\x80\"", "the text is not UTF-8"),
            (b"{\"secret\": tru}", "line 1, column 15"),
            (b"NaN", "line 1, column 1"),
            (long.as_bytes(), "line 1"),
        ] {
            let fault = message_fault(bad).unwrap_or_default();
            assert!(fault.contains(wanted), "{fault}");
            assert!(!fault.contains("secret"), "{fault}");
        }
    }
}
