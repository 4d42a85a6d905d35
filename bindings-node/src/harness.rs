//! Harness settings (HARN-).

#![expect(clippy::too_many_arguments, reason = "flat arguments cross without an object being read")]

use callgate::wire::{self, GateOptions, HarnessOptions, RenderSource};
use napi_derive::napi;

use crate::gate::GateHandle;
use crate::{Data, input, optional, thrown};

/// Settings from a document or a compiled gate, as JSON text.
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn render_harness(
    form: u32,
    agent: Data,
    harness: String,
    floor_form: u32,
    floor: Option<Data>,
    deny_all: bool,
    trusted_hints: Vec<String>,
    catalogs_form: u32,
    catalogs: Option<Data>,
    transports_form: u32,
    transports: Option<Data>,
    managed_provider: bool,
    pi_mcp: bool,
    coverage: bool,
) -> napi::Result<String> {
    let options = HarnessOptions {
        gate: GateOptions {
            floor: optional(floor_form, &floor),
            deny_all,
            trusted_hints,
            catalogs: optional(catalogs_form, &catalogs),
        },
        codex_transports: optional(transports_form, &transports),
        managed_provider,
        pi_mcp,
        coverage,
    };
    wire::render_harness(RenderSource::Agent(input(form, &agent)), &harness, &options).map_err(thrown)
}

#[napi]
impl GateHandle {
    /// Settings from this gate, as JSON text.
    ///
    /// # Errors
    /// The fault as text.
    #[napi(catch_unwind)]
    pub fn render_harness(
        &self,
        harness: String,
        catalogs_form: u32,
        catalogs: Option<Data>,
        transports_form: u32,
        transports: Option<Data>,
        managed_provider: bool,
        pi_mcp: bool,
        coverage: bool,
    ) -> napi::Result<String> {
        let options = HarnessOptions {
            gate: GateOptions { catalogs: optional(catalogs_form, &catalogs), ..GateOptions::default() },
            codex_transports: optional(transports_form, &transports),
            managed_provider,
            pi_mcp,
            coverage,
        };
        wire::render_harness(RenderSource::Gate(&self.0), &harness, &options).map_err(thrown)
    }
}

/// What a harness alone does with its files, as JSON text.
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn predict(
    harness: String,
    files_form: u32,
    files: Data,
    servers_form: u32,
    servers: Data,
    version: Option<String>,
) -> napi::Result<String> {
    wire::predict(&harness, input(files_form, &files), input(servers_form, &servers), version.as_deref())
        .map_err(thrown)
}
