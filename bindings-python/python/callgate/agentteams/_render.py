"""Rendering the agents' files that exist (TEAM-2, TEAM-3)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from callgate._errors import CallgateError
from callgate.agentteams import _beneath, _files, runner_mcp, write_policy


def render_agents(root: str | os.PathLike[str], manifest: dict[str, Any], *, write: bool) -> list[str]:
    """Renders every agent's file that would change, and gives their paths below the root.

    Raises `CallgateError` for a file that cannot be read or has no front matter; then nothing was written.
    """
    write_policy.resolve(manifest["framework"], manifest)
    changed: list[tuple[str, str, str]] = []
    for file in _files.agent_files(Path(root)):
        if "problem" in file:
            raise CallgateError(f"`{file['path']}` cannot be rendered: {file['problem']}", "unreadable_agent")
        rendered = runner_mcp.render_agent(manifest, file["content"])
        if rendered != file["content"]:
            changed.append((file["path"], file["content"], rendered))
    if write:
        descriptor = _beneath.open_root(root)
        try:
            for path, before, after in changed:
                change = _beneath.Change(path.split("/"), _beneath.sha256(before.encode("utf-8")), after.encode("utf-8"))
                _beneath.apply(descriptor, change, _beneath.temporary_name())
        finally:
            os.close(descriptor)
    return [path for path, _, _ in changed]
