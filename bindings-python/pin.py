#!/usr/bin/env python3
"""Writes the hashes of the AgentTeams server and of `runner_mcp.py` where they are pinned. Run by `make pin`."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

PACKAGE = Path(__file__).parent / "python" / "callgate" / "agentteams"


def pin(file: Path, name: str, pinned: Path) -> None:
    digest = hashlib.sha256(pinned.read_bytes()).hexdigest()
    pattern = re.compile(rf'^({name}: Final = )"[0-9a-f]{{64}}"$', re.MULTILINE)
    text, count = pattern.subn(rf'\1"{digest}"', file.read_text())
    if count != 1:
        raise SystemExit(f"{file.name} does not pin `{name}` exactly once")
    file.write_text(text)
    print(f"{pinned.name}: {digest}")


if __name__ == "__main__":
    runner_mcp = PACKAGE / "runner_mcp.py"
    pin(runner_mcp, "SHA256", PACKAGE / "data" / "agentteams-runner-mcp.py")
    # In this order: the hash of the server stands in the file that is pinned next.
    pin(PACKAGE / "_pins.py", "RUNNER_MCP", runner_mcp)
