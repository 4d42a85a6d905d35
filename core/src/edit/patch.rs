//! Changes to a document as JSON Patch (RFC 6902) operations, applied to its value.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Map;

use crate::json::{Kind, Member, Pointer, Value};

/// One `add` or `replace` of RFC 6902.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// `add` or `replace`.
    pub op: &'static str,
    /// JSON Pointer to what is added or replaced; `-` at its end appends to an array.
    pub path: String,
    /// The value, made of strings, arrays and objects.
    pub value: serde_json::Value,
}

impl Change {
    pub(super) fn add(path: String, value: serde_json::Value) -> Self {
        Self { op: "add", path, value }
    }
}

/// The smallest additions and replacements that make `new` of `old`, objects entered; nothing is
/// ever taken away by the edits that use this.
pub(super) fn between(
    old: &Map<String, serde_json::Value>,
    new: &Map<String, serde_json::Value>,
    at: &str,
    changes: &mut Vec<Change>,
) {
    for (key, value) in new {
        let mut path = at.to_owned();
        Pointer::push_key(&mut path, key);
        match (old.get(key), value) {
            (Some(before), after) if before == after => {}
            (Some(serde_json::Value::Object(before)), serde_json::Value::Object(after)) => {
                between(before, after, &path, changes);
            }
            (Some(_), _) => changes.push(Change { op: "replace", path, value: value.clone() }),
            (None, _) => changes.push(Change::add(path, value.clone())),
        }
    }
}

/// Applies changes to a value; one whose place is not there is left out.
pub fn apply(root: &mut Value<'_>, changes: &[Change]) {
    for change in changes {
        let mut steps: Vec<String> =
            change.path.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~")).collect();
        let Some(last) = steps.pop() else { continue };
        let parent = steps.iter().try_fold(&mut *root, |value, step| match &mut value.kind {
            Kind::Object(members) => {
                members.iter_mut().find(|member| member.key == *step).map(|member| &mut member.value)
            }
            Kind::Array(items) => step.parse::<usize>().ok().and_then(|index| items.get_mut(index)),
            _ => None,
        });
        let value = owned(&change.value);
        match parent.map(|parent| &mut parent.kind) {
            Some(Kind::Object(members)) => match members.iter_mut().find(|member| member.key == last) {
                Some(member) => member.value = value,
                None => members.push(Member { key: Cow::Owned(last), key_start: 0, value }),
            },
            Some(Kind::Array(items)) if last == "-" => items.push(value),
            _ => {}
        }
    }
}

fn owned<'v>(value: &serde_json::Value) -> Value<'v> {
    let kind = match value {
        serde_json::Value::Bool(value) => Kind::Bool(*value),
        serde_json::Value::String(text) => Kind::String(Cow::Owned(text.clone())),
        serde_json::Value::Array(items) => Kind::Array(items.iter().map(owned).collect()),
        serde_json::Value::Object(members) => Kind::Object(
            members
                .iter()
                .map(|(key, value)| Member {
                    key: Cow::Owned(key.clone()),
                    key_start: 0,
                    value: owned(value),
                })
                .collect(),
        ),
        // INVARIANT: the edits write no numbers.
        serde_json::Value::Null | serde_json::Value::Number(_) => Kind::Null,
    };
    Value { start: 0, kind }
}
