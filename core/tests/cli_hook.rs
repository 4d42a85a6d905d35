//! `callgate hook claude` (HARN-15): answers with exit code 0, and nothing but 2 otherwise.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use callgate::cli::{Exit, Io, Stream, run};
use serde_json::{Value, json};
use tempfile::TempDir;

const AGENT: &str = r#"{
  "mcps": [{"name": "int.search", "connection": {"type": "gateway", "namespace": "custom", "slug": "search"},
    "policy": {"tool_permissions": {"find": "allow", "drop": "deny"}}}],
  "runner": {"permissions": {"default": "allow_reads", "rules": [
    {"pattern": "Bash(rm:*)", "permission": "deny"}, {"pattern": "Bash(npm run:*)", "permission": "allow"},
    {"pattern": "Read(/etc:*)", "permission": "deny"}]}}}"#;

struct Bench(TempDir);

impl Bench {
    fn new() -> Self {
        let bench = Self(tempfile::tempdir().unwrap());
        fs::write(bench.0.path().join("agent.json"), AGENT).unwrap();
        fs::write(bench.0.path().join("broken.json"), AGENT.replace("deny", "denied")).unwrap();
        fs::write(
            bench.0.path().join("floor.json"),
            r#"{"runner":{"permissions":{"rules":[{"pattern":"Grep","permission":"deny"}]}}}"#,
        )
        .unwrap();
        bench
    }

    fn run_on(&self, args: &[&str], stdin: &mut dyn Read, stdout: &mut dyn Write) -> (Exit, String) {
        let folder = format!("{}/", self.0.path().display());
        let args = args.iter().map(|arg| OsString::from(arg.replace('@', &folder)));
        let mut err = Vec::new();
        let exit = run(
            args,
            Io {
                stdin,
                stdout: Stream { out: stdout, is_terminal: false, colour: false },
                stderr: Stream { out: &mut err, is_terminal: false, colour: false },
            },
        );
        (exit, String::from_utf8(err).unwrap())
    }

    fn run(&self, args: &[&str], stdin: &[u8]) -> (Exit, String, String) {
        let mut out = Vec::new();
        let (exit, err) = self.run_on(args, &mut &*stdin, &mut out);
        (exit, String::from_utf8(out).unwrap(), err)
    }
}

/// The hook's input, with the fields that Claude Code sends beside the call.
fn input(tool: &str, args: &Value) -> String {
    json!({
        "session_id": "abc", "transcript_path": "/t.jsonl", "cwd": "/w", "permission_mode": "default",
        "hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": args, "tool_use_id": "toolu_1",
    })
    .to_string()
}

#[test]
fn harn_15_the_answer_is_the_gates() {
    let bench = Bench::new();
    for (tool, args, decision, says) in [
        ("mcp__int_search__find", json!({"q": "x"}), "allow", "`find`"),
        ("mcp__int_search__drop", json!({}), "deny", "its own entry in the server's table says deny"),
        ("mcp__int_search__new", json!({}), "ask", "`new`"),
        ("mcp__other__find", json!({}), "deny", "`mcp__other__find`"),
        ("Bash", json!({"command": "npm run build", "description": "d"}), "allow", "Bash(npm run:*)"),
        ("Bash", json!({"command": "cd x && rm -r y"}), "deny", "Bash(rm:*)"),
        ("Bash", json!({"command": "ls"}), "ask", "`Bash`"),
        ("Read", json!({"file_path": "/home/x"}), "allow", "`Read`"),
        ("Read", json!({"file_path": "/etc/passwd"}), "deny", "Read(/etc:*)"),
        ("Grep", json!({"pattern": "x"}), "allow", "`Grep`"),
        ("Glob", json!({"pattern": "x"}), "allow", "`Glob`"),
        ("LS", json!({"path": "/w"}), "allow", "`L"),
        ("read", json!({"file_path": "/home/x"}), "ask", "`Read`"),
        ("Glob ", json!({}), "ask", "`Glob `"),
        ("NotebookRead", json!({}), "ask", "`NotebookRead`"),
        ("Write", json!({"file_path": "/w/x"}), "ask", "`Write`"),
        ("Task", json!({"prompt": "x"}), "ask", "`Task`"),
        ("Bash", json!({"command": ["rm", "x"]}), "deny", "Bash(rm:*)"),
        ("Bash", json!("rm x"), "deny", "Bash(rm:*)"),
    ] {
        let (exit, out, err) = bench.run(&["hook", "claude", "@agent.json"], input(tool, &args).as_bytes());
        assert_eq!((exit, err.as_str()), (Exit::Holds, ""), "{tool} {args}");
        let answer: Value = serde_json::from_str(&out).unwrap();
        let said = &answer["hookSpecificOutput"];
        assert_eq!(said["hookEventName"], "PreToolUse");
        assert_eq!(said["permissionDecision"], decision, "{tool} {args}: {out}");
        assert!(said["permissionDecisionReason"].as_str().unwrap().contains(says), "{tool} {args}: {out}");
        assert_eq!(answer.as_object().unwrap().len(), 1);
        assert!(!out.contains("/etc/passwd"), "no argument is repeated");
    }
}

