//! The index against a matcher that goes through the rules one by one (PERM-7, PERM-20).

use proptest::prelude::*;

use super::*;
use crate::name::{self, INTERNAL_SERVER, Spelling};

fn glob(pattern: &[u8], name: &[u8]) -> bool {
    match pattern.split_first() {
        None => name.is_empty(),
        Some((b'*', rest)) => (0..=name.len()).any(|skipped| glob(rest, &name[skipped..])),
        Some((byte, rest)) => name.first() == Some(byte) && glob(rest, &name[1..]),
    }
}

/// Whether an ask or deny pattern names a tool of a server.
fn strict_names(pattern: &str, server: &str, tool: &str) -> bool {
    name::spellings(server).iter().any(|server| {
        glob(pattern.as_bytes(), format!("mcp__{server}").as_bytes())
            || name::spellings(tool)
                .iter()
                .any(|tool| glob(pattern.as_bytes(), format!("mcp__{server}__{tool}").as_bytes()))
    })
}

/// Whether an allow pattern can be read for a server at all, and for this tool of it.
fn allow_reads(pattern: &str, server: &str, tool: &str) -> (bool, bool) {
    let (mut readable, mut named) = (false, false);
    for server in name::spellings(server) {
        if pattern == format!("mcp__{server}") {
            (readable, named) = (true, true);
        }
        if let Some(part) = pattern.strip_prefix(&format!("mcp__{server}__"))
            && !part.is_empty()
        {
            readable = true;
            named |= glob(part.as_bytes(), tool.as_bytes());
        }
    }
    (readable, named)
}

fn names(rule: &AuthorRule<'_>, servers: &[&str], target: Target<'_>) -> bool {
    let Reading::Gate(_) = parse(rule.pattern, rule.list, rule.permission) else { return false };
    let pattern = rule.pattern.split('(').next().unwrap();
    if pattern == "*" {
        return true;
    }
    let (server, tool) = match target {
        Target::Mcp { server, tool, .. } => (server, tool),
        Target::Gateway { tool } => (servers.len(), tool),
        Target::Builtin { tool } => return name::builtin_name(pattern) == name::builtin_name(tool),
    };
    let all: Vec<&str> = servers.iter().copied().chain([INTERNAL_SERVER]).collect();
    if !pattern.starts_with("mcp__") {
        return server == servers.len() && pattern == tool;
    }
    if rule.permission != Permission::Allow {
        return strict_names(pattern, all[server], tool);
    }
    let readable: Vec<usize> = (0..all.len()).filter(|&at| allow_reads(pattern, all[at], tool).0).collect();
    readable == [server] && allow_reads(pattern, all[server], tool).1
}

fn naive(
    rules: &[AuthorRule<'_>],
    servers: &[&str],
    target: Target<'_>,
    text: Option<&str>,
) -> Option<(Permission, String)> {
    let prefix = |rule: &AuthorRule<'_>| {
        rule.pattern.split_once('(').map(|(_, rest)| rest.trim_end_matches(":*)").to_owned())
    };
    let matching: Vec<_> = rules
        .iter()
        .filter(|rule| names(rule, servers, target))
        .filter(|rule| prefix(rule).is_none_or(|prefix| text.is_some_and(|text| text.starts_with(&prefix))))
        .collect();
    let strictest = matching.iter().map(|rule| rule.permission).max()?;
    let first = matching.iter().find(|rule| rule.permission == strictest)?;
    Some((strictest, format!("{}/{}", first.list.pointer(), first.index)))
}

fn a_permission() -> impl Strategy<Value = Permission> {
    prop::sample::select(Permission::ALL.to_vec())
}

fn a_server() -> impl Strategy<Value = String> {
    "[ab][_.ab-]{0,5}"
}

fn a_tool() -> impl Strategy<Value = String> {
    prop_oneof![8 => "[ab_.-]{1,5}", 1 => "[aé ]{1,3}"]
}

fn a_pattern(servers: Vec<String>) -> impl Strategy<Value = String> {
    let server = prop_oneof![
        6 => prop::sample::select(servers),
        1 => Just(INTERNAL_SERVER.to_owned()),
        1 => "[ab*_.-]{1,4}",
        1 => "[ab_]{1,5}",
    ];
    let spell = prop_oneof![
        2 => Just(None),
        1 => Just(Some(Spelling::Claude)),
        1 => Just(Some(Spelling::Codex)),
    ];
    let tool = prop_oneof![
        3 => a_tool().prop_map(Some),
        2 => "[ab_.-]{0,2}\\*[ab_]{0,2}".prop_map(Some),
        1 => "[ab_]{0,1}\\*[ab_]{0,1}\\*".prop_map(Some),
        2 => Just(None),
    ];
    let prefix = prop_oneof![3 => Just(""), 1 => Just("(x:*)"), 1 => Just("(xy:*)")];
    let mcp = (server, spell, tool, prefix).prop_map(|(server, spell, tool, prefix)| {
        let server = spell.map_or(server.clone(), |spelling| {
            server.split('*').map(|part| spelling.normalise(part)).collect::<Vec<_>>().join("*")
        });
        tool.map_or(format!("mcp__{server}{prefix}"), |tool| format!("mcp__{server}__{tool}{prefix}"))
    });
    prop_oneof![12 => mcp, 1 => Just("*".to_owned()), 1 => a_tool(), 1 => Just("mcp__*".to_owned()), 1 => Just("grep".to_owned())]
}

