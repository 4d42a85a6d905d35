"""TEAM-60 to 68 under attack: what others lay into the queue, the project and the state while the runner works."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from callgate.agentteams import _orchestrator
from callgate.agentteams._sandbox import CannotRun
from callgate.agentteams._state import State, StateError
from team_project import MANIFEST, Team, sha256
from test_runner import gated

FIELDS = ["id", "dispatch", "via_agent", "path", "content", "base_sha256", "rationale", "kind", "tool", "version", "gates"]
VALUES: dict[str, Any] = {
    "half a surrogate pair": "\ud800",
    "NUL": "a\0b",
    "long": "x" * 3_000_000,
    "a huge number": 10**400,
    "a float": 1e308,
    "null": None,
    "a deep list": json.loads("[" * 60 + "]" * 60),
    "an object": {"__proto__": {"admin": True}},
    "many": ["x"] * 1000,
}


def test_no_value_of_a_field_stops_the_runner(team: Team) -> None:
    nonce = team.dispatch()
    team.time = time.time() + 60
    before = sorted(str(path) for path in (team.root / "docs").rglob("*"))
    names = []
    for field in FIELDS:
        for value in VALUES.values():
            record = team.write_request(nonce, "docs/a.md", "x")
            names.append(record["id"])
            team.put(json.dumps({**record, field: value}), record["id"])
            team.put(json.dumps({**record, field: value}), record["id"], folder="decisions")
    for field in ("id", "dispatch", "request_id", "shown_sha256", "kind"):
        for value in VALUES.values():
            record = {"version": 1, "id": "b" * 32, "kind": "approve", "dispatch": nonce, "request_id": "c" * 32, "shown_sha256": "d" * 64}
            team.put(json.dumps({**record, field: value}), os.urandom(16).hex(), folder="decisions")
    for _ in range(3):
        team.poll()
    assert os.listdir(team.queue / "mcp-requests") == os.listdir(team.queue / "decisions") == []
    assert all(team.result(name)["status"] in ("refused", "staged") for name in names)
    assert sorted(str(path) for path in (team.root / "docs").rglob("*")) == before
    assert team.command("ledger", "verify") == 0
    assert not [line for line in team.said if "tried again" in line]


def test_a_folder_in_place_of_a_record_is_refused_once(team: Team) -> None:
    for where in ("mcp-requests", "decisions", "acks"):
        (team.queue / where / f"{'0' * 32}.json/inside").mkdir(parents=True)
    for _ in range(4):
        team.poll()
    assert team.kinds().count("malformed") == 2
    assert not (team.queue / f"mcp-requests/{'0' * 32}.json").exists()


def test_a_hundred_thousand_foreign_files_do_not_hide_a_request(team: Team) -> None:
    for number in range(100_000):
        os.close(os.open(team.queue / "mcp-requests" / f"{number}.json", os.O_CREAT | os.O_WRONLY, 0o600))
    assert team.served(team.write_request(team.dispatch(), "docs/a.md", "x"))["status"] == "staged"
    assert len(os.listdir(team.queue / "mcp-requests")) == 100_000
    shutil.rmtree(team.queue / "mcp-requests")


@pytest.mark.parametrize("turn", ["removed", "replaced", "linked"])
def test_a_queue_that_was_replaced_is_told_of(team: Team, turn: str) -> None:
    team.poll()
    if turn == "linked":
        os.rename(team.queue, team.root / "elsewhere")
        os.symlink("elsewhere", team.queue)
    else:
        shutil.rmtree(team.queue)
    if turn == "replaced":
        team.command("install")
    team.poll()
    assert any("the queue was moved or replaced" in line for line in team.said)


STDIN: dict[str, Callable[[Path], object]] = {
    "behind a link": lambda docs: os.symlink("/tmp", docs / "in"),
    "a folder": lambda docs: (docs / "in/x").mkdir(parents=True),
    "behind a file": lambda docs: (docs / "in").write_text("x"),
}


@pytest.mark.parametrize("make", STDIN.values(), ids=STDIN.keys())
def test_a_label_that_no_file_can_have_is_refused_by_its_gate(tmp_path: Path, make: Callable[[Path], object]) -> None:
    manifest = json.loads(json.dumps(MANIFEST))
    manifest["agents"]["docs-writer"]["gates"] = ["check"]
    team = Team(tmp_path, manifest)
    make(team.root / "docs")
    (team.root / "tools/check.py").write_text("")
    request = team.run_request(team.dispatch(), "python3", "-c", "print(1)", stdin_path="docs/in/x", stdin_content="x")
    assert team.served(request)["code"] == "gate.failed"
    team.stop()


class Failing:
    """A sandbox with a fault that nobody thought of."""

    broken = True

    def run(self, *_: object) -> object:
        if self.broken:
            raise RuntimeError("a fault")
        raise CannotRun("program", "mended")


def test_a_fault_keeps_nobody_else_waiting(team: Team) -> None:
    sandbox = Failing()
    team.start(sandbox=sandbox)
    bad = team.put(team.run_request(team.dispatch(), "python3", "-c", "print(1)"))
    good = team.put(team.write_request(team.dispatch(), "docs/a.md", "x"))
    for _ in range(3):
        team.poll()
    assert team.result(good)["status"] == "staged"
    # It was begun, so it is told of and not begun again.
    assert team.result(bad)["status"] == "interrupted"
    gate = gated(team, "fine")
    team.put(gate)
    for _ in range(3):
        team.poll()
    assert not (team.queue / "results" / f"{gate['id']}.json").exists()
    assert sum("a fault" in line and gate["id"] in line for line in team.said) <= 2
    sandbox.broken = False
    team.poll()
    assert team.result(gate["id"])["code"] == "gate.failed"


def fifo(place: Path) -> None:
    place.unlink()
    os.mkfifo(place, 0o600)


def link(place: Path) -> None:
    os.rename(place, place.with_name("kept"))
    os.symlink("kept", place)


def no_json(place: Path) -> None:
    place.write_text("{")


def deep(place: Path) -> None:
    place.write_text("[" * 100_000)


def empty(place: Path) -> None:
    place.write_bytes(b"")


@pytest.mark.parametrize("make", [fifo, link, no_json, deep, empty], ids=lambda make: make.__name__)
@pytest.mark.parametrize("name", ["key", "ledger.jsonl", "ledger.head", "staged", "grants/direct.json"])
def test_a_state_that_is_damaged_is_named_and_nothing_hangs(team: Team, name: str, make: Callable[[Path], None]) -> None:
    if name == "key" and make in (no_json, deep) or make is empty and name == "ledger.jsonl":
        make = fifo
    request = team.write_request(team.dispatch(), "docs/a.md", "x")
    team.served(request)
    state = State(team.root, team.state)
    state.grants.write("direct", {"agent": "direct"})
    state.close()
    team.stop()
    place = team.state / name if name != "staged" else team.state / "staged" / f"{request['id']}.json"
    make(place)
    with pytest.raises(StateError):
        team.start()
        team.served(team.write_request(team.dispatch("direct"), "docs/b.md", "x", via_agent="direct"))


# What the orchestrator is shown


def test_a_diff_that_would_take_for_ever_is_made_simply(team: Team) -> None:
    old = "".join(f"{number % 90}\n" for number in range(60_000))
    new = "".join(f"{number % 91}\n" for number in range(60_000))
    (team.root / "docs/a.md").write_text(old)
    request = team.write_request(team.dispatch(), "docs/a.md", new, sha256(old))
    team.served(request)
    started = time.process_time()
    with _orchestrator.Orchestrator(team.root) as orchestrator:
        (proposal,) = orchestrator.staged()
    assert proposal.diff.startswith("--- a/docs/a.md\n+++ b/docs/a.md\n@@")
    assert "more lines of the diff" in proposal.note
    # No measure of speed: the other way takes hours.
    assert time.process_time() - started < 60


def test_a_simple_diff_turns_the_old_text_into_the_new_one() -> None:
    old, new = ["same", *map(str, range(9_000)), "end"], ["same", *map(str, range(9_000, 1, -1)), "end"]
    lines = list(_orchestrator.unified(old, new, "a/x", "b/x"))
    assert lines[:3] == ["--- a/x", "+++ b/x", "@@ -1,9002 +1,9001 @@"]
    assert [line[1:] for line in lines[3:] if line[0] in " -"] == old
    assert [line[1:] for line in lines[3:] if line[0] in " +"] == new


# Full disks

needs_mounts = pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small file system needs root")


@contextmanager
def small_disk(place: Path, size: str) -> Iterator[None]:
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=0700", "tmpfs", str(place)], check=False)
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


@needs_mounts
def test_a_full_queue_loses_nothing(tmp_path: Path) -> None:
    team = Team(tmp_path)
    nonce = team.dispatch()
    team.stop()
    shutil.rmtree(team.queue)
    team.queue.mkdir(mode=0o700)
    with small_disk(team.queue, "256k"):
        team.command("install")
        team.start()
        request = team.write_request(nonce, "docs/a.md", "x" * 20_000)
        team.put(request)
        filler = team.queue / "filler"
        with filler.open("wb", buffering=0) as file, pytest.raises(OSError):
            while True:
                file.write(b"x" * 4096)
        for _ in range(3):
            team.poll()
        assert sum("it will be tried again" in line for line in team.said) <= 2
        filler.unlink()
        team.poll()
        assert team.result(request["id"])["status"] == "staged"
        # An expiry, too, waits for room.
        team.time += 25 * 3600
        with filler.open("wb", buffering=0) as file, pytest.raises(OSError):
            while True:
                file.write(b"x" * 4096)
        for _ in range(3):
            team.poll()
        filler.unlink()
        team.poll()
        assert team.result(request["id"])["status"] == "expired"
        assert team.command("ledger", "verify") == 0
        team.stop()


