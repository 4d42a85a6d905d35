"""What holds for a team under its write policy (TEAM-1)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from callgate import _native
from callgate._documents import Document
from callgate._results import Report, report

__all__ = ["Grant", "WritePolicy", "resolve", "validate_manifest"]


@dataclass(frozen=True)
class Grant:
    """What one agent may use of the server: tools in their order, `staged` or `direct`."""

    tools: tuple[str, ...]
    approval: str


@dataclass(frozen=True)
class WritePolicy:
    """`orchestrator_only` says whether nobody but the orchestrator writes or executes; then `granted` has effect."""

    framework: str
    orchestrator_only: bool
    orchestrator: str
    granted: Mapping[str, Grant]


def resolve(framework: str, manifest: Document) -> WritePolicy:
    """The policy of a team on a framework.

    Raises `InvalidDocument` for a manifest with errors, and `InvalidArgument` for a framework that is unknown or that
    cannot enforce the policy (Goose under orchestrator-only), with the reason and the alternatives.
    """
    told = json.loads(_native.teams_resolve(framework, manifest))
    granted = {name: Grant(tuple(each["tools"]), each["approval"]) for name, each in told["granted"].items()}
    return WritePolicy(told["framework"], told["orchestrator_only"], told["orchestrator"], granted)


def validate_manifest(manifest: Document) -> Report:
    """Everything that is wrong with a manifest; never raises."""
    return report(_native.teams_validate_manifest(manifest))
