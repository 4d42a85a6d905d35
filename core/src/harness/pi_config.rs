//! What Pi's own MCP client does with `.pi/mcp.json` (HARN-25).

use serde_json::Value;

use super::predict::{Outcomes, ServerTools, note};
use super::{Outcome, SettingsFile};
use crate::json::replace_lone_surrogates;
use crate::name::Spelling;

/// Where Pi 1.6 reads the MCP servers of a project.
pub(crate) const PROJECT_FILE: &str = ".pi/mcp.json";

/// The observed version that has no MCP client of its own, and so reads no such file.
const WITHOUT_CLIENT: &str = "0.73.1";

/// Pi asks about nothing and knows no rules: a tool is hidden, or it is there and the gate decides.
pub(super) fn predict(files: &[SettingsFile], servers: &[ServerTools<'_>], version: &str) -> Outcomes {
    let files = if version == WITHOUT_CLIENT { &[] } else { files };
    let file = files.iter().find(|file| file.path.strip_prefix("./").unwrap_or(&file.path) == PROJECT_FILE);
    let read = |file: &SettingsFile| serde_json::from_str(&replace_lone_surrogates(&file.content)).ok();
    let config: Value = file.and_then(read).unwrap_or_default();
    let mut outcomes = Outcomes::default();
    for one in servers {
        let exposure = config
            .get("mcpServers")
            .and_then(|all| all.get(one.server))
            .and_then(|server| server.get("toolExposure"));
        for tool in &one.tools {
            let said = exposure.and_then(|exposure| exposure.get(tool.name)).and_then(Value::as_str);
            let outcome = if said == Some("hidden") { Outcome::Gone } else { Outcome::Ask };
            note(&mut outcomes, Spelling::Claude.render(one.server, tool.name), outcome);
        }
    }
    outcomes
}
