"""The runner's decisions: one request, one answer of the orchestrator, grants, and the ledger's chain.

Nothing here reads a file or a clock; times are whole seconds since 1970.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from callgate import _native
from callgate._documents import Document
from callgate.agentteams._core import CONSTANTS

__all__ = [
    "MAX_CONTENT_BYTES",
    "MAX_REQUEST_BYTES",
    "MCP_RUNNER_TOOLS",
    "STAGED_SECONDS",
    "ApprovalFacts",
    "Appended",
    "Dispatch",
    "GateRun",
    "GrantFact",
    "Ledger",
    "LedgerProblem",
    "LedgerReport",
    "PathDecision",
    "Request",
    "RequestFacts",
    "Run",
    "Staged",
    "Verdict",
    "check_approval",
    "check_path",
    "check_request",
    "in_scope",
    "read_request",
    "sign_grant",
    "verify_grant",
]

MCP_RUNNER_TOOLS: Final[tuple[str, ...]] = tuple(CONSTANTS["tools"])
"""The tools of the server, in the order in which they are listed everywhere."""
STAGED_SECONDS: Final[int] = CONSTANTS["staged_seconds"]
"""How long a staged proposal waits for the orchestrator."""
MAX_CONTENT_BYTES: Final[int] = CONSTANTS["max_content_bytes"]
MAX_REQUEST_BYTES: Final[int] = CONSTANTS["max_request_bytes"]


@dataclass(frozen=True)
class Dispatch:
    """What a nonce was minted for; it holds before `expires`."""

    agent: str
    expires: int


@dataclass(frozen=True)
class GrantFact:
    """A direct grant: the scopes of one that holds, or why it does not."""

    scopes: tuple[str, ...] | None = None
    problem: str | None = None


@dataclass(frozen=True)
class RequestFacts:
    """What the runner found out about a request.

    `dispatch` is None for a nonce that was never minted. `base` is the SHA-256 of the file's bytes now, or `absent`;
    `base_problem` says why there is none (a link, a folder). `gates` are those that ran, and whether they passed.
    `accepted` is set when an approved proposal is checked again: when it was accepted.
    """

    now: int
    known_id: bool
    dispatch: Dispatch | None
    base: str | None = None
    base_problem: str | None = None
    gates: Mapping[str, bool] = field(default_factory=dict)
    grant: GrantFact | None = None
    accepted: int | None = None


@dataclass(frozen=True)
class Staged:
    """A proposal as the ledger has it; `open` while it was neither applied, rejected nor refused."""

    shown_sha256: str
    expires: int
    open: bool


@dataclass(frozen=True)
class ApprovalFacts:
    """What the runner found out about an answer of the orchestrator; `staged` is None for an unknown proposal."""

    now: int
    known_id: bool
    dispatch: Dispatch | None
    staged: Staged | None


@dataclass(frozen=True)
class GateRun:
    """A gate to run on a copy of the project; `unchanged`: the file that its command names stays as it is there."""

    name: str
    argv: tuple[str, ...]
    unchanged: bool


@dataclass(frozen=True)
class Run:
    """A command to run in the sandbox: `cwd` is `.` for the root, `writes` are folders."""

    argv: tuple[str, ...]
    cwd: str
    writes: tuple[str, ...]
    stdin: bool


@dataclass(frozen=True)
class Verdict:
    """A decision. `outcome` is `apply`, `stage`, `run`, `run_gates`, `refuse`, `conflict`, or `reject`.

    `code` is stable, `sentence` for people and models. `agent` comes from the nonce alone; `path` is normalised.
    """

    outcome: str
    code: str
    sentence: str
    agent: str | None = None
    tool: str | None = None
    path: str | None = None
    gates: tuple[GateRun, ...] = ()
    run: Run | None = None


@dataclass(frozen=True)
class Request:
    """What a request says, before anything is decided.

    When it is malformed, `ok` is false and `code` and `sentence` say why. `path` is as it was asked for, of a command
    the label of its standard input; `shown_sha256` is what an approval has to name.
    """

    ok: bool
    code: str | None = None
    sentence: str | None = None
    id: str = ""
    dispatch: str = ""
    via_agent: str = ""
    tool: str = ""
    kind: str = ""
    path: str | None = None
    base_sha256: str | None = None
    content_sha256: str | None = None
    shown_sha256: str | None = None
    gates: tuple[str, ...] = ()
    argv: tuple[str, ...] = ()


@dataclass(frozen=True)
class PathDecision:
    """A path: normalised in `path` when `ok`, else `code` and `sentence` say why it is refused."""

    ok: bool
    path: str | None = None
    code: str | None = None
    sentence: str | None = None


@dataclass(frozen=True)
class LedgerProblem:
    """`code` is `changed`, `out_of_order`, `malformed`, `torn`, `cut_off` or `head`; `line` counts from 1."""

    code: str
    sentence: str
    line: int | None = None


@dataclass(frozen=True)
class LedgerReport:
    """What a look through a whole ledger says.

    `length` is the size in bytes of the lines that hold, `head` what belongs to them. `head_behind`: a crash came
    between writing the last line and its head, and `head` is to be written. A problem `torn` alone: a crash came
    while the last line was written, and the ledger is to be cut to `length`.
    """

    ok: bool
    count: int
    head: str
    length: int
    head_behind: bool
    problems: tuple[LedgerProblem, ...]


@dataclass(frozen=True)
class Appended:
    """The next line without its newline, and the head to write once the line is on the disk."""

    line: str
    head: str


def check_path(path: str, *, write: bool) -> PathDecision:
    """Whether a path may be read or written at all (TEAM-20); lone surrogates are refused too."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return PathDecision(False, None, "path.characters", "the path is no well-formed text")
    return PathDecision(**json.loads(_native.teams_check_path(path, write)))


