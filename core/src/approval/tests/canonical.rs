use super::*;
use crate::json::{Kind, Value, parse};
use proptest::prelude::*;

fn of(text: &str) -> Result<String, NotCanonical> {
    canonical_json(text)
}

#[test]
fn appr_4_canonical_text() {
    for (text, right) in [
        (r#"{ "b" : [ 1.0 , true , null ] , "a" : {} }"#, r#"{"a":{},"b":[1,true,null]}"#),
        (r#"{"b":{"d":1,"c":2},"a":{"f":1,"e":2}}"#, r#"{"a":{"e":2,"f":1},"b":{"c":2,"d":1}}"#),
        (r#"[{"b":1,"a":2},{"b":1,"a":2}]"#, r#"[{"a":2,"b":1},{"a":2,"b":1}]"#),
        (
            r#"{"10":1,"9":2,"__proto__":{},"a":{"x":[{"z":1,"y":{}}]}}"#,
            r#"{"10":1,"9":2,"__proto__":{},"a":{"x":[{"y":{},"z":1}]}}"#,
        ),
        (r#""\u00e9\/\u0008\u001F\ud83d\ude00""#, "\"é/\\b\\u001f😀\""),
        (
            r#"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}"#,
            "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\u{fb33}\":3}",
        ),
        (r#"{"a\"":1,"a!":2,"a\\":3,"a[":4}"#, r#"{"a!":2,"a\"":1,"a[":4,"a\\":3}"#),
        ("-0", "0"),
        (" 9007199254740993 ", "9007199254740993"),
        ("\"\u{2028}\u{7f}\"", "\"\u{2028}\u{7f}\""),
        ("[]", "[]"),
        ("[[],[{}],{\"a\":[]}]", "[[],[{}],{\"a\":[]}]"),
    ] {
        assert_eq!(of(text).as_deref(), Ok(right), "{text}");
    }
}

#[test]
fn appr_4_what_has_no_canonical_text() {
    let deep = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    assert!(of(&deep(64)).is_ok());
    for (text, wrong) in [
        (r#"{"a":1,"a":1}"#, NotCanonical::DuplicateKey),
        (r#"{"a":1,"b":2,"\u0061":1}"#, NotCanonical::DuplicateKey),
        (r#"[{"x":{"b":1,"c":1,"b":1}}]"#, NotCanonical::DuplicateKey),
        (r#"["\ud800"]"#, NotCanonical::LoneSurrogate),
        (r#"{"\udc00":1}"#, NotCanonical::LoneSurrogate),
        (r#""\ud800\ud800""#, NotCanonical::LoneSurrogate),
        ("1e999", NotCanonical::Number),
        ("9007199254740992e0", NotCanonical::Number),
        (&deep(65), NotCanonical::Depth),
        (&deep(100_000), NotCanonical::Depth),
    ] {
        assert_eq!(of(text), Err(wrong), "{text}");
    }
    for text in ["", "{", "[1,]", "NaN", "1 2", "{\"a\":}", "\u{feff}{}", "'a'", "[1]]"] {
        assert!(matches!(of(text), Err(NotCanonical::Syntax(_))), "{text}");
    }
}

/// Canonical text the slow way: a tree, sorted.
fn naive(value: &Value<'_>, out: &mut String) {
    match &value.kind {
        Kind::Null => out.push_str("null"),
        Kind::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
        Kind::Number(token) => {
            let plain = !token.contains(['.', 'e', 'E']);
            out.push_str(&number::canonical(token, plain).unwrap());
        }
        Kind::String(text) => out.push_str(&serde_json::to_string(text).unwrap()),
        Kind::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                naive(item, out);
            }
            out.push(']');
        }
        Kind::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_by_key(|member| member.key.encode_utf16().collect::<Vec<_>>());
            out.push('{');
            for (index, member) in sorted.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                out.push_str(&serde_json::to_string(&member.key).unwrap());
                out.push(':');
                naive(&member.value, out);
            }
            out.push('}');
        }
    }
}

/// JSON text with blanks, escapes and keys in any order.
fn json_text() -> impl Strategy<Value = String> {
    let string = prop_oneof![
        "[ab\u{e9}\u{fb33}😀!\\[]{0,3}".prop_map(|text| serde_json::to_string(&text).unwrap()),
        Just(r#""\u0061""#.to_owned()),
        Just(r#""\"\\\n\u001f""#.to_owned()),
        Just(r#""\ud83d\ude00\/""#.to_owned()),
    ];
    let blank = prop_oneof![4 => Just(""), 1 => Just(" "), 1 => Just("\n\t")];
    let leaf = prop_oneof![
        string.clone(),
        prop_oneof![Just("1"), Just("1.0"), Just("-0"), Just("1e3"), Just("null"), Just("true")]
            .prop_map(str::to_owned),
    ];
    leaf.prop_recursive(5, 40, 5, move |inner| {
        let spaced = (blank.clone(), inner, blank.clone())
            .prop_map(|(before, value, behind)| format!("{before}{value}{behind}"));
        prop_oneof![
            prop::collection::vec(spaced.clone(), 0..5).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec((string.clone(), spaced), 0..6).prop_map(|members| format!(
                "{{{}}}",
                members.iter().map(|(key, value)| format!("{key}:{value}")).collect::<Vec<_>>().join(",")
            )),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Pieces put in order are what a sorted tree prints; canonical text of canonical text is itself.
    #[test]
    fn appr_4_pieces_and_a_sorted_tree_agree(text in json_text()) {
        let parsed = parse(text.as_bytes()).unwrap();
        if parsed.duplicates.is_empty() {
            let mut right = String::new();
            naive(&parsed.value, &mut right);
            let canonical = of(&text).unwrap();
            prop_assert_eq!(&canonical, &right, "{}", text);
            prop_assert_eq!(of(&canonical).unwrap(), canonical);
        } else {
            prop_assert_eq!(of(&text), Err(NotCanonical::DuplicateKey), "{}", text);
        }
    }
}

#[test]
fn appr_4_canonical_input_is_one_piece() {
    let text =
        format!(r#"{{"a":[{}{{"x":1,"y":2}}],"b":"{}"}}"#, r#"{"k":1},"#.repeat(1000), "x".repeat(1000));
    assert_eq!(Canonical::of(&text, None, None).unwrap().pieces.len(), 1);
}
