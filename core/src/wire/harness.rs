//! Harness settings as bindings see them.

use super::{Fault, GateOptions, Input, WireGate, to_json};
use crate::catalog::{Catalogs, read_catalogs};
use crate::diagnostic::Collector;
use crate::harness::{
    self, AdvertisedTool, Harness, RenderOptions, Rendered, ServerTools, SettingsFile, Transport, Transports,
};
use crate::json::{Kind, Member, Value};

/// What settings are rendered from.
#[derive(Clone, Copy, Debug)]
pub enum RenderSource<'a> {
    /// A document, compiled with the gate's options.
    Agent(Input<'a>),
    /// A compiled gate; of the gate's options only catalogs may be given with it.
    Gate(&'a WireGate),
}

/// What settings are rendered with.
#[derive(Clone, Debug)]
pub struct HarnessOptions<'a> {
    /// What the gate is compiled with.
    pub gate: GateOptions<'a>,
    /// Codex: an object of server to `{"url", "headers"?}`, whose headers are names of environment
    /// variables.
    pub codex_transports: Option<Input<'a>>,
    /// Codex: whether the settings name the platform's model provider.
    pub managed_provider: bool,
    /// Pi: whether it uses an MCP client of its own.
    pub pi_mcp: bool,
    /// Whether the answer has `coverage`: without, it takes a fraction of the time.
    pub coverage: bool,
}

impl Default for HarnessOptions<'_> {
    fn default() -> Self {
        Self {
            gate: GateOptions::default(),
            codex_transports: None,
            managed_provider: true,
            pi_mcp: false,
            coverage: true,
        }
    }
}

/// The document's rules as a harness's own settings (HARN-): `{"files": [{"path", "content"}],
/// "withheld", "register"?, "toolExposure"?, "coverage": [{"server"?, "tool"?, "name"?, "gate",
/// "gateReadOnly"?, "harness", "fit", "exempt"?}]?, "diagnostics"}`.
///
/// # Errors
/// `invalid_document` when the document is not valid or cannot be rendered safely (HARN-4);
/// `invalid_argument` for a harness that is not known or options of another form.
pub fn render_harness(
    source: RenderSource<'_>,
    harness: &str,
    options: &HarnessOptions<'_>,
) -> Result<String, Fault> {
    Ok(to_json(&rendered(source, harness, options)?))
}

/// [`render_harness`] in parts, for hosts to which large strings cross more cheaply than JSON text
/// that holds them.
#[derive(Debug)]
pub struct RenderedParts {
    /// The files.
    pub files: Vec<SettingsFile>,
    /// The JSON of `coverage`, when it was wanted.
    pub coverage: Option<String>,
    /// The JSON of everything else.
    pub rest: String,
}

/// [`render_harness`], in parts.
///
/// # Errors
/// As [`render_harness`].
pub fn render_harness_parts(
    source: RenderSource<'_>,
    harness: &str,
    options: &HarnessOptions<'_>,
) -> Result<RenderedParts, Fault> {
    let mut rendered = rendered(source, harness, options)?;
    let files = std::mem::take(&mut rendered.files);
    let coverage = rendered.coverage.take().map(|rows| to_json(&rows));
    Ok(RenderedParts { files, coverage, rest: to_json(&rendered) })
}

fn rendered(
    source: RenderSource<'_>,
    harness: &str,
    options: &HarnessOptions<'_>,
) -> Result<Rendered, Fault> {
    let harness = parse_harness(harness)?;
    let transports = options.codex_transports.map(|input| read("codex_transports", input)).transpose()?;
    let mut render = RenderOptions {
        catalogs: None,
        codex_transports: transports.as_ref().map(read_transports).transpose()?.unwrap_or_default(),
        managed_provider: options.managed_provider,
        pi_mcp: options.pi_mcp,
        coverage: options.coverage,
    };
    let compiled;
    let catalogs_value;
    let catalogs: Catalogs<'_>;
    let gate = match source {
        RenderSource::Agent(agent) => {
            compiled = WireGate::compile(agent, &options.gate)?;
            &compiled
        }
        RenderSource::Gate(gate) => {
            let given = &options.gate;
            if given.floor.is_some() || given.deny_all || !given.trusted_hints.is_empty() {
                return Err(Fault::argument(
                    "a compiled gate has its own floor, kill switch and trusted hints",
                ));
            }
            if let Some(input) = given.catalogs {
                catalogs_value = read("catalogs", input)?;
                let (read, faults) = read_catalogs(&catalogs_value);
                if let Some(fault) = faults.first() {
                    return Err(Fault::argument(format!("`catalogs` cannot be read: {}", fault.message)));
                }
                catalogs = read;
                render.catalogs = Some(&catalogs);
            }
            gate
        }
    };
    harness::render(gate.gate(), harness, &render).map_err(|report| Fault::invalid(&report))
}

