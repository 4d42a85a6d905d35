//! The JSON Schema of the agent document.

/// JSON Schema (2020-12) of the agent document, as text.
pub const SCHEMA: &str = include_str!("schema.json");
