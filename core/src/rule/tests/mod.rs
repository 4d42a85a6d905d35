//! What rules say to calls.

mod attacks;
mod naive;
mod never;
mod texts;

use super::*;
use crate::json;

/// Rules of `runner.permissions.rules`.
pub(super) fn runner<'p>(rules: &[(&'p str, Permission)]) -> Vec<AuthorRule<'p>> {
    let rule =
        |(index, &(pattern, permission))| AuthorRule { list: RuleList::Runner, index, pattern, permission };
    rules.iter().enumerate().map(rule).collect()
}

/// What the rules say to a call with these arguments, as JSON text; none when it is empty.
pub(super) fn says(rules: &Rules, target: Target<'_>, arguments: &str) -> Option<Permission> {
    let parsed = (!arguments.is_empty()).then(|| json::parse(arguments.as_bytes()).unwrap().value);
    let arguments = Arguments::read(parsed.as_ref());
    rules.strictest(target, Given::Call(&arguments)).map(|(permission, _)| permission)
}

/// What one rule says to a shell command.
pub(super) fn to_command(pattern: &str, permission: Permission, command: &str) -> bool {
    let rules = Rules::compile(&runner(&[(pattern, permission)]), &[]);
    let value = json::Value { start: 0, kind: json::Kind::String(command.into()) };
    let member = json::Member { key: "command".into(), key_start: 0, value };
    let object = json::Value { start: 0, kind: json::Kind::Object(vec![member]) };
    let arguments = Arguments::read(Some(&object));
    rules.strictest(Target::Builtin { tool: "Bash" }, Given::Call(&arguments)).is_some()
}

const SERVERS: [&str; 6] = ["s", "a.b", "a_b", "w", "w__x", "d-e"];

