//! That rendered settings are never looser than the gate (HARN-1), that every rule in them matches
//! something (HARN-2), that they are the same each time (HARN-3) and are read back (HARN-5).

mod common;

use std::cell::Cell;
use std::collections::BTreeSet;

use callgate::call::Subject;
use callgate::harness::{
    AdvertisedTool, Harness, Outcome, ServerTools, SettingsFile, observed_versions, predict,
};
use callgate::permission::Permission;
use callgate::wire::{HarnessOptions, Input, RenderSource, WireGate, render_harness, tool_name};
use callgate_tests::generate;
use callgate_tests::naive::Options;
use common::{compile, runner_of};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Tools that nobody may have named, some of which look like others. None begins with `mcp__`: such a
/// name the gate reads as a rendered one too (PERM-2), which no rule of a harness can say.
const UNSEEN: &[&str] = &[
    "x",
    "x_y",
    "x.y",
    "x-y",
    "b__x",
    "b",
    "_x",
    "get_x",
    "get.x",
    "get-x",
    "get__x",
    "X",
    "t",
    "b--x",
    "b_-x",
    "b-_x",
    "-x",
    "zz",
    "a_",
    "__",
    "x y",
    "é",
    "*",
    "get_*",
    "agenta-tools",
    "Bash",
    "q7zx0unseen",
];

/// The most documents that may be refused, in a hundred: else the test says little.
const REFUSED: u64 = 60;

fn with_author_lists() -> impl Strategy<Value = (Value, Options)> {
    let mode = proptest::option::of(proptest::sample::select(
        &["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions", "auto", "manual", "nonsense"][..],
    ));
    (generate::document(), generate::options(), mode).prop_map(|(mut document, options, mode)| {
        if let Some(mode) = mode {
            document["harness"]["permissions"]["default_mode"] = mode.into();
        }
        (document, options)
    })
}

struct World {
    document: Value,
    gate: WireGate,
    rendered: Value,
    files: Vec<SettingsFile>,
    /// Each configured server.
    labels: Vec<String>,
    specs: Vec<(String, bool)>,
}

impl World {
    /// `None` when the document is refused, which is safe; an error where that shows a fault.
    fn of(document: &Value, options: &Options, harness: &str) -> Option<Result<Self, String>> {
        let gate = compile(document, options).ok()?;
        let names = |list: &str| document[list].as_array().cloned().unwrap_or_default();
        let name = |entry: &Value| entry["name"].as_str().unwrap_or_default().to_owned();
        let labels: Vec<String> = names("mcps").iter().map(name).collect();
        let transports: serde_json::Map<String, Value> =
            labels.iter().map(|label| (label.clone(), json!({"url": "https://x.example.com/mcp"}))).collect();
        let transports = Value::from(transports).to_string();
        let given =
            HarnessOptions { codex_transports: Some(Input::Host(&transports)), ..HarnessOptions::default() };
        let render = || render_harness(RenderSource::Gate(&gate), harness, &given);
        let text = match render() {
            Ok(text) => text,
            Err(fault) => {
                let diagnostics = fault.diagnostics.unwrap_or_default();
                if fault.code != "invalid_document" || diagnostics.contains("would let") {
                    return Some(Err(format!("{}: {diagnostics}", fault.message)));
                }
                return None;
            }
        };
        assert_eq!(render().as_ref(), Ok(&text), "HARN-3");
        let rendered: Value = serde_json::from_str(&text).expect("JSON");
        let files = rendered["files"].as_array().expect("files").iter();
        let part = |file: &Value, key: &str| file[key].as_str().expect("text").to_owned();
        let files =
            files.map(|file| SettingsFile { path: part(file, "path"), content: part(file, "content") });
        let files = files.collect();
        let specs = names("tools").iter().map(|spec| (name(spec), spec["kind"] == "client")).collect();
        Some(Ok(Self { document: document.clone(), gate, rendered, files, labels, specs }))
    }

    /// The tools of a server: those that the document and the catalog name, and unseen ones.
    fn tools(&self, label: &str) -> BTreeSet<String> {
        let rows = self.rendered["coverage"].as_array().expect("coverage").iter();
        let known = rows.filter(|row| row["server"] == label).filter_map(|row| row["tool"].as_str());
        known.chain(UNSEEN.iter().copied()).map(str::to_owned).collect()
    }

    fn known(&self, label: &str) -> BTreeSet<String> {
        let rows = self.rendered["coverage"].as_array().expect("coverage").iter();
        rows.filter(|row| row["server"] == label)
            .filter_map(|row| row["tool"].as_str())
            .map(str::to_owned)
            .collect()
    }

    fn at_most(&self, subject: Subject<'_>) -> Permission {
        self.gate.gate().effect(subject).at_most()
    }
}

