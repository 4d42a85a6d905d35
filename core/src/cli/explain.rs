//! `callgate explain`: one call, every step of the ladder.

use std::path::PathBuf;

use anstyle::Style;
use serde::Deserialize;

use super::Format;
use super::answer::{self, Answer};
use super::options::{CallArgs, GateArgs};
use super::paint::{self, paint, table};
use super::session::{Exit, Failure, Session};
use super::visible::visible;
use crate::wire::Input;

/// Explain the decision for one tool call: every step, and why it did or did not decide
///
/// The exit code says only whether there is an explanation: 0, whatever the decision is.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  callgate explain agent.json --server internal-search --tool fetch_doc
  callgate explain agent.json --tool Bash --args '{\"command\": \"rm -r build\"}'")]
pub(super) struct Explain {
    /// The agent document; `-` reads standard input
    file: PathBuf,
    #[command(flatten)]
    call: CallArgs,
    #[command(flatten)]
    gate: GateArgs,
}

#[derive(Deserialize)]
struct Explained {
    decision: Answer,
    candidates: Vec<Candidate>,
}

#[derive(Deserialize)]
struct Candidate {
    server: Option<String>,
    tool: Option<String>,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    id: String,
    title: String,
    permission: Option<String>,
    why: String,
}

impl Explain {
    pub(super) fn run(&self, session: &mut Session<'_>) -> Result<Exit, Failure> {
        let call = self.call.call(session)?;
        let Some(compiled) = self.gate.compile(&self.file, session)? else { return Ok(Exit::Fails) };
        let explained = compiled.gate.explain(Input::Text(call.as_bytes()));
        if session.format == Format::Json {
            session.json(&explained);
            return Ok(Exit::Holds);
        }
        let Explained { decision, candidates } = answer::read(&explained)?;
        let colour = session.stdout.colour;
        let several = candidates.len() > 1;
        for candidate in &candidates {
            let text = candidate.text(several, colour);
            session.stdout.write(&text);
        }
        session.stdout.write(&decision.text(&compiled, colour));
        Ok(Exit::Holds)
    }
}

impl Candidate {
    /// The steps as a table, under the tool they are about when the call can mean several.
    fn text(&self, named: bool, colour: bool) -> String {
        let mut rows = vec![["STEP", "WHAT", "OUTCOME", "WHY"].map(|head| (paint::HEAD, head))];
        for Step { id, title, permission, why } in &self.steps {
            let outcome =
                permission.as_deref().map_or((paint::FAINT, "-"), |word| (paint::permission(word), word));
            rows.push([
                (paint::FAINT, id.as_str()),
                (Style::new(), title.as_str()),
                outcome,
                (Style::new(), why),
            ]);
        }
        let mut out = String::new();
        if named && let Some(tool) = &self.tool {
            let of = self.server.as_ref().map(|server| format!(" of server `{server}`")).unwrap_or_default();
            let heading = format!("`{tool}`{of}");
            out.push_str(&paint(paint::HEAD, &visible(&heading), colour));
            out.push('\n');
        }
        out.push_str(&table(&rows, "", colour));
        out.push('\n');
        out
    }
}
