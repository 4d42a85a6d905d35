"""Files of a project, reached through directory descriptors that follow no link (TEAM-64).

A path is a list of components that the path rules of the core have passed. Every directory on the
way is opened relative to the one before, so no link and no swapped parent leads out of the root.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import secrets
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from callgate._native import rename_exchange, rename_if_free

ABSENT = "absent"
"""What stands for the hash of a file that does not exist."""

FILE_LIMIT = 16 * 1024 * 1024
"""The largest file, in bytes, that is read to be compared or shown."""

DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# A FIFO must not keep the runner waiting for its other end.
READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
CREATE = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class Refused(Exception):
    """What lies at the path cannot be read or written: a link, a device, too large."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class Conflict(Exception):
    """The file is not what the proposal was made for; nothing was overwritten."""


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def open_root(root: str | os.PathLike[str]) -> int:
    """A descriptor of the project's root, which may itself be reached through links."""
    return os.open(os.path.realpath(root), DIRECTORY)


def _checked(components: Sequence[str]) -> Sequence[str]:
    # INVARIANT: whatever was checked before, no component climbs, is empty or hides a second one.
    if not components or any(part in ("", ".", "..") or "/" in part or "\0" in part for part in components):
        raise Refused("path", "the path is not one inside the project")
    return components


@contextlib.contextmanager
def parent(root: int, components: Sequence[str], *, create: bool = False) -> Iterator[tuple[int, str]]:
    """The directory that holds the path, and the last name. Raises `FileNotFoundError`, `Refused`."""
    *folders, name = _checked(components)
    current = os.dup(root)
    try:
        for folder in folders:
            current = _step(current, folder, create)
        yield current, name
    finally:
        os.close(current)


def _step(current: int, folder: str, create: bool) -> int:
    """The folder inside the current one, which is closed when the step succeeds."""
    try:
        try:
            following = os.open(folder, DIRECTORY, dir_fd=current)
        except FileNotFoundError:
            if not create:
                raise
            with contextlib.suppress(FileExistsError):
                os.mkdir(folder, dir_fd=current)
                os.fsync(current)
            following = os.open(folder, DIRECTORY, dir_fd=current)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR):
            raise Refused("link", f"`{folder}` on the way is a link or no folder") from None
        raise
    os.close(current)
    return following


def regular(descriptor: int, *, sole: bool) -> os.stat_result:
    """The facts of an open file, which must be a regular one, and the only name of its bytes when `sole`."""
    facts = os.fstat(descriptor)
    if not stat.S_ISREG(facts.st_mode):
        raise Refused("not-a-file", "the path is no regular file")
    if sole and facts.st_nlink != 1:
        raise Refused("hard-link", "the file has another name: a hard link could reach outside what was checked")
    return facts


def open_file(directory: int, name: str) -> int:
    """A descriptor to read what the name is, which is no link; it never waits. Raises `Refused`, `OSError`."""
    try:
        return os.open(name, READ, dir_fd=directory)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise Refused("link", "the path is a link") from None
        if error.errno in (errno.ENXIO, errno.ENODEV, errno.EOPNOTSUPP):
            raise Refused("not-a-file", "the path is no regular file") from None
        raise


def bytes_of(descriptor: int, limit: int) -> bytes:
    """All bytes of an open file. Raises `Refused`."""
    parts: list[bytes] = []
    length = 0
    while chunk := os.read(descriptor, 1 << 20):
        length += len(chunk)
        # Enforced while reading: a file can grow after its size was asked for.
        if length > limit:
            raise Refused("too-large", f"the file is larger than {limit} bytes")
        parts.append(chunk)
    return b"".join(parts)


def _content(directory: int, name: str, limit: int, *, sole: bool) -> tuple[bytes, os.stat_result]:
    descriptor = open_file(directory, name)
    try:
        facts = regular(descriptor, sole=sole)
        return bytes_of(descriptor, limit), facts
    finally:
        os.close(descriptor)


def content_of(root: int, components: Sequence[str], limit: int) -> tuple[bytes, os.stat_result]:
    """The bytes and the facts of a regular file that has no other name. Raises `Refused`, `OSError`."""
    with parent(root, components) as (directory, name):
        return _content(directory, name, limit, sole=True)


def read(root: int, components: Sequence[str], limit: int = FILE_LIMIT) -> bytes | None:
    """The bytes of a regular file, None when nothing is there. Raises `Refused`, `OSError`."""
    try:
        with parent(root, components) as (directory, name):
            return _content(directory, name, limit, sole=False)[0]
    except FileNotFoundError:
        return None


def digest(root: int, components: Sequence[str]) -> str:
    """The SHA-256 of the file's bytes as 64 hex digits, or `absent`."""
    content = read(root, components)
    return ABSENT if content is None else sha256(content)


@dataclass(frozen=True)
class Change:
    """One file to be written (`content`) or deleted (None), from a known state (`base`) to a new one."""

    path: Sequence[str]
    base: str
    content: bytes | None

    @property
    def result(self) -> str:
        """The hash of the file when the change is made."""
        return ABSENT if self.content is None else sha256(self.content)


def temporary_name() -> str:
    """A name beside the file, which nobody can foretell."""
    return f".callgate-{secrets.token_hex(12)}"


Step = Callable[[str], None]
"""Told of each step that is done; a test ends the process there."""


def _nothing(step: str) -> None:
    pass


