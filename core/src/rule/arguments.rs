//! The texts of a call's arguments that prefixes are compared with (PERM-21).

use std::borrow::Cow;

use super::fold::fold;
use super::pattern::Tools;
use crate::json::{self, Kind, Value};
use crate::shell;

/// The arguments of one call, as prefix rules see them.
#[derive(Clone, Debug)]
pub enum Arguments<'a> {
    /// None were given, or `null`.
    Absent,
    /// An object, given as such or as its text.
    Object(Cow<'a, Value<'a>>),
    /// A string that is no JSON object: the text itself. No allow prefix matches it.
    Text(&'a str),
    /// Another JSON value.
    Other(&'a Value<'a>),
    /// What cannot be read for certain, as an object in which a key stands twice: every ask and
    /// deny prefix of the tool matches, no allow prefix does.
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
            Kind::Object(_) => Self::Object(Cow::Borrowed(value)),
            Kind::String(text) => Self::read_text(text),
            Kind::Bool(_) | Kind::Number(_) | Kind::Array(_) => Self::Other(value),
        }
    }

    fn read_text(text: &'a str) -> Self {
        let begins = |character: char| character.is_whitespace() || character == '\u{FEFF}';
        if !text.trim_start_matches(begins).starts_with('{') {
            return Self::Text(text);
        }
        match json::parse(text.as_bytes()) {
            Ok(parsed) if parsed.duplicates.is_empty() => Self::Object(Cow::Owned(parsed.value)),
            _ => Self::Unreadable,
        }
    }
}

/// Which text of a tool's arguments its prefixes are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compared {
    /// `command`, read as a shell command.
    Command,
    /// `file_path` and `path`.
    Path,
    /// Every string, and every key of an object.
    Every,
}

impl Compared {
    /// For a tool by its rule name; `None` is an MCP tool.
    pub(super) fn of(tool: Option<&str>) -> Self {
        match tool {
            Some("Bash") => Self::Command,
            Some("Read" | "Edit" | "Write" | "Ls" | "Find" | "Grep") => Self::Path,
            _ => Self::Every,
        }
    }

    pub(super) fn of_tools(tools: &Tools<'_>) -> Self {
        Self::of(if let Tools::Named(name) = tools { Some(name) } else { None })
    }
}

/// Whether a prefix holds nothing that could be compared.
pub(super) fn prefix_is_empty(tools: &Tools<'_>, prefix: &str) -> bool {
    strict_prefixes(Compared::of_tools(tools), prefix)
        .iter()
        .any(|prefix| prefix.iter().all(|&byte| byte == b' '))
}

/// The forms of an ask or deny prefix that texts are compared with; see [`matches_text`].
pub(super) fn strict_prefixes(compared: Compared, prefix: &str) -> Vec<Vec<u8>> {
    let folded = fold(prefix);
    match compared {
        Compared::Command => vec![shell::normalise_prefix(&folded)],
        Compared::Path => {
            let given = folded.trim_start().to_owned();
            let mut forms = vec![normalise_path(&given).into_bytes(), given.into_bytes()];
            forms.dedup();
            forms
        }
        Compared::Every => vec![folded.trim_start().as_bytes().to_vec()],
    }
}

/// A path prefix with its directory made lexically normal. Its last part may be an unfinished
/// name, as `.` in `/home/me/.`, and stays as it is.
fn normalise_path(prefix: &str) -> String {
    match prefix.rsplit_once('/') {
        Some((directory, last)) => format!("{}{last}", normal_directory(&format!("{directory}/"))),
        None => format!("./{prefix}"),
    }
}

/// A path without `//`, `.` and, as far as it goes, `..`: `/a/b/`, `./a/b/` or `../a/b/`, always
/// with a slash at its end.
fn normal_directory(path: &str) -> String {
    let absolute = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match (part, parts.last()) {
            ("" | ".", _) => {}
            ("..", Some(&last)) if last != ".." => {
                parts.pop();
            }
            ("..", _) if absolute => {}
            _ => parts.push(part),
        }
    }
    let mut out = String::with_capacity(path.len().saturating_add(3));
    if absolute {
        out.push('/');
    } else if parts.first() != Some(&"..") {
        out.push_str("./");
    }
    for part in parts {
        out.push_str(part);
        out.push('/');
    }
    out
}
