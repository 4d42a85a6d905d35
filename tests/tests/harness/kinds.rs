//! The hard kinds of documents, and how often the generated ones are of them: a law that is never
//! tried on a kind says nothing about it.

use std::collections::BTreeMap;

use callgate::harness::{Harness, Outcome, observed_versions};
use serde_json::Value;

use crate::generate::{Case, ODD_TOOLS};
use crate::laws::mcp_rules;
use crate::world::{INTERNAL, World, outcomes};

pub type Counts = BTreeMap<&'static str, u64>;

/// Every kind that must be reached.
pub const EVERY: &[&str] = &[
    "a server's name begins as another's tools do",
    "a server ends in `_`",
    "a server has `__` in it",
    "a server's name has 128 characters",
    "two servers share a rendered name",
    "two tools share a rendered name",
    "tools with odd characters",
    "an include filter",
    "an include filter with a tool looser than the server",
    "an include filter that hides what the catalog has",
    "new tools are allowed",
    "new tools ask",
    "new tools are denied",
    "a table without a word for new tools",
    "a catalog names a tool twice",
    "a catalog names a tool that the document does not",
    "an organisation's document",
    "an organisation's document knows a server by another name",
    "the kill switch",
    "a read-only sandbox",
    "a sandbox without network",
    "mode default",
    "mode acceptEdits",
    "mode plan",
    "mode dontAsk",
    "mode bypassPermissions",
    "mode auto",
    "mode manual",
    "mode nonsense",
    "a client tool is allowed",
    "a client tool asks",
    "a client tool is denied",
    "a gateway tool is allowed",
    "a gateway tool asks",
    "a gateway tool is denied",
    "a whole server is allowed",
    "a whole server asks",
    "a whole server is denied",
    "a whole server is allowed beside a stricter tool",
    "an allow with a wildcard",
    "an ask with a wildcard",
    "a deny with a wildcard",
    "an author's allow is left out",
    "an author's allow is kept",
    "an author's `Write(path)`",
    "a rule about arguments of an MCP tool",
    "an unseen tool runs",
];

fn own_rules<'c>(case: &'c Case, list: &str) -> impl Iterator<Item = &'c str> {
    case.document["harness"]["permissions"][list].as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// Adds the kinds that a document which was rendered for Claude Code is of.
pub fn count(case: &Case, world: &World, counts: &mut Counts) {
    let mut add = |kind: &'static str, is_of: bool| *counts.entry(kind).or_default() += u64::from(is_of);
    let starts: Vec<String> = world.labels.iter().map(|label| world.rendered_name(label, "")).collect();
    let runs_over = |one: &String, other: &String| one != other && one.starts_with(other.as_str());
    add(
        "a server's name begins as another's tools do",
        starts.iter().any(|one| starts.iter().any(|other| runs_over(one, other))),
    );
    let spelled = |label: &String| label.replace('.', "_");
    add("a server ends in `_`", world.labels.iter().any(|label| spelled(label).ends_with('_')));
    add("a server has `__` in it", world.labels.iter().any(|label| spelled(label).contains("__")));
    add("a server's name has 128 characters", world.labels.iter().any(|label| label.len() == 128));
    let repeats = |mut names: Vec<&str>| {
        names.sort_unstable();
        names.windows(2).any(|pair| pair[0] == pair[1])
    };
    add("two servers share a rendered name", repeats(starts.iter().map(String::as_str).collect()));
    add(
        "two tools share a rendered name",
        repeats(world.rows().filter_map(|row| row["name"].as_str()).collect()),
    );
    let odd = world.rows().filter_map(|row| row["tool"].as_str()).filter(|tool| {
        ODD_TOOLS.contains(tool)
            && tool.contains(|c: char| !c.is_ascii_graphic() || "\"\\[](){}'".contains(c))
    });
    add("tools with odd characters", odd.count() > 0);
    servers(case, &mut add);
    surroundings(case, &mut add);
    specs(world, &mut add);
    file(case, world, &mut add);
}