fn outcomes(
    harness: Harness,
    files: &[SettingsFile],
    servers: &[(String, Vec<String>)],
    version: &str,
) -> callgate::harness::Outcomes {
    let servers: Vec<ServerTools<'_>> = servers
        .iter()
        .map(|(server, tools)| ServerTools {
            server,
            tools: tools.iter().map(|name| AdvertisedTool { name, read_only_hint: true }).collect(),
        })
        .collect();
    predict(harness, files, &servers, Some(version)).expect("an observed version")
}

fn never_looser(world: &World, harness: Harness) -> Result<(), TestCaseError> {
    let mut servers: Vec<(String, Vec<String>)> = Vec::new();
    for label in &world.labels {
        servers.push((label.clone(), world.tools(label).into_iter().collect()));
    }
    servers.push(("agenta-tools".into(), world.specs.iter().map(|(name, _)| name.clone()).collect()));
    let rendered = |server: &str, tool: &str| tool_name(server, tool, harness.as_str()).expect("a harness");
    for version in observed_versions(harness) {
        for (server, tools) in &servers {
            // One tool at a time, since a harness keeps only one of those that share a name; the
            // other servers stand beside it, as they would.
            let known = world.known(server);
            let known_names: BTreeSet<String> = known.iter().map(|tool| rendered(server, tool)).collect();
            for tool in tools {
                let name = rendered(server, tool);
                if !known.contains(tool) && known_names.contains(&name) && harness == Harness::Claude {
                    continue;
                }
                let mut beside: Vec<(String, Vec<String>)> =
                    servers.iter().map(|(label, _)| (label.clone(), Vec::new())).collect();
                for (label, tools) in &mut beside {
                    if label == server {
                        tools.push(tool.clone());
                    }
                }
                if outcomes(harness, &world.files, &beside, version)[&name] != Outcome::Run {
                    continue;
                }
                let is_client = server == "agenta-tools"
                    && world.specs.iter().any(|(spec, is_client)| spec == tool && *is_client);
                let subject = if server == "agenta-tools" {
                    Subject::Tool(tool)
                } else {
                    Subject::Server { server, tool }
                };
                let says = world.at_most(subject);
                prop_assert!(
                    says == Permission::Allow || is_client && says != Permission::Deny,
                    "{version} runs {name} ({server}, {tool}), the gate says {says}\n{}\n{}",
                    world.document,
                    world.files.iter().map(|file| file.content.as_str()).collect::<String>()
                );
            }
        }
    }
    Ok(())
}

