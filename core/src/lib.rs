//! callgate: one policy engine for the tool calls of AI agents.

pub mod call;
pub mod catalog;
pub mod decision;
pub mod diagnostic;
pub mod document;
pub mod edit;
pub mod gate;
pub mod json;
pub mod name;
pub mod permission;
pub mod rule;
pub mod schema;
pub mod suggest;
pub mod validate;
pub mod wire;
