"""Rendered settings read back by Python's own parsers, whatever names hold (HARN-5)."""

from __future__ import annotations

import json
from typing import Any

import callgate
import pytest

ODD = [
    'a"b', "it's", "a\nb", "a\r\nb", "a.b.c", "[a](b){c}", "\u0001\u0007\u007f", "\u202eabc\u2066", "a\u200bb",
    "__proto__", "n" * 128, "a\\b\\n", "# a = 1", "é😀", " a b ", "a*", '"]\nx = "y', "'''", '"""', "a\tb", "a\x85\u2028",
]  # fmt: skip


def agent(names: list[str]) -> dict[str, Any]:
    connection = {"type": "gateway", "namespace": "custom", "slug": "s"}
    policy = {"tool_permissions": {**dict.fromkeys(names, "deny"), "plain": "allow"}}
    return {"mcps": [{"name": "s.t", "connection": connection, "policy": policy}]}


@pytest.mark.parametrize("name", ODD)
def test_harn_5_claude_code_gets_json(name: str) -> None:
    (file,) = callgate.render_harness(agent([name]), "claude").files
    permissions = json.loads(file.content)["permissions"]
    rendered = callgate.tool_name("s.t", name)
    assert permissions == {"allow": ["mcp__s_t__plain"], "deny": [rendered]}
    assert file.content.isascii()


def test_harn_5_codex_gets_toml_with_the_names_as_they_are() -> None:
    tomllib = pytest.importorskip("tomllib", reason="Python has a TOML parser since 3.11")
    transports = {"s.t": {"url": 'https://x.example.com/"\\', "headers": {'X-"\n': "TOKEN_é"}}}
    (file,) = callgate.render_harness(agent(ODD), "codex", codex_transports=transports).files
    entry = tomllib.loads(file.content)["mcp_servers"]["s.t"]
    assert entry["url"] == transports["s.t"]["url"]
    assert entry["env_http_headers"] == transports["s.t"]["headers"]
    assert entry["disabled_tools"] == ODD
    assert entry["tools"] == {"plain": {"approval_mode": "approve"}}
    allowed = agent(["plain"])
    allowed["mcps"][0]["policy"]["tool_permissions"] = dict.fromkeys(ODD, "allow")
    (file,) = callgate.render_harness(allowed, "codex", codex_transports=transports).files
    assert list(tomllib.loads(file.content)["mcp_servers"]["s.t"]["tools"]) == ODD


def test_harn_25_pi_gets_raw_names() -> None:
    rendered = callgate.render_harness(agent(ODD), "pi", pi_mcp=True)
    assert json.loads(json.dumps(rendered.tool_exposure)) == {"s.t": {"toolExposure": dict.fromkeys(ODD, "hidden")}}


def test_harn_1_coverage_is_the_same_however_often_it_is_asked_for() -> None:
    one, other = (callgate.render_harness(agent(ODD[:3]), "claude") for _ in range(2))
    assert one == other
    assert one.coverage is one.coverage and one.coverage is not None
    assert one == other and len(one.coverage) == 5
    assert one != callgate.render_harness(agent(ODD[:3]), "claude", coverage=False)
    assert one.to_dict()["coverage"][-1] == {"server": "s.t", "gate": "ask", "harness": "ask", "fit": "left to the gate"}
    assert "coverage=(" in repr(one)
