//! Laws of edits and of comparing, over generated policies and documents (EDIT-1 to 5, EDIT-20,
//! QUAL-32).

mod common;

use callgate::wire::{self, Fault, Input};
use callgate_tests::generate;
use callgate_tests::naive::Options;
use common::{compile, decide, runner_of};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value, json};

const TOOLS: [&str; 4] = ["a", "b/c", "__proto__", "mcp"];

/// A tool that no policy and no edit here names.
const OTHER: &str = "unnamed";

const SHARE: u32 = 4;

fn permission() -> impl Strategy<Value = Option<&'static str>> {
    prop_oneof![1 => Just(None), 3 => select(vec!["allow", "ask", "deny"]).prop_map(Some)]
}

/// A valid policy: the table within the filter, each field in either spelling, absence in any form.
fn policy() -> impl Strategy<Value = Value> {
    let table = btree_map(select(TOOLS.to_vec()), select(vec!["allow", "ask", "deny"]), 0..4);
    let filter = proptest::option::of(subsequence(TOOLS.to_vec(), 1..4));
    (permission(), permission(), table, filter, any::<[bool; 4]>()).prop_map(
        |(own, unnamed, mut table, filter, [wire_table, wire_unnamed, null, bare])| {
            let mut policy = Map::new();
            if own.is_some() || null {
                policy.insert("permission".into(), json!(own));
            }
            if let Some(names) = &filter {
                table.retain(|tool, _| names.contains(tool));
                policy.insert("tools".into(), json!({"mode": "include", "names": names}));
            } else if null {
                policy.insert("tools".into(), json!({"mode": "all", "names": []}));
            }
            if !table.is_empty() || bare {
                let key = if wire_table { "toolPermissions" } else { "tool_permissions" };
                policy.insert(key.into(), json!(table));
            }
            if unnamed.is_some() || null {
                let key = if wire_unnamed { "newToolPermission" } else { "new_tool_permission" };
                policy.insert(key.into(), json!(unnamed));
            }
            policy.into()
        },
    )
}

