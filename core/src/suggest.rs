//! Did you mean: near misses, the nearest of some words, and the author's words in messages.

use std::fmt::Write as _;

/// Longer words than this are no slips of the pen, and comparing them costs too much.
const LONGEST: usize = 64;

/// How much of an author's word a message repeats, in characters.
const QUOTED: usize = 80;

/// Whether a word is a near miss of another (CONF-4): equal without case, `_` and `-`, or one
/// inserted, dropped or replaced character away.
#[must_use]
pub fn is_near_miss(word: &str, known: &str) -> bool {
    word != known && (equals_folded(word, known) || is_one_edit(word, known))
}

/// The candidate that the word was probably meant to be, if one is near enough.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    if word.len() > LONGEST {
        return None;
    }
    let limit = (word.chars().count() / 3).max(1);
    let mut best = None;
    for candidate in candidates {
        if candidate.len() > LONGEST {
            continue;
        }
        let distance = if equals_folded(word, candidate) {
            0
        } else if candidate.len().abs_diff(word.len()) > limit.saturating_mul(4) {
            continue;
        } else {
            strsim::osa_distance(word, candidate)
        };
        if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The words of a suggestion.
#[must_use]
pub fn did_you_mean(word: &str) -> String {
    format!("did you mean {}?", quoted(word))
}

/// The author's own text for a message: in backticks, cut when long, invisible characters escaped.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len().min(QUOTED).saturating_add(2));
    out.push('`');
    for (count, character) in text.chars().enumerate() {
        if count == QUOTED {
            out.push('…');
            break;
        }
        if is_invisible(character) {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{{{:x}}}", u32::from(character));
        } else {
            out.push(character);
        }
    }
    out.push('`');
    out
}

/// Controls (C0, DEL, C1), line separators, bidirectional controls, and characters without a shape of
/// their own: what a reader does not see, or what changes how the text around it looks.
pub(crate) fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

fn equals_folded(a: &str, b: &str) -> bool {
    fn folded(word: &str) -> impl Iterator<Item = char> {
        word.chars().filter(|character| !matches!(character, '_' | '-')).map(|c| c.to_ascii_lowercase())
    }
    folded(a).eq(folded(b))
}

fn is_one_edit(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (a.chars(), b.chars());
    loop {
        let (from_a, from_b) = (a.as_str(), b.as_str());
        match (a.next(), b.next()) {
            (None, None) => return false,
            (left, right) if left == right => {}
            (left, right) => {
                let (rest_a, rest_b) = (a.as_str(), b.as_str());
                let replaced = left.is_some() && right.is_some() && rest_a == rest_b;
                return replaced
                    || (left.is_some() && rest_a == from_b)
                    || (right.is_some() && from_a == rest_b);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conf_4_near_misses() {
        for (word, known) in [
            ("permision", "permission"),
            ("Permission", "permission"),
            ("read-only", "readOnly"),
            ("READ_ONLY", "readOnly"),
            ("runer", "runner"),
            ("mcp", "mcps"),
            ("tool", "tools"),
            ("permissiön", "permission"),
            ("xpermission", "permission"),
            ("hind", "kind"),
        ] {
            assert!(is_near_miss(word, known), "{word}");
        }
        for (word, known) in [
            ("permission", "permission"),
            ("perms", "permission"),
            ("node", "name"),
            ("", "kind"),
            ("nmae", "name"),
        ] {
            assert!(!is_near_miss(word, known), "{word}");
        }
    }

    #[test]
    fn the_nearest_word_is_found_or_none() {
        let known = ["search_docs", "fetch_doc", "echo"];
        assert_eq!(nearest("serch_docs", known), Some("search_docs"));
        assert_eq!(nearest("fetchDoc", known), Some("fetch_doc"));
        assert_eq!(nearest("aks", ["allow", "ask", "deny"]), Some("ask"));
        assert_eq!(nearest("zzz", known), None);
        assert_eq!(nearest(&"s".repeat(100_000), known), None);
    }

    #[test]
    fn quoting_hides_nothing_and_stays_short() {
        assert_eq!(quoted("a\nb\u{202e}"), "`a\\u{a}b\\u{202e}`");
        assert!(quoted(&"x".repeat(10_000)).chars().count() < 100);
    }
}
