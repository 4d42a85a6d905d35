//! What the files of Claude Code say about the server, and about what a session may touch (TEAM-120).

use serde_json::Value;

use super::SERVER_NAME;
use super::render::PROTECTED_PATH;
use crate::suggest::quoted;

/// The rules that keep a session from writing the control plane and the queue: to stand in
/// `permissions.deny` of the project's `.claude/settings.json`.
pub const REQUIRED_CLAUDE_DENY: [&str; 11] = [
    "Edit(/.agentteams/**)",
    "Edit(/.agentteams-queue/**)",
    "Edit(/.claude/**)",
    "Edit(/.codex/**)",
    "Edit(/.goose/**)",
    "Edit(/.mcp.json)",
    "Edit(/CLAUDE.md)",
    "Edit(/AGENTS.md)",
    "Write(/.agentteams/**)",
    "Write(/.agentteams-queue/**)",
    "Write(/.claude/**)",
];

/// The rules that keep native read tools from secrets, where granted agents have such tools.
pub const READ_SECRETS_CLAUDE_DENY: [&str; 24] = [
    "Read(**/.env)",
    "Read(**/.env.*)",
    "Read(**/.ssh/**)",
    "Read(**/.gnupg/**)",
    "Read(**/.aws/**)",
    "Read(**/.kube/**)",
    "Read(**/.docker/**)",
    "Read(**/.netrc)",
    "Read(**/.pgpass)",
    "Read(**/.npmrc)",
    "Read(**/.pypirc)",
    "Read(**/.git-credentials)",
    "Read(**/credentials*)",
    "Read(**/id_rsa*)",
    "Read(**/id_dsa*)",
    "Read(**/id_ecdsa*)",
    "Read(**/id_ed25519*)",
    "Read(**/*.pem)",
    "Read(**/*.key)",
    "Read(**/*.p12)",
    "Read(**/*.pfx)",
    "Read(**/*.jks)",
    "Read(**/*.keystore)",
    "Read(**/*.kdbx)",
];

/// A server's name as Claude Code renders it, without case: names that give the same can take its place.
fn rendered(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c.to_ascii_lowercase() } else { '_' };
    name.chars().map(plain).collect()
}

pub(super) fn is_ours(name: &str) -> bool {
    rendered(name) == SERVER_NAME
}

/// The names of a `mcpServers` object that would take the server's place.
pub(super) fn shadows(servers: Option<&Value>) -> Vec<&str> {
    let Some(servers) = servers.and_then(Value::as_object) else { return Vec::new() };
    servers.keys().map(String::as_str).filter(|name| is_ours(name)).collect()
}

fn list<'v>(value: &'v Value, path: &[&str]) -> Vec<&'v str> {
    let found = path.iter().try_fold(value, |value, key| value.get(key));
    found
        .and_then(Value::as_array)
        .map(|items| items.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default()
}

/// The rules of `permissions.deny`.
pub(super) fn denied(settings: &Value) -> Vec<&str> {
    list(settings, &["permissions", "deny"])
}

/// What is wrong with one settings file, whoever's it is.
pub(super) fn settings_problems(path: &str, settings: &Value, out: &mut Vec<String>) {
    let file = quoted(path);
    for name in shadows(settings.get("mcpServers")) {
        out.push(format!(
            "{file} defines a server {}, which would take the place of `{SERVER_NAME}`",
            quoted(name)
        ));
    }
    for rule in denied(settings).into_iter().filter(|rule| rule.starts_with(&format!("mcp__{SERVER_NAME}"))) {
        out.push(format!("{file} denies {}, so granted agents cannot use it", quoted(rule)));
    }
    let mode = settings.get("permissions").and_then(|permissions| permissions.get("defaultMode"));
    if mode.and_then(Value::as_str) == Some("bypassPermissions") {
        out.push(format!(
            "{file} bypasses permissions, which undoes the rules that protect the control plane"
        ));
    }
    for rule in list(settings, &["permissions", "allow"]) {
        if REQUIRED_CLAUDE_DENY.contains(&rule) {
            out.push(format!("{file} allows {}, which is to be denied", quoted(rule)));
        }
    }
    let names = |entry: &Value| entry.get("serverName").and_then(Value::as_str).is_some_and(is_ours);
    let starts =
        |entry: &Value| list(entry, &["serverCommand"]).iter().any(|word| word.ends_with(PROTECTED_PATH));
    let entries = |key: &str| settings.get(key).and_then(Value::as_array);
    if entries("deniedMcpServers").is_some_and(|list| list.iter().any(|entry| names(entry) || starts(entry)))
    {
        out.push(format!("{file} denies the server `{SERVER_NAME}`, so it would not load"));
    }
    if entries("allowedMcpServers")
        .is_some_and(|list| !list.iter().any(|entry| names(entry) || starts(entry)))
    {
        out.push(format!("{file} lists the servers that may load, and `{SERVER_NAME}` is not among them"));
    }
}

/// What is wrong with the user's `.claude.json`, whose servers are the user's own or a project's.
pub(super) fn user_problems(path: &str, file: &Value, out: &mut Vec<String>) {
    let of_projects =
        file.get("projects").and_then(Value::as_object).into_iter().flat_map(serde_json::Map::values);
    for holder in std::iter::once(file).chain(of_projects) {
        for name in shadows(holder.get("mcpServers")) {
            let (file, name) = (quoted(path), quoted(name));
            out.push(format!(
                "{file} defines a server {name}, which would take the place of `{SERVER_NAME}`"
            ));
        }
    }
}
