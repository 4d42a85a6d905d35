//! The tools that a gate's documents and catalogs name, with what the gate says of each.

use std::borrow::Cow;

use foldhash::fast::RandomState;

use crate::call::{Call, Subject};
use crate::catalog::{Catalog, Catalogs};
use crate::decision::Step;
use crate::document::ToolKind;
use crate::gate::{Effect, Gate, KeptServer, NamedTool, Unnamed};
use crate::name::{INTERNAL_SERVER, RENDERED_PREFIX, Spelling};
use crate::permission::Permission;
use crate::rule::Arguments;

pub(super) type Map<K, V> = hashbrown::HashMap<K, V, RandomState>;
pub(super) type Set<K> = hashbrown::HashSet<K, RandomState>;

/// Two names that no rule means: what holds for both holds for any other tool.
pub(super) const UNSEEN: [&str; 2] = ["q7zx0unseen", "k3vwtool9"];

/// What a gate says of one tool, over calls of any arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Says {
    /// The strictest of all calls, when nobody says that they only read.
    pub(super) usual: Permission,
    /// The same when somebody says so.
    pub(super) reading: Permission,
    /// The loosest of all calls.
    pub(super) least: Permission,
    /// Whether somebody wrote it for this tool or its server, and not as the agent's default.
    pub(super) is_written: bool,
}

impl Says {
    fn of(gate: &Gate, subject: Subject<'_>) -> Self {
        let call = |read_only| Call { subject, kind: None, read_only, arguments: Arguments::Absent };
        if gate.needs_arguments(&call(false)) {
            return Self::over_arguments(&gate.effect(subject));
        }
        Self::over_reading(gate, |read_only| {
            let call = call(read_only);
            let decision = gate.decide(&call);
            (decision.permission(), decision.step())
        })
    }

    /// The same for a tool that was looked up already, and that is `subject`.
    fn of_tool(gate: &Gate, tool: NamedTool<'_>, subject: Subject<'_>) -> Self {
        if tool.needs_arguments() {
            return Self::over_arguments(&gate.effect(subject));
        }
        Self::over_reading(gate, |read_only| tool.decide(read_only))
    }

    fn over_reading(gate: &Gate, decide: impl Fn(bool) -> (Permission, Step)) -> Self {
        let (usual, step) = decide(false);
        let is_written = !matches!(step, Step::Default | Step::ReadOnly);
        // Nothing but a default asks whether a call only reads; the organisation has its own.
        let reading = if is_written && !gate.has_floor() { usual } else { decide(true).0 };
        Self { usual, reading, least: usual.min(reading), is_written }
    }

    fn over_arguments(effect: &Effect<'_>) -> Self {
        let strictest = effect.strictest.permission();
        Self {
            usual: effect.usual.permission().max(strictest),
            // Rules about arguments are as strict with a call that only reads.
            reading: effect.reading.permission().max(strictest),
            least: effect.at_least(),
            is_written: !matches!(effect.usual.step(), Step::Default | Step::ReadOnly),
        }
    }

    pub(super) fn unnamed(unnamed: &Unnamed) -> Self {
        Self {
            usual: unnamed.usual,
            reading: unnamed.reading,
            least: unnamed.usual.min(unnamed.reading),
            is_written: unnamed.is_own,
        }
    }

    /// The strictest of all calls.
    pub(super) fn most(&self) -> Permission {
        self.usual.max(self.reading)
    }

    /// Whether every call is allowed.
    pub(super) fn allows(&self) -> bool {
        self.most() == Permission::Allow
    }

    /// Whether every call is denied.
    pub(super) fn denies(&self) -> bool {
        self.least == Permission::Deny
    }
}

/// One tool that is known by name.
#[derive(Debug)]
pub(super) struct Tool<'g> {
    /// The position of its server; `None` for gateway and client tools.
    pub(super) server: Option<usize>,
    pub(super) name: &'g str,
    /// As the harness names it.
    pub(super) rendered: String,
    pub(super) says: Says,
    pub(super) is_client: bool,
    /// Whether the rendered name can be split in more than one place, or is not the name as it was.
    pub(super) is_unclear: bool,
}

/// One server and its known tools.
#[derive(Debug)]
pub(super) struct Server<'g> {
    pub(super) kept: KeptServer<'g>,
    /// Its name as the harness spells it.
    pub(super) spelled: Cow<'g, str>,
    pub(super) unnamed: Says,
    /// Whether no allow makes that looser for some tools.
    pub(super) is_final: bool,
    /// Its tools, as a range of [`Known::tools`].
    tools: std::ops::Range<usize>,
}

/// Everything that is known by name.
#[derive(Debug)]
pub(super) struct Known<'g> {
    pub(super) gate: &'g Gate,
    pub(super) spelling: Spelling,
    pub(super) servers: Vec<Server<'g>>,
    /// The tools of the servers in order, then gateway and client tools.
    pub(super) tools: Vec<Tool<'g>>,
    /// Whether some name may be two tools' in the harness.
    pub(super) may_coincide: bool,
    specs: usize,
}

