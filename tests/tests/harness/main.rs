//! That rendered settings are never looser than the gate (HARN-1), that every rule in them matches
//! something (HARN-2), that they are the same each time (HARN-3), that no denial is lost (HARN-4) and
//! that they are read back (HARN-5), over generated documents.

#[path = "../common/mod.rs"]
mod common;
mod generate;
mod kinds;
mod laws;
mod observed;
mod world;

use std::cell::{Cell, RefCell};

use callgate::harness::Harness;
use generate::{Case, case};
use kinds::Counts;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use world::{Made, World};

/// The most documents that may be refused, in a hundred: else the test says little.
const REFUSED: u64 = 60;

/// A harness's documents are tried in so many tests, so that all processors have something to do.
const PARTS: u32 = 2;

/// Runs the law over one part of `CALLGATE_CASES` documents that are rendered (100,000 when it is not
/// set); those that are refused count for nothing.
fn holds(harness: Harness, part: u32, law: impl Fn(&Case, &World) -> Result<(), TestCaseError>) {
    let all = std::env::var("CALLGATE_CASES").ok().and_then(|number| number.parse().ok()).unwrap_or(100_000);
    holds_for(harness, u32::div_ceil(all, PARTS), part, law);
}

fn holds_for(
    harness: Harness,
    cases: u32,
    part: u32,
    law: impl Fn(&Case, &World) -> Result<(), TestCaseError>,
) {
    let mut config = Config {
        cases,
        max_shrink_iters: 20_000,
        max_global_rejects: u32::MAX,
        failure_persistence: None,
        ..Config::default()
    };
    if let RngSeed::Fixed(seed) = config.rng_seed {
        // Each part has cases of its own.
        config.rng_seed = RngSeed::Fixed(seed.wrapping_mul(u64::from(PARTS)).wrapping_add(u64::from(part)));
    }
    let (tried, refused) = (Cell::new(0u64), Cell::new(0u64));
    let outcome = TestRunner::new(config).run(&case(), |case| match World::of(&case, harness) {
        Made::Fault(fault) => {
            Err(TestCaseError::fail(format!("{fault}\n{}\n{:?}", case.document, case.options)))
        }
        Made::Rendered(world) => {
            tried.set(tried.get() + 1);
            law(&case, &world)
        }
        Made::Refused => {
            refused.set(refused.get() + 1);
            Err(TestCaseError::reject("refused"))
        }
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    println!("{} documents rendered, {} refused", tried.get(), refused.get());
    assert!(tried.get() * REFUSED > refused.get() * (100 - REFUSED), "{} refused", refused.get());
}

fn claude(part: u32) {
    holds(Harness::Claude, part, |case, world| {
        laws::never_looser(world)?;
        laws::coverage_is_what_is_predicted(world)?;
        laws::every_rule_matches(world)?;
        laws::no_denial_is_lost(world)?;
        laws::the_file_is_in_form(world, case.options.deny_all)
    });
}

#[test]
fn harn_1_to_5_of_claude_code_first_part() {
    claude(0);
}

#[test]
fn harn_1_to_5_of_claude_code_second_part() {
    claude(1);
}

fn codex(part: u32) {
    holds(Harness::Codex, part, |case, world| {
        laws::never_looser(world)?;
        laws::coverage_is_what_is_predicted(world)?;
        laws::codex_is_told_names_as_they_are(world, &case.reached)
    });
}

#[test]
fn harn_1_and_20_of_codex_first_part() {
    codex(0);
}

#[test]
fn harn_1_and_20_of_codex_second_part() {
    codex(1);
}

fn pi(part: u32) {
    holds(Harness::Pi, part, |_, world| {
        laws::never_looser(world)?;
        laws::coverage_is_what_is_predicted(world)?;
        laws::pi_registers_what_may_run(world)
    });
}

#[test]
fn harn_1_and_25_of_pi_first_part() {
    pi(0);
}

#[test]
fn harn_1_and_25_of_pi_second_part() {
    pi(1);
}

#[test]
fn every_hard_kind_of_document_is_reached() {
    let counts = RefCell::new(Counts::new());
    holds_for(Harness::Claude, 4_000, 0, |case, world| {
        kinds::count(case, world, &mut counts.borrow_mut());
        Ok(())
    });
    let counts = counts.into_inner();
    println!("{counts:#?}");
    let missing: Vec<_> =
        kinds::EVERY.iter().filter(|kind| counts.get(*kind).is_none_or(|count| *count == 0)).collect();
    assert!(missing.is_empty(), "never reached: {missing:?}");
    assert_eq!(counts.len(), kinds::EVERY.len(), "a kind is counted that is not listed");
}
