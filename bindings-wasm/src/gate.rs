//! The gate as a handle.

use callgate::call::NamedCall;
use callgate::wire::{GateOptions, WireGate};
use wasm_bindgen::prelude::*;

use crate::{Carried, thrown};

/// A compiled gate.
#[wasm_bindgen]
pub struct GateHandle(pub(crate) WireGate);

/// Compiles an agent document.
///
/// # Errors
/// The fault as text.
#[wasm_bindgen]
#[expect(clippy::too_many_arguments, reason = "flat arguments cross without an object being read")]
pub fn compile(
    form: u8,
    agent: &JsValue,
    floor_form: u8,
    floor: &JsValue,
    deny_all: bool,
    trusted_hints: Vec<String>,
    catalogs_form: u8,
    catalogs: &JsValue,
) -> Result<GateHandle, JsValue> {
    let agent = Carried::new(form, agent);
    let floor = Carried::optional(floor_form, floor);
    let catalogs = Carried::optional(catalogs_form, catalogs);
    let options = GateOptions {
        floor: floor.as_ref().map(Carried::input),
        deny_all,
        trusted_hints,
        catalogs: catalogs.as_ref().map(Carried::input),
    };
    WireGate::compile(agent.input(), &options).map(GateHandle).map_err(thrown)
}

/// A gate that denies everything.
#[wasm_bindgen]
#[must_use]
pub fn closed() -> GateHandle {
    GateHandle(WireGate::closed())
}

#[wasm_bindgen]
impl GateHandle {
    /// The decision as JSON text, or `undefined` when the arguments are needed (QUAL-4).
    #[wasm_bindgen(js_name = decideNamed)]
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "an optional name cannot cross as a borrow")]
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
    #[must_use]
    pub fn decide(&self, form: u8, call: &JsValue) -> String {
        self.0.decide(Carried::new(form, call).input())
    }

    /// The decisions on a list of calls, as JSON text.
    #[wasm_bindgen(js_name = decideMany)]
    #[must_use]
    pub fn decide_many(&self, form: u8, calls: &JsValue) -> String {
        self.0.decide_many(Carried::new(form, calls).input())
    }

    /// The decision with every step, as JSON text.
    #[must_use]
    pub fn explain(&self, form: u8, call: &JsValue) -> String {
        self.0.explain(Carried::new(form, call).input())
    }

    /// The indexes of the tools to advertise, as JSON text.
    ///
    /// # Errors
    /// The fault as text.
    pub fn offered(&self, server: &str, form: u8, catalog: &JsValue) -> Result<String, JsValue> {
        self.0.offered(server, Carried::new(form, catalog).input()).map_err(thrown)
    }
}
