"""The server `agentteams_runner`: how it is installed, launched, rendered, and checked where it lives.

This file and the server are pinned: `SHA256` is the hash of the server, `_pins.py` holds that of this file. After a
change of either, `make pin` writes both anew.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from callgate import _native
from callgate._documents import Document
from callgate._errors import CallgateError, InvalidDocument
from callgate.agentteams import _files, _pins, write_policy
from callgate.agentteams._core import CONSTANTS, QUEUE

__all__ = [
    "MANAGED_MCP_FILES",
    "PROTECTED_PATH",
    "PYTHON_FLAGS",
    "QUEUE_FOLDERS",
    "READ_SECRETS_CLAUDE_DENY",
    "REQUIRED_CLAUDE_DENY",
    "SERVER_NAME",
    "SHA256",
    "SHADOW_FILES",
    "SYSTEM_PYTHONS",
    "TOOLS",
    "ShadowFile",
    "claude_block",
    "goose_extension",
    "install_files",
    "interpreter",
    "launch_args",
    "pin_problems",
    "render_agent",
    "server_content",
    "tool_names",
    "wiring_problems",
]

SHA256: Final = "825e7837ee9e3d478ee1b01aa234d39c2bea08a622b034f9c74672d14c4ad144"
"""The hash of the shipped server."""

SERVER_NAME: Final[str] = CONSTANTS["server_name"]
TOOLS: Final[tuple[str, ...]] = tuple(CONSTANTS["tools"])
PROTECTED_PATH: Final[str] = CONSTANTS["protected_path"]
"""Where the server is installed, below the project's root."""
PYTHON_FLAGS: Final[tuple[str, ...]] = tuple(CONSTANTS["python_flags"])
REQUIRED_CLAUDE_DENY: Final[tuple[str, ...]] = tuple(CONSTANTS["required_claude_deny"])
"""The rules that keep a session from writing the control plane and the queue."""
READ_SECRETS_CLAUDE_DENY: Final[tuple[str, ...]] = tuple(CONSTANTS["read_secrets_claude_deny"])
"""The rules that keep native read tools from secrets, where granted agents have such tools."""
QUEUE_FOLDERS: Final = ("mcp-requests", "acks", "results")
"""The folders of the queue that the server uses."""
SYSTEM_PYTHONS: tuple[str, ...] = (
    "/usr/bin/python3",
    "/bin/python3",
    "/usr/local/bin/python3",
    "/opt/homebrew/bin/python3",
)
"""Where a system-wide interpreter may be, the first that is there is taken."""
MANAGED_MCP_FILES: tuple[str, ...] = (
    "/etc/claude-code/managed-mcp.json",
    "/Library/Application Support/ClaudeCode/managed-mcp.json",
)
"""An administrator's files that take exclusive control of servers."""


@dataclass(frozen=True)
class ShadowFile:
    """A file that could define or override a server of that name.

    `where` is the project, the user's home, the folder of Claude Code's own files (`CLAUDE_CONFIG_DIR`), that of
    Goose's, or the system; `path` lies below it.
    """

    where: Literal["project", "home", "claude", "goose", "system"]
    path: str
    kind: Literal["mcp", "settings", "user", "goose"]


SHADOW_FILES: tuple[ShadowFile, ...] = (
    ShadowFile("project", ".mcp.json", "mcp"),
    ShadowFile("project", ".claude/settings.json", "settings"),
    ShadowFile("project", ".claude/settings.local.json", "settings"),
    ShadowFile("home", ".claude.json", "user"),
    ShadowFile("home", ".claude/settings.json", "settings"),
    ShadowFile("claude", ".claude.json", "user"),
    ShadowFile("claude", "settings.json", "settings"),
    ShadowFile("goose", "config.yaml", "goose"),
    ShadowFile("system", "/etc/claude-code/managed-settings.json", "settings"),
)

_SERVER = Path(__file__).with_name("data") / "agentteams-runner-mcp.py"


def server_content() -> str:
    """The source of the shipped server. Raises `CallgateError` for a packaged copy with another hash."""
    data = _SERVER.read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise CallgateError("the packaged server was altered: its hash is not the pinned one", "altered_server")
    return data.decode()


def install_files(manifest: Document) -> list[tuple[str, str]]:
    """The server's install, as (path, content) relative to the agents' folder; empty when nobody is granted.

    Raises `CallgateError` for a packaged copy with another hash, `InvalidDocument` for a manifest with errors.
    """
    # Whether the framework can enforce the policy is for `resolve` and the wiring checks to say.
    policy = write_policy.resolve("claude", manifest)
    if not policy.granted:
        return []
    return [(f"../../{PROTECTED_PATH}", server_content())]


def interpreter() -> str:
    """The interpreter that agents launch the server with: system-wide, never found by PATH or below a home."""
    for python in SYSTEM_PYTHONS:
        real = os.path.realpath(python)
        if os.path.isfile(real) and os.access(real, os.X_OK) and not _is_in_a_home(real):
            return python
    raise CallgateError(f"no system-wide python3 is there: looked for {', '.join(SYSTEM_PYTHONS)}", "no_interpreter")