#[test]
fn harn_15_a_floor_and_the_kill_switch_hold_here_too() {
    let bench = Bench::new();
    let grep = input("Grep", &json!({}));
    for options in [&["--floor", "@floor.json"][..], &["--deny-all"]] {
        let (exit, out, _) =
            bench.run(&[&["hook", "claude", "@agent.json"], options].concat(), grep.as_bytes());
        assert!(exit == Exit::Holds && out.contains(r#""permissionDecision":"deny""#), "{options:?}: {out}");
    }
}

/// What the gate itself takes for no call is its denial, not a failure.
#[test]
fn harn_15_perm_2_a_malformed_call_is_denied() {
    let bench = Bench::new();
    let deep = format!("{}{}", "[".repeat(80), "]".repeat(80));
    for (tool, args) in [
        ("\"Bash\"", r#"{"command":"ls","command":"rm x"}"#.to_owned()),
        ("\"\"", "{}".to_owned()),
        ("\"Read\"", deep),
    ] {
        let text = format!(r#"{{"tool_name":{tool},"tool_input":{args}}}"#);
        let (exit, out, err) = bench.run(&["hook", "claude", "@agent.json"], text.as_bytes());
        assert!(exit == Exit::Holds && out.contains(r#""permissionDecision":"deny""#), "{text}: {out}{err}");
    }
}

#[test]
fn harn_15_every_failure_is_2_with_the_reason_on_standard_error() {
    let bench = Bench::new();
    let hook = ["hook", "claude", "@agent.json"];
    let read = input("Read", &json!({}));
    let many = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let cases: Vec<(Vec<&str>, Vec<u8>, &str)> = vec![
        (vec!["hook"], read.clone().into(), "Usage"),
        (vec!["hook", "claude"], read.clone().into(), "<FILE>"),
        (vec!["hook", "codex", "@agent.json"], read.clone().into(), "codex"),
        (vec!["hook", "claude", "@agent.json", "@agent.json"], read.clone().into(), "unexpected"),
        (vec!["hook", "claude", "@agent.json", "--flor", "x"], read.clone().into(), "--flor"),
        (vec!["hook", "claude", "@agent.json", "--format", "xml"], read.clone().into(), "xml"),
        (vec!["hook", "claude", "@missing.json"], read.clone().into(), "no such file"),
        (vec!["hook", "claude", "@"], read.clone().into(), "directory"),
        (vec!["hook", "claude", "-"], AGENT.into(), "only once"),
        (vec!["hook", "claude", "@broken.json"], read.clone().into(), "permission.invalid"),
        (
            vec!["hook", "claude", "@broken.json", "--format", "json"],
            read.clone().into(),
            "permission.invalid",
        ),
        (
            vec!["hook", "claude", "@agent.json", "--floor", "@broken.json"],
            read.clone().into(),
            "permission.invalid",
        ),
        (
            vec!["hook", "claude", "@agent.json", "--catalog", "@missing.json"],
            read.clone().into(),
            "no such file",
        ),
        (hook.into(), Vec::new(), "not JSON"),
        (hook.into(), b"SECRET".into(), "not JSON"),
        (hook.into(), b"[]".into(), "`tool_name`"),
        (hook.into(), b"{}".into(), "`tool_name`"),
        (hook.into(), br#"{"tool_name":"Read"}"#.into(), "`tool_input`"),
        (hook.into(), br#"{"tool_name":["SECRET"],"tool_input":{}}"#.into(), "`tool_name`"),
        (hook.into(), br#"{"tool_name":"Read","tool_name":"Bash","tool_input":{}}"#.into(), "once"),
        (hook.into(), br#"{"tool_name":"Read","tool_input":{},"tool_input":{}}"#.into(), "once"),
        (hook.into(), br#"{"tool_name":"Re\ud800ad","tool_input":{}}"#.into(), "line 1"),
        (hook.into(), b"{\"tool_name\":\"Re\xffad\",\"tool_input\":{}}".into(), "line 1"),
        (hook.into(), b"{\"tool_name\":\"Read\",\"tool_input\":{\"x\":\"\xff\"}}".into(), "line 1"),
        (hook.into(), format!("{read}{read}").into(), "not JSON"),
        (hook.into(), many.into(), "line 1"),
        (hook.into(), read.replace("PreToolUse", "PostToolUse").into(), "`PreToolUse`"),
    ];
    for (args, stdin, words) in cases {
        let (exit, out, err) = bench.run(&args, &stdin);
        let shown = String::from_utf8_lossy(&stdin[..stdin.len().min(80)]).into_owned();
        assert_eq!(exit, Exit::Unusable, "{args:?} {shown}: {out}{err}");
        assert!(out.is_empty() && err.contains(words), "{args:?} {shown}: {out}|{err}");
        assert!(!err.contains("SECRET"), "{err}");
    }
}

/// A stream that fails, or panics.
struct Failing(Option<io::ErrorKind>);

impl Failing {
    fn fail<T>(&self) -> io::Result<T> {
        Err(self.0.unwrap_or_else(|| panic!("as the test wants it")).into())
    }
}

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.fail()
    }
}

impl Write for Failing {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        self.fail()
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn harn_15_panics_and_broken_streams_are_2() {
    let bench = Bench::new();
    let hook = ["hook", "claude", "@agent.json"];
    let read = input("Read", &json!({}));
    let (exit, err) = bench.run_on(&hook, &mut Failing(None), &mut io::sink());
    assert_eq!((exit, err.as_str()), (Exit::Unusable, "error: callgate itself is at fault: it panicked\n"));
    let (exit, err) =
        bench.run_on(&hook, &mut Failing(Some(io::ErrorKind::ConnectionReset)), &mut io::sink());
    assert!(exit == Exit::Unusable && err.contains("cannot read standard input"), "{err}");
    // An answer that nobody got is none.
    for kind in [io::ErrorKind::BrokenPipe, io::ErrorKind::StorageFull] {
        let (exit, err) = bench.run_on(&hook, &mut read.as_bytes(), &mut Failing(Some(kind)));
        assert!(exit == Exit::Unusable && err.contains("cannot write the answer"), "{err}");
    }
}

/// The process itself: a panic's own exit code would be another.
#[test]
fn harn_15_the_program_ends_with_these_codes() {
    use std::process::{Command, Stdio};
    let bench = Bench::new();
    let agent = bench.0.path().join("agent.json");
    let ended = |file: &Path, stdin: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_callgate"))
            .args(["hook", "claude"])
            .arg(file)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // It may have ended already.
        let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
        child.wait_with_output().unwrap()
    };
    let allowed = ended(&agent, &input("Read", &json!({})));
    assert_eq!(allowed.status.code(), Some(0));
    assert!(String::from_utf8(allowed.stdout).unwrap().contains(r#""permissionDecision":"allow""#));
    assert_eq!(ended(&agent, "").status.code(), Some(2));
    assert_eq!(ended(&agent.with_extension("x"), "{}").status.code(), Some(2));
    assert_eq!(ended(&bench.0.path().join("broken.json"), "{}").status.code(), Some(2));
}

/// Any other event is no question before a call: no answer is one to it, and silence with 0 would pass.
#[test]
fn harn_15_other_events_are_2() {
    let bench = Bench::new();
    let read = input("Read", &json!({}));
    let events = [
        "PostToolUse",
        "UserPromptSubmit",
        "Stop",
        "SubagentStop",
        "SessionStart",
        "SessionEnd",
        "PreCompact",
        "Notification",
        "PermissionRequest",
        "pretooluse",
        "PreToolUse ",
        "Pre\u{200b}ToolUse",
        "",
    ];
    for event in events {
        let text = read.replace("PreToolUse", event);
        let (exit, out, err) = bench.run(&["hook", "claude", "@agent.json"], text.as_bytes());
        assert!(exit == Exit::Unusable && out.is_empty() && err.contains("event"), "{event}: {out}{err}");
    }
    for event in ["7", "[\"PreToolUse\"]", "{}", "true"] {
        let text = read.replace("\"PreToolUse\"", event);
        let (exit, out, err) = bench.run(&["hook", "claude", "@agent.json"], text.as_bytes());
        assert!(exit == Exit::Unusable && out.is_empty(), "{event}: {out}{err}");
    }
}

/// The process on streams and words that no test harness gives it.
#[cfg(target_os = "linux")]
#[test]
fn harn_15_the_program_on_odd_streams_ends_with_2() {
    use std::process::Command;
    let bench = Bench::new();
    let agent = bench.0.path().join("agent.json");
    let asked = bench.0.path().join("asked.json");
    fs::write(&asked, input("Read", &json!({}))).unwrap();
    let ended = |line: &str| {
        let output = Command::new("sh")
            .args(["-c", line])
            .env("CALLGATE", env!("CARGO_BIN_EXE_callgate"))
            .env("AGENT", &agent)
            .env("ASKED", &asked)
            .output()
            .unwrap();
        (output.status.code(), output.stdout)
    };
    let (code, out) = ended(r#""$CALLGATE" hook claude "$AGENT" < "$ASKED""#);
    assert!(code == Some(0) && !out.is_empty());
    for line in [
        r#""$CALLGATE" hook claude "$AGENT" < /dev/null"#,
        r#""$CALLGATE" hook claude "$AGENT" <&-"#,
        r#""$CALLGATE" hook claude "$AGENT" < "$ASKED" > /dev/full"#,
        r#""$CALLGATE" hook claude "$AGENT" < "$ASKED" > /dev/full 2>&1"#,
        r#""$CALLGATE" hook claude "$AGENT" < . 2> /dev/full"#,
        r#""$CALLGATE" hook claude "$(printf '\377')" < "$ASKED""#,
        r#""$CALLGATE" hook claude "$AGENT" "$(printf '\377')" < "$ASKED""#,
        r#""$CALLGATE" hook claude /dev/null < "$ASKED""#,
        r#""$CALLGATE" hook claude "$AGENT/" < "$ASKED""#,
        r#""$CALLGATE" hook claude "" < "$ASKED""#,
        r#""$CALLGATE" hook "$(printf '\377')" "$AGENT" < "$ASKED""#,
        r#""$CALLGATE" hook claude "$AGENT" --read-only < "$ASKED""#,
    ] {
        let (code, out) = ended(line);
        assert!(code == Some(2) && out.is_empty(), "{line}: {code:?}");
    }
}

#[test]
fn harn_15_a_very_long_call_is_answered() {
    let bench = Bench::new();
    let long = input("Read", &json!({"file_path": "x".repeat(32 << 20)}));
    let (exit, out, err) = bench.run(&["hook", "claude", "@agent.json"], long.as_bytes());
    assert!(exit == Exit::Holds && out.contains(r#""permissionDecision":"allow""#), "{out}{err}");
}
