//! The command line's `why`, `diff`, `render`, `transcript` and `decide --conversation`, run in
//! memory.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::ffi::OsString;
use std::fs;

use callgate::cli::{Exit, Io, Stream, run};
use callgate::wire::{self, Input};
use serde_json::{Value, json};
use tempfile::TempDir;

const AGENT: &str = r#"{
  "mcps": [
    {"name": "search", "connection": {"type": "gateway", "namespace": "custom", "slug": "search"},
     "policy": {"tool_permissions": {"find": "allow", "drop": "deny"}}}
  ],
  "tools": [{"name": "mail"}, {"name": "pick", "kind": "client"}]
}"#;

const NEXT: &str = r#"{
  "mcps": [
    {"name": "search", "connection": {"type": "gateway", "namespace": "custom", "slug": "search"},
     "policy": {"tool_permissions": {"find": "ask", "drop": "ask"}, "new_tool_permission": "ask"}}
  ],
  "tools": [{"name": "mail", "permission": "allow"}, {"name": "pick", "kind": "client"}],
  "runner": {"permissions": {"rules": [{"pattern": "Bash(rm:*)", "permission": "deny"}]}}
}"#;

const BROKEN: &str = "{\n  \"mcps\": [{\"name\": \"s\", \"policy\": {\"permission\": \"Allow\"}}]\n}";

/// Two servers that Claude Code cannot tell apart, with different decisions (HARN-4).
const COLLIDING: &str = r#"{"harness": {"kind": "pi"}, "mcps": [
  {"name": "a.b", "connection": {"type": "gateway", "namespace": "custom", "slug": "a"}, "policy": {"permission": "allow"}},
  {"name": "a_b", "connection": {"type": "gateway", "namespace": "custom", "slug": "b"}, "policy": {"permission": "deny"}}]}"#;

const REQUEST: &str = r#"{"messages": [
  {"role": "user", "content": "write to ann"},
  {"role": "assistant", "content": [
    {"type": "tool_call", "toolCallId": "c1", "toolName": "mail", "input": {"to": "ann"}},
    {"type": "tool_result", "toolCallId": "c1", "toolName": "mail", "output": {"approved": true, "interactionToken": "t-9"}},
    {"type": "tool_call", "toolCallId": "c2", "toolName": "mail", "input": {"to": "bob"}},
    {"type": "tool_result", "toolCallId": "c2", "toolName": "mail", "output": {"approved": false}},
    {"type": "tool_call", "toolCallId": "c3", "toolName": "pick", "input": {}},
    {"type": "tool_result", "toolCallId": "c3", "toolName": "pick", "output": {"day": "SECRET"}}]}]}"#;

struct Bench(TempDir);

struct Ran {
    exit: Exit,
    out: String,
    err: String,
}

