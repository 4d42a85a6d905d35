"""Arguments that are no JSON: one answer in all operations, and no key. And integers of any length."""

from __future__ import annotations

import datetime
import decimal
import math
from collections.abc import Callable
from typing import Any

import callgate
import pytest

AGENT = {
    "mcps": [
        {"name": "open", "policy": {"permission": "allow"}},
        {"name": "asked", "policy": {"permission": "ask"}},
        {"name": "ruled", "policy": {"permission": "allow"}},
    ],
    "tools": [{"name": "pick", "kind": "client", "permission": "ask"}],
    "runner": {
        "permissions": {
            "default": "ask",
            "rules": [
                {"pattern": "mcp__ruled__t(secret:*)", "permission": "deny"},
                {"pattern": "Bash(ls:*)", "permission": "allow"},
            ],
        }
    },
}


class Raises(dict[str, Any]):
    def items(self) -> Any:
        raise RuntimeError("SECRET")


class Keyed(dict[str, Any]):
    """A dict whose own `items` decides what is read."""


def _nested(levels: int) -> Any:
    value: Any = 1
    for level in range(levels):
        value = [value] if level % 2 else {"a": value}
    return value


def _cycle() -> Any:
    cycle: dict[str, Any] = {}
    cycle["again"] = [cycle]
    return cycle


UNREADABLE: dict[str, Callable[[], Any]] = {
    "not a number": lambda: {"a": math.nan},
    "infinity": lambda: {"a": [-math.inf]},
    "a date": lambda: {"a": datetime.date(2026, 1, 1)},
    "a decimal": lambda: {"a": decimal.Decimal(1)},
    "a set": lambda: {"a": {1}},
    "bytes": lambda: {"a": b"x"},
    "a function": lambda: {"a": print},
    "a class instance": lambda: object(),
    "a key that is no string": lambda: {1: 1},
    "a cycle": _cycle,
    "half a surrogate pair": lambda: {"a": "\ud800"},
    "half a surrogate pair as a key": lambda: {"\udc00": 1},
    "what raises": lambda: Raises(a=1),
    "65 levels": lambda: _nested(65),
    "a key twice in text": lambda: '{"a":1,"a":2}',
}

TOOLS: list[tuple[dict[str, Any], str]] = [
    ({"server": "open", "tool": "t"}, "allow"),
    ({"server": "asked", "tool": "t"}, "ask"),
    ({"server": "ruled", "tool": "t"}, "deny"),
    ({"server": "nowhere", "tool": "t"}, "deny"),
    ({"tool": "Bash"}, "ask"),
    ({"name": "mcp__asked__t"}, "ask"),
]


def _said(decision: callgate.Decision) -> tuple[str, dict[str, Any]]:
    return decision.permission, decision.reason.to_dict()


