//! What must hold of every rendered document.

use std::collections::BTreeSet;

use callgate::call::Subject;
use callgate::harness::{Harness, Outcome, SettingsFile, observed_versions};
use callgate::permission::Permission;
use callgate_tests::naive;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::world::{INTERNAL, World, outcomes};

/// HARN-1, for every observed version: what the harness runs alone, the gate allows.
pub fn never_looser(world: &World) -> Result<(), TestCaseError> {
    let servers = world.servers();
    let is_exempt = world.harness == Harness::Codex && prompts_run(world);
    for version in observed_versions(world.harness) {
        // Codex runs what is said to only read where nobody says otherwise.
        let hints: &[bool] = if world.harness == Harness::Codex { &[true, false] } else { &[true] };
        for &hint in hints {
            for (server, tool, name, outcome) in
                outcomes(world.harness, &world.files, &servers, version, hint)
            {
                if outcome != Outcome::Run {
                    continue;
                }
                let says = world.at_most(server, tool);
                let is_pause = world.is_client(server, tool) && says != Permission::Deny;
                let is_denied = world
                    .rows()
                    .any(|row| row["server"] == server && row["tool"] == tool && row["fit"] == "exact");
                if is_pause || is_exempt && !(is_denied && says == Permission::Deny) {
                    continue;
                }
                prop_assert!(
                    says == Permission::Allow && world.answers(server, tool) == naive::Permission::Allow,
                    "{version} runs {name} ({server:?}, {tool:?}), the gate says {says}\n{}\n{}",
                    world.document,
                    world.files.iter().map(|file| file.content.as_str()).collect::<String>()
                );
            }
        }
    }
    Ok(())
}

/// The named exemption of HARN-1: full access without approvals.
fn prompts_run(world: &World) -> bool {
    let chosen = &world.document["harness"]["permissions"];
    chosen["approval_policy"] == "never" && chosen["sandbox_mode"] == "danger-full-access"
}

/// What coverage says of each tool is what the harness alone does, in its least strict version.
pub fn coverage_is_what_is_predicted(world: &World) -> Result<(), TestCaseError> {
    let mut servers: Vec<(String, Vec<String>)> = world
        .labels
        .iter()
        .map(|label| (label.clone(), world.known(label).into_iter().map(str::to_owned).collect()))
        .collect();
    servers.push((INTERNAL.into(), world.specs.iter().map(|(name, _)| name.clone()).collect()));
    let each: Vec<_> = observed_versions(world.harness)
        .iter()
        .map(|version| outcomes(world.harness, &world.files, &servers, version, true))
        .collect();
    for (at, (server, tool, name, outcome)) in each[0].iter().enumerate() {
        let outcome = each.iter().map(|outcomes| outcomes[at].3).fold(*outcome, Ord::min);
        let row = world.rows().find(|row| {
            row["server"].as_str().unwrap_or(INTERNAL) == *server && row["tool"].as_str() == Some(*tool)
        });
        let Some(row) = row else {
            return Err(TestCaseError::fail(format!("no row for {server} {tool}\n{}", world.document)));
        };
        // What Pi does not register is told to the caller, and not every version reads a file.
        let is_told = world.harness == Harness::Pi && row["harness"] == "gone";
        prop_assert!(
            is_told || row["harness"] == outcome.as_str(),
            "{row}: {outcome:?}\n{}\n{:?}",
            world.document,
            world.files
        );
        prop_assert_eq!(row["name"].as_str(), Some(name.as_str()));
        prop_assert!(row["fit"] != "looser" || row["exempt"].is_string(), "{row}\n{}", world.document);
    }
    Ok(())
}

/// HARN-4: a tool that is denied whatever is asked of it is out of the model's sight.
pub fn no_denial_is_lost(world: &World) -> Result<(), TestCaseError> {
    let denied: Vec<_> =
        world.rows().filter(|row| row["gate"] == "deny" && row["tool"].is_string()).collect();
    for row in denied {
        let (server, tool) = (row["server"].as_str(), row["tool"].as_str().unwrap_or_default());
        let subject = server.map_or(Subject::Tool(tool), |server| Subject::Server { server, tool });
        let effect = world.gate.gate().effect(subject);
        // Nobody's word on this tool or its server: it is left to the gate, the organisation's too.
        let place = effect.usual.reason().pointer.unwrap_or_default();
        let is_default = place.ends_with("/runner/permissions/default");
        let label = server.unwrap_or(INTERNAL);
        // A wildcard that fits only as Codex spells the name is left to the gate.
        let is_wild = effect.usual.reason().rule.is_some_and(|rule| rule.contains('*'));
        let is_respelled = is_wild && (tool.contains('-') || label.contains('-'));
        if effect.at_least() != Permission::Deny || is_default || is_respelled {
            continue;
        }
        let servers = [(label.to_owned(), vec![tool.to_owned()])];
        for version in observed_versions(world.harness) {
            for (.., outcome) in outcomes(world.harness, &world.files, &servers, version, true) {
                prop_assert!(
                    outcome == Outcome::Gone,
                    "{version}: {row} is {outcome:?}\n{}\n{:?}",
                    world.document,
                    world.files
                );
            }
        }
    }
    Ok(())
}

/// Every rule about MCP tools in the file, with its list.
pub fn mcp_rules(world: &World) -> Vec<(&'static str, String)> {
    let settings = world.settings();
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
    let is_named = |label: &str| {
        let start = world.rendered_name(label, "");
        let start = start.strip_prefix("mcp__").unwrap_or_default().to_owned();
        let first = rest.split('*').next().unwrap_or_default();
        format!("{rest}__") == start
            || first.starts_with(&start)
            || (rest.contains('*') && start.starts_with(first))
    };
    world.labels.iter().map(String::as_str).chain([INTERNAL]).any(is_named)
}

