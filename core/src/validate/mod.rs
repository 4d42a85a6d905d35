//! Validation: every problem of an agent document, and the document read (CONF-).
//!
//! One pass over the document; what depends on several servers is looked at afterwards. All of it
//! is linear in the document, and nothing is ever thrown: a document is read as far as it can be.

mod collision;
mod connection;
pub(crate) mod fields;
pub(crate) mod header;
mod permission;
mod policy;
mod rules;
mod server;
mod tool;
pub(crate) mod url;

use foldhash::fast::RandomState;
use hashbrown::HashMap;

use crate::catalog::{CatalogFault, Catalogs, read_catalogs};
use crate::diagnostic::{Code, Collector};
use crate::document::{Agent, Server};
use crate::json::{Pointer, Value};
use crate::suggest::{did_you_mean, is_near_miss, quoted};
use fields::{array, lenient, object};

/// The parts of an agent, which stand at the top or under `parameters.agent` (CONF-1).
const PARTS: [&str; 5] = ["mcps", "tools", "runner", "harness", "sandbox"];

/// A document that was read, and the catalogs that came with it.
#[derive(Clone, Debug, Default)]
pub struct Checked<'v> {
    /// The agent: all of it when no problem is an error.
    pub agent: Agent<'v>,
    /// The catalogs that could be read.
    pub catalogs: Catalogs<'v>,
}

/// Reads an agent document, reporting every problem of it and of the catalogs.
pub fn read<'v>(
    root: &'v Value<'v>,
    catalogs: Option<&'v Value<'v>>,
    collector: &mut Collector,
) -> Checked<'v> {
    let (catalogs, faults) = catalogs.map(read_catalogs).unwrap_or_default();
    let mut agent = Agent::default();
    let mut sources = Vec::new();
    if let Some(value) = locate(root, &mut agent, collector) {
        let at = Pointer::Root(agent.base);
        let mut rules = Vec::new();
        if let Some([mcps, tools, runner, harness, sandbox]) = parts(value, &at, collector) {
            if let Some(mcps) = mcps {
                let at = at.key("mcps");
                let entries = array(&mcps.value, &at, collector).unwrap_or_default();
                agent.servers.reserve(entries.len());
                sources.reserve(entries.len());
                for (index, entry) in entries.iter().enumerate() {
                    let read = server::server(entry, index, &catalogs, &at.index(index), collector);
                    if let Some((server, source)) = read {
                        agent.servers.push(server);
                        sources.push(source);
                    }
                }
            }
            if let Some(tools) = tools {
                agent.tools = tool::tools(&tools.value, &at.key("tools"), collector);
            }
            if let Some(runner) = runner {
                rules::runner(&runner.value, &at.key("runner"), &mut agent, &mut rules, collector);
            }
            if let Some(harness) = harness {
                rules::harness(&harness.value, &at.key("harness"), &mut agent, &mut rules, collector);
            }
            if let Some(sandbox) = sandbox {
                agent.sandbox = rules::sandbox(&sandbox.value, &at.key("sandbox"), collector);
            }
        }
        let mcps = at.key("mcps");
        let tools = value.get("tools").and_then(Value::as_array).unwrap_or_default();
        collision::names(&agent.servers, &sources, &mcps, collector);
        collision::rendered(&agent, &sources, tools, &catalogs, &at, &mcps, collector);
        rules::never(&agent, &rules, collector);
        report_faults(
            &faults,
            &agent,
            &sources,
            &Place { at: &at, mcps: &mcps, start: value.start },
            collector,
        );
    }
    Checked { agent, catalogs }
}

/// Where the agent and its servers stand.
struct Place<'p> {
    at: &'p Pointer<'p>,
    mcps: &'p Pointer<'p>,
    start: u32,
}

/// Reports the catalogs that could not be read, each at its server.
fn report_faults(
    faults: &[CatalogFault<'_>],
    agent: &Agent<'_>,
    sources: &[server::Source<'_>],
    place: &Place<'_>,
    out: &mut Collector,
) {
    if faults.is_empty() {
        return;
    }
    let known: HashMap<&str, (usize, u32), RandomState> = (agent.servers.iter().zip(sources).rev())
        .map(|(server, source)| (server.name, (server.index, source.name.start)))
        .collect();
    for fault in faults {
        let (pointer, offset) = match fault.server.and_then(|name| known.get(name)) {
            Some(&(index, offset)) => (place.mcps.index(index).text(), offset),
            None => (place.at.text(), place.start),
        };
        let whose =
            fault.server.map_or_else(|| "catalogs".to_owned(), |name| format!("catalog of {}", quoted(name)));
        out.error(Code::TypeInvalid, pointer, offset, format!("{whose}: {}", fault.message));
    }
}

/// Finds the agent's parts in the document (CONF-1).
fn locate<'v>(root: &'v Value<'v>, agent: &mut Agent<'v>, out: &mut Collector) -> Option<&'v Value<'v>> {
    let at = Pointer::Root("");
    let members = object(root, &at, out)?;
    let Some(parameters) = root.get("parameters") else { return Some(root) };
    let place = at.key("parameters");
    let [found] = lenient(parameters, ["agent"], &place, out)?;
    let Some(found) = found else { return Some(root) };
    for member in members.iter().filter(|member| PARTS.contains(&member.key.as_ref())) {
        let message = format!("`{}` stands here although the agent is under `parameters.agent`", member.key);
        out.error(Code::FieldUnknown, at.key(&member.key).text(), member.key_start, message);
        out.help(|| Some(format!("move it to `parameters.agent.{}`", member.key)));
    }
    agent.base = "/parameters/agent";
    Some(&found.value)
}

/// The agent's parts; at the top, a near miss of `parameters` is one of a used field too.
fn parts<'v>(value: &'v Value<'v>, at: &Pointer<'_>, out: &mut Collector) -> Option<fields::Fields<'v, 5>> {
    let found = lenient(value, PARTS, at, out)?;
    if matches!(at, Pointer::Root("")) {
        for member in value.as_object().unwrap_or_default() {
            if is_near_miss(&member.key, "parameters") {
                let message = format!("unknown field {}, a near miss of `parameters`", quoted(&member.key));
                out.error(Code::FieldUnknown, at.key(&member.key).text(), member.key_start, message);
                out.help(|| Some(did_you_mean("parameters")));
            }
        }
    }
    Some(found)
}

/// Reads one entry of `mcps` that stands alone, reporting every problem of it.
pub fn read_server<'v>(root: &'v Value<'v>, collector: &mut Collector) -> Option<Server<'v>> {
    let (at, catalogs) = (Pointer::Root(""), Catalogs::default());
    let (server, source) = server::server(root, 0, &catalogs, &at, collector)?;
    let agent = Agent { servers: vec![server], ..Agent::default() };
    collision::alone(&agent, &source, &at, collector);
    agent.servers.into_iter().next()
}

#[cfg(test)]
mod tests;
