//! `callgate transcript`: a run request's history as the text that a model gets.

use std::path::PathBuf;

use serde::Deserialize;

use super::Format;
use super::answer;
use super::paint::{self, paint};
use super::report;
use super::session::{Exit, Failure, Session};
use super::source::Source;
use super::visible;
use crate::wire::{self, Input};

/// Print a run request's history as the text that a model gets, and say what was left out
///
/// The text goes to standard output, what is said about it to standard error. With --format json:
/// {"text", "transcriptChars", "fullChars", "evicted", "overWindow", "resume"}.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  callgate transcript request.json
  callgate transcript request.json --max-chars 20000 > turn.txt")]
pub(super) struct Transcript {
    /// The run request, {"messages": [...]}; `-` reads standard input
    file: PathBuf,
    /// The window in characters (UTF-16 units); 0 keeps only approved calls that have not run
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    max_chars: Option<String>,
    /// A tool that the browser fulfils; may be given several times
    #[arg(long, value_name = "TOOL")]
    client_tool: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Turn {
    text: String,
    transcript_chars: usize,
    full_chars: usize,
    evicted: usize,
    over_window: bool,
    resume: Option<String>,
}

impl Transcript {
    pub(super) fn run(&self, session: &mut Session<'_>) -> Result<Exit, Failure> {
        let mut options = serde_json::json!({"clientTools": self.client_tool});
        if let Some(text) = &self.max_chars {
            let max = wire::max_chars_setting(text)
                .map_err(|_| Failure::new("`--max-chars` is a whole number of characters, 0 or more"))?;
            if let Some(members) = options.as_object_mut() {
                members.insert("maxChars".to_owned(), max.into());
            }
        }
        let source = Source::read(&self.file, session)?;
        let turn = match wire::render_turn(Input::Text(&source.bytes), Some(&options.to_string())) {
            Ok(turn) => turn,
            Err(fault) => return report::fault(&source, &fault, session),
        };
        if session.format == Format::Json {
            session.json(&turn);
            return Ok(Exit::Holds);
        }
        let turn: Turn = answer::read(&turn)?;
        // Where no terminal shows it the text is the very one that a model gets.
        let shown =
            if session.stdout.is_terminal { visible::lines(&turn.text) } else { turn.text.as_str().into() };
        session.stdout.write(&shown);
        session.stdout.write("\n");
        let notes = turn.notes(session.stderr.colour);
        session.stderr.write(&notes);
        Ok(Exit::Holds)
    }
}

impl Turn {
    fn notes(&self, colour: bool) -> String {
        let note = |style, text: &str| format!("{} {text}\n", paint(style, "note:", colour));
        let Self { transcript_chars, full_chars, .. } = self;
        let mut out = match self.evicted {
            0 => note(paint::FAINT, &format!("nothing was left out: {transcript_chars} characters")),
            evicted => {
                let noun = if evicted == 1 { "message was" } else { "messages were" };
                let text = format!(
                    "{evicted} {noun} left out: {transcript_chars} of {full_chars} characters are kept"
                );
                note(paint::WARNING, &text)
            }
        };
        if self.evicted == 0 && transcript_chars < full_chars {
            out = note(
                paint::WARNING,
                &format!(
                    "the newest message was cut: {transcript_chars} of {full_chars} characters are kept"
                ),
            );
        }
        if self.over_window {
            out.push_str(&note(
                paint::WARNING,
                "the window is exceeded: what must not be cut does not fit in it",
            ));
        }
        match self.resume.as_deref() {
            Some("approval") => out.push_str(&note(paint::FAINT, "it goes on from an answered approval")),
            Some("client") => out.push_str(&note(paint::FAINT, "it goes on from a fulfilled client tool")),
            _ => {}
        }
        out
    }
}
