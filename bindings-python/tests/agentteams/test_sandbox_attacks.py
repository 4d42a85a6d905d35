"""TEAM-65 under attack: names that others turn meanwhile, odd names, large projects, mounts of the command's own."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from callgate.agentteams import _beneath, _decisions, _walk
from callgate.agentteams._sandbox import Bubblewrap, CannotRun, Command, NoSandbox, Outcome
from ordinary import ordinary

SECRET = "TOP-SECRET-VALUE"


def run(project: Path, script: str, **options: object) -> Outcome:
    root = _beneath.open_root(project)
    try:
        return Bubblewrap().run(root, Command(["sh", "-c", script], **options), _decisions.is_denied)  # type: ignore[arg-type]
    finally:
        os.close(root)


def project(place: Path) -> Path:
    made = place / "project"
    (made / "docs").mkdir(parents=True)
    (made / "docs/a.md").write_text("public\n")
    (made / ".env").write_text(SECRET)
    (made / "out").mkdir()
    return made


TRICKS = {
    "unmounting the mask": "umount .env; umount -l .env; cat .env",
    "a mount namespace of its own": "unshare -Urm sh -c 'umount -l .env; umount -l /project; cat .env; ls /writable'",
    "mounting the project again": "unshare -Urm sh -c 'mount --bind /project /tmp; cat /tmp/.env'",
    "mounting it to write": "unshare -Urm sh -c 'mount -o remount,rw,bind /project; echo x > docs/a.md; cat .env'",
    "a new /proc": "unshare -Urmpf sh -c 'mount -t proc proc /proc; cat /proc/*/root/project/.env'",
    "the roots of all processes": "for p in /proc/[0-9]*; do cat $p/root/project/.env $p/cwd/.env $p/root/writable/0/.env; done",
    "the memory of all processes": "for p in /proc/[0-9]*; do cat $p/environ; head -c 9 $p/mem; ls -l $p/fd; done",
    "another name of a writable folder": "cat /writable/0/.env out/.env; echo x > /writable/0/.env",
    "the outer sandbox": "ls -R /writable /oldroot /newroot; cat /oldroot/project/.env /newroot/project/.env",
    "a second name of its own": "ln .env out/b; ln docs/a.md out/c && echo LINKED; cp -a .env out/d; cat out/*",
    "a rename": "mv .env out/b; mv docs/a.md out/c && echo LINKED; cat out/*",
    "a link of its own": "ln -s ../.env out/l; ln -s /proc/1/root out/r; cat out/l out/r/project/.env",
    "a device": "mknod out/sda b 8 0; mknod out/vda b 254 0; cat out/sda out/vda | head -c 10; ls /dev/sda /dev/vda /dev/mem",
}


@pytest.mark.parametrize("script", TRICKS.values(), ids=TRICKS.keys())
def test_no_trick_shows_a_secret_or_writes_elsewhere(script: str) -> None:
    def body(place: Path) -> None:
        made = project(place)
        (made / "out/.env").write_text(SECRET)
        outcome = run(made, f"{script} 2>&1; true", writable=["out"])
        assert SECRET not in outcome.stdout and "LINKED" not in outcome.stdout, outcome
        assert (made / "docs/a.md").read_text() == "public\n"
        assert (made / ".env").read_text() == (made / "out/.env").read_text() == SECRET

    ordinary(body)


def test_no_trick_of_a_command_works_for_a_runner_that_is_root(tmp_path: Path) -> None:
    made = project(tmp_path)
    outcome = run(made, "; ".join(f"({script})" for script in TRICKS.values()) + " 2>&1; id -u", writable=["out"])
    assert SECRET not in outcome.stdout and "LINKED" not in outcome.stdout
    assert outcome.stdout.endswith("1000\n")
    assert (made / "docs/a.md").read_text() == "public\n"


def test_no_descriptor_is_inherited(tmp_path: Path) -> None:
    with open("/etc/hostname") as kept:
        os.set_inheritable(kept.fileno(), True)
        outcome = run(project(tmp_path), "ls /proc/self/fd")
    assert set(outcome.stdout.split()) <= {"0", "1", "2", "3"}, outcome


@pytest.mark.parametrize(
    "name", [b"\xff\xfe.env", b"new\nline", b"tab\t", b"\xe2\x80\xae", b"back\\slash", b"-rf", b"--", b" ", b"'quote\"", "ſsh".encode()]
)
def test_odd_names_are_shown_or_hidden_and_never_stop_a_command(tmp_path: Path, name: bytes) -> None:
    made = project(tmp_path)
    with open(os.path.join(os.fsencode(made), name), "wb") as file:
        file.write(b"x")
    os.makedirs(os.path.join(os.fsencode(made), b"d" + name))
    assert run(made, "cat docs/a.md; cat .env").stdout == "public\n"


def test_a_project_that_is_reached_through_a_link(tmp_path: Path) -> None:
    made = project(tmp_path)
    os.symlink(made, tmp_path / "alias")
    assert run(tmp_path / "alias", "pwd; cat docs/a.md; cat .env").stdout == "/project\npublic\n"


def test_secrets_behind_many_folders_are_hidden(tmp_path: Path) -> None:
    # More of them than a process has descriptors.
    made = project(tmp_path)
    for number in range(1_500):
        (made / f"m{number:04}").mkdir()
    (made / "a-first").mkdir()
    for folder in ("a-first", "m0000", "m1499", "z-last"):
        (made / folder).mkdir(exist_ok=True)
        (made / folder / ".env").write_text(SECRET)
    assert SECRET not in run(made, "cat */.env").stdout


def test_secrets_very_deep_down_are_hidden(tmp_path: Path) -> None:
    made = project(tmp_path)
    here = os.open(made, _beneath.DIRECTORY)
    for _ in range(150):
        os.mkdir("n" * 40, dir_fd=here)
        following = os.open("n" * 40, _beneath.DIRECTORY, dir_fd=here)
        os.close(here)
        here = following
    with open(os.open(".env", _beneath.CREATE, 0o600, dir_fd=here), "w") as file:
        file.write(SECRET)
    os.close(here)
    outcome = run(made, "cat docs/a.md; for i in $(seq 150); do cd -P n*; done; cat .env")
    assert outcome.stdout == "public\n"


def test_a_project_of_ten_thousand_files(tmp_path: Path) -> None:
    made = project(tmp_path)
    for number in range(10_000):
        (made / f"docs/{number}.md").touch()
    assert run(made, "ls docs | wc -l").stdout == "10001\n"


def test_more_secrets_than_can_be_hidden_are_a_refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_walk, "MASKS_LIMIT", 3)
    made = project(tmp_path)
    for number in range(3):
        (made / f"{number}.pem").write_text(SECRET)
    with pytest.raises(CannotRun, match="more than 3 names"):
        run(made, "cat *.pem")
    monkeypatch.setattr(_walk, "ENTRIES_LIMIT", 3)
    with pytest.raises(CannotRun, match="more than 3 files"):
        run(made, "cat *.pem")


def test_a_folder_to_run_in_that_is_none_is_a_refusal(tmp_path: Path) -> None:
    made = project(tmp_path)
    os.symlink("docs", made / "alias")
    for cwd in ("gone", "alias", "docs/a.md"):
        with pytest.raises(CannotRun) as caught:
            run(made, "true", cwd=cwd)
        assert caught.value.code == "cwd"


def test_instructions_in_a_writable_folder_stay_as_they_are(tmp_path: Path) -> None:
    made = project(tmp_path)
    (made / "docs/sub").mkdir()
    for name in ("docs/CLAUDE.md", "docs/sub/agents.md"):
        (made / name).write_text("as it was")
    script = """
        for f in docs/CLAUDE.md docs/sub/agents.md; do echo evil > $f; rm -f $f; mv $f docs/x; done
        mv docs/sub docs/moved; echo evil > docs/moved/agents.md
        echo fine > docs/fine.md
    """
    run(made, script, writable=["docs"])
    assert (made / "docs/CLAUDE.md").read_text() == "as it was"
    assert [file.read_text() for file in made.glob("docs/*/agents.md")] == ["as it was"]
    assert (made / "docs/fine.md").read_text() == "fine\n"


def test_what_a_command_leaves_under_a_denied_name_is_removed(tmp_path: Path) -> None:
    made = project(tmp_path)
    (made / "out/.git").mkdir()
    (made / "out/.git/config").write_text("as it was")
    script = """
        mkdir -p out/.claude/agents out/deep/.ssh out/deep/fine; echo evil > out/.claude/agents/x.md
        for n in .mcp.json AGENTS.md .Env deep/.ssh/id_rsa deep/CLAUDE.md fine; do echo evil > out/$n; done
        ln -s /etc out/.codex; mkfifo out/.netrc
    """
    assert run(made, script, writable=["out"]).ok
    left = sorted(str(path.relative_to(made / "out")) for path in (made / "out").rglob("*"))
    assert left == [".git", ".git/config", "deep", "deep/fine", "fine"]
    assert (made / "out/.git/config").read_text() == "as it was"


SWAP = textwrap.dedent(
    """
    import os, sys
    root, outside = sys.argv[1:]
    os.chdir(root)
    print("ready", flush=True)
    # A writable folder, a masked file and the folder of one turn into links and back, as fast as this machine can.
    # Inside of bubblewrap's own set-up the machine's root has another name, which a link can name too.
    targets = (outside, "/oldroot" + outside)
    while True:
        for target in targets:
            for name, to in (("out", target), (".env", target + "/made"), ("docs", target)):
                try:
                    os.symlink(to, "link")
                    os.rename(name, "kept")
                    os.rename("link", name)
                except OSError:
                    pass
                for undo in (lambda: os.unlink("link"), lambda: os.path.islink(name) and os.unlink(name), lambda: os.rename("kept", name)):
                    try:
                        undo()
                    except OSError:
                        pass
    """
)


def test_names_that_turn_while_the_sandbox_is_made_lead_to_nothing_outside(tmp_path: Path) -> None:
    made, outside = project(tmp_path), tmp_path / "outside"
    (made / "docs/.env").write_text(SECRET)
    outside.mkdir()
    (outside / "kept").write_text("kept")
    with subprocess.Popen([sys.executable, "-c", SWAP, str(made), str(outside)], stdout=subprocess.PIPE) as swapper:
        assert swapper.stdout is not None
        swapper.stdout.readline()
        outcomes = dict.fromkeys(("ran", "refused"), 0)
        try:
            for _ in range(40):
                try:
                    run(made, "echo evil > out/written; echo evil > docs/written; echo evil > out/kept", writable=["out"])
                    outcomes["ran"] += 1
                except (CannotRun, NoSandbox):
                    outcomes["refused"] += 1
        finally:
            swapper.kill()
    # The race was real: some tries got through and some met a link.
    assert outcomes["ran"] and outcomes["refused"], outcomes
    assert os.listdir(outside) == ["kept"]
    assert (outside / "kept").read_text() == "kept"


@pytest.mark.parametrize("name", [".env", "docs/.env"])
def test_a_name_that_turned_into_a_link_is_never_made_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The same race, won for sure: the name turns between the look through the project and the mounts."""
    made, outside = project(tmp_path), tmp_path / "outside"
    outside.mkdir()
    (made / "docs/.env").write_text(SECRET)
    looked = _walk.hidden

    def look_and_turn(root: int, denied: _walk.Denied) -> _walk.Hidden:
        found = looked(root, denied)
        (made / name).unlink()
        os.symlink(f"/oldroot{outside}/made", made / name)
        return found

    monkeypatch.setattr(_walk, "hidden", look_and_turn)
    with pytest.raises(NoSandbox):
        run(made, "true")
    assert os.listdir(outside) == []


