//! Laws that hold for every document, option and call (QUAL-32).

mod common;

use std::collections::BTreeSet;

use callgate_tests::generate;
use callgate_tests::naive::{Options, Permission};
use common::{CALLS, compile, decide, runner_of};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

/// Each law is tried on this share of the cases.
const SHARE: u32 = 8;

/// A document, options, calls, and a number to choose something of the document by.
fn world() -> impl Strategy<Value = (Value, Options, Vec<Value>, Index)> {
    (generate::document(), generate::options(), vec(generate::call(), CALLS), any::<Index>())
}

/// Runs one law over documents that compile, and fails when none did.
fn holds(law: impl Fn(&Value, &Options, &[Value], Index) -> Result<(), TestCaseError>) {
    let tried = std::cell::Cell::new(0u64);
    let outcome = runner_of(SHARE).run(&world(), |(document, options, calls, index)| {
        if compile(&document, &options).is_ok() {
            tried.set(tried.get() + 1);
            law(&document, &options, &calls, index)?;
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    assert!(tried.get() > 0, "no generated document was valid");
}

/// That a change makes no decision looser.
fn never_looser(
    before: (&Value, &Options),
    after: (&Value, &Options),
    calls: &[Value],
) -> Result<(), TestCaseError> {
    let was = compile(before.0, before.1).map_err(|fault| TestCaseError::fail(fault.message))?;
    // What the change made invalid compiles to no gate, which allows nothing (PERM-10).
    let Ok(is) = compile(after.0, after.1) else { return Ok(()) };
    for call in calls {
        let (old, new) = (decide(&was, call), decide(&is, call));
        prop_assert!(
            new.0 >= old.0,
            "{old:?} became {new:?}\nbefore: {before:?}\nafter: {after:?}\ncall: {call}"
        );
    }
    Ok(())
}

/// That a change makes no difference, beside which rule is reported.
fn same_decisions(
    before: (&Value, &Options),
    after: (&Value, &Options),
    calls: &[Value],
) -> Result<(), TestCaseError> {
    let gate =
        |(document, options)| compile(document, options).map_err(|fault| TestCaseError::fail(fault.message));
    let (was, is) = (gate(before)?, gate(after)?);
    for call in calls {
        let (old, new) = (decide(&was, call), decide(&is, call));
        prop_assert!(
            old == new,
            "{old:?} became {new:?}\nbefore: {before:?}\nafter: {after:?}\ncall: {call}"
        );
    }
    Ok(())
}

fn rules_of(document: &mut Value) -> &mut Vec<Value> {
    document["runner"]["permissions"]["rules"].as_array_mut().expect("generated with rules")
}

#[test]
fn adding_a_rule_of_deny_or_ask_never_loosens() {
    let rules = [
        ("*", "ask"),
        ("mcp__*", "deny"),
        ("mcp__a", "deny"),
        ("mcp__a_b", "ask"),
        ("mcp__*__x*", "deny"),
        ("Bash(rm:*)", "deny"),
        ("Bash", "ask"),
        ("t", "deny"),
        ("mcp__agenta-tools", "ask"),
        ("mcp__a__b__x", "deny"),
    ];
    holds(|document, options, calls, index| {
        let (pattern, permission) = rules[index.index(rules.len())];
        // A rule of ask may answer what only a default of deny answered before: that is its sense.
        if permission == "ask" && document["runner"]["permissions"]["default"] == "deny" {
            return Ok(());
        }
        let mut after = document.clone();
        let rules = rules_of(&mut after);
        rules.insert(index.index(rules.len() + 1), json!({"pattern": pattern, "permission": permission}));
        never_looser((document, options), (&after, options), calls)
    });
}

#[test]
fn setting_a_table_entry_to_deny_never_loosens() {
    holds(|document, options, calls, index| {
        let mut after = document.clone();
        let servers = after["mcps"].as_array_mut().expect("a list");
        if servers.is_empty() {
            return Ok(());
        }
        let at = index.index(servers.len());
        let Some(table) = servers[at]["policy"]
            .get_mut("tool_permissions")
            .and_then(Value::as_object_mut)
            .filter(|table| !table.is_empty())
        else {
            return Ok(());
        };
        let key = table.keys().nth(index.index(table.len())).cloned().unwrap_or_default();
        table[&key] = "deny".into();
        never_looser((document, options), (&after, options), calls)
    });
}

#[test]
fn a_floor_never_loosens() {
    holds(|document, options, calls, _| {
        let without = Options { floor: None, ..options.clone() };
        never_looser((document, &without), (document, options), calls)
    });
}

#[test]
fn a_document_as_its_own_floor_changes_nothing() {
    holds(|document, options, calls, _| {
        // Servers of one connection are each other's floor, so then it may.
        let connections: Vec<String> = document["mcps"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|server| server["connection"].to_string())
            .collect();
        let distinct: BTreeSet<&String> = connections.iter().collect();
        let without = Options { floor: None, ..options.clone() };
        let own = Options { floor: Some(document.clone()), ..options.clone() };
        if distinct.len() == connections.len() {
            same_decisions((document, &without), (document, &own), calls)
        } else {
            never_looser((document, &without), (document, &own), calls)
        }
    });
}

#[test]
fn a_stricter_default_in_the_floor_never_loosens() {
    holds(|document, options, calls, _| {
        let Some(floor) = &options.floor else { return Ok(()) };
        let mut strict = floor.clone();
        strict["runner"]["permissions"]["default"] = "deny".into();
        never_looser(
            (document, options),
            (document, &Options { floor: Some(strict), ..options.clone() }),
            calls,
        )
    });
}

#[test]
fn the_order_of_entries_never_matters() {
    holds(|document, options, calls, _| {
        let mut after = document.clone();
        for list in ["mcps", "tools"] {
            after[list].as_array_mut().expect("a list").reverse();
        }
        rules_of(&mut after).reverse();
        for list in ["allow", "ask", "deny"] {
            after["harness"]["permissions"][list].as_array_mut().expect("a list").reverse();
        }
        for server in after["mcps"].as_array_mut().expect("a list") {
            if let Some(table) = server["policy"].get_mut("tool_permissions").and_then(Value::as_object_mut) {
                *table = std::mem::take(table).into_iter().rev().collect();
            }
        }
        same_decisions((document, options), (&after, options), calls)
    });
}

#[test]
fn a_document_survives_parse_and_print() {
    holds(|document, options, calls, _| {
        let printed = serde_json::to_string_pretty(document).expect("JSON");
        let after: Value = serde_json::from_str(&printed).expect("JSON");
        prop_assert_eq!(document, &after);
        let nested = json!({"parameters": {"agent": after}, "id": 7});
        same_decisions((document, options), (&nested, options), calls)
    });
}

#[test]
fn the_wire_spelling_changes_nothing() {
    holds(|document, options, calls, _| {
        let mut after = document.clone();
        for server in after["mcps"].as_array_mut().expect("a list") {
            let policy = server["policy"].as_object_mut().expect("an object");
            for (authored, wire) in
                [("tool_permissions", "toolPermissions"), ("new_tool_permission", "newToolPermission")]
            {
                if let Some(value) = policy.remove(authored) {
                    policy.insert(wire.to_owned(), value);
                }
            }
        }
        same_decisions((document, options), (&after, options), calls)
    });
}

#[test]
fn the_kill_switch_and_the_closed_gate_deny_everything() {
    let closed = callgate::wire::WireGate::closed();
    holds(|document, options, calls, _| {
        let killed = compile(document, &Options { deny_all: true, ..options.clone() })
            .map_err(|fault| TestCaseError::fail(fault.message))?;
        for call in calls.iter().chain([&json!({}), &json!([]), &json!(null)]) {
            prop_assert_eq!(decide(&killed, call), (Permission::Deny, "kill_switch".to_owned()));
            prop_assert_eq!(decide(&closed, call), (Permission::Deny, "closed".to_owned()));
        }
        Ok(())
    });
}

#[test]
fn many_calls_are_decided_as_each_alone_and_as_explained() {
    use callgate::wire::Input;
    holds(|document, options, calls, _| {
        let gate = compile(document, options).map_err(|fault| TestCaseError::fail(fault.message))?;
        let list = Value::from(calls.to_vec()).to_string();
        let many: Vec<Value> =
            serde_json::from_str(&gate.decide_many(Input::Text(list.as_bytes()))).expect("JSON");
        prop_assert_eq!(many.len(), calls.len());
        for (call, answer) in calls.iter().zip(many) {
            let text = call.to_string();
            let one: Value = serde_json::from_str(&gate.decide(Input::Host(&text))).expect("JSON");
            let explained: Value = serde_json::from_str(&gate.explain(Input::Host(&text))).expect("JSON");
            prop_assert_eq!(&one, &answer);
            prop_assert_eq!(&one, &explained["decision"]);
        }
        Ok(())
    });
}
