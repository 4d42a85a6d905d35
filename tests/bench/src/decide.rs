//! QUAL-1: deciding a named MCP tool, from 10 to 1,000,000 table entries.

use callgate::call::NamedCall;
use callgate::permission::Permission;
use callgate::wire::{GateOptions, Input, WireGate};
use serde_json::Value;

use crate::measure::{row, short};

/// A gate whose server has this many entries in its table.
fn gate(entries: usize) -> Result<WireGate, String> {
    let table: Vec<String> = (0..entries).map(|n| format!("\"tool_{n}\":\"ask\"")).collect();
    let text = format!(
        r#"{{"mcps":[{{"name":"search","connection":{{"type":"gateway","namespace":"custom","slug":"s"}},"policy":{{"tool_permissions":{{{}}}}}}}]}}"#,
        table.join(",")
    );
    WireGate::compile(Input::Text(text.as_bytes()), &GateOptions::default()).map_err(|fault| fault.message)
}

pub(crate) fn rows() -> Vec<Value> {
    let sizes = [10, 10_000, 1_000_000];
    let gates: Vec<WireGate> = match sizes.into_iter().map(gate).collect() {
        Ok(gates) => gates,
        Err(message) => {
            return vec![row("QUAL-1", "the benchmark's document compiles", f64::NAN, 1.0, &message)];
        }
    };
    // A spread of names, so that a large table is not answered from one cache line.
    let names: Vec<Vec<String>> =
        sizes.iter().map(|size| (0..1024).map(|n| format!("tool_{}", n * 7919 % size)).collect()).collect();
    let mut decisions: Vec<_> = gates
        .iter()
        .zip(&names)
        .map(|(gate, names)| {
            move |index: usize| {
                let tool = names.get(index % names.len()).map(String::as_str);
                let call = NamedCall { server: Some("search"), tool, ..NamedCall::default() };
                gate.decide_named(&call).map(|decision| decision.permission())
            }
        })
        .collect();
    for decide in &mut decisions {
        if decide(3) != Some(Permission::Ask) {
            return vec![row("QUAL-1", "the benchmark's gate decides", f64::NAN, 1.0, "not ask")];
        }
    }
    let mut empty = |index: usize| names.first().and_then(|names| names.get(index % names.len())).and(None);
    let mut operations: Vec<&mut dyn FnMut(usize) -> Option<Permission>> =
        decisions.iter_mut().map(|decide| decide as &mut dyn FnMut(usize) -> _).collect();
    operations.push(&mut empty);
    let times = short(&mut operations);
    let [small, large, huge, call] = times.as_slice() else { return Vec::new() };
    vec![
        row(
            "QUAL-1",
            "Rust `decide` of a named MCP tool, as a part of 100 ns",
            small / 100.0,
            1.0,
            &format!("{small:.0} ns; the same loop with an empty call {call:.1} ns"),
        ),
        row(
            "QUAL-1",
            "from 10 to 10,000 table entries",
            large / small,
            2.0,
            &format!(
                "{small:.0} ns and {large:.0} ns; at 1,000,000 entries {huge:.0} ns, where the cache decides"
            ),
        ),
    ]
}
