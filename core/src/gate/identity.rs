//! Which tool a call means (PERM-2).

use super::explain::Rung;
use super::ladder::{Outcome, Place, Trace};
use super::plan::{Plan, separators};
use crate::call::{CallKind, Subject};
use crate::decision::Step;
use crate::document::ToolKind;
use crate::name::{RENDERED_PREFIX, builtin_name, is_internal};
use crate::rule::Target;

/// A tool that a call may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Identity<'a> {
    /// A tool of a configured server.
    Mcp {
        /// The server's index in the plan.
        server: u32,
        /// The server's label.
        label: &'a str,
        /// The tool, as that server advertises it.
        tool: &'a str,
        /// Whether the tool's name is as a harness rendered it, and so may be spelled another way.
        rendered: bool,
    },
    /// A gateway or client tool of the document.
    Spec {
        /// The tool's index in the plan.
        tool: u32,
        /// Its name.
        name: &'a str,
        /// What fulfils it.
        kind: ToolKind,
    },
    /// A tool of the harness itself, by its rule name.
    Builtin(&'a str),
    /// A server that is not configured.
    UnknownServer(&'a str),
    /// A gateway tool that the document does not have.
    UnknownSpec(&'a str),
}

/// The tools that a call may mean; nearly always one, which then costs no allocation.
#[derive(Debug)]
pub(super) enum Identities<'a> {
    One(Identity<'a>),
    Several(Vec<Identity<'a>>),
}

impl<'a> Identities<'a> {
    pub(super) fn as_slice(&self) -> &[Identity<'a>] {
        match self {
            Self::One(identity) => std::slice::from_ref(identity),
            Self::Several(identities) => identities,
        }
    }
}

impl Plan {
    pub(super) fn identities<'a>(&'a self, subject: &Subject<'a>) -> Identities<'a> {
        match *subject {
            Subject::Tool(name) => Identities::One(
                self.tool(name).map_or_else(|| Identity::Builtin(builtin_name(name)), |tool| self.spec(tool)),
            ),
            Subject::Server { server, tool } if is_internal(server) => {
                Identities::One(self.tool(tool).map_or(Identity::UnknownSpec(tool), |tool| self.spec(tool)))
            }
            Subject::Server { server, tool } => {
                let literal = self
                    .server(server)
                    .map_or(Identity::UnknownServer(server), |index| self.mcp(index, tool, false));
                if !tool.starts_with(RENDERED_PREFIX) {
                    return Identities::One(literal);
                }
                // The harness's name where the server's own belongs: whichever was meant, the
                // stricter reading holds.
                let mut found = vec![literal];
                self.rendered(tool, &mut found);
                found.into()
            }
            Subject::Rendered(name) => {
                let mut found = Vec::new();
                self.rendered(name, &mut found);
                if found.is_empty() {
                    found.push(Identity::UnknownServer(name));
                }
                found.into()
            }
        }
    }

    /// Every tool that a rendered name can be read as; never split blindly.
    fn rendered<'a>(&'a self, name: &'a str, found: &mut Vec<Identity<'a>>) {
        let Some(rest) = name.strip_prefix(RENDERED_PREFIX) else { return };
        // INVARIANT: no tool is found twice: a spelling that differs from the name leads to it once.
        let mut add = |identity| found.push(identity);
        for at in separators(rest) {
            let (Some(label), Some(tool)) = (rest.get(..at), rest.get(at.saturating_add(2)..)) else {
                continue;
            };
            if tool.is_empty() {
                continue;
            }
            if is_internal(label) {
                match self.tool(tool) {
                    Some(known) => add(self.spec(known)),
                    None if self.tools_spelled(tool).is_empty() => add(Identity::UnknownSpec(tool)),
                    None => {}
                }
                for &known in self.tools_spelled(tool) {
                    add(self.spec(known));
                }
            }
            for &server in self.servers_spelled(label) {
                add(self.mcp(server, tool, true));
                for known in self.server_plan(server).into_iter().flat_map(|plan| plan.respelled.get(tool)) {
                    add(self.mcp(server, known, false));
                }
            }
        }
    }

    fn mcp<'a>(&'a self, server: u32, tool: &'a str, rendered: bool) -> Identity<'a> {
        let label = self.server_plan(server).map_or("", |plan| &plan.label);
        Identity::Mcp { server, label, tool, rendered }
    }

    pub(super) fn spec(&self, tool: u32) -> Identity<'_> {
        let (name, kind) =
            self.tool_plan(tool).map_or(("", ToolKind::Callback), |plan| (&plan.name, plan.kind));
        Identity::Spec { tool, name, kind }
    }

    pub(super) fn needs_arguments(&self, identity: &Identity<'_>) -> bool {
        target(identity).is_some_and(|target| self.rules.needs_arguments(target))
    }

    /// PERM-2: the denial of a call that means no tool there is, or another kind than it says.
    pub(super) fn recognise<'a>(
        &'a self,
        trace: &mut impl Trace,
        identity: &Identity<'a>,
        said: Option<CallKind>,
    ) -> Option<Outcome<'a>> {
        let kind = match *identity {
            Identity::UnknownServer(label) => {
                let outcome = Outcome { place: Place::Unknown(label), ..Outcome::deny(Step::UnknownServer) };
                trace.note(Rung::Identity, Some(outcome.permission), || {
                    "no server of that name is configured".into()
                });
                return Some(outcome);
            }
            Identity::UnknownSpec(tool) => {
                let outcome = Outcome { place: Place::Unknown(tool), ..Outcome::deny(Step::UnknownTool) };
                trace.note(Rung::Identity, Some(outcome.permission), || {
                    "`tools` has no tool of that name".into()
                });
                return Some(outcome);
            }
            Identity::Mcp { .. } => CallKind::Mcp,
            Identity::Spec { kind: ToolKind::Client, .. } => CallKind::Client,
            Identity::Spec { .. } => CallKind::Gateway,
            Identity::Builtin(_) => CallKind::Builtin,
        };
        if said.is_some_and(|said| said != kind) {
            let outcome = Outcome::malformed("the call's `kind` is not what the document says of this tool");
            trace.note(Rung::Identity, Some(outcome.permission), || "`kind` contradicts the document".into());
            return Some(outcome);
        }
        trace.note(Rung::Identity, None, || match kind {
            CallKind::Mcp => "the server is configured".into(),
            CallKind::Gateway => "a gateway tool of `tools`".into(),
            CallKind::Client => "a client tool of `tools`".into(),
            CallKind::Builtin => {
                "neither a server's tool nor one of `tools`: a tool of the harness itself".into()
            }
        });
        None
    }
}

impl<'a> From<Vec<Identity<'a>>> for Identities<'a> {
    fn from(found: Vec<Identity<'a>>) -> Self {
        match found.as_slice() {
            [only] => Self::One(*only),
            _ => Self::Several(found),
        }
    }
}

/// How author rules know this tool.
pub(super) fn target<'a>(identity: &Identity<'a>) -> Option<Target<'a>> {
    match *identity {
        Identity::Mcp { server, tool, rendered, .. } => {
            Some(Target::Mcp { server: usize::try_from(server).ok()?, tool, rendered })
        }
        Identity::Spec { name, .. } => Some(Target::Gateway { tool: name }),
        Identity::Builtin(tool) => Some(Target::Builtin { tool }),
        Identity::UnknownServer(_) | Identity::UnknownSpec(_) => None,
    }
}
