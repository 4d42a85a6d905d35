//! Shell commands that try to get past rules (PERM-22 to PERM-24).

use proptest::prelude::*;

use super::*;
use Permission::{Allow, Ask, Deny};

/// Commands that do more than `npm run` with plain arguments, or that may in some shell.
const BEYOND: &[&str] = &[
    // Another command behind it.
    "npm run x; id",
    "npm run x;id",
    "npm run x && id",
    "npm run x&&id",
    "npm run x || id",
    "npm run x | id",
    "npm run x |& id",
    "npm run x & id",
    "npm run x &",
    "npm run x\nid",
    "npm run x\n\nid",
    "npm run x\r\nid",
    "npm run x\rid",
    "npm run x;;id",
    "npm run x; npm run y; id",
    "npm run x | npm run y | id",
    "npm run x\nnpm run y\nid",
    "npm run x\u{2028}id",
    "npm run x\u{85}id",
    "npm run x\u{b}id",
    "npm run x\u{c}id",
    "npm run x\0id",
    "npm run x\u{ff1b}id",
    // Before it.
    "id; npm run x",
    "id && npm run x",
    "id | npm run x",
    "id\nnpm run x",
    "\nnpm run x",
    "; npm run x",
    "& npm run x",
    "PATH=. npm run x",
    "A=1 npm run x",
    "A='b c' npm run x",
    "env npm run x",
    "sudo npm run x",
    "! npm run x",
    "time npm run x",
    "exec npm run x",
    "command npm run x",
    "./npm run x",
    "/tmp/npm run x",
    "\\npm run x",
    "'npm' run x",
    "\"npm run\" x",
    "(npm run x)",
    "{ npm run x; }",
    "if npm run x; then id; fi",
    "coproc npm run x",
    ">f npm run x",
    "2>&1 npm run x",
    "alias npm=id; npm run x",
    "npm() { id; }; npm run x",
    "function npm { id; }\nnpm run x",
    "x=(npm run x)",
    // Substitutions and expansions.
    "npm run $(id)",
    "npm run `id`",
    "npm run \"$(id)\"",
    "npm run \"`id`\"",
    "npm run x $(npm run y)",
    "npm run <(id)",
    "npm run >(id)",
    "npm run $X",
    "npm run ${X}",
    "npm run \"$X\"",
    "npm run $((1))",
    "npm run$IFS-x",
    "npm run ${IFS}x",
    "npm run {a,b}",
    "npm run a{1..3}",
    "npm run *",
    "npm run a?",
    "npm run [ab]",
    "npm run ~",
    "npm run ~root",
    "npm run x=~",
    "npm run @(a)",
    "npm run !(a)",
    "npm run !x",
    "npm run !!",
    "npm run \"!x\"",
    "npm run $'\\x3bid'",
    "npm run $\"x\"",
    "npm run ^a^b",
    // Redirections.
    "npm run x > f",
    "npm run x >f",
    "npm run x >> f",
    "npm run x < f",
    "npm run x <<< a",
    "npm run x << E\na\nE",
    "npm run x &> f",
    "npm run x >& f",
    "npm run x >| f",
    "npm run x <> f",
    "npm run x 2> f",
    "npm run x 2>&1 > f",
    "npm run x 2>&1x",
    "npm run x 22>&1",
    "npm run x 2>&11",
    "npm run x2>&1",
    "npm run x 2>& 1",
    "npm run x 2 >&1",
    "npm run x 2>&1 2>&1",
    "npm run x 2>&1 y",
    "npm run x 2>&1; id",
    "npm run x 2>&1&",
    "npm run x 1>&2",
    "npm run x 2>&-",
    "npm run x \"2>&1\"",
    "npm run 'x 2>&1",
    "npm run x {fd}>f",
    // Quotes, backslashes, comments.
    "npm run 'x",
    "npm run \"x",
    "npm run x'",
    "npm run 'a;id'",
    "npm run \"a;id\"",
    "npm run 'a\nid'",
    "npm run \"a\nid\"",
    "npm run 'a\"'; id #'",
    "npm run \"a'\"; id #\"",
    "npm run \"a\";\"id\"",
    "npm run 'a' ;'id'",
    "npm run a\\;id",
    "npm run \\\nid",
    "npm run x\\",
    "npm run a\\'b",
    "npm run \"a\\\"b\"",
    "npm run x # id",
    "npm run #",
    "npm run x #\nid",
    "npm run '$(id)'",
    "npm run '`id`'",
    "npm run 'a\"b'",
    // Empty segments, and pieces of the prefix.
    "",
    " ",
    "\n",
    ";",
    "npm",
    "npm runx",
    "npm run-script x",
    "npm run;",
    "npm run x;",
    "npm run x;\n",
    "npm run x\n\n",
    "npm run x\n ",
    "npm run x &&",
    "npm run x &&\nnpm run y",
    "npm run x ||",
    "npm run x |",
    "npm run x | | npm run y",
    "npm run x ||| npm run y",
    "npm run x &&& npm run y",
    "npm run x ; ; npm run y",
    "npm  run x",
    "npm\trun x",
    "npm\u{a0}run x",
    "npm run\u{a0}x",
    "npm run\u{3000}x",
    "npm run\u{200b} x",
    "npm run x\u{200b}",
    "NPM run x",
    "npm run \u{202e}x",
    "npm run é",
    "ｎpm run x",
    "\u{feff}npm run x",
    "npm run /x/\u{e0041}",
];

