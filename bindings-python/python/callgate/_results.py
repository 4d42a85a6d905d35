"""What operations answer: frozen objects, made of the core's JSON text."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias, Union

if TYPE_CHECKING:
    from callgate._native import Decision

# Not `Literal["allow", "ask", "deny"]`: stubtest takes that for no union at run time.
Permission: TypeAlias = Union[Literal["allow"], Literal["ask"], Literal["deny"]]


class Result:
    """What all results have: the JSON form, and a `repr` that leaves out what is absent."""

    __slots__ = ()

    _nulls: ClassVar[frozenset[str]] = frozenset()
    """Fields whose None says something: it stands in the JSON form."""

    def to_dict(self) -> dict[str, Any]:
        """The JSON form, the same in every language; what is absent has no key."""
        form = {_JSON_NAMES.get(name, name): _plain(value) for name, value in self._present()}
        return {**dict.fromkeys(self._nulls), **form}

    def _present(self) -> list[tuple[str, Any]]:
        values = ((field.name, getattr(self, field.name)) for field in fields(self))  # type: ignore[arg-type]
        return [(name, value) for name, value in values if value is not None]

    def __repr__(self) -> str:
        shown = {each.name for each in fields(self) if each.repr}  # type: ignore[arg-type]
        parts = (f"{name}={value!r}" for name, value in self._present() if name in shown)
        return f"{type(self).__name__}({', '.join(parts)})"


_JSON_NAMES = {
    "arguments_text": "argumentsText",
    "full_chars": "fullChars",
    "gate_read_only": "gateReadOnly",
    "interaction_token": "interactionToken",
    "output_text": "outputText",
    "over_window": "overWindow",
    "read_only": "readOnly",
    "tool_call_id": "toolCallId",
    "tool_exposure": "toolExposure",
    "transcript_chars": "transcriptChars",
}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value.to_dict() if hasattr(value, "to_dict") else value


@dataclass(frozen=True, slots=True, repr=False)
class Diagnostic(Result):
    """One problem of a document."""

    code: str
    """Stable, with dots: `name.reserved`."""
    severity: Literal["error", "warning"]
    pointer: str
    """JSON Pointer into the document."""
    message: str
    help: str | None = None
    """What to do about it."""
    line: int | None = None
    """Counted from 1; only when the document was text."""
    column: int | None = None
    """Counted from 1, in UTF-16 units; only when the document was text."""


@dataclass(frozen=True, slots=True, repr=False)
class Report(Result):
    """Every problem of a document, in document order."""

    ok: bool
    """Whether there is no error; warnings do not count."""
    diagnostics: tuple[Diagnostic, ...] = ()

    def __bool__(self) -> bool:
        return self.ok


@dataclass(frozen=True, slots=True, repr=False)
class Reason(Result):
    """Why a decision was made."""

    step: str
    """The step of the ladder that decided, such as `tool_permission`."""
    pointer: str | None = None
    """JSON Pointer to what decided: in the agent document, or for the step `floor` in the floor."""
    rule: str | None = None
    """The pattern of the rule that decided."""
    server: str | None = None
    tool: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Rung(Result):
    """What one step of the ladder said."""

    id: str
    """The requirement that describes the step, such as `PERM-4`."""
    title: str
    why: str
    permission: Permission | None = None
    """What it decided; None when it passed the call on."""


@dataclass(frozen=True, slots=True, repr=False)
class Candidate(Result):
    """The steps for one tool that the call may mean."""

    steps: tuple[Rung, ...]
    server: str | None = None
    tool: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(Result):
    """A decision with every step of the ladder that was asked."""

    decision: Decision
    candidates: tuple[Candidate, ...]
    """One for each tool that the call may mean: nearly always one."""

    def __str__(self) -> str:
        lines = [self.decision.explanation]
        for candidate in self.candidates:
            name = candidate.tool or "no tool"
            lines.append(f"{name} of server {candidate.server}" if candidate.server else name)
            lines += [f"  {rung.id:<8} {rung.permission or '-':<6} {rung.title}: {rung.why}" for rung in candidate.steps]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True, repr=False)
class Said(Result):
    """What one document decides of a tool."""

    _nulls = frozenset({"permission"})

    permission: Permission | None
    """None where the agent's default decides, which a lone policy does not know."""
    reason: Reason
    depends: bool | None = None
    """True where the agent's default decides, which a lone policy does not know."""
    read_only: Permission | None = None
    """The decision for calls that the caller says only read, where it is another."""
    arguments: Permission | None = None
    """The decision when every ask and deny rule about arguments matches, where it is another."""


