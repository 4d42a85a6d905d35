"""Measures how soon the AgentTeams server answers (QUAL-12) and prints one JSON row, as `bench.py` does."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

from measure import medians, row

from callgate.agentteams import runner_mcp

INITIALIZE = b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}\n'


def main() -> None:
    python = [runner_mcp.interpreter(), *runner_mcp.PYTHON_FLAGS]
    with tempfile.TemporaryDirectory() as folder:
        server = Path(folder) / runner_mcp.PROTECTED_PATH
        server.parent.mkdir(parents=True)
        server.write_text(runner_mcp.server_content())
        arguments = runner_mcp.launch_args("docs-writer", runner_mcp.TOOLS)

        def interpreter() -> None:
            subprocess.run([*python, "-c", "pass"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True)

        def answer() -> None:
            command = [python[0], *arguments]
            with subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
                assert process.stdin is not None and process.stdout is not None
                process.stdin.write(INITIALIZE)
                process.stdin.flush()
                assert json.loads(process.stdout.readline())["result"]["serverInfo"]["name"] == runner_mcp.SERVER_NAME
                process.kill()

        ours, peer = medians([answer, interpreter], 0.5)
    row(
        "QUAL-12",
        "AgentTeams server from its start to its `initialize` answer, against an interpreter that ends at once",
        ours / peer, 2.0, f"{ours * 1e3:.1f} ms against {peer * 1e3:.1f} ms",
    )  # fmt: skip


if __name__ == "__main__":
    main()
