//! The gate: a compiled agent document that decides calls.
//!
//! | file | concern |
//! | --- | --- |
//! | `plan.rs` | a document compiled into look-ups |
//! | `identity.rs` | which tool a call means (PERM-2) |
//! | `ladder.rs` | the steps that decide (PERM-3 to PERM-9) and the author's floor (PERM-11) |
//! | `floor.rs` | the organisation's floor (PERM-12) |
//! | `words.rs` | the reason's place and sentence |
//! | `effect.rs` | a tool over all its possible calls |
//! | `kept.rs` | what harness settings need of the documents |
//! | `explain.rs` | every step with why it did or did not decide |

mod effect;
mod explain;
mod floor;
mod identity;
mod kept;
mod ladder;
mod plan;
mod words;

pub use effect::Effect;
pub use explain::{Explanation, Reach, Rung, Told};
pub(crate) use kept::{Kept, KeptRule, KeptServer, Unnamed};
pub(crate) use ladder::Outcome;
pub use plan::Trust;

use crate::call::{Call, Subject};
use crate::catalog::Catalog;
use crate::decision::{Decision, Step};
use crate::document::Agent;
use crate::permission::Permission;
use crate::rule::{Arguments, Given};
use floor::Floor;
pub(crate) use identity::Identity as Known;
use identity::Identity;
use ladder::{Silent, Trace};
use plan::Plan;

/// What holds for every call, whatever the document says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// PERM-1
    Killed,
    /// PERM-10
    Closed,
}

/// A compiled agent document that decides calls. Immutable; shareable between threads.
#[derive(Debug)]
pub struct Gate {
    state: State,
    plan: Plan,
    floor: Option<Floor>,
    /// How the ledger reads recorded calls for this gate (APPR-20).
    pub(crate) reading: crate::judge::GateReading,
}

/// What a gate is compiled with, beside the document.
#[derive(Debug, Default)]
pub struct Options<'o> {
    /// The operator's kill switch (PERM-1).
    pub deny_all: bool,
    /// The organisation's document (PERM-12): valid, as the agent's own.
    pub floor: Option<&'o Agent<'o>>,
    /// Servers whose read-only hints count (PERM-9), with what they advertised.
    pub trust: Trust<'o>,
}

impl Gate {
    /// Compiles a document that validation found valid (PERM-10).
    #[must_use]
    pub fn compile(agent: &Agent<'_>, options: &Options<'_>) -> Self {
        let mut plan = Plan::compile(agent, &[], &options.trust);
        let floor = options.floor.map(|document| {
            let floor = Floor::compile(document, agent);
            floor.name_tools(&mut plan, document, agent);
            floor
        });
        let state = if options.deny_all { State::Killed } else { State::Open };
        let reading = crate::judge::GateReading::new(agent, options.trust.catalogs);
        Self { state, plan, floor, reading }
    }

    /// A gate that denies everything (PERM-10).
    #[must_use]
    pub fn closed() -> Self {
        let plan = Plan::compile(&Agent::default(), &[], &Trust::default());
        Self { state: State::Closed, plan, floor: None, reading: crate::judge::GateReading::default() }
    }

    /// Decides one call.
    #[must_use]
    pub fn decide<'a>(&'a self, call: &Call<'a>) -> Decision<'a> {
        self.decision(self.outcome(&mut Silent, call, Given::Call(&call.arguments)))
    }

    /// The decision for something that is no call (PERM-2): deny, with the sentence that says why.
    #[must_use]
    pub fn decide_malformed<'a>(&'a self, message: &'a str) -> Decision<'a> {
        self.decision(self.overruled().unwrap_or_else(|| Outcome::malformed(message)))
    }

    /// Whether the decision for this call can depend on its arguments (QUAL-4).
    #[must_use]
    pub fn needs_arguments(&self, call: &Call<'_>) -> bool {
        self.state == State::Open
            && self.plan.identities(&call.subject).as_slice().iter().any(|identity| {
                self.plan.needs_arguments(identity)
                    || self.floor.as_ref().is_some_and(|floor| floor.needs_arguments(identity))
            })
    }

