//! A call as it crosses: its names are read strictly, its arguments as far as they can be.
//!
//! Arguments that are no JSON, or that two programs may read differently (a key twice, half of a
//! surrogate pair, nested too deep), make no call malformed: it goes through the ladder with
//! [`Arguments::Unreadable`], and has no key (APPR-4).

use std::borrow::Cow;

use super::{Input, refused};
use crate::approval;
use crate::approval::history::fields;
use crate::call::Call;
use crate::json::scan::{Scanner, Shape};
use crate::json::{self, Value};
use crate::rule::Arguments;

/// What is malformed, as a sentence (PERM-2).
type Malformed = Cow<'static, str>;

/// Reads a call, or says in a sentence what is malformed (PERM-2).
pub(crate) fn with_call<R>(input: Input<'_>, answer: impl FnOnce(Result<Call<'_>, Malformed>) -> R) -> R {
    let bytes = match input {
        Input::Text(bytes) => bytes,
        Input::Host(text) => text.as_bytes(),
        Input::Refused(refusal) => {
            let (pointer, what) = refused(refusal);
            let why = format!("the call is not JSON: {what} at `{pointer}`").into();
            return match without_arguments(refusal) {
                Some(call) => Apart { rest: call.to_owned(), arguments: Given::Refused }.call(answer),
                None => answer(Err(why)),
            };
        }
    };
    match strictly(bytes) {
        Ok(value) => answer(Call::read(&value)),
        Err(why) => match Apart::of(bytes) {
            Some(apart) => apart.call(answer),
            None => answer(Err(why)),
        },
    }
}

/// Reads a list of calls, each as [`with_call`] does; what is no list is one malformed call.
pub(super) fn with_calls<R>(input: Input<'_>, answer: impl Fn(Result<Call<'_>, Malformed>) -> R) -> Vec<R> {
    let bytes = match input {
        Input::Text(bytes) => bytes,
        Input::Host(text) => text.as_bytes(),
        Input::Refused(_) => return vec![with_call(input, answer)],
    };
    match strictly(bytes) {
        Ok(value) => match value.as_array() {
            Some(calls) => calls.iter().map(|call| answer(Call::read(call))).collect(),
            None => vec![answer(Err("what should be a list of calls is none".into()))],
        },
        Err(why) => match items(bytes) {
            Some(calls) => calls.into_iter().map(|call| with_call(Input::Host(call), &answer)).collect(),
            None => vec![answer(Err(why))],
        },
    }
}

/// A call's arguments as they stand in its text, which says more than the call that was read of it.
pub(super) fn given(call: Input<'_>) -> approval::Arguments<'_> {
    let Ok(text) = call.source() else { return approval::Arguments::Refused };
    let mut scanner = Scanner::new(text);
    match scanner.peek().and_then(|_| fields(text, &mut scanner, ["args"])) {
        Ok([Some((_, range))]) => {
            text.get(range).map_or(approval::Arguments::Refused, approval::Arguments::Json)
        }
        Ok([None]) => approval::Arguments::Absent,
        Err(_) => approval::Arguments::Refused,
    }
}

fn strictly(bytes: &[u8]) -> Result<Value<'_>, Malformed> {
    match json::parse(bytes) {
        Err(fault) => Err(format!("the call is not JSON: {}", fault.message).into()),
        Ok(parsed) if !parsed.duplicates.is_empty() => Err("the call has a key that stands twice".into()),
        Ok(parsed) => Ok(parsed.value),
    }
}

/// What a binding could read of a call whose arguments are no JSON: its other fields.
fn without_arguments(refusal: &str) -> Option<&str> {
    let mut scanner = Scanner::new(refusal);
    scanner.peek().ok()?;
    let [call] = fields(refusal, &mut scanner, ["call"]).ok()?;
    refusal.get(call?.1)
}

/// The text of each item of a text that is an array.
fn items(bytes: &[u8]) -> Option<Vec<&str>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let mut scanner = Scanner::new(text);
    if scanner.peek().ok()? != Shape::Array {
        return None;
    }
    scanner.enter();
    let mut items = Vec::new();
    while scanner.next_item(items.is_empty()).ok()?.is_some() {
        items.push(text.get(scanner.skip().ok()?)?);
    }
    scanner.finish().ok()?;
    Some(items)
}

enum Given<'a> {
    Absent,
    Text(&'a str),
    Refused,
}

/// A call whose arguments are read apart from the rest of it.
struct Apart<'a> {
    /// The call with `null` as its arguments.
    rest: String,
    arguments: Given<'a>,
}

impl<'a> Apart<'a> {
    /// Nothing when the text is no JSON object, or gives its arguments twice.
    fn of(bytes: &'a [u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?;
        let mut scanner = Scanner::new(text);
        if scanner.peek().ok()? != Shape::Object {
            return None;
        }
        let [arguments] = fields(text, &mut scanner, ["args"]).ok()?;
        scanner.finish().ok()?;
        let Some((_, range)) = arguments else {
            return Some(Self { rest: text.to_owned(), arguments: Given::Absent });
        };
        let rest = format!("{}null{}", text.get(..range.start)?, text.get(range.end..)?);
        Some(Self { rest, arguments: Given::Text(text.get(range)?) })
    }

    fn call<R>(self, answer: impl FnOnce(Result<Call<'_>, Malformed>) -> R) -> R {
        let rest = json::replace_lone_surrogates(&self.rest);
        let value = match strictly(rest.as_bytes()) {
            Ok(value) => value,
            Err(why) => return answer(Err(why)),
        };
        if matches!(rest, Cow::Owned(_)) && has_broken_name(&value) {
            return answer(Err("a name in the call holds half of a surrogate pair".into()));
        }
        let read;
        let arguments = match self.arguments {
            Given::Absent => Arguments::Absent,
            Given::Refused => Arguments::Unreadable,
            Given::Text(text) => match json::parse(text.as_bytes()) {
                Ok(parsed) if parsed.duplicates.is_empty() => {
                    read = parsed.value;
                    Arguments::read(Some(&read))
                }
                _ => Arguments::Unreadable,
            },
        };
        answer(Call::read(&value).map(|call| Call { arguments, ..call }))
    }
}

/// Whether a field of the call lost half of a surrogate pair.
fn has_broken_name(call: &Value<'_>) -> bool {
    let broken = |text: &str| text.contains('\u{FFFD}');
    let members = call.as_object().unwrap_or_default().iter();
    members.into_iter().any(|member| broken(&member.key) || member.value.as_str().is_some_and(broken))
}

#[cfg(test)]
#[path = "tests/call.rs"]
mod tests;
