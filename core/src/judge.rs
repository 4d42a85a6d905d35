//! What to do with a call now: the gate's decision, and where it asks, a person's stored answer
//! (PERM-30, PERM-40).

use std::borrow::Cow;

use hashbrown::HashMap;

use crate::approval::{Answer, Arguments, Generation, Identity, Ledger, Resolver, Schema, identity_key};
use crate::call::{Call, Subject};
use crate::catalog::Catalogs;
use crate::decision::{Decision, Step};
use crate::document::{Agent, ToolKind};
use crate::gate::{Gate, Meant, Outcome};
use crate::json;
use crate::name::RENDERED_PREFIX;
use crate::permission::Permission;

/// What to do with a call now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerdictKind {
    /// It runs.
    Allow,
    /// It does not run.
    Deny,
    /// A person must answer first; of a client tool: the browser must fulfil it.
    Pending,
    /// A client tool's output is there (PERM-30).
    Fulfilled,
}

impl VerdictKind {
    /// `allow`, `deny`, `pending` or `fulfilled`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Deny => "deny",
            Self::Pending => "pending",
            Self::Fulfilled => "fulfilled",
        }
    }
}

/// A decision after stored answers were consulted.
#[derive(Clone, Debug)]
pub struct Verdict<'a> {
    /// What to do.
    pub kind: VerdictKind,
    /// What the policy says, or that nobody is there to ask (step `unattended`).
    pub decision: Decision<'a>,
    /// The call's key, where the decision is ask and the call has one.
    pub key: Option<String>,
    /// The token of the row that a person answered, when a stored answer matched.
    pub token: Option<String>,
    /// When a stored approval matched: JSON text of the approved arguments, which the executor runs.
    pub arguments: Option<String>,
    /// A client tool's output, JSON text, when it is fulfilled.
    pub output: Option<String>,
}

impl<'a> Verdict<'a> {
    pub(crate) const fn of(kind: VerdictKind, decision: Decision<'a>) -> Self {
        Self { kind, decision, key: None, token: None, arguments: None, output: None }
    }
}

/// How a gate reads recorded calls: their schemas, and which gate it is.
#[derive(Debug, Default)]
pub(crate) struct GateReading {
    generation: Generation,
    schemas: HashMap<String, Schema, foldhash::fast::RandomState>,
}

impl GateReading {
    /// Of a document, and what its servers advertise.
    pub(crate) fn new(agent: &Agent<'_>, catalogs: Option<&Catalogs<'_>>) -> Self {
        let mut schemas = HashMap::default();
        let mut add = |name: String, value: &json::Value<'_>| {
            let schema = Schema::new(value);
            // Most schemas say nothing that could matter, and need not be kept.
            if schema.matters() {
                schemas.insert(name, schema);
            }
        };
        for tool in &agent.tools {
            if let Some(value) = tool.input_schema {
                add(tool.name.to_owned(), value);
            }
        }
        for server in &agent.servers {
            for tool in catalogs
                .and_then(|catalogs| catalogs.get(server.name))
                .into_iter()
                .flat_map(|found| &found.tools)
            {
                if let Some(value) = tool.value.get("inputSchema") {
                    add(rendered(server.name, tool.name), value);
                }
            }
        }
        Self { generation: Generation::default(), schemas }
    }
}

/// An MCP tool's part of a key (APPR-1).
fn rendered(server: &str, tool: &str) -> String {
    format!("{RENDERED_PREFIX}{server}__{tool}")
}

impl Gate {
    /// What a call's key is made of; nothing when it fits no tool, or more than one (APPR-1).
    fn key_identity<'a>(&'a self, subject: &Subject<'a>) -> Option<Identity<'a>> {
        let (name, bash) = match self.meant(subject) {
            Meant::Nothing => return None,
            Meant::Spec { tool } => (Cow::Borrowed(tool), false),
            Meant::Builtin { tool } => (Cow::Borrowed(tool), tool == "Bash"),
            Meant::Mcp { server, tool } => {
                let name = rendered(server, tool);
                if self.is_shared(&name, server) {
                    return None;
                }
                (Cow::Owned(name), false)
            }
        };
        let schema = self.reading.schemas.get(name.as_ref());
        Some(Identity { name, schema, bash, rendered: false })
    }

    /// Whether another configured server's tool would have the same part of the key.
    fn is_shared(&self, name: &str, server: &str) -> bool {
        let rest = name.get(RENDERED_PREFIX.len()..).unwrap_or_default();
        // A label has at most MAX_NAME characters, so no more places than that can be meant.
        let places = rest.as_bytes().windows(2).take(crate::name::MAX_NAME.saturating_add(1)).enumerate();
        places.filter(|(_, pair)| *pair == b"__").any(|(at, _)| {
            let (Some(label), Some(behind)) = (rest.get(..at), rest.get(at.saturating_add(2)..)) else {
                return false;
            };
            label != server && !behind.is_empty() && self.has_server(label)
        })
    }

