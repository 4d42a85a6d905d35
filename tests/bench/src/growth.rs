//! QUAL-13
use serde_json::Value;
pub(crate) fn rows() -> Vec<Value> { Vec::new() }
