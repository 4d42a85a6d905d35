//! The operations on one server's policy (EDIT-1 to EDIT-5).
//!
//! A policy is the JSON of `mcps[].policy`, in the authored or the wire spelling; an edit keeps the
//! spelling and the order of what it does not touch. Every result validates, and an operation
//! applied twice gives the same policy.

use serde_json::{Map, Value, json};

use crate::catalog::Catalog;
use crate::permission::Permission;

/// A policy after an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edited {
    /// The new policy.
    pub policy: Map<String, Value>,
    /// The tools whose entries had to be dropped, since the new filter hides them (EDIT-4).
    pub dropped: Vec<String>,
}

/// Why an edit is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InvalidEdit {
    /// The include filter hides the tool (EDIT-1).
    ToolHidden,
    /// A tool's name is blank.
    ToolBlank,
    /// The call means no tool that the document can decide about, or more than one (EDIT-7).
    ToolUnknown,
    /// A stricter rule, or the organisation's document, stands above what an edit can write
    /// (EDIT-7).
    Overruled,
    /// No author rule can be written for exactly this command (EDIT-7, PERM-20, PERM-23).
    RuleUnfit,
    /// A filter of mode `all` takes no names (EDIT-4, CONF-16).
    FilterNames,
    /// A filter of mode `include` takes at least one name (EDIT-4, CONF-16).
    FilterEmpty,
}

impl InvalidEdit {
    /// The stable code.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ToolHidden => "tool_hidden",
            Self::ToolBlank => "tool_blank",
            Self::ToolUnknown => "tool_unknown",
            Self::Overruled => "overruled",
            Self::RuleUnfit => "rule_unfit",
            Self::FilterNames => "filter_names",
            Self::FilterEmpty => "filter_empty",
        }
    }

    /// What is wrong, and what to do instead.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::ToolHidden => "the server's include filter hides this tool: add it to the filter first",
            Self::ToolBlank => "a tool's name cannot be blank",
            Self::ToolUnknown => {
                "the call means no tool of this document, or more than one: name its server and tool"
            }
            Self::Overruled => "something stricter stands above what this edit could write",
            Self::RuleUnfit => {
                "no rule can be written for this command, as it holds more than plain words: answer each call, or write a rule for a part of it"
            }
            Self::FilterNames => "a filter of mode `all` takes no names: choose `include` to name tools",
            Self::FilterEmpty => {
                "a filter of mode `include` needs at least one name: to stop every tool set the server to deny"
            }
        }
    }
}

/// A policy being edited: its JSON, read and written through the fields that policies have.
struct Draft {
    policy: Map<String, Value>,
    table_key: &'static str,
    new_tool_key: &'static str,
}

impl Draft {
    fn new(policy: &Map<String, Value>) -> Self {
        // Each of the two is spelled as it is written; the one that is not there, as the other is.
        let spelled = |[authored, wire]: [&'static str; 2], other: &str| {
            let is_wire =
                policy.contains_key(wire) || !policy.contains_key(authored) && policy.contains_key(other);
            if is_wire { wire } else { authored }
        };
        Self {
            policy: policy.clone(),
            table_key: spelled(["tool_permissions", "toolPermissions"], "newToolPermission"),
            new_tool_key: spelled(["new_tool_permission", "newToolPermission"], "toolPermissions"),
        }
    }

    fn permission(&self, key: &str) -> Option<Permission> {
        self.policy.get(key).and_then(Value::as_str).and_then(Permission::parse)
    }

    fn set_permission(&mut self, key: &str, permission: Option<Permission>) {
        match permission {
            Some(permission) => {
                self.policy.insert(key.to_owned(), permission.as_str().into());
            }
            None => {
                self.policy.shift_remove(key);
            }
        }
    }

    fn table(&self) -> Option<&Map<String, Value>> {
        self.policy.get(self.table_key).and_then(Value::as_object)
    }

    fn has_entries(&self) -> bool {
        self.table().is_some_and(|table| !table.is_empty())
    }

    /// PERM-4
    fn is_per_tool(&self) -> bool {
        self.has_entries() || self.permission(self.new_tool_key).is_some()
    }

    /// Writes the table; an empty one goes, and then the tools not named must not fall to a wider
    /// decision made elsewhere (EDIT-1, EDIT-4).
    fn set_table(&mut self, table: Map<String, Value>) {
        if !table.is_empty() {
            self.policy.insert(self.table_key.to_owned(), table.into());
            return;
        }
        self.policy.shift_remove(self.table_key);
        if self.permission(self.new_tool_key).is_none() {
            self.set_permission(self.new_tool_key, Some(Permission::Ask));
        }
    }

    /// The names of an include filter.
    fn included(&self) -> Option<Vec<&str>> {
        let tools = self.policy.get("tools")?;
        (tools.get("mode").and_then(Value::as_str) == Some("include")).then(|| {
            tools
                .get("names")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect()
        })
    }

    fn admits(&self, tool: &str) -> bool {
        self.included().is_none_or(|names| names.contains(&tool))
    }

    fn done(self) -> Edited {
        Edited { policy: self.policy, dropped: Vec::new() }
    }
}

