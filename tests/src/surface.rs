//! Running a case through the Rust surface: the operations of `callgate::wire`.

use std::collections::BTreeMap;

use callgate::wire::{self, Fault, GateOptions, HarnessOptions, Input, RenderSource, WireGate};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::vector::{Case, Document, Form};
use crate::{approvals, edits, teams};

/// The arguments of a case by name, as documents.
pub(crate) struct Arguments(BTreeMap<String, Document>);

impl Arguments {
    fn read(raw: &BTreeMap<String, Box<RawValue>>) -> Self {
        Self(raw.iter().map(|(key, raw)| (key.clone(), Document::read(raw))).collect())
    }

    /// The argument as an input of that form, when it is given.
    pub(crate) fn input(&self, key: &str, form: Form) -> Option<Input<'_>> {
        Some(match (self.0.get(key)?, form) {
            (Document::Json(text), Form::Host) => Input::Host(text),
            (Document::Json(text), Form::Text) => Input::Text(text.as_bytes()),
            (Document::Bytes(bytes), _) => Input::Text(bytes),
        })
    }

    /// A plain value.
    pub(crate) fn value(&self, key: &str) -> Option<Value> {
        match self.0.get(key)? {
            Document::Json(text) => serde_json::from_str(text).ok(),
            Document::Bytes(_) => None,
        }
    }

    pub(crate) fn string(&self, key: &str) -> Option<String> {
        match self.0.get(key)? {
            Document::Json(_) => self.value(key)?.as_str().map(str::to_owned),
            Document::Bytes(bytes) => String::from_utf8(bytes.clone()).ok(),
        }
    }

    /// An argument that must be there.
    pub(crate) fn need(&self, key: &str, form: Form) -> Result<Input<'_>, String> {
        self.input(key, form).ok_or_else(|| format!("the case has no `{key}`"))
    }

    /// A text that must be there.
    pub(crate) fn text(&self, key: &str) -> Result<String, String> {
        self.string(key).ok_or_else(|| format!("the case has no text `{key}`"))
    }

    /// An argument that is an object of arguments.
    pub(crate) fn group(&self, key: &str) -> Result<Option<Self>, String> {
        let Some(Document::Json(text)) = self.0.get(key) else { return Ok(None) };
        let raw = serde_json::from_str(text).map_err(|error| format!("`{key}`: {error}"))?;
        Ok(Some(Self::read(&raw)))
    }

    /// An argument that is a list of such objects; none when it is not there.
    pub(crate) fn list(&self, key: &str) -> Result<Vec<Self>, String> {
        let Some(Document::Json(text)) = self.0.get(key) else { return Ok(Vec::new()) };
        let raw: Vec<BTreeMap<String, Box<RawValue>>> =
            serde_json::from_str(text).map_err(|error| format!("`{key}`: {error}"))?;
        Ok(raw.iter().map(Self::read).collect())
    }
}

/// The result of a case in that form, as JSON; a fault is `{"error", "message", "diagnostics"?}`.
///
/// # Errors
/// What is wrong with the case itself: an operation that is not known, an argument that is missing.
pub fn run(case: &Case, form: Form) -> Result<Value, String> {
    let arguments = Arguments::read(&case.input);
    let need = |key: &str| arguments.need(key, form);
    let text = |key: &str| arguments.text(key);
    if let Some(result) = approvals::run(&case.op, &arguments, form) {
        return result;
    }
    if let Some(result) = edits::run(&case.op, &arguments, form) {
        return result;
    }
    if let Some(result) = teams::run(&case.op, &arguments, form) {
        return result;
    }
    match case.op.as_str() {
        "validate" => parse(&wire::validate(need("agent")?, arguments.input("catalogs", form))),
        "validate_server" => parse(&wire::validate_server(need("server")?)),
        "to_wire" => answer(wire::to_wire(need("server")?)),
        "tool_name" => {
            let harness = arguments.string("harness").unwrap_or_else(|| "claude".into());
            Ok(wire::tool_name(&text("server")?, &text("tool")?, &harness)
                .map_or_else(|fault| described(&fault), Value::from))
        }
        "predict" => {
            let version = arguments.string("version");
            let (files, servers) = (need("files")?, need("servers")?);
            answer(wire::predict(&text("harness")?, files, servers, version.as_deref()))
        }
        "render_harness" => render(case, &arguments, form),
        "compile" => {
            Ok(gate(case, &arguments, form)?.map_or_else(|fault| described(&fault), |_| json!({"ok": true})))
        }
        "decide" | "explain" | "decide_many" | "offered" | "judge" | "judge_client" => {
            let gate = match gate(case, &arguments, form)? {
                Ok(gate) => gate,
                Err(fault) => return Ok(described(&fault)),
            };
            match case.op.as_str() {
                "decide" => parse(&gate.decide(need("call")?)),
                "explain" => parse(&gate.explain(need("call")?)),
                "decide_many" => parse(&gate.decide_many(need("calls")?)),
                "judge" => approvals::judge(false, &gate, &arguments, form),
                "judge_client" => approvals::judge(true, &gate, &arguments, form),
                _ => offered(&gate, &text("server")?, need("catalog")?),
            }
        }
        other => Err(format!("no operation `{other}` is known to this runner")),
    }
}

