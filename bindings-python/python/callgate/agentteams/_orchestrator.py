"""What the orchestrator does without the key: look at staged proposals, approve, reject (TEAM-63)."""

from __future__ import annotations

import contextlib
import difflib
import json
import os
import secrets
import time
from collections.abc import Container, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from callgate.agentteams import _beneath, _decisions, proposal_policy
from callgate.agentteams._queue import ID, Queue, QueueProblem, Unreadable
from callgate.agentteams._state import default_directory, write_durably

FINE_LINES = 4_000
"""Lines of a text up to which the differences in it are looked for: that can take the square of them."""
CONTEXT = 3
DIFF_LINES = 2_000
"""Lines of one diff that are printed; what is left out is counted."""


@dataclass(frozen=True)
class Proposal:
    """A staged proposal as it lies in the queue: what the orchestrator is shown."""

    id: str
    agent: str
    tool: str
    path: str
    rationale: str
    base_sha256: str
    expires_utc: str
    shown_sha256: str
    diff: str
    """A unified diff against the file as it is now; empty when it cannot be made."""
    note: str = ""
    """Why there is no diff, or that the file is not the proposal's base any more."""

    def report(self) -> dict[str, Any]:
        """The form that `--json` prints."""
        return asdict(self)


def visible(text: str) -> str:
    """The text with control, bidirectional and other invisible characters as `\\u{…}`; newlines and tabs stay."""
    if text.isprintable():
        return text
    return "".join(char if char in "\n\t" or char.isprintable() else f"\\u{{{ord(char):x}}}" for char in text)


