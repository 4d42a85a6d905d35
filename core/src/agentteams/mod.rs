//! AgentTeams: what a granted agent of an orchestrator-only team may ask an out-of-session runner to
//! write or to run (TEAM-).
//!
//! Everything here is pure: file contents, hashes, times and random numbers come in as arguments. The
//! Python package `callgate.agentteams` does the input and output around it.
//!
//! | file | concern |
//! | --- | --- |
//! | `path.rs` `scope.rs` | which paths may be read or written at all, and which lie in a scope |
//! | `manifest.rs` `command.rs` | the team's manifest, and the shapes of allowed commands |
//! | `request.rs` `decide.rs` | one request, and what becomes of it |
//! | `approval.rs` `grant.rs` | the orchestrator's answers, and what the operator signed |
//! | `ledger.rs` | the chain of what happened |
//! | `front_matter.rs` `render.rs` `audit.rs` | agents' files: read, rendered, and held against the rendering |
//! | `wiring.rs` `claude_files.rs` | whether a live installation is what was rendered |

mod approval;
mod audit;
mod claude_files;
mod command;
mod decide;
mod front_matter;
mod grant;
mod ledger;
mod mac;
mod manifest;
mod path;
mod render;
mod request;
mod scope;
#[cfg(test)]
mod tests;
mod wiring;

pub use approval::{ApprovalFacts, Staged, decide_approval, shown_sha256};
pub use audit::{AgentFile, Finding, audit};
pub use claude_files::{READ_SECRETS_CLAUDE_DENY, REQUIRED_CLAUDE_DENY};
pub use decide::{DispatchFact, Facts, GateRun, GrantFact, Run, Verdict, decide_request};
pub use grant::{Grant, sign_grant, verify_grant};
pub use ledger::{Head, LedgerProblem, LedgerReport, append, verify_ledger};
pub use manifest::{Agent, Approval, Framework, Granted, Manifest, read_manifest};
pub use path::{Access, PathFault, ProjectPath, check_path};
pub use render::{
    GOOSE_REFUSED, GooseExtension, PROTECTED_PATH, PYTHON_FLAGS, claude_block, goose_extension, launch_args,
    render_agent, tool_names,
};
pub use request::{Action, MAX_CONTENT_BYTES, MAX_REQUEST_BYTES, Request, read_request};
pub use scope::Scope;
pub use wiring::{InstalledFile, ReadFile, WiringFacts, wiring_problems};

/// The name of the server that granted agents write and execute through.
pub const SERVER_NAME: &str = "agentteams_runner";

/// The folder of the queue, in the project's root.
pub const QUEUE: &str = ".agentteams-queue";

/// How long a staged proposal waits for the orchestrator, in seconds (TEAM-63).
pub const STAGED_SECONDS: u64 = 24 * 60 * 60;

/// Whether a name can be an agent's: 1 to 64 characters of `a-z0-9_-`, the first a letter or a digit.
#[must_use]
pub fn is_agent_name(name: &str) -> bool {
    manifest::is_slug(name)
}

/// A tool of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tool {
    /// Reads a project file, with its hash.
    ReadFileHashed,
    /// Asks to write a whole file.
    WriteFile,
    /// Asks to delete a file.
    DeleteFile,
    /// Asks to run a command.
    RunCommand,
    /// Asks for the result of an earlier call.
    RequestStatus,
}

impl Tool {
    /// Every tool, in the order in which they are listed everywhere.
    pub const ALL: [Self; 5] =
        [Self::ReadFileHashed, Self::WriteFile, Self::DeleteFile, Self::RunCommand, Self::RequestStatus];

    /// The tool's name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ReadFileHashed => "read_file_hashed",
            Self::WriteFile => "write_file",
            Self::DeleteFile => "delete_file",
            Self::RunCommand => "run_command",
            Self::RequestStatus => "request_status",
        }
    }

    /// The tool of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.as_str() == name)
    }
}
