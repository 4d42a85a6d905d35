//! What Pi is told: which tools to register, and for its own MCP client which to hide (HARN-25).

use foldhash::fast::RandomState;
use indexmap::IndexMap;
use serde::Serialize;

use super::known::Known;

type Table<V> = IndexMap<String, V, RandomState>;

/// Of each server with tools to hide, what to merge into its entry of `mcpServers`.
pub type Exposure = Table<ServerExposure>;

/// A part of a server's entry.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ServerExposure {
    /// `hidden`, by the server's own name of the tool.
    pub tool_exposure: Table<&'static str>,
}

pub(super) fn exposure(known: &Known<'_>) -> Exposure {
    let mut out = Exposure::default();
    for server in &known.servers {
        let hidden = known.tools_of(server).iter().filter(|tool| tool.says.denies());
        let tool_exposure: Table<_> = hidden.map(|tool| (tool.name.to_owned(), "hidden")).collect();
        if !tool_exposure.is_empty() {
            out.insert(server.kept.label().to_owned(), ServerExposure { tool_exposure });
        }
    }
    out
}
