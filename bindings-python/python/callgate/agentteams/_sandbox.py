"""Commands in a sandbox that sees the project, the system's programs and nothing else (TEAM-65)."""

from __future__ import annotations

import contextlib
import os
import selectors
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from callgate._transcript import cap_tool_result
from callgate.agentteams import _beneath, _walk
from callgate.agentteams._walk import Denied, Hidden

PATH = "/usr/local/bin:/usr/bin:/bin"
"""Where `argv[0]` is looked for, in every sandbox and on every machine."""

ETC = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime", "mime.types")
"""What programs need of /etc to start; nothing there names this machine's people or networks."""

PROJECT = "/project"
WRITABLE = "/writable"
EMPTY = "/writable/empty"
USER = "1000"
OUTPUT_LIMIT = 1 << 20
"""Bytes of each stream that are kept; what follows is read, counted and dropped."""
TIME_LIMIT = 120.0
SCRATCH_BYTES = 256 * 1024 * 1024


class NoSandbox(Exception):
    """There is no bubblewrap on this machine, or it cannot make a sandbox here."""


class CannotRun(Exception):
    """The command cannot be run as asked; the sentence says why."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


@dataclass(frozen=True)
class Command:
    """What is to be run. `writable` are folders relative to the root, already admitted by the policy."""

    argv: Sequence[str]
    cwd: str = "."
    stdin: bytes = b""
    writable: Sequence[str] = ()
    seconds: float = TIME_LIMIT
    scratch: bool = False
    """Whether the project is a copy that will be thrown away: then all of it is writable."""


@dataclass(frozen=True)
class Outcome:
    """How the command ended: `status` is its exit status, or minus the number of its signal."""

    status: int
    stdout: str
    stderr: str
    timed_out: bool = False

    @property
    def ok(self) -> bool:
        return self.status == 0 and not self.timed_out

    def report(self) -> dict[str, object]:
        """The form that goes into a result, its streams capped as in a transcript (TRAN-2)."""
        report: dict[str, object] = {"exit_status": self.status, "stdout": self.stdout, "stderr": self.stderr}
        if self.timed_out:
            report["timed_out"] = True
        return report


@dataclass
class _Stream:
    """The beginning of an output, and how much of it there was."""

    kept: bytearray = field(default_factory=bytearray)
    length: int = 0

    def take(self, chunk: bytes) -> None:
        self.length += len(chunk)
        self.kept += chunk[: OUTPUT_LIMIT - len(self.kept)]

    def text(self) -> str:
        text = cap_tool_result(self.kept.decode("utf-8", "replace"))
        dropped = self.length - len(self.kept)
        return f"{text} [{dropped} more bytes dropped]" if dropped else text


def find_bubblewrap() -> str:
    """The path of `bwrap` in the fixed PATH. Raises `NoSandbox`."""
    found = shutil.which("bwrap", path=PATH)
    if found is None:
        raise NoSandbox(
            "there is no sandbox on this machine: install bubblewrap (`apt install bubblewrap`), or start the runner"
            " with `--sandbox=none` where commands may run without one"
        )
    return found


def program(argv: Sequence[str]) -> str:
    """The file that `argv[0]` names in the fixed PATH. Raises `CannotRun`."""
    if not argv or "/" in argv[0] or "\0" in "".join(argv):
        raise CannotRun("program", "the first word of a command is the plain name of a program")
    found = shutil.which(argv[0], path=PATH)
    if found is None:
        raise CannotRun("program", f"there is no program `{argv[0]}` in {PATH}")
    return found


def _writable(root: int, folder: str, denied: Denied) -> int:
    """A descriptor of a folder that the command may write in, which is made when it is missing."""
    if denied(folder, True):
        raise CannotRun("expected-writes", f"`{folder}` is on the deny list")
    try:
        with _beneath.parent(root, [*folder.split("/"), "x"], create=True) as (directory, _):
            descriptor = os.dup(directory)
    except (_beneath.Refused, OSError):
        raise CannotRun("expected-writes", f"`{folder}` is no folder of the project that can be written in") from None
    try:
        for entry in _walk.walk(descriptor):
            # Another name of the same bytes would let a write inside reach outside.
            if stat.S_ISLNK(entry.facts.st_mode) or (not entry.folder and entry.facts.st_nlink > 1):
                raise CannotRun("expected-writes", f"`{folder}` holds a link: `{entry.path}`")
            # The command could open it for itself, and what it holds was never looked at.
            if entry.closed:
                raise CannotRun("expected-writes", f"`{folder}` holds a folder that cannot be looked into: `{entry.path}`")
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


@contextlib.contextmanager
def _writables(root: int, command: Command, denied: Denied) -> Iterator[list[tuple[str, int]]]:
    """The writable folders, open; what a command leaves in them under a denied name is removed afterwards."""
    with contextlib.ExitStack() as stack:
        opened: list[tuple[str, int]] = []
        before: list[dict[tuple[int, int], str]] = []
        for folder in command.writable:
            descriptor = _writable(root, folder, denied)
            stack.callback(os.close, descriptor)
            opened.append((folder, descriptor))
            before.append(_walk.denied_beneath(descriptor, folder, denied))
        try:
            yield opened
        finally:
            for (folder, descriptor), known in zip(opened, before, strict=True):
                # What was there before may have been moved along with its folder.
                found = _walk.denied_beneath(descriptor, folder, denied)
                _walk.remove(descriptor, [path for inode, path in found.items() if inode not in known])


def _check_cwd(root: int, command: Command) -> None:
    if command.cwd == ".":
        return
    try:
        with _beneath.parent(root, [*command.cwd.split("/"), "x"]):
            pass
    except (_beneath.Refused, OSError):
        raise CannotRun("cwd", f"`{command.cwd}` is no folder of the project that can be run in") from None


CLOSE_AND_RUN = """
import os, sys
started, end = int(sys.argv[1]), int(sys.argv[2])
os.write(started, b"started")
os.closerange(3, end)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""What starts the command inside, once the sandbox stands. No descriptor of ours is left open for the command."""

ENVIRONMENT = {"PATH": PATH, "HOME": "/tmp", "TMPDIR": "/tmp", "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}


class Bubblewrap:
    """Runs commands with `bwrap`: no network, no other processes, no home, the project read-only.

    There are two sandboxes, one inside the other. The outer one holds the system's programs and the project, mounted
    by descriptor on names of its own. The inner one, from where nothing else can be reached, mounts upon names of the
    project: whatever a name there turns into meanwhile, it leads to nothing outside.
    """

    def __init__(self) -> None:
        self._bwrap = find_bubblewrap()
        self._closer = shutil.which("python3", path="/usr/bin:/usr/local/bin") or ""
        if not self._closer:
            raise NoSandbox("the sandbox needs a system-wide interpreter: there is no /usr/bin/python3")

    def run(self, root: int, command: Command, denied: Denied) -> Outcome:
        """Raises `CannotRun`, `NoSandbox`."""
        executable = program(command.argv)
        _check_cwd(root, command)
        try:
            with _writables(root, command, denied) as writable:
                return self._run(root, command, executable, writable, _walk.hidden(root, denied))
        except _walk.TooMuch as fault:
            raise CannotRun("project", str(fault)) from None

    def _run(
        self, root: int, command: Command, executable: str, writable: list[tuple[str, int]], masked: Hidden
    ) -> Outcome:
        with contextlib.ExitStack() as stack:
            empty = stack.enter_context(tempfile.TemporaryFile()).fileno()
            outer = stack.enter_context(_words(_outer(root, empty, command, [descriptor for _, descriptor in writable])))
            inner = stack.enter_context(_words(_inner(command, [folder for folder, _ in writable], masked)))
            started = stack.enter_context(tempfile.TemporaryFile())
            given = [root, empty, outer, inner, started.fileno(), *(descriptor for _, descriptor in writable)]
            line = [self._bwrap, "--args", str(outer), "--", self._bwrap, "--args", str(inner), "--", self._closer]
            line += ["-I", "-S", "-c", CLOSE_AND_RUN, str(started.fileno()), str(max(given) + 1), executable]
            outcome = _execute([*line, *command.argv[1:]], command, given, cwd="/", environment={})
            if not os.fstat(started.fileno()).st_size and not outcome.timed_out:
                raise NoSandbox(f"bubblewrap could not make the sandbox: {outcome.stderr.strip() or 'no word of why'}")
            return outcome


@contextlib.contextmanager
def _words(words: Sequence[str]) -> Iterator[int]:
    """A descriptor from which bubblewrap reads its words: there can be more than fit a command line."""
    with tempfile.TemporaryFile() as file:
        file.write(b"".join(os.fsencode(word) + b"\0" for word in words))
        file.seek(0)
        yield file.fileno()


def _outer(root: int, empty: int, command: Command, writable: Sequence[int]) -> list[str]:
    words = ["--unshare-all", "--unshare-user", "--new-session", "--die-with-parent", "--cap-drop", "ALL", "--clearenv"]
    # Nobody is root inside, whoever runs the runner: a root without capabilities cannot make the inner sandbox.
    words += ["--uid", USER, "--gid", USER]
    for name, value in ENVIRONMENT.items():
        words += ["--setenv", name, value]
    words += ["--ro-bind", "/usr", "/usr"]
    for name in sorted(os.listdir("/")):
        if name in ("bin", "sbin") or name.startswith("lib"):
            path = f"/{name}"
            words += ["--symlink", os.readlink(path), path] if os.path.islink(path) else ["--ro-bind", path, path]
    for name in ETC:
        words += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    words += ["--proc", "/proc", "--dev", "/dev", "--size", str(SCRATCH_BYTES), "--tmpfs", "/tmp"]
    # INVARIANT: by descriptor, which bubblewrap compares with what it has mounted: what was checked is what is shown.
    words += ["--bind-fd" if command.scratch else "--ro-bind-fd", str(root), PROJECT]
    for number, descriptor in enumerate(writable):
        words += ["--bind-fd", str(descriptor), f"{WRITABLE}/{number}"]
    return [*words, "--dir", WRITABLE, "--file", str(empty), EMPTY, "--remount-ro", "/"]


def _inner(command: Command, writable: Sequence[str], masked: Hidden) -> list[str]:
    """Later mounts lie on earlier ones: what is hidden comes last."""
    names = [*masked.folders, *masked.files]
    kept = [path for path in masked.kept if any(path.startswith(f"{folder}/") for folder in writable)]
    if len(names) + len(kept) > _walk.MASKS_LIMIT:
        raise CannotRun("project", f"the project has more than {_walk.MASKS_LIMIT} names that have to be hidden")
    words = ["--unshare-user", "--die-with-parent", "--cap-drop", "ALL", "--dev-bind", "/", "/"]
    for number, folder in enumerate(writable):
        words += ["--bind", f"{WRITABLE}/{number}", f"{PROJECT}/{folder}"]
    for path in kept:
        words += ["--ro-bind", f"{PROJECT}/{path}", f"{PROJECT}/{path}"]
    for path in masked.files:
        words += ["--ro-bind", EMPTY, f"{PROJECT}/{path}"]
    # The last one hides the other names of the folders.
    for path in [*(f"{PROJECT}/{folder}" for folder in masked.folders), WRITABLE]:
        words += ["--tmpfs", path, "--remount-ro", path]
    return [*words, "--chdir", PROJECT if command.cwd == "." else f"{PROJECT}/{command.cwd}"]


class Unprotected:
    """Runs commands with a cleared environment and limits, and no sandbox: the operator asked for it."""

    def run(self, root: int, command: Command, denied: Denied) -> Outcome:
        """Raises `CannotRun`."""
        executable = program(command.argv)
        _check_cwd(root, command)
        cwd = Path(os.readlink(f"/proc/self/fd/{root}"), command.cwd)
        try:
            with _writables(root, command, denied):
                return _execute([executable, *command.argv[1:]], command, [], cwd=str(cwd), environment=ENVIRONMENT)
        except _walk.TooMuch as fault:
            raise CannotRun("project", str(fault)) from None


Sandbox = Bubblewrap | Unprotected


def _execute(
    line: Sequence[str], command: Command, given: Sequence[int], *, cwd: str, environment: dict[str, str]
) -> Outcome:
    """Runs one process with its streams bounded and its time limited; everything it started ends with it."""
    try:
        process = subprocess.Popen(
            line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            cwd=cwd, env=environment, pass_fds=given, start_new_session=True,
        )  # fmt: skip
    except (OSError, ValueError) as error:
        raise CannotRun("program", f"the command could not be started: {error}") from None
    try:
        stdout, stderr, timed_out = _communicate(process, command)
        if timed_out:
            _end(process)
        status = process.wait()
    finally:
        _end(process)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
    return Outcome(status, stdout.text(), stderr.text(), timed_out)


def _communicate(process: subprocess.Popen[bytes], command: Command) -> tuple[_Stream, _Stream, bool]:
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    stdout, stderr = _Stream(), _Stream()
    deadline = time.monotonic() + command.seconds
    unsent = memoryview(command.stdin)
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ, stdout)
        selector.register(process.stderr, selectors.EVENT_READ, stderr)
        os.set_blocking(process.stdin.fileno(), False)
        selector.register(process.stdin, selectors.EVENT_WRITE)
        while selector.get_map():
            left = deadline - time.monotonic()
            if left <= 0:
                return stdout, stderr, True
            for key, _ in selector.select(left):
                if isinstance(key.data, _Stream):
                    chunk = os.read(key.fd, 1 << 16)
                    key.data.take(chunk)
                    if not chunk:
                        selector.unregister(key.fileobj)
                else:
                    unsent = _feed(process.stdin.fileno(), unsent)
                    if not unsent:
                        selector.unregister(process.stdin)
                        process.stdin.close()
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            return stdout, stderr, True
    return stdout, stderr, False


def _feed(descriptor: int, unsent: memoryview) -> memoryview:
    try:
        return unsent[os.write(descriptor, unsent[: 1 << 16]) :] if unsent else unsent
    except BlockingIOError:
        return unsent
    except BrokenPipeError:
        return unsent[:0]


def _end(process: subprocess.Popen[bytes]) -> None:
    # The group is there as long as its leader has not been waited for.
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
