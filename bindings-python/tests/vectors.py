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
        for case in json.loads(path.read_bytes())["cases"]:
            forms: tuple[Form, ...] = (case["only"],) if "only" in case else ("host", "text")
            for form in forms:
                if form == "text" or not _has_text(case["op"], case["in"]):
                    file = path.relative_to(FOLDER).with_suffix("").as_posix()
                    yield Case(file, case["name"], case["op"], case["in"], case["expect"], form)


DOCUMENTS = {"agent", "catalogs", "floor", "call", "calls", "catalog"}


def _has_text(op: str, given: dict[str, Any]) -> bool:
    """Whether a document is text: also a plain string, which to Python is always the text itself."""
    documents = DOCUMENTS | ({"server"} if op in {"validate_server", "to_wire"} else set())
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
}


def run(case: Case) -> Any:
    """The operation's JSON result; an exception is its code, with its diagnostics."""
    try:
        return OPERATIONS[case.op](case.given, case.form)
    except callgate.InvalidDocument as error:
        return {"error": error.code, "message": str(error), "diagnostics": [each.to_dict() for each in error.diagnostics]}
    except callgate.CallgateError as error:
        return {"error": error.code, "message": str(error)}


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
