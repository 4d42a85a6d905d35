//! What Codex does with `.codex/config.toml` (HARN-20).

use foldhash::fast::RandomState;
use serde::Serialize;

use super::predict::{AdvertisedTool, Outcomes, ServerTools, note};
use super::{Outcome, SettingsFile, codex_read};
use crate::name::Spelling;

/// Where Codex reads the settings of a project.
pub(crate) const PROJECT_FILE: &str = ".codex/config.toml";

pub(crate) type Table<V> = indexmap::IndexMap<String, V, RandomState>;

/// The parts of the file that say what may be called; Codex refuses the whole file when one of
/// them has a value that it does not know.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Config {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) approval_policy: Option<ApprovalPolicy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sandbox_mode: Option<SandboxMode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) model_provider: Option<String>,
    #[serde(skip_serializing_if = "Table::is_empty")]
    pub(crate) model_providers: Table<ModelProvider>,
    #[serde(skip_serializing_if = "Table::is_empty")]
    pub(crate) mcp_servers: Table<McpServer>,
}

/// When a person is asked. `untrusted` is refused by the program, so it is not here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ApprovalPolicy {
    OnRequest,
    OnFailure,
    Never,
}

impl ApprovalPolicy {
    /// Every word that Codex knows here.
    pub(crate) const WORDS: [(&str, Self); 3] =
        [("on-request", Self::OnRequest), ("on-failure", Self::OnFailure), ("never", Self::Never)];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SandboxMode {
    ReadOnly,
    WorkspaceWrite,
    DangerFullAccess,
}

impl SandboxMode {
    /// Every word that Codex knows here.
    pub(crate) const WORDS: [(&str, Self); 3] = [
        ("read-only", Self::ReadOnly),
        ("workspace-write", Self::WorkspaceWrite),
        ("danger-full-access", Self::DangerFullAccess),
    ];
}

#[derive(Debug, Serialize)]
pub(crate) struct ModelProvider {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// The name of the variable that holds the key, never the key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) env_key: Option<String>,
}

/// One entry of `mcp_servers`; without a transport Codex refuses the whole file.
#[derive(Debug, Default, Serialize)]
pub(crate) struct McpServer {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) command: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) enabled: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) enabled_tools: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) disabled_tools: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) default_tools_approval_mode: Option<ApprovalMode>,
    /// Header name to the name of the variable that holds its value.
    #[serde(skip_serializing_if = "Table::is_empty")]
    pub(crate) env_http_headers: Table<String>,
    #[serde(skip_serializing_if = "Table::is_empty")]
    pub(crate) tools: Table<ToolSettings>,
}

#[derive(Debug, Serialize)]
pub(crate) struct ToolSettings {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) approval_mode: Option<ApprovalMode>,
}

/// There is no mode that denies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ApprovalMode {
    /// As without a mode: a tool that says it only reads runs, others need an approval.
    Auto,
    Prompt,
    Approve,
}

impl ApprovalMode {
    /// Every word that Codex knows here.
    pub(crate) const WORDS: [(&str, Self); 3] =
        [("auto", Self::Auto), ("prompt", Self::Prompt), ("approve", Self::Approve)];
}

impl Config {
    /// What comes of a call that needs an approval.
    pub(crate) fn prompt(&self) -> Outcome {
        match (self.approval_policy, self.sandbox_mode) {
            (Some(ApprovalPolicy::Never), Some(SandboxMode::DangerFullAccess)) => Outcome::Run,
            (Some(ApprovalPolicy::Never), _) => Outcome::Denied,
            _ => Outcome::Ask,
        }
    }
}

/// One server's entry, ready to be asked about many tools.
pub(crate) struct Entry<'c> {
    server: &'c McpServer,
    enabled: Option<Set<&'c str>>,
    disabled: Set<&'c str>,
    prompt: Outcome,
}

type Set<K> = hashbrown::HashSet<K, RandomState>;

impl<'c> Entry<'c> {
    /// `None` when the file has no entry for that server.
    pub(crate) fn of(config: &'c Config, server: &str) -> Option<Self> {
        let server = config.mcp_servers.get(server)?;
        let set = |list: &'c Vec<String>| list.iter().map(String::as_str).collect();
        Some(Self {
            server,
            enabled: server.enabled_tools.as_ref().map(set),
            disabled: server.disabled_tools.as_ref().map(set).unwrap_or_default(),
            prompt: config.prompt(),
        })
    }

    pub(crate) fn outcome(&self, tool: &AdvertisedTool<'_>) -> Outcome {
        if self.server.enabled == Some(false)
            || self.disabled.contains(tool.name)
            || self.enabled.as_ref().is_some_and(|enabled| !enabled.contains(tool.name))
        {
            return Outcome::Gone;
        }
        let own = self.server.tools.get(tool.name).and_then(|own| own.approval_mode);
        match own.or(self.server.default_tools_approval_mode).unwrap_or(ApprovalMode::Auto) {
            ApprovalMode::Approve => Outcome::Run,
            ApprovalMode::Auto if tool.read_only_hint => Outcome::Run,
            ApprovalMode::Auto | ApprovalMode::Prompt => self.prompt,
        }
    }
}

pub(super) fn predict(files: &[SettingsFile], servers: &[ServerTools<'_>]) -> Outcomes {
    let file = files.iter().find(|file| file.path.strip_prefix("./").unwrap_or(&file.path) == PROJECT_FILE);
    let config = match file {
        None => Some(Config::default()),
        Some(file) => codex_read::read(&file.content),
    };
    let mut outcomes = Outcomes::default();
    for one in servers {
        let entry = config.as_ref().map(|config| Entry::of(config, one.server));
        for tool in &one.tools {
            let outcome = match &entry {
                None => Outcome::Gone,
                // What the file says nothing about reaches Codex another way, and the gate decides.
                Some(None) => Outcome::Ask,
                Some(Some(entry)) => entry.outcome(tool),
            };
            note(&mut outcomes, Spelling::Codex.render(one.server, tool.name), outcome);
        }
    }
    outcomes
}
