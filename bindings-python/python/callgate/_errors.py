"""Exceptions: each has a stable `code`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from callgate._results import Diagnostic


class CallgateError(Exception):
    """What callgate raises. `code` is stable, the message is for people.

    A message never holds a header value, a secret or an argument value.
    """

    code: str

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message, code)
        self.message = message
        self.code = code

    def __str__(self) -> str:
        return self.message


class InvalidDocument(CallgateError, ValueError):
    """A document with errors; `diagnostics` lists all of them, and the warnings."""

    def __init__(self, message: str, code: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message, code)
        self.args = (message, code, diagnostics)
        self.diagnostics = diagnostics


class InvalidEdit(CallgateError, ValueError):
    """An edit that is refused; `code` says why."""


class InvalidArgument(CallgateError, ValueError):
    """An argument that the operation does not take."""


def exception(code: str, message: str, diagnostics: str | None) -> CallgateError:
    """The exception for a fault of the core."""
    from callgate._results import diagnostics_from_json

    if code == "invalid_document":
        return InvalidDocument(message, code, diagnostics_from_json(diagnostics or "[]"))
    if code == "invalid_argument":
        return InvalidArgument(message, code)
    if code == "missing_secret":
        return CallgateError(message, code)
    return InvalidEdit(message, code)
