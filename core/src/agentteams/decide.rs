//! What becomes of one request (TEAM-62): the checks in their order, then apply, stage or refuse.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::Tool;
use super::command::{self, CommandShape};
use super::manifest::{Agent, Approval, Granted, Manifest};
use super::path::{Access, PathFault, ProjectPath, check_path};
use super::request::{Action, Request};
use super::scope::Scope;
use crate::suggest::quoted;

/// What the runner found out about a request. Times are seconds since 1970.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// The time now, never earlier than what the ledger says last.
    pub now: u64,
    /// Whether the ledger knows the request's id.
    pub known_id: bool,
    /// What the ledger says of the request's nonce; nothing when it was never minted.
    pub dispatch: Option<DispatchFact>,
    /// The SHA-256 of the file's bytes now, or `absent`.
    #[serde(default)]
    pub base: Option<String>,
    /// Why there is no such hash: a link, a folder, a file that cannot be read.
    #[serde(default)]
    pub base_problem: Option<String>,
    /// The gates that ran, and whether they passed.
    #[serde(default)]
    pub gates: BTreeMap<String, bool>,
    /// The agent's direct grant, when there is one.
    #[serde(default)]
    pub grant: Option<GrantFact>,
    /// Set for a staged proposal that the orchestrator approved: when it was accepted. The id is then
    /// known, and the dispatch has to have been good at that time.
    #[serde(default)]
    pub accepted: Option<u64>,
}

/// What a nonce was minted for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DispatchFact {
    /// The agent.
    pub agent: String,
    /// Until when, exclusively.
    pub expires: u64,
}

/// A direct grant, verified (TEAM-67).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GrantFact {
    /// The scopes of a grant that holds.
    #[serde(default)]
    pub scopes: Option<Vec<String>>,
    /// Why it does not hold.
    #[serde(default)]
    pub problem: Option<String>,
}

/// The decision on one request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// `apply`, `stage`, `run`, `run_gates` (run them, then decide again), `refuse` or `conflict`.
    pub outcome: &'static str,
    /// A stable code.
    pub code: &'static str,
    /// One sentence for people and models.
    pub sentence: String,
    /// The agent, from the nonce alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<&'static str>,
    /// The path, normalised.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The gates that the request has to pass, those that passed already included.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gates: Vec<GateRun>,
    /// How to run an accepted command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<Run>,
}

/// A gate to run, on a copy of the project with the proposal applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GateRun {
    /// Its name.
    pub name: String,
    /// Its command.
    pub argv: Vec<String>,
    /// Whether its command names the proposal's own file, which it then sees unchanged.
    pub unchanged: bool,
}

/// A command to run in the sandbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Run {
    /// The words.
    pub argv: Vec<String>,
    /// The folder to run in, `.` for the project's root.
    pub cwd: String,
    /// The folders that are writable, normalised.
    pub writes: Vec<String>,
    /// Whether content goes to its standard input.
    pub stdin: bool,
}

type Refusal = (&'static str, &'static str, String);

fn refuse<T>(code: &'static str, sentence: impl Into<String>) -> Result<T, Refusal> {
    Err(("refuse", code, sentence.into()))
}

impl From<PathFault> for Refusal {
    fn from(fault: PathFault) -> Self {
        ("refuse", fault.code, fault.sentence)
    }
}

/// Decides one request (TEAM-62). The order of the checks is that of the page: the first one that does
/// not hold is the one that is told.
#[must_use]
pub fn decide_request(manifest: &Manifest, request: &Request, facts: &Facts) -> Verdict {
    let mut verdict = Verdict { tool: Some(request.action.tool().as_str()), ..Verdict::default() };
    let decided = identity(manifest, request, facts, &mut verdict)
        .and_then(|(agent, granted)| judge(manifest, request, facts, agent, granted, &mut verdict));
    let (outcome, code, sentence) = match decided {
        Ok(answer) | Err(answer) => answer,
    };
    Verdict { outcome, code, sentence, ..verdict }
}

