"""The peer of QUAL-7: Claude Code's settings as one renders them by hand, plain Python over the document.

It knows what the benchmark's documents hold: servers with a permission, a table, a filter or nothing,
rules about built-in tools, gateway and client tools, and the default mode. It trusts every name.
"""

from __future__ import annotations

import json
from typing import Any

STRICTNESS = {"allow": 0, "ask": 1, "deny": 2}


def render(agent: dict[str, Any]) -> tuple[str, list[str]]:
    """(the file's content, the tools not to offer)"""
    own = (agent.get("harness") or {}).get("permissions") or {}
    # Dicts keep the order, and each rule once.
    lists: dict[str, dict[str, None]] = {key: dict.fromkeys(own.get(key) or ()) for key in ("allow", "deny", "ask")}
    withheld: list[str] = []
    permissions = agent["runner"]["permissions"]
    for rule in permissions["rules"]:
        if rule["permission"] != "allow":
            lists[rule["permission"]][rule["pattern"]] = None
    for server in agent["mcps"]:
        add_server(server, lists, withheld)
    for tool in agent["tools"]:
        permission, is_written = decide_tool(tool, permissions["default"])
        if permission == "deny":
            withheld.append(tool["name"])
        elif tool["kind"] == "client":
            permission = "allow"
        elif permission == "ask" and not is_written:
            continue
        lists[permission][f"mcp__agenta-tools__{tool['name']}"] = None
    out: dict[str, Any] = {"defaultMode": own["default_mode"]} if "default_mode" in own else {}
    out.update((key, list(rules)) for key, rules in lists.items() if rules)
    return json.dumps({"permissions": out}, indent=2), withheld


def add_server(server: dict[str, Any], lists: dict[str, dict[str, None]], withheld: list[str]) -> None:
    policy = server.get("policy") or {}
    table = policy.get("tool_permissions") or {}
    permission, others = policy.get("permission"), policy.get("new_tool_permission")
    tools = policy.get("tools") or {}
    shown = set(tools["names"]) if tools.get("mode") == "include" else None
    if table or others is not None:
        unnamed = others or "ask"
    else:
        unnamed = permission
    rest = "deny" if shown is not None else unnamed
    if rest is None:
        return
    prefix = f"mcp__{server['name']}"
    named = dict.fromkeys(tools.get("names") or ())
    named.update(dict.fromkeys(table))
    says = {tool: table.get(tool) or unnamed for tool in named}
    for tool, decided in says.items():
        if decided == "deny":
            withheld.append(f"{prefix}__{tool}")
    if all(STRICTNESS[decided] >= STRICTNESS[rest] for decided in says.values() if decided):
        lists[rest][prefix] = None
        says = {tool: decided for tool, decided in says.items() if decided != rest}
    for tool, decided in says.items():
        if decided:
            lists[decided][f"{prefix}__{tool}"] = None


def decide_tool(tool: dict[str, Any], default: str) -> tuple[str, bool]:
    """(permission, whether somebody wrote it)"""
    if tool.get("permission") is not None:
        return tool["permission"], True
    if default != "allow_reads":
        return default, False
    return ("allow" if tool.get("readOnly") is True else "ask"), False


RULES = [
    {"pattern": "Bash(npm run:*)", "permission": "allow"},
    {"pattern": "Bash(git push:*)", "permission": "deny"},
    {"pattern": "Bash(rm:*)", "permission": "ask"},
]


def agent_with(servers: int = 0, tools: int = 0) -> dict[str, Any]:
    """An agent with so many servers of 20 tools each, and so many tools of its own."""
    return {
        "mcps": [server(number) for number in range(servers)],
        "tools": [tool(number) for number in range(tools)],
        "runner": {"permissions": {"default": "allow_reads", "rules": RULES}},
        "harness": {
            "kind": "claude",
            "permissions": {"default_mode": "default", "allow": ["Grep", "Read(./docs/**)"], "deny": ["WebFetch"]},
        },
    }


def server(number: int) -> dict[str, Any]:
    names = [f"tool_number_{tool}_of_{number}" for tool in range(20)]
    mixed = dict(zip(names, ("allow", "ask", "deny", "allow") * 5, strict=True))
    strict = dict(zip(names, ("ask", "deny") * 10, strict=True))
    policy: dict[str, Any] = [
        {"tool_permissions": mixed, "new_tool_permission": "ask"},
        {"tools": {"mode": "include", "names": names}, "tool_permissions": mixed},
        {"permission": "ask", "tool_permissions": strict, "new_tool_permission": "ask"},
        {"tools": {"mode": "include", "names": names}, "permission": "allow"},
    ][number % 4]
    connection = {"type": "gateway", "namespace": "custom", "slug": f"service-{number}"}
    return {"name": f"service-{number}", "connection": connection, "policy": policy}


def tool(number: int) -> dict[str, Any]:
    permission = (None, "allow", "ask", "deny", None)[number % 5]
    return {
        "name": f"gateway_tool_{number}",
        "kind": "client" if number % 11 == 0 else "callback",
        "description": f"What tool {number} does for a customer.",
        **({} if permission is None else {"permission": permission}),
        **({"readOnly": True} if number % 3 == 0 else {}),
        "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
    }
