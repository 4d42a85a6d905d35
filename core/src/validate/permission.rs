//! Permission words (CONF-17) and the agent's default mode (CONF-20).

use crate::diagnostic::{Code, Collector};
use crate::json::{Pointer, Value};
use crate::permission::{Mode, Permission};
use crate::suggest::{did_you_mean, nearest, quoted};

/// Words that other programs use for a permission.
const MEANT: [(&str, Permission); 28] = [
    ("always", Permission::Allow),
    ("allowed", Permission::Allow),
    ("approve", Permission::Allow),
    ("approved", Permission::Allow),
    ("auto", Permission::Allow),
    ("accept", Permission::Allow),
    ("enable", Permission::Allow),
    ("enabled", Permission::Allow),
    ("grant", Permission::Allow),
    ("permit", Permission::Allow),
    ("yes", Permission::Allow),
    ("confirm", Permission::Ask),
    ("manual", Permission::Ask),
    ("approval", Permission::Ask),
    ("prompt", Permission::Ask),
    ("always ask", Permission::Ask),
    ("review", Permission::Ask),
    ("block", Permission::Deny),
    ("blocked", Permission::Deny),
    ("denied", Permission::Deny),
    ("disable", Permission::Deny),
    ("disabled", Permission::Deny),
    ("disallow", Permission::Deny),
    ("forbid", Permission::Deny),
    ("never", Permission::Deny),
    ("no", Permission::Deny),
    ("refuse", Permission::Deny),
    ("reject", Permission::Deny),
];

/// Reads a permission that must be there; `null` is none.
pub(super) fn permission(value: &Value<'_>, at: &Pointer<'_>, out: &mut Collector) -> Option<Permission> {
    let read = value.as_str().and_then(Permission::parse);
    if read.is_none() {
        let what = described(value);
        let message = format!("{what} is no permission: it is exactly `allow`, `ask` or `deny`");
        out.error(Code::PermissionInvalid, at.text(), value.start, message);
        out.help(|| value.as_str().and_then(meant).map(|meant| did_you_mean(meant.as_str())));
    }
    read
}

/// Reads a permission whose `null` is its absence.
pub(super) fn nullable(value: &Value<'_>, at: &Pointer<'_>, out: &mut Collector) -> Option<Permission> {
    if value.is_null() { None } else { permission(value, at, out) }
}

/// Reads `runner.permissions.default`.
pub(super) fn mode(value: &Value<'_>, at: &Pointer<'_>, out: &mut Collector) -> Option<Mode> {
    let read = value.as_str().and_then(Mode::parse);
    if read.is_none() {
        let what = described(value);
        let message = format!("{what} is no default: it is exactly `allow`, `ask`, `deny` or `allow_reads`");
        out.error(Code::RunnerPermissions, at.text(), value.start, message);
        out.help(|| {
            let word = value.as_str()?;
            let mode = Mode::AllowReads.as_str();
            let meant = meant(word).map(Permission::as_str);
            nearest(word, [mode]).or(meant).map(did_you_mean)
        });
    }
    read
}

fn described(value: &Value<'_>) -> String {
    value.as_str().map_or_else(|| value.type_name().to_owned(), quoted)
}

/// The permission that a word was probably meant to be.
fn meant(word: &str) -> Option<Permission> {
    let word = word.trim();
    let known = MEANT.into_iter().find(|(other, _)| word.eq_ignore_ascii_case(other));
    known.map(|(_, meant)| meant).or_else(|| {
        let lower = if word.len() <= 16 { word.to_ascii_lowercase() } else { return None };
        nearest(&lower, Permission::ALL.map(Permission::as_str)).and_then(Permission::parse)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conf_17_near_misses_are_understood_but_not_accepted() {
        for (word, right) in [
            ("Allow", Some(Permission::Allow)),
            ("always", Some(Permission::Allow)),
            ("never", Some(Permission::Deny)),
            ("prompt", Some(Permission::Ask)),
            ("block", Some(Permission::Deny)),
            (" deny ", Some(Permission::Deny)),
            ("alow", Some(Permission::Allow)),
            ("zebra", None),
            ("", None),
        ] {
            assert_eq!(meant(word), right, "{word}");
            assert_eq!(Permission::parse(word), None, "{word}");
        }
    }
}
