//! The pattern grammar of author rules (PERM-20), and who reads a pattern (PERM-7, CONF-23).

use super::prefixed;
use crate::document::RuleList;
use crate::name::{self, RENDERED_PREFIX};
use crate::permission::Permission;

/// The longest prefix of `Tool(prefix:*)`, in bytes. It bounds what one comparison can cost.
pub const MAX_PREFIX: usize = 1000;

/// The forms that every list accepts, for messages.
const FORMS: &str = "accepted are `Tool`, `Tool(prefix:*)`, `mcp__<server>` and `mcp__<server>__<tool>`, with `*` as a wildcard in the tool";

/// Who reads a pattern, and what the gate makes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading<'p> {
    /// The gate matches calls against it.
    Gate(Pattern<'p>),
    /// An `allow` of the harness lists that begins with `mcp__`: for the settings only (PERM-7).
    SettingsOnly,
    /// Of the harness lists, outside the grammar: passed on to the settings; the gate cannot
    /// enforce it, which matters when it is ask or deny (CONF-23).
    HarnessOnly,
    /// An error (CONF-20).
    Invalid {
        /// What is wrong, with the accepted forms.
        message: String,
        /// What to write instead, where that is known.
        help: Option<String>,
    },
}

/// A pattern that the gate reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern<'p> {
    /// Which tools it names.
    pub tools: Tools<'p>,
    /// The prefix of `Tool(prefix:*)`, as written.
    pub prefix: Option<&'p str>,
}

/// The tools that a pattern names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tools<'p> {
    /// `*`: every call.
    Every,
    /// A built-in by its rule name, or a gateway or client tool by its bare name.
    Named(&'p str),
    /// What follows `mcp__`: a server, or a server and a tool, with `*` as a wildcard.
    Mcp(&'p str),
}

/// Reads the pattern of a rule that stands in `list` and says `permission`.
#[must_use]
pub fn parse(pattern: &str, list: RuleList, permission: Permission) -> Reading<'_> {
    let trimmed = pattern.trim();
    if trimmed.is_empty() {
        return invalid("the pattern is empty", None);
    }
    if trimmed.len() != pattern.len() {
        let message = format!("the pattern `{pattern}` begins or ends with a blank and would match nothing");
        return Reading::Invalid { message, help: Some(format!("write `{trimmed}`")) };
    }
    let in_harness = matches!(list, RuleList::Harness(_));
    if in_harness && permission == Permission::Allow && pattern.starts_with(RENDERED_PREFIX) {
        return Reading::SettingsOnly;
    }
    match read(pattern, permission) {
        Ok(pattern) => Reading::Gate(pattern),
        Err(_) if in_harness => Reading::HarnessOnly,
        Err(Fault { what, help }) => {
            let forms = if permission == Permission::Allow {
                ""
            } else {
                ", or in ask and deny also in the server, and `*` alone"
            };
            invalid(&format!("the pattern `{pattern}` {what}: {FORMS}{forms}"), help)
        }
    }
}

fn invalid(message: &str, help: Option<String>) -> Reading<'static> {
    Reading::Invalid { message: message.to_owned(), help }
}

/// Why a text is outside the grammar.
struct Fault {
    what: &'static str,
    help: Option<String>,
}

impl From<&'static str> for Fault {
    fn from(what: &'static str) -> Self {
        Self { what, help: None }
    }
}

fn read(pattern: &str, permission: Permission) -> Result<Pattern<'_>, Fault> {
    let (tool, prefix) = split_prefix(pattern)?;
    let tools = read_tools(tool, permission)?;
    let Some(prefix) = prefix else { return Ok(Pattern { tools, prefix }) };
    if tools == Tools::Every {
        return Err("puts a prefix behind `*`".into());
    }
    if permission == Permission::Allow && tools != Tools::Named("Bash") {
        return Err(Fault {
            what: "allows by a prefix, which only `Bash` can have: the text of other tools does not say what a call does",
            help: Some(format!("write `{tool}` to allow the whole tool")),
        });
    }
    if prefix.len() > MAX_PREFIX {
        return Err("has a prefix of more than 1000 bytes".into());
    }
    if prefixed::is_empty(&tools, prefix) {
        return Err("has an empty prefix, which would match every call".into());
    }
    Ok(Pattern { tools, prefix: Some(prefix) })
}