/// EDIT-1: a tool's own rule, or none.
///
/// # Errors
/// [`InvalidEdit::ToolHidden`] for a rule on a tool that the include filter hides,
/// [`InvalidEdit::ToolBlank`].
pub fn set_tool_permission(
    policy: &Map<String, Value>,
    tool: &str,
    permission: Option<Permission>,
) -> Result<Edited, InvalidEdit> {
    let mut draft = Draft::new(policy);
    if tool.trim().is_empty() {
        return Err(InvalidEdit::ToolBlank);
    }
    let mut table = draft.table().cloned().unwrap_or_default();
    let Some(permission) = permission else {
        if table.shift_remove(tool).is_some() {
            draft.set_table(table);
        }
        return Ok(draft.done());
    };
    if !draft.admits(tool) {
        return Err(InvalidEdit::ToolHidden);
    }
    if !draft.is_per_tool() && draft.permission("permission") == Some(Permission::Allow) {
        draft.set_permission(draft.new_tool_key, Some(Permission::Allow));
    }
    table.insert(tool.to_owned(), permission.as_str().into());
    draft.set_table(table);
    Ok(draft.done())
}

/// EDIT-2: the server's permission; none means "Follow agent policy".
#[must_use]
pub fn set_server_permission(policy: &Map<String, Value>, permission: Option<Permission>) -> Edited {
    let mut draft = Draft::new(policy);
    let (old, new_tool) = (draft.permission("permission"), draft.permission(draft.new_tool_key));
    draft.set_permission("permission", permission);
    if new_tool.is_some() && new_tool == old {
        let floor = draft.has_entries().then_some(Permission::Ask);
        draft.set_permission(draft.new_tool_key, permission.or(floor));
    }
    draft.done()
}

/// EDIT-3: "Ask for write and delete". Tools that the server marks read-only run, everything else
/// waits; what the table denies stays denied.
#[must_use]
pub fn ask_for_write_and_delete(policy: &Map<String, Value>, catalog: &Catalog<'_>) -> Edited {
    let mut draft = Draft::new(policy);
    let denied = draft
        .table()
        .into_iter()
        .flatten()
        .filter(|(_, said)| said.as_str() == Some(Permission::Deny.as_str()));
    let mut table: Map<String, Value> = denied.map(|(tool, said)| (tool.clone(), said.clone())).collect();
    let (reads, others): (Vec<_>, Vec<_>) =
        catalog.tools.iter().partition(|tool| tool.read_only_hint && !tool.destructive_hint);
    // A tool that stands twice only reads when both entries say so.
    let others: std::collections::HashSet<&str> = others.into_iter().map(|tool| tool.name).collect();
    let included = draft.included().map(|names| names.into_iter().collect::<std::collections::HashSet<_>>());
    for tool in reads {
        let admitted = included.as_ref().is_none_or(|names| names.contains(tool.name));
        if admitted && !others.contains(tool.name) && !tool.name.trim().is_empty() {
            table.entry(tool.name).or_insert_with(|| Permission::Allow.as_str().into());
        }
    }
    draft.set_permission("permission", Some(Permission::Ask));
    draft.set_permission(draft.new_tool_key, Some(Permission::Ask));
    draft.set_table(table);
    draft.done()
}

/// What a tool filter can be set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilterMode {
    /// Every tool.
    All,
    /// Only those named.
    Include,
}

/// EDIT-4: the tool filter. Entries that it would hide are dropped and listed.
///
/// # Errors
/// [`InvalidEdit::FilterNames`], [`InvalidEdit::FilterEmpty`], [`InvalidEdit::ToolBlank`].
pub fn set_tool_filter(
    policy: &Map<String, Value>,
    mode: FilterMode,
    names: &[&str],
) -> Result<Edited, InvalidEdit> {
    let mut draft = Draft::new(policy);
    let mut seen = std::collections::HashSet::new();
    let unique: Vec<&str> = names.iter().copied().filter(|name| seen.insert(*name)).collect();
    let word = match mode {
        FilterMode::All if !names.is_empty() => return Err(InvalidEdit::FilterNames),
        FilterMode::All => "all",
        FilterMode::Include if names.is_empty() => return Err(InvalidEdit::FilterEmpty),
        FilterMode::Include => "include",
    };
    if names.iter().any(|name| name.trim().is_empty()) {
        return Err(InvalidEdit::ToolBlank);
    }
    draft.policy.insert("tools".to_owned(), json!({"mode": word, "names": unique}));
    let mut dropped = Vec::new();
    if mode == FilterMode::Include && draft.has_entries() {
        let mut table = draft.table().cloned().unwrap_or_default();
        table.retain(|tool, _| {
            let kept = seen.contains(tool.as_str());
            if !kept {
                dropped.push(tool.clone());
            }
            kept
        });
        if !dropped.is_empty() {
            draft.set_table(table);
        }
    }
    Ok(Edited { dropped, ..draft.done() })
}

/// EDIT-5: the permission for tools not named; none removes it.
#[must_use]
pub fn set_new_tool_permission(policy: &Map<String, Value>, permission: Option<Permission>) -> Edited {
    let mut draft = Draft::new(policy);
    draft.set_permission(draft.new_tool_key, permission);
    draft.done()
}

/// EDIT-6: what a permission is called where people set it; none is the server's or tool's absent
/// value.
#[must_use]
pub const fn words(permission: Option<Permission>) -> &'static str {
    match permission {
        Some(Permission::Allow) => "Allow",
        Some(Permission::Ask) => "Always ask",
        Some(Permission::Deny) => "Deny",
        None => "Follow agent policy",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_6_permissions_have_words_for_people() {
        let [allow, ask, deny] = Permission::ALL.map(|permission| words(Some(permission)));
        assert_eq!([allow, ask, deny, words(None)], ["Allow", "Always ask", "Deny", "Follow agent policy"]);
    }
}
