//! The audit `AR_WRITE_POLICY` (TEAM-4): agents' files held against what would be rendered.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::SERVER_NAME;
use super::front_matter::FrontMatter;
use super::manifest::{Agent, Framework, Granted, Manifest, READ_TOOLS};
use super::render::{
    GOOSE_REFUSED, agent_section, claude_block, has_section, orchestrator_section, tool_names, tools_line,
};
use crate::diagnostic::Severity;
use crate::suggest::quoted;

/// The code of every finding.
const CODE: &str = "AR_WRITE_POLICY";

/// Front matter that a granted agent may have beside what is rendered: nothing that runs, writes, or
/// brings tools along.
const HARMLESS: [&str; 6] = ["name", "description", "model", "color", "effort", "maxTurns"];
const SHELLS: [&str; 8] =
    ["bash", "bashoutput", "killshell", "killbash", "shell", "powershell", "monitor", "terminal"];
const WRITERS: [&str; 6] = ["write", "edit", "multiedit", "notebookedit", "apply_patch", "str_replace"];
/// Native tools beside those that read which neither write nor execute by themselves.
const HARMLESS_TOOLS: [&str; 9] = [
    "Agent",
    "AskUserQuestion",
    "ExitPlanMode",
    "ListMcpResources",
    "ReadMcpResource",
    "Task",
    "TodoRead",
    "TodoWrite",
    "ToolSearch",
];

/// An agent's file, as it was read.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentFile {
    /// Its path below the project's root.
    pub path: String,
    /// Its text; nothing when there is a problem.
    #[serde(default)]
    pub content: Option<String>,
    /// Why it could not be read.
    #[serde(default)]
    pub problem: Option<String>,
}

/// Something that is not as it was rendered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// `AR_WRITE_POLICY`
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// The file, below the project's root.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// One sentence.
    pub sentence: String,
}

struct Findings<'f> {
    file: &'f str,
    found: Vec<Finding>,
}

impl Findings<'_> {
    fn add(&mut self, severity: Severity, line: usize, sentence: impl Into<String>) {
        let (file, sentence) = (self.file.to_owned(), sentence.into());
        self.found.push(Finding { code: CODE, severity, file, line, sentence });
    }

    fn error(&mut self, line: usize, sentence: impl Into<String>) {
        self.add(Severity::Error, line, sentence);
    }
}

/// Holds every agent's file against what would be rendered (TEAM-4): exactly that is allowed, and nothing
/// else. `python` is the interpreter that agents launch the server with.
#[must_use]
pub fn audit(manifest: &Manifest, files: &[AgentFile], python: &str) -> Vec<Finding> {
    if !manifest.orchestrator_only {
        return Vec::new();
    }
    match manifest.framework {
        Framework::Goose => {
            let mut found = Findings { file: ".agentteams/manifest.json", found: Vec::new() };
            found.error(1, GOOSE_REFUSED);
            return found.found;
        }
        // Rendered by its launcher, not here.
        Framework::Codex => return Vec::new(),
        Framework::Claude => {}
    }
    let mut all = Vec::new();
    let mut owners: BTreeMap<String, &str> = BTreeMap::new();
    let mut names = BTreeSet::new();
    for file in files {
        let mut findings = Findings { file: &file.path, found: Vec::new() };
        let text = file.content.as_deref().unwrap_or_default();
        match FrontMatter::read(text) {
            _ if file.problem.is_some() => {
                let problem = file.problem.as_deref().unwrap_or_default();
                findings.error(1, format!("the file cannot be read: {problem}"));
            }
            Err(fault) => {
                findings.error(fault.line, format!("what the agent may do cannot be told: {}", fault.what))
            }
            Ok(read) => match read.name() {
                None => findings.error(1, "the agent has no name, so nobody can tell whose file it is"),
                Some(name) => {
                    names.insert(name.to_owned());
                    if let Some(other) = owners.insert(name.to_ascii_lowercase(), &file.path) {
                        let sentence = format!("{} claims the name {} too", quoted(other), quoted(name));
                        findings.error(read.entry("name").map_or(1, |entry| entry.line), sentence);
                    }
                    check(manifest, name, &read, python, &mut findings);
                }
            },
        }
        all.append(&mut findings.found);
    }
    for name in manifest.grants.keys().filter(|name| !names.contains(*name)) {
        let path = format!(".claude/agents/{name}.md");
        let mut findings = Findings { file: &path, found: Vec::new() };
        findings.error(1, format!("the granted agent {} has no file", quoted(name)));
        all.append(&mut findings.found);
    }
    all
}

fn check(manifest: &Manifest, name: &str, read: &FrontMatter<'_>, python: &str, out: &mut Findings<'_>) {
    if name == manifest.orchestrator {
        if !manifest.grants.is_empty() && !has_section(read.body, &orchestrator_section()) {
            out.add(
                Severity::Warning,
                1,
                "the section on staged proposals is missing or changed: render it again",
            );
        }
    } else if let Some((agent, granted)) = manifest.granted(name) {
        check_granted(agent, granted, name, read, python, out);
    } else {
        check_ungranted(read, out);
    }
}

