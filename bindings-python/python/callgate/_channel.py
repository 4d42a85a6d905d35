"""A run's own tools over MCP, and pinned definitions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from callgate import _native
from callgate._documents import Catalog, Document, Text
from callgate._results import Result


def advertise(specs: Sequence[Mapping[str, Any]] | Text) -> list[dict[str, Any]]:
    """The public metadata of tool specs, as `tools/list` has it: `name`, `description`, `inputSchema`, `annotations`.

    Whatever else a spec holds is dropped unread. Raises `InvalidArgument` when two specs have one name, or a
    schema is not that of an object."""
    shown: list[dict[str, Any]] = json.loads(_native.advertise(specs))
    return shown


def missing_arguments(spec: Mapping[str, Any] | Text, args: Any = None) -> list[str]:
    """The dotted paths of required arguments that are absent or None, nested objects and arrays walked.

    `args` is an object, or its JSON text."""
    paths: list[str] = json.loads(_native.missing_arguments(spec, args))
    return paths


@dataclass(frozen=True, slots=True, repr=False)
class PinComparison(Result):
    """How a tool stands to its pin."""

    tool: str
    state: Literal["same", "changed", "new", "not_shown"]
    """`not_shown`: it is pinned, and the catalog does not have it."""
    parts: tuple[str, ...] | None = None
    """What differs, when it changed: `title`, `description`, `inputSchema`, `outputSchema`, `annotations`."""


def pin_catalogs(agent: Document, catalogs: Document) -> dict[str, Any]:
    """Pins what the document's servers advertise: digests of the parts of each tool's definition.

    Raises `InvalidArgument` for a catalog that is one page of several, or of a server that is not there."""
    pins: dict[str, Any] = json.loads(_native.pin_catalogs(agent, catalogs))
    return pins


def compare_pins(pins: Document, server: str, catalog: Catalog) -> list[PinComparison]:
    """How each tool that a server advertises stands to its pin, and which pinned ones it does not show."""
    compared = json.loads(_native.compare_pins(pins, server, catalog))
    return [
        PinComparison(each["tool"], each["state"], tuple(each["parts"]) if "parts" in each else None)
        for each in compared
    ]
