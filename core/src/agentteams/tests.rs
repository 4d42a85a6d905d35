//! The ledger, grants and scopes, attacked (TEAM-66, TEAM-67).

use super::*;

const KEY: &[u8] = b"0123456789abcdef0123456789abcdef";

fn ledger(lines: u64) -> (Vec<String>, Vec<Head>) {
    let mut heads = vec![Head::start(KEY)];
    let mut out = Vec::new();
    for number in 0..lines {
        let data = format!(r#"{{"n": {number}, "text": "a\nb é"}}"#);
        let (line, head) = append(KEY, heads.last().unwrap(), 100 + number, "request", &data).unwrap();
        out.push(line);
        heads.push(head);
    }
    (out, heads)
}

fn text(lines: &[String]) -> Vec<u8> {
    lines.iter().flat_map(|line| [line.as_bytes(), b"\n"].concat()).collect()
}

fn codes(lines: &[u8], head: Option<&Head>) -> Vec<&'static str> {
    verify_ledger(KEY, lines, head).problems.iter().map(|problem| problem.code).collect()
}

#[test]
fn team_66_a_ledger_that_was_left_alone_holds() {
    for count in [0, 1, 7] {
        let (lines, heads) = ledger(count);
        let report = verify_ledger(KEY, &text(&lines), heads.last());
        assert!(report.ok, "{report:?}");
        assert_eq!((report.count, report.head_behind), (count, false));
        assert_eq!(usize::try_from(report.length).unwrap(), text(&lines).len());
        assert_eq!(Some(&report.head), heads.last());
    }
}

#[test]
fn team_66_every_change_of_a_single_byte_is_found() {
    let (lines, heads) = ledger(3);
    let whole = text(&lines);
    for at in 0..whole.len() {
        for flip in [1u8, 0x20, 0x80] {
            let mut changed = whole.clone();
            changed[at] ^= flip;
            assert!(!verify_ledger(KEY, &changed, heads.last()).ok, "byte {at} ^ {flip}");
        }
    }
}

#[test]
fn team_66_removal_reordering_and_a_cut_off_tail_are_found() {
    let (lines, heads) = ledger(5);
    let last = heads.last();
    for gone in 0..5 {
        let mut rest = lines.clone();
        rest.remove(gone);
        assert!(!verify_ledger(KEY, &text(&rest), last).ok, "line {gone} removed");
    }
    for one in 0..5 {
        for other in 0..one {
            let mut swapped = lines.clone();
            swapped.swap(one, other);
            assert!(!verify_ledger(KEY, &text(&swapped), last).ok, "lines {one} and {other} swapped");
        }
    }
    assert_eq!(codes(&text(&lines[..4]), last), ["cut_off"]);
    assert_eq!(codes(b"", last), ["cut_off"]);
    assert_eq!(codes(&text(&[lines.clone(), vec![lines[4].clone()]].concat()), last), ["out_of_order"]);
    // The values for a forged head stand in the ledger, its MAC does not.
    let forged = Head { count: 4, last: heads[4].last.clone(), mac: heads[5].mac.clone() };
    assert_eq!(codes(&text(&lines[..4]), Some(&forged)), ["head"]);
    assert_eq!(codes(&text(&lines[..4]), None), ["head"]);
    assert_eq!(codes(b"", None), ["head"]);
    assert_eq!(codes(&text(&lines), Some(&heads[2])), ["head"]);
    assert_eq!(codes(&text(&["{}".to_owned()]), last), ["malformed", "cut_off"]);
}

#[test]
fn team_66_a_crash_between_the_two_files_is_told_from_a_change() {
    let (lines, heads) = ledger(3);
    let report = verify_ledger(KEY, &text(&lines), Some(&heads[2]));
    assert!(report.ok && report.head_behind);
    assert_eq!(report.head, heads[3]);
    let mut torn = text(&lines[..2]);
    torn.extend_from_slice(&lines[2].as_bytes()[..20]);
    let report = verify_ledger(KEY, &torn, Some(&heads[2]));
    assert_eq!(report.problems.iter().map(|problem| problem.code).collect::<Vec<_>>(), ["torn"]);
    assert_eq!(usize::try_from(report.length).unwrap(), text(&lines[..2]).len());
}

#[test]
fn team_66_another_key_writes_no_line_and_believes_none() {
    let (lines, heads) = ledger(2);
    assert!(append(b"other", &heads[2], 1, "request", "{}").is_err());
    assert!(append(KEY, &heads[2], 1, "request", "{").is_err());
    assert!(!verify_ledger(b"other", &text(&lines), heads.last()).ok);
    let (foreign, _) = append(b"other", &Head::start(b"other"), 1, "request", "{}").unwrap();
    assert_eq!(codes(&text(&[foreign]), heads.last()), ["changed", "cut_off"]);
}

