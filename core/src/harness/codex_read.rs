//! How Codex reads `.codex/config.toml`: all of it, or it does not start.
//!
//! Walks the parsed file by hand: deserialisers for these few fields would double what the parser
//! costs in the wasm module.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::codex_config::{
    ApprovalMode, ApprovalPolicy, Config, McpServer, ModelProvider, SandboxMode, Table, ToolSettings,
};

/// A value of another type than Codex wants, or a word that it does not know.
struct Refused;

type Read<T> = Result<T, Refused>;

/// `None`: Codex refuses the file and does not start.
pub(super) fn read(content: &str) -> Option<Config> {
    let root = DeTable::parse(content).ok()?;
    config(root.get_ref()).ok()
}

fn config(root: &DeTable<'_>) -> Read<Config> {
    Ok(Config {
        approval_policy: word(root, "approval_policy", &ApprovalPolicy::WORDS)?,
        sandbox_mode: word(root, "sandbox_mode", &SandboxMode::WORDS)?,
        model_provider: string(root, "model_provider")?,
        model_providers: table(root, "model_providers", |provider| {
            Ok(ModelProvider { name: string(provider, "name")?, env_key: string(provider, "env_key")? })
        })?,
        mcp_servers: table(root, "mcp_servers", server)?,
    })
}

fn server(entry: &DeTable<'_>) -> Read<McpServer> {
    let headers = optional(entry, "env_http_headers", DeValue::as_table)?;
    let header = |(name, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
        let name: &std::borrow::Cow<'_, str> = name.get_ref();
        Ok((name.clone().into_owned(), value.get_ref().as_str().ok_or(Refused)?.to_owned()))
    };
    let server = McpServer {
        command: string(entry, "command")?,
        url: string(entry, "url")?,
        enabled: optional(entry, "enabled", DeValue::as_bool)?,
        enabled_tools: strings(entry, "enabled_tools")?,
        disabled_tools: strings(entry, "disabled_tools")?,
        default_tools_approval_mode: word(entry, "default_tools_approval_mode", &ApprovalMode::WORDS)?,
        env_http_headers: headers.into_iter().flatten().map(header).collect::<Read<_>>()?,
        tools: table(entry, "tools", |tool| {
            Ok(ToolSettings { approval_mode: word(tool, "approval_mode", &ApprovalMode::WORDS)? })
        })?,
    };
    // One way to reach it, and only one.
    if server.url.is_some() == server.command.is_some() { Err(Refused) } else { Ok(server) }
}

/// The value of that key, when it is there; refused when it is of another type.
fn optional<'t, 'i, T>(
    table: &'t DeTable<'i>,
    key: &str,
    read: impl FnOnce(&'t DeValue<'i>) -> Option<T>,
) -> Read<Option<T>> {
    let found = table.iter().find(|(name, _)| name.get_ref() == key);
    found.map(|(_, value)| read(value.get_ref()).ok_or(Refused)).transpose()
}

fn string(table: &DeTable<'_>, key: &str) -> Read<Option<String>> {
    optional(table, key, |value| value.as_str().map(str::to_owned))
}

fn strings(table: &DeTable<'_>, key: &str) -> Read<Option<Vec<String>>> {
    optional(table, key, |value| {
        value.as_array()?.iter().map(|item| item.get_ref().as_str().map(str::to_owned)).collect()
    })
}

fn word<T: Copy>(table: &DeTable<'_>, key: &str, words: &[(&str, T)]) -> Read<Option<T>> {
    optional(table, key, |value| {
        let written = value.as_str()?;
        words.iter().find(|(word, _)| *word == written).map(|(_, meant)| *meant)
    })
}

fn table<T>(parent: &DeTable<'_>, key: &str, read: impl Fn(&DeTable<'_>) -> Read<T>) -> Read<Table<T>> {
    let entries = optional(parent, key, DeValue::as_table)?.into_iter().flatten();
    let one = |(name, value): (&Spanned<std::borrow::Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
        let entry = value.get_ref().as_table().ok_or(Refused)?;
        Ok((name.get_ref().clone().into_owned(), read(entry)?))
    };
    entries.map(one).collect()
}
