"""Several operations timed in turn, so that what else the machine does touches all of them alike."""

from __future__ import annotations

import gc
import json
import statistics
import time
from collections.abc import Callable

ROUNDS = 15


def medians(operations: list[Callable[[], object]], seconds: float = 0.02) -> list[float]:
    """The median seconds of one call of each operation, measured in turn, round by round."""
    counts = []
    for operation in operations:
        count = 1
        while timed(operation, count) * count < seconds:
            count *= 2
        counts.append(count)
    times: list[list[float]] = [[] for _ in operations]
    gc.collect()
    gc.disable()
    for _ in range(ROUNDS):
        for operation, count, found in zip(operations, counts, times, strict=True):
            found.append(timed(operation, count))
    gc.enable()
    return [statistics.median(found) for found in times]


def timed(operation: Callable[[], object], count: int) -> float:
    start = time.perf_counter()
    for _ in range(count):
        operation()
    return (time.perf_counter() - start) / count


def row(id: str, what: str, ratio: float, target: float, detail: str) -> None:
    print(json.dumps({"id": id, "what": what, "ratio": ratio, "target": target, "detail": detail}), flush=True)
