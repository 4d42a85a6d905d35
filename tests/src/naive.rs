//! A second evaluator (QUAL-31): the resolution of `policy.md` on plain JSON values, read from the
//! page alone. It scans everything for every call, builds no index and shares no code with the core;
//! where the two differ, one of them is wrong. Documents are taken to be valid.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::naive_shell::{is_allowed_command, starts_with_somewhere, strings_of_arguments};

/// A permission; a stricter one is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Permission {
    /// `allow`
    Allow,
    /// `ask`
    Ask,
    /// `deny`
    Deny,
}

/// What decided, as in a reason's `step`.
pub type Step = &'static str;

/// What a gate is compiled with, beside the document.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The organisation's document.
    pub floor: Option<Value>,
    /// The kill switch.
    pub deny_all: bool,
    /// Servers whose hints count.
    pub trusted_hints: Vec<String>,
    /// Server to `tools/list` result.
    pub catalogs: Option<Value>,
}

use Permission::{Allow, Ask, Deny};

/// What a call is for.
#[derive(Clone, PartialEq)]
enum Subject<'a> {
    Mcp { server: &'a Value, tool: String },
    Spec(&'a Value),
    Builtin(String),
}

/// The decision of one document for one call, with its floor.
#[must_use]
pub fn decide(agent: &Value, options: &Options, call: &Value) -> (Permission, Step) {
    if options.deny_all {
        return (Deny, "kill_switch");
    }
    let candidates = match identify(agent, options, call) {
        Ok(candidates) => candidates,
        Err(step) => return (Deny, step),
    };
    let decisions = candidates.iter().map(|subject| {
        let ladder = with_author_rules(agent, subject, call, ladder(agent, options, subject, call));
        match options.floor.as_ref().and_then(|floor| floor_decision(agent, floor, options, subject, call)) {
            Some(floor) if floor > ladder.0 => (floor, "floor"),
            _ => ladder,
        }
    });
    let strictest = decisions.max_by_key(|decision| decision.0).expect("a candidate");
    if candidates.len() > 1 { (strictest.0, "ambiguous_name") } else { strictest }
}

// PERM-2: which tool the call is for.
fn identify<'a>(agent: &'a Value, options: &Options, call: &Value) -> Result<Vec<Subject<'a>>, Step> {
    let text = |key: &str| call.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
    let found = match (text("server"), text("tool"), text("name")) {
        (Some("agenta-tools"), Some(tool), None) => {
            specs(agent).filter(|spec| name(spec) == tool).map(Subject::Spec).collect()
        }
        (Some(server), Some(tool), None) => {
            let found: Vec<_> = servers(agent)
                .filter(|entry| name(entry) == server)
                .map(|server| Subject::Mcp { server, tool: tool.to_owned() })
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
                add(Subject::Mcp { server, tool: rest.to_owned() });
            }
            for tool in named_tools(agent, server, options) {
                if spellings(&tool).iter().any(|spelled| spelled == rest) {
                    add(Subject::Mcp { server, tool });
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

// PERM-3 to PERM-9: the first step that applies.
fn ladder(agent: &Value, options: &Options, subject: &Subject<'_>, call: &Value) -> (Permission, Step) {
    let labels: Vec<&str> = servers(agent).map(name).collect();
    let rule = || strictest_rule(agent, &labels, subject, call, false).map(|found| (found, "rule"));
    let default = || default_step(agent, subject, is_read_only(options, subject, call));
    own_step(subject).or_else(rule).unwrap_or_else(default)
}

fn default_step(agent: &Value, subject: &Subject<'_>, read_only: bool) -> (Permission, Step) {
    let decided = match agent["runner"]["permissions"]["default"].as_str() {
        None | Some("allow_reads") if read_only => (Allow, "read_only"),
        None | Some("allow_reads") => (Ask, "default"),
        Some(word) => (permission(word), "default"),
    };
    // PERM-30: a client tool pauses in any case; of the default only a deny counts.
    let is_client = matches!(subject, Subject::Spec(spec) if spec["kind"] == "client");
    if is_client && decided.0 == Allow { (Ask, "default") } else { decided }
}

fn own_step(subject: &Subject<'_>) -> Option<(Permission, Step)> {
    let word = |value: &Value| value.as_str().map(permission);
    match subject {
        Subject::Mcp { server, tool } => {
            let policy = &server["policy"];
            let (table, new) = (&policy["tool_permissions"], word(&policy["new_tool_permission"]));
            if policy["tools"]["mode"] == "include"
                && !items(&policy["tools"]["names"]).any(|name| name == tool.as_str())
            {
                Some((Deny, "filter"))
            } else if table.as_object().is_some_and(|table| !table.is_empty()) || new.is_some() {
                let entry = table.get(tool).and_then(word).map(|found| (found, "tool_permission"));
                entry.or(new.map(|found| (found, "new_tool_permission"))).or(Some((Ask, "new_tool_floor")))
            } else {
                word(&policy["permission"]).map(|found| (found, "server_permission"))
            }
        }
        Subject::Spec(spec) => word(&spec["permission"]).map(|found| (found, "spec_permission")),
        Subject::Builtin(_) => None,
    }
}

fn is_read_only(options: &Options, subject: &Subject<'_>, call: &Value) -> bool {
    let said = call.get("read_only") == Some(&Value::Bool(true));
    match subject {
        Subject::Spec(spec) => spec["readOnly"] == true || spec["read_only"] == true,
        Subject::Builtin(_) => said,
        Subject::Mcp { server, tool } => {
            let mut entries = catalog(server, options)
                .into_iter()
                .filter(|entry| entry["name"] == tool.as_str())
                .peekable();
            let trusted = options.trusted_hints.iter().any(|trusted| trusted == name(server))
                && entries.peek().is_some();
            let hint = |entry: &Value| {
                entry["annotations"]["readOnlyHint"] == true
                    && entry["annotations"]["destructiveHint"] != true
            };
            said || (trusted && entries.all(hint))
        }
    }
}

// PERM-11: a rule of ask or deny holds whatever decided.
fn with_author_rules(
    agent: &Value,
    subject: &Subject<'_>,
    call: &Value,
    decided: (Permission, Step),
) -> (Permission, Step) {
    match strictest_rule(agent, &[], subject, call, true) {
        Some(rule) if rule > decided.0 => (rule, "rule"),
        _ => decided,
    }
}

// PERM-12: what another document says of the same call, when it says anything.
fn floor_decision(
    agent: &Value,
    floor: &Value,
    options: &Options,
    subject: &Subject<'_>,
    call: &Value,
) -> Option<Permission> {
    let named = |tool: &str| specs(floor).filter(|spec| name(spec) == tool).map(Subject::Spec).collect();
    let known: Vec<Subject<'_>> = match subject {
        Subject::Mcp { server, tool } => servers(floor)
            .filter(|other| is_same(server, other))
            .map(|server| Subject::Mcp { server, tool: tool.clone() })
            .collect(),
        Subject::Spec(spec) => named(name(spec)),
        Subject::Builtin(tool) => named(tool),
    };
    let default = |known: Option<&Subject<'_>>| {
        let written = !floor["runner"]["permissions"]["default"].is_null();
        // Hints are known by the agent's own labels; a gateway tool has the floor's own readOnly.
        let read_only = match subject {
            Subject::Spec(_) => known.is_some_and(|known| is_read_only(options, known, call)),
            _ => is_read_only(options, subject, call),
        };
        written.then(|| default_step(floor, subject, read_only).0)
    };
    // Rules know a server by the floor's label and by the agent's.
    let labels: Vec<&str> = servers(floor).chain(servers(agent)).map(name).collect();
    let by = |subject: &Subject<'_>, no_allow| strictest_rule(floor, &labels, subject, call, no_allow);
    let rule = |known: &Subject<'_>| by(known, false).max(by(subject, false));
    let mut words: Vec<Option<Permission>> = vec![by(subject, true)];
    for known in &known {
        let own = own_step(known).map(|step| step.0);
        words.push(own.or_else(|| rule(known)).or_else(|| default(Some(known))));
        words.push(by(known, true));
    }
    if known.is_empty() {
        words.push(rule(subject).or_else(|| default(None)));
    }
    words.into_iter().flatten().max()
}

/// Whether a server of the floor is this one: by name or by connection.
fn is_same(server: &Value, other: &Value) -> bool {
    name(other) == name(server) || place(server).is_some_and(|place| Some(place) == self::place(other))
}

/// What makes two connections the same.
fn place(server: &Value) -> Option<(&Value, &Value)> {
    let connection = &server["connection"];
    let target = ["slug", "provider", "url"].into_iter().find_map(|key| connection.get(key))?;
    Some((&connection["namespace"], target))
}

struct Rule<'a> {
    pattern: &'a str,
    permission: Permission,
}

