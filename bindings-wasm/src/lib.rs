//! The core's JSON boundary as a wasm module.
use wasm_bindgen::prelude::*;

/// The version of the core.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
