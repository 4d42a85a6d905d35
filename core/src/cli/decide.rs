//! `callgate decide`: one call, one decision.

use std::path::PathBuf;

use super::Format;
use super::answer::Answer;
use super::options::{CallArgs, GateArgs, holds};
use super::session::{Exit, Failure, Session};
use crate::wire::Input;

/// Decide one tool call: allow (exit code 0), ask or deny (1), with the reason and its place
///
/// With --format json: {"permission", "reason", "explanation"}.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  callgate decide agent.json --server internal-search --tool fetch_doc
  callgate decide agent.json --name mcp__internal-search__fetch_doc --format json
  callgate decide agent.json --tool Bash --args '{\"command\": \"npm run build\"}'
  callgate decide agent.json --tool Read --read-only --floor organisation.json")]
pub(super) struct Decide {
    /// The agent document; `-` reads standard input
    file: PathBuf,
    #[command(flatten)]
    call: CallArgs,
    #[command(flatten)]
    gate: GateArgs,
}

impl Decide {
    pub(super) fn run(&self, session: &mut Session<'_>) -> Result<Exit, Failure> {
        let call = self.call.call(session)?;
        let Some(compiled) = self.gate.compile(&self.file, session)? else { return Ok(Exit::Fails) };
        let decision = compiled.gate.decide(Input::Text(call.as_bytes()));
        let answer = Answer::read(&decision)?;
        match session.format {
            Format::Json => session.json(&decision),
            Format::Human => {
                let text = answer.text(&compiled, session.stdout.colour);
                session.stdout.write(&text);
            }
        }
        Ok(holds(answer.permission == "allow"))
    }
}
