"""The out-of-session runner: the only holder of the key, the only writer of the project (TEAM-60 to 68).

Each poll looks at the queue, decides every new request by the core's rules and does what was decided.
What is accepted is on the operator's disk before it leaves the queue, and what is about to be done is
in the ledger before it is done, so that a crash at any point loses nothing and repeats nothing.
"""

from __future__ import annotations

import contextlib
import fcntl
import functools
import os
import shutil
import stat
import sys
import time
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from callgate.agentteams import _beneath, _decisions, proposal_policy, runner_mcp
from callgate.agentteams._beneath import ABSENT, Change, Conflict, Refused
from callgate.agentteams._deciding import NO_SANDBOX, Deciding
from callgate.agentteams._ledger import Ledger
from callgate.agentteams._queue import RECORD_LIMIT, Queue, Unreadable
from callgate.agentteams._sandbox import CannotRun, Command, NoSandbox, Sandbox
from callgate.agentteams._state import State, StateError
from callgate.agentteams.proposal_policy import ApprovalFacts, Staged, Verdict

MANIFEST = ".agentteams/manifest.json"
POLL_SECONDS = 0.25
PER_POLL = 200
"""Records that one poll takes, so that a full queue does not keep decisions and expiry waiting."""
GRACE_SECONDS = 2.0
"""How long a record that is no JSON is taken for one that is still being written."""

CHANGED = "the file has changed since: read it again"

Say = Callable[[str], None]


def utc(seconds: int) -> str:
    """A time as people read it, in UTC: `2026-10-12 08:30:00 UTC`."""
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%d %H:%M:%S UTC")


def check_installed_servers(root: str | os.PathLike[str], manifest: dict[str, Any]) -> list[str]:
    """What is wrong with the installed server, one sentence each (TEAM-61); nothing for a team without grants."""
    if not manifest.get("mcp_grants"):
        return []
    path = runner_mcp.PROTECTED_PATH
    try:
        descriptor = _beneath.open_root(root)
    except OSError as error:
        return [f"the project cannot be opened: {error.strerror}"]
    try:
        content, facts = _beneath.content_of(descriptor, path.split("/"), RECORD_LIMIT)
    except FileNotFoundError:
        return [f"`{path}` is missing: `install` puts it there"]
    except Refused as refused:
        return [f"`{path}` is not the shipped server: {refused.sentence}"]
    except OSError as error:
        return [f"`{path}` cannot be read: {error.strerror}"]
    finally:
        os.close(descriptor)
    problems: list[str] = []
    if facts.st_uid not in (os.geteuid(), 0):
        problems.append(f"`{path}` belongs to another user than the runner's")
    if stat.S_IMODE(facts.st_mode) & 0o022:
        problems.append(f"`{path}` can be written by other users")
    if _beneath.sha256(content) != runner_mcp.SHA256:
        problems.append(f"`{path}` is not the shipped server: its hash is another one")
    return problems


