//! `callgate pin`: the definitions of tools that a person has looked at.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;

use anstyle::Style;
use serde::Deserialize;

use super::Format;
use super::answer;
use super::catalogs::CatalogFile;
use super::options::holds;
use super::paint::{self, Cell, paint, table};
use super::report;
use super::session::{Exit, Failure, Session};
use super::source::Source;
use super::visible::visible;
use crate::catalog::read_catalogs;
use crate::json;
use crate::pins::{Compared, Pins, State};
use crate::wire::{self, Input};

/// Write a digest of each tool's definition, or say which definitions are no longer the pinned ones
///
/// What counts is what a model or a person is shown and what the gate trusts: title, description,
/// schemas and annotations. Behind a proxy that is given the pins, a tool whose definition changed,
/// or that is new, asks until it is pinned again. Without --against: the pins, as JSON, on standard
/// output. With it, exit code 1 when anything differs; with --format json: an object of server names
/// and lists of {"tool", "state", "parts"?}.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  callgate pin agent.json --catalog tools.json > pins.json
  callgate pin agent.json --catalog tools.json --against pins.json")]
pub(super) struct Pin {
    /// The agent document; `-` reads standard input
    file: PathBuf,
    /// What its servers advertise: an object of server names and their tools/list results, or one
    /// result (or its array) for a document with one server
    #[arg(long, value_name = "FILE")]
    catalog: PathBuf,
    /// Compare with these pins instead of writing new ones
    #[arg(long, value_name = "PINS")]
    against: Option<PathBuf>,
}

/// Pins as they are printed: sorted, a line for each digest, so that a change of theirs can be read.
#[derive(Deserialize, serde::Serialize)]
struct Written {
    version: u32,
    servers: BTreeMap<String, BTreeMap<String, BTreeMap<String, String>>>,
}

impl Pin {
    pub(super) fn run(&self, session: &mut Session<'_>) -> Result<Exit, Failure> {
        let document = Source::read(&self.file, session)?;
        let catalog = CatalogFile::read(&self.catalog, session)?;
        let against = self.against.as_deref().map(|path| Source::read(path, session)).transpose()?;
        // A document that cannot be read has no catalogs; the core then says what is wrong with it.
        let catalogs = catalog.for_document(&document)?.unwrap_or(Cow::Borrowed(b"{}"));
        // Also of a comparison: the document is valid, and every catalog one of its servers'.
        let pins = match wire::pin_catalogs(Input::Text(&document.bytes), Input::Text(&catalogs)) {
            Ok(pins) => pins,
            Err(fault) => return report::fault(&document, &fault, session),
        };
        match against {
            Some(against) => compare(&read(&against)?, &catalogs, session),
            None => write(&pins, session),
        }
    }
}

fn write(pins: &str, session: &mut Session<'_>) -> Result<Exit, Failure> {
    if session.format == Format::Json {
        session.json(pins);
        return Ok(Exit::Holds);
    }
    let pins: Written = answer::read(pins)?;
    let text = serde_json::to_string_pretty(&pins).unwrap_or_default();
    session.json(&text);
    for (server, tools) in &pins.servers {
        let (server, count) = (visible(server), tools.len());
        let tools = if count == 1 { "tool" } else { "tools" };
        session.stderr.write(&format!("pinned {count} {tools} of `{server}`\n"));
    }
    if pins.servers.is_empty() {
        session.stderr.write("pinned nothing: the catalog names no server of the document\n");
    }
    Ok(Exit::Holds)
}

fn read(source: &Source) -> Result<Pins, Failure> {
    let wrong = |cause: &str| {
        Failure::new(format!("`{}` holds no pins: {cause}", source.name))
            .help("write them with `callgate pin FILE --catalog FILE`")
    };
    let parsed = json::parse(&source.bytes).map_err(|fault| wrong(&fault.message))?;
    if let Some(twice) = parsed.duplicates.first() {
        return Err(wrong(&format!("the key `{}` stands twice", twice.key)));
    }
    Pins::read(&parsed.value).map_err(|cause| wrong(&cause))
}

fn compare(pins: &Pins, catalogs: &[u8], session: &mut Session<'_>) -> Result<Exit, Failure> {
    let text = String::from_utf8_lossy(catalogs);
    let text = json::replace_lone_surrogates(&text);
    let parsed = json::parse(text.as_bytes()).map_err(|fault| Failure::new(fault.message))?;
    let (catalogs, _) = read_catalogs(&parsed.value);
    let names = parsed.value.as_object().unwrap_or_default().iter().map(|member| member.key.as_ref());
    let mut compared: BTreeMap<&str, Vec<Compared>> = BTreeMap::new();
    for name in names {
        if let Some(catalog) = catalogs.get(name) {
            compared.insert(name, pins.compare(name, catalog));
        }
    }
    let differs = |one: &&Compared| one.state != State::Same;
    let changed = compared.values().flatten().any(|one| differs(&one));
    if session.format == Format::Json {
        session.json(&serde_json::to_string(&compared).unwrap_or_default());
        return Ok(holds(!changed));
    }
    let colour = session.stdout.colour;
    if !changed {
        let said = paint(paint::GOOD, "same", colour);
        session.stdout.write(&format!("{said}: every definition is the pinned one\n"));
        return Ok(Exit::Holds);
    }
    let rows: Vec<(&str, &Compared, String)> = compared
        .iter()
        .flat_map(|(server, tools)| tools.iter().filter(differs).map(|one| (*server, one)))
        .map(|(server, one)| (server, one, one.parts.join(", ")))
        .collect();
    let mut cells: Vec<[Cell<'_>; 4]> =
        vec![["SERVER", "TOOL", "STATE", "WHAT CHANGED"].map(|head| (paint::HEAD, head))];
    for (server, one, parts) in &rows {
        let (style, word) = match one.state {
            State::Changed => (paint::ERROR, "changed"),
            State::New => (paint::WARNING, "new"),
            _ => (paint::FAINT, "not shown"),
        };
        let parts = if parts.is_empty() { "-" } else { parts };
        cells.push([(Style::new(), server), (Style::new(), &one.tool), (style, word), (Style::new(), parts)]);
    }
    session.stdout.write(&table(&cells, "", colour));
    Ok(Exit::Fails)
}
