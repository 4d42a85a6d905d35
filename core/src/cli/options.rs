//! Options that several subcommands share.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::answer::Report;
use super::catalogs::CatalogFile;
use super::report;
use super::session::{Exit, Failure, Session};
use super::source::Source;
use crate::json;
use crate::wire::{self, GateOptions, Input, WireGate};

/// What a gate is compiled with, beside the document.
#[derive(clap::Args)]
#[command(next_help_heading = "Gate")]
pub(super) struct GateArgs {
    /// What servers advertise: an object of server names and their tools/list results, or one
    /// result (or its array) for a document with one server
    #[arg(long, value_name = "FILE")]
    catalog: Option<PathBuf>,
    /// The organisation's document: no decision is looser than its own
    #[arg(long, value_name = "FILE")]
    floor: Option<PathBuf>,
    /// The operator's kill switch: deny everything
    #[arg(long)]
    deny_all: bool,
    /// Believe this server's read-only hints in the catalog; may be given several times
    #[arg(long, value_name = "SERVER", requires = "catalog")]
    trust_hints: Vec<String>,
}

/// A gate with the documents it was compiled from.
pub(super) struct Compiled {
    pub(super) gate: WireGate,
    pub(super) document: Source,
    pub(super) floor: Option<Source>,
}

impl GateArgs {
    /// Compiles the document. An invalid one is reported, and the run ends with [`Exit::Fails`].
    pub(super) fn compile(
        &self,
        file: &Path,
        session: &mut Session<'_>,
    ) -> Result<Option<Compiled>, Failure> {
        let document = Source::read(file, session)?;
        let floor = self.floor.as_deref().map(|path| Source::read(path, session)).transpose()?;
        let catalog = self.catalog.as_deref().map(|path| CatalogFile::read(path, session)).transpose()?;
        let catalogs = catalog.as_ref().map_or(Ok(None), |catalog| catalog.for_document(&document))?;
        let catalogs = catalogs.as_ref().map(|bytes| Input::Text(bytes));
        let options = GateOptions {
            floor: floor.as_ref().map(|source| Input::Text(&source.bytes)),
            deny_all: self.deny_all,
            trusted_hints: self.trust_hints.clone(),
            catalogs,
        };
        match WireGate::compile(Input::Text(&document.bytes), &options) {
            Ok(gate) => Ok(Some(Compiled { gate, document, floor })),
            Err(fault) => {
                let own = Report::read(&wire::validate(Input::Text(&document.bytes), catalogs))?;
                let invalid = floor.as_ref().filter(|_| own.ok).unwrap_or(&document);
                report::fault(invalid, &fault, session)?;
                Ok(None)
            }
        }
    }
}

/// One call.
#[derive(clap::Args)]
#[command(next_help_heading = "Call")]
#[group(skip)]
#[command(group(clap::ArgGroup::new("named").required(true).args(["tool", "name"])))]
pub(super) struct CallArgs {
    /// The server of an MCP tool, by its name in the document
    #[arg(long, value_name = "SERVER", requires = "tool")]
    server: Option<String>,
    /// The tool: by the name its server advertises, or alone a gateway tool, a client tool or a
    /// built-in such as Bash
    #[arg(long, value_name = "TOOL")]
    tool: Option<String>,
    /// The rendered name, when only that is known: mcp__<server>__<tool>
    #[arg(long, conflicts_with = "server")]
    name: Option<String>,
    /// The call's arguments; `-` reads them from standard input
    #[arg(long, value_name = "JSON", allow_hyphen_values = true)]
    args: Option<String>,
    /// The caller says that the call only reads
    #[arg(long)]
    read_only: bool,
    /// What the call says it is; inferred when it does not say
    #[arg(long)]
    kind: Option<Kind>,
}

// Comments here, since clap would turn docs into a page of help: an MCP server's tool; a tool of
// `tools` that the platform, or the browser, fulfils; a tool of the harness itself.
#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    Mcp,
    Gateway,
    Client,
    Builtin,
}

impl CallArgs {
    /// The call as JSON text.
    pub(super) fn call(&self, session: &mut Session<'_>) -> Result<String, Failure> {
        let mut members = Vec::new();
        let mut text = |key: &str, value: Option<&str>| {
            if let Some(value) = value {
                members.push(format!(r#""{key}":{}"#, serde_json::Value::from(value)));
            }
        };
        text("server", self.server.as_deref());
        text("tool", self.tool.as_deref());
        text("name", self.name.as_deref());
        text(
            "kind",
            self.kind.and_then(|kind| kind.to_possible_value()).as_ref().map(|kind| kind.get_name()),
        );
        if self.read_only {
            members.push(r#""read_only":true"#.to_owned());
        }
        if let Some(args) = self.arguments(session)? {
            members.push(format!(r#""args":{args}"#));
        }
        Ok(format!("{{{}}}", members.join(",")))
    }

    /// The arguments, known to be one JSON value: they are put into the call as they were written.
    fn arguments(&self, session: &mut Session<'_>) -> Result<Option<Cow<'_, str>>, Failure> {
        let Some(args) = &self.args else { return Ok(None) };
        let args = if args == "-" {
            let bytes = Source::read(Path::new("-"), session)?.bytes;
            Cow::Owned(String::from_utf8(bytes).map_err(|_| Failure::new("the arguments are not UTF-8"))?)
        } else {
            Cow::Borrowed(args.as_str())
        };
        // What is nested too deep is for the gate to say: it has no key, and asks.
        if let Err(fault) = json::parse(json::replace_lone_surrogates(&args).as_bytes())
            && !fault.too_deep
        {
            let (line, column) = json::Places::new(args.as_bytes()).find(fault.offset);
            return Err(Failure::new(format!(
                "the value of `--args` is not JSON: line {line}, column {column}: {}",
                fault.message
            ))
            .help(r#"quote it for the shell: --args '{"key": "value"}'"#));
        }
        Ok(Some(args))
    }
}

/// [`Exit::Holds`] when it does.
pub(super) const fn holds(it: bool) -> Exit {
    if it { Exit::Holds } else { Exit::Fails }
}