fn read_transports(value: &Value<'_>) -> Result<Transports, Fault> {
    let wrong = || {
        Fault::argument(
            "`codex_transports` is not an object of server names to `url` and `headers`, all strings",
        )
    };
    let headers = |transport: &Value<'_>| match transport.get("headers") {
        None => Some(Default::default()),
        Some(headers) => headers
            .as_object()?
            .iter()
            .map(|header| pair(header, |value| value.as_str().map(str::to_owned)))
            .collect(),
    };
    let one = |transport: &Value<'_>| {
        Some(Transport { url: transport.get("url")?.as_str()?.to_owned(), headers: headers(transport)? })
    };
    let all = value.as_object().ok_or_else(wrong)?;
    all.iter().map(|member| pair(member, one)).collect::<Option<_>>().ok_or_else(wrong)
}

fn pair<V>(member: &Member<'_>, read: impl FnOnce(&Value<'_>) -> Option<V>) -> Option<(String, V)> {
    Some((member.key.clone().into_owned(), read(&member.value)?))
}

/// What the harness alone does with its files: an object of rendered name to `run`, `ask`, `gone`
/// or `denied`, for each tool of `servers` (HARN-11). `files` is a list of `{"path", "content"}`;
/// `servers` an object of server to its advertised tools: names, or a catalog.
///
/// # Errors
/// `invalid_argument` for a harness or version that is not known, or for files or servers of
/// another form.
pub fn predict(
    harness: &str,
    files: Input<'_>,
    servers: Input<'_>,
    version: Option<&str>,
) -> Result<String, Fault> {
    let harness = parse_harness(harness)?;
    let files_value = read("files", files)?;
    let servers_value = read("servers", servers)?;
    let outcomes =
        harness::predict(harness, &read_files(&files_value)?, &read_servers(&servers_value)?, version)
            .map_err(Fault::argument)?;
    Ok(to_json(&outcomes))
}

pub(super) fn parse_harness(word: &str) -> Result<Harness, Fault> {
    Harness::parse(word).ok_or_else(|| Fault::argument("the harness is none of `claude`, `codex` and `pi`"))
}

fn read<'a>(what: &str, input: Input<'a>) -> Result<Value<'a>, Fault> {
    let mut collector = Collector::default();
    let value = input.read(&mut collector);
    match (value, collector.finish(input.text()).diagnostics.first()) {
        (Some(value), None) => Ok(value),
        (_, first) => {
            let cause = first.map_or("not JSON", |found| &found.message);
            Err(Fault::argument(format!("`{what}` cannot be read: {cause}")))
        }
    }
}

fn read_files(value: &Value<'_>) -> Result<Vec<SettingsFile>, Fault> {
    let wrong = || Fault::argument("`files` is not a list of objects with the strings `path` and `content`");
    let text = |file: &Value<'_>, key: &str| file.get(key).and_then(Value::as_str).map(str::to_owned);
    let one = |file| Some(SettingsFile { path: text(file, "path")?, content: text(file, "content")? });
    value.as_array().and_then(|files| files.iter().map(one).collect()).ok_or_else(wrong)
}

fn read_servers<'v>(value: &'v Value<'_>) -> Result<Vec<ServerTools<'v>>, Fault> {
    let wrong = || Fault::argument("`servers` is not an object of server names to lists of tools");
    let servers = value.as_object().ok_or_else(wrong)?;
    let read = |server: &'v Member<'_>| {
        let tools = server.value.get("tools").unwrap_or(&server.value).as_array()?;
        Some(ServerTools { server: &server.key, tools: tools.iter().map(read_tool).collect::<Option<_>>()? })
    };
    servers.iter().map(read).collect::<Option<_>>().ok_or_else(wrong)
}

fn read_tool<'v>(tool: &'v Value<'_>) -> Option<AdvertisedTool<'v>> {
    if let Kind::String(name) = &tool.kind {
        return Some(AdvertisedTool { name, read_only_hint: false });
    }
    let hint =
        |key| tool.get("annotations").and_then(|all| all.get(key)).and_then(Value::as_bool) == Some(true);
    Some(AdvertisedTool { name: tool.get("name")?.as_str()?, read_only_hint: hint("readOnlyHint") })
}
