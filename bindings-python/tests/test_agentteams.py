"""`callgate.agentteams` around the core: pins, installation, rendering, audit and wiring of a live project."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import callgate
import pytest
from callgate.agentteams import _files, _pins, audit, proposal_policy, runner_mcp, write_policy

MANIFEST: dict[str, Any] = {
    "framework": "claude",
    "write_policy": "orchestrator-only",
    "orchestrator": "orchestrator",
    "agents": {"docs-writer": {"write_scopes": ["docs/**"], "read_tools": ["Read"]}, "reviewer": {}},
    "mcp_grants": {"docs-writer": {"tools": ["write_file", "read_file_hashed"], "approval": "staged"}},
}
UNGRANTED = {**MANIFEST, "mcp_grants": {}}
AGENTS = {
    "orchestrator": "---\nname: orchestrator\ndescription: Leads\n---\nYou lead.\n",
    "docs-writer": "---\nname: docs-writer\ndescription: Writes\ntools: Read, Write, Bash\n---\nYou write.\n",
    "reviewer": "---\nname: reviewer\ndescription: 'Reads'   \ntools: Read\n---\n\tYou review.\r\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A team as `install` and `render` leave it."""
    root = tmp_path / "project"
    agents = root / ".claude" / "agents"
    agents.mkdir(parents=True)
    for name, text in AGENTS.items():
        (agents / f"{name}.md").write_bytes(runner_mcp.render_agent(MANIFEST, text).encode())
    for path, content in runner_mcp.install_files(MANIFEST):
        file = agents / path
        (root / ".agentteams" / "bin").mkdir(parents=True)
        file.resolve().write_text(content)
        file.resolve().chmod(0o644)
    for folder in runner_mcp.QUEUE_FOLDERS:
        (root / ".agentteams-queue" / folder).mkdir(parents=True)
    for made in (root / ".agentteams-queue").glob("**/"):
        made.chmod(0o700)
    deny = [*runner_mcp.REQUIRED_CLAUDE_DENY, *runner_mcp.READ_SECRETS_CLAUDE_DENY]
    (root / ".claude" / "settings.json").write_text(json.dumps({"permissions": {"deny": deny}}))
    return root


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setattr(runner_mcp, "MANAGED_MCP_FILES", (str(tmp_path / "managed-mcp.json"),))
    home = tmp_path / "home"
    (home / ".claude").mkdir(parents=True)
    return home


# --- Pins ----------------------------------------------------------------------------------------------------


def test_the_server_has_the_pinned_hash() -> None:
    """`make pin` writes both hashes after a change."""
    assert hashlib.sha256(runner_mcp.server_content().encode()).hexdigest() == runner_mcp.SHA256
    assert hashlib.sha256(Path(runner_mcp.__file__).read_bytes()).hexdigest() == _pins.RUNNER_MCP
    assert runner_mcp.pin_problems() == []


def test_an_altered_server_is_never_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    altered = tmp_path / "server.py"
    altered.write_text(runner_mcp.server_content() + "\n")
    monkeypatch.setattr(runner_mcp, "_SERVER", altered)
    with pytest.raises(callgate.CallgateError, match="altered"):
        runner_mcp.server_content()
    with pytest.raises(callgate.CallgateError, match="altered"):
        runner_mcp.install_files(MANIFEST)
    assert len(runner_mcp.pin_problems()) == 1
    monkeypatch.setattr(_pins, "RUNNER_MCP", "0" * 64)
    assert len(runner_mcp.pin_problems()) == 2


def test_team_120_altered_pins_are_problems(root: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_pins, "RUNNER_MCP", "0" * 64)
    (problem,) = runner_mcp.wiring_problems(root, "claude", MANIFEST, home=home)
    assert "`runner_mcp.py` of the package" in problem


# --- Installing and rendering --------------------------------------------------------------------------------


def test_the_names_of_the_tables() -> None:
    assert runner_mcp.SERVER_NAME == "agentteams_runner"
    tools = ("read_file_hashed", "write_file", "delete_file", "run_command", "request_status")
    assert runner_mcp.TOOLS == proposal_policy.MCP_RUNNER_TOOLS == tools
    assert runner_mcp.PROTECTED_PATH == ".agentteams/bin/agentteams-runner-mcp.py"
    assert runner_mcp.PYTHON_FLAGS == ("-I", "-S")
    assert runner_mcp.SYSTEM_PYTHONS[0] == "/usr/bin/python3"
    assert audit.AR_WRITE_POLICY == "AR_WRITE_POLICY"


