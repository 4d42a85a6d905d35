"""The official Python client against `callgate serve`, the stdio shim and `callgate proxy`."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, Literal

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult, TextContent

DIST = Path(__file__).resolve().parents[2] / "bindings-node" / "dist"
Mode = Literal["legacy", "auto"]
MODES: tuple[Mode, ...] = ("legacy", "auto")

TOOLS = [
    {"name": "search_docs", "permission": "allow"},
    {"name": "send_mail", "permission": "ask"},
    {"name": "drop_docs", "permission": "deny"},
]
SCHEMA = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}


@contextmanager
def running(words: list[str], folder: Path) -> Iterator[dict[str, str]]:
    """A server of the command line at a terminal where nobody answers: address and token."""
    command = ["node", str(DIST / "cli.cjs"), *words, "--show-token", "--format", "json"]
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, cwd=folder, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        # What is shown must be read, or the server would wait for the terminal.
        screen = threading.Thread(target=read_all, args=[ours])
        screen.start()
        assert process.stdout is not None
        try:
            yield json.loads(process.stdout.readline())
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(20) == 0
            screen.join(20)
            os.close(ours)


def read_all(terminal: int) -> None:
    """Reads until the other side of the terminal is closed, which is an error of the system's."""
    with suppress(OSError):
        while os.read(terminal, 65536):
            pass


@pytest.fixture(name="served")
def serve(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Address and token of a server that answers each call with the call itself."""
    (tmp_path / "agent.json").write_text(json.dumps({"tools": TOOLS}))
    specs = [{"name": tool["name"], "description": "d", "inputSchema": SCHEMA, "callRef": "s3cret"} for tool in TOOLS]
    (tmp_path / "specs.json").write_text(json.dumps(specs))
    with running(["serve", "agent.json", "--tools", "specs.json", "--exec", "cat"], tmp_path) as ready:
        yield ready


@pytest.fixture(name="proxied", params=["json", "events"])
def proxy(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """Address and token of a proxy in front of a server of the same SDK."""
    words = [sys.executable, str(Path(__file__).parent / "support" / "upstream.py"), request.param]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as upstream:
        try:
            assert upstream.stdout is not None
            url = json.loads(upstream.stdout.readline())["url"]
            policy = {"tool_permissions": {"docs_find": "allow", "docs_drop": "deny"}}
            document = {"mcps": [{"name": "docs", "connection": {"type": "http", "url": url}, "policy": policy}]}
            (tmp_path / "agent.json").write_text(json.dumps(document))
            words = ["proxy", "agent.json", "--server", "docs", "--allow-host", "127.0.0.1"]
            with running(words, tmp_path) as ready:
                yield ready
        finally:
            upstream.kill()


@asynccontextmanager
async def connected(served: dict[str, str], mode: Mode) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {served['token']}"}
    async with httpx2.AsyncClient(headers=headers) as http:
        async with Client(streamable_http_client(served["url"], http_client=http), mode=mode) as client:
            yield client


def text(result: CallToolResult) -> str:
    return "".join(block.text for block in result.content if isinstance(block, TextContent))


@pytest.mark.parametrize("mode", MODES)
def test_run_23_the_python_client_lists_and_calls(served: dict[str, str], mode: Mode) -> None:
    async def run() -> None:
        async with connected(served, mode) as client:
            assert client.server_info is not None and client.server_info.name == "agenta-tools"
            assert client.protocol_version == {"legacy": "2025-11-25", "auto": "2026-07-28"}[mode]
            listed = await client.list_tools()
            assert [tool.name for tool in listed.tools] == ["search_docs", "send_mail"]
            assert "s3cret" not in listed.model_dump_json()
            given: dict[str, Any] = {"q": "é\u2028😀", "n": 2**70}
            ran = json.loads(text(await client.call_tool("search_docs", given)))
            assert (ran["tool"], ran["arguments"]) == ("search_docs", given)
            for name, args in (("search_docs", {"q": 7}), ("drop_docs", {"q": "x"})):
                refused = await client.call_tool(name, args)
                assert refused.is_error and "did not run" in text(refused)

    asyncio.run(run())


@pytest.mark.parametrize("mode", MODES)
def test_run_27_the_python_client_gets_no_answer_to_a_call_that_waits(served: dict[str, str], mode: Mode) -> None:
    async def call() -> None:
        async with connected(served, mode) as client:
            await client.call_tool("send_mail", {"q": "x"}, read_timeout_seconds=5)

    async def again() -> None:
        async with connected(served, mode) as client:
            assert len((await client.list_tools()).tools) == 2

    # This client gives up its whole connection for a request that is cut off; another one can be made.
    with pytest.raises(Exception, match=r"."):
        asyncio.run(call())
    asyncio.run(again())


def test_run_20_the_python_client_needs_the_token(served: dict[str, str]) -> None:
    async def run() -> None:
        async with connected({**served, "token": "wrong"}, "legacy"):
            pass

    with pytest.raises(Exception, match=r"."):
        asyncio.run(run())


@pytest.mark.parametrize("mode", MODES)
def test_run_51_the_python_client_goes_through_the_proxy(proxied: dict[str, str], mode: Mode) -> None:
    async def run() -> None:
        async with connected(proxied, mode) as client:
            assert client.protocol_version == {"legacy": "2025-11-25", "auto": "2026-07-28"}[mode]
            names = [tool.name for tool in (await client.list_tools()).tools]
            assert names == ["docs_find", "docs_write", "docs_hidden"]
            assert text(await client.call_tool("docs_find", {"q": "é"})) == "docs_find found é"
            assert (await client.call_tool("docs_drop", {"q": "x"})).is_error

    asyncio.run(run())


@pytest.mark.parametrize("mode", MODES)
def test_run_61_the_python_client_lists_through_the_shim(tmp_path: Path, mode: Mode) -> None:
    (tmp_path / "specs.json").write_text(json.dumps([{"name": "search_docs", "inputSchema": SCHEMA}]))
    environment = {
        "AGENTA_AGENT_TOOLS_RELAY_DIR": str(tmp_path),
        "AGENTA_AGENT_TOOLS_PUBLIC_SPECS_FILE": str(tmp_path / "specs.json"),
    }
    shim = StdioServerParameters(command="node", args=[str(DIST / "stdio-shim.js")], env=environment)

    async def run() -> None:
        async with Client(shim, mode=mode) as client:
            assert [tool.name for tool in (await client.list_tools()).tools] == ["search_docs"]

    asyncio.run(run())
