//! The gate's operations as bindings see them.

use std::borrow::Cow;
use std::sync::Arc;

use super::call::{with_call, with_calls};
use super::{Fault, Input, Lossy, to_json};
use crate::call::{Call, NamedCall};
use crate::catalog::read_catalog;
use crate::decision::Decision;
use crate::diagnostic::{Code, Collector};
use crate::gate::{Gate, Options, Trust};
use crate::json::Value;
use crate::suggest::quoted;
use crate::validate;

/// What a gate is compiled with, beside the document.
#[derive(Clone, Debug, Default)]
pub struct GateOptions<'a> {
    /// The organisation's document (PERM-12).
    pub floor: Option<Input<'a>>,
    /// The operator's kill switch (PERM-1).
    pub deny_all: bool,
    /// Servers whose read-only hints count (PERM-9).
    pub trusted_hints: Vec<String>,
    /// What servers advertised: an object of server to catalog.
    pub catalogs: Option<Input<'a>>,
}

/// A gate as a handle that bindings hold; cheap to clone.
#[derive(Clone, Debug)]
pub struct WireGate(Arc<Gate>);

impl WireGate {
    /// Compiles a document.
    ///
    /// # Errors
    /// `invalid_document` with the diagnostics of the agent document, or of the floor when the
    /// agent's own is valid (PERM-10).
    pub fn compile(agent: Input<'_>, options: &GateOptions<'_>) -> Result<Self, Fault> {
        let mut collector = Collector::default();
        let catalogs = options.catalogs.map(Lossy::of);
        let catalogs = catalogs.as_ref().and_then(|catalogs| catalogs.input().read(&mut collector));
        if collector.has_errors() {
            return Err(Fault::invalid(&collector.finish(None)));
        }
        let root = agent.read(&mut collector);
        let checked = root.as_ref().map(|root| validate::read(root, catalogs.as_ref(), &mut collector));
        let Some(checked) = checked.filter(|_| !collector.has_errors()) else {
            return Err(Fault::invalid(&collector.finish(agent.text())));
        };
        let floor_root = options.floor.map(read_floor).transpose()?;
        let floor =
            floor_root.as_ref().map(|root| validate::read(root, None, &mut Collector::default()).agent);
        let trust = Trust { catalogs: Some(&checked.catalogs), hints: &options.trusted_hints };
        let compiled = Options { deny_all: options.deny_all, floor: floor.as_ref(), trust };
        Ok(Self(Arc::new(Gate::compile(&checked.agent, &compiled))))
    }

    /// A gate that denies everything (PERM-10).
    #[must_use]
    pub fn closed() -> Self {
        Self(Arc::new(Gate::closed()))
    }

    /// The gate itself, for callers in Rust.
    #[must_use]
    pub fn gate(&self) -> &Gate {
        &self.0
    }

    /// Decides by the names alone; `None` when the arguments are needed: then the whole call goes
    /// to [`WireGate::decide`] (QUAL-4).
    #[must_use]
    pub fn decide_named<'a>(&'a self, named: &NamedCall<'a>) -> Option<Decision<'a>> {
        match named.call() {
            Ok(call) if self.0.needs_arguments(&call) => None,
            Ok(call) => Some(self.0.decide(&call)),
            Err(message) => Some(self.0.decide_malformed(message)),
        }
    }

    /// Decides a whole call: `{"permission", "reason", "explanation"}`. What is no call is denied
    /// (PERM-2); this never fails.
    #[must_use]
    pub fn decide(&self, call: Input<'_>) -> String {
        with_call(call, |call| self.decided(call))
    }

    /// Decides a list of calls: an array of decisions. What is no list is one denial.
    #[must_use]
    pub fn decide_many(&self, calls: Input<'_>) -> String {
        format!("[{}]", with_calls(calls, |call| self.decided(call)).join(","))
    }

    fn decided(&self, call: Result<Call<'_>, Cow<'static, str>>) -> String {
        match call {
            Ok(call) => to_json(&self.0.decide(&call)),
            Err(message) => to_json(&self.0.decide_malformed(&message)),
        }
    }

    /// The decision and every ladder step: `{"decision", "candidates": [{"server"?, "tool"?,
    /// "steps": [{"id", "title", "permission"?, "why"}]}]}`.
    #[must_use]
    pub fn explain(&self, call: Input<'_>) -> String {
        with_call(call, |call| match call {
            Ok(call) => to_json(&self.0.explain(&call)),
            Err(message) => to_json(&self.0.explain_malformed(&message)),
        })
    }

    /// The tools of a catalog to advertise (PERM-50), as a JSON array of indexes into its tools.
    ///
    /// # Errors
    /// `invalid_document` when the catalog is none.
    pub fn offered(&self, server: &str, catalog: Input<'_>) -> Result<String, Fault> {
        let mut collector = Collector::default();
        let lossy = Lossy::of(catalog);
        let root = lossy.input().read(&mut collector);
        match root.as_ref().map(read_catalog) {
            Some(Ok(read)) if !collector.has_errors() => {
                let offered = self.0.offered(server, &read).into_iter();
                // A name that lost half a surrogate pair is no name to call the tool by.
                let whole = |index: &usize| {
                    !lossy.is_patched()
                        || read.tools.get(*index).is_some_and(|tool| !tool.name.contains('\u{FFFD}'))
                };
                return Ok(to_json(&offered.filter(whole).collect::<Vec<_>>()));
            }
            Some(Err(fault)) => {
                let message = format!("catalog of {}: {}", quoted(server), fault.message);
                collector.error(Code::TypeInvalid, String::new(), 0, message);
            }
            _ => {}
        }
        Err(Fault::invalid(&collector.finish(catalog.text())))
    }
}

fn read_floor(floor: Input<'_>) -> Result<Value<'_>, Fault> {
    let mut collector = Collector::default();
    let root = floor.read(&mut collector);
    let valid = root.as_ref().is_some_and(|root| {
        validate::read(root, None, &mut collector);
        !collector.has_errors()
    });
    root.filter(|_| valid).ok_or_else(|| Fault::floor(&collector.finish(floor.text())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decide(agent: &str, call: &str) -> String {
        let gate = WireGate::compile(Input::Text(agent.as_bytes()), &GateOptions::default())
            .expect("a valid document");
        gate.decide(Input::Text(call.as_bytes()))
    }

    #[test]
    fn the_table_decides_and_says_where() {
        let agent =
            r#"{"mcps":[{"name":"s","policy":{"permission":"allow","tool_permissions":{"a/b":"deny"}}}]}"#;
        assert_eq!(
            decide(agent, r#"{"server":"s","tool":"a/b"}"#),
            r#"{"permission":"deny","reason":{"step":"tool_permission","pointer":"/mcps/0/policy/tool_permissions/a~1b","server":"s","tool":"a/b"},"explanation":"`a/b` of server `s` is denied: its own entry in the server's table says deny"}"#
        );
        assert!(decide(agent, r#"{"server":"s","tool":"x"}"#).contains("new_tool_floor"));
        assert!(decide(agent, r#"{"name":"mcp__s__a_b"}"#).contains("ambiguous_name"));
        assert!(decide(agent, r#"{"server":"t","tool":"x"}"#).contains("unknown_server"));
        assert!(decide(agent, r#"{"tool":"Bash","arguments":{}}"#).contains("unknown_tool"));
    }
}
