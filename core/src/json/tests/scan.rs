use super::*;
use crate::json::{parse, replace_lone_surrogates};
use proptest::prelude::*;

fn skipped(text: &str) -> bool {
    let mut scanner = Scanner::new(text);
    scanner.skip().and_then(|_| scanner.finish()).is_ok()
}

proptest! {
    /// The scanner and the reader accept the same texts.
    #[test]
    fn scanner_and_reader_agree(text in r#"([\[\]{},:"\\ ]|"a"|\\u[dD][89cC]00|\\n|1|-|0|\.5|e1|null|tru|é){0,12}"#) {
        prop_assert_eq!(skipped(&text), parse(replace_lone_surrogates(&text).as_bytes()).is_ok(), "{}", text);
    }

    #[test]
    fn runs_end_at_the_first_special_byte(text in "[ -~éü😀\u{0}-\u{1f}]{0,40}", at in 0usize..20) {
        let bytes = text.as_bytes();
        let right = bytes.iter().skip(at).position(|&b| b < 0x20 || b == b'"' || b == b'\\');
        prop_assert_eq!(plain_run(bytes, at), right.unwrap_or(bytes.len().saturating_sub(at)));
    }
}

#[test]
fn any_depth_is_passed_over() {
    let deep = "[{\"a\":".repeat(200_000) + "1" + &"}]".repeat(200_000);
    assert!(skipped(&deep));
    assert!(!skipped(deep.strip_suffix(']').unwrap()));
}

#[test]
fn what_is_not_json_is_refused() {
    for text in [
        "",
        "{",
        "[1,]",
        "{\"a\":1,}",
        "{,}",
        "[,1]",
        "01",
        "-",
        "1.",
        "1e",
        "\"\\x\"",
        "\"\t\"",
        "nul",
        "1 2",
        "{\"a\"}",
        "[1}",
    ] {
        assert!(!skipped(text), "{text}");
    }
    for text in ["{}", "[]", "[[],{}]", "{\"a\":[],\"b\":{}}", "-0.5e+3", "\"\\ud800\"", " [ 1 , 2 ] "] {
        assert!(skipped(text), "{text}");
    }
}

#[test]
fn strings_are_decoded() {
    let text = r#""a\u0041\n\ud83d\ude00\ud800\/\"""#;
    let found = Scanner::new(text).string().unwrap();
    assert_eq!(found.decode(text), "aA\n😀\u{FFFD}/\"");
    assert!(found.lone && found.escaped && !found.canonical);
    let text = r#""\u001f\\""#;
    assert!(Scanner::new(text).string().unwrap().canonical);
    for other in [r#""\u001F""#, r#""\u0008""#, r#""\u0041""#, r#""\/""#] {
        assert!(!Scanner::new(other).string().unwrap().canonical, "{other}");
    }
}
