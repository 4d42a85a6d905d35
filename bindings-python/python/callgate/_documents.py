"""Operations on documents that need no gate."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from callgate import _native, _results
from callgate._results import Report

Text: TypeAlias = str | bytes | bytearray | memoryview
Document: TypeAlias = Mapping[str, Any] | Text
"""A document as an object of `dict`, `list`, `str`, `int`, `float`, `bool` and None, or as JSON text.

Text is the stricter form: only there are duplicate keys seen, and diagnostics have line and column."""
Catalog: TypeAlias = Document | list[Any] | tuple[Any, ...]
"""What a server advertised: the answer to `tools/list`, or its list of tools."""


def validate(agent: Document, catalogs: Document | None = None) -> Report:
    """Every problem of an agent document, in document order. Never raises for what the document holds."""
    return _results.report(_native.validate(agent, catalogs))


def validate_server(server: Document) -> Report:
    """Every problem of one entry of `mcps`; pointers are into that entry."""
    return _results.report(_native.validate_server(server))


def json_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of the agent document."""
    schema: dict[str, Any] = json.loads(_native.json_schema())
    return schema


def to_wire(server: Document) -> dict[str, Any]:
    """The wire form of one entry of `mcps`. Raises `InvalidDocument` when the entry is not valid."""
    wire: dict[str, Any] = json.loads(_native.to_wire(server))
    return wire
