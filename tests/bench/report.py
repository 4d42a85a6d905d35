"""Runs every benchmark and writes docs/benchmarks.md.

Each benchmark prints JSON rows `{"id", "what", "ratio", "target", "detail"}` on lines of their own;
a ratio is callgate to its peer or to a baseline, measured in one run, and meets the target when it is
not larger.
"""

from __future__ import annotations

import json
import math
import os
import platform
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "benchmarks.md"


class Benchmark(NamedTuple):
    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = {}


# What the operating system takes to hand out fresh pages again and again is no growth of callgate's.
KEEP_MEMORY = {"MALLOC_TRIM_THRESHOLD_": str(2**40), "MALLOC_MMAP_MAX_": "0", "MALLOC_TOP_PAD_": str(2**26)}

BENCHMARKS = (
    Benchmark("Rust", ("cargo", "run", "--quiet", "--release", "--package", "callgate-bench"), KEEP_MEMORY),
    Benchmark("Python", (sys.executable, "bindings-python/bench/bench.py")),
    Benchmark("Python, large inputs", (sys.executable, "bindings-python/bench/large.py")),
    Benchmark("Python, the AgentTeams server", (sys.executable, "bindings-python/bench/server.py")),
    Benchmark("MCP servers", ("node", "tests/clients/bench/main.mjs")),
    Benchmark("Node", ("npm", "--silent", "--prefix", "bindings-node", "run", "bench")),
)


def rows(benchmark: Benchmark) -> list[dict[str, Any]] | None:
    """The rows that a benchmark printed, which are shown as they come; None when it failed."""
    print(f"== {benchmark.name}", flush=True)
    found = []
    environment = {**os.environ, **benchmark.environment}
    with subprocess.Popen(benchmark.command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            if line.startswith("{"):
                found.append(json.loads(line))
    return None if process.returncode else found


def machine() -> list[str]:
    """What the figures were measured on."""

    def first(path: str, pattern: str) -> str:
        try:
            found = re.search(pattern, Path(path).read_text(), re.MULTILINE)
        except OSError:
            found = None
        return found.group(1).strip() if found else "unknown"

    memory = first("/proc/meminfo", r"^MemTotal:\s*(\d+)")
    gigabytes = f"{int(memory) / 1024**2:.0f} GiB" if memory.isdigit() else memory
    processor = first("/proc/cpuinfo", r"^model name\s*:(.*)")
    system = first("/etc/os-release", r'^PRETTY_NAME="?([^"\n]*)')
    return [f"{processor}, {os.cpu_count()} cores, {gigabytes} of memory", f"{system}, {platform.machine()}"]


def pinned(package: str) -> str:
    """The version of a package that the tests with real clients use."""
    manifest: dict[str, Any] = json.loads((ROOT / "tests/clients/package.json").read_bytes())
    return str(manifest["devDependencies"][package])


def versions() -> list[str]:
    def said(*command: str) -> str:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    return [
        f"callgate {version('callgate')}",
        " ".join(said("rustc", "--version").split()[:2]),
        f"Node {said('node', '--version').removeprefix('v')}",
        f"Python {platform.python_version()}",
        f"pydantic {version('pydantic')}",
        *(f"{name} {pinned(name)}" for name in ("@modelcontextprotocol/sdk", "@modelcontextprotocol/server")),
    ]


def verdict(row: dict[str, Any]) -> str:
    if row["ratio"] is None or math.isnan(row["ratio"]):
        return "not measured"
    return "yes" if row["ratio"] <= row["target"] else "**no**"


def page(found: list[dict[str, Any]], failed: list[str]) -> str:
    def order(row: dict[str, Any]) -> int:
        return int(row["id"].rsplit("-", 1)[1])

    table = []
    for row in sorted(found, key=order):
        ratio = "-" if verdict(row) == "not measured" else f"{row['ratio']:.3g}"
        table.append(f"| {row['id']} | {row['what']} | {ratio} | {row['target']:g} | {verdict(row)} | {row['detail']} |")
    missed = sum(verdict(row) != "yes" for row in found)
    reached = "All targets were reached." if not missed else f"{missed} of {len(found)} targets were not reached."
    reached += "".join(f" The {name} benchmark failed: its figures are missing." for name in failed)
    return "\n".join([
        "# Benchmarks", "",
        "Written by `make bench`. Each figure is a ratio of two things measured in one run, in turn, as medians of",
        "several rounds: callgate to its peer, or a large input to a small one. Where a peer does the same work, the",
        "answers are compared before anything is timed. At most the target is what was to be reached. In the Rust",
        "figures the allocator keeps its memory between rounds. Peak memory is what the kernel counts for a process",
        "that does nothing else.", "",
        reached, "",
        *(f"- {line}" for line in machine()),
        f"- {', '.join(versions())}", "",
        "| id | what | ratio | at most | reached | measured |", "| --- | --- | ---: | ---: | --- | --- |",
        *table, "",
    ])  # fmt: skip


def main() -> int:
    found = {benchmark.name: rows(benchmark) for benchmark in BENCHMARKS}
    failed = [name for name, each in found.items() if each is None]
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page([row for each in found.values() for row in each or ()], failed))
    print(f"== {PAGE.relative_to(ROOT)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
