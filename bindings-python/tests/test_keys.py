"""Key equality (APPR-8): generated arguments with the keys that they have in Rust (`make key-cases`).

And a third opinion: canonical text and key as Python's own `json`, `repr` and `hashlib` give them,
written from the page on approvals and from nothing else.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import callgate
import pytest

FILE = Path(__file__).resolve().parents[2] / "target" / "test-data" / "key-cases.jsonl"
MAX_SAFE = 2**53 - 1


def _cases() -> Iterator[dict[str, Any]]:
    if not FILE.exists():
        pytest.fail("no generated cases: run `make key-cases`")
    with FILE.open(encoding="utf-8", newline="\n") as lines:
        yield from (json.loads(line) for line in lines)


class _None(Exception):
    """There is no canonical text."""


class _Token(str):
    """A number as it was written."""


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) < len(pairs):
        raise _None
    return dict(pairs)


def _refuse(word: str) -> Any:
    raise _None


_DECODER = json.JSONDecoder(
    object_pairs_hook=_members, parse_int=_Token, parse_float=_Token, parse_constant=_refuse
)


def _parse(text: str) -> Any:
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError):
        raise _None from None


def _number(token: str) -> str:
    if re.fullmatch(r"-?[0-9]+", token):
        return "0" if token == "-0" else token
    value = float(token)
    if abs(value) > MAX_SAFE:
        raise _None
    if value == int(value):
        return str(int(value))
    # ECMAScript writes the same shortest digits as `repr`, and moves the point for other exponents.
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction.removesuffix("0" if fraction == "0" else "")).lstrip("0")
    point = len(whole.lstrip("0")) + int(exponent or 0)
    if whole == "0":
        point -= len(fraction) - len(fraction.lstrip("0"))
    digits = digits.rstrip("0") or "0"
    sign = "-" if value < 0 else ""
    if 0 < point:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    rest = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{rest}e{point - 1}"


def _string(text: str) -> str:
    if any(0xD800 <= ord(character) <= 0xDFFF for character in text):
        raise _None
    return json.dumps(text, ensure_ascii=False)


def _canonical(value: Any, depth: int = 1) -> str:
    match value:
        case _Token():
            return _number(value)
        case str():
            return _string(value)
        case None | True | False:
            return json.dumps(value)
    if depth > 64:
        raise _None
    if isinstance(value, list):
        return f"[{','.join(_canonical(item, depth + 1) for item in value)}]"
    for key in value:
        _string(key)
    keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
    return "{" + ",".join(f"{_string(key)}:{_canonical(value[key], depth + 1)}" for key in keys) + "}"


def _repaired(value: Any, schema: Any, depth: int = 1) -> Any:
    """APPR-5, for the schemas that the generator makes."""
    if schema is None:
        return value
    if isinstance(value, str) and not isinstance(value, _Token):
        kinds: dict[type, str] = {dict: "object", list: "array"}
        wanted = set(schema["type"] if isinstance(schema["type"], list) else [schema["type"]])
        if "string" in wanted or not wanted & {"object", "array"}:
            return value
        for stray in range(4):
            held = _without_closers(value, stray)
            if held is None:
                break
            try:
                inner = _parse(held)
                if kinds.get(type(inner)) not in wanted:
                    continue
                inner = _repaired(inner, schema, depth)
                _canonical(inner, depth)
            except _None:
                continue
            return inner
        return value
    # A schema that does not admit what stands here says nothing of what is in it.
    if isinstance(value, list) and "array" in schema["type"]:
        return [_repaired(item, schema.get("items"), depth + 1) for item in value]
    if isinstance(value, dict) and "object" in schema["type"]:
        other = schema.get("additionalProperties")
        known = schema.get("properties", {})
        return {key: _repaired(item, known.get(key, other), depth + 1) for key, item in value.items()}
    return value


def _without_closers(text: str, count: int) -> str | None:
    for _ in range(count):
        text = text.rstrip(" \t\r\n")
        if not text.endswith(("]", "}")):
            return None
        text = text[:-1]
    return text


def _key(tool: str, text: str, schema: str | None) -> str | None:
    try:
        value = _parse(text)
        if value is None:
            value = {}
        elif isinstance(value, str) and not isinstance(value, _Token):
            value = _parse(_string(value) and value)
            if not isinstance(value, dict):
                return None
        rule_name = {"bash": "Bash", "read": "Read"}.get(tool.strip().lower(), tool).removeprefix("mcp__agenta-tools__")
        if (
            tool.startswith("mcp__s.1__")
            and isinstance(value, dict)
            and value.keys() == {"server", "tool", "arguments"}
            and (value["server"], value["tool"]) == ("s.1", "t")
            and isinstance(value["arguments"], dict)
        ):
            value = value["arguments"]
        if rule_name == "Bash" and isinstance(value, dict):
            _canonical({**value, "description": None} if "description" not in value else value)
            value = {key: item for key, item in value.items() if key != "description"}
        repaired = value if schema is None else _repaired(value, json.loads(schema))
        return f"{rule_name}#{hashlib.sha256(_canonical(repaired).encode()).hexdigest()}"
    except _None:
        return None


def _canonical_or_none(value: Any) -> str | None:
    try:
        return callgate.canonical_json(value)
    except callgate.CallgateError:
        return None


def test_appr_8_keys_and_canonical_texts_of_generated_arguments_are_those_of_rust() -> None:
    wrong: list[str] = []
    counts: Counter[str] = Counter()
    for case in _cases():
        tool, text, schema, canonical, key = (
            case[name] for name in ("tool", "text", "schema", "canonical", "key")
        )

        def check(what: str, got: str | None, expected: str | None, case: dict[str, Any] = case) -> None:
            if got != expected:
                wrong.append(f"{what}: {got!r}\n  instead of {expected!r}\n  {json.dumps(case)}")

        counts.update(all=1, keyed=key is not None)
        try:
            own = _canonical(_parse(text))
        except _None:
            own = None
        check("Python's own canonical text", own, canonical)
        check("Python's own key", _key(tool, text, schema), key)
        check("canonical text", _canonical_or_none(text), canonical)
        check("key", callgate.call_key(tool, text, schema), key)
        if case["host"] != "skip":
            counts.update(host=1)
            value = json.loads(text)
            check("canonical text of the object", _canonical_or_none(value), canonical)
            check("key of the object", callgate.call_key(tool, value, schema and json.loads(schema)), key)
        if len(wrong) >= 5:
            break
    assert not wrong, "\n".join(wrong)
    # A generator that makes nothing of interest would prove nothing.
    assert counts["all"] >= 1000
    assert counts["keyed"] >= 0.4 * counts["all"]
    assert counts["host"] >= 0.8 * counts["all"]
