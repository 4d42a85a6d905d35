//! The arguments of a call, as prefix rules see them (PERM-21).

use crate::json::{self, Kind, Value};

/// The arguments of one call, as prefix rules see them.
#[derive(Clone, Debug)]
pub enum Arguments<'a> {
    /// None were given, or `null`.
    Absent,
    /// An object.
    Object(&'a Value<'a>),
    /// An object that was given as its text.
    Parsed(Value<'a>),
    /// A string that is no JSON object: the text itself. No allow prefix matches it.
    Text(&'a str),
    /// Another JSON value.
    Other(&'a Value<'a>),
    /// What cannot be read for certain (a key twice, half of a surrogate pair, nested too deep) or
    /// is no JSON: every ask and deny prefix of the tool matches, no allow prefix does.
    Unreadable,
}

impl<'a> Arguments<'a> {
    /// Reads what a call gave as its arguments.
    ///
    /// A string that parses to a JSON object is that object. One that begins as an object does and
    /// that is not one for this reader (nested too deep, a key twice, `NaN` in it) may be one for
    /// the program that runs the call, and is [`Arguments::Unreadable`]. Any other string is the
    /// text.
    #[must_use]
    pub fn read(value: Option<&'a Value<'a>>) -> Self {
        let Some(value) = value else { return Self::Absent };
        match &value.kind {
            Kind::Null => Self::Absent,
            Kind::Object(_) => Self::Object(value),
            Kind::String(text) => Self::read_text(text),
            Kind::Bool(_) | Kind::Number(_) | Kind::Array(_) => Self::Other(value),
        }
    }

    /// The object, when the arguments are one.
    #[must_use]
    pub const fn object(&self) -> Option<&Value<'a>> {
        match self {
            Self::Object(object) => Some(object),
            Self::Parsed(object) => Some(object),
            _ => None,
        }
    }

    /// The command, when `command` is a string in them (PERM-21).
    #[must_use]
    pub fn command(&self) -> Option<&str> {
        self.object()?.get("command")?.as_str()
    }

    fn read_text(text: &'a str) -> Self {
        let begins = |character: char| character.is_whitespace() || character == '\u{FEFF}';
        if !text.trim_start_matches(begins).starts_with('{') {
            return Self::Text(text);
        }
        match json::parse(text.as_bytes()) {
            Ok(parsed) if parsed.duplicates.is_empty() => Self::Parsed(parsed.value),
            _ => Self::Unreadable,
        }
    }
}
