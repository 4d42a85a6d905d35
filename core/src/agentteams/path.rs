//! Which paths of a project may be read or written at all, whatever a scope says (TEAM-20).
//!
//! The server file repeats these rules, since it imports nothing: the cases of `tests/vectors/teams`
//! hold the two together.

use crate::suggest::quoted;

/// The longest path, in bytes, and the longest of its components.
const MAX_PATH: usize = 4_095;
const MAX_COMPONENT: usize = 255;

/// Names that are denied to reading and writing, in lower case.
const VERSION_CONTROL: &[&str] = &[".git", ".hg", ".svn", ".jj", ".bzr"];
const CONTROL_PLANE: &[&str] = &[".agentteams", ".claude", ".codex", ".goose", ".pi", ".agents", ".mcp.json"];
const QUEUE: &[&str] = &[super::QUEUE];
/// Files that a harness reads as instructions: denied to writing alone.
const INSTRUCTIONS: &[&str] =
    &["claude.md", "claude.local.md", "agents.md", "agents.override.md", ".goosehints"];
const SECRETS: &[&str] = &[
    ".env",
    ".ssh",
    ".gnupg",
    ".aws",
    ".kube",
    ".docker",
    ".netrc",
    ".pgpass",
    ".npmrc",
    ".pypirc",
    ".git-credentials",
];
const SECRET_STARTS: &[&str] = &[".env.", "credentials", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"];
const SECRET_ENDS: &[&str] = &[".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx"];

/// What a path is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// To read.
    Read,
    /// To write, replace or delete, which more names are denied to.
    Write,
}

/// Why a path is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathFault {
    /// `path.empty`, `path.absolute`, `path.parent`, `path.length`, `path.characters`, `path.folder` or
    /// `path.denied`.
    pub code: &'static str,
    /// One sentence for people.
    pub sentence: String,
}

/// A path below the project's root that no rule denies: at least one component, none of them empty,
/// `.` or `..`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectPath(Vec<String>);

impl ProjectPath {
    /// The components.
    #[must_use]
    pub fn components(&self) -> &[String] {
        &self.0
    }

    /// The path as text, components joined by `/`.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.join("/")
    }
}

/// Checks a path as it was asked for, or as it was resolved, relative to the project's root (TEAM-20).
/// `.` components and doubled slashes are dropped.
///
/// # Errors
/// A path that is empty, absolute, climbing, too long, ends in a slash, has characters that some systems
/// pass over or read as a separator, or a component that is denied, letters of ASCII compared without
/// case.
pub fn check_path(path: &str, access: Access) -> Result<ProjectPath, PathFault> {
    let components = components(path)?;
    for component in &components {
        if let Some(what) = denied(component, access) {
            let sentence = format!("{} is refused: {} is {what}", quoted(path), quoted(component));
            return Err(PathFault { code: "path.denied", sentence });
        }
    }
    Ok(ProjectPath(components))
}

/// The form of a path alone, without the names that are denied.
pub(super) fn components(path: &str) -> Result<Vec<String>, PathFault> {
    let fault =
        |code, what: &str| Err(PathFault { code, sentence: format!("{} is refused: {what}", quoted(path)) });
    if path.is_empty() {
        return fault("path.empty", "an empty path names no file");
    }
    if path.len() > MAX_PATH {
        return fault("path.length", "the path is longer than 4,095 bytes");
    }
    if path.chars().any(is_treacherous) {
        return fault(
            "path.characters",
            "it holds a character that some systems pass over, fold to a letter or read as a separator",
        );
    }
    if path.starts_with('/') {
        return fault("path.absolute", "only paths relative to the project's root are served");
    }
    if path.ends_with('/') {
        return fault("path.folder", "a path that ends in a slash names a folder");
    }
    let kept: Vec<String> =
        path.split('/').filter(|part| !matches!(*part, "" | ".")).map(str::to_owned).collect();
    if kept.iter().any(|component| component == "..") {
        return fault("path.parent", "`..` could lead out of the project");
    }
    if kept.iter().any(|component| component.len() > MAX_COMPONENT) {
        return fault("path.length", "a component is longer than 255 bytes");
    }
    if kept.is_empty() {
        return fault("path.folder", "it names the project's root, which is a folder");
    }
    Ok(kept)
}

/// What a component is denied as, if it is.
fn denied(component: &str, access: Access) -> Option<&'static str> {
    // Some file systems pass over dots and blanks at the end of a name.
    let folded = component.to_ascii_lowercase();
    let name = folded.trim_end_matches(['.', ' ']);
    let is = |names: &[&str]| names.contains(&name);
    if is(VERSION_CONTROL) {
        Some("version control's own")
    } else if is(CONTROL_PLANE) {
        Some("part of the control plane")
    } else if is(QUEUE) {
        Some("the queue")
    } else if is(SECRETS)
        || SECRET_STARTS.iter().any(|start| name.starts_with(start))
        || SECRET_ENDS.iter().any(|end| name.ends_with(end))
    {
        Some("a place of secrets")
    } else if access == Access::Write && is(INSTRUCTIONS) {
        Some("read by harnesses as instructions, and so not written by agents")
    } else {
        None
    }
}

/// Controls, the separator of other systems, what file systems pass over when they compare names, and
/// the two characters that other foldings than that of ASCII turn into letters of ASCII.
fn is_treacherous(character: char) -> bool {
    character.is_control()
        || matches!(character, '\\' | '\u{17f}' | '\u{212a}' | '\u{200c}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}')
}
