//! The liberal reading, for ask and deny (PERM-22): every place where a command word may start.
//!
//! Quotes and backslashes are taken away, runs of blanks squeezed to one, and operators set off by
//! blanks, so that `a&&"r"m` reads `a & & rm`. What stands in quotes is read like everything else,
//! since `sh -c`, `eval` and their kind read it again.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A command, read liberally.
pub(crate) struct Scan {
    /// The command without quotes and backslashes, blanks squeezed, ending in a blank.
    pub(crate) text: Vec<u8>,
    /// Where in `text` a command word may start; ascending within a word, not across.
    pub(crate) places: Vec<usize>,
    /// Whether the reading was given up, so that every command word must be reckoned with.
    pub(crate) gave_up: bool,
}

/// Reads a command, which has been folded. Of the places, those are kept whose first byte is
/// `wanted`. Linear in the command.
pub(crate) fn scan(command: &str, wanted: impl Fn(u8) -> bool) -> Scan {
    let mut reader = Reader {
        raw: command.as_bytes(),
        scan: Scan {
            text: Vec::with_capacity(command.len().saturating_add(8)),
            places: Vec::new(),
            gave_up: false,
        },
        wanted,
        state: State::Ready,
        word: None,
        redirect: Redirect::No,
        expansion: false,
        comment: false,
        resumed: BinaryHeap::new(),
        budget: command.len().saturating_mul(8).saturating_add(1 << 16),
    };
    reader.read();
    reader.scan
}

/// A prefix in the same form: no blank at its start, one at its end only where the prefix has a
/// blank or an operator there. `rm ` thus means the whole word, `rm` everything that begins so.
pub(crate) fn normalise_prefix(prefix: &str) -> Vec<u8> {
    let raw = prefix.as_bytes();
    let mut text = Vec::with_capacity(raw.len());
    for at in 0..raw.len() {
        match piece(raw, at) {
            Piece::Char(byte) => text.push(byte),
            Piece::Blank => blank(&mut text),
            Piece::Operator(byte) => operator(&mut text, byte),
            Piece::Quote | Piece::Seam | Piece::Joined => {}
        }
    }
    if text.first() == Some(&b' ') {
        text.remove(0);
    }
    text
}

fn blank(text: &mut Vec<u8>) {
    if text.last() != Some(&b' ') {
        text.push(b' ');
    }
}

fn operator(text: &mut Vec<u8>, byte: u8) {
    blank(text);
    text.extend([byte, b' ']);
}

/// What one byte of a command is.
enum Piece {
    /// Part of a word.
    Char(u8),
    /// Space or tab.
    Blank,
    /// Ends a word, and mostly a command; a newline is a `;`.
    Operator(u8),
    /// A quote, a backslash, or the `$` of `$'…'`: taken away.
    Quote,
    /// A newline behind a backslash: taken away.
    Joined,
    /// CR: taken away, but what follows may also be read as the start of a line.
    Seam,
}

fn piece(raw: &[u8], at: usize) -> Piece {
    let byte = |at: Option<usize>| at.and_then(|at| raw.get(at)).copied();
    match byte(Some(at)).unwrap_or(b' ') {
        b'\'' | b'"' | b'\\' => Piece::Quote,
        b'$' if matches!(byte(at.checked_add(1)), Some(b'\'' | b'"')) => Piece::Quote,
        b' ' | b'\t' => Piece::Blank,
        b'\n' if byte(at.checked_sub(1)) == Some(b'\\') => Piece::Joined,
        b'\n' => Piece::Operator(b';'),
        b'\r' => Piece::Seam,
        byte @ (b';' | b'&' | b'|' | b'(' | b')' | b'{' | b'}' | b'<' | b'>' | b'`') => Piece::Operator(byte),
        byte => Piece::Char(byte),
    }
}

/// What the next word may be. The order matters: of two readings the later one is kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    /// An argument.
    Argument,
    /// A command word, or what may stand before one: assignments, options, numbers.
    Ready,
    /// The argument of an option or a command word.
    AfterOption,
}

/// Whether the next word is the target of a redirection.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Redirect {
    No,
    /// `<` and `>`.
    Target,
    /// What may be read in more than one way: `>&`, `>|`, `<<`.
    Unclear,
}

/// A word that is being read.
struct Word {
    /// Where it starts in the text.
    start: usize,
    /// Where it starts in the command.
    raw_start: usize,
    /// Whether quotes or backslashes stand in it, so that it may go on behind a blank.
    quoted: bool,
    /// Places in the text where a seam was.
    seams: Vec<usize>,
}

struct Reader<'c, W> {
    raw: &'c [u8],
    scan: Scan,
    wanted: W,
    state: State,
    word: Option<Word>,
    redirect: Redirect,
    /// Whether `${` stands right before.
    expansion: bool,
    /// Whether a `#` stands on this line: in a comment a backslash does not continue a line.
    comment: bool,
    /// Places in the command where a quoted word ends for a shell, and the state behind it.
    resumed: BinaryHeap<Reverse<(usize, State)>>,
    /// How many bytes may still be read more than once.
    budget: usize,
}

