//! The reference of codes describes every diagnostic code and every step, and nothing else (QUAL-72).

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::collections::BTreeSet;

use callgate::decision::Step;
use callgate::diagnostic::Code;

const REFERENCE: &str = include_str!("../../docs/codes.md");

/// The headed sections under a chapter: what is in backticks in each heading, and the text below.
fn sections(chapter: &str) -> Vec<(&str, &str)> {
    let (_, rest) = REFERENCE.split_once(&format!("\n## {chapter}\n")).unwrap();
    let chapter = rest.split("\n## ").next().unwrap();
    chapter
        .split("\n### ")
        .skip(1)
        .map(|section| {
            let (heading, text) = section.split_once('\n').unwrap();
            (heading.trim_matches('`'), text.trim())
        })
        .collect()
}

fn describes(chapter: &str, known: Vec<&str>, parts: [&str; 2]) {
    let sections = sections(chapter);
    let described: BTreeSet<_> = sections.iter().map(|(name, _)| *name).collect();
    assert_eq!(described, known.into_iter().collect(), "{chapter}");
    assert_eq!(described.len(), sections.len(), "{chapter}: a section stands twice");
    for (name, text) in sections {
        for part in parts {
            let (_, after) = text.split_once(part).unwrap_or_else(|| panic!("{name} has no {part}"));
            assert!(after.trim().len() > 10, "{name}: {part} says nothing");
        }
    }
}

#[test]
fn qual_72_every_code_has_its_cause_and_cure() {
    describes(
        "Diagnostics",
        Code::ALL.iter().map(|code| code.as_str()).collect(),
        ["**Cause:**", "**Cure:**"],
    );
}

#[test]
fn qual_72_every_step_has_its_cause_and_what_changes_it() {
    describes(
        "Steps",
        Step::ALL.iter().map(|step| step.as_str()).collect(),
        ["**Cause:**", "**To change it:**"],
    );
}
