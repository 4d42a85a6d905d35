//! Comparing two documents by what they decide (EDIT-20), not by how they are written.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde::Serialize;

use crate::call::{Call, Subject};
use crate::catalog::Catalogs;
use crate::decision::{Decision, Reason, Step};
use crate::document::{Agent, Filter, Policy};
use crate::gate::{Effect, Gate};
use crate::json::{Kind, Member, Value};
use crate::name::{self, FOLDED_BUILTINS, INTERNAL_SERVER, RENDERED_PREFIX, Spelling};
use crate::permission::Permission;
use crate::rule::{self, Arguments, Pattern, Reading, Tools};

/// A name that stands for every tool nobody named: a private character that no document uses.
const NOBODY: &str = "\u{10FFFD}";

/// One document to compare: as it was read, and compiled.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// What was written.
    pub agent: &'a Agent<'a>,
    /// What decides.
    pub gate: &'a Gate,
}

/// Whether a change lets more or less through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Some call gets a less strict decision.
    Looser,
    /// No call gets a less strict decision, some a stricter one.
    Stricter,
    /// Only the agent's default, which a lone policy does not know, can tell.
    Depends,
}

/// What one document decides of a tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Said {
    /// The decision; null where the agent's default decides and is not known.
    pub permission: Option<&'static str>,
    /// The agent's default decides, which a lone policy does not know.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub depends: bool,
    /// The decision for calls that the caller says only read, where it is another.
    #[serde(rename = "readOnly", skip_serializing_if = "Option::is_none")]
    pub read_only: Option<&'static str>,
    /// The decision when every ask and deny rule about arguments matches, where it is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<&'static str>,
    /// Why.
    pub reason: Reason,
}

/// One tool whose decision differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The server of an MCP tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// The tool; null stands for any other tool of the server, or any other call.
    pub tool: Option<String>,
    /// The beginning of the arguments' text that a rule names, when the change is about such calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefix: Option<String>,
    /// What the first document decides.
    pub before: Said,
    /// What the second document decides.
    pub after: Said,
    /// Looser or stricter.
    pub direction: Direction,
}

/// Every tool that either document, a catalog or a rule names, and any other tool of each server,
/// whose decision differs: servers first, then gateway and client tools, built-ins, any other call.
#[must_use]
pub fn diff(before: Side<'_>, after: Side<'_>, catalogs: &Catalogs<'_>) -> Vec<Change> {
    let mut subjects = Subjects::default();
    subjects.name_servers([before.agent, after.agent], catalogs);
    for tool in [before.agent, after.agent].into_iter().flat_map(|agent| &agent.tools) {
        subjects.specs.insert(tool.name.to_owned());
        subjects.add_spec(tool.name, None);
    }
    for agent in [before.agent, after.agent] {
        subjects.name_rules(agent);
    }
    subjects.name_others();
    subjects.list.iter().filter_map(|probe| probe.change(before.gate, after.gate, false)).collect()
}

/// [`diff`] for one server whose agent is not known: where the default decides, the permission is
/// null (EDIT-1 to EDIT-5). `before` and `after` have the same one server.
#[must_use]
pub fn diff_policies(before: Side<'_>, after: Side<'_>, catalogs: &Catalogs<'_>) -> Vec<Change> {
    let mut subjects = Subjects::default();
    subjects.name_servers([before.agent, after.agent], catalogs);
    let changes = subjects.list.iter().filter_map(|probe| probe.change(before.gate, after.gate, true));
    changes.map(|change| Change { server: None, ..change }).collect()
}

/// A tool to compare, or a kind of call of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Probe {
    server: Option<String>,
    /// What is shown; none for any other tool.
    tool: Option<String>,
    /// The name that is asked about.
    asked: String,
    /// Whether it is a gateway or client tool of either document. Where the other has none of that
    /// name it is gone there, and not a built-in of the harness.
    is_spec: bool,
    prefix: Option<String>,
}

/// What a gate decides of a probe's calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answer {
    usual: Permission,
    step: Step,
    reading: Permission,
    strictest: Permission,
}

