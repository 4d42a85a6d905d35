"""QUAL-71: the code blocks of the README run as written, and give the answer that it says."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import urllib.request
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS: list[tuple[str, str]] = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
ANSWER = "ask /mcps/0/policy/new_tool_permission"


def block(language: str, containing: str = "") -> str:
    """The one block of that language that holds that text."""
    (found,) = [code for name, code in BLOCKS if name == language and containing in code]
    return found


def run(command: Sequence[str], **environment: str) -> str:
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_block_is_run_here() -> None:
    assert sorted(name for name, _ in BLOCKS) == ["js", "python", "rust", "sh", "sh", "sh"]


def test_the_two_commands_are_targets() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    commands = [line.split() for line in block("sh", "make demo").splitlines()]
    assert [command[0] for command in commands] == ["make", "make"]
    assert {command[1] for command in commands} <= targets


def test_command_line() -> None:
    path = f"{ROOT / 'target' / 'release'}{os.pathsep}{os.environ['PATH']}"
    said = run(["bash", "-euo", "pipefail", "-c", block("sh", "callgate check")], PATH=path)
    assert "/mcps/0/policy/new_tool_permission" in said


def test_python() -> None:
    said = run([str(ROOT / ".venv" / "bin" / "python"), "-c", block("python")])
    assert said.startswith(ANSWER)


def test_node(tmp_path: Path) -> None:
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "callgate").symlink_to(ROOT / "bindings-node")
    script = tmp_path / "readme.mjs"
    script.write_text(block("js"), encoding="utf-8")
    assert run(["node", str(script)]).startswith(ANSWER)


def test_tools_are_served() -> None:
    words = shlex.split(block("sh", "callgate serve"))
    assert words[:2] == ["npx", "callgate"]
    command = ["node", "bindings-node/dist/cli.cjs", *words[2:], "--format", "json", "--show-token"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            ready = json.loads(server.stdout.readline())
            call = {"name": "summarise_thread", "arguments": {"thread_id": "th_9"}}
            request = urllib.request.Request(
                ready["url"],
                data=json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}).encode(),
                headers={"Authorization": f"Bearer {ready['token']}"},
            )
            with urllib.request.urlopen(request, timeout=20) as response:
                text = json.load(response)["result"]["content"][0]["text"]
            assert json.loads(text)["arguments"] == {"thread_id": "th_9"}
        finally:
            server.send_signal(signal.SIGINT)
        assert server.wait(20) == 0


def test_rust(tmp_path: Path) -> None:
    if shutil.which("cargo") is None:
        pytest.fail("cargo is not there")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "main.rs").write_text(block("rust"), encoding="utf-8")
    shutil.copy(ROOT / "Cargo.lock", tmp_path)
    (tmp_path / "Cargo.toml").write_text(
        '[package]\nname = "readme"\nversion = "0.0.0"\nedition = "2024"\n\n'
        f'[dependencies]\ncallgate = {{ path = "{ROOT / "core"}" }}\n\n[workspace]\n',
        encoding="utf-8",
    )
    command = ["cargo", "run", "--quiet", "--manifest-path", str(tmp_path / "Cargo.toml")]
    said = run(command, CARGO_TARGET_DIR=str(ROOT / "target" / "readme"))
    assert '"permission":"ask"' in said and "/mcps/0/policy/new_tool_permission" in said
