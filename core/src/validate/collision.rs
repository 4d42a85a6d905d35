//! Names that coincide: servers of one name (CONF-7), and names that harnesses render alike (CONF-8).

use std::borrow::Cow;

use foldhash::fast::RandomState;
use hashbrown::hash_map::Entry;
use hashbrown::{HashMap, HashSet};

use super::server::Source;
use crate::catalog::Catalogs;
use crate::diagnostic::{Code, Collector};
use crate::document::{Agent, Filter, Policy, Server, ToolSpec};
use crate::json::{Pointer, Value};
use crate::name::{INTERNAL_SERVER, RENDERED_PREFIX, Spelling, is_valid};
use crate::permission::Permission;
use crate::suggest::quoted;

/// Reports servers of one name (CONF-7).
pub(super) fn names(servers: &[Server<'_>], sources: &[Source<'_>], at: &Pointer<'_>, out: &mut Collector) {
    let mut exact: HashSet<&str, RandomState> = HashSet::default();
    let mut folded: HashMap<String, &str, RandomState> = HashMap::default();
    for (server, source) in servers.iter().zip(sources) {
        let place = || at.index(server.index).key("name").text();
        if !exact.insert(server.name) {
            let message = format!("{} is the name of an earlier server", quoted(server.name));
            out.error(Code::NameDuplicate, place(), source.name.start, message);
            continue;
        }
        match folded.entry(server.name.to_ascii_lowercase()) {
            Entry::Vacant(entry) => {
                entry.insert(server.name);
            }
            Entry::Occupied(entry) => {
                let (name, earlier) = (quoted(server.name), quoted(entry.get()));
                let message = format!("{name} is the name of an earlier server but for case: {earlier}");
                out.warning(Code::NameDuplicate, place(), source.name.start, message);
            }
        }
    }
}

/// Reports servers and tools of the document and the catalogs that harnesses render alike (CONF-8).
pub(super) fn rendered(
    agent: &Agent<'_>,
    sources: &[Source<'_>],
    tools: &[Value<'_>],
    catalogs: &Catalogs<'_>,
    base: &Pointer<'_>,
    mcps: &Pointer<'_>,
    out: &mut Collector,
) {
    let at = Places { base: *base, mcps: Some(mcps) };
    let labels = Labels::new(agent);
    servers(agent, sources, &labels, &at, out);
    tool_pairs(agent, sources, tools, catalogs, &labels, &at, out);
}

/// The same for one server that stands alone.
pub(super) fn alone(agent: &Agent<'_>, source: &Source<'_>, at: &Pointer<'_>, out: &mut Collector) {
    let at = Places { base: *at, mcps: None };
    let (sources, labels) = (std::slice::from_ref(source), Labels::new(agent));
    tool_pairs(agent, sources, &[], &Catalogs::default(), &labels, &at, out);
}

/// Where the servers stand.
struct Places<'p> {
    base: Pointer<'p>,
    /// `mcps`; none when the one server is the document.
    mcps: Option<&'p Pointer<'p>>,
}

impl Places<'_> {
    fn server(&self, index: usize) -> String {
        self.mcps.map_or_else(|| self.base.text(), |mcps| mcps.index(index).text())
    }
}

/// The servers' names in the coarsest spelling: what coincides in Claude's does so in Codex's too.
struct Labels {
    /// For each server, the first that has the same coarse name.
    first: Vec<usize>,
    /// Whether some server's name can run over into a tool's: `a` and `a__b` may then coincide.
    run_over: bool,
}

impl Labels {
    fn new(agent: &Agent<'_>) -> Self {
        let mut known: HashMap<Cow<'_, str>, usize, RandomState> = HashMap::default();
        let mut labels = Self { first: Vec::with_capacity(agent.servers.len()), run_over: false };
        for (index, server) in agent.servers.iter().enumerate() {
            let coarse = Spelling::Codex.normalise(server.name);
            labels.run_over |= coarse.contains("__") || coarse.ends_with('_');
            labels.first.push(*known.entry(coarse).or_insert(index));
        }
        labels
    }
}

