//! Which texts prefixes are compared with (PERM-21, PERM-24).

use super::*;
use Permission::{Allow, Deny};

fn check(pattern: &str, permission: Permission, target: Target<'_>, cases: &[(&str, bool)]) {
    let rules = Rules::compile(&runner(&[(pattern, permission)]), &["s"]);
    for &(arguments, expected) in cases {
        let found = says(&rules, target, arguments);
        assert_eq!(found, expected.then_some(permission), "{pattern} {arguments}");
    }
}

#[test]
fn bash_is_compared_by_its_command() {
    let bash = Target::Builtin { tool: "Bash" };
    check(
        "Bash(rm:*)",
        Deny,
        bash,
        &[
            ("", false),
            ("null", false),
            ("{}", false),
            (r#"{"command": "rm x"}"#, true),
            (r#"{"command": "ls"}"#, false),
            (r#"{"description": "rm", "command": "ls"}"#, false),
            (r#"{"Command": "rm"}"#, false),
            (r#"{"command": ["rm", "x"]}"#, true),
            (r#"{"command": ["sh", "-c", "ls; rm x"]}"#, true),
            (r#"{"command": ["ls", "x"]}"#, false),
            (r#"{"command": []}"#, false),
            // In any other form.
            (r#"{"command": null}"#, true),
            (r#"{"command": 1}"#, true),
            (r#"{"command": {"x": "ls"}}"#, true),
            (r#"{"command": ["ls", 1]}"#, true),
            (r#"{"command": [["ls"]]}"#, true),
            ("7", true),
            (r#"["ls"]"#, true),
            // A string that is an object, and one that is not.
            (r#""{\"command\": \"rm x\"}""#, true),
            (r#"" {\"command\": \"ls\"}""#, false),
            (r#""rm x""#, true),
            (r#""ls""#, false),
            (r#""{\"command\": \"ls\", \"command\": \"rm\"}""#, true),
            (r#""{\"command\": \"rm\", \"x\": NaN}""#, true),
            (r#""{\"command\": \"ls\", \"x\": NaN}""#, true),
        ],
    );
    check(
        "Bash(npm run:*)",
        Allow,
        bash,
        &[
            ("", false),
            (r#"{"command": "npm run x"}"#, true),
            (r#"{"command": "npm run"}"#, true),
            (r#"{"command": ["npm", "run", "x"]}"#, true),
            (r#"{"command": ["npm run", "x"]}"#, false),
            (r#"{"command": ["npm", "run", ""]}"#, false),
            (r#"{"command": ["npm", "run", "\"a", "b\""]}"#, false),
            (r#"{"command": ["npm", "run", 1]}"#, false),
            (r#"{"command": null}"#, false),
            (r#"{"cmd": "npm run x"}"#, false),
            (r#""{\"command\": \"npm run x\"}""#, true),
            (r#""{\"command\": \"npm run x\", \"command\": \"npm run x\"}""#, false),
            (r#""npm run x""#, false),
            (r#"["npm", "run"]"#, false),
        ],
    );
}

#[test]
fn file_tools_are_compared_by_their_paths() {
    for tool in ["Read", "Edit", "Write", "Ls", "Find", "Grep"] {
        check(
            &format!("{tool}(/etc:*)"),
            Deny,
            Target::Builtin { tool },
            &[
                ("", false),
                ("{}", false),
                (r#"{"path": "/etc/passwd"}"#, true),
                (r#"{"file_path": "/etc/passwd"}"#, true),
                (r#"{"file_path": "/tmp/x", "path": "/etc"}"#, true),
                (r#"{"path": "/tmp/../etc/passwd"}"#, true),
                (r#"{"path": "//etc/passwd"}"#, true),
                (r#"{"path": "/./etc"}"#, true),
                (r#"{"path": " /etc/passwd"}"#, true),
                (r#"{"path": "/etc/../tmp"}"#, true),
                (r#"{"path": "/e\u200btc"}"#, true),
                (r#"{"path": "/tmp/etc"}"#, false),
                (r#"{"pattern": "/etc", "path": "/tmp"}"#, false),
                (r#"{"path": null}"#, true),
                (r#"{"path": ["/tmp"]}"#, true),
                (r#"{"path": "/tmp", "file_path": 1}"#, true),
                (r#""/etc/passwd""#, true),
                (r#""/tmp""#, false),
                ("[]", true),
            ],
        );
    }
    let read = Target::Builtin { tool: "Read" };
    check(
        "Read(secrets/:*)",
        Deny,
        read,
        &[
            (r#"{"path": "secrets"}"#, true),
            (r#"{"path": "./secrets/x"}"#, true),
            (r#"{"path": "a/../secrets/x"}"#, true),
            (r#"{"path": "secrets2"}"#, false),
            (r#"{"path": "/secrets/x"}"#, false),
        ],
    );
    check(
        "Read(./:*)",
        Deny,
        read,
        &[(r#"{"path": "x"}"#, true), (r#"{"path": "../x"}"#, false), (r#"{"path": "/x"}"#, false)],
    );
    check("Read(.env:*)", Deny, read, &[(r#"{"path": "./.env.local"}"#, true), (r#"{"path": "a"}"#, false)]);
}

#[test]
fn other_tools_are_compared_by_every_string() {
    let cases = [
        ("", false),
        ("{}", false),
        (r#"{"a": "prod-1"}"#, true),
        (r#"{"a": " prod-1"}"#, true),
        (r#"{"a": "x prod-1"}"#, false),
        (r#"{"a": {"b": ["x", ["prod-1"]]}}"#, true),
        (r#"{"prod-1": 1}"#, true),
        (r#"{"a": {"prod-1": null}}"#, true),
        (r#"{"a": "ｐrod-1"}"#, true),
        (r#"{"a": "PROD"}"#, false),
        (r#"["x", "prod"]"#, true),
        ("5", false),
        (r#""prod""#, true),
        (r#""{\"a\": \"prod\"}""#, true),
        (r#""{\"a\": 1, \"a\": 2}""#, true),
    ];
    check("mcp__s__t(prod:*)", Deny, Target::Mcp { server: 0, tool: "t", rendered: false }, &cases);
    check("mcp__s(prod:*)", Deny, Target::Mcp { server: 0, tool: "t", rendered: false }, &cases);
    check("mcp__*(prod:*)", Deny, Target::Mcp { server: 0, tool: "t", rendered: false }, &cases);
    check("mcp__s__*t(prod:*)", Deny, Target::Mcp { server: 0, tool: "t", rendered: false }, &cases);
    check("ticket(prod:*)", Deny, Target::Gateway { tool: "ticket" }, &cases);
    check("mcp__agenta-tools__ticket(prod:*)", Deny, Target::Gateway { tool: "ticket" }, &cases);
    check("WebFetch(prod:*)", Deny, Target::Builtin { tool: "WebFetch" }, &cases);
}

#[test]
fn a_decoy_or_another_order_changes_nothing() {
    let rules = Rules::compile(&runner(&[("Bash(rm:*)", Deny), ("Bash(ls:*)", Allow)]), &[]);
    let bash = Target::Builtin { tool: "Bash" };
    for (arguments, expected) in [
        (r#"{"command": "rm", "args": {"command": "ls"}, "file_path": "ls"}"#, Deny),
        (r#"{"file_path": "ls", "args": {"command": "ls"}, "command": "rm"}"#, Deny),
        (r#"{"x": "rm", "command": "ls"}"#, Allow),
    ] {
        assert_eq!(says(&rules, bash, arguments), Some(expected), "{arguments}");
    }
}
