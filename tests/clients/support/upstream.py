"""A server of the official Python SDK; says its address, and then each call that it ran, on standard output."""

from __future__ import annotations

import json
import socket
import sys

import uvicorn
from mcp.server.mcpserver import Context, MCPServer

JSON_ANSWERS = sys.argv[1] == "json"
server = MCPServer("upstream", log_level="WARNING")


def ran(tool: str, q: str) -> str:
    print(json.dumps({"ran": f"{tool} {q}"}), flush=True)
    return f"{tool} found {q}"


@server.tool()
async def docs_find(q: str, context: Context) -> str:
    """Finds."""
    await context.report_progress(1, 2, "half way")
    return ran("docs_find", q)


@server.tool()
def docs_write(q: str) -> str:
    """Writes."""
    return ran("docs_write", q)


@server.tool()
def docs_drop(q: str) -> str:
    """Drops."""
    return ran("docs_drop", q)


@server.tool()
def docs_hidden(q: str) -> str:
    """Is hidden."""
    return ran("docs_hidden", q)


def main() -> None:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    # From here on nobody is refused: who comes before the server runs waits.
    listening.listen()
    app = server.streamable_http_app(json_response=JSON_ANSWERS, stateless_http=JSON_ANSWERS)
    print(json.dumps({"url": f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"}), flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run([listening])


main()
