//! How Claude Code reads its settings files: which it drops whole, and what it takes from the others.

use serde_json::{Map, Value};

use super::SettingsFile;
use crate::json::replace_lone_surrogates;
use crate::permission::Permission;

/// The settings file that we write.
pub(crate) const PROJECT_FILE: &str = ".claude/settings.json";
const LOCAL_FILE: &str = ".claude/settings.local.json";
const USER_FILE: &str = "~/.claude/settings.json";

/// `permissions.defaultMode`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Mode {
    #[default]
    Default,
    AcceptEdits,
    Plan,
    DontAsk,
    BypassPermissions,
    /// Another word for `default`.
    Manual,
    /// Known to the program and, for MCP tools with rules, as `default`.
    Auto,
}

impl Mode {
    const ALL: [Self; 7] = [
        Self::Default,
        Self::AcceptEdits,
        Self::Plan,
        Self::DontAsk,
        Self::BypassPermissions,
        Self::Manual,
        Self::Auto,
    ];

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::AcceptEdits => "acceptEdits",
            Self::Plan => "plan",
            Self::DontAsk => "dontAsk",
            Self::BypassPermissions => "bypassPermissions",
            Self::Manual => "manual",
            Self::Auto => "auto",
        }
    }

    pub(crate) fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.as_str() == word)
    }
}

/// Where a settings file stands; a later layer's mode wins, rules of all layers count together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Layer {
    User,
    Project,
    Local,
}

impl Layer {
    fn of(path: &str) -> Option<Self> {
        match path.strip_prefix("./").unwrap_or(path) {
            USER_FILE => Some(Self::User),
            PROJECT_FILE => Some(Self::Project),
            LOCAL_FILE => Some(Self::Local),
            _ => None,
        }
    }
}

/// What the program takes from all its settings files together.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    /// Rules of all layers, in no order that matters.
    pub(crate) rules: Vec<(Permission, String)>,
    pub(crate) mode: Mode,
}

impl Settings {
    /// Reads the files that the program knows; others, and those that it drops, count for nothing.
    pub(crate) fn read(files: &[SettingsFile]) -> Self {
        let mut out = Self::default();
        let mut set_by: Option<Layer> = None;
        let mut no_bypass = false;
        for file in files {
            let Some(layer) = Layer::of(&file.path) else { continue };
            let Some(one) = OneFile::read(&file.content) else { continue };
            out.rules.extend(one.rules);
            no_bypass |= one.no_bypass;
            let Some(mode) = one.mode else { continue };
            // Bypassing is ignored where anybody who writes the project could turn it on.
            if (layer, mode) != (Layer::Project, Mode::BypassPermissions) && set_by <= Some(layer) {
                (out.mode, set_by) = (mode, Some(layer));
            }
        }
        if no_bypass && out.mode == Mode::BypassPermissions {
            out.mode = Mode::Default;
        }
        out
    }
}

type Fits = fn(&Value) -> bool;

/// Other well-known keys of the file, since a wrong value of theirs drops its permissions too.
const TYPED: [(&str, Fits); 8] = [
    ("apiKeyHelper", Value::is_string),
    ("cleanupPeriodDays", Value::is_number),
    ("disabledMcpjsonServers", Value::is_array),
    ("enableAllProjectMcpServers", Value::is_boolean),
    ("enabledMcpjsonServers", Value::is_array),
    ("env", Value::is_object),
    ("includeCoAuthoredBy", Value::is_boolean),
    ("model", Value::is_string),
];

struct OneFile {
    rules: Vec<(Permission, String)>,
    mode: Option<Mode>,
    no_bypass: bool,
}

impl OneFile {
    /// `None`: the program drops the whole file, as it does for one value of a wrong type or a
    /// mode that it does not know.
    fn read(content: &str) -> Option<Self> {
        let Ok(Value::Object(root)) = serde_json::from_str(&replace_lone_surrogates(content)) else {
            return None;
        };
        if TYPED.iter().any(|(key, fits)| root.get(*key).is_some_and(|value| !fits(value))) {
            return None;
        }
        let mut out = Self { rules: Vec::new(), mode: None, no_bypass: false };
        let permissions = match root.get("permissions") {
            None => return Some(out),
            Some(Value::Object(permissions)) => permissions,
            Some(_) => return None,
        };
        for permission in Permission::ALL {
            for rule in list(permissions, permission.as_str())? {
                // A bad entry loses only itself.
                if let Value::String(rule) = rule {
                    out.rules.push((permission, rule.clone()));
                }
            }
        }
        list(permissions, "additionalDirectories")?;
        out.mode = match permissions.get("defaultMode") {
            None => None,
            Some(mode) => Some(Mode::parse(mode.as_str()?)?),
        };
        out.no_bypass = match permissions.get("disableBypassPermissionsMode") {
            None => false,
            Some(Value::String(word)) if word == "disable" => true,
            Some(_) => return None,
        };
        Some(out)
    }
}

/// The list of that key, empty when there is none; `None` when it is no list.
fn list<'v>(permissions: &'v Map<String, Value>, key: &str) -> Option<&'v [Value]> {
    match permissions.get(key) {
        None => Some(&[]),
        Some(Value::Array(entries)) => Some(entries),
        Some(_) => None,
    }
}
