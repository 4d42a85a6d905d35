"""The public names: gates, decisions, reports, exceptions."""

from __future__ import annotations

import copy
import dataclasses
import enum
import inspect
import json
import pickle
from typing import Any

import callgate
import pytest

AGENT: dict[str, Any] = {
    "mcps": [
        {
            "name": "search",
            "connection": {"type": "gateway", "namespace": "custom", "slug": "search"},
            "policy": {"permission": "allow", "tool_permissions": {"find": "allow", "drop": "deny"}},
        }
    ],
    "runner": {"permissions": {"default": "allow_reads"}},
}
TEXT = (
    '{"mcps": [{"name": "search", "connection": {"type": "gateway", "namespace": "custom", "slug": "search"},'
    ' "policy": {"permission": "allow", "tool_permissions": {"find": "allow", "drop": "deny"}}}],'
    ' "runner": {"permissions": {"default": "allow_reads"}}}'
)
FORMS = {
    "dict": AGENT,
    "str": TEXT,
    "bytes": TEXT.encode(),
    "bytearray": bytearray(TEXT.encode()),
    "memoryview": memoryview(TEXT.encode()),
    "strided memoryview": memoryview(b"".join(bytes([byte, 0]) for byte in TEXT.encode()))[::2],
}


@pytest.fixture
def gate() -> callgate.Gate:
    return callgate.Gate(AGENT)


@pytest.mark.parametrize("agent", FORMS.values(), ids=FORMS.keys())
def test_a_document_is_a_dict_or_text(agent: Any) -> None:
    assert callgate.validate(agent).ok
    assert callgate.Gate(agent).decide({"server": "search", "tool": "drop"}).permission == "deny"


def test_a_decision_has_its_reason(gate: callgate.Gate) -> None:
    decision = gate.decide({"server": "search", "tool": "drop", "args": {"anything": object}})
    assert decision.to_dict() == {
        "permission": "deny",
        "reason": {
            "step": "tool_permission",
            "pointer": "/mcps/0/policy/tool_permissions/drop",
            "server": "search",
            "tool": "drop",
        },
        "explanation": decision.explanation,
    }
    assert decision.reason == callgate.Reason(
        step="tool_permission", pointer="/mcps/0/policy/tool_permissions/drop", server="search", tool="drop"
    )
    assert "`drop`" in decision.explanation


class Name(str, enum.Enum):
    SEARCH = "search"
    DROP = "drop"


CALLS: dict[str, tuple[Any, str, str]] = {
    "names": ({"server": "search", "tool": "find"}, "allow", "tool_permission"),
    "a rendered name": ({"name": "mcp__search__drop"}, "deny", "tool_permission"),
    "names that are enum members": ({"server": Name.SEARCH, "tool": Name.DROP}, "deny", "tool_permission"),
    "as text": ('{"server": "search", "tool": "find"}', "allow", "tool_permission"),
    "as bytes": (b'{"server": "search", "tool": "find"}', "allow", "tool_permission"),
    "read-only said with true": ({"tool": "Bash", "read_only": True}, "allow", "read_only"),
    "read-only said with 1": ({"tool": "Bash", "read_only": 1}, "ask", "default"),
    "read-only said with a word": ({"tool": "Bash", "read_only": "true"}, "ask", "default"),
    "read-only said with null": ({"tool": "Bash", "read_only": None}, "ask", "default"),
    "arguments of None": ({"tool": "Bash", "args": None}, "ask", "default"),
    "no dict": (3, "deny", "unknown_tool"),
    "None": (None, "deny", "unknown_tool"),
    "an empty dict": ({}, "deny", "unknown_tool"),
    "a list": ([], "deny", "unknown_tool"),
    "a name that is no string": ({"server": "search", "tool": 3}, "deny", "unknown_tool"),
    "a server of None": ({"server": None, "tool": "Bash"}, "deny", "unknown_tool"),
    "a key that is no string": ({"tool": "Bash", 3: 4}, "deny", "unknown_tool"),
    "an unknown field": ({"tool": "Bash", "arguments": {}}, "deny", "unknown_tool"),
    "a lone surrogate in a name": ({"server": "search", "tool": "find\ud800"}, "deny", "unknown_tool"),
    "a lone surrogate in a key": ({"tool": "Bash", "\ud800": 1}, "deny", "unknown_tool"),
    "a NUL in a name": ({"server": "search", "tool": "find\0"}, "ask", "new_tool_floor"),
    "text that is no JSON": ("{", "deny", "unknown_tool"),
    "text that is no Unicode": ('{"tool": "\ud800"}', "deny", "unknown_tool"),
    "bytes that are no UTF-8": (b"\xff", "deny", "unknown_tool"),
    "a key twice": ('{"tool": "Bash", "tool": "Read"}', "deny", "unknown_tool"),
}