/// Id, nonce, and the tool that is granted.
fn identity<'m>(
    manifest: &'m Manifest,
    request: &Request,
    facts: &Facts,
    verdict: &mut Verdict,
) -> Result<(&'m Agent, &'m Granted), Refusal> {
    if facts.known_id && facts.accepted.is_none() {
        return refuse("request.replayed", "the runner has seen this request's id before");
    }
    let Some(dispatch) = &facts.dispatch else {
        return refuse(
            "dispatch.unknown",
            "no dispatch has this nonce: the operator mints it with `dispatch`",
        );
    };
    if facts.accepted.unwrap_or(facts.now) >= dispatch.expires {
        return refuse("dispatch.expired", "the dispatch has expired: ask for a new one");
    }
    if dispatch.agent != request.via_agent {
        return refuse("dispatch.foreign", "the dispatch belongs to another agent than the one asking");
    }
    verdict.agent = Some(dispatch.agent.clone());
    let Some((agent, granted)) = manifest.granted(&dispatch.agent) else {
        return refuse("agent.not_granted", format!("{} is granted nothing", quoted(&dispatch.agent)));
    };
    let tool = request.action.tool();
    if !granted.tools.contains(&tool) {
        let sentence = format!("`{}` is not granted to {}", tool.as_str(), quoted(&dispatch.agent));
        return refuse("tool.not_granted", sentence);
    }
    Ok((agent, granted))
}

fn judge(
    manifest: &Manifest,
    request: &Request,
    facts: &Facts,
    agent: &Agent,
    granted: &Granted,
    verdict: &mut Verdict,
) -> Result<Refusal, Refusal> {
    match &request.action {
        Action::Write { path, base_sha256, gates, .. } => {
            let path = writable(path, agent)?;
            verdict.path = Some(path.text());
            base(base_sha256, facts)?;
            passed(manifest, agent, gates, Some(&path), facts, verdict)?;
            Ok(write(manifest, &path, facts, granted))
        }
        Action::Delete { path, base_sha256, .. } => {
            let path = writable(path, agent)?;
            verdict.path = Some(path.text());
            base(base_sha256, facts)?;
            passed(manifest, agent, &[], Some(&path), facts, verdict)?;
            Ok(if facts.accepted.is_some() {
                ("apply", "apply.approved", "the orchestrator approved it".to_owned())
            } else {
                ("stage", "stage.delete", "a delete always waits for the orchestrator".to_owned())
            })
        }
        Action::Run { argv, cwd, expected_writes, stdin, .. } => {
            let stdin = stdin.as_ref().map(|(path, _)| path.as_str());
            let run = runnable(agent, argv, cwd.as_deref(), expected_writes, stdin)?;
            if let Some(path) = stdin {
                let path = writable(path, agent)?;
                verdict.path = Some(path.text());
                passed(manifest, agent, &[], Some(&path), facts, verdict)?;
            }
            verdict.run = Some(run);
            Ok(("run", "run.allowed", "the command has an allowed shape".to_owned()))
        }
    }
}

/// A path that the agent may write: not denied, and in one of its scopes.
fn writable(path: &str, agent: &Agent) -> Result<ProjectPath, Refusal> {
    let path = check_path(path, Access::Write)?;
    if agent.write_scopes.iter().any(|scope| scope.matches(path.components())) {
        return Ok(path);
    }
    let scopes: Vec<String> = agent.write_scopes.iter().map(|scope| quoted(scope.text())).collect();
    let sentence = match scopes.as_slice() {
        [] => format!("{} is outside of what this agent may write, which is nothing", quoted(&path.text())),
        some => {
            format!("{} is outside of what this agent may write: {}", quoted(&path.text()), some.join(", "))
        }
    };
    refuse("scope.outside", sentence)
}

fn base(expected: &str, facts: &Facts) -> Result<(), Refusal> {
    if let Some(problem) = &facts.base_problem {
        return refuse("base.unreadable", format!("the file cannot be replaced: {problem}"));
    }
    match facts.base.as_deref() {
        Some(now) if now == expected => Ok(()),
        Some("absent") => {
            Err(("conflict", "base.conflict", "the file is not there any more: read it again".to_owned()))
        }
        Some(_) if expected == "absent" => {
            Err(("conflict", "base.conflict", "the file exists already: read it first".to_owned()))
        }
        Some(_) => Err(("conflict", "base.conflict", "the file has changed since: read it again".to_owned())),
        None => refuse("base.unreadable", "the file's present hash is not known"),
    }
}

