//! `callgate decide`: one call, one decision; with a conversation, one verdict.

use std::path::PathBuf;

use super::Format;
use super::answer::{Answer, Verdict};
use super::options::{CallArgs, Compiled, GateArgs, holds};
use super::report;
use super::session::{Exit, Failure, Session};
use super::source::Source;
use crate::document::ToolKind;
use crate::gate::Meant;
use crate::wire::call::with_call;
use crate::wire::{Input, WireLedger};

/// Decide one tool call: allow (exit code 0), ask or deny (1), with the reason and its place
///
/// With --conversation stored answers are consulted too, and used up: a call that the policy asks
/// about is then allowed (0), denied or pending (1); of a client tool, whose output may be stored,
/// fulfilled (0). With --format json: {"permission", "reason", "explanation"}, or the verdict
/// {"kind", "decision", "key", "interactionToken", "arguments", "output"}.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  callgate decide agent.json --server internal-search --tool fetch_doc
  callgate decide agent.json --name mcp__internal-search__fetch_doc --format json
  callgate decide agent.json --tool Bash --args '{\"command\": \"npm run build\"}'
  callgate decide agent.json --tool Read --read-only --floor organisation.json
  callgate decide agent.json --tool create_ticket --args '{\"title\": \"x\"}' --conversation request.json")]
pub(super) struct Decide {
    /// The agent document; `-` reads standard input
    file: PathBuf,
    /// A run request, {"messages": [...]}, whose stored answers count; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    conversation: Option<PathBuf>,
    #[command(flatten)]
    call: CallArgs,
    #[command(flatten)]
    gate: GateArgs,
}

impl Decide {
    pub(super) fn run(&self, session: &mut Session<'_>) -> Result<Exit, Failure> {
        let call = self.call.call(session)?;
        let conversation =
            self.conversation.as_deref().map(|path| Source::read(path, session)).transpose()?;
        let Some(compiled) = self.gate.compile(&self.file, session)? else { return Ok(Exit::Fails) };
        if let Some(conversation) = conversation {
            return judge(&compiled, &call, &conversation, session);
        }
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

fn judge(
    compiled: &Compiled,
    call: &str,
    conversation: &Source,
    session: &mut Session<'_>,
) -> Result<Exit, Failure> {
    let gate = compiled.gate.gate();
    let clients = || gate.specs().filter(|(_, _, kind)| *kind == ToolKind::Client).map(|(_, name, _)| name);
    let options = serde_json::json!({"clientTools": clients().collect::<Vec<_>>()}).to_string();
    let ledger = match WireLedger::new(Some(Input::Text(&conversation.bytes)), Some(&options)) {
        Ok(ledger) => ledger,
        Err(fault) => return report::fault(conversation, &fault, session),
    };
    let call = Input::Text(call.as_bytes());
    let is_client = with_call(call, |read| {
        read.is_ok_and(|read| match gate.meant(&read.subject) {
            Meant::Spec { tool } => clients().any(|client| client == tool),
            _ => false,
        })
    });
    let verdict = if is_client {
        compiled.gate.judge_client(call, &ledger, true)
    } else {
        compiled.gate.judge(call, &ledger, true)
    };
    let read = Verdict::read(&verdict)?;
    match session.format {
        Format::Json => session.json(&verdict),
        Format::Human => {
            let text = read.text(compiled, session.stdout.colour);
            session.stdout.write(&text);
        }
    }
    Ok(holds(["allow", "fulfilled"].contains(&read.kind.as_str())))
}
