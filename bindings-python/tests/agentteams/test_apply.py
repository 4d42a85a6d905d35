"""TEAM-64: a change is made whole or not at all, whatever happens around it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from callgate.agentteams import _beneath
from callgate.agentteams._beneath import ABSENT, Change, Conflict, Refused, apply, settle, sha256

OLD, NEW, OTHER = b"old\n", b"new\n", b"someone else's\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "docs").mkdir(parents=True)
    return folder


def change(content: bytes | None, base: str = sha256(OLD), path: str = "docs/a.md") -> Change:
    return Change(path.split("/"), base, content)


def made(root: Path, wanted: Change) -> None:
    descriptor = _beneath.open_root(root)
    try:
        apply(descriptor, wanted, _beneath.temporary_name())
    finally:
        os.close(descriptor)


def leftovers(root: Path) -> list[str]:
    return [str(path) for path in root.rglob(".callgate-*")]


def test_a_new_file_appears_with_its_folders(root: Path) -> None:
    made(root, change(NEW, ABSENT, "docs/deep/er/a.md"))
    assert (root / "docs/deep/er/a.md").read_bytes() == NEW
    assert leftovers(root) == []


def test_an_old_file_is_exchanged_and_keeps_its_mode(root: Path) -> None:
    file = root / "docs/a.md"
    file.write_bytes(OLD)
    file.chmod(0o754)
    made(root, change(NEW))
    assert file.read_bytes() == NEW
    assert file.stat().st_mode & 0o7777 == 0o754
    assert leftovers(root) == []


def test_a_set_user_id_bit_is_not_carried_over(root: Path) -> None:
    file = root / "docs/a.md"
    file.write_bytes(OLD)
    file.chmod(0o4755)
    made(root, change(NEW))
    assert file.stat().st_mode & 0o7777 == 0o755


def test_a_file_is_deleted(root: Path) -> None:
    (root / "docs/a.md").write_bytes(OLD)
    made(root, change(None))
    assert os.listdir(root / "docs") == []


@pytest.mark.parametrize(
    ("content", "base", "there"),
    [
        (NEW, sha256(OLD), OTHER),
        (NEW, sha256(OLD), None),
        (NEW, ABSENT, OTHER),
        (NEW, ABSENT, NEW),
        (None, sha256(OLD), OTHER),
        (None, sha256(OLD), None),
    ],
)
def test_another_base_is_a_conflict(root: Path, content: bytes | None, base: str, there: bytes | None) -> None:
    if there is not None:
        (root / "docs/a.md").write_bytes(there)
    with pytest.raises(Conflict):
        made(root, change(content, base))
    found = (root / "docs/a.md").read_bytes() if (root / "docs/a.md").exists() else None
    assert found == there
    assert leftovers(root) == []


def hard_link(root: Path) -> None:
    (root / "outside").write_bytes(OLD)
    os.link(root / "outside", root / "docs/a.md")


def link(root: Path) -> None:
    (root / "outside").write_bytes(OLD)
    os.symlink("../outside", root / "docs/a.md")


def dangling_link(root: Path) -> None:
    os.symlink("../nowhere", root / "docs/a.md")


def fifo(root: Path) -> None:
    os.mkfifo(root / "docs/a.md")


def folder(root: Path) -> None:
    (root / "docs/a.md").mkdir()


def linked_parent(root: Path) -> None:
    (root / "docs").rmdir()
    (root / "elsewhere").mkdir()
    (root / "elsewhere/a.md").write_bytes(OLD)
    os.symlink("elsewhere", root / "docs")


def file_as_parent(root: Path) -> None:
    (root / "docs").rmdir()
    (root / "docs").write_bytes(OLD)


OBSTACLES: list[Callable[[Path], None]] = [
    hard_link, link, dangling_link, fifo, folder, linked_parent, file_as_parent,
]  # fmt: skip


@pytest.mark.parametrize("obstacle", OBSTACLES, ids=lambda obstacle: obstacle.__name__)
@pytest.mark.parametrize("content", [NEW, None], ids=["write", "delete"])
@pytest.mark.parametrize("base", [sha256(OLD), ABSENT], ids=["base", "absent"])
def test_what_is_no_plain_file_is_refused(
    root: Path, obstacle: Callable[[Path], None], content: bytes | None, base: str
) -> None:
    obstacle(root)
    before = sorted((str(path), path.lstat().st_mode, path.lstat().st_ino) for path in root.rglob("*"))
    with pytest.raises((Refused, Conflict, IsADirectoryError)):
        made(root, change(content, base))
    assert sorted((str(path), path.lstat().st_mode, path.lstat().st_ino) for path in root.rglob("*")) == before
    outside = root / "outside"
    assert not outside.exists() or outside.read_bytes() == OLD


@pytest.mark.parametrize("path", [[], [""], ["."], [".."], ["docs", "..", "a"], ["docs/a.md"], ["a\0b"]])
def test_no_path_climbs_whatever_was_checked_before(root: Path, path: list[str]) -> None:
    with pytest.raises(Refused):
        made(root, Change(path, ABSENT, NEW))


def test_a_growing_file_is_bounded_while_it_is_read(root: Path) -> None:
    (root / "large").write_bytes(b"x" * 1000)
    descriptor = _beneath.open_root(root)
    with pytest.raises(Refused):
        _beneath.read(descriptor, ["large"], limit=999)
    assert _beneath.read(descriptor, ["large"], limit=1000) == b"x" * 1000
    os.close(descriptor)


CRASH = textwrap.dedent(
    """
    import os, signal, sys
    from callgate.agentteams import _beneath
    root, base, content, wanted, foreign = sys.argv[1:]
    seen = []
    def step(name):
        seen.append(name)
        if name == "write announced" or name == "delete announced":
            open(root + "/../announced", "w").close()
            if foreign:
                # A writer who comes between the check and the exchange.
                open(root + "/docs/b", "wb").write(foreign.encode())
                os.rename(root + "/docs/b", root + "/docs/a.md")
        if name == wanted:
            os.kill(os.getpid(), signal.SIGKILL)
    change = _beneath.Change(["docs", "a.md"], base, content.encode() if content != "-" else None)
    try:
        _beneath.apply(_beneath.open_root(root), change, ".callgate-temporary", step=step)
    except _beneath.Conflict:
        seen.append("conflict")
    print("|".join(seen))
    """
)


def crash(root: Path, base: str, content: bytes | None, step: str, foreign: bytes = b"") -> "subprocess.CompletedProcess[str]":
    words = [str(root), base, "-" if content is None else content.decode(), step, foreign.decode()]
    return subprocess.run([sys.executable, "-c", CRASH, *words], text=True, capture_output=True, check=False)


def steps(root: Path, base: str, content: bytes | None) -> list[str]:
    ran = crash(root, base, content, "")
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip().split("|")


KINDS = [("replace", OLD, NEW), ("create", None, NEW), ("delete", OLD, None)]


@pytest.mark.parametrize(("kind", "old", "new"), KINDS, ids=[kind for kind, _, _ in KINDS])
def test_a_crash_at_any_step_leaves_the_old_file_or_the_new_one(
    tmp_path: Path, kind: str, old: bytes | None, new: bytes | None
) -> None:
    base = ABSENT if old is None else sha256(old)
    result = ABSENT if new is None else sha256(new)

    def fresh(name: str) -> Path:
        root = tmp_path / name / "project"
        (root / "docs").mkdir(parents=True)
        if old is not None:
            (root / "docs/a.md").write_bytes(old)
        return root

    every = steps(fresh("dry"), base, new)
    assert len(every) >= 3
    for step in every:
        root = fresh(step.replace(" ", "-"))
        ran = crash(root, base, new, step)
        assert ran.returncode == -signal.SIGKILL, (step, ran.stderr)
        file = root / "docs/a.md"
        assert (file.read_bytes() if file.exists() else None) in (old, new), step
        if not (root.parent / "announced").exists():
            # Nothing was announced: a restart removes what was being prepared and begins anew.
            continue
        descriptor = _beneath.open_root(root)
        outcome = settle(descriptor, ["docs", "a.md"], base, result, ".callgate-temporary")
        assert outcome in ("applied", "again"), step
        if outcome == "again":
            assert settle(descriptor, ["docs", "a.md"], base, result, ".callgate-temporary") == "again", step
            _beneath.forget(descriptor, ["docs", "a.md"], ".callgate-temporary")
            apply(descriptor, Change(["docs", "a.md"], base, new), ".callgate-other")
        os.close(descriptor)
        assert (file.read_bytes() if file.exists() else None) == new, step
        assert leftovers(root) == [], step


@pytest.mark.parametrize(("kind", "old", "new"), KINDS[:1] + KINDS[2:], ids=["replace", "delete"])
def test_a_crash_after_a_foreign_write_loses_nothing(
    tmp_path: Path, kind: str, old: bytes, new: bytes | None
) -> None:
    base = sha256(old)
    for step in ("exchanged", "moved aside", "write announced", "delete announced"):
        root = tmp_path / step.replace(" ", "-") / "project"
        (root / "docs").mkdir(parents=True)
        (root / "docs/a.md").write_bytes(old)
        ran = crash(root, base, new, step, OTHER)
        if ran.returncode == 0:
            assert "conflict" in ran.stdout, ran.stdout
        else:
            descriptor = _beneath.open_root(root)
            outcome = settle(
                descriptor, ["docs", "a.md"], base, ABSENT if new is None else sha256(new), ".callgate-temporary"
            )
            if outcome == "again":
                _beneath.forget(descriptor, ["docs", "a.md"], ".callgate-temporary")
            os.close(descriptor)
            assert outcome in ("conflict", "again"), step
        assert (root / "docs/a.md").read_bytes() == OTHER, step
        assert leftovers(root) == [], step


SWAP = textwrap.dedent(
    """
    import os, sys
    root, outside = sys.argv[1:]
    os.chdir(root)
    print("ready", flush=True)
    while True:
        # The target and its folder turn into links and back, as fast as this machine can.
        for one, two in (("docs/a.md", outside + "/secret"), ("docs", outside)):
            try:
                os.symlink(two, "link")
                os.rename(one, "kept")
                os.rename("link", one)
                os.rename("kept", one) if one != "docs" else (os.unlink(one), os.rename("kept", one))
            except OSError:
                for undo in (lambda: os.unlink("link"), lambda: os.rename("kept", one)):
                    try:
                        undo()
                    except OSError:
                        pass
    """
)


def test_links_swapped_in_a_tight_loop_never_lead_outside(tmp_path: Path) -> None:
    root, outside = tmp_path / "project", tmp_path / "outside"
    (root / "docs").mkdir(parents=True)
    outside.mkdir()
    (outside / "secret").write_bytes(b"secret")
    (outside / "a.md").write_bytes(OLD)
    (root / "docs/a.md").write_bytes(OLD)
    with subprocess.Popen([sys.executable, "-c", SWAP, str(root), str(outside)], stdout=subprocess.PIPE) as swapper:
        assert swapper.stdout is not None
        swapper.stdout.readline()
        descriptor = _beneath.open_root(root)
        outcomes = dict.fromkeys(("applied", "conflict", "refused", "missing"), 0)
        contents = (OLD, NEW)
        try:
            for turn in range(10_000):
                base = contents[(turn + outcomes["applied"]) % 2]
                try:
                    apply(descriptor, Change(["docs", "a.md"], sha256(base), NEW if base is OLD else OLD), _beneath.temporary_name())
                    outcomes["applied"] += 1
                except Conflict:
                    outcomes["conflict"] += 1
                except Refused:
                    outcomes["refused"] += 1
                except FileNotFoundError:
                    outcomes["missing"] += 1
        finally:
            swapper.kill()
            os.close(descriptor)
    assert sum(outcomes.values()) == 10_000
    # The race was real: some tries met the file and some met a link.
    assert outcomes["applied"] and outcomes["refused"] + outcomes["conflict"], outcomes
    assert sorted(os.listdir(outside)) == ["a.md", "secret"]
    assert (outside / "secret").read_bytes() == b"secret"
    assert (outside / "a.md").read_bytes() == OLD
