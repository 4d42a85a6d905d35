"""The audit `AR_WRITE_POLICY`: agents' files held against what would be rendered (TEAM-4)."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from callgate import _native
from callgate._documents import Document
from callgate.agentteams import _files, runner_mcp

__all__ = ["AR_WRITE_POLICY", "Finding", "audit"]

AR_WRITE_POLICY: Final = "AR_WRITE_POLICY"


@dataclass(frozen=True)
class Finding:
    """Something that is not as it was rendered; `file` is below the project's root, `line` counts from 1."""

    code: str
    severity: Literal["error", "warning"]
    file: str
    line: int
    sentence: str


def audit(root: str | os.PathLike[str], manifest: Document) -> list[Finding]:
    """Every agent's file of the project: exactly what would be rendered is allowed, and nothing else.

    Raises `InvalidDocument` for a manifest with errors.
    """
    files = json.dumps(list(_files.agent_files(Path(root))))
    found = json.loads(_native.teams_audit(manifest, files, runner_mcp.interpreter_or_first()))
    return [Finding(**each) for each in found]
