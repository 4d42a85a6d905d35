"""The shared cases of AgentTeams through the Python API, and the paths through the server file too (TEAM-20)."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import callgate
import pytest
from callgate import _native
from callgate.agentteams import proposal_policy, runner_mcp, write_policy

sys.path.insert(0, str(Path(__file__).parent))

import server_file
import vectors

FOLDER = vectors.FOLDER / "teams"


def _cases() -> list[Any]:
    found = []
    for path in sorted(FOLDER.glob("*.json")):
        for case in json.loads(path.read_bytes())["cases"]:
            found.append(pytest.param(case, id=f"{path.stem}: {case['name']}"))
    return found


CASES = _cases()


def _document(value: Any) -> Any:
    """Text where the case has text, and the JSON text of everything else."""
    match value:
        case {"$text": str() as text}:
            return text
        case {"$hex": str() as digits}:
            return bytes.fromhex(digits)
        case {"$repeat": [piece, count, tail]}:
            return piece * count + tail
    return json.dumps(value)


def _plain(value: Any) -> Any:
    """The JSON form of a result: what is absent has no key."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {each.name: _plain(getattr(value, each.name)) for each in dataclasses.fields(value)}
        return {name: each for name, each in fields.items() if each is not None and each != []}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return {name: _plain(each) for name, each in value.items()} if isinstance(value, dict) else value


def _facts(kind: Any, given: dict[str, Any]) -> Any:
    made = dict(given)
    for name, part in (("dispatch", proposal_policy.Dispatch), ("staged", proposal_policy.Staged)):
        if made.get(name) is not None:
            made[name] = part(**made[name])
    if made.get("grant") is not None:
        grant = made["grant"]
        made["grant"] = proposal_policy.GrantFact(grant.get("scopes"), grant.get("problem"))
    return kind(**made)


def _run(op: str, given: dict[str, Any]) -> Any:
    manifest = _document(given["manifest"]) if "manifest" in given else None
    match op:
        case "team_path":
            path = given["path"] if isinstance(given["path"], str) else _document(given["path"])
            return proposal_policy.check_path(path, write=given["write"])
        case "team_scope":
            return proposal_policy.in_scope(given["scope"], given["path"])
        case "team_manifest":
            return write_policy.validate_manifest(manifest or "").to_dict()
        case "team_decide":
            if given["facts"]["now"] < 0:
                return json.loads(_native.teams_decide_request(manifest or "", "{}", json.dumps(given["facts"])))
            facts = _facts(proposal_policy.RequestFacts, given["facts"])
            return proposal_policy.check_request(manifest or "", _document(given["request"]), facts)
        case "team_approval":
            facts = _facts(proposal_policy.ApprovalFacts, given["facts"])
            return proposal_policy.check_approval(manifest or "", _document(given["record"]), facts)
        case "team_render":
            return runner_mcp.render_agent(manifest or "", given["content"], given["python"])
        case "team_launch":
            agent, tools, approval, python = (given[name] for name in ("agent", "tools", "approval", "python"))
            return {
                "args": runner_mcp.launch_args(agent, tools, approval),
                "tool_names": runner_mcp.tool_names(tools),
                "claude_block": runner_mcp.claude_block(agent, tools, approval, python),
                "goose_extension": runner_mcp.goose_extension(agent, tools, approval, python),
            }
        case "team_resolve":
            return write_policy.resolve(given["framework"], manifest or "")
        case "team_audit":
            return json.loads(_native.teams_audit(manifest or "", json.dumps(given["files"]), given["python"]))
        case "team_wiring":
            facts = json.dumps(given["facts"])
            return json.loads(_native.teams_wiring_problems(manifest or "", given["framework"], facts))
    raise AssertionError(f"no operation `{op}` is known")


@pytest.mark.parametrize("case", CASES)
def test_case(case: dict[str, Any]) -> None:
    try:
        result = _plain(_run(case["op"], case["in"]))
    except callgate.CallgateError as error:
        result = {"error": error.code, "message": str(error)}
    assert vectors.mismatch(_without_empty(case["expect"]), result) is None


def _without_empty(expected: Any) -> Any:
    """Results leave out what is empty, except where a whole list was asked for."""
    if isinstance(expected, dict) and "run" in expected:
        run = {name: each for name, each in expected["run"].items() if each != []}
        return {**expected, "run": run}
    return expected


PATHS = [case for case in CASES if case.values[0]["op"] == "team_path"]


@pytest.mark.parametrize("case", PATHS)
def test_the_server_file_has_the_same_path_rules(case: dict[str, Any]) -> None:
    """TEAM-20"""
    given, expected = case["in"], case["expect"]
    path = given["path"] if isinstance(given["path"], str) else _document(given["path"])
    server = server_file.load()
    try:
        found = {"ok": True, "path": "/".join(server.check_path(path, given["write"]))}
    except server.Refused as refused:
        found = {"ok": False, "code": refused.code}
        assert str(refused.sentence).isprintable()
    assert found == expected


def test_team_20_half_characters_are_refused_by_both() -> None:
    for path in ("docs/\ud800", "\udc80"):
        assert proposal_policy.check_path(path, write=False).code == "path.characters"
        with pytest.raises(server_file.load().Refused, match="no well-formed text"):
            server_file.load().check_path(path)


def test_team_20_every_character_is_judged_alike() -> None:
    """Both copies of the rules, over every character there is."""
    server = server_file.load()
    for number in [*range(0x3000), *range(0xFE00, 0x10000), 0x1F600, 0xE0001]:
        path = f"a{chr(number)}b"
        try:
            server.check_path(path)
            code = None
        except server.Refused as refused:
            code = refused.code
        assert proposal_policy.check_path(path, write=False).code == code, hex(number)


def test_team_20_made_up_paths_are_judged_alike() -> None:
    """Both copies of the rules, over combinations of what has a meaning to one of them."""
    server = server_file.load()
    random = Random(20)
    pieces = [
        "/", "/", ".", "..", "a", "A", " ", ".git", "GIT", ".env", "env.", "Credentials", "id_rsa", ".pem", ".KEY",
        "\u017f",
        "\u212a", "\u0130", "\ufb01", "\u200d", "\\", "\x00", "claude.md", "AGENTS", ".md", ".mcp", ".json", "-queue",
        ".agentteams", ".ssh", "\xe9", "\U0001f600", "x" * 250,
    ]  # fmt: skip
    codes = set()
    for _ in range(30_000):
        path = "".join(random.choices(pieces, k=random.randint(0, 7)))
        write = random.random() < 0.5
        decision = proposal_policy.check_path(path, write=write)
        found: tuple[str | None, str | None]
        try:
            found = (None, "/".join(server.check_path(path, write)))
        except server.Refused as refused:
            found = (refused.code, None)
        assert (decision.code, decision.path) == found, path
        codes.add(decision.code)
    assert len(codes) == 8
