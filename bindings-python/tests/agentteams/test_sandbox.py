"""TEAM-65: what a sandboxed command can reach, tried from inside with real bubblewrap."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from callgate.agentteams import _beneath, _sandbox
from callgate.agentteams._sandbox import Bubblewrap, CannotRun, Command, NoSandbox, Outcome, Unprotected

SECRET = "TOP-SECRET-VALUE"


def denied(path: str, write: bool) -> bool:
    return any(part in (".env", ".git", ".agentteams", ".agentteams-queue", "id_rsa") for part in path.split("/"))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    project = tmp_path / "project"
    for folder in (".git", ".agentteams", "docs/deep", "out"):
        (project / folder).mkdir(parents=True)
    (project / ".git/config").write_text(SECRET)
    (project / ".env").write_text(SECRET)
    (project / "docs/deep/id_rsa").write_text(SECRET)
    (project / ".agentteams/manifest.json").write_text(SECRET)
    (project / "docs/a.md").write_text("public\n")
    os.link(project / ".env", project / "docs/other-name.txt")
    os.symlink("../.env", project / "docs/link.txt")
    (tmp_path / "state").mkdir()
    (tmp_path / "state/key").write_text(SECRET)
    return project


@pytest.fixture
def opened(root: Path) -> Iterator[int]:
    descriptor = _beneath.open_root(root)
    yield descriptor
    os.close(descriptor)


def shell(opened: int, script: str, **options: object) -> Outcome:
    return Bubblewrap().run(opened, Command(["sh", "-c", script], **options), denied)  # type: ignore[arg-type]


def test_a_command_runs_in_the_project_and_reads_it(opened: int) -> None:
    outcome = shell(opened, "pwd; cat docs/a.md; cat; exit 3", stdin=b"from stdin\n")
    assert (outcome.status, outcome.stdout) == (3, "/project\npublic\nfrom stdin\n")
    assert outcome.report() == {"exit_status": 3, "stdout": outcome.stdout, "stderr": ""}


def test_cwd_is_inside_the_project(opened: int) -> None:
    assert shell(opened, "pwd; ls", cwd="docs/deep").stdout.splitlines()[0] == "/project/docs/deep"


LOOKS = {
    "an environment file": "cat .env",
    "another name of its inode": "cat docs/other-name.txt",
    "a link to it": "cat docs/link.txt",
    "version control": "cat .git/config",
    "a key further down": "cat docs/deep/id_rsa",
    "the control plane": "cat .agentteams/manifest.json",
    "everything under the project": "cat $(find . -type f); grep -r SECRET .",
    "the descriptors of every process": "for f in /proc/*/fd/*; do cat $f/.env $f/.git/config 2>&1; done",
    "the working folders of every process": "for p in /proc/[0-9]*; do cat $p/cwd/.env $p/root/project/.env 2>&1; done",
    "the environment": "env; cat /proc/*/environ",
}


@pytest.mark.parametrize("script", LOOKS.values(), ids=LOOKS.keys())
def test_secrets_are_not_shown(opened: int, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CALLGATE_TEST_SECRET", SECRET)
    outcome = shell(opened, script)
    assert "SECRET" not in outcome.stdout + outcome.stderr.replace("grep", "")


def test_the_state_directory_and_homes_are_not_there(root: Path, opened: int) -> None:
    outcome = shell(opened, f"ls -a {root.parent} /root /home /var /etc; cat {root.parent}/state/key; ls -a ~")
    assert SECRET not in outcome.stdout + outcome.stderr
    for gone in (str(root.parent), "/root", "/home", "/var"):
        assert f"'{gone}': No such file" in outcome.stderr, outcome.stderr
    assert "passwd" not in outcome.stdout and "hostname" not in outcome.stdout


def test_other_processes_are_not_seen(opened: int) -> None:
    # The sandbox's own two, the shell, `ls` and `wc`.
    outcome = shell(opened, "ls -d /proc/[0-9]* | wc -l; kill -9 -1; echo alive")
    assert int(outcome.stdout.split()[0]) <= 6
    assert outcome.status != 0


def test_there_is_no_network(opened: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        reached = threading.Event()

        def accept() -> None:
            server.settimeout(2)
            try:
                server.accept()[0].close()
                reached.set()
            except OSError:
                pass

        waiting = threading.Thread(target=accept)
        waiting.start()
        code = f"import socket; socket.create_connection(('127.0.0.1', {port}), 1)"
        outcome = Bubblewrap().run(opened, Command(["python3", "-c", code]), denied)
        waiting.join()
    assert outcome.status != 0 and not reached.is_set()


PLACES = ["docs/new", "docs/a.md", ".env", ".git/new", "/usr/new", "/new", "/etc/new", "out/.git/x"]


@pytest.mark.parametrize("place", PLACES)
def test_a_write_elsewhere_fails_inside(root: Path, opened: int, place: str) -> None:
    before = {path: path.lstat().st_mtime_ns for path in root.rglob("*")}
    (root / "out/.git").mkdir()
    outcome = shell(opened, f"echo changed > {place}", writable=["out"])
    assert outcome.status != 0, outcome
    after = {path: path.lstat().st_mtime_ns for path in root.rglob("*") if "out" not in path.parts}
    assert after == {path: time for path, time in before.items() if "out" not in path.parts}


def test_expected_writes_stay(root: Path, opened: int) -> None:
    outcome = shell(opened, "echo built > out/page; mkdir -p made/here/x; echo t > made/here/x/y; echo t > /tmp/z",
                    writable=["out", "made/here"])  # fmt: skip
    assert outcome.ok, outcome
    assert (root / "out/page").read_text() == "built\n"
    assert (root / "made/here/x/y").read_text() == "t\n"


def test_a_writable_folder_that_holds_a_link_is_refused(root: Path, opened: int) -> None:
    (root / "linked").mkdir()
    os.symlink("/", root / "linked/door")
    (root / "named").mkdir()
    os.link(root / "docs/a.md", root / "named/again")
    os.symlink("docs", root / "alias")
    for folder in ("linked", "named", "alias", "alias/deep", ".git", "docs/a.md"):
        with pytest.raises(CannotRun) as caught:
            shell(opened, "true", writable=[folder])
        assert caught.value.code == "expected-writes"
    assert not (root / "docs/deep/x").exists()


def test_time_is_limited_for_everything_it_started(opened: int) -> None:
    outcome = shell(opened, "sleep 60 & sleep 60", seconds=0.5)
    assert outcome.timed_out and not outcome.ok
    assert outcome.report()["timed_out"] is True


def test_output_is_bounded_and_capped(opened: int) -> None:
    outcome = shell(opened, "head -c 30000000 /dev/zero | tr '\\0' x; echo err >&2")
    assert outcome.ok
    assert outcome.stdout.startswith("x" * 4000 + " [... ")
    assert len(outcome.stdout) < 4100
    assert outcome.stderr == "err\n"


def test_a_command_that_does_not_read_its_input_ends(opened: int) -> None:
    assert shell(opened, "exit 4", stdin=b"x" * 5_000_000).status == 4


def test_a_background_process_does_not_outlive_the_command(root: Path, opened: int) -> None:
    shell(opened, "(sleep 1; echo late > out/late) > /dev/null 2>&1 < /dev/null & exit 0", writable=["out"])
    threading.Event().wait(1.5)
    assert not (root / "out/late").exists()


@pytest.mark.parametrize("argv", [[], ["/usr/bin/id"], ["./x"], ["docs/run"], ["no-such-program"], ["id", "a\0b"], [""]])
def test_programs_come_from_the_fixed_path_alone(root: Path, opened: int, argv: list[str]) -> None:
    (root / "docs/run").write_text("#!/bin/sh\n")
    (root / "docs/run").chmod(0o755)
    with pytest.raises(CannotRun):
        Bubblewrap().run(opened, Command(argv), denied)
    with pytest.raises(CannotRun):
        Unprotected().run(opened, Command(argv), denied)


def test_without_bubblewrap_there_is_a_word_of_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_sandbox, "PATH", "/nowhere")
    with pytest.raises(NoSandbox, match="apt install bubblewrap"):
        Bubblewrap()


def test_unprotected_commands_have_a_cleared_environment(opened: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CALLGATE_TEST_SECRET", SECRET)
    outcome = Unprotected().run(opened, Command(["sh", "-c", "env; cat a.md"], cwd="docs"), denied)
    assert outcome.ok and "public" in outcome.stdout and SECRET not in outcome.stdout
