//! The editor's operations (EDIT-): pure functions from a policy or document to a new one.

mod patch;
mod policy;
mod rule;

pub use patch::{Change, apply};
pub use policy::{
    Edited, FilterMode, InvalidEdit, ask_for_write_and_delete, set_new_tool_permission,
    set_server_permission, set_tool_filter, set_tool_permission, words,
};
pub use rule::suggest;
