"""Gates: commands that judge a proposal, on a copy of the project with the proposal applied (TEAM-62)."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from callgate.agentteams import _beneath, _walk
from callgate.agentteams._sandbox import CannotRun, Command, Sandbox
from callgate.agentteams._walk import Denied

COPY_LIMIT = 1 << 30
"""Bytes of a project that are copied for its gates."""


@contextlib.contextmanager
def copy_of(root: int, denied: Denied, scratch: Path) -> Iterator[int]:
    """A copy without the denied paths; links are copied as links. Raises `CannotRun`."""
    found = _walk.hidden(root, denied)
    hidden = {*found.folders, *found.files}
    with tempfile.TemporaryDirectory(prefix="gate-", dir=scratch) as place:
        target = os.open(place, _beneath.DIRECTORY)
        try:
            _fill(root, target, hidden)
            yield target
        finally:
            os.close(target)


def _fill(root: int, target: int, hidden: set[str]) -> None:
    left = COPY_LIMIT
    for path, facts, folder, _ in _walk.walk(root):
        above = path.rpartition("/")[0]
        if path in hidden or above in hidden:
            if folder:
                hidden.add(path)
            continue
        parts = path.split("/")
        if folder:
            with _beneath.parent(target, parts) as (directory, name):
                os.mkdir(name, 0o755, dir_fd=directory)
        elif stat.S_ISLNK(facts.st_mode):
            with _beneath.parent(root, parts) as (source, name), _beneath.parent(target, parts) as (directory, _):
                with contextlib.suppress(OSError):
                    os.symlink(os.readlink(name, dir_fd=source), name, dir_fd=directory)
        elif stat.S_ISREG(facts.st_mode):
            left -= facts.st_size
            if left < 0:
                raise CannotRun("project-too-large", f"the project is larger than {COPY_LIMIT} bytes: no gate can run")
            _copy(root, target, parts, stat.S_IMODE(facts.st_mode) & 0o777)


def _copy(root: int, target: int, parts: list[str], mode: int) -> None:
    try:
        content = _beneath.read(root, parts, COPY_LIMIT)
    except (_beneath.Refused, PermissionError):
        # It turned into a link or a device since it was listed, or nobody here can read it: no sandbox shows it either.
        return
    if content is None:
        return
    with _beneath.parent(target, parts) as (directory, name):
        descriptor = os.open(name, _beneath.CREATE, mode | 0o600, dir_fd=directory)
        with open(descriptor, "wb") as file:
            file.write(content)


def put(target: int, parts: list[str], content: bytes | None) -> None:
    """Applies a proposal to a copy, which nobody else writes in."""
    with _beneath.parent(target, parts, create=True) as (directory, name):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name, dir_fd=directory)
        if content is not None:
            descriptor = os.open(name, _beneath.CREATE, 0o644, dir_fd=directory)
            with open(descriptor, "wb") as file:
                file.write(content)


def run_gate(
    sandbox: Sandbox, root: int, argv: list[str], change: tuple[list[str], bytes | None] | None, denied: Denied, scratch: Path
) -> tuple[bool, dict[str, object]]:
    """Whether the gate passes, with its report. `change` is None for a gate whose own file is proposed."""
    try:
        with copy_of(root, denied, scratch) as copy:
            if change is not None:
                try:
                    put(copy, *change)
                except (_beneath.Refused, IsADirectoryError):
                    return False, {"problem": "the path is a link, a folder, or lies behind one: nothing can be put there"}
            outcome = sandbox.run(copy, Command(argv, scratch=True), denied)
    except CannotRun as fault:
        return False, {"problem": fault.sentence}
    except _walk.TooMuch as fault:
        return False, {"problem": str(fault)}
    return outcome.ok, outcome.report()
