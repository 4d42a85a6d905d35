"""A server as a session reaches it, with its secrets in place."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Literal

from callgate import _native
from callgate._documents import Document
from callgate._errors import InvalidArgument
from callgate._results import Result


@dataclass(frozen=True, slots=True, repr=False)
class Header(Result):
    """One header of a request."""

    name: str
    value: str = field(repr=False)
    """It may be a secret: `repr` does not show it."""


@dataclass(frozen=True, slots=True, repr=False)
class SessionEntry(Result):
    """One server of a session. `to_dict()` holds the secrets, `repr` does not."""

    type: Literal["http"]
    name: str
    """The server's label."""
    url: str = field(repr=False)
    """It may hold a token: `repr` does not show it."""
    headers: tuple[Header, ...]
    """Public headers in the order in which they were written, then those that carry secrets."""


def materialize(server: Document, secrets: Document, gateway: Document | None = None) -> SessionEntry:
    """The session entry of one entry of `mcps`, authored or as on the wire, with its headers resolved.

    `secrets` has values by slug. `gateway` is what the connection resolves to when it is not a direct one:
    `{"url", "headers"}`, the headers as an object or as a list of `{"name", "value"}`; a direct connection
    does not read it. No message holds a value; the code of a missing secret is `missing_secret`."""
    if callable(gateway):
        message = "`gateway` is what the connection resolves to, an object with `url` and `headers`, and no function"
        raise InvalidArgument(message, "invalid_argument")
    found = json.loads(_native.materialize(server, secrets, gateway))
    headers = tuple(Header(each["name"], each["value"]) for each in found["headers"])
    return SessionEntry(found["type"], found["name"], found["url"], headers)
