//! The command line, run in memory: arguments, standard input and files to output and exit code.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use callgate::cli::{Exit, Io, Stream, run};
use serde_json::{Value, json};
use tempfile::TempDir;

const AGENT: &str = r#"{
  "mcps": [
    {"name": "search", "connection": {"type": "gateway", "namespace": "custom", "slug": "search"},
     "policy": {"tool_permissions": {"find": "allow", "drop": "deny"}}}
  ],
  "runner": {"permissions": {"default": "allow_reads", "rules": [{"pattern": "Bash(rm:*)", "permission": "deny"}]}}
}"#;

const BROKEN: &str = r#"{
  "mcps": [
    {"name": "search", "connection": {"type": "http", "url": "https://h", "headers": {"Cookie": "SECRET"}},
     "policy": {"permission": "Allow"}}
  ]
}"#;

const TWO: &str = r#"{"mcps": [
  {"name": "tools", "connection": {"type": "gateway", "namespace": "custom", "slug": "a"}, "policy": {"permission": "ask", "tools": {"mode": "include", "names": ["find"]}}},
  {"name": "b", "connection": {"type": "gateway", "namespace": "custom", "slug": "b"}, "policy": {"permission": "ask"}}]}"#;

const FLOOR: &str = r#"{"mcps": [{"name": "search", "connection": {"type": "gateway", "namespace": "custom", "slug": "search"},
  "policy": {"permission": "deny"}}]}"#;

const CATALOG: &str =
    r#"{"tools": [{"name": "find", "annotations": {"readOnlyHint": true}}, {"name": "drop"}]}"#;

/// A folder of files, and what one command line did with them.
struct Bench(TempDir);

struct Ran {
    exit: Exit,
    out: String,
    err: String,
}

#[derive(Clone, Copy, Default)]
struct Terminal {
    is_terminal: bool,
    colour: bool,
}

