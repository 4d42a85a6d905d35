//! Names with `*` as the only wildcard, which stands for any run of characters, also an empty one.

use memchr::memmem;

/// A glob with at least one `*`.
#[derive(Debug)]
pub(crate) struct Glob {
    /// What the name begins with.
    start: Box<str>,
    /// What follows somewhere, in this order.
    middle: Vec<Box<str>>,
    /// What the name ends with.
    end: Box<str>,
}

impl Glob {
    /// `None` when there is no `*`.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let (start, rest) = text.split_once('*')?;
        let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
        let middle = middle.split('*').filter(|piece| !piece.is_empty()).map(Into::into).collect();
        Some(Self { start: start.into(), middle, end: end.into() })
    }

    /// Whether the whole name matches. Linear: where a piece fits, its first place is the best.
    pub(crate) fn matches(&self, name: &str) -> bool {
        let Some(mut rest) = name.strip_prefix(&*self.start).and_then(|rest| rest.strip_suffix(&*self.end))
        else {
            return false;
        };
        for piece in &self.middle {
            let Some(behind) = memmem::find(rest.as_bytes(), piece.as_bytes())
                .and_then(|at| rest.get(at.checked_add(piece.len())?..))
            else {
                return false;
            };
            rest = behind;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition, by trying every length for every `*`.
    fn naive(glob: &[u8], name: &[u8]) -> bool {
        match glob.split_first() {
            None => name.is_empty(),
            Some((b'*', rest)) => (0..=name.len()).any(|skipped| naive(rest, &name[skipped..])),
            Some((byte, rest)) => name.first() == Some(byte) && naive(rest, &name[1..]),
        }
    }

    proptest! {
        #[test]
        fn a_glob_matches_what_its_definition_says(glob in "[ab*]{0,6}", name in "[ab]{0,8}") {
            prop_assume!(glob.contains('*'));
            let expected = naive(glob.as_bytes(), name.as_bytes());
            prop_assert_eq!(Glob::new(&glob).unwrap().matches(&name), expected);
        }
    }
}