    /// The key of a call as this gate knows it (APPR-1): with the tool's own schema (APPR-5).
    /// `arguments` are the call's, as they were handed over.
    #[must_use]
    pub fn key(&self, call: &Call<'_>, arguments: Arguments<'_>) -> Option<String> {
        identity_key(&self.key_identity(&call.subject)?, arguments)
    }

    /// Decides one call, and where it asks takes a stored answer (PERM-40). `arguments` are those
    /// of `call`, as they were handed over; without a person `attended` is false.
    ///
    /// The policy's own allow or deny always wins over a stored answer, and leaves it where it is.
    #[must_use]
    pub fn judge<'a>(
        &'a self,
        call: &Call<'a>,
        arguments: Arguments<'_>,
        ledger: &Ledger,
        attended: bool,
    ) -> Verdict<'a> {
        let decision = self.decide(call);
        match decision.permission() {
            Permission::Allow => return Verdict::of(VerdictKind::Allow, decision),
            Permission::Deny => return Verdict::of(VerdictKind::Deny, decision),
            Permission::Ask => {}
        }
        let key = self.key(call, arguments);
        let taken = key.as_deref().and_then(|key| ledger.take_resolved(self, key));
        let mut verdict = match taken {
            Some(taken) if taken.answer == Answer::Allow => {
                let denial = self.denial(call, &taken.arguments);
                let kind = if denial { VerdictKind::Deny } else { VerdictKind::Allow };
                let arguments = (!denial).then_some(taken.arguments);
                Verdict { arguments, token: taken.token, ..Verdict::of(kind, decision) }
            }
            Some(taken) => Verdict { token: taken.token, ..Verdict::of(VerdictKind::Deny, decision) },
            None if attended => Verdict::of(VerdictKind::Pending, decision),
            None => Verdict::of(VerdictKind::Deny, self.unattended(decision)),
        };
        verdict.key = key;
        verdict
    }

    /// Whether the policy denies the call with the arguments that were approved, which may be
    /// written otherwise than the call's own: those are what would run.
    fn denial(&self, call: &Call<'_>, approved: &str) -> bool {
        let parsed = json::parse(approved.as_bytes());
        let arguments = parsed.as_ref().map_or(crate::rule::Arguments::Unreadable, |parsed| {
            crate::rule::Arguments::read(Some(&parsed.value))
        });
        let call = Call { subject: call.subject, kind: call.kind, read_only: call.read_only, arguments };
        self.decide(&call).permission() == Permission::Deny
    }

    const fn unattended<'a>(&'a self, decision: Decision<'a>) -> Decision<'a> {
        let outcome = Outcome { identity: decision.outcome.identity, ..Outcome::deny(Step::Unattended) };
        Decision { gate: self, outcome }
    }

    /// Decides one call of a client tool, which the browser fulfils across a turn boundary, so that
    /// pausing is the ask (PERM-30). The output is used up when `consume`.
    #[must_use]
    pub fn judge_client<'a>(
        &'a self,
        call: &Call<'a>,
        arguments: Arguments<'_>,
        ledger: &Ledger,
        consume: bool,
    ) -> Verdict<'a> {
        let decision = self.decide(call);
        if decision.permission() == Permission::Deny {
            return Verdict::of(VerdictKind::Deny, decision);
        }
        if !self.is_client_tool(&decision) {
            let malformed = self.decide_malformed("the call is not of a client tool");
            return Verdict::of(VerdictKind::Deny, malformed);
        }
        let key = self.key(call, arguments);
        let found = key.as_deref().map(|key| (ledger.output_resolved(self, key, consume), key));
        let mut verdict = match found {
            Some((Some(output), _)) => {
                Verdict { output: Some(output), ..Verdict::of(VerdictKind::Fulfilled, decision) }
            }
            Some((None, key)) => match ledger.take_denial(self, key) {
                Some(taken) => Verdict { token: taken.token, ..Verdict::of(VerdictKind::Deny, decision) },
                None => Verdict::of(VerdictKind::Pending, decision),
            },
            None => Verdict::of(VerdictKind::Pending, decision),
        };
        verdict.key = key;
        verdict
    }

    fn is_client_tool(&self, decision: &Decision<'_>) -> bool {
        matches!(decision.outcome.identity, Some(crate::gate::Known::Spec { kind: ToolKind::Client, .. }))
    }
}

impl Resolver for Gate {
    fn identity<'a>(&'a self, recorded: &'a str) -> Option<Identity<'a>> {
        let subject = if recorded.starts_with(RENDERED_PREFIX) {
            Subject::Rendered(recorded)
        } else {
            Subject::Tool(recorded)
        };
        self.key_identity(&subject)
    }

    fn generation(&self) -> &Generation {
        &self.reading.generation
    }
}
