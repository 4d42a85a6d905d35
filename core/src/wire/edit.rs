//! Editing, comparing and suggesting as bindings see them (EDIT-).
//!
//! An edit's answer is `{"policy", "changes", "dropped"?}`; a change is `{"server"?, "tool",
//! "prefix"?, "before", "after", "direction"}` and its sides `{"permission", "depends"?,
//! "readOnly"?, "arguments"?, "reason"}`.

use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::call::with_call;
use super::{Fault, Input, to_json};
use crate::catalog::{Catalogs, read_catalog};
use crate::decision::Step;
use crate::diagnostic::Collector;
use crate::diff::{Change, Side, diff as compare, diff_policies};
use crate::edit::{self, Edited, FilterMode, InvalidEdit};
use crate::gate::{Gate, Options};
use crate::json::Value;
use crate::permission::Permission;
use crate::rule::Arguments;
use crate::validate::{Checked, read};

/// Where the policy stands in the document that is made around it.
const POLICY: &str = "/mcps/0/policy";

/// EDIT-2. `permission` is null for "Follow agent policy".
///
/// # Errors
/// `invalid_document` for a policy that is not valid, `invalid_argument` for another permission.
pub fn set_server_permission(policy: Input<'_>, permission: Option<&str>) -> Result<String, Fault> {
    let permission = read_permission(permission)?;
    answer(policy, &Catalogs::default(), |policy| Ok(edit::set_server_permission(policy, permission)))
}

/// EDIT-1. `permission` is null to remove the tool's own rule.
///
/// # Errors
/// As [`set_server_permission`]; the code of a refused edit.
pub fn set_tool_permission(policy: Input<'_>, tool: &str, permission: Option<&str>) -> Result<String, Fault> {
    let permission = read_permission(permission)?;
    answer(policy, &Catalogs::default(), |policy| edit::set_tool_permission(policy, tool, permission))
}

/// EDIT-5. `permission` is null to remove it.
///
/// # Errors
/// As [`set_server_permission`].
pub fn set_new_tool_permission(policy: Input<'_>, permission: Option<&str>) -> Result<String, Fault> {
    let permission = read_permission(permission)?;
    answer(policy, &Catalogs::default(), |policy| Ok(edit::set_new_tool_permission(policy, permission)))
}

