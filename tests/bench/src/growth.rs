//! QUAL-13: how the time grows over four decades, against a line.

use std::time::{Duration, Instant};

use callgate::wire::{self, GateOptions, Input, WireGate};
use serde_json::Value;

use crate::measure::{median, row};

/// A document of that many parts, as text.
type Document = fn(usize) -> String;

const DOCUMENTS: [(&str, [usize; 5], Document); 2] = [
    ("servers", [10, 100, 1_000, 10_000, 100_000], servers),
    ("entries in one table", [100, 1_000, 10_000, 100_000, 1_000_000], entries),
];

fn servers(count: usize) -> String {
    let server = |n| {
        format!(
            r#"{{"name":"server-{n}","connection":{{"type":"gateway","namespace":"custom","slug":"s{n}"}},"policy":{{"permission":"ask","tool_permissions":{{"find_{n}":"allow","drop_{n}":"deny"}}}}}}"#
        )
    };
    format!(r#"{{"mcps":[{}]}}"#, (0..count).map(server).collect::<Vec<_>>().join(","))
}

fn entries(count: usize) -> String {
    let entry = |n| format!(r#""tool_{n}":"{}""#, if n % 3 == 0 { "deny" } else { "ask" });
    format!(
        r#"{{"mcps":[{{"name":"search","connection":{{"type":"gateway","namespace":"custom","slug":"s"}},"policy":{{"tool_permissions":{{{}}}}}}}]}}"#,
        (0..count).map(entry).collect::<Vec<_>>().join(",")
    )
}

/// An operation on a document's text; false when the document was not what it should be.
type Operation = fn(&str) -> bool;

const OPERATIONS: [(&str, Operation); 2] = [("validate", validate), ("compile", compile)];

fn validate(text: &str) -> bool {
    wire::validate(Input::Text(text.as_bytes()), None).starts_with(r#"{"ok":true"#)
}

fn compile(text: &str) -> bool {
    WireGate::compile(Input::Text(text.as_bytes()), &GateOptions::default()).is_ok()
}

pub(crate) fn rows() -> Vec<Value> {
    let mut rows = Vec::new();
    for (parts, sizes, document) in DOCUMENTS {
        let texts = sizes.map(document);
        for (name, operation) in OPERATIONS {
            let what = format!("{name}, from {} to {} {parts}", sizes[0], sizes[4]);
            if !texts.iter().all(|text| operation(text)) {
                rows.push(row("QUAL-13", &what, f64::NAN, 1.2, "the benchmark's document is refused"));
                continue;
            }
            let each: Vec<f64> = texts
                .iter()
                .zip(sizes)
                .map(|(text, size)| nanoseconds(operation, text) / size as f64)
                .collect();
            let detail = each.iter().zip(sizes).map(|(time, size)| format!("{size}: {time:.0} ns"));
            let detail = format!("each of {}", detail.collect::<Vec<_>>().join(", "));
            rows.push(row("QUAL-13", &what, steepest(&each), 1.2, &detail));
        }
    }
    rows
}

/// How much dearer one part of a larger document is than one of any smaller document.
fn steepest(each: &[f64]) -> f64 {
    let mut cheapest = f64::INFINITY;
    let mut steepest: f64 = 0.0;
    for &time in each {
        cheapest = cheapest.min(time);
        steepest = steepest.max(time / cheapest);
    }
    steepest
}

/// The median time of one run, over a second or three runs.
fn nanoseconds(operation: Operation, text: &str) -> f64 {
    let begun = Instant::now();
    let mut times = Vec::new();
    while times.len() < 3 || (begun.elapsed() < Duration::from_secs(1) && times.len() < 10_000) {
        let start = Instant::now();
        std::hint::black_box(operation(std::hint::black_box(text)));
        times.push(start.elapsed().as_secs_f64() * 1e9);
    }
    median(times)
}
