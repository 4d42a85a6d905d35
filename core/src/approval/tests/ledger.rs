use super::*;
use crate::approval::{Generation, Identity, Schema};
use proptest::prelude::*;
use std::borrow::Cow;
use std::sync::atomic::{AtomicUsize, Ordering};

const ARGS: Arguments<'_> = Arguments::Json(r#"{"a":1}"#);

fn answers(ledger: &Ledger, tool: &str) -> Vec<Answer> {
    core::iter::from_fn(|| ledger.take(tool, ARGS)).map(|taken| taken.answer).collect()
}

#[test]
fn appr_20_the_newest_answer_ends_older_ones_of_the_other_kind() {
    use Answer::{Allow, Deny};
    for (recorded, right) in [
        (&[Allow, Allow][..], &[Allow, Allow][..]),
        (&[Allow, Allow, Deny], &[Deny]),
        (&[Deny, Allow], &[Allow]),
        (&[Allow, Deny, Allow], &[Allow]),
        (&[Deny, Deny, Allow, Allow], &[Allow, Allow]),
    ] {
        let ledger = Ledger::default();
        for &answer in recorded {
            assert!(ledger.record("t", ARGS, answer, None));
        }
        assert_eq!(answers(&ledger, "t"), right);
    }
}

#[test]
fn appr_20_a_mismatch_consumes_nothing() {
    let ledger = Ledger::default();
    ledger.record("t", ARGS, Answer::Allow, Some("x"));
    assert!(ledger.take("t", Arguments::Json(r#"{"a":2}"#)).is_none());
    assert!(ledger.take("T", ARGS).is_none());
    assert!(!ledger.consume("t", ARGS));
    assert!(ledger.take_output("t", ARGS).is_none());
    let taken = ledger.take("t", Arguments::Json(r#" { "a" : 1.0 } "#)).unwrap();
    assert_eq!((taken.token.as_deref(), taken.arguments.as_str()), (Some("x"), r#"{"a":1}"#));
}

#[test]
fn appr_23_a_call_without_a_key_stores_nothing_and_finds_nothing() {
    let ledger = Ledger::default();
    for arguments in [
        Arguments::Json(r#"{"a":1,"a":1}"#),
        Arguments::Json("not json"),
        Arguments::Refused,
        Arguments::Json(r#"{"a":"\ud800"}"#),
        Arguments::Json(r#""text""#),
    ] {
        assert!(!ledger.record("t", arguments, Answer::Allow, None));
        assert!(!ledger.grant("t", arguments) && !ledger.store_output("t", arguments, "1"));
        assert!(ledger.take("t", arguments).is_none());
    }
    assert!(!ledger.record("", ARGS, Answer::Allow, None));
    assert_eq!(ledger.to_json(), r#"{"version":1,"calls":[],"answers":[],"grants":[],"outputs":[]}"#);
}

#[test]
fn appr_22_a_grant_permits_one_execution() {
    let ledger = Ledger::default();
    assert!(!ledger.consume("t", ARGS), "forged");
    ledger.grant("t", ARGS);
    assert!(ledger.consume("t", ARGS));
    assert!(!ledger.consume("t", ARGS), "replayed");
}

#[test]
fn appr_25_outputs_are_no_permission() {
    let ledger = Ledger::default();
    ledger.store_output("t", ARGS, "\"allow\"");
    ledger.store_output("t", ARGS, "{ \"b\": 1 }");
    assert!(ledger.take("t", ARGS).is_none() && !ledger.consume("t", ARGS));
    assert_eq!(ledger.peek_output("t", ARGS).as_deref(), Some("\"allow\""));
    assert_eq!(ledger.take_output("t", ARGS).as_deref(), Some("\"allow\""));
    assert_eq!(ledger.take_output("t", ARGS).as_deref(), Some("{ \"b\": 1 }"));
    assert_eq!(ledger.take_output("t", ARGS), None);
}

/// Knows the tools `Exa.v2`/`search` and `a_b`/`t`, `a.b`/`t`.
#[derive(Default)]
struct Document {
    generation: Generation,
    schema: Option<Schema>,
}

impl Resolver for Document {
    fn identity<'a>(&'a self, recorded: &'a str) -> Option<Identity<'a>> {
        let name = match recorded {
            "mcp__Exa_v2__search" | "mcp__Exa.v2__search" => "mcp__Exa.v2__search",
            "mcp__a.b__t" => "mcp__a.b__t",
            _ => return None,
        };
        Some(Identity {
            name: Cow::Borrowed(name),
            schema: self.schema.as_ref(),
            bash: false,
            rendered: false,
        })
    }

    fn generation(&self) -> &Generation {
        &self.generation
    }
}

fn key(document: &Document, args: &str) -> String {
    super::super::identity_key(&document.identity("mcp__Exa.v2__search").unwrap(), Arguments::Json(args))
        .unwrap()
}

#[test]
fn appr_20_a_document_finds_what_was_recorded_under_rendered_names() {
    let (ledger, document) = (Ledger::default(), Document::default());
    ledger.record("mcp__Exa_v2__search", ARGS, Answer::Allow, None);
    ledger.record("mcp__a_b__t", ARGS, Answer::Allow, None);
    assert!(ledger.take_resolved(&document, &key(&document, r#"{"a":1}"#)).is_some());
    assert!(ledger.take_resolved(&document, &key(&document, r#"{"a":1}"#)).is_none());
    assert!(ledger.take("mcp__Exa_v2__search", ARGS).is_none(), "used up for every reading");
    // An ambiguous name finds nothing, and stays for those who read it plainly.
    assert!(ledger.take("mcp__a_b__t", ARGS).is_some());
    // What is recorded later is found too.
    ledger.record("mcp__Exa.v2__search", ARGS, Answer::Deny, None);
    assert_eq!(ledger.take_resolved(&document, &key(&document, r#"{"a":1}"#)).unwrap().answer, Answer::Deny);
}

#[test]
fn appr_20_a_denial_ends_approvals_recorded_under_another_spelling() {
    let (ledger, document) = (Ledger::default(), Document::default());
    ledger.record("mcp__Exa_v2__search", ARGS, Answer::Allow, None);
    ledger.record("mcp__Exa.v2__search", ARGS, Answer::Deny, None);
    // Taken plainly, where the two names are two calls.
    assert_eq!(answers(&ledger, "mcp__Exa.v2__search"), [Answer::Deny]);
    let restored = Ledger::from_json(&ledger.to_json()).unwrap();
    for ledger in [ledger, restored] {
        assert!(ledger.take_resolved(&document, &key(&document, r#"{"a":1}"#)).is_none());
    }
}

#[test]
fn appr_20_recorded_calls_are_keyed_with_the_tools_schema() {
    let parsed = crate::json::parse(br#"{"properties":{"a":{"type":"object"}}}"#).unwrap();
    let document = Document { schema: Some(Schema::new(&parsed.value)), ..Document::default() };
    let ledger = Ledger::default();
    ledger.record("mcp__Exa_v2__search", Arguments::Json(r#"{"a":{"b":1}}"#), Answer::Allow, None);
    let taken = ledger.take_resolved(&document, &key(&document, r#"{"a":"{\"b\":1}]"}"#)).unwrap();
    assert_eq!(taken.arguments, r#"{"a":{"b":1}}"#, "the approved ones");
}

#[test]
fn appr_3_approved_arguments_are_taken_out_of_their_envelope() {
    let ledger = Ledger::default();
    let envelope = Arguments::Json(r#"{"server":"s.1","tool":"t","arguments":{"a":1}}"#);
    ledger.record("mcp__s.1__t", envelope, Answer::Allow, None);
    ledger.record("mcp__s_1__t", envelope, Answer::Allow, None);
    for tool in ["mcp__s.1__t", "mcp__s_1__t"] {
        assert_eq!(ledger.take(tool, ARGS).unwrap().arguments, r#"{"a":1}"#);
    }
    ledger.record("mcp__other__t", envelope, Answer::Allow, None);
    assert!(ledger.take("mcp__other__t", ARGS).is_none());
}

/// APPR-24
#[test]
fn appr_24_of_concurrent_takes_one_succeeds() {
    let ledger = Ledger::default();
    let (granted, taken, consumed) = (200usize, AtomicUsize::new(0), AtomicUsize::new(0));
    for _ in 0..granted {
        ledger.record("t", ARGS, Answer::Allow, None);
        ledger.grant("t", ARGS);
    }
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..granted {
                    taken.fetch_add(usize::from(ledger.take("t", ARGS).is_some()), Ordering::Relaxed);
                    consumed.fetch_add(usize::from(ledger.consume("t", ARGS)), Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!((taken.into_inner(), consumed.into_inner()), (granted, granted));
}

#[test]
fn appr_26_a_saved_ledger_is_restored_whole_or_refused() {
    let ledger = Ledger::default();
    ledger.record("t", ARGS, Answer::Allow, Some("x"));
    ledger.record("t", Arguments::Json(r#"{ "b": 9007199254740993 }"#), Answer::Deny, None);
    ledger.grant("t", ARGS);
    ledger.store_output("t", ARGS, "[1.0]");
    let saved = ledger.to_json();
    let restored = Ledger::from_json(&saved).unwrap();
    assert_eq!(restored.to_json(), saved);
    assert_eq!(restored.take("t", ARGS), ledger.take("t", ARGS));
    assert!(restored.consume("t", ARGS) && ledger.consume("t", ARGS), "two ledgers");
    for wrong in [
        "",
        "{}",
        "[]",
        r#"{"version":2,"calls":[],"answers":[],"grants":[],"outputs":[]}"#,
        r#"{"version":1,"calls":[],"answers":[],"grants":[],"outputs":[],"more":1}"#,
        r#"{"version":1,"calls":[],"answers":[],"answers":[],"grants":[],"outputs":[]}"#,
        r#"{"version":1,"calls":[{"tool":"t","arguments":{}}],"answers":[{"call":0,"answer":"always"}],"grants":[],"outputs":[]}"#,
        r#"{"version":1,"calls":[{"tool":"t","arguments":{"a":1,"a":1}}],"answers":[{"call":0,"answer":"allow"}],"grants":[],"outputs":[]}"#,
        r#"{"version":1,"calls":[{"tool":"","arguments":{}}],"answers":[{"call":0,"answer":"allow"}],"grants":[],"outputs":[]}"#,
        r#"{"version":1,"calls":[{"tool":"t","arguments":{}}],"answers":[{"call":0,"answer":"ran","token":"x"}],"grants":[],"outputs":[]}"#,
        r#"{"version":1,"calls":[],"answers":[{"call":0,"answer":"allow"}],"grants":[],"outputs":[]}"#,
        r#"{"version":1,"calls":[],"answers":[],"grants":[0],"outputs":[]}"#,
    ] {
        assert!(Ledger::from_json(wrong).is_err(), "{wrong}");
    }
}

proptest! {
    /// As many executions as approvals, never one more, in whatever order things happen.
    #[test]
    fn appr_20_n_approvals_permit_n_executions(steps in prop::collection::vec((0..2u8, 0..3u8), 0..60)) {
        let ledger = Ledger::default();
        let mut waiting = [0i32; 3];
        for (take, call) in steps {
            let args = format!("{{\"call\":{call}}}");
            let arguments = Arguments::Json(&args);
            if take == 1 {
                let expected = waiting[call as usize] > 0;
                prop_assert_eq!(ledger.take("t", arguments).is_some(), expected);
                waiting[call as usize] -= i32::from(expected);
            } else {
                ledger.record("t", arguments, Answer::Allow, None);
                waiting[call as usize] += 1;
            }
        }
    }
}

proptest! {
    /// Of grants and answers of several calls, which threads use up at the same time, each is used
    /// exactly once, and none for another call.
    #[test]
    fn appr_24_n_grants_permit_n_executions_under_threads(granted in prop::collection::vec(0..3usize, 0..40)) {
        let ledger = Ledger::default();
        let args = |call: usize| format!("{{\"call\":{call}}}");
        let mut right = [0usize; 4];
        for &call in &granted {
            ledger.grant("t", Arguments::Json(&args(call)));
            ledger.record("t", Arguments::Json(&args(call)), Answer::Allow, None);
            right[call] += 1;
        }
        let used: [(AtomicUsize, AtomicUsize); 4] = Default::default();
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    // One call more than any that was granted, and one try more than there are grants.
                    for call in (0..4).cycle().take(4 * (granted.len() + 1)) {
                        let text = args(call);
                        let (consumed, taken) = &used[call];
                        consumed.fetch_add(usize::from(ledger.consume("t", Arguments::Json(&text))), Ordering::Relaxed);
                        taken.fetch_add(usize::from(ledger.take("t", Arguments::Json(&text)).is_some()), Ordering::Relaxed);
                    }
                });
            }
        });
        let used = used.map(|(consumed, taken)| (consumed.into_inner(), taken.into_inner()));
        prop_assert_eq!(used, right.map(|count| (count, count)));
    }

    /// Saved and restored at any step, a ledger goes on as if it had not been (APPR-26).
    #[test]
    fn appr_26_saving_changes_nothing(steps in prop::collection::vec((0..9u8, 0..3u8), 0..40)) {
        let (kept, mut saved) = (Ledger::default(), Ledger::default());
        for (number, (action, call)) in steps.into_iter().enumerate() {
            let args = format!("{{\"call\":{call}}}");
            let arguments = Arguments::Json(&args);
            let (token, output) = (number.to_string(), format!("[{number}.0]"));
            let step = |ledger: &Ledger| match action {
                0 | 1 => format!("{}", ledger.record("t", arguments, Answer::Allow, Some(&token))),
                2 => format!("{}", ledger.record("t", arguments, Answer::Deny, Some(&token))),
                3 => format!("{}", ledger.grant("t", arguments)),
                4 => format!("{}", ledger.store_output("t", arguments, &output)),
                5 | 6 => format!("{:?}", ledger.take("t", arguments)),
                7 => format!("{}", ledger.consume("t", arguments)),
                _ => format!("{:?}", ledger.take_output("t", arguments)),
            };
            prop_assert_eq!(step(&kept), step(&saved));
            saved = Ledger::from_json(&saved.to_json()).unwrap();
        }
    }
}

#[test]
fn appr_20_many_entries_stay_linear() {
    let (ledger, document) = (Ledger::default(), Document::default());
    for number in 0..20_000 {
        let args = format!("{{\"n\":{number}}}");
        ledger.record("mcp__Exa_v2__search", Arguments::Json(&args), Answer::Deny, None);
    }
    for number in (0..20_000).rev() {
        assert!(ledger.take_resolved(&document, &key(&document, &format!("{{\"n\":{number}}}"))).is_some());
    }
    assert_eq!(
        Ledger::from_json(&ledger.to_json()).unwrap().to_json(),
        r#"{"version":1,"calls":[],"answers":[],"grants":[],"outputs":[]}"#
    );
}
