//! The organisation's floor (PERM-12): a second document, whose denials no agent can take away.

use fluent_uri::Uri;

use super::explain::Rung;
use super::identity::{Identity, target};
use super::ladder::{Outcome, Silent, Trace};
use super::plan::{Plan, Trust};
use crate::decision::Step;
use crate::document::{Agent, Connection, Server, ToolKind};
use crate::permission::Permission;
use crate::rule::{Given, RuleId, Target};

/// The organisation's document, compiled against one agent's servers.
#[derive(Debug)]
pub(super) struct Floor {
    plan: Plan,
    /// For each server of the agent, the organisation's servers that are the same one.
    same: Vec<Same>,
    /// The organisation's servers by what they reach; several may reach one.
    reached: Vec<Vec<u32>>,
    /// For each server of the agent, under which index the organisation's rules know its label.
    labels: Vec<usize>,
}

/// The organisation's servers that are one of the agent's.
#[derive(Clone, Copy, Debug, Default)]
struct Same {
    /// That of its label.
    labelled: Option<u32>,
    /// Those of its connection: an index of [`Floor::reached`].
    reached: Option<usize>,
}

impl Floor {
    pub(super) fn compile(document: &Agent<'_>, agent: &Agent<'_>) -> Self {
        // INVARIANT: rules know the document's own labels first, then those that only the agent has.
        let mut known: Vec<&str> = document.servers.iter().map(|server| server.name).collect();
        let mut places: hashbrown::HashMap<&str, usize, foldhash::fast::RandomState> =
            known.iter().enumerate().map(|(index, &label)| (label, index)).collect();
        let labels = agent.servers.iter().map(|server| {
            *places.entry(server.name).or_insert_with(|| {
                known.push(server.name);
                known.len().saturating_sub(1)
            })
        });
        let labels: Vec<usize> = labels.collect();
        let more = known.get(document.servers.len()..).unwrap_or_default();
        let plan = Plan::compile(document, more, &Trust::default());
        let mut reached: Vec<Vec<u32>> = Vec::new();
        let mut by_reach: hashbrown::HashMap<Reach, usize, foldhash::fast::RandomState> = Default::default();
        for (index, server) in (0u32..).zip(&document.servers) {
            let Some(reach) = Reach::of(server) else { continue };
            let group = *by_reach.entry(reach).or_insert(reached.len());
            match reached.get_mut(group) {
                Some(servers) => servers.push(index),
                None => reached.push(vec![index]),
            }
        }
        let same = agent.servers.iter().map(|server| Same {
            labelled: plan.server(server.name),
            reached: Reach::of(server).and_then(|reach| by_reach.get(&reach).copied()),
        });
        Self { same: same.collect(), plan, reached, labels }
    }

    /// Counts the tools that this document names as named by the agent's plan: a call must not lose
    /// a denial by the spelling of a rendered name.
    pub(super) fn name_tools(&self, plan: &mut Plan, document: &Agent<'_>, agent: &Agent<'_>) {
        for (server, _) in (0u32..).zip(&agent.servers) {
            for other in self.same_servers(server) {
                let other = usize::try_from(other).ok().and_then(|other| document.servers.get(other));
                for tool in other.into_iter().flat_map(|other| other.policy.named_tools()) {
                    plan.name_tool(server, tool);
                }
            }
        }
        plan.name_ruled(document);
    }

