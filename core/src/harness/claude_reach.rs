//! Which tools of which servers a rule of Claude Code would reach, over every observed version.
//!
//! The older version reads a tool's server out of the rendered name up to the first `__`, and one
//! rendered name may be two servers' tools. So a rule that is looser than a prompt is only written
//! where nothing else can be meant (HARN-2).

use super::claude_lists::{is_odd, spell_glob, whole_server};
use super::homes::{Home, Homes};
use super::known::{Known, Map, Server, Tool};
use crate::name::{INTERNAL_SERVER, RENDERED_PREFIX};
use crate::permission::Permission;

/// Servers by their spelled names, and where one name runs into another.
pub(super) struct Reach<'k> {
    by_spelled: Map<&'k str, Vec<usize>>,
    /// By what stands before the first `__` of their rendered tools.
    by_first: Map<&'k str, Vec<usize>>,
    /// Of each server: the others whose rendered names begin as its own do.
    longer: Vec<Vec<usize>>,
    /// Of each server: whether its rendered names begin as those of another do.
    has_shorter: Vec<bool>,
    /// The tools whose rendered name may be read as another's, in the order of these names.
    unclear: Vec<&'k Tool<'k>>,
}

/// What an author's allow reaches.
pub(super) struct Reached {
    pub(super) rule: String,
    /// The servers of which it allows more than one named tool.
    pub(super) servers: Vec<usize>,
}

impl<'k> Reach<'k> {
    pub(super) fn of(known: &'k Known<'k>) -> Self {
        let mut reach = Self {
            by_spelled: Map::default(),
            by_first: Map::default(),
            longer: vec![Vec::new(); known.servers.len()],
            has_shorter: vec![false; known.servers.len()],
            unclear: known.tools.iter().filter(|tool| tool.is_unclear).collect(),
        };
        reach.unclear.sort_unstable_by(|one, other| one.rendered.cmp(&other.rendered));
        for (position, server) in known.servers.iter().enumerate() {
            reach.by_spelled.entry(&server.spelled).or_default().push(position);
            let first = server.spelled.find("__").and_then(|at| server.spelled.get(..at));
            let first = first.unwrap_or_else(|| server.spelled.trim_end_matches('_'));
            reach.by_first.entry(first).or_default().push(position);
        }
        for (position, server) in known.servers.iter().enumerate() {
            let full = format!("{}__", server.spelled);
            for at in splits(&full).filter(|&at| at < server.spelled.len()) {
                let shorter = full.get(..at).unwrap_or_default();
                for &other in reach.by_spelled.get(shorter).into_iter().flatten() {
                    if let Some(longer) = reach.longer.get_mut(other) {
                        longer.push(position);
                    }
                }
                if let Some(has) = reach.has_shorter.get_mut(position) {
                    *has |= shorter == INTERNAL_SERVER || reach.by_spelled.contains_key(shorter);
                }
            }
        }
        reach
    }

    fn spelled(&self, spelled: &str) -> &[usize] {
        self.by_spelled.get(spelled).map_or(&[], Vec::as_slice)
    }

    /// Whether no other server's rendered names begin as this one's, nor the other way.
    pub(super) fn stands_alone(&self, position: usize, spelled: &str) -> bool {
        self.spelled(spelled).len() == 1
            && self.has_shorter.get(position) == Some(&false)
            && self.longer.get(position).is_some_and(Vec::is_empty)
    }

    /// Whether a strict rule on the whole server takes nothing from another server that the gate
    /// leaves it.
    pub(super) fn spares_others(&self, known: &Known<'_>, position: usize, strict: Permission) -> bool {
        let Some(server) = known.servers.get(position) else { return false };
        let as_strict = |other: &usize| {
            known.servers.get(*other).is_some_and(|other| {
                other.unnamed.least >= strict
                    && known.tools_of(other).iter().all(|tool| tool.says.least >= strict)
            })
        };
        let start = format!("{RENDERED_PREFIX}{}__", server.spelled);
        let first = self.unclear.partition_point(|tool| tool.rendered.as_str() < start.as_str());
        let mut run_over =
            self.unclear.iter().skip(first).take_while(|tool| tool.rendered.starts_with(&start));
        self.longer.get(position).is_some_and(|longer| longer.iter().all(as_strict))
            && run_over.all(|tool| tool.says.least >= strict)
    }

    /// Whether the gate allows whatever else the tool's rendered name can be read as.
    pub(super) fn allows(&self, known: &Known<'_>, tool: &Tool<'_>) -> bool {
        // INVARIANT: the name of a tool that is not unclear is no other's, but for servers that have
        // one name and then the same decisions.
        !tool.is_unclear
            || splits(rest(tool)).all(|at| {
                let (server, name) = split(rest(tool), at);
                let others = self.spelled(server).iter().filter(|&&position| tool.server != Some(position));
                name.is_empty()
                    || others
                        .filter_map(|&other| known.servers.get(other))
                        .all(|other| known.says(other, name).allows())
            })
    }

