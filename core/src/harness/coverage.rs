//! What the gate decides of each tool beside what the harness alone does with it.

use serde::{Serialize, Serializer};

use super::Outcome;
use super::claude::Claude;
use super::claude_match::{Matcher, RenderedTool, Version};
use super::codex::Codex;
use super::known::{Known, Says, Server, Tool, UNSEEN};
use super::predict::claude_outcome;
use crate::name::{INTERNAL_SERVER, RENDERED_PREFIX};
use crate::permission::Permission;

/// How the harness's own outcome relates to the gate's decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// The same.
    Exact,
    /// The harness alone is stricter.
    Stricter,
    /// The settings say nothing of it, or ask where the gate denies: the gate decides.
    LeftToTheGate,
    /// The harness alone would let run what the gate does not allow.
    Looser,
}

impl Fit {
    /// Every fit.
    pub const ALL: [Self; 4] = [Self::Exact, Self::Stricter, Self::LeftToTheGate, Self::Looser];

    /// The words used in results.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Stricter => "stricter",
            Self::LeftToTheGate => "left to the gate",
            Self::Looser => "looser",
        }
    }
}

impl Serialize for Fit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// One tool, or any other tool of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// The server; absent for gateway and client tools.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// The tool; absent for any other tool of the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The name that the model sees; absent for any other tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The strictest that the gate decides of calls with any arguments.
    #[serde(serialize_with = "word")]
    pub gate: Permission,
    /// The same when the caller says that they only read, where that differs.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "optional_word")]
    pub gate_read_only: Option<Permission>,
    /// What the harness alone does.
    pub harness: Outcome,
    /// How the two relate.
    pub fit: Fit,
    /// Why this may be looser (HARN-1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exempt: Option<&'static str>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn word<S: Serializer>(permission: &Permission, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(permission.as_str())
}

#[expect(clippy::ref_option, reason = "the signature that serde calls")]
fn optional_word<S: Serializer>(permission: &Option<Permission>, serializer: S) -> Result<S::Ok, S::Error> {
    permission.map(Permission::as_str).serialize(serializer)
}

impl Row {
    /// Whether the settings are looser than the law lets them be.
    pub(super) fn is_fault(&self) -> bool {
        self.fit == Fit::Looser && self.exempt.is_none()
    }

    /// What the row is about, for messages.
    pub(super) fn what(&self) -> String {
        match (&self.server, &self.tool) {
            (Some(server), Some(tool)) => format!("`{tool}` of server `{server}`"),
            (Some(server), None) => format!("any other tool of server `{server}`"),
            (None, tool) => format!("`{}`", tool.as_deref().unwrap_or_default()),
        }
    }
}

/// What the harness alone does with one tool, and whether its settings say anything of it.
#[derive(Clone, Copy, Debug)]
struct Alone {
    outcome: Outcome,
    is_said: bool,
}

/// Makes the rows.
pub(super) struct Coverage;

impl Coverage {
    pub(super) fn claude(known: &Known<'_>, claude: &Claude<'_>) -> Vec<Row> {
        let spelled = || known.servers.iter().map(|server| &*server.spelled);
        let matchers = Version::ALL.map(|version| Matcher::new(version, claude.rules(), spelled()));
        let alone = |name: &str, server_length: usize| {
            let rendered = RenderedTool::new(name, server_length)?;
            let says = matchers.iter().map(|matcher| matcher.strictest(&rendered));
            says.map(|says| Alone { outcome: claude_outcome(claude.mode(), says), is_said: says.is_some() })
                .min_by_key(|alone| alone.outcome)
        };
        let left = Alone { outcome: Outcome::Ask, is_said: false };
        Self::rows(
            known,
            |tool, server| {
                alone(&tool.rendered, server.map_or(INTERNAL_SERVER.len(), |server| server.spelled.len()))
                    .unwrap_or(left)
            },
            |server| {
                let names = UNSEEN.map(|tool| format!("{RENDERED_PREFIX}{}__{tool}", server.spelled));
                let each = names.iter().filter_map(|name| alone(name, server.spelled.len()));
                each.min_by_key(|alone| alone.outcome).unwrap_or(left)
            },
        )
    }

    pub(super) fn codex(known: &Known<'_>, codex: &Codex) -> Vec<Row> {
        let alone = |outcome: Option<Outcome>| Alone {
            outcome: outcome.unwrap_or(Outcome::Ask),
            is_said: outcome.is_some(),
        };
        let mut rows = Self::rows(
            known,
            |tool, server| alone(server.and_then(|server| codex.outcome(server.kept.label(), tool.name))),
            |server| alone(codex.outcome(server.kept.label(), UNSEEN[0])),
        );
        if codex.prompts_run() {
            for row in rows.iter_mut().filter(|row| row.fit == Fit::Looser) {
                row.exempt = Some(
                    "Codex runs what it would ask about, as the author chose full access without approvals",
                );
            }
        }
        rows
    }

    pub(super) fn pi(known: &Known<'_>) -> Vec<Row> {
        Self::rows(
            known,
            |tool, _| {
                let is_said = tool.says.denies();
                Alone { outcome: if is_said { Outcome::Gone } else { Outcome::Ask }, is_said }
            },
            |_| Alone { outcome: Outcome::Ask, is_said: false },
        )
    }

    fn rows(
        known: &Known<'_>,
        alone: impl Fn(&Tool<'_>, Option<&Server<'_>>) -> Alone,
        other: impl Fn(&Server<'_>) -> Alone,
    ) -> Vec<Row> {
        let mut rows = Vec::with_capacity(known.tools.len().saturating_add(known.servers.len()));
        for server in &known.servers {
            for tool in known.tools_of(server) {
                rows.push(row(Some(server), Some(tool), &tool.says, alone(tool, Some(server))));
            }
            rows.push(row(Some(server), None, &known.unseen(server), other(server)));
        }
        for tool in known.specs() {
            rows.push(row(None, Some(tool), &tool.says, alone(tool, None)));
        }
        rows
    }
}

fn row(server: Option<&Server<'_>>, tool: Option<&Tool<'_>>, says: &Says, alone: Alone) -> Row {
    let fit = fit(says, alone);
    let is_client = tool.is_some_and(|tool| tool.is_client);
    Row {
        server: server.map(|server| server.kept.label().to_owned()),
        tool: tool.map(|tool| tool.name.to_owned()),
        name: tool.map(|tool| tool.rendered.clone()),
        gate: says.usual,
        gate_read_only: (says.reading != says.usual).then_some(says.reading),
        harness: alone.outcome,
        fit,
        exempt: (fit == Fit::Looser && is_client)
            .then_some("a client tool: the runner's own pause is what asks"),
    }
}

fn fit(says: &Says, alone: Alone) -> Fit {
    match (alone.outcome, says.usual) {
        (Outcome::Run, Permission::Allow) => Fit::Exact,
        (Outcome::Run, _) => Fit::Looser,
        (Outcome::Ask, Permission::Ask) if alone.is_said => Fit::Exact,
        (Outcome::Ask, Permission::Allow) if alone.is_said => Fit::Stricter,
        (Outcome::Ask, _) => Fit::LeftToTheGate,
        (Outcome::Gone | Outcome::Denied, _) if says.denies() => Fit::Exact,
        (Outcome::Gone | Outcome::Denied, _) => Fit::Stricter,
    }
}
