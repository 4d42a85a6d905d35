//! Harness settings as bindings see them.

use super::{Fault, Input, to_json};
use crate::diagnostic::Collector;
use crate::harness::{self, AdvertisedTool, Harness, ServerTools, SettingsFile};
use crate::json::{Kind, Value};

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
    Harness::parse(word)
        .ok_or_else(|| Fault::argument("the harness is none of `claude`, `codex` and `pi`"))
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
    let read = |server: &'v crate::json::Member<'_>| {
        let tools = server.value.get("tools").unwrap_or(&server.value).as_array()?;
        Some(ServerTools { server: &server.key, tools: tools.iter().map(read_tool).collect::<Option<_>>()? })
    };
    servers.iter().map(read).collect::<Option<_>>().ok_or_else(wrong)
}

fn read_tool<'v>(tool: &'v Value<'_>) -> Option<AdvertisedTool<'v>> {
    if let Kind::String(name) = &tool.kind {
        return Some(AdvertisedTool { name, read_only_hint: false });
    }
    let hint = |key| tool.get("annotations").and_then(|all| all.get(key)).and_then(Value::as_bool) == Some(true);
    Some(AdvertisedTool { name: tool.get("name")?.as_str()?, read_only_hint: hint("readOnlyHint") })
}
