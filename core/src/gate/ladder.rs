//! The steps that decide one tool: the first that applies, then the author's floor.

use super::explain::Rung;
use super::identity::{Identity, target};
use super::plan::{Plan, ServerPlan};
use crate::decision::Step;
use crate::document::ToolKind;
use crate::permission::{Mode, Permission};
use crate::rule::{Given, RuleId};

/// What decided, small enough to copy; `words.rs` turns it into text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome<'a> {
    pub(crate) permission: Permission,
    pub(crate) step: Step,
    pub(crate) place: Place<'a>,
    /// The tool that was decided, once it is known.
    pub(crate) identity: Option<Identity<'a>>,
    /// Whether the place is in the organisation's document.
    pub(crate) from_floor: bool,
    /// Whether the call's arguments could not be read, so that every rule on them counted.
    pub(crate) unreadable: bool,
}

/// What in a document decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place<'a> {
    /// Nothing that was written.
    Nowhere,
    /// The call is no call: the sentence says why.
    Malformed(&'a str),
    /// A name that the document does not have.
    Unknown(&'a str),
    Filter(u32),
    TableEntry(u32, &'a str),
    NewTool(u32),
    /// The table that makes the server per-tool.
    Table(u32),
    Server(u32),
    Spec(u32),
    Rule(RuleId),
    Default,
}

impl<'a> Outcome<'a> {
    pub(crate) const fn new(permission: Permission, step: Step, place: Place<'a>) -> Self {
        Self { permission, step, place, identity: None, from_floor: false, unreadable: false }
    }

    pub(crate) const fn deny(step: Step) -> Self {
        Self::new(Permission::Deny, step, Place::Nowhere)
    }

    pub(crate) const fn malformed(message: &'a str) -> Self {
        Self::new(Permission::Deny, Step::UnknownTool, Place::Malformed(message))
    }
}

/// Listens to the ladder while it decides. [`Silent`] costs nothing.
pub(super) trait Trace {
    /// The steps that follow are about this tool.
    fn candidate(&mut self, identity: &Identity<'_>);
    /// A step decided (with its permission) or passed (without), and why.
    fn note(&mut self, rung: Rung, permission: Option<Permission>, why: impl FnOnce() -> String);
}

/// Nobody listens.
pub(super) struct Silent;

impl Trace for Silent {
    fn candidate(&mut self, _: &Identity<'_>) {}
    fn note(&mut self, _: Rung, _: Option<Permission>, _: impl FnOnce() -> String) {}
}

impl Plan {
    /// The ladder for one tool of the agent's own document.
    pub(super) fn decide<'a>(
        &'a self,
        trace: &mut impl Trace,
        identity: &Identity<'a>,
        read_only: bool,
        given: Given<'_>,
    ) -> Outcome<'a> {
        let own = self.own_word(trace, identity);
        let rule = target(identity).and_then(|target| self.rules.strictest(target, given));
        let default = || self.default_word(identity, read_only);
        let outcome = self.first_word(trace, own, rule, || Some(default())).unwrap_or_else(default);
        Outcome { identity: Some(*identity), ..outcome }
    }

    /// PERM-3 to PERM-6: what the tool's own server or spec says.
    pub(super) fn own_word<'a>(
        &'a self,
        trace: &mut impl Trace,
        identity: &Identity<'a>,
    ) -> Option<Outcome<'a>> {
        match *identity {
            Identity::Mcp { server, tool, .. } => {
                self.server_plan(server).and_then(|plan| server_word(trace, plan, server, tool))
            }
            Identity::Spec { tool, .. } => self.spec_word(trace, tool),
            _ => None,
        }
    }

    /// PERM-6
    pub(super) fn spec_word<'a>(&'a self, trace: &mut impl Trace, tool: u32) -> Option<Outcome<'a>> {
        let Some(permission) = self.tool_plan(tool)?.permission else {
            trace.note(Rung::Spec, None, || "the tool's own `permission` is not set".into());
            return None;
        };
        trace.note(Rung::Spec, Some(permission), || "the tool's own `permission`".into());
        Some(Outcome::new(permission, Step::SpecPermission, Place::Spec(tool)))
    }

    /// The first of own word, rules (PERM-7) and default (PERM-8), then the author's floor (PERM-11).
    pub(super) fn first_word<'a>(
        &'a self,
        trace: &mut impl Trace,
        own: Option<Outcome<'a>>,
        rule: Option<(Permission, RuleId)>,
        default: impl FnOnce() -> Option<Outcome<'a>>,
    ) -> Option<Outcome<'a>> {
        let ruled = rule.map(|(permission, id)| Outcome::new(permission, Step::Rule, Place::Rule(id)));
        let word = own.or_else(|| {
            match ruled {
                Some(outcome) => trace.note(Rung::Rules, Some(outcome.permission), || self.rule_words(rule)),
                None => trace.note(Rung::Rules, None, || "no author rule matches the call".into()),
            }
            ruled.or_else(|| {
                let outcome = default();
                if let Some(outcome) = &outcome {
                    trace.note(Rung::Default, Some(outcome.permission), || self.default_words(outcome));
                }
                outcome
            })
        });
        match ruled {
            Some(floor)
                if floor.permission > Permission::Allow
                    && word.is_none_or(|word| floor.permission > word.permission) =>
            {
                trace.note(Rung::RuleFloor, Some(floor.permission), || self.rule_words(rule));
                Some(floor)
            }
            _ => {
                trace.note(Rung::RuleFloor, None, || "no author rule is stricter".into());
                word
            }
        }
    }

    /// PERM-8 and PERM-9; the absent default is `allow_reads`.
    fn default_word<'a>(&'a self, identity: &Identity<'a>, read_only: bool) -> Outcome<'a> {
        let reads = match *identity {
            Identity::Mcp { server, tool, .. } => {
                let trusted = |plan: &ServerPlan| plan.trusted_reads.contains(tool);
                read_only || self.server_plan(server).is_some_and(trusted)
            }
            Identity::Spec { tool, .. } => self.tool_plan(tool).is_some_and(|plan| plan.read_only),
            _ => read_only,
        };
        let place = if self.default.is_some() { Place::Default } else { Place::Nowhere };
        let (permission, step) = match self.default.unwrap_or(Mode::AllowReads) {
            Mode::Always(Permission::Deny) => (Permission::Deny, Step::Default),
            // PERM-30: a client tool pauses in any case; of the default only a deny counts.
            _ if matches!(identity, Identity::Spec { kind: ToolKind::Client, .. }) => {
                (Permission::Ask, Step::Default)
            }
            Mode::Always(permission) => (permission, Step::Default),
            Mode::AllowReads if reads => (Permission::Allow, Step::ReadOnly),
            Mode::AllowReads => (Permission::Ask, Step::Default),
        };
        Outcome::new(permission, step, place)
    }

    /// The permission of the agent's default, for a call that somebody says only reads or not.
    pub(super) fn default_permission(&self, identity: &Identity<'_>, read_only: bool) -> Permission {
        self.default_word(identity, read_only).permission
    }

    /// [`Plan::default_word`] where the default was written: an organisation's document says
    /// nothing by leaving it out (PERM-12).
    pub(super) fn written_default<'a>(
        &'a self,
        identity: &Identity<'a>,
        read_only: bool,
    ) -> Option<Outcome<'a>> {
        self.default.map(|_| self.default_word(identity, read_only))
    }
}

