use super::*;

/// The piece that is shown for the place marked `^` in the text.
fn show(marked: &str, is_json: bool) -> String {
    let at = marked.find('^').unwrap();
    let text = marked.replacen('^', "", 1);
    let (line, column) = crate::json::Places::new(text.as_bytes()).find(at);
    let shown = Snippets::new(&text, is_json).show(line as usize, column as usize);
    let (before, rest) = shown.text.split_at(shown.span.start);
    let (focus, after) = rest.split_at(shown.span.len());
    format!("{before}<{focus}>{after}")
}

#[test]
fn names_and_permissions_are_shown_and_nothing_else() {
    let cases = [
        (r#"{"mcps": [{"name": ^"s"}]}"#, r#"{"mcps": [{"name": <"s">}]}"#),
        (
            r#"{"mcps":[{"policy":{"tool_permissions":{"a":^"alow"}}}]}"#,
            r#"{"mcps":[{"policy":{"tool_permissions":{"a":<"alow">}}}]}"#,
        ),
        (
            r#"{"mcps":[{"policy":{"tools":{"mode":"include","names":[^"a","b"]}}}]}"#,
            r#"… [{"policy":{"tools":{"mode":"include","names":[<"a">,"b"]}}}]}"#,
        ),
        (
            r#"{"mcps":[{"connection":{"headers":{^"Authorization":"Bearer SECRET"}}}]}"#,
            r#"{"mcps":[{"connection":{"headers":{<"Authorization">:"…"}}}]}"#,
        ),
        (
            r#"{"mcps":[{"connection":{"headers":{"name":^"SECRET"}}}]}"#,
            r#"{"mcps":[{"connection":{"headers":{"name":<"…">}}}]}"#,
        ),
        (
            r#"{"mcps":[{^"hedaers":{"name":"SECRET","n":12}}]}"#,
            r#"{"mcps":[{<"hedaers">:{"name":"…","n":…}}]}"#,
        ),
        (
            r#"{"mcps":[{"connection":{"url":^"https://u:SECRET@h"}}]}"#,
            r#"{"mcps":[{"connection":{"url":<"…">}}]}"#,
        ),
        (r#"{"mcps":[{"name":{"x":^"SECRET"}}]}"#, r#"{"mcps":[{"name":{"x":<"…">}}]}"#),
        (r#"{"mcps":[{"name":["SECRET",^7]}]}"#, r#"{"mcps":[{"name":["…",<…>]}]}"#),
        (
            r#"{"runner":{"permissions":{"rules":[{"pattern":^"Bash(x:*)"}]}}}"#,
            r#"{"runner":{"permissions":{"rules":[{"pattern":<"Bash(x:*)">}]}}}"#,
        ),
        (r#"{"x":^true}"#, r#"{"x":<true>}"#),
        ("{\n\t \"mcps\":\t^7}", "\"mcps\": <…>}"),
        (r#"{"mcps": [{"name": ^"a[31m"}]}"#, "{\"mcps\": [{\"name\": <\"a\\u{1b}[31m\">}]}"),
    ];
    for (marked, shown) in cases {
        let marked = marked.replace("a[31m", "a\u{1b}[31m");
        assert_eq!(show(&marked, true), shown, "{marked}");
    }
}

#[test]
fn text_that_is_not_json_shows_only_words_of_documents() {
    let cases = [
        (r#"{"mcps": [{"name": "s",^}]}"#, r#"{"mcps": [{"name": "…",<}>]}"#),
        (r#"{"headers": {"Authorization: ^"Bearer SECRET"}}"#, r#"{"headers": {<"…">… …"…"#),
        ("{\"headers\": {\"Authorization\": \"Bearer SECRET^\n}}", r#"{"headers": {"…": "…"< >"#),
        ("{\"name\": SECRET^", "{\"name\": …< >"),
        ("{'name': ^'SECRET x', /*SECRET*/", "{…: <…> …, …"),
        ("^", "< >"),
        ("SECRET\n^\nSECRET", "< >"),
    ];
    for (marked, shown) in cases {
        let got = show(marked, false);
        assert!(!got.contains("SECRET"), "{marked}: {got}");
        assert_eq!(got.replace('"', ""), shown.replace('"', "").replace("< >", "<> "), "{marked}");
    }
}

#[test]
fn a_long_line_is_cut_around_the_place() {
    let many = r#"{"name":"s"},"#.repeat(1000);
    let marked = format!(r#"{{"mcps":[{many}{{"name":^"{}"}},{many}]}}"#, "n".repeat(500));
    let shown = show(&marked, true);
    assert!(shown.starts_with("… ") && shown.ends_with(" …"), "{shown}");
    assert!(shown.contains(&format!("<\"{}…\">", "n".repeat(39))), "{shown}");
    assert!(shown.chars().count() < 200, "{shown}");
}

#[test]
fn qual_13_places_in_order_cost_one_pass() {
    let text = format!(r#"{{"mcps":[{}]}}"#, r#"{"name":7},"#.repeat(20_000));
    let mut snippets = Snippets::new(&text, true);
    for index in 0..20_000_usize {
        let shown = snippets.show(1, 10 + index * 11 + 8);
        assert_eq!(shown.text.get(shown.span), Some("7"));
    }
    // A place further back is found all the same.
    let shown = snippets.show(1, 3);
    assert_eq!(shown.text.get(shown.span), Some("\"mcps\""));
}