/// HARN-2: every rule that names a server of the document matches some tool of it.
pub fn every_rule_matches(world: &World) -> Result<(), TestCaseError> {
    let servers = world.servers();
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
        let parts = (0..rule.len()).filter(|&at| rule[at..].starts_with("__") || rule[at..].starts_with('*'));
        let behind: Vec<String> = parts
            .map(|at| rule[at..].strip_prefix("__").unwrap_or(&rule[at..]).replace('*', ""))
            .chain(["q7zx0unseen".to_owned()])
            .collect();
        let few: Vec<_> = servers.iter().map(|(server, _)| (server.clone(), behind.clone())).collect();
        for version in observed_versions(world.harness) {
            let matches = |servers: &[(String, Vec<String>)]| {
                outcomes(world.harness, std::slice::from_ref(&file), servers, version, true)
                    .iter()
                    .any(|(.., outcome)| *outcome != Outcome::Ask)
            };
            prop_assert!(
                matches(&few) || matches(&servers),
                "{version}: {list} {rule} matches nothing\n{}",
                world.document
            );
        }
    }
    Ok(())
}

/// HARN-3: no list has a rule twice, and the keys stand in their order; HARN-5: ASCII alone.
pub fn the_file_is_in_form(world: &World, deny_all: bool) -> Result<(), TestCaseError> {
    let Some(file) = world.files.first() else { return Ok(()) };
    prop_assert!(file.content.is_ascii());
    let settings = world.settings();
    let keys: Vec<&String> = settings["permissions"].as_object().expect("permissions").keys().collect();
    let order = ["defaultMode", "allow", "deny", "ask"];
    let places = keys.iter().map(|key| order.iter().position(|known| known == key));
    prop_assert!(
        places.clone().all(|place| place.is_some()) && places.is_sorted_by(|one, next| one < next),
        "{keys:?}"
    );
    for key in &order[1..] {
        let rules: Vec<&str> =
            settings["permissions"][key].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        prop_assert_eq!(rules.iter().collect::<BTreeSet<_>>().len(), rules.len(), "{:?}", rules);
    }
    if deny_all {
        prop_assert!(settings["permissions"].get("allow").is_none(), "{}", file.content);
    }
    Ok(())
}

/// HARN-20: what Codex's own file says of servers, read back by a TOML parser.
pub fn codex_is_told_names_as_they_are(world: &World, reached: &[bool]) -> Result<(), TestCaseError> {
    let content = world.files.first().map_or("", |file| &file.content);
    let config: toml::Table =
        toml::from_str(content).map_err(|error| TestCaseError::fail(format!("{error}\n{content}")))?;
    let table = config.get("mcp_servers").and_then(toml::Value::as_table);
    for (label, is_reached) in world.labels.iter().zip(reached) {
        let entry = table.and_then(|table| table.get(label));
        prop_assert_eq!(entry.is_some(), *is_reached, "{}", content);
        let Some(entry) = entry else { continue };
        prop_assert!(entry.get("url").is_some() && entry.get("default_tools_approval_mode").is_some());
        let known = world.known(label);
        let names = |key: &str| -> BTreeSet<&str> {
            entry
                .get(key)
                .and_then(toml::Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(toml::Value::as_str)
                .collect()
        };
        let (disabled, enabled) = (names("disabled_tools"), names("enabled_tools"));
        prop_assert!(disabled.is_subset(&known) && enabled.is_subset(&known), "{content}");
        let is_off = entry.get("enabled").and_then(toml::Value::as_bool) == Some(false);
        for tool in known {
            let says = world.gate.gate().effect(Subject::Server { server: label, tool });
            prop_assert_eq!(
                disabled.contains(tool),
                says.at_least() == Permission::Deny,
                "{:?} of {}: {}",
                tool,
                world.document,
                content
            );
            prop_assert!(
                disabled.contains(tool) || is_off || enabled.is_empty() || enabled.contains(tool),
                "{tool:?} of {}: {content}",
                world.document
            );
        }
    }
    Ok(())
}

/// HARN-25: every known tool is either withheld or registered, and none that is denied registered.
pub fn pi_registers_what_may_run(world: &World) -> Result<(), TestCaseError> {
    let names = |key: &str| -> Vec<&str> {
        world.rendered[key].as_array().expect("a list").iter().filter_map(Value::as_str).collect()
    };
    let (withheld, register) = (names("withheld"), names("register"));
    let known: Vec<_> = world.rows().filter(|row| row["tool"].is_string()).collect();
    prop_assert_eq!(known.len(), withheld.len() + register.len());
    let both: Vec<_> = withheld.iter().filter(|name| register.contains(name)).collect();
    prop_assert!(both.is_empty(), "{both:?} are withheld and registered\n{}", world.document);
    for row in known {
        let tool = row["tool"].as_str().unwrap_or_default();
        let name = if row["server"].is_null() { tool } else { row["name"].as_str().unwrap_or_default() };
        let server = row["server"].as_str().unwrap_or(INTERNAL);
        let subject = if server == INTERNAL { Subject::Tool(tool) } else { Subject::Server { server, tool } };
        let is_denied = world.gate.gate().effect(subject).at_least() == Permission::Deny;
        prop_assert_eq!(withheld.contains(&name), is_denied, "{} of {}", name, world.document);
        prop_assert_eq!(register.contains(&name), !is_denied, "{} of {}", name, world.document);
        if server != INTERNAL {
            let hidden = &world.rendered["toolExposure"][server]["toolExposure"][tool];
            prop_assert_eq!(hidden == "hidden", is_denied, "{}", row);
        }
    }
    Ok(())
}