def interpreter_or_first() -> str:
    """The interpreter, or the first place to look for one where there is none: for checks, which say so."""
    try:
        return interpreter()
    except CallgateError:
        return SYSTEM_PYTHONS[0]


def _is_in_a_home(path: str) -> bool:
    homes = {"/home", "/Users", "/root", os.path.realpath(os.path.expanduser("~"))} - {"/"}
    return any(path.startswith(home.rstrip("/") + "/") for home in homes)


def _launch(agent: str, tools: Iterable[str], approval: str, python: str) -> Any:
    return json.loads(_native.teams_launch(agent, list(tools), approval, python))


def launch_args(agent: str, tools: Iterable[str], approval: str = "staged") -> list[str]:
    """The arguments of one agent's instance, for the interpreter in the project's root; tools in their order.

    Raises `InvalidArgument` for a name that is no slug, an unknown tool or approval, or no tools.
    """
    args: list[str] = _launch(agent, tools, approval, "")["args"]
    return args


def tool_names(tools: Iterable[str]) -> list[str]:
    """The names by which Claude Code knows the tools."""
    names: list[str] = _launch("agent", tools, "staged", "")["tool_names"]
    return names


def claude_block(agent: str, tools: Iterable[str], approval: str, python: str) -> str:
    """The inline `mcpServers:` block of a Claude sub-agent's front matter (HARN-35)."""
    block: str = _launch(agent, tools, approval, python)["claude_block"]
    return block


def goose_extension(agent: str, tools: Iterable[str], approval: str, python: str) -> dict[str, Any]:
    """The stdio extension of a Goose recipe with exactly these tools, never none (HARN-30)."""
    extension: dict[str, Any] = _launch(agent, tools, approval, python)["goose_extension"]
    return extension


def render_agent(manifest: Document, file: str, python: str | None = None) -> str:
    """An agent's file that exists, rendered (TEAM-3): the same bytes for agents without a grant.

    Raises `InvalidDocument` for a manifest with errors, `InvalidArgument` for a file without readable front matter.
    """
    if python is None:
        granted = write_policy.resolve("claude", manifest).granted
        python = interpreter() if granted else SYSTEM_PYTHONS[0]
    return _native.teams_render_agent(manifest, file, python)


def pin_problems() -> list[str]:
    """What is wrong with the package's own pinned files."""
    problems = []
    try:
        server_content()
    except (CallgateError, OSError):
        problems.append("the packaged server is not the pinned one: install the package again")
    if hashlib.sha256(Path(__file__).read_bytes()).hexdigest() != _pins.RUNNER_MCP:
        problems.append("`runner_mcp.py` of the package is not the pinned one: install the package again")
    return problems


def wiring_problems(
    root: str | os.PathLike[str],
    framework: str,
    manifest: Document,
    *,
    home: str | os.PathLike[str] | None = None,
) -> list[str]:
    """One sentence for each problem of a live installation; none means well wired (TEAM-120)."""
    base = Path(root)
    try:
        python: str | None = interpreter()
    except CallgateError:
        python = None
    folders = [QUEUE, *(f"{QUEUE}/{name}" for name in QUEUE_FOLDERS)]
    facts = {
        "server": _files.look(base, PROTECTED_PATH),
        "expected_sha256": SHA256,
        "interpreter": python,
        "pins": pin_problems(),
        "agents": list(_files.agent_files(base)),
        "shadows": list(_shadows(base, Path.home() if home is None else Path(home))),
        "managed": [path for path in MANAGED_MCP_FILES if os.path.lexists(path)],
        "queue": [_files.look(base, folder) for folder in folders],
    }
    try:
        problems: list[str] = json.loads(_native.teams_wiring_problems(manifest, framework, json.dumps(facts)))
    except InvalidDocument as error:
        return [f"the manifest: {each.pointer or '/'}: {each.message}" for each in error.diagnostics]
    return problems


def _shadows(root: Path, home: Path) -> Iterator[dict[str, str]]:
    """The shadow files that are there, each once."""
    claude, config = os.environ.get("CLAUDE_CONFIG_DIR"), os.environ.get("XDG_CONFIG_HOME")
    places = {
        "project": root,
        "home": home,
        "claude": Path(claude) if claude else None,
        "goose": (Path(config) if config else home / ".config") / "goose",
        "system": Path("/"),
    }
    seen = set()
    for shadow in SHADOW_FILES:
        place = places[shadow.where]
        if place is None or (path := place / shadow.path) in seen:
            continue
        seen.add(path)
        shown = shadow.path if shadow.where in ("project", "system") else f"{_SHOWN[shadow.where]}/{shadow.path}"
        found = {"path": shown, "kind": shadow.kind}
        try:
            text = _files.read(path, follow=shadow.where != "project")
        except _files.Unreadable as problem:
            yield {**found, "problem": str(problem)}
        else:
            if text is not None:
                yield {**found, "content": text}


_SHOWN: Final = {"home": "~", "claude": "$CLAUDE_CONFIG_DIR", "goose": "goose"}