fn servers(case: &Case, add: &mut impl FnMut(&'static str, bool)) {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    for server in list(&case.document["mcps"]) {
        let policy = &server["policy"];
        let table = policy["tool_permissions"].as_object().cloned().unwrap_or_default();
        let is_filtered = policy["tools"]["mode"] == "include";
        let catalogs = case.options.catalogs.as_ref().unwrap_or(&Value::Null);
        let advertised: Vec<Value> = list(&catalogs[server["name"].as_str().unwrap_or_default()])
            .iter()
            .map(|tool| tool["name"].clone())
            .collect();
        add("an include filter", is_filtered);
        let is_strict = policy["permission"] == "deny" || policy["permission"] == "ask";
        let is_looser = is_filtered && is_strict && table.values().any(|said| said == "allow");
        add("an include filter with a tool looser than the server", is_looser);
        let hidden = advertised.iter().any(|name| !list(&policy["tools"]["names"]).contains(name));
        add("an include filter that hides what the catalog has", is_filtered && hidden);
        let new = policy["new_tool_permission"].as_str();
        add("new tools are allowed", new == Some("allow"));
        add("new tools ask", new == Some("ask"));
        add("new tools are denied", new == Some("deny"));
        add("a table without a word for new tools", !table.is_empty() && new.is_none());
        let twice = advertised.iter().enumerate().any(|(at, name)| advertised[..at].contains(name));
        add("a catalog names a tool twice", twice);
        let is_new = |name: &Value| !table.contains_key(name.as_str().unwrap_or_default());
        add("a catalog names a tool that the document does not", advertised.iter().any(is_new));
    }
}

fn surroundings(case: &Case, add: &mut impl FnMut(&'static str, bool)) {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let floor = case.options.floor.as_ref();
    add("an organisation's document", floor.is_some());
    let knows = floor.is_some_and(|floor| {
        let own = list(&case.document["mcps"]);
        list(&floor["mcps"]).iter().any(|other| {
            own.iter().any(|one| one["connection"] == other["connection"] && one["name"] != other["name"])
        })
    });
    add("an organisation's document knows a server by another name", knows);
    add("the kill switch", case.options.deny_all);
    let sandbox = &case.document["sandbox"]["permissions"];
    add("a read-only sandbox", sandbox["filesystem"] == "readonly" || sandbox["filesystem"] == "off");
    add("a sandbox without network", sandbox["network"]["mode"].as_str().is_some_and(|mode| mode != "on"));
    let mode = case.document["harness"]["permissions"]["default_mode"].as_str();
    for kind in EVERY.iter().filter(|kind| kind.starts_with("mode ")) {
        add(kind, mode.is_some() && kind.strip_prefix("mode ") == mode);
    }
}

fn specs(world: &World, add: &mut impl FnMut(&'static str, bool)) {
    for row in world.rows().filter(|row| row["server"].is_null()) {
        let is_client = world.is_client(INTERNAL, row["tool"].as_str().unwrap_or_default());
        let is = |client: bool, says: &str| is_client == client && row["gate"] == says;
        add("a client tool is allowed", is(true, "allow"));
        add("a client tool asks", is(true, "ask"));
        add("a client tool is denied", is(true, "deny"));
        add("a gateway tool is allowed", is(false, "allow"));
        add("a gateway tool asks", is(false, "ask"));
        add("a gateway tool is denied", is(false, "deny"));
    }
}

fn file(case: &Case, world: &World, add: &mut impl FnMut(&'static str, bool)) {
    let rules = mcp_rules(world);
    let whole = |list: &str| {
        rules.iter().any(|(found, rule)| {
            *found == list
                && world.labels.iter().any(|label| world.rendered_name(label, "") == format!("{rule}__"))
        })
    };
    add("a whole server is allowed", whole("allow"));
    add("a whole server asks", whole("ask"));
    add("a whole server is denied", whole("deny"));
    add(
        "a whole server is allowed beside a stricter tool",
        rules.iter().any(|(list, rule)| {
            let start = format!("{rule}__");
            *list == "allow"
                && rules.iter().any(|(other, strict)| *other != "allow" && strict.starts_with(&start))
        }),
    );
    let wild = |list: &str| rules.iter().any(|(found, rule)| *found == list && rule.contains('*'));
    add("an allow with a wildcard", wild("allow"));
    add("an ask with a wildcard", wild("ask"));
    add("a deny with a wildcard", wild("deny"));
    let authored = |rule: &str| own_rules(case, "allow").any(|own| own == rule);
    add("an author's allow is kept", rules.iter().any(|(list, rule)| *list == "allow" && authored(rule)));
    let said = world.rendered["diagnostics"].to_string();
    add("an author's allow is left out", said.contains("is left out of Claude Code's settings: it names"));
    let paths = ["allow", "ask", "deny"]
        .iter()
        .any(|list| own_rules(case, list).any(|rule| rule.starts_with("Write(")));
    add("an author's `Write(path)`", paths);
    add("a rule about arguments of an MCP tool", said.contains("cannot look into the arguments"));
    let servers = world.servers();
    let newest = observed_versions(Harness::Claude)[0];
    let runs_unseen = outcomes(Harness::Claude, &world.files, &servers, newest, true).iter().any(
        |(server, tool, _, outcome)| {
            *outcome == Outcome::Run && *server != INTERNAL && !world.known(server).contains(tool)
        },
    );
    add("an unseen tool runs", runs_unseen);
}
