//! The ledger: JSON lines, each with an HMAC chained to the one before (TEAM-66).
//!
//! A line is `{"seq", "time", "kind", "data", "prev", "mac"}`. How many lines there are and the last MAC
//! stand in a second file, the head, with an HMAC of its own: a cut-off tail is found too.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::mac;

const LINE: &str = "callgate agentteams ledger line 1";
const HEAD: &str = "callgate agentteams ledger head 1";
/// What the first line is chained to.
const START: &str = "";

/// What the second file says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// How many lines there are.
    pub count: u64,
    /// The MAC of the last one; empty when there is none.
    pub last: String,
    /// The HMAC of the two.
    pub mac: String,
}

impl Head {
    /// The head of a ledger without lines, written before the first of them: a ledger without a head is
    /// never taken for a new one.
    #[must_use]
    pub fn start(key: &[u8]) -> Self {
        Self::new(key, 0, START)
    }

    fn new(key: &[u8], count: u64, last: &str) -> Self {
        let mac = mac::sign(key, HEAD, &[&count.to_string(), last]);
        Self { count, last: last.to_owned(), mac }
    }

    fn holds(&self, key: &[u8]) -> bool {
        mac::verify(key, HEAD, &[&self.count.to_string(), &self.last], &self.mac)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    seq: u64,
    time: u64,
    kind: String,
    data: Box<RawValue>,
    prev: String,
    mac: String,
}

impl Line {
    fn sign(&self, key: &[u8]) -> String {
        let (seq, time) = (self.seq.to_string(), self.time.to_string());
        mac::sign(key, LINE, &[&seq, &time, &self.kind, self.data.get(), &self.prev])
    }
}

/// Something that is wrong with a ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LedgerProblem {
    /// `changed`, `out_of_order`, `cut_off`, `torn`, `head` or `malformed`.
    pub code: &'static str,
    /// The line, counted from 1; none for the head.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// One sentence.
    pub sentence: String,
}

/// What a look at the whole ledger says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LedgerReport {
    /// Whether nothing is wrong.
    pub ok: bool,
    /// How many lines hold.
    pub count: u64,
    /// The head that fits the lines that hold; what a crash left behind is mended with it.
    pub head: Head,
    /// Bytes of the lines that hold: what lies behind was never finished.
    pub length: u64,
    /// Whether the head is one line behind, as a crash between the two files leaves it.
    pub head_behind: bool,
    /// What is wrong, in order.
    pub problems: Vec<LedgerProblem>,
}

/// The next line, without its newline, and the head that belongs to it. `data` is JSON text.
///
/// # Errors
/// A head that does not hold, or data that is no JSON.
pub fn append(
    key: &[u8],
    head: &Head,
    time: u64,
    kind: &str,
    data: &str,
) -> Result<(String, Head), &'static str> {
    if !head.holds(key) {
        return Err("the ledger's head was altered, or belongs to another key");
    }
    // One line: a newline can only stand between tokens.
    let value: serde_json::Value = serde_json::from_str(data).map_err(|_| "a record's data is no JSON")?;
    let data = serde_json::value::to_raw_value(&value).map_err(|_| "a record's data is no JSON")?;
    let seq = head.count.saturating_add(1);
    let mut line =
        Line { seq, time, kind: kind.to_owned(), data, prev: head.last.clone(), mac: String::new() };
    line.mac = line.sign(key);
    let head = Head::new(key, seq, &line.mac);
    Ok((crate::wire::to_json(&line), head))
}

/// Looks through a whole ledger: any change, removal or reordering, and a tail that was cut off.
#[must_use]
pub fn verify_ledger(key: &[u8], text: &[u8], head: Option<&Head>) -> LedgerReport {
    let mut problems = Vec::new();
    let (mut count, mut last, mut length) = (0u64, START.to_owned(), 0usize);
    let mut rest = text;
    while !rest.is_empty() {
        let number = count.saturating_add(1);
        let end = memchr::memchr(b'\n', rest);
        let problem =
            |code, sentence: &str| LedgerProblem { code, line: Some(number), sentence: sentence.to_owned() };
        let Some((line, behind)) = end.and_then(|end| rest.split_at_checked(end.saturating_add(1))) else {
            problems.push(problem("torn", "the last line was never finished"));
            break;
        };
        match check(key, line, number, &last) {
            Ok(mac) => last = mac,
            Err((code, sentence)) => {
                problems.push(problem(code, sentence));
                break;
            }
        }
        (count, length, rest) = (number, length.saturating_add(line.len()), behind);
    }
    let mut head_behind = false;
    let mut head_problem = |code, sentence: &str| {
        problems.push(LedgerProblem { code, line: None, sentence: sentence.to_owned() })
    };
    match head {
        Some(head) if !head.holds(key) => {
            head_problem("head", "the head was altered, or belongs to another key")
        }
        Some(head) if head.count > count => head_problem("cut_off", "lines at the end are missing"),
        Some(head) if head.count == count && head.last != last => {
            head_problem("head", "the head belongs to another ledger");
        }
        Some(head) if head.count == count => {}
        Some(head) if head.count.saturating_add(1) == count => head_behind = true,
        Some(_) => head_problem("head", "the head is older than the ledger by more than one line"),
        None => head_problem("head", "the head is missing"),
    }
    LedgerReport {
        ok: problems.is_empty(),
        count,
        head: Head::new(key, count, &last),
        length: u64::try_from(length).unwrap_or(u64::MAX),
        head_behind,
        problems,
    }
}

/// The MAC of a line that holds.
fn check(key: &[u8], text: &[u8], number: u64, prev: &str) -> Result<String, (&'static str, &'static str)> {
    let malformed = ("malformed", "the line is no record");
    let line: Line = serde_json::from_slice(text).map_err(|_| malformed)?;
    if !crate::digest::constant_time_eq(line.mac.as_bytes(), line.sign(key).as_bytes()) {
        return Err(("changed", "the line was changed, or written with another key"));
    }
    if line.seq != number || line.prev != prev {
        return Err(("out_of_order", "lines before it are missing or stand elsewhere"));
    }
    // INVARIANT: what was read and what was written are the same bytes, so blanks and order count too.
    if text.strip_suffix(b"\n") != Some(crate::wire::to_json(&line).as_bytes()) {
        return Err(("changed", "the line was written in another way"));
    }
    Ok(line.mac)
}
