//! `callgate why`: what became of a tool that is missing, or does not run.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anstyle::Style;
use serde::Deserialize;

use super::Format;
use super::answer::{self, Answer};
use super::catalogs::CatalogFile;
use super::options::Compiled;
use super::paint::{self, paint, table};
use super::report;
use super::session::{Exit, Failure, Session};
use super::source::Source;
use super::visible::visible;
use crate::harness::Harness;
use crate::suggest::did_you_mean;
use crate::wire::{self, GateOptions, Input, WireGate};

/// Say why a tool is missing or does not run: hidden, not advertised, denied, or offered and then
/// refused, on each harness
///
/// The exit code says only whether there is an answer: 0, whatever it is. With --format json:
/// {"server", "tool", "status", "advertised", "decision", "readOnly", "arguments", "nearest",
/// "explanation", "harnesses"}.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  callgate why agent.json --server internal-search --tool fetch_doc
  callgate why agent.json --server internal-search --tool fetch_doc --catalog tools.json")]
pub(super) struct Why {
    /// The agent document; `-` reads standard input
    file: PathBuf,
    /// The server, by its name in the document
    #[arg(long)]
    server: String,
    /// The tool, by the name that its server advertises
    #[arg(long)]
    tool: String,
    /// What the server advertises: its tools/list result (or the array in it), or an object of
    /// server names and such results
    #[arg(long, value_name = "FILE")]
    catalog: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Told {
    status: String,
    decision: Answer,
    nearest: Option<String>,
    explanation: String,
    harnesses: BTreeMap<String, OnHarness>,
}

#[derive(Deserialize)]
struct OnHarness {
    name: String,
    alone: Option<String>,
    status: String,
    explanation: String,
}

impl Why {
    pub(super) fn run(&self, session: &mut Session<'_>) -> Result<Exit, Failure> {
        let document = Source::read(&self.file, session)?;
        let catalog = self.catalog.as_deref().map(|path| CatalogFile::read(path, session)).transpose()?;
        let catalog = catalog.as_ref().and_then(|catalog| catalog.for_server(&self.server));
        let agent = Input::Text(&document.bytes);
        let catalog = catalog.as_ref().map(|bytes| Input::Text(bytes));
        let told = match wire::why(agent, &self.server, &self.tool, catalog) {
            Ok(told) => told,
            Err(fault) => return report::fault(&document, &fault, session),
        };
        if session.format == Format::Json {
            session.json(&told);
            return Ok(Exit::Holds);
        }
        let told: Told = answer::read(&told)?;
        let colour = session.stdout.colour;
        let style = if told.status == "offered" { paint::GOOD } else { paint::ERROR };
        let word = told.status.replace('_', " ");
        let mut out = format!("{}: {}\n", paint(style, &word, colour), visible(&told.explanation));
        if let Some(near) = &told.nearest {
            out.push_str(&format!(
                "{} {}\n",
                paint(paint::HELP, "help:", colour),
                visible(&did_you_mean(near))
            ));
        }
        out.push('\n');
        out.push_str(&told.table(colour));
        out.push('\n');
        session.stdout.write(&out);
        // The document is valid, as there is an answer about it.
        if let Ok(gate) = WireGate::compile(agent, &GateOptions::default()) {
            let compiled = Compiled { gate, document, floor: None };
            session.stdout.write(&told.decision.text(&compiled, colour));
        }
        Ok(Exit::Holds)
    }
}

impl Told {
    fn table(&self, colour: bool) -> String {
        let mut rows = vec![["HARNESS", "STATUS", "ALONE", "WHY", "NAME"].map(|head| (paint::HEAD, head))];
        for harness in Harness::ALL {
            let Some(on) = self.harnesses.get(harness.as_str()) else { continue };
            let style = if on.status == "offered" { paint::GOOD } else { paint::ERROR };
            rows.push([
                (Style::new(), harness.as_str()),
                (style, on.status.as_str()),
                (paint::FAINT, on.alone.as_deref().unwrap_or("-")),
                (Style::new(), on.explanation.as_str()),
                (paint::FAINT, on.name.as_str()),
            ]);
        }
        table(&rows, "", colour)
    }
}
