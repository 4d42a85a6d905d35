//! Author rules (placeholder until the index lands).
use crate::document::AuthorRule;
use crate::json::Value;
use crate::permission::Permission;
/// Rule id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleId(u32);
/// Target.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Target<'a> {
    Mcp { server: usize, tool: &'a str },
    Gateway { tool: &'a str },
    Builtin { tool: &'a str },
}
/// Arguments.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Arguments<'a> {
    Absent,
    Other(&'a Value<'a>),
}
impl<'a> Arguments<'a> {
    /// Read.
    #[must_use]
    pub fn read(value: Option<&'a Value<'a>>) -> Self {
        value.map_or(Self::Absent, Self::Other)
    }
}
/// Given.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Given<'a> {
    Call(&'a Arguments<'a>),
    NoPrefix,
    EveryPrefix,
}
/// Rules.
#[derive(Debug)]
pub struct Rules;
#[allow(missing_docs, clippy::unused_self, clippy::missing_const_for_fn)]
impl Rules {
    #[must_use]
    pub fn compile(_: &[AuthorRule<'_>], _: &[&str]) -> Self {
        Self
    }
    #[must_use]
    pub fn strictest(&self, _: Target<'_>, _: Given<'_>) -> Option<(Permission, RuleId)> {
        None
    }
    #[must_use]
    pub fn needs_arguments(&self, _: Target<'_>) -> bool {
        false
    }
    #[must_use]
    pub fn pattern(&self, _: RuleId) -> &str {
        ""
    }
    #[must_use]
    pub fn pointer(&self, _: RuleId) -> String {
        String::new()
    }
}