/// The author rules that reach the gate (PERM-7).
fn rules(agent: &Value) -> Vec<Rule<'_>> {
    let written = items(&agent["runner"]["permissions"]["rules"]).map(|rule| Rule {
        pattern: rule["pattern"].as_str().unwrap_or_default(),
        permission: permission(rule["permission"].as_str().unwrap_or_default()),
    });
    let lists = &agent["harness"]["permissions"];
    let listed =
        [("allow", Allow), ("ask", Ask), ("deny", Deny)].into_iter().flat_map(|(list, permission)| {
            items(&lists[list]).filter_map(Value::as_str).filter_map(move |pattern| {
                let settings_only = permission == Allow && (pattern.starts_with("mcp__") || pattern == "*");
                let (target, prefix) = split(pattern);
                let foreign = target.contains(['(', ')'])
                    || (target.contains('*') && !target.starts_with("mcp__") && target != "*");
                let prefixed_allow = permission == Allow && prefix.is_some() && target != "Bash";
                (!settings_only && !foreign && !prefixed_allow).then_some(Rule { pattern, permission })
            })
        });
    written.chain(listed).collect()
}

/// The strictest rule that matches; without allows when only ask and deny are asked for.
fn strictest_rule(
    document: &Value,
    labels: &[&str],
    subject: &Subject<'_>,
    call: &Value,
    no_allow: bool,
) -> Option<Permission> {
    let all = rules(document);
    let args = arguments(call);
    let prefixes: Vec<&str> = (all.iter())
        .filter(|rule| rule.permission == Allow)
        .filter_map(|rule| split(rule.pattern).1)
        .collect();
    let matches = |rule: &&Rule<'_>| {
        let (target, prefix) = split(rule.pattern);
        let named = if rule.permission == Allow {
            allow_names(labels, target, subject)
        } else {
            denies(target, subject)
        };
        named
            && match (prefix, rule.permission, subject) {
                (None, ..) => true,
                (Some(_), Allow, _) => is_allowed_command(&args, &prefixes),
                (Some(prefix), _, Subject::Builtin(tool)) if tool == "Bash" => {
                    starts_with_somewhere(&args, prefix)
                }
                (Some(prefix), _, subject) => {
                    let file =
                        matches!(subject, Subject::Builtin(tool) if FILE_TOOLS.contains(&tool.as_str()));
                    strings_of_arguments(&args, file)
                        .is_none_or(|texts| texts.iter().any(|text| text.starts_with(prefix)))
                }
            }
    };
    let wanted = all.iter().filter(|rule| !no_allow || rule.permission > Allow);
    wanted.filter(matches).map(|rule| rule.permission).max()
}