impl<'g> Known<'g> {
    /// `catalogs`: what servers advertised, beside what the gate was compiled with.
    pub(super) fn of(gate: &'g Gate, spelling: Spelling, catalogs: Option<&'g Catalogs<'g>>) -> Self {
        let mut known =
            Self { gate, spelling, servers: Vec::new(), tools: Vec::new(), may_coincide: false, specs: 0 };
        for kept in gate.servers() {
            known.add_server(kept, catalogs.and_then(|catalogs| catalogs.get(kept.label())));
        }
        known.specs = known.tools.len();
        let internal = spelling.normalise(INTERNAL_SERVER);
        for ((_, name, kind), tool) in gate.specs().zip(gate.spec_tools()) {
            let says = Says::of_tool(gate, tool, Subject::Tool(name));
            let spelled = spelling.normalise(name);
            known.tools.push(Tool {
                server: None,
                name,
                rendered: format!("{RENDERED_PREFIX}{internal}__{spelled}"),
                says,
                is_client: kind == ToolKind::Client,
                is_unclear: spelled != name || runs_over(name),
            });
        }
        known.may_coincide = known.tools.iter().any(|tool| tool.is_unclear) || has_twins(&known.servers);
        known
    }

    fn add_server(&mut self, kept: KeptServer<'g>, catalog: Option<&'g Catalog<'g>>) {
        let (position, first) = (self.servers.len(), self.tools.len());
        let label = kept.label();
        let advertised = catalog.into_iter().flat_map(|catalog| &catalog.tools).map(|tool| tool.name);
        let named = kept.written().chain(kept.floored()).chain(kept.advertised()).chain(advertised);
        let spelled = self.spelling.normalise(label);
        let start = format!("{RENDERED_PREFIX}{spelled}__");
        let is_odd = spelled != label || spelled.contains("__") || spelled.ends_with('_');
        // What is written alone mostly has each name once.
        let repeats = kept.repeats() || catalog.is_some() || self.gate.has_floor();
        let repeats = repeats || kept.advertised().next().is_some();
        let mut seen: Set<&str> = Set::default();
        for name in named {
            if name.is_empty() || repeats && !seen.insert(name) {
                continue;
            }
            let says = if name.starts_with(RENDERED_PREFIX) {
                says_of(self.gate, label, name)
            } else {
                Says::of_tool(self.gate, kept.tool(name), Subject::Server { server: label, tool: name })
            };
            let tool = self.spelling.normalise(name);
            let mut rendered = String::with_capacity(start.len().saturating_add(tool.len()));
            rendered.push_str(&start);
            rendered.push_str(&tool);
            let is_unclear = is_odd || matches!(tool, Cow::Owned(_)) || runs_over(name);
            let server = Some(position);
            self.tools.push(Tool { server, name, rendered, says, is_client: false, is_unclear });
        }
        let unnamed = self.gate.unnamed(kept.index);
        self.servers.push(Server {
            kept,
            is_final: unnamed.is_final,
            spelled,
            unnamed: Says::unnamed(&unnamed),
            tools: first..self.tools.len(),
        });
    }

    /// What the gate says of a tool of that server.
    pub(super) fn says(&self, server: &Server<'_>, tool: &str) -> Says {
        says_of(self.gate, server.kept.label(), tool)
    }

    /// What the gate says of a tool that nobody has seen, rules on the whole server included.
    pub(super) fn unseen(&self, server: &Server<'_>) -> Says {
        let [one, other] = UNSEEN.map(|tool| self.says(server, tool));
        if one.most() <= other.most() { one } else { other }
    }

    pub(super) fn tools_of(&self, server: &Server<'_>) -> &[Tool<'g>] {
        self.tools.get(server.tools.clone()).unwrap_or_default()
    }

    /// Gateway and client tools.
    pub(super) fn specs(&self) -> &[Tool<'g>] {
        self.tools.get(self.specs..).unwrap_or_default()
    }

    /// The tools never to offer: those whose every call is denied.
    pub(super) fn withheld(&self) -> impl Iterator<Item = &Tool<'g>> {
        self.tools.iter().filter(|tool| tool.says.denies())
    }
}

fn has_twins(servers: &[Server<'_>]) -> bool {
    let mut names: Set<&str> = Set::default();
    !servers.iter().all(|server| names.insert(&server.spelled))
}

/// Whether a tool's name can be read as the end of a server's name and a tool.
fn runs_over(name: &str) -> bool {
    name.starts_with('_') || name.as_bytes().windows(2).any(|pair| pair == b"__")
}

/// A tool whose name begins as rendered ones do is one that no server is taken to have: the gate
/// reads it as a rendered name too.
fn says_of(gate: &Gate, server: &str, tool: &str) -> Says {
    Says::of(gate, Subject::Server { server, tool })
}
