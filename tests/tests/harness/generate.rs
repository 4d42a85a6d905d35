//! Documents that are hard to render: names of every odd kind, rules of every form in the author's
//! own lists, modes, sandboxes, catalogs that repeat themselves, and floors.

use callgate_tests::generate;
use callgate_tests::naive::Options;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

/// Names that run into each other's rendered tools, or that are read two ways.
const ODD_SERVERS: &[&str] =
    &["a_", "a__", "a__b__c", "_a", "a.b_", "a.b.c", "-", "a--b", "a-.b", "b", "x_y", "ab", "a.", "LONG"];

/// Names that a server may give its tools; nothing forbids them.
pub const ODD_TOOLS: &[&str] = &[
    "\"q\"",
    "it's",
    "new\nline",
    "tab\t",
    "back\\slash",
    "a.b.c",
    "[x]",
    "(y)",
    "x(*)",
    "x()",
    "]]",
    "{}",
    "# no comment",
    "k = 1",
    "\u{1}\u{7f}",
    "\u{202e}rtl",
    "\u{200b}",
    "é😀",
    "*",
    "get_*",
    "__",
    "_",
    "a__b",
    "x__",
    "b-_x",
    "x y",
    " x ",
    "mcp",
    "prototype",
    "LONG",
];

/// Author's rules for the harness lists, beside those that every document may have.
const OWN_RULES: &[&str] = &[
    "mcp__a__b__*",
    "mcp__a__*",
    "mcp__a__get_*",
    "mcp__a__**",
    "mcp__a__*x*",
    "mcp__a_*",
    "mcp__a_b__*",
    "mcp__a.b__*",
    "mcp__a_b",
    "mcp__a.b",
    "mcp__a___*",
    "mcp__a_",
    "mcp__*",
    "mcp__a*",
    "mcp__*__x",
    "mcp__agenta-tools",
    "mcp__agenta-tools__*",
    "mcp__agenta-tools__x*",
    "mcp__agenta-tools__t",
    "mcp__nope",
    "mcp__nope__*",
    "mcp__a__x y",
    "mcp__a__x(v:1)",
    "mcp__a__x()",
    "mcp__a()",
    "mcp__a(*)",
    " mcp__a",
    "MCP__a",
    "mcp__A",
    "mcp__a__[x]",
    "mcp__a__?",
    "mcp__a__",
    "mcp__",
    "*",
    "Bash",
    "Bash(npm run:*)",
    "Bash(*)",
    "Write(docs/**)",
    "Edit(docs/**)",
    "Read(./.env)",
    "WebFetch(domain:x.example.com)",
    "WebFetch",
];

const MODES: &[&str] =
    &["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions", "auto", "manual", "nonsense"];

/// One document, with what it is rendered with.
#[derive(Clone, Debug)]
pub struct Case {
    pub document: Value,
    pub options: Options,
    /// Of each server in turn: whether Codex is told how it reaches it.
    pub reached: Vec<bool>,
}

