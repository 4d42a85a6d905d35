//! What a gate keeps of its documents for harness settings, and what it says of tools that nobody
//! has named.

use super::floor::Floor;
use super::identity::Identity;
use super::ladder::{Outcome, Silent};
use super::plan::{Plan, ServerPlan, ToolPlan};
use super::{Gate, State};
use crate::decision::Step;
use crate::document::{Agent, Filter, RuleList, Sandbox, Server, ToolKind};
use crate::permission::Permission;
use crate::rule::{Arguments, Given};

/// What harness settings are made of, beside decisions (HARN-12).
#[derive(Debug, Default)]
pub(crate) struct Kept {
    /// `harness.permissions.default_mode`, as written.
    pub(crate) default_mode: Option<Box<str>>,
    /// `harness.permissions.approval_policy`, as written.
    pub(crate) approval_policy: Option<Box<str>>,
    /// `harness.permissions.sandbox_mode`, as written.
    pub(crate) sandbox_mode: Option<Box<str>>,
    pub(crate) sandbox: Sandbox,
    /// Author rules in document order, also those that only a harness reads.
    pub(crate) rules: Vec<KeptRule>,
}

/// One author rule as written.
#[derive(Debug)]
pub(crate) struct KeptRule {
    pub(crate) list: RuleList,
    pub(crate) index: usize,
    pub(crate) permission: Permission,
    pub(crate) pattern: Box<str>,
}

impl Kept {
    pub(super) fn of(agent: &Agent<'_>) -> Self {
        let own = |text: Option<&str>| text.map(Into::into);
        Self {
            default_mode: own(agent.harness.default_mode),
            approval_policy: own(agent.harness.approval_policy),
            sandbox_mode: own(agent.harness.sandbox_mode),
            sandbox: agent.sandbox,
            rules: agent
                .rules
                .iter()
                .map(|rule| KeptRule {
                    list: rule.list,
                    index: rule.index,
                    permission: rule.permission,
                    pattern: rule.pattern.into(),
                })
                .collect(),
        }
    }
}

/// The tools of one server that the document or a catalog names.
#[derive(Debug, Default)]
pub(super) struct NamedTools {
    /// Of the filter, else of the table; in document order.
    written: Vec<Box<str>>,
    /// What the server advertised.
    advertised: Vec<Box<str>>,
}

impl NamedTools {
    pub(super) fn of<'n>(server: &Server<'_>, advertised: impl Iterator<Item = &'n str>) -> Self {
        let written = match &server.policy.filter {
            Filter::Include(names) => names.iter().map(|&name| name.into()).collect(),
            Filter::All => server.policy.tool_permissions.iter().map(|&(name, _)| name.into()).collect(),
        };
        Self { written, advertised: advertised.map(Into::into).collect() }
    }
}

/// One server as settings see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeptServer<'g> {
    gate: &'g Gate,
    pub(crate) index: u32,
    plan: &'g ServerPlan,
}

impl<'g> KeptServer<'g> {
    pub(crate) fn label(&self) -> &'g str {
        &self.plan.label
    }

    /// JSON Pointer to the entry.
    pub(crate) fn pointer(&self) -> String {
        format!("{}/mcps/{}", self.gate.plan.base, self.plan.index)
    }

    /// Whether the names that are written may be given twice (CONF-16).
    pub(crate) fn repeats(&self) -> bool {
        self.plan.admitted.as_ref().is_some_and(|admitted| admitted.len() != self.plan.named.written.len())
    }

    /// That tool of the server. INVARIANT: not for a name that begins as rendered ones do, which is
    /// read in other ways too.
    pub(crate) fn tool(&self, tool: &'g str) -> NamedTool<'g> {
        let identity = Identity::Mcp { server: self.index, label: self.label(), tool, rendered: false };
        NamedTool { gate: self.gate, identity }
    }

    /// The names in the server's filter, else in its table.
    pub(crate) fn written(&self) -> impl Iterator<Item = &'g str> {
        self.plan.named.written.iter().map(|name| &**name)
    }

    /// What the organisation's document names of this server.
    pub(crate) fn floored(&self) -> impl Iterator<Item = &'g str> {
        let floor = self.gate.floor.as_ref();
        floor
            .into_iter()
            .flat_map(|floor| floor.servers_of(self.index))
            .flat_map(|server| server.named.written.iter().map(|name| &**name))
    }

    /// What the server advertised, when the gate was given its catalog.
    pub(crate) fn advertised(&self) -> impl Iterator<Item = &'g str> {
        self.plan.named.advertised.iter().map(|name| &**name)
    }

    /// The other labels under which the organisation's document knows this server.
    pub(crate) fn aliases(&self) -> impl Iterator<Item = &'g str> {
        let floor = self.gate.floor.as_ref();
        floor.into_iter().flat_map(|floor| floor.servers_of(self.index)).map(|server| &*server.label)
    }
}

/// One tool that was looked up already.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamedTool<'g> {
    gate: &'g Gate,
    identity: Identity<'g>,
}

impl NamedTool<'_> {
    /// [`Gate::needs_arguments`] of its calls.
    pub(crate) fn needs_arguments(&self) -> bool {
        self.gate.state == State::Open && self.gate.reads_arguments(&self.identity)
    }

    /// [`Gate::decide`] of a call without arguments.
    pub(crate) fn decide(&self, read_only: bool) -> (Permission, Step) {
        let outcome = self.gate.overruled().unwrap_or_else(|| {
            let given = Given::Call(&Arguments::Absent);
            self.gate.identified(&mut Silent, &self.identity, None, read_only, given)
        });
        (outcome.permission, outcome.step)
    }
}

