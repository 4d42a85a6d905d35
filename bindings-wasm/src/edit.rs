//! Edits, differences, suggestions and the question of the missing tool (EDIT-); an absent permission
//! is null.

use callgate::wire;
use wasm_bindgen::prelude::*;

use crate::{Carried, thrown};

/// EDIT-2.
///
/// # Errors
/// The fault as text.
#[wasm_bindgen(js_name = setServerPermission)]
#[expect(clippy::needless_pass_by_value, reason = "an optional text cannot cross as a borrow")]
pub fn set_server_permission(
    form: u8,
    policy: &JsValue,
    permission: Option<String>,
) -> Result<String, JsValue> {
    wire::set_server_permission(Carried::new(form, policy).input(), permission.as_deref()).map_err(thrown)
}

/// EDIT-1.
///
/// # Errors
/// The fault as text.
#[wasm_bindgen(js_name = setToolPermission)]
#[expect(clippy::needless_pass_by_value, reason = "an optional text cannot cross as a borrow")]
pub fn set_tool_permission(
    form: u8,
    policy: &JsValue,
    tool: &str,
    permission: Option<String>,
) -> Result<String, JsValue> {
    wire::set_tool_permission(Carried::new(form, policy).input(), tool, permission.as_deref()).map_err(thrown)
}

/// EDIT-5.
///
/// # Errors
/// The fault as text.
#[wasm_bindgen(js_name = setNewToolPermission)]
#[expect(clippy::needless_pass_by_value, reason = "an optional text cannot cross as a borrow")]
pub fn set_new_tool_permission(
    form: u8,
    policy: &JsValue,
    permission: Option<String>,
) -> Result<String, JsValue> {
    wire::set_new_tool_permission(Carried::new(form, policy).input(), permission.as_deref()).map_err(thrown)
}

/// EDIT-4.
///
/// # Errors
/// The fault as text.
#[wasm_bindgen(js_name = setToolFilter)]
pub fn set_tool_filter(
    form: u8,
    policy: &JsValue,
    mode: &str,
    names_form: u8,
    names: &JsValue,
) -> Result<String, JsValue> {
    let (policy, names) = (Carried::new(form, policy), Carried::new(names_form, names));
    wire::set_tool_filter(policy.input(), mode, names.input()).map_err(thrown)
}

/// EDIT-3.
///
/// # Errors
/// The fault as text.
#[wasm_bindgen(js_name = askForWriteAndDelete)]
pub fn ask_for_write_and_delete(
    form: u8,
    policy: &JsValue,
    catalog_form: u8,
    catalog: &JsValue,
) -> Result<String, JsValue> {
    let (policy, catalog) = (Carried::new(form, policy), Carried::new(catalog_form, catalog));
    wire::ask_for_write_and_delete(policy.input(), catalog.input()).map_err(thrown)
}

/// EDIT-20.
///
/// # Errors
/// The fault as text.
#[wasm_bindgen]
pub fn diff(
    before_form: u8,
    before: &JsValue,
    after_form: u8,
    after: &JsValue,
    catalogs_form: u8,
    catalogs: &JsValue,
) -> Result<String, JsValue> {
    let (before, after) = (Carried::new(before_form, before), Carried::new(after_form, after));
    let catalogs = Carried::optional(catalogs_form, catalogs);
    wire::diff(before.input(), after.input(), catalogs.as_ref().map(Carried::input)).map_err(thrown)
}

/// EDIT-7.
///
/// # Errors
/// The fault as text.
#[wasm_bindgen(js_name = suggestRule)]
pub fn suggest_rule(
    form: u8,
    agent: &JsValue,
    call_form: u8,
    call: &JsValue,
    permission: &str,
) -> Result<String, JsValue> {
    let (agent, call) = (Carried::new(form, agent), Carried::new(call_form, call));
    wire::suggest_rule(agent.input(), call.input(), permission).map_err(thrown)
}

/// EDIT-30.
///
/// # Errors
/// The fault as text.
#[wasm_bindgen]
pub fn why(
    form: u8,
    agent: &JsValue,
    server: &str,
    tool: &str,
    catalog_form: u8,
    catalog: &JsValue,
) -> Result<String, JsValue> {
    let (agent, catalog) = (Carried::new(form, agent), Carried::optional(catalog_form, catalog));
    wire::why(agent.input(), server, tool, catalog.as_ref().map(Carried::input)).map_err(thrown)
}