/// The harness that the document names, when it renders names of its own.
fn own_spelling(agent: &Agent<'_>) -> Option<Spelling> {
    match agent.harness.kind? {
        "claude" => Some(Spelling::Claude),
        "codex" => Some(Spelling::Codex),
        _ => None,
    }
}

fn servers(agent: &Agent<'_>, sources: &[Source<'_>], labels: &Labels, at: &Places<'_>, out: &mut Collector) {
    let own = own_spelling(agent);
    let ruled = has_mcp_rules(agent);
    // The first server of each name in Claude's spelling, among those that Codex cannot tell apart.
    let mut fine: HashMap<Cow<'_, str>, usize, RandomState> = HashMap::default();
    let mut told: HashSet<&str, RandomState> = HashSet::default();
    for (index, ((server, source), &first)) in
        agent.servers.iter().zip(sources).zip(&labels.first).enumerate()
    {
        let same = |other: usize| agent.servers.get(other).filter(|other| other.name != server.name);
        if first == index {
            continue;
        }
        // A name given twice is an error of its own (CONF-7).
        let Some(coarse) = same(first) else { continue };
        if !told.insert(server.name) {
            continue;
        }
        fine.entry(Spelling::Claude.normalise(coarse.name)).or_insert(first);
        let in_claude = *fine.entry(Spelling::Claude.normalise(server.name)).or_insert(index);
        let claude = same(in_claude);
        let other = if own == Some(Spelling::Claude) { claude } else { Some(coarse) };
        let differs = other.is_some_and(|other| ruled || !same_effect(&server.policy, &other.policy));
        let harnesses = if claude.is_some() { "Claude Code and Codex" } else { "Codex" };
        let message = format!(
            "{harnesses} cannot tell the servers {} and {} apart",
            quoted(claude.unwrap_or(coarse).name),
            quoted(server.name)
        );
        let place = at.server(server.index) + "/name";
        report(own.is_some() && differs, place, source.name.start, message, out);
    }
}

/// What the document itself says about a tool, the agent's default apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    Decided(Permission),
    Inherited,
}

/// One tool that the document or a catalog names.
struct Named<'v> {
    /// The server's position; none for a gateway or client tool.
    server: Option<usize>,
    tool: &'v str,
    effect: Effect,
    /// What else decides about a gateway or client tool.
    spec: Option<&'v ToolSpec<'v>>,
    /// Pointer below the server (or below the agent) and offset of where it is named.
    place: Place,
    offset: u32,
}

#[derive(Clone, Copy)]
enum Place {
    Table,
    Filter(usize),
    Catalog,
    Tool(usize),
}