def in_scope(scope: str, path: str) -> bool:
    """Whether a path lies in a scope (TEAM-62). Raises `InvalidArgument` for a scope that is no glob."""
    return _native.teams_in_scope(scope, path)


def read_request(record: Document) -> Request:
    """What a request says: what the runner has to look up before it decides."""
    told: dict[str, Any] = json.loads(_native.teams_read_request(record))
    for name in ("gates", "argv"):
        told[name] = tuple(told.get(name, ()))
    return Request(**told)



def check_request(manifest: Document, record: Document, facts: RequestFacts) -> Verdict:
    """The decision on one request (TEAM-62).

    Raises `InvalidDocument` for a manifest with errors. A malformed request is a verdict, not an exception.
    """
    return _verdict(_native.teams_decide_request(manifest, record, _facts(facts)))


def check_approval(manifest: Document, record: Document, facts: ApprovalFacts) -> Verdict:
    """The decision on an answer of the orchestrator (TEAM-63): `apply`, `reject` or `refuse`.

    The record is `{"version": 1, "id", "kind": "approve"|"reject", "dispatch", "request_id", "shown_sha256"}`. After
    `apply` the proposal itself is to be checked again.
    """
    return _verdict(_native.teams_decide_approval(manifest, record, _facts(facts)))


def sign_grant(key: bytes, agent: str, scopes: Sequence[str], expires: int) -> str:
    """A direct grant as JSON text (TEAM-67)."""
    return _native.teams_sign_grant(key, json.dumps({"agent": agent, "scopes": list(scopes), "expires": expires}))


def verify_grant(key: bytes, grant: bytes, agent: str, now: int) -> GrantFact:
    """What a grant's text is worth for an agent at a time; a problem where it does not hold."""
    told = json.loads(_native.teams_verify_grant(key, grant, agent, now))
    scopes = told.get("scopes")
    return GrantFact(None if scopes is None else tuple(scopes), told.get("problem"))


class Ledger:
    """Makes and checks the lines of a ledger (TEAM-66): JSON lines, each with an HMAC chained to the one before.

    The caller keeps two files, the lines and the head (count and last MAC, authenticated too). The head is written
    before the first line and after each line: a ledger without a head is never taken for a new one.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    def start(self) -> str:
        """The head of a ledger without lines."""
        return _native.teams_ledger_start(self._key)

    def append(self, head: str, time: int, kind: str, data: Mapping[str, Any]) -> Appended:
        """The next line. Raises `InvalidArgument` for a head that was altered or belongs to another key."""
        told = json.loads(_native.teams_ledger_append(self._key, head, time, kind, json.dumps(data)))
        return Appended(told["line"], json.dumps(told["head"]))

    def verify(self, ledger: bytes, head: bytes | None) -> LedgerReport:
        """Looks through all of it: any change, removal or reordering, and a tail that was cut off."""
        told = json.loads(_native.teams_ledger_verify(self._key, ledger, head))
        problems = tuple(LedgerProblem(**each) for each in told["problems"])
        return LedgerReport(**{**told, "head": json.dumps(told["head"]), "problems": problems})


def _facts(facts: RequestFacts | ApprovalFacts) -> str:
    return json.dumps(asdict(facts))


def _verdict(text: str) -> Verdict:
    told = json.loads(text)
    gates = tuple(GateRun(each["name"], tuple(each["argv"]), each["unchanged"]) for each in told.pop("gates", ()))
    run = told.pop("run", None)
    if run is not None:
        run = Run(tuple(run["argv"]), run["cwd"], tuple(run["writes"]), run["stdin"])
    return Verdict(**told, gates=gates, run=run)