#[test]
fn a_tool_is_known_by_its_names() {
    use Permission::{Allow, Ask, Deny};
    let server = |name| SERVERS.iter().position(|known| *known == name).unwrap();
    let mcp = |name, tool| Target::Mcp { server: server(name), tool, rendered: false };
    let gateway = |tool| Target::Gateway { tool };
    let builtin = |tool| Target::Builtin { tool };
    let cases: &[(&str, Permission, Target<'_>, bool)] = &[
        ("mcp__s", Deny, mcp("s", "t"), true),
        ("mcp__s", Allow, mcp("s", "t"), true),
        ("mcp__s__t", Allow, mcp("s", "t"), true),
        ("mcp__s__t", Deny, mcp("s", "t2"), false),
        ("mcp__s__t", Deny, mcp("w", "t"), false),
        // An MCP tool is never known by its bare name.
        ("t", Deny, mcp("s", "t"), false),
        ("Bash", Deny, mcp("s", "Bash"), false),
        ("*", Deny, mcp("s", "t"), true),
        ("*", Ask, gateway("t"), true),
        ("*", Ask, builtin("Bash"), true),
        // Ask and deny know every spelling, also mixed ones.
        ("mcp__a.b__x.y", Deny, mcp("a.b", "x.y"), true),
        ("mcp__a_b__x.y", Deny, mcp("a.b", "x.y"), true),
        ("mcp__a.b__x_y", Deny, mcp("a.b", "x.y"), true),
        ("mcp__a_b__x_y", Deny, mcp("a.b", "x.y"), true),
        ("mcp__a.b__x_y", Deny, mcp("a_b", "x_y"), false),
        ("mcp__d_e__x_y", Deny, mcp("d-e", "x-y"), true),
        ("mcp__d_e__x-y", Deny, mcp("d-e", "x-y"), true),
        ("mcp__s__caf_", Deny, mcp("s", "café"), true),
        ("mcp__s__café", Deny, mcp("s", "café"), true),
        // Allow knows the tool as it is, the server as it is or as a harness spells it.
        ("mcp__a.b__x.y", Allow, mcp("a.b", "x.y"), true),
        ("mcp__a.b__x_y", Allow, mcp("a.b", "x.y"), false),
        ("mcp__a_b__t", Allow, mcp("a.b", "t"), false),
        ("mcp__a_b__t", Allow, mcp("a_b", "t"), false),
        ("mcp__d-e__t", Allow, mcp("d-e", "t"), true),
        ("mcp__d_e__t", Allow, mcp("d-e", "t"), true),
        // Two readings.
        ("mcp__w__x__t", Deny, mcp("w", "x__t"), true),
        ("mcp__w__x__t", Deny, mcp("w__x", "t"), true),
        ("mcp__w__x__t", Allow, mcp("w", "x__t"), false),
        ("mcp__w__x__t", Allow, mcp("w__x", "t"), false),
        ("mcp__w__x", Deny, mcp("w", "x"), true),
        ("mcp__w__x", Deny, mcp("w__x", "t"), true),
        ("mcp__w__x", Allow, mcp("w__x", "t"), false),
        ("mcp__w", Allow, mcp("w__x", "t"), false),
        ("mcp__w", Deny, mcp("w__x", "t"), false),
        // Globs.
        ("mcp__s__get_*", Allow, mcp("s", "get_x"), true),
        ("mcp__s__get_*", Allow, mcp("s", "set_x"), false),
        ("mcp__s__*_x", Allow, mcp("s", "get_x"), true),
        ("mcp__s__*_x", Allow, mcp("s", "get_x_y"), false),
        ("mcp__s__*", Allow, mcp("s", "t"), true),
        ("mcp__w__*", Allow, mcp("w__x", "t"), false),
        ("mcp__w__*", Deny, mcp("w__x", "t"), true),
        ("mcp__*", Deny, mcp("d-e", "t"), true),
        ("mcp__*__t", Deny, mcp("d-e", "t"), true),
        ("mcp__*__t", Deny, mcp("d-e", "u"), false),
        ("mcp__*-e", Deny, mcp("d-e", "u"), true),
        ("mcp__s*", Deny, mcp("s", "t"), true),
        ("mcp__s_*", Deny, mcp("s", "t"), true),
        ("mcp__a*b__t", Deny, mcp("a.b", "t"), true),
        ("mcp__a_b__get_*", Deny, mcp("a.b", "get.x"), true),
        ("mcp__a_b__get_*z", Deny, mcp("a.b", "get.x z"), true),
        // Gateway and client tools.
        ("ticket", Allow, gateway("ticket"), true),
        ("ticket", Allow, builtin("ticket"), true),
        ("ticket", Deny, gateway("Ticket"), false),
        ("mcp__agenta-tools__ticket", Allow, gateway("ticket"), true),
        ("mcp__agenta_tools__ticket", Allow, gateway("ticket"), true),
        ("mcp__agenta-tools__a_b", Deny, gateway("a-b"), true),
        ("mcp__agenta-tools__a_b", Allow, gateway("a-b"), false),
        ("mcp__agenta-tools", Allow, gateway("ticket"), true),
        ("mcp__agenta-tools__t*", Allow, gateway("ticket"), true),
        ("mcp__*", Deny, gateway("ticket"), true),
        ("mcp__*__ticket", Deny, gateway("ticket"), true),
        ("mcp__agenta-tools__ticket", Deny, builtin("ticket"), false),
        ("mcp__agenta-tools__ticket", Deny, mcp("s", "ticket"), false),
        // Built-ins.
        ("bash", Deny, builtin("Bash"), true),
        ("Bash", Deny, builtin(" BASH "), true),
        ("WebFetch", Deny, builtin("webfetch"), false),
    ];
    for &(pattern, permission, target, expected) in cases {
        let rules = Rules::compile(&runner(&[(pattern, permission)]), &SERVERS);
        assert_eq!(rules.rules.len(), 1, "{pattern}");
        let found = rules.strictest(target, Given::NoPrefix).map(|(permission, _)| permission);
        assert_eq!(found, expected.then_some(permission), "{permission} {pattern} {target:?}");
        assert!(!rules.needs_arguments(target), "{pattern}");
    }
}

#[test]
fn a_server_that_is_not_there_is_matched_by_every_call_rule_only() {
    let rules = Rules::compile(
        &runner(&[
            ("mcp__agenta-tools", Permission::Deny),
            ("mcp__*", Permission::Deny),
            ("*", Permission::Ask),
        ]),
        &["s"],
    );
    for server in [1, 2, usize::MAX] {
        let found = rules.strictest(Target::Mcp { server, tool: "t", rendered: false }, Given::NoPrefix);
        assert_eq!(found, Some((Permission::Ask, RuleId(2))), "{server}");
    }
}

#[test]
fn the_strictest_counts_and_then_the_first() {
    use Permission::{Allow, Ask, Deny};
    let written = [
        AuthorRule { list: RuleList::Runner, index: 0, pattern: "mcp__s__t", permission: Allow },
        AuthorRule { list: RuleList::Runner, index: 1, pattern: "nonsense*", permission: Deny },
        AuthorRule { list: RuleList::Runner, index: 2, pattern: "mcp__s", permission: Ask },
        AuthorRule { list: RuleList::Harness(Allow), index: 0, pattern: "mcp__s__u", permission: Allow },
        AuthorRule { list: RuleList::Harness(Ask), index: 4, pattern: "mcp__s__*", permission: Ask },
        AuthorRule { list: RuleList::Harness(Deny), index: 0, pattern: "Read(./.env)", permission: Deny },
        AuthorRule { list: RuleList::Harness(Deny), index: 1, pattern: "mcp__s__v", permission: Deny },
    ];
    let rules = Rules::compile(&written, &["s"]);
    for (tool, permission, pattern, pointer) in [
        ("t", Ask, "mcp__s", "/runner/permissions/rules/2"),
        ("u", Ask, "mcp__s", "/runner/permissions/rules/2"),
        ("v", Deny, "mcp__s__v", "/harness/permissions/deny/1"),
    ] {
        let (found, id) =
            rules.strictest(Target::Mcp { server: 0, tool, rendered: false }, Given::NoPrefix).unwrap();
        assert_eq!((found, rules.pattern(id), &*rules.pointer(id)), (permission, pattern, pointer));
    }
}

#[test]
fn only_tools_with_a_prefix_rule_need_their_arguments() {
    use Permission::{Allow, Deny};
    let written = runner(&[
        ("Bash(npm run:*)", Allow),
        ("Read(/etc:*)", Deny),
        ("mcp__s__t(x:*)", Deny),
        ("mcp__s__get_*(x:*)", Deny),
        ("mcp__*-y(x:*)", Deny),
        ("mcp__w", Deny),
    ]);
    let rules = Rules::compile(&written, &["s", "w", "x-y"]);
    let cases = [
        (Target::Builtin { tool: "bash" }, true, true),
        (Target::Builtin { tool: "Read" }, true, false),
        (Target::Builtin { tool: "Write" }, false, false),
        (Target::Mcp { server: 0, tool: "t", rendered: false }, true, false),
        (Target::Mcp { server: 0, tool: "u", rendered: false }, false, false),
        (Target::Mcp { server: 0, tool: "get_x", rendered: false }, true, false),
        (Target::Mcp { server: 1, tool: "t", rendered: false }, false, false),
        (Target::Mcp { server: 2, tool: "t", rendered: false }, true, false),
        (Target::Gateway { tool: "t" }, false, false),
    ];
    for (target, needs, allow) in cases {
        assert_eq!(rules.needs_arguments(target), needs, "{target:?}");
        assert_eq!(rules.has_allow_prefix(target), allow, "{target:?}");
    }
    let bash = Target::Builtin { tool: "Bash" };
    assert_eq!(rules.strictest(bash, Given::EveryPrefix), None);
    let read = Target::Builtin { tool: "Read" };
    assert_eq!(rules.strictest(read, Given::EveryPrefix).map(|(permission, _)| permission), Some(Deny));
    assert_eq!(rules.strictest(read, Given::NoPrefix), None);
}

#[test]
fn rules_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Rules>();
}
