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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from callgate._transcript import cap_tool_result
from callgate.agentteams import _beneath

PATH = "/usr/local/bin:/usr/bin:/bin"
"""Where `argv[0]` is looked for, in every sandbox and on every machine."""

ETC = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime", "mime.types")
"""What programs need of /etc to start; nothing there names this machine's people or networks."""

PROJECT = "/project"
OUTPUT_LIMIT = 1 << 20
"""Bytes of each stream that are kept; what follows is read, counted and dropped."""
TIME_LIMIT = 120.0
SCRATCH_BYTES = 256 * 1024 * 1024
ENTRIES_LIMIT = 200_000
"""How many entries of a project are looked at to hide the denied ones."""

Denied = Callable[[str], bool]
"""Whether a path relative to the root, with `/` between its components, is on the deny list."""


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


def walk(root: int) -> Iterator[tuple[str, os.stat_result, bool]]:
    """Every entry beneath the root as (path, facts, whether it is a folder); no link is followed."""
    pending = [("", os.dup(root))]
    count = 0
    try:
        while pending:
            prefix, descriptor = pending.pop()
            try:
                names = sorted(os.listdir(descriptor))
                for name in names:
                    count += 1
                    if count > ENTRIES_LIMIT:
                        raise CannotRun("too-many-files", f"the project has more than {ENTRIES_LIMIT} files and folders")
                    try:
                        facts = os.stat(name, dir_fd=descriptor, follow_symlinks=False)
                    except FileNotFoundError:
                        continue
                    folder = stat.S_ISDIR(facts.st_mode)
                    yield f"{prefix}{name}", facts, folder
                    if folder:
                        with contextlib.suppress(OSError):
                            pending.append((f"{prefix}{name}/", os.open(name, _beneath._DIRECTORY, dir_fd=descriptor)))
            finally:
                os.close(descriptor)
    finally:
        for _, descriptor in pending:
            os.close(descriptor)


def hidden(root: int, denied: Denied) -> tuple[list[str], list[str]]:
    """The folders and files that the sandbox must not show: the denied, and other names of their inodes."""
    folders: list[str] = []
    files: list[str] = []
    within: set[str] = set()
    secret: set[tuple[int, int]] = set()
    shared: list[tuple[str, tuple[int, int]]] = []
    for path, facts, folder in walk(root):
        inside = path.rpartition("/")[0] in within
        inode = (facts.st_dev, facts.st_ino)
        if inside or denied(path):
            if folder:
                within.add(path)
            else:
                secret.add(inode)
            # A link shows what it leads to, which has a name of its own; nothing is mounted upon it.
            if not inside and not stat.S_ISLNK(facts.st_mode):
                (folders if folder else files).append(path)
        elif not folder and facts.st_nlink > 1:
            shared.append((path, inode))
    files += [path for path, inode in shared if inode in secret]
    return folders, files


def _writable(root: int, folder: str, denied: Denied) -> int:
    """A descriptor of a folder that the command may write in, which is made when it is missing."""
    parts = folder.split("/")
    if denied(folder):
        raise CannotRun("expected-writes", f"`{folder}` is on the deny list")
    try:
        with _beneath.parent(root, [*parts, "x"], create=True) as (directory, _):
            descriptor = os.dup(directory)
    except (_beneath.Refused, OSError):
        raise CannotRun("expected-writes", f"`{folder}` is no folder of the project that can be written in") from None
    for path, facts, inner in walk(descriptor):
        # Another name of the same bytes would let a write inside reach outside.
        if stat.S_ISLNK(facts.st_mode) or (not inner and facts.st_nlink > 1):
            os.close(descriptor)
            raise CannotRun("expected-writes", f"`{folder}` holds a link: `{path}`")
    return descriptor


CLOSE_AND_RUN = "import os, sys; os.closerange(3, int(sys.argv[1])); os.execv(sys.argv[2], sys.argv[2:])"
"""What starts the command inside: the descriptors that were mounted by would show the project unmasked."""

