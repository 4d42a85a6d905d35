"""A small team in a fresh project, and its agents' requests, for the tests of the runner."""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path
from typing import Any

from callgate.agentteams import _beneath, proposal_runner, runner_mcp
from callgate.agentteams.__main__ import main
from callgate.agentteams._sandbox import Bubblewrap

MANIFEST: dict[str, Any] = {
    "framework": "claude",
    "write_policy": "orchestrator-only",
    "orchestrator": "orchestrator",
    "agents": {
        "docs-writer": {
            "write_scopes": ["docs/**"],
            "read_tools": ["Read", "Grep", "Glob"],
            "commands": [
                {"argv": ["python3", "-c", "*"], "cwd": [".", "docs"], "writes": ["out/**"], "stdin_from_content": True}
            ],
        },
        "gated": {"write_scopes": ["docs/**", "tools/**"], "gates": ["check"]},
        "direct": {"write_scopes": ["docs/**"]},
    },
    "gates": {"check": {"argv": ["python3", "tools/check.py"]}},
    "mcp_grants": {
        "docs-writer": {
            "tools": ["read_file_hashed", "write_file", "delete_file", "run_command", "request_status"],
            "approval": "staged",
        },
        "gated": {"tools": ["write_file"], "approval": "staged"},
        "direct": {"tools": ["write_file", "delete_file"], "approval": "direct"},
    },
}

ABSENT = _beneath.ABSENT


def sha256(text: str) -> str:
    return _beneath.sha256(text.encode("utf-8"))


class Team:
    """A project with the server installed, its state beside it, and a runner that polls when told to."""

    def __init__(self, place: Path, manifest: dict[str, Any] = MANIFEST) -> None:
        self.root, self.state = place / "project", place / "state"
        (self.root / ".agentteams").mkdir(parents=True)
        (self.root / "docs").mkdir()
        (self.root / "tools").mkdir()
        (self.root / "tools/check.py").write_text(
            "import pathlib, sys\nsys.exit(any('BAD' in file.read_text() for file in pathlib.Path('docs').glob('*')))\n"
        )
        (self.root / ".agentteams/manifest.json").write_text(json.dumps(manifest))
        self.time = 1_800_000_000.0
        self.said: list[str] = []
        assert self.command("install") == 0
        self.runner: proposal_runner.Runner | None = None

    def command(self, *words: str) -> int:
        options = ["--root", str(self.root)]
        if words[0] not in ("staged", "approve", "reject", "audit", "check-wiring", "render"):
            options += ["--state", str(self.state)]
        return main([*words, *options])

    def start(self, **options: Any) -> proposal_runner.Runner:
        self.stop()
        options = {"sandbox": Bubblewrap(), "clock": lambda: self.time, "say": self.said.append, **options}
        self.runner = proposal_runner.Runner(self.root, state=self.state, **options)
        return self.runner

    def stop(self) -> None:
        if self.runner is not None:
            self.runner.close()
            self.runner = None

    def poll(self) -> None:
        if self.runner is None:
            self.start()
        assert self.runner is not None
        self.runner.poll()

    def dispatch(self, agent: str = "docs-writer", seconds: int = 7200) -> str:
        """A nonce, as `dispatch` mints it, at this team's own time."""
        nonce = secrets.token_urlsafe(32)
        runner = self.runner if self.runner is not None else self.start()
        data = {"agent": agent, "nonce_sha256": sha256(nonce), "expires": int(self.time) + seconds}
        runner.ledger.append(int(self.time), "dispatch", data)
        return nonce

    @property
    def queue(self) -> Path:
        return self.root / ".agentteams-queue"

    def put(self, record: dict[str, Any] | str, name: str | None = None, folder: str = "mcp-requests") -> str:
        """Lays a record into the queue as the server does: whole, then visible."""
        text = record if isinstance(record, str) else json.dumps(record)
        name = name or (record["id"] if isinstance(record, dict) else secrets.token_hex(16))
        temporary = self.queue / folder / f".{name}.tmp"
        temporary.write_text(text)
        os.rename(temporary, self.queue / folder / f"{name}.json")
        return name

    def write_request(self, dispatch: str, path: str, content: str, base: str = ABSENT, **more: Any) -> dict[str, Any]:
        return {
            "version": 1, "id": secrets.token_hex(16), "kind": "stage-proposal", "tool": "write_file",
            "dispatch": dispatch, "via_agent": "docs-writer", "path": path, "content": content,
            "base_sha256": base, "rationale": "a reason", **more,
        }  # fmt: skip

    def delete_request(self, dispatch: str, path: str, base: str, **more: Any) -> dict[str, Any]:
        return {
            "version": 1, "id": secrets.token_hex(16), "kind": "stage-proposal", "tool": "delete_file",
            "dispatch": dispatch, "via_agent": "docs-writer", "path": path, "base_sha256": base,
            "rationale": "a reason", **more,
        }  # fmt: skip

    def run_request(self, dispatch: str, *argv: str, **more: Any) -> dict[str, Any]:
        return {
            "version": 1, "id": secrets.token_hex(16), "kind": "run-request", "tool": "run_command",
            "dispatch": dispatch, "via_agent": "docs-writer", "argv": list(argv), "purpose": "a reason", **more,
        }  # fmt: skip

    def served(self, record: dict[str, Any] | str, name: str | None = None) -> dict[str, Any]:
        """Lays a request into the queue, polls, and gives its result."""
        name = self.put(record, name)
        self.poll()
        return self.result(name)

    def result(self, name: str) -> dict[str, Any]:
        result: dict[str, Any] = json.loads((self.queue / "results" / f"{name}.json").read_text())
        assert result["id"] == name and result["version"] == 1
        return result

    def answer(self, kind: str, proposal: str, dispatch: str, shown: str | None = None, **more: Any) -> dict[str, Any]:
        """Answers as the orchestrator does, polls, and gives the result."""
        from callgate.agentteams._orchestrator import Orchestrator

        if shown is None:
            with Orchestrator(self.root) as orchestrator:
                found = orchestrator.proposal(proposal)
            assert found is not None
            shown = found.shown_sha256
        record = {
            "version": 1, "id": secrets.token_hex(16), "kind": kind, "dispatch": dispatch,
            "request_id": proposal, "shown_sha256": shown, **more,
        }  # fmt: skip
        name = self.put(record, folder="decisions")
        self.poll()
        return self.result(name)

    def file(self, path: str) -> str | None:
        file = self.root / path
        return file.read_text() if file.exists() else None

    def kinds(self) -> list[str]:
        """The kinds of the ledger's lines, in order."""
        lines = (self.state / "ledger.jsonl").read_text().splitlines()
        return [json.loads(line)["kind"] for line in lines]


__all__ = ["ABSENT", "MANIFEST", "Team", "runner_mcp", "sha256"]
