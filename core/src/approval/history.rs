//! A run request's messages, read in one pass without building them (APPR-40 to 45, TRAN-12).
//!
//! `{"messages": [{"role", "content"}]}`, or the array alone. Roles are `user`, `assistant`,
//! `system` and `tool`; content is a string or an array of blocks: `text` (`text`), `tool_call`
//! (`toolCallId`, `toolName`, `input`), `tool_result` (`toolCallId`, `toolName`, `input`, `output`,
//! `isError`), `image`, `resource` (`uri`, or `resource.uri`). A message of role `tool` whose content
//! is a string is a result; its `toolCallId`, `toolName` and `isError` stand on the message.
//! Whatever else stands there is passed over.

use core::ops::Range;
use std::borrow::Cow;

use crate::json::scan::{Fault, Scanner, Shape, Str};

/// Who speaks in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    User,
    Assistant,
    System,
    Tool,
}

impl Role {
    fn parse(word: &str) -> Option<Self> {
        match word {
            "user" => Some(Self::User),
            "assistant" => Some(Self::Assistant),
            "system" => Some(Self::System),
            "tool" => Some(Self::Tool),
            _ => None,
        }
    }
}

/// One part of a message's content. Ranges are of JSON values in the text.
#[derive(Clone, Debug)]
pub(crate) enum Block<'t> {
    Text(Str),
    Call(Call<'t>),
    Result(ToolResult<'t>),
    Image,
    Resource(Cow<'t, str>),
    /// Of a type that is not known here.
    Other,
}

/// A `tool_call` block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Call<'t> {
    /// Byte offset of the block.
    pub(crate) start: usize,
    /// Byte offset of the name's quote, when there is a name.
    pub(crate) name_start: Option<usize>,
    pub(crate) id: Option<Cow<'t, str>>,
    pub(crate) name: Option<Cow<'t, str>>,
    pub(crate) input: Option<Range<usize>>,
}

impl<'t> Call<'t> {
    fn read(
        text: &'t str,
        start: usize,
        id: Option<&Field>,
        name: Option<&Field>,
        input: Option<Field>,
    ) -> Self {
        let named = string(text, name).filter(|name| name.len() <= MAX_TOOL_NAME);
        Self {
            start,
            name_start: named.as_ref().and(name).map(|(_, range)| range.start),
            id: string(text, id),
            name: named,
            input: input.map(|(_, range)| range),
        }
    }
}

/// What is longer, in bytes, is no tool's name: a rendered one has at most two names' length.
const MAX_TOOL_NAME: usize = 1_024;

/// A `tool_result` block.
#[derive(Clone, Debug, Default)]
pub(crate) struct ToolResult<'t> {
    pub(crate) call: Call<'t>,
    pub(crate) output: Option<Range<usize>>,
    pub(crate) error: bool,
}

/// What is told about each message.
pub(crate) trait Visit<'t> {
    /// A message begins, at that byte offset.
    fn begin(&mut self, role: Role, start: usize);
    /// It has this block.
    fn block(&mut self, role: Role, block: Block<'t>);
    /// It has ended.
    fn end(&mut self, role: Role);
}

/// A member's value.
type Field = (Shape, Range<usize>);

/// The values of some members of an object, by the order of the names asked for.
type Fields<const N: usize> = [Option<Field>; N];

/// Reads all messages of a request.
///
/// # Errors
/// When the text is not JSON, or has a key twice where one value is asked for.
pub(crate) fn visit<'t>(text: &'t str, visitor: &mut dyn Visit<'t>) -> Result<(), Fault> {
    let mut scanner = Scanner::new(text);
    match scanner.peek()? {
        Shape::Array => messages(text, &mut scanner, visitor)?,
        Shape::Object => {
            scanner.enter();
            let (mut first, mut seen) = (true, false);
            while let Some(found) = scanner.next_key(first)? {
                first = false;
                if found.key.decode(text) != "messages" {
                    scanner.skip()?;
                    continue;
                }
                if seen {
                    return Err(twice(found.comma));
                }
                seen = true;
                if scanner.peek()? == Shape::Array {
                    messages(text, &mut scanner, visitor)?;
                } else {
                    scanner.skip()?;
                }
            }
        }
        _ => {
            scanner.skip()?;
        }
    }
    scanner.finish()
}

const fn twice(offset: usize) -> Fault {
    Fault { offset, message: "a key stands twice in one object" }
}

fn messages<'t>(text: &'t str, scanner: &mut Scanner<'t>, visitor: &mut dyn Visit<'t>) -> Result<(), Fault> {
    scanner.enter();
    let mut first = true;
    while scanner.next_item(first)?.is_some() {
        first = false;
        if scanner.peek()? == Shape::Object {
            message(text, scanner, visitor)?;
        } else {
            scanner.skip()?;
        }
    }
    Ok(())
}