/// A change to a document that makes it harder.
#[derive(Clone, Debug)]
enum Twist {
    Rename(usize, &'static str),
    Table(usize, &'static str, &'static str),
    Include(usize, &'static str),
    Own(&'static str, &'static str),
    NotText(&'static str),
    Setting(&'static str, &'static str),
    Sandbox(&'static str, &'static str),
    Kind(&'static str),
    Advertise(usize, &'static str, bool),
    Share(usize),
}

fn twist() -> impl Strategy<Value = Twist> {
    let list = select(&["allow", "allow", "ask", "deny"][..]);
    let says = select(&["allow", "ask", "deny"][..]);
    let place = 0usize..4;
    let policy = select(&["on-request", "on-failure", "never", "untrusted"][..]);
    let access = select(&["read-only", "workspace-write", "danger-full-access", "none"][..]);
    prop_oneof![
        6 => (place.clone(), select(ODD_SERVERS)).prop_map(|(at, name)| Twist::Rename(at, name)),
        6 => (place.clone(), select(ODD_TOOLS), says)
            .prop_map(|(at, tool, says)| Twist::Table(at, tool, says)),
        2 => (place.clone(), select(ODD_TOOLS)).prop_map(|(at, tool)| Twist::Include(at, tool)),
        8 => (list.clone(), select(OWN_RULES)).prop_map(|(list, rule)| Twist::Own(list, rule)),
        1 => list.prop_map(Twist::NotText),
        3 => select(MODES).prop_map(|mode| Twist::Setting("default_mode", mode)),
        1 => policy.prop_map(|policy| Twist::Setting("approval_policy", policy)),
        1 => access.prop_map(|access| Twist::Setting("sandbox_mode", access)),
        1 => (select(&["on", "off", "restricted"][..]), select(&["on", "readonly", "off"][..]))
            .prop_map(|(network, files)| Twist::Sandbox(network, files)),
        1 => select(&["claude", "codex", "pi", "else"][..]).prop_map(Twist::Kind),
        4 => (place.clone(), select(ODD_TOOLS), any::<bool>())
            .prop_map(|(at, tool, twice)| Twist::Advertise(at, tool, twice)),
        1 => place.prop_map(Twist::Share),
    ]
}

/// A long name is the longest that there may be.
fn spelled(name: &str) -> String {
    if name == "LONG" { "n".repeat(128) } else { name.to_owned() }
}

impl Twist {
    fn apply(&self, case: &mut Case) {
        let document = &mut case.document;
        let count = document["mcps"].as_array().map_or(0, Vec::len);
        let entry = |at: &usize| (count > 0).then(|| at % count.max(1));
        match self {
            Self::Rename(at, name) => {
                let name = spelled(name);
                let is_taken =
                    document["mcps"].as_array().is_some_and(|all| all.iter().any(|one| one["name"] == *name));
                if let Some(at) = entry(at)
                    && !is_taken
                {
                    document["mcps"][at]["name"] = name.into();
                }
            }
            Self::Table(at, tool, says) => {
                let Some(at) = entry(at) else { return };
                let policy = &mut document["mcps"][at]["policy"];
                policy["tool_permissions"][spelled(tool)] = (*says).into();
                if let Some(names) = policy["tools"]["names"].as_array_mut() {
                    names.push(spelled(tool).into());
                    names.dedup();
                } else if let Some(policy) = policy.as_object_mut() {
                    // Asking for it put a null there.
                    policy.retain(|key, value| key != "tools" || !value.is_null());
                }
            }
            Self::Include(at, tool) => {
                let Some(at) = entry(at) else { return };
                let policy = &mut document["mcps"][at]["policy"];
                let mut names = vec![Value::from(spelled(tool))];
                if let Some(table) = policy["tool_permissions"].as_object() {
                    names.extend(
                        table.keys().filter(|name| **name != spelled(tool)).map(|name| name.as_str().into()),
                    );
                }
                policy["tools"] = json!({"mode": "include", "names": names});
                if let Some(policy) = policy.as_object_mut() {
                    policy.retain(|_, value| !value.is_null());
                }
            }
            Self::Own(list, rule) => push(&mut document["harness"]["permissions"][*list], json!(rule)),
            Self::NotText(list) => push(&mut document["harness"]["permissions"][*list], json!(7)),
            Self::Setting(key, word) => document["harness"]["permissions"][*key] = (*word).into(),
            Self::Sandbox(network, files) => {
                document["sandbox"]["permissions"] =
                    json!({"network": {"mode": network}, "filesystem": files});
            }
            Self::Kind(kind) => document["harness"]["kind"] = (*kind).into(),
            Self::Advertise(at, tool, twice) => {
                let Some(at) = entry(at) else { return };
                let name = document["mcps"][at]["name"].as_str().unwrap_or_default().to_owned();
                let catalogs = case.options.catalogs.get_or_insert_with(|| json!({}));
                for _ in 0..1 + usize::from(*twice) {
                    push(&mut catalogs[&name], json!({"name": spelled(tool)}));
                }
            }
            Self::Share(at) => {
                // The organisation knows one of the servers by another name.
                let Some(at) = entry(at) else { return };
                let connection = document["mcps"][at]["connection"].clone();
                let Some(floor) = &mut case.options.floor else { return };
                if let Some(first) = floor["mcps"].as_array_mut().and_then(|all| all.first_mut()) {
                    first["connection"] = connection;
                }
            }
        }
    }
}

fn push(list: &mut Value, entry: Value) {
    match list.as_array_mut() {
        Some(list) => list.push(entry),
        None => *list = json!([entry]),
    }
}

/// A document with up to six twists.
pub fn case() -> impl Strategy<Value = Case> {
    let twists = option::weighted(0.85, vec(twist(), 1..7));
    (generate::document(), generate::options(), twists, vec(any::<bool>(), 4)).prop_map(
        |(document, options, twists, reached)| {
            let mut case = Case { document, options, reached };
            for twist in twists.into_iter().flatten() {
                twist.apply(&mut case);
            }
            case
        },
    )
}
