"""Gates are shared between threads, and long operations let other threads run."""

from __future__ import annotations

import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import callgate

THREADS = 8


def large(servers: int) -> str:
    entries = ",".join(
        f'{{"name": "s{n}", "connection": {{"type": "gateway", "namespace": "custom", "slug": "s{n}"}},'
        f' "policy": {{"tool_permissions": {{"t{n}": "deny"}}}}}}'
        for n in range(servers)
    )
    return f'{{"mcps": [{entries}]}}'


def test_one_gate_in_many_threads() -> None:
    gate = callgate.Gate(large(100))
    start = threading.Barrier(THREADS)

    def decide(thread: int) -> set[str]:
        start.wait()
        found = set()
        for n in range(2000):
            number = (n + thread) % 100
            decision = gate.decide({"server": f"s{number}", "tool": f"t{number}"})
            found.add(f"{decision.permission} {decision.reason.step}")
        return found

    with ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(decide, range(THREADS))) == [{"deny tool_permission"}] * THREADS


def test_one_decision_asked_for_its_reason_by_many_threads() -> None:
    gate = callgate.Gate(large(1))
    for _ in range(50):
        decision = gate.decide({"server": "s0", "tool": "t0"})
        start = threading.Barrier(THREADS)

        def ask(_: int) -> callgate.Reason:
            start.wait()
            return decision.reason

        with ThreadPoolExecutor(THREADS) as pool:
            reasons = list(pool.map(ask, range(THREADS)))
        assert all(reason is reasons[0] for reason in reasons)


def longest_pause_beside(work: Any) -> float:
    """The longest time this thread stood still while the work ran, as a part of the work's time."""
    done = threading.Event()
    spent = 0.0

    def run() -> None:
        nonlocal spent
        begun = time.perf_counter()
        work()
        spent = time.perf_counter() - begun
        done.set()

    worker = threading.Thread(target=run)
    worker.start()
    longest, last = 0.0, time.perf_counter()
    while not done.is_set():
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    worker.join()
    return longest / spent


def test_long_operations_let_other_threads_run() -> None:
    text = large(30_000)
    for work in (lambda: callgate.validate(text), lambda: callgate.Gate(text)):
        # On a busy machine any thread may stand still for long: one good run in three is enough.
        assert min(longest_pause_beside(work) for _ in range(3)) < 0.5


def test_a_document_that_other_threads_change() -> None:
    class Slow(dict[str, Any]):
        def items(self) -> Any:
            time.sleep(0)
            return super().items()

    document: dict[str, Any] = {"tools": [{"name": f"t{n}", "inputSchema": Slow()} for n in range(50)], "other": Slow()}
    stop = threading.Event()

    def change() -> None:
        count = 0
        while not stop.is_set():
            count += 1
            document[f"k{count}"] = Slow()
            document.pop(f"k{count - 1}", None)
            document["tools"].append({"name": f"n{count}"})
            del document["tools"][60:]

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    changer = threading.Thread(target=change)
    changer.start()
    reports: set[str] = set()
    try:
        end = time.monotonic() + 2
        while time.monotonic() < end:
            report = callgate.validate(document)
            reports.update(each.message for each in report.diagnostics)
    finally:
        stop.set()
        changer.join()
        sys.setswitchinterval(usual)
    assert all("changes while it is read" in message for message in reports)