fn tool_pairs(
    agent: &Agent<'_>,
    sources: &[Source<'_>],
    tools: &[Value<'_>],
    catalogs: &Catalogs<'_>,
    labels: &Labels,
    at: &Places<'_>,
    out: &mut Collector,
) {
    let mut named = gather(agent, sources, catalogs, labels);
    if agent.tools.iter().any(|spec| !is_plain(spec.name)) {
        for spec in &agent.tools {
            let name = tools.get(spec.index).and_then(|tool| tool.get("name"));
            named.push(Named {
                server: None,
                tool: spec.name,
                effect: spec.permission.map_or(Effect::Inherited, Effect::Decided),
                spec: Some(spec),
                place: Place::Tool(spec.index),
                offset: name.map_or(0, |name| name.start),
            });
        }
    }
    let own = own_spelling(agent);
    let coarse = coinciding(&named, agent, labels.run_over, Spelling::Codex);
    if coarse.is_empty() {
        return;
    }
    let fine: HashMap<usize, usize, RandomState> =
        coinciding(&named, agent, labels.run_over, Spelling::Claude).into_iter().collect();
    for (later, first) in coarse {
        let Some(this) = named.get(later) else { continue };
        let claude = fine.get(&later).and_then(|&index| named.get(index));
        let codex = named.get(first);
        let other = if own == Some(Spelling::Claude) { claude } else { codex };
        let differs = other.is_some_and(|other| differs(this, other, agent));
        let Some(shown) = claude.or(codex) else { continue };
        let harnesses = if claude.is_some() { "Claude Code and Codex" } else { "Codex" };
        let (name, shown) = (described(this, agent), described(shown, agent));
        let message = format!("{harnesses} cannot tell {shown} and {name} apart");
        report(own.is_some() && differs, place(this, agent, at), this.offset, message, out);
    }
}

/// Up to so many names are compared each with each, which is cheaper than keeping them in a table.
const FEW: usize = 16;

/// Whether two of a few names may coincide.
fn some_alike<'n, I: Iterator<Item = &'n str>>(names: impl Fn() -> I) -> bool {
    names().enumerate().any(|(index, one)| {
        names().skip(index.saturating_add(1)).any(|other| one != other && may_coincide(one, other))
    })
}

/// Whether two names can be spelled alike: exact for ASCII, and when in doubt they can.
fn may_coincide(one: &str, other: &str) -> bool {
    let blurred = |byte: u8| byte == b'_' || !byte.is_ascii_alphanumeric();
    let alike = |(one, other): (u8, u8)| one == other || blurred(one) && blurred(other);
    (one.len() == other.len() && one.bytes().zip(other.bytes()).all(alike))
        || !one.is_ascii()
        || !other.is_ascii()
}

/// The tools of servers whose names could coincide with another's, each once.
fn gather<'v>(
    agent: &'v Agent<'v>,
    sources: &'v [Source<'v>],
    catalogs: &'v Catalogs<'v>,
    labels: &Labels,
) -> Vec<Named<'v>> {
    let mut named = Vec::new();
    for (position, (server, source)) in agent.servers.iter().zip(sources).enumerate() {
        let catalog = catalogs.get(server.name);
        let in_catalog = || catalog.into_iter().flat_map(|catalog| &catalog.tools);
        let written = || {
            let names = source.names.iter().filter_map(Value::as_str);
            source.table.iter().map(|entry| entry.key.as_ref()).chain(names)
        };
        let few = catalog.is_none() && source.table.len().saturating_add(source.names.len()) <= FEW;
        let coincide = labels.run_over
            || if few { some_alike(written) } else { written().any(|tool| !is_plain(tool)) }
            || in_catalog().any(|tool| !is_plain(tool.name));
        // Servers that are rendered alike were reported themselves, and so were names that cannot
        // stand, which may be too long to be rendered for each of their tools.
        if !coincide || labels.first.get(position) != Some(&position) || !is_valid(server.name) {
            continue;
        }
        let policy = &server.policy;
        let fallback = unnamed(policy);
        let mut seen: HashSet<&str, RandomState> = HashSet::default();
        let mut add = |tool: &'v str, effect, place, offset| {
            if seen.insert(tool) {
                named.push(Named { server: Some(position), tool, effect, spec: None, place, offset });
            }
        };
        for entry in source.table {
            let permission = entry.value.as_str().and_then(Permission::parse);
            let effect = permission.map_or(fallback, Effect::Decided);
            add(&entry.key, effect, Place::Table, entry.key_start);
        }
        for (index, name) in source.names.iter().enumerate() {
            if let Some(tool) = name.as_str() {
                add(tool, fallback, Place::Filter(index), name.start);
            }
        }
        let hidden = matches!(policy.filter, Filter::Include(_));
        let fallback = if hidden { Effect::Decided(Permission::Deny) } else { fallback };
        for tool in in_catalog() {
            add(tool.name, fallback, Place::Catalog, source.name.start);
        }
    }
    named
}

/// Which tools coincide with an earlier one in a spelling: each with the first of its name.
fn coinciding(
    named: &[Named<'_>],
    agent: &Agent<'_>,
    run_over: bool,
    spelling: Spelling,
) -> Vec<(usize, usize)> {
    let mut first: HashMap<(Option<usize>, Cow<'_, str>), usize, RandomState> = HashMap::default();
    first.reserve(named.len());
    let mut found = Vec::new();
    for (index, tool) in named.iter().enumerate() {
        // Unless names run over, tools of two servers cannot coincide, and the tool's part will do.
        let key = if run_over {
            (None, Cow::Owned(spelling.render(server_name(tool, agent), tool.tool)))
        } else {
            (tool.server, spelling.normalise(tool.tool))
        };
        match first.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(index);
            }
            Entry::Occupied(entry) => {
                let earlier = named.get(*entry.get());
                // A gateway tool's name given twice is an error of its own (CONF-24).
                if earlier.is_some_and(|earlier| (earlier.server, earlier.tool) != (tool.server, tool.tool)) {
                    found.push((index, *entry.get()));
                }
            }
        }
    }
    found
}

