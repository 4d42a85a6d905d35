"""Records and manifests as the runner takes them: the core reads them strictly, then their fields are used."""

from __future__ import annotations

import functools
import json
from typing import Any

from callgate.agentteams import proposal_policy, write_policy


class Malformed(ValueError):
    """A record, a manifest or a path that is none; the message says what is wrong with it."""


def read_manifest(text: bytes) -> dict[str, Any]:
    """The manifest of this text. Raises `Malformed` with everything that is wrong with it."""
    report = write_policy.validate_manifest(text)
    if not report.ok:
        found = [f"{one.pointer or '/'}: {one.message}" for one in report.diagnostics if one.severity == "error"]
        raise Malformed("the manifest is invalid: " + "; ".join(found))
    manifest: dict[str, Any] = json.loads(text)
    return manifest


def read_request(text: bytes) -> dict[str, Any]:
    """A request's fields as they were given. Raises `Malformed`."""
    read = proposal_policy.read_request(text)
    if not read.ok:
        raise Malformed(read.sentence)
    request: dict[str, Any] = json.loads(text)
    return request


def answer_fields(text: bytes) -> dict[str, str]:
    """The texts of an answer, as far as it has any: the core has the last word on its form."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(record, dict):
        return {}
    # No nonce and no id holds anything else.
    return {name: value for name, value in record.items() if isinstance(value, str) and value.isascii()}


def components(path: str) -> list[str]:
    """The components of a path that may be written (TEAM-20). Raises `Malformed`."""
    checked = proposal_policy.check_path(path, write=True)
    if checked.path is None:
        raise Malformed(checked.sentence)
    return checked.path.split("/")


_checked = functools.lru_cache(maxsize=65_536)(proposal_policy.check_path)


def is_denied(path: str, write: bool) -> bool:
    """Whether a path beneath the root is denied to reading or to writing, or cannot be judged (TEAM-20)."""
    return not _checked(path, write=write).ok


def is_json(text: bytes) -> bool:
    """Whether the bytes are one whole JSON value."""
    try:
        json.loads(text)
    except RecursionError:
        return True
    except ValueError:
        return False
    return True
