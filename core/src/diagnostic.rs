//! What validation says: one diagnostic per problem, each with a stable code and a place.

use serde::Serialize;

use crate::json::Places;

/// Whether a diagnostic makes the document invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The document is invalid; it compiles to no gate (PERM-10).
    Error,
    /// Probably not what the author meant; the document stays valid.
    Warning,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// The stable dotted codes of `policy.md`, in the order of the CONF- rules.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code { $($(#[$doc])* $name,)* }

        impl Code {
            /// Every code, in the order of the rules.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The dotted code.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

codes! {
    /// Not one JSON value in UTF-8 (CONF-3), or a host object that is not JSON.
    JsonSyntax = "json.syntax",
    /// Nested deeper than 64 (CONF-3).
    JsonDepth = "json.depth",
    /// A key that stands twice in one object (CONF-3).
    JsonDuplicateKey = "json.duplicate_key",
    /// A field that is not known here, or a near miss of one that is (CONF-4).
    FieldUnknown = "field.unknown",
    /// A server name that is not 1 to 128 characters of `A-Za-z0-9._-` (CONF-5).
    NameInvalid = "name.invalid",
    /// A server name that rules or consumers reserve (CONF-6).
    NameReserved = "name.reserved",
    /// Two servers of one name (CONF-7).
    NameDuplicate = "name.duplicate",
    /// Rendered names that coincide (CONF-8).
    NameCollision = "name.collision",
    /// A rendered name that can be read two ways (CONF-9).
    NameAmbiguous = "name.ambiguous",
    /// A gateway connection whose parts do not fit together (CONF-10).
    ConnectionGateway = "connection.gateway",
    /// A URL that is not an absolute http or https one, or an unsafe one (CONF-11).
    ConnectionUrl = "connection.url",
    /// A header that is malformed or given twice (CONF-12).
    ConnectionHeader = "connection.header",
    /// A public header that usually carries a secret (CONF-13).
    ConnectionPublicSecret = "connection.public_secret",
    /// Credentials of no known form (CONF-14).
    ConnectionCredentials = "connection.credentials",
    /// No connection: matched by name, deprecated (CONF-15).
    ConnectionMissing = "connection.missing",
    /// A tool filter whose mode and names do not fit together (CONF-16).
    FilterNames = "filter.names",
    /// Not a permission (CONF-17).
    PermissionInvalid = "permission.invalid",
    /// A permission for a tool that the filter hides (CONF-18).
    TableHidden = "table.hidden",
    /// A rendered name where the server's own name belongs (CONF-19).
    NameRendered = "name.rendered",
    /// `runner.permissions` of the wrong form (CONF-20).
    RunnerPermissions = "runner.permissions",
    /// A rule pattern that does not parse (CONF-20, PERM-20).
    RulePattern = "rule.pattern",
    /// A tool that the server does not advertise (CONF-21).
    CatalogUnknownTool = "catalog.unknown_tool",
    /// A rule or table that can never decide (CONF-22).
    RuleNever = "rule.never",
    /// A pattern that only the harness can read (CONF-23).
    RuleHarnessOnly = "rule.harness_only",
    /// A gateway or client tool's name that cannot stand (CONF-24).
    ToolName = "tool.name",
    /// A value of the wrong type.
    TypeInvalid = "type.invalid",
    /// A required field that is not there.
    FieldMissing = "field.missing",
    /// A mode that is left out of a harness's settings (HARN-12).
    HarnessMode = "harness.mode",
    /// A rule that a harness's settings cannot hold as it was written (HARN-12).
    HarnessRule = "harness.rule",
    /// A name of a team's manifest that no agent, gate or tool can have.
    TeamName = "team.name",
    /// An agent, gate or tool that the team's manifest does not know.
    TeamUnknown = "team.unknown",
    /// A scope or folder of a team's manifest that could lie outside of the project, or is denied.
    TeamPath = "team.path",
    /// The shape of a command or gate that can never run, or a word that looks like a wildcard.
    TeamCommand = "team.command",
    /// A grant that gives nothing, or that has no effect.
    TeamGrant = "team.grant",
}

impl Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// One problem of a document.
///
/// `message` and `help` are lower case, without a full stop, with the author's own words in
/// backticks, and never hold a header value, a secret or an argument value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// Error or warning.
    pub severity: Severity,
    /// JSON Pointer (RFC 6901) into the document, from its root.
    pub pointer: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// 1-based line, when the document was given as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// 1-based column in UTF-16 units, when the document was given as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}

/// Everything validation found, in document order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Whether the document is valid: no diagnostic is an error.
    pub ok: bool,
    /// Every problem, in document order.
    pub diagnostics: Vec<Diagnostic>,
}

/// How many problems get a computed suggestion; the others only say what is wrong.
const HELPED: usize = 50;

/// Gathers the problems of one document while it is read.
#[derive(Debug, Default)]
pub struct Collector {
    found: Vec<(u32, Diagnostic)>,
}

impl Collector {
    /// Adds an error about the value or key at byte `offset`.
    pub fn error(&mut self, code: Code, pointer: String, offset: u32, message: impl Into<String>) {
        self.push(code, Severity::Error, pointer, offset, message.into());
    }

    /// Adds a warning about the value or key at byte `offset`.
    pub fn warning(&mut self, code: Code, pointer: String, offset: u32, message: impl Into<String>) {
        self.push(code, Severity::Warning, pointer, offset, message.into());
    }

    /// Gives the problem added last a suggestion; it is only computed for the first 50 problems.
    pub fn help(&mut self, suggestion: impl FnOnce() -> Option<String>) {
        if self.found.len() <= HELPED
            && let Some((_, last)) = self.found.last_mut()
        {
            last.help = suggestion();
        }
    }

    /// Whether an error was added.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.found.iter().any(|(_, diagnostic)| diagnostic.severity == Severity::Error)
    }

    /// The report, in document order; with lines and columns when the `text` that the offsets
    /// point into is the author's own.
    #[must_use]
    pub fn finish(mut self, text: Option<&[u8]>) -> Report {
        self.found.sort_by_key(|(offset, _)| *offset);
        let ok = !self.has_errors();
        let mut places = text.map(Places::new);
        let diagnostics = self
            .found
            .into_iter()
            .map(|(offset, mut diagnostic)| {
                if let Some(places) = &mut places {
                    let (line, column) = places.find(usize::try_from(offset).unwrap_or(usize::MAX));
                    (diagnostic.line, diagnostic.column) = (Some(line), Some(column));
                }
                diagnostic
            })
            .collect();
        Report { ok, diagnostics }
    }

    fn push(&mut self, code: Code, severity: Severity, pointer: String, offset: u32, message: String) {
        let diagnostic =
            Diagnostic { code, severity, pointer, message, help: None, line: None, column: None };
        self.found.push((offset, diagnostic));
    }
}
