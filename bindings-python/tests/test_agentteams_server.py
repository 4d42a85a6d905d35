"""The shipped server, started as agents start it (TEAM-20 to TEAM-24), with what attacks it (QUAL-37)."""

from __future__ import annotations

import hashlib
import json
import os
import resource
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from callgate.agentteams import proposal_policy, runner_mcp

sys.path.insert(0, str(Path(__file__).parent))

from server_file import QUEUE, TOOLS, Client, install, start

SECRET = "the secret"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    project = install(tmp_path / "project")
    (project / "docs").mkdir()
    (project / "docs" / "a.md").write_text("words")
    (project / ".env").write_text(SECRET)
    (tmp_path / "outside").write_text(SECRET)
    return project


@pytest.fixture
def client(root: Path) -> Iterator[Client]:
    with Client(root) as client:
        yield client


# --- Reading -------------------------------------------------------------------------------------------------


def test_team_20_a_file_comes_with_its_hash(client: Client) -> None:
    read = client.read("docs/a.md")
    assert read.value == {"path": "docs/a.md", "sha256": hashlib.sha256(b"words").hexdigest(), "content": "words"}
    assert not read.is_error


@pytest.mark.parametrize("path", ["docs/none.md", "none/at/all.md"])
def test_team_20_a_missing_file_is_absent(client: Client, path: str) -> None:
    assert client.read(path).value == {"path": path, "sha256": "absent"}


@pytest.mark.parametrize("content", ["", "é😀\u2028\x00\x7f\r\n", "x" * 262_144])
def test_team_20_text_comes_as_it_is(client: Client, root: Path, content: str) -> None:
    (root / "docs" / "t").write_bytes(content.encode())
    assert client.read("docs/t").value["content"] == content


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/etc/passwd", "path.absolute"),
        ("../outside", "path.parent"),
        ("docs/../.env", "path.parent"),
        ("", "path.empty"),
        (".", "path.folder"),
        ("docs/a.md\x00.png", "path.characters"),
        ("docs/\ud800", "arguments"),
        (".env", "path.denied"),
        (".ENV", "path.denied"),
        (".Git/config", "path.denied"),
        (".agentteams/manifest.json", "path.denied"),
        (f"{QUEUE}/results/x.json", "path.denied"),
        ("a" * 4096, "path.length"),
        ("docs/a.md/b", "io"),
        ("docs", "file.kind"),
    ],
)
def test_team_20_what_is_refused(client: Client, path: str, code: str) -> None:
    assert client.read(path).code == code
    assert client.read("docs/a.md").value["content"] == "words"


@pytest.mark.parametrize("name", ["link", "LINK.md"])
def test_team_20_a_link_is_followed_only_by_name(client: Client, root: Path, name: str) -> None:
    (root / "docs" / name).symlink_to("a.md")
    assert client.read(f"docs/{name}").value["content"] == "words"


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("../.env", "path.denied"),
        ("../../outside", "path.outside"),
        ("/etc/passwd", "path.outside"),
        ("/dev/zero", "path.outside"),
        ("../.agentteams/bin/agentteams-runner-mcp.py", "path.denied"),
        ("nowhere", "file.kind"),
        ("link", "file.kind"),
    ],
)
def test_team_20_links_to_what_is_denied(client: Client, root: Path, target: str, code: str) -> None:
    (root / "docs" / "link").symlink_to(target)
    assert client.read("docs/link").code == code


@pytest.mark.parametrize(("target", "code"), [("../..", "path.outside"), ("..", "path.denied"), ("/", "path.outside")])
def test_team_20_folders_that_are_links(client: Client, root: Path, target: str, code: str) -> None:
    (root / "docs" / "inner").symlink_to(target)
    assert client.read("docs/inner/.env" if target == ".." else "docs/inner/outside").code == code


def test_team_20_a_hard_link_to_a_secret(client: Client, root: Path) -> None:
    os.link(root / ".env", root / "docs" / "plain.md")
    assert client.read("docs/plain.md").code == "file.links"


def test_team_20_a_fifo_a_socket_and_a_device_do_not_hang(client: Client, root: Path) -> None:
    os.mkfifo(root / "docs" / "fifo")
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(os.path.relpath(root / "docs" / "socket"))
    names = ["fifo", "socket"]
    try:
        os.mknod(root / "docs" / "device", 0o600 | stat.S_IFCHR, os.makedev(1, 5))
        names.append("device")
    except PermissionError:
        pass  # Only root may make one.
    for name in names:
        assert client.read(f"docs/{name}").code == "file.kind"


