"""A run request's history as text, and capped results."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from callgate import _native, _results
from callgate._approvals import ledger_options
from callgate._documents import Document
from callgate._results import Turn


def cap_tool_result(text: str, max_chars: int = 4000) -> str:
    """The text, with everything behind `max_chars` UTF-16 units replaced by a note of how much that was."""
    try:
        limit = json.dumps(max_chars)
    except (TypeError, ValueError):
        limit = "null"
    return _native.cap_tool_result(text, limit)


def render_turn(
    request: Document,
    *,
    max_chars: int = 100_000,
    tokens: Mapping[str, str | None] | Iterable[str] | None = None,
    client_tools: Iterable[str] | None = None,
    deferred_prefix: str | None = None,
    unknown_result: str | None = None,
) -> Turn:
    """The history of a run request as text: the newest whole messages that fit the window."""
    options = ledger_options(tokens, client_tools, deferred_prefix, unknown_result, maxChars=max_chars)
    return _results.turn(_native.render_turn(request, options))