    /// What an author's `mcp__` allow reaches; `None` when that is nothing, or something that the
    /// gate does not allow. `rest` stands behind `mcp__`.
    pub(super) fn author_allow(
        &self,
        known: &Known<'_>,
        homes: &Homes<'_>,
        rest: &str,
        is_open: &[bool],
    ) -> Option<Reached> {
        let spelled = self.respelled(known, homes, rest)?;
        let rest = spelled.strip_prefix(RENDERED_PREFIX)?;
        let star = rest.find('*');
        let literal = star.unwrap_or(rest.len());
        let mut servers: Vec<usize> = Vec::new();
        // `matches`: whether the newest version takes the rule to mean something.
        let (mut is_internal, mut matches) = (false, false);
        if star.is_none() {
            is_internal |= rest == INTERNAL_SERVER;
            servers.extend_from_slice(self.by_first.get(rest).map_or(&[], Vec::as_slice));
            if !is_odd(rest) {
                matches |= !self.spelled(rest).is_empty();
                servers.extend_from_slice(self.spelled(rest));
            }
        }
        for (nth, at) in splits(rest).filter(|at| at.saturating_add(2) <= literal).enumerate() {
            let (server, tool) = split(rest, at);
            if star.is_some() {
                is_internal |= server == INTERNAL_SERVER;
                matches |= !self.spelled(server).is_empty();
                servers.extend_from_slice(self.spelled(server));
                if nth == 0 {
                    servers.extend_from_slice(self.by_first.get(server).map_or(&[], Vec::as_slice));
                }
                continue;
            }
            for &position in self.spelled(server) {
                let server = known.servers.get(position)?;
                matches = true;
                if !allows_spelled(known, server, &spelled, tool) {
                    return None;
                }
            }
        }
        if star.is_none() {
            for tool in known.specs().iter().filter(|tool| tool.rendered == spelled) {
                matches = true;
                if !(tool.says.allows() || tool.is_client && !tool.says.denies()) {
                    return None;
                }
            }
        }
        servers.sort_unstable();
        servers.dedup();
        let all_open = servers.iter().all(|&position| is_open.get(position) == Some(&true));
        // What is denied has a rule of its own, and deny comes first.
        let specs_fit = !is_internal
            || known.specs().iter().all(|tool| tool.is_client || tool.says.allows() || tool.says.denies());
        let matches = matches || is_internal;
        (all_open && specs_fit && matches).then_some(Reached { rule: spelled, servers })
    }

    /// The rule as Claude Code spells it. A name written raw would match nothing, as would one with
    /// anything in brackets.
    fn respelled(&self, known: &Known<'_>, homes: &Homes<'_>, rest: &str) -> Option<String> {
        if rest.contains(['(', ')', '[', ']', '?']) || rest.trim() != rest {
            return None;
        }
        let readings = homes.readings(rest);
        let named = |home: Home| match home {
            Home::Server(position) => {
                known.servers.get(position).map(|server| (server.kept.label(), &*server.spelled))
            }
            Home::Internal => Some((INTERNAL_SERVER, INTERNAL_SERVER)),
        };
        let is_plain = spell_glob(rest) == rest;
        match readings.as_slice() {
            [(home, None)] => named(*home)
                .filter(|(label, spelled)| *label == rest || *spelled == rest)
                .map(|(_, spelled)| whole_server(spelled)),
            [(home, Some(tool))] if !is_plain => {
                let (label, spelled) = named(*home)?;
                let is_own = rest.starts_with(label) || rest.starts_with(spelled);
                is_own.then(|| format!("{RENDERED_PREFIX}{spelled}__{}", spell_glob(tool)))
            }
            _ => is_plain.then(|| format!("{RENDERED_PREFIX}{rest}")),
        }
    }
}

/// Whether the gate allows every tool of the server that is rendered so.
fn allows_spelled(known: &Known<'_>, server: &Server<'_>, rendered: &str, spelled: &str) -> bool {
    let mut named = known.tools_of(server).iter().filter(|tool| tool.rendered == rendered).peekable();
    if named.peek().is_some() {
        return named.all(|tool| tool.says.allows());
    }
    known.says(server, spelled).allows()
}

/// What stands behind `mcp__`.
fn rest<'t>(tool: &'t Tool<'_>) -> &'t str {
    tool.rendered.strip_prefix(RENDERED_PREFIX).unwrap_or_default()
}

/// Where a server's name may end: before each `__` but at the start.
fn splits(rest: &str) -> impl Iterator<Item = usize> + '_ {
    rest.as_bytes().windows(2).enumerate().skip(1).filter(|(_, pair)| *pair == b"__").map(|(at, _)| at)
}

fn split(rest: &str, at: usize) -> (&str, &str) {
    let server = rest.get(..at).unwrap_or_default();
    (server, at.checked_add(2).and_then(|at| rest.get(at..)).unwrap_or_default())
}