    /// The agent's outcome, or the organisation's where that is stricter.
    pub(super) fn raise<'a>(
        &'a self,
        trace: &mut impl Trace,
        outcome: Outcome<'a>,
        identity: &Identity<'a>,
        read_only: bool,
        given: Given<'_>,
    ) -> Outcome<'a> {
        match self.word(identity, read_only, given) {
            Some(floor) if floor.permission > outcome.permission => {
                trace.note(Rung::Organisation, Some(floor.permission), || {
                    "the organisation's document is stricter".into()
                });
                Outcome { step: Step::Floor, identity: Some(*identity), from_floor: true, ..floor }
            }
            Some(_) => {
                trace.note(Rung::Organisation, None, || "the organisation's document is not stricter".into());
                outcome
            }
            None => {
                trace.note(Rung::Organisation, None, || {
                    "the organisation's document says nothing of it".into()
                });
                outcome
            }
        }
    }

    pub(super) fn needs_arguments(&self, identity: &Identity<'_>) -> bool {
        let known = self.known(identity);
        let targets = known.into_iter().flat_map(|known| [target(&known), self.labelled(identity)]);
        targets.flatten().any(|target| self.plan.rules.needs_arguments(target))
    }

    pub(super) const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What the organisation's document says of this tool: the strictest over all its servers that
    /// are the tool's, since each is a word about that server.
    fn word<'a>(&'a self, identity: &Identity<'a>, read_only: bool, given: Given<'_>) -> Option<Outcome<'a>> {
        let words = self.known(identity).into_iter().map(|known| {
            let targets = [target(&known), self.labelled(identity)].into_iter().flatten();
            let rule =
                targets.filter_map(|target| self.plan.rules.strictest(target, given)).reduce(stricter_rule);
            let own = self.plan.own_word(&mut Silent, &known);
            // The caller's word that a call only reads is not about a tool of the document's own.
            let reads = read_only && !matches!(identity, Identity::Spec { .. });
            // PERM-30: of a default only a deny counts for a client tool.
            let client = |one: &Identity<'_>| matches!(one, Identity::Spec { kind: ToolKind::Client, .. });
            let is_client = client(identity) || client(&known);
            let counts = |word: &Outcome<'a>| !is_client || word.permission == Permission::Deny;
            let default = || self.plan.written_default(&known, reads).filter(counts);
            self.plan.first_word(&mut Silent, own, rule, default)
        });
        words.reduce(stricter_word).flatten()
    }

    /// The tool as the organisation's document knows it: under each of its servers that is the
    /// tool's, by its own spec, or as nobody's.
    fn known<'a>(&'a self, identity: &Identity<'a>) -> Vec<Identity<'a>> {
        match *identity {
            Identity::Mcp { server, tool, rendered, .. } => {
                let known = |server| Identity::Mcp { server, label: "", tool, rendered };
                let same: Vec<Identity<'a>> = self.same_servers(server).map(known).collect();
                if same.is_empty() { vec![Identity::UnknownServer(tool)] } else { same }
            }
            // What the agent leaves out of its `tools` is still the organisation's gateway tool.
            Identity::Spec { name, .. } | Identity::Builtin(name) => match self.plan.tool(name) {
                Some(tool) => vec![self.plan.spec(tool)],
                None => vec![Identity::Builtin(name)],
            },
            Identity::UnknownServer(_) | Identity::UnknownSpec(_) => Vec::new(),
        }
    }

    /// The organisation's servers that are the agent's server of that index.
    pub(super) fn same_servers(&self, server: u32) -> impl Iterator<Item = u32> {
        let same = usize::try_from(server).ok().and_then(|server| self.same.get(server)).copied();
        let Same { labelled, reached } = same.unwrap_or_default();
        let reached = reached.and_then(|group| self.reached.get(group)).into_iter().flatten().copied();
        labelled.into_iter().chain(reached.filter(move |&server| Some(server) != labelled))
    }

    /// How the organisation's rules know the tool by what the agent calls it.
    fn labelled<'a>(&self, identity: &Identity<'a>) -> Option<Target<'a>> {
        match *identity {
            Identity::Mcp { server, tool, rendered, .. } => {
                let server = *self.labels.get(usize::try_from(server).ok()?)?;
                Some(Target::Mcp { server, tool, rendered })
            }
            _ => target(identity),
        }
    }
}

fn stricter_rule(first: (Permission, RuleId), second: (Permission, RuleId)) -> (Permission, RuleId) {
    if second.0 > first.0 { second } else { first }
}

fn stricter_word<'a>(first: Option<Outcome<'a>>, second: Option<Outcome<'a>>) -> Option<Outcome<'a>> {
    match (first, second) {
        (Some(one), Some(other)) if other.permission > one.permission => Some(other),
        (None, other) => other,
        (first, _) => first,
    }
}

/// What a server reaches, so that a renamed label is still the same server. URLs are compared by
/// host, port and path alone: a query, a fragment, another scheme, a slash more or a character
/// written as its code must not make a server a different one.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Reach {
    Gateway(Box<str>, Box<str>),
    Http(Box<[u8]>),
}

impl Reach {
    fn of(server: &Server<'_>) -> Option<Self> {
        match server.connection {
            Some(Connection::Gateway { namespace, target }) => {
                Some(Self::Gateway(namespace.into(), target.into()))
            }
            Some(Connection::Http { url }) => Self::of_url(url),
            // CONF-15: matched to the project's connection of that name.
            None => Some(Self::Gateway("custom".into(), server.name.into())),
        }
    }

    fn of_url(url: &str) -> Option<Self> {
        let url = Uri::parse(url).ok()?.normalize();
        let authority = url.authority()?;
        let host = authority.host().trim_end_matches('.').to_ascii_lowercase();
        // Both defaults are one: a change of scheme is no change of server.
        let port = match authority.port_to_u16().ok()? {
            None | Some(80 | 443) => 443,
            Some(port) => port,
        };
        let mut reach = format!("{host}:{port}").into_bytes();
        for byte in url.path().decode().to_bytes().iter() {
            if *byte != b'/' || reach.last() != Some(&b'/') {
                reach.push(*byte);
            }
        }
        if reach.last() == Some(&b'/') {
            reach.pop();
        }
        Some(Self::Http(reach.into()))
    }
}
