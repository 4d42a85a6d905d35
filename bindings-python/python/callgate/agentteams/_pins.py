"""The hash of `runner_mcp.py`, beside it: written by `make pin`, looked at by the wiring checks."""

from __future__ import annotations

from typing import Final

RUNNER_MCP: Final = "24b597c89752b29743e436cdb68d0388b1479562e13fe032133a0223c8841408"
