//! `callgate hook`: what a harness runs before each call (HARN-15).
//!
//! INVARIANT: nothing here ends with the exit code 1, or with 0 without an answer that was
//! delivered: Claude Code lets the call pass on both. Every failure is 2, which blocks the call.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::Format;
use super::answer::Answer;
use super::options::GateArgs;
use super::session::{Exit, Failure, Session};
use super::source::Source;
use crate::wire::Input;

/// What Claude Code calls the tools that only read, exactly.
const READERS: [&str; 4] = ["Read", "Grep", "Glob", "LS"];

/// The hook's event. The same input under another one is not a question before a call.
const EVENT: &str = "PreToolUse";

/// Answer a harness's question before a call, as one of its hooks
#[derive(clap::Args)]
pub(super) struct Hook {
    #[command(subcommand)]
    harness: Of,
}

#[derive(clap::Subcommand)]
enum Of {
    Claude(Claude),
}

/// Answer Claude Code's PreToolUse hook: its JSON on standard input, the answer on standard output
///
/// Exit code 0 with {"hookSpecificOutput": {"hookEventName", "permissionDecision",
/// "permissionDecisionReason"}}: allow what the gate allows, deny with the reason, ask otherwise.
/// Every failure is exit code 2 with the reason on standard error, which blocks the call.
#[derive(clap::Args)]
#[command(after_help = "\
Example, in .claude/settings.json:
  {\"hooks\": {\"PreToolUse\": [{\"hooks\": [
    {\"type\": \"command\", \"command\": \"callgate hook claude /etc/agent.json || exit 2\"}]}]}}")]
struct Claude {
    /// The agent document
    file: PathBuf,
    #[command(flatten)]
    gate: GateArgs,
}

/// The part of the hook's input that is a call.
#[derive(Deserialize)]
struct Asked<'a> {
    hook_event_name: Option<String>,
    tool_name: String,
    // The call's own text: duplicate keys and exact numbers must reach the gate.
    #[serde(borrow)]
    tool_input: &'a RawValue,
}

impl Hook {
    pub(super) fn run(&self, session: &mut Session<'_>) -> Result<Exit, Failure> {
        let Of::Claude(claude) = &self.harness;
        claude.run(session)
    }
}

impl Claude {
    fn run(&self, session: &mut Session<'_>) -> Result<Exit, Failure> {
        // What is wrong is said on standard error, where the harness reads it; the answer is JSON.
        session.format = Format::Human;
        let Some(compiled) = self.gate.compile(&self.file, session)? else { return Ok(Exit::Unusable) };
        let input = Source::read(Path::new("-"), session)?;
        let call = call(&input)?;
        let decision = Answer::read(&compiled.gate.decide(Input::Text(call.as_bytes())))?;
        let answer = json!({"hookSpecificOutput": {
            "hookEventName": EVENT,
            "permissionDecision": decision.permission,
            "permissionDecisionReason": decision.explanation,
        }});
        session.json(&answer.to_string());
        session.delivered()?;
        Ok(Exit::Holds)
    }
}

/// The call that the hook's input asks about, as JSON text.
fn call(input: &Source) -> Result<String, Failure> {
    let refuse = |cause: String| Failure::new(format!("the hook's input cannot be read: {cause}"));
    let asked: Asked<'_> = serde_json::from_slice(&input.bytes).map_err(|error| {
        // The parser's words on data repeat what it found.
        let cause = if error.is_data() {
            "`tool_name` (a string) and `tool_input` are needed, each once".to_owned()
        } else {
            "it is not JSON".to_owned()
        };
        refuse(format!("line {}, column {}: {cause}", error.line(), error.column()))
    })?;
    if asked.hook_event_name.is_some_and(|event| event != EVENT) {
        return Err(refuse(format!("it is of another event than `{EVENT}`")));
    }
    let name = asked.tool_name.as_str();
    let reads = READERS.contains(&name);
    let tool = serde_json::Value::from(name);
    Ok(format!(r#"{{"tool":{tool},"args":{},"read_only":{reads}}}"#, asked.tool_input))
}
