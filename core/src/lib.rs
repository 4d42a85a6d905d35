//! callgate: one policy engine for the tool calls of AI agents.

pub mod diagnostic;
pub mod document;
pub mod json;
pub mod name;
pub mod permission;
pub mod rule;
mod shell;