fn server_name<'a>(tool: &Named<'_>, agent: &Agent<'a>) -> &'a str {
    tool.server.and_then(|position| agent.servers.get(position)).map_or(INTERNAL_SERVER, |server| server.name)
}

fn described(tool: &Named<'_>, agent: &Agent<'_>) -> String {
    match tool.server {
        Some(_) => format!("the tool {} of {}", quoted(tool.tool), quoted(server_name(tool, agent))),
        None => format!("the tool {}", quoted(tool.tool)),
    }
}

fn place(tool: &Named<'_>, agent: &Agent<'_>, at: &Places<'_>) -> String {
    let server = tool.server.and_then(|position| agent.servers.get(position));
    let mut text = match server {
        Some(server) => at.server(server.index),
        None => at.base.text(),
    };
    match tool.place {
        Place::Table => {
            text.push_str("/policy");
            Pointer::push_key(
                &mut text,
                server.map_or("tool_permissions", |server| server.policy.table_key()),
            );
            Pointer::push_key(&mut text, tool.tool);
        }
        Place::Filter(index) => text.push_str(&format!("/policy/tools/names/{index}")),
        Place::Catalog => text.push_str("/name"),
        Place::Tool(index) => text.push_str(&format!("/tools/{index}/name")),
    }
    text
}

/// Whether calls of the two could be decided differently; when in doubt they could.
fn differs(one: &Named<'_>, other: &Named<'_>, agent: &Agent<'_>) -> bool {
    match (one.spec, other.spec) {
        (None, None) => one.effect != other.effect || has_mcp_rules(agent),
        (Some(one), Some(other)) => {
            one.permission != other.permission
                || (one.kind, one.read_only) != (other.kind, other.read_only)
                || agent.rules.iter().any(|rule| rule.pattern != "*")
        }
        _ => true,
    }
}

/// Whether some rule may tell tools of servers apart that are rendered alike.
fn has_mcp_rules(agent: &Agent<'_>) -> bool {
    agent.rules.iter().any(|rule| rule.pattern.starts_with(RENDERED_PREFIX))
}

/// What a policy says about a tool that it does not name (PERM-4, PERM-5).
fn unnamed(policy: &Policy<'_>) -> Effect {
    if policy.is_per_tool() {
        Effect::Decided(policy.new_tool_permission.unwrap_or(Permission::Ask))
    } else {
        policy.permission.map_or(Effect::Inherited, Effect::Decided)
    }
}

/// Whether two policies surely decide alike for every tool.
fn same_effect(one: &Policy<'_>, other: &Policy<'_>) -> bool {
    let filters = match (&one.filter, &other.filter) {
        (Filter::All, Filter::All) => true,
        (Filter::Include(one), Filter::Include(other)) => {
            // Equal lengths first: so the comparison costs no more than either is long.
            one.len() == other.len() && {
                let names: HashSet<&&str, RandomState> = other.iter().collect();
                one.iter().all(|name| names.contains(name))
                    && names.len() == one.iter().collect::<HashSet<_, RandomState>>().len()
            }
        }
        _ => false,
    };
    filters
        && unnamed(one) == unnamed(other)
        && one.tool_permissions.len() == other.tool_permissions.len()
        && {
            let table: HashMap<&str, Permission, RandomState> =
                other.tool_permissions.iter().copied().collect();
            one.tool_permissions.iter().all(|(tool, permission)| table.get(tool) == Some(permission))
        }
}

/// Whether no harness spells a name differently.
fn is_plain(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn report(error: bool, place: String, offset: u32, message: String, out: &mut Collector) {
    if error {
        out.error(Code::NameCollision, place, offset, message);
    } else {
        out.warning(Code::NameCollision, place, offset, message);
    }
    out.help(|| Some("rename one of them".to_owned()));
}
