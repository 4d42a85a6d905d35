//! Harness settings (HARN-).

use callgate::wire::{self, GateOptions, HarnessOptions, RenderSource};
use wasm_bindgen::prelude::*;

use crate::gate::GateHandle;
use crate::{Carried, thrown};

/// Settings from a document or a compiled gate, as JSON text.
///
/// # Errors
/// The fault as text.
#[wasm_bindgen(js_name = renderHarness)]
#[expect(clippy::too_many_arguments, reason = "flat arguments cross without an object being read")]
pub fn render_harness(
    form: u8,
    agent: &JsValue,
    harness: &str,
    floor_form: u8,
    floor: &JsValue,
    deny_all: bool,
    trusted_hints: Vec<String>,
    catalogs_form: u8,
    catalogs: &JsValue,
    transports_form: u8,
    transports: &JsValue,
    managed_provider: bool,
    pi_mcp: bool,
    coverage: bool,
) -> Result<String, JsValue> {
    let agent = Carried::new(form, agent);
    let floor = Carried::optional(floor_form, floor);
    let catalogs = Carried::optional(catalogs_form, catalogs);
    let transports = Carried::optional(transports_form, transports);
    let options = HarnessOptions {
        gate: GateOptions {
            floor: floor.as_ref().map(Carried::input),
            deny_all,
            trusted_hints,
            catalogs: catalogs.as_ref().map(Carried::input),
        },
        codex_transports: transports.as_ref().map(Carried::input),
        managed_provider,
        pi_mcp,
        coverage,
    };
    wire::render_harness(RenderSource::Agent(agent.input()), harness, &options).map_err(thrown)
}

#[wasm_bindgen]
impl GateHandle {
    /// Settings from this gate, as JSON text.
    ///
    /// # Errors
    /// The fault as text.
    #[wasm_bindgen(js_name = renderHarness)]
    #[expect(clippy::too_many_arguments, reason = "flat arguments cross without an object being read")]
    pub fn render_harness(
        &self,
        harness: &str,
        catalogs_form: u8,
        catalogs: &JsValue,
        transports_form: u8,
        transports: &JsValue,
        managed_provider: bool,
        pi_mcp: bool,
        coverage: bool,
    ) -> Result<String, JsValue> {
        let catalogs = Carried::optional(catalogs_form, catalogs);
        let transports = Carried::optional(transports_form, transports);
        let options = HarnessOptions {
            gate: GateOptions { catalogs: catalogs.as_ref().map(Carried::input), ..GateOptions::default() },
            codex_transports: transports.as_ref().map(Carried::input),
            managed_provider,
            pi_mcp,
            coverage,
        };
        wire::render_harness(RenderSource::Gate(&self.0), harness, &options).map_err(thrown)
    }
}

/// What a harness alone does with its files, as JSON text.
///
/// # Errors
/// The fault as text.
#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "an optional text cannot cross as a borrow")]
pub fn predict(
    harness: &str,
    files_form: u8,
    files: &JsValue,
    servers_form: u8,
    servers: &JsValue,
    version: Option<String>,
) -> Result<String, JsValue> {
    let (files, servers) = (Carried::new(files_form, files), Carried::new(servers_form, servers));
    wire::predict(harness, files.input(), servers.input(), version.as_deref()).map_err(thrown)
}