def test_team_20_a_file_beyond_the_limit(client: Client, root: Path) -> None:
    (root / "docs" / "big").write_bytes(b"x" * 262_145)
    with (root / "docs" / "huge").open("wb") as huge:
        huge.truncate(1 << 40)
    assert client.read("docs/big").code == "file.size"
    assert client.read("docs/huge").code == "file.size"


def test_team_20_bytes_that_are_no_text(client: Client, root: Path) -> None:
    (root / "docs" / "bytes").write_bytes(b"\xff")
    assert client.read("docs/bytes").code == "file.text"


def test_team_24_what_an_ordinary_user_may_not_touch() -> None:
    """Also when root runs the tests, who may touch everything: the server then runs as somebody else."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        root = install(Path(folder) / "project")
        (root / "docs").mkdir()
        (root / "docs" / "closed").touch(mode=0)
        (root / "docs" / "open").write_text("words")
        for path in (root.parent, *root.rglob("*")):
            if path.is_dir():
                path.chmod(0o755)
        user = 65534 if os.geteuid() == 0 else None
        (root / QUEUE / "mcp-requests").chmod(0o555)
        with Client(root, python=runner_mcp.interpreter(), user=user) as client:
            assert client.read("docs/open").value["content"] == "words"
            assert client.read("docs/closed").code == "io"
            assert client.write().code == "io"
            (root / "docs").chmod(0)
            # What cannot be looked at is not absent.
            assert client.read("docs/open").code == "io"
            (root / "docs").chmod(0o755)


def test_team_20_links_swapped_in_a_loop_give_nothing_away(root: Path) -> None:
    """QUAL-37: another process swaps the file, and its folder, for links while they are read."""
    script = f"""
import os
os.chdir({str(root)!r})
os.makedirs("real"); open("real/f", "w").write("words")
os.makedirs("evil"); os.symlink("../.env", "evil/f")
os.symlink("real", "swap"); os.symlink(".env", "evil-file"); open("good-file", "w").write("words")
print("ready", flush=True)
while True:
    for target in ("evil", "real", ".."):
        os.symlink(target, "next"); os.rename("next", "swap")
    os.symlink(".env", "next"); os.rename("next", "file")
    os.symlink("../outside", "next"); os.rename("next", "file")
    open("next", "w").write("words"); os.rename("next", "file")
