"""The peer of QUAL-5: a permission ladder as one writes it by hand, plain Python over the document.

It knows the steps that the benchmark's calls reach: servers, filters, tables, author rules with
globs and prefixes, the default mode, and that an author's ask or deny is a floor.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Any

STRICTNESS = {"allow": 0, "ask": 1, "deny": 2}


def matches(pattern: str, name: str, args: dict[str, Any]) -> bool:
    if pattern.endswith(":*)"):
        tool, prefix = pattern[:-3].split("(", 1)
        return tool == name and str(args.get("command", "")).startswith(prefix)
    if "*" in pattern:
        return fnmatchcase(name, pattern)
    return pattern == name or name.startswith(pattern + "__")


def decide(agent: dict[str, Any], call: dict[str, Any]) -> tuple[str, str]:
    """(permission, step)"""
    server, tool, args = call.get("server"), call["tool"], call.get("args") or {}
    permissions = agent["runner"]["permissions"]
    name = tool if server is None else f"mcp__{server}__{tool}"
    strictest = None
    for rule in permissions["rules"]:
        if matches(rule["pattern"], name, args):
            permission = rule["permission"]
            if strictest is None or STRICTNESS[permission] > STRICTNESS[strictest]:
                strictest = permission
    permission, step = ladder(agent, server, tool, strictest, permissions["default"], call.get("read_only") is True)
    if strictest is not None and STRICTNESS[strictest] > STRICTNESS[permission]:
        return strictest, "rule"
    return permission, step


def ladder(
    agent: dict[str, Any], server: str | None, tool: str, rule: str | None, default: str, read_only: bool
) -> tuple[str, str]:
    if server is not None:
        entry = next((entry for entry in agent["mcps"] if entry["name"] == server), None)
        if entry is None:
            return "deny", "unknown_server"
        policy = entry.get("policy") or {}
        tools = policy.get("tools") or {}
        if tools.get("mode") == "include" and tool not in tools["names"]:
            return "deny", "filter"
        table = policy.get("tool_permissions") or {}
        if table or policy.get("new_tool_permission") is not None:
            if tool in table:
                return table[tool], "tool_permission"
            if policy.get("new_tool_permission") is not None:
                return policy["new_tool_permission"], "new_tool_permission"
            return "ask", "new_tool_floor"
        if policy.get("permission") is not None:
            return policy["permission"], "server_permission"
    if rule is not None:
        return rule, "rule"
    if default == "allow_reads":
        return ("allow", "read_only") if read_only else ("ask", "default")
    return default, "default"