def test_the_server_is_installed_when_someone_is_granted() -> None:
    assert runner_mcp.install_files(MANIFEST) == [
        ("../../.agentteams/bin/agentteams-runner-mcp.py", runner_mcp.server_content())
    ]
    assert runner_mcp.install_files(UNGRANTED) == []
    assert runner_mcp.install_files({**MANIFEST, "write_policy": None}) == []
    with pytest.raises(callgate.InvalidDocument):
        runner_mcp.install_files({})


def test_team_1_goose_is_refused_with_the_reason() -> None:
    with pytest.raises(callgate.InvalidArgument, match="inherit.*Claude, or Codex"):
        write_policy.resolve("goose", MANIFEST)
    assert write_policy.resolve("claude", MANIFEST).granted["docs-writer"].tools == ("read_file_hashed", "write_file")


def test_launching_needs_no_path_of_this_machine() -> None:
    args = runner_mcp.launch_args("docs-writer", ["write_file", "read_file_hashed"])
    assert args == [
        "-I", "-S", ".agentteams/bin/agentteams-runner-mcp.py", "--agent", "docs-writer", "--tools",
        "read_file_hashed,write_file", "--approval", "staged",
    ]  # fmt: skip
    extension = runner_mcp.goose_extension("a", ["write_file"], "direct", "/usr/bin/python3")
    assert extension["available_tools"] == ["write_file"]


def test_team_3_a_team_without_grants_keeps_its_bytes() -> None:
    for manifest in (UNGRANTED, {**MANIFEST, "write_policy": None}, {**UNGRANTED, "framework": "codex"}):
        for text in (*AGENTS.values(), "", "---", "no front matter\r\n", "---\nname: [\n---\n"):
            assert runner_mcp.render_agent(manifest, text).encode() == text.encode()
    assert runner_mcp.render_agent(MANIFEST, AGENTS["reviewer"]) == AGENTS["reviewer"]
    assert runner_mcp.render_agent(MANIFEST, AGENTS["docs-writer"]) != AGENTS["docs-writer"]


@pytest.mark.parametrize("python", ["/usr/bin/python3", "/opt/a b/\"py\"\\'é\u2028\U0001f600\x01: #&*!|>%@`"])
def test_team_5_what_is_rendered_reads_back(python: str) -> None:
    """By JSON's own reader: a scalar in double quotes with these escapes alone is one in both."""
    block = runner_mcp.claude_block("docs-writer", ["write_file"], "staged", python)
    command, args = (line.partition(": ")[2] for line in block.splitlines()[3:])
    escaped = command.replace("\\x", "\\u00").replace("\\U0001f600", "\\ud83d\\ude00")
    assert json.loads(escaped) == python
    assert json.loads(args) == runner_mcp.launch_args("docs-writer", ["write_file"])


def test_the_interpreter_is_system_wide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert runner_mcp.interpreter() in runner_mcp.SYSTEM_PYTHONS
    own = Path.home() / "python3"
    monkeypatch.setattr(runner_mcp, "SYSTEM_PYTHONS", (str(tmp_path / "none"), str(own), str(tmp_path)))
    with pytest.raises(callgate.CallgateError, match="no system-wide python3"):
        runner_mcp.interpreter()
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "python3").write_text("#!/bin/sh\n")
    (tmp_path / "python3").chmod(0o755)
    monkeypatch.setattr(runner_mcp, "SYSTEM_PYTHONS", (str(tmp_path / "python3"),))
    with pytest.raises(callgate.CallgateError, match="no system-wide python3"):
        runner_mcp.interpreter()


# --- Audit ---------------------------------------------------------------------------------------------------


def test_team_4_a_rendered_team_has_no_findings(root: Path) -> None:
    assert audit.audit(root, MANIFEST) == []


def test_team_4_changes_are_found_where_they_are(root: Path) -> None:
    file = root / ".claude" / "agents" / "docs-writer.md"
    file.write_text(file.read_text().replace("tools: Read", "tools: Read, Bash"))
    (finding,) = audit.audit(root, MANIFEST)
    assert (finding.code, finding.severity, finding.file, finding.line) == (
        "AR_WRITE_POLICY", "error", ".claude/agents/docs-writer.md", 4,
    )  # fmt: skip
    assert "shell" in finding.sentence


