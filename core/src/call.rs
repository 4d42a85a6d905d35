//! One tool call put to the gate.

use std::borrow::Cow;

use crate::json::{Kind, Member, Value};
use crate::name::RENDERED_PREFIX;
use crate::rule::Arguments;
use crate::suggest::{is_near_miss, quoted};

/// What a call says it is; inferred when it does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallKind {
    /// A tool of an MCP server.
    Mcp,
    /// A tool of `tools` that the platform fulfils (`callback`, `code`).
    Gateway,
    /// A tool of `tools` that the browser fulfils.
    Client,
    /// A tool of the harness itself.
    Builtin,
}

impl CallKind {
    /// Reads the exact word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "mcp" => Some(Self::Mcp),
            "gateway" => Some(Self::Gateway),
            "client" => Some(Self::Client),
            "builtin" => Some(Self::Builtin),
            _ => None,
        }
    }
}

/// How a call names its tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject<'a> {
    /// A server and the tool's name as that server advertises it.
    Server {
        /// The server's label.
        server: &'a str,
        /// The tool.
        tool: &'a str,
    },
    /// A gateway tool, a client tool or a built-in, by its own name.
    Tool(&'a str),
    /// A rendered name, `mcp__<server>__<tool>`.
    Rendered(&'a str),
}

/// One tool call.
#[derive(Clone, Debug)]
pub struct Call<'a> {
    /// The tool it names.
    pub subject: Subject<'a>,
    /// What it says it is.
    pub kind: Option<CallKind>,
    /// Whether the caller of the gate says, with exactly `true`, that it only reads (PERM-9).
    pub read_only: bool,
    /// Its arguments.
    pub arguments: Arguments<'a>,
}

/// The fields of a call that name it.
#[derive(Clone, Copy, Debug, Default)]
pub struct NamedCall<'a> {
    /// `server`
    pub server: Option<&'a str>,
    /// `tool`
    pub tool: Option<&'a str>,
    /// `name`
    pub name: Option<&'a str>,
    /// `kind`
    pub kind: Option<&'a str>,
    /// `read_only` is exactly `true`
    pub read_only: bool,
}

const FIELDS: [&str; 6] = ["server", "tool", "name", "args", "read_only", "kind"];

/// How the names end under which other programs give the arguments (`tool_input`, `rawArgs`). A rule
/// must not miss arguments that came so: such a call is malformed.
const ARGUMENTS: [&str; 7] = ["args", "argument", "arguments", "argv", "input", "params", "parameters"];

fn is_meant_for_a_field(key: &str) -> bool {
    let plain: String = key
        .chars()
        .filter(|character| !matches!(character, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect();
    FIELDS.into_iter().any(|known| is_near_miss(key, known))
        || plain.starts_with("args")
        || ARGUMENTS.into_iter().any(|known| plain.ends_with(known) || is_near_miss(key, known))
}

impl<'a> NamedCall<'a> {
    /// The call without arguments.
    ///
    /// # Errors
    /// A sentence that says what is malformed (PERM-2).
    pub fn call(&self) -> Result<Call<'a>, &'static str> {
        let kind = match self.kind {
            None => None,
            Some(word) => Some(
                CallKind::parse(word)
                    .ok_or("the call's `kind` is none of `mcp`, `gateway`, `client` and `builtin`")?,
            ),
        };
        let subject = match (self.server, self.tool, self.name) {
            (Some(server), Some(tool), None) => Subject::Server { server, tool },
            (None, Some(name), None) | (None, None, Some(name)) if name.starts_with(RENDERED_PREFIX) => {
                Subject::Rendered(name)
            }
            (None, Some(tool), None) | (None, None, Some(tool)) => Subject::Tool(tool),
            (Some(_), None, None) => return Err("the call names a server and no `tool`"),
            (None, None, None) => return Err("the call names no `tool`"),
            (_, _, Some(_)) => return Err("the call gives `name` and beside it `server` or `tool`"),
        };
        let empty = match subject {
            Subject::Server { server, tool } => server.is_empty() || tool.is_empty(),
            Subject::Tool(tool) => tool.trim().is_empty(),
            Subject::Rendered(_) => false,
        };
        if empty {
            return Err("the call's name is empty");
        }
        Ok(Call { subject, kind, read_only: self.read_only, arguments: Arguments::Absent })
    }
}

impl<'a> Call<'a> {
    /// Reads `{"server"?, "tool"?, "name"?, "args"?, "read_only"?, "kind"?}`; `args` of `null` are none.
    ///
    /// # Errors
    /// A sentence that says what is malformed (PERM-2): a field of the wrong type, or one that was
    /// meant for a field of calls and is spelled another way.
    pub fn read(value: &'a Value<'a>) -> Result<Self, Cow<'static, str>> {
        let Kind::Object(members) = &value.kind else {
            return Err("the call is not an object".into());
        };
        let mut named = NamedCall::default();
        let mut arguments = None;
        for Member { key, value, .. } in members {
            let slot = match key.as_ref() {
                "server" => &mut named.server,
                "tool" => &mut named.tool,
                "name" => &mut named.name,
                "kind" => &mut named.kind,
                "read_only" => {
                    named.read_only = value.as_bool() == Some(true);
                    continue;
                }
                "args" => {
                    arguments = Some(value);
                    continue;
                }
                other if is_meant_for_a_field(other) => {
                    return Err(
                        format!("the call has a field {}, which calls do not read", quoted(other)).into()
                    );
                }
                // Other fields belong to the caller.
                _ => continue,
            };
            match &value.kind {
                Kind::String(text) => *slot = Some(text),
                // A caller that lost the server's name must not be taken to mean a built-in.
                _ => return Err(format!("the call's `{key}` is not a string").into()),
            }
        }
        let mut call = named.call()?;
        call.arguments = Arguments::read(arguments.filter(|value| !value.is_null()));
        Ok(call)
    }
}
