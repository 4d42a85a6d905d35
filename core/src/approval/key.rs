//! The call key (APPR-1 to 8): under which an answer is stored and found.

use core::ops::Range;
use std::borrow::Cow;

use super::canonical::Canonical;
use super::repair::Schema;
use crate::digest::Sha256;
use crate::json::scan::{Scanner, Shape};
use crate::name::{self, Spelling};

/// A call's arguments, as they were handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arguments<'a> {
    /// None were given, which is `{}` (APPR-2).
    Absent,
    /// Their JSON text; of any quality (APPR-7).
    Json(&'a str),
    /// A host value that is not plain JSON: no key (APPR-4).
    Refused,
}

/// A tool by what its key is made of (APPR-1).
#[derive(Clone, Debug)]
pub struct Identity<'a> {
    /// The tool's part of the key: a gateway or client tool's spec name, `mcp__<server>__<tool>` in
    /// raw spelling for an MCP tool, the rule name of a built-in.
    pub name: Cow<'a, str>,
    /// The JSON Schema of its arguments, when known (APPR-5).
    pub schema: Option<&'a Schema>,
    /// Whether it is the built-in Bash, whose `description` is no part of the call.
    pub bash: bool,
    /// Whether `name` may be in a harness's spelling, since no document says what is meant.
    pub rendered: bool,
}

/// The key of a call, `<tool>#<sha256 of the canonical arguments, 64 hex>`; nothing when the call
/// has none (APPR-1 to 7).
///
/// Without a document the name is folded when it is one of the seven built-ins', and the internal
/// server's prefix is taken off; any other name counts as it is. A gate knows better what a name
/// stands for: see [`Identity`].
///
/// ```
/// # use callgate::approval::{Arguments, call_key};
/// let key = call_key(Some("bash"), Arguments::Json(r#"{"command":"ls","description":"list"}"#), None);
/// assert_eq!(key, call_key(Some("Bash"), Arguments::Json(r#"{ "command": "ls" }"#), None));
/// assert_eq!(call_key(None, Arguments::Absent, None), None);
/// ```
#[must_use]
pub fn call_key(tool: Option<&str>, arguments: Arguments<'_>, schema: Option<&Schema>) -> Option<String> {
    let mut identity = plain_identity(tool?)?;
    identity.schema = schema;
    identity_key(&identity, arguments)
}

/// What a tool's name stands for when no document is at hand (APPR-1).
pub(super) fn plain_identity(tool: &str) -> Option<Identity<'_>> {
    let internal = [name::INTERNAL_SERVER, "agenta_tools"]
        .into_iter()
        .find_map(|server| tool.strip_prefix(name::RENDERED_PREFIX)?.strip_prefix(server)?.strip_prefix("__"))
        .filter(|rest| !rest.is_empty());
    let folded = internal.unwrap_or_else(|| name::builtin_name(tool));
    (!folded.is_empty()).then(|| Identity {
        name: Cow::Borrowed(folded),
        schema: None,
        bash: internal.is_none() && folded == "Bash",
        rendered: true,
    })
}

/// The key of a call whose tool is known.
#[must_use]
pub fn identity_key(identity: &Identity<'_>, arguments: Arguments<'_>) -> Option<String> {
    let text = match arguments {
        Arguments::Absent => Cow::Borrowed("{}"),
        Arguments::Json(text) => arguments_text(text)?,
        Arguments::Refused => return None,
    };
    let text = enveloped(identity, &text).and_then(|range| text.get(range)).unwrap_or(&text);
    let omit = identity.bash.then_some("description");
    let wanted = identity.schema.and_then(Schema::root);
    let canonical = Canonical::of(text, omit, wanted.as_ref()).ok()?;
    let mut hash = Sha256::default();
    canonical.feed(|part| hash.update(part));
    Some(format!("{}#{}", identity.name, hash.hex()))
}

/// The arguments as JSON text: `null` is `{}` (APPR-2), a string is the object that it holds, or
/// has no key (APPR-7).
pub(super) fn arguments_text(text: &str) -> Option<Cow<'_, str>> {
    let mut scanner = Scanner::new(text);
    match scanner.peek().ok()? {
        Shape::Literal if text.trim_matches([' ', '\t', '\n', '\r']) == "null" => Some(Cow::Borrowed("{}")),
        Shape::String => {
            let found = scanner.string().ok()?;
            scanner.finish().ok()?;
            let held = if found.lone { return None } else { found.decode(text) };
            (Scanner::new(&held).peek().ok()? == Shape::Object).then_some(held)
        }
        _ => Some(Cow::Borrowed(text)),
    }
}

/// Where the arguments proper stand in a Codex envelope that is for this very tool (APPR-3).
pub(super) fn enveloped(identity: &Identity<'_>, text: &str) -> Option<Range<usize>> {
    if !identity.name.starts_with(name::RENDERED_PREFIX) {
        return None;
    }
    let (server, tool, arguments) = envelope(text)?;
    let raw = format!("{}{server}__{tool}", name::RENDERED_PREFIX);
    let spelled =
        || Spelling::ALL.into_iter().any(|spelling| spelling.render(&server, &tool) == identity.name);
    (raw == identity.name || (identity.rendered && spelled())).then_some(arguments)
}

/// Server, tool and the place of the arguments of `{"server", "tool", "arguments": {…}}`.
fn envelope(text: &str) -> Option<(Cow<'_, str>, Cow<'_, str>, Range<usize>)> {
    let mut scanner = Scanner::new(text);
    if scanner.peek().ok()? != Shape::Object {
        return None;
    }
    scanner.enter();
    let (mut server, mut tool, mut arguments) = (None, None, None);
    let mut first = true;
    while let Some(found) = scanner.next_key(first).ok()? {
        first = false;
        let place = match found.key.decode(text).as_ref() {
            "server" => &mut server,
            "tool" => &mut tool,
            "arguments" => &mut arguments,
            _ => return None,
        };
        let shape = scanner.peek().ok()?;
        if place.replace((shape, scanner.skip().ok()?)).is_some() {
            return None;
        }
    }
    let string = |(shape, range): (Shape, Range<usize>)| {
        let found = (shape == Shape::String).then(|| Scanner::at(text, range.start).string().ok())??;
        (!found.lone).then(|| found.decode(text))
    };
    let (shape, range) = arguments?;
    scanner.finish().ok()?;
    (shape == Shape::Object).then_some((string(server?)?, string(tool?)?, range))
}
