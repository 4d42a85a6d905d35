//! PERM-2: which tools a call may be for.

use serde_json::{Map, Value};

use super::document::{catalog, fold, items, name, servers, specs, spellings};
use super::rules::{rules, split};
use super::{Options, Step, is_same};

/// What a call is for.
#[derive(Clone, PartialEq)]
pub(super) enum Subject<'a> {
    /// `rendered` when the tool's name is as a harness rendered it.
    Mcp {
        server: &'a Value,
        tool: String,
        rendered: bool,
    },
    Spec(&'a Value),
    Builtin(String),
}

// PERM-2: which tool the call is for.
pub(super) fn identify<'a>(
    agent: &'a Value,
    options: &Options,
    call: &Value,
) -> Result<Vec<Subject<'a>>, Step> {
    let text = |key: &str| call.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
    let found = match (text("server"), text("tool"), text("name")) {
        (Some("agenta-tools"), Some(tool), None) => {
            specs(agent).filter(|spec| name(spec) == tool).map(Subject::Spec).collect()
        }
        (Some(server), Some(tool), None) => {
            let found: Vec<_> = servers(agent)
                .filter(|entry| name(entry) == server)
                .map(|server| Subject::Mcp { server, tool: tool.to_owned(), rendered: false })
                .collect();
            if found.is_empty() {
                return Err("unknown_server");
            }
            found
        }
        (None, None, Some(rendered)) => look_up(agent, options, rendered),
        (None, Some(tool), None) if tool.starts_with("mcp__") => look_up(agent, options, tool),
        (None, Some(tool), None) => match specs(agent).find(|spec| name(spec) == tool) {
            Some(spec) => vec![Subject::Spec(spec)],
            None => vec![Subject::Builtin(fold(tool))],
        },
        _ => return Err("unknown_tool"),
    };
    let kind = call.get("kind");
    let fits = |subject: &Subject<'_>| {
        let right = match subject {
            Subject::Mcp { .. } => "mcp",
            Subject::Spec(spec) if spec["kind"] == "client" => "client",
            Subject::Spec(_) => "gateway",
            Subject::Builtin(_) => "builtin",
        };
        kind.is_none_or(|kind| kind == right)
    };
    if found.is_empty() || !found.iter().all(fits) { Err("unknown_tool") } else { Ok(found) }
}

fn look_up<'a>(agent: &'a Value, options: &Options, rendered: &str) -> Vec<Subject<'a>> {
    let mut found: Vec<Subject<'a>> = Vec::new();
    let mut add = |subject: Subject<'a>| {
        if !found.contains(&subject) {
            found.push(subject);
        }
    };
    for server in servers(agent) {
        for spelled in spellings(name(server)) {
            let Some(rest) = rendered.strip_prefix(&format!("mcp__{spelled}__")) else { continue };
            if !rest.is_empty() {
                add(Subject::Mcp { server, tool: rest.to_owned(), rendered: true });
            }
            for tool in named_tools(agent, server, options) {
                if tool != rest && spellings(&tool).iter().any(|spelled| spelled == rest) {
                    add(Subject::Mcp { server, tool, rendered: false });
                }
            }
        }
    }
    for spelled in ["agenta-tools", "agenta_tools"] {
        let Some(rest) = rendered.strip_prefix(&format!("mcp__{spelled}__")) else { continue };
        specs(agent).filter(|spec| spellings(name(spec)).iter().any(|spelled| spelled == rest)).for_each(
            |spec| {
                add(Subject::Spec(spec));
            },
        );
    }
    found
}

/// The tools of a server that a document or its catalog names.
fn named_tools(agent: &Value, server: &Value, options: &Options) -> Vec<String> {
    let advertised = catalog(server, options).into_iter().filter_map(|tool| tool["name"].as_str());
    let mut found: Vec<String> = advertised.map(str::to_owned).collect();
    found.extend(named_in(agent, server, server));
    if let Some(floor) = &options.floor {
        found.extend(named_in(floor, server, &Value::Null));
        for other in servers(floor).filter(|other| is_same(server, other)) {
            found.extend(named_in(floor, other, other));
        }
    }
    found
}

/// The tools that a document names: the policy of its own entry, and its rules by that entry's label.
fn named_in(document: &Value, labelled: &Value, entry: &Value) -> Vec<String> {
    let policy = &entry["policy"];
    let table = policy["tool_permissions"].as_object().into_iter().flat_map(Map::keys).map(String::as_str);
    let filter = items(&policy["tools"]["names"]).filter_map(Value::as_str);
    let mut found: Vec<String> = table.chain(filter).map(str::to_owned).collect();
    for rule in rules(document) {
        for spelled in spellings(name(labelled)) {
            let tool = split(rule.pattern).0.strip_prefix(&format!("mcp__{spelled}__"));
            found.extend(tool.filter(|tool| !tool.contains('*')).map(str::to_owned));
        }
    }
    found
}
