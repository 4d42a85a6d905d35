"""TEAM-60 to 68: the out-of-session runner, driven through its queue."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from callgate.agentteams import _orchestrator, runner_mcp
from callgate.agentteams._state import State, StateError
from team_project import ABSENT, Team, sha256

# Staging and the orchestrator's answers (TEAM-63)


def test_a_write_is_staged_approved_and_applied(team: Team) -> None:
    request = team.write_request(team.dispatch(), "docs/new.md", "hello\n")
    receipt = team.served(request)
    assert receipt["status"] == "staged"
    assert receipt["expires"].endswith(" UTC")
    assert team.file("docs/new.md") is None
    result = team.answer("approve", request["id"], team.dispatch("orchestrator"))
    assert result["status"] == "applied", result
    assert result["sha256"] == sha256("hello\n")
    assert team.file("docs/new.md") == "hello\n"
    assert os.listdir(team.queue / "staged") == []
    assert team.command("ledger", "verify") == 0
    assert team.kinds() == ["dispatch", "received", "staged", "ended", "dispatch", "applying", "ended", "answered"]


def test_a_rejected_proposal_is_gone(team: Team) -> None:
    request = team.write_request(team.dispatch(), "docs/new.md", "hello\n")
    team.served(request)
    boss = team.dispatch("orchestrator")
    shown = shown_of(team, request["id"])
    assert team.answer("reject", request["id"], boss)["status"] == "rejected"
    assert team.answer("approve", request["id"], boss, shown)["code"] == "approval.settled"
    assert team.file("docs/new.md") is None


def shown_of(team: Team, proposal: str) -> str:
    with _orchestrator.Orchestrator(team.root) as orchestrator:
        found = orchestrator.proposal(proposal)
    assert found is not None
    return found.shown_sha256


def test_a_delete_is_always_staged(team: Team) -> None:
    (team.root / "docs/a.md").write_text("old")
    grant(team, "direct")
    request = team.delete_request(team.dispatch("direct"), "docs/a.md", sha256("old"), via_agent="direct")
    assert team.served(request)["status"] == "staged"
    assert team.answer("approve", request["id"], team.dispatch("orchestrator"))["status"] == "applied"
    assert team.file("docs/a.md") is None


def test_a_base_that_changed_is_a_conflict_and_never_an_overwrite(team: Team) -> None:
    file = team.root / "docs/a.md"
    file.write_text("old")
    assert team.served(team.write_request(team.dispatch(), "docs/a.md", "new"))["status"] == "conflict"
    request = team.write_request(team.dispatch(), "docs/a.md", "new", sha256("old"))
    assert team.served(request)["status"] == "staged"
    file.write_text("someone else's")
    assert team.answer("approve", request["id"], team.dispatch("orchestrator"))["status"] == "conflict"
    assert file.read_text() == "someone else's"


def test_an_approval_fits_exactly_what_was_shown(team: Team) -> None:
    request = team.write_request(team.dispatch(), "docs/a.md", "benign")
    team.served(request)
    shown = shown_of(team, request["id"])
    # The record in the queue is swapped after it was shown: what was shown and staged is applied, or nothing.
    staged = team.queue / "staged" / f"{request['id']}.json"
    record = json.loads(staged.read_text())
    evil = json.loads(record["request"])
    evil["content"] = "evil"
    staged.write_text(json.dumps({**record, "request": json.dumps(evil)}))
    boss = team.dispatch("orchestrator")
    assert team.answer("approve", request["id"], boss)["code"] == "approval.changed"
    assert team.file("docs/a.md") is None
    assert team.answer("approve", request["id"], boss, shown)["status"] == "applied"
    assert team.file("docs/a.md") == "benign"


def test_what_was_shown_before_binds_the_command(team: Team, capsys: pytest.CaptureFixture[str]) -> None:
    request = team.write_request(team.dispatch(), "docs/a.md", "evil")
    team.served(request)
    staged = team.queue / "staged" / f"{request['id']}.json"
    original = staged.read_text()
    record = json.loads(original)
    benign = json.loads(record["request"])
    benign["content"] = "benign"
    staged.write_text(json.dumps({**record, "request": json.dumps(benign)}))
    assert team.command("staged") == 0
    assert "+benign" in capsys.readouterr().out
    # Put back before the answer: the orchestrator never saw this.
    staged.write_text(original)
    boss = team.dispatch("orchestrator")
    assert team.command("approve", request["id"], "--dispatch", boss, "--wait", "0") == 1
    assert "not what you were shown" in capsys.readouterr().err
    assert os.listdir(team.queue / "decisions") == []


def test_the_orchestrators_commands(team: Team, capsys: pytest.CaptureFixture[str]) -> None:
    (team.root / "docs/a.md").write_text("one\ntwo\n")
    request = team.write_request(team.dispatch(), "docs/a.md", "one\n\x1b[2J\u202etwo\n", sha256("one\ntwo\n"))
    team.served(request)
    capsys.readouterr()
    assert team.command("staged") == 0
    text = capsys.readouterr().out
    assert "-two" in text and "+\\u{1b}[2J\\u{202e}two" in text and " UTC" in text and "\x1b" not in text
    assert team.command("staged", "--json") == 0
    (proposal,) = json.loads(capsys.readouterr().out)
    assert proposal["id"] == request["id"] and proposal["path"] == "docs/a.md"
    boss = team.dispatch("orchestrator")
    team.stop()
    with serving(team):
        assert team.command("approve", request["id"], "--dispatch", boss) == 0
    assert capsys.readouterr().out.startswith("applied: ")
    assert team.file("docs/a.md") == "one\n\x1b[2J\u202etwo\n"
    assert team.command("staged") == 0
    assert capsys.readouterr().out == "nothing waits\n"
    assert team.command("approve", request["id"], "--dispatch", boss) == 1


class serving:
    """A runner in a process of its own, at this team's time."""

    CODE = textwrap.dedent(
        """
        import sys
        from callgate.agentteams._sandbox import Bubblewrap
        from callgate.agentteams.proposal_runner import Runner
        root, state, time = sys.argv[1:]
        with Runner(root, state=state, sandbox=Bubblewrap(), clock=lambda: float(time)) as runner:
            print("ready", flush=True)
            runner.run(poll_seconds=0.05)
        """
    )

    def __init__(self, team: Team) -> None:
        self._words = [sys.executable, "-c", self.CODE, str(team.root), str(team.state), str(team.time)]

    def __enter__(self) -> "subprocess.Popen[bytes]":
        self._process = subprocess.Popen(self._words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == b"ready\n"
        return self._process

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()


def test_a_proposal_expires(team: Team) -> None:
    request = team.write_request(team.dispatch(), "docs/a.md", "x")
    team.served(request)
    shown = shown_of(team, request["id"])
    team.time += 25 * 3600
    boss = team.dispatch("orchestrator")
    assert team.answer("approve", request["id"], boss, shown)["status"] == "refused"
    assert team.result(request["id"])["status"] == "expired"
    assert team.file("docs/a.md") is None


def test_the_orchestrator_rejects_by_command(team: Team, capsys: pytest.CaptureFixture[str]) -> None:
    request = team.write_request(team.dispatch(), "docs/a.md", "x")
    team.served(request)
    boss = team.dispatch("orchestrator")
    team.stop()
    with serving(team):
        assert team.command("reject", request["id"], "--dispatch", boss) == 0
    assert "rejected: " in capsys.readouterr().out
    assert team.file("docs/a.md") is None


# Dispatches and refusals (TEAM-60, TEAM-62)


def test_a_dispatch_is_minted_shown_once_and_bound_to_its_agent(team: Team, capsys: pytest.CaptureFixture[str]) -> None:
    team.time = time.time()
    capsys.readouterr()
    assert team.command("dispatch", "--agent", "docs-writer", "--expires", "30m", "--json") == 0
    minted = json.loads(capsys.readouterr().out)
    assert minted["agent"] == "docs-writer" and minted["expires_utc"].endswith(" UTC")
    nonce = minted["dispatch"]
    assert nonce not in "".join(file.read_text(errors="replace") for file in team.state.rglob("*") if file.is_file())
    assert team.served(team.write_request(nonce, "docs/a.md", "x"))["status"] == "staged"
    assert team.served(team.write_request(nonce, "docs/b.md", "x", via_agent="gated"))["code"] == "dispatch.foreign"
    team.time += 31 * 60
    assert team.served(team.write_request(nonce, "docs/c.md", "x"))["code"] == "dispatch.expired"
    assert team.command("dispatch", "--agent", "nobody") == 1


def expired(team: Team) -> dict[str, Any]:
    nonce = team.dispatch(seconds=60)
    team.time += 61
    return team.write_request(nonce, "docs/a.md", "x")


REFUSALS: dict[str, tuple[Callable[[Team], dict[str, Any]], str]] = {
    "unknown nonce": (lambda team: team.write_request("made-up", "docs/a.md", "x"), "dispatch.unknown"),
    "expired nonce": (expired, "dispatch.expired"),
    "another agent's nonce": (lambda team: team.write_request(team.dispatch("gated"), "docs/a.md", "x"), "dispatch.foreign"),
    "the orchestrator writes nothing": (
        lambda team: team.write_request(team.dispatch("orchestrator"), "docs/a.md", "x", via_agent="orchestrator"),
        "agent.not_granted",
    ),
    "a tool that is not granted": (
        lambda team: team.delete_request(team.dispatch("gated"), "docs/a.md", sha256(""), via_agent="gated"),
        "tool.not_granted",
    ),
    "outside the scopes": (lambda team: team.write_request(team.dispatch(), "tools/check.py", "x"), "scope.outside"),
    "a gate that does not exist": (
        lambda team: team.write_request(team.dispatch(), "docs/a.md", "x", gates=["nope"]),
        "gate.unknown",
    ),
    "a command of another shape": (lambda team: team.run_request(team.dispatch(), "rm", "-rf", "."), "command.argv"),
}


@pytest.mark.parametrize(("make", "code"), REFUSALS.values(), ids=REFUSALS.keys())
def test_refusals(team: Team, make: Callable[[Team], dict[str, Any]], code: str) -> None:
    before = sorted(str(path) for path in team.root.rglob("*") if ".agentteams-queue" not in path.parts)
    result = team.served(make(team))
    assert (result["status"], result["code"]) == ("refused", code)
    assert len(result["sentence"]) > 10
    assert sorted(str(path) for path in team.root.rglob("*") if ".agentteams-queue" not in path.parts) == before


PATHS = [
    "docs/../.env", "/etc/passwd", "docs/.env", "docs/.ENV", "docs/.git/config", ".agentteams/manifest.json",
    ".agentteams-queue/results/x.json", ".claude/settings.json", "docs/CLAUDE.md", "docs/claude.md", "docs/id_rsa.pub",
    "docs/a\x00b", "", "docs/" + "x" * 4096, "docs/.\u017fsh/x", "docs/.\u212aube/x",
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_denied_paths_are_refused_before_anything_is_read(team: Team, path: str) -> None:
    result = team.served(team.write_request(team.dispatch(), path, "x"))
    assert result["status"] == "refused", result
    assert result["code"].split(".")[0] in ("path", "request", "scope"), result


def test_a_replay_is_not_served_again(team: Team) -> None:
    request = team.write_request(team.dispatch(), "docs/a.md", "x")
    team.served(request)
    team.answer("approve", request["id"], team.dispatch("orchestrator"))
    (team.root / "docs/a.md").unlink()
    count = len(team.kinds())
    assert team.served(request)["status"] == "applied"
    assert team.file("docs/a.md") is None
    assert len(team.kinds()) == count
    assert os.listdir(team.queue / "mcp-requests") == []


MALFORMED = {
    "an array": "[]",
    "no JSON for long": "{",
    "a duplicate key": '{"version": 1, "version": 1}',
    "an unknown field": '{"version": 1, "admin": true}',
    "deep": "[" * 100_000,
    "not UTF-8": "\udcff",
}


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed_records_are_refused_and_removed(team: Team, text: str) -> None:
    name = "0" * 32
    file = team.queue / "mcp-requests" / f"{name}.json"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    team.time = time.time() + 60
    team.poll()
    assert team.result(name)["code"] == "request.schema"
    assert not file.exists()


def test_a_half_written_record_is_given_time(team: Team) -> None:
    request = team.write_request(team.dispatch(), "docs/a.md", "x")
    text = json.dumps(request)
    file = team.queue / "mcp-requests" / f"{request['id']}.json"
    file.write_text(text[:50])
    team.time = time.time()
    team.poll()
    assert file.exists() and not (team.queue / "results" / file.name).exists()
    file.write_text(text)
    team.time += 1
    team.poll()
    assert team.result(request["id"])["code"] in ("dispatch.expired", "stage.approval")


def fifo(place: Path) -> None:
    os.mkfifo(place)


def link(place: Path) -> None:
    os.symlink("/etc/passwd", place)


def dangling(place: Path) -> None:
    os.symlink("/nowhere", place)


def folder(place: Path) -> None:
    place.mkdir()


def hard_link(place: Path) -> None:
    (place.parent.parent / "x").write_text("{}")
    os.link(place.parent.parent / "x", place)


def oversized(place: Path) -> None:
    with place.open("wb") as file:
        file.truncate(9 * 1024 * 1024)


@pytest.mark.parametrize("make", [fifo, link, dangling, folder, hard_link, oversized], ids=lambda make: make.__name__)
@pytest.mark.parametrize("where", ["mcp-requests", "decisions"])
def test_records_that_are_no_plain_files_do_not_stop_the_runner(
    team: Team, make: Callable[[Path], None], where: str
) -> None:
    make(team.queue / where / f"{'0' * 32}.json")
    team.time = time.time() + 60
    request = team.write_request(team.dispatch(), "docs/a.md", "x")
    assert team.served(request)["status"] == "staged"
    assert not os.path.lexists(team.queue / where / f"{'0' * 32}.json")
    assert Path("/etc/passwd").exists()


def test_foreign_files_in_the_queue_are_left_alone(team: Team) -> None:
    for name in ("readme.txt", ".hidden.json", "UPPER.json", "x" * 200, "a b.json", f"{'0' * 31}.json"):
        (team.queue / "mcp-requests" / name).write_text("x")
    assert team.served(team.write_request(team.dispatch(), "docs/a.md", "x"))["status"] == "staged"
    assert len(os.listdir(team.queue / "mcp-requests")) == 6


def test_a_queue_that_is_a_link_is_refused(team: Team, tmp_path: Path) -> None:
    team.stop()
    os.rename(team.queue, tmp_path / "elsewhere")
    os.symlink(tmp_path / "elsewhere", team.queue)
    with pytest.raises(Exception, match="link or no folder"):
        team.start()


def test_a_forged_result_is_replaced(team: Team) -> None:
    request = team.write_request(team.dispatch(), "docs/a.md", "x")
    (team.queue / "results" / f"{request['id']}.json").write_text('{"status": "applied"}')
    assert team.served(request)["status"] == "staged"


# Gates (TEAM-62)


def gated(team: Team, content: str, path: str = "docs/a.md", base: str = ABSENT) -> dict[str, Any]:
    return team.write_request(team.dispatch("gated"), path, content, base, via_agent="gated")


def test_a_gate_sees_the_proposal_applied(team: Team) -> None:
    good, bad = gated(team, "fine"), gated(team, "BAD")
    assert team.served(good)["status"] == "staged"
    result = team.served(bad)
    assert (result["status"], result["code"]) == ("refused", "gate.failed")
    assert result["gates"]["check"]["exit_status"] == 1
    assert team.file("docs/a.md") is None
    assert os.listdir(team.state / "scratch") == []


def test_a_gate_runs_again_when_it_is_approved(team: Team) -> None:
    request = gated(team, "fine")
    assert team.served(request)["status"] == "staged"
    (team.root / "docs/other.md").write_text("BAD")
    result = team.answer("approve", request["id"], team.dispatch("orchestrator"))
    assert (result["status"], result["code"]) == ("refused", "gate.failed")
    assert team.file("docs/a.md") is None


def test_a_proposal_cannot_bring_its_own_gate(team: Team) -> None:
    base = (team.root / "tools/check.py").read_text()
    (team.root / "docs/bad.md").write_text("BAD")
    request = gated(team, "raise SystemExit(0)", "tools/check.py", sha256(base))
    assert team.served(request)["code"] == "gate.failed"


def test_without_a_sandbox_gates_and_commands_are_refused(team: Team) -> None:
    team.start(sandbox=None)
    assert team.served(gated(team, "fine"))["code"] == "gate.failed"
    assert team.served(team.run_request(team.dispatch(), "python3", "-c", "print(1)"))["code"] == "sandbox.missing"


# Commands (TEAM-65)


def test_commands_without_a_sandbox_are_for_the_operator_to_choose(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    team.time = time.time()
    nonce = team.dispatch()
    team.stop()
    refused = team.put(team.run_request(nonce, "python3", "-c", "print(1)"))
    with monkeypatch.context() as patched:
        patched.setattr("callgate.agentteams._sandbox.PATH", "/nowhere")
        assert team.command("run", "--once") == 0
    assert team.result(refused)["code"] == "sandbox.missing"
    ran = team.put(team.run_request(nonce, "python3", "-c", "print(1)"))
    assert team.command("run", "--once", "--sandbox=none") == 0
    assert (team.result(ran)["status"], team.result(ran)["stdout"]) == ("ran", "1\n")


def test_a_command_runs_in_the_sandbox(team: Team) -> None:
    code = "import os, sys; print(os.getcwd(), sys.stdin.read()); open('../out/x', 'w').write('made'); sys.exit(3)"
    result = team.served(
        team.run_request(
            team.dispatch(), "python3", "-c", code,
            cwd="docs", expected_writes=["out"], stdin_path="docs/input.txt", stdin_content="given",
        )
    )  # fmt: skip
    assert (result["status"], result["exit_status"], result["stdout"]) == ("ran", 3, "/project/docs given\n"), result
    assert team.file("out/x") == "made"
    assert team.file("docs/input.txt") is None


def test_a_command_reads_no_control_plane(team: Team) -> None:
    (team.root / ".env").write_text("TOP-SECRET")
    code = "import glob, os\nfor f in ['.env', '.agentteams/manifest.json']:\n    print(repr(open(f).read()) if os.path.exists(f) else 'gone')"
    result = team.served(team.run_request(team.dispatch(), "python3", "-c", code))
    assert result["status"] == "ran"
    assert "SECRET" not in json.dumps(result) and "orchestrator" not in result["stdout"]


# Direct grants (TEAM-67)


def grant(team: Team, agent: str, expires: int | None = None, changes: dict[str, Any] | None = None) -> None:
    from callgate.agentteams import proposal_policy

    state = State(team.root, team.state)
    until = int(team.time) + 3600 if expires is None else expires
    signed = json.loads(proposal_policy.sign_grant(state.key, agent, ["docs/**"], until))
    state.grants.write(agent, {**signed, **(changes or {})})
    state.close()


def direct(team: Team, path: str = "docs/a.md") -> dict[str, Any]:
    return team.served(team.write_request(team.dispatch("direct"), path, "x", via_agent="direct"))


def test_a_direct_grant_lets_a_write_apply_at_once(team: Team) -> None:
    assert direct(team)["status"] == "staged"
    grant(team, "direct")
    assert direct(team, "docs/b.md")["status"] == "applied"
    assert team.file("docs/b.md") == "x"


@pytest.mark.parametrize(
    "changes",
    [{"expires": 4_000_000_000}, {"agent": "gated"}, {"scopes": ["**"]}, {"mac": "0" * 64}, {"mac": ""}],
    ids=["later", "another agent", "wider", "another key", "unsigned"],
)
def test_an_altered_grant_falls_back_to_staging(team: Team, changes: dict[str, Any]) -> None:
    grant(team, "direct", changes=changes)
    result = direct(team)
    assert result["status"] == "staged" and "grant" in result["sentence"], result


def test_an_expired_grant_falls_back_to_staging(team: Team) -> None:
    grant(team, "direct", expires=int(team.time) - 1)
    assert "expired" in direct(team)["sentence"]


def test_the_grant_command_signs_for_real_time(team: Team, capsys: pytest.CaptureFixture[str]) -> None:
    team.stop()
    team.time = time.time()
    assert team.command("grant", "--agent", "direct", "--expires", "8h") == 0
    assert direct(team)["status"] == "applied"
    assert team.command("grant", "--agent", "docs-writer", "--expires", "8h") == 1


# Integrity (TEAM-61, TEAM-66, TEAM-68)


def altered(team: Team) -> None:
    file = team.root / runner_mcp.PROTECTED_PATH
    file.write_text(file.read_text() + "\n")


def missing(team: Team) -> None:
    (team.root / runner_mcp.PROTECTED_PATH).unlink()


def linked(team: Team) -> None:
    file = team.root / runner_mcp.PROTECTED_PATH
    os.rename(file, file.with_suffix(".real"))
    os.symlink(file.with_suffix(".real").name, file)


def writable_by_others(team: Team) -> None:
    (team.root / runner_mcp.PROTECTED_PATH).chmod(0o666)


def folder_is_a_link(team: Team) -> None:
    folder = (team.root / runner_mcp.PROTECTED_PATH).parent
    os.rename(folder, folder.with_name("real"))
    os.symlink("real", folder)


def fifo_server(team: Team) -> None:
    (team.root / runner_mcp.PROTECTED_PATH).unlink()
    os.mkfifo(team.root / runner_mcp.PROTECTED_PATH)


def folder_server(team: Team) -> None:
    (team.root / runner_mcp.PROTECTED_PATH).unlink()
    (team.root / runner_mcp.PROTECTED_PATH).mkdir()


def second_name(team: Team) -> None:
    os.link(team.root / runner_mcp.PROTECTED_PATH, team.root / "docs/other")


def manifest_changed(team: Team) -> None:
    file = team.root / ".agentteams/manifest.json"
    file.write_text(file.read_text().replace("docs/**", "**"))


@pytest.mark.parametrize(
    "change",
    [altered, missing, linked, writable_by_others, folder_is_a_link, fifo_server, folder_server, second_name, manifest_changed],
    ids=lambda change: change.__name__,
)
def test_nothing_is_served_when_the_ground_has_shifted(team: Team, change: Callable[[Team], None]) -> None:
    request = team.write_request(team.dispatch(), "docs/a.md", "x")
    change(team)
    team.put(request)
    team.poll()
    assert os.listdir(team.queue / "results") == []
    assert len(os.listdir(team.queue / "mcp-requests")) == 1
    assert any(line.startswith("nothing is served: ") for line in team.said)


def test_a_second_runner_refuses_to_start(team: Team, tmp_path: Path) -> None:
    team.start()
    code = "import sys\nfrom callgate.agentteams.__main__ import main\nsys.exit(main(sys.argv[1:]))"
    for state in (team.state, tmp_path / "other-state"):
        words = ["run", "--once", "--root", str(team.root), "--state", str(state)]
        ran = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
        assert ran.returncode == 2 and "another runner" in ran.stderr


def test_a_clock_that_goes_back_revives_nothing(team: Team) -> None:
    nonce = team.dispatch(seconds=60)
    team.time += 61
    team.served(team.write_request(team.dispatch(), "docs/a.md", "x"))
    team.time -= 3600
    assert team.served(team.write_request(nonce, "docs/b.md", "x"))["code"] == "dispatch.expired"


def alter(text: bytes) -> bytes:
    return text.replace(b"docs/a.md", b"docs/b.md")


def drop(text: bytes) -> bytes:
    lines = text.splitlines(keepends=True)
    return b"".join(lines[:1] + lines[2:])


def swap(text: bytes) -> bytes:
    lines = text.splitlines(keepends=True)
    return b"".join([lines[1], lines[0], *lines[2:]])


def cut(text: bytes) -> bytes:
    return b"".join(text.splitlines(keepends=True)[:-1])


def add(text: bytes) -> bytes:
    return text + text.splitlines(keepends=True)[-1]


def empty(text: bytes) -> bytes:
    return b""


@pytest.mark.parametrize("change", [alter, drop, swap, cut, add, empty], ids=lambda change: change.__name__)
def test_the_ledger_tells_of_every_change(team: Team, change: Callable[[bytes], bytes]) -> None:
    team.served(team.write_request(team.dispatch(), "docs/a.md", "x"))
    team.stop()
    file = team.state / "ledger.jsonl"
    before = file.read_bytes()
    assert change(before) != before
    file.write_bytes(change(before))
    assert team.command("ledger", "verify") == 1
    with pytest.raises(StateError, match="does not verify"):
        team.start()
    file.write_bytes(before)
    assert team.command("ledger", "verify") == 0


@pytest.mark.parametrize("names", [["ledger.head"], ["ledger.jsonl", "ledger.head"], ["key"]], ids=str)
def test_a_ledger_that_vanished_is_no_new_one(team: Team, names: list[str]) -> None:
    team.served(team.write_request(team.dispatch(), "docs/a.md", "x"))
    team.stop()
    for name in names:
        (team.state / name).unlink()
    assert team.command("ledger", "verify") in (1, 2)
    assert team.command("dispatch", "--agent", "docs-writer") == 2
    assert team.command("install") == 2
    with pytest.raises(StateError):
        team.start()


def test_the_ledger_holds_hashes_not_contents_or_nonces(team: Team) -> None:
    nonce = team.dispatch()
    request = team.write_request(nonce, "docs/a.md", "the-content-itself", rationale="the-rationale-itself")
    team.served(request)
    text = (team.state / "ledger.jsonl").read_text()
    assert nonce not in text and "itself" not in text and sha256("the-content-itself") in text


def test_a_state_directory_inside_the_project_is_refused(team: Team) -> None:
    with pytest.raises(StateError, match="inside the project"):
        State(team.root, team.root / "state", create=True)


@pytest.mark.parametrize("name", ["", "key", "inbox"])
def test_a_state_that_others_can_reach_is_refused(team: Team, name: str) -> None:
    team.stop()
    (team.state / name).chmod(0o755)
    with pytest.raises(StateError, match="other users"):
        team.start()


# Full disks


def test_a_full_disk_loses_nothing(tmp_path: Path, team: Team) -> None:
    if os.geteuid() != 0:
        pytest.skip("mounting a small file system needs root")
    small = tmp_path / "small"
    small.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k,mode=0755", "tmpfs", str(small)], check=False).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        (small / "docs").mkdir()
        request = team.write_request(team.dispatch(), "docs/deep/a.md", "x" * 200_000)
        team.served(request)
        subprocess.run(["mount", "--bind", str(small / "docs"), str(team.root / "docs")], check=True)
        result = team.answer("approve", request["id"], team.dispatch("orchestrator"))
        assert (result["status"], result["code"]) == ("refused", "file.error"), result
        assert list(team.root.rglob(".callgate-*")) == []
    finally:
        subprocess.run(["umount", "-l", str(team.root / "docs")], check=False, stderr=subprocess.DEVNULL)
        subprocess.run(["umount", "-l", str(small)], check=True)


def test_a_full_state_disk_stops_half_way_and_goes_on(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("mounting a small file system needs root")
    team = Team(tmp_path)
    nonce = team.dispatch()
    team.stop()
    kept = tmp_path / "kept"
    os.rename(team.state, kept)
    team.state.mkdir(mode=0o700)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k,mode=0700", "tmpfs", str(team.state)], check=False)
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        subprocess.run(["cp", "-a", f"{kept}/.", str(team.state)], check=True)
        team.start()
        request = team.write_request(nonce, "docs/a.md", "x" * 20_000)
        filler = team.state / "filler"
        filler.write_bytes(b"")
        for room in (0, 4096, 8192, 24576, 32768, 45056):
            with filler.open("wb", buffering=0) as file:
                try:
                    while True:
                        file.write(b"x" * 4096)
                except OSError:
                    pass
                file.truncate(max(0, file.tell() - room))
            if room == 0:
                team.put(request)
            team.poll()
        filler.unlink()
        team.poll()
        assert team.result(request["id"])["status"] == "staged"
        assert team.command("ledger", "verify") == 0
    finally:
        team.stop()
        subprocess.run(["umount", "-l", str(team.state)], check=True)


# Speed, as facts to be looked at: a request takes no more polls than one


def test_one_poll_serves_a_request_from_end_to_end(team: Team) -> None:
    request = team.write_request(team.dispatch(), "docs/a.md", "x")
    team.put(request)
    team.poll()
    assert team.result(request["id"])["status"] == "staged"


def test_many_records_are_served_over_several_polls(team: Team) -> None:
    nonce = team.dispatch()
    names = [team.put(team.write_request(nonce, f"docs/{number}.md", "x")) for number in range(250)]
    for _ in range(2):
        team.poll()
    assert all(team.result(name)["status"] == "staged" for name in names)
    with _orchestrator.Orchestrator(team.root) as orchestrator:
        assert len(orchestrator.staged()) == 250


def test_results_that_were_taken_are_dropped(team: Team) -> None:
    request = team.write_request(team.dispatch(), "docs/a.md", "x")
    team.served(request)
    (team.queue / "acks" / f"{request['id']}.json").write_text("{}")
    (team.queue / "acks" / f"{'0' * 32}.json").write_text("{}")
    team.poll()
    assert os.listdir(team.queue / "acks") == [] == os.listdir(team.queue / "results")


def test_files_are_hashed_without_following_links(team: Team) -> None:
    (team.root / "outside").write_text("secret")
    os.symlink("../outside", team.root / "docs/a.md")
    result = team.served(team.write_request(team.dispatch(), "docs/a.md", "x", sha256("secret")))
    assert result["status"] == "refused" and result["code"] == "base.unreadable"