@dataclass(frozen=True, slots=True, repr=False)
class Change(Result):
    """One tool whose decision differs between two documents."""

    _nulls = frozenset({"tool"})

    tool: str | None
    """None stands for any other tool of the server, or any other call."""
    before: Said
    after: Said
    direction: Literal["looser", "stricter", "depends"]
    server: str | None = None
    prefix: str | None = None
    """The beginning of the arguments' text that a rule names, when the change is about such calls."""


@dataclass(frozen=True, slots=True, repr=False)
class Edit(Result):
    """A policy after an edit, and what the edit changes."""

    policy: dict[str, Any]
    changes: tuple[Change, ...]
    dropped: tuple[str, ...] | None = None
    """Entries of the table that the edit had to drop."""


@dataclass(frozen=True, slots=True, repr=False)
class Suggestion(Result):
    """The smallest edit of a document that gives a call a decision."""

    edit: tuple[dict[str, Any], ...]
    """JSON Patch operations."""
    agent: dict[str, Any]
    """The document after the edit."""
    changes: tuple[Change, ...]
    """Everything that the edit changes, not only this call."""


@dataclass(frozen=True, slots=True, repr=False)
class Taken(Result):
    """A stored answer that was used up."""

    answer: Literal["allow", "deny"]
    arguments: Any = field(default=None, repr=False)
    """The arguments that were approved."""
    token: str | None = field(default=None, repr=False)
    """The durable row that the person answered."""

@dataclass(frozen=True, slots=True, repr=False)
class Verdict(Result):
    """What to do now with a call."""

    kind: Literal["allow", "deny", "pending", "fulfilled"]
    decision: Decision
    key: str | None = None
    """The call's key when it is pending; None when its arguments cannot be keyed: no answer is ever found."""
    interaction_token: str | None = field(default=None, repr=False)
    arguments: Any = field(default=None, repr=False)
    """The approved arguments, when a stored answer matched: these are to be run."""
    output: Any = field(default=None, repr=False)
    """What the browser answered, when the kind is `fulfilled`."""
    arguments_text: str | None = field(default=None, repr=False)
    """The approved arguments as JSON text, as they were recorded."""
    output_text: str | None = field(default=None, repr=False)
    """The output as JSON text, as it was given."""

    def to_dict(self) -> dict[str, Any]:
        form = Result.to_dict(self)
        return {**form, "output": self.output} if self.kind == "fulfilled" else form

    def __bool__(self) -> bool:
        raise TypeError("a verdict is neither true nor false: compare its `kind`")


@dataclass(frozen=True, slots=True, repr=False)
class InBandAnswer(Result):
    """A person's answer that came with the conversation."""

    token: str = field(repr=False)
    approved: bool
    tool_call_id: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Turn(Result):
    """A run request's history as text. Characters are UTF-16 units."""

    text: str
    transcript_chars: int
    """Characters of the text that count for the window."""
    full_chars: int
    """Characters of the whole history."""
    evicted: int
    """Messages that were left out."""
    over_window: bool
    """Whether the window is exceeded, since a call's arguments are never cut."""
    resume: Literal["approval", "client"] | None = None
    """What the turn goes on from."""


def taken(text: str) -> Taken:
    """A taken answer of its JSON text."""
    return Taken(**loads(text))


def verdict(text: str) -> Verdict:
    """A verdict of its JSON text."""
    found = loads(text)
    return Verdict(
        found["kind"],
        decision(found["decision"]),
        found.get("key"),
        found.get("interactionToken"),
        found.get("arguments"),
        found.get("output"),
        found.get("argumentsText"),
        found.get("outputText"),
    )


def loads(text: str) -> Any:
    """A value of its JSON text, integers of any length included."""
    try:
        return json.loads(text)
    except ValueError:
        # Python reads no integer of more than 4,300 digits at once.
        return json.loads(text, parse_int=_integer)


def _integer(token: str) -> int:
    piece = 4000
    number = 0
    digits = token.lstrip("-")
    for start in range(0, len(digits), piece):
        part = digits[start : start + piece]
        number = number * 10 ** len(part) + int(part)
    return -number if token.startswith("-") else number


