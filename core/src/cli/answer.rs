//! Wire JSON read back, for people.

use serde::Deserialize;

use super::options::Compiled;
use super::paint::{self, paint, table};
use super::session::Failure;
use super::source::Source;
use super::visible::visible;
use crate::json::{self, Kind, Value};

/// A validation report.
#[derive(Debug, Deserialize)]
pub(super) struct Report {
    pub(super) ok: bool,
    pub(super) diagnostics: Vec<Found>,
}

/// One diagnostic.
#[derive(Debug, Deserialize)]
pub(super) struct Found {
    pub(super) code: String,
    pub(super) severity: String,
    pub(super) pointer: String,
    pub(super) message: String,
    pub(super) help: Option<String>,
    pub(super) line: Option<usize>,
    pub(super) column: Option<usize>,
}

impl Found {
    pub(super) fn is_error(&self) -> bool {
        self.severity == "error"
    }
}

impl Report {
    pub(super) fn read(json: &str) -> Result<Self, Failure> {
        read(json)
    }
}

/// A decision.
#[derive(Debug, Deserialize)]
pub(super) struct Answer {
    pub(super) permission: String,
    pub(super) reason: Reason,
    pub(super) explanation: String,
}

/// Why.
#[derive(Debug, Deserialize)]
pub(super) struct Reason {
    pub(super) step: String,
    pub(super) pointer: Option<String>,
    pub(super) rule: Option<String>,
}

impl Answer {
    pub(super) fn read(json: &str) -> Result<Self, Failure> {
        read(json)
    }

    /// The decision in a few lines: permission and sentence, then step, place and rule.
    pub(super) fn text(&self, compiled: &Compiled, colour: bool) -> String {
        let word = paint(paint::permission(&self.permission), &self.permission, colour);
        let rows = self.reason.rows(compiled);
        format!("{word}: {}\n{}", visible(&self.explanation), told(&rows, colour))
    }
}

type Row = (&'static str, String);

fn told(rows: &[Row], colour: bool) -> String {
    let rows: Vec<_> = rows
        .iter()
        .map(|(what, text)| [(paint::FAINT, *what), (anstyle::Style::new(), text.as_str())])
        .collect();
    table(&rows, "  ", colour)
}

impl Reason {
    fn rows(&self, compiled: &Compiled) -> Vec<Row> {
        let mut rows = vec![("step", self.step.clone())];
        if let Some(pointer) = &self.pointer {
            let source = match &compiled.floor {
                Some(floor) if self.step == "floor" => floor,
                _ => &compiled.document,
            };
            rows.push(("place", place(source, pointer)));
        }
        rows.extend(self.rule.clone().map(|rule| ("rule", rule)));
        rows
    }
}

/// A verdict: a decision after stored answers were consulted.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Verdict {
    pub(super) kind: String,
    decision: Answer,
    key: Option<String>,
    interaction_token: Option<String>,
}

impl Verdict {
    pub(super) fn read(json: &str) -> Result<Self, Failure> {
        read(json)
    }

    /// The verdict in a few lines; never the arguments or an output.
    pub(super) fn text(&self, compiled: &Compiled, colour: bool) -> String {
        let Self { kind, decision, key, interaction_token } = self;
        let why = visible(&decision.explanation);
        let sentence = match (kind.as_str(), decision.permission.as_str()) {
            ("allow", "ask") => format!("a stored approval of this very call is used; without it {why}"),
            ("deny", "ask" | "allow") => {
                format!("a stored denial of this very call is used; without it {why}")
            }
            ("fulfilled", _) => "the browser's output for this very call is stored".to_owned(),
            ("pending", _) => format!("no stored answer fits this very call; {why}"),
            _ => why.into_owned(),
        };
        let style = match kind.as_str() {
            "allow" | "fulfilled" => paint::GOOD,
            "pending" => paint::WARNING,
            _ => paint::ERROR,
        };
        let mut rows = decision.reason.rows(compiled);
        rows.extend(key.clone().map(|key| ("key", key)));
        rows.extend(interaction_token.clone().map(|token| ("answer", token)));
        format!("{}: {sentence}\n{}", paint(style, kind, colour), told(&rows, colour))
    }
}

/// Reads what the core wrote. It always can; a failure is told rather than trusted away.
pub(super) fn read<'j, T: Deserialize<'j>>(json: &'j str) -> Result<T, Failure> {
    serde_json::from_str(json).map_err(|error| Failure::new(format!("the answer could not be read: {error}")))
}

/// `agent.json:9:17 (/mcps/0/policy)`: the place of a pointer in a document, with line and column.
fn place(source: &Source, pointer: &str) -> String {
    let at = json::parse(&source.bytes).ok().and_then(|parsed| offset(&parsed.value, pointer));
    match at.map(|at| json::Places::new(&source.bytes).find(at)) {
        Some((line, column)) => format!("{}:{line}:{column} ({pointer})", source.name),
        None => format!("{} ({pointer})", source.name),
    }
}

/// Where the member or element that a pointer names begins.
fn offset(root: &Value<'_>, pointer: &str) -> Option<usize> {
    let mut at = root.start;
    let mut value = root;
    for part in pointer.split('/').skip(1) {
        let key = part.replace("~1", "/").replace("~0", "~");
        match &value.kind {
            Kind::Object(members) => {
                let member = members.iter().find(|member| member.key == key)?;
                (at, value) = (member.key_start, &member.value);
            }
            Kind::Array(items) => {
                value = items.get(key.parse::<usize>().ok()?)?;
                at = value.start;
            }
            _ => return None,
        }
    }
    usize::try_from(at).ok()
}