/// The settings of a harness, from the document and from a gate compiled of it: both are the same.
fn render(case: &Case, arguments: &Arguments, form: Form) -> Result<Value, String> {
    let options = options(case)?;
    let harness = arguments.string("harness").ok_or("the case has no text `harness`")?;
    let flag = |key: &str| options.value(key).and_then(|value| value.as_bool());
    let source = arguments.input("agent", form).ok_or("the case has no `agent`")?;
    let given = |gate| HarnessOptions {
        gate,
        codex_transports: options.input("codex_transports", form),
        managed_provider: flag("managed_provider").unwrap_or(true),
        pi_mcp: flag("pi_mcp").unwrap_or(false),
        coverage: flag("coverage").unwrap_or(true),
    };
    let from_document = given(gate_options(&options, form));
    let rendered = answer(wire::render_harness(RenderSource::Agent(source), &harness, &from_document))?;
    if let Ok(gate) = WireGate::compile(source, &from_document.gate) {
        let of_gate = RenderSource::Gate(&gate);
        let again = answer(wire::render_harness(of_gate, &harness, &given(GateOptions::default())))?;
        if again != rendered {
            return Err(format!("from a compiled gate it is another answer: {again}"));
        }
    }
    Ok(rendered)
}

fn options(case: &Case) -> Result<Arguments, String> {
    let raw = match case.input.get("options") {
        Some(raw) => serde_json::from_str(raw.get()).map_err(|error| format!("`options`: {error}"))?,
        None => BTreeMap::new(),
    };
    Ok(Arguments::read(&raw))
}

fn gate_options(options: &Arguments, form: Form) -> GateOptions<'_> {
    let hints = options.value("trusted_hints").and_then(|hints| serde_json::from_value(hints).ok());
    GateOptions {
        floor: options.input("floor", form),
        deny_all: options.value("deny_all") == Some(Value::Bool(true)),
        trusted_hints: hints.unwrap_or_default(),
        catalogs: options.input("catalogs", form),
    }
}

/// Compiles the gate of a case; the outer error is one of the case.
fn gate(case: &Case, arguments: &Arguments, form: Form) -> Result<Result<WireGate, Fault>, String> {
    let options = options(case)?;
    if let Some(key) = options
        .0
        .keys()
        .find(|key| !["floor", "deny_all", "trusted_hints", "catalogs", "closed"].contains(&key.as_str()))
    {
        return Err(format!("no option `{key}` is known to this runner"));
    }
    if options.value("closed") == Some(Value::Bool(true)) {
        return Ok(Ok(WireGate::closed()));
    }
    let agent = arguments.input("agent", form).ok_or("the case has no `agent`")?;
    Ok(WireGate::compile(agent, &gate_options(&options, form)))
}

/// The tools of the catalog that the gate says to advertise.
fn offered(gate: &WireGate, server: &str, catalog: Input<'_>) -> Result<Value, String> {
    let indexes: Vec<usize> = match gate.offered(server, catalog) {
        Ok(text) => serde_json::from_str(&text).map_err(|error| error.to_string())?,
        Err(fault) => return Ok(described(&fault)),
    };
    let text = match catalog {
        Input::Text(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        Input::Host(text) | Input::Refused(text) => text.to_owned(),
    };
    let text = callgate::json::replace_lone_surrogates(&text);
    let catalog: Box<RawValue> = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let wrapped = serde_json::from_str::<BTreeMap<String, Box<RawValue>>>(catalog.get()).ok();
    let list = wrapped.as_ref().and_then(|object| object.get("tools")).unwrap_or(&catalog);
    let tools: Vec<Box<RawValue>> = serde_json::from_str(list.get()).map_err(|error| error.to_string())?;
    indexes
        .into_iter()
        .map(|index| parse(tools.get(index).ok_or("an index beyond the catalog")?.get()))
        .collect()
}

pub(crate) fn answer(result: Result<String, Fault>) -> Result<Value, String> {
    result.map_or_else(|fault| Ok(described(&fault)), |text| parse(&text))
}

pub(crate) fn described(fault: &Fault) -> Value {
    let mut out = json!({"error": fault.code, "message": fault.message});
    if let Some(diagnostics) = &fault.diagnostics {
        out["diagnostics"] = parse(diagnostics).unwrap_or_default();
    }
    out
}

pub(crate) fn parse(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("the result is not JSON: {error}: {text}"))
}
