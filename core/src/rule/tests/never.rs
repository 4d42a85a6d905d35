//! Rules that can never decide (CONF-22).

use super::*;
use Permission::{Allow, Ask, Deny};

#[test]
fn dead_rules_are_named_with_the_reason() {
    let outranks = "outranks it for";
    let already = "already says so to";
    // Each rule with a part of its sentence, or nothing when it may decide.
    let cases: &[&[(&str, Permission, &str)]] = &[
        &[("mcp__s__t", Allow, outranks), ("mcp__s", Deny, "")],
        &[("mcp__s__t", Allow, outranks), ("mcp__s__t", Ask, "")],
        &[("mcp__s__t", Ask, ""), ("mcp__s__t", Ask, already)],
        &[("mcp__s__t", Ask, ""), ("mcp__s", Ask, "")],
        &[("mcp__s", Ask, ""), ("mcp__s__t", Ask, already)],
        &[("mcp__s__t", Deny, ""), ("mcp__s", Allow, "")],
        &[("mcp__s__get_*", Allow, outranks), ("mcp__s__*", Ask, "")],
        &[("mcp__s__get_x", Allow, outranks), ("mcp__s__get_*", Ask, "")],
        &[("mcp__s__get_x*y", Allow, outranks), ("mcp__s__get_*", Ask, "")],
        &[("mcp__s__get_*", Allow, ""), ("mcp__s__get_x*", Ask, "")],
        &[("mcp__s__*", Allow, outranks), ("mcp__*", Deny, "")],
        &[("mcp__*__x", Ask, outranks), ("mcp__*", Deny, "")],
        &[("mcp__p.q__x", Allow, outranks), ("mcp__p_q", Deny, "")],
        &[("mcp__p_q__x", Ask, outranks), ("mcp__p_q", Deny, "")],
        // A deny on one of two readings leaves the other.
        &[("mcp__w__x", Ask, ""), ("mcp__w__*", Ask, "")],
        &[("mcp__p-q__x", Ask, ""), ("mcp__p_q__x", Ask, "")],
        &[("Bash", Allow, outranks), ("*", Ask, "")],
        &[("bash", Allow, outranks), ("Bash", Deny, "")],
        &[("*", Ask, outranks), ("*", Deny, "")],
        &[("Bash(npm run:*)", Allow, outranks), ("Bash", Ask, "")],
        &[("Bash(npm run:*)", Allow, outranks), ("Bash(npm:*)", Ask, "")],
        &[("Bash(sudo npm:*)", Allow, outranks), ("Bash(npm:*)", Deny, "")],
        &[("Bash(npm:*)", Allow, ""), ("Bash(npm run:*)", Allow, already)],
        &[("Bash(npm:*)", Allow, ""), ("Bash(npmx:*)", Allow, "")],
        &[("Bash(npm:*)", Allow, ""), ("Bash(npm run:*)", Deny, "")],
        &[("Bash(rm:*)", Deny, ""), ("Bash(rm -rf:*)", Deny, already), ("Bash(rm -r:*)", Ask, outranks)],
        &[("Read(/etc:*)", Deny, ""), ("Read(/etc/x:*)", Deny, already), ("Read(/x:*)", Deny, "")],
        &[("mcp__s__t(a:*)", Ask, outranks), ("mcp__s__t", Deny, "")],
        &[("mcp__s__t", Deny, ""), ("mcp__s__t(a:*)", Deny, already)],
        &[
            ("Bash(echo $X:*)", Allow, "plain commands only"),
            ("Bash(a && b:*)", Allow, "plain commands only"),
        ],
        &[("Bash(npm :*)", Allow, "plain commands only"), ("Bash(\"a b\":*)", Allow, "")],
        &[
            ("mcp__v__t", Deny, "names no server"),
            ("mcp__v*", Deny, "names no server"),
            ("mcp__v__t", Allow, "names no server"),
        ],
        &[("mcp__*__t", Deny, ""), ("mcp__agenta-tools__t", Deny, "")],
        &[("ticket", Ask, ""), ("mcp__agenta-tools__ticket", Ask, already)],
        &[("mcp__agenta-tools__ticket", Ask, ""), ("ticket", Ask, "")],
        &[("mcp__w__x__t", Allow, "`w` or `w__x`"), ("mcp__p_q__t", Allow, "`p.q` or `p-q`")],
        &[("nonsense*", Allow, ""), ("mcp__s__t", Ask, "")],
    ];
    for rules in cases {
        let written: Vec<_> = rules.iter().map(|&(pattern, permission, _)| (pattern, permission)).collect();
        let found = never_decides(&runner(&written), &["s", "w", "w__x", "p.q", "p-q"]);
        for (at, (pattern, _, expected)) in rules.iter().enumerate() {
            let sentence = found.iter().find(|(index, _)| *index == at).map(|(_, sentence)| &**sentence);
            match sentence {
                Some(sentence) => assert!(
                    !expected.is_empty() && sentence.contains(expected),
                    "{rules:?} {pattern}: {sentence}"
                ),
                None => assert_eq!(*expected, "", "{rules:?} {pattern}"),
            }
        }
    }
}

#[test]
fn the_covering_rule_is_named_with_its_place() {
    let rules = [
        AuthorRule { list: RuleList::Runner, index: 0, pattern: "mcp__s__t", permission: Allow },
        AuthorRule { list: RuleList::Harness(Deny), index: 3, pattern: "mcp__s", permission: Deny },
    ];
    let sentence = "this rule never decides: the deny on `mcp__s` at /harness/permissions/deny/3 outranks it for every call that it matches";
    assert_eq!(never_decides(&rules, &["s"]), [(0, sentence.to_owned())]);
}
