//! A document compiled into look-ups, so that a decision scans neither rules nor tools.

use foldhash::fast::RandomState;

use super::kept::{Kept, NamedTools};
use crate::catalog::Catalogs;
use crate::document::{Agent, Filter, Server, ToolKind, ToolSpec};
use crate::name::{self, MAX_NAME, Spelling};
use crate::permission::{Mode, Permission};
use crate::rule::{Pattern, Reading, Rules, Tools, parse};

pub(super) type Map<V> = hashbrown::HashMap<Box<str>, V, RandomState>;
type Set = hashbrown::HashSet<Box<str>, RandomState>;

/// What servers advertised, and whose hints count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trust<'t> {
    /// Catalogs by server label.
    pub catalogs: Option<&'t Catalogs<'t>>,
    /// The servers whose `readOnlyHint` counts (PERM-9).
    pub hints: &'t [String],
}

/// One document, ready to decide.
#[derive(Debug)]
pub(super) struct Plan {
    /// What pointers begin with.
    pub(super) base: &'static str,
    pub(super) servers: Vec<ServerPlan>,
    pub(super) tools: Vec<ToolPlan>,
    pub(super) default: Option<Mode>,
    pub(super) rules: Rules,
    spellings: &'static [Spelling],
    pub(super) kept: Kept,
    by_label: Map<u32>,
    /// Servers by each spelling of their label that a rendered name may hold.
    by_spelling: Map<Vec<u32>>,
    by_tool: Map<u32>,
    /// Gateway and client tools by those spellings of their names that differ from the name.
    tools_respelled: Map<Vec<u32>>,
}

#[derive(Debug)]
pub(super) struct ServerPlan {
    pub(super) index: usize,
    pub(super) label: Box<str>,
    /// The tools that `include` admits.
    pub(super) admitted: Option<Set>,
    pub(super) permission: Option<Permission>,
    pub(super) table: Map<Permission>,
    pub(super) new_tool: Option<Permission>,
    /// PERM-4
    pub(super) is_per_tool: bool,
    pub(super) table_key: &'static str,
    pub(super) new_tool_key: &'static str,
    /// The tools whose claim to only read counts (PERM-9).
    pub(super) trusted_reads: Set,
    /// Tools named by the document or a catalog, by those spellings that differ from the name.
    pub(super) respelled: Respelled,
    pub(super) named: NamedTools,
}

/// Names of tools by those spellings that differ from them.
#[derive(Debug, Default)]
pub(super) struct Respelled {
    by_spelling: Map<Vec<Box<str>>>,
    known: Set,
}

impl Respelled {
    pub(super) fn get(&self, spelling: &str) -> &[Box<str>] {
        self.by_spelling.get(spelling).map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, tool: &str, spellings: &[Spelling]) {
        let others = name::spellings_of(tool, spellings);
        if others.len() < 2 || !self.known.insert(tool.into()) {
            return;
        }
        for spelling in others.into_iter().skip(1) {
            self.by_spelling.entry(spelling.into()).or_default().push(tool.into());
        }
    }
}

/// How many servers a rule may fit and still name a tool of each.
const MANY: usize = 32;

#[derive(Debug)]
pub(super) struct ToolPlan {
    pub(super) index: usize,
    pub(super) name: Box<str>,
    pub(super) kind: ToolKind,
    pub(super) permission: Option<Permission>,
    pub(super) read_only: bool,
}

impl Plan {
    /// `more_labels` are further labels under which rules may know servers: their indexes follow
    /// those of the document's own servers.
    pub(super) fn compile(agent: &Agent<'_>, more_labels: &[&str], trust: &Trust<'_>) -> Self {
        let spellings = Spelling::of_harness(agent.harness.kind);
        let labels: Vec<&str> =
            agent.servers.iter().map(|server| server.name).chain(more_labels.iter().copied()).collect();
        let mut plan = Self {
            base: agent.base,
            servers: agent
                .servers
                .iter()
                .map(|server| ServerPlan::compile(server, spellings, trust))
                .collect(),
            tools: agent.tools.iter().map(ToolPlan::compile).collect(),
            default: agent.default,
            rules: Rules::compile(&agent.rules, &labels),
            spellings,
            kept: Kept::of(agent),
            by_label: Map::default(),
            by_spelling: Map::default(),
            by_tool: Map::default(),
            tools_respelled: Map::default(),
        };
        for (index, server) in (0u32..).zip(&plan.servers) {
            plan.by_label.insert(server.label.clone(), index);
            for spelling in name::spellings_of(&server.label, spellings) {
                plan.by_spelling.entry(spelling.into()).or_default().push(index);
            }
        }
        for (index, tool) in (0u32..).zip(&plan.tools) {
            plan.by_tool.insert(tool.name.clone(), index);
            for spelling in name::spellings_of(&tool.name, spellings).into_iter().skip(1) {
                plan.tools_respelled.entry(spelling.into()).or_default().push(index);
            }
        }
        plan.name_ruled(agent);
        plan
    }

