"""The question of the missing tool from Python (EDIT-30)."""

from __future__ import annotations

import pickle
from typing import Any

import callgate
import pytest

AGENT: dict[str, Any] = {
    "mcps": [
        {
            "name": "search",
            "connection": {"type": "gateway", "namespace": "custom", "slug": "search"},
            "policy": {"tools": {"mode": "include", "names": ["find"]}, "tool_permissions": {"find": "allow"}},
        }
    ]
}


def test_edit_30_the_answer_has_attributes_and_the_json_form() -> None:
    why = callgate.why(AGENT, "search", "drop", [{"name": "find"}, {"name": "drop"}])
    assert (why.server, why.tool, why.status, why.advertised) == ("search", "drop", "hidden", True)
    assert (why.decision.permission, why.decision.reason.step) == ("deny", "filter")
    assert list(why.harnesses) == ["claude", "codex", "pi"]
    codex = why.harnesses["codex"]
    assert (codex.name, codex.alone, codex.status) == ("mcp__search__drop", "ask", "refused")
    assert why.to_dict()["harnesses"]["codex"] == codex.to_dict()
    assert why.to_dict()["decision"] == why.decision.to_dict()
    assert why == pickle.loads(pickle.dumps(why))
    assert "None" not in repr(why)


def test_edit_30_what_is_absent_has_no_key_and_what_is_not_known_is_null() -> None:
    why = callgate.why(AGENT, "search", "find")
    assert (why.advertised, why.nearest, why.read_only, why.arguments) == (None, None, None, None)
    form = why.to_dict()
    assert form.keys() == {"server", "tool", "status", "advertised", "decision", "explanation", "harnesses"}
    assert form["advertised"] is None
    reads = callgate.why({"mcps": [{"name": "s"}]}, "s", "t")
    assert (reads.decision.permission, reads.read_only) == ("ask", "allow")
    assert reads.to_dict()["readOnly"] == "allow"
    unknown = callgate.why(AGENT, "serch", "find")
    assert (unknown.status, unknown.nearest, unknown.harnesses["pi"].alone) == ("unknown_server", "search", None)
    assert "alone" not in unknown.to_dict()["harnesses"]["pi"]


def test_edit_30_what_is_no_document_or_catalog_raises() -> None:
    with pytest.raises(callgate.InvalidDocument):
        callgate.why({"mcp": []}, "s", "t")
    with pytest.raises(callgate.InvalidArgument, match="the catalog"):
        callgate.why(AGENT, "search", "find", "{")
    with pytest.raises(callgate.InvalidArgument, match="must be named"):
        callgate.why(AGENT, "", "find")
