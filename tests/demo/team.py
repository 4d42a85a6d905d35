"""The scene on a team in which only the orchestrator writes: requests, approvals, the sandbox, the wiring."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from callgate.agentteams import runner_mcp
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import TextContent
from stage import WIDTH, expect, paint

TOOLS = ["read_file_hashed", "write_file", "run_command", "request_status"]
MANIFEST: dict[str, Any] = {
    "framework": "claude",
    "write_policy": "orchestrator-only",
    "orchestrator": "orchestrator",
    "agents": {
        "docs-writer": {
            "write_scopes": ["docs/**"],
            "read_tools": ["Grep", "Glob"],
            "commands": [{"argv": ["wc", "-l", "**"], "options": ["-l"], "cwd": ["."]}],
        }
    },
    "mcp_grants": {"docs-writer": {"tools": TOOLS, "approval": "staged"}},
}
WRITER = """---
name: docs-writer
description: Writes the guides.
tools: Grep, Glob
---
You keep the guides in docs/ true.
"""
ORCHESTRATOR = """---
name: orchestrator
description: Plans, and approves what others propose.
tools: Read, Grep, Glob
---
You plan the work.
"""


class Team:
    """A fresh project, with the operator's and the orchestrator's commands."""

    def __init__(self, place: Path) -> None:
        self.root = place / "project"
        self.environment = {
            **os.environ, "HOME": str(place / "home"), "XDG_STATE_HOME": str(place / "state"), "NO_COLOR": "1",
        }  # fmt: skip
        self.environment.pop("CLAUDE_CONFIG_DIR", None)
        for folder in (self.root / "docs", self.root / ".agentteams", self.root / ".claude/agents", place / "home"):
            folder.mkdir(parents=True)
        (self.root / "docs/guide.md").write_text("# Guide\n\nRefunds take five days.\n")
        (self.root / ".agentteams/manifest.json").write_text(json.dumps(MANIFEST, indent=2))
        (self.root / ".claude/agents/docs-writer.md").write_text(WRITER)
        (self.root / ".claude/agents/orchestrator.md").write_text(ORCHESTRATOR)
        denied = [*runner_mcp.REQUIRED_CLAUDE_DENY, *runner_mcp.READ_SECRETS_CLAUDE_DENY]
        (self.root / ".claude/settings.json").write_text(json.dumps({"permissions": {"deny": denied}}, indent=2))

    def run(self, *words: str, codes: Sequence[int] = (0,)) -> str:
        """The output of one command of `python -m callgate.agentteams`."""
        line = [sys.executable, "-m", "callgate.agentteams", *words]
        run = subprocess.run(line, cwd=self.root, env=self.environment, capture_output=True, text=True)
        if run.returncode not in codes:
            sys.exit(f"agentteams {' '.join(words)} ended with exit code {run.returncode}:\n{run.stdout}{run.stderr}")
        return run.stdout

    def told(self, *words: str, codes: Sequence[int] = (0,)) -> None:
        """Runs a command as a person would, with its output shown; the place of the project is left out."""
        hidden = [word if len(word) < 40 else "…" for word in words]
        print(paint(f"   $ python -m callgate.agentteams {' '.join(hidden)}", "2"))
        output = self.run(*words, codes=codes).replace(str(self.root.parent), "…").rstrip("\n")
        for line in output.splitlines():
            print(textwrap.fill(line, WIDTH, initial_indent="   ", subsequent_indent="     ", break_on_hyphens=False))

    def dispatch(self, agent: str) -> str:
        return str(json.loads(self.run("dispatch", "--agent", agent, "--json"))["dispatch"])


def team() -> None:
    """Plays the scene in a folder that is removed at its end."""
    with tempfile.TemporaryDirectory(prefix="callgate-demo-") as place:
        played = Team(Path(place))
        played.told("install")
        played.told("render")
        line = [sys.executable, "-m", "callgate.agentteams", "run", "--poll", "0.05"]
        with subprocess.Popen(
            line, cwd=played.root, env=played.environment, stderr=subprocess.PIPE, text=True
        ) as runner:
            assert runner.stderr is not None
            try:
                expect("the runner", runner.stderr.readline().startswith("serving "), True)
                asyncio.run(session(played))
            finally:
                runner.terminate()
                runner.communicate()
        played.told("ledger", "verify")
        played.told("check-wiring")
        (played.root / ".mcp.json").write_text(json.dumps({"mcpServers": {"agentteams_runner": {"command": "sh"}}}))
        print("   Someone plants a server of the same name in the project's .mcp.json:")
        played.told("check-wiring", codes=(1,))


async def session(played: Team) -> None:
    """What the granted agent does through the official MCP client, and the orchestrator beside it."""
    python = runner_mcp.interpreter()
    words = runner_mcp.launch_args("docs-writer", TOOLS)
    server = StdioServerParameters(command=python, args=words, cwd=str(played.root))
    writer, boss = played.dispatch("docs-writer"), played.dispatch("orchestrator")
    async with Client(stdio_client(server)) as client:

        async def call(tool: str, **arguments: Any) -> dict[str, Any]:
            result = await client.call_tool(tool, arguments)
            text = "".join(block.text for block in result.content if isinstance(block, TextContent))
            answer = json.loads(text) if text.startswith("{") else {"sentence": text}
            words = answer.get("sentence") or f"sha256 {answer.get('sha256', '')[:12]}…"
            answer.setdefault("status", "refused" if result.is_error else "read")
            print(f"   {paint('agent', '36')} {tool}: {answer['status']}: {words}")
            return dict(answer)

        listed = await client.list_tools()
        expect("the tools of the server", [tool.name for tool in listed.tools], TOOLS)
        read = await call("read_file_hashed", path="docs/guide.md")
        proposal = {"dispatch": writer, "path": "docs/guide.md", "rationale": "refunds are faster now"}
        content = "# Guide\n\nRefunds take two days.\n"
        staged = await call("write_file", content=content, base_sha256=read["sha256"], **proposal)
        expect("a write", staged["status"], "staged")
        (waiting,) = json.loads(played.run("staged", "--json"))
        played.told("staged")
        played.told("approve", waiting["id"], "--dispatch", boss)
        expect("the file", (played.root / "docs/guide.md").read_text(), content)
        late = await call("write_file", content="# Another\n", base_sha256=read["sha256"], **proposal)
        expect("a write on an old base", late["status"], "conflict")
        elsewhere = await call("write_file", **{**proposal, "path": "src/app.py"}, content="x", base_sha256="absent")
        expect("a write outside the scopes", elsewhere["status"], "refused")
        secret = await call("read_file_hashed", path=".agentteams/manifest.json")
        expect("a read of the control plane", secret["status"], "refused")
        ran = await call("run_command", dispatch=writer, argv=["wc", "-l", "docs/guide.md"], purpose="count lines")
        expect("a command", (ran["status"], ran["stdout"]), ("ran", "3 docs/guide.md\n"))


if __name__ == "__main__":
    team()
