//! What a run's own tools show of themselves over MCP, and what a call of theirs still lacks.

mod missing;
#[cfg(test)]
mod tests;

pub use missing::missing_arguments;

use foldhash::fast::RandomState;
use hashbrown::HashSet;

use crate::json::{Kind, Pointer, Value, write_string};
use crate::suggest::quoted;

/// What stands in place of a lone surrogate once a text was made readable.
const REPLACED: char = '\u{FFFD}';

/// The hints of a tool that MCP knows; they are booleans, and `title` is a text.
const HINTS: [&str; 4] = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

/// The public metadata of tool specs, as the `tools` array of a `tools/list` result (RUN-26):
/// `[{"name", "description"?, "inputSchema", "annotations"?}]`, in the order of the specs, numbers
/// and the order of keys as written.
///
/// Whatever else a spec holds is dropped, by whatever name. `input_schema` is read as `inputSchema`;
/// none, or an empty one, becomes the empty object schema, and one without a `type` gets
/// `"type": "object"`, since clients refuse a whole list for one schema that is not of that type. A
/// description that is no text, and an annotation that MCP does not know or that has another type,
/// are left out.
///
/// # Errors
/// What is wrong, with its place: specs that are no array, a spec that is no object or has no name,
/// a name that stands twice, both spellings of the schema, or a schema that describes no object.
pub fn advertise(specs: &Value<'_>) -> Result<String, String> {
    let items = specs
        .as_array()
        .ok_or_else(|| format!("the specs are an array of tool specs, not {}", specs.type_name()))?;
    let (mut out, mut seen) = (String::from("["), HashSet::<&str, RandomState>::default());
    let root = Pointer::Root("");
    for (index, spec) in items.iter().enumerate() {
        let here = root.index(index);
        let name = name(spec, &here)?;
        if !seen.insert(name) {
            return Err(wrong(
                format!("{} is the name of an earlier tool too", quoted(name)),
                &here.key("name"),
            ));
        }
        if index > 0 {
            out.push(',');
        }
        out.push_str("{\"name\":");
        write_string(&mut out, name);
        if let Some(description) = spec.get("description").and_then(Value::as_str) {
            out.push_str(",\"description\":");
            write_string(&mut out, description);
        }
        out.push_str(",\"inputSchema\":");
        write_schema(&mut out, input_schema(spec, &here)?, &here)?;
        write_annotations(&mut out, spec.get("annotations"));
        out.push('}');
    }
    out.push(']');
    Ok(out)
}

fn name<'v>(spec: &'v Value<'_>, at: &Pointer<'_>) -> Result<&'v str, String> {
    if spec.as_object().is_none() {
        return Err(wrong(format!("a tool spec is an object, not {}", spec.type_name()), at));
    }
    let name = spec.get("name").and_then(Value::as_str).filter(|name| !name.trim().is_empty());
    let name = name.ok_or_else(|| wrong("a tool spec has a `name`", at))?;
    // No call could ever name it.
    if name.contains(REPLACED) {
        return Err(wrong("half of a surrogate pair in a tool's name", &at.key("name")));
    }
    Ok(name)
}

/// The schema of a spec under either spelling; null is none.
fn input_schema<'v, 'a>(spec: &'v Value<'a>, at: &Pointer<'_>) -> Result<Option<&'v Value<'a>>, String> {
    let [camel, snake] =
        ["inputSchema", "input_schema"].map(|key| spec.get(key).filter(|value| !value.is_null()));
    match (camel, snake) {
        (Some(_), Some(_)) => {
            Err(wrong("`inputSchema` and `input_schema` are one field, which is given twice", at))
        }
        (one, other) => Ok(one.or(other)),
    }
}

fn write_schema(out: &mut String, schema: Option<&Value<'_>>, at: &Pointer<'_>) -> Result<(), String> {
    let Some(schema) = schema else {
        out.push_str(EMPTY_SCHEMA);
        return Ok(());
    };
    let Some(members) = schema.as_object() else {
        let message = format!("a tool's schema is an object, not {}", schema.type_name());
        return Err(wrong(message, &at.key("inputSchema")));
    };
    if members.is_empty() {
        out.push_str(EMPTY_SCHEMA);
        return Ok(());
    }
    match schema.get("type").map(|kind| &kind.kind) {
        Some(Kind::String(kind)) if kind == "object" => schema.write(out),
        None => {
            out.push_str("{\"type\":\"object\",");
            let mut rest = String::new();
            schema.write(&mut rest);
            out.push_str(rest.strip_prefix('{').unwrap_or_default());
        }
        Some(_) => {
            let message = "a tool's arguments are an object, so its schema has the type `object`";
            return Err(wrong(message, &at.key("inputSchema")));
        }
    }
    Ok(())
}

fn wrong(message: impl std::fmt::Display, at: &Pointer<'_>) -> String {
    format!("{message}: at `{}` of the specs", at.text())
}

const EMPTY_SCHEMA: &str = r#"{"type":"object","properties":{}}"#;

fn write_annotations(out: &mut String, annotations: Option<&Value<'_>>) {
    let members = annotations.and_then(Value::as_object).unwrap_or_default();
    let mut comma = false;
    for member in members {
        let known = match &member.value.kind {
            Kind::String(_) => member.key == "title",
            Kind::Bool(_) => HINTS.contains(&member.key.as_ref()),
            _ => false,
        };
        if known {
            out.push_str(if comma { "," } else { ",\"annotations\":{" });
            write_string(out, &member.key);
            out.push(':');
            member.value.write(out);
            comma = true;
        }
    }
    if comma {
        out.push('}');
    }
}
