//! Why a tool is missing, or does not run: hidden, not advertised, denied, or offered and then
//! refused, on each harness (EDIT-30).

use foldhash::fast::RandomState;
use indexmap::IndexMap;
use serde::{Serialize, Serializer};

use crate::call::Subject;
use crate::catalog::{Catalog, Catalogs};
use crate::decision::{Decision, Step};
use crate::gate::{Gate, Meant};
use crate::harness::{self, AdvertisedTool, Harness, Outcome, RenderOptions, ServerTools};
use crate::name::Spelling;
use crate::permission::Permission;
use crate::suggest::{nearest, quoted};

/// What became of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// No server of that name is configured.
    UnknownServer,
    /// `tools` has no tool of that name; only asked of the reserved server `agenta-tools`.
    UnknownTool,
    /// The server's tool filter hides it.
    Hidden,
    /// The server's catalog does not have it.
    NotAdvertised,
    /// Every call of it is denied, and it is not offered.
    Denied,
    /// A harness offers it to the model, and it is refused when it is called.
    Refused,
    /// It is offered, and a call of it may run.
    Offered,
}

impl Status {
    /// Every status.
    pub const ALL: [Self; 7] = [
        Self::UnknownServer,
        Self::UnknownTool,
        Self::Hidden,
        Self::NotAdvertised,
        Self::Denied,
        Self::Refused,
        Self::Offered,
    ];

    /// The word used in results.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::UnknownServer => "unknown_server",
            Self::UnknownTool => "unknown_tool",
            Self::Hidden => "hidden",
            Self::NotAdvertised => "not_advertised",
            Self::Denied => "denied",
            Self::Refused => "refused",
            Self::Offered => "offered",
        }
    }
}

impl Serialize for Status {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// One answer about one tool.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Why<'a> {
    /// The server that was asked about.
    pub server: &'a str,
    /// The tool that was asked about.
    pub tool: &'a str,
    /// What the policy and the catalog make of it: never [`Status::Refused`], which only a harness can
    /// cause. The first that holds, in the order of [`Status`].
    pub status: Status,
    /// Whether the server advertises it; `None` without a catalog, or when it is only a page of one.
    pub advertised: Option<bool>,
    /// The decision for a call that no rule about arguments matches and nobody says only reads.
    pub decision: Decision<'a>,
    /// The permission for calls that the caller says only read, where it is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_only: Option<&'static str>,
    /// The permission when every ask and deny rule about arguments matches, where it is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<&'static str>,
    /// The server, or the advertised tool, that was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
    /// One sentence for a person.
    pub explanation: String,
    /// The same on each harness, by its name.
    pub harnesses: IndexMap<&'static str, OnHarness, RandomState>,
}

/// What becomes of the tool on one harness that reaches the server itself, with the settings that
/// are rendered for it. (A proxy that asks the gate before it lists tools offers what
/// [`Why::status`] says is offered.)
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OnHarness {
    /// The name that the harness gives it.
    pub name: String,
    /// What the harness alone does; absent where the tool is not there, or no settings can be
    /// rendered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alone: Option<Outcome>,
    /// What becomes of the tool.
    pub status: Status,
    /// One sentence for a person.
    pub explanation: String,
}

/// Answers the question of the missing tool (EDIT-30). `catalog` is what the server advertises.
#[must_use]
pub fn why<'a>(gate: &'a Gate, server: &'a str, tool: &'a str, catalog: Option<&'a Catalog<'a>>) -> Why<'a> {
    let subject = Subject::Server { server, tool };
    let effect = gate.effect(subject);
    let usual = effect.usual.permission();
    let other = |permission: Permission| (permission != usual).then_some(permission.as_str());
    let advertised =
        catalog.and_then(|catalog| catalog.get(tool).map(|_| true).or((!catalog.partial).then_some(false)));
    let status = match effect.usual.step() {
        Step::UnknownServer => Status::UnknownServer,
        Step::UnknownTool => Status::UnknownTool,
        Step::Filter => Status::Hidden,
        _ if advertised == Some(false) => Status::NotAdvertised,
        _ if effect.at_least() == Permission::Deny => Status::Denied,
        _ => Status::Offered,
    };
    let near = match status {
        Status::UnknownServer => nearest(server, gate.servers().map(|known| known.label())),
        _ if advertised == Some(false) => {
            let tools = catalog.into_iter().flat_map(|catalog| &catalog.tools);
            nearest(tool, tools.map(|known| known.name))
        }
        _ => None,
    };
    let mut answer = Why {
        server,
        tool,
        status,
        advertised,
        decision: effect.usual,
        read_only: other(effect.reading.permission()),
        arguments: other(effect.strictest.permission()),
        nearest: near.map(str::to_owned),
        explanation: match status {
            Status::NotAdvertised => {
                format!("server {} does not advertise {}", quoted(server), quoted(tool))
            }
            _ => effect.usual.explanation(),
        },
        harnesses: IndexMap::default(),
    };
    let catalogs = catalog.map(|catalog| Catalogs::of(server, catalog.clone()));
    let is_spec = matches!(gate.meant(&subject), Meant::Spec { .. });
    for harness in Harness::ALL {
        let on_harness = answer.on(gate, harness, catalogs.as_ref(), is_spec);
        answer.harnesses.insert(harness.as_str(), on_harness);
    }
    answer
}