fn holds(harness: Harness, share: u32, law: impl Fn(&World) -> Result<(), TestCaseError>) {
    let (tried, refused) = (Cell::new(0u64), Cell::new(0u64));
    let outcome = runner_of(share).run(&with_author_lists(), |(document, options)| {
        match World::of(&document, &options, harness.as_str()) {
            Some(Err(fault)) => Err(TestCaseError::fail(format!("{fault}\n{document}\n{options:?}"))),
            Some(Ok(world)) => {
                tried.set(tried.get() + 1);
                law(&world)
            }
            None => {
                refused.set(refused.get() + 1);
                Ok(())
            }
        }
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    println!("{} documents rendered, {} refused", tried.get(), refused.get());
    assert!(tried.get() * REFUSED > refused.get() * (100 - REFUSED), "{} refused", refused.get());
}

#[test]
fn harn_1_claude_is_never_looser_than_the_gate() {
    holds(Harness::Claude, 1, |world| never_looser(world, Harness::Claude));
}

#[test]
fn harn_1_codex_is_never_looser_than_the_gate() {
    holds(Harness::Codex, 4, |world| never_looser(world, Harness::Codex));
}

/// Every rule about MCP tools in the file, with its list.
fn mcp_rules(world: &World) -> Vec<(&'static str, String)> {
    let Some(file) = world.files.first() else { return Vec::new() };
    let settings: Value = serde_json::from_str(&file.content).expect("HARN-5");
    let list = |list: &'static str| {
        let rules = settings["permissions"][list].as_array().cloned().unwrap_or_default();
        rules.into_iter().map(move |rule| (list, rule.as_str().expect("HARN-5").to_owned()))
    };
    let all = ["allow", "deny", "ask"].into_iter().flat_map(list);
    all.filter(|(_, rule)| rule.starts_with("mcp__")).collect()
}

/// Rules of the author's that name a server which the document does not have are about other
/// servers of the harness.
fn names_a_server(world: &World, rule: &str) -> bool {
    let rest = rule.strip_prefix("mcp__").unwrap_or_default();
    let is_named = |label: &String| {
        let start = tool_name(label, "", "claude").expect("a harness");
        let start = start.strip_prefix("mcp__").unwrap_or_default().to_owned();
        let first = rest.split('*').next().unwrap_or_default();
        format!("{rest}__") == start
            || first.starts_with(&start)
            || (rest.contains('*') && start.starts_with(first))
    };
    world.labels.iter().chain([&"agenta-tools".to_owned()]).any(is_named)
}

#[test]
fn harn_2_every_rule_matches_something() {
    holds(Harness::Claude, 4, |world| {
        let mut servers: Vec<(String, Vec<String>)> = Vec::new();
        for label in &world.labels {
            servers.push((label.clone(), world.tools(label).into_iter().collect()));
        }
        // The author may have named a gateway tool that is not there.
        let specs = world.specs.iter().map(|(name, _)| name.as_str()).chain(UNSEEN.iter().copied());
        servers.push(("agenta-tools".into(), specs.map(str::to_owned).collect()));
        for (list, rule) in mcp_rules(world) {
            if !names_a_server(world, &rule) {
                continue;
            }
            // An ask cannot be told from silence, and matches as a deny does.
            let list = if list == "ask" { "deny" } else { list };
            let file = SettingsFile {
                path: ".claude/settings.json".into(),
                content: json!({"permissions": {list: [rule]}}).to_string(),
            };
            // What the rule spells out may be a tool that is in no list here.
            let mut servers = servers.clone();
            let parts =
                (0..rule.len()).filter(|&at| rule[at..].starts_with("__") || rule[at..].starts_with('*'));
            let behind =
                parts.map(|at| rule[at..].strip_prefix("__").unwrap_or(&rule[at..]).replace('*', ""));
            let behind: Vec<String> = behind.collect();
            servers.iter_mut().for_each(|(_, tools)| tools.extend(behind.iter().cloned()));
            for version in observed_versions(Harness::Claude) {
                let found = outcomes(Harness::Claude, std::slice::from_ref(&file), &servers, version);
                prop_assert!(
                    found.values().any(|outcome| *outcome != Outcome::Ask),
                    "{version}: {list} {rule} matches nothing\n{}",
                    world.document
                );
            }
        }
        Ok(())
    });
}

#[test]
fn harn_4_no_deny_of_a_known_tool_is_lost() {
    holds(Harness::Claude, 4, |world| {
        let spread = world.rendered["coverage"].as_array().expect("coverage").iter();
        for row in spread.filter(|row| row["gate"] == "deny" && row["tool"].is_string()) {
            let (server, tool) = (row["server"].as_str(), row["tool"].as_str().unwrap_or_default());
            let subject = server.map_or(Subject::Tool(tool), |server| Subject::Server { server, tool });
            let effect = world.gate.gate().effect(subject);
            let is_default = effect.usual.step().as_str() == "default";
            let is_always = effect.at_least() == Permission::Deny;
            let label = server.unwrap_or("agenta-tools");
            // A wildcard that fits only as Codex spells the name is left to the gate.
            let is_wild = effect.usual.reason().rule.is_some_and(|rule| rule.contains('*'));
            let is_respelled = is_wild && (tool.contains('-') || label.contains('-'));
            if is_always && !is_default && !is_respelled {
                let servers = [(label.to_owned(), vec![tool.to_owned()])];
                for version in observed_versions(Harness::Claude) {
                    let found = outcomes(Harness::Claude, &world.files, &servers, version);
                    prop_assert!(
                        found.values().all(|outcome| *outcome == Outcome::Gone),
                        "{version}: {row} is {found:?}\n{}\n{:?}",
                        world.document,
                        world.files
                    );
                }
            }
        }
        Ok(())
    });
}

/// HARN-11: the older version differs only for servers whose name has `__` in it or ends in `_`,
/// as the observed cases of the newer one show.
#[test]
fn the_older_version_differs_only_for_odd_servers() {
    let path = callgate_tests::repository().join("tests/vectors/harness/claude-observed-2.1.332.json");
    let text = std::fs::read_to_string(path).expect("the observed cases");
    let file: Value = serde_json::from_str(&text).expect("JSON");
    let mut differing = 0;
    for case in file["cases"].as_array().expect("cases") {
        let servers = case["in"]["servers"].as_object().expect("servers");
        let names = |tools: &Value| -> Vec<String> { serde_json::from_value(tools.clone()).expect("names") };
        let servers: Vec<_> = servers.iter().map(|(server, tools)| (server.clone(), names(tools))).collect();
        let file = &case["in"]["files"][0];
        let part = |key: &str| file[key].as_str().expect("text").to_owned();
        let files = [SettingsFile { path: part("path"), content: part("content") }];
        let [newer, older] =
            ["2.1.332", "2.1.197"].map(|version| outcomes(Harness::Claude, &files, &servers, version));
        if newer != older {
            let is_odd = |name: &str| name.contains("__") || name.ends_with(['_', ')']);
            assert!(servers.iter().any(|(server, _)| is_odd(server)), "{case}");
            differing += 1;
        }
    }
    assert_eq!(differing, 6);
}