impl Probe {
    fn subject(&self) -> Subject<'_> {
        match &self.server {
            Some(server) => Subject::Server { server, tool: &self.asked },
            None if self.is_spec => Subject::Server { server: INTERNAL_SERVER, tool: &self.asked },
            None if self.asked.starts_with(RENDERED_PREFIX) => Subject::Rendered(&self.asked),
            None => Subject::Tool(&self.asked),
        }
    }

    fn ask(&self, gate: &Gate) -> Answer {
        if let Some(prefix) = &self.prefix {
            let (usual, step) =
                self.decide(gate, prefix, false, |decision| (decision.permission(), decision.step()));
            let reading = self.decide(gate, prefix, true, |decision| decision.permission());
            return Answer { usual, step, reading, strictest: usual };
        }
        let Effect { usual, reading, strictest, .. } = gate.effect(self.subject());
        Answer {
            usual: usual.permission(),
            step: usual.step(),
            reading: reading.permission(),
            strictest: strictest.permission(),
        }
    }

    /// Decides a call whose arguments are the prefix alone, in the argument that rules read.
    fn decide<R>(
        &self,
        gate: &Gate,
        prefix: &str,
        read_only: bool,
        answer: impl FnOnce(Decision<'_>) -> R,
    ) -> R {
        let key = match self.asked.as_str() {
            "Bash" => "command",
            "Read" | "Edit" | "Write" | "Ls" | "Find" | "Grep" => "file_path",
            _ => "text",
        };
        let text = Value { start: 0, kind: Kind::String(Cow::Borrowed(prefix)) };
        let member = Member { key: Cow::Borrowed(key), key_start: 0, value: text };
        let value = Value { start: 0, kind: Kind::Object(vec![member]) };
        let arguments = Arguments::read(Some(&value));
        answer(gate.decide(&Call { subject: self.subject(), kind: None, read_only, arguments }))
    }

    fn reason(&self, gate: &Gate) -> Reason {
        match &self.prefix {
            Some(prefix) => self.decide(gate, prefix, false, |decision| decision.reason()),
            None => gate.effect(self.subject()).usual.reason(),
        }
    }

    fn change(&self, before: &Gate, after: &Gate, lone: bool) -> Option<Change> {
        let (was, is) = (self.ask(before), self.ask(after));
        if was.decides_as(&is, lone) {
            return None;
        }
        let Self { server, tool, prefix, .. } = self.clone();
        Some(Change {
            server,
            tool,
            prefix,
            before: was.said(lone, self.reason(before)),
            after: is.said(lone, self.reason(after)),
            direction: was.direction(&is, lone),
        })
    }
}

impl Answer {
    /// Whether the agent's default decides, which a lone policy does not know.
    const fn depends(&self, lone: bool) -> bool {
        lone && matches!(self.step, Step::Default | Step::ReadOnly)
    }

    fn decides_as(&self, other: &Self, lone: bool) -> bool {
        let known = |answer: &Self| (answer.usual, answer.reading, answer.strictest);
        match (self.depends(lone), other.depends(lone)) {
            (true, true) => true,
            (false, false) => known(self) == known(other),
            _ => false,
        }
    }

    fn direction(&self, after: &Self, lone: bool) -> Direction {
        let (unknown_before, unknown_after) = (self.depends(lone), after.depends(lone));
        if unknown_before || unknown_after {
            return match (self.usual, after.usual) {
                (Permission::Deny, _) if !unknown_before => Direction::Looser,
                (_, Permission::Allow) if !unknown_after => Direction::Looser,
                (Permission::Allow, _) if !unknown_before => Direction::Stricter,
                (_, Permission::Deny) if !unknown_after => Direction::Stricter,
                _ => Direction::Depends,
            };
        }
        let looser =
            after.usual < self.usual || after.reading < self.reading || after.strictest < self.strictest;
        if looser { Direction::Looser } else { Direction::Stricter }
    }

    fn said(&self, lone: bool, reason: Reason) -> Said {
        let depends = self.depends(lone);
        let other =
            |permission: Permission| (!depends && permission != self.usual).then_some(permission.as_str());
        Said {
            permission: (!depends).then_some(self.usual.as_str()),
            depends,
            read_only: other(self.reading),
            arguments: other(self.strictest),
            // The name that was asked with is no tool's.
            reason: Reason { tool: reason.tool.filter(|tool| !tool.contains(NOBODY)), ..reason },
        }
    }
}

/// What to compare, each once, in the order in which it was named.
#[derive(Default)]
struct Subjects {
    list: Vec<Probe>,
    seen: HashSet<Probe>,
    /// Gateway and client tools of either document.
    specs: HashSet<String>,
    servers: Vec<String>,
    /// Servers by each spelling of their label that a pattern may hold.
    by_spelling: HashMap<String, Vec<usize>>,
}

