//! Validation (placeholder).
use crate::catalog::Catalogs;
use crate::diagnostic::Collector;
use crate::document::{Agent, Policy, Server};
use crate::json::Value;
use crate::permission::Permission;
/// Checked.
#[derive(Debug, Default)]
#[allow(missing_docs)]
pub struct Checked<'v> {
    pub agent: Agent<'v>,
    pub catalogs: Catalogs<'v>,
}
/// Reads.
pub fn read<'v>(root: &'v Value<'v>, _: Option<&'v Value<'v>>, _: &mut Collector) -> Checked<'v> {
    let mut agent = Agent::default();
    for (index, server) in root.get("mcps").and_then(Value::as_array).unwrap_or_default().iter().enumerate() {
        let said = |key: &str| {
            server
                .get("policy")
                .and_then(|policy| policy.get(key))
                .and_then(Value::as_str)
                .and_then(Permission::parse)
        };
        agent.servers.push(Server {
            index,
            name: server.get("name").and_then(Value::as_str).unwrap_or(""),
            connection: None,
            policy: Policy {
                permission: said("permission"),
                new_tool_permission: said("new_tool_permission"),
                tool_permissions: server
                    .get("policy")
                    .and_then(|policy| policy.get("tool_permissions"))
                    .and_then(Value::as_object)
                    .unwrap_or_default()
                    .iter()
                    .filter_map(|member| {
                        Some((member.key.as_ref(), Permission::parse(member.value.as_str()?)?))
                    })
                    .collect(),
                ..Policy::default()
            },
        });
    }
    Checked { agent, ..Checked::default() }
}
