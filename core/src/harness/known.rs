//! The tools that a gate's documents and catalogs name, with what the gate says of each.

use std::borrow::Cow;

use foldhash::fast::RandomState;

use crate::call::{Call, Subject};
use crate::catalog::{Catalog, Catalogs};
use crate::decision::Step;
use crate::document::ToolKind;
use crate::gate::{Gate, KeptServer, Unnamed};
use crate::name::{INTERNAL_SERVER, Spelling};
use crate::permission::Permission;
use crate::rule::Arguments;

pub(super) type Map<K, V> = hashbrown::HashMap<K, V, RandomState>;
pub(super) type Set<K> = hashbrown::HashSet<K, RandomState>;

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
        let call = Call { subject, kind: None, read_only: true, arguments: Arguments::Absent };
        let (effect, is_plain) = (gate.effect(subject), !gate.needs_arguments(&call));
        let (reading, strictest) = (effect.reading.permission(), effect.strictest.permission());
        Self {
            usual: effect.usual.permission().max(strictest),
            // Rules about arguments are as strict with a call that only reads.
            reading: if is_plain { reading } else { reading.max(strictest) },
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
}

/// One server and its known tools.
#[derive(Debug)]
pub(super) struct Server<'g> {
    pub(super) kept: KeptServer<'g>,
    /// Its name as the harness spells it.
    pub(super) spelled: Cow<'g, str>,
    pub(super) unnamed: Says,
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
    specs: usize,
}

impl<'g> Known<'g> {
    /// `catalogs`: what servers advertised, beside what the gate was compiled with.
    pub(super) fn of(gate: &'g Gate, spelling: Spelling, catalogs: Option<&'g Catalogs<'g>>) -> Self {
        let mut known = Self { gate, spelling, servers: Vec::new(), tools: Vec::new(), specs: 0 };
        for kept in gate.servers() {
            known.add_server(kept, catalogs.and_then(|catalogs| catalogs.get(kept.label())));
        }
        known.specs = known.tools.len();
        for (_, name, kind) in gate.specs() {
            let says = Says::of(gate, Subject::Tool(name));
            known.tools.push(Tool {
                server: None,
                name,
                rendered: spelling.render(INTERNAL_SERVER, name),
                says,
                is_client: kind == ToolKind::Client,
            });
        }
        known
    }

    fn add_server(&mut self, kept: KeptServer<'g>, catalog: Option<&'g Catalog<'g>>) {
        let (position, first) = (self.servers.len(), self.tools.len());
        let label = kept.label();
        let advertised = catalog.into_iter().flat_map(|catalog| &catalog.tools).map(|tool| tool.name);
        let named = kept.written().chain(kept.floored()).chain(kept.advertised()).chain(advertised);
        let mut seen: Set<&str> = Set::default();
        for name in named {
            if !name.is_empty() && seen.insert(name) {
                let says = says_of(self.gate, label, name);
                let rendered = self.spelling.render(label, name);
                self.tools.push(Tool { server: Some(position), name, rendered, says, is_client: false });
            }
        }
        self.servers.push(Server {
            kept,
            spelled: self.spelling.normalise(label),
            unnamed: Says::unnamed(&self.gate.unnamed(kept.index)),
            tools: first..self.tools.len(),
        });
    }

    /// What the gate says of a tool of that server.
    pub(super) fn says(&self, server: &Server<'_>, tool: &str) -> Says {
        says_of(self.gate, server.kept.label(), tool)
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

/// A tool whose name begins as rendered ones do is one that no server is taken to have: the gate
/// reads it as a rendered name too.
fn says_of(gate: &Gate, server: &str, tool: &str) -> Says {
    Says::of(gate, Subject::Server { server, tool })
}
