"""The shared vectors: read, run through the public API, and compared.

The format is described in `tests/vectors/README.md`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import callgate

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "vectors"

Form = Literal["host", "text"]


@dataclass(frozen=True)
class Case:
    file: str
    name: str
    op: str
    given: dict[str, Any]
    expect: Any
    form: Form

    def __str__(self) -> str:
        return f"{self.file}: {self.name} [{self.form}]"


def cases() -> Iterator[Case]:
    """Every case, once with host objects and once with text, unless it says which."""
    for path in sorted(FOLDER.rglob("*.json")):
        if path.parent.name == "teams":  # test_agentteams_vectors.py runs these
            continue
        for case in json.loads(path.read_bytes())["cases"]:
            forms: tuple[Form, ...] = (case["only"],) if "only" in case else ("host", "text")
            for form in forms:
                if form == "text" or not _has_text(case["op"], case["in"]):
                    file = path.relative_to(FOLDER).with_suffix("").as_posix()
                    yield Case(file, case["name"], case["op"], case["in"], case["expect"], form)


DOCUMENTS = {
    *("agent", "catalogs", "floor", "call", "calls", "catalog", "policy", "before", "after", "secrets", "gateway"),
    *("specs", "spec", "pins"),
}


def _has_text(op: str, given: dict[str, Any]) -> bool:
    """Whether a document is text: also a plain string, which to Python is always the text itself."""
    documents = DOCUMENTS | ({"server"} if op in {"validate_server", "to_wire", "materialize"} else set())
    values = [value for name, value in {**given.get("options", {}), **given}.items() if name in documents]
    return any(
        isinstance(value, str) or (isinstance(value, dict) and bool(value.keys() & {"$text", "$hex", "$repeat"}))
        for value in values
    )


def _document(value: Any, form: Form) -> Any:
    """A document as this form gives it; `$text`, `$hex` and `$repeat` are text in both."""
    match value:
        case {"$text": text}:
            return text
        case {"$hex": digits}:
            return bytes.fromhex(digits)
        case {"$repeat": [piece, count, tail]}:
            return piece * count + tail
    return value if form == "host" else json.dumps(value)


def _gate(given: dict[str, Any], form: Form) -> callgate.Gate:
    options = dict(given.get("options", {}))
    if options.pop("closed", False):
        return callgate.Gate.closed()
    for name in ("floor", "catalogs"):
        if name in options:
            options[name] = _document(options[name], form)
    return callgate.Gate(_document(given["agent"], form), **options)


def _optional(given: dict[str, Any], name: str, form: Form) -> Any:
    return _document(given[name], form) if name in given else None


def _compile(given: dict[str, Any], form: Form) -> Any:
    _gate(given, form)
    return {"ok": True}


def _args(step: dict[str, Any], name: str, form: Form) -> Any:
    return _document(step[name], form) if name in step else None


def _fault(error: callgate.CallgateError) -> dict[str, Any]:
    """An exception as the result of an operation."""
    told = {"error": error.code, "message": str(error)}
    if isinstance(error, callgate.InvalidDocument):
        return {**told, "diagnostics": [each.to_dict() for each in error.diagnostics]}
    return told


def _ledger_step(ledger: callgate.Ledger, step: dict[str, Any], form: Form) -> Any:
    action, tool, args = step["do"], step["tool"], _args(step, "args", form)
    match action:
        case "record":
            try:
                ledger.record(tool, args, step["answer"], step.get("token"))
            except callgate.CallgateError as error:
                return _fault(error)
            return None
        case "take":
            taken = ledger.take(tool, args)
            return taken and taken.to_dict()
        case "grant":
            ledger.grant(tool, args)
            return None
        case "consume" | "peek_output" | "take_output":
            return getattr(ledger, action)(tool, args)
    raise AssertionError(f"no step {action}")


def _ledger(given: dict[str, Any], form: Form) -> tuple[callgate.Ledger, list[Any]]:
    if "saved" in given:
        ledger = callgate.Ledger.from_json(_document(given["saved"], "text"))
    else:
        ledger = callgate.Ledger(_optional(given, "conversation", form), **given.get("options", {}))
    results: list[Any] = []
    for step in given.get("steps", []):
        if step["do"] == "save":
            ledger = callgate.Ledger.from_json(ledger.to_json())
            results.append(None)
        else:
            results.append(_ledger_step(ledger, step, form))
    return ledger, results


def _judge(given: dict[str, Any], form: Form, client: bool) -> Any:
    ledger = _ledger(given["ledger"], form)[0] if "ledger" in given else callgate.Ledger()
    gate = _gate(given, form)
    options = {name: given[name] for name in ("attended", "consume") if name in given}

    def verdict(call: Any) -> dict[str, Any]:
        judge = gate.judge_client if client else gate.judge
        return judge(_document(call, form), ledger, **options).to_dict()

    return verdict(given["call"]) if "call" in given else [verdict(each["call"]) for each in given["calls"]]


def _recorder(given: dict[str, Any], form: Form) -> list[Any]:
    recorder = callgate.ArgumentRecorder()

    def record(step: dict[str, Any]) -> Any:
        value = _args(step, "input", form)
        try:
            if step["do"] == "announce":
                return recorder.announce(step["id"], step["name"], value)
            return recorder.update(step["id"], value)
        except callgate.CallgateError as error:
            return _fault(error)

    return [record(step) for step in given["steps"]]


def _render_harness(given: dict[str, Any], form: Form) -> dict[str, Any]:
    options = dict(given.get("options", {}))
    for name in ("catalogs", "codex_transports", "floor"):
        if name in options:
            options[name] = _document(options[name], form)
    return callgate.render_harness(_document(given["agent"], form), given["harness"], **options).to_dict()


def _set_tool_filter(given: dict[str, Any], form: Form) -> dict[str, Any]:
    # In Python the names are a list in both forms: a string there would be one name.
    return callgate.set_tool_filter(_document(given["policy"], form), given["mode"], given["names"]).to_dict()


OPERATIONS: dict[str, Callable[[dict[str, Any], Form], Any]] = {
    "validate": lambda given, form: callgate.validate(
        _document(given["agent"], form), _optional(given, "catalogs", form)
    ).to_dict(),
    "validate_server": lambda given, form: callgate.validate_server(_document(given["server"], form)).to_dict(),
    "compile": _compile,
    "decide": lambda given, form: _gate(given, form).decide(_document(given["call"], form)).to_dict(),
    "decide_many": lambda given, form: [
        decision.to_dict() for decision in _gate(given, form).decide_many(_document(given["calls"], form))
    ],
    "explain": lambda given, form: _gate(given, form).explain(_document(given["call"], form)).to_dict(),
    "offered": lambda given, form: _gate(given, form).offered(given["server"], _document(given["catalog"], form)),
    "to_wire": lambda given, form: callgate.to_wire(_document(given["server"], form)),
    "tool_name": lambda given, form: callgate.tool_name(**given),
    "canonical_json": lambda given, form: callgate.canonical_json(_document(given["value"], form)),
    "call_key": lambda given, form: {
        "key": callgate.call_key(given.get("tool"), _args(given, "args", form), _args(given, "schema", form))
    },
    "cap_tool_result": lambda given, form: callgate.cap_tool_result(
        _document(given["text"], "host"), *([given["max_chars"]] if "max_chars" in given else [])
    ),
    "in_band_answers": lambda given, form: [
        each.to_dict() for each in callgate.in_band_answers(_document(given["conversation"], form))
    ],
    "reply": lambda given, form: callgate.reply(given["decision"], given["available"]),
    "describe_call": lambda given, form: callgate.describe_call(_document(given["call"], form)),
    "advertise": lambda given, form: callgate.advertise(_document(given["specs"], form)),
    "missing_arguments": lambda given, form: callgate.missing_arguments(
        _document(given["spec"], form), _args(given, "args", form)
    ),
    "pin_catalogs": lambda given, form: callgate.pin_catalogs(
        _document(given["agent"], form), _document(given["catalogs"], form)
    ),
    "compare_pins": lambda given, form: [
        each.to_dict()
        for each in callgate.compare_pins(
            _document(given["pins"], form), given["server"], _document(given["catalog"], form)
        )
    ],
    "sha256_hex": lambda given, form: callgate.sha256_hex(_document(given["data"], "host")),
    "render_turn": lambda given, form: callgate.render_turn(
        _document(given["request"], form), **given.get("options", {})
    ).to_dict(),
    "recorder": _recorder,
    "ledger": lambda given, form: _ledger(given, form)[1],
    "judge": lambda given, form: _judge(given, form, client=False),
    "judge_client": lambda given, form: _judge(given, form, client=True),
    "render_harness": _render_harness,
    "predict": lambda given, form: callgate.predict(
        given["harness"], _document(given["files"], form), _document(given["servers"], form), given.get("version")
    ),
    "set_server_permission": lambda given, form: callgate.set_server_permission(
        _document(given["policy"], form), given["permission"]
    ).to_dict(),
    "set_tool_permission": lambda given, form: callgate.set_tool_permission(
        _document(given["policy"], form), given["tool"], given["permission"]
    ).to_dict(),
    "set_new_tool_permission": lambda given, form: callgate.set_new_tool_permission(
        _document(given["policy"], form), given["permission"]
    ).to_dict(),
    "set_tool_filter": _set_tool_filter,
    "ask_for_write_and_delete": lambda given, form: callgate.ask_for_write_and_delete(
        _document(given["policy"], form), _document(given["catalog"], form)
    ).to_dict(),
    "suggest_rule": lambda given, form: callgate.suggest_rule(
        _document(given["agent"], form), _document(given["call"], form), given["permission"]
    ).to_dict(),
    "diff": lambda given, form: [
        each.to_dict()
        for each in callgate.diff(
            _document(given["before"], form), _document(given["after"], form), _optional(given, "catalogs", form)
        )
    ],
    "why": lambda given, form: callgate.why(
        _document(given["agent"], form), given["server"], given["tool"], _optional(given, "catalog", form)
    ).to_dict(),
    "materialize": lambda given, form: callgate.materialize(
        _document(given["server"], form), _document(given["secrets"], form), _optional(given, "gateway", form)
    ).to_dict(),
}


def run(case: Case) -> Any:
    """The operation's JSON result; an exception is its code, with its diagnostics."""
    operation = OPERATIONS.get(case.op)
    if operation is None:
        raise AssertionError(f"no operation `{case.op}` is known")
    try:
        return operation(case.given, case.form)
    except callgate.CallgateError as error:
        return _fault(error)
    except TypeError as error:
        # An option that there is not: Python's own words for it.
        assert "unexpected keyword" in str(error), error
        return {"error": "invalid_argument"}