#[test]
fn an_allow_matches_nothing_beyond_its_prefix() {
    for command in BEYOND {
        assert!(!to_command("Bash(npm run:*)", Allow, command), "{command:?}");
    }
}

#[test]
fn an_allow_matches_plain_commands() {
    let plain = [
        "npm run",
        "npm run x",
        "npm run\tx",
        "  npm run x\t",
        "npm run x\n",
        "npm run a-b:c_d --x=1,2 @s/p +y 50% ./z",
        "npm run 'a b' \"c d\"",
        "npm run \"\" ''",
        "npm run a'b'\"c\"",
        "npm run x 2>&1",
        "npm run x\t2>&1",
        "npm run 2>&1",
        "npm run x 2>&1 | npm run y 2>&1\n",
        "npm run a && npm run b || npm run c; npm run d | npm run e\nnpm run f",
        "npm run a&&npm run b",
        "npm run -",
        "npm run A=1",
        "npm run 2",
    ];
    for command in plain {
        assert!(to_command("Bash(npm run:*)", Allow, command), "{command:?}");
    }
}

#[test]
fn every_segment_needs_an_allow_and_the_first_one_is_named() {
    let written = [
        ("Bash(head:*)", Allow),
        ("Bash(git log:*)", Allow),
        ("Bash(git:*)", Allow),
        ("Bash(git push:*)", Ask),
        ("Bash(rm:*)", Deny),
    ];
    let rules = Rules::compile(&runner(&written), &[]);
    for (command, expected) in [
        ("git log | head -5", Some((Allow, "Bash(git log:*)"))),
        ("git status | head -5", Some((Allow, "Bash(git:*)"))),
        ("head x; git log", Some((Allow, "Bash(head:*)"))),
        ("git log | tail", None),
        ("git push", Some((Ask, "Bash(git push:*)"))),
        ("git log; git push", Some((Ask, "Bash(git push:*)"))),
        ("git log; rm x", Some((Deny, "Bash(rm:*)"))),
        ("git push; rm x", Some((Deny, "Bash(rm:*)"))),
        ("gitk", None),
    ] {
        let text = format!("{{\"command\": {command:?}}}");
        let parsed = json::parse(text.as_bytes()).unwrap().value;
        let arguments = Arguments::read(Some(&parsed));
        let found = rules.strictest(Target::Builtin { tool: "Bash" }, Given::Call(&arguments));
        assert_eq!(found.map(|(permission, id)| (permission, rules.pattern(id))), expected, "{command}");
    }
}

#[test]
fn a_deny_finds_a_command_that_hides() {
    let hidden = [
        "r\\m -rf /",
        "'rm' x",
        "\"r\"m x",
        "x$(rm y)",
        "/bin/rm x",
        "sudo -u x rm y",
        "env A=1 rm x",
        "ls | xargs -n1 rm",
        "sh -c 'rm x'",
        "find . -exec rm {} \\;",
        "timeout 5 rm x",
        "nice -n 5 rm x",
        "FOO=bar rm x",
        "{ rm x; }",
        "if true; then rm x; fi",
        "ｒｍ x",
        "r\u{200b}m x",
        "r\u{ad}m",
        "r\0m",
        "ls；rm x",
        "ls\u{2028}rm x",
        "FOO='a b' rm x",
        "ls\nrm x",
        "r\\\nm x",
        "ls # \\\nrm x",
        "$'rm' x",
        "\u{3000}rm x",
        "sudo\u{a0}rm",
    ];
    for command in hidden {
        assert!(to_command("Bash(rm:*)", Deny, command), "{command:?}");
        assert!(!to_command("Bash(rm:*)", Allow, command), "{command:?}");
    }
}

/// Texts that make a careless reader go over them again and again.
fn hostile(size: usize) -> Vec<String> {
    let pieces = [
        ";",
        "a;",
        "$(",
        "a$(",
        "\\",
        "\\ ",
        "A=\\ ",
        "A=1 ",
        "A=' ",
        "A=\" ",
        "A='b\" ",
        "A=$'\\' ",
        "> ",
        ">'",
        "\r",
        "a\r",
        "/",
        "a/",
        "\\\n",
        "\\\\\n",
        "\"",
        "'\"",
        "sudo ",
        "sudo -u ",
        "-c ",
        "`",
        "{",
        "(",
        "\u{200b}",
        "ａ",
        "é",
        "#\\\n",
        "rm",
        "r",
        "if ",
        "- ",
        "--exec= ",
        "<",
        "<<<",
        "npm run x;",
        "npm run x && ",
        "npm run 'a' | ",
        "npm run \"a\" | ",
    ];
    pieces.iter().map(|piece| piece.repeat(size / piece.len())).collect()
}

