//! The smallest edit of a document that gives a call a decision (EDIT-7).

use serde_json::{Map, json};

use super::patch::{Change, between};
use super::policy::{InvalidEdit, set_tool_permission};
use crate::document::{Agent, RuleList};
use crate::gate::Meant;
use crate::json::Value;
use crate::permission::Permission;
use crate::rule::{self, Reading};

/// The changes that let the document say `permission` of the tool that a call means, at the
/// narrowest place where it can: the tool's entry in its server's table, a gateway or client tool's
/// own permission, or an author rule for a built-in (for `Bash`, of that very command).
///
/// Whether the decision then is the one asked for is for the caller to check: a stricter rule or
/// the organisation's document may stand above it.
///
/// # Errors
/// [`InvalidEdit::ToolHidden`], [`InvalidEdit::ToolUnknown`] for a call that means no one tool, or
/// [`InvalidEdit::RuleUnfit`] for a command that no pattern can hold.
pub fn suggest(
    root: &Value<'_>,
    agent: &Agent<'_>,
    meant: &Meant<'_>,
    command: Option<&str>,
    permission: Permission,
) -> Result<Vec<Change>, InvalidEdit> {
    match *meant {
        Meant::Mcp { server, tool } => {
            let found = agent.servers.iter().find(|known| known.name == server);
            let index = found.ok_or(InvalidEdit::ToolUnknown)?.index;
            let at = format!("{}/mcps/{index}", agent.base);
            let entry = root.at(&at).ok_or(InvalidEdit::ToolUnknown)?;
            let written = entry.get("policy").map(policy_map);
            let edited =
                set_tool_permission(&written.clone().unwrap_or_default(), tool, Some(permission))?.policy;
            let Some(written) = written else {
                return Ok(vec![Change::add(format!("{at}/policy"), edited.into())]);
            };
            let mut changes = Vec::new();
            between(&written, &edited, &format!("{at}/policy"), &mut changes);
            Ok(changes)
        }
        Meant::Spec { tool } => {
            let found =
                agent.tools.iter().find(|known| known.name == tool).ok_or(InvalidEdit::ToolUnknown)?;
            let path = format!("{}/tools/{}/permission", agent.base, found.index);
            let op = if root.at(&path).is_some() { "replace" } else { "add" };
            Ok(vec![Change { op, path, value: permission.as_str().into() }])
        }
        Meant::Builtin { tool } => {
            let pattern = match command.map(str::trim).filter(|command| tool == "Bash" && !command.is_empty())
            {
                Some(command) => format!("{tool}({command}:*)"),
                None => tool.to_owned(),
            };
            if !matches!(rule::parse(&pattern, RuleList::Runner, permission), Reading::Gate(_)) {
                return Err(InvalidEdit::RuleUnfit);
            }
            Ok(vec![add_rule(
                root,
                agent.base,
                json!({"pattern": pattern, "permission": permission.as_str()}),
            )])
        }
        Meant::Nothing => Err(InvalidEdit::ToolUnknown),
    }
}

/// Appends a rule, making the objects around the list that are not there yet.
fn add_rule(root: &Value<'_>, base: &str, rule: serde_json::Value) -> Change {
    let rules = format!("{base}/runner/permissions/rules");
    if root.at(&rules).is_some() {
        return Change::add(format!("{rules}/-"), rule);
    }
    let (mut path, mut value) = (rules, json!([rule]));
    while let Some((parent, key)) = path.rsplit_once('/') {
        if root.at(parent).is_some() {
            break;
        }
        value = serde_json::Value::Object(Map::from_iter([(key.to_owned(), value)]));
        path = parent.to_owned();
    }
    Change::add(path, value)
}

fn policy_map(policy: &Value<'_>) -> Map<String, serde_json::Value> {
    serde_json::from_str(&policy.to_text()).unwrap_or_default()
}