class Runner:
    """A runner of one project. Raises `StateError` when another one serves it (TEAM-68)."""

    def __init__(
        self,
        root: str | os.PathLike[str],
        *,
        state: str | os.PathLike[str] | None = None,
        sandbox: Sandbox | None = None,
        clock: Callable[[], float] = time.time,
        say: Say = lambda line: print(line, file=sys.stderr, flush=True),
    ) -> None:
        """`sandbox` None refuses every command and every gate."""
        self.path = Path(os.path.realpath(root))
        self.sandbox, self._clock, self._say = sandbox, clock, say
        self._told: list[str] = []
        self._faults: dict[str, str] = {}
        with contextlib.ExitStack() as stack:
            self._root = _beneath.open_root(self.path)
            stack.callback(os.close, self._root)
            try:
                # The folder itself is locked: two state directories still mean one runner.
                fcntl.flock(self._root, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise StateError("another runner serves this project already") from None
            self.state = State(self.path, None if state is None else Path(state))
            stack.callback(self.state.close)
            self._manifest_text = self._read_manifest()
            self.manifest = _decisions.read_manifest(self._manifest_text)
            self._queue = Queue(self._root)
            stack.callback(self._queue.close)
            self.ledger = Ledger(self.state)
            stack.callback(self.ledger.close)
            self._deciding = Deciding(
                self._root, self._manifest_text, self.state, self.ledger, sandbox, self._now, self._say
            )
            self._end_what_was_cut_off()
            self._closing = stack.pop_all()

    def close(self) -> None:
        """Gives the project free."""
        self._closing.close()

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(self, *, poll_seconds: float = POLL_SECONDS, until: Callable[[], bool] = lambda: False) -> None:
        """Polls until told to stop."""
        while not until():
            if not self.poll():
                time.sleep(poll_seconds)

    # One poll

    def poll(self) -> int:
        """Looks once; gives how many records it dealt with."""
        problems = self._problems()
        if problems != self._told:
            self._told = problems
            for problem in problems:
                self._say(f"nothing is served: {problem}")
            if not problems:
                self._say("serving again")
        if problems:
            return 0
        self.ledger.refresh()
        self._expire()
        # What a full disk stopped half-way goes on.
        served = self._resume_all()
        for folder, serve in (("mcp-requests", self._serve), ("decisions", self._answer)):
            for name in self._queue.names(folder)[:PER_POLL]:
                served += self._tried(f"{folder}/{name}", functools.partial(self._taken, serve, folder, name))
        self._drop_taken()
        return served

    def _tried(self, what: str, work: Callable[[], bool]) -> int:
        """Does one piece of work. A full disk or a fault stops that piece alone, which is tried again by the next poll."""
        try:
            done = work()
        except StateError:
            raise
        except Exception as error:
            fault = error.strerror if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
            if self._faults.get(what) != fault:
                self._say(f"{what}: {fault}; it will be tried again")
            self._faults[what] = str(fault)
            return 0
        self._faults.pop(what, None)
        return int(done)

    def _taken(self, serve: Callable[[str, str, bytes], bool], folder: str, name: str) -> bool:
        """Reads one record and serves it."""
        try:
            content = self._queue.read(folder, name)
        except FileNotFoundError:
            return False
        except Unreadable as fault:
            self._say(f"{folder}/{name}: not read: {fault}")
            self._refuse_record(folder, name, "request.unreadable", "the record cannot be read")
            return True
        return serve(folder, name, content)

    def _resume_all(self) -> int:
        return sum(self._tried(f"request {name}", functools.partial(self._resume, name)) for name in self.state.inbox.names())

    def _problems(self) -> list[str]:
        try:
            manifest = self._read_manifest()
        except StateError as error:
            return [str(error)]
        if manifest != self._manifest_text:
            return ["the manifest has changed since the runner started: look at it, then start the runner again"]
        if not self._queue.is_in_place(self._root):
            return ["the queue was moved or replaced since the runner started: start the runner again"]
        return check_installed_servers(self.path, self.manifest)

    def _read_manifest(self) -> bytes:
        try:
            content = _beneath.read(self._root, MANIFEST.split("/"))
        except (Refused, OSError) as error:
            raise StateError(f"`{MANIFEST}` cannot be read: {error}") from None
        if content is None:
            raise StateError(f"`{MANIFEST}` is missing")
        return content

    # Requests

    def _serve(self, folder: str, name: str, content: bytes) -> bool:
        history = self.ledger.history
        if name in history.known:
            # A replay: the first one's result stands.
            self._say(f"request {name}: seen before, not served again")
            self._queue.remove(folder, name)
            return True
        try:
            request = _decisions.read_request(content)
        except _decisions.Malformed as fault:
            if not _decisions.is_json(content) and self._queue.age(folder, name, self._clock()) < GRACE_SECONDS:
                return False
            self._refuse_record(folder, name, "request.schema", str(fault))
            return True
        if request["id"] != name:
            self._refuse_record(folder, name, "request.schema", "the record's name and its id differ")
            return True
        # INVARIANT: accepted is what lies in the inbox; only then does it leave the queue.
        self.state.inbox.write(name, {"request": content.decode("utf-8")})
        self._record("received", {"id": name, "sha256": _beneath.sha256(content), "via_agent": request["via_agent"]})
        self._queue.remove(folder, name)
        self._process(name, content.decode("utf-8"), request)
        return True

    def _process(self, name: str, text: str, request: dict[str, Any]) -> None:
        verdict, reports = self._deciding.request(text, request, accepted=None)
        outcome = verdict.outcome
        if outcome == "stage":
            self._stage(name, text, request, verdict)
        elif outcome == "apply":
            self._finish(name, self._applied(name, request, verdict))
        elif outcome == "run":
            self._finish(name, self._ran(name, request, verdict))
        else:
            status = "conflict" if outcome == "conflict" else "refused"
            self._finish(name, _result(status, verdict, **_gate_reports(reports)))

    # What was decided

    def _stage(self, name: str, text: str, request: dict[str, Any], verdict: Verdict) -> None:
        expires = self._now() + proposal_policy.STAGED_SECONDS
        shown = proposal_policy.read_request(text).shown_sha256
        self.state.staged.write(name, {"request": text, "agent": verdict.agent, "path": verdict.path, "expires": expires})
        self._record(
            "staged",
            {"id": name, "agent": verdict.agent, "tool": verdict.tool, "path": verdict.path,
             "base": request["base_sha256"], "content_sha256": _content_sha256(request),
             "shown_sha256": shown, "expires": expires},
        )  # fmt: skip
        self._show(name)
        self._finish(name, _result("staged", verdict, expires=utc(expires)))

    def _show(self, name: str) -> bool:
        kept = self.state.staged.read(name)
        if kept is not None:
            self._queue.write("staged", name, {**kept, "id": name, "expires_utc": utc(kept["expires"])})
        return kept is not None

    def _applied(self, name: str, request: dict[str, Any], verdict: Verdict) -> dict[str, Any]:
        """Applies a write or a delete, and says what became of it."""
        content = request.get("content")
        path = verdict.path or ""
        change = Change(path.split("/"), request["base_sha256"], None if content is None else content.encode("utf-8"))
        temporary = _beneath.temporary_name()
        kept = self.state.inbox.read(name) or {}
        # Known before it is made, so that a restart finds it.
        self.state.inbox.write(name, {**kept, "path": path, "temporary": temporary})

        def announce() -> None:
            self._record(
                "applying",
                {"id": name, "path": path, "base": change.base, "result": change.result, "temporary": temporary},
            )

        try:
            _beneath.apply(self._root, change, temporary, before=announce)
        except Conflict:
            return _result("conflict", ("base.conflict", CHANGED))
        except Refused as refused:
            return _result("refused", (f"file.{refused.code}", refused.sentence))
        except OSError as error:
            # What was announced may be done all the same: then that is the truth.
            if self._settled(name) != "applied":
                return _result("refused", ("file.error", f"the file could not be written: {error.strerror}"))
        return _result("applied", verdict, sha256=change.result)

    def _settled(self, name: str) -> str:
        """How an announced change ended; `again` when nothing had happened, or it was never announced."""
        applying = self.ledger.history.applying.get(name)
        if applying is None:
            return "again"
        parts = applying.path.split("/")
        outcome = _beneath.settle(self._root, parts, applying.base, applying.result, applying.temporary)
        if outcome == "again":
            self._record("withdrawn", {"id": name})
            _beneath.forget(self._root, parts, applying.temporary)
        return outcome

    def _ran(self, name: str, request: dict[str, Any], verdict: Verdict) -> dict[str, Any]:
        run = verdict.run
        if self.sandbox is None or run is None:
            return _result("refused", ("sandbox.missing", NO_SANDBOX))
        self._record("running", {"id": name, "argv_sha256": _beneath.sha256("\0".join(run.argv).encode("utf-8"))})
        stdin = (request.get("stdin_content") or "").encode("utf-8")
        command = Command(run.argv, run.cwd, stdin, run.writes)
        try:
            outcome = self.sandbox.run(self._root, command, _decisions.is_denied)
        except CannotRun as fault:
            return _result("refused", (f"command.{fault.code}", fault.sentence))
        except NoSandbox as fault:
            return _result("refused", ("sandbox.missing", str(fault)))
        return _result("ran", verdict, **outcome.report())

    def _finish(self, name: str, result: dict[str, Any], answer: str | None = None) -> None:
        """The last word on a request (and on the answer that led to it): kept, in the ledger, then in the queue."""
        self.state.results.write(name, result)
        if self.ledger.history.ended.get(name, {}).get("status") != result["status"]:
            self._record("ended", {"id": name, "status": result["status"], "code": result["code"]})
        self._queue.write("results", name, {"version": 1, "id": name, "request_id": name, **result})
        if answer is not None:
            self._told_answer(answer, name, result)
        if result["status"] != "staged":
            self.state.staged.remove(name)
            self._queue.remove("staged", name)
        self.state.inbox.remove(name)
        self.state.results.remove(name)
        self._say(f"request {name}: {result['status']}: {result['sentence']}")

    def _refuse_record(self, folder: str, name: str, code: str, sentence: str) -> None:
        """The answer to a record that is no request: it is not kept, and its id is not used up."""
        self._record("malformed", {"folder": folder, "code": code})
        self._queue.remove(folder, name)
        if name not in self.ledger.history.known:
            refusal = {"version": 1, "id": name, "request_id": name, "status": "refused", "code": code, "sentence": sentence}
            self._queue.write("results", name, refusal)
        self._say(f"{folder}/{name}: refused: {sentence}")

    # The orchestrator's answers (TEAM-63)

    def _answer(self, folder: str, name: str, content: bytes) -> bool:
        history = self.ledger.history
        if name in history.known:
            self._queue.remove(folder, name)
            return True
        if not _decisions.is_json(content) and self._queue.age(folder, name, self._clock()) < GRACE_SECONDS:
            return False
        record = _decisions.answer_fields(content)
        proposal = record.get("request_id", "")
        staged = history.staged.get(proposal)
        facts = ApprovalFacts(
            now=self._now(),
            known_id=False,
            dispatch=self._deciding.dispatch(record.get("dispatch", "")),
            staged=None if staged is None else Staged(staged.shown_sha256, staged.expires, staged.open),
        )
        verdict = proposal_policy.check_approval(self._manifest_text, content, facts)
        if record.get("id") != name:
            verdict = Verdict("refuse", "request.schema", "the record's name and its id differ")
        if verdict.outcome == "refuse":
            result = _result("refused", verdict)
        else:
            # INVARIANT: from here on the proposal is in the inbox again, marked as answered, so that a crash ends it.
            kept = self.state.staged.read(proposal)
            if kept is None or staged is None:
                result = _result("refused", ("approval.unknown", "the proposal is not kept any more"))
            else:
                answer = "approve" if verdict.outcome == "apply" else "reject"
                inbox = {"request": kept["request"], "answer": answer, "answer_id": name, "accepted": staged.accepted}
                self.state.inbox.write(proposal, inbox)
                self._answered(proposal, inbox)
                return True
        self._told_answer(name, proposal, result)
        return True

    def _told_answer(self, name: str, proposal: str, result: dict[str, Any]) -> None:
        """The last word on an answer, which is that on its proposal."""
        if name not in self.ledger.history.known:
            data = {"id": name, "request_id": proposal, "status": result["status"], "code": result["code"]}
            self._record("answered", data)
        self._queue.remove("decisions", name)
        self._queue.write("results", name, {"version": 1, "id": name, "request_id": proposal, **result})
        self._say(f"answer {name}: {result['status']}: {result['sentence']}")

    def _answered(self, proposal: str, kept: dict[str, Any]) -> None:
        """Carries out an answer: everything about the proposal is checked again (TEAM-63)."""
        text = kept["request"]
        request = _decisions.read_request(text.encode("utf-8"))
        if kept["answer"] == "reject":
            result = _result("rejected", ("approval.rejected", "the orchestrator rejected it"))
        else:
            verdict, reports = self._deciding.request(text, request, accepted=kept["accepted"])
            if verdict.outcome == "apply":
                result = self._applied(proposal, request, verdict)
            else:
                status = "conflict" if verdict.outcome == "conflict" else "refused"
                result = _result(status, verdict, **_gate_reports(reports))
        self._finish(proposal, result, kept["answer_id"])

    # Upkeep

    def _expire(self) -> None:
        now = self._now()
        for name, staged in list(self.ledger.history.staged.items()):
            if staged.open and now >= staged.expires:
                self._tried(f"request {name}", functools.partial(self._expired, name))

    def _expired(self, name: str) -> bool:
        ending = _result("expired", ("stage.expired", "nobody answered in time"))
        # In the inbox again, so that a crash or a full disk on the way does not keep the end from being told.
        self.state.inbox.write(name, {**(self.state.staged.read(name) or {}), "ending": ending})
        self._finish(name, ending)
        return True

    def _drop_taken(self) -> None:
        """Results that the server has taken are not needed any more."""
        for name in self._queue.names("acks")[:PER_POLL]:
            self._tried(f"acks/{name}", functools.partial(self._dropped, name))

    def _dropped(self, name: str) -> bool:
        if name in self.ledger.history.ended:
            self._queue.remove("results", name)
        self._queue.remove("acks", name)
        return True

    def _end_what_was_cut_off(self) -> None:
        """After a start: every accepted request gets its end, none is done twice (TEAM-64)."""
        for folder in (self.state.inbox, self.state.staged, self.state.results, self._queue):
            folder.tidy()
        for entry in self._deciding.scratch.iterdir():
            shutil.rmtree(entry, ignore_errors=True)
        history = self.ledger.history
        waiting = self.state.inbox.names()
        self._resume_all()
        for name in set(self.state.results.names()) - set(waiting):
            self.state.results.remove(name)
        for name, staged in history.staged.items():
            if staged.open:
                self._tried(f"request {name}", functools.partial(self._show, name))

    def _resume(self, name: str) -> bool:
        """Goes on with a request from where the inbox, the ledger and the kept result say it stands."""
        kept = self.state.inbox.read(name)
        if kept is None:
            return False
        if "ending" in kept:
            self._finish(name, kept["ending"])
            return True
        history = self.ledger.history
        text, answer = kept["request"], kept.get("answer_id")
        if name not in history.known:
            self._record("received", {"id": name, "sha256": _beneath.sha256(text.encode("utf-8"))})
        self._queue.remove("mcp-requests", name)
        result = self.state.results.read(name)
        if result is None or (answer and result["status"] == "staged"):
            result = self._cut_off(name, kept)
        staged = history.staged.get(name)
        if result is not None:
            self._finish(name, result, answer)
        elif answer is not None:
            self._answered(name, kept)
        elif staged is not None:
            self._show(name)
            word = ("stage.recovered", "it waits for the orchestrator")
            self._finish(name, _result("staged", word, expires=utc(staged.expires)))
        else:
            self._process(name, text, _decisions.read_request(text.encode("utf-8")))
        return True

    def _cut_off(self, name: str, kept: dict[str, Any]) -> dict[str, Any] | None:
        """The result of what was begun and cannot be begun again; None when it can."""
        history = self.ledger.history
        if name in history.running:
            sentence = "the runner was stopped while the command ran: it may have done a part; it is not run again"
            return _result("interrupted", ("run.interrupted", sentence))
        applying = history.applying.get(name)
        if applying is None or applying.temporary != kept.get("temporary"):
            if "temporary" in kept:
                _beneath.forget(self._root, kept["path"].split("/"), kept["temporary"])
            return None
        outcome = self._settled(name)
        if outcome == "again":
            return None
        if outcome == "conflict":
            return _result("conflict", ("base.conflict", CHANGED))
        word = ("apply.recovered", "applied; the runner was stopped while it did")
        return _result("applied", word, sha256=applying.result)

    def _record(self, kind: str, data: dict[str, Any]) -> None:
        self.ledger.append(int(self._clock()), kind, data)

    def _now(self) -> int:
        return self.ledger.now(self._clock())


def _result(status: str, word: Verdict | tuple[str, str], **more: object) -> dict[str, Any]:
    """A result: `word` is the decision that it follows, or its code and sentence."""
    code, sentence = word if isinstance(word, tuple) else (word.code, word.sentence)
    path = None if isinstance(word, tuple) else word.path
    return {"status": status, "code": code, "sentence": sentence, **({} if path is None else {"path": path}), **more}


def _gate_reports(reports: dict[str, Any]) -> dict[str, Any]:
    return {"gates": reports} if reports else {}


def _content_sha256(request: dict[str, Any]) -> str:
    content = request.get("content")
    return ABSENT if content is None else _beneath.sha256(content.encode("utf-8"))
