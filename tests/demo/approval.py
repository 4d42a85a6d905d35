"""The scene on approvals: one is for one call."""

from __future__ import annotations

import json
from typing import Any

import callgate
from stage import COLOURS, WIDTH, clipped, expect, paint, paragraph

COLOUR_OF = {**COLOURS, "pending": COLOURS["ask"]}


def approval(agent: dict[str, Any]) -> None:
    gate = callgate.Gate(agent)
    ledger = callgate.Ledger()
    refund = {"charge": "ch_81", "amount": 4200}
    name = callgate.tool_name("payments", "create_refund")

    def judged(gate: callgate.Gate, what: str, args: dict[str, Any], right: str) -> callgate.Verdict:
        verdict = gate.judge({"server": "payments", "tool": "create_refund", "args": args}, ledger)
        expect(f"{what} {args}", verdict.kind, right)
        line(what, f"{paint(f'{verdict.kind:<8}', COLOUR_OF[verdict.kind])} {json.dumps(args)}")
        return verdict

    def approved(what: str) -> None:
        expect("the answer was stored", ledger.record(name, refund, "allow"), True)
        line(what, f'ledger.record("{name}", …, "allow")')

    pending = judged(gate, "the model calls create_refund", refund, "pending")
    print(paragraph(pending.decision.explanation + "; its key is"))
    print(f"   {clipped(str(pending.key), WIDTH - 3)}\n")
    expect("the key", pending.key, callgate.call_key(name, refund))

    approved("a person approves it")
    judged(gate, "a call of another amount", {**refund, "amount": 42_000}, "pending")
    turned = dict(reversed(refund.items()))
    run = judged(gate, "the approved call, keys turned round", turned, "allow")
    expect("what is to be run", run.arguments, refund)
    judged(gate, "the same call once more", refund, "pending")

    print()
    approved("a person approves that one, too")
    policy = agent["mcps"][2]["policy"]
    stricter = callgate.set_tool_permission(policy, "create_refund", "deny").policy
    servers = [{**server, "policy": stricter} if server["name"] == "payments" else server for server in agent["mcps"]]
    line("then the policy turns to deny", 'set_tool_permission(policy, "create_refund", "deny")')
    denied = judged(callgate.Gate({**agent, "mcps": servers}), "the call that was approved", refund, "deny")
    print(paragraph(denied.decision.explanation + "; a stored approval opens only what waits for a person"))


def line(what: str, told: str) -> None:
    print(f"   {what:<37} {told}")