@pytest.mark.parametrize("make", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_appr_4_one_answer_in_all_operations_and_no_key(make: Callable[[], Any]) -> None:
    gate = callgate.Gate(AGENT)
    for tool, permission in TOOLS:
        for call in (
            {**tool, "args": make()},
            {**tool, "args": make(), "signal": object()},
            Keyed({**tool, "args": make(), "signal": object()}),
        ):
            right = _said(gate.decide(call))
            assert right[0] == permission
            assert _said(gate.explain(call).decision) == right
            assert [_said(each) for each in gate.decide_many([call, {"tool": "pick"}, call])][::2] == [right, right]
            verdict = gate.judge(call, callgate.Ledger())
            assert _said(verdict.decision) == right
            assert (verdict.kind, verdict.key) == ("pending" if permission == "ask" else permission, None)
            alone = gate.judge(call, callgate.Ledger(), attended=False)
            assert alone.kind == ("allow" if permission == "allow" else "deny")
            assert "SECRET" not in str(verdict.to_dict())
    client = gate.judge_client({"tool": "pick", "args": make()}, callgate.Ledger())
    assert (client.kind, client.key) == ("pending", None)
    assert callgate.call_key("t", make()) is None
    ledger = callgate.Ledger()
    assert not ledger.record("t", make(), "allow")
    assert ledger.take("t", make()) is None
    assert not ledger.grant("t", make())
    assert not ledger.consume("t", make())
    assert ledger.take_output("t", make()) is None
    assert ledger.to_json() == callgate.Ledger().to_json()


def test_perm_2_a_call_whose_names_are_no_json_stays_malformed() -> None:
    gate = callgate.Gate(AGENT)

    class Twice(dict[str, Any]):
        def items(self) -> Any:
            return [("server", "ruled"), ("server", "open"), ("tool", "t"), ("args", {"a": 1})]

    calls: list[Any] = [
        {"server": object(), "tool": "t", "args": object()},
        {"server": "open", "tool": "t\ud800", "args": object()},
        {"server": "open", "args": object()},
        {"server": "open", "tool": "t", "args": object(), "tool_input": {}},
        {"server": "open", "tool": "t", "args": object(), 7: 1},
        Twice(),
        Raises(server="open", tool="t"),
        object(),
    ]
    for call in calls:
        assert gate.decide(call).reason.step == "unknown_tool", call
        assert gate.judge(call, callgate.Ledger()).decision.reason.step == "unknown_tool"
        assert gate.explain(call).decision.permission == "deny"


def test_appr_4_arguments_of_64_levels_have_the_key_that_they_have_alone() -> None:
    key = callgate.call_key("mcp__asked__t", _nested(64))
    assert key is not None
    call = {"server": "asked", "tool": "t", "args": _nested(64)}
    assert callgate.Gate(AGENT).judge(call, callgate.Ledger()).key == key


def test_what_must_not_be_swallowed_is_not() -> None:
    class Interrupted(dict[str, Any]):
        def items(self) -> Any:
            raise KeyboardInterrupt

    gate = callgate.Gate(AGENT)
    for call in ({"server": "ruled", "tool": "t", "args": Interrupted()}, Interrupted()):
        with pytest.raises(KeyboardInterrupt):
            gate.judge(call, callgate.Ledger())


@pytest.mark.parametrize("digits", [16, 400, 4300, 4301, 20_000])
@pytest.mark.parametrize("sign", ["", "-"])
def test_perm_40_approved_integers_keep_every_digit(digits: int, sign: str) -> None:
    number = sign + "1" + "0" * (digits - 2) + "7"
    text = f'{{"id":{number},"f":1.10}}'
    ledger = callgate.Ledger()
    for _ in range(2):
        assert ledger.record("mcp__asked__t", text, "allow")
    verdict = callgate.Gate(AGENT).judge(f'{{"server":"asked","tool":"t","args":{text}}}', ledger)
    taken = ledger.take("mcp__asked__t", text)
    assert taken is not None
    assert verdict.arguments_text == text
    right = (-1 if sign else 1) * (10 ** (digits - 1) + 7)
    assert verdict.arguments["id"] == taken.arguments["id"] == right
    assert text not in repr(verdict)


@pytest.mark.parametrize(
    "output", ['{ "n" : 9007199254740993 , "s": "\\u0000\\ud800" }', '"allow"', "null", "false", '""', "[1.10,-0]"]
)
def test_appr_25_what_was_put_in_as_an_output_comes_out(output: str) -> None:
    conversation = (
        '{"messages":[{"role":"user","content":"x"},{"role":"assistant","content":['
        '{"type":"tool_call","toolCallId":"1","toolName":"pick","input":{}},'
        f'{{"type":"tool_result","toolCallId":"1","output":{output}}}]}}]}}'
    )
    ledger = callgate.Ledger(conversation, client_tools=["pick"])
    verdict = callgate.Gate(AGENT).judge_client({"tool": "pick"}, ledger)
    assert (verdict.kind, verdict.output_text) == ("fulfilled", output)
    assert ledger.take_output("pick") == verdict.output
    assert ledger.take_output("pick") is None
