//! Whether a live installation is what was rendered (TEAM-120): one sentence a problem.

use serde::Deserialize;
use serde_json::Value;

use super::SERVER_NAME;
use super::audit::{AgentFile, audit};
use super::claude_files::{
    READ_SECRETS_CLAUDE_DENY, REQUIRED_CLAUDE_DENY, denied, is_ours, settings_problems, shadows,
    user_problems,
};
use super::manifest::{Framework, Manifest};
use super::render::GOOSE_REFUSED;
use crate::suggest::quoted;

const PROJECT_SETTINGS: &str = ".claude/settings.json";

/// What was found on the disk.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WiringFacts {
    /// The installed server, nothing when nobody is granted.
    pub server: InstalledFile,
    /// The hash that it has to have.
    pub expected_sha256: String,
    /// The interpreter; nothing when there is none.
    pub interpreter: Option<String>,
    /// What is wrong with the package's own pins.
    pub pins: Vec<String>,
    /// The agents' files.
    pub agents: Vec<AgentFile>,
    /// Files that could define or override the server, those that exist.
    pub shadows: Vec<ReadFile>,
    /// An administrator's files that exist.
    pub managed: Vec<String>,
    /// The queue and its folders.
    pub queue: Vec<InstalledFile>,
}

/// Something on the disk, without its content.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InstalledFile {
    /// Its path below the project's root.
    pub path: String,
    /// `file`, `folder`, `link`, `missing`, `other` or `unreadable`.
    pub state: String,
    /// The permission bits.
    #[serde(default)]
    pub mode: u32,
    /// Whether it belongs to this user or to root.
    #[serde(default)]
    pub own: bool,
    /// A file's hash.
    #[serde(default)]
    pub sha256: Option<String>,
}

/// A file that exists, as it was read.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadFile {
    /// How it is called in sentences; of the project's own files the path below the root.
    pub path: String,
    /// `mcp`, `settings`, `user` or `goose`.
    pub kind: String,
    /// Its text; nothing when there is a problem.
    #[serde(default)]
    pub content: Option<String>,
    /// Why it could not be read.
    #[serde(default)]
    pub problem: Option<String>,
}

/// Every problem of a live installation; none means well wired (TEAM-120).
#[must_use]
pub fn wiring_problems(manifest: &Manifest, framework: &str, facts: &WiringFacts) -> Vec<String> {
    let mut out = Vec::new();
    if framework != manifest.framework.as_str() {
        out.push(format!(
            "the team is rendered for {} and looked at as {}",
            quoted(manifest.framework.as_str()),
            quoted(framework)
        ));
    }
    let is_goose = [framework, manifest.framework.as_str()].contains(&Framework::Goose.as_str());
    if is_goose && manifest.orchestrator_only {
        out.push(GOOSE_REFUSED.to_owned());
    }
    if !manifest.orchestrator_only || manifest.grants.is_empty() {
        return out;
    }
    installed(facts, &mut out);
    out.extend(facts.pins.iter().cloned());
    for file in &facts.managed {
        out.push(format!(
            "{} takes exclusive control of servers, so the inline block of `{SERVER_NAME}` would not load",
            quoted(file)
        ));
    }
    let settings = read_files(facts, &mut out);
    if manifest.framework == Framework::Claude {
        for finding in audit(manifest, &facts.agents, facts.interpreter.as_deref().unwrap_or_default()) {
            out.push(format!("{}:{}: {}", finding.file, finding.line, finding.sentence));
        }
        project_rules(manifest, settings.as_ref(), &mut out);
    }
    queue(facts, &mut out);
    out
}

fn installed(facts: &WiringFacts, out: &mut Vec<String>) {
    let InstalledFile { path, state, mode, own, sha256 } = &facts.server;
    let path = quoted(path);
    match state.as_str() {
        "file" => {
            if sha256.as_deref() != Some(facts.expected_sha256.as_str()) {
                out.push(format!("{path} is not the server that this version ships: install it again"));
            }
            if mode & 0o022 != 0 {
                out.push(format!("{path} is writable by others than its owner"));
            }
            if !own {
                out.push(format!("{path} belongs to another user"));
            }
        }
        "missing" => out.push(format!("{path} is not installed")),
        "link" => out.push(format!("{path} is a link, or lies behind one")),
        _ => out.push(format!("{path} is no regular file that can be read")),
    }
    if facts.interpreter.is_none() {
        out.push("no system-wide `python3` is there to launch the server with".to_owned());
    }
}