/// What the gate says of a tool that neither a document nor a rule names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unnamed {
    /// Of a call that nobody says only reads.
    pub(crate) usual: Permission,
    /// Of one that somebody says so of.
    pub(crate) reading: Permission,
    /// Whether a server's own entry says it, and not an agent's default.
    pub(crate) is_own: bool,
    /// Whether no allow of somebody's makes it looser for some tools: rules come before defaults.
    pub(crate) is_final: bool,
}

impl Gate {
    /// Whether every call is denied (PERM-1, PERM-10).
    pub(crate) fn denies_all(&self) -> bool {
        self.state != State::Open
    }

    /// Whether there is an organisation's document.
    pub(crate) const fn has_floor(&self) -> bool {
        self.floor.is_some()
    }

    /// What was kept of the agent's own document.
    pub(crate) const fn kept(&self) -> &Kept {
        &self.plan.kept
    }

    /// What was kept of the organisation's.
    pub(crate) fn kept_of_floor(&self) -> Option<&Kept> {
        self.floor.as_ref().map(|floor| &floor.plan().kept)
    }

    /// What pointers into the agent's document begin with.
    pub(crate) const fn base(&self) -> &'static str {
        self.plan.base
    }

    /// The agent's servers, in document order.
    pub(crate) fn servers(&self) -> impl Iterator<Item = KeptServer<'_>> {
        (0u32..).zip(&self.plan.servers).map(|(index, plan)| KeptServer { gate: self, index, plan })
    }

    /// Gateway and client tools, in document order: index in `tools`, name and kind.
    pub(crate) fn specs(&self) -> impl Iterator<Item = (usize, &str, ToolKind)> {
        self.plan.tools.iter().map(|ToolPlan { index, name, kind, .. }| (*index, &**name, *kind))
    }

    /// The same, looked up already.
    pub(crate) fn spec_tools(&self) -> impl Iterator<Item = NamedTool<'_>> {
        let tools = (0u32..).zip(&self.plan.tools);
        tools.map(|(tool, _)| NamedTool { gate: self, identity: self.plan.spec(tool) })
    }

    /// Whether a gateway or client tool has that very name.
    pub(crate) fn has_spec(&self, name: &str) -> bool {
        self.plan.tool(name).is_some()
    }

    /// What is said of a tool of that server that nothing names, author rules aside.
    pub(crate) fn unnamed(&self, server: u32) -> Unnamed {
        if self.denies_all() {
            let deny = Permission::Deny;
            return Unnamed { usual: deny, reading: deny, is_own: true, is_final: true };
        }
        // INVARIANT: no table or filter holds the empty name (CONF-16, CONF-18).
        let identity = Identity::Mcp { server, label: "", tool: "", rendered: false };
        let (own, floor_own) = (own_word(&self.plan, &identity), self.floor.as_ref());
        let floored = |reads| floor_own.and_then(|floor| floor.unruled(&identity, reads));
        let said = |reads| {
            let own =
                own.map_or_else(|| self.plan.default_permission(&identity, reads), |own| own.permission);
            floored(reads).map_or(own, |floor| floor.max(own))
        };
        let raised = floor_own.and_then(|floor| floor.own_permission(&identity));
        let written = own.map(|own| own.permission).max(raised);
        let (usual, reading) = (said(false), said(true));
        let is_final = written >= Some(usual.max(reading)) || !self.has_allow_rules();
        Unnamed { usual, reading, is_own: written.is_some(), is_final }
    }
}

impl Gate {
    fn has_allow_rules(&self) -> bool {
        let documents = std::iter::once(self.kept()).chain(self.kept_of_floor());
        let mut rules = documents.flat_map(|kept| &kept.rules);
        rules.any(|rule| rule.permission == Permission::Allow)
    }
}

fn own_word<'p>(plan: &'p Plan, identity: &Identity<'p>) -> Option<Outcome<'p>> {
    plan.own_word(&mut Silent, identity)
}

impl Floor {
    /// The organisation's word without its rules.
    fn unruled(&self, identity: &Identity<'_>, reads: bool) -> Option<Permission> {
        let Identity::Mcp { server, tool, .. } = *identity else { return None };
        let default = |identity: &Identity<'_>| {
            self.plan().default.is_some().then(|| self.plan().default_permission(identity, reads))
        };
        let mut known = self.same_servers(server).peekable();
        if known.peek().is_none() {
            return default(&Identity::Builtin(tool));
        }
        known
            .filter_map(|server| {
                let known = Identity::Mcp { server, label: "", tool, rendered: false };
                let own = own_word(self.plan(), &known).map(|word| word.permission);
                own.or_else(|| default(&known))
            })
            .max()
    }

    /// What the organisation's own entries of the server say, the strictest.
    fn own_permission(&self, identity: &Identity<'_>) -> Option<Permission> {
        let Identity::Mcp { server, tool, .. } = *identity else { return None };
        let known = self.same_servers(server).map(|server| Identity::Mcp {
            server,
            label: "",
            tool,
            rendered: false,
        });
        known.filter_map(|known| own_word(self.plan(), &known).map(|word| word.permission)).max()
    }

    fn servers_of(&self, server: u32) -> impl Iterator<Item = &ServerPlan> {
        self.same_servers(server).filter_map(|server| self.plan().server_plan(server))
    }
}
