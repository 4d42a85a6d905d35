"""The hash of `runner_mcp.py`, beside it: written by `make pin`, looked at by the wiring checks."""

from __future__ import annotations

from typing import Final

RUNNER_MCP: Final = "ac8e96861d82f90e690f1a4d5e2a81f8239bf03b105182ebe24726b0b31728fa"
