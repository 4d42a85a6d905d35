//! Names: of servers and tools, of built-ins, and how harnesses spell them (HARN-11, PERM-20).

use std::borrow::Cow;

/// The reserved server name under which a runner delivers its own gateway tools (CONF-6).
pub const INTERNAL_SERVER: &str = "agenta-tools";

/// Names that consumers key plain objects by, and that such objects already have (CONF-6, CONF-24).
pub const OBJECT_NAMES: [&str; 3] = ["__proto__", "constructor", "prototype"];

/// What every rendered name of an MCP tool begins with.
pub const RENDERED_PREFIX: &str = "mcp__";

/// The longest server or gateway tool name, in characters (CONF-5, CONF-24).
pub const MAX_NAME: usize = 128;

/// The seven built-ins that harnesses spell in different cases, by their rule names.
pub const FOLDED_BUILTINS: [&str; 7] = ["Read", "Bash", "Edit", "Write", "Grep", "Find", "Ls"];

/// Further built-ins of Claude Code, as its tools reference and earlier versions name them (CONF-24).
pub(crate) const CLAUDE_BUILTINS: [&str; 45] = [
    "Agent",
    "AskUserQuestion",
    "BashOutput",
    "Config",
    "CronCreate",
    "CronDelete",
    "CronList",
    "EnterPlanMode",
    "EnterWorktree",
    "ExitPlanMode",
    "ExitWorktree",
    "Glob",
    "KillBash",
    "KillShell",
    "LS",
    "LSP",
    "ListMcpResourcesTool",
    "Monitor",
    "MultiEdit",
    "NotebookEdit",
    "NotebookRead",
    "PowerShell",
    "PushNotification",
    "ReadMcpResourceTool",
    "RemoteTrigger",
    "ScheduleWakeup",
    "SendMessage",
    "ShareOnboardingGuide",
    "Skill",
    "SlashCommand",
    "StructuredOutput",
    "Task",
    "TaskCreate",
    "TaskGet",
    "TaskList",
    "TaskOutput",
    "TaskStop",
    "TaskUpdate",
    "TeamCreate",
    "TeamDelete",
    "TodoRead",
    "TodoWrite",
    "ToolSearch",
    "WebFetch",
    "WebSearch",
];

/// Whether a name is a built-in's: one of [`FOLDED_BUILTINS`] in any case, or one of Claude Code's
/// exactly (CONF-24).
#[must_use]
pub fn is_builtin(name: &str) -> bool {
    CLAUDE_BUILTINS.contains(&name) || FOLDED_BUILTINS.iter().any(|folded| folded.eq_ignore_ascii_case(name))
}

/// The rule name of a built-in: one of [`FOLDED_BUILTINS`] when the name is one without case and
/// surrounding blanks, else the name as it is. Only for calls of built-ins.
#[must_use]
pub fn builtin_name(name: &str) -> &str {
    let trimmed = name.trim();
    FOLDED_BUILTINS.into_iter().find(|known| known.eq_ignore_ascii_case(trimmed)).unwrap_or(name)
}

/// Whether a name is 1 to 128 characters of `A-Za-z0-9._-` (CONF-5, CONF-24).
#[must_use]
pub fn is_valid(name: &str) -> bool {
    (1..=MAX_NAME).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))
}

/// A harness that renders MCP tool names of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spelling {
    /// Claude Code: every character outside `A-Za-z0-9_-` becomes `_`.
    Claude,
    /// Codex: as Claude Code, and `-` becomes `_` too.
    Codex,
}

impl Spelling {
    /// Every spelling.
    pub const ALL: [Self; 2] = [Self::Claude, Self::Codex];

    /// The spellings in which a document's tools may be called: those of its own harness, or of
    /// every harness when it names none that spells names its own way.
    #[must_use]
    pub fn of_harness(kind: Option<&str>) -> &'static [Self] {
        match kind {
            Some("claude") => &[Self::Claude],
            _ => &Self::ALL,
        }
    }

    const fn keeps(self, character: char) -> bool {
        character.is_ascii_alphanumeric()
            || character == '_'
            || (character == '-' && matches!(self, Self::Claude))
    }

    /// One part of a rendered name: case kept, not shortened, one `_` for each other UTF-16 unit.
    #[must_use]
    pub fn normalise(self, part: &str) -> Cow<'_, str> {
        // No byte of another character than ASCII's is one that is kept.
        if part.bytes().all(|byte| self.keeps(char::from(byte))) {
            return Cow::Borrowed(part);
        }
        Cow::Owned(self.characters(part).map(char::from).collect())
    }

    /// The characters of [`Spelling::normalise`], all of them ASCII.
    pub fn characters(self, part: &str) -> impl Iterator<Item = u8> {
        part.chars().flat_map(move |character| match u8::try_from(character) {
            Ok(kept) if self.keeps(character) => std::iter::repeat_n(kept, 1),
            _ => std::iter::repeat_n(b'_', character.len_utf16()),
        })
    }

    /// [`Spelling::normalise`] for a pattern: its wildcards stay.
    #[must_use]
    pub fn normalise_glob(self, pattern: &str) -> String {
        pattern.split('*').map(|part| self.normalise(part)).collect::<Vec<_>>().join("*")
    }

    /// The rendered name, `mcp__<server>__<tool>`.
    #[must_use]
    pub fn render(self, server: &str, tool: &str) -> String {
        format!("{RENDERED_PREFIX}{}__{}", self.normalise(server), self.normalise(tool))
    }
}

/// The spellings of one name that rules and rendered names may use: raw first, then each
/// harness's, without repeats.
#[must_use]
pub fn spellings(name: &str) -> Vec<Cow<'_, str>> {
    spellings_of(name, &Spelling::ALL)
}

/// [`spellings`] in those harnesses only.
#[must_use]
pub fn spellings_of<'n>(name: &'n str, harnesses: &[Spelling]) -> Vec<Cow<'n, str>> {
    let mut out = vec![Cow::Borrowed(name)];
    for spelling in harnesses {
        let spelled = spelling.normalise(name);
        if !out.contains(&spelled) {
            out.push(spelled);
        }
    }
    out
}

/// Whether a name is the internal server's, in any harness's spelling.
#[must_use]
pub fn is_internal(server: &str) -> bool {
    server == INTERNAL_SERVER || server == "agenta_tools"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harnesses_spell_names_their_own_way() {
        assert_eq!(Spelling::Claude.render("a.b", "t-x y"), "mcp__a_b__t-x_y");
        assert_eq!(Spelling::Codex.render("a.b", "t-x y"), "mcp__a_b__t_x_y");
        assert_eq!(Spelling::Claude.normalise("é😀"), "___");
        assert_eq!(spellings("a-b.c"), ["a-b.c", "a-b_c", "a_b_c"]);
        assert_eq!(spellings("plain"), ["plain"]);
    }

    #[test]
    fn only_the_seven_are_folded() {
        assert_eq!(builtin_name(" bASH "), "Bash");
        assert_eq!(builtin_name("webfetch"), "webfetch");
        for (name, right) in [
            ("bash", true),
            ("LS", true),
            ("find", true),
            ("WebFetch", true),
            ("webfetch", false),
            ("", false),
        ] {
            assert_eq!(is_builtin(name), right, "{name}");
        }
    }
}
