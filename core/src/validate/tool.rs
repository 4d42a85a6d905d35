//! Gateway and client tools: the entries of `tools` (CONF-24).

use foldhash::fast::RandomState;
use hashbrown::HashSet;

use super::fields::{array, lenient, one_spelling, required, string, wrong_type};
use super::permission::nullable;
use crate::diagnostic::{Code, Collector};
use crate::document::{ToolKind, ToolSpec};
use crate::json::{Pointer, Value};
use crate::name::{MAX_NAME, OBJECT_NAMES, RENDERED_PREFIX, is_builtin, is_valid};
use crate::suggest::{did_you_mean, nearest, quoted};

/// Reads `tools`.
pub(super) fn tools<'v>(value: &'v Value<'v>, at: &Pointer<'_>, out: &mut Collector) -> Vec<ToolSpec<'v>> {
    let items = array(value, at, out).unwrap_or_default();
    let mut seen: HashSet<&str, RandomState> = HashSet::default();
    let mut read = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let here = at.index(index);
        let Some(spec) = tool(item, index, &here, out) else { continue };
        if !seen.insert(spec.name) {
            let offset = item.get("name").map_or(item.start, |name| name.start);
            let message = format!("{} is the name of an earlier tool", quoted(spec.name));
            out.error(Code::ToolName, here.key("name").text(), offset, message);
        }
        read.push(spec);
    }
    read
}

fn tool<'v>(
    value: &'v Value<'v>,
    index: usize,
    at: &Pointer<'_>,
    out: &mut Collector,
) -> Option<ToolSpec<'v>> {
    let known =
        ["name", "kind", "permission", "readOnly", "read_only", "inputSchema", "input_schema", "description"];
    let [name, kind, permission, read_only, read_only_snake, schema, schema_snake, _] =
        lenient(value, known, at, out)?;
    let name_at = at.key("name");
    let name_value = required(name, "name", value, at, out);
    let name = name_value.and_then(|value| string(value, &name_at, out));
    if let (Some(value), Some(name)) = (name_value, name) {
        check_name(name, &name_at, value.start, out);
    }
    let kind = kind.and_then(|member| tool_kind(&member.value, &at.key("kind"), out)).unwrap_or_default();
    let permission = permission.and_then(|member| nullable(&member.value, &at.key("permission"), out));
    let read_only = one_spelling(read_only, read_only_snake, at, out).is_some_and(|member| {
        let flag = member.value.as_bool();
        if flag.is_none() {
            wrong_type(&member.value, "`true` or `false`", &at.key(&member.key), out);
        }
        flag == Some(true)
    });
    let input_schema = one_spelling(schema, schema_snake, at, out).map(|member| {
        if member.value.as_object().is_none() {
            wrong_type(&member.value, "an object", &at.key(&member.key), out);
        }
        &member.value
    });
    Some(ToolSpec { index, name: name?, kind, permission, read_only, input_schema })
}

fn tool_kind(value: &Value<'_>, at: &Pointer<'_>, out: &mut Collector) -> Option<ToolKind> {
    match string(value, at, out)? {
        "callback" => Some(ToolKind::Callback),
        "code" => Some(ToolKind::Code),
        "client" => Some(ToolKind::Client),
        other => {
            let message = format!("{} is no kind of tool: `callback`, `code` or `client`", quoted(other));
            out.error(Code::TypeInvalid, at.text(), value.start, message);
            out.help(|| nearest(other, ["callback", "code", "client"]).map(did_you_mean));
            None
        }
    }
}

fn check_name(name: &str, at: &Pointer<'_>, offset: u32, out: &mut Collector) {
    let message = if !is_valid(name) {
        format!("a tool's name is 1 to {MAX_NAME} characters of `A-Za-z0-9._-`")
    } else if name.starts_with(RENDERED_PREFIX) {
        format!("{} begins with `{RENDERED_PREFIX}`, as a harness's names of servers' tools do", quoted(name))
    } else if OBJECT_NAMES.contains(&name) {
        format!("`{name}` is reserved: programs key objects by tool names")
    } else if is_builtin(name) {
        format!("`{name}` is a built-in tool's name")
    } else {
        return;
    };
    out.error(Code::ToolName, at.text(), offset, message);
}
