"""Reading a project's files for checks: bounded, never hanging, and without following links below the root."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_MAX_BYTES = 4 * 1024 * 1024
_READ = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class Unreadable(Exception):
    """Why a file cannot be read, in a few words."""


def read(path: Path, *, follow: bool) -> str | None:
    """A file's text; None when there is none. With `follow` a link at its end is what another program would read."""
    try:
        file = os.open(path, _READ | (0 if follow else os.O_NOFOLLOW))
    except FileNotFoundError:
        if path.is_symlink():
            raise Unreadable("it is a link that leads nowhere") from None
        return None
    except OSError as error:
        raise Unreadable("it is a link" if path.is_symlink() else _words(error)) from None
    try:
        return _text(_regular(file))
    finally:
        os.close(file)


def _regular(file: int) -> bytes:
    if not stat.S_ISREG(os.fstat(file).st_mode):
        raise Unreadable("it is no regular file")
    parts, size = [], 0
    while part := os.read(file, 1 << 20):
        parts.append(part)
        size += len(part)
        if size > _MAX_BYTES:
            raise Unreadable(f"it is larger than {_MAX_BYTES} bytes")
    return b"".join(parts)


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Unreadable("it is not UTF-8") from None


def _words(error: OSError) -> str:
    return os.strerror(error.errno).lower() if error.errno else "it cannot be opened"


def look(root: Path, path: str) -> dict[str, Any]:
    """What lies at a path below the root: `state`, permission bits, whether it is this user's or root's, the hash."""
    found: dict[str, Any] = {"path": path, "state": "missing"}
    components = path.split("/")
    try:
        folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            for component in components[:-1]:
                if stat.S_ISLNK(os.stat(component, dir_fd=folder, follow_symlinks=False).st_mode):
                    return {**found, "state": "link"}
                inner = os.open(component, _FOLDER, dir_fd=folder)
                os.close(folder)
                folder = inner
            state = os.stat(components[-1], dir_fd=folder, follow_symlinks=False)
            found |= {"mode": stat.S_IMODE(state.st_mode), "own": state.st_uid in (0, os.geteuid())}
            if stat.S_ISLNK(state.st_mode):
                found["state"] = "link"
            elif stat.S_ISDIR(state.st_mode):
                found["state"] = "folder"
            elif stat.S_ISREG(state.st_mode):
                file = os.open(components[-1], _READ | os.O_NOFOLLOW, dir_fd=folder)
                try:
                    found |= {"state": "file", "sha256": hashlib.sha256(_regular(file)).hexdigest()}
                finally:
                    os.close(file)
            else:
                found["state"] = "other"
        finally:
            os.close(folder)
    except FileNotFoundError:
        found["state"] = "missing"
    except (OSError, Unreadable):
        found["state"] = "unreadable"
    return found


def agent_files(root: Path) -> Iterator[dict[str, str]]:
    """Every agent's file of Claude Code, in order: its path below the root with its text, or why there is none."""
    agents = root / ".claude" / "agents"
    for above in (root / ".claude", agents):
        if above.is_symlink():
            yield {"path": above.relative_to(root).as_posix(), "problem": "it is a link"}
            return
    for folder, folders, names in os.walk(agents):
        folders.sort()
        here = Path(folder)
        links = [name for name in folders if (here / name).is_symlink()]
        for name in sorted([*names, *links]):
            path = here / name
            if name in links:
                yield {"path": path.relative_to(root).as_posix(), "problem": "it is a link"}
            elif name.lower().endswith(".md"):
                yield _agent_file(root, path)


def _agent_file(root: Path, path: Path) -> dict[str, str]:
    shown = os.fsencode(path.relative_to(root)).decode(errors="backslashreplace")
    try:
        return {"path": shown, "content": read(path, follow=False) or ""}
    except Unreadable as problem:
        return {"path": shown, "problem": str(problem)}
