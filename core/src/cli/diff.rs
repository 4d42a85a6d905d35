//! `callgate diff`: what two documents decide differently.

use std::path::PathBuf;

use anstyle::Style;
use foldhash::fast::RandomState;
use indexmap::IndexMap;
use serde::Deserialize;

use super::Format;
use super::answer::{self, Reason, Report};
use super::catalogs::CatalogFile;
use super::paint::{self, Cell, paint, table};
use super::report;
use super::session::{Exit, Failure, Session};
use super::source::Source;
use super::visible::visible;
use crate::wire::{self, Input};

/// Compare two documents by what they decide, whatever their spelling
///
/// What lets more through is marked looser. The exit code says only whether both could be compared:
/// 0, whatever differs. With --format json: a list of {"server", "tool", "prefix", "before",
/// "after", "direction"}.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  callgate diff old.json new.json
  git show main:agent.json | callgate diff - agent.json --catalog tools.json")]
pub(super) struct Diff {
    /// The document as it was; `-` reads standard input
    before: PathBuf,
    /// The document as it is; `-` reads standard input
    after: PathBuf,
    /// What servers advertise, so that tools which neither document names are compared too: an
    /// object of server names and their tools/list results, or one result (or its array) for a
    /// document with one server
    #[arg(long, value_name = "FILE")]
    catalog: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Change {
    server: Option<String>,
    tool: Option<String>,
    prefix: Option<String>,
    before: Said,
    after: Said,
    direction: String,
}

#[derive(Deserialize)]
struct Said {
    permission: Option<String>,
    #[serde(rename = "readOnly")]
    read_only: Option<String>,
    arguments: Option<String>,
    reason: Reason,
}

impl Diff {
    pub(super) fn run(&self, session: &mut Session<'_>) -> Result<Exit, Failure> {
        let before = Source::read(&self.before, session)?;
        let after = Source::read(&self.after, session)?;
        let catalog = self.catalog.as_deref().map(|path| CatalogFile::read(path, session)).transpose()?;
        let catalogs = catalog.as_ref().map_or(Ok(None), |catalog| catalog.for_document(&after))?;
        let catalogs = catalogs.as_ref().map(|bytes| Input::Text(bytes));
        let compared = wire::diff(Input::Text(&before.bytes), Input::Text(&after.bytes), catalogs);
        let changes = match compared {
            Ok(changes) => changes,
            Err(fault) => {
                let own = Report::read(&wire::validate(Input::Text(&before.bytes), catalogs))?;
                return report::fault(if own.ok { &after } else { &before }, &fault, session);
            }
        };
        if session.format == Format::Json {
            session.json(&changes);
            return Ok(Exit::Holds);
        }
        let changes: Vec<Change> = answer::read(&changes)?;
        let colour = session.stdout.colour;
        for (server, group) in groups(&changes) {
            let heading = match server {
                Some(server) => format!("server `{}`", visible(server)),
                None => "other tools".to_owned(),
            };
            let heading = paint(paint::HEAD, &heading, colour);
            session.stdout.write(&format!("{heading}\n{}\n", rows(&group, colour)));
        }
        session.stdout.write(&summary(&changes, colour));
        Ok(Exit::Holds)
    }
}

/// The changes by server, in the order of their first, and those of no server last.
fn groups(changes: &[Change]) -> IndexMap<Option<&str>, Vec<&Change>, RandomState> {
    let mut groups: IndexMap<_, Vec<_>, _> = IndexMap::default();
    for change in changes {
        groups.entry(change.server.as_deref()).or_default().push(change);
    }
    if let Some(others) = groups.shift_remove(&None) {
        groups.insert(None, others);
    }
    groups
}

fn rows(group: &[&Change], colour: bool) -> String {
    let texts: Vec<_> = group
        .iter()
        .map(|change| (change.what(), change.before.text(), change.after.text(), change.why()))
        .collect();
    let mut rows: Vec<[Cell<'_>; 5]> =
        vec![["", "TOOL", "BEFORE", "AFTER", "DECIDED BY"].map(|head| (paint::HEAD, head))];
    for (change, (what, before, after, why)) in group.iter().zip(&texts) {
        let mark = if change.direction == "looser" { paint::ERROR } else { paint::GOOD };
        rows.push([
            (mark, change.direction.as_str()),
            (Style::new(), what),
            (change.before.style(), before),
            (change.after.style(), after),
            (paint::FAINT, why),
        ]);
    }
    table(&rows, "  ", colour)
}

fn summary(changes: &[Change], colour: bool) -> String {
    let looser = changes.iter().filter(|change| change.direction == "looser").count();
    match (changes.len(), looser) {
        (0, _) => format!("{}: the two documents decide alike\n", paint(paint::GOOD, "no change", colour)),
        (all, 0) => format!("{}: none looser\n", counted(all)),
        (all, looser) => {
            format!("{}: {}\n", counted(all), paint(paint::ERROR, &format!("{looser} looser"), colour))
        }
    }
}

fn counted(changes: usize) -> String {
    if changes == 1 { "1 change".to_owned() } else { format!("{changes} changes") }
}

impl Change {
    fn what(&self) -> String {
        match (&self.tool, &self.prefix, &self.server) {
            (Some(tool), Some(prefix), _) => format!("{tool}({prefix}:*)"),
            (Some(tool), None, _) => tool.clone(),
            (None, _, Some(_)) => "any other tool".to_owned(),
            (None, _, None) => "any other call".to_owned(),
        }
    }

    fn why(&self) -> String {
        let (before, after) = (self.before.reason.text(), self.after.reason.text());
        if before == after { after } else { format!("{before} → {after}") }
    }
}

impl Said {
    fn text(&self) -> String {
        let mut out = self.permission.as_deref().unwrap_or("depends").to_owned();
        if let Some(permission) = &self.read_only {
            out.push_str(&format!(", {permission} to read"));
        }
        if let Some(permission) = &self.arguments {
            out.push_str(&format!(", {permission} by arguments"));
        }
        out
    }

    fn style(&self) -> Style {
        self.permission.as_deref().map_or(paint::FAINT, paint::permission)
    }
}

impl Reason {
    /// Step and, where something written decides, its place.
    fn text(&self) -> String {
        match &self.pointer {
            Some(pointer) => format!("{} {pointer}", self.step),
            None => self.step.clone(),
        }
    }
}