impl Bench {
    fn new() -> Self {
        let bench = Self(tempfile::tempdir().unwrap());
        let named_tools = r#"{"tools": [{"name": "found"}], "b": [{"name": "x"}]}"#;
        let cases = r#"[
          {"call": {"server": "search", "tool": "find"}, "expect": "allow"},
          {"call": {"tool": "Bash", "args": {"command": "rm SECRET"}},
           "expect": {"permission": "deny", "step": "rule", "pointer": "/runner/permissions/rules/0"}}]"#;
        let failing = r#"[
          {"call": {"server": "search", "tool": "find"}, "expect": "allow"},
          {"call": {"server": "search", "tool": "find", "args": {"q": "SECRET"}}, "expect": "ask"},
          {"call": {"name": "mcp__search__drop"}, "expect": {"permission": "deny", "step": "filter"}},
          {"call": {"tool": "Bash"}, "expect": {"permission": "ask", "pointer": "/x"}},
          {"call": {"tool": "Bash", "tool": "SECRET"}, "expect": "allow"}]"#;
        for (name, text) in [
            ("agent.json", AGENT),
            ("broken.json", BROKEN),
            ("two.json", TWO),
            ("floor.json", FLOOR),
            ("catalog.json", CATALOG),
            ("catalogs.json", &format!(r#"{{"search": {CATALOG}}}"#)),
            ("array.json", r#"[{"name": "find"}]"#),
            ("response.json", &format!(r#"{{"jsonrpc": "2.0", "id": 1, "result": {CATALOG}}}"#)),
            ("named-tools.json", named_tools),
            ("number.json", "7"),
            ("twice.json", "{\"tools\": [],\n \"tools\": []}"),
            ("empty.json", ""),
            ("cases.json", cases),
            ("failing.json", failing),
            ("no-cases.json", "[]"),
        ] {
            bench.write(name, text.as_bytes());
        }
        fs::create_dir(bench.0.path().join("folder")).unwrap();
        bench.write("latin1.json", b"{\"name\": \"caf\xe9 SECRET\"}");
        bench
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.0.path().join(name), bytes).unwrap();
    }

    /// Runs the command; `@name` is a file of the bench, in arguments and in what comes out.
    fn run(&self, args: &[&str], stdin: &str) -> Ran {
        self.run_on(args, stdin, Terminal::default())
    }

    fn run_on(&self, args: &[&str], stdin: &str, terminal: Terminal) -> Ran {
        let folder = format!("{}/", self.0.path().display());
        let args = args.iter().map(|arg| OsString::from(arg.replace('@', &folder)));
        let Terminal { is_terminal, colour } = terminal;
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let exit = run(
            args,
            Io {
                stdin: &mut stdin.as_bytes(),
                stdout: Stream { out: &mut out, is_terminal, colour },
                stderr: Stream { out: &mut err, is_terminal, colour },
            },
        );
        let text = |bytes| String::from_utf8(bytes).unwrap().replace(&folder, "@");
        Ran { exit, out: text(out), err: text(err) }
    }
}

impl Ran {
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

/// Exact answers: arguments, standard input, exit code, standard output, standard error.
#[test]
fn qual_73_answers_are_aligned_and_say_where() {
    let bench = Bench::new();
    let find = ["--server", "search", "--tool", "find"];
    let cases: Vec<(Vec<&str>, &str, Exit, &str, &str)> = vec![
        (vec!["check", "@agent.json"], "", Exit::Holds, "@agent.json: valid\n", ""),
        (vec!["check", "-"], AGENT, Exit::Holds, "standard input: valid\n", ""),
        (
            vec!["check", "@broken.json"],
            "",
            Exit::Fails,
            "warning[connection.public_secret]: `Cookie` usually carries a secret, and public headers are stored as written
 --> @broken.json:3:87
  |
3 | … {\"type\": \"http\", \"url\": \"…\", \"headers\": {\"Cookie\": \"…\"}},
  |                                            ^^^^^^^^ /mcps/0/connection/headers/Cookie
  = help: name the secret in `credentials` instead

error[permission.invalid]: `Allow` is no permission: it is exactly `allow`, `ask` or `deny`
 --> @broken.json:4:31
  |
4 | \"policy\": {\"permission\": \"Allow\"}}
  |                          ^^^^^^^ /mcps/0/policy/permission
  = help: did you mean `allow`?

@broken.json: invalid: 1 error, 1 warning
",
            "",
        ),
        (
            [vec!["decide", "@agent.json"], find.to_vec()].concat(),
            "",
            Exit::Holds,
            "allow: `find` of server `search` may run: its own entry in the server's table says allow
  step   tool_permission
  place  @agent.json:4:38 (/mcps/0/policy/tool_permissions/find)
",
            "",
        ),
        (
            vec!["decide", "@agent.json", "--tool", "Bash", "--args", r#"{"command": "rm SECRET"}"#],
            "",
            Exit::Fails,
            "deny: `Bash` is denied: the author's rule `Bash(rm:*)` says deny
  step   rule
  place  @agent.json:6:66 (/runner/permissions/rules/0)
  rule   Bash(rm:*)
",
            "",
        ),
        (
            [vec!["decide", "@agent.json", "--floor", "@floor.json"], find.to_vec()].concat(),
            "",
            Exit::Fails,
            "deny: `find` of server `search` is denied: the organisation's document is stricter: the server's permission is deny
  step   floor
  place  @floor.json:2:14 (/mcps/0/policy/permission)
",
            "",
        ),
        (
            [vec!["explain", "@agent.json"], find.to_vec()].concat(),
            "",
            Exit::Holds,
            "STEP     WHAT             OUTCOME  WHY
PERM-1   kill switch      -        the kill switch is off
PERM-2   which tool       -        the server is configured
PERM-3   tool filter      -        the server has no filter
PERM-4   per-tool policy  allow    the tool's own entry in the server's table
PERM-11  author's floor   -        no author rule is stricter

allow: `find` of server `search` may run: its own entry in the server's table says allow
  step   tool_permission
  place  @agent.json:4:38 (/mcps/0/policy/tool_permissions/find)
",
            "",
        ),
        (vec!["test", "@agent.json", "@cases.json"], "", Exit::Holds, "ok: 2 passed, 0 failed\n", ""),
        (
            vec!["test", "@agent.json", "-"],
            r#"[{"call": {"server": "search", "tool": "drop"}, "expect": {"permission": "ask", "step": "filter"}}]"#,
            Exit::Fails,
            "case 0 failed
  call      `drop` of server `search`
  expected  ask by filter
  got       deny by tool_permission at /mcps/0/policy/tool_permissions/drop
  why       `drop` of server `search` is denied: its own entry in the server's table says deny

failed: 0 passed, 1 failed
",
            "",
        ),
        (
            vec!["decide", "@missing.json", "--tool", "Bash"],
            "",
            Exit::Unusable,
            "",
            "error: cannot read `@missing.json`: there is no such file
help: check the path, or give `-` to read standard input
",
        ),
        (
            vec!["check", "@two.json", "--catalog", "@array.json"],
            "",
            Exit::Unusable,
            "",
            "error: `@array.json` is the catalog of one server, and `@two.json` has 2 servers
help: give an object of server names and their catalogs: `{\"<server>\": <catalog>, …}`
",
        ),
        (
            vec!["decide", "@agent.json", "--tool", "Bash", "--args", "{SECRET"],
            "",
            Exit::Unusable,
            "",
            "error: the value of `--args` is not JSON: line 1, column 2: a key must be a string in double quotes
help: quote it for the shell: --args '{\"key\": \"value\"}'
",
        ),
    ];
    for (args, stdin, exit, out, err) in cases {
        let ran = bench.run(&args, stdin);
        assert_eq!((ran.out.as_str(), ran.err.as_str(), ran.exit), (out, err, exit), "{args:?}");
    }
}

/// Exit codes, with words that must stand in what is said (on standard output for 0 and 1, else on
/// standard error).
#[test]
fn every_exit_code_has_its_cause() {
    let bench = Bench::new();
    use Exit::{Fails, Holds, Unusable};
    let cases: &[(&[&str], &str, Exit, &str)] = &[
        (&[], "", Unusable, "Usage: callgate"),
        (&["--help"], "", Holds, "callgate decide agent.json"),
        (&["--version"], "", Holds, env!("CARGO_PKG_VERSION")),
        (&["check", "--help"], "", Holds, "callgate check agents/*.json"),
        (&["decide", "--help"], "", Holds, "Usage: callgate decide"),
        (&["explain", "--help"], "", Holds, "Examples:"),
        (&["test", "--help"], "", Holds, "cases.json:"),
        (&["schema", "--help"], "", Holds, "agent.schema.json"),
        (&["chek", "x"], "", Unusable, "'check'"),
        (&["check"], "", Unusable, "<FILE>"),
        (&["check", "@agent.json", "--catalogue", "x"], "", Unusable, "'--catalog'"),
        (&["check", "@agent.json", "--format", "xml"], "", Unusable, "human, json"),
        (&["check", "@folder"], "", Unusable, "it is a directory"),
        (&["check", "@latin1.json"], "", Fails, "not UTF-8"),
        (&["check", "@empty.json"], "", Fails, "json.syntax"),
        (&["check", "-"], "", Fails, "standard input: invalid: 1 error"),
        (&["check", "-", "-"], AGENT, Unusable, "only once"),
        (&["check", "-", "--catalog", "-"], AGENT, Unusable, "only once"),
        (&["check", "@agent.json", "@broken.json"], "", Fails, "@agent.json: valid\n"),
        (&["check", "@broken.json", "@missing.json"], "", Unusable, "@missing.json"),
        (&["check", "@agent.json", "--catalog", "@number.json"], "", Unusable, "it holds a number"),
        (
            &["check", "@agent.json", "--catalog", "@twice.json"],
            "",
            Unusable,
            "line 2, column 2: the key `tools`",
        ),
        (&["check", "@agent.json", "--catalog", "@empty.json"], "", Unusable, "is no catalog"),
        (&["check", "@agent.json", "--catalog", "@catalog.json"], "", Holds, "valid"),
        (&["check", "@agent.json", "--catalog", "@catalogs.json"], "", Holds, "valid"),
        (&["check", "@agent.json", "--catalog", "@response.json"], "", Holds, "valid"),
        (&["check", "@agent.json", "--catalog", "@array.json"], "", Holds, "catalog.unknown_tool"),
        (&["check", "@two.json", "--catalog", "@named-tools.json"], "", Holds, "catalog.unknown_tool"),
        (&["check", "@empty.json", "--catalog", "@array.json"], "", Fails, "json.syntax"),
        (&["decide", "@agent.json"], "", Unusable, "--tool"),
        (&["decide", "@agent.json", "--server", "search"], "", Unusable, "--tool"),
        (&["decide", "@agent.json", "--tool", "a", "--name", "b"], "", Unusable, "cannot be used with"),
        (
            &["decide", "@agent.json", "--tool", "a", "--kind", "x"],
            "",
            Unusable,
            "mcp, gateway, client, builtin",
        ),
        (&["decide", "@agent.json", "--tool", "a", "--trust-hints", "s"], "", Unusable, "--catalog"),
        (&["decide", "@agent.json", "--tool", "a", r#"{"k":"SECRET"}"#], "", Unusable, "'…'"),
        (&["decide", "@agent.json", "--tool", "a", r#"--arg={"k":"SECRET"}"#], "", Unusable, "'--args'"),
        (
            &["decide", "@agent.json", "--tool", "a", "--args", r#"{},"tool":"SECRET""#],
            "",
            Unusable,
            "--args",
        ),
        (&["decide", "-", "--tool", "a", "--args", "-"], "{}", Unusable, "only once"),
        (
            &["decide", "@agent.json", "--tool", "Bash", "--args", "-"],
            r#"{"command":"rm x"}"#,
            Fails,
            "Bash(rm:*)",
        ),
        (
            &["decide", "@agent.json", "--tool", "Bash", "--args", r#"{"command":"\ud800 SECRET"}"#],
            "",
            Fails,
            "says deny, and counts since the call's arguments cannot be read for certain",
        ),
        (&["decide", "@agent.json", "--tool", "Bash", "--args", r#"{"a":1,"a":2}"#], "", Fails, "deny"),
        (&["decide", "@agent.json", "--tool", "Read"], "", Fails, "ask"),
        (&["decide", "@agent.json", "--tool", "Read", "--read-only"], "", Holds, "read_only"),
        (
            &["decide", "@agent.json", "--tool", "Read", "--read-only", "--kind", "mcp"],
            "",
            Fails,
            "unknown_tool",
        ),
        (&["decide", "@agent.json", "--name", "mcp__search__find"], "", Holds, "allow"),
        (&["decide", "@agent.json", "--name", "mcp__search__find", "--deny-all"], "", Fails, "kill_switch"),
        (&["decide", "@broken.json", "--tool", "x", "--format", "json"], "", Fails, "invalid_document"),
        (&["explain", "@agent.json", "--tool", "Read"], "", Holds, "ask"),
        (&["explain", "@two.json", "--name", "mcp__c__x"], "", Holds, "unknown_server"),
        (&["test", "@agent.json", "@failing.json"], "", Fails, "failed: 1 passed, 4 failed"),
        (&["test", "@agent.json", "@no-cases.json"], "", Unusable, "empty"),
        (&["test", "@agent.json", "@number.json"], "", Unusable, "expected a list of cases"),
        (&["test", "@agent.json", "@folder"], "", Unusable, "it is a directory"),
        (&["test", "@agent.json", "-"], r#"[{"call": {}, "expect": "alow"}]"#, Unusable, "case 0"),
        (
            &["test", "@agent.json", "-"],
            r#"[{"call": {}, "expect": {"step": "rule"}}]"#,
            Unusable,
            "no permission",
        ),
        (&["test", "@agent.json", "-"], r#"[{"call": {}, "expect": 1}]"#, Unusable, "neither"),
        (
            &["test", "@agent.json", "-"],
            r#"[{"call": {}, "expect": {"permission": "ask", "step": "rules"}}]"#,
            Unusable,
            "did you mean `rule`?",
        ),
        (
            &["test", "@agent.json", "-"],
            r#"[{"call": {}, "expect": {"permission": "ask", "pointer": "mcps"}}]"#,
            Unusable,
            "begins with `/`",
        ),
        (
            &["test", "@agent.json", "-"],
            r#"[{"call": {}, "expect": {"permission": "ask", "sTep": "rule"}}]"#,
            Unusable,
            "has no `sTep`",
        ),
        (&["test", "@agent.json", "-"], r#"[{"call": {}, "expects": "allow"}]"#, Unusable, "unknown field"),
        (&["test", "@agent.json", "-"], r#"[{"expect": "allow"}]"#, Unusable, "missing field `call`"),
        (&["schema"], "", Holds, "https://json-schema.org/draft/2020-12/schema"),
        (&["schema", "extra"], "", Unusable, "unexpected"),
    ];
    for (args, stdin, exit, words) in cases {
        let ran = bench.run(args, stdin);
        assert_eq!(ran.exit, *exit, "{args:?}: {}{}", ran.out, ran.err);
        let said = if *exit == Unusable { &ran.err } else { &ran.out };
        assert!(said.contains(words), "{args:?} should say {words}: {}|{}", ran.out, ran.err);
        // QUAL-35: no argument, header value or piece of unread text is repeated.
        assert!(!format!("{}{}", ran.out, ran.err).contains("SECRET"), "{args:?}: {}{}", ran.out, ran.err);
        assert!(!ran.out.contains('\u{1b}') && !ran.err.contains('\u{1b}'), "{args:?} is in colour");
    }
}

#[test]
fn an_invalid_document_or_floor_is_reported_under_its_own_name() {
    let bench = Bench::new();
    let ran = bench.run(&["decide", "@broken.json", "--tool", "x", "--floor", "@floor.json"], "");
    assert!(ran.err.contains("--> @broken.json:4:31") && !ran.err.contains("warning"), "{}", ran.err);
    assert_eq!((ran.exit, ran.out.as_str()), (Exit::Fails, ""));
    let ran = bench.run(&["decide", "@agent.json", "--tool", "x", "--floor", "@broken.json"], "");
    assert!(ran.err.contains("--> @broken.json:4:31"), "{}", ran.err);
    assert_eq!(ran.exit, Exit::Fails);
}

#[test]
fn json_answers_are_those_of_the_boundary() {
    use callgate::wire::{GateOptions, Input, WireGate, json_schema, validate};
    let bench = Bench::new();
    let json = |args: &[&str]| bench.run(&[args, &["--format", "json"]].concat(), "");
    let line = |text: String| format!("{text}\n");
    assert_eq!(json(&["check", "@broken.json"]).out, line(validate(Input::Text(BROKEN.as_bytes()), None)));
    assert_eq!(json(&["schema"]).out, line(json_schema()));
    let gate = WireGate::compile(Input::Text(AGENT.as_bytes()), &GateOptions::default()).unwrap();
    let call = Input::Text(br#"{"server":"search","tool":"new"}"#);
    let asked = ["@agent.json", "--server", "search", "--tool", "new"];
    assert_eq!(json(&[&["decide"], &asked[..]].concat()).out, line(gate.decide(call)));
    assert_eq!(json(&[&["explain"], &asked[..]].concat()).out, line(gate.explain(call)));

    let several = json(&["check", "@agent.json", "@broken.json", "@missing.json"]);
    let reports = several.json();
    assert_eq!(several.exit, Exit::Unusable);
    assert_eq!(reports[0]["ok"], true);
    assert!(reports[0]["file"].as_str().unwrap().ends_with("agent.json"));
    assert_eq!(reports[1]["diagnostics"][1]["code"], "permission.invalid");
    assert_eq!(reports[2]["ok"], false);
    assert!(reports[2]["error"].as_str().unwrap().contains("no such file"));

    let invalid = json(&["decide", "@broken.json", "--tool", "x"]);
    assert_eq!(invalid.exit, Exit::Fails);
    assert_eq!(invalid.json()["code"], "invalid_document");
    assert_eq!(invalid.json()["diagnostics"][1]["code"], "permission.invalid");

    let passed = json(&["test", "@agent.json", "@cases.json"]).json();
    assert_eq!(passed, json!({"ok": true, "passed": 2, "failed": 0, "failures": []}));
    let failed = json(&["test", "@agent.json", "@failing.json"]).json();
    assert_eq!((&failed["ok"], &failed["passed"], &failed["failed"]), (&json!(false), &json!(1), &json!(4)));
    assert_eq!(failed["failures"][0]["case"], 1);
    assert_eq!(failed["failures"][0]["call"], json!({"server": "search", "tool": "find"}));
    assert_eq!(failed["failures"][1]["expected"], json!({"permission": "deny", "step": "filter"}));
    assert_eq!(failed["failures"][1]["got"]["reason"]["step"], "tool_permission");
    assert_eq!(failed["failures"][3]["got"]["reason"]["step"], "unknown_tool");
}

#[test]
fn perm_9_hints_count_for_servers_that_are_trusted() {
    let bench = Bench::new();
    bench.write("open.json", br#"{"mcps": [{"name": "s", "connection": {"type": "gateway", "namespace": "custom", "slug": "s"}}]}"#);
    let call = ["decide", "@open.json", "--server", "s", "--tool", "find", "--catalog", "@catalog.json"];
    assert_eq!(bench.run(&call, "").exit, Exit::Fails);
    assert_eq!(
        bench.run(&[&call[..], &["--trust-hints", "t", "--trust-hints", "s"]].concat(), "").exit,
        Exit::Holds
    );
}

/// Names from documents, calls and files cannot act on the terminal that shows them (QUAL-73).
#[test]
fn names_cannot_act_on_the_terminal() {
    let bench = Bench::new();
    let evil = "a\u{1b}]0;x\u{7}\u{9b}2J\u{202e}\u{7f}b\r";
    let written = serde_json::to_string(evil).unwrap();
    let agent = AGENT.replace("\"drop\"", &written);
    bench.write("evil.json", agent.as_bytes());
    bench.write("evil-broken.json", agent.replace("allow_reads", evil).as_bytes());
    bench.write("evil-text.json", format!("{{{evil}").as_bytes());
    let cases = format!(r#"[{{"call": {{"server": "search", "tool": {written}}}, "expect": "allow"}}]"#);
    bench.write("evil-cases.json", cases.as_bytes());
    bench.write("bad-cases.json", format!(r#"[{{"call": {{}}, {written}: 1}}]"#).as_bytes());
    let of_search = ["@evil.json", "--server", "search", "--tool", evil];
    let missing = format!("@{evil}.json");
    let is_harmless = |text: &str| !text.chars().any(|c| c != '\n' && (c.is_control() || c == '\u{202e}'));
    for format in ["human", "json"] {
        for args in [
            &["check", "@evil-broken.json"][..],
            &["check", "@evil-text.json"],
            &["check", "@agent.json", &missing],
            &[&["decide"], &of_search[..]].concat(),
            &[&["explain"], &of_search[..]].concat(),
            &["decide", "@agent.json", "--name", evil],
            &["decide", "@agent.json", "--tool", "x", evil],
            &["decide", "@agent.json", "--tool", "x", &format!("--{evil}")],
            &["decide", "@agent.json", "--tool", "x", "--kind", evil],
            &[evil],
            &["test", "@evil.json", "@evil-cases.json"],
            &["test", "@evil.json", "@bad-cases.json"],
        ] {
            let terminal = Terminal { is_terminal: true, colour: false };
            let ran = bench.run_on(&[args, &["--format", format]].concat(), "", terminal);
            assert!(!ran.out.is_empty() || !ran.err.is_empty());
            assert!(is_harmless(&ran.out) && is_harmless(&ran.err), "{args:?}: {:?} {:?}", ran.out, ran.err);
        }
    }
    let decide = [&["decide"], &of_search[..], &["--format", "json"]].concat();
    let shown = bench.run_on(&decide, "", Terminal { is_terminal: true, colour: false });
    let piped = bench.run(&decide, "");
    assert!(piped.out.contains('\u{202e}') && !shown.out.contains('\u{202e}'));
    assert_eq!(piped.json(), shown.json());
}

#[test]
fn colour_is_only_where_it_is_wanted() {
    let bench = Bench::new();
    let terminal = Terminal { is_terminal: true, colour: true };
    for args in [
        &["check", "@broken.json"][..],
        &["decide", "@agent.json", "--tool", "x"],
        &["explain", "@agent.json", "--tool", "x"],
        &["test", "@agent.json", "@failing.json"],
        &["--help"],
    ] {
        let coloured = bench.run_on(args, "", terminal).out;
        assert!(coloured.contains("\u{1b}["), "{args:?}");
        let plain = bench.run_on(args, "", Terminal { is_terminal: true, colour: false }).out;
        let mut stripped = String::new();
        let mut inside = false;
        for character in coloured.chars() {
            match character {
                '\u{1b}' => inside = true,
                'm' if inside => inside = false,
                _ if !inside => stripped.push(character),
                _ => {}
            }
        }
        assert_eq!(stripped, plain, "{args:?}");
    }
}

/// A stream that gives or takes some bytes and then fails.
struct Failing(usize, io::ErrorKind);

impl Write for Failing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 { Err(self.1.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(self.1.into())
    }
}

#[test]
fn streams_that_fail_are_no_panic() {
    let bench = Bench::new();
    let folder = bench.0.path().display();
    let go = |args: &str, stdin: &mut dyn Read, out: &mut dyn Write| {
        let mut err = Vec::new();
        let plain = |out| Stream { out, is_terminal: false, colour: false };
        let args = args.split(' ').map(|arg| OsString::from(arg.replace('@', &format!("{folder}/"))));
        let exit = run(args, Io { stdin, stdout: plain(out), stderr: plain(&mut err) });
        (exit, String::from_utf8(err).unwrap())
    };
    let none = &mut io::empty();
    // The reader went away: the exit code is still the answer's.
    for room in [0, 10] {
        let closed = &mut Failing(room, io::ErrorKind::BrokenPipe);
        assert_eq!(go("check @broken.json", none, closed), (Exit::Fails, String::new()));
        let closed = &mut Failing(room, io::ErrorKind::BrokenPipe);
        assert_eq!(go("schema", none, closed), (Exit::Holds, String::new()));
        let closed = &mut Failing(room, io::ErrorKind::BrokenPipe);
        assert_eq!(go("--help", none, closed), (Exit::Holds, String::new()));
    }
    let full = &mut Failing(0, io::ErrorKind::StorageFull);
    let (exit, err) = go("check @agent.json", none, full);
    assert_eq!(exit, Exit::Unusable);
    assert!(err.starts_with("error: cannot write the answer: "), "{err}");
    let unreadable = &mut Failing(0, io::ErrorKind::ConnectionReset);
    let (exit, err) = go("check -", unreadable, &mut io::sink());
    assert_eq!(exit, Exit::Unusable);
    assert!(err.starts_with("error: cannot read standard input: "), "{err}");
    // Standard error, too, may be closed.
    let io = Io {
        stdin: &mut io::empty(),
        stdout: Stream { out: &mut io::sink(), is_terminal: false, colour: false },
        stderr: Stream { out: &mut Failing(0, io::ErrorKind::BrokenPipe), is_terminal: false, colour: false },
    };
    assert_eq!(run(["nothing".into()], io), Exit::Unusable);
}

#[test]
fn files_larger_than_the_limit_are_refused_unread() {
    let bench = Bench::new();
    fs::File::create(bench.0.path().join("huge.json")).unwrap().set_len((512 << 20) + 1).unwrap();
    let ran = bench.run(&["check", "@huge.json"], "");
    assert_eq!(ran.exit, Exit::Unusable);
    assert!(ran.err.contains("larger than 512 MiB"), "{}", ran.err);
    if Path::new("/dev/zero").exists() {
        assert!(bench.run(&["check", "/dev/zero"], "").err.contains("larger than 512 MiB"));
    }
}

/// QUAL-13: one line of many problems, and one table of many entries, are reported in linear time.
#[test]
fn large_documents_are_checked_and_asked() {
    let bench = Bench::new();
    let entries = (0..20_000).map(|index| format!(r#""t{index}":"alow""#)).collect::<Vec<_>>().join(",");
    let agent = format!(
        r#"{{"mcps":[{{"name":"s","connection":{{"type":"gateway","namespace":"custom","slug":"s"}},"policy":{{"tool_permissions":{{{entries}}}}}}}]}}"#
    );
    bench.write("faults.json", agent.as_bytes());
    bench.write("large.json", agent.replace("alow", "allow").as_bytes());
    let ran = bench.run(&["check", "@faults.json"], "");
    assert_eq!(ran.exit, Exit::Fails);
    assert!(ran.out.ends_with("@faults.json: invalid: 20000 errors\n"));
    assert_eq!(ran.out.matches("^^^^^^ /mcps/0/policy/tool_permissions/t").count(), 20_000);
    let ran = bench.run(&["decide", "@large.json", "--server", "s", "--tool", "t19999"], "");
    assert_eq!(ran.exit, Exit::Holds);
}

#[cfg(unix)]
#[test]
fn file_names_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt as _;
    let bench = Bench::new();
    let path = bench.0.path().join(std::ffi::OsStr::from_bytes(b"caf\xe9.json"));
    fs::write(&path, AGENT).unwrap();
    let mut out = Vec::new();
    let io = Io {
        stdin: &mut io::empty(),
        stdout: Stream { out: &mut out, is_terminal: false, colour: false },
        stderr: Stream { out: &mut io::sink(), is_terminal: false, colour: false },
    };
    assert_eq!(run(["check".into(), path.into_os_string()], io), Exit::Holds);
    assert!(String::from_utf8(out).unwrap().ends_with("caf\u{fffd}.json: valid\n"));
    let bad = OsString::from(std::ffi::OsStr::from_bytes(b"\xff"));
    let mut err = Vec::new();
    let io = Io {
        stdin: &mut io::empty(),
        stdout: Stream { out: &mut io::sink(), is_terminal: false, colour: false },
        stderr: Stream { out: &mut err, is_terminal: false, colour: false },
    };
    assert_eq!(run(["decide".into(), "-".into(), "--tool".into(), bad], io), Exit::Unusable);
    assert!(!err.is_empty());
}
