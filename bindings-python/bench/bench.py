"""Measures the Python package (QUAL-5, QUAL-6) and prints one JSON row for each figure.

`{"id", "what", "ratio", "target", "detail"}`: the ratio is callgate's time to the peer's, both
measured in this run, in turn; at most the target is what was to be reached. The peers' answers are
compared first. `large.py` measures large inputs.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import ladder
import models
import pydantic
from measure import medians, row

import callgate


def ladder_agent(rules: int) -> dict[str, Any]:
    def connection(slug: str) -> dict[str, str]:
        return {"type": "gateway", "namespace": "custom", "slug": slug}

    patterns = ["mcp__tracker__delete_*", "mcp__files", "Bash(rm:*)", "Write", "mcp__mail__send_mail"]
    patterns += [f"mcp__other{n}__tool_*" for n in range(rules - len(patterns))]
    return {
        "mcps": [
            {"name": "search", "connection": connection("search"),
             "policy": {"permission": "ask", "tool_permissions": {"find": "allow", "drop": "deny"}}},
            {"name": "tracker", "connection": connection("tracker"), "policy": {"permission": "allow"}},
            {"name": "files", "connection": connection("files"),
             "policy": {"tools": {"mode": "include", "names": ["read", "list"]}}},
            {"name": "mail", "connection": connection("mail"), "policy": {"new_tool_permission": "allow"}},
        ],
        "runner": {"permissions": {
            "default": "allow_reads",
            "rules": [{"pattern": pattern, "permission": ("ask", "deny")[n % 2]} for n, pattern in enumerate(patterns)],
        }},
    }  # fmt: skip


NAMES = [
    ("search", "find"), ("search", "drop"), ("search", "new"), ("tracker", "list"), ("tracker", "delete_all"),
    ("files", "read"), ("files", "write"), ("mail", "send_mail"), ("mail", "list"), ("nowhere", "tool"),
]  # fmt: skip


def decide_rows() -> None:
    calls: list[dict[str, Any]] = [{"server": server, "tool": tool} for server, tool in NAMES]
    for rules in (5, 50):
        agent = ladder_agent(rules)
        gate = callgate.Gate(agent)
        for call in [*calls, {"tool": "Write"}, {"tool": "Bash", "args": {"command": "rm -r x"}}, {"tool": "Read"}]:
            decision = gate.decide(call)
            peer = ladder.decide(agent, call)
            assert (decision.permission, decision.reason.step) == peer, (call, decision, peer)
        decide, by_hand = gate.decide, ladder.decide

        def with_gate(decide: Any = decide) -> None:
            for call in calls:
                decide(call).permission  # noqa: B018

        def with_ladder(by_hand: Any = by_hand, agent: Any = agent) -> None:
            for call in calls:
                by_hand(agent, call)[0]

        ours, peer_time = (seconds / len(calls) * 1e9 for seconds in medians([with_gate, with_ladder]))
        row(
            "QUAL-5", f"Python `gate.decide` against a hand-written ladder with {rules} rules", ours / peer_time, 0.15,
            f"{ours:.0f} ns against {peer_time:.0f} ns",
        )  # fmt: skip


def server(number: int) -> dict[str, Any]:
    if number % 2:
        connection: dict[str, Any] = {"type": "gateway", "namespace": "custom", "slug": f"internal-service-{number}"}
    else:
        connection = {
            "type": "http", "url": f"https://mcp.example.com/service/{number}", "headers": {"x-team": "support"},
            "credentials": {"type": "header_secret_refs", "headers": {"authorization": f"service-{number}-token"}},
        }  # fmt: skip
    tools = [f"tool_number_{tool}_of_{number}" for tool in range(6)]
    return {
        "name": f"service-{number}",
        "connection": connection,
        "policy": {
            "tools": {"mode": "include", "names": tools},
            "permission": "ask",
            "tool_permissions": dict(zip(tools, ("allow", "ask", "deny") * 2, strict=True)),
            "new_tool_permission": "ask",
        },
    }


def broken(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    agent = {"mcps": [server(0), server(1)]}
    change(agent)
    return agent


BROKEN: list[Callable[[dict[str, Any]], object]] = [
    lambda agent: agent["mcps"][0].update(name="two words"),
    lambda agent: agent["mcps"][0].update(name="service-0\n"),
    lambda agent: agent["mcps"][0].update(name="agenta-tools"),
    lambda agent: agent["mcps"][0].update(name="service-1"),
    lambda agent: agent["mcps"][0].update(extra=1),
    lambda agent: agent["mcps"][0]["connection"].update(url="ftp://x"),
    lambda agent: agent["mcps"][0]["connection"].update(headers={"a b": "c"}),
    lambda agent: agent["mcps"][0]["connection"].update(headers={"Authorization": "c"}),
    lambda agent: agent["mcps"][1]["connection"].update(provider="x"),
    lambda agent: agent["mcps"][1]["connection"].pop("slug"),
    lambda agent: agent["mcps"][1]["policy"].update(permission="Allow"),
    lambda agent: agent["mcps"][1]["policy"]["tool_permissions"].update(hidden="allow"),
    lambda agent: agent["mcps"][1]["policy"]["tools"].update(names=[]),
]


def pydantic_takes(agent: Any) -> bool:
    try:
        models.Agent.model_validate(agent)
    except pydantic.ValidationError:
        return False
    return True


def validate_rows() -> None:
    agent = {"mcps": [server(number) for number in range(1000)]}
    text = json.dumps(agent)
    for document in [agent, *map(broken, BROKEN)]:
        verdicts = (callgate.validate(document).ok, callgate.validate(json.dumps(document)).ok, pydantic_takes(document))
        assert len(set(verdicts)) == 1, (document["mcps"][0], verdicts)
    before = copy.deepcopy(agent)
    ours, peer = medians([lambda: callgate.validate(text), lambda: models.Agent.model_validate(json.loads(text))], 0.1)
    detail = "{:.2f} ms against {:.2f} ms; {:.0f} kB of text"
    size = len(text) / 1000
    row(
        "QUAL-6", "Python `validate` of 1,000 servers as text, against `json.loads` and pydantic", ours / peer, 0.25,
        detail.format(ours * 1e3, peer * 1e3, size),
    )  # fmt: skip
    ours, peer = medians([lambda: callgate.validate(agent), lambda: models.Agent.model_validate(agent)], 0.1)
    row(
        "QUAL-6", "Python `validate` of the same as dicts, against pydantic", ours / peer, 1.0,
        detail.format(ours * 1e3, peer * 1e3, size),
    )  # fmt: skip
    assert agent == before


if __name__ == "__main__":
    decide_rows()
    validate_rows()
