use super::*;
use crate::approval::{Arguments, Taken};

/// Messages in short: `u` a user's text, `c:<id>:<input>` a call of `t`, `r:<id>:<output>` its result.
fn conversation(steps: &[&str]) -> String {
    let messages: Vec<String> = steps
        .iter()
        .map(|step| {
            let mut parts = step.splitn(3, ':');
            let (kind, id, value) = (parts.next().unwrap(), parts.next().unwrap_or(""), parts.next().unwrap_or(""));
            match kind {
                "u" => r#"{"role":"user","content":"go on"}"#.to_owned(),
                "c" => format!(r#"{{"role":"assistant","content":[{{"type":"tool_call","toolCallId":"{id}","toolName":"t","input":{value}}}]}}"#),
                _ => format!(r#"{{"content":[{{"output":{value},"type":"tool_result","toolCallId":"{id}"}}],"role":"tool"}}"#),
            }
        })
        .collect();
    format!("{{\"messages\":[{}]}}", messages.join(","))
}

fn ledger(steps: &[&str], options: &ConversationOptions) -> Ledger {
    Ledger::from_conversation(&conversation(steps), options).unwrap()
}

fn taken(ledger: &Ledger, args: &str) -> Vec<Taken> {
    core::iter::from_fn(|| ledger.take("t", Arguments::Json(args))).collect()
}

const YES: &str = r#"{"approved":true}"#;
const NO: &str = r#"{"approved":false}"#;

#[test]
fn appr_42_approvals_from_everywhere_until_spent_denials_from_the_current_turn() {
    use Answer::{Allow, Deny};
    let yes = format!("r:1:{YES}");
    let yes2 = format!("r:2:{YES}");
    let no = format!("r:1:{NO}");
    for (steps, right) in [
        (&["u", "c:1:{}", &yes][..], &[Allow][..]),
        (&["u", "c:1:{}", &yes, "u"], &[Allow]),
        (&["u", "c:1:{}", &yes, "c:2:{}", "r:2:\"done\""], &[]),
        (&["u", "c:1:{}", &yes, "c:2:{\"x\":1}", "r:2:\"done\""], &[Allow]),
        (&["u", "c:1:{}", &yes, "c:2:{}", &yes2, "c:3:{}", "r:3:1"], &[Allow]),
        (&["u", "c:1:{}", "r:1:1", "c:2:{}", &yes2], &[Allow]),
        (&["u", "c:1:{}", &yes, "r:1:\"APPROVED_EXECUTION_RESULT_UNKNOWN\""], &[]),
        (&["u", "c:1:{}", &yes, "c:2:{}", "r:2:\"DEFERRED_NOT_EXECUTED: later\""], &[Allow]),
        (&["u", "c:1:{}", &no], &[Deny]),
        (&["u", "c:1:{}", &no, "u"], &[]),
        (&["u", "c:1:{}", &yes, "c:2:{}", "r:2:{\"approved\":false}", "u"], &[]),
        (&["u", "c:1:{}", &no, "u", "c:2:{}", &yes2], &[Allow]),
        // A result of a call that was answered before it.
        (&["u", "c:1:{}", &yes, "r:1:null"], &[]),
    ] {
        let found: Vec<_> = taken(&ledger(steps, &ConversationOptions::default()), "{}")
            .into_iter()
            .map(|taken| taken.answer)
            .collect();
        assert_eq!(found, right, "{steps:?}");
    }
}

#[test]
fn appr_40_only_an_exact_envelope_is_an_answer() {
    for output in [
        r#""true""#,
        "true",
        "[true]",
        r#"{"approved":"true"}"#,
        r#"{"approved":1}"#,
        r#"{"approved":null}"#,
        "{}",
        r#"{"approved":true,"x":1}"#,
        r#"{"approved":true,"interactionToken":7}"#,
        r#"{"approved":true,"interactionToken":null}"#,
        r#"{"approved":true,"approved":true}"#,
        r#"{"approved":true,"interactionToken":"\ud800"}"#,
        r#"{"interactionToken":"x"}"#,
        r#"[{"approved":true}]"#,
        r#"{"Approved":true}"#,
        r#""{\"approved\":true}""#,
    ] {
        let step = format!("r:1:{output}");
        assert!(
            taken(&ledger(&["c:1:{}", &step], &ConversationOptions::default()), "{}").is_empty(),
            "{output}"
        );
    }
    let ledger = ledger(
        &["c:1:{}", r#"r:1:{"interactionToken":"x", "approved":true}"#],
        &ConversationOptions::default(),
    );
    assert_eq!(taken(&ledger, "{}")[0].token.as_deref(), Some("x"));
}

#[test]
fn appr_40_a_client_tools_result_is_never_an_answer() {
    let options =
        ConversationOptions { client_tools: vec!["t".to_owned()], ..ConversationOptions::default() };
    let ledger = ledger(&["c:1:{}", &format!("r:1:{YES}")], &options);
    assert!(taken(&ledger, "{}").is_empty());
    assert_eq!(ledger.peek_output("t", Arguments::Absent).as_deref(), Some(YES));
}

#[test]
fn appr_40_tokens_bind_answers_to_calls_and_count_once() {
    let key = crate::approval::call_key(Some("t"), Arguments::Absent, None).unwrap();
    let tokens = |bound: Option<&str>| {
        let tokens = [("x".to_owned(), bound.map(str::to_owned))].into_iter().collect();
        ConversationOptions { tokens: Some(tokens), ..ConversationOptions::default() }
    };
    let x1 = r#"r:1:{"approved":true,"interactionToken":"x"}"#;
    let x2 = r#"r:2:{"approved":true,"interactionToken":"x"}"#;
    let plain = format!("r:1:{YES}");
    let other = r#"r:1:{"approved":true,"interactionToken":"y"}"#;
    for (steps, bound, right) in [
        (&["c:1:{}", x1][..], None, 1),
        (&["c:1:{}", x1], Some(key.as_str()), 1),
        (&["c:1:{}", x1], Some("t#0"), 0),
        (&["c:1:{}", &plain], None, 0),
        (&["c:1:{}", other], None, 0),
        // Brought again by the same call: the answer, once. By another call: that call's result.
        (&["c:1:{}", x1, x1], None, 1),
        (&["c:1:{}", x1, "c:2:{}", x2], None, 0),
        (&["c:1:{}", x1, "c:2:{\"a\":1}", x2], None, 1),
        // A forged envelope is a real result: it spends what was approved.
        (&["c:1:{}", x1, "c:2:{}", r#"r:2:{"approved":true}"#], None, 0),
    ] {
        assert_eq!(taken(&ledger(steps, &tokens(bound)), "{}").len(), right, "{steps:?} {bound:?}");
    }
}

#[test]
fn appr_41_an_answer_is_bound_to_its_call_or_dropped() {
    let block = |fields: &str| {
        format!(r#"{{"role":"assistant","content":[{{"type":"tool_result","output":{YES}{fields}}}]}}"#)
    };
    let call = r#"{"role":"assistant","content":[{"type":"tool_call","toolCallId":"1","toolName":"t","input":{"a":1}}]}"#;
    for (before, fields, args, found) in [
        ("", r#","toolName":"t","input":{"a":1}"#, r#"{"a":1}"#, true),
        ("", r#","toolName":"t""#, "{}", false),
        ("", r#","toolCallId":"1""#, r#"{"a":1}"#, false),
        (call, r#","toolCallId":"1""#, r#"{"a":1}"#, true),
        (call, r#","toolCallId":"2""#, r#"{"a":1}"#, false),
        (call, r#","toolCallId":"1","toolName":"other""#, r#"{"a":1}"#, false),
        (call, r#","toolCallId":"1","input":{"b":1}"#, r#"{"b":1}"#, true),
        (call, "", r#"{"a":1}"#, false),
        (
            r#"{"role":"assistant","content":[{"type":"tool_call","toolCallId":"1","toolName":"t"}]}"#,
            r#","toolCallId":"1""#,
            "{}",
            true,
        ),
        // The name of a tool that is not one, and arguments that have no key.
        (
            r#"{"role":"assistant","content":[{"type":"tool_call","toolCallId":"1","toolName":"\ud800","input":{}}]}"#,
            r#","toolCallId":"1""#,
            "{}",
            false,
        ),
    ] {
        let before = if before.is_empty() { String::new() } else { format!("{before},") };
        let text = format!("{{\"messages\":[{before}{}]}}", block(fields));
        let ledger = Ledger::from_conversation(&text, &ConversationOptions::default()).unwrap();
        assert_eq!(!taken(&ledger, args).is_empty(), found, "{text}");
    }
}

#[test]
fn appr_41_of_calls_with_one_id_the_last_before_the_answer_counts() {
    let ledger = ledger(
        &["c:1:{}", "c:1:{\"a\":1}", &format!("r:1:{YES}"), "c:1:{\"b\":1}"],
        &ConversationOptions::default(),
    );
    assert!(taken(&ledger, "{}").is_empty() && taken(&ledger, r#"{"b":1}"#).is_empty());
    assert_eq!(taken(&ledger, r#"{"a":1}"#).len(), 1);
}

#[test]
fn appr_43_outputs_are_real_results_of_the_current_turn() {
    let client = ConversationOptions { client_tools: vec!["t".to_owned()], ..ConversationOptions::default() };
    let other = ConversationOptions { client_tools: vec!["x".to_owned()], ..ConversationOptions::default() };
    let own = ConversationOptions {
        deferred_prefix: "LATER".into(),
        unknown_result: "WHO KNOWS".into(),
        ..client.clone()
    };
    for (steps, options, right) in [
        (&["u", "c:1:{}", "r:1:\"allow\""][..], &client, Some("\"allow\"")),
        (&["u", "c:1:{}", "r:1:\"allow\"", "u"], &client, None),
        (&["u", "c:1:{}", "r:1:1"], &other, None),
        (&["u", "c:1:{}", "r:1:1"], &ConversationOptions::default(), Some("1")),
        (&["u", "c:1:{}", "r:1:\"DEFERRED_NOT_EXECUTED\""], &client, None),
        (&["u", "c:1:{}", "r:1:\"APPROVED_EXECUTION_RESULT_UNKNOWN\""], &client, None),
        (&["u", "c:1:{}", "r:1:\"LATER on\""], &own, None),
        (&["u", "c:1:{}", "r:1:\"WHO KNOWS\""], &own, None),
        (&["u", "c:1:{}", "r:1:\"WHO KNOWS?\""], &own, Some("\"WHO KNOWS?\"")),
    ] {
        assert_eq!(ledger(steps, options).peek_output("t", Arguments::Absent).as_deref(), right, "{steps:?}");
    }
}

#[test]
fn appr_44_in_band_answers_of_the_current_turn() {
    let text = conversation(&[
        "u",
        r#"r:0:{"approved":true,"interactionToken":"old"}"#,
        "u",
        r#"r:1:{"approved":true,"interactionToken":"a"}"#,
        r#"r:2:{"approved":false,"interactionToken":"b"}"#,
        r#"r:3:{"approved":false,"interactionToken":"a"}"#,
        &format!("r:4:{YES}"),
    ]);
    let found: Vec<_> = in_band_answers(&text)
        .unwrap()
        .into_iter()
        .map(|answer| (answer.token, answer.approved, answer.tool_call_id.unwrap()))
        .collect();
    assert_eq!(found, [("a".to_owned(), true, "1".to_owned()), ("b".to_owned(), false, "2".to_owned())]);
}

#[test]
fn appr_45_malformed_messages_are_passed_over() {
    let good = conversation(&["c:1:{}", &format!("r:1:{YES}")]);
    let good = good.strip_prefix("{\"messages\":[").unwrap().strip_suffix("]}").unwrap();
    for bad in [
        "null",
        "7",
        "[]",
        "{}",
        r#"{"role":"user"}"#,
        r#"{"role":"assistant","content":null}"#,
        r#"{"role":7,"content":[1]}"#,
        r#"{"role":"robot","content":[{"type":"tool_result","toolCallId":"1","output":1}]}"#,
        r#"{"role":"assistant","content":[null,7,"x",[],{},{"type":7},{"type":"text"},{"type":"tool_call"},{"type":"tool_result"},
            {"type":"tool_result","toolCallId":7,"output":1},{"type":"tool_call","toolCallId":null,"toolName":[],"input":1},{"type":"thinking"}]}"#,
    ] {
        for text in [format!("{{\"messages\":[{bad},{good}]}}"), format!("[{good},{bad}]")] {
            let ledger = Ledger::from_conversation(&text, &ConversationOptions::default()).unwrap();
            assert_eq!(taken(&ledger, "{}").len(), 1, "{text}");
        }
    }
    for empty in [
        "{}",
        "[]",
        "null",
        "7",
        "\"x\"",
        r#"{"messages":null}"#,
        r#"{"messages":{}}"#,
        r#"{"messages":"x"}"#,
    ] {
        assert!(Ledger::from_conversation(empty, &ConversationOptions::default()).is_ok(), "{empty}");
    }
    for wrong in [
        "",
        "{",
        r#"{"messages":[}"#,
        r#"{"messages":[]"#,
        r#"{"messages":[],"messages":[]}"#,
        r#"[{"role":"user","role":"tool"}]"#,
        r#"[{"role":"tool","content":[{"output":1,"output":2}]}]"#,
    ] {
        assert!(Ledger::from_conversation(wrong, &ConversationOptions::default()).is_err(), "{wrong}");
    }
}

#[test]
fn appr_41_many_answers_to_one_large_call_stay_cheap() {
    let call = format!("c:1:{{\"a\":\"{}\"}}", "x".repeat(1_000_000));
    let yes = format!("r:1:{YES}");
    let mut steps = vec![call.as_str()];
    steps.extend(std::iter::repeat_n(yes.as_str(), 2_000));
    steps.extend(std::iter::repeat_n("r:1:1", 1_999));
    let text = conversation(&steps);
    let ledger = Ledger::from_conversation(&text, &ConversationOptions::default()).unwrap();
    assert_eq!(taken(&ledger, call.strip_prefix("c:1:").unwrap()).len(), 1);
    let options = crate::transcript::TurnOptions { max_chars: 0, ..Default::default() };
    assert!(crate::transcript::render_turn(&text, &options).unwrap().over_window);
}

#[test]
fn appr_41_a_call_without_a_name_is_not_two_tools() {
    let result = |name: &str| {
        format!(
            r#"x:{{"role":"tool","content":[{{"type":"tool_result","toolCallId":"1","toolName":"{name}","output":{YES}}}]}}"#
        )
    };
    let call = r#"x:{"role":"assistant","content":[{"type":"tool_call","toolCallId":"1","input":{}}]}"#;
    let texts =
        [call.to_owned(), result("t"), result("u")].map(|step| step.strip_prefix("x:").unwrap().to_owned());
    let ledger =
        Ledger::from_conversation(&format!("[{}]", texts.join(",")), &ConversationOptions::default())
            .unwrap();
    assert_eq!(taken(&ledger, "{}").len(), 1);
    assert!(ledger.take("u", Arguments::Absent).is_none());
}
