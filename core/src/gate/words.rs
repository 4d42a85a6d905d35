//! A decision's reason as text: its place in the document and one sentence.

use super::Gate;
use super::identity::Identity;
use super::ladder::{Outcome, Place};
use super::plan::Plan;
use crate::decision::{Reason, Step};
use crate::json::Pointer;
use crate::permission::{Mode, Permission};
use crate::rule::RuleId;

impl Gate {
    pub(crate) fn reason(&self, outcome: &Outcome<'_>) -> Reason {
        let plan = self.deciding_plan(outcome);
        let (server, tool) = match outcome.identity {
            Some(Identity::Mcp { label, tool, .. }) => (Some(label.to_owned()), Some(tool.to_owned())),
            Some(Identity::Spec { name, .. } | Identity::Builtin(name)) => (None, Some(name.to_owned())),
            _ => (None, None),
        };
        let rule =
            if let Place::Rule(id) = outcome.place { Some(plan.rules.pattern(id).to_owned()) } else { None };
        Reason { step: outcome.step, pointer: plan.pointer(&outcome.place), rule, server, tool }
    }

    pub(crate) fn explanation(&self, outcome: &Outcome<'_>) -> String {
        let what = match outcome.identity {
            Some(Identity::Mcp { label, tool, .. }) => format!("`{tool}` of server `{label}`"),
            Some(Identity::Spec { name, .. } | Identity::Builtin(name)) => format!("`{name}`"),
            _ => "the call".to_owned(),
        };
        let verb = match outcome.permission {
            Permission::Allow => "may run",
            Permission::Ask => "waits for a person",
            Permission::Deny => "is denied",
        };
        let plan = self.deciding_plan(outcome);
        let why = match (outcome.step, outcome.place) {
            (Step::AmbiguousName, place) => {
                let strictest = plan.why(&place, outcome);
                format!(
                    "its rendered name fits several tools, and of their decisions the strictest holds: {strictest}"
                )
            }
            (Step::Floor, place) => {
                format!("the organisation's document is stricter: {}", plan.why(&place, outcome))
            }
            (_, place) => plan.why(&place, outcome),
        };
        format!("{what} {verb}: {why}")
    }

    /// The document that the outcome's place is in.
    fn deciding_plan(&self, outcome: &Outcome<'_>) -> &Plan {
        match &self.floor {
            Some(floor) if outcome.from_floor => floor.plan(),
            _ => &self.plan,
        }
    }
}

impl Plan {
    fn pointer(&self, place: &Place<'_>) -> Option<String> {
        let policy = |server: u32, key: &str| {
            self.server_plan(server).map(|plan| format!("{}/mcps/{}/policy/{key}", self.base, plan.index))
        };
        match *place {
            Place::Nowhere | Place::Malformed(_) | Place::Unknown(_) => None,
            Place::Filter(server) => policy(server, "tools"),
            Place::TableEntry(server, tool) => {
                let mut pointer = policy(server, self.server_plan(server)?.table_key)?;
                Pointer::push_key(&mut pointer, tool);
                Some(pointer)
            }
            Place::Table(server) => policy(server, self.server_plan(server)?.table_key),
            Place::NewTool(server) => policy(server, self.server_plan(server)?.new_tool_key),
            Place::Server(server) => policy(server, "permission"),
            Place::Spec(tool) => {
                self.tool_plan(tool).map(|plan| format!("{}/tools/{}/permission", self.base, plan.index))
            }
            Place::Rule(id) => Some(format!("{}{}", self.base, self.rules.pointer(id))),
            Place::Default => Some(format!("{}/runner/permissions/default", self.base)),
        }
    }

    fn why(&self, place: &Place<'_>, outcome: &Outcome<'_>) -> String {
        let said = outcome.permission;
        match *place {
            Place::Nowhere => match outcome.step {
                Step::KillSwitch => "the operator's kill switch is on".into(),
                Step::Unattended => "a person would have to answer, and none is there".into(),
                Step::Closed => "the gate is closed, because no valid policy is in force".into(),
                _ => self.default_words(outcome),
            },
            Place::Malformed(message) => message.to_owned(),
            Place::Unknown(name) if outcome.step == Step::UnknownServer => {
                format!("no configured server fits `{name}`")
            }
            Place::Unknown(name) => format!("the document's `tools` has no `{name}`"),
            Place::Filter(_) => "the server's tool filter hides it".into(),
            Place::TableEntry(..) => format!("its own entry in the server's table says {said}"),
            Place::NewTool(_) => format!("the server's table does not name it, and says {said} for such tools"),
            Place::Table(_) => {
                "the server's table does not name it, and such a tool asks unless `new_tool_permission` says else".into()
            }
            Place::Server(_) => format!("the server's permission is {said}"),
            Place::Spec(_) => format!("the tool's own permission is {said}"),
            // A rule with a prefix may not fit what the call seems to hold.
            Place::Rule(id) if outcome.unreadable && self.rules.pattern(id).ends_with(":*)") => format!(
                "{}, and counts since the call's arguments cannot be read for certain",
                self.rule_words(Some((said, id)))
            ),
            Place::Rule(id) => self.rule_words(Some((said, id))),
            Place::Default => self.default_words(outcome),
        }
    }

    pub(super) fn rule_words(&self, rule: Option<(Permission, RuleId)>) -> String {
        rule.map_or_else(String::new, |(permission, id)| {
            format!("the author's rule `{}` says {permission}", self.rules.pattern(id))
        })
    }

    pub(super) fn default_words(&self, outcome: &Outcome<'_>) -> String {
        match (self.default, outcome.step) {
            (_, Step::ReadOnly) => "the call only reads, and the agent's default is allow_reads".into(),
            (None, _) => {
                "nothing else decides, and the agent's default is allow_reads when none is written".into()
            }
            (Some(Mode::AllowReads), _) => {
                "the agent's default is allow_reads, and nothing says that the call only reads".into()
            }
            (Some(mode), _) => format!("nothing else decides, and the agent's default is {}", mode.as_str()),
        }
    }
}
