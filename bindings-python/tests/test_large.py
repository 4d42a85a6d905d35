"""Histories of any size and of any kind: a defined result or a clear error, nothing silently unlimited."""

from __future__ import annotations

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import callgate
import pytest

MILLION = 1_000_000
LARGE = 100_000_000
APPROVED = (
    '{"role":"assistant","content":[{"type":"tool_call","toolCallId":"1","toolName":"t","input":{"a":1}},'
    '{"type":"tool_result","toolCallId":"1","output":{"approved":true}}]}'
)


def test_tran_12_a_million_messages() -> None:
    messages = '{"role":"user","content":"hi"},' * MILLION
    request = f'{{"messages":[{APPROVED},{messages}null]}}'.encode()
    turn = callgate.render_turn(request)
    assert turn.full_chars > 10 * MILLION
    assert turn.transcript_chars <= 100_000
    assert not turn.over_window
    assert re.match(r'\[9\d{5} earlier messages left out\]\n\nAssistant:\n\[called t\(\{"a":1\}\)\]', turn.text)
    taken = callgate.Ledger(request).take("t", {"a": 1})
    assert taken is not None
    assert (taken.answer, taken.arguments) == ("allow", {"a": 1})
    assert callgate.in_band_answers(request) == []


def test_tran_2_one_result_of_100_mb() -> None:
    body = "x" * LARGE
    assert callgate.cap_tool_result(body) == "x" * 4000 + f" [... {LARGE - 4000} chars omitted]"
    request = (
        '{"messages":[{"role":"user","content":"go"},{"role":"assistant","content":['
        '{"type":"tool_call","toolCallId":"1","toolName":"pick","input":{}},'
        f'{{"type":"tool_result","toolCallId":"1","output":"{body}"}}]}}]}}'
    ).encode()
    turn = callgate.render_turn(request)
    assert turn.full_chars < 5000
    assert not turn.over_window
    assert f" [... {LARGE - 4000} chars omitted]]" in turn.text
    ledger = callgate.Ledger(request, client_tools=["pick"])
    assert len(ledger.take_output("pick")) == LARGE
    assert ledger.take_output("pick") is None


def test_a_history_that_is_no_json_is_an_error() -> None:
    cycle: dict[str, Any] = {"messages": []}
    cycle["messages"].append(cycle)
    wrong: list[Any] = [cycle, {"messages": [{"role": "user", "content": {1}}]}, object(), "{", "", b"\xff"]
    for request in wrong:
        for read in (callgate.render_turn, callgate.Ledger, callgate.in_band_answers):
            with pytest.raises(callgate.CallgateError):
                read(request)


@pytest.mark.parametrize(
    "messages",
    [None, True, 7, "x", {}, [], [None, 7, "x", []], [[{"role": "user", "content": "x"}]], [{"role": "user"}]],
)
def test_a_history_of_another_shape_is_an_empty_one(messages: Any) -> None:
    request = {"messages": messages}
    turn = callgate.render_turn(request)
    assert (turn.evicted, turn.over_window, turn.resume) == (0, False, None)
    assert callgate.Ledger(request).take("t") is None
    assert callgate.in_band_answers(request) == []


def test_tran_6_a_window_of_nothing() -> None:
    request: dict[str, Any] = {"messages": [{"role": "user", "content": "x" * 50}]}
    turn = callgate.render_turn(request, max_chars=0)
    assert (turn.transcript_chars, turn.evicted, turn.over_window) == (0, 1, False)
    assert callgate.render_turn(request, max_chars=2**63).evicted == 0
    for wrong in ("", -1, float("nan")):
        with pytest.raises(callgate.InvalidArgument):
            callgate.render_turn(request, max_chars=wrong)  # type: ignore[arg-type]


def test_tran_1_no_cut_splits_a_pair_and_kept_and_omitted_make_up_the_whole() -> None:
    def units(text: str) -> int:
        return len(text.encode("utf-16-le")) // 2

    text = "a😀é😀😀b\U0010ffff" * 3
    for most in range(units(text) + 1):
        capped = callgate.cap_tool_result(text, most)
        found = re.fullmatch(r"(.*) \[\.\.\. (\d+) chars omitted\]", capped, re.DOTALL)
        kept, omitted = (found[1], int(found[2])) if found else (capped, 0)
        assert units(kept) + omitted == units(text)
        assert text.startswith(kept)
        assert most - 1 <= units(kept) <= most
        assert callgate.cap_tool_result(capped, most) == capped


def test_appr_24_n_grants_permit_n_executions_under_threads() -> None:
    threads, grants = 8, 300
    ledger = callgate.Ledger()
    for number in range(grants):
        assert ledger.grant("t", {"n": number % 3})
        assert ledger.record("t", {"n": number % 3}, "allow", str(number))
    start = threading.Barrier(threads)

    def use() -> tuple[int, list[str | None]]:
        start.wait()
        consumed, tokens = 0, []
        for number in range(grants + 3):
            consumed += ledger.consume("t", {"n": number % 4})
            taken = ledger.take("t", {"n": number % 4})
            if taken is not None:
                tokens.append(taken.token)
        return consumed, tokens

    with ThreadPoolExecutor(threads) as pool:
        used = [future.result() for future in [pool.submit(use) for _ in range(threads)]]
    assert sum(consumed for consumed, _ in used) == grants
    tokens = [token for _, taken in used for token in taken]
    assert len(tokens) == len(set(tokens)) == grants
