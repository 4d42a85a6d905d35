//! `callgate render`: a document's rules as a harness's own settings.

use std::path::PathBuf;

use anstyle::Style;
use clap::ValueEnum;
use serde::Deserialize;

use super::Format;
use super::answer::{self, Found};
use super::folder;
use super::options::GateArgs;
use super::paint::{self, Cell, paint, table};
use super::report;
use super::session::{Exit, Failure, Session};
use super::visible::{self, visible};
use crate::harness::SettingsFile;
use crate::wire::{self, HarnessOptions, RenderSource};

/// Print a harness's settings that say the same as the document, and what comes of them
///
/// The table has for each tool what the gate decides and what the harness alone does with these
/// settings. What cannot be rendered safely is an error (exit code 1), and there is no file. With
/// --format json: {"files", "withheld", "register", "coverage", "diagnostics"}.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  callgate render agent.json --harness claude
  callgate render agent.json --harness codex --catalog tools.json --out session/")]
pub(super) struct Render {
    /// The agent document; `-` reads standard input
    file: PathBuf,
    /// The harness
    #[arg(long)]
    harness: Name,
    /// Write the files below this folder, replacing those of that name; no link below it is followed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    gate: GateArgs,
}

// Comments here, since clap would turn docs into a page of help: the harnesses by their names.
#[derive(Clone, Copy, ValueEnum)]
enum Name {
    Claude,
    Codex,
    Pi,
}

#[derive(Deserialize)]
struct Rendered {
    files: Vec<File>,
    withheld: Vec<String>,
    coverage: Vec<Row>,
    diagnostics: Vec<Found>,
}

#[derive(Deserialize)]
struct File {
    path: String,
    content: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    server: Option<String>,
    tool: Option<String>,
    gate: String,
    gate_read_only: Option<String>,
    harness: String,
    fit: String,
    exempt: Option<String>,
}

impl Render {
    pub(super) fn run(&self, session: &mut Session<'_>) -> Result<Exit, Failure> {
        let harness = self.harness.to_possible_value();
        let harness = harness.as_ref().map_or("", |value| value.get_name());
        let Some(compiled) = self.gate.compile(&self.file, session)? else { return Ok(Exit::Fails) };
        let source = RenderSource::Gate(&compiled.gate);
        let answer = match wire::render_harness(source, harness, &HarnessOptions::default()) {
            Ok(answer) => answer,
            Err(fault) => return report::fault(&compiled.document, &fault, session),
        };
        let rendered: Rendered = answer::read(&answer)?;
        let written = match &self.out {
            Some(folder) => {
                let files = rendered.files.iter();
                let files =
                    files.map(|file| SettingsFile { path: file.path.clone(), content: file.content.clone() });
                Some((folder, folder::write(folder, &files.collect::<Vec<_>>())?))
            }
            None => None,
        };
        if session.format == Format::Json {
            session.json(&answer);
            return Ok(Exit::Holds);
        }
        let colour = session.stdout.colour;
        if rendered.files.is_empty() {
            session.stdout.write("no file: there is nothing that its settings would have to say\n\n");
        }
        for file in &rendered.files {
            let text = match &written {
                Some((folder, ())) => {
                    format!("wrote {}\n", visible(&folder.join(&file.path).to_string_lossy()))
                }
                None => format!(
                    "{}\n{}\n",
                    paint(paint::HEAD, &visible(&file.path), colour),
                    visible::lines(&file.content)
                ),
            };
            session.stdout.write(&text);
        }
        if !rendered.files.is_empty() && written.is_some() {
            session.stdout.write("\n");
        }
        let text = coverage(&rendered.coverage, colour);
        session.stdout.write(&text);
        if !rendered.withheld.is_empty() {
            let names: Vec<_> = rendered.withheld.iter().map(|name| visible(name)).collect();
            session.stdout.write(&format!("\nnever to offer or register: {}\n", names.join(", ")));
        }
        report::warnings(&compiled.document, rendered.diagnostics, &mut session.stderr);
        Ok(Exit::Holds)
    }
}

fn coverage(rows: &[Row], colour: bool) -> String {
    let texts: Vec<_> = rows.iter().map(|row| (row.gate(), row.fit())).collect();
    let mut cells: Vec<[Cell<'_>; 5]> =
        vec![["SERVER", "TOOL", "GATE", "HARNESS", "FIT"].map(|head| (paint::HEAD, head))];
    for (row, (gate, fit)) in rows.iter().zip(&texts) {
        let fits = if row.fit == "looser" { paint::WARNING } else { paint::FAINT };
        cells.push([
            (Style::new(), row.server.as_deref().unwrap_or("-")),
            (Style::new(), row.tool.as_deref().unwrap_or("any other tool")),
            (paint::permission(&row.gate), gate),
            (Style::new(), row.harness.as_str()),
            (fits, fit),
        ]);
    }
    table(&cells, "", colour)
}

impl Row {
    fn gate(&self) -> String {
        match &self.gate_read_only {
            Some(permission) => format!("{}, {permission} to read", self.gate),
            None => self.gate.clone(),
        }
    }

    fn fit(&self) -> String {
        match &self.exempt {
            Some(why) => format!("{}: {why}", self.fit),
            None => self.fit.clone(),
        }
    }
}
