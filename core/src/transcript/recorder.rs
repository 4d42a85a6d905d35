//! When a call's arguments are to be recorded again (TRAN-20).

use hashbrown::HashMap;

use crate::approval::canonical_json;
use crate::digest::sha256_hex;
use crate::json::scan::{Scanner, Shape};

/// A record to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The call.
    pub id: String,
    /// Its tool.
    pub name: String,
    /// Its arguments so far, JSON text; nothing when none are known yet.
    pub input: Option<String>,
}

/// Says when the record of a call is to be written again, while a harness streams its arguments
/// (TRAN-20): whatever comes first, the last record holds the arguments the executor ran with.
#[derive(Debug, Default)]
pub struct ArgumentRecorder {
    calls: HashMap<String, Announced, foldhash::fast::RandomState>,
}

#[derive(Debug)]
struct Announced {
    name: String,
    /// Digest of the arguments recorded last.
    digest: String,
}

impl ArgumentRecorder {
    /// A call was announced, with arguments (JSON text), or without any. Always records.
    pub fn announce(&mut self, id: &str, name: &str, input: Option<&str>) -> Record {
        self.calls.insert(
            id.to_owned(),
            Announced { name: name.to_owned(), digest: digest(input.unwrap_or("null")) },
        );
        Record { id: id.to_owned(), name: name.to_owned(), input: input.map(str::to_owned) }
    }

    /// Arguments (JSON text) came in for a call: the record to write when they are real ones (not
    /// null, not an empty object) and other than those recorded last. An id that was not announced
    /// is ignored.
    pub fn update(&mut self, id: &str, input: Option<&str>) -> Option<Record> {
        let input = input.filter(|text| is_real(text))?;
        let call = self.calls.get_mut(id)?;
        let digest = digest(input);
        if digest == call.digest {
            return None;
        }
        call.digest = digest;
        Some(Record { id: id.to_owned(), name: call.name.clone(), input: Some(input.to_owned()) })
    }
}

/// The same for arguments that are serialised alike.
fn digest(input: &str) -> String {
    sha256_hex(canonical_json(input).as_deref().unwrap_or(input).as_bytes())
}

/// Whether those are arguments at all.
fn is_real(text: &str) -> bool {
    let mut scanner = Scanner::new(text);
    match scanner.peek() {
        Ok(Shape::Literal) => scanner.literal() != Ok("null"),
        Ok(Shape::Object) => {
            scanner.enter();
            !matches!(scanner.next_key(true), Ok(None))
        }
        Ok(_) => true,
        Err(_) => !text.trim().is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tran_20_the_last_record_holds_the_arguments_that_ran() {
        let mut recorder = ArgumentRecorder::default();
        assert_eq!(recorder.update("1", Some(r#"{"a":1}"#)), None, "an unknown id");
        for first in [None, Some("{}"), Some("null"), Some(r#"{"a":1}"#)] {
            let record = recorder.announce("1", "t", first);
            assert_eq!(
                (record.id.as_str(), record.name.as_str(), record.input.as_deref()),
                ("1", "t", first)
            );
            for (input, records) in [
                (None, false),
                (Some("null"), false),
                (Some("{}"), false),
                (Some(" { } "), false),
                (Some(r#"{"a":1}"#), first != Some(r#"{"a":1}"#)),
                (Some(r#"{ "a": 1.0 }"#), false),
                (Some(r#"{"a":1,"b":"x"}"#), true),
                (Some(r#"{"a":1,"b":"x"}"#), false),
                (Some("{}"), false),
                (Some("[]"), true),
                (Some(r#"{"a":1}"#), true),
                (Some("false"), true),
                (Some(r#""{\"a\""#), true),
            ] {
                let record = recorder.update("1", input);
                assert_eq!(record.is_some(), records, "{first:?} {input:?}");
                assert!(record.is_none_or(|record| record.input.as_deref() == input && record.name == "t"));
            }
        }
    }
}
