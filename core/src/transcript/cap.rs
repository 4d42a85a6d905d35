//! The cap on tool results (TRAN-2, TRAN-3).

use std::borrow::Cow;

use super::units::{offset_of, utf16_len};

/// How many characters of a tool result are kept (TRAN-2).
pub const TOOL_RESULT_MAX_CHARS: usize = 4_000;

const BEFORE: &str = " [... ";
const BEHIND: &str = " chars omitted]";

/// A tool result, capped: what follows the first `max_chars` characters (UTF-16 units) is replaced
/// by ` [... N chars omitted]`, where N and what was kept make up the original's length (TRAN-2). A
/// text that was capped so already is returned as it is (TRAN-3).
///
/// ```
/// # use callgate::transcript::cap_tool_result;
/// assert_eq!(cap_tool_result("abcdef", 4), "abcd [... 2 chars omitted]");
/// assert_eq!(cap_tool_result("abcd", 4), "abcd");
/// ```
#[must_use]
pub fn cap_tool_result(text: &str, max_chars: usize) -> Cow<'_, str> {
    match parts(text, max_chars) {
        (kept, Some(marker)) => Cow::Owned(format!("{kept}{marker}")),
        (_, None) => Cow::Borrowed(text),
    }
}

/// What is kept of a text, and the marker behind it when something is left out now.
pub(super) fn parts(text: &str, max_chars: usize) -> (&str, Option<String>) {
    // A text has at most as many units as bytes.
    if text.len() <= max_chars {
        return (text, None);
    }
    let (kept, rest) = text.split_at_checked(offset_of(text, max_chars)).unwrap_or((text, ""));
    let omitted = utf16_len(rest);
    if omitted == 0 || marker_of(text, max_chars).is_some() {
        return (text, None);
    }
    (kept, Some(format!("{BEFORE}{omitted}{BEHIND}")))
}

/// The marker at the end of a text that is a kept part and one marker (TRAN-3).
pub(super) fn marker_of(text: &str, max_chars: usize) -> Option<&str> {
    let (kept, number) = text.strip_suffix(BEHIND)?.rsplit_once(BEFORE)?;
    let units = utf16_len(kept);
    let exact = units == max_chars || units.checked_add(1) == Some(max_chars);
    let counts =
        number.bytes().all(|byte| byte.is_ascii_digit()) && number.starts_with(|first: char| first != '0');
    (exact && counts).then(|| text.get(kept.len()..)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn tran_2_results_are_capped_by_utf_16_units() {
        let text = "x".repeat(4_000);
        assert!(matches!(cap_tool_result(&text, 4_000), Cow::Borrowed(same) if same == text));
        let longer = text.clone() + "yz";
        assert_eq!(cap_tool_result(&longer, 4_000), text + " [... 2 chars omitted]");
        for (text, max, right) in [
            ("ab😀c", 3, "ab [... 3 chars omitted]"),
            ("ab😀c", 4, "ab😀 [... 1 chars omitted]"),
            ("ab😀", 4, "ab😀"),
            ("äöü", 3, "äöü"),
            ("äöüß", 3, "äöü [... 1 chars omitted]"),
            ("abc", 0, " [... 3 chars omitted]"),
            ("😀", 1, " [... 2 chars omitted]"),
            ("", 0, ""),
        ] {
            assert_eq!(cap_tool_result(text, max), right, "{text} {max}");
        }
    }

    #[test]
    fn tran_3_only_an_exact_marker_behind_an_exact_part_is_a_capped_text() {
        for same in ["abcd [... 2 chars omitted]", "abc [... 12 chars omitted]"] {
            assert_eq!(cap_tool_result(same, 4), same);
        }
        for other in [
            "ab [... 2 chars omitted]",
            "abcde [... 2 chars omitted]",
            "abcd [... 02 chars omitted]",
            "abcd [...  chars omitted]",
            "abcd [... 2 chars omitted] ",
            "abcd [... -2 chars omitted]",
            "abcd [... 2 chars omitted] [... 3 chars omitted]",
        ] {
            assert_ne!(cap_tool_result(other, 4), other);
        }
    }

    proptest! {
        #[test]
        fn tran_3_capping_twice_changes_nothing(text in "[a😀é \\[\\].0-3]{0,60}( \\[\\.\\.\\. [0-9]{0,2} chars omitted\\]){0,2}", max in 0usize..40) {
            let once = cap_tool_result(&text, max);
            let twice = cap_tool_result(&once, max);
            prop_assert_eq!(&twice, &once);
            if once.as_ref() != text {
                let (kept, number) = once.strip_suffix(BEHIND).unwrap().rsplit_once(BEFORE).unwrap();
                prop_assert!(text.starts_with(kept) && utf16_len(kept) <= max);
                prop_assert_eq!(utf16_len(kept) + number.parse::<usize>().unwrap(), utf16_len(&text));
            }
        }
    }
}