impl Subjects {
    fn add(&mut self, server: Option<&str>, tool: Option<&str>, asked: &str, prefix: Option<&str>) {
        self.add_probe(Probe {
            server: server.map(str::to_owned),
            tool: tool.map(str::to_owned),
            asked: asked.to_owned(),
            is_spec: false,
            prefix: prefix.map(str::to_owned),
        });
    }

    fn add_spec(&mut self, tool: &str, prefix: Option<&str>) {
        self.add_probe(Probe {
            server: None,
            tool: Some(tool.to_owned()),
            asked: tool.to_owned(),
            is_spec: true,
            prefix: prefix.map(str::to_owned),
        });
    }

    fn add_probe(&mut self, probe: Probe) {
        if self.seen.insert(probe.clone()) {
            self.list.push(probe);
        }
    }

    /// Servers in the order in which they were first written, each with the tools that either
    /// document or its catalog names and then any other tool.
    fn name_servers(&mut self, agents: [&Agent<'_>; 2], catalogs: &Catalogs<'_>) {
        let mut places: HashMap<&str, usize> = HashMap::new();
        let mut written: Vec<Vec<&Policy<'_>>> = Vec::new();
        for server in agents.iter().flat_map(|agent| &agent.servers) {
            let place = *places.entry(server.name).or_insert(written.len());
            if place == written.len() {
                for spelling in name::spellings(server.name) {
                    self.by_spelling.entry(spelling.into_owned()).or_default().push(place);
                }
                self.servers.push(server.name.to_owned());
                written.push(Vec::new());
            }
            if let Some(policies) = written.get_mut(place) {
                policies.push(&server.policy);
            }
        }
        for (label, policies) in self.servers.clone().iter().zip(written) {
            for policy in policies {
                let included =
                    if let Filter::Include(names) = &policy.filter { names.as_slice() } else { &[] };
                let tabled = policy.tool_permissions.iter().map(|&(tool, _)| tool);
                for tool in tabled.chain(included.iter().copied()) {
                    self.add(Some(label), Some(tool), tool, None);
                }
            }
            for tool in catalogs.get(label).into_iter().flat_map(|catalog| &catalog.tools) {
                self.add(Some(label), Some(tool.name), tool.name, None);
            }
            self.add(Some(label), None, NOBODY, None);
        }
    }

    fn name_rules(&mut self, agent: &Agent<'_>) {
        for written in &agent.rules {
            let reading = rule::parse(written.pattern, written.list, written.permission);
            let Reading::Gate(Pattern { tools, prefix }) = reading else { continue };
            match tools {
                Tools::Every => {}
                Tools::Named(tool) if self.specs.contains(tool) => self.add_spec(tool, prefix),
                Tools::Named(tool) => self.add(None, Some(tool), tool, prefix),
                Tools::Mcp(rest) => self.name_mcp(rest, prefix),
            }
        }
    }

    /// The tools that a pattern behind `mcp__` names: literally, by a wildcard (shown as it is
    /// written), or all of a server by the server's name alone.
    fn name_mcp(&mut self, rest: &str, prefix: Option<&str>) {
        let mut named: Vec<(usize, Option<&str>)> = self.spelled(rest).map(|server| (server, None)).collect();
        for (at, _) in rest.match_indices("__") {
            let (label, tool) =
                (rest.get(..at).unwrap_or_default(), rest.get(at.saturating_add(2)..).unwrap_or_default());
            named.extend(self.spelled(label).map(|server| (server, Some(tool))));
            if name::is_internal(label) && self.specs.contains(tool) {
                self.add_spec(tool, prefix);
            } else if name::is_internal(label) {
                let asked = Spelling::Claude.render(INTERNAL_SERVER, tool);
                self.add(None, Some(tool), &asked, prefix);
            }
        }
        if rest.split("__").next().is_some_and(|label| label.contains('*')) {
            let tool = rest.rsplit_once("__").map(|(_, tool)| tool);
            named.extend((0..self.servers.len()).map(|server| (server, tool)));
        }
        for (server, tool) in named {
            let label = self.servers.get(server).cloned();
            let asked = tool.map_or_else(|| NOBODY.to_owned(), |tool| tool.replace('*', NOBODY));
            self.add(label.as_deref(), tool, &asked, prefix);
        }
    }

    fn spelled(&self, label: &str) -> impl Iterator<Item = usize> + use<> {
        self.by_spelling.get(label).cloned().unwrap_or_default().into_iter()
    }

    fn name_others(&mut self) {
        for tool in FOLDED_BUILTINS {
            self.add(None, Some(tool), tool, None);
        }
        self.add(None, None, NOBODY, None);
    }
}