fn check_granted(
    agent: &Agent,
    granted: &Granted,
    name: &str,
    read: &FrontMatter<'_>,
    python: &str,
    out: &mut Findings<'_>,
) {
    let lines = |text: &str| text.replace("\r\n", "\n");
    let rendered = tools_line(agent, granted);
    match read.entry("tools") {
        None => out.error(1, "there is no `tools` line, so the agent inherits every tool"),
        Some(entry) if lines(&entry.text) == rendered => {}
        Some(entry) => {
            let before = out.found.len();
            check_tools(agent, granted, read, entry.line, out);
            if out.found.len() == before {
                out.error(entry.line, "the `tools` line is written in another way than it is rendered");
            }
        }
    }
    let block = claude_block(name, granted, python);
    match read.entry("mcpServers") {
        None => out.error(1, format!("the block of the server `{SERVER_NAME}` is missing")),
        Some(entry) if lines(&entry.text) == block => {}
        Some(entry) => out.error(entry.line, block_difference(read, &block)),
    }
    for entry in &read.entries {
        if !HARMLESS.contains(&entry.key) && !["tools", "mcpServers"].contains(&entry.key) {
            let sentence = format!("{} is no part of a granted agent's rendering", quoted(entry.key));
            out.error(entry.line, sentence);
        }
    }
    if !has_section(read.body, &agent_section(agent, granted)) {
        out.add(Severity::Warning, 1, "the section on writing is missing or changed: render it again");
    }
}

/// What is wrong with the tools of a granted agent, one finding for each.
fn check_tools(
    agent: &Agent,
    granted: &Granted,
    read: &FrontMatter<'_>,
    line: usize,
    out: &mut Findings<'_>,
) {
    let Some(tools) = read.tools() else {
        out.error(line, "`tools` names no tool, so the agent may inherit every one");
        return;
    };
    let mut expected = agent.read_tools.clone();
    expected.extend(tool_names(&granted.tools));
    for tool in tools.iter().filter(|tool| !expected.iter().any(|name| name == *tool)) {
        out.error(
            line,
            format!("{} is {}", quoted(tool), kind(tool).unwrap_or("not among the tools of this agent")),
        );
    }
    for name in expected.iter().filter(|name| !tools.contains(&name.as_str())) {
        out.error(line, format!("{} is missing", quoted(name)));
    }
}

/// What a tool is that no agent but the orchestrator may have.
fn kind(tool: &str) -> Option<&'static str> {
    let base = tool.split('(').next().unwrap_or(tool).trim().to_ascii_lowercase();
    if tool.contains('*') && !tool.contains('(') {
        Some("a wildcard, which may stand for any tool")
    } else if SHELLS.contains(&base.as_str()) {
        Some("a shell, which nobody but the orchestrator may have")
    } else if WRITERS.contains(&base.as_str()) {
        Some("a tool that writes, which nobody but the orchestrator may have")
    } else if base.contains(char::is_whitespace) || base.is_empty() {
        Some("no name of a tool, and harnesses may read several names in it")
    } else if base.starts_with(&format!("mcp__{SERVER_NAME}")) {
        Some("a tool of the runner that is not granted to this agent")
    } else {
        None
    }
}

/// In what the block of a granted agent differs from the rendered one.
fn block_difference(read: &FrontMatter<'_>, block: &str) -> String {
    let rendered: serde_json::Value = serde_saphyr::from_str(block).unwrap_or_default();
    let given = read.values.get("mcpServers").unwrap_or(&serde_json::Value::Null);
    let server = |value: &serde_json::Value| value.get(0).and_then(|first| first.get(SERVER_NAME)).cloned();
    let expected = rendered.get("mcpServers");
    let one = given.as_array().is_some_and(|list| {
        list.len() == 1 && list.iter().all(|item| item.as_object().is_some_and(|item| item.len() == 1))
    });
    let (Some(given_server), true) = (server(given), one) else {
        return format!("`mcpServers` holds another server than `{SERVER_NAME}` alone");
    };
    let expected_server = expected.and_then(server).unwrap_or_default();
    for (key, what) in
        [("command", "another interpreter"), ("args", "other arguments"), ("type", "another transport")]
    {
        if given_server.get(key) != expected_server.get(key) {
            return format!("the server `{SERVER_NAME}` is started with {what} than rendered");
        }
    }
    if Some(given) == expected {
        "the block is written in another way than it is rendered".to_owned()
    } else {
        format!("the block of the server `{SERVER_NAME}` has something that is not rendered")
    }
}

/// An agent without a grant: it neither writes nor executes, by whatever way.
fn check_ungranted(read: &FrontMatter<'_>, out: &mut Findings<'_>) {
    match (read.entry("tools"), read.tools()) {
        (None, _) => out.error(1, "there is no `tools` line, so the agent inherits every tool"),
        (Some(entry), None) => {
            out.error(entry.line, "`tools` names no tool, so the agent may inherit every one");
        }
        (Some(entry), Some(tools)) => {
            for tool in tools {
                if let Some(what) = kind(tool) {
                    out.error(entry.line, format!("{} is {what}", quoted(tool)));
                } else if !READ_TOOLS.contains(&tool) && !HARMLESS_TOOLS.contains(&tool) {
                    let sentence =
                        format!("whether {} writes or executes cannot be told from its name", quoted(tool));
                    out.add(Severity::Warning, entry.line, sentence);
                }
            }
        }
    }
    for (key, what) in [
        ("mcpServers", "brings servers along"),
        ("hooks", "runs commands"),
        ("memory", "gives tools that write"),
    ] {
        if let Some(entry) = read.entry(key) {
            out.error(entry.line, format!("`{key}` {what}, and this agent is granted nothing"));
        }
    }
}
