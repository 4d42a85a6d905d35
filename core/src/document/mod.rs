//! The agent document as it was written, read once and borrowed from its JSON.
//!
//! Reading reports what has the wrong shape and goes on; what it could not read is left out. Only
//! a document without errors is compiled to a gate, so the gate sees all of it (PERM-10).

use crate::json::Value;
use crate::permission::{Mode, Permission};

/// One agent document.
#[derive(Clone, Debug, Default)]
pub struct Agent<'v> {
    /// Where the agent parts stand: `""`, or `/parameters/agent` (CONF-1). Pointers begin with it.
    pub base: &'static str,
    /// `mcps`, in document order.
    pub servers: Vec<Server<'v>>,
    /// `tools`, in document order.
    pub tools: Vec<ToolSpec<'v>>,
    /// `runner.permissions.default`, when written.
    pub default: Option<Mode>,
    /// Author rules: `runner.permissions.rules`, then the harness lists `allow`, `ask`, `deny`.
    pub rules: Vec<AuthorRule<'v>>,
    /// `harness`.
    pub harness: Harness<'v>,
    /// `sandbox.permissions`.
    pub sandbox: Sandbox,
}

/// One entry of `mcps`.
#[derive(Clone, Debug)]
pub struct Server<'v> {
    /// Its index in `mcps`.
    pub index: usize,
    /// Its label.
    pub name: &'v str,
    /// How it is reached; absent in old revisions (CONF-15).
    pub connection: Option<Connection<'v>>,
    /// What it may call.
    pub policy: Policy<'v>,
}

/// How a server is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Connection<'v> {
    /// Through the platform's gateway (CONF-10).
    Gateway {
        /// `custom`, `standard` or `builtin`.
        namespace: &'v str,
        /// The slug of a `custom` connection, the provider of the others.
        target: &'v str,
    },
    /// Directly (CONF-11).
    Http {
        /// The URL as written.
        url: &'v str,
    },
}

/// A server's `policy`.
#[derive(Clone, Debug, Default)]
pub struct Policy<'v> {
    /// Whether the table was spelled as on the wire (`toolPermissions`), for pointers.
    pub wire: bool,
    /// Whether the permission for new tools was (`newToolPermission`), for pointers.
    pub wire_new_tool: bool,
    /// `tools`: which tools are advertised at all.
    pub filter: Filter<'v>,
    /// `permission`, when not null.
    pub permission: Option<Permission>,
    /// `tool_permissions`, in document order.
    pub tool_permissions: Vec<(&'v str, Permission)>,
    /// `new_tool_permission`, when not null.
    pub new_tool_permission: Option<Permission>,
}

impl Policy<'_> {
    /// Whether the server opted into per-tool policy (PERM-4).
    #[must_use]
    pub const fn is_per_tool(&self) -> bool {
        !self.tool_permissions.is_empty() || self.new_tool_permission.is_some()
    }

    /// The tools that the policy names: its table's, then its filter's.
    pub fn named_tools(&self) -> impl Iterator<Item = &str> {
        let filtered = if let Filter::Include(names) = &self.filter { names.as_slice() } else { &[] };
        self.tool_permissions.iter().map(|&(tool, _)| tool).chain(filtered.iter().copied())
    }

    /// The key of the per-tool table, as this policy spells it.
    #[must_use]
    pub const fn table_key(&self) -> &'static str {
        if self.wire { "toolPermissions" } else { "tool_permissions" }
    }

    /// The key of the permission for tools not named, as this policy spells it.
    #[must_use]
    pub const fn new_tool_key(&self) -> &'static str {
        if self.wire_new_tool { "newToolPermission" } else { "new_tool_permission" }
    }
}

/// `policy.tools`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Filter<'v> {
    /// Every tool of the server.
    #[default]
    All,
    /// Only these.
    Include(Vec<&'v str>),
}

/// What fulfils a tool of `tools`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ToolKind {
    /// The platform calls back (the default).
    #[default]
    Callback,
    /// Code of the author's.
    Code,
    /// The browser, across a turn boundary (PERM-30).
    Client,
}

/// One entry of `tools`: a gateway tool, or a client tool.
#[derive(Clone, Debug)]
pub struct ToolSpec<'v> {
    /// Its index in `tools`.
    pub index: usize,
    /// Its name.
    pub name: &'v str,
    /// What fulfils it.
    pub kind: ToolKind,
    /// `permission`, when not null.
    pub permission: Option<Permission>,
    /// Whether `readOnly` is exactly `true` (PERM-9).
    pub read_only: bool,
    /// The JSON Schema of its arguments, when given.
    pub input_schema: Option<&'v Value<'v>>,
}

/// Where an author rule was written; this is also the order in which rules count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleList {
    /// `runner.permissions.rules`.
    Runner,
    /// `harness.permissions.allow`, `.ask` or `.deny`.
    Harness(Permission),
}

impl RuleList {
    /// The list's pointer below the agent.
    #[must_use]
    pub const fn pointer(self) -> &'static str {
        match self {
            Self::Runner => "/runner/permissions/rules",
            Self::Harness(Permission::Allow) => "/harness/permissions/allow",
            Self::Harness(Permission::Ask) => "/harness/permissions/ask",
            Self::Harness(Permission::Deny) => "/harness/permissions/deny",
        }
    }
}

/// One rule of the author's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorRule<'v> {
    /// The list it stands in.
    pub list: RuleList,
    /// Its index there.
    pub index: usize,
    /// The pattern as written.
    pub pattern: &'v str,
    /// What it says.
    pub permission: Permission,
}

/// `harness`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Harness<'v> {
    /// `kind`, as written.
    pub kind: Option<&'v str>,
    /// `permissions.default_mode` (or `defaultMode`), as written.
    pub default_mode: Option<&'v str>,
    /// `permissions.approval_policy`, as written: Codex's.
    pub approval_policy: Option<&'v str>,
    /// `permissions.sandbox_mode`, as written: Codex's.
    pub sandbox_mode: Option<&'v str>,
}

/// `sandbox.permissions`: only what the harness settings derive rules from (HARN-12).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sandbox {
    /// `network.mode` is written and is not `on`.
    pub network_off: bool,
    /// `filesystem` is `readonly` or `off`.
    pub filesystem_readonly: bool,
}
