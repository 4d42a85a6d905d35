"""The ledger's two files, and what they say has happened (TEAM-66).

The chain itself is the core's; here are the files: a line is on the disk before what it announces is
done, and several programs of the operator may write.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from callgate._errors import CallgateError
from callgate.agentteams import proposal_policy
from callgate.agentteams.proposal_policy import LedgerProblem, LedgerReport
from callgate.agentteams._state import State, StateError, locked, open_private, read_private, write_durably

LINES = "ledger.jsonl"
HEAD = "ledger.head"


@dataclass
class Staged:
    """A proposal that waits, or waited, for the orchestrator."""

    shown_sha256: str
    expires: int
    accepted: int
    open: bool = True


@dataclass
class Applying:
    """A change that was announced: enough to end it after a crash."""

    path: str
    base: str
    result: str
    temporary: str


@dataclass
class History:
    """What the ledger says, by id."""

    time: int = 0
    dispatches: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By the hash of the nonce: `agent` and `expires`."""
    known: set[str] = field(default_factory=set)
    """Ids of requests and answers that were received."""
    staged: dict[str, Staged] = field(default_factory=dict)
    applying: dict[str, Applying] = field(default_factory=dict)
    """Announced and not ended."""
    running: set[str] = field(default_factory=set)
    """Commands that were started and have not ended."""
    ended: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The last word on each request: `status`, `code`."""

    def take(self, time: int, kind: str, data: dict[str, Any]) -> None:
        """Goes on by one line. Kinds that change nothing here are for readers of the ledger alone."""
        self.time = max(self.time, time)
        name = data.get("id", "")
        if kind == "dispatch":
            self.dispatches[data["nonce_sha256"]] = {"agent": data["agent"], "expires": data["expires"]}
        elif kind in ("received", "answered"):
            self.known.add(name)
        elif kind == "staged":
            self.staged[name] = Staged(data["shown_sha256"], data["expires"], time)
        elif kind == "applying":
            self.applying[name] = Applying(data["path"], data["base"], data["result"], data["temporary"])
        elif kind == "withdrawn":
            self.applying.pop(name, None)
        elif kind == "running":
            self.running.add(name)
        elif kind == "ended":
            self.ended[name] = data
            self.applying.pop(name, None)
            self.running.discard(name)
            if name in self.staged and data["status"] != "staged":
                self.staged[name].open = False


class Ledger:
    """The open ledger. Raises `StateError` when it does not verify, or is missing and not to be begun."""

    def __init__(self, state: State, *, create: bool = False) -> None:
        self._state = state
        self._chain = proposal_policy.Ledger(state.key)
        self.history = History()
        self._lines = open_private(state.descriptor, LINES, "the ledger", os.O_RDWR | os.O_CREAT)
        self._offset = 0
        with locked(self._lines, wait=True):
            self._open(create and not state.is_used())

    def close(self) -> None:
        os.close(self._lines)

    def _open(self, begin: bool) -> None:
        text, head = _whole(self._lines), _head(self._state)
        if head is None and not text:
            # A ledger that vanished is no new one: with it went what was used up.
            if not begin:
                raise StateError("the ledger is missing from the state directory")
            self._head = self._chain.start()
            self._write_head()
            return
        report = self._chain.verify(text, head)
        faults = [problem for problem in report.problems if problem.code != "torn"]
        if faults:
            raise StateError("the ledger does not verify: " + "; ".join(told(problem) for problem in faults))
        # What a crash leaves: a line that was never finished, or a head that is one line behind.
        if report.length < len(text):
            os.ftruncate(self._lines, report.length)
            os.fsync(self._lines)
        self._head = report.head
        if report.head_behind:
            self._write_head()
        for line in text[: report.length].splitlines():
            self._learn(line)
        self._offset = report.length

    def _learn(self, line: bytes) -> None:
        record = json.loads(line)
        self.history.take(record["time"], record["kind"], record["data"])

    def _write_head(self) -> None:
        write_durably(self._state.descriptor, HEAD, self._head.encode("ascii"))

    def refresh(self) -> None:
        """Learns what other programs of the operator have written since."""
        with locked(self._lines, wait=True):
            self._refresh()

    def _refresh(self) -> None:
        size = os.fstat(self._lines).st_size
        if size == self._offset:
            return
        if size < self._offset:
            raise StateError("the ledger does not verify: lines at the end are missing")
        added = os.pread(self._lines, size - self._offset, self._offset)
        whole = added[: added.rfind(b"\n") + 1]
        if len(whole) < len(added):
            # Nobody is writing now: its writer was stopped, and what it announced was never done.
            os.ftruncate(self._lines, self._offset + len(whole))
        for line in whole.splitlines(keepends=True):
            try:
                record = json.loads(line)
                again = self._chain.append(self._head, record["time"], record["kind"], record["data"])
            except (ValueError, KeyError, TypeError, OverflowError, CallgateError):
                again = None
            if again is None or line != again.line.encode("utf-8") + b"\n":
                raise StateError("the ledger does not verify: a new line was not written with its key")
            self._head = again.head
            self._offset += len(line)
            self._learn(line)

    def append(self, now: int, kind: str, data: dict[str, Any]) -> None:
        """Writes one line, which is on the disk when this returns. Raises `OSError` with nothing written."""
        with locked(self._lines, wait=True):
            self._refresh()
            time = max(now, self.history.time)
            next_ = self._chain.append(self._head, time, kind, data)
            whole = next_.line.encode("utf-8") + b"\n"
            try:
                _write_all(self._lines, whole, self._offset)
                os.fsync(self._lines)
            except OSError:
                with contextlib.suppress(OSError):
                    os.ftruncate(self._lines, self._offset)
                raise
            self._head = next_.head
            self._offset += len(whole)
            self.history.take(time, kind, data)
            self._write_head()

    def now(self, clock: float) -> int:
        """The time, never earlier than what the ledger says last: a clock set back revives nothing."""
        return max(int(clock), self.history.time)


def verify(state: State) -> LedgerReport:
    """What the core says of the files as they lie there; nothing is mended."""
    with contextlib.ExitStack() as stack:
        text = b""
        with contextlib.suppress(FileNotFoundError):
            lines = open_private(state.descriptor, LINES, "the ledger")
            stack.callback(os.close, lines)
            stack.enter_context(locked(lines, wait=True))
            text = _whole(lines)
        return proposal_policy.Ledger(state.key).verify(text, _head(state))


def records(state: State) -> Iterator[dict[str, Any]]:
    """The lines of the ledger as they lie there, for a reader."""
    with open(open_private(state.descriptor, LINES, "the ledger"), "rb") as file:
        for line in file:
            try:
                yield json.loads(line)
            except (ValueError, RecursionError):
                raise StateError("the ledger does not verify: a line is no record") from None


def _head(state: State) -> bytes | None:
    try:
        return read_private(state.descriptor, HEAD, "the ledger's head")
    except FileNotFoundError:
        return None


def told(problem: LedgerProblem) -> str:
    """One sentence, with the line."""
    return problem.sentence if problem.line is None else f"line {problem.line}: {problem.sentence}"


def _whole(descriptor: int) -> bytes:
    parts: list[bytes] = []
    offset = 0
    while chunk := os.pread(descriptor, 1 << 20, offset):
        parts.append(chunk)
        offset += len(chunk)
    return b"".join(parts)


def _write_all(descriptor: int, content: bytes, offset: int) -> None:
    view = memoryview(content)
    while view:
        written = os.pwrite(descriptor, view, offset)
        view, offset = view[written:], offset + written
