"""The shipped server file: loaded as a module for its rules, and installed and started for everything else."""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from callgate.agentteams import runner_mcp

TOOLS = ",".join(runner_mcp.TOOLS)
QUEUE = ".agentteams-queue"


@functools.cache
def load() -> ModuleType:
    path = Path(runner_mcp.__file__).with_name("data") / "agentteams-runner-mcp.py"
    spec = importlib.util.spec_from_file_location("agentteams_runner_server", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def install(root: Path) -> Path:
    """A project with the server and an empty queue."""
    server = root / runner_mcp.PROTECTED_PATH
    server.parent.mkdir(parents=True)
    server.write_text(runner_mcp.server_content())
    for folder in runner_mcp.QUEUE_FOLDERS:
        (root / QUEUE / folder).mkdir(parents=True, mode=0o700)
    return root


class Client:
    """One running instance; every answer has to come within a minute."""

    def __init__(
        self,
        root: Path,
        *,
        tools: str = TOOLS,
        wait: str = "0",
        python: str = sys.executable,
        user: int | None = None,
    ) -> None:
        words = ["--agent", "docs-writer", "--tools", tools, "--approval", "staged", "--wait", wait]
        command = [python, *runner_mcp.PYTHON_FLAGS, runner_mcp.PROTECTED_PATH, *words]
        self.process = subprocess.Popen(
            command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, user=user,
            group=user, extra_groups=None if user is None else [],
        )  # fmt: skip
        self.root = root
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._number = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(b"")

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            try:
                stream.close()
            except OSError:
                pass

    def send(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def end(self) -> int:
        """Closes its input; the exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(60)

    def line(self) -> bytes:
        """The next line of its output; empty at the end."""
        return self._lines.get(timeout=60)

    def answer(self) -> Any:
        line = self.line()
        assert line.endswith(b"\n"), line
        return json.loads(line)

    def request(self, method: str, params: object = None, message_id: object = None) -> Any:
        self.post(method, params, message_id)
        return self.answer()

    def post(self, method: str, params: object = None, message_id: object = None) -> object:
        self._number += 1
        message_id = self._number if message_id is None else message_id
        message = {"jsonrpc": "2.0", "id": message_id, "method": method}
        self.send(json.dumps(message if params is None else {**message, "params": params}).encode() + b"\n")
        return message_id

    def call(self, tool: str, **arguments: object) -> Result:
        answer = self.request("tools/call", {"name": tool, "arguments": arguments})
        return Result(answer["result"])

    def read(self, path: str) -> Result:
        return self.call("read_file_hashed", path=path)

    def write(self, path: str = "docs/a.md", content: str = "x", **more: object) -> Result:
        base = {"dispatch": "nonce", "base_sha256": "absent", "rationale": "why"}
        return self.call("write_file", path=path, content=content, **{**base, **more})

    def queued(self) -> list[dict[str, Any]]:
        """The requests that lie in the queue."""
        folder = self.root / QUEUE / "mcp-requests"
        return [json.loads((folder / name).read_bytes()) for name in sorted(os.listdir(folder))]

    def put_result(self, request_id: str, **result: object) -> None:
        """What the runner does: complete before it is visible."""
        folder = self.root / QUEUE / "results"
        part = folder / f".{request_id}"
        part.write_text(json.dumps({"version": 1, "request_id": request_id, **result}))
        part.rename(folder / f"{request_id}.json")


class Result:
    """A tool's result."""

    def __init__(self, result: dict[str, Any]) -> None:
        self.is_error: bool = result.get("isError", False)
        (content,) = result["content"]
        assert content["type"] == "text"
        self.value: dict[str, Any] = json.loads(content["text"])

    @property
    def code(self) -> Any:
        return self.value.get("error") if self.is_error else None


def start(root: Path, words: Sequence[str], path: str = runner_mcp.PROTECTED_PATH) -> subprocess.CompletedProcess[str]:
    """Starts it with nothing on its input."""
    command = [sys.executable, *runner_mcp.PYTHON_FLAGS, path, *words]
    return subprocess.run(command, cwd=root, input="", capture_output=True, text=True, timeout=60, check=False)
