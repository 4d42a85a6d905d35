"""Ledgers, verdicts, turns and recorders: what Python adds to the shared cases."""

from __future__ import annotations

import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import callgate
import pytest

AGENT = {"runner": {"permissions": {"default": "ask"}}}
CALL = {"tool": "Bash", "args": {"command": "s3cret"}}
THREADS = 8


def test_a_stored_answer_is_used_once() -> None:
    gate, ledger = callgate.Gate(AGENT), callgate.Ledger()
    assert ledger.record("Bash", {"command": "s3cret"}, "allow", "row-9")
    verdict = gate.judge(CALL, ledger)
    assert (verdict.kind, verdict.arguments, verdict.interaction_token) == ("allow", {"command": "s3cret"}, "row-9")
    assert verdict.to_dict()["interactionToken"] == "row-9"
    pending = gate.judge(CALL, ledger)
    assert pending.kind == "pending"
    assert pending.key == callgate.call_key("Bash", CALL["args"])
    assert gate.judge(CALL, ledger, attended=False).decision.reason.step == "unattended"


def test_arguments_and_tokens_are_not_shown() -> None:
    gate, ledger = callgate.Gate(AGENT), callgate.Ledger()
    ledger.record("Bash", {"command": "s3cret"}, "allow", "t0ken")
    ledger.record("Read", {"path": "s3cret"}, "allow", "t0ken")
    for told in (gate.judge(CALL, ledger), ledger.take("Read", {"path": "s3cret"}), ledger):
        assert "s3cret" not in repr(told)
        assert "t0ken" not in repr(told)


def test_a_verdict_is_neither_true_nor_false() -> None:
    verdict = callgate.Gate.closed().judge(CALL, callgate.Ledger())
    with pytest.raises(TypeError, match="compare its `kind`"):
        bool(verdict)
    assert pickle.loads(pickle.dumps(verdict)) == verdict


def test_one_answer_permits_one_of_many_threads() -> None:
    for _ in range(50):
        ledger = callgate.Ledger()
        ledger.record("Bash", {"command": "x"}, "allow")
        start = threading.Barrier(THREADS)

        def take(_: int, ledger: callgate.Ledger = ledger, start: threading.Barrier = start) -> bool:
            start.wait()
            return ledger.take("Bash", {"command": "x"}) is not None

        with ThreadPoolExecutor(THREADS) as pool:
            assert sum(pool.map(take, range(THREADS))) == 1


UNKEYED: dict[str, tuple[Any, Any]] = {
    "a lone surrogate in an argument": ("Bash", {"command": "\ud800"}),
    "a lone surrogate in the name": ("Ba\ud800sh", {}),
    "a large float": ("t", {"n": 2.0**53}),
    "not a number": ("t", {"n": float("nan")}),
    "a set": ("t", {"n": {1}}),
    "bytes": ("t", {"n": b""}),
    "a key that is no string": ("t", {1: 1}),
    "text that is no JSON": ("t", "{"),
    "no name": (None, {}),
}


@pytest.mark.parametrize(("tool", "args"), UNKEYED.values(), ids=UNKEYED.keys())
def test_what_has_no_key(tool: Any, args: Any) -> None:
    assert callgate.call_key(tool, args) is None
    ledger = callgate.Ledger()
    if tool is not None:
        assert ledger.record(tool, args, "allow") is False
        assert ledger.take(tool, args) is None
        assert ledger.grant(tool, args) is False
        assert ledger.consume(tool, args) is False
        assert ledger.peek_output(tool, args) is None
        assert ledger.take_output(tool, args) is None
    assert ledger.to_json() == callgate.Ledger().to_json()


def test_integers_are_exact_in_keys() -> None:
    keys = {callgate.call_key("t", {"n": number}) for number in (2**53, 2**53 + 1, 2**64, 2**64 + 1)}
    assert len(keys) == 4
    assert None not in keys
    assert callgate.call_key("t", {"n": 1}) == callgate.call_key("t", {"n": 1.0}) != callgate.call_key("t", {"n": True})
    assert callgate.canonical_json({"b": 2**70, "a": [1.0, -0.0, None]}) == '{"a":[1,0,null],"b":1180591620717411303424}'


def test_options_that_are_no_options() -> None:
    wrong: list[dict[str, Any]] = [
        {"client_tools": "pick"},
        {"client_tools": [1]},
        {"tokens": 3},
        {"tokens": {"t": object()}},
        {"deferred_prefix": ""},
        {"unknown_result": 3},
    ]
    for options in wrong:
        with pytest.raises(callgate.InvalidArgument):
            callgate.Ledger({"messages": []}, **options)
        with pytest.raises(callgate.InvalidArgument):
            callgate.render_turn({"messages": []}, **options)
    for limit in (-1, 1.5, "4000", None, float("nan"), float("inf"), True, object()):
        with pytest.raises(callgate.InvalidArgument):
            callgate.cap_tool_result("x", limit)  # type: ignore[arg-type]
        with pytest.raises(callgate.InvalidArgument):
            callgate.render_turn({"messages": []}, max_chars=limit)  # type: ignore[arg-type]
    callgate.Ledger({"messages": []}, tokens={"t": None}, client_tools={"pick"})
    callgate.Ledger({"messages": []}, tokens=("t",), client_tools=(name for name in ["pick"]))


def test_a_ledger_is_saved_and_restored() -> None:
    ledger = callgate.Ledger()
    ledger.record("t", {"a": 1}, "deny", "row")
    again = callgate.Ledger.from_json(ledger.to_json())
    taken = again.take("t", {"a": 1})
    assert taken is not None
    assert (taken.answer, taken.token, taken.arguments) == ("deny", "row", {"a": 1})
    assert ledger.take("t", {"a": 1}) == taken
    with pytest.raises(callgate.InvalidArgument):
        callgate.Ledger.from_json("nonsense")


def test_a_recorder_whose_objects_use_the_recorder() -> None:
    recorder = callgate.ArgumentRecorder()
    recorder.announce("1", "t")

    class Reentrant(dict[str, Any]):
        def items(self) -> Any:
            recorder.update("1", {"inner": 1})
            return super().items()

    assert recorder.update("1", Reentrant(a=1)) == {"id": "1", "name": "t", "input": {"a": 1}}
    assert recorder.update("1", {"a": 1}) is None


def test_capped_text_is_well_formed() -> None:
    assert callgate.cap_tool_result("a\ud800b") == "a\ufffdb"
    assert callgate.cap_tool_result("x" * 4001) == "x" * 4000 + " [... 1 chars omitted]"


def test_digests_and_tokens() -> None:
    assert callgate.sha256_hex("abc") == callgate.sha256_hex(b"abc") == callgate.sha256_hex(bytearray(b"abc"))
    tokens = {callgate.mint_token() for _ in range(100)}
    assert len(tokens) == 100
    assert {len(token) for token in tokens} == {43}


def test_a_compiled_gate_is_rendered_as_its_document_is() -> None:
    agent = {"runner": {"permissions": {"rules": [{"pattern": "Bash(rm:*)", "permission": "deny"}]}}}
    gate = callgate.Gate(agent)
    rendered = callgate.render_harness(gate, "claude")
    assert rendered == callgate.render_harness(agent, "claude")
    assert rendered.files
    assert callgate.render_harness(gate, "claude", coverage=False).coverage is None
    callgate.predict("claude", rendered.files, {"s": ["t"]})
    with pytest.raises(callgate.InvalidArgument):
        callgate.render_harness(gate, "vim")  # type: ignore[arg-type]
    with pytest.raises(callgate.InvalidArgument):
        callgate.render_harness(gate, "claude", deny_all=True)
