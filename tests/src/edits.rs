//! The operations of `tests/vectors/edit` on the Rust surface: edits of a policy, comparing,
//! suggesting, the question of the missing tool, and a server's session entry.

use callgate::wire;
use serde_json::Value;

use crate::surface::{Arguments, answer};
use crate::vector::Form;

/// The result of such an operation; nothing when it is not one.
pub(crate) fn run(op: &str, arguments: &Arguments, form: Form) -> Option<Result<Value, String>> {
    let known = [
        "set_server_permission",
        "set_tool_permission",
        "set_new_tool_permission",
        "set_tool_filter",
        "ask_for_write_and_delete",
        "suggest_rule",
        "diff",
        "why",
        "materialize",
    ];
    known.contains(&op).then(|| answered(op, arguments, form))
}

fn answered(op: &str, arguments: &Arguments, form: Form) -> Result<Value, String> {
    let need = |key: &str| arguments.need(key, form);
    let text = |key: &str| arguments.text(key);
    // Null is "Follow agent policy", or no rule.
    let permission = arguments.string("permission");
    let permission = permission.as_deref();
    answer(match op {
        "set_server_permission" => wire::set_server_permission(need("policy")?, permission),
        "set_tool_permission" => wire::set_tool_permission(need("policy")?, &text("tool")?, permission),
        "set_new_tool_permission" => wire::set_new_tool_permission(need("policy")?, permission),
        "set_tool_filter" => wire::set_tool_filter(need("policy")?, &text("mode")?, need("names")?),
        "ask_for_write_and_delete" => wire::ask_for_write_and_delete(need("policy")?, need("catalog")?),
        "suggest_rule" => wire::suggest_rule(need("agent")?, need("call")?, &text("permission")?),
        "diff" => wire::diff(need("before")?, need("after")?, arguments.input("catalogs", form)),
        "why" => {
            let catalog = arguments.input("catalog", form);
            wire::why(need("agent")?, &text("server")?, &text("tool")?, catalog)
        }
        _ => wire::materialize(need("server")?, need("secrets")?, arguments.input("gateway", form)),
    })
}
