//! The Python extension module `callgate._native`: moves strings and handles between Python and
//! the core's JSON boundary. Result objects and exceptions are made by the Python half of the
//! package, `callgate._results` and `callgate._errors`.
//!
//! | file | concern |
//! | --- | --- |
//! | `host.rs` `given.rs` | what Python gives: objects as JSON text, text as it is |
//! | `rename.rs` | renames that never lose a file, for the out-of-session runner |
//! | `results.rs` | the way into the Python half |
//! | `gate.rs` `decision.rs` | the gate, and decisions whose reasons are made when asked for |
//! | `agentteams.rs` `documents.rs` `edits.rs` `approvals.rs` `channel.rs` `transcript.rs` `harness.rs` | the other operations |

mod agentteams;
mod approvals;
mod channel;
mod decision;
mod documents;
mod edits;
mod gate;
mod given;
mod harness;
mod host;
#[cfg(unix)]
mod rename;
mod results;
mod transcript;

/// The compiled core.
#[pyo3::pymodule]
mod _native {
    use callgate::wire;
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::agentteams::{
        teams_audit, teams_check_path, teams_constants, teams_decide_approval, teams_decide_request,
        teams_in_scope, teams_launch, teams_ledger_append, teams_ledger_start, teams_ledger_verify,
        teams_read_request, teams_render_agent, teams_resolve, teams_sign_grant, teams_validate_manifest,
        teams_verify_grant, teams_wiring_problems,
    };
    #[pymodule_export]
    use crate::approvals::{
        Ledger, call_key, canonical_json, describe_call, in_band_answers, reply, sha256_hex,
    };
    #[pymodule_export]
    use crate::channel::{advertise, compare_pins, missing_arguments, pin_catalogs};
    #[pymodule_export]
    use crate::decision::Decision;
    #[pymodule_export]
    use crate::documents::{json_schema, materialize, to_wire, tool_name, validate, validate_server, why};
    #[pymodule_export]
    use crate::edits::{
        ask_for_write_and_delete, diff, set_new_tool_permission, set_server_permission, set_tool_filter,
        set_tool_permission, suggest_rule,
    };
    #[pymodule_export]
    use crate::gate::Gate;
    #[pymodule_export]
    use crate::harness::{predict, render_harness};
    use crate::host::{self, Refusal};
    #[cfg(unix)]
    #[pymodule_export]
    use crate::rename::{rename_exchange, rename_if_free};
    #[pymodule_export]
    use crate::transcript::{ArgumentRecorder, cap_tool_result, render_turn};

    /// Runs the command line on the process's own streams; gives the exit code.
    #[pyfunction]
    fn run_cli(py: Python<'_>, args: Vec<std::ffi::OsString>) -> u8 {
        py.detach(|| callgate::cli::run_standard(args).code())
    }

    /// Whether an object is JSON, with its JSON text, or with where and why it is none.
    #[pyfunction]
    fn _host_json(value: &Bound<'_, PyAny>) -> PyResult<(bool, String)> {
        match host::write(value) {
            Ok(text) => Ok((true, text)),
            Err(Refusal::NotJson { what, path }) => Ok((false, host::refusal_text(what, &path))),
            Err(Refusal::Raised(error)) => Err(error),
        }
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", wire::version())
    }
}