@pytest.mark.parametrize(("call", "permission", "step"), CALLS.values(), ids=CALLS.keys())
def test_what_calls_are_decided(gate: callgate.Gate, call: Any, permission: str, step: str) -> None:
    decision = gate.decide(call)
    assert (decision.permission, decision.reason.step) == (permission, step)
    assert gate.explain(call).decision == decision
    if not isinstance(call, str | bytes):
        [many] = gate.decide_many([call])
        assert (many.permission, many.reason) == (decision.permission, decision.reason)


def test_the_arguments_do_not_cross_when_no_rule_needs_them(gate: callgate.Gate) -> None:
    class Untouchable(dict[str, Any]):
        def items(self) -> Any:
            raise AssertionError("the arguments were read")

    call = {"server": "search", "tool": "find", "args": Untouchable()}
    assert gate.decide(call).permission == "allow"
    assert gate.decide(call).explanation
    assert gate.decide_many([call, call])[1].permission == "allow"


def test_a_decision_outlives_gate_and_call() -> None:
    call = {"server": "sea" + "rch", "tool": "dr" + "op"}
    decision = callgate.Gate(AGENT).decide(call)
    call.clear()
    assert decision.reason.tool == "drop"


def test_many_calls_one_list(gate: callgate.Gate) -> None:
    calls: list[dict[str, Any]] = [{"server": "search", "tool": "find"}, {"tool": "Bash"}, {"tool": 3}]
    assert gate.decide_many(calls) == [gate.decide(call) for call in calls]
    assert gate.decide_many([]) == []
    odd: list[Any] = [calls[0], {"tool": "Bash", "args": {"x": {1, 2}}}, calls[1], json.dumps(calls[0])]
    assert gate.decide_many(odd) == [gate.decide(call) for call in odd], "one that is no JSON spoils no other"
    assert gate.decide({**calls[0], "signal": object()}) == gate.decide(calls[0]), "a field of the caller's own"
    assert [decision.permission for decision in gate.decide_many(tuple(calls))] == ["allow", "ask", "deny"]
    assert [decision.permission for decision in gate.decide_many('[{"tool": "Bash"}]')] == ["ask"]
    assert [decision.permission for decision in gate.decide_many("nonsense")] == ["deny"]


def test_a_closed_gate_and_the_kill_switch() -> None:
    call = {"server": "search", "tool": "find"}
    assert callgate.Gate.closed().decide(call).reason.step == "closed"
    assert callgate.Gate(AGENT, deny_all=True).decide(call).reason.step == "kill_switch"


def test_what_is_offered_are_the_callers_own_objects(gate: callgate.Gate) -> None:
    catalog = {"tools": [{"name": "find"}, {"name": "drop"}, {"name": "new"}]}
    offered = gate.offered("search", catalog)
    assert offered == [catalog["tools"][0], catalog["tools"][2]]
    assert offered[0] is catalog["tools"][0]
    assert gate.offered("search", catalog["tools"]) == offered
    assert gate.offered("search", tuple(catalog["tools"])) == offered
    text = '[{"name": "find"}, {"name": "drop"}]'
    for form in (text, text.encode(), bytearray(text.encode()), memoryview(text.encode())):
        assert gate.offered("search", form) == [{"name": "find"}]


WRONG: dict[str, tuple[dict[str, Any], type[Exception]]] = {
    "deny_all that is no bool": ({"deny_all": "no"}, TypeError),
    "deny_all of None": ({"deny_all": None}, TypeError),
    "one name for a list of names": ({"trusted_hints": "search"}, TypeError),
    "names that are no strings": ({"trusted_hints": [1]}, TypeError),
    "a floor that is not valid": ({"floor": {"mcps": {1}}}, callgate.InvalidDocument),
    "a floor that is not JSON": ({"floor": "{"}, callgate.InvalidDocument),
    "catalogs that are not JSON": ({"catalogs": "{"}, callgate.InvalidDocument),
    "an option that there is not": ({"denyAll": True}, TypeError),
}


