"""What lies in a project, and what of it a command must not see or change (TEAM-20, TEAM-65)."""

from __future__ import annotations

import contextlib
import itertools
import os
import stat
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from callgate.agentteams import _beneath

ENTRIES_LIMIT = 200_000
"""How many entries of a project are looked at."""
# A descriptor is open for each level, and a longer path cannot be mounted upon.
DEPTH_LIMIT = 100
PATH_LIMIT = 3_000
MASKS_LIMIT = 2_000
"""How many names of a project are mounted upon: each mount makes the next one slower."""

Denied = Callable[[str, bool], bool]
"""Whether a path relative to the root, with `/` between its components, is denied: to reading, or (true) to writing."""


class TooMuch(Exception):
    """The project is too large, or cannot be looked through; the sentence says why."""


class Entry(NamedTuple):
    path: str
    facts: os.stat_result
    folder: bool
    closed: bool
    """Whether it is a folder that cannot be looked into: nobody knows what it holds."""


def walk(root: int, *, bounded: bool = True) -> Iterator[Entry]:
    """Every entry beneath the root; no link is followed. Raises `TooMuch`."""
    try:
        yield from _below(root, "", 0, iter(range(ENTRIES_LIMIT)) if bounded else itertools.count())
    except OSError as error:
        raise TooMuch(f"the project cannot be looked through: {error.strerror}") from None


def _below(folder: int, prefix: str, depth: int, count: Iterator[int]) -> Iterator[Entry]:
    for name in sorted(os.listdir(folder)):
        if next(count, None) is None:
            raise TooMuch(f"the project has more than {ENTRIES_LIMIT} files and folders")
        try:
            facts = os.stat(name, dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError:
            continue
        path = f"{prefix}{name}"
        if not stat.S_ISDIR(facts.st_mode):
            yield Entry(path, facts, False, False)
            continue
        inner = None if depth == DEPTH_LIMIT or len(os.fsencode(path)) > PATH_LIMIT else _opened(folder, name)
        yield Entry(path, facts, True, inner is None)
        if inner is not None:
            try:
                yield from _below(inner, f"{path}/", depth + 1, count)
            finally:
                os.close(inner)


def _opened(folder: int, name: str) -> int | None:
    """A folder that can be listed and whose entries can be asked about."""
    try:
        inner = os.open(name, _beneath.DIRECTORY, dir_fd=folder)
    except OSError:
        return None
    try:
        os.stat(".", dir_fd=inner)
    except OSError:
        os.close(inner)
        return None
    return inner


@dataclass
class Hidden:
    """What a command does not see, and what it sees and must not change. Nothing that lies in a hidden folder is listed."""

    folders: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    """Denied to writing alone."""


def hidden(root: int, denied: Denied) -> Hidden:
    """The denied, other names of their inodes, and folders that nobody can look into. Raises `TooMuch`."""
    found = Hidden()
    within: set[str] = set()
    secret: set[tuple[int, int]] = set()
    shared: list[tuple[str, tuple[int, int]]] = []
    for path, facts, folder, closed in walk(root):
        inside = path.rpartition("/")[0] in within
        inode = (facts.st_dev, facts.st_ino)
        link = stat.S_ISLNK(facts.st_mode)
        if inside or closed or denied(path, False):
            if folder:
                within.add(path)
            else:
                secret.add(inode)
            # A link shows what it leads to, which has a name of its own; nothing is mounted upon it.
            if not inside and not link:
                (found.folders if folder else found.files).append(path)
            continue
        if not folder and facts.st_nlink > 1:
            shared.append((path, inode))
        if not link and denied(path, True):
            found.kept.append(path)
    found.files += [path for path, inode in shared if inode in secret]
    return found


def denied_beneath(folder: int, prefix: str, denied: Denied) -> dict[tuple[int, int], str]:
    """The topmost entries of a folder that are denied to writing: paths relative to it, by device and inode."""
    found: dict[tuple[int, int], str] = {}
    tops: set[str] = set()
    # Unbounded: a command that leaves many files must not keep what it left from being seen.
    for path, facts, is_folder, _ in walk(folder, bounded=False):
        if path.rpartition("/")[0] in tops:
            if is_folder:
                tops.add(path)
        elif denied(f"{prefix}/{path}", True):
            tops.add(path)
            found[facts.st_dev, facts.st_ino] = path
    return found


def remove(folder: int, paths: Collection[str]) -> None:
    """Removes files and whole folders, following no link."""
    for path in paths:
        with contextlib.suppress(FileNotFoundError, _beneath.Refused):
            with _beneath.parent(folder, path.split("/")) as (directory, name):
                _remove(directory, name)


def _remove(directory: int, name: str) -> None:
    try:
        os.unlink(name, dir_fd=directory)
    except IsADirectoryError:
        inner = os.open(name, _beneath.DIRECTORY, dir_fd=directory)
        try:
            for one in os.listdir(inner):
                _remove(inner, one)
        finally:
            os.close(inner)
        os.rmdir(name, dir_fd=directory)