class Orchestrator:
    """The orchestrator's view of a project. Raises `QueueProblem`."""

    def __init__(self, root: str | os.PathLike[str]) -> None:
        self._path = Path(os.path.realpath(root))
        self._root = _beneath.open_root(self._path)
        try:
            self._queue = Queue(self._root)
        except QueueProblem:
            os.close(self._root)
            raise

    def close(self) -> None:
        self._queue.close()
        os.close(self._root)

    def __enter__(self) -> Orchestrator:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def staged(self) -> list[Proposal]:
        """Every proposal that waits, oldest first; records that are none are passed over."""
        found = (self.proposal(name) for name in self._queue.names("staged"))
        return [proposal for proposal in found if proposal is not None]

    def waiting(self) -> set[str]:
        """The ids of everything that waits."""
        return set(self._queue.names("staged"))

    def proposal(self, name: str) -> Proposal | None:
        """One proposal; None when it does not wait, or its record is none."""
        if not ID.fullmatch(name):
            return None
        try:
            record = json.loads(self._queue.read("staged", name))
            text = record["request"].encode("utf-8")
            read = proposal_policy.read_request(text)
            request = json.loads(text) if read.ok else {"id": ""}
            agent, expires = str(record["agent"]), str(record["expires_utc"])
        except (FileNotFoundError, Unreadable, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None
        if request["id"] != name or request["tool"] not in ("write_file", "delete_file"):
            return None
        diff, note = self._diff(request)
        return Proposal(
            name, visible(agent), request["tool"], visible(request["path"]), visible(request["rationale"]),
            request["base_sha256"], visible(expires), read.shown_sha256 or "", diff, note,
        )  # fmt: skip

    def _diff(self, request: dict[str, Any]) -> tuple[str, str]:
        try:
            parts = _decisions.components(request["path"])
            now = _beneath.read(self._root, parts)
        except (_decisions.Malformed, _beneath.Refused, OSError) as error:
            return "", f"the file cannot be shown: {error}"
        old = b"" if now is None else now
        new = request.get("content")
        note = ""
        if (_beneath.ABSENT if now is None else _beneath.sha256(old)) != request["base_sha256"]:
            note = "the file has changed since the proposal was made: approving it will be a conflict"
        try:
            before = old.decode("utf-8")
        except UnicodeDecodeError:
            return "", "the file is not UTF-8: no diff can be shown"
        name = visible(request["path"])
        shown = list(
            unified(
                _lines(before), _lines(new or ""),
                "/dev/null" if now is None else f"a/{name}", "/dev/null" if new is None else f"b/{name}",
            )
        )  # fmt: skip
        if len(shown) > DIFF_LINES:
            note = f"{len(shown) - DIFF_LINES} more lines of the diff are not shown here" + (f"; {note}" if note else "")
        return "\n".join(shown[:DIFF_LINES]), note

    def answer(self, kind: str, name: str, dispatch: str, shown_sha256: str) -> str:
        """Puts an approval or a rejection into the queue; gives its id, under which the result will be."""
        answer = secrets.token_hex(16)
        record = {
            "version": 1, "id": answer, "kind": kind, "dispatch": dispatch,
            "request_id": name, "shown_sha256": shown_sha256,
        }  # fmt: skip
        self._queue.write("decisions", answer, record)
        return answer

    def result(self, answer: str, seconds: float) -> dict[str, Any] | None:
        """The runner's result for an answer, waited for; None when it did not come in time."""
        deadline = time.monotonic() + seconds
        while True:
            with contextlib.suppress(FileNotFoundError, Unreadable, ValueError, RecursionError):
                record = json.loads(self._queue.read("results", answer))
                if isinstance(record, dict):
                    return record
            if time.monotonic() >= deadline:
                return None
            time.sleep(0.05)


def unified(old: Sequence[str], new: Sequence[str], before: str, after: str) -> Iterator[str]:
    """A unified diff. Of long texts everything between the first and the last difference is one change."""
    if old and new and max(len(old), len(new)) <= FINE_LINES:
        yield from difflib.unified_diff(old, new, before, after, lineterm="")
        return
    if old == new:
        return
    start = next((at for at, (one, other) in enumerate(zip(old, new)) if one != other), min(len(old), len(new)))
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    top, bottom = max(0, start - CONTEXT), max(0, end - CONTEXT)
    yield from (f"--- {before}", f"+++ {after}")
    yield f"@@ -{_range(top, len(old) - bottom)} +{_range(top, len(new) - bottom)} @@"
    yield from (f" {line}" for line in old[top:start])
    yield from (f"-{line}" for line in old[start : len(old) - end])
    yield from (f"+{line}" for line in new[start : len(new) - end])
    yield from (f" {line}" for line in old[len(old) - end : len(old) - bottom])


def _range(start: int, end: int) -> str:
    length = end - start
    return f"{start + 1}" if length == 1 else f"{start + 1 if length else start},{length}"


def _lines(text: str) -> list[str]:
    """The lines as a diff shows them: a missing last newline and carriage returns are seen."""
    return [visible(line) for line in text.split("\n")] if text else []


class Shown:
    """What this user was shown last, so that an approval is for exactly that."""

    def __init__(self, root: str | os.PathLike[str]) -> None:
        state = default_directory(Path(root))
        self._path = state.parent.with_name("agentteams-shown") / state.name

    def remember(self, proposals: list[Proposal], waiting: Container[str]) -> None:
        """Notes what is shown now, and forgets what does not wait any more. Raises `OSError`."""
        self._path.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(self._path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            shown = {name: sha256 for name, sha256 in self._all().items() if name in waiting}
            shown |= {proposal.id: proposal.shown_sha256 for proposal in proposals}
            write_durably(descriptor, "shown.json", json.dumps(shown).encode("ascii"))
        finally:
            os.close(descriptor)

    def of(self, name: str) -> str | None:
        """The hash of what was shown of a proposal, None when it never was."""
        return self._all().get(name)

    def _all(self) -> dict[str, str]:
        try:
            record = json.loads((self._path / "shown.json").read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        return {str(name): str(shown) for name, shown in record.items()} if isinstance(record, dict) else {}
