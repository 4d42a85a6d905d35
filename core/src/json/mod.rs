//! JSON as documents need it: exact number tokens, places, duplicate keys found, depth limited.

mod place;
mod pointer;
mod read;
pub mod scan;
mod write;

pub use place::Places;
pub use pointer::Pointer;
pub use read::{Duplicate, MAX_DEPTH, Parsed, SyntaxError, parse, replace_lone_surrogates};
pub(crate) use write::write_string;

use std::borrow::Cow;

/// A JSON value that borrows from its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Value<'a> {
    /// Byte offset of the value's first character in the text.
    pub start: u32,
    /// What it is.
    pub kind: Kind<'a>,
}

/// The six kinds of JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as its token was written.
    Number(&'a str),
    /// A string, unescaped.
    String(Cow<'a, str>),
    /// An array.
    Array(Vec<Value<'a>>),
    /// An object: its members in the order they were written, keys unique.
    Object(Vec<Member<'a>>),
}

/// One member of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Member<'a> {
    /// The key, unescaped.
    pub key: Cow<'a, str>,
    /// Byte offset of the key's opening quote.
    pub key_start: u32,
    /// The value.
    pub value: Value<'a>,
}

impl<'a> Value<'a> {
    /// The JSON word for this kind of value, for messages.
    #[must_use]
    pub const fn type_name(&self) -> &'static str {
        match self.kind {
            Kind::Null => "null",
            Kind::Bool(_) => "a boolean",
            Kind::Number(_) => "a number",
            Kind::String(_) => "a string",
            Kind::Array(_) => "an array",
            Kind::Object(_) => "an object",
        }
    }

    /// The string, when it is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        if let Kind::String(text) = &self.kind { Some(text) } else { None }
    }

    /// The boolean, when it is one.
    #[must_use]
    pub const fn as_bool(&self) -> Option<bool> {
        if let Kind::Bool(value) = self.kind { Some(value) } else { None }
    }

    /// The elements, when it is an array.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Self]> {
        if let Kind::Array(items) = &self.kind { Some(items) } else { None }
    }

    /// The members, when it is an object.
    #[must_use]
    pub fn as_object(&self) -> Option<&[Member<'a>]> {
        if let Kind::Object(members) = &self.kind { Some(members) } else { None }
    }

    /// The member of that key, when it is an object that has it. Linear: for objects with few keys.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.as_object()?.iter().find(|member| member.key == key).map(|member| &member.value)
    }

    /// The value at a JSON Pointer below this one.
    #[must_use]
    pub fn at(&self, pointer: &str) -> Option<&Self> {
        pointer.split('/').skip(1).try_fold(self, |value, step| match &value.kind {
            Kind::Array(items) => step.parse::<usize>().ok().and_then(|index| items.get(index)),
            _ => value.get(&step.replace("~1", "/").replace("~0", "~")),
        })
    }

    /// JSON Pointer to the innermost member or element below this one that begins at or before a
    /// byte offset.
    #[must_use]
    pub fn pointer_at(&self, offset: u32) -> String {
        let (mut out, mut inner) = (String::new(), self);
        loop {
            inner = match &inner.kind {
                Kind::Object(members) => {
                    let behind = members.partition_point(|member| member.key_start <= offset);
                    let Some(member) = behind.checked_sub(1).and_then(|last| members.get(last)) else {
                        return out;
                    };
                    Pointer::push_key(&mut out, &member.key);
                    &member.value
                }
                Kind::Array(items) => {
                    let behind = items.partition_point(|item| item.start <= offset);
                    let Some(last) = behind.checked_sub(1) else { return out };
                    Pointer::push_key(&mut out, &last.to_string());
                    let Some(item) = items.get(last) else { return out };
                    item
                }
                _ => return out,
            };
        }
    }

    /// Whether it is `null`.
    #[must_use]
    pub const fn is_null(&self) -> bool {
        matches!(self.kind, Kind::Null)
    }
}