def test_a_writable_folder_that_turned_into_a_link_writes_where_it_was_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, outside = project(tmp_path), tmp_path / "outside"
    outside.mkdir()
    looked = _walk.hidden

    def look_and_turn(root: int, denied: _walk.Denied) -> _walk.Hidden:
        os.rename(made / "out", made / "moved")
        os.symlink(outside, made / "out")
        return looked(root, denied)

    monkeypatch.setattr(_walk, "hidden", look_and_turn)
    try:
        run(made, "echo evil > out/written", writable=["out"])
    except NoSandbox:
        pass
    assert os.listdir(outside) == []


def test_links_that_another_process_puts_into_a_writable_folder_lead_nowhere(tmp_path: Path) -> None:
    made, outside = project(tmp_path), tmp_path / "outside"
    outside.mkdir()
    go, gone = made / "out/go", made / "out/gone"
    code = f"""if True:
        import os, time
        while not os.path.exists({str(go)!r}): time.sleep(0.01)
        os.symlink({str(outside)!r}, {str(made / "out/door")!r})
        os.symlink("/oldroot{outside}", {str(made / "out/gate")!r})
        os.symlink("../docs", {str(made / "out/docs")!r})
        open({str(gone)!r}, "w").close()
    """
    with subprocess.Popen([sys.executable, "-c", code]):
        script = "touch out/go; while [ ! -e out/gone ]; do sleep 0.01; done; echo evil > out/door/x; echo evil > out/gate/x; echo evil > out/docs/a.md"
        outcome = run(made, script, writable=["out"], seconds=60)
    assert not outcome.ok and os.listdir(outside) == []
    assert (made / "docs/a.md").read_text() == "public\n"