const FILE_TOOLS: [&str; 6] = ["Read", "Edit", "Write", "Ls", "Find", "Grep"];

/// A pattern's tool and its prefix (PERM-20).
fn split(pattern: &str) -> (&str, Option<&str>) {
    let inside = pattern.strip_suffix(":*)").and_then(|start| start.split_once('('));
    inside.map_or((pattern, None), |(tool, prefix)| (tool, Some(prefix)))
}

/// The names under which ask and deny know a subject, and whether the target is one of them.
fn denies(target: &str, subject: &Subject<'_>) -> bool {
    let rendered = |servers: Vec<String>, tool: &str| {
        servers.iter().any(|server| {
            glob(target, &format!("mcp__{server}"))
                || spellings(tool).iter().any(|tool| glob(target, &format!("mcp__{server}__{tool}")))
        })
    };
    target == "*"
        || match subject {
            Subject::Mcp { server, tool } => {
                target.starts_with("mcp__") && rendered(spellings(name(server)), tool)
            }
            Subject::Spec(spec) if target.starts_with("mcp__") => {
                rendered(spellings("agenta-tools"), name(spec))
            }
            Subject::Spec(spec) => target == name(spec),
            Subject::Builtin(tool) => fold(target) == *tool,
        }
}

/// Whether an allow names the subject: the server's part literal, the tool's raw, and no second
/// server that it could mean.
fn allow_names(labels: &[&str], target: &str, subject: &Subject<'_>) -> bool {
    let Some(body) = target.strip_prefix("mcp__") else {
        return match subject {
            Subject::Mcp { .. } => false,
            Subject::Spec(spec) => target == name(spec),
            Subject::Builtin(tool) => fold(target) == *tool,
        };
    };
    let readings = |server: &str| -> Vec<String> {
        let whole = spellings(server).into_iter().filter(|spelled| *spelled == body).map(|_| "*".to_owned());
        let parts = spellings(server).into_iter().filter_map(|spelled| {
            body.strip_prefix(&format!("{spelled}__")).filter(|tool| !tool.is_empty()).map(str::to_owned)
        });
        whole.chain(parts).collect()
    };
    let known: BTreeSet<&str> = labels.iter().copied().chain(["agenta-tools"]).collect();
    let meant = known.into_iter().filter(|server| !readings(server).is_empty());
    let (server, tool) = match subject {
        Subject::Mcp { server, tool } => (name(server), tool.as_str()),
        Subject::Spec(spec) => ("agenta-tools", name(spec)),
        Subject::Builtin(_) => return false,
    };
    meant.count() == 1 && readings(server).iter().any(|pattern| glob(pattern, tool))
}

