//! What speaks of calls in general: `runner`, `harness` and `sandbox` (CONF-20, CONF-22, CONF-23).

use super::fields::{array, lenient, one_spelling, required, strict, string};
use super::permission::{mode, permission};
use crate::diagnostic::{Code, Collector};
use crate::document::{Agent, AuthorRule, Harness, RuleList, Sandbox};
use crate::json::{Member, Pointer, Value};
use crate::permission::Permission;
use crate::rule::{Reading, never_decides, parse};
use crate::suggest::quoted;

/// Reads `runner`; the values of the rules that were read are added to `written`.
pub(super) fn runner<'v>(
    value: &'v Value<'v>,
    at: &Pointer<'_>,
    agent: &mut Agent<'v>,
    written: &mut Vec<&'v Value<'v>>,
    out: &mut Collector,
) {
    let Some([permissions]) = lenient(value, ["permissions"], at, out) else { return };
    let Some(permissions) = permissions else { return };
    let at = at.key("permissions");
    let Some([default, rules]) = strict(&permissions.value, ["default", "rules"], &at, out) else { return };
    agent.default = default.and_then(|member| mode(&member.value, &at.key("default"), out));
    let Some(rules) = rules else { return };
    let at = at.key("rules");
    for (index, value) in array(&rules.value, &at, out).unwrap_or_default().iter().enumerate() {
        let here = at.index(index);
        let Some([pattern, says]) = strict(value, ["pattern", "permission"], &here, out) else { continue };
        let place = here.key("pattern");
        let pattern = required(pattern, "pattern", value, &here, out);
        let text = pattern.and_then(|pattern| string(pattern, &place, out));
        let says = required(says, "permission", value, &here, out)
            .and_then(|value| permission(value, &here.key("permission"), out));
        if let (Some(value), Some(text)) = (pattern, text) {
            // The strictest permission allows the most forms: what it refuses is wrong in any case.
            check_pattern(text, RuleList::Runner, says.unwrap_or(Permission::Deny), &place, value.start, out);
        }
        if let (Some(pattern), Some(permission)) = (text, says) {
            agent.rules.push(AuthorRule { list: RuleList::Runner, index, pattern, permission });
            written.push(value);
        }
    }
}

/// Reads `harness`; the values of the rules that were read are added to `written`.
pub(super) fn harness<'v>(
    value: &'v Value<'v>,
    at: &Pointer<'_>,
    agent: &mut Agent<'v>,
    written: &mut Vec<&'v Value<'v>>,
    out: &mut Collector,
) {
    let Some([kind, permissions]) = lenient(value, ["kind", "permissions"], at, out) else { return };
    agent.harness = Harness {
        kind: kind.and_then(|member| string(&member.value, &at.key("kind"), out)),
        ..Harness::default()
    };
    let Some(permissions) = permissions else { return };
    let at = at.key("permissions");
    let known = ["default_mode", "defaultMode", "approval_policy", "sandbox_mode", "allow", "ask", "deny"];
    let Some([snake, camel, approval, sandbox, allow, ask, deny]) =
        lenient(&permissions.value, known, &at, out)
    else {
        return;
    };
    let mut word = |member: Option<&'v Member<'v>>| {
        member.and_then(|member| string(&member.value, &at.key(&member.key), out))
    };
    (agent.harness.approval_policy, agent.harness.sandbox_mode) = (word(approval), word(sandbox));
    agent.harness.default_mode = one_spelling(snake, camel, &at, out)
        .and_then(|member| string(&member.value, &at.key(&member.key), out));
    for (list, permission) in [allow, ask, deny].into_iter().zip(Permission::ALL) {
        let Some(member) = list else { continue };
        let (at, list) = (at.key(&member.key), RuleList::Harness(permission));
        for (index, value) in array(&member.value, &at, out).unwrap_or_default().iter().enumerate() {
            let here = at.index(index);
            let Some(pattern) = string(value, &here, out) else { continue };
            check_pattern(pattern, list, permission, &here, value.start, out);
            agent.rules.push(AuthorRule { list, index, pattern, permission });
            written.push(value);
        }
    }
}

fn check_pattern(
    pattern: &str,
    list: RuleList,
    permission: Permission,
    at: &Pointer<'_>,
    offset: u32,
    out: &mut Collector,
) {
    match parse(pattern, list, permission) {
        Reading::HarnessOnly => {
            let loss = match permission {
                Permission::Allow => "the gate does not read this allow and decides such calls without it",
                Permission::Ask => "the gate cannot enforce this ask",
                Permission::Deny => "the gate cannot enforce this deny",
            };
            let message = format!("{} is passed on to the harness's settings: {loss}", quoted(pattern));
            out.warning(Code::RuleHarnessOnly, at.text(), offset, message);
        }
        Reading::Gate(_) | Reading::SettingsOnly => {}
        Reading::Invalid { message, help } => {
            out.error(Code::RulePattern, at.text(), offset, message);
            out.help(|| help);
        }
    }
}

/// Warns of rules that can never decide (CONF-22).
pub(super) fn never(agent: &Agent<'_>, written: &[&Value<'_>], out: &mut Collector) {
    if agent.rules.is_empty() {
        return;
    }
    let servers: Vec<&str> = agent.servers.iter().map(|server| server.name).collect();
    for (index, why) in never_decides(&agent.rules, &servers) {
        let (Some(rule), Some(value)) = (agent.rules.get(index), written.get(index)) else { continue };
        let base = Pointer::Root(agent.base);
        let place = format!("{}{}/{}", base.text(), rule.list.pointer(), rule.index);
        out.warning(Code::RuleNever, place, value.start, why);
    }
}

/// Reads `sandbox`.
pub(super) fn sandbox(value: &Value<'_>, at: &Pointer<'_>, out: &mut Collector) -> Sandbox {
    let mut read = Sandbox::default();
    let Some([Some(permissions)]) = lenient(value, ["permissions"], at, out) else { return read };
    let at = at.key("permissions");
    let known = ["network", "filesystem"];
    let Some([network, filesystem]) = lenient(&permissions.value, known, &at, out) else { return read };
    if let Some(member) = network {
        let at = at.key("network");
        if let Some([Some(mode)]) = lenient(&member.value, ["mode"], &at, out) {
            read.network_off = string(&mode.value, &at.key("mode"), out).is_some_and(|mode| mode != "on");
        }
    }
    if let Some(member) = filesystem {
        let word = string(&member.value, &at.key("filesystem"), out);
        read.filesystem_readonly = word.is_some_and(|word| matches!(word, "readonly" | "off"));
    }
    read
}