    /// Counts the tools that the rules of a document name as named. A rule that fits very many
    /// servers names no tool of theirs; it matches their rendered names all the same.
    pub(super) fn name_ruled(&mut self, document: &Agent<'_>) {
        for rule in &document.rules {
            let reading = parse(rule.pattern, rule.list, rule.permission);
            let Reading::Gate(Pattern { tools: Tools::Mcp(rest), .. }) = reading else { continue };
            for at in separators(rest) {
                let (Some(label), Some(tool)) = (rest.get(..at), rest.get(at.saturating_add(2)..)) else {
                    continue;
                };
                let servers = self.servers_spelled(label).to_vec();
                // A wildcard names no tool.
                if tool.contains('*') || servers.len() > MANY {
                    continue;
                }
                for server in servers {
                    self.name_tool(server, tool);
                }
            }
        }
    }

    /// Counts a tool of a server as named.
    pub(super) fn name_tool(&mut self, server: u32, tool: &str) {
        let spellings = self.spellings;
        let plan = usize::try_from(server).ok().and_then(|server| self.servers.get_mut(server));
        if let Some(plan) = plan {
            plan.respelled.add(tool, spellings);
        }
    }

    pub(super) fn server(&self, label: &str) -> Option<u32> {
        self.by_label.get(label).copied()
    }

    pub(super) fn servers_spelled(&self, spelling: &str) -> &[u32] {
        self.by_spelling.get(spelling).map_or(&[], Vec::as_slice)
    }

    pub(super) fn tool(&self, name: &str) -> Option<u32> {
        self.by_tool.get(name).copied()
    }

    pub(super) fn tools_spelled(&self, spelling: &str) -> &[u32] {
        self.tools_respelled.get(spelling).map_or(&[], Vec::as_slice)
    }

    pub(super) fn server_plan(&self, server: u32) -> Option<&ServerPlan> {
        self.servers.get(usize::try_from(server).ok()?)
    }

    pub(super) fn tool_plan(&self, tool: u32) -> Option<&ToolPlan> {
        self.tools.get(usize::try_from(tool).ok()?)
    }
}

impl ServerPlan {
    fn compile(server: &Server<'_>, spellings: &[Spelling], trust: &Trust<'_>) -> Self {
        let policy = &server.policy;
        let catalog = trust.catalogs.and_then(|catalogs| catalogs.get(server.name));
        let mut trusted_reads = Set::default();
        if let Some(catalog) = catalog
            && trust.hints.iter().any(|label| label == server.name)
        {
            let reads =
                |tool: &&crate::catalog::CatalogTool<'_>| tool.read_only_hint && !tool.destructive_hint;
            trusted_reads.extend(catalog.tools.iter().filter(reads).map(|tool| Box::from(tool.name)));
            // A tool that stands twice is trusted only if both entries say so.
            for tool in catalog.tools.iter().filter(|tool| !reads(tool)) {
                trusted_reads.remove(tool.name);
            }
        }
        let mut respelled = Respelled::default();
        let advertised = catalog.into_iter().flat_map(|found| &found.tools).map(|tool| tool.name);
        for tool in policy.named_tools().chain(advertised) {
            respelled.add(tool, spellings);
        }
        Self {
            index: server.index,
            label: server.name.into(),
            admitted: match &policy.filter {
                Filter::All => None,
                Filter::Include(names) => Some(names.iter().map(|&name| name.into()).collect()),
            },
            permission: policy.permission,
            table: policy.tool_permissions.iter().map(|&(tool, said)| (tool.into(), said)).collect(),
            new_tool: policy.new_tool_permission,
            is_per_tool: policy.is_per_tool(),
            table_key: policy.table_key(),
            new_tool_key: policy.new_tool_key(),
            trusted_reads,
            named: NamedTools::of(
                server,
                catalog.into_iter().flat_map(|found| &found.tools).map(|tool| tool.name),
            ),
            respelled,
        }
    }

    /// PERM-3
    pub(super) fn hides(&self, tool: &str) -> bool {
        self.admitted.as_ref().is_some_and(|admitted| !admitted.contains(tool))
    }
}

/// Where `__` stands, overlaps included, as far as a label can reach.
pub(super) fn separators(text: &str) -> impl Iterator<Item = usize> {
    // INVARIANT: a label has at most MAX_NAME characters and every spelling of it as many.
    let places = text.as_bytes().windows(2).enumerate().take(MAX_NAME.saturating_add(1));
    places.filter(|(_, pair)| *pair == b"__").map(|(at, _)| at)
}

impl ToolPlan {
    fn compile(tool: &ToolSpec<'_>) -> Self {
        Self {
            index: tool.index,
            name: tool.name.into(),
            kind: tool.kind,
            permission: tool.permission,
            read_only: tool.read_only,
        }
    }
}