/// EDIT-4. `names` is a JSON array of strings.
///
/// # Errors
/// As [`set_server_permission`]; the code of a refused edit.
pub fn set_tool_filter(policy: Input<'_>, mode: &str, names: Input<'_>) -> Result<String, Fault> {
    let mode = match mode {
        "all" => FilterMode::All,
        "include" => FilterMode::Include,
        _ => return Err(Fault::argument("the filter's mode is neither `all` nor `include`")),
    };
    let root = strictly(names)?;
    let listed = root.as_array().map(|items| items.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
    let Some(Some(names)) = listed else {
        return Err(Fault::argument("the filter's names are not a list of strings"));
    };
    answer(policy, &Catalogs::default(), |policy| edit::set_tool_filter(policy, mode, &names))
}

/// EDIT-3.
///
/// # Errors
/// As [`set_server_permission`]; also for a catalog that is none.
pub fn ask_for_write_and_delete(policy: Input<'_>, catalog: Input<'_>) -> Result<String, Fault> {
    let root = strictly(catalog)?;
    let catalog =
        read_catalog(&root).map_err(|fault| Fault::argument(format!("the catalog: {}", fault.message)))?;
    let catalogs = Catalogs::of("server", catalog.clone());
    answer(policy, &catalogs, |policy| Ok(edit::ask_for_write_and_delete(policy, &catalog)))
}

/// EDIT-20: an array of changes.
///
/// # Errors
/// `invalid_document` for the first of the documents and catalogs that is not valid.
pub fn diff(before: Input<'_>, after: Input<'_>, catalogs: Option<Input<'_>>) -> Result<String, Fault> {
    let catalogs = catalogs.map(strictly).transpose()?;
    let (before, after) = (strictly(before)?, strictly(after)?);
    let (before, after) = (valid(&before, catalogs.as_ref(), "")?, valid(&after, catalogs.as_ref(), "")?);
    Ok(to_json(&changes(&before, &after, compare)))
}

/// EDIT-7: `{"edit": [{"op", "path", "value"}], "agent", "changes"}`: JSON Patch operations, the
/// document with them, and what they change.
///
/// # Errors
/// `invalid_document`, `invalid_argument` for a call that is none, or the code of a refused edit.
pub fn suggest_rule(agent: Input<'_>, call: Input<'_>, permission: &str) -> Result<String, Fault> {
    let Some(permission) = read_permission(Some(permission))? else {
        return Err(Fault::argument("a permission is needed"));
    };
    let root = strictly(agent)?;
    let checked = valid(&root, None, "")?;
    let gate = Gate::compile(&checked.agent, &Options::default());
    with_call(call, |call| {
        let call = call.map_err(Fault::argument)?;
        // A rule for a call of which nobody can say what it is would have to be one for all calls.
        if matches!(call.arguments, Arguments::Unreadable) {
            return Err(Fault::argument("the call's arguments cannot be read for certain"));
        }
        let edits = if gate.decide(&call).permission() == permission {
            Vec::new()
        } else {
            let meant = gate.meant(&call.subject);
            edit::suggest(&root, &checked.agent, &meant, call.arguments.command(), permission)
                .map_err(refused)?
        };
        let mut edited = root.clone();
        edit::apply(&mut edited, &edits);
        let after = valid(&edited, None, "")?;
        let after_gate = Gate::compile(&after.agent, &Options::default());
        let decision = after_gate.decide(&call);
        if decision.permission() != permission {
            // Where nothing decides but the default, the new rule does not match its own command.
            let why = match decision.step() {
                Step::Default | Step::ReadOnly => InvalidEdit::RuleUnfit,
                _ => InvalidEdit::Overruled,
            };
            let message = format!("{}: {}", why.message(), decision.explanation());
            return Err(Fault { message, ..refused(why) });
        }
        let changes = to_json(&changes(&checked, &after, compare));
        Ok(format!(r#"{{"edit":{},"agent":{},"changes":{changes}}}"#, to_json(&edits), edited.to_text()))
    })
}

fn changes(
    before: &Checked<'_>,
    after: &Checked<'_>,
    compare: fn(Side<'_>, Side<'_>, &Catalogs<'_>) -> Vec<Change>,
) -> Vec<Change> {
    let compile = |checked: &Checked<'_>| Gate::compile(&checked.agent, &Options::default());
    let (first, second) = (compile(before), compile(after));
    compare(
        Side { agent: &before.agent, gate: &first },
        Side { agent: &after.agent, gate: &second },
        &before.catalogs,
    )
}

#[derive(Serialize)]
struct Answer<'e> {
    policy: &'e Map<String, Json>,
    changes: Vec<Change>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    dropped: &'e [String],
}

/// Edits a policy and says what that changes, as if it were the policy of a server whose agent is
/// not known.
fn answer(
    policy: Input<'_>,
    catalogs: &Catalogs<'_>,
    edit: impl FnOnce(&Map<String, Json>) -> Result<Edited, InvalidEdit>,
) -> Result<String, Fault> {
    let written = strictly(policy)?.to_text();
    let around = |policy: &str| format!(r#"{{"mcps":[{{"name":"server","policy":{policy}}}]}}"#);
    let old_text = around(&written);
    let old_root = strictly(Input::Host(&old_text))?;
    let before = valid(&old_root, None, POLICY)?;
    let policy: Map<String, Json> =
        serde_json::from_str(&written).map_err(|_| Fault::argument("the policy is not an object"))?;
    let Edited { policy, dropped } = edit(&policy).map_err(refused)?;
    let new_text = around(&to_json(&policy));
    let new_root = strictly(Input::Host(&new_text))?;
    let after = valid(&new_root, None, POLICY)?;
    let before = Checked { catalogs: catalogs.clone(), ..before };
    let changes = changes(&before, &after, diff_policies).into_iter().map(in_policy).collect();
    Ok(to_json(&Answer { policy: &policy, changes, dropped: &dropped }))
}

/// Pointers into the policy that was given, not into the document made around it.
fn in_policy(mut change: Change) -> Change {
    for said in [&mut change.before, &mut change.after] {
        said.reason.server = None;
        if let Some(rest) = said.reason.pointer.as_deref().and_then(|pointer| pointer.strip_prefix(POLICY)) {
            said.reason.pointer = Some(rest.to_owned());
        }
    }
    change
}

fn refused(edit: InvalidEdit) -> Fault {
    Fault { code: edit.as_str(), message: edit.message().to_owned(), diagnostics: None }
}

fn read_permission(word: Option<&str>) -> Result<Option<Permission>, Fault> {
    word.map(|word| {
        Permission::parse(word)
            .ok_or_else(|| Fault::argument("the permission is none of `allow`, `ask` and `deny`"))
    })
    .transpose()
}

fn strictly(input: Input<'_>) -> Result<Value<'_>, Fault> {
    let mut collector = Collector::default();
    match input.read(&mut collector) {
        Some(value) if !collector.has_errors() => Ok(value),
        _ => Err(Fault::invalid(&collector.finish(input.text()))),
    }
}

/// Reads a valid document; pointers of its diagnostics are given from `base` on.
fn valid<'v>(root: &'v Value<'v>, catalogs: Option<&'v Value<'v>>, base: &str) -> Result<Checked<'v>, Fault> {
    let mut collector = Collector::default();
    let checked = read(root, catalogs, &mut collector);
    if !collector.has_errors() {
        return Ok(checked);
    }
    let mut report = collector.finish(None);
    // What is said of the document around a policy is not about anything that was given.
    report.diagnostics.retain_mut(|found| match found.pointer.strip_prefix(base) {
        Some(rest) => {
            found.pointer = rest.to_owned();
            true
        }
        None => false,
    });
    Err(Fault::invalid(&report))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Input<'_> {
        Input::Text(text.as_bytes())
    }

    fn policy(answer: Result<String, Fault>) -> String {
        let answer: Json = serde_json::from_str(&answer.expect("an edit")).expect("JSON");
        answer["policy"].to_string()
    }

    fn changes(answer: Result<String, Fault>) -> Vec<(Json, Json, Json, Json)> {
        let answer: Json = serde_json::from_str(&answer.expect("an answer")).expect("JSON");
        let list = answer.get("changes").unwrap_or(&answer).as_array().expect("changes").clone();
        let part = |change: &Json, key: &str| change[key]["permission"].clone();
        list.iter()
            .map(|change| {
                (
                    change["tool"].clone(),
                    part(change, "before"),
                    part(change, "after"),
                    change["direction"].clone(),
                )
            })
            .collect()
    }

    #[test]
    fn edit_1_a_tool_rule_keeps_the_others_running() {
        let edit = |policy: &str| set_tool_permission(text(policy), "t", Some("deny"));
        assert_eq!(
            policy(edit(r#"{"permission":"allow"}"#)),
            r#"{"permission":"allow","new_tool_permission":"allow","tool_permissions":{"t":"deny"}}"#
        );
        assert_eq!(
            changes(edit(r#"{"permission":"allow"}"#)),
            [("t".into(), "allow".into(), "deny".into(), "stricter".into())]
        );
        assert_eq!(
            changes(edit(r#"{"permission":"deny"}"#)),
            [(Json::Null, "deny".into(), "ask".into(), "looser".into())],
            "t was denied before, and the tools not named fall to ask"
        );
        assert_eq!(
            changes(edit("{}")),
            [
                ("t".into(), Json::Null, "deny".into(), "stricter".into()),
                (Json::Null, Json::Null, "ask".into(), "depends".into())
            ]
        );
        assert_eq!(edit(r#"{"tools":{"mode":"include","names":["x"]}}"#).unwrap_err().code, "tool_hidden");
        assert_eq!(edit(r#"{"permision":"allow"}"#).unwrap_err().code, "invalid_document");
    }

    #[test]
    fn edit_20_documents_are_compared_by_what_they_decide() {
        let before = r#"{"mcps":[{"name":"s","policy":{"permission":"ask"}}],"tools":[{"name":"g","permission":"allow"}],
            "runner":{"permissions":{"rules":[{"pattern":"Bash(rm:*)","permission":"deny"}]}}}"#;
        let after = r#"{"mcps":[{"name":"s","policy":{"tool_permissions":{"a":"allow"}}}],"tools":[{"name":"g"}],
            "runner":{"permissions":{"rules":[{"pattern":"Bash(curl:*)","permission":"deny"}]}}}"#;
        assert!(changes(diff(text(before), text(before), None)).is_empty());
        assert_eq!(
            changes(diff(text(before), text(after), None)),
            [
                ("a".into(), "ask".into(), "allow".into(), "looser".into()),
                ("g".into(), "allow".into(), "ask".into(), "stricter".into()),
                ("Bash".into(), "deny".into(), "ask".into(), "looser".into()),
                ("Bash".into(), "ask".into(), "deny".into(), "stricter".into()),
            ]
        );
    }

    #[test]
    fn edit_7_the_smallest_edit_gives_the_decision() {
        let agent = r#"{"big":1e999,"mcps":[{"name":"s"}],"tools":[{"name":"g"}]}"#;
        for (call, path) in [
            (r#"{"server":"s","tool":"t"}"#, "/mcps/0/policy"),
            (r#"{"tool":"g"}"#, "/tools/0/permission"),
            (r#"{"tool":"Bash","args":{"command":"npm run build"}}"#, "/runner"),
            (r#"{"tool":"WebFetch"}"#, "/runner"),
        ] {
            let answer = suggest_rule(text(agent), text(call), "allow").expect("a suggestion");
            assert!(answer.starts_with(&format!(r#"{{"edit":[{{"op":"add","path":"{path}""#)), "{answer}");
            assert!(answer.contains(r#""agent":{"big":1e999,"#), "{answer}");
        }
        let ruled = r#"{"mcps":[{"name":"s"}],"harness":{"permissions":{"deny":["mcp__s"]}}}"#;
        let call = r#"{"server":"s","tool":"t"}"#;
        assert_eq!(suggest_rule(text(ruled), text(call), "allow").unwrap_err().code, "overruled");
        assert_eq!(
            suggest_rule(text(agent), text(r#"{"server":"x","tool":"t"}"#), "allow").unwrap_err().code,
            "tool_unknown"
        );
        assert!(suggest_rule(text(agent), text(call), "ask").unwrap().starts_with(r#"{"edit":[],"#));
    }
}