/// Looks through the files that could define or override the server; gives the project's settings.
fn read_files(facts: &WiringFacts, out: &mut Vec<String>) -> Option<Value> {
    let mut settings = None;
    for file in &facts.shadows {
        let name = quoted(&file.path);
        let Some(text) = file.content.as_deref().filter(|_| file.problem.is_none()) else {
            let problem = file.problem.as_deref().unwrap_or("it has no text");
            out.push(format!("{name} cannot be read, so what it defines is not known: {problem}"));
            continue;
        };
        let read = match file.kind.as_str() {
            "goose" => serde_saphyr::from_str::<Value>(text).ok(),
            _ => strict_json(text),
        };
        let Some(value) = read.filter(|value| value.is_object()) else {
            let format = if file.kind == "goose" { "YAML" } else { "JSON" };
            out.push(format!(
                "{name} is no {format} object without keys given twice, so what it defines is not known"
            ));
            continue;
        };
        match file.kind.as_str() {
            "mcp" => {
                for shadow in shadows(value.get("mcpServers")) {
                    let shadow = quoted(shadow);
                    out.push(format!(
                        "{name} defines a server {shadow}, which would take the place of `{SERVER_NAME}`"
                    ));
                }
            }
            "user" => user_problems(&file.path, &value, out),
            "goose" => {
                let extensions = value.get("extensions").and_then(Value::as_object);
                let named = |entry: &Value| entry.get("name").and_then(Value::as_str).is_some_and(is_ours);
                for (key, _) in
                    extensions.into_iter().flatten().filter(|(key, entry)| is_ours(key) || named(entry))
                {
                    out.push(format!(
                        "{name} defines an extension {}, which would take the place of `{SERVER_NAME}`",
                        quoted(key)
                    ));
                }
            }
            _ => {
                settings_problems(&file.path, &value, out);
                if file.path == PROJECT_SETTINGS {
                    settings = Some(value);
                }
            }
        }
    }
    settings
}

/// JSON in which no key stands twice: which of the two counts is another program's choice.
fn strict_json(text: &str) -> Option<Value> {
    let parsed = crate::json::parse(text.as_bytes()).ok()?;
    if parsed.duplicates.is_empty() { serde_json::from_str(text).ok() } else { None }
}

/// The rules that the project's settings have to hold.
fn project_rules(manifest: &Manifest, settings: Option<&Value>, out: &mut Vec<String>) {
    let there = settings.map(denied).unwrap_or_default();
    for rule in REQUIRED_CLAUDE_DENY.iter().filter(|rule| !there.contains(*rule)) {
        out.push(format!("`{PROJECT_SETTINGS}` does not deny `{rule}`"));
    }
    let missing: Vec<String> = READ_SECRETS_CLAUDE_DENY
        .iter()
        .filter(|rule| !there.contains(*rule))
        .map(|rule| format!("`{rule}`"))
        .collect();
    if missing.is_empty() {
        return;
    }
    for (name, agent) in manifest.agents.iter().filter(|(name, _)| manifest.grants.contains_key(*name)) {
        let reads = |tool: &&String| ["Read", "Grep", "NotebookRead"].contains(&tool.as_str());
        if let Some(tool) = agent.read_tools.iter().find(reads) {
            out.push(format!(
                "{} has the native tool {}, which can reach secrets: `{PROJECT_SETTINGS}` does not deny {}",
                quoted(name),
                quoted(tool),
                missing.join(", ")
            ));
        }
    }
}

fn queue(facts: &WiringFacts, out: &mut Vec<String>) {
    for folder in &facts.queue {
        let path = quoted(&folder.path);
        match folder.state.as_str() {
            "folder" if folder.mode & 0o022 != 0 => {
                out.push(format!("{path} is writable by others than its owner"))
            }
            "folder" if !folder.own => out.push(format!("{path} belongs to another user")),
            "folder" => {}
            "missing" => out.push(format!("{path} is missing")),
            "link" => out.push(format!("{path} is a link, or lies behind one")),
            _ => out.push(format!("{path} is no folder")),
        }
    }
}
