//! callgate: one policy engine for the tool calls of AI agents.
#![cfg_attr(test, allow(clippy::string_slice, reason = "tests may panic"))]

pub mod call;
pub mod catalog;
#[cfg(feature = "cli")]
pub mod cli;
pub mod decision;
pub mod diagnostic;
pub mod diff;
pub mod document;
pub mod edit;
pub mod gate;
pub mod json;
pub mod name;
pub mod permission;
pub mod rule;
pub mod schema;
mod shell;
pub mod suggest;
pub mod validate;
pub mod wire;
