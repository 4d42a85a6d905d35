//! Tools that a harness cannot tell apart and the gate decides differently (CONF-8, HARN-4).

use super::known::{Known, Map, Server, Tool};
use super::render::Faults;
use crate::diagnostic::Code;

/// Reports each name that two known tools share, and each that two servers share, unless all
/// decisions are the same.
pub(super) fn report(known: &Known<'_>, faults: &mut Faults) {
    if known.gate.denies_all() {
        return;
    }
    let mut servers: Map<&str, &Server<'_>> = Map::default();
    for server in &known.servers {
        let first = *servers.entry(&server.spelled).or_insert(server);
        if first.kept.index != server.kept.index && !same_decisions(known, first, server) {
            let (one, other) = (first.kept.label(), server.kept.label());
            let message = format!(
                "the servers `{one}` and `{other}` have one name for the harness, and different decisions"
            );
            faults.add(Code::NameCollision, true, format!("{}/name", server.kept.pointer()), message);
        }
    }
    let mut tools: Map<&str, &Tool<'_>> = Map::default();
    if !known.may_coincide {
        // Each name is its server's own, and names are not given twice (CONF-7, CONF-24).
        return;
    }
    for tool in &known.tools {
        let first = *tools.entry(&tool.rendered).or_insert(tool);
        let is_same = (first.server, first.name) == (tool.server, tool.name);
        if !is_same && (first.says, first.is_client) != (tool.says, tool.is_client) {
            let (one, other) = (first.name, tool.name);
            let message = format!(
                "the tools `{one}` and `{other}` are both `{}` for the harness, and have different decisions",
                tool.rendered
            );
            faults.add(Code::NameCollision, true, place(known, tool), message);
        }
    }
}

fn place(known: &Known<'_>, tool: &Tool<'_>) -> String {
    match tool.server.and_then(|position| known.servers.get(position)) {
        Some(server) => server.kept.pointer(),
        None => {
            let spec = known.gate.specs().find(|(_, name, _)| *name == tool.name);
            format!("{}/tools/{}/name", known.gate.base(), spec.map_or(0, |(index, ..)| index))
        }
    }
}

/// Whether two servers' tools are surely decided alike; when in doubt they are not.
fn same_decisions(known: &Known<'_>, one: &Server<'_>, other: &Server<'_>) -> bool {
    let (ours, theirs) = (known.tools_of(one), known.tools_of(other));
    one.unnamed == other.unnamed
        && ours.len() == theirs.len()
        && ours.iter().all(|tool| known.says(other, tool.name) == tool.says)
        && theirs.iter().all(|tool| known.says(one, tool.name) == tool.says)
}
