//! Comparing a result with what a case expects.
//!
//! An object names the keys that matter; an array is compared element by element; every other value
//! is compared exactly. Three markers: `{"$contains": [..]}` (each listed element matches some
//! element of the array, in this order), `{"$text_contains": ["part", ..]}` (a string with these
//! parts), `{"$absent": true}` (the key is not there).

use serde_json::Value;

/// What differs, one line each; empty when the result is as expected.
#[must_use]
pub fn differences(expected: &Value, got: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare(expected, got, "", &mut found);
    found
}

fn marker<'v>(expected: &'v Value, name: &str) -> Option<&'v Value> {
    let object = expected.as_object()?;
    if object.len() == 1 { object.get(name) } else { None }
}

fn compare(expected: &Value, got: &Value, at: &str, found: &mut Vec<String>) {
    if let Some(listed) = marker(expected, "$contains").and_then(Value::as_array) {
        return contains(listed, got, at, found);
    }
    if let Some(parts) = marker(expected, "$text_contains").and_then(Value::as_array) {
        let text = got.as_str().unwrap_or_default();
        for part in parts.iter().filter_map(Value::as_str).filter(|part| !text.contains(part)) {
            found.push(format!("{at}: expected a text with `{part}`, got {got}"));
        }
        return;
    }
    match (expected, got) {
        (Value::Object(keys), Value::Object(members)) => {
            for (key, value) in keys {
                let at = format!("{at}/{key}");
                match (marker(value, "$absent"), members.get(key)) {
                    (Some(_), None) => {}
                    (Some(_), Some(there)) => found.push(format!("{at}: expected nothing, got {there}")),
                    (None, Some(there)) => compare(value, there, &at, found),
                    (None, None) => found.push(format!("{at}: expected {value}, got nothing")),
                }
            }
        }
        (Value::Array(items), Value::Array(there)) if items.len() == there.len() => {
            for (index, (item, there)) in items.iter().zip(there).enumerate() {
                compare(item, there, &format!("{at}/{index}"), found);
            }
        }
        _ if expected == got => {}
        _ => found.push(format!("{at}: expected {expected}, got {got}")),
    }
}

fn contains(listed: &[Value], got: &Value, at: &str, found: &mut Vec<String>) {
    let Some(items) = got.as_array() else {
        found.push(format!("{at}: expected an array, got {got}"));
        return;
    };
    let mut rest = items.iter();
    for item in listed {
        if !rest.any(|there| differences(item, there).is_empty()) {
            found.push(format!("{at}: expected, in this order, an element {item}, got {got}"));
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_result_may_hold_more_than_is_expected_but_never_less() {
        let got = json!({"ok": false, "list": [{"a": 1, "b": 2}, {"a": 3}], "text": "one two"});
        for expected in [
            json!({}),
            json!({"ok": false}),
            json!({"list": [{"a": 1}, {}]}),
            json!({"list": {"$contains": [{"a": 3}]}}),
            json!({"text": {"$text_contains": ["two", "one"]}}),
            json!({"none": {"$absent": true}}),
        ] {
            assert_eq!(differences(&expected, &got), Vec::<String>::new());
        }
        for expected in [
            json!({"ok": true}),
            json!({"none": 1}),
            json!({"list": [{"a": 1}]}),
            json!({"list": {"$contains": [{"a": 3}, {"a": 1}]}}),
            json!({"list": {"$contains": [{"a": 1}, {"a": 1}]}}),
            json!({"text": {"$text_contains": ["three"]}}),
            json!({"ok": {"$absent": true}}),
            json!({"ok": {"$text_contains": ["false"]}}),
            json!({"text": {"$contains": []}}),
        ] {
            assert_eq!(differences(&expected, &got).len(), 1, "{expected}");
        }
    }
}