impl<W: Fn(u8) -> bool> Reader<'_, W> {
    fn read(&mut self) {
        for at in 0..self.raw.len() {
            match piece(self.raw, at) {
                Piece::Char(byte) => {
                    self.comment |= byte == b'#';
                    self.word(at);
                    self.scan.text.push(byte);
                }
                Piece::Quote => self.word(at).quoted = true,
                Piece::Seam => self.seam(at),
                Piece::Joined if self.comment || self.backslashes_before(at).is_multiple_of(2) => {
                    self.seam(at)
                }
                Piece::Joined => {}
                Piece::Blank => {
                    self.end_word();
                    blank(&mut self.scan.text);
                }
                Piece::Operator(byte) => {
                    self.end_word();
                    self.operator(byte, at);
                }
            }
        }
        self.end_word();
        blank(&mut self.scan.text);
    }

    /// Marks a place where a line may begin, though the word may as well go on.
    fn seam(&mut self, at: usize) {
        let here = self.scan.text.len();
        let seams = &mut self.word(at).seams;
        if seams.last() != Some(&here) {
            seams.push(here);
        }
    }

    fn backslashes_before(&self, at: usize) -> usize {
        self.raw.get(..at).unwrap_or_default().iter().rev().take_while(|&&byte| byte == b'\\').count()
    }

    /// The word that is being read; one begins here if none is.
    fn word(&mut self, at: usize) -> &mut Word {
        if self.word.is_none() {
            while let Some(&Reverse((end, state))) = self.resumed.peek()
                && end <= at
            {
                self.resumed.pop();
                self.state = self.state.max(state);
            }
        }
        let start = self.scan.text.len();
        self.word.get_or_insert_with(|| Word { start, raw_start: at, quoted: false, seams: Vec::new() })
    }

    fn operator(&mut self, byte: u8, at: usize) {
        self.comment &= self.raw.get(at) != Some(&b'\n');
        operator(&mut self.scan.text, byte);
        self.expansion = byte == b'{' && at.checked_sub(1).and_then(|at| self.raw.get(at)) == Some(&b'$');
        // A prefix may itself begin with an operator.
        self.place(self.scan.text.len().saturating_sub(2));
        let behind_redirection =
            at.checked_sub(1).and_then(|at| self.raw.get(at)).is_some_and(|byte| matches!(byte, b'<' | b'>'));
        // Behind a backslash it is part of a word, and what follows may be the next command word.
        let escaped = !self.backslashes_before(at).is_multiple_of(2);
        match byte {
            b'<' | b'>' if escaped => self.redirect = Redirect::Unclear,
            b'<' if self.redirect != Redirect::No => self.redirect = Redirect::Unclear,
            b'<' | b'>' => self.redirect = Redirect::Target,
            b'&' | b'|' if behind_redirection => self.redirect = Redirect::Unclear,
            _ => {
                self.redirect = Redirect::No;
                self.state = State::Ready;
            }
        }
    }

    fn end_word(&mut self) {
        let Some(mut word) = self.word.take() else { return };
        let target = std::mem::replace(&mut self.redirect, Redirect::No);
        let text = self.scan.text.get(word.start..).unwrap_or_default();
        let may_run = match target {
            Redirect::No => self.state != State::Argument || runs_its_argument(text),
            Redirect::Target => false,
            Redirect::Unclear => true,
        };
        if std::mem::replace(&mut self.expansion, false) {
            // `${x:-a}` may become `a`.
            let value = text.iter().position(|byte| matches!(byte, b'-' | b'=' | b'+'));
            word.seams.extend(value.map(|at| word.start.saturating_add(at).saturating_add(1)));
        }
        if may_run {
            self.places_in(word.start);
        }
        // Not more than twice through one word, however many seams it has.
        for &seam in &word.seams {
            self.place(seam);
        }
        if let (Some(&first), Some(&last)) = (word.seams.first(), word.seams.last()) {
            self.places_in(first);
            self.places_in(last);
        }
        let before = self.state;
        if target == Redirect::No {
            let text = &self.scan.text;
            let mut next = follow(self.state, text.get(word.start..).unwrap_or_default());
            // A seam begins a line in one of its readings.
            if let Some(&seam) = word.seams.last() {
                next = next.max(follow(State::Ready, text.get(seam..).unwrap_or_default()));
            }
            self.state = next;
        }
        if word.quoted && before != State::Argument {
            self.resume(word.raw_start, before);
        }
    }

    /// Takes the places of the word or part of a word that begins at `start`: its start, behind
    /// each `/`, and in an option where its argument may be glued to it (`-Srm`, `--exec=rm`).
    fn places_in(&mut self, start: usize) {
        self.place(start);
        let word = self.scan.text.get(start..).unwrap_or_default();
        let is_option = word.first() == Some(&b'-');
        let mut inner: Vec<usize> = memchr::memchr_iter(b'/', word).collect();
        if is_option {
            inner.extend(memchr::memchr(b'=', word));
            inner.push(1);
            // `env -iS'rm x'`
            inner.extend(memchr::memchr(b'S', word));
        }
        for at in inner {
            self.place(start.saturating_add(at).saturating_add(1));
        }
    }

    fn place(&mut self, at: usize) {
        if self.scan.text.get(at).is_some_and(|&byte| (self.wanted)(byte)) {
            self.scan.places.push(at);
        }
    }

    /// Finds where the word that starts at `raw_start` ends for a shell, which does not end words
    /// at quoted blanks: the state behind the word holds there too (`A="b c" rm`).
    /// Where that state is an argument's, only a word that assigns is passed over
    /// (`env "A B=1" rm`).
    fn resume(&mut self, raw_start: usize, before: State) {
        let mut open = None;
        let mut ansi = false;
        let mut at = raw_start;
        while let Some(&byte) = self.raw.get(at) {
            let Some(budget) = self.budget.checked_sub(1) else {
                self.scan.gave_up = true;
                return;
            };
            self.budget = budget;
            match (open, byte) {
                (None, b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>') => break,
                (Some(b'"') | None, b'\\') => at = at.saturating_add(1),
                (Some(b'\''), b'\\') if ansi => at = at.saturating_add(1),
                (None, b'\'' | b'"') => {
                    ansi = at.checked_sub(1).and_then(|at| self.raw.get(at)) == Some(&b'$');
                    open = Some(byte);
                }
                (Some(quote), byte) if quote == byte => open = None,
                _ => {}
            }
            at = at.saturating_add(1);
        }
        let assigns = || self.raw.get(raw_start..at).is_some_and(|word| word.contains(&b'='));
        if self.state != State::Argument {
            self.resumed.push(Reverse((at, self.state)));
        } else if assigns() {
            self.resumed.push(Reverse((at, before)));
        }
    }
}

