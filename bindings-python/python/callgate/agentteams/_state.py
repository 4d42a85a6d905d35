"""What the runner keeps outside the project: the key, the ledger, accepted requests, the lock (TEAM-66, TEAM-68).

The state directory is the operator's. Its modes (0700, files 0600) keep other users out, not an
agent that runs as the same user: the operator's guide says what does.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import re
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any


TEMPORARY = re.compile(r"\..+\.[0-9a-f]{16}")
"""The names of files that are not whole yet."""


class StateError(Exception):
    """The state directory cannot be used; the sentence says what to do."""


def default_directory(root: Path) -> Path:
    """Where the state of a project lies unless the operator names another place."""
    base = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
    project = hashlib.sha256(os.fsencode(os.path.realpath(root))).hexdigest()[:16]
    return Path(base) / "callgate" / "agentteams" / project


def write_durably(directory: int, name: str, content: bytes) -> None:
    """Writes a file whole: after a crash its name shows the old content or the new one."""
    temporary = f".{name}.{secrets.token_hex(8)}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(temporary, flags, 0o600, dir_fd=directory)
    try:
        view = memoryview(content)
        while view:
            view = view[os.write(descriptor, view) :]
        os.fsync(descriptor)
        os.rename(temporary, name, src_dir_fd=directory, dst_dir_fd=directory)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary, dir_fd=directory)
        raise
    finally:
        os.close(descriptor)
    os.fsync(directory)


def tidy(directory: int) -> None:
    """Removes what a crash left of `write_durably`; nobody else may be writing there."""
    for name in os.listdir(directory):
        if TEMPORARY.fullmatch(name):
            with contextlib.suppress(OSError):
                os.unlink(name, dir_fd=directory)


def open_private(directory: int, name: str, what: str, flags: int = os.O_RDONLY) -> int:
    """A descriptor of a file that is the operator's alone. Raises `StateError`, `FileNotFoundError`."""
    # A FIFO must not keep anybody waiting for its other end.
    flags |= os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    try:
        descriptor = os.open(name, flags, 0o600, dir_fd=directory)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise StateError(f"{what} in the state directory cannot be opened: {error.strerror}") from None
    try:
        facts = os.fstat(descriptor)
        if not stat.S_ISREG(facts.st_mode):
            raise StateError(f"{what} in the state directory is no regular file")
        _private(facts, what)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def read_private(directory: int, name: str, what: str) -> bytes:
    """The bytes of a file that is the operator's alone. Raises `StateError`, `FileNotFoundError`."""
    with open(open_private(directory, name, what), "rb") as file:
        return file.read()


class Folder:
    """A private folder of the state directory, with JSON records by id."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def close(self) -> None:
        os.close(self._descriptor)

    def tidy(self) -> None:
        """Removes what a crash left half-written."""
        tidy(self._descriptor)

    def names(self) -> list[str]:
        """The ids, in order of their names; files that a crash left half-written are no records."""
        names = os.listdir(self._descriptor)
        return sorted(name[: -len(".json")] for name in names if name.endswith(".json") and not name.startswith("."))

    def read(self, name: str) -> dict[str, Any] | None:
        try:
            record = json.loads(read_private(self._descriptor, f"{name}.json", f"the record `{name}`"))
        except FileNotFoundError:
            return None
        except (ValueError, RecursionError):
            record = None
        if not isinstance(record, dict):
            raise StateError(f"the record `{name}` in the state directory is damaged")
        return record

    def write(self, name: str, record: dict[str, Any]) -> None:
        write_durably(self._descriptor, f"{name}.json", json.dumps(record, ensure_ascii=True).encode("ascii"))

    def remove(self, name: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(f"{name}.json", dir_fd=self._descriptor)
            os.fsync(self._descriptor)


class State:
    """The open state directory. `create` makes it and its key when they are missing."""

    def __init__(self, root: Path, directory: Path | None = None, *, create: bool = False) -> None:
        self.path = directory if directory is not None else default_directory(root)
        inside = os.path.realpath(self.path)
        project = os.path.realpath(root)
        if os.path.commonpath([inside, project]) == project:
            raise StateError("the state directory lies inside the project, where every agent can read the key")
        if create:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            self.descriptor = os.open(inside, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except FileNotFoundError:
            raise StateError(
                "this project has no runner state yet: `python -m callgate.agentteams install` makes it"
            ) from None
        _private(os.fstat(self.descriptor), "the state directory")
        self.key = self._key(create)
        self.inbox = self._folder("inbox")
        self.staged = self._folder("staged")
        self.results = self._folder("results")
        self.grants = self._folder("grants")

    def close(self) -> None:
        for folder in (self.inbox, self.staged, self.results, self.grants):
            folder.close()
        os.close(self.descriptor)

    def is_used(self) -> bool:
        """Whether anything was ever kept here."""
        return any(folder.names() for folder in (self.inbox, self.staged, self.results, self.grants))

    def _folder(self, name: str) -> Folder:
        with contextlib.suppress(FileExistsError):
            os.mkdir(name, 0o700, dir_fd=self.descriptor)
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
        descriptor = os.open(name, flags, dir_fd=self.descriptor)
        _private(os.fstat(descriptor), f"the folder `{name}` of the state directory")
        return Folder(descriptor)

    def _key(self, create: bool) -> bytes:
        try:
            key = read_private(self.descriptor, "key", "the ledger key")
        except FileNotFoundError:
            if not create or "ledger.jsonl" in os.listdir(self.descriptor):
                raise StateError("the ledger key is missing from the state directory") from None
            key = secrets.token_bytes(32)
            write_durably(self.descriptor, "key", key)
        if len(key) != 32:
            raise StateError("the ledger key is damaged: it is not 32 bytes long")
        return key


def _private(facts: os.stat_result, what: str) -> None:
    if facts.st_uid != os.geteuid():
        raise StateError(f"{what} belongs to another user")
    if stat.S_IMODE(facts.st_mode) & 0o077:
        raise StateError(f"{what} can be reached by other users: take their rights away (chmod go-rwx)")


@contextlib.contextmanager
def locked(descriptor: int, *, wait: bool) -> Iterator[None]:
    """Holds the lock of an open file or folder. Raises `BlockingIOError` when another holds it and `wait` is false."""
    fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    try:
        yield
    finally:
        fcntl.flock(descriptor, fcntl.LOCK_UN)
