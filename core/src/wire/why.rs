//! The question of the missing tool as bindings see it (EDIT-30).

use std::borrow::Cow;

use super::{Fault, Input, Lossy, to_json};
use crate::catalog::read_catalog;
use crate::diagnostic::Collector;
use crate::gate::{Gate, Options, Trust};
use crate::json::{Kind, Member, Value};
use crate::validate;
use crate::why::why as ask;

/// Why a tool is missing, or does not run (EDIT-30): `{"server", "tool", "status", "advertised",
/// "decision", "readOnly"?, "arguments"?, "nearest"?, "explanation", "harnesses"}`.
///
/// `status` is `unknown_server`, `unknown_tool`, `hidden`, `not_advertised`, `denied` or `offered`;
/// `advertised` is null without a whole catalog. `harnesses` has `claude`, `codex` and `pi`, each
/// `{"name", "alone"?, "status", "explanation"}`, where `status` can also be `refused`: offered to
/// the model, and refused when it is called. `catalog` is the server's `tools/list` result or array.
///
/// # Errors
/// `invalid_document`; `invalid_argument` for an empty name or a catalog that is none.
pub fn why(agent: Input<'_>, server: &str, tool: &str, catalog: Option<Input<'_>>) -> Result<String, Fault> {
    if server.is_empty() || tool.is_empty() {
        return Err(Fault::argument("the server and the tool must be named"));
    }
    let mut collector = Collector::default();
    let lossy = catalog.map(Lossy::of);
    let advertised = lossy.as_ref().and_then(|lossy| lossy.input().read(&mut collector));
    if collector.has_errors() {
        let report = collector.finish(None);
        let cause = report.diagnostics.first().map_or("not JSON", |found| &found.message);
        return Err(Fault::argument(format!("the catalog: {cause}")));
    }
    let catalog = advertised.as_ref().map(read_catalog).transpose();
    let catalog = catalog.map_err(|fault| Fault::argument(format!("the catalog: {}", fault.message)))?;
    let by_server = advertised.clone().map(|value| {
        let member = Member { key: Cow::Borrowed(server), key_start: 0, value };
        Value { start: 0, kind: Kind::Object(vec![member]) }
    });
    let root = agent.read(&mut collector);
    let checked = root.as_ref().map(|root| validate::read(root, by_server.as_ref(), &mut collector));
    let Some(checked) = checked.filter(|_| !collector.has_errors()) else {
        return Err(Fault::invalid(&collector.finish(agent.text())));
    };
    let trust = Trust { catalogs: Some(&checked.catalogs), hints: &[] };
    let gate = Gate::compile(&checked.agent, &Options { trust, ..Options::default() });
    Ok(to_json(&ask(&gate, server, tool, catalog.as_ref())))
}
