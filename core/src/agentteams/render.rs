//! What a granted agent is rendered with (TEAM-2, TEAM-3, TEAM-5, HARN-30, HARN-35).

use std::fmt::Write as _;

use serde::Serialize;

use super::front_matter::FrontMatter;
use super::manifest::{Agent, Approval, Granted, Manifest};
use super::scope::Scope;
use super::{SERVER_NAME, Tool};
use crate::suggest::quoted;

/// Where the server is installed, below the project's root.
pub const PROTECTED_PATH: &str = ".agentteams/bin/agentteams-runner-mcp.py";

/// How the interpreter is started: isolated, and without site packages.
pub const PYTHON_FLAGS: [&str; 2] = ["-I", "-S"];

/// Why Goose is refused under the write policy (TEAM-1).
pub const GOOSE_REFUSED: &str = "Goose is refused under `orchestrator-only`: its delegates (seen in 1.37) inherit the \
    orchestrator's write, edit and shell extensions instead of the narrowed ones of their sub-recipe, so the policy \
    cannot be enforced there; use Claude, or Codex through its launcher";

/// How long a call may take in Goose, in seconds: more than the server waits at most.
const GOOSE_TIMEOUT: u32 = 300;

const SECTION: [&str; 2] = ["<!-- agentteams:write-policy -->", "<!-- /agentteams:write-policy -->"];

/// The arguments of one agent's instance, to be given to the interpreter in the project's root. There is
/// no path of this machine among them.
#[must_use]
pub fn launch_args(agent: &str, granted: &Granted) -> Vec<String> {
    let tools: Vec<&str> = granted.tools.iter().copied().map(Tool::as_str).collect();
    let fixed = PYTHON_FLAGS.into_iter().chain([PROTECTED_PATH, "--agent", agent, "--tools"]);
    let tools = tools.join(",");
    fixed.chain([tools.as_str(), "--approval", granted.approval.as_str()]).map(str::to_owned).collect()
}

/// The names by which Claude Code knows the tools.
#[must_use]
pub fn tool_names(tools: &[Tool]) -> Vec<String> {
    tools.iter().map(|tool| format!("mcp__{SERVER_NAME}__{}", tool.as_str())).collect()
}

/// The inline block of a Claude sub-agent's front matter (HARN-35): a list of single-key maps.
#[must_use]
pub fn claude_block(agent: &str, granted: &Granted, python: &str) -> String {
    let args: Vec<String> = launch_args(agent, granted).iter().map(|word| scalar(word)).collect();
    format!(
        "mcpServers:\n  - {SERVER_NAME}:\n      type: \"stdio\"\n      command: {}\n      args: [{}]\n",
        scalar(python),
        args.join(", ")
    )
}

/// The extension of a Goose recipe (HARN-30).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GooseExtension {
    r#type: &'static str,
    name: &'static str,
    description: &'static str,
    cmd: String,
    args: Vec<String>,
    timeout: u32,
    /// Never empty: an empty list is seen in the wild meaning "all".
    available_tools: Vec<&'static str>,
}

/// The canonical extension with the exact list of tools.
#[must_use]
pub fn goose_extension(agent: &str, granted: &Granted, python: &str) -> GooseExtension {
    GooseExtension {
        r#type: "stdio",
        name: SERVER_NAME,
        description: "Writes and commands of this agent, checked by the runner",
        cmd: python.to_owned(),
        args: launch_args(agent, granted),
        timeout: GOOSE_TIMEOUT,
        available_tools: granted.tools.iter().copied().map(Tool::as_str).collect(),
    }
}

/// A YAML scalar in double quotes, everything but printable ASCII escaped: it reads back to the same text
/// in every version of YAML.
fn scalar(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        let code = u32::from(character);
        // Writing to a string cannot fail.
        let _ = match character {
            '"' | '\\' => write!(out, "\\{character}"),
            ' '..='~' => write!(out, "{character}"),
            _ if code <= 0xff => write!(out, "\\x{code:02x}"),
            _ if code <= 0xffff => write!(out, "\\u{code:04x}"),
            _ => write!(out, "\\U{code:08x}"),
        };
    }
    out.push('"');
    out
}

/// The `tools:` line of a granted Claude agent.
pub(super) fn tools_line(agent: &Agent, granted: &Granted) -> String {
    let mut names = agent.read_tools.clone();
    names.extend(tool_names(&granted.tools));
    format!("tools: {}\n", names.join(", "))
}

