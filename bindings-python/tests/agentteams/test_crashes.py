"""TEAM-64: the runner is killed before every single thing that it does to a disk, and started again."""

from __future__ import annotations

import json
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from callgate.agentteams import _beneath
from callgate.agentteams._sandbox import Bubblewrap
from callgate.agentteams.proposal_runner import Runner
from team_project import ABSENT, Team, sha256
from test_runner import gated, grant, shown_of


@pytest.fixture
def place() -> Iterator[Path]:
    """In memory where that can be: hundreds of starts, each with its own writes to the disk."""
    made = Path(tempfile.mkdtemp(prefix="callgate-crash-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))
    yield made
    shutil.rmtree(made)


# Everything that changes what lies on a disk, or makes sure that it lies there.
EFFECTS = ["write", "pwrite", "fsync", "ftruncate", "rename", "unlink", "mkdir", "rmdir", "fchmod", "symlink"]


def killed(team: Team, at: int) -> bool:
    """Whether a new runner that polls once was killed before its n-th effect; of what is written then, half is."""
    team.stop()
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, "the runner failed"
        return os.WIFSIGNALED(status)
    count = 0

    def counted(effect: Callable[..., Any], torn: bool) -> Callable[..., Any]:
        def call(*words: Any, **options: Any) -> Any:
            nonlocal count
            count += 1
            if count == at:
                if torn:
                    effect(words[0], bytes(words[1])[: len(words[1]) // 2], *words[2:])
                os.kill(os.getpid(), signal.SIGKILL)
            return effect(*words, **options)

        return call

    try:
        for name in EFFECTS:
            setattr(os, name, counted(getattr(os, name), "write" in name))
        for name in ("rename_if_free", "rename_exchange"):
            setattr(_beneath, name, counted(getattr(_beneath, name), False))
        with Runner(
            team.root, state=team.state, sandbox=Bubblewrap(), clock=lambda: team.time, say=lambda line: None
        ) as runner:
            runner.poll()
    except BaseException:
        os._exit(1)
    os._exit(0)


def direct_write(team: Team) -> tuple[str, str]:
    (team.root / "docs/a.md").write_text("old")
    grant(team, "direct")
    request = team.write_request(team.dispatch("direct"), "docs/a.md", "new", sha256("old"), via_agent="direct")
    return team.put(request), "applied"


def staged_write(team: Team) -> tuple[str, str]:
    return team.put(team.write_request(team.dispatch(), "docs/a.md", "new")), "staged"


def approved(team: Team) -> tuple[str, str]:
    (team.root / "docs/a.md").write_text("old")
    request = team.write_request(team.dispatch(), "docs/a.md", "new", sha256("old"))
    team.served(request)
    answer(team, request["id"], "approve")
    return request["id"], "applied"


def approved_delete(team: Team) -> tuple[str, str]:
    (team.root / "docs/a.md").write_text("old")
    request = team.delete_request(team.dispatch(), "docs/a.md", sha256("old"))
    team.served(request)
    answer(team, request["id"], "approve")
    return request["id"], "applied"


def rejected(team: Team) -> tuple[str, str]:
    request = team.write_request(team.dispatch(), "docs/a.md", "new")
    team.served(request)
    answer(team, request["id"], "reject")
    return request["id"], "rejected"


def command(team: Team) -> tuple[str, str]:
    code = "open('out/log', 'a').write('ran\\n')"
    return team.put(team.run_request(team.dispatch(), "python3", "-c", code, expected_writes=["out"])), "ran"


def answer(team: Team, proposal: str, kind: str) -> None:
    record = {
        "version": 1, "id": "a" * 32, "kind": kind, "dispatch": team.dispatch("orchestrator"),
        "request_id": proposal, "shown_sha256": shown_of(team, proposal),
    }  # fmt: skip
    team.put(record, folder="decisions")


def gated_write(team: Team) -> tuple[str, str]:
    return team.put(gated(team, "fine")), "staged"


def gated_and_approved(team: Team) -> tuple[str, str]:
    (team.root / "docs/a.md").write_text("old")
    request = gated(team, "new", base=sha256("old"))
    team.served(request)
    answer(team, request["id"], "approve")
    return request["id"], "applied"


def expiring(team: Team) -> tuple[str, str]:
    request = team.write_request(team.dispatch(), "docs/a.md", "new")
    team.served(request)
    team.time += 25 * 3600
    return request["id"], "expired"


def created(team: Team) -> tuple[str, str]:
    grant(team, "direct")
    request = team.write_request(team.dispatch("direct"), "docs/deep/a.md", "new", ABSENT, via_agent="direct")
    return team.put(request), "applied"


KINDS = [
    direct_write, created, staged_write, approved, approved_delete, rejected, command, gated_write, gated_and_approved, expiring,
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_kill_before_any_effect_loses_nothing_and_repeats_nothing(
    place: Path, kind: Callable[[Team], tuple[str, str]]
) -> None:
    at, more = 0, True
    while more:
        at += 1
        team = Team(place / str(at))
        name, expected = kind(team)
        more = killed(team, at)
        # What ends the first crash is cut off too, each time at another place.
        killed(team, 1 + at * 7 % 29)
        team.poll()
        team.poll()
        result = team.result(name)
        allowed = {expected, "interrupted"} if kind is command else {expected}
        assert result["status"] in allowed, (at, result)
        if kind in (direct_write, approved, gated_and_approved):
            assert team.file("docs/a.md") == "new", at
        elif kind is created:
            assert team.file("docs/deep/a.md") == "new", at
        elif kind in (approved_delete, rejected, expiring):
            assert team.file("docs/a.md") is None, at
        elif kind is command:
            assert (team.file("out/log") or "").count("ran") <= 1, at
            assert result["status"] == "interrupted" or team.file("out/log"), at
        else:
            assert team.file("docs/a.md") is None
            assert team.answer("approve", name, team.dispatch("orchestrator"))["status"] == "applied", at
        if kind in (approved, approved_delete, rejected, gated_and_approved):
            assert team.result("a" * 32)["status"] == expected, at
        assert list(team.root.rglob(".callgate-*")) == [], at
        assert team.command("ledger", "verify") == 0, at
        assert os.listdir(team.state / "inbox") == os.listdir(team.state / "results") == os.listdir(team.state / "scratch") == [], at
        assert [file for file in os.listdir(team.queue / "staged") if not file.startswith(".")] == [], at
        lines = [json.loads(line) for line in (team.state / "ledger.jsonl").read_text().splitlines()]
        ends = [line["data"]["status"] for line in lines if line["kind"] == "ended" and line["data"]["id"] == name]
        assert ends.count(result["status"]) == 1, (at, ends)
        team.stop()
        shutil.rmtree(place / str(at))
    assert at > 20