    /// The tools of a catalog to advertise to the model (PERM-50), as indexes into it: those that
    /// the filter admits and that are not denied whatever their arguments.
    #[must_use]
    pub fn offered(&self, server: &str, catalog: &Catalog<'_>) -> Vec<usize> {
        let offers =
            |tool: &str| self.effect(Subject::Server { server, tool }).at_least() != Permission::Deny;
        let tools = catalog.tools.iter().enumerate();
        tools.filter(|(_, tool)| !tool.name.is_empty() && offers(tool.name)).map(|(index, _)| index).collect()
    }

    fn decision<'a>(&'a self, outcome: Outcome<'a>) -> Decision<'a> {
        Decision { gate: self, outcome }
    }

    /// PERM-1 and PERM-10: what holds for every call.
    const fn overruled<'a>(&self) -> Option<Outcome<'a>> {
        match self.state {
            State::Open => None,
            State::Killed => Some(Outcome::deny(Step::KillSwitch)),
            State::Closed => Some(Outcome::deny(Step::Closed)),
        }
    }

    fn outcome<'a>(&'a self, trace: &mut impl Trace, call: &Call<'a>, given: Given<'_>) -> Outcome<'a> {
        if let Some(outcome) = self.overruled() {
            trace.note(Rung::Switch, Some(outcome.permission), || self.explanation(&outcome));
            return outcome;
        }
        trace.note(Rung::Switch, None, || "the kill switch is off".to_owned());
        let identities = self.plan.identities(&call.subject);
        let mut strictest: Option<Outcome<'a>> = None;
        for identity in identities.as_slice() {
            trace.candidate(identity);
            let outcome = self.identified(trace, identity, call, given);
            strictest = Some(match strictest {
                Some(first) if first.permission >= outcome.permission => first,
                _ => outcome,
            });
        }
        let Some(mut outcome) = strictest else {
            return Outcome::deny(Step::UnknownTool);
        };
        if identities.as_slice().len() > 1 {
            outcome.step = Step::AmbiguousName;
        }
        outcome.unreadable = matches!(given, Given::Call(Arguments::Unreadable));
        outcome
    }

    fn identified<'a>(
        &'a self,
        trace: &mut impl Trace,
        identity: &Identity<'a>,
        call: &Call<'a>,
        given: Given<'_>,
    ) -> Outcome<'a> {
        let outcome = match self.plan.recognise(trace, identity, call.kind) {
            Some(unknown) => return unknown,
            None => self.plan.decide(trace, identity, call.read_only, given),
        };
        let Some(floor) = &self.floor else { return outcome };
        floor.raise(trace, outcome, identity, call.read_only, given)
    }
}

/// The one tool that a call means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meant<'a> {
    /// A tool of a configured server.
    Mcp {
        /// The server's label.
        server: &'a str,
        /// The tool, as that server advertises it.
        tool: &'a str,
    },
    /// A gateway or client tool of the document.
    Spec {
        /// Its name.
        tool: &'a str,
    },
    /// A tool of the harness itself, by its rule name.
    Builtin {
        /// Its name.
        tool: &'a str,
    },
    /// No tool, or more than one.
    Nothing,
}

impl Gate {
    /// Whether a server of that very label is configured.
    pub(crate) fn has_server(&self, label: &str) -> bool {
        self.plan.server(label).is_some()
    }

    /// Which one tool a call means (PERM-2).
    #[must_use]
    pub fn meant<'a>(&'a self, subject: &Subject<'a>) -> Meant<'a> {
        match self.plan.identities(subject).as_slice() {
            [Identity::Mcp { label, tool, .. }] => Meant::Mcp { server: label, tool },
            [Identity::Spec { name, .. }] => Meant::Spec { tool: name },
            [Identity::Builtin(tool)] => Meant::Builtin { tool },
            _ => Meant::Nothing,
        }
    }
}
