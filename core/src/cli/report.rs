//! Diagnostics for people: what is wrong, where, and what to do.

use unicode_width::UnicodeWidthStr as _;

use super::Format;
use super::answer::{self, Found, Report};
use super::paint::{self, paint};
use super::session::{Exit, Failure, Session, Sink};
use super::snippet::{Shown, Snippets};
use super::source::Source;
use super::visible::visible;
use crate::wire::Fault;

/// Every diagnostic, then a line that sums them up.
pub(super) fn everything(source: &Source, report: &Report, out: &mut Sink<'_>) {
    write(source, report, |_| true, out);
    let errors = report.diagnostics.iter().filter(|found| found.is_error()).count();
    let warnings = report.diagnostics.len().saturating_sub(errors);
    let (style, verdict) = if report.ok { (paint::GOOD, "valid") } else { (paint::ERROR, "invalid") };
    let counts = [count(errors, "error"), count(warnings, "warning")];
    let counts: Vec<_> = counts.into_iter().flatten().collect();
    let counts = if counts.is_empty() { String::new() } else { format!(": {}", counts.join(", ")) };
    out.write(&format!("{}: {}{counts}\n", source.name, paint(style, verdict, out.colour)));
}

/// The errors alone, for commands that have no use for warnings.
pub(super) fn errors(source: &Source, report: &Report, out: &mut Sink<'_>) {
    write(source, report, Found::is_error, out);
    let errors = report.diagnostics.iter().filter(|found| found.is_error()).count();
    let counts = count(errors, "error").map(|errors| format!(": {errors}")).unwrap_or_default();
    out.write(&format!("{}: {}{counts}\n", source.name, paint(paint::ERROR, "invalid", out.colour)));
}

/// A fault of the core about that document: its errors, and [`Exit::Fails`]; or, where it is about
/// something else, a failure.
pub(super) fn fault(source: &Source, fault: &Fault, session: &mut Session<'_>) -> Result<Exit, Failure> {
    let Some(diagnostics) = &fault.diagnostics else { return Err(Failure::new(fault.message.as_str())) };
    if session.format == Format::Json {
        let message = serde_json::Value::from(fault.message.as_str());
        session
            .json(&format!(r#"{{"code":"{}","message":{message},"diagnostics":{diagnostics}}}"#, fault.code));
    } else {
        let report = Report { ok: false, diagnostics: answer::read(diagnostics)? };
        errors(source, &report, &mut session.stderr);
    }
    Ok(Exit::Fails)
}

/// Warnings that came with an answer.
pub(super) fn warnings(source: &Source, diagnostics: Vec<Found>, out: &mut Sink<'_>) {
    write(source, &Report { ok: true, diagnostics }, |found| !found.is_error(), out);
}

fn count(number: usize, what: &str) -> Option<String> {
    match number {
        0 => None,
        1 => Some(format!("1 {what}")),
        many => Some(format!("{many} {what}s")),
    }
}

fn write(source: &Source, report: &Report, wanted: impl Fn(&Found) -> bool, out: &mut Sink<'_>) {
    let text = String::from_utf8_lossy(&source.bytes);
    let is_json = !report.diagnostics.iter().any(|found| is_syntax(&found.code));
    let mut snippets = Snippets::new(&text, is_json);
    for found in report.diagnostics.iter().filter(|found| wanted(found)) {
        let shown = found.line.zip(found.column).map(|(line, column)| snippets.show(line, column));
        let text = diagnostic(&source.name, found, shown.as_ref(), out.colour);
        out.write(&text);
    }
}

/// One diagnostic:
/// ```text
/// error[permission.invalid]: `alow` is no permission
///  --> agent.json:3:17
///   |
/// 3 | "permission": "alow",
///   |               ^^^^^^ /mcps/0/policy/permission
///   = help: did you mean `allow`?
/// ```
fn diagnostic(file: &str, found: &Found, shown: Option<&Shown>, colour: bool) -> String {
    let style = if found.is_error() { paint::ERROR } else { paint::WARNING };
    let title = format!("{}[{}]", found.severity, found.code);
    let title = paint(style, &visible(&title), colour);
    let number = found.line.map(|line| line.to_string()).unwrap_or_default();
    let margin = " ".repeat(number.len());
    let rule = |mark| paint(paint::HELP, mark, colour);
    let pointer = visible(&found.pointer);
    let mut out = format!("{title}: {}\n", visible(&found.message));
    let mut line = |parts: &[&str]| {
        let text = parts.concat();
        out.push_str(text.trim_end());
        out.push('\n');
    };
    match (shown, found.column) {
        (Some(shown), Some(column)) => {
            let Shown { text, span } = shown;
            let before = text.get(..span.start).unwrap_or_default().width();
            let carets = text.get(span.clone()).unwrap_or_default().width().max(1);
            let carets = paint(style, &"^".repeat(carets), colour);
            line(&[&margin, &rule("-->"), " ", file, ":", &number, ":", &column.to_string()]);
            line(&[&margin, " ", &rule("|")]);
            line(&[&rule(&number), " ", &rule("|"), " ", text]);
            line(&[&margin, " ", &rule("|"), " ", &" ".repeat(before), &carets, " ", &pointer]);
        }
        _ => line(&[&margin, &rule("-->"), " ", file, " ", &pointer]),
    }
    if let Some(help) = &found.help {
        line(&[&margin, " ", &rule("="), " ", &paint(paint::HEAD, "help:", colour), " ", &visible(help)]);
    }
    out.push('\n');
    out
}

/// Whether what follows the place is unread, so that nobody knows what it means.
fn is_syntax(code: &str) -> bool {
    code == "json.depth" || code == "json.syntax" || code.starts_with("json.syntax.")
}
