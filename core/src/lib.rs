//! callgate: one policy engine for the tool calls of AI agents.
//!
//! An *agent document* says which MCP servers an agent has, which of their tools it may see, and for
//! each tool *allow*, *ask* or *deny*. This crate reads the document, says everything that is wrong
//! with it, and compiles it into a [`Gate`](gate::Gate) that decides calls, always with the reason.
//! It does no I/O, asks no clock, and reads no environment: text goes in, answers come out. (The one
//! exception is the command line, `cli`, behind the cargo feature of that name.)
//!
//! ```
//! use callgate::call::NamedCall;
//! use callgate::permission::Permission;
//! use callgate::wire::{GateOptions, Input, WireGate, validate};
//!
//! let agent = br#"{"mcps": [{
//!     "name": "internal-search",
//!     "connection": {"type": "gateway", "namespace": "custom", "slug": "internal-search"},
//!     "policy": {"tool_permissions": {"search_docs": "allow"}, "new_tool_permission": "ask"}
//! }]}"#;
//!
//! // Everything that is wrong, in one report; this never fails.
//! let report = validate(Input::Text(agent), None);
//! assert_eq!(report, r#"{"ok":true,"diagnostics":[]}"#);
//!
//! // A document with errors compiles to no gate.
//! let gate = WireGate::compile(Input::Text(agent), &GateOptions::default()).map_err(|fault| fault.message)?;
//!
//! // By its names alone: `None` only when the arguments can matter.
//! let call = NamedCall { server: Some("internal-search"), tool: Some("search_docs"), ..Default::default() };
//! let decision = gate.decide_named(&call).ok_or("needs the arguments")?;
//! assert_eq!(decision.permission(), Permission::Allow);
//! assert_eq!(
//!     decision.reason().pointer.as_deref(),
//!     Some("/mcps/0/policy/tool_permissions/search_docs"),
//! );
//!
//! // The whole call as JSON, with an answer in JSON. What is no call is denied, never an error.
//! let call = br#"{"server": "internal-search", "tool": "fetch_doc", "args": {"id": "kb-17"}}"#;
//! assert!(gate.decide(Input::Text(call)).starts_with(r#"{"permission":"ask""#));
//! # Ok::<(), String>(())
//! ```
//!
//! | to | see |
//! | --- | --- |
//! | decide calls and explain decisions | [`wire::WireGate`], [`gate`], [`decision`] |
//! | check documents | [`wire::validate`], [`diagnostic`] |
//! | edit, compare and suggest | [`edit`], [`mod@diff`] |
//! | show a run's own tools over MCP | [`channel`] |
//! | notice that a tool's definition changed | [`pins`] |
//! | ask why a tool is missing | [`mod@why`] |
//! | reach a server with its secrets | [`mod@materialize`] |
//! | decide what granted agents of a team may do | `agentteams`, behind the cargo feature of that name |
//! | find the rule that decides | the files of [`gate`], one a concern |
//!
//! What the permissions are not: they steer the agent and what is offered to it. They are no wall
//! around the tool itself, which whoever holds its connection can reach.
#![cfg_attr(test, allow(clippy::string_slice, reason = "tests may panic"))]

#[cfg(feature = "agentteams")]
pub mod agentteams;
pub mod approval;
pub mod call;
pub mod catalog;
pub mod channel;
#[cfg(feature = "cli")]
pub mod cli;
pub mod decision;
pub mod describe;
pub mod diagnostic;
pub mod diff;
pub mod digest;
pub mod document;
pub mod edit;
pub mod gate;
pub mod harness;
pub mod json;
pub mod judge;
pub mod materialize;
pub mod name;
pub mod permission;
pub mod pins;
pub mod rule;
pub mod schema;
mod shell;
pub mod suggest;
pub mod transcript;
pub mod validate;
pub mod why;
pub mod wire;