impl Why<'_> {
    fn on(&self, gate: &Gate, harness: Harness, catalogs: Option<&Catalogs<'_>>, is_spec: bool) -> OnHarness {
        let spelling = if harness == Harness::Codex { Spelling::Codex } else { Spelling::Claude };
        let name = spelling.render(self.server, self.tool);
        let gone = |status: Status, explanation: &str| OnHarness {
            name: name.clone(),
            alone: None,
            status,
            explanation: explanation.to_owned(),
        };
        match self.status {
            Status::UnknownServer => return gone(self.status, "no server of that name is configured"),
            Status::UnknownTool => return gone(self.status, "`tools` has no tool of that name"),
            _ if self.advertised == Some(false) => {
                return gone(Status::NotAdvertised, "the server does not advertise it");
            }
            _ => {}
        }
        let (alone, fault) = match self.alone(gate, harness, catalogs, &name) {
            Ok(outcome) => (Some(outcome), None),
            Err(message) => (None, Some(message)),
        };
        let (status, explanation) = self.became(harness, alone, is_spec);
        let explanation = match fault {
            Some(message) => format!("no settings can be rendered ({message}): {explanation}"),
            None => explanation.to_owned(),
        };
        OnHarness { name, alone, status, explanation }
    }

    /// What the harness alone does with the tool.
    fn alone(
        &self,
        gate: &Gate,
        harness: Harness,
        catalogs: Option<&Catalogs<'_>>,
        name: &str,
    ) -> Result<Outcome, String> {
        if harness == Harness::Pi {
            // Whoever registers tools with Pi asks the gate about each.
            let is_denied = matches!(self.status, Status::Hidden | Status::Denied);
            return Ok(if is_denied { Outcome::Gone } else { Outcome::Ask });
        }
        let options = RenderOptions { catalogs, ..RenderOptions::default() };
        let rendered = harness::render(gate, harness, &options).map_err(|report| {
            report.diagnostics.into_iter().next().map(|found| found.message).unwrap_or_default()
        })?;
        let hint = catalogs.and_then(|catalogs| catalogs.get(self.server)?.get(self.tool));
        let read_only_hint = hint.is_some_and(|tool| tool.read_only_hint);
        let tools = vec![AdvertisedTool { name: self.tool, read_only_hint }];
        let servers = [ServerTools { server: self.server, tools }];
        let outcomes = harness::predict(harness, &rendered.files, &servers, None)?;
        Ok(outcomes.get(name).copied().unwrap_or(Outcome::Ask))
    }

    fn became(&self, harness: Harness, alone: Option<Outcome>, is_spec: bool) -> (Status, &'static str) {
        let refused = matches!(self.status, Status::Hidden | Status::Denied);
        match alone {
            _ if refused && is_spec => (self.status, "the runner does not list a tool that is denied"),
            Some(Outcome::Gone) if refused && harness == Harness::Pi => {
                (self.status, "it is never registered")
            }
            Some(Outcome::Gone) if refused => (self.status, "its settings keep it from the model"),
            Some(Outcome::Gone) => {
                (Status::Denied, "its settings are stricter than the gate and keep it from the model")
            }
            _ if refused => {
                (Status::Refused, "nothing hides it: it is offered, and the gate refuses the call")
            }
            Some(Outcome::Denied) => {
                (Status::Refused, "it is offered, and the harness refuses the call in the mode that is set")
            }
            Some(Outcome::Run) => (Status::Offered, "it is offered, and the harness runs it without asking"),
            _ => match self.decision.permission() {
                Permission::Allow => (Status::Offered, "it is offered, and the gate lets the call run"),
                _ => (Status::Offered, "it is offered, and a person is asked about the call"),
            },
        }
    }
}