impl Bench {
    fn new() -> Self {
        let bench = Self(tempfile::tempdir().unwrap());
        for (name, text) in [
            ("agent.json", AGENT),
            ("next.json", NEXT),
            ("broken.json", BROKEN),
            ("colliding.json", COLLIDING),
            ("request.json", REQUEST),
            ("catalog.json", r#"{"tools": [{"name": "find"}, {"name": "found"}]}"#),
            ("catalogs.json", r#"{"search": [{"name": "find"}], "tools": []}"#),
        ] {
            fs::write(bench.0.path().join(name), text).unwrap();
        }
        bench
    }

    fn run(&self, args: &[&str], stdin: &str) -> Ran {
        self.run_on(args, stdin, false)
    }

    fn run_on(&self, args: &[&str], stdin: &str, is_terminal: bool) -> Ran {
        let folder = format!("{}/", self.0.path().display());
        let args = args.iter().map(|arg| OsString::from(arg.replace('@', &folder)));
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let exit = run(
            args,
            Io {
                stdin: &mut stdin.as_bytes(),
                stdout: Stream { out: &mut out, is_terminal, colour: false },
                stderr: Stream { out: &mut err, is_terminal, colour: false },
            },
        );
        let text = |bytes| String::from_utf8(bytes).unwrap().replace(&folder, "@");
        Ran { exit, out: text(out), err: text(err) }
    }
}

/// RUN-53: pins are written so that they can be read and compared, and what differs is said.
#[test]
fn run_53_pins_are_written_and_compared() {
    let bench = Bench::new();
    let write = |name: &str, text: &str| fs::write(bench.0.path().join(name), text).unwrap();
    let pin = |args: &[&str]| bench.run(&[&["pin", "@agent.json", "--catalog"], args].concat(), "");

    let first = pin(&["@catalog.json"]);
    assert_eq!((first.exit, first.err.as_str()), (Exit::Holds, "pinned 2 tools of `search`\n"));
    assert_eq!(
        first.out,
        "{\n  \"version\": 1,\n  \"servers\": {\n    \"search\": {\n      \"find\": {},\n      \"found\": {}\n    }\n  }\n}\n"
    );
    write("pins.json", &first.out);
    let same = pin(&["@catalog.json", "--against", "@pins.json"]);
    assert_eq!((same.exit, same.out.as_str()), (Exit::Holds, "same: every definition is the pinned one\n"));

    write(
        "later.json",
        r#"{"tools": [{"name": "find", "description": "x", "title": "X"}, {"name": "fnd\u202e"}]}"#,
    );
    let later = pin(&["@later.json", "--against", "@pins.json"]);
    assert_eq!(later.exit, Exit::Fails);
    assert_eq!(
        later.out,
        "SERVER  TOOL         STATE      WHAT CHANGED
search  find         changed    description, title
search  fnd\\u{202e}  new        -
search  found        not shown  -
"
    );
    let told = pin(&["@later.json", "--against", "@pins.json", "--format", "json"]);
    assert_eq!(told.exit, Exit::Fails);
    let told: Value = serde_json::from_str(&told.out).unwrap();
    assert_eq!(
        told["search"][0],
        json!({"tool": "find", "state": "changed", "parts": ["description", "title"]})
    );
    assert_eq!(told["search"][2], json!({"tool": "found", "state": "not_shown"}));

    for (name, text, says) in [
        ("bad.json", "{", "holds no pins"),
        ("bad.json", r#"{"version": 1, "version": 1, "servers": {}}"#, "stands twice"),
        ("bad.json", r#"{"version": 9, "servers": {}}"#, "version"),
    ] {
        write(name, text);
        let refused = pin(&["@catalog.json", "--against", "@bad.json"]);
        assert_eq!(refused.exit, Exit::Unusable, "{text}");
        assert!(refused.err.contains(says), "{}", refused.err);
    }
    write("other.json", r#"{"serch": []}"#);
    let unknown = pin(&["@other.json"]);
    assert_eq!(unknown.exit, Exit::Unusable);
    assert!(unknown.err.contains("did you mean `search`"), "{}", unknown.err);
    assert_eq!(bench.run(&["pin", "@broken.json", "--catalog", "@catalogs.json"], "").exit, Exit::Fails);
    assert_eq!(bench.run(&["pin", "@agent.json"], "").exit, Exit::Unusable);
    write("text.json", "[");
    assert_eq!(bench.run(&["pin", "@text.json", "--catalog", "@catalog.json"], "").exit, Exit::Fails);
}

/// Exact answers: arguments, exit code, standard output, standard error.
#[test]
fn qual_73_answers_are_grouped_and_aligned() {
    let bench = Bench::new();
    let cases: &[(&[&str], Exit, &str, &str)] = &[
        (
            &["why", "@agent.json", "--server", "search", "--tool", "drop"],
            Exit::Holds,
            "denied: `drop` of server `search` is denied: its own entry in the server's table says deny

HARNESS  STATUS   ALONE  WHY                                                             NAME
claude   denied   gone   its settings keep it from the model                             mcp__search__drop
codex    refused  ask    nothing hides it: it is offered, and the gate refuses the call  mcp__search__drop
pi       denied   gone   it is never registered                                          mcp__search__drop

deny: `drop` of server `search` is denied: its own entry in the server's table says deny
  step   tool_permission
  place  @agent.json:4:55 (/mcps/0/policy/tool_permissions/drop)
",
            "",
        ),
        (
            &["diff", "@agent.json", "@next.json"],
            Exit::Holds,
            "server `search`
            TOOL  BEFORE  AFTER  DECIDED BY
  stricter  find  allow   ask    tool_permission /mcps/0/policy/tool_permissions/find
  looser    drop  deny    ask    tool_permission /mcps/0/policy/tool_permissions/drop

other tools
            TOOL        BEFORE              AFTER                                  DECIDED BY
  looser    mail        ask                 allow                                  default → spec_permission /tools/0/permission
  stricter  Bash(rm:*)  ask, allow to read  deny                                   default → rule /runner/permissions/rules/0
  stricter  Bash        ask, allow to read  ask, allow to read, deny by arguments  default

5 changes: 2 looser
",
            "",
        ),
        (&["diff", "@agent.json", "@agent.json"], Exit::Holds, "no change: the two documents decide alike\n", ""),
        (
            &["decide", "@agent.json", "--tool", "mail", "--args", r#"{"to": "ann"}"#, "--conversation", "@request.json"],
            Exit::Holds,
            "allow: a stored approval of this very call is used; without it `mail` waits for a person: nothing else decides, and the agent's default is allow_reads when none is written
  step    default
  key     mail#cde2c6fc07f7380c47e27c6f917486034f932ed371607356d319827ad14a3a82
  answer  t-9
",
            "",
        ),
        (
            &["decide", "@agent.json", "--tool", "pick", "--args", "{}", "--conversation", "@request.json"],
            Exit::Holds,
            "fulfilled: the browser's output for this very call is stored
  step  default
  key   pick#44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a
",
            "",
        ),
        (
            &["transcript", "@request.json", "--max-chars", "0", "--client-tool", "pick"],
            Exit::Holds,
            "[1 earlier message left out]

Assistant:
[called mail({\"to\":\"ann\"})]
[mail approval: a person approved this call and it has not run yet. Call it again now, with exactly the same arguments.]
[called mail({\"to\":\"bob\"})]
[mail approval: a person denied this call. Go on without it.]
[called pick({})]
[pick returned: {\"day\":\"SECRET\"}]

[resume: the last user message was taken up already. Go on from the result above.]
",
            "note: 1 message was left out: 301 of 321 characters are kept
note: the window is exceeded: what must not be cut does not fit in it
note: it goes on from a fulfilled client tool
",
        ),
        (
            &["render", "@agent.json", "--harness", "claude"],
            Exit::Holds,
            ".claude/settings.json
{
  \"permissions\": {
    \"allow\": [
      \"mcp__search__find\",
      \"mcp__agenta-tools__pick\"
    ],
    \"deny\": [
      \"mcp__search__drop\"
    ]
  }
}
SERVER  TOOL            GATE   HARNESS  FIT
search  find            allow  run      exact
search  drop            deny   gone     exact
search  any other tool  ask    ask      left to the gate
-       mail            ask    ask      left to the gate
-       pick            ask    run      looser: a client tool: the runner's own pause is what asks

never to offer or register: mcp__search__drop
",
            "",
        ),
    ];
    for (args, exit, out, err) in cases {
        let ran = bench.run(args, "");
        assert_eq!((ran.out.as_str(), ran.err.as_str(), ran.exit), (*out, *err, *exit), "{args:?}");
    }
}

/// Exit codes, with words that must stand in what is said (on standard output for 0, or for JSON,
/// else on standard error).
#[test]
fn every_exit_code_has_its_cause() {
    use Exit::{Fails, Holds, Unusable};
    let bench = Bench::new();
    let mail = ["decide", "@agent.json", "--tool", "mail", "--conversation"];
    let mail = |rest: &[&'static str]| [&mail[..], rest].concat();
    let why = |rest: &[&'static str]| [&["why", "@agent.json", "--server", "search"], rest].concat();
    let cases: Vec<(Vec<&str>, &str, Exit, &str)> = vec![
        (vec!["why", "--help"], "", Holds, "Examples:"),
        (vec!["diff", "--help"], "", Holds, "Examples:"),
        (vec!["render", "--help"], "", Holds, "Examples:"),
        (vec!["transcript", "--help"], "", Holds, "Examples:"),
        (vec!["hook", "claude", "--help"], "", Holds, "PreToolUse"),
        (why(&[]), "", Unusable, "--tool"),
        (why(&["--tool", ""]), "", Unusable, "must be named"),
        (why(&["--tool", "find"]), "", Holds, "offered: "),
        (why(&["--tool", "fund", "--catalog", "@catalog.json"]), "", Holds, "did you mean `find`?"),
        (why(&["--tool", "found", "--catalog", "@catalogs.json"]), "", Holds, "not advertised: "),
        (why(&["--tool", "found", "--catalog", "@catalog.json"]), "", Holds, "offered: "),
        (why(&["--tool", "x", "--catalog", "@missing.json"]), "", Unusable, "no such file"),
        (why(&["--tool", "x", "--catalog", "-"]), r#"{"search": 7}"#, Unusable, "the catalog: "),
        (vec!["why", "@broken.json", "--server", "s", "--tool", "t"], "", Fails, "permission.invalid"),
        (vec!["why", "-", "--server", "s", "--tool", "t"], "", Fails, "json.syntax"),
        (vec!["diff", "@agent.json"], "", Unusable, "<AFTER>"),
        (vec!["diff", "-", "@next.json"], AGENT, Holds, "5 changes"),
        (vec!["diff", "-", "-"], AGENT, Unusable, "only once"),
        (vec!["diff", "@broken.json", "@agent.json"], "", Fails, "--> @broken.json"),
        (vec!["diff", "@agent.json", "@broken.json"], "", Fails, "--> @broken.json"),
        (vec!["diff", "@agent.json", "@broken.json", "--format", "json"], "", Fails, "invalid_document"),
        (vec!["diff", "@agent.json", "@next.json", "--catalog", "@catalog.json"], "", Holds, "5 changes"),
        (vec!["render", "@agent.json"], "", Unusable, "--harness"),
        (vec!["render", "@agent.json", "--harness", "goose"], "", Unusable, "claude, codex, pi"),
        (vec!["render", "@broken.json", "--harness", "pi"], "", Fails, "permission.invalid"),
        (vec!["render", "@agent.json", "--harness", "pi"], "", Holds, "no file"),
        (vec!["render", "@agent.json", "--harness", "codex"], "", Holds, ".codex/config.toml"),
        (vec!["render", "@colliding.json", "--harness", "claude"], "", Fails, "name.collision"),
        (
            vec!["render", "@agent.json", "--harness", "claude", "--deny-all"],
            "",
            Holds,
            "any other tool  deny",
        ),
        (
            vec!["render", "@agent.json", "--harness", "claude", "--out", "@agent.json"],
            "",
            Unusable,
            "cannot write",
        ),
        (vec!["transcript", "@missing.json"], "", Unusable, "no such file"),
        (vec!["transcript", "-"], "SECRET", Fails, "json.syntax"),
        (vec!["transcript", "-"], r#"{"messages": []}"#, Holds, ""),
        (vec!["transcript", "-", "--max-chars", "-1"], "{}", Unusable, "whole number"),
        (vec!["transcript", "-", "--max-chars", "SECRET"], "{}", Unusable, "whole number"),
        (vec!["transcript", "-", "--max-chars", ""], "{}", Unusable, "whole number"),
        (vec!["transcript", "-", "--max-chars", "NaN"], "{}", Unusable, "whole number"),
        (vec!["transcript", "-", "--max-chars", "1.5"], "{}", Unusable, "whole number"),
        (vec!["transcript", "-"], r#"{"messages": 7}"#, Holds, ""),
        (
            vec!["transcript", "-"],
            r#"{"messages": [null, 7, {"role": "user", "content": [{"type": "x"}]}]}"#,
            Holds,
            "",
        ),
        (mail(&["@request.json"]), "", Fails, "pending: no stored answer fits"),
        (mail(&["@request.json", "--args", r#"{"to": "ann"}"#]), "", Holds, "allow: a stored approval"),
        (mail(&["@request.json", "--args", r#"{"to": "bob"}"#]), "", Fails, "deny: a stored denial"),
        (mail(&["@request.json", "--args", r#"{"to":"ann"}"#, "--deny-all"]), "", Fails, "deny: "),
        (
            mail(&["@request.json", "--args", r#"{"to":"ann","to":"ann"}"#]),
            "",
            Fails,
            "pending: no stored answer fits",
        ),
        (mail(&["-"]), "SECRET", Fails, "json.syntax"),
        (mail(&["@missing.json"]), "", Unusable, "no such file"),
    ];
    for (args, stdin, exit, words) in cases {
        let ran = bench.run(&args, stdin);
        assert_eq!(ran.exit, exit, "{args:?}: {}{}", ran.out, ran.err);
        let is_json = args.contains(&"json");
        let is_verdict = args.contains(&"--conversation") && ran.err.is_empty();
        let said = if exit == Holds || is_json || is_verdict { &ran.out } else { &ran.err };
        assert!(said.contains(words), "{args:?} should say {words}: {}|{}", ran.out, ran.err);
        assert!(!format!("{}{}", ran.out, ran.err).contains("SECRET"), "{args:?}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn json_answers_are_those_of_the_boundary() {
    let bench = Bench::new();
    let json = |args: &[&str]| bench.run(&[args, &["--format", "json"]].concat(), "").out;
    let line = |text: Result<String, wire::Fault>| format!("{}\n", text.unwrap());
    let (agent, next) = (Input::Text(AGENT.as_bytes()), Input::Text(NEXT.as_bytes()));
    assert_eq!(json(&["diff", "@agent.json", "@next.json"]), line(wire::diff(agent, next, None)));
    assert_eq!(
        json(&["why", "@agent.json", "--server", "search", "--tool", "x"]),
        line(wire::why(agent, "search", "x", None))
    );
    let request = Input::Text(REQUEST.as_bytes());
    assert_eq!(json(&["transcript", "@request.json"]), line(wire::render_turn(request, None)));
    let rendered =
        wire::render_harness(wire::RenderSource::Agent(agent), "claude", &wire::HarnessOptions::default());
    assert_eq!(json(&["render", "@agent.json", "--harness", "claude"]), line(rendered));
    let verdict = json(&[
        "decide",
        "@agent.json",
        "--tool",
        "mail",
        "--args",
        r#"{"to":"ann"}"#,
        "--conversation",
        "@request.json",
    ]);
    let verdict: Value = serde_json::from_str(&verdict).unwrap();
    assert_eq!(
        (&verdict["kind"], &verdict["interactionToken"], &verdict["arguments"]),
        (&json!("allow"), &json!("t-9"), &json!({"to": "ann"}))
    );
}

/// PERM-30: a client tool's stored output is its fulfilment, and never an approval.
#[test]
fn perm_30_client_tools_are_fulfilled() {
    let bench = Bench::new();
    let pick = ["decide", "@agent.json", "--tool", "pick", "--conversation", "-"];
    let request = r#"{"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": [
      {"type": "tool_result", "toolCallId": "c", "toolName": "pick", "input": {}, "output": {"approved": true}}]}]}"#;
    let ran = bench.run(&pick, request);
    assert!(ran.exit == Exit::Holds && ran.out.starts_with("fulfilled: "), "{}{}", ran.out, ran.err);
    assert!(bench.run(&pick, "{}").out.starts_with("pending: "));
}

/// TRAN-11: where no terminal shows it, the text is the very one that a model gets.
#[test]
fn a_transcript_is_escaped_on_a_terminal_only() {
    let bench = Bench::new();
    let request = r#"{"messages": [{"role": "user", "content": "a\u001b[31m\u202eb\nc"}]}"#;
    assert_eq!(bench.run_on(&["transcript", "-"], request, false).out, "User:\na\u{1b}[31m\u{202e}b\nc\n");
    assert_eq!(bench.run_on(&["transcript", "-"], request, true).out, "User:\na\\u{1b}[31m\\u{202e}b\nc\n");
}

/// QUAL-73: names from documents cannot act on the terminal that shows them.
#[test]
fn names_cannot_act_on_the_terminal() {
    let bench = Bench::new();
    let evil = "a\u{1b}]0;x\u{7}\u{9b}2J\u{202e}\u{7f}b\r";
    let agent = AGENT.replace("\"drop\"", &serde_json::to_string(evil).unwrap());
    fs::write(bench.0.path().join("evil.json"), agent).unwrap();
    let is_harmless = |text: &str| !text.chars().any(|c| c != '\n' && (c.is_control() || c == '\u{202e}'));
    for format in ["human", "json"] {
        for args in [
            &["why", "@evil.json", "--server", "search", "--tool", evil][..],
            &["why", "@evil.json", "--server", evil, "--tool", evil],
            &["diff", "@agent.json", "@evil.json"],
            &["render", "@evil.json", "--harness", "claude"],
            &["render", "@evil.json", "--harness", "pi"],
            &["render", "@evil.json", "--harness", evil],
            &["transcript", "-", "--client-tool", evil],
            &["hook", evil],
        ] {
            let ran = bench.run_on(&[args, &["--format", format]].concat(), "{}", true);
            assert!(!ran.out.is_empty() || !ran.err.is_empty(), "{args:?}");
            assert!(is_harmless(&ran.out) && is_harmless(&ran.err), "{args:?}: {:?} {:?}", ran.out, ran.err);
        }
    }
}

#[test]
fn rendered_files_are_written_below_the_folder() {
    let bench = Bench::new();
    let render = ["render", "@agent.json", "--harness", "claude", "--out", "@new/session"];
    let path = bench.0.path().join("new/session/.claude/settings.json");
    let printed = bench.run(&["render", "@agent.json", "--harness", "claude", "--format", "json"], "").out;
    let printed: Value = serde_json::from_str(&printed).unwrap();
    for _ in 0..2 {
        let ran = bench.run(&render, "");
        assert_eq!((ran.exit, ran.err.as_str()), (Exit::Holds, ""));
        assert!(ran.out.starts_with("wrote @new/session/.claude/settings.json\n"), "{}", ran.out);
        assert_eq!(fs::read_to_string(&path).unwrap(), printed["files"][0]["content"].as_str().unwrap());
        fs::write(&path, "another").unwrap();
    }
    // What cannot be rendered safely leaves what is there.
    let ran = bench.run(&["render", "@colliding.json", "--harness", "claude", "--out", "@new/session"], "");
    assert_eq!((ran.exit, fs::read_to_string(&path).unwrap().as_str()), (Exit::Fails, "another"));
    let left: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().collect();
    assert_eq!(left.len(), 1, "no draft stays");
}

/// QUAL-37: links, dangling ones too, are neither followed nor replaced; a hard link loses its other
/// name's content nothing.
#[cfg(unix)]
#[test]
fn qual_37_no_link_below_the_folder_is_followed() {
    use std::os::unix::fs::symlink;
    let bench = Bench::new();
    let root = bench.0.path();
    fs::create_dir(root.join("outside")).unwrap();
    fs::write(root.join("outside/settings.json"), "kept").unwrap();
    let render = |out: &str| bench.run(&["render", "@agent.json", "--harness", "claude", "--out", out], "");
    let made = |name: &str| {
        fs::create_dir_all(root.join(name)).unwrap();
        root.join(name)
    };
    symlink(root.join("outside"), made("one").join(".claude")).unwrap();
    symlink(root.join("nowhere"), made("two").join(".claude")).unwrap();
    symlink(root.join("outside/settings.json"), made("three/.claude").join("settings.json")).unwrap();
    symlink(root.join("outside/new.json"), made("four/.claude").join("settings.json")).unwrap();
    fs::write(made("five").join(".claude"), "a file").unwrap();
    made("six/.claude/settings.json");
    for out in ["@one", "@two", "@three", "@four", "@five", "@six"] {
        let ran = render(out);
        assert_eq!(ran.exit, Exit::Unusable, "{out}: {}{}", ran.out, ran.err);
        assert!(ran.err.starts_with("error: cannot write `.claude/settings.json`"), "{out}: {}", ran.err);
        assert!(ran.out.is_empty(), "{out}: {}", ran.out);
    }
    fs::hard_link(root.join("outside/settings.json"), made("seven/.claude").join("settings.json")).unwrap();
    assert_eq!(render("@seven").exit, Exit::Holds);
    assert_eq!(fs::read_to_string(root.join("outside/settings.json")).unwrap(), "kept");
    assert_eq!(fs::read_dir(root.join("outside")).unwrap().count(), 1);
    assert!(!root.join("nowhere").exists());
    // The folder itself is the caller's choice, and may be a link.
    symlink(made("eight"), root.join("nine")).unwrap();
    assert_eq!(render("@nine").exit, Exit::Holds);
    assert!(root.join("eight/.claude/settings.json").is_file());
}

/// A hundredth of what the tests of the packages print, since this is not optimised.
#[test]
fn tran_12_large_histories_are_printed() {
    let bench = Bench::new();
    let request = format!("[{}null]", r#"{"role":"user","content":"hi"},"#.repeat(20_000));
    fs::write(bench.0.path().join("many.json"), request).unwrap();
    let ran = bench.run(&["transcript", "@many.json"], "");
    assert_eq!(ran.exit, Exit::Holds);
    assert!(ran.out.starts_with("[10000 earlier messages left out]\n\nUser:\nhi\n"), "{:.80}", ran.out);
    assert_eq!(ran.out.matches("User:").count(), 10_000);
    let request = format!(r#"[{{"role":"tool","toolName":"t","content":"{}"}}]"#, "x".repeat(1_000_000));
    fs::write(bench.0.path().join("large.json"), request).unwrap();
    let ran = bench.run(&["transcript", "@large.json"], "");
    assert_eq!(ran.exit, Exit::Holds);
    assert!(ran.out.ends_with("x [... 996000 chars omitted]]\n") && ran.out.len() < 5_000);
}
