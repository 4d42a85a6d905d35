"""The queue in the project, as the runner and the orchestrator see it: untrusted files.

| folder | who writes | what |
| --- | --- | --- |
| `mcp-requests/` `acks/` | the server | requests, and which results were taken |
| `decisions/` | the orchestrator | approvals and rejections |
| `results/` `staged/` | the runner | answers, and proposals to be looked at |
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import secrets
from typing import Any

from callgate.agentteams import _beneath
from callgate.agentteams._state import tidy, write_durably

QUEUE = ".agentteams-queue"
FOLDERS = ("mcp-requests", "acks", "decisions", "results", "staged")
RECORD_LIMIT = 8 * 1024 * 1024
ID = re.compile(r"[0-9a-f]{32}")


class QueueProblem(Exception):
    """The queue cannot be used; the sentence says why."""


class Unreadable(Exception):
    """A record that is never read: a link, no regular file, too large, with a second name."""


class Queue:
    """The queue's folders, held open: what a folder's name leads to later changes nothing."""

    def __init__(self, root: int, *, create: bool = False) -> None:
        self._folders: dict[str, int] = {}
        self._stuck: set[tuple[str, str]] = set()
        try:
            with contextlib.ExitStack() as stack:
                if create:
                    with contextlib.suppress(FileExistsError):
                        os.mkdir(QUEUE, 0o700, dir_fd=root)
                queue = os.open(QUEUE, _beneath.DIRECTORY, dir_fd=root)
                stack.callback(os.close, queue)
                for name in FOLDERS:
                    if create:
                        with contextlib.suppress(FileExistsError):
                            os.mkdir(name, 0o700, dir_fd=queue)
                    self._folders[name] = os.open(name, _beneath.DIRECTORY, dir_fd=queue)
        except OSError as error:
            self.close()
            if error.errno in (errno.ELOOP, errno.ENOTDIR):
                raise QueueProblem(f"`{QUEUE}` or a folder in it is a link or no folder") from None
            if error.errno == errno.ENOENT:
                raise QueueProblem(f"`{QUEUE}` or a folder in it is missing: `install` makes it") from None
            raise QueueProblem(f"`{QUEUE}` cannot be opened: {error.strerror}") from None

    def close(self) -> None:
        for descriptor in self._folders.values():
            os.close(descriptor)
        self._folders.clear()

    def is_in_place(self, root: int) -> bool:
        """Whether the names still lead to the folders that are held open."""
        try:
            for name, descriptor in self._folders.items():
                with _beneath.parent(root, [QUEUE, name]) as (queue, last):
                    if not os.path.samestat(os.stat(last, dir_fd=queue, follow_symlinks=False), os.fstat(descriptor)):
                        return False
        except (_beneath.Refused, OSError):
            return False
        return True

    def tidy(self) -> None:
        """Removes what a crash of the runner left half-written."""
        for folder in ("results", "staged"):
            tidy(self._folders[folder])

    def names(self, folder: str) -> list[str]:
        """The ids of the records in a folder, oldest first. Other files, and what cannot be removed, are not looked at."""
        found: list[tuple[int, str]] = []
        for entry in os.scandir(self._folders[folder]):
            name, dot, end = entry.name.partition(".")
            if dot and end == "json" and ID.fullmatch(name) and (folder, name) not in self._stuck:
                with contextlib.suppress(FileNotFoundError):
                    found.append((entry.stat(follow_symlinks=False).st_mtime_ns, name))
        return [name for _, name in sorted(found)]

    def age(self, folder: str, name: str, now: float) -> float:
        """How many seconds ago the record was written; a clock that was set back makes it old."""
        facts = os.stat(f"{name}.json", dir_fd=self._folders[folder], follow_symlinks=False)
        return abs(now - facts.st_mtime)

    def read(self, folder: str, name: str) -> bytes:
        """Raises `Unreadable`, `FileNotFoundError`."""
        try:
            descriptor = os.open(f"{name}.json", _beneath.READ, dir_fd=self._folders[folder])
        except OSError as error:
            if error.errno == errno.ENOENT:
                raise
            raise Unreadable(f"it cannot be opened: {error.strerror}") from None
        try:
            _beneath.regular(descriptor, sole=True)
            return _beneath.bytes_of(descriptor, RECORD_LIMIT)
        except _beneath.Refused as refused:
            raise Unreadable(refused.sentence) from None
        finally:
            os.close(descriptor)

    def write(self, folder: str, name: str, record: dict[str, Any]) -> None:
        """Makes a record appear whole, in place of whatever had its name."""
        content = json.dumps(record, ensure_ascii=True, indent=1).encode("ascii") + b"\n"
        write_durably(self._folders[folder], f"{name}.json", content)

    def remove(self, folder: str, name: str) -> None:
        """Removes a record. What is no file is moved out of the way; what cannot be moved is not looked at again."""
        with contextlib.suppress(FileNotFoundError):
            try:
                os.unlink(f"{name}.json", dir_fd=self._folders[folder])
            except OSError:
                aside = f".refused-{secrets.token_hex(8)}"
                try:
                    os.rename(f"{name}.json", aside, src_dir_fd=self._folders[folder], dst_dir_fd=self._folders[folder])
                except FileNotFoundError:
                    raise
                except OSError:
                    self._stuck.add((folder, name))
