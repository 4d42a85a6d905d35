//! `callgate check`: every problem of agent documents.

use std::path::PathBuf;

use serde::Deserialize;

use super::Format;
use super::answer::{self, Report};
use super::catalogs::CatalogFile;
use super::options::holds;
use super::report;
use super::session::{Exit, Failure, Session};
use super::source::Source;
use crate::wire::{self, Input};

/// Say every problem of agent documents, each with its place and what to do
///
/// With --format json: the report, {"ok", "diagnostics"}; for several files a list of reports, each
/// with its "file".
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  callgate check agent.json
  callgate check agents/*.json --format json
  callgate check agent.json --catalog tools.json    names that no server advertises, too")]
pub(super) struct Check {
    /// Agent documents; `-` reads standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// What servers advertise: an object of server names and their tools/list results, or one
    /// result (or its array) for a document with one server
    #[arg(long, value_name = "FILE")]
    catalog: Option<PathBuf>,
}

impl Check {
    pub(super) fn run(&self, session: &mut Session<'_>) -> Result<Exit, Failure> {
        let catalog = self.catalog.as_deref().map(|path| CatalogFile::read(path, session)).transpose()?;
        if let [file] = self.files.as_slice() {
            let source = Source::read(file, session)?;
            let report = validate(&source, catalog.as_ref())?;
            if session.format == Format::Json {
                session.json(&report);
            }
            return tell(&source, &report, session);
        }
        let mut worst = Exit::Holds;
        let mut reports = Vec::with_capacity(self.files.len());
        for file in &self.files {
            let done = Source::read(file, session).and_then(|source| {
                let report = validate(&source, catalog.as_ref())?;
                if session.format == Format::Json {
                    let rest = report.strip_prefix('{').unwrap_or_default();
                    reports.push(format!(r#"{{"file":{},{rest}"#, name(file)));
                }
                tell(&source, &report, session)
            });
            let exit = done.unwrap_or_else(|failure| {
                let error = serde_json::Value::from(failure.message.as_str());
                reports.push(format!(r#"{{"file":{},"ok":false,"error":{error}}}"#, name(file)));
                session.fail(&failure)
            });
            worst = worst.max(exit);
        }
        if session.format == Format::Json {
            session.json(&format!("[{}]", reports.join(",")));
        }
        Ok(worst)
    }
}

fn validate(source: &Source, catalog: Option<&CatalogFile>) -> Result<String, Failure> {
    let catalogs = catalog.map_or(Ok(None), |catalog| catalog.for_document(source))?;
    Ok(wire::validate(Input::Text(&source.bytes), catalogs.as_ref().map(|bytes| Input::Text(bytes))))
}

fn tell(source: &Source, report: &str, session: &mut Session<'_>) -> Result<Exit, Failure> {
    #[derive(Deserialize)]
    struct Verdict {
        ok: bool,
    }
    if session.format == Format::Json {
        return Ok(holds(answer::read::<Verdict>(report)?.ok));
    }
    let report = Report::read(report)?;
    report::everything(source, &report, &mut session.stdout);
    Ok(holds(report.ok))
}

fn name(file: &std::path::Path) -> serde_json::Value {
    serde_json::Value::from(file.to_string_lossy())
}
