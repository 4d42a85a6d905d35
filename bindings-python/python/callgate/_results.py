"""What operations answer: frozen objects, made of the core's JSON text."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias, Union

if TYPE_CHECKING:
    from callgate._native import Decision

# Not `Literal["allow", "ask", "deny"]`: stubtest takes that for no union at run time.
Permission: TypeAlias = Union[Literal["allow"], Literal["ask"], Literal["deny"]]


class _Result:
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
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self._present())})"


_JSON_NAMES = {"read_only": "readOnly"}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value.to_dict() if hasattr(value, "to_dict") else value


@dataclass(frozen=True, slots=True, repr=False)
class Diagnostic(_Result):
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
class Report(_Result):
    """Every problem of a document, in document order."""

    ok: bool
    """Whether there is no error; warnings do not count."""
    diagnostics: tuple[Diagnostic, ...] = ()

    def __bool__(self) -> bool:
        return self.ok


@dataclass(frozen=True, slots=True, repr=False)
class Reason(_Result):
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
class Rung(_Result):
    """What one step of the ladder said."""

    id: str
    """The requirement that describes the step, such as `PERM-4`."""
    title: str
    why: str
    permission: Permission | None = None
    """What it decided; None when it passed the call on."""


@dataclass(frozen=True, slots=True, repr=False)
class Candidate(_Result):
    """The steps for one tool that the call may mean."""

    steps: tuple[Rung, ...]
    server: str | None = None
    tool: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(_Result):
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
class Said(_Result):
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
class Change(_Result):
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
class Edit(_Result):
    """A policy after an edit, and what the edit changes."""

    policy: dict[str, Any]
    changes: tuple[Change, ...]
    dropped: tuple[str, ...] | None = None
    """Entries of the table that the edit had to drop."""


@dataclass(frozen=True, slots=True, repr=False)
class Suggestion(_Result):
    """The smallest edit of a document that gives a call a decision."""

    edit: tuple[dict[str, Any], ...]
    """JSON Patch operations."""
    agent: dict[str, Any]
    """The document after the edit."""
    changes: tuple[Change, ...]
    """Everything that the edit changes, not only this call."""


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
    from callgate._native import Decision

    found = json.loads(text)
    told = found["decision"]
    return Explanation(
        Decision(told["permission"], Reason(**told["reason"]), told["explanation"]),
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