/// Renders an agent's file that exists (TEAM-3). Files of agents without a grant, and of teams without
/// grants, come out with the same bytes; the orchestrator's gains the commands for staged proposals.
///
/// # Errors
/// Why the file of an agent that is to be rendered cannot be: its front matter, or markers without a pair.
pub fn render_agent(manifest: &Manifest, file: &str, python: &str) -> Result<String, String> {
    if !manifest.orchestrator_only || manifest.grants.is_empty() {
        return Ok(file.to_owned());
    }
    let read = match FrontMatter::read(file) {
        Ok(read) => read,
        // Whose file it is cannot be said, so it is left alone unless it could be one that is rendered.
        Err(fault) if file.starts_with("---") && names_rendered(manifest, file) => return Err(fault.what),
        Err(_) => return Ok(file.to_owned()),
    };
    let Some(name) = read.name() else { return Ok(file.to_owned()) };
    if name == manifest.orchestrator {
        let head = file.strip_suffix(read.body).unwrap_or(file);
        return Ok(format!("{head}{}", with_section(&read, &orchestrator_section())?));
    }
    let Some((agent, granted)) = manifest.granted(name) else { return Ok(file.to_owned()) };
    let lines = |text: &str| text.replace('\n', read.newline);
    let mut out = format!("---{}{}", read.newline, read.preamble);
    let mut tools = Some(lines(&tools_line(agent, granted)));
    for entry in &read.entries {
        match entry.key {
            "tools" => out.push_str(&tools.take().unwrap_or_default()),
            "mcpServers" => {}
            _ => out.push_str(&entry.text),
        }
    }
    out.push_str(&tools.unwrap_or_default());
    out.push_str(&lines(&claude_block(name, granted, python)));
    let _ = write!(out, "---{}", read.newline);
    out.push_str(&with_section(&read, &agent_section(agent, granted))?);
    Ok(out)
}

/// Whether the name of the orchestrator or of a granted agent stands anywhere in a file.
fn names_rendered(manifest: &Manifest, file: &str) -> bool {
    std::iter::once(&manifest.orchestrator)
        .chain(manifest.grants.keys())
        .any(|name| file.contains(name.as_str()))
}

/// The body with its write-policy section replaced, or with one at its end.
fn with_section(read: &FrontMatter<'_>, section: &str) -> Result<String, String> {
    let section = section.replace('\n', read.newline);
    let [open, close] = SECTION;
    let unpaired = || "its markers of the section on writing are no pair".to_owned();
    match (read.body.matches(open).count(), read.body.matches(close).count()) {
        (0, 0) => {
            let body = read.body.trim_end();
            let gap = if body.is_empty() { read.newline.to_owned() } else { read.newline.repeat(2) };
            Ok(format!("{body}{gap}{section}{}", read.newline))
        }
        (1, 1) => {
            let (before, rest) = read.body.split_once(open).ok_or_else(unpaired)?;
            let (_, behind) = rest.split_once(close).ok_or_else(unpaired)?;
            Ok(format!("{before}{section}{behind}"))
        }
        _ => Err(unpaired()),
    }
}

/// Whether a body holds exactly that section, once.
pub(super) fn has_section(body: &str, section: &str) -> bool {
    let body = body.replace("\r\n", "\n");
    body.matches(section).count() == 1 && body.matches(SECTION[0]).count() == 1
}

pub(super) fn agent_section(agent: &Agent, granted: &Granted) -> String {
    let mut out = format!("{}\n## Writing and executing\n\n", SECTION[0]);
    out.push_str(
        "You have no tool of your own that writes files or runs commands. Everything goes through these tools; a \
         runner outside of this session checks each request and alone carries it out. Pass the dispatch you were \
         given with every request.\n\n",
    );
    for tool in &granted.tools {
        let what = match tool {
            Tool::ReadFileHashed => {
                "reads a project file with its `sha256`, or `absent`: the base that writes need"
            }
            Tool::WriteFile => "writes a whole file",
            Tool::DeleteFile => "asks to delete a file; the orchestrator looks at every one",
            Tool::RunCommand => "runs one of the allowed commands in a sandbox",
            Tool::RequestStatus => "asks for the result of a call that answered with a `request_id`",
        };
        let _ = writeln!(out, "- `mcp__{SERVER_NAME}__{}` {what}", tool.as_str());
    }
    out.push('\n');
    let _ = writeln!(out, "You may write: {}.", listed(agent.write_scopes.iter().map(Scope::text)));
    if !agent.gates.is_empty() {
        let _ = writeln!(
            out,
            "Gates that every change has to pass: {}.",
            listed(agent.gates.iter().map(String::as_str))
        );
    }
    out.push_str(match granted.approval {
        Approval::Staged => "Changes are staged: they wait for the orchestrator, and a receipt that says so is final.\n",
        Approval::Direct => {
            "Writes apply at once while the operator's grant holds, and are staged otherwise; deletes are always staged.\n"
        }
    });
    out.push_str(
        "An answer `conflict` means that the file has changed: read it again and start from that.\n",
    );
    out.push_str(SECTION[1]);
    out
}

fn listed<'t>(items: impl Iterator<Item = &'t str>) -> String {
    let items: Vec<String> = items.map(quoted).collect();
    if items.is_empty() { "nothing".to_owned() } else { items.join(", ") }
}

pub(super) fn orchestrator_section() -> String {
    let command = |words: &str| format!("`python3 -m callgate.agentteams {words}`");
    format!(
        "{}\n## Staged proposals\n\nGranted agents cannot write: their changes wait until you have looked at them.\n\n\
         - {} lists what waits, each with its id, its expiry in UTC and its diff\n\
         - {} has the runner check it again and apply it\n\
         - {} drops it\n\nApprove only what you have read: an approval holds for exactly what was shown. Your own \
         dispatch is the one that the operator gave you.\n{}",
        SECTION[0],
        command("staged"),
        command("approve ID --dispatch DISPATCH"),
        command("reject ID --dispatch DISPATCH"),
        SECTION[1],
    )
}