#[derive(Debug, Clone)]
struct Case {
    servers: Vec<String>,
    rules: Vec<(String, Permission)>,
    tool: String,
    text: Option<String>,
}

fn a_case() -> impl Strategy<Value = Case> {
    prop::collection::vec(a_server(), 1..5)
        .prop_map(|mut servers| {
            servers.sort();
            servers.dedup();
            servers
        })
        .prop_flat_map(|servers| {
            let rules = prop::collection::vec((a_pattern(servers.clone()), a_permission()), 0..8);
            let text = prop::option::of(prop::sample::select(vec!["x", "xy", "xyz", "y"]));
            (Just(servers), rules, a_tool(), text)
        })
        .prop_map(|(servers, rules, tool, text)| Case { servers, rules, tool, text: text.map(str::to_owned) })
}

/// The tool of the case at every place; and one that the rules name, so that cases hit.
fn targets<'a>(case: &'a Case, servers: &[&str]) -> Vec<Target<'a>> {
    let named = case.rules.iter().filter_map(|(pattern, _)| pattern.rsplit("__").next());
    let named = named.map(|name| name.split('(').next().unwrap_or_default());
    let tools: Vec<&str> = named.chain([&*case.tool]).filter(|name| !name.is_empty()).collect();
    let at = |tool| {
        let mcp = (0..servers.len()).map(move |server| Target::Mcp { server, tool, rendered: false });
        mcp.chain([Target::Gateway { tool }, Target::Builtin { tool }])
    };
    tools.into_iter().flat_map(at).collect()
}

fn as_rules(case: &Case) -> Vec<AuthorRule<'_>> {
    let written: Vec<_> = case.rules.iter().map(|(pattern, permission)| (&**pattern, *permission)).collect();
    runner(&written)
}

/// The permission and place that the rules give a call.
fn indexed(rules: &Rules, target: Target<'_>, text: Option<&str>) -> Option<(Permission, String)> {
    let arguments = text.map_or(Arguments::Absent, Arguments::Text);
    let (permission, id) = rules.strictest(target, Given::Call(&arguments))?;
    Some((permission, rules.pointer(id)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn the_index_finds_what_a_walk_through_the_rules_finds(case in a_case()) {
        let servers: Vec<&str> = case.servers.iter().map(String::as_str).collect();
        let written = as_rules(&case);
        let rules = Rules::compile(&written, &servers);
        for target in targets(&case, &servers) {
            let expected = naive(&written, &servers, target, case.text.as_deref());
            prop_assert_eq!(indexed(&rules, target, case.text.as_deref()), expected, "{:?}", target);
        }
    }

    #[test]
    fn a_further_ask_or_deny_never_loosens(case in a_case(), more in a_pattern(vec!["a".into(), "b".into()]), deny: bool) {
        let servers: Vec<&str> = case.servers.iter().map(String::as_str).collect();
        let written = as_rules(&case);
        let mut longer = written.clone();
        let permission = if deny { Permission::Deny } else { Permission::Ask };
        longer.push(AuthorRule { list: RuleList::Harness(permission), index: 0, pattern: &more, permission });
        let (before, after) = (Rules::compile(&written, &servers), Rules::compile(&longer, &servers));
        for target in targets(&case, &servers) {
            let text = case.text.as_deref();
            prop_assert!(indexed(&after, target, text).map(|(permission, _)| permission) >= indexed(&before, target, text).map(|(permission, _)| permission));
        }
    }

    /// What CONF-22 calls dead decides no call.
    #[test]
    fn a_rule_that_never_decides_decides_nothing(case in a_case()) {
        let servers: Vec<&str> = case.servers.iter().map(String::as_str).collect();
        let written = as_rules(&case);
        let dead: Vec<String> = never_decides(&written, &servers)
            .into_iter()
            .map(|(at, _)| format!("/runner/permissions/rules/{at}"))
            .collect();
        let rules = Rules::compile(&written, &servers);
        for target in targets(&case, &servers) {
            for text in [None, Some("x"), Some("xyz")] {
                if let Some((_, pointer)) = indexed(&rules, target, text) {
                    prop_assert!(!dead.contains(&pointer), "{} {:?}", pointer, target);
                }
            }
        }
    }

    #[test]
    fn patterns_of_any_text_do_no_harm(pattern in ".{0,40}", tail in "[mcp_*():a-b ]{0,20}", permission in a_permission()) {
        for pattern in [pattern.clone(), tail.clone(), format!("mcp__{pattern}{tail}"), format!("Bash({pattern}:*)")] {
            let written = runner(&[(&pattern, permission)]);
            let rules = Rules::compile(&written, &["a", "b"]);
            let _ = never_decides(&written, &["a", "b"]);
            let arguments = Arguments::Text(&tail);
            let _ = rules.strictest(Target::Builtin { tool: "Bash" }, Given::Call(&arguments));
            let _ = rules.strictest(Target::Mcp { server: 0, tool: &tail, rendered: false }, Given::Call(&arguments));
        }
    }
}
