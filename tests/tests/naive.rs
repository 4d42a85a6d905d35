//! The core and the second evaluator give the same decision for generated documents and calls
//! (QUAL-31). `CALLGATE_CASES` sets how many calls are compared.

mod common;

use callgate_tests::generate;
use callgate_tests::naive::{self, Permission};
use common::{CALLS, compile, decide, runner_of};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;

/// The liberal reading of shell commands may find more than the second evaluator does (PERM-22): a
/// false match only asks or denies, so there the core may be stricter, never looser.
fn may_be_stricter(documents: &[&Value], call: &Value) -> bool {
    let is_bash = call["tool"].as_str().is_some_and(|tool| tool.trim().eq_ignore_ascii_case("bash"));
    let has_prefix = |document: &&Value| document.to_string().to_lowercase().contains("bash(");
    is_bash && documents.iter().any(has_prefix)
}

#[test]
fn two_evaluators_agree() {
    let strategy = (generate::document(), generate::options(), vec(generate::call(), CALLS));
    let counts = std::cell::Cell::new((0u64, 0u64));
    runner_of(1).run(&strategy, |(document, options, calls)| {
        let Ok(gate) = compile(&document, &options) else { return Ok(()) };
        counts.set((counts.get().0 + 1, counts.get().1 + calls.len() as u64));
        for call in calls {
            let (got, step) = decide(&gate, &call);
            let (expected, expected_step) = naive::decide(&document, &options, &call);
            // A call that contradicts itself is denied; which of the reasons is told is not settled.
            let unknown = |step: &str| step.starts_with("unknown_") || (got == Permission::Deny && step == "ambiguous_name");
            let documents: Vec<&Value> = [Some(&document), options.floor.as_ref()].into_iter().flatten().collect();
            // An ask that is found where the second evaluator finds none comes before a default of deny.
            let found_more = step == "rule" && got > Permission::Allow && expected_step == "default";
            if may_be_stricter(&documents, &call) && (got >= expected || found_more) {
                continue;
            }
            prop_assert!(
                got == expected && (step == expected_step || (unknown(&step) && unknown(expected_step))),
                "core: {got:?} by {step}; naive: {expected:?} by {expected_step}\nagent: {document}\noptions: {options:?}\ncall: {call}"
            );
        }
        Ok(())
    }).unwrap_or_else(|error| panic!("{error}"));
    let (compiled, compared) = counts.get();
    println!("{compared} calls compared on {compiled} documents");
    assert!(compared > 0, "no generated document was valid");
}
