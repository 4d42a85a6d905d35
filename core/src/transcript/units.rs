//! Characters as transcripts count them: UTF-16 code units (TRAN-1).

/// How many UTF-16 units a text has.
#[must_use]
pub fn utf16_len(text: &str) -> usize {
    // Every byte that begins a character counts one unit, and four-byte characters one more.
    let mut units = 0usize;
    for chunk in text.as_bytes().chunks(128) {
        // INVARIANT: at most 2 for each of 128 bytes would not fit; no byte adds 2 without three that add 0.
        let sum = chunk.iter().fold(0u8, |sum, &byte| {
            sum.wrapping_add(u8::from(byte & 0xC0 != 0x80)).wrapping_add(u8::from(byte >= 0xF0))
        });
        units = units.saturating_add(usize::from(sum));
    }
    units
}

/// The byte offset behind the first `units` UTF-16 units; one unit less when a pair would be split.
#[must_use]
pub(super) fn offset_of(text: &str, units: usize) -> usize {
    let mut counted = 0usize;
    let mut at = 0usize;
    // Whole chunks first, as long as they surely fit.
    for chunk in text.as_bytes().chunks(128) {
        if counted.saturating_add(256) > units {
            break;
        }
        for &byte in chunk {
            counted = counted
                .saturating_add(usize::from(byte & 0xC0 != 0x80))
                .saturating_add(usize::from(byte >= 0xF0));
        }
        at = at.saturating_add(chunk.len());
    }
    while !text.is_char_boundary(at) {
        at = at.saturating_add(1);
    }
    for character in text.get(at..).unwrap_or_default().chars() {
        counted = counted.saturating_add(character.len_utf16());
        if counted > units {
            break;
        }
        at = at.saturating_add(character.len_utf8());
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn tran_1_characters_are_utf_16_units(text in "[a-bé日😀]{0,400}", units in 0usize..500) {
            let all: Vec<u16> = text.encode_utf16().collect();
            prop_assert_eq!(utf16_len(&text), all.len());
            let at = offset_of(&text, units);
            let kept: Vec<u16> = text[..at].encode_utf16().collect();
            let wanted = units.min(all.len());
            prop_assert!(kept.len() == wanted || kept.len() + 1 == wanted && all[kept.len()] >= 0xD800 && all[kept.len()] < 0xDC00);
        }
    }
}