/// The gates that the request names or the agent requires: they exist, and they passed.
fn passed(
    manifest: &Manifest,
    agent: &Agent,
    named: &[String],
    path: Option<&ProjectPath>,
    facts: &Facts,
    verdict: &mut Verdict,
) -> Result<(), Refusal> {
    let names: BTreeSet<&String> = agent.gates.iter().chain(named).collect();
    let text = path.map(ProjectPath::text).unwrap_or_default();
    for name in &names {
        let Some(argv) = manifest.gates.get(*name) else {
            return refuse("gate.unknown", format!("no gate {} exists", quoted(name)));
        };
        let unchanged = command::names_file(argv.iter().map(String::as_str), &text);
        verdict.gates.push(GateRun { name: (*name).clone(), argv: argv.clone(), unchanged });
    }
    if let Some(failed) = names.iter().find(|name| facts.gates.get(**name) == Some(&false)) {
        return refuse("gate.failed", format!("the gate {} did not pass", quoted(failed)));
    }
    if names.iter().any(|name| !facts.gates.contains_key(*name)) {
        return Err(("run_gates", "gates.pending", "its gates have to run first".to_owned()));
    }
    Ok(())
}

/// Whether a write that passed everything is applied at once.
fn write(manifest: &Manifest, path: &ProjectPath, facts: &Facts, granted: &Granted) -> Refusal {
    let stage = |code, why: &str| ("stage", code, format!("it waits for the orchestrator: {why}"));
    if facts.accepted.is_some() {
        return ("apply", "apply.approved", "the orchestrator approved it".to_owned());
    }
    if granted.approval != Approval::Direct {
        return stage("stage.approval", "this agent's writes are staged");
    }
    if is_named_in_a_command(manifest, &path.text()) {
        return stage("stage.named_in_command", "a gate or an allowed command names this file");
    }
    let Some(grant) = &facts.grant else {
        return stage("stage.no_grant", "no direct grant was signed for this agent");
    };
    match (&grant.scopes, &grant.problem) {
        (Some(scopes), None) => {
            let inside = scopes
                .iter()
                .any(|scope| Scope::new(scope).is_ok_and(|scope| scope.matches(path.components())));
            if inside {
                ("apply", "apply.direct", "a direct grant covers it".to_owned())
            } else {
                stage("stage.outside_grant", "the direct grant does not cover this path")
            }
        }
        (_, problem) => {
            stage("stage.grant_invalid", problem.as_deref().unwrap_or("the direct grant does not hold"))
        }
    }
}

/// Whether any gate's or command's words name that file: what judges may then be what is judged.
fn is_named_in_a_command(manifest: &Manifest, path: &str) -> bool {
    let gates =
        manifest.gates.values().any(|argv| command::names_file(argv.iter().map(String::as_str), path));
    gates || manifest.command_words().any(|words| command::names_file(words.into_iter(), path))
}

/// Finds the entry that a command has the shape of (TEAM-65); the refusal is that of the entry that fits
/// best.
fn runnable(
    agent: &Agent,
    argv: &[String],
    cwd: Option<&str>,
    writes: &[String],
    stdin: Option<&str>,
) -> Result<Run, Refusal> {
    if let Some(fault) = command::fault(argv) {
        return refuse("command.argv", fault);
    }
    let cwd = match cwd {
        None | Some(".") => None,
        Some(cwd) => Some(check_path(cwd, Access::Read)?),
    };
    let folders =
        writes.iter().map(|folder| check_path(folder, Access::Write)).collect::<Result<Vec<_>, _>>()?;
    let of_shape: Vec<&CommandShape> = agent.commands.iter().filter(|shape| shape.matches(argv)).collect();
    if of_shape.is_empty() {
        return refuse("command.argv", "no entry of this agent's commands has that shape");
    }
    let runs: Vec<_> = of_shape
        .into_iter()
        .filter(|shape| shape.runs_in(cwd.as_ref().map(ProjectPath::components)))
        .collect();
    if runs.is_empty() {
        return refuse("command.cwd", "the command may not run in that folder");
    }
    let writes = |shape: &&CommandShape| folders.iter().all(|folder| shape.may_write(folder.components()));
    let writing: Vec<_> = runs.into_iter().filter(writes).collect();
    if writing.is_empty() {
        return refuse("command.writes", "the command may not write one of these folders");
    }
    if stdin.is_some() && !writing.iter().any(|shape| shape.stdin_from_content) {
        return refuse("command.stdin", "the command takes nothing on its standard input");
    }
    Ok(Run {
        argv: argv.to_vec(),
        cwd: cwd.map_or_else(|| ".".to_owned(), |cwd| cwd.text()),
        writes: folders.iter().map(ProjectPath::text).collect(),
        stdin: stdin.is_some(),
    })
}

impl Manifest {
    /// The names of the tools that are granted to an agent.
    #[must_use]
    pub fn tools_of(&self, agent: &str) -> Vec<&'static str> {
        self.granted(agent)
            .map(|(_, granted)| granted.tools.iter().copied().map(Tool::as_str).collect())
            .unwrap_or_default()
    }
}
