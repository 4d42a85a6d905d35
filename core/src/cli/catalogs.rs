//! What `--catalog` takes: an object of server names and their catalogs, or, for a document with
//! one server, that server's own.

use std::borrow::Cow;
use std::path::Path;

use super::session::{Failure, Session};
use super::source::Source;
use crate::json::{self, Kind, Value};

/// A catalog file that was read: JSON without a key that stands twice.
pub(super) struct CatalogFile {
    source: Source,
    shape: Shape,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// One server's `tools/list` result, the response around it, or its array.
    Plain,
    /// As [`Shape::Plain`], but also the catalogs of a server named `tools`.
    PlainOrTools,
    ByServer,
}

impl CatalogFile {
    pub(super) fn read(path: &Path, session: &mut Session<'_>) -> Result<Self, Failure> {
        let source = Source::read(path, session)?;
        let shape = shape(&source)?;
        Ok(Self { source, shape })
    }

    /// The catalogs as the core takes them: an object of server to catalog. A document that cannot
    /// be read gets none, since its own problem comes first.
    pub(super) fn for_document(&self, document: &Source) -> Result<Option<Cow<'_, [u8]>>, Failure> {
        let by_server = Cow::Borrowed(self.source.bytes.as_slice());
        if self.shape == Shape::ByServer {
            return Ok(Some(by_server));
        }
        let Ok(parsed) = json::parse(&document.bytes) else { return Ok(None) };
        let servers = servers(&parsed.value);
        if self.shape == Shape::PlainOrTools
            && servers.len() > 1
            && servers.iter().any(|server| name(server) == Some("tools"))
        {
            return Ok(Some(by_server));
        }
        match servers {
            [server] => Ok(name(server).map(|name| {
                let mut wrapped = format!("{{{}:", serde_json::Value::from(name)).into_bytes();
                wrapped.extend_from_slice(&self.source.bytes);
                wrapped.push(b'}');
                Cow::Owned(wrapped)
            })),
            _ => Err(Failure::new(format!(
                "`{}` is the catalog of one server, and `{}` has {} servers",
                self.source.name,
                document.name,
                servers.len()
            ))
            .help("give an object of server names and their catalogs: `{\"<server>\": <catalog>, …}`")),
        }
    }

    /// The catalog of one server, when the file has it: in an object of servers by its name, and a
    /// catalog that stands alone is taken to be that server's.
    pub(super) fn for_server(&self, server: &str) -> Option<Cow<'_, [u8]>> {
        let parsed = json::parse(&self.source.bytes).ok()?;
        let named = match self.shape {
            Shape::Plain => None,
            Shape::PlainOrTools => parsed.value.get(server).filter(|_| server != "tools"),
            Shape::ByServer => Some(parsed.value.get(server)?),
        };
        Some(match named {
            Some(catalog) => Cow::Owned(catalog.to_text().into_bytes()),
            None => Cow::Borrowed(self.source.bytes.as_slice()),
        })
    }
}

fn shape(source: &Source) -> Result<Shape, Failure> {
    let what = |cause: String| Failure::new(format!("`{}` is no catalog: {cause}", source.name));
    let parsed = json::parse(&source.bytes).map_err(|fault| {
        let (line, column) = json::Places::new(&source.bytes).find(fault.offset);
        what(format!("line {line}, column {column}: {}", fault.message))
    })?;
    if let Some(duplicate) = parsed.duplicates.first() {
        let (line, column) = json::Places::new(&source.bytes).find(duplicate.offset);
        return Err(what(format!("line {line}, column {column}: the key `{}` stands twice", duplicate.key)));
    }
    match &parsed.value.kind {
        Kind::Array(_) => Ok(Shape::Plain),
        Kind::Object(_) if parsed.value.get("jsonrpc").is_some() => Ok(Shape::Plain),
        Kind::Object(_) if parsed.value.get("tools").is_some_and(|tools| tools.as_array().is_some()) => {
            Ok(Shape::PlainOrTools)
        }
        Kind::Object(_) => Ok(Shape::ByServer),
        _ => Err(what(format!("it holds {}", parsed.value.type_name())).help(
            "expected a `tools/list` result, its array, or an object of server names and their catalogs",
        )),
    }
}

/// The entries of `mcps`, wherever the agent parts stand (CONF-1).
fn servers<'v>(root: &'v Value<'v>) -> &'v [Value<'v>] {
    let embedded = || root.get("parameters")?.get("agent")?.get("mcps");
    root.get("mcps").or_else(embedded).and_then(Value::as_array).unwrap_or_default()
}

fn name<'v>(server: &'v Value<'v>) -> Option<&'v str> {
    server.get("name")?.as_str()
}
