"""Call keys, stored answers, and what a conversation holds of them."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from typing import Any

from callgate import _native, _results
from callgate._documents import Document
from callgate._errors import InvalidArgument
from callgate._results import InBandAnswer


def ledger_options(
    tokens: Any, client_tools: Any, deferred_prefix: Any, unknown_result: Any, **others: Any
) -> str:
    """The options of a conversation as the core reads them; of the named ones, None is left out."""
    if isinstance(client_tools, Iterable) and not isinstance(client_tools, str | bytes | dict):
        client_tools = list(client_tools)
    if isinstance(tokens, set | frozenset | tuple):
        tokens = list(tokens)
    options = {
        "tokens": tokens,
        "clientTools": client_tools,
        "deferredPrefix": deferred_prefix,
        "unknownResult": unknown_result,
    }
    given = {name: value for name, value in options.items() if value is not None}
    try:
        return json.dumps({**given, **others})
    except (TypeError, ValueError, RecursionError):
        raise InvalidArgument("the options are not JSON", "invalid_argument") from None


def in_band_answers(conversation: Document) -> list[InBandAnswer]:
    """The current turn's answers that bear a token, each token once."""
    return _results.in_band_answers(_native.in_band_answers(conversation))


def mint_token() -> str:
    """A new token: 32 random bytes as base64url without padding."""
    return secrets.token_urlsafe(32)