def test_team_4_no_file_hides(root: Path) -> None:
    agents = root / ".claude" / "agents"
    (agents / "deep" / "er").mkdir(parents=True)
    (agents / "deep" / "er" / "evil.MD").write_text("---\nname: evil\ntools: Bash\n---\n")
    os.mkfifo(agents / "fifo.md")
    (agents / "link.md").symlink_to(agents / "reviewer.md")
    (agents / "bytes.md").write_bytes(b"\xff")
    (agents / "more").symlink_to(root)
    (agents / os.fsdecode(b"\xff.md")).write_text("---\nname: odd\ntools: Write\n---\n")
    (agents / "readme.txt").write_text("tools: Bash")
    found = {finding.file.removeprefix(".claude/agents/") for finding in audit.audit(root, MANIFEST)}
    assert found == {"deep/er/evil.MD", "fifo.md", "link.md", "bytes.md", "more", "\\xff.md"}


def test_team_4_a_folder_of_agents_that_is_a_link(root: Path) -> None:
    (root / ".claude" / "agents").rename(root / "moved")
    (root / ".claude" / "agents").symlink_to("../moved")
    assert any("it is a link" in finding.sentence for finding in audit.audit(root, MANIFEST))


def test_team_4_a_manifest_with_errors_is_no_audit(root: Path) -> None:
    with pytest.raises(callgate.InvalidDocument):
        audit.audit(root, {**MANIFEST, "orchestrator": 1})


# --- Wiring --------------------------------------------------------------------------------------------------


def test_team_120_a_rendered_team_is_well_wired(root: Path, home: Path) -> None:
    assert runner_mcp.wiring_problems(root, "claude", MANIFEST, home=home) == []


def test_team_120_a_manifest_with_errors_is_a_problem(root: Path, home: Path) -> None:
    problems = runner_mcp.wiring_problems(root, "claude", {**MANIFEST, "orchestrator": 1}, home=home)
    assert problems and "/orchestrator" in problems[0]


SHADOW = json.dumps({"mcpServers": {"agentteams_runner": {"command": "evil"}}})


@pytest.mark.parametrize("path", [".mcp.json", ".claude/settings.local.json"])
def test_team_120_shadows_in_the_project(root: Path, home: Path, path: str) -> None:
    (root / path).write_text(SHADOW)
    (problem,) = runner_mcp.wiring_problems(root, "claude", MANIFEST, home=home)
    assert path in problem and "take the place" in problem
    (root / path).unlink()
    (root / path).symlink_to(home)
    (problem,) = runner_mcp.wiring_problems(root, "claude", MANIFEST, home=home)
    assert "it is a link" in problem


@pytest.mark.parametrize("path", [".claude.json", ".claude/settings.json"])
def test_team_120_shadows_in_the_home(root: Path, home: Path, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / path).write_text(SHADOW)
    (problem,) = runner_mcp.wiring_problems(root, "claude", MANIFEST, home=home)
    assert f"~/{path}" in problem
    (home / path).unlink()
    # A link is followed as the harness follows it.
    (home / "elsewhere").write_text(SHADOW)
    (home / path).symlink_to(home / "elsewhere")
    assert len(runner_mcp.wiring_problems(root, "claude", MANIFEST, home=home)) == 1
    (home / path).unlink()
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(home / "config"))
    (home / "config").mkdir()
    (home / "config" / Path(path).name).write_text(SHADOW)
    (problem,) = runner_mcp.wiring_problems(root, "claude", MANIFEST, home=home)
    assert "$CLAUDE_CONFIG_DIR" in problem


def test_team_120_files_that_cannot_be_read_are_problems(root: Path, home: Path) -> None:
    os.mkfifo(home / ".claude.json")
    (home / ".claude" / "settings.json").write_bytes(b"\xff")
    (root / ".mcp.json").mkdir()
    problems = runner_mcp.wiring_problems(root, "claude", MANIFEST, home=home)
    assert len(problems) == 3 and all("cannot be read" in problem for problem in problems)


def test_team_120_an_administrators_file(root: Path, home: Path) -> None:
    Path(runner_mcp.MANAGED_MCP_FILES[0]).write_text("{}")
    (problem,) = runner_mcp.wiring_problems(root, "claude", MANIFEST, home=home)
    assert "exclusive control" in problem


