use super::*;
use crate::json::parse;

fn shown(specs: &str) -> Result<String, String> {
    advertise(&parse(specs.as_bytes()).unwrap().value)
}

fn missing(schema: &str, args: &str) -> Vec<String> {
    let spec = format!(r#"{{"inputSchema":{schema}}}"#);
    let (spec, args) = (parse(spec.as_bytes()).unwrap(), parse(args.as_bytes()).unwrap());
    missing_arguments(&spec.value, Some(&args.value)).unwrap()
}

#[test]
fn run_26_numbers_and_the_order_of_keys_stay_as_written() {
    let schema =
        r#"{"type":"object","z":1.0,"10":1E+2,"2":-0,"a":123456789012345678901234567890,"__proto__":{}}"#;
    let specs = format!(r#"[{{"callRef":"secret","inputSchema":{schema},"name":"t"}}]"#);
    assert_eq!(shown(&specs).unwrap(), format!(r#"[{{"name":"t","inputSchema":{schema}}}]"#));
}

#[test]
fn run_26_no_field_but_the_public_ones_is_shown() {
    let text =
        shown(r#"[{"name":"t","s3cret":"s3cret","annotations":{"s3cret":true,"title":{"s3cret":1}}}]"#);
    assert!(!text.unwrap().contains("s3cret"));
}

#[test]
fn run_26_advertising_what_was_advertised_changes_nothing() {
    let once = shown(
        r#"[{"name":"a"},{"name":"b","description":"\u00e9\ud83d\ude00","input_schema":{"properties":{"x":{}}}},
            {"name":"c","annotations":{"readOnlyHint":true,"title":"C","destructiveHint":"no"}}]"#,
    )
    .unwrap();
    assert_eq!(shown(&once).unwrap(), once);
}

#[test]
fn missing_arguments_survive_schemas_that_go_in_circles() {
    let circle = r##"{"$ref":"#","allOf":[{"$ref":"#"},{"$ref":"#/allOf/0"}],"required":["a"],
        "properties":{"a":{"$ref":"#"}}}"##;
    assert_eq!(missing(circle, r#"{"a":{"a":{"a":{}}}}"#), ["a.a.a.a"]);
}

#[test]
fn missing_arguments_follow_a_long_chain_of_references_without_the_stack() {
    const LINKS: usize = 100_000;
    let links: Vec<String> =
        (0..LINKS).map(|link| format!(r##""{link}":{{"$ref":"#/$defs/{}"}}"##, link + 1)).collect();
    // Members are found from the first on, so the chain runs where its links are cheap to find.
    let schema = format!(
        r##"{{"$ref":"#/$defs/{}","$defs":{{{},"{LINKS}":{{"required":["end"]}}}}}}"##,
        LINKS - 100,
        links.join(",")
    );
    assert_eq!(missing(&schema, "{}"), ["end"]);
    let nested: Vec<String> = (0..LINKS).map(|_| r##"{"$ref":"#/allOf/0"}"##.to_owned()).collect();
    let schema = format!(r#"{{"allOf":[{{"required":["end"]}},{}]}}"#, nested.join(","));
    assert_eq!(missing(&schema, "{}"), ["end"]);
}

#[test]
fn missing_arguments_of_many_fields_take_time_in_proportion() {
    const FIELDS: usize = 50_000;
    let names: Vec<String> = (0..FIELDS).map(|name| format!(r#""{name}""#)).collect();
    let schema = format!(r#"{{"required":[{}]}}"#, names.join(","));
    let given: Vec<String> = names.iter().skip(1).map(|name| format!("{name}:0")).collect();
    assert_eq!(missing(&schema, &format!("{{{}}}", given.join(","))), ["0"]);
}
