"""Settings of harnesses."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Literal

from callgate import _native, _results
from callgate._documents import Document, Text
from callgate._native import Gate
from callgate._results import Rendered


def render_harness(
    agent_or_gate: Document | Gate,
    harness: Literal["claude", "codex", "pi"],
    catalogs: Document | None = None,
    codex_transports: Document | None = None,
    managed_provider: bool = True,
    pi_mcp: bool = False,
    floor: Document | None = None,
    deny_all: bool = False,
    trusted_hints: Iterable[str] = (),
    coverage: bool = True,
) -> Rendered:
    """The document's rules as the harness's own settings, never looser than the gate.

    Without `coverage` it takes a fraction of the time.
    """
    parts = _native.render_harness(
        agent_or_gate,
        harness,
        catalogs,
        codex_transports,
        managed_provider,
        pi_mcp,
        floor,
        deny_all,
        trusted_hints,
        coverage,
    )
    return _results.rendered(*parts)


def predict(
    harness: Literal["claude", "codex", "pi"],
    files: list[Any] | tuple[Any, ...] | Text,
    servers: Document,
    version: str | None = None,
) -> dict[str, str]:
    """What the harness alone does with these files: `run`, `ask`, `gone` or `denied` by rendered name."""
    if isinstance(files, list | tuple):
        files = [each.to_dict() if isinstance(each, _results.SettingsFile) else each for each in files]
    outcomes: dict[str, str] = json.loads(_native.predict(harness, files, servers, version))
    return outcomes
