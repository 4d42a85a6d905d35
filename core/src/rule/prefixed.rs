//! The rules of one tool that have a prefix, and the texts they are compared with (PERM-21).

use std::borrow::Cow;

use super::arguments::Arguments;
use super::fold::fold;
use super::pattern::Tools;
use super::prefixes::Prefixes;
use super::{Given, Ranked, path};
use crate::json::{Kind, Value};
use crate::permission::Permission;
use crate::shell;

/// Which text of a tool's arguments its prefixes are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compared {
    /// `command`, as a shell command.
    Command,
    /// `file_path` and `path`, as given and lexically normal.
    Path,
    /// Every string, also the keys of objects: a key may say as much as a value does, and this only
    /// asks or denies.
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
}

/// Whether a prefix holds nothing that could be compared.
pub(super) fn is_empty(tools: &Tools<'_>, prefix: &str) -> bool {
    let name = if let Tools::Named(name) = tools { Some(*name) } else { None };
    let blank = |form: &Vec<u8>| form.iter().all(u8::is_ascii_whitespace);
    forms(Compared::of(name), prefix).iter().any(blank)
}

/// The forms of an ask or deny prefix, which texts in the same forms are compared with.
fn forms(compared: Compared, prefix: &str) -> Vec<Vec<u8>> {
    let folded = fold(prefix);
    let given = folded.trim_start();
    match compared {
        Compared::Command => vec![shell::normalise_prefix(&folded)],
        Compared::Path => vec![given.as_bytes().to_vec(), path::normalise_prefix(given).into_bytes()],
        Compared::Every => vec![given.as_bytes().to_vec()],
    }
}

/// The prefix rules of one tool.
#[derive(Debug)]
pub(super) struct Prefixed {
    compared: Compared,
    /// Ask and deny, in every form.
    strict: Prefixes,
    /// The strictest of them.
    strictest: Option<Ranked>,
    /// The loosest of all, allow included.
    loosest: Option<Ranked>,
    /// Allow, as written; of Bash only.
    allow: Prefixes,
}

impl Prefixed {
    pub(super) fn new(compared: Compared, rules: &[(&str, Ranked)]) -> Self {
        let (allow, strict): (Vec<_>, Vec<_>) =
            rules.iter().partition(|(_, says)| says.permission == Permission::Allow);
        let formed = |&(prefix, says): &(&str, Ranked)| {
            forms(compared, prefix).into_iter().map(move |form| (form, says))
        };
        Self {
            compared,
            strictest: strict.iter().map(|(_, says)| *says).max(),
            loosest: rules.iter().map(|(_, says)| *says).min(),
            strict: Prefixes::new(strict.iter().flat_map(formed).collect()),
            allow: Prefixes::new(
                allow.iter().map(|(prefix, says)| (prefix.as_bytes().to_vec(), *says)).collect(),
            ),
        }
    }

    pub(super) fn has_allow(&self) -> bool {
        self.compared == Compared::Command && !self.allow.is_empty()
    }

    /// What these rules say to a call.
    pub(super) fn says(&self, given: Given<'_>) -> Option<Ranked> {
        let arguments = match given {
            Given::NoPrefix => return None,
            Given::EveryPrefix => return self.strictest,
            Given::LoosestPrefix => return self.loosest,
            Given::Call(arguments) => arguments,
        };
        match self.compared {
            Compared::Command => self.say_to_command(arguments),
            Compared::Path => self.say_to_paths(arguments),
            Compared::Every => self.say_to_every(arguments),
        }
    }

