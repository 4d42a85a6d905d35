//! The core's JSON boundary as a native addon of Node: names, texts and handles cross, nothing is
//! decided here. Every function catches panics, so a fault of ours is an exception (QUAL-35).
//!
//! The names are those of the wasm module, so that one TypeScript drives both.

#![expect(clippy::needless_pass_by_value, reason = "the addon's macro hands every argument over by value")]

use callgate::wire::{self, Fault, Input};
use napi::bindgen_prelude::{Either, Uint8Array};
use napi_derive::napi;

pub mod approval;
pub mod channel;
pub mod edit;
pub mod gate;
pub mod harness;
mod panics;
pub mod transcript;

/// The text of a document as JavaScript carries it: a string, or a `Uint8Array` of UTF-8.
type Data = Either<String, Uint8Array>;

fn bytes(data: &Data) -> &[u8] {
    match data {
        Either::A(text) => text.as_bytes(),
        Either::B(bytes) => bytes,
    }
}

fn input(form: u32, data: &Data) -> Input<'_> {
    Input::new(u8::try_from(form).unwrap_or_default(), bytes(data))
}

fn optional(form: u32, data: &Option<Data>) -> Option<Input<'_>> {
    data.as_ref().map(|data| input(form, data))
}

/// `<code>\n<diagnostics>\n<message>`: only the message may have lines of its own.
fn thrown(fault: Fault) -> napi::Error {
    let diagnostics = fault.diagnostics.unwrap_or_default();
    napi::Error::from_reason(format!("{}\n{diagnostics}\n{}", fault.code, fault.message))
}

/// The version of the core.
#[napi(catch_unwind)]
#[must_use]
pub fn version() -> String {
    wire::version().to_owned()
}

/// The JSON Schema of the agent document, as JSON text.
#[napi(catch_unwind)]
#[must_use]
pub fn json_schema() -> String {
    wire::json_schema()
}

/// The report on an agent document, as JSON text.
#[napi(catch_unwind)]
#[must_use]
pub fn validate(form: u32, agent: Data, catalogs_form: u32, catalogs: Option<Data>) -> String {
    wire::validate(input(form, &agent), catalogs.as_ref().map(|data| input(catalogs_form, data)))
}

/// The report on one entry of `mcps`, as JSON text.
#[napi(catch_unwind)]
#[must_use]
pub fn validate_server(form: u32, server: Data) -> String {
    wire::validate_server(input(form, &server))
}

/// The wire form of a server, as JSON text (WIRE-1).
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn to_wire(form: u32, server: Data) -> napi::Result<String> {
    wire::to_wire(input(form, &server)).map_err(thrown)
}

/// A server's session entry with its secrets in place, as JSON text (WIRE-2).
///
/// # Errors
/// The fault as text, which holds no value of a secret or a header.
#[napi(catch_unwind)]
pub fn materialize(
    form: u32,
    server: Data,
    secrets_form: u32,
    secrets: Data,
    gateway_form: u32,
    gateway: Option<Data>,
) -> napi::Result<String> {
    let (server, secrets) = (input(form, &server), input(secrets_form, &secrets));
    wire::materialize(server, secrets, optional(gateway_form, &gateway)).map_err(thrown)
}

/// The name that a harness gives a server's tool.
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn tool_name(server: String, tool: String, harness: String) -> napi::Result<String> {
    wire::tool_name(&server, &tool, &harness).map_err(thrown)
}

/// Runs the command line on the process's own streams; the exit code.
#[napi(catch_unwind)]
#[must_use]
pub fn run_cli(args: Vec<String>) -> u32 {
    callgate::cli::run_standard(args.into_iter().map(Into::into)).code().into()
}

/// Panics, so that a test can show on the built addon that a panic is an exception (QUAL-35).
#[napi(catch_unwind)]
pub fn self_test_panic() {
    panic_on_purpose();
}

#[expect(clippy::panic, reason = "that is its purpose")]
fn panic_on_purpose() {
    panic!("asked to");
}

/// Does nothing with a name: what a benchmark measures a decision against (QUAL-3).
#[napi(catch_unwind)]
#[must_use]
pub fn self_test_crossing(name: String) -> u32 {
    u32::try_from(name.len()).unwrap_or(u32::MAX)
}
