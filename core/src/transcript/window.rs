//! The window that the history is held to (TRAN-5, TRAN-6).

/// How many characters (UTF-16 units) of history are kept.
pub const HISTORY_MAX_CHARS: usize = 100_000;

/// How many characters stand between two messages.
pub(super) const BETWEEN: usize = 2;

/// Reads a window from a setting's text: a whole number, 0 or more (TRAN-6). It never stands for
/// "no limit".
///
/// # Errors
/// A sentence on what is wrong.
pub fn max_chars_setting(text: &str) -> Result<usize, String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // More than memory could hold is as good as any larger number, in every language alike.
    let most = |chars: u64| usize::try_from(chars).unwrap_or(usize::MAX);
    digits
        .then(|| text.parse().ok().map(most))
        .flatten()
        .ok_or_else(|| "the history's window must be a whole number of characters, 0 or more".to_owned())
}

/// One message, measured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// Byte offset of the message.
    pub(super) start: u32,
    /// Its first result's number.
    pub(super) first_result: u32,
    /// UTF-16 units of its rendered text.
    pub(super) units: u32,
    /// Whether it holds an approved call which has not run: it is never left out.
    pub(super) pinned: bool,
}

/// What is kept of the messages.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Kept {
    /// From this message on all are kept; before it those that are pinned.
    pub(super) from: usize,
    /// How many units the last one is to be cut to.
    pub(super) cut: Option<usize>,
}

/// Chooses the newest whole messages that fit beside those that are never left out.
pub(super) fn choose(marks: &[Mark], max_chars: usize) -> Kept {
    let cost = |mark: &Mark| (mark.units as usize).saturating_add(BETWEEN);
    // One separator less than messages.
    let room = max_chars.saturating_add(BETWEEN);
    let pinned: usize = marks.iter().filter(|mark| mark.pinned).map(cost).fold(0, usize::saturating_add);
    let mut left = room.saturating_sub(pinned);
    let mut from = marks.len();
    for (index, mark) in marks.iter().enumerate().rev() {
        if !mark.pinned {
            let Some(rest) = left.checked_sub(cost(mark)) else { break };
            left = rest;
        }
        from = index;
    }
    let cut = marks.last().filter(|_| max_chars > 0).and_then(|last| {
        let others = if last.pinned { pinned.saturating_sub(cost(last)) } else { pinned };
        let budget = max_chars.saturating_sub(others);
        let whole = (last.units as usize) <= budget;
        (!whole && (budget > 0 || last.pinned)).then_some(budget)
    });
    if cut.is_some() {
        from = from.min(marks.len().saturating_sub(1));
    }
    Kept { from, cut }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(sizes: &[i64]) -> Vec<Mark> {
        let mark = |size: &i64| Mark {
            start: 0,
            first_result: 0,
            units: size.unsigned_abs() as u32,
            pinned: *size < 0,
        };
        sizes.iter().map(mark).collect()
    }

    /// Negative sizes are pinned messages.
    #[test]
    fn tran_5_the_newest_whole_messages_that_fit() {
        for (sizes, max, from, cut) in [
            (&[10i64, 10, 10][..], 34, 0, None),
            (&[10, 10, 10], 33, 1, None),
            (&[10, 10, 10], 10, 2, None),
            (&[10, 10, 10], 9, 2, Some(9)),
            (&[1, 50, 10], 30, 2, None),
            (&[-10, 10, 10], 22, 2, None),
            (&[-10, 10, 10], 21, 2, Some(9)),
            (&[-10, 10, 10], 5, 3, None),
            (&[10, 10, -10], 5, 2, Some(5)),
            (&[10, -10, 10], 0, 3, None),
            (&[10, 10, -10], 0, 2, None),
            (&[], 5, 0, None),
        ] {
            assert_eq!(choose(&marks(sizes), max), Kept { from, cut }, "{sizes:?} {max}");
        }
    }

    #[test]
    fn tran_6_a_window_is_a_whole_number() {
        assert_eq!(max_chars_setting("100000"), Ok(100_000));
        assert_eq!(max_chars_setting("0"), Ok(0));
        for wrong in ["", "-1", "+1", " 1", "1e5", "1.0", "all", "NaN", "99999999999999999999999", "１"] {
            assert!(max_chars_setting(wrong).is_err(), "{wrong}");
        }
    }
}