    fn say_to_command(&self, arguments: &Arguments<'_>) -> Option<Ranked> {
        let object = match arguments {
            Arguments::Absent => return None,
            Arguments::Text(text) => return self.deny_command(text),
            Arguments::Object(object) => object,
            Arguments::Parsed(object) => object,
            Arguments::Other(_) | Arguments::Unreadable => return self.strictest,
        };
        let command = object.get("command")?;
        if let Some(text) = command.as_str() {
            return self.deny_command(text).max(self.allow_command(text));
        }
        let words =
            command.as_array().and_then(|items| items.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
        let Some(words) = words else { return self.strictest };
        let text = words.join(" ");
        // A program may get the words of an array as they are. Only when a shell would split the
        // joined text into the same words does an allow speak of that program.
        let allowed = if words.iter().all(|word| shell::is_plain_argument(word)) {
            self.allow_command(&text)
        } else {
            None
        };
        let denied = self.deny_command(&text);
        // A blank inside a word ends no word for the program that gets the words as they are.
        let blank = [' ', '\t', '\n'];
        let whole = words.iter().any(|word| word.contains(blank)).then(|| {
            let whole: Vec<String> = words.iter().map(|word| word.replace(blank, "_")).collect();
            self.deny_command(&whole.join(" "))
        });
        denied.max(whole.flatten()).max(allowed)
    }

    /// What ask and deny say to a command, read liberally (PERM-22): as it is and folded, since
    /// folding may only add matches, and a fold can also make a blank or a backslash of a character
    /// that is none to a shell.
    pub(super) fn deny_command(&self, command: &str) -> Option<Ranked> {
        let raw = self.deny_scanned(command);
        match fold(command) {
            Cow::Owned(folded) => raw.max(self.deny_scanned(&folded)),
            Cow::Borrowed(_) => raw,
        }
    }

    fn deny_scanned(&self, command: &str) -> Option<Ranked> {
        let strictest = self.strictest?;
        let scan = shell::scan(command, |byte| self.strict.wants(byte));
        if scan.gave_up {
            return Some(strictest);
        }
        let mut best = None;
        for at in scan.places {
            best = best.max(self.strict.strictest(scan.text.get(at..).unwrap_or_default()));
            if best == Some(strictest) {
                break;
            }
        }
        best
    }

    /// The allow that the first segment of a command matches, when every segment matches one,
    /// read strictly (PERM-23).
    fn allow_command(&self, command: &str) -> Option<Ranked> {
        if self.allow.is_empty() {
            return None;
        }
        let mut segments = shell::segments(command)?.into_iter().map(|segment| self.allow_segment(segment));
        let first = segments.next()??;
        segments.all(|segment| segment.is_some()).then_some(first)
    }

    /// The first allow whose prefix a segment begins with, followed by a blank or the end.
    pub(super) fn allow_segment(&self, segment: &str) -> Option<Ranked> {
        let segment = segment.as_bytes();
        let whole_words =
            |(length, _): &(usize, Ranked)| matches!(segment.get(*length), None | Some(b' ' | b'\t'));
        self.allow.each(segment).filter(whole_words).map(|(_, says)| says).max()
    }

    fn say_to_paths(&self, arguments: &Arguments<'_>) -> Option<Ranked> {
        let object = match arguments {
            Arguments::Absent => return None,
            Arguments::Text(text) => return self.deny_path(text),
            Arguments::Object(object) => object,
            Arguments::Parsed(object) => object,
            Arguments::Other(_) | Arguments::Unreadable => return self.strictest,
        };
        let named = ["file_path", "path"].into_iter().filter_map(|key| object.get(key));
        named.map(|path| path.as_str().map_or(self.strictest, |path| self.deny_path(path))).max().flatten()
    }

    /// What ask and deny say to a path, as given and lexically normal.
    pub(super) fn deny_path(&self, path: &str) -> Option<Ranked> {
        let says = |path: &str| {
            let normal = path::normal_directory(path);
            self.strict.strictest(path.as_bytes()).max(self.strict.strictest(normal.as_bytes()))
        };
        // Folded and trimmed, a path may lose a part that `..` takes back: so also as it is.
        says(path).max(says(fold(path).trim_start()))
    }

    fn say_to_every(&self, arguments: &Arguments<'_>) -> Option<Ranked> {
        let value = match arguments {
            Arguments::Absent => return None,
            Arguments::Text(text) => return self.deny_text(text),
            Arguments::Object(object) => object,
            Arguments::Parsed(object) => object,
            Arguments::Other(value) => *value,
            Arguments::Unreadable => return self.strictest,
        };
        let mut best = None;
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            match &value.kind {
                Kind::String(text) => best = best.max(self.deny_text(text)),
                Kind::Array(items) => open.extend(items),
                Kind::Object(members) => {
                    for member in members {
                        best = best.max(self.deny_text(&member.key));
                        open.push(&member.value);
                    }
                }
                Kind::Null | Kind::Bool(_) | Kind::Number(_) => {}
            }
            if best.is_some() && best == self.strictest {
                break;
            }
        }
        best
    }

    /// What ask and deny say to a text of an argument.
    pub(super) fn deny_text(&self, text: &str) -> Option<Ranked> {
        let folded: Cow<'_, str> = fold(text);
        self.strict.strictest(folded.trim_start().as_bytes())
    }

    /// What ask and deny say to every call that a rule with this prefix could match, as far as the
    /// prefix alone shows (CONF-22).
    pub(super) fn covering(&self, prefix: &str, permission: Permission) -> Option<Ranked> {
        if permission == Permission::Allow {
            return self.deny_command(prefix).max(self.allow_segment(prefix));
        }
        forms(self.compared, prefix).iter().map(|form| self.strict.strictest(form)).min().flatten()
    }
}