#[derive(Clone, Debug)]
enum Edit {
    Server(Option<&'static str>),
    Tool(&'static str, Option<&'static str>),
    Unnamed(Option<&'static str>),
    Filter(Vec<&'static str>),
    WriteAndDelete(Vec<(&'static str, bool)>),
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        permission().prop_map(Edit::Server),
        (select(TOOLS.to_vec()), permission()).prop_map(|(tool, said)| Edit::Tool(tool, said)),
        permission().prop_map(Edit::Unnamed),
        subsequence(TOOLS.to_vec(), 0..4).prop_map(Edit::Filter),
        vec((select(TOOLS.to_vec()), any::<bool>()), 0..4).prop_map(Edit::WriteAndDelete),
    ]
}

impl Edit {
    fn apply(&self, policy: &Value) -> Result<(Value, Value), Fault> {
        let text = policy.to_string();
        let input = Input::Text(text.as_bytes());
        let answer = match self {
            Self::Server(said) => wire::set_server_permission(input, *said),
            Self::Tool(tool, said) => wire::set_tool_permission(input, tool, *said),
            Self::Unnamed(said) => wire::set_new_tool_permission(input, *said),
            Self::Filter(names) => {
                let mode = if names.is_empty() { "all" } else { "include" };
                wire::set_tool_filter(input, mode, Input::Text(json!(names).to_string().as_bytes()))
            }
            Self::WriteAndDelete(tools) => {
                let catalog: Vec<_> = tools
                    .iter()
                    .map(|(name, reads)| json!({"name": name, "annotations": {"readOnlyHint": reads}}))
                    .collect();
                wire::ask_for_write_and_delete(input, Input::Text(json!(catalog).to_string().as_bytes()))
            }
        };
        answer.map(|answer| {
            let answer: Value = serde_json::from_str(&answer).expect("JSON");
            (answer["policy"].clone(), answer["changes"].clone())
        })
    }
}

fn document(policy: &Value, default: Option<&str>) -> Value {
    let connection = json!({"type": "gateway", "namespace": "custom", "slug": "s"});
    let mut document = json!({"mcps": [{"name": "s", "connection": connection, "policy": policy}]});
    if let Some(default) = default {
        document["runner"] = json!({"permissions": {"default": default}});
    }
    document
}

/// What each tool, and one that nobody names, may do under a default.
fn decisions(policy: &Value, default: &str) -> Vec<(Value, callgate_tests::naive::Permission)> {
    let gate = compile(&document(policy, Some(default)), &Options::default()).expect("a valid policy");
    let said = |tool: &str| decide(&gate, &json!({"server": "s", "tool": tool})).0;
    let named = TOOLS.iter().map(|tool| (json!(tool), said(tool)));
    named.chain([(Value::Null, said(OTHER))]).collect()
}

fn diff(before: &Value, after: &Value) -> Value {
    let (before, after) = (before.to_string(), after.to_string());
    let changes = wire::diff(Input::Text(before.as_bytes()), Input::Text(after.as_bytes()), None);
    serde_json::from_str(&changes.expect("two valid documents")).expect("JSON")
}

#[test]
fn edit_1_to_5_every_result_validates_and_twice_is_once() {
    let edited = std::cell::Cell::new(0);
    let outcome = runner_of(SHARE).run(&(policy(), edit()), |(policy, edit)| {
        let Ok((once, changes)) = edit.apply(&policy) else {
            // Only what a filter hides is refused, of the edits that are made here.
            prop_assert!(matches!(edit, Edit::Tool(_, Some(_))), "{edit:?} of {policy}");
            return Ok(());
        };
        edited.set(edited.get() + 1);
        let report = document(&once, None).to_string();
        let report: Value =
            serde_json::from_str(&wire::validate(Input::Text(report.as_bytes()), None)).expect("JSON");
        prop_assert_eq!(&report["ok"], &json!(true), "{:?} of {} gives {}: {}", edit, policy, once, report);
        let (twice, again) = edit.apply(&once).map_err(|fault| TestCaseError::fail(fault.message))?;
        prop_assert_eq!(&twice, &once, "{:?} of {}", edit, policy);
        prop_assert_eq!(again, json!([]), "{:?} of {}", edit, policy);
        // The consequences name every tool whose decision differs under some default, and no other.
        for default in ["allow", "ask", "deny"] {
            let (was, is) = (decisions(&policy, default), decisions(&once, default));
            for ((tool, before), (_, after)) in was.iter().zip(&is) {
                let mut told = changes.as_array().expect("changes").iter();
                let own = told.clone().any(|change| change["tool"] == *tool);
                // A tool that neither policy names is told of with the others.
                let with_others = told.any(|change| change["tool"].is_null());
                prop_assert!(
                    before == after || own || with_others,
                    "{:?} of {} under {}: {} goes untold: {}",
                    edit,
                    policy,
                    default,
                    tool,
                    changes
                );
            }
        }
        for change in changes.as_array().expect("changes") {
            let differs = ["allow", "ask", "deny"].iter().any(|default| {
                let (was, is) = (decisions(&policy, default), decisions(&once, default));
                was.iter().zip(&is).any(|(was, is)| was.0 == change["tool"] && was.1 != is.1)
            });
            prop_assert!(differs, "{:?} of {}: nothing comes of {}", edit, policy, change);
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    assert!(edited.get() > 100, "hardly an edit went through");
}

#[test]
fn edit_1_edit_4_emptying_the_table_never_widens_the_tools_not_named() {
    let emptied = std::cell::Cell::new(0);
    let outcome = runner_of(SHARE).run(&(policy(), edit()), |(policy, edit)| {
        let entries = |policy: &Value| {
            let table = policy.get("tool_permissions").or(policy.get("toolPermissions"));
            table.and_then(Value::as_object).map_or(0, Map::len)
        };
        let is_removal = matches!(edit, Edit::Tool(_, None) | Edit::Filter(_));
        let Ok((after, _)) = edit.apply(&policy) else { return Ok(()) };
        if !is_removal || entries(&policy) == 0 || entries(&after) > 0 {
            return Ok(());
        }
        emptied.set(emptied.get() + 1);
        for default in ["allow", "ask", "deny"] {
            let unnamed = |policy: &Value| decisions(policy, default).pop().expect("decisions").1;
            prop_assert!(
                unnamed(&after) >= unnamed(&policy),
                "{edit:?} of {policy} under {default}: {after}"
            );
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    assert!(emptied.get() > 20, "hardly a table was emptied");
}

#[test]
fn edit_20_a_document_against_itself_gives_no_change() {
    let compared = std::cell::Cell::new(0);
    let outcome = runner_of(SHARE).run(&generate::document(), |document| {
        if compile(&document, &Options::default()).is_ok() {
            compared.set(compared.get() + 1);
            prop_assert_eq!(diff(&document, &document), json!([]), "{}", document);
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    assert!(compared.get() > 100, "hardly a document was valid");
}

/// The same policy in other words: the other spelling, the other order, absence as null.
fn respelled(policy: &Value) -> Value {
    let mut other = Map::new();
    for (key, value) in policy.as_object().expect("an object").iter().rev() {
        let key = match key.as_str() {
            "tool_permissions" => "toolPermissions",
            "toolPermissions" => "tool_permissions",
            "new_tool_permission" => "newToolPermission",
            "newToolPermission" => "new_tool_permission",
            key => key,
        };
        let value = match value {
            Value::Null => continue,
            Value::Object(members) if key != "tools" => {
                members.iter().rev().map(|(tool, said)| (tool.clone(), said.clone())).collect()
            }
            other => other.clone(),
        };
        other.insert(key.to_owned(), value);
    }
    other.entry("permission").or_insert(Value::Null);
    other.into()
}

#[test]
fn edit_20_spelling_gives_no_change_and_a_decision_does() {
    let outcome = runner_of(SHARE).run(&(policy(), policy()), |(one, two)| {
        let (before, after) = (document(&one, None), document(&two, Some("allow_reads")));
        let same = json!({"parameters": {"agent": document(&respelled(&one), Some("allow_reads"))}});
        prop_assert_eq!(diff(&before, &same), json!([]), "{}", one);
        let (there, back) = (diff(&before, &after), diff(&after, &before));
        let (there, back) = (there.as_array().expect("changes"), back.as_array().expect("changes"));
        prop_assert_eq!(there.len(), back.len());
        let gate = |document| compile(document, &Options::default()).expect("a valid document");
        let (was, is) = (gate(&before), gate(&after));
        for tool in TOOLS.into_iter().chain([OTHER]) {
            let each = [false, true].map(|reads| {
                let call = json!({"server": "s", "tool": tool, "read_only": reads});
                (decide(&was, &call).0, decide(&is, &call).0)
            });
            let own = there.iter().find(|change| change["tool"] == tool);
            let change = own.or(there.iter().find(|change| change["tool"].is_null()));
            let differs = each.iter().any(|(was, is)| was != is);
            prop_assert!(!differs || change.is_some(), "{tool} goes untold: {one} {two}");
            if let Some(change) = own {
                prop_assert!(differs, "nothing comes of {change}: {one} {two}");
                let is_looser = each.iter().any(|(was, is)| is < was);
                prop_assert_eq!(&change["direction"], if is_looser { "looser" } else { "stricter" });
            }
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// QUAL-13: many servers are compared in one pass.
#[test]
fn edit_20_a_thousand_servers_of_a_hundred_tools_are_compared() {
    let of = |said: &str| {
        let tools: Map<String, Value> = (0..100).map(|tool| (format!("t{tool}"), json!(said))).collect();
        let connection = json!({"type": "gateway", "namespace": "custom", "slug": "s"});
        let servers: Vec<_> = (0..1000)
            .map(|server| {
                let policy = json!({"tool_permissions": tools});
                json!({"name": format!("s{server}"), "connection": connection, "policy": policy})
            })
            .collect();
        json!({ "mcps": servers })
    };
    assert_eq!(diff(&of("ask"), &of("ask")), json!([]));
    assert_eq!(diff(&of("ask"), &of("allow")).as_array().map(Vec::len), Some(100_000));
}
