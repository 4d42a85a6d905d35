//! The gate as a handle.

#![expect(clippy::too_many_arguments, reason = "flat arguments cross without an object being read")]

use callgate::call::NamedCall;
use callgate::wire::{GateOptions, WireGate};
use napi_derive::napi;

use crate::{Data, input, thrown};

/// A compiled gate.
#[napi]
pub struct GateHandle(pub(crate) WireGate);

/// Compiles an agent document.
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn compile(
    form: u32,
    agent: Data,
    floor_form: u32,
    floor: Option<Data>,
    deny_all: bool,
    trusted_hints: Vec<String>,
    catalogs_form: u32,
    catalogs: Option<Data>,
) -> napi::Result<GateHandle> {
    let options = GateOptions {
        floor: floor.as_ref().map(|data| input(floor_form, data)),
        deny_all,
        trusted_hints,
        catalogs: catalogs.as_ref().map(|data| input(catalogs_form, data)),
    };
    WireGate::compile(input(form, &agent), &options).map(GateHandle).map_err(thrown)
}

/// A gate that denies everything.
#[napi(catch_unwind)]
#[must_use]
pub fn closed() -> GateHandle {
    GateHandle(WireGate::closed())
}

#[napi]
impl GateHandle {
    /// The decision as JSON text, or nothing when the arguments are needed (QUAL-4).
    #[napi(catch_unwind)]
    #[must_use]
    pub fn decide_named(
        &self,
        server: Option<String>,
        tool: Option<String>,
        name: Option<String>,
        kind: Option<String>,
        read_only: bool,
    ) -> Option<String> {
        let call = NamedCall {
            server: server.as_deref(),
            tool: tool.as_deref(),
            name: name.as_deref(),
            kind: kind.as_deref(),
            read_only,
        };
        self.0.decide_named(&call).map(|decision| decision.to_json())
    }

    /// The decision on a whole call, as JSON text.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn decide(&self, form: u32, call: Data) -> String {
        self.0.decide(input(form, &call))
    }

    /// The decisions on a list of calls, as JSON text.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn decide_many(&self, form: u32, calls: Data) -> String {
        self.0.decide_many(input(form, &calls))
    }

    /// The decision with every step, as JSON text.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn explain(&self, form: u32, call: Data) -> String {
        self.0.explain(input(form, &call))
    }

    /// The indexes of the tools to advertise, as JSON text.
    ///
    /// # Errors
    /// The fault as text.
    #[napi(catch_unwind)]
    pub fn offered(&self, server: String, form: u32, catalog: Data) -> napi::Result<String> {
        self.0.offered(&server, input(form, &catalog)).map_err(thrown)
    }
}