fn glob(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|text| {
            text.char_indices().map(|(at, _)| at).chain([text.len()]).any(|at| glob(rest, &text[at..]))
        }),
    }
}

/// Arguments; a string that parses to an object is that object (PERM-21).
fn arguments(call: &Value) -> Value {
    let given = call.get("args").cloned().unwrap_or(Value::Null);
    let parsed = given.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
    parsed.filter(Value::is_object).unwrap_or(given)
}

/// A name and what Claude Code and Codex make of it.
fn spellings(name: &str) -> Vec<String> {
    let spelled = |keep: &str| -> String {
        name.chars().map(|c| if c.is_ascii_alphanumeric() || keep.contains(c) { c } else { '_' }).collect()
    };
    vec![name.to_owned(), spelled("_-"), spelled("_")]
}

fn fold(tool: &str) -> String {
    let known = ["Read", "Bash", "Edit", "Write", "Grep", "Find", "Ls"];
    known.into_iter().find(|known| known.eq_ignore_ascii_case(tool.trim())).unwrap_or(tool).to_owned()
}

fn permission(word: &str) -> Permission {
    match word {
        "allow" => Allow,
        "ask" => Ask,
        _ => Deny,
    }
}

fn name(entry: &Value) -> &str {
    entry["name"].as_str().unwrap_or_default()
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn servers(agent: &Value) -> impl Iterator<Item = &Value> {
    items(&agent["mcps"])
}

fn specs(agent: &Value) -> impl Iterator<Item = &Value> {
    items(&agent["tools"])
}

fn catalog<'o>(server: &Value, options: &'o Options) -> Vec<&'o Value> {
    let listed = options.catalogs.as_ref().map(|catalogs| &catalogs[name(server)]);
    listed.map(|listed| items(listed).chain(items(&listed["tools"])).collect()).unwrap_or_default()
}