@pytest.mark.parametrize(("options", "error"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_option_makes_no_gate(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        callgate.Gate(AGENT, **options)


@pytest.mark.parametrize("names", [(), [], {"search"}, ("search",), iter(["search"]), {"search": 1}.keys()])
def test_trusted_hints_are_any_iterable_of_names(names: Any) -> None:
    callgate.Gate(AGENT, trusted_hints=names)


def test_an_invalid_document_raises_with_its_diagnostics() -> None:
    with pytest.raises(callgate.InvalidDocument) as caught:
        callgate.Gate('{"mcps":\n  }')
    error = caught.value
    assert isinstance(error, ValueError)
    assert isinstance(error, callgate.CallgateError)
    assert error.code == "invalid_document"
    assert [(each.code, each.line) for each in error.diagnostics] == [("json.syntax", 2)]
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.code, again.diagnostics) == (str(error), error.code, error.diagnostics)


def test_validate_never_raises_for_what_a_document_holds() -> None:
    for document in (None, 3, {1, 2}, object(), {"mcps": b""}, "", b"\xff", "\ud800", [[]], float("nan")):
        report = callgate.validate(document)  # type: ignore[arg-type]
        assert not report.ok, document
        assert not report
        assert report.diagnostics, document
    report = callgate.validate({"mcps": [{"name": {1}}]})
    assert [(each.code, each.pointer) for each in report.diagnostics] == [("json.syntax", "/mcps/0/name")]


def test_a_document_whose_own_code_fails_is_refused() -> None:
    class Broken(dict[str, Any]):
        def items(self) -> Any:
            raise RuntimeError("token=s3cret")

    report = callgate.validate(Broken())
    assert not report.ok
    assert "s3cret" not in repr(report)
    with pytest.raises(callgate.InvalidDocument, match="a getter that throws"):
        callgate.Gate(Broken())
    assert callgate.Gate(AGENT).decide(Broken(tool="Bash")).permission == "deny"


def test_results_are_frozen_comparable_and_shown_well(gate: callgate.Gate) -> None:
    decision = gate.decide({"tool": "Bash"})
    other = gate.decide({"tool": "Read"})
    assert decision == copy.copy(decision) == copy.deepcopy(decision) == pickle.loads(pickle.dumps(decision))
    assert decision != other
    assert decision != "ask"
    assert len({decision, copy.copy(decision), other}) == 2
    assert repr(decision).startswith("Decision(permission='ask', reason=Reason(step='default', ")
    assert "None" not in repr(decision)
    with pytest.raises(AttributeError):
        decision.permission = "allow"  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        decision.reason.step = "x"  # type: ignore[misc]
    with pytest.raises(TypeError, match="compare its `permission`"):
        bool(decision)
    with pytest.raises(ValueError, match="none of"):
        callgate.Decision("maybe", callgate.Reason("rule"), "")  # type: ignore[arg-type]
    report = callgate.validate("[")
    assert report == callgate.validate("[")
    assert pickle.loads(pickle.dumps(report)) == report
    assert "None" not in repr(report)
    assert report.to_dict()["diagnostics"][0].keys() == {"code", "severity", "pointer", "message", "line", "column"}


def test_an_explanation_tells_every_step(gate: callgate.Gate) -> None:
    explanation = gate.explain({"server": "search", "tool": "new"})
    [candidate] = explanation.candidates
    assert (candidate.server, candidate.tool) == ("search", "new")
    assert [rung.id for rung in candidate.steps][:4] == ["PERM-1", "PERM-2", "PERM-3", "PERM-4"]
    assert all(rung.why for rung in candidate.steps)
    assert "PERM-4   ask" in str(explanation)
    assert explanation.to_dict()["decision"] == explanation.decision.to_dict()


def test_a_secret_in_the_arguments_is_never_told(gate: callgate.Gate) -> None:
    calls: list[dict[str, Any]] = [
        {"tool": "Bash", "args": {"command": "curl -H token:s3cret"}},
        {"tool": "Bash", "args": {"command": "s3cret"}, "server": 3},
        {"tool": "Bash", "args": {"command": ["s3cret", {"s3cret"}]}},
        {"tool": "Bash", "arguments": "s3cret", "read_only": "s3cret"},
    ]
    for call in calls:
        for told in (gate.decide(call), gate.explain(call)):
            assert "s3cret" not in repr(told)
            assert "s3cret" not in str(told)


def test_names_and_schema() -> None:
    assert callgate.tool_name("Exa.v2", "find") == "mcp__Exa_v2__find"
    with pytest.raises(callgate.InvalidArgument, match="harness") as caught:
        callgate.tool_name("a", "b", "vim")
    assert caught.value.code == "invalid_argument"
    assert isinstance(callgate.json_schema(), dict)
    assert callgate.__version__.count(".") == 2


def test_everything_public_is_exported_and_documented() -> None:
    for name in callgate.__all__:
        value = getattr(callgate, name)
        if isinstance(value, type) or inspect.isroutine(value):
            assert value.__doc__, name
    assert sorted(callgate.__all__) == callgate.__all__
