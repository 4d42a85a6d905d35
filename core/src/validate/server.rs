//! Servers: one entry of `mcps`, and its name (CONF-5, CONF-6, CONF-9, CONF-15).

use super::connection::connection;
use super::fields::{required, strict, string};
use super::policy::{Owner, Written, policy};
use crate::catalog::Catalogs;
use crate::diagnostic::{Code, Collector};
use crate::document::Server;
use crate::json::{Member, Pointer, Value};
use crate::name::{INTERNAL_SERVER, MAX_NAME, OBJECT_NAMES, Spelling, is_valid};
use crate::suggest::quoted;

/// Where a server's names were written.
pub(super) struct Source<'v> {
    /// The value of `name`.
    pub(super) name: &'v Value<'v>,
    /// `policy.tools.names`.
    pub(super) names: &'v [Value<'v>],
    /// `policy.tool_permissions`.
    pub(super) table: &'v [Member<'v>],
}

/// Reads one entry of `mcps`; none when it has no name.
pub(super) fn server<'v>(
    value: &'v Value<'v>,
    index: usize,
    catalogs: &Catalogs<'v>,
    at: &Pointer<'_>,
    out: &mut Collector,
) -> Option<(Server<'v>, Source<'v>)> {
    let [name, link, rules] = strict(value, ["name", "connection", "policy"], at, out)?;
    let name_value = required(name, "name", value, at, out);
    let place = at.key("name");
    let name = name_value.and_then(|value| string(value, &place, out));
    if let (Some(value), Some(name)) = (name_value, name) {
        check_name(name, &place, value.start, out);
    }
    let connection = match link {
        Some(member) => connection(&member.value, &at.key("connection"), out),
        None => {
            let message = "no `connection`: matched to one by name, which is deprecated";
            out.warning(Code::ConnectionMissing, at.text(), value.start, message);
            None
        }
    };
    let read = match rules {
        Some(member) => {
            let mut owner = Owner::new(name, name.and_then(|name| catalogs.get(name)));
            policy(&member.value, &mut owner, &at.key("policy"), out)
        }
        None => Written::default(),
    };
    let source = Source { name: name_value?, names: read.names, table: read.table };
    Some((Server { index, name: name?, connection, policy: read.policy }, source))
}

fn check_name(name: &str, at: &Pointer<'_>, offset: u32, out: &mut Collector) {
    if !is_valid(name) {
        let message = if name.is_empty() {
            "a server's name must not be empty".to_owned()
        } else if name.encode_utf16().take(MAX_NAME.saturating_add(1)).count() > MAX_NAME {
            format!("a server's name has at most {MAX_NAME} characters")
        } else {
            format!("{} holds a character that a server's name cannot: only `A-Za-z0-9._-`", quoted(name))
        };
        out.error(Code::NameInvalid, at.text(), offset, message);
    }
    if claims_internal(name) {
        let message = format!(
            "{} is reserved, in every spelling: permission rules are keyed against `{INTERNAL_SERVER}`",
            quoted(name)
        );
        out.error(Code::NameReserved, at.text(), offset, message);
    } else if OBJECT_NAMES.contains(&name) {
        let message = format!("`{name}` is reserved: programs key objects by server names");
        out.error(Code::NameReserved, at.text(), offset, message);
    } else if is_valid(name) && (name.contains("__") || name.ends_with('_')) {
        let message = format!(
            "`{name}` has `__` in it or ends in `_`: the harness's names of its tools can be read two ways"
        );
        out.warning(Code::NameAmbiguous, at.text(), offset, message);
    }
}

/// Whether names rendered for this server could pass for the internal server's (CONF-6): what
/// follows `mcp__` begins with `agenta-tools__`, as the coarsest harness spells it, without case.
fn claims_internal(name: &str) -> bool {
    if !name.starts_with(['a', 'A']) {
        return false;
    }
    let rendered = Spelling::Codex.normalise(name).to_ascii_lowercase() + "__";
    let internal = Spelling::Codex.normalise(INTERNAL_SERVER).to_ascii_lowercase() + "__";
    rendered.starts_with(&internal)
}