/// The state behind a word.
fn follow(state: State, word: &[u8]) -> State {
    if word.first() == Some(&b'-') {
        return if state != State::Argument || runs_its_argument(word) {
            State::AfterOption
        } else {
            State::Argument
        };
    }
    if word.is_empty() || state == State::Argument {
        return state;
    }
    if is_assignment(word) || is_number(word) {
        return state;
    }
    let name = word.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    if RUNNERS_BEHIND_AN_ARGUMENT.contains(&name) {
        return State::AfterOption;
    }
    if RUNNERS.contains(&name) || state == State::AfterOption { State::Ready } else { State::Argument }
}

/// Whether an option takes a command: `-exec`, `-ok`, `--command`, and every cluster of letters
/// with a `c` in it, as in `sh -lc`.
fn runs_its_argument(option: &[u8]) -> bool {
    let Some(letters) = option.strip_prefix(b"-") else { return false };
    let long = letters.starts_with(b"-");
    option.starts_with(b"-ok")
        || option.starts_with(b"--command")
        || option.starts_with(b"--exec")
        || (!long && letters.contains(&b'c') && letters.iter().all(u8::is_ascii_alphabetic))
}

/// `NAME=…`, `NAME+=…`, `NAME[…]=…`; and for `env` everything else with a `=` in it.
fn is_assignment(word: &[u8]) -> bool {
    word.contains(&b'=')
}

/// A number, a duration, a priority: `5`, `1.5s`, `+3`.
fn is_number(word: &[u8]) -> bool {
    let digits = word.strip_prefix(b"+").unwrap_or(word);
    digits.strip_prefix(b".").unwrap_or(digits).first().is_some_and(u8::is_ascii_digit)
}

/// Words behind which a command follows.
const RUNNERS: [&[u8]; 37] = [
    b"!",
    b"builtin",
    b"busybox",
    b"chrt",
    b"command",
    b"coproc",
    b"do",
    b"doas",
    b"elif",
    b"else",
    b"env",
    b"eval",
    b"exec",
    b"fakeroot",
    b"if",
    b"ionice",
    b"nice",
    b"nohup",
    b"parallel",
    b"runuser",
    b"setsid",
    b"stdbuf",
    b"strace",
    b"sudo",
    b"systemd-run",
    b"then",
    b"time",
    b"toybox",
    b"trap",
    b"unshare",
    b"until",
    b"while",
    b"xargs",
    b"nsenter",
    b"setpriv",
    b"prlimit",
    b"watch",
];

/// The same, but one more argument may stand between.
const RUNNERS_BEHIND_AN_ARGUMENT: [&[u8]; 4] = [b"timeout", b"flock", b"chroot", b"taskset"];

#[cfg(test)]
#[path = "liberal_tests.rs"]
mod tests;
