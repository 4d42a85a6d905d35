//! A decision and its reason.

use serde::Serialize;

use crate::gate::{Gate, Outcome};
use crate::permission::Permission;

macro_rules! steps {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// The ladder step that decided (`policy.md`, PERM-).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Step { $($(#[$doc])* $name,)* }

        impl Step {
            /// Every step.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The word used in results.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

steps! {
    /// The operator's kill switch (PERM-1).
    KillSwitch = "kill_switch",
    /// The server's tool filter hides the tool (PERM-3).
    Filter = "filter",
    /// The tool's own entry (PERM-4).
    ToolPermission = "tool_permission",
    /// The server's word for tools not named (PERM-4).
    NewToolPermission = "new_tool_permission",
    /// Per-tool policy without a word for tools not named: ask (PERM-4).
    NewToolFloor = "new_tool_floor",
    /// The server's permission (PERM-5).
    ServerPermission = "server_permission",
    /// The gateway or client tool's own permission (PERM-6).
    SpecPermission = "spec_permission",
    /// An author rule (PERM-7, PERM-11).
    Rule = "rule",
    /// `allow_reads`, and the call is read-only (PERM-8, PERM-9).
    ReadOnly = "read_only",
    /// The agent's default (PERM-8).
    Default = "default",
    /// A server that is not configured (PERM-2).
    UnknownServer = "unknown_server",
    /// A call that names no tool that there is, or no call at all (PERM-2).
    UnknownTool = "unknown_tool",
    /// A rendered name that fits several tools (PERM-2).
    AmbiguousName = "ambiguous_name",
    /// The organisation's document (PERM-12).
    Floor = "floor",
    /// A closed gate (PERM-10).
    Closed = "closed",
    /// No person is there to ask (PERM-40).
    Unattended = "unattended",
}

impl Serialize for Step {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Why a decision was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The ladder step that decided.
    pub step: Step,
    /// JSON Pointer to what decided: in the agent document, or for the step `floor` in the
    /// organisation's. Absent when nothing that was written decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The pattern of the author rule that decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The server of an MCP tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// The tool, by the name rules and tables know it by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
}

/// What a gate says of one call.
///
/// Cheap to make and to copy: the reason's text is built when it is asked for.
#[derive(Clone, Copy)]
pub struct Decision<'a> {
    pub(crate) gate: &'a Gate,
    pub(crate) outcome: Outcome<'a>,
}

impl Decision<'_> {
    /// Allow, ask or deny.
    #[must_use]
    pub const fn permission(&self) -> Permission {
        self.outcome.permission
    }

    /// The ladder step that decided.
    #[must_use]
    pub const fn step(&self) -> Step {
        self.outcome.step
    }

    /// The reason, with places in the document.
    #[must_use]
    pub fn reason(&self) -> Reason {
        self.gate.reason(&self.outcome)
    }

    /// One sentence that says what decided, for a person or a model.
    #[must_use]
    pub fn explanation(&self) -> String {
        self.gate.explanation(&self.outcome)
    }

    /// `{"permission", "reason", "explanation"}` as JSON text.
    #[must_use]
    pub fn to_json(&self) -> String {
        crate::wire::to_json(self)
    }
}

impl core::fmt::Debug for Decision<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Decision")
            .field("permission", &self.permission())
            .field("reason", &self.reason())
            .finish()
    }
}

impl Serialize for Decision<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
        let mut out = serializer.serialize_struct("Decision", 3)?;
        out.serialize_field("permission", self.permission().as_str())?;
        out.serialize_field("reason", &self.reason())?;
        out.serialize_field("explanation", &self.explanation())?;
        out.end()
    }
}
