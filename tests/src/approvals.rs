//! The operations of `tests/vectors/approvals` and `tests/vectors/transcript` (their README says how
//! a case is written), on the Rust surface.

use callgate::wire::{self, WireGate, WireLedger, WireRecorder};
use serde_json::{Map, Value, json};

use crate::surface::{Arguments, answer, described, parse};
use crate::vector::Form;

/// The result of an operation on approvals or transcripts; nothing when it is not one.
pub(crate) fn run(op: &str, arguments: &Arguments, form: Form) -> Option<Result<Value, String>> {
    Some(match op {
        "canonical_json" => {
            arguments.need("value", form).map(|value| text_or_fault(wire::canonical_json(value)))
        }
        "call_key" => {
            let tool = arguments.string("tool");
            let key = wire::call_key(
                tool.as_deref(),
                arguments.input("args", form),
                arguments.input("schema", form),
            );
            Ok(key.map_or_else(|fault| described(&fault), |key| json!({ "key": key })))
        }
        "cap_tool_result" => arguments.text("text").map(|text| {
            let max = arguments.value("max_chars").map(|value| value.to_string());
            text_or_fault(wire::cap_tool_result(&text, max.as_deref()).map(std::borrow::Cow::into_owned))
        }),
        "in_band_answers" => {
            arguments.need("conversation", form).and_then(|input| answer(wire::in_band_answers(input)))
        }
        "reply" => reply(arguments),
        "describe_call" => arguments.need("call", form).map(|call| text_or_fault(wire::describe_call(call))),
        "advertise" => arguments.need("specs", form).and_then(|specs| answer(wire::advertise(specs))),
        "missing_arguments" => arguments
            .need("spec", form)
            .and_then(|spec| answer(wire::missing_arguments(spec, arguments.input("args", form)))),
        "pin_catalogs" => arguments
            .need("agent", form)
            .and_then(|agent| answer(wire::pin_catalogs(agent, arguments.need("catalogs", form)?))),
        "compare_pins" => arguments.need("pins", form).and_then(|pins| {
            let server = arguments.text("server")?;
            answer(wire::compare_pins(pins, &server, arguments.need("catalog", form)?))
        }),
        "sha256_hex" => arguments.text("data").map(|data| wire::sha256_hex(data.as_bytes()).into()),
        "render_turn" => arguments.need("request", form).and_then(|request| {
            let options = options(arguments.value("options"));
            answer(wire::render_turn(request, options.as_deref()))
        }),
        "recorder" => recorder(arguments, form),
        "ledger" => match ledger(arguments, form) {
            Ok(Ok((_, results))) => Ok(Value::Array(results)),
            Ok(Err(fault)) => Ok(fault),
            Err(wrong) => Err(wrong),
        },
        _ => return None,
    })
}

/// The verdicts of `judge` and `judge_client`: of `call`, or of each of `calls` in turn.
pub(crate) fn judge(
    client: bool,
    gate: &WireGate,
    arguments: &Arguments,
    form: Form,
) -> Result<Value, String> {
    let ledger = match arguments.group("ledger")? {
        Some(group) => match ledger(&group, form)? {
            Ok((ledger, _)) => ledger,
            Err(fault) => return Ok(fault),
        },
        None => WireLedger::default(),
    };
    let flag =
        |key: &str, default: bool| arguments.value(key).map_or(default, |value| value == Value::Bool(true));
    let verdict = |call| {
        parse(&if client {
            gate.judge_client(call, &ledger, flag("consume", false))
        } else {
            gate.judge(call, &ledger, flag("attended", true))
        })
    };
    match arguments.input("call", form) {
        Some(call) => verdict(call),
        None => arguments
            .list("calls")?
            .iter()
            .map(|call| verdict(call.input("call", form).ok_or("an element of `calls` has no `call`")?))
            .collect(),
    }
}

fn text_or_fault(result: Result<String, wire::Fault>) -> Value {
    result.map_or_else(|fault| described(&fault), Value::from)
}

fn reply(arguments: &Arguments) -> Result<Value, String> {
    let available: Vec<String> = arguments
        .value("available")
        .and_then(|list| serde_json::from_value(list).ok())
        .ok_or("the case has no list `available`")?;
    let available: Vec<&str> = available.iter().map(String::as_str).collect();
    Ok(text_or_fault(wire::reply(&arguments.text("decision")?, &available).map(str::to_owned)))
}

/// Options are written as Python writes them; the boundary has JavaScript's names.
fn options(options: Option<Value>) -> Option<String> {
    let Value::Object(members) = options? else { return Some("null".into()) };
    let camel = |key: &str| {
        let mut parts = key.split('_');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |name, part| name + &part[..1].to_uppercase() + &part[1..])
    };
    let members: Map<String, Value> = members.into_iter().map(|(key, value)| (camel(&key), value)).collect();
    Some(Value::Object(members).to_string())
}

fn recorder(arguments: &Arguments, form: Form) -> Result<Value, String> {
    let mut recorder = WireRecorder::default();
    let record = |step: Arguments| {
        let id = step.text("id")?;
        let input = step.input("input", form);
        let record = match step.text("do")?.as_str() {
            "announce" => recorder.announce(&id, &step.text("name")?, input).map(Some),
            "update" => recorder.update(&id, input),
            other => return Err(format!("no step `{other}` is known to this runner")),
        };
        record.map_or_else(
            |fault| Ok(described(&fault)),
            |record| record.map_or(Ok(Value::Null), |text| parse(&text)),
        )
    };
    arguments.list("steps")?.into_iter().map(record).collect()
}

type Ledger = Result<(WireLedger, Vec<Value>), Value>;

/// Makes a ledger and takes its steps; the inner error is a fault.
fn ledger(arguments: &Arguments, form: Form) -> Result<Ledger, String> {
    let options = options(arguments.value("options"));
    let made = match arguments.input("saved", Form::Text) {
        Some(wire::Input::Text(saved)) => WireLedger::from_json(&String::from_utf8_lossy(saved)),
        _ => WireLedger::new(arguments.input("conversation", form), options.as_deref()),
    };
    let mut ledger = match made {
        Ok(ledger) => ledger,
        Err(fault) => return Ok(Err(described(&fault))),
    };
    let mut results = Vec::new();
    for step in arguments.list("steps")? {
        results.push(ledger_step(&mut ledger, &step, form)?);
    }
    Ok(Ok((ledger, results)))
}

fn ledger_step(ledger: &mut WireLedger, step: &Arguments, form: Form) -> Result<Value, String> {
    let action = step.text("do")?;
    if action == "save" {
        *ledger = WireLedger::from_json(&ledger.to_json()).map_err(|fault| fault.message)?;
        return Ok(Value::Null);
    }
    let tool = step.text("tool")?;
    let args = step.input("args", form);
    let found = |text: Option<String>| text.map_or(Ok(Value::Null), |text| parse(&text));
    match action.as_str() {
        "record" => {
            let token = step.string("token");
            let stored = ledger.record(&tool, args, &step.text("answer")?, token.as_deref());
            Ok(stored.map_or_else(|fault| described(&fault), |_| Value::Null))
        }
        "take" => found(ledger.take(&tool, args)),
        "grant" => {
            let _ = ledger.grant(&tool, args);
            Ok(Value::Null)
        }
        "consume" => Ok(ledger.consume(&tool, args).into()),
        "peek_output" => found(ledger.peek_output(&tool, args)),
        "take_output" => found(ledger.take_output(&tool, args)),
        other => Err(format!("no step `{other}` is known to this runner")),
    }
}
