//! The core's JSON boundary as a native addon of Node.
use napi_derive::napi;

/// The version of the core.
#[napi(catch_unwind)]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