#[test]
fn hostile_commands_cost_no_more_than_their_length() {
    let mut patterns: Vec<(String, Permission)> = (0..10_000)
        .map(|at| (format!("Bash(tool-{at} sub:*)"), if at % 2 == 0 { Deny } else { Allow }))
        .collect();
    for piece in [";", "$", "a/", "A=1 ", "\\;", "`", "sudo ", "rm"] {
        patterns.push((format!("Bash({}x:*)", piece.repeat(900 / piece.len())), Deny));
        patterns.push((format!("Bash({}x y:*)", piece.repeat(900 / piece.len())), Ask));
    }
    patterns.push(("Bash(npm run:*)".to_owned(), Allow));
    let written: Vec<_> = patterns.iter().map(|(pattern, permission)| (&**pattern, *permission)).collect();
    let rules = Rules::compile(&runner(&written), &[]);
    assert_eq!(rules.rules.len(), written.len());
    for command in hostile(1 << 18) {
        let value = json::Value { start: 0, kind: json::Kind::String(command.clone().into()) };
        let member = json::Member { key: "command".into(), key_start: 0, value };
        let object = json::Value { start: 0, kind: json::Kind::Object(vec![member]) };
        let arguments = Arguments::read(Some(&object));
        let found = rules.strictest(Target::Builtin { tool: "Bash" }, Given::Call(&arguments));
        assert!(
            found.is_none_or(|(permission, _)| permission != Allow),
            "{:?}",
            command.chars().take(8).collect::<String>()
        );
    }
}

/// Pieces of shell, to be put together in any order.
fn a_command() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "npm",
        "run",
        "npm run",
        "npm run x",
        "id",
        " ",
        " ",
        " ",
        "\t",
        "\n",
        ";",
        "&&",
        "||",
        "|",
        "&",
        "'",
        "\"",
        "\\",
        "$(",
        ")",
        "`",
        "{",
        "}",
        "<",
        ">",
        "2>&1",
        " 2>&1",
        "#",
        "!",
        "*",
        "?",
        "~",
        "=",
        "A=1",
        "$X",
        "é",
        "\r",
        "\0",
        "-",
        "%",
        "[",
        "]",
        "^",
        "\u{200b}",
    ]);
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    /// PERM-23, by its definition: characters, quotes, and a prefix at the start of every segment.
    #[test]
    fn an_allow_matches_by_its_definition_only(command in a_command()) {
        let plain = |c: char| c.is_ascii_alphanumeric() || " \t_./:=@,+%-".contains(c);
        let segment = |segment: &str| {
            let segment = segment.trim_matches([' ', '\t']);
            let segment = segment.strip_suffix(" 2>&1").or(segment.strip_suffix("\t2>&1")).unwrap_or(segment);
            let mut quoted = None;
            for c in segment.chars() {
                match quoted {
                    None if c == '"' || c == '\'' => quoted = Some(c),
                    Some(quote) if quote == c => quoted = None,
                    _ if plain(c) => {}
                    _ => return false,
                }
            }
            let behind = segment.strip_prefix("npm run").and_then(|rest| rest.chars().next().or(Some(' ')));
            quoted.is_none() && matches!(behind, Some(' ' | '\t'))
        };
        let cut = command.strip_suffix('\n').unwrap_or(&command).replace("&&", "\n").replace("||", "\n");
        let expected = cut.split(['\n', ';', '|']).all(segment);
        prop_assert_eq!(to_command("Bash(npm run:*)", Allow, &command), expected);
    }

    #[test]
    fn an_allow_matches_no_forbidden_character(before in "[a-z ]{0,6}", forbidden in r#"[^a-zA-Z0-9 \t\n;|&>'"_./:=@,+%-]"#, after in "[a-z ]{0,6}") {
        for command in [
            format!("npm run {before}{forbidden}{after}"),
            format!("npm run '{before}{forbidden}{after}'"),
            format!("npm run x; npm run {before}{forbidden}{after}"),
        ] {
            prop_assert!(!to_command("Bash(npm run:*)", Allow, &command), "{:?}", command);
        }
    }

    /// Whatever an allow matches, a deny with the same prefix matches too.
    #[test]
    fn a_deny_matches_all_that_an_allow_does(command in a_command()) {
        if to_command("Bash(npm run:*)", Allow, &command) {
            prop_assert!(to_command("Bash(npm run:*)", Deny, &command));
        }
    }
}
