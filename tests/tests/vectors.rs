//! Every shared case through the Rust surface, in each of its forms (QUAL-30).

use std::collections::BTreeSet;

use callgate_tests::{expect, surface, vector};

/// Part of a file's path or of a case's name; the others are passed over. For work on one topic.
const FILTER: &str = "CALLGATE_VECTORS";

#[test]
fn every_case_gives_what_it_expects() {
    let filter = std::env::var(FILTER).unwrap_or_default();
    let (mut cases, mut runs, mut failures) = (0usize, 0usize, Vec::new());
    for (path, file) in vector::load() {
        let wanted = |name: &str| path.contains(&filter) || name.contains(&filter);
        for case in file.cases.iter().filter(|case| wanted(&case.name)) {
            cases += 1;
            for &form in case.forms() {
                runs += 1;
                let (got, differences) = match surface::run(case, form) {
                    Ok(got) => (got.to_string(), expect::differences(&case.expect, &got)),
                    Err(fault) => ("nothing".into(), vec![fault]),
                };
                if !differences.is_empty() {
                    failures.push(format!(
                        "{path}: {} {:?} as {form:?}\n    {}\n    expected {}\n    got      {got}",
                        case.ids.join(" "),
                        case.name,
                        differences.join("\n    "),
                        case.expect,
                    ));
                }
            }
        }
    }
    println!("{cases} cases in {runs} runs, {} failed", failures.len());
    assert!(cases > 0, "no case was found: {FILTER} may be set");
    assert!(failures.is_empty(), "{} of {runs} runs failed:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn cases_can_be_found_by_their_names() {
    let mut seen = BTreeSet::new();
    for (path, file) in vector::load() {
        for case in file.cases {
            assert!(!case.ids.is_empty(), "{path}: {:?} names no requirement", case.name);
            assert!(seen.insert(case.name.clone()), "{path}: the name {:?} is given twice", case.name);
        }
    }
}
