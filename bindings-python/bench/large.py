"""Measures the Python package with large inputs (QUAL-7, QUAL-8, QUAL-9), as rows like bench.py's.

`--scale 0.01` makes the inputs smaller, for a look at whether it all runs.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import history
import renderer
from measure import medians, row

import callgate


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:.3g} ms"


def harness_rows(scale: float) -> None:
    servers, tools = (max(8, int(count * scale)) for count in (1000, 10_000))
    for what, agent in (
        (f"{servers:,} servers with 20 tools each", renderer.agent_with(servers=servers)),
        (f"{tools:,} gateway tools", renderer.agent_with(tools=tools)),
    ):
        text = json.dumps(agent)
        gate = callgate.Gate(text)
        content, withheld = renderer.render(agent)
        for source in (text, gate):
            rendered = callgate.render_harness(source, "claude", coverage=False)
            assert [file.content for file in rendered.files] == [content], what
            assert rendered.withheld == withheld, what
        from_text, compiled, peer_text, peer = medians([
            lambda text=text: callgate.render_harness(text, "claude", coverage=False),
            lambda gate=gate: callgate.render_harness(gate, "claude", coverage=False),
            lambda text=text: renderer.render(json.loads(text)),
            lambda agent=agent: renderer.render(agent),
        ], 0.1)  # fmt: skip
        row(
            "QUAL-7", f"Python `render_harness` of {what} from text, against `json.loads` and a plain renderer",
            from_text / peer_text, 1 / 4,
            f"{milliseconds(from_text)} against {milliseconds(peer_text)}; {len(text) // 1000} kB of text",
        )  # fmt: skip
        row(
            "QUAL-7", f"Python `render_harness` of {what} on a compiled gate, against a plain renderer on the same dicts",
            compiled / peer, 1 / 15, f"{milliseconds(compiled)} against {milliseconds(peer)}",
        )  # fmt: skip


def turn_rows(scale: float) -> None:
    request = history.request(int(10_000_000 * scale))
    for what, max_chars in (("the default window", 100_000), ("the whole history kept", 10**9)):
        right = history.render(request, max_chars)
        assert callgate.render_turn(request, max_chars=max_chars).to_dict() == right, what
        ours, peer = medians([
            lambda limit=max_chars: callgate.render_turn(request, max_chars=limit),
            lambda limit=max_chars: history.render(request, limit),
        ], 0.05)  # fmt: skip
        row(
            "QUAL-8", f"Python `render_turn` from {len(request) / 1e6:.1f} MB of bytes, {what}, against plain Python",
            ours / peer, 0.1, f"{milliseconds(ours)} against {milliseconds(peer)}",
        )  # fmt: skip
        ours, peer = peaks(request, max_chars)
        # Python holds each character in as many bytes as the largest of the text needs.
        most = len(request) + sys.getsizeof(right["text"])
        row(
            "QUAL-8", f"Python `render_turn`, {what}: peak memory beside the request, against request and text together",
            ours / most, 1, f"{ours / 1e6:.1f} MB of {most / 1e6:.1f} MB, plain Python {peer / 1e6:.1f} MB",
        )  # fmt: skip


def peaks(request: bytes, max_chars: int) -> list[int]:
    """The bytes that callgate and the peer take at most, each in a process of its own."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(request)
        file.flush()
        words = [sys.executable, __file__, "--peak", file.name, "--max-chars", str(max_chars)]
        return [int(subprocess.check_output([*words, "--of", of])) for of in RENDERERS]


RENDERERS: dict[str, Callable[[bytes, int], object]] = {
    "callgate": lambda request, limit: callgate.render_turn(request, max_chars=limit),
    "plain": history.render,
}


def peak(path: str, max_chars: int, of: str) -> int:
    """How far one rendering raises the most memory that this process ever had resident."""
    render = RENDERERS[of]
    render(history.request(1000), max_chars)
    request = Path(path).read_bytes()
    gc.collect()
    before = resident("VmRSS")
    render(request, max_chars)
    return resident("VmHWM") - before


def resident(field: str) -> int:
    """Bytes that the kernel counts; not `ru_maxrss`, which a process inherits from the one that started it."""
    found = re.search(rf"^{field}:\s*(\d+) kB", Path("/proc/self/status").read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1]) * 1024


def argument_texts(size: int) -> dict[str, Any]:
    """Arguments of about so many bytes of text, by their shape."""
    shuffled = random.Random(9)
    keys = [f"key_{number:06}" for number in range(size // 40)]
    turned = shuffled.sample(keys, len(keys))
    return {
        "one string": {"text": "a plain sentence, " * (size // 18)},
        "a string with escapes": {"text": 'a "line"\\\n' * (size // 14)},
        "a string that is not ASCII": {"text": "Straße 日本 😀 " * (size // 22)},
        "numbers": {"list": [number * 37 % 1_000_003 for number in range(size // 7)]},
        "keys in order": {key: "a value of some length" for key in keys},
        "keys out of order": {key: "a value of some length" for key in turned},
        "nested objects": {"rows": [{"id": number, "name": f"row {number}", "tags": ["a", "b"], "of": {"x": None}}
                                    for number in range(size // 62)]},
    }  # fmt: skip


def key_rows(scale: float) -> None:
    size = int(1_000_000 * scale)
    for shape, args in argument_texts(size).items():
        text = history.compact(args)
        canonical = history.compact(args, sort_keys=True).encode()
        right = "tool#" + hashlib.sha256(canonical).hexdigest()
        assert callgate.call_key("tool", text) == callgate.call_key("tool", text.encode()) == right, shape
        given = text.encode()
        ours, own, openssl = medians([
            lambda given=given: callgate.call_key("tool", given),
            lambda canonical=canonical: callgate.sha256_hex(canonical),
            lambda canonical=canonical: hashlib.sha256(canonical).hexdigest(),
        ])  # fmt: skip
        row(
            "QUAL-9", f"Python `call_key` of {len(given) / 1e6:.2g} MB of arguments, {shape}, against SHA-256 alone",
            ours / min(own, openssl), 1 / 0.6,
            f"{milliseconds(ours)}, SHA-256 {milliseconds(own)} in callgate and {milliseconds(openssl)} in hashlib",
        )  # fmt: skip
    growth_row(size)


def growth_row(size: int) -> None:
    small, large = (history.compact(argument_texts(each)["nested objects"]).encode() for each in (size, 10 * size))
    of_small, of_large = medians([lambda: callgate.call_key("tool", small), lambda: callgate.call_key("tool", large)])
    row(
        "QUAL-9", f"Python `call_key`, for each byte of {len(large) / 1e6:.2g} MB against each of {len(small) / 1e6:.2g} MB",
        of_large / of_small * len(small) / len(large), 1.2, f"{milliseconds(of_large)}, {milliseconds(of_small)}",
    )  # fmt: skip


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--scale", type=float, default=1.0)
    options.add_argument("--peak", metavar="FILE", help=argparse.SUPPRESS)
    options.add_argument("--max-chars", type=int, help=argparse.SUPPRESS)
    options.add_argument("--of", choices=list(RENDERERS), help=argparse.SUPPRESS)
    found = options.parse_args()
    if found.peak:
        print(peak(found.peak, found.max_chars, found.of))
        return
    harness_rows(found.scale)
    turn_rows(found.scale)
    key_rows(found.scale)


if __name__ == "__main__":
    main()
