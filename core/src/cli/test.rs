//! `callgate test`: a list of calls with the decisions that are expected, for CI.

use std::path::PathBuf;

use anstyle::Style;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::Format;
use super::answer::{self, Answer};
use super::options::{GateArgs, holds};
use super::paint::{self, paint, table};
use super::session::{Exit, Failure, Session};
use super::source::Source;
use crate::decision;
use crate::permission::Permission;
use crate::suggest;
use crate::wire::Input;

/// Run a list of cases against a document, for CI
///
/// A case is {"call": CALL, "expect": EXPECT}. A call is {"server", "tool"}, {"tool"} or {"name"}
/// with "args", "read_only" and "kind" where needed; what is expected is "allow", "ask", "deny", or
/// {"permission", "step", "pointer"} with step and pointer optional. With --format json:
/// {"ok", "passed", "failed", "failures"}.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  callgate test agent.json cases.json

  cases.json:
  [
    {\"call\": {\"server\": \"internal-search\", \"tool\": \"search_docs\"}, \"expect\": \"allow\"},
    {\"call\": {\"tool\": \"Bash\", \"args\": {\"command\": \"rm -r /\"}},
     \"expect\": {\"permission\": \"deny\", \"step\": \"rule\"}}
  ]")]
pub(super) struct Test {
    /// The agent document; `-` reads standard input
    file: PathBuf,
    /// The cases; `-` reads standard input
    cases: PathBuf,
    #[command(flatten)]
    gate: GateArgs,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written<'a> {
    // The call's own text: duplicate keys and exact numbers must reach the gate.
    #[serde(borrow)]
    call: &'a RawValue,
    expect: Value,
}

/// What a case expects.
struct Expected {
    permission: Permission,
    step: Option<String>,
    pointer: Option<String>,
}

/// The names in a call; never its arguments.
#[derive(Default, Deserialize)]
struct Names {
    server: Option<String>,
    tool: Option<String>,
    name: Option<String>,
}

impl Test {
    pub(super) fn run(&self, session: &mut Session<'_>) -> Result<Exit, Failure> {
        let source = Source::read(&self.cases, session)?;
        let cases = read(&source)?;
        let Some(compiled) = self.gate.compile(&self.file, session)? else { return Ok(Exit::Fails) };
        let colour = session.stdout.colour;
        let mut failures = Vec::new();
        for (index, (call, expected)) in cases.iter().enumerate() {
            let decision = compiled.gate.decide(Input::Text(call.get().as_bytes()));
            let got = Answer::read(&decision)?;
            if expected.holds(&got) {
                continue;
            }
            let names: Names = serde_json::from_str(call.get()).unwrap_or_default();
            match session.format {
                Format::Json => failures.push(json!({
                    "case": index,
                    "call": names.json(),
                    "expected": expected.json(),
                    "got": answer::read::<Value>(&decision)?,
                })),
                Format::Human => {
                    let text = failure(index, &names, expected, &got, colour);
                    session.stdout.write(&text);
                    failures.push(Value::Null);
                }
            }
        }
        let (failed, passed) = (failures.len(), cases.len().saturating_sub(failures.len()));
        match session.format {
            Format::Json => session.json(
                &json!({"ok": failed == 0, "passed": passed, "failed": failed, "failures": failures})
                    .to_string(),
            ),
            Format::Human => {
                let (style, word) = if failed == 0 { (paint::GOOD, "ok") } else { (paint::ERROR, "failed") };
                let word = paint(style, word, colour);
                session.stdout.write(&format!("{word}: {passed} passed, {failed} failed\n"));
            }
        }
        Ok(holds(failed == 0))
    }
}

fn failure(index: usize, names: &Names, expected: &Expected, got: &Answer, colour: bool) -> String {
    let place = |pointer: Option<&str>| pointer.map(|pointer| format!(" at {pointer}")).unwrap_or_default();
    let step = expected.step.as_deref().map(|step| format!(" by {step}")).unwrap_or_default();
    let wanted = format!("{}{step}{}", expected.permission, place(expected.pointer.as_deref()));
    let reason = &got.reason;
    let had = format!("{} by {}{}", got.permission, reason.step, place(reason.pointer.as_deref()));
    let title = format!("case {index} failed");
    let call = names.text();
    let rows = [
        [(paint::FAINT, "call"), (Style::new(), call.as_str())],
        [(paint::FAINT, "expected"), (Style::new(), &wanted)],
        [(paint::FAINT, "got"), (paint::permission(&got.permission), &had)],
        [(paint::FAINT, "why"), (Style::new(), &got.explanation)],
    ];
    format!("{}\n{}\n", paint(paint::ERROR, &title, colour), table(&rows, "  ", colour))
}

impl Names {
    fn text(&self) -> String {
        match (&self.server, &self.tool, &self.name) {
            (Some(server), Some(tool), _) => format!("`{tool}` of server `{server}`"),
            (_, Some(name), _) | (_, _, Some(name)) => format!("`{name}`"),
            _ => "no call that names a tool".to_owned(),
        }
    }

    fn json(&self) -> Value {
        let parts = [("server", &self.server), ("tool", &self.tool), ("name", &self.name)];
        parts.into_iter().filter_map(|(key, name)| Some((key, name.clone()?))).collect()
    }
}

impl Expected {
    fn holds(&self, got: &Answer) -> bool {
        got.permission == self.permission.as_str()
            && self.step.as_ref().is_none_or(|step| *step == got.reason.step)
            && self.pointer.as_ref().is_none_or(|pointer| got.reason.pointer.as_ref() == Some(pointer))
    }

    fn json(&self) -> Value {
        let parts = [("step", &self.step), ("pointer", &self.pointer)];
        let mut all = json!({"permission": self.permission.as_str()});
        for (key, part) in parts {
            if let (Some(part), Some(members)) = (part, all.as_object_mut()) {
                members.insert(key.to_owned(), part.clone().into());
            }
        }
        all
    }
}

/// Reads the cases. A case that would test nothing is refused.
fn read(source: &Source) -> Result<Vec<(&RawValue, Expected)>, Failure> {
    let help = r#"expected a list of cases: [{"call": {"server": "s", "tool": "t"}, "expect": "allow"}]"#;
    let refuse = |cause: String| Failure::new(format!("`{}` cannot be used: {cause}", source.name));
    let written: Vec<Written<'_>> =
        serde_json::from_slice(&source.bytes).map_err(|error| refuse(reading(&error)).help(help))?;
    if written.is_empty() {
        return Err(refuse("the list of cases is empty, so nothing would be tested".into()).help(help));
    }
    let mut cases = Vec::with_capacity(written.len());
    for (index, Written { call, expect }) in written.into_iter().enumerate() {
        let expected = expectation(&expect).map_err(|cause| refuse(format!("case {index}: {cause}")))?;
        cases.push((call, expected));
    }
    Ok(cases)
}

/// What is wrong with the list, without the words of the parser that are about types of its own.
fn reading(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let cause = match text.as_str() {
        text if error.is_data() && text.starts_with("invalid type") => {
            "a case, or the list, has the wrong form"
        }
        text => text.split(" at line ").next().unwrap_or(text),
    };
    format!("line {}, column {}: {cause}", error.line(), error.column())
}

fn expectation(expect: &Value) -> Result<Expected, String> {
    let (permission, members) = match expect {
        Value::String(word) => (Some(word), None),
        Value::Object(members) => (
            members
                .get("permission")
                .and_then(|value| if let Value::String(word) = value { Some(word) } else { None }),
            Some(members),
        ),
        _ => return Err("`expect` is neither a permission nor an object with one".into()),
    };
    let permission = permission
        .and_then(|word| Permission::parse(word))
        .ok_or("`expect` names no permission: one of `allow`, `ask`, `deny`")?;
    let mut expected = Expected { permission, step: None, pointer: None };
    for (key, value) in members.into_iter().flatten() {
        match (key.as_str(), value) {
            ("permission", _) => {}
            ("step", Value::String(step)) => {
                let steps = || decision::Step::ALL.iter().map(|step| step.as_str());
                if !steps().any(|known| known == step) {
                    return Err(match suggest::nearest(step, steps()) {
                        Some(near) => format!("`{step}` is no step: did you mean `{near}`?"),
                        None => format!("`{step}` is no step: see docs/codes.md for all of them"),
                    });
                }
                expected.step = Some(step.clone());
            }
            ("pointer", Value::String(pointer)) if pointer.is_empty() || pointer.starts_with('/') => {
                expected.pointer = Some(pointer.clone());
            }
            ("pointer", _) => return Err("`pointer` is no JSON Pointer: it begins with `/`".into()),
            ("step", _) => return Err("`step` is not a string".into()),
            (other, _) => {
                return Err(format!(
                    "`expect` has no `{other}`: it takes `permission`, `step` and `pointer`"
                ));
            }
        }
    }
    Ok(expected)
}
