"""The hash of `runner_mcp.py`, beside it: written by `make pin`, looked at by the wiring checks."""

from __future__ import annotations

from typing import Final

RUNNER_MCP: Final = "7deff9dfdcc05084f411625267193cfa7ca445510d4f65a4e9c4124ab452996e"