/// Splits `Tool(prefix:*)`; a text without parentheses is a tool alone.
fn split_prefix(pattern: &str) -> Result<(&str, Option<&str>), Fault> {
    let Some((tool, rest)) = pattern.split_once('(') else {
        let stray = pattern.contains(')');
        return if stray {
            Err("has a closing bracket and no opening one".into())
        } else {
            Ok((pattern, None))
        };
    };
    if tool.is_empty() {
        return Err("names no tool".into());
    }
    let Some(inner) = rest.strip_suffix(')') else {
        let what =
            if rest.contains(')') { "goes on after the closing bracket" } else { "has no closing bracket" };
        return Err(what.into());
    };
    if tool.contains(')') || inner.contains(['(', ')']) {
        return Err("has more than one pair of brackets".into());
    }
    let Some(prefix) = inner.strip_suffix(":*") else {
        let prefix = inner.trim_end_matches(['*', ' ', ':']);
        let help =
            (!prefix.is_empty() && !prefix.contains('*')).then(|| format!("write `{tool}({prefix}:*)`"));
        return Err(Fault { what: "has brackets that do not end in `:*`", help });
    };
    if prefix.contains('*') {
        return Err("has a `*` inside its prefix, where it is no wildcard".into());
    }
    Ok((tool, Some(prefix)))
}

