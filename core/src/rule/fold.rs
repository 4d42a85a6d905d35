//! Text as ask and deny compare it: look-alikes folded, what nobody sees dropped (PERM-24).

use std::borrow::Cow;

/// What becomes of one character.
enum Folded {
    As(char),
    Dropped,
}

/// Folds full-width forms to ASCII, every kind of blank to a space, every kind of line break but
/// CR to a newline, and drops controls and characters that are not shown: zero-width and
/// bidirectional ones, soft hyphens, variation selectors, tags, fillers.
///
/// A false match only asks or denies, so more may fold together than any program would.
pub(crate) fn fold(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r')) {
        return Cow::Borrowed(text);
    }
    let folded = text.chars().filter_map(|character| match fold_char(character) {
        Folded::As(folded) => Some(folded),
        Folded::Dropped => None,
    });
    Cow::Owned(folded.collect())
}

fn fold_char(character: char) -> Folded {
    Folded::As(match character {
        '\t' | '\n' | '\r' => character,
        '\u{85}' | '\u{2028}' | '\u{2029}' => '\n',
        _ if character.is_control() || is_invisible(character) => return Folded::Dropped,
        _ if character.is_whitespace() => ' ',
        '\u{FF01}'..='\u{FF5E}' => {
            u32::from(character).checked_sub(0xFEE0).and_then(char::from_u32).unwrap_or(character)
        }
        _ => character,
    })
}

/// The characters that Unicode lists as ignorable by default, and interlinear annotations.
const fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_alikes_fold_and_the_unseen_goes() {
        let cases = [
            ("rm -rf /", "rm -rf /"),
            ("ｒｍ　－ｒｆ；ｌｓ", "rm -rf;ls"),
            ("r\u{200b}m", "rm"),
            ("r\u{202e}m\u{2066}", "rm"),
            ("r\u{ad}m\u{fe0f}\u{e0041}\u{3164}", "rm"),
            ("r\0m\u{7f}\u{1b}\u{9b}\u{0b}", "rm"),
            ("rm\u{a0}x\u{2003}y", "rm x y"),
            ("a\u{2028}b\u{85}c", "a\nb\nc"),
            ("a\tb\nc\rd", "a\tb\nc\rd"),
            ("é😀", "é😀"),
        ];
        for (text, folded) in cases {
            assert_eq!(fold(text), folded, "{text:?}");
        }
    }
}
