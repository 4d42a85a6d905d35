//! Edits, differences, suggestions and the question of the missing tool (EDIT-); an absent permission
//! is null.

use callgate::wire;
use napi_derive::napi;

use crate::{Data, input, optional, thrown};

/// EDIT-2.
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn set_server_permission(form: u32, policy: Data, permission: Option<String>) -> napi::Result<String> {
    wire::set_server_permission(input(form, &policy), permission.as_deref()).map_err(thrown)
}

/// EDIT-1.
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn set_tool_permission(
    form: u32,
    policy: Data,
    tool: String,
    permission: Option<String>,
) -> napi::Result<String> {
    wire::set_tool_permission(input(form, &policy), &tool, permission.as_deref()).map_err(thrown)
}

/// EDIT-5.
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn set_new_tool_permission(form: u32, policy: Data, permission: Option<String>) -> napi::Result<String> {
    wire::set_new_tool_permission(input(form, &policy), permission.as_deref()).map_err(thrown)
}

/// EDIT-4.
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn set_tool_filter(
    form: u32,
    policy: Data,
    mode: String,
    names_form: u32,
    names: Data,
) -> napi::Result<String> {
    wire::set_tool_filter(input(form, &policy), &mode, input(names_form, &names)).map_err(thrown)
}

/// EDIT-3.
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn ask_for_write_and_delete(
    form: u32,
    policy: Data,
    catalog_form: u32,
    catalog: Data,
) -> napi::Result<String> {
    wire::ask_for_write_and_delete(input(form, &policy), input(catalog_form, &catalog)).map_err(thrown)
}

/// EDIT-20.
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn diff(
    before_form: u32,
    before: Data,
    after_form: u32,
    after: Data,
    catalogs_form: u32,
    catalogs: Option<Data>,
) -> napi::Result<String> {
    let catalogs = optional(catalogs_form, &catalogs);
    wire::diff(input(before_form, &before), input(after_form, &after), catalogs).map_err(thrown)
}

/// EDIT-7.
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn suggest_rule(
    form: u32,
    agent: Data,
    call_form: u32,
    call: Data,
    permission: String,
) -> napi::Result<String> {
    wire::suggest_rule(input(form, &agent), input(call_form, &call), &permission).map_err(thrown)
}

/// EDIT-30.
///
/// # Errors
/// The fault as text.
#[napi(catch_unwind)]
pub fn why(
    form: u32,
    agent: Data,
    server: String,
    tool: String,
    catalog_form: u32,
    catalog: Option<Data>,
) -> napi::Result<String> {
    wire::why(input(form, &agent), &server, &tool, optional(catalog_form, &catalog)).map_err(thrown)
}