ENVIRONMENT = {"PATH": PATH, "HOME": "/tmp", "TMPDIR": "/tmp", "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}


class Bubblewrap:
    """Runs commands with `bwrap`: no network, no other processes, no home, the project read-only."""

    def __init__(self) -> None:
        self._bwrap = find_bubblewrap()
        self._closer = shutil.which("python3", path="/usr/bin:/usr/local/bin") or ""
        if not self._closer:
            raise NoSandbox("the sandbox needs a system-wide interpreter: there is no /usr/bin/python3")

    def run(self, root: int, command: Command, denied: Denied) -> Outcome:
        """Raises `CannotRun`, `NoSandbox`."""
        executable = program(command.argv)
        with contextlib.ExitStack() as stack:
            empty = stack.enter_context(tempfile.NamedTemporaryFile(prefix="callgate-empty-"))
            writable: list[tuple[str, int]] = []
            for folder in command.writable:
                descriptor = _writable(root, folder, denied)
                stack.callback(os.close, descriptor)
                writable.append((folder, descriptor))
            words = [*self._system(), *_project(root, command, writable, empty.name, hidden(root, denied))]
            words += ["--remount-ro", "/", "--chdir", PROJECT if command.cwd == "." else f"{PROJECT}/{command.cwd}"]
            arguments = stack.enter_context(tempfile.TemporaryFile())
            arguments.write(b"".join(os.fsencode(word) + b"\0" for word in words))
            arguments.seek(0)
            status = stack.enter_context(tempfile.TemporaryFile())
            given = [root, arguments.fileno(), status.fileno(), *(descriptor for _, descriptor in writable)]
            line = [self._bwrap, "--args", str(arguments.fileno()), "--json-status-fd", str(status.fileno()), "--"]
            line += [self._closer, "-I", "-S", "-c", CLOSE_AND_RUN, str(max(given) + 1), executable]
            outcome = _execute([*line, *command.argv[1:]], command, given, cwd="/", environment={})
            status.seek(0)
            if b'"exit-code"' not in status.read() and not outcome.timed_out:
                raise NoSandbox(f"bubblewrap could not make the sandbox: {outcome.stderr.strip() or 'no word of why'}")
            return outcome

    @staticmethod
    def _system() -> list[str]:
        words = ["--unshare-all", "--new-session", "--die-with-parent", "--cap-drop", "ALL", "--clearenv"]
        for name, value in ENVIRONMENT.items():
            words += ["--setenv", name, value]
        words += ["--ro-bind", "/usr", "/usr"]
        for name in sorted(os.listdir("/")):
            if name in ("bin", "sbin") or name.startswith("lib"):
                path = f"/{name}"
                words += ["--symlink", os.readlink(path), path] if os.path.islink(path) else ["--ro-bind", path, path]
        for name in ETC:
            words += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
        return [*words, "--proc", "/proc", "--dev", "/dev", "--size", str(SCRATCH_BYTES), "--tmpfs", "/tmp"]


def _project(
    root: int, command: Command, writable: Sequence[tuple[str, int]], empty: str, masked: tuple[list[str], list[str]]
) -> list[str]:
    """The words that mount the project. Later mounts lie on earlier ones: what is hidden comes last."""
    # INVARIANT: mounted by descriptor, so that what was checked is what is shown, wherever its name leads by then.
    words = ["--bind" if command.scratch else "--ro-bind", f"/proc/self/fd/{root}", PROJECT]
    for folder, descriptor in writable:
        words += ["--bind", f"/proc/self/fd/{descriptor}", f"{PROJECT}/{folder}"]
    folders, files = masked
    for folder in folders:
        words += ["--tmpfs", f"{PROJECT}/{folder}", "--remount-ro", f"{PROJECT}/{folder}"]
    for file in files:
        words += ["--ro-bind", empty, f"{PROJECT}/{file}"]
    return words


class Unprotected:
    """Runs commands with a cleared environment and limits, and no sandbox: the operator asked for it."""

    def run(self, root: int, command: Command, denied: Denied) -> Outcome:
        """Raises `CannotRun`."""
        executable = program(command.argv)
        for folder in command.writable:
            os.close(_writable(root, folder, denied))
        cwd = os.readlink(f"/proc/self/fd/{root}") if os.path.exists("/proc/self/fd") else os.getcwd()
        return _execute(
            [executable, *command.argv[1:]], command, [], cwd=str(Path(cwd, command.cwd)), environment=ENVIRONMENT
        )


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
