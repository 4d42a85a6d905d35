//! Every ladder step with why it did or did not decide.

use serde::Serialize;

use super::Gate;
use super::identity::Identity;
use super::ladder::Trace;
use crate::call::Call;
use crate::decision::Decision;
use crate::permission::Permission;
use crate::rule::Given;

/// One rung of the ladder, in the order in which they are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rung {
    /// PERM-1
    Switch,
    /// PERM-2
    Identity,
    /// PERM-3
    Filter,
    /// PERM-4
    Table,
    /// PERM-5
    Server,
    /// PERM-6
    Spec,
    /// PERM-7
    Rules,
    /// PERM-8
    Default,
    /// PERM-11
    RuleFloor,
    /// PERM-12
    Organisation,
}

impl Rung {
    /// The requirement that describes this step.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Switch => "PERM-1",
            Self::Identity => "PERM-2",
            Self::Filter => "PERM-3",
            Self::Table => "PERM-4",
            Self::Server => "PERM-5",
            Self::Spec => "PERM-6",
            Self::Rules => "PERM-7",
            Self::Default => "PERM-8",
            Self::RuleFloor => "PERM-11",
            Self::Organisation => "PERM-12",
        }
    }

    /// What this step is called.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Switch => "kill switch",
            Self::Identity => "which tool",
            Self::Filter => "tool filter",
            Self::Table => "per-tool policy",
            Self::Server => "server permission",
            Self::Spec => "tool's own permission",
            Self::Rules => "author rules",
            Self::Default => "agent's default",
            Self::RuleFloor => "author's floor",
            Self::Organisation => "organisation's floor",
        }
    }
}

/// What one step said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    /// The requirement that describes the step.
    pub id: &'static str,
    /// The step's name for people.
    pub title: &'static str,
    /// What it decided; absent when it passed the call on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permission: Option<&'static str>,
    /// Why.
    pub why: String,
}

/// The steps for one tool that the call may mean.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Reach {
    /// The server of an MCP tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// The tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// Each step that was asked, in order; steps that do not concern the tool are left out.
    pub steps: Vec<Told>,
}

/// The decision with the steps that led to it.
#[derive(Debug, Serialize)]
pub struct Explanation<'a> {
    /// The decision.
    pub decision: Decision<'a>,
    /// One list of steps for each tool that the call may mean: nearly always one.
    pub candidates: Vec<Reach>,
}

impl Gate {
    /// The decision and every ladder step with why it did or did not decide.
    #[must_use]
    pub fn explain<'a>(&'a self, call: &Call<'a>) -> Explanation<'a> {
        let mut notes = Notes::default();
        let outcome = self.outcome(&mut notes, call, Given::Call(&call.arguments));
        Explanation { decision: self.decision(outcome), candidates: notes.candidates() }
    }

    /// [`Gate::explain`] for something that is no call.
    #[must_use]
    pub fn explain_malformed<'a>(&'a self, message: &'a str) -> Explanation<'a> {
        let mut notes = Notes::default();
        notes.note(Rung::Identity, Some(Permission::Deny), || message.to_owned());
        Explanation { decision: self.decide_malformed(message), candidates: notes.candidates() }
    }
}

#[derive(Default)]
struct Notes {
    before: Vec<Told>,
    candidates: Vec<Reach>,
}

impl Notes {
    fn candidates(self) -> Vec<Reach> {
        let Self { before, mut candidates } = self;
        if candidates.is_empty() {
            candidates.push(Reach::default());
        }
        for candidate in &mut candidates {
            candidate.steps.splice(0..0, before.iter().cloned());
        }
        candidates
    }
}

impl Trace for Notes {
    fn candidate(&mut self, identity: &Identity<'_>) {
        let (server, tool) = match *identity {
            Identity::Mcp { label, tool, .. } => (Some(label.to_owned()), Some(tool.to_owned())),
            Identity::Spec { name, .. } | Identity::Builtin(name) => (None, Some(name.to_owned())),
            Identity::UnknownServer(_) | Identity::UnknownSpec(_) => (None, None),
        };
        self.candidates.push(Reach { server, tool, steps: Vec::new() });
    }

    fn note(&mut self, rung: Rung, permission: Option<Permission>, why: impl FnOnce() -> String) {
        let told = Told {
            id: rung.id(),
            title: rung.title(),
            permission: permission.map(Permission::as_str),
            why: why(),
        };
        match self.candidates.last_mut() {
            Some(candidate) => candidate.steps.push(told),
            None => self.before.push(told),
        }
    }
}
