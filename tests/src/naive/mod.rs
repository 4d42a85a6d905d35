//! A second evaluator (QUAL-31): the resolution of `policy.md` on plain JSON values, read from the
//! page alone. It scans everything for every call, builds no index and shares no code with the core;
//! where the two differ, one of them is wrong. Documents are taken to be valid.

mod document;
mod identity;
mod rules;
mod shell;

use serde_json::Value;

use document::{catalog, items, name, permission, servers, specs};
use identity::{Subject, identify};
use rules::strictest_rule;

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
        Subject::Mcp { server, tool, .. } => {
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
        Subject::Mcp { server, tool, .. } => {
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
        Subject::Mcp { server, tool, rendered } => servers(floor)
            .filter(|other| is_same(server, other))
            .map(|server| Subject::Mcp { server, tool: tool.clone(), rendered: *rendered })
            .collect(),
        Subject::Spec(spec) => named(name(spec)),
        Subject::Builtin(tool) => named(tool),
    };
    let default = |known: Option<&Subject<'_>>| {
        let written = !floor["runner"]["permissions"]["default"].is_null();
        // Hints are known by the agent's own labels; a gateway tool has the floor's own readOnly.
        let read_only = match (subject, known) {
            (_, Some(spec @ Subject::Spec(_))) => is_read_only(options, spec, call),
            (Subject::Spec(_), _) => false,
            _ => is_read_only(options, subject, call),
        };
        // PERM-30: of a default only a deny counts for a client tool.
        let client = |one: &Subject<'_>| matches!(one, Subject::Spec(spec) if spec["kind"] == "client");
        let is_client = client(subject) || known.is_some_and(client);
        let decided = written.then(|| default_step(floor, subject, read_only).0);
        decided.filter(|decided| !is_client || *decided == Deny)
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
