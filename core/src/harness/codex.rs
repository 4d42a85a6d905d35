//! `.codex/config.toml`: what Codex can be told (HARN-20).

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use super::SettingsFile;
use super::codex_config::{
    ApprovalMode, ApprovalPolicy, Config, Entry, McpServer, ModelProvider, PROJECT_FILE, SandboxMode,
    ToolSettings,
};
use super::homes::Homes;
use super::known::{Known, Server};
use super::predict::AdvertisedTool;
use super::render::{Faults, RenderOptions};
use super::{Outcome, collision};
use crate::diagnostic::Code;
use crate::permission::Permission;
use crate::rule::{Reading, parse};

/// The provider that the platform manages.
const PROVIDER: &str = "agenta-openai";

/// How Codex reaches servers itself, by label.
pub type Transports = IndexMap<String, Transport, RandomState>;

/// How Codex reaches one server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transport {
    /// The URL.
    pub url: String,
    /// Header name to the *name* of the environment variable that holds its value.
    pub headers: IndexMap<String, String, RandomState>,
}

/// Everything that goes into the file.
#[derive(Debug, Default)]
pub(super) struct Codex {
    config: Config,
}

impl Codex {
    pub(super) fn render(known: &Known<'_>, options: &RenderOptions<'_>, faults: &mut Faults) -> Self {
        let kept = known.gate.kept();
        let mut config = Config {
            approval_policy: word(
                known,
                faults,
                "approval_policy",
                kept.approval_policy.as_deref(),
                &ApprovalPolicy::WORDS,
            ),
            sandbox_mode: word(
                known,
                faults,
                "sandbox_mode",
                kept.sandbox_mode.as_deref(),
                &SandboxMode::WORDS,
            ),
            ..Config::default()
        };
        if kept.sandbox.filesystem_readonly && config.sandbox_mode.is_none() {
            config.sandbox_mode = Some(SandboxMode::ReadOnly);
        }
        if options.managed_provider {
            let provider =
                ModelProvider { name: Some("OpenAI".to_owned()), env_key: Some("OPENAI_API_KEY".to_owned()) };
            config.model_provider = Some(PROVIDER.to_owned());
            config.model_providers.insert(PROVIDER.to_owned(), provider);
        }
        collision::report(known, faults);
        let is_ruled = ruled(known);
        for (server, is_ruled) in known.servers.iter().zip(is_ruled) {
            if let Some(transport) = options.codex_transports.get(server.kept.label()) {
                let entry = entry(known, server, transport, is_ruled);
                config.mcp_servers.insert(server.kept.label().to_owned(), entry);
            }
        }
        for label in options.codex_transports.keys() {
            if !config.mcp_servers.contains_key(label) {
                let message = format!("`{label}` has a transport and is no server of the document");
                faults.add(Code::HarnessRule, false, format!("{}/mcps", known.gate.base()), message);
            }
        }
        Self { config }
    }

    /// The file; none when there is nothing to say.
    pub(super) fn file(&self) -> Option<SettingsFile> {
        let content = toml::to_string(&self.config).unwrap_or_default();
        (!content.is_empty()).then(|| SettingsFile { path: PROJECT_FILE.to_owned(), content })
    }

    /// What Codex alone does with a tool; `None` when the file does not speak of its server.
    pub(super) fn outcome(&self, server: &str, tool: &str) -> Option<Outcome> {
        let tool = AdvertisedTool { name: tool, read_only_hint: true };
        Entry::of(&self.config, server).map(|entry| entry.outcome(&tool))
    }

    /// Whether what Codex would ask about runs.
    pub(super) fn prompts_run(&self) -> bool {
        self.config.prompt() == Outcome::Run
    }
}

/// A setting of the author's that Codex knows, or a diagnostic.
fn word<T: Copy>(
    known: &Known<'_>,
    faults: &mut Faults,
    key: &str,
    written: Option<&str>,
    accepted: &[(&str, T)],
) -> Option<T> {
    let written = written?;
    let found = accepted.iter().find(|(word, _)| *word == written).map(|(_, value)| *value);
    if found.is_none() {
        let words: Vec<&str> = accepted.iter().map(|(word, _)| *word).collect();
        let message =
            format!("`{written}` is left out of Codex's settings: accepted are {}", words.join(", "));
        let pointer = format!("{}/harness/permissions/{key}", known.gate.base());
        faults.add(Code::HarnessMode, false, pointer, message);
    }
    found
}

/// Of each server: whether an ask or deny of somebody's may reach tools of it that nobody has named.
fn ruled(known: &Known<'_>) -> Vec<bool> {
    let mut out = vec![false; known.servers.len()];
    let own = (known.gate.kept(), Homes::of(known, false));
    let floor = known.gate.kept_of_floor().map(|kept| (kept, Homes::of(known, true)));
    for (kept, homes) in std::iter::once(own).chain(floor) {
        for rule in kept.rules.iter().filter(|rule| rule.permission != Permission::Allow) {
            let Reading::Gate(pattern) = parse(&rule.pattern, rule.list, rule.permission) else { continue };
            for position in homes.reached(&pattern) {
                if let Some(is_ruled) = out.get_mut(position) {
                    *is_ruled = true;
                }
            }
        }
    }
    out
}

fn mode(is_allowed: bool) -> ApprovalMode {
    if is_allowed { ApprovalMode::Approve } else { ApprovalMode::Prompt }
}

fn entry(known: &Known<'_>, server: &Server<'_>, transport: &Transport, is_ruled: bool) -> McpServer {
    // Without a mode, a tool that says it only reads would run unasked.
    let default = mode(server.unnamed.allows() && !is_ruled);
    let mut out = McpServer {
        url: Some(transport.url.clone()),
        default_tools_approval_mode: Some(default),
        ..McpServer::default()
    };
    out.env_http_headers
        .extend(transport.headers.iter().map(|(name, variable)| (name.clone(), variable.clone())));
    let tools = known.tools_of(server);
    let listed = |is_in: &dyn Fn(&super::known::Tool<'_>) -> bool| -> Vec<String> {
        tools.iter().filter(|tool| is_in(tool)).map(|tool| tool.name.to_owned()).collect()
    };
    let disabled = listed(&|tool| tool.says.denies());
    out.disabled_tools = (!disabled.is_empty()).then_some(disabled);
    if server.unnamed.denies() && server.is_final {
        // There is no mode that denies: what may not be called is not listed.
        let enabled = listed(&|tool| !tool.says.denies());
        if enabled.is_empty() {
            // Programs differ in what an empty list means.
            out.enabled = Some(false);
        } else {
            out.enabled_tools = Some(enabled);
        }
    }
    for tool in tools.iter().filter(|tool| !tool.says.denies()) {
        let mode = mode(tool.says.allows());
        if mode != default {
            out.tools.insert(tool.name.to_owned(), ToolSettings { approval_mode: Some(mode) });
        }
    }
    out
}
