"""TEAM-60 to 68 where permissions decide, as a user without privileges."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from callgate.agentteams import _beneath, _decisions
from callgate.agentteams._sandbox import Bubblewrap, CannotRun, Command
from callgate.agentteams._state import State, StateError
from ordinary import ordinary
from team_project import Team, sha256
from test_runner import gated

SECRET = "TOP-SECRET-VALUE"


def test_a_team_works_without_privileges() -> None:
    def body(place: Path) -> None:
        assert os.geteuid() != 0
        team = Team(place)
        request = team.write_request(team.dispatch(), "docs/a.md", "new")
        assert team.served(request)["status"] == "staged"
        assert team.answer("approve", request["id"], team.dispatch("orchestrator"))["status"] == "applied"
        assert team.file("docs/a.md") == "new"
        result = team.served(
            team.run_request(team.dispatch(), "python3", "-c", "open('out/x', 'w').write('made')", expected_writes=["out"])
        )
        assert (result["status"], result["exit_status"]) == ("ran", 0), result
        assert team.file("out/x") == "made"
        team.stop()

    ordinary(body)


# Listed and searched, searched alone, listed alone, neither.
@pytest.mark.parametrize("mode", [0o700, 0o311, 0o444, 0o000], ids=oct)
def test_a_secret_in_a_folder_that_cannot_be_looked_into_is_not_shown(mode: int) -> None:
    def body(place: Path) -> None:
        (place / "private").mkdir()
        (place / "private/.env").write_text(SECRET)
        (place / "private").chmod(mode)
        root = _beneath.open_root(place)
        script = "cat private/.env; chmod 700 private; cat private/.env private/*; ls -la private"
        outcome = Bubblewrap().run(root, Command(["sh", "-c", script]), _decisions.is_denied)
        assert SECRET not in outcome.stdout + outcome.stderr, outcome
        (place / "private").chmod(0o700)

    ordinary(body)


@pytest.mark.parametrize("mode", [0o311, 0o444, 0o000], ids=oct)
def test_a_writable_folder_that_cannot_be_looked_through_is_refused(mode: int) -> None:
    def body(place: Path) -> None:
        (place / "out/closed").mkdir(parents=True)
        (place / "out/closed").chmod(mode)
        root = _beneath.open_root(place)
        try:
            Bubblewrap().run(root, Command(["true"], writable=["out"]), _decisions.is_denied)
        except CannotRun as fault:
            assert fault.code == "expected-writes"
        else:
            raise AssertionError("it ran")
        finally:
            (place / "out/closed").chmod(0o700)

    ordinary(body)


def test_what_nobody_can_read_keeps_no_gate_waiting() -> None:
    def body(place: Path) -> None:
        team = Team(place)
        (team.root / "unreadable.txt").write_text("x")
        (team.root / "unreadable.txt").chmod(0)
        (team.root / "closed").mkdir(mode=0)
        assert team.served(gated(team, "fine"))["status"] == "staged"
        team.stop()

    ordinary(body)


def test_a_folder_without_the_right_to_write_is_an_answer() -> None:
    def body(place: Path) -> None:
        team = Team(place)
        (team.root / "docs/a.md").write_text("old")
        request = team.write_request(team.dispatch(), "docs/a.md", "new", sha256("old"))
        assert team.served(request)["status"] == "staged"
        (team.root / "docs").chmod(0o555)
        result = team.answer("approve", request["id"], team.dispatch("orchestrator"))
        assert (result["status"], result["code"]) == ("refused", "file.error"), result
        assert team.file("docs/a.md") == "old"
        (team.root / "docs").chmod(0o755)
        (team.root / "docs/a.md").chmod(0)
        unread = team.write_request(team.dispatch(), "docs/a.md", "new", sha256("old"))
        assert team.served(unread)["code"] == "base.unreadable"
        team.stop()

    ordinary(body)


def test_the_state_of_another_user_is_refused(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root makes files of another user")

    def body(place: Path) -> None:
        for state in (foreign, open_to_read):
            with pytest.raises((StateError, PermissionError)):
                State(place, state)

    foreign, open_to_read = Path("/tmp") / f"callgate-{os.getpid()}-a", Path("/tmp") / f"callgate-{os.getpid()}-b"
    foreign.mkdir(mode=0o700)
    open_to_read.mkdir(mode=0o755)
    try:
        ordinary(body)
    finally:
        foreign.rmdir()
        open_to_read.rmdir()


def test_a_server_of_another_user_stops_everything(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root makes files of another user")
    team = Team(tmp_path)
    os.chown(team.root / ".agentteams/bin/agentteams-runner-mcp.py", 4242, 4242)
    team.put(team.write_request(team.dispatch(), "docs/a.md", "x"))
    team.poll()
    assert os.listdir(team.queue / "results") == []
    assert any("another user" in line for line in team.said)
    team.stop()


def test_records_that_cannot_be_removed_are_refused_once() -> None:
    def body(place: Path) -> None:
        team = Team(place)
        nonce = team.dispatch()
        folder = team.queue / "mcp-requests"
        (folder / f"{'0' * 32}.json").write_text("[]")
        team.put(team.write_request(nonce, "docs/a.md", "x"))
        team.time = 4_000_000_000.0
        folder.chmod(0o555)
        for _ in range(4):
            team.poll()
        assert team.kinds().count("malformed") == 1
        folder.chmod(0o700)
        team.stop()

    ordinary(body)