fn read_tools(tool: &str, permission: Permission) -> Result<Tools<'_>, Fault> {
    let allow = permission == Permission::Allow;
    if tool == "*" {
        return if allow { Err("allows every call".into()) } else { Ok(Tools::Every) };
    }
    let Some(rest) = tool.strip_prefix(RENDERED_PREFIX) else {
        return if tool.contains('*') {
            Err("has a `*` in a name that does not begin with `mcp__`".into())
        } else {
            Ok(Tools::Named(name::builtin_name(tool)))
        };
    };
    // A server's name is never empty, so the separator stands behind at least one character.
    let separator = rest
        .char_indices()
        .nth(1)
        .and_then(|(second, _)| second.checked_add(rest.get(second..)?.find("__")?));
    match (rest.find('*'), separator) {
        _ if rest.is_empty() => Err("names no server".into()),
        (None, Some(at)) if at.checked_add(2) == Some(rest.len()) => Err(Fault {
            what: "names no tool behind the server",
            help: rest.get(..at).map(|server| format!("write `mcp__{server}` for the whole server")),
        }),
        (Some(star), at) if allow && at.is_none_or(|at| star < at.saturating_add(2)) => {
            Err("allows with a `*` in the server, where it would reach servers that are added later".into())
        }
        _ => Ok(Tools::Mcp(rest)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUNNER: RuleList = RuleList::Runner;

    fn reads(pattern: &str, permission: Permission) -> Option<Pattern<'_>> {
        match parse(pattern, RUNNER, permission) {
            Reading::Gate(pattern) => Some(pattern),
            Reading::Invalid { message, .. } => {
                assert!(message.contains(pattern.trim()), "{message}");
                None
            }
            other => panic!("{pattern}: {other:?}"),
        }
    }

    #[test]
    fn the_grammar_is_exact_in_runner_rules() {
        use Permission::{Allow, Ask, Deny};
        let tool = |tools| Some(Pattern { tools, prefix: None });
        let with = |tools, prefix| Some(Pattern { tools, prefix: Some(prefix) });
        let everywhere: &[(&str, Option<Pattern<'_>>)] = &[
            ("Bash", tool(Tools::Named("Bash"))),
            ("bash", tool(Tools::Named("Bash"))),
            ("LS", tool(Tools::Named("Ls"))),
            ("WebFetch", tool(Tools::Named("WebFetch"))),
            ("webfetch", tool(Tools::Named("webfetch"))),
            ("create_ticket", tool(Tools::Named("create_ticket"))),
            ("bash(npm run:*)", with(Tools::Named("Bash"), "npm run")),
            ("mcp__s", tool(Tools::Mcp("s"))),
            ("mcp__s__t", tool(Tools::Mcp("s__t"))),
            ("mcp__s__*", tool(Tools::Mcp("s__*"))),
            ("mcp__s__get_*_x", tool(Tools::Mcp("s__get_*_x"))),
            ("mcp__s_", tool(Tools::Mcp("s_"))),
            ("mcp__s___", tool(Tools::Mcp("s___"))),
            ("mcp____s", tool(Tools::Mcp("__s"))),
            ("mcp__é", tool(Tools::Mcp("é"))),
            ("", None),
            ("  ", None),
            (" Bash", None),
            ("mcp__s__t\n", None),
            ("mcp__", None),
            ("mcp__s__", None),
            ("mcp__é__", None),
            ("Bash(npm run)", None),
            ("Bash(npm run:*", None),
            ("Bash(npm run:*)x", None),
            ("Bash(npm:*) Bash(ls:*)", None),
            ("Bash)", None),
            ("Bash()", None),
            ("Bash(:*)", None),
            ("Bash( :*)", None),
            ("Bash(\"\":*)", None),
            ("Bash(\u{200b}:*)", None),
            ("Bash(npm *:*)", None),
            ("Bash(*)", None),
            ("Bash(*:*)", None),
            ("Bash(a(b):*)", None),
            ("Bash*", None),
            ("Ba*sh", None),
            ("(npm:*)", None),
            ("()", None),
            ("Read(./.env)", None),
            ("WebFetch(domain:x)", None),
            ("*(rm:*)", None),
            ("**", None),
        ];
        for (pattern, expected) in everywhere {
            for permission in Permission::ALL {
                assert_eq!(reads(pattern, permission), *expected, "{pattern} {permission}");
            }
        }
        let strict_only: &[(&str, Pattern<'_>)] = &[
            ("*", Pattern { tools: Tools::Every, prefix: None }),
            ("mcp__*", Pattern { tools: Tools::Mcp("*"), prefix: None }),
            ("mcp__s*", Pattern { tools: Tools::Mcp("s*"), prefix: None }),
            ("mcp__s_*", Pattern { tools: Tools::Mcp("s_*"), prefix: None }),
            ("mcp____*", Pattern { tools: Tools::Mcp("__*"), prefix: None }),
            ("mcp__*__t", Pattern { tools: Tools::Mcp("*__t"), prefix: None }),
            ("mcp__s__t(a b:*)", Pattern { tools: Tools::Mcp("s__t"), prefix: Some("a b") }),
            ("Read(/etc:*)", Pattern { tools: Tools::Named("Read"), prefix: Some("/etc") }),
            ("create_ticket(x:*)", Pattern { tools: Tools::Named("create_ticket"), prefix: Some("x") }),
        ];
        for (pattern, expected) in strict_only {
            assert_eq!(reads(pattern, Ask), Some(*expected), "{pattern}");
            assert_eq!(reads(pattern, Deny), Some(*expected), "{pattern}");
            assert_eq!(reads(pattern, Allow), None, "{pattern}");
        }
    }

    #[test]
    fn long_prefixes_are_refused() {
        for (length, accepted) in [(MAX_PREFIX, true), (MAX_PREFIX + 1, false)] {
            let pattern = format!("Bash({}:*)", "a".repeat(length));
            assert_eq!(reads(&pattern, Permission::Deny).is_some(), accepted);
        }
    }

    #[test]
    fn harness_lists_may_hold_what_only_the_harness_reads() {
        use Permission::{Allow, Ask, Deny};
        let gate = |tools, prefix| Reading::Gate(Pattern { tools, prefix });
        let cases = [
            ("Read(./.env)", Deny, Reading::HarnessOnly),
            ("WebFetch(domain:x)", Ask, Reading::HarnessOnly),
            ("Edit(docs/**)", Allow, Reading::HarnessOnly),
            ("Read(src:*)", Allow, Reading::HarnessOnly),
            ("*", Allow, Reading::HarnessOnly),
            ("Bash(npm run test)", Allow, Reading::HarnessOnly),
            ("Bash(npm run:*)", Allow, gate(Tools::Named("Bash"), Some("npm run"))),
            ("Read(src:*)", Deny, gate(Tools::Named("Read"), Some("src"))),
            ("Bash", Allow, gate(Tools::Named("Bash"), None)),
            ("mcp__s__t", Allow, Reading::SettingsOnly),
            ("mcp__*", Allow, Reading::SettingsOnly),
            ("mcp__s__t", Deny, gate(Tools::Mcp("s__t"), None)),
            ("mcp__s__t(v)", Deny, Reading::HarnessOnly),
            ("*", Deny, gate(Tools::Every, None)),
        ];
        for (pattern, permission, expected) in cases {
            assert_eq!(parse(pattern, RuleList::Harness(permission), permission), expected, "{pattern}");
        }
        for pattern in ["", " ", " Bash", "Read(./.env) "] {
            let reading = parse(pattern, RuleList::Harness(Deny), Deny);
            assert!(matches!(reading, Reading::Invalid { .. }), "{pattern}: {reading:?}");
        }
    }
}