def apply(
    root: int, change: Change, temporary: str, *, before: Callable[[], None] = lambda: None, step: Step = _nothing
) -> None:
    """Makes the change, or raises `Conflict` or `Refused` with the file as it was (TEAM-64).

    `before` is called when the new content lies complete beside the file and nothing else has
    happened: what it writes down is enough for `settle` to end the work after a crash.
    """
    with parent(root, change.path, create=change.content is not None) as (directory, name):
        _expect(directory, name, change.base)
        if change.content is None:
            before()
            step("delete announced")
            _delete(directory, name, temporary, change.base, step)
            return
        try:
            _write_beside(directory, name, temporary, change.content)
            step("content written beside")
            before()
            step("write announced")
        except BaseException:
            _forget(directory, temporary)
            raise
        if change.base == ABSENT:
            _appear(directory, name, temporary)
        else:
            _replace(directory, name, temporary, change, step)
        step("file in place")
        os.fsync(directory)
        step("folder synced")


def _expect(directory: int, name: str, base: str) -> None:
    try:
        content, _ = _content(directory, name, FILE_LIMIT, sole=True)
        found = sha256(content)
    except FileNotFoundError:
        found = ABSENT
    if found != base:
        raise Conflict


def _write_beside(directory: int, name: str, temporary: str, content: bytes) -> None:
    descriptor = os.open(temporary, CREATE, 0o666, dir_fd=directory)
    try:
        with contextlib.suppress(FileNotFoundError):
            facts = os.stat(name, dir_fd=directory, follow_symlinks=False)
            # Rights only: a set-user-id bit has no place on new content.
            os.fchmod(descriptor, stat.S_IMODE(facts.st_mode) & 0o777)
            if (facts.st_uid, facts.st_gid) != (os.geteuid(), os.getegid()):
                with contextlib.suppress(PermissionError):
                    os.fchown(descriptor, facts.st_uid, facts.st_gid)
        view = memoryview(content)
        while view:
            view = view[os.write(descriptor, view) :]
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _forget(directory: int, name: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(name, dir_fd=directory)


def _appear(directory: int, name: str, temporary: str) -> None:
    try:
        rename_if_free(directory, temporary, name)
    except FileExistsError:
        _forget(directory, temporary)
        raise Conflict from None
    except OSError:
        _forget(directory, temporary)
        raise


def _replace(directory: int, name: str, temporary: str, change: Change, step: Step) -> None:
    try:
        rename_exchange(directory, temporary, name)
    except FileNotFoundError:
        # The old file was removed meanwhile.
        _forget(directory, temporary)
        raise Conflict from None
    except OSError:
        _forget(directory, temporary)
        raise
    step("exchanged")
    if _is(directory, temporary, change.base):
        _forget(directory, temporary)
        return
    _put_back(directory, name, temporary, change.result)
    raise Conflict


def _put_back(directory: int, name: str, temporary: str, ours: str) -> None:
    """Undoes an exchange: what came out goes back; what someone wrote since is not lost either."""
    try:
        rename_exchange(directory, temporary, name)
    except FileNotFoundError:
        # Ours was removed: the name is free for what came out, or someone took it in this moment.
        with contextlib.suppress(FileExistsError, FileNotFoundError):
            rename_if_free(directory, temporary, name)
        return
    if _is(directory, temporary, ours):
        _forget(directory, temporary)
    # Else a third writer replaced ours: its file stays beside under the temporary name.


def _delete(directory: int, name: str, temporary: str, base: str, step: Step) -> None:
    try:
        rename_if_free(directory, name, temporary)
    except (FileNotFoundError, FileExistsError):
        raise Conflict from None
    step("moved aside")
    if not _is(directory, temporary, base):
        with contextlib.suppress(FileExistsError):
            rename_if_free(directory, temporary, name)
        raise Conflict
    _forget(directory, temporary)
    step("deleted")
    os.fsync(directory)


def forget(root: int, path: Sequence[str], temporary: str) -> None:
    """Removes what a crash left beside the path of a change that is not announced, or not any more."""
    with contextlib.suppress(FileNotFoundError, Refused), parent(root, path) as (directory, _):
        _forget(directory, temporary)


def _is(directory: int, name: str, expected: str) -> bool:
    """Whether the name is a regular file with one name and this content."""
    try:
        content, _ = _content(directory, name, FILE_LIMIT, sole=True)
    except (OSError, Refused):
        return False
    return sha256(content) == expected


def _there(directory: int, name: str) -> bool:
    try:
        os.stat(name, dir_fd=directory, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def settle(root: int, path: Sequence[str], base: str, result: str, temporary: str) -> str:
    """Ends a change that a crash cut off: `applied`, `again` (nothing had happened) or `conflict`.

    The temporary file was complete before the change was announced, so it is either the new
    content or what was taken out of the file's place. After `again` it still lies there, since without
    it nobody could tell a second time that nothing had happened: write that down, then `forget` it.
    """
    try:
        with parent(root, path) as (directory, name):
            outcome = _settled(directory, name, base, result, temporary)
            os.fsync(directory)
            return outcome
    except FileNotFoundError:
        return "conflict"


def _settled(directory: int, name: str, base: str, result: str, temporary: str) -> str:
    beside = _there(directory, temporary)
    if result == ABSENT:
        if not beside:
            return "again" if _there(directory, name) else "applied"
        if _is(directory, temporary, base):
            _forget(directory, temporary)
            return "applied" if not _there(directory, name) else "conflict"
        with contextlib.suppress(FileExistsError):
            rename_if_free(directory, temporary, name)
        return "conflict"
    in_place = _is(directory, name, result)
    if not beside:
        return "applied" if in_place else "conflict"
    if base == ABSENT or (not in_place and _is(directory, temporary, result)):
        # Not in place yet: what lies beside is ours.
        return "again"
    if _is(directory, temporary, base) or _is(directory, temporary, result):
        # What came out was the base, whoever has written in its place since.
        _forget(directory, temporary)
        return "applied"
    if in_place:
        _put_back(directory, name, temporary, result)
    return "conflict"
