"""The question of the missing tool."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

from callgate import _native, _results
from callgate._documents import Catalog, Document
from callgate._native import Decision
from callgate._results import Permission, Result


@dataclass(frozen=True, slots=True, repr=False)
class OnHarness(Result):
    """What becomes of a tool on one harness that reaches the server itself, with its rendered settings."""

    name: str
    """The name that the harness gives the tool."""
    status: Literal["unknown_server", "unknown_tool", "hidden", "not_advertised", "denied", "refused", "offered"]
    """`refused`: it is offered to the model, and refused when it is called."""
    explanation: str
    """One sentence for a person."""
    alone: Literal["run", "ask", "gone", "denied"] | None = None
    """What the harness alone does; None where the tool is not there, or no settings can be rendered."""


@dataclass(frozen=True, slots=True, repr=False)
class Why(Result):
    """Why a tool is missing, or does not run."""

    _nulls = frozenset({"advertised"})

    server: str
    tool: str
    status: Literal["unknown_server", "unknown_tool", "hidden", "not_advertised", "denied", "offered"]
    """What the policy and the catalog make of it."""
    advertised: bool | None
    """None without a catalog, or when it is only a page of one."""
    decision: Decision
    """For a call that no rule about arguments matches and nobody says only reads."""
    explanation: str
    """One sentence for a person."""
    harnesses: dict[str, OnHarness]
    """The same on `claude`, `codex` and `pi`."""
    read_only: Permission | None = None
    """The permission for calls that the caller says only read, where it is another."""
    arguments: Permission | None = None
    """The permission when every ask and deny rule about arguments matches, where it is another."""
    nearest: str | None = None
    """The server, or the advertised tool, that was probably meant."""

    def to_dict(self) -> dict[str, Any]:
        harnesses = {harness: found.to_dict() for harness, found in self.harnesses.items()}
        return {**Result.to_dict(self), "harnesses": harnesses}


def why(agent: Document, server: str, tool: str, catalog: Catalog | None = None) -> Why:
    """In one answer whether the tool is hidden by the filter, not advertised, denied, or offered and then refused.

    `catalog` is what that server advertises."""
    found = json.loads(_native.why(agent, server, tool, catalog))
    return Why(
        found["server"],
        found["tool"],
        found["status"],
        found["advertised"],
        _results.decision(found["decision"]),
        found["explanation"],
        {harness: OnHarness(**each) for harness, each in found["harnesses"].items()},
        found.get("readOnly"),
        found.get("arguments"),
        found.get("nearest"),
    )