def mismatch(expected: Any, actual: Any, at: str = "") -> str | None:
    """Where the actual value does not hold what is expected of it; None when it does."""
    match expected:
        case {"$contains": list(wanted)}:
            return _contains(wanted, actual, at)
        case {"$text_contains": list(parts)}:
            missing = [part for part in parts if not isinstance(actual, str) or part not in actual]
            return f"{at}: {missing} not in {actual!r}" if missing else None
        case dict():
            if not isinstance(actual, dict):
                return f"{at}: {actual!r} is no object"
            for key, value in expected.items():
                if value == {"$absent": True}:
                    if key in actual:
                        return f"{at}/{key}: there in {actual!r}"
                    continue
                if key not in actual:
                    return f"{at}/{key}: absent in {actual!r}"
                found = mismatch(value, actual[key], f"{at}/{key}")
                if found:
                    return found
            return None
        case list():
            if not isinstance(actual, list) or len(actual) != len(expected):
                return f"{at}: {actual!r} is not {expected!r}"
            pairs = enumerate(zip(expected, actual, strict=True))
            return next((found for index, pair in pairs if (found := mismatch(*pair, f"{at}/{index}"))), None)
    same = type(expected) is type(actual) and expected == actual
    return None if same else f"{at}: {actual!r} is not {expected!r}"


def _contains(wanted: list[Any], actual: Any, at: str) -> str | None:
    """Each wanted element matches some element, in this order."""
    if not isinstance(actual, list):
        return f"{at}: {actual!r} is no array"
    rest = iter(actual)
    for element in wanted:
        if not any(mismatch(element, candidate) is None for candidate in rest):
            return f"{at}: {element!r} is not among {actual!r} (or not in this order)"
    return None