#[test]
fn team_67_a_grant_holds_for_its_agent_until_it_expires() {
    let grant = Grant {
        agent: "docs-writer".into(),
        scopes: vec!["docs/**".into(), "a".into()],
        expires: 1_000,
        mac: String::new(),
    };
    let signed = sign_grant(KEY, grant.clone()).unwrap();
    let json = |grant: &Grant| serde_json::to_vec(grant).unwrap();
    assert_eq!(verify_grant(KEY, &json(&signed), "docs-writer", 999).unwrap(), grant.scopes);
    let refused = |grant: &Grant| verify_grant(KEY, &json(grant), "docs-writer", 999).unwrap_err();
    assert!(verify_grant(KEY, &json(&signed), "docs-writer", 1_000).unwrap_err().contains("expired"));
    assert!(verify_grant(KEY, &json(&signed), "reviewer", 999).unwrap_err().contains("another agent"));
    assert!(verify_grant(b"other", &json(&signed), "docs-writer", 999).unwrap_err().contains("altered"));
    assert!(verify_grant(KEY, b"{", "docs-writer", 999).unwrap_err().contains("no grant"));
    for altered in [
        Grant { expires: 2_000, ..signed.clone() },
        Grant { agent: "docs-writer2".into(), ..signed.clone() },
        Grant { scopes: vec!["docs/**".into()], ..signed.clone() },
        Grant { scopes: vec!["docs/**a".into()], ..signed.clone() },
        Grant { mac: String::new(), ..signed.clone() },
        Grant { mac: signed.mac.to_uppercase(), ..signed.clone() },
        grant,
    ] {
        assert!(refused(&altered).contains("altered"), "{altered:?}");
    }
    let none = Grant { scopes: Vec::new(), ..signed.clone() };
    assert!(sign_grant(KEY, none).is_err());
    assert!(sign_grant(KEY, Grant { scopes: vec!["../**".into()], ..signed }).is_err());
}

#[test]
fn the_mac_is_that_of_rfc_4231() {
    // The label and the lengths come first, so the known answer is that of the primitive alone.
    use hmac::{Hmac, Mac as _};
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(b"Jefe").unwrap();
    mac.update(b"what do ya want for nothing?");
    let hex: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    // INVARIANT: parts never run together.
    assert_ne!(mac::sign(KEY, "l", &["a", "bc"]), mac::sign(KEY, "l", &["ab", "c"]));
    assert_ne!(mac::sign(KEY, "l", &["a"]), mac::sign(KEY, "la", &[]));
    assert_eq!(mac::sign(KEY, "l", &["a"]).len(), 64);
}

mod rendered {
    use super::super::*;
    use crate::diagnostic::{Collector, Severity};
    use proptest::prelude::*;

    const PYTHON: &str = "/usr/bin/python3";

    fn manifest() -> Manifest {
        let text = br#"{"framework": "claude", "write_policy": "orchestrator-only", "orchestrator": "lead",
            "agents": {"writer": {"write_scopes": ["docs/**", "a `b`/*"], "read_tools": ["Read"]}, "reader": {}},
            "mcp_grants": {"writer": {"tools": ["write_file"], "approval": "direct"}}}"#;
        let mut out = Collector::default();
        let parsed = crate::json::parse(text).unwrap();
        read_manifest(&parsed.value, &mut out).unwrap()
    }

    /// Front matter of lines that are often right and sometimes treacherous.
    fn file() -> impl Strategy<Value = String> {
        let line = prop::sample::select(vec![
            "name: writer",
            "name: reader",
            "name: lead",
            "name: \"writer\"",
            "name: Writer",
            "description: x",
            "description: 'a: b'",
            "description: |",
            "  tools: Bash",
            "description: \"open",
            "\"",
            "tools: Read, Bash",
            "tools:",
            "- Bash",
            "  - Write",
            "tools: [Read, \"Edit\"]",
            "tools: *a",
            "tools: \"*\"",
            "mcpServers: {}",
            "mcpServers:",
            "  - evil: {command: x}",
            "hooks: {}",
            "model: opus",
            "# comment",
            "",
            "---",
            "...",
            "\u{85}tools: Bash",
            "a\rtools: Bash",
            "? tools",
            ": Bash",
            "<<: {tools: Bash}",
            "tools : Bash",
            "permissionMode: bypassPermissions",
            "<!-- agentteams:write-policy -->",
            "<!-- /agentteams:write-policy -->",
            "\ttools: Bash",
            "&a tools: Bash",
            "!!str tools: Bash",
            "TOOLS: Bash",
        ]);
        let newline = prop::sample::select(vec!["\n", "\r\n"]);
        (prop::collection::vec(line, 0..8), prop::collection::vec(any::<u8>(), 0..3), newline).prop_map(
            |(lines, body, newline)| {
                let body = String::from_utf8_lossy(&body);
                ["---", &lines.join(newline), "---", &body].join(newline)
            },
        )
    }

    proptest! {
        #[test]
        fn team_3_rendering_twice_is_rendering_once(file in file()) {
            let manifest = manifest();
            if let Ok(once) = render_agent(&manifest, &file, PYTHON) {
                prop_assert_eq!(render_agent(&manifest, &once, PYTHON), Ok(once));
            }
        }

        #[test]
        fn team_4_what_has_no_finding_is_exactly_what_is_rendered(file in file()) {
            let manifest = manifest();
            let read = |content: &str| AgentFile {
                path: "f.md".into(),
                content: Some(content.to_owned()),
                problem: None,
            };
            let findings = audit(&manifest, &[read(&file)], PYTHON);
            let errors = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
            let own = |finding: &&Finding| finding.file == "f.md" && finding.severity == Severity::Error;
            // The other agents have no file here, which is one error each.
            if findings.iter().filter(own).count() == 0 {
                let writes = ["Bash", "Write", "Edit", "hooks", "bypass", "evil"];
                let (front, _) = file.split_at(file.rfind("---").unwrap_or_default());
                let written_by = |word: &&&str| front.contains(**word);
                let is_lead = errors == 1 && front.contains("lead");
                let hidden = writes.iter().find(written_by);
                // In a description words are words; everything else is found.
                prop_assert!(hidden.is_none() || is_lead || front.contains("description: |"), "{file:?}: {hidden:?}");
            }
        }
    }
}
