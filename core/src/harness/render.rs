//! A document's rules as one harness's own settings, and what that harness then does alone.

use serde::Serialize;

use super::claude::Claude;
use super::codex::{Codex, Transports};
use super::coverage::{Coverage, Row};
use super::known::{Known, Tool};
use super::pi::{self, Exposure};
use super::{Harness, SettingsFile, collision};
use crate::catalog::Catalogs;
use crate::diagnostic::{Code, Diagnostic, Report, Severity};
use crate::gate::Gate;
use crate::name::Spelling;

/// What the settings are made with, beside the gate.
#[derive(Clone, Debug)]
pub struct RenderOptions<'o> {
    /// What servers advertised, beside what the gate was compiled with.
    pub catalogs: Option<&'o Catalogs<'o>>,
    /// Codex: how it reaches servers itself; without, it is given none (HARN-20).
    pub codex_transports: Transports,
    /// Codex: whether the settings name the platform's model provider.
    pub managed_provider: bool,
    /// Pi: whether it uses an MCP client of its own (HARN-25).
    pub pi_mcp: bool,
    /// Whether to say what comes of the settings, tool by tool. It costs more than the settings.
    pub coverage: bool,
}

impl Default for RenderOptions<'_> {
    fn default() -> Self {
        Self {
            catalogs: None,
            codex_transports: Transports::default(),
            managed_provider: true,
            pi_mcp: false,
            coverage: true,
        }
    }
}

/// The settings of one harness.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Rendered {
    /// Files to write, relative to the session's folder; none when there is nothing to say.
    pub files: Vec<SettingsFile>,
    /// The tools not to offer or register: MCP tools by their rendered name, others by their own.
    pub withheld: Vec<String>,
    /// Pi: the other known tools, in the same words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub register: Option<Vec<String>>,
    /// Pi with an MCP client of its own: what to merge into each server's entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_exposure: Option<Exposure>,
    /// What the gate decides of each tool and what the harness alone does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Vec<Row>>,
    /// What could not be said as it was written; no error is among them.
    pub diagnostics: Vec<Diagnostic>,
}

/// Gathers what is said about the settings.
#[derive(Debug, Default)]
pub(super) struct Faults {
    found: Vec<Diagnostic>,
    has_error: bool,
}

impl Faults {
    pub(super) fn add(&mut self, code: Code, is_error: bool, pointer: String, message: String) {
        self.has_error |= is_error;
        let severity = if is_error { Severity::Error } else { Severity::Warning };
        self.found.push(Diagnostic {
            code,
            severity,
            pointer,
            message,
            help: None,
            line: None,
            column: None,
        });
    }
}

/// Renders a gate's rules as the settings of one harness (HARN-1 to HARN-5).
///
/// # Errors
/// The diagnostics, when the settings could not say what the gate decides without being looser or
/// losing a deny (HARN-4): then there is no file.
pub fn render(gate: &Gate, harness: Harness, options: &RenderOptions<'_>) -> Result<Rendered, Report> {
    let mut faults = Faults::default();
    let spelling = if harness == Harness::Codex { Spelling::Codex } else { Spelling::Claude };
    let known = Known::of(gate, spelling, options.catalogs);
    let withheld = known.withheld().map(shown).collect();
    let mut rendered = Rendered {
        files: Vec::new(),
        withheld,
        register: None,
        tool_exposure: None,
        coverage: None,
        diagnostics: Vec::new(),
    };
    match harness {
        Harness::Claude => {
            let claude = Claude::render(&known, &mut faults);
            rendered.files.extend(claude.file());
            rendered.coverage = options.coverage.then(|| Coverage::claude(&known, &claude));
        }
        Harness::Codex => {
            let codex = Codex::render(&known, options, &mut faults);
            rendered.files.extend(codex.file());
            rendered.coverage = options.coverage.then(|| Coverage::codex(&known, &codex));
        }
        Harness::Pi => {
            // A name can be registered or withheld, not both.
            collision::report(&known, &mut faults);
            let registered = known.tools.iter().filter(|tool| !tool.says.denies());
            rendered.register = Some(registered.map(shown).collect());
            rendered.tool_exposure = options.pi_mcp.then(|| pi::exposure(&known));
            rendered.coverage = options.coverage.then(|| Coverage::pi(&known));
        }
    }
    // Each allow was written for what the gate allows; this looks at what comes of all of them.
    let rows = rendered.coverage.iter().flatten();
    let looser = rows.filter(|row| row.is_fault() && !faults.has_error);
    for row in looser.collect::<Vec<_>>() {
        let message = format!("the settings would let {} run, which the gate does not allow", row.what());
        faults.add(Code::HarnessRule, true, gate.base().to_owned(), message);
    }
    rendered.diagnostics = faults.found;
    if faults.has_error {
        return Err(Report { ok: false, diagnostics: rendered.diagnostics });
    }
    Ok(rendered)
}

/// The word for a tool in lists of tools.
fn shown(tool: &Tool<'_>) -> String {
    if tool.server.is_some() { tool.rendered.clone() } else { tool.name.to_owned() }
}