def decision(told: dict[str, Any]) -> Decision:
    """A decision of its JSON form."""
    from callgate._native import Decision

    return Decision(told["permission"], Reason(**told["reason"]), told["explanation"])


def in_band_answers(text: str) -> list[InBandAnswer]:
    """Answers of their JSON text."""
    return [InBandAnswer(each["token"], each["approved"], each.get("toolCallId")) for each in json.loads(text)]


def turn(text: str) -> Turn:
    """A turn of its JSON text."""
    found = json.loads(text)
    return Turn(
        found["text"],
        found["transcriptChars"],
        found["fullChars"],
        found["evicted"],
        found["overWindow"],
        found.get("resume"),
    )


@dataclass(frozen=True, slots=True, repr=False)
class SettingsFile(Result):
    """A file of a harness's own settings."""

    path: str
    content: str


@dataclass(frozen=True, slots=True, repr=False)
class Coverage(Result):
    """What the gate and the harness alone do with one tool."""

    gate: str
    harness: str
    fit: str
    server: str | None = None
    tool: str | None = None
    name: str | None = None
    """The rendered name."""
    gate_read_only: str | None = None
    exempt: Any = None


@dataclass(frozen=True, slots=True, repr=False)
class Rendered(Result):
    """A document's rules as the settings of one harness."""

    files: tuple[SettingsFile, ...]
    withheld: Any
    """What the runner must not offer."""
    diagnostics: tuple[Diagnostic, ...]
    coverage: tuple[Coverage, ...] | None = None
    register: Any = None
    tool_exposure: Any = None


def rendered(text: str) -> Rendered:
    """Rendered settings of their JSON text."""
    found = json.loads(text)
    coverage = found.get("coverage")

    def covered(each: dict[str, Any]) -> Coverage:
        read_only = each.pop("gateReadOnly", None)
        return Coverage(**each, gate_read_only=read_only)

    return Rendered(
        tuple(SettingsFile(**each) for each in found["files"]),
        found["withheld"],
        tuple(Diagnostic(**each) for each in found["diagnostics"]),
        None if coverage is None else tuple(map(covered, coverage)),
        found.get("register"),
        found.get("toolExposure"),
    )


def _said(found: dict[str, Any]) -> Said:
    read_only = found.pop("readOnly", None)
    return Said(**{**found, "reason": Reason(**found["reason"])}, read_only=read_only)


def changes(found: list[dict[str, Any]]) -> tuple[Change, ...]:
    """Changes of their JSON form."""
    return tuple(
        Change(**{**each, "before": _said(each["before"]), "after": _said(each["after"])}) for each in found
    )


def edit(text: str) -> Edit:
    """An edit of its JSON text."""
    found = json.loads(text)
    dropped = found.get("dropped")
    return Edit(found["policy"], changes(found["changes"]), None if dropped is None else tuple(dropped))


def suggestion(text: str) -> Suggestion:
    """A suggestion of its JSON text."""
    found = json.loads(text)
    return Suggestion(tuple(found["edit"]), found["agent"], changes(found["changes"]))


def report(text: str) -> Report:
    """A report of its JSON text."""
    found = json.loads(text)
    return Report(found["ok"], tuple(Diagnostic(**each) for each in found["diagnostics"]))


def diagnostics_from_json(text: str) -> tuple[Diagnostic, ...]:
    """Diagnostics of their JSON text."""
    return tuple(Diagnostic(**each) for each in json.loads(text))


def decision_parts(text: str) -> tuple[Reason, str]:
    """Reason and explanation of a decision's JSON text."""
    found = json.loads(text)
    return Reason(**found["reason"]), found["explanation"]


def explanation(text: str) -> Explanation:
    """An explanation of its JSON text."""
    found = json.loads(text)
    return Explanation(
        decision(found["decision"]),
        tuple(
            Candidate(tuple(Rung(**step) for step in each["steps"]), each.get("server"), each.get("tool"))
            for each in found["candidates"]
        ),
    )


def offered(catalog: Any, is_text: bool, indexes: str) -> list[Any]:
    """The entries of a catalog at these indexes: the caller's own objects when it gave objects."""
    if is_text:
        catalog = json.loads(bytes(catalog) if isinstance(catalog, memoryview) else catalog)
    tools = catalog["tools"] if isinstance(catalog, dict) else catalog
    return [tools[index] for index in json.loads(indexes)]
