"""The editor's operations: from policy to policy, each with what it changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from callgate import _native, _results
from callgate._documents import Catalog, Document, Text
from callgate._errors import InvalidArgument
from callgate._results import Change, Edit, Permission, Suggestion


def set_server_permission(policy: Document, permission: Permission | None) -> Edit:
    """Sets the server's permission; None is "Follow agent policy"."""
    return _results.edit(_native.set_server_permission(policy, permission))


def set_tool_permission(policy: Document, tool: str, permission: Permission | None) -> Edit:
    """Sets the tool's own permission; None removes it. Raises `InvalidEdit` for a tool that the filter hides."""
    return _results.edit(_native.set_tool_permission(policy, tool, permission))


def set_new_tool_permission(policy: Document, permission: Permission | None) -> Edit:
    """Sets the permission of tools that the table does not name; None removes it."""
    return _results.edit(_native.set_new_tool_permission(policy, permission))


def set_tool_filter(policy: Document, mode: Literal["all", "include"], names: Iterable[str] = ()) -> Edit:
    """Sets which tools there are; entries that this hides are dropped and listed."""
    if isinstance(names, str | bytes):
        raise InvalidArgument("the filter's names are a list of names, not one name", "invalid_argument")
    return _results.edit(_native.set_tool_filter(policy, mode, list(names)))


def ask_for_write_and_delete(policy: Document, catalog: Catalog) -> Edit:
    """Allows the tools that say they only read, and asks for every other one; denied tools stay denied."""
    return _results.edit(_native.ask_for_write_and_delete(policy, catalog))


def diff(before: Document, after: Document, catalogs: Document | None = None) -> list[Change]:
    """One change for each tool whose decision differs: decisions are compared, not spelling."""
    return _results.changes(_native.diff(before, after, catalogs))


def suggest_rule(agent: Document, call: Mapping[str, Any] | Text, permission: Permission) -> Suggestion:
    """The smallest edit of the document that gives this call that decision, with everything it changes."""
    return _results.suggestion(_native.suggest_rule(agent, call, permission))