@pytest.mark.parametrize("what", ["altered", "missing", "link", "folder link", "fifo", "mode"])
def test_team_120_the_installed_server(root: Path, home: Path, what: str) -> None:
    server = root / runner_mcp.PROTECTED_PATH
    if what == "altered":
        server.write_text(server.read_text() + "\n")
    elif what == "mode":
        server.chmod(0o666)
    elif what == "folder link":
        (root / ".agentteams" / "bin").rename(root / "bin")
        (root / ".agentteams" / "bin").symlink_to("../bin")
    else:
        server.rename(root / "moved.py")
        if what == "link":
            server.symlink_to(root / "moved.py")
        elif what == "fifo":
            os.mkfifo(server)
    (problem,) = runner_mcp.wiring_problems(root, "claude", MANIFEST, home=home)
    assert runner_mcp.PROTECTED_PATH in problem


@pytest.mark.parametrize("folder", ["", "/results", "/mcp-requests"])
def test_team_120_the_queue(root: Path, home: Path, folder: str) -> None:
    queue = root / f".agentteams-queue{folder}"
    queue.chmod(0o777)
    assert "writable by others" in runner_mcp.wiring_problems(root, "claude", MANIFEST, home=home)[0]
    queue.rename(root / "moved")
    queue.symlink_to(root / "moved")
    assert all("is a link" in each for each in runner_mcp.wiring_problems(root, "claude", MANIFEST, home=home))


def test_team_120_goose(root: Path, home: Path) -> None:
    manifest = {**MANIFEST, "framework": "goose"}
    (home / ".config" / "goose").mkdir(parents=True)
    (home / ".config" / "goose" / "config.yaml").write_text("extensions: {agentteams_runner: {cmd: evil}}\n")
    problems = runner_mcp.wiring_problems(root, "goose", manifest, home=home)
    assert "Goose is refused" in problems[0] and any("extension" in problem for problem in problems[1:])


def test_looking_at_what_is_there(root: Path) -> None:
    assert _files.look(root, "none/at/all")["state"] == "missing"
    assert _files.look(root / "none", "x")["state"] == "missing"
    assert _files.look(root, ".claude")["state"] == "folder"
    assert _files.look(root, ".claude/settings.json/x")["state"] == "unreadable"


# --- The ledger and grants -----------------------------------------------------------------------------------


def test_team_66_a_ledger_through_python() -> None:
    ledger = proposal_policy.Ledger(b"k" * 32)
    head, lines = ledger.start(), b""
    for number in range(3):
        appended = ledger.append(head, 100 + number, "request", {"id": "é\n", "n": number})
        assert "\n" not in appended.line
        lines, before, head = lines + appended.line.encode() + b"\n", head, appended.head
    report = ledger.verify(lines, head.encode())
    assert (report.ok, report.count, report.head_behind, report.length) == (True, 3, False, len(lines))
    assert ledger.verify(lines, before.encode()).head_behind
    assert [each.code for each in ledger.verify(lines[: lines.index(b"\n") + 1], head.encode()).problems] == ["cut_off"]
    assert [each.code for each in ledger.verify(lines, None).problems] == ["head"]
    with pytest.raises(callgate.InvalidArgument):
        proposal_policy.Ledger(b"other").append(head, 1, "request", {})


def test_team_67_a_grant_through_python() -> None:
    grant = proposal_policy.sign_grant(b"key", "docs-writer", ["docs/**"], 1000).encode()
    assert proposal_policy.verify_grant(b"key", grant, "docs-writer", 999).scopes == ("docs/**",)
    assert "expired" in str(proposal_policy.verify_grant(b"key", grant, "docs-writer", 1000).problem)
    altered = grant.replace(b"docs/", b"src/")
    assert "altered" in str(proposal_policy.verify_grant(b"key", altered, "docs-writer", 9).problem)
    with pytest.raises(callgate.InvalidArgument):
        proposal_policy.sign_grant(b"key", "a", [], 1)


def test_a_request_says_what_to_look_up() -> None:
    record = {
        "version": 1, "id": "0" * 32, "kind": "stage-proposal", "tool": "write_file", "dispatch": "n",
        "via_agent": "a", "path": "./x", "content": "new", "base_sha256": "absent", "rationale": "r", "gates": ["g"],
    }  # fmt: skip
    read = proposal_policy.read_request(record)
    assert (read.ok, read.path, read.gates) == (True, "./x", ("g",))
    assert read.content_sha256 == hashlib.sha256(b"new").hexdigest()
    other = proposal_policy.read_request({**record, "content": "old"})
    assert read.shown_sha256 != other.shown_sha256 and len(read.shown_sha256 or "") == 64
    assert proposal_policy.read_request(b"{").code == "request.schema"
