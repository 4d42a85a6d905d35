"""The editor's operations from Python (EDIT-1 to EDIT-7, EDIT-20)."""

from __future__ import annotations

import pickle
from typing import Any

import callgate
import pytest

POLICY: dict[str, Any] = {
    "tools": {"mode": "include", "names": ["find", "drop"]},
    "permission": "allow",
    "tool_permissions": {"drop": "deny"},
}
CATALOG = [
    {"name": "find", "annotations": {"readOnlyHint": True}},
    {"name": "drop", "annotations": {"readOnlyHint": True}},
]


def agent(policy: dict[str, Any]) -> dict[str, Any]:
    connection = {"type": "gateway", "namespace": "custom", "slug": "search"}
    return {"mcps": [{"name": "search", "connection": connection, "policy": policy}]}


def test_an_edit_gives_the_policy_and_what_it_changes() -> None:
    edit = callgate.set_tool_permission(POLICY, "find", "allow")
    assert edit.policy["tool_permissions"] == {"drop": "deny", "find": "allow"}
    [change] = edit.changes
    assert (change.tool, change.before.permission, change.after.permission) == ("find", "ask", "allow")
    assert change.direction == "looser"
    assert POLICY["tool_permissions"] == {"drop": "deny"}
    assert edit == pickle.loads(pickle.dumps(edit))


def test_every_edit() -> None:
    assert callgate.set_server_permission(POLICY, None).policy.get("permission") is None
    assert callgate.set_new_tool_permission(POLICY, "deny").policy["new_tool_permission"] == "deny"
    narrowed = callgate.set_tool_filter(POLICY, "include", (name for name in ["find"]))
    assert narrowed.dropped == ("drop",)
    assert narrowed.to_dict()["dropped"] == ["drop"]
    assert callgate.set_tool_filter(POLICY, "all").policy.get("tools", {"mode": "all"})["mode"] == "all"
    preset = callgate.ask_for_write_and_delete(POLICY, CATALOG)
    assert preset.policy["tool_permissions"] == {"find": "allow", "drop": "deny"}


def test_text_is_taken_as_everywhere() -> None:
    assert callgate.set_tool_permission("{}", "find", "deny").policy == {"tool_permissions": {"find": "deny"}}


def test_an_edit_that_is_refused_says_why() -> None:
    with pytest.raises(callgate.InvalidEdit) as caught:
        callgate.set_tool_permission(POLICY, "hidden", "allow")
    assert caught.value.code == "tool_hidden"
    assert isinstance(caught.value, ValueError)
    with pytest.raises(callgate.InvalidDocument):
        callgate.set_server_permission({"permission": "maybe"}, "ask")
    with pytest.raises(callgate.InvalidArgument):
        callgate.set_server_permission(POLICY, "always")  # type: ignore[arg-type]
    with pytest.raises(callgate.InvalidArgument, match="not one name"):
        callgate.set_tool_filter(POLICY, "include", "find")


def test_what_a_lone_policy_does_not_know_stands_as_null() -> None:
    edit = callgate.set_server_permission({"permission": "allow"}, None)
    [change] = edit.changes
    assert (change.tool, change.after.permission, change.after.depends) == (None, None, True)
    form = change.to_dict()
    assert form["tool"] is None
    assert form["after"]["permission"] is None
    assert form["after"]["depends"] is True
    assert "depends" not in form["before"]


def test_diff_compares_decisions() -> None:
    before, after = agent({"permission": "ask"}), agent({"permission": "allow"})
    assert callgate.diff(before, before) == []
    [change] = callgate.diff(before, after)
    assert (change.server, change.tool, change.direction) == ("search", None, "looser")
    named = callgate.diff(before, after, {"search": CATALOG})
    assert [each.tool for each in named] == ["find", "drop", None]
    with pytest.raises(callgate.InvalidDocument):
        callgate.diff(before, {"mcps": 3})


def test_a_suggestion_can_be_applied() -> None:
    document = agent({"permission": "ask"})
    call = {"server": "search", "tool": "find"}
    suggestion = callgate.suggest_rule(document, call, "allow")
    assert callgate.Gate(document).decide(call).permission == "ask"
    assert callgate.Gate(suggestion.agent).decide(call).permission == "allow"
    assert [each["op"] for each in suggestion.edit]
    assert [each.tool for each in suggestion.changes] == ["find"]