/// Reads one message; the scanner stands at its brace.
pub(crate) fn message<'t>(
    text: &'t str,
    scanner: &mut Scanner<'t>,
    visitor: &mut dyn Visit<'t>,
) -> Result<(), Fault> {
    let start = scanner.offset();
    scanner.enter();
    let mut fields: Fields<5> = Default::default();
    let mut role = None;
    let (mut begun, mut first) = (false, true);
    while let Some(found) = scanner.next_key(first)? {
        first = false;
        let index = match found.key.decode(text).as_ref() {
            "role" => 0,
            "content" => 1,
            "toolCallId" => 2,
            "toolName" => 3,
            "isError" => 4,
            _ => {
                scanner.skip()?;
                continue;
            }
        };
        let shape = scanner.peek()?;
        let from = scanner.offset();
        // Blocks are read where they stand when the role is known, which it nearly always is.
        let range = match role {
            Some(role) if index == 1 && shape == Shape::Array => {
                if !begun {
                    visitor.begin(role, start);
                    begun = true;
                    blocks(text, scanner, role, visitor)?;
                } else {
                    scanner.skip()?;
                }
                from..from
            }
            _ => scanner.skip()?,
        };
        let value = Some((shape, range));
        if index == 0 {
            role = string(text, value.as_ref()).and_then(|word| Role::parse(&word));
        }
        if fields.get_mut(index).is_some_and(|place| core::mem::replace(place, value).is_some()) {
            return Err(twice(found.comma));
        }
    }
    let [_, content, id, name, error] = fields;
    let Some(role) = role else { return Ok(()) };
    if !begun {
        visitor.begin(role, start);
        match &content {
            Some((Shape::String, range)) if role == Role::Tool => {
                let call = Call::read(text, start, id.as_ref(), name.as_ref(), None);
                let error = is_true(text, error.as_ref());
                visitor.block(role, Block::Result(ToolResult { call, output: Some(range.clone()), error }));
            }
            Some((Shape::String, range)) => visitor.block(role, Block::Text(found_string(text, range)?)),
            Some((Shape::Array, range)) => blocks(text, &mut Scanner::at(text, range.start), role, visitor)?,
            Some((Shape::Object, range)) => {
                let found = block(text, &mut Scanner::at(text, range.start))?;
                visitor.block(role, found);
            }
            _ => {}
        }
    }
    visitor.end(role);
    Ok(())
}

fn blocks<'t>(
    text: &'t str,
    scanner: &mut Scanner<'t>,
    role: Role,
    visitor: &mut dyn Visit<'t>,
) -> Result<(), Fault> {
    scanner.enter();
    let mut first = true;
    while scanner.next_item(first)?.is_some() {
        first = false;
        if scanner.peek()? == Shape::Object {
            let found = block(text, scanner)?;
            visitor.block(role, found);
        } else {
            scanner.skip()?;
        }
    }
    Ok(())
}

/// Reads one block; the scanner stands at its brace.
pub(crate) fn block<'t>(text: &'t str, scanner: &mut Scanner<'t>) -> Result<Block<'t>, Fault> {
    const NAMES: [&str; 9] =
        ["type", "text", "toolCallId", "toolName", "input", "output", "isError", "uri", "resource"];
    let start = scanner.offset();
    let [kind, content, id, name, input, output, error, uri, resource] = fields(text, scanner, NAMES)?;
    let call = || Call::read(text, start, id.as_ref(), name.as_ref(), input.clone());
    Ok(match string(text, kind.as_ref()).as_deref() {
        Some("text") => match content {
            Some((Shape::String, range)) => Block::Text(found_string(text, &range)?),
            _ => Block::Other,
        },
        Some("tool_call") => Block::Call(call()),
        Some("tool_result") => Block::Result(ToolResult {
            call: call(),
            output: output.map(|(_, range)| range),
            error: is_true(text, error.as_ref()),
        }),
        Some("image") => Block::Image,
        Some("resource") => {
            let inner = match resource {
                Some((Shape::Object, range)) => {
                    let [inner] = fields(text, &mut Scanner::at(text, range.start), ["uri"])?;
                    inner
                }
                _ => None,
            };
            let found = uri.filter(|(shape, _)| *shape == Shape::String).or(inner);
            match found {
                Some((Shape::String, range)) => Block::Resource(decoded(text, &range)),
                _ => Block::Other,
            }
        }
        _ => Block::Other,
    })
}

/// The named members of the object at whose brace the scanner stands.
pub(crate) fn fields<'t, const N: usize>(
    text: &'t str,
    scanner: &mut Scanner<'t>,
    names: [&str; N],
) -> Result<Fields<N>, Fault> {
    let mut out: Fields<N> = core::array::from_fn(|_| None);
    scanner.enter();
    let mut first = true;
    while let Some(found) = scanner.next_key(first)? {
        first = false;
        let key = found.key.decode(text);
        let place = names.iter().position(|name| *name == key).and_then(|index| out.get_mut(index));
        let shape = scanner.peek()?;
        let range = scanner.skip()?;
        if let Some(place) = place
            && place.replace((shape, range)).is_some()
        {
            return Err(twice(found.comma));
        }
    }
    Ok(out)
}

fn found_string(text: &str, range: &Range<usize>) -> Result<Str, Fault> {
    Scanner::at(text, range.start).string()
}

/// The string at a range, halves of surrogate pairs replaced.
pub(crate) fn decoded<'t>(text: &'t str, range: &Range<usize>) -> Cow<'t, str> {
    found_string(text, range).map(|found| found.decode(text)).unwrap_or_default()
}

/// The string of a field that names something: nothing when it is no string, empty, or holds half
/// a surrogate pair, which would make two names one.
fn string<'t>(text: &'t str, field: Option<&Field>) -> Option<Cow<'t, str>> {
    let (Shape::String, range) = field? else { return None };
    let found = Scanner::at(text, range.start).string().ok()?;
    (!found.lone && found.end > found.start).then(|| found.decode(text))
}

fn is_true(text: &str, field: Option<&Field>) -> bool {
    field.and_then(|(_, range)| text.get(range.clone())) == Some("true")
}