"""
    swapper = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    try:
        assert swapper.stdout is not None and swapper.stdout.readline() == b"ready\n"
        with Client(root) as client:
            seen = set()
            for number in range(10_000):
                read = client.read("file" if number % 2 else "swap/f")
                assert SECRET not in json.dumps(read.value)
                seen.add(read.code or read.value.get("content", "absent"))
            # Both the good and the bad were met, so the race was one.
            assert {"words", "path.denied"} <= seen
    finally:
        swapper.kill()
        swapper.wait()
        assert swapper.stdout is not None
        swapper.stdout.close()


# --- The queue -----------------------------------------------------------------------------------------------


def test_team_21_a_write_is_a_new_file_of_the_queue(client: Client, root: Path) -> None:
    """TEAM-21"""
    written = client.write(content="é\u2028", gates=["build"])
    assert written.value == {"status": "queued", "request_id": written.value["request_id"]}
    (record,) = client.queued()
    assert record == {
        "version": 1, "id": written.value["request_id"], "kind": "stage-proposal", "tool": "write_file",
        "via_agent": "docs-writer", "dispatch": "nonce", "path": "docs/a.md", "content": "é\u2028",
        "base_sha256": "absent", "rationale": "why", "gates": ["build"],
    }  # fmt: skip
    assert proposal_policy.read_request(record).ok
    (file,) = (root / QUEUE / "mcp-requests").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 and file.name == f"{record['id']}.json"
    assert (root / "docs" / "a.md").read_text() == "words"


def test_team_23_every_queued_request_is_one_that_the_runner_reads(client: Client) -> None:
    """TEAM-23"""
    client.write()
    client.call("delete_file", dispatch="n", path="docs/a.md", base_sha256="a" * 64, rationale="why")
    client.call("run_command", dispatch="n", argv=["make"], purpose="why")
    client.call(
        "run_command", dispatch="n", argv=["make", ""], purpose="why", cwd="docs", expected_writes=["out"],
        stdin_path="docs/x", stdin_content="y",
    )  # fmt: skip
    read = [proposal_policy.read_request(json.dumps(record)) for record in client.queued()]
    assert [each.sentence for each in read if not each.ok] == []
    assert {each.via_agent for each in read} == {"docs-writer"}
    assert sorted(each.kind for each in read) == ["run-request"] * 2 + ["stage-proposal"] * 2


@pytest.mark.parametrize("folder", [QUEUE, f"{QUEUE}/mcp-requests"])
@pytest.mark.parametrize("what", ["link", "missing", "file"])
def test_team_21_a_queue_that_is_none(root: Path, tmp_path: Path, folder: str, what: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "mcp-requests").mkdir(parents=True)
    (root / folder).rename(tmp_path / "away")
    if what == "link":
        (root / folder).symlink_to(elsewhere)
    elif what == "file":
        (root / folder).touch()
    with Client(root) as client:
        assert client.write().code == "io"
        assert client.read("docs/a.md").value["content"] == "words"
    assert [path.name for path in elsewhere.rglob("*")] == ["mcp-requests"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"path": 1}, "`path` is to be a text"),
        ({"path": ["docs/a.md"]}, "`path` is to be a text"),
        ({"gates": "build"}, "`gates` is to be a list"),
        ({"gates": [1]}, "`gates` is to be a list"),
        ({"gates": ["g"] * 65}, "too many"),
        ({"content": "x" * (1024 * 1024 + 1)}, "larger than"),
        ({"content": "\ud800"}, "no well-formed text"),
        ({"rationale": ""}, "empty or longer"),
        ({"rationale": "x" * 4097}, "empty or longer"),
        ({"dispatch": "x" * 200_000}, "larger than"),
        ({"root": "/"}, "no argument"),
        ({"via_agent": "orchestrator"}, "no argument"),
    ],
)
def test_team_24_arguments_that_are_none(client: Client, arguments: dict[str, Any], words: str) -> None:
    """TEAM-24"""
    result = client.write(**arguments)
    assert result.code == "arguments" and words in result.value["sentence"]
    assert client.queued() == []
    assert client.write().value["status"] == "queued"


def test_team_24_arguments_that_are_missing_or_no_object(client: Client) -> None:
    assert client.call("write_file", path="a").code == "arguments"
    others: list[object] = [[], "x", None, 1]
    for given in others:
        answer = client.request("tools/call", {"name": "read_file_hashed", "arguments": given})
        assert answer["result"]["isError"]


def test_team_24_a_write_that_does_not_fit_leaves_nothing_behind(root: Path) -> None:
    with Client(root) as client:
        resource.prlimit(client.process.pid, resource.RLIMIT_FSIZE, (1000, 1000))
        assert client.write(content="x" * 5000).code == "io"
        assert os.listdir(root / QUEUE / "mcp-requests") == []
        assert client.write().value["status"] == "queued"


def test_team_24_a_full_disk(root: Path) -> None:
    folder = root / QUEUE / "mcp-requests"
    command = ["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("file systems cannot be mounted here")
    try:
        with Client(root) as client:
            full = client.write(content="x" * 100_000)
            assert full.code == "io" and "no space" in full.value["sentence"]
            assert os.listdir(folder) == []
            assert client.write().value["status"] == "queued"
    finally:
        subprocess.run(["umount", str(folder)], check=True)


# --- Results -------------------------------------------------------------------------------------------------


def test_team_22_a_result_that_comes_while_the_call_waits(root: Path) -> None:
    """TEAM-22"""
    with Client(root, wait="60") as client:
        arguments = {"dispatch": "n", "path": "docs/a.md", "content": "x", "base_sha256": "absent", "rationale": "y"}
        first = client.post("tools/call", {"name": "write_file", "arguments": arguments})
        # Others are served meanwhile.
        assert client.request("ping", message_id="during") == {"jsonrpc": "2.0", "id": "during", "result": {}}
        (record,) = client.queued()
        client.put_result(record["id"], status="staged", expires="2026-12-01T00:00:00Z")
        answer = client.answer()
        assert answer["id"] == first
        (content,) = answer["result"]["content"]
        assert json.loads(content["text"])["status"] == "staged"
        (acknowledged,) = (root / QUEUE / "acks").iterdir()
        assert json.loads(acknowledged.read_bytes()) == {"version": 1, "request_id": record["id"]}
        assert client.call("request_status", request_id=record["id"]).value["status"] == "staged"
        assert len(os.listdir(root / QUEUE / "acks")) == 1


def test_team_22_a_call_whose_time_is_up_answers_with_its_id(client: Client) -> None:
    request_id = client.write().value["request_id"]
    assert client.call("request_status", request_id=request_id).value["status"] == "queued"
    client.put_result(request_id, status="refused", code="scope.outside")
    status = client.call("request_status", request_id=request_id)
    assert status.is_error and status.value["code"] == "scope.outside"


def test_team_22_only_results_of_own_requests(root: Path) -> None:
    with Client(root) as one, Client(root) as other:
        request_id = one.write().value["request_id"]
        one.put_result(request_id, status="applied")
        for foreign in (request_id, "0" * 32, "../../docs/a.md", "", request_id.upper()):
            assert other.call("request_status", request_id=foreign).code == "request.foreign"
        assert one.call("request_status", request_id=request_id).value["status"] == "applied"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"request_id": "%s", "status": "app', None),
        ("", None),
        ("\xff", None),
        ("[" * 100_000, None),
        ('{"request_id": "%s", "status": "applied", "status": "refused"}', None),
        ('{"request_id": "0", "status": "applied"}', "result.foreign"),
        ("[]", "result.foreign"),
        ("x" * (1024 * 1024 + 1), "result.size"),
    ],
)
def test_team_22_results_that_are_none(client: Client, root: Path, text: str, code: str | None) -> None:
    request_id = client.write().value["request_id"]
    file = root / QUEUE / "results" / f"{request_id}.json"
    file.write_bytes(text.replace("%s", request_id).encode("latin-1"))
    status = client.call("request_status", request_id=request_id)
    assert status.code == code
    assert code or status.value["status"] == "queued"
    # What is only half written is complete later.
    client.put_result(request_id, status="applied")
    assert client.call("request_status", request_id=request_id).value["status"] == "applied"


@pytest.mark.parametrize("what", ["link", "fifo", "folder"])
def test_team_22_results_that_are_no_files(client: Client, root: Path, what: str) -> None:
    request_id = client.write().value["request_id"]
    file = root / QUEUE / "results" / f"{request_id}.json"
    if what == "link":
        target = root / "docs" / "forged"
        target.write_text(json.dumps({"request_id": request_id, "status": "applied"}))
        file.symlink_to(target)
    elif what == "fifo":
        os.mkfifo(file)
    else:
        file.mkdir()
    assert client.call("request_status", request_id=request_id).code == "file.kind"


def test_team_22_a_folder_of_results_that_is_a_link(client: Client, root: Path) -> None:
    request_id = client.write().value["request_id"]
    client.put_result(request_id, status="applied")
    (root / QUEUE / "results").rename(root / "moved")
    (root / QUEUE / "results").symlink_to("../moved")
    assert client.call("request_status", request_id=request_id).code == "io"


def test_team_22_a_cancelled_call_is_not_answered(root: Path) -> None:
    with Client(root, wait="60") as client:
        arguments = {"dispatch": "n", "argv": ["make"], "purpose": "y"}
        first = client.post("tools/call", {"name": "run_command", "arguments": arguments})
        assert client.request("ping")["result"] == {}
        note = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": first}}
        client.send(json.dumps(note).encode() + b"\n")
        assert client.end() == 0 and client.line() == b""


# --- The protocol --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [("2024-11-05", "2024-11-05"), ("2025-06-18", "2025-06-18"), ("2099-01-01", "2025-11-25"), (None, "2025-11-25")],
)
def test_initialize(client: Client, asked: str | None, spoken: str) -> None:
    result = client.request("initialize", {"protocolVersion": asked})["result"]
    assert (result["protocolVersion"], result["serverInfo"]["name"]) == (spoken, "agentteams_runner")


def test_only_granted_tools_exist(root: Path) -> None:
    with Client(root, tools="request_status,read_file_hashed") as client:
        listed = client.request("tools/list")["result"]["tools"]
        assert [tool["name"] for tool in listed] == ["read_file_hashed", "request_status"]
        others: list[object] = ["write_file", "Bash", None, [], 1]
        for tool in others:
            assert client.request("tools/call", {"name": tool, "arguments": {}})["error"]["code"] == -32602
        assert client.queued() == []


def test_every_tool_says_what_it_takes(client: Client) -> None:
    listed = client.request("tools/list")["result"]["tools"]
    assert [tool["name"] for tool in listed] == list(runner_mcp.TOOLS) == list(proposal_policy.MCP_RUNNER_TOOLS)
    for tool in listed:
        schema = tool["inputSchema"]
        assert set(schema["required"]) <= set(schema["properties"]) and schema["additionalProperties"] is False


@pytest.mark.parametrize(
    ("line", "code", "message_id"),
    [
        (b"{", -32700, None),
        (b"\xff", -32700, None),
        (b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32700, None),
        (b'{"jsonrpc":"2.0","id":NaN,"method":"ping"}', -32700, None),
        (b"[" * 200_000, -32700, None),
        (b'{"jsonrpc":"2.0","id":' + b"1" * 10_000 + b',"method":"ping"}', -32700, None),
        (b"{} {}", -32700, None),
        (b"[]", -32600, None),
        (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, None),
        (b'"x"', -32600, None),
        (b'{"id":1,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":7}', -32600, 7),
        (b'{"jsonrpc":"2.0","id":0,"method":"server/discover"}', -32601, 0),
        (b'{"jsonrpc":"2.0","id":"","method":"tools/call","params":[]}', -32602, ""),
    ],
)
def test_messages_that_are_none(client: Client, line: bytes, code: int, message_id: object) -> None:
    client.send(line + b"\n")
    answer = client.answer()
    assert (answer["error"]["code"], answer["id"]) == (code, message_id)
    assert client.request("ping")["result"] == {}


PING = b'{"jsonrpc":"2.0","id":"%s","method":"ping"}'


def test_lines_are_cut_at_line_feeds_alone(client: Client) -> None:
    line = PING.replace(b"%s", "é\u2028\u0085".encode())
    data = b"\n \r\n" + line + b"\r\n"
    for byte in data:
        client.send(bytes([byte]))
    assert client.answer()["id"] == "é\u2028\u0085"


def test_a_line_beyond_the_limit_is_one_error_and_the_next_is_served(client: Client) -> None:
    client.send(b"x" * (8 * 1024 * 1024 + 1))
    client.send(b"y" * 100_000 + b"\n" + PING + b"\n")
    assert client.answer()["error"]["code"] == -32700
    assert client.answer()["id"] == "%s"


def test_a_last_line_without_its_end_is_served(client: Client) -> None:
    client.send(PING)
    assert client.end() == 0
    assert client.answer()["id"] == "%s" and client.line() == b""


def test_a_call_in_flight_is_answered_after_the_input_ended(root: Path) -> None:
    with Client(root, wait="1") as client:
        arguments = {"dispatch": "n", "argv": ["a"], "purpose": "y"}
        client.post("tools/call", {"name": "run_command", "arguments": arguments})
        assert client.end() == 0
        assert client.answer()["result"]["content"] and client.line() == b""


def test_a_notification_executes_nothing(client: Client) -> None:
    call = {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "run_command", "arguments": {
        "dispatch": "n", "argv": ["a"], "purpose": "y"}}}  # fmt: skip
    client.send(json.dumps(call).encode() + b"\n")
    client.send(b'{"jsonrpc":"2.0","id":1,"result":{}}\n')
    assert client.request("ping")["result"] == {}
    assert client.queued() == []


def test_a_client_that_is_gone_ends_it(root: Path) -> None:
    with Client(root) as client:
        process = client.process
        assert process.stdin is not None and process.stdout is not None
        client.request("ping")
        threading.Thread(target=client.line, daemon=True).start()
        os.close(os.dup(process.stdout.fileno()))
    words = ["--agent", "a", "--tools", TOOLS, "--approval", "staged"]
    read, write = os.pipe()
    gone = subprocess.Popen(
        [sys.executable, "-I", "-S", runner_mcp.PROTECTED_PATH, *words], cwd=root, stdin=subprocess.PIPE, stdout=write
    )
    os.close(write)
    os.close(read)
    assert gone.stdin is not None
    gone.stdin.write(PING + b"\n")
    gone.stdin.flush()
    assert gone.wait(60) == 0
    gone.stdin.close()


# --- Starting ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--agent", "a", "--tools", "", "--approval", "staged"],
        ["--agent", "a", "--tools", "Bash", "--approval", "staged"],
        ["--agent", "a", "--tools", "write_file,write_file", "--approval", "staged"],
        ["--agent", "a", "--tools", "write_file"],
        ["--agent", "a", "--tools", "write_file", "--approval", "auto"],
        ["--agent", "A b", "--tools", "write_file", "--approval", "staged"],
        ["--agent", "", "--tools", "write_file", "--approval", "staged"],
        ["--agent", "a", "--tools", "write_file", "--approval", "staged", "--wait", "-1"],
        ["--agent", "a", "--tools", "write_file", "--approval", "staged", "--wait", "9" * 5000],
        ["--agent", "a", "--tools", "write_file", "--approval", "staged", "--root", "/"],
        ["--agent", "a", "--tools", "write_file", "--approval", "staged", "--agent", "b"],
        ["--agent", "a", "--tools", "write_file", "--approval"],
    ],
)
def test_options_that_are_none(root: Path, words: list[str]) -> None:
    ended = start(root, words)
    assert ended.returncode == 1 and ended.stdout == ""
    assert ended.stderr.startswith("agentteams_runner: ") and "Traceback" not in ended.stderr


GOOD = ["--agent", "a", "--tools", "write_file", "--approval", "staged"]


def test_it_starts_only_where_it_is_installed(root: Path, tmp_path: Path) -> None:
    assert start(root, GOOD).returncode == 0
    assert start(root, [*GOOD, "--wait", "500"]).returncode == 0
    content = runner_mcp.server_content()
    for path in ("agentteams-runner-mcp.py", ".agentteams/agentteams-runner-mcp.py", ".agentteams/bin/other.py"):
        (root / path).write_text(content)
        assert "runs only from" in start(root, GOOD, path).stderr
    (tmp_path / "second" / ".agentteams").mkdir(parents=True)
    (tmp_path / "second" / ".agentteams" / "bin").symlink_to(root / ".agentteams" / "bin")
    assert "behind a link" in start(tmp_path / "second", GOOD).stderr
    (tmp_path / "third" / ".agentteams" / "bin").mkdir(parents=True)
    (tmp_path / "third" / runner_mcp.PROTECTED_PATH).symlink_to(root / runner_mcp.PROTECTED_PATH)
    assert "behind a link" in start(tmp_path / "third", GOOD).stderr


def test_the_working_folder_does_not_matter(root: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-I", "-S", str(root / runner_mcp.PROTECTED_PATH), "--agent", "a", "--tools"]
    params = {"name": "read_file_hashed", "arguments": {"path": "docs/a.md"}}
    read = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    run = subprocess.run(
        [*command, "read_file_hashed", "--approval", "direct"], cwd=tmp_path, input=json.dumps(read), text=True,
        capture_output=True, timeout=60, check=True,
    )  # fmt: skip
    assert "words" in run.stdout


def test_nothing_is_written_beside_the_server(root: Path) -> None:
    """A compiled copy beside it would be run in its place."""
    with Client(root) as client:
        client.read("docs/a.md")
        client.write()
    assert os.listdir(root / ".agentteams" / "bin") == ["agentteams-runner-mcp.py"]


def test_modules_of_the_project_are_not_imported(root: Path) -> None:
    for name in ("os", "json", "select", "hashlib", "posix", "_json", "time", "sitecustomize"):
        for folder in (root, root / ".agentteams" / "bin"):
            (folder / f"{name}.py").write_text("raise SystemExit('taken over')")
    with Client(root, wait="1") as client:
        assert client.read("docs/a.md").value["content"] == "words"
        assert client.write().value["status"] == "queued"


def test_qual_12_the_first_answer_needs_few_modules(root: Path) -> None:
    """QUAL-12: what is slow to import is imported when it is needed."""
    methods = ("initialize", "tools/list")
    init = "".join(json.dumps({"jsonrpc": "2.0", "id": 0, "method": method}) + "\n" for method in methods)
    run = subprocess.run(
        [sys.executable, "-X", "importtime", *runner_mcp.PYTHON_FLAGS, runner_mcp.PROTECTED_PATH, *GOOD],
        cwd=root, input=init, text=True, capture_output=True, timeout=60, check=True,
    )  # fmt: skip
    imported = {line.rpartition("|")[2].strip() for line in run.stderr.splitlines()}
    assert imported.isdisjoint({"os", "re", "json", "hashlib", "threading", "argparse", "typing", "pathlib"})


def test_many_calls_wait_at_once(root: Path) -> None:
    with Client(root, wait="60") as client:
        arguments = {"dispatch": "n", "argv": ["a"], "purpose": "y"}
        for _ in range(65):
            client.post("tools/call", {"name": "run_command", "arguments": arguments})
        refused = client.answer()
        assert "too many calls" in refused["result"]["content"][0]["text"]
        records = client.queued()
        assert len(records) == 64
        for record in records:
            client.put_result(record["id"], status="ran", exit_status=0)
        started = time.monotonic()
        answered = {client.answer()["id"] for _ in records}
        assert len(answered) == 64 and time.monotonic() - started < 60


def test_team_24_made_up_messages_never_end_it(root: Path) -> None:
    """What is nearly a message, and what is none: every line with an id has one answer, and a ping is served after."""
    random = Random(24)
    values: list[object] = [
        None, True, 0, -1, 1 << 70, 1.5, "", "docs/a.md", "../x", "\x00", "\ud800", "x" * 5000, [], ["a"], [[]], {},
    ]  # fmt: skip
    names = ["path", "dispatch", "content", "base_sha256", "rationale", "gates", "argv", "purpose", "request_id", "x"]
    methods = ["initialize", "tools/list", "tools/call", "ping", "notifications/cancelled", "x", None, 3]

    def any_of(*more: object) -> object:
        return random.choice([*values, *more])

    with Client(root) as client:
        for number in range(3000):
            arguments = {random.choice(names): any_of() for _ in range(random.randint(0, 8))}
            params = {"name": any_of(*runner_mcp.TOOLS * 3), "arguments": any_of(*[arguments] * 30)}
            method = random.choice(methods)
            message = {"jsonrpc": "2.0", "method": method, "params": any_of(*[params] * 30), "id": number}
            line = json.dumps(message).encode()
            if random.random() < 0.3:
                at = random.randrange(len(line))
                line = line[:at] + random.choice([b"", b"\x00", b'"', b"}", b"\xff", b"\\", b"[[["]) + line[at + 1 :]
            client.send(line + b"\n")
            client.send(PING.replace(b"%s", b"after") + b"\n")
            while (answer := client.answer())["id"] != "after":
                assert {"error", "result"} & answer.keys()
        assert client.end() == 0 and client.process.stderr is not None
        # Nothing that nobody thought of, which would stand in the log.
        assert client.process.stderr.read() == b""
    assert (root / "docs" / "a.md").read_text() == "words"
    assert {path.name for path in root.iterdir()} == {".agentteams", QUEUE, "docs", ".env"}


def test_team_21_a_queue_swapped_in_a_loop_leads_nowhere(root: Path, tmp_path: Path) -> None:
    """QUAL-37: another process puts a link in the place of the queue's folder while requests are written."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    script = f"""
import os
os.chdir({str(root / QUEUE)!r})
print("ready", flush=True)
while True:
    os.rename("mcp-requests", "away")
    os.symlink({str(elsewhere)!r}, "mcp-requests")
    os.unlink("mcp-requests")
    os.rename("away", "mcp-requests")
"""
    swapper = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    try:
        assert swapper.stdout is not None and swapper.stdout.readline() == b"ready\n"
        with Client(root) as client:
            codes = {client.write().code for _ in range(3000)}
    finally:
        swapper.kill()
        swapper.wait()
        assert swapper.stdout is not None
        swapper.stdout.close()
    assert codes == {None, "io"}
    assert os.listdir(elsewhere) == []
    folder = root / QUEUE / ("mcp-requests" if (root / QUEUE / "mcp-requests").is_dir() else "away")
    assert all(proposal_policy.read_request(path.read_bytes()).ok for path in folder.iterdir())