/// PERM-3, PERM-4, PERM-5.
fn server_word<'a>(
    trace: &mut impl Trace,
    plan: &'a ServerPlan,
    server: u32,
    tool: &'a str,
) -> Option<Outcome<'a>> {
    if plan.hides(tool) {
        trace.note(Rung::Filter, Some(Permission::Deny), || {
            "the server's `include` list does not have it".into()
        });
        return Some(Outcome::new(Permission::Deny, Step::Filter, Place::Filter(server)));
    }
    trace.note(Rung::Filter, None, || {
        if plan.admitted.is_some() {
            "the server's `include` list has it"
        } else {
            "the server has no filter"
        }
        .into()
    });
    if plan.is_per_tool {
        let (outcome, why) = match (plan.table.get(tool), plan.new_tool) {
            (Some(&permission), _) => (
                Outcome::new(permission, Step::ToolPermission, Place::TableEntry(server, tool)),
                "the tool's own entry in the server's table",
            ),
            (None, Some(permission)) => (
                Outcome::new(permission, Step::NewToolPermission, Place::NewTool(server)),
                "the server's word for tools that its table does not name",
            ),
            (None, None) => (
                Outcome::new(Permission::Ask, Step::NewToolFloor, Place::Table(server)),
                "the server's table does not name it, and nothing is said of such tools",
            ),
        };
        trace.note(Rung::Table, Some(outcome.permission), || why.into());
        return Some(outcome);
    }
    trace.note(Rung::Table, None, || "the server has no per-tool policy".into());
    let Some(permission) = plan.permission else {
        trace.note(Rung::Server, None, || "the server's `permission` is not set".into());
        return None;
    };
    trace.note(Rung::Server, Some(permission), || "the server's `permission`".into());
    Some(Outcome::new(permission, Step::ServerPermission, Place::Server(server)))
}
