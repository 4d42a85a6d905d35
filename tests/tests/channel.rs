//! Tools that are shown, arguments that are missing, and pins, for generated specs of any shape.

#[expect(dead_code, reason = "of what the property tests share, only the runner is needed here")]
mod common;

use callgate::wire::{Input, advertise, compare_pins, missing_arguments, pin_catalogs};
use common::runner_of;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Words that mean something in a spec or a schema, and some that mean something elsewhere.
const WORDS: [&str; 20] = [
    "a",
    "b",
    "",
    "name",
    "description",
    "inputSchema",
    "annotations",
    "title",
    "type",
    "object",
    "required",
    "properties",
    "items",
    "prefixItems",
    "allOf",
    "$ref",
    "#",
    "#/properties/a",
    "readOnlyHint",
    "__proto__",
];

fn word() -> impl Strategy<Value = String> {
    prop_oneof![9 => prop::sample::select(&WORDS[..]).prop_map(str::to_owned), 1 => ".{0,3}"]
}

/// JSON that is a schema more often than chance would have it.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3i64..3).prop_map(Value::from),
        word().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 5, |inner| {
        prop_oneof![
            1 => vec(inner.clone(), 0..4).prop_map(Value::from),
            3 => vec((word(), inner), 0..5).prop_map(|members| Value::Object(Map::from_iter(members))),
        ]
    })
}

fn specs() -> impl Strategy<Value = Value> {
    let spec = (any_json(), any_json(), any_json(), any_json());
    vec(spec, 0..4).prop_map(|specs| {
        let spec =
            |(index, (schema, annotations, description, private)): (usize, (Value, Value, Value, Value))| {
                json!({"name": format!("t{index}"), "inputSchema": schema, "annotations": annotations,
                "description": description, "secret": private})
            };
        specs.into_iter().enumerate().map(spec).collect()
    })
}

fn input(text: &str) -> Input<'_> {
    Input::Text(text.as_bytes())
}

#[test]
fn run_26_what_is_shown_is_public_describes_objects_and_shows_as_itself() {
    let outcome = runner_of(8).run(&specs(), |specs| {
        let Ok(shown) = advertise(input(&specs.to_string())) else { return Ok(()) };
        prop_assert_eq!(&advertise(input(&shown)).unwrap(), &shown);
        let shown: Vec<Map<String, Value>> = serde_json::from_str(&shown).unwrap();
        prop_assert_eq!(shown.len(), specs.as_array().unwrap().len());
        for tool in &shown {
            let public = ["name", "description", "inputSchema", "annotations"];
            prop_assert!(tool.keys().all(|key| public.contains(&key.as_str())));
            prop_assert_eq!(&tool["inputSchema"]["type"], "object");
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn run_26_a_missing_argument_is_required_somewhere_and_absent_or_null_there() {
    let outcome = runner_of(8).run(&(any_json(), any_json()), |(schema, args)| {
        let spec = json!({"inputSchema": schema}).to_string();
        let args_text = args.to_string();
        let Ok(missing) = missing_arguments(input(&spec), Some(input(&args_text))) else { return Ok(()) };
        let missing: Vec<String> = serde_json::from_str(&missing).unwrap();
        for path in &missing {
            // Where no key holds a dot the path leads to nothing, or to null.
            let pointer: String = path
                .split('.')
                .map(|step| format!("/{}", step.replace('~', "~0").replace('/', "~1")))
                .collect();
            prop_assert!(args.pointer(&pointer).is_none_or(Value::is_null), "{path} is there");
        }
        // What is given is no longer missing.
        if let (Some(first), Value::Object(members)) = (missing.first(), &args)
            && !first.contains('.')
        {
            let mut filled = members.clone();
            filled.insert(first.clone(), json!(0));
            let filled = Value::Object(filled).to_string();
            let after: Vec<String> =
                serde_json::from_str(&missing_arguments(input(&spec), Some(input(&filled))).unwrap())
                    .unwrap();
            prop_assert!(!after.contains(first), "{first} is still missing");
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn run_53_what_was_pinned_is_the_same_and_any_change_of_a_part_is_seen() {
    let agent = json!({"mcps": [{"name": "s", "connection": {"type": "gateway", "namespace": "custom", "slug": "s"}}]})
        .to_string();
    let outcome = runner_of(8).run(&(specs(), any_json()), |(tools, other)| {
        let catalog = tools.to_string();
        let pins = pin_catalogs(input(&agent), input(&json!({"s": tools}).to_string())).unwrap();
        let states = |catalog: &str| -> Vec<Value> {
            serde_json::from_str(&compare_pins(input(&pins), "s", input(catalog)).unwrap()).unwrap()
        };
        prop_assert!(states(&catalog).iter().all(|tool| tool["state"] == "same"));
        for part in ["title", "description", "inputSchema", "outputSchema", "annotations"] {
            let mut changed = tools.clone();
            let Some(first) = changed.as_array_mut().and_then(|tools| tools.first_mut()) else { break };
            let same = first.get(part) == Some(&other);
            first[part] = other.clone();
            let states = states(&changed.to_string());
            let right = if same { json!("same") } else { json!("changed") };
            prop_assert_eq!(&states[0]["state"], &right, "{}", part);
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}
