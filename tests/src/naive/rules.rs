//! PERM-7, PERM-20: author rules.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Permission::{self, Allow, Ask, Deny};
use super::document::{fold, items, name, permission, spellings};
use super::identity::Subject;
use super::shell::{is_allowed_command, starts_with_somewhere, strings_of_arguments};

pub(super) struct Rule<'a> {
    pub(super) pattern: &'a str,
    permission: Permission,
}

/// The author rules that reach the gate (PERM-7).
pub(super) fn rules(agent: &Value) -> Vec<Rule<'_>> {
    let written = items(&agent["runner"]["permissions"]["rules"]).map(|rule| Rule {
        pattern: rule["pattern"].as_str().unwrap_or_default(),
        permission: permission(rule["permission"].as_str().unwrap_or_default()),
    });
    let lists = &agent["harness"]["permissions"];
    let listed =
        [("allow", Allow), ("ask", Ask), ("deny", Deny)].into_iter().flat_map(|(list, permission)| {
            items(&lists[list]).filter_map(Value::as_str).filter_map(move |pattern| {
                let settings_only = permission == Allow && (pattern.starts_with("mcp__") || pattern == "*");
                let (target, prefix) = split(pattern);
                let foreign = target.contains(['(', ')'])
                    || (target.contains('*') && !target.starts_with("mcp__") && target != "*");
                let prefixed_allow = permission == Allow && prefix.is_some() && target != "Bash";
                (!settings_only && !foreign && !prefixed_allow).then_some(Rule { pattern, permission })
            })
        });
    written.chain(listed).collect()
}

/// The strictest rule that matches; without allows when only ask and deny are asked for.
pub(super) fn strictest_rule(
    document: &Value,
    labels: &[&str],
    subject: &Subject<'_>,
    call: &Value,
    no_allow: bool,
) -> Option<Permission> {
    let all = rules(document);
    let args = arguments(call);
    let prefixes: Vec<&str> = (all.iter())
        .filter(|rule| rule.permission == Allow)
        .filter_map(|rule| split(rule.pattern).1)
        .collect();
    let matches = |rule: &&Rule<'_>| {
        let (target, prefix) = split(rule.pattern);
        let named = if rule.permission == Allow {
            allow_names(labels, target, subject)
        } else {
            // PERM-2: a rendered name does not tell the server's own, so the rule's is rendered too.
            let mut targets = vec![target.to_owned()];
            if matches!(subject, Subject::Mcp { rendered: true, .. }) {
                targets.extend(spelled_globs(target));
            }
            targets.iter().any(|target| denies(target, subject))
        };
        named
            && match (prefix, rule.permission, subject) {
                (None, ..) => true,
                (Some(_), Allow, _) => is_allowed_command(&args, &prefixes),
                (Some(prefix), _, Subject::Builtin(tool)) if tool == "Bash" => {
                    starts_with_somewhere(&args, prefix)
                }
                (Some(prefix), _, subject) => {
                    let file =
                        matches!(subject, Subject::Builtin(tool) if FILE_TOOLS.contains(&tool.as_str()));
                    strings_of_arguments(&args, file)
                        .is_none_or(|texts| texts.iter().any(|text| text.starts_with(prefix)))
                }
            }
    };
    let wanted = all.iter().filter(|rule| !no_allow || rule.permission > Allow);
    wanted.filter(matches).map(|rule| rule.permission).max()
}

const FILE_TOOLS: [&str; 6] = ["Read", "Edit", "Write", "Ls", "Find", "Grep"];

/// A pattern's tool and its prefix (PERM-20).
pub(super) fn split(pattern: &str) -> (&str, Option<&str>) {
    let inside = pattern.strip_suffix(":*)").and_then(|start| start.split_once('('));
    inside.map_or((pattern, None), |(tool, prefix)| (tool, Some(prefix)))
}

/// A pattern as each harness would render it, wildcards kept.
fn spelled_globs(target: &str) -> Vec<String> {
    let parts: Vec<Vec<String>> = target.split('*').map(spellings_of_each).collect();
    (0..2)
        .map(|harness| parts.iter().map(|part| part[harness].clone()).collect::<Vec<_>>().join("*"))
        .collect()
}

/// One part as Claude Code and as Codex spell it.
fn spellings_of_each(part: &str) -> Vec<String> {
    let spell = |keeps_hyphen: bool| {
        let keeps = |c: char| c.is_ascii_alphanumeric() || c == '_' || (c == '-' && keeps_hyphen);
        let each = |c: char| if keeps(c) { c.to_string() } else { "_".repeat(c.len_utf16()) };
        part.chars().map(each).collect::<String>()
    };
    vec![spell(true), spell(false)]
}

/// The names under which ask and deny know a subject, and whether the target is one of them.
fn denies(target: &str, subject: &Subject<'_>) -> bool {
    let rendered = |servers: Vec<String>, tool: &str| {
        servers.iter().any(|server| {
            glob(target, &format!("mcp__{server}"))
                || spellings(tool).iter().any(|tool| glob(target, &format!("mcp__{server}__{tool}")))
        })
    };
    target == "*"
        || match subject {
            Subject::Mcp { server, tool, .. } => {
                target.starts_with("mcp__") && rendered(spellings(name(server)), tool)
            }
            Subject::Spec(spec) if target.starts_with("mcp__") => {
                rendered(spellings("agenta-tools"), name(spec))
            }
            Subject::Spec(spec) => target == name(spec),
            Subject::Builtin(tool) => fold(target) == *tool,
        }
}

/// Whether an allow names the subject: the server's part literal, the tool's raw, and no second
/// server that it could mean.
fn allow_names(labels: &[&str], target: &str, subject: &Subject<'_>) -> bool {
    let Some(body) = target.strip_prefix("mcp__") else {
        return match subject {
            Subject::Mcp { .. } => false,
            Subject::Spec(spec) => target == name(spec),
            Subject::Builtin(tool) => fold(target) == *tool,
        };
    };
    let readings = |server: &str| -> Vec<String> {
        let whole = spellings(server).into_iter().filter(|spelled| *spelled == body).map(|_| "*".to_owned());
        let parts = spellings(server).into_iter().filter_map(|spelled| {
            body.strip_prefix(&format!("{spelled}__")).filter(|tool| !tool.is_empty()).map(str::to_owned)
        });
        whole.chain(parts).collect()
    };
    let known: BTreeSet<&str> = labels.iter().copied().chain(["agenta-tools"]).collect();
    let meant = known.into_iter().filter(|server| !readings(server).is_empty());
    let (server, tool) = match subject {
        Subject::Mcp { server, tool, .. } => (name(server), tool.as_str()),
        Subject::Spec(spec) => ("agenta-tools", name(spec)),
        Subject::Builtin(_) => return false,
    };
    meant.count() == 1 && readings(server).iter().any(|pattern| glob(pattern, tool))
}

fn glob(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|text| {
            text.char_indices().map(|(at, _)| at).chain([text.len()]).any(|at| glob(rest, &text[at..]))
        }),
    }
}

/// Arguments; a string that parses to an object is that object (PERM-21).
fn arguments(call: &Value) -> Value {
    let given = call.get("args").cloned().unwrap_or(Value::Null);
    let parsed = given.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
    parsed.filter(Value::is_object).unwrap_or(given)
}
