"""The MCP server `agentteams_runner`: the only way in which a granted agent writes or executes.

It reads project files and queues requests for the runner, which lives outside of every agent session, checks
each request against the agent's policy and alone carries it out. This file is no trust boundary: it holds no
key and writes nothing but new files of the queue.

    <python> -I -S .agentteams/bin/agentteams-runner-mcp.py --agent A --tools a,b --approval staged|direct [--wait 20]

It is started in or for the project that it is installed in, speaks JSON-RPC on standard input and output, one
message a line, and imports nothing but the standard library, most of it only when it is first needed: an agent's
session waits for its first answer, so `posix` stands for `os`, which imports more.
"""

import posix
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, NoReturn

SERVER_NAME = "agentteams_runner"
TOOLS = ("read_file_hashed", "write_file", "delete_file", "run_command", "request_status")
FILE_NAME = "agentteams-runner-mcp.py"
QUEUE = ".agentteams-queue"

MAX_LINE = 8 * 1024 * 1024
MAX_READ = 256 * 1024
MAX_CONTENT = 1024 * 1024
MAX_RESULT = 1024 * 1024
MAX_REASON = 4096
MAX_LIST = 64
MAX_WORDS = 256
MAX_WAITING = 64
MAX_WAIT = 120
DEFAULT_WAIT = 20
POLL_SECONDS = 0.05

# The versions of the protocol that are spoken, the newest last.
VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")

FOLDER = posix.O_RDONLY | posix.O_DIRECTORY | posix.O_NOFOLLOW | posix.O_CLOEXEC
# Nothing hangs at a FIFO or takes a terminal.
READ = posix.O_RDONLY | posix.O_NOFOLLOW | posix.O_CLOEXEC | posix.O_NONBLOCK | posix.O_NOCTTY

NEW = posix.O_WRONLY | posix.O_CREAT | posix.O_EXCL | posix.O_NOFOLLOW | posix.O_CLOEXEC
# Kinds of files, as in the module `stat`.
KIND, REGULAR, DIRECTORY, LINK = 0o170000, 0o100000, 0o040000, 0o120000


class Refused(Exception):
    """What is refused: a code, and a sentence for the model."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


# --- JSON ---------------------------------------------------------------------------------------------------
# The package `json` takes as long to import as the interpreter to start, so its own C parts are used where they
# are there.


def _pairs(pairs: "list[tuple[str, Any]]") -> "dict[str, Any]":
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _constant(token: str) -> "Any":
    raise ValueError(token + " is no JSON")


class _Context:
    """What the C part asks for its options."""

    def __init__(self) -> None:
        self.strict = True
        self.object_hook = None
        self.object_pairs_hook = _pairs
        self.parse_float = float
        self.parse_int = int
        self.parse_constant = _constant


def _scanner() -> "tuple[Callable[[str, int], tuple[Any, int]], Callable[[str], str]]":
    try:
        import _json

        make: "Any" = _json.make_scanner
        return make(_Context()), _json.encode_basestring_ascii
    except (ImportError, AttributeError):
        import json
        import json.encoder

        decoder: "Any" = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant)
        return decoder.scan_once, json.encoder.encode_basestring_ascii


_scan, _quote = _scanner()


def parse(data: bytes) -> "Any":
    """One JSON value of UTF-8 bytes, without keys given twice; ValueError for anything else."""
    text = data.decode("utf-8").strip(" \t\r\n")
    try:
        value, end = _scan(text, 0)
    except (StopIteration, RecursionError, SystemError):
        # Some versions of the C part know no error of their own before the package is imported.
        raise ValueError("no JSON value") from None
    if end != len(text):
        raise ValueError("more than one JSON value")
    return value


def dump(value: "Any") -> str:
    """Compact JSON text, ASCII alone."""
    if isinstance(value, str):
        return _quote(value)
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, dict):
        return "{" + ",".join(_quote(key) + ":" + dump(each) for key, each in value.items()) + "}"
    return "[" + ",".join(dump(each) for each in value) + "]"


# --- Paths --------------------------------------------------------------------------------------------------
# The runner's own rules, repeated: the shared cases hold the two together.

MAX_PATH = 4095
MAX_COMPONENT = 255
VERSION_CONTROL = (".git", ".hg", ".svn", ".jj", ".bzr")
CONTROL_PLANE = (".agentteams", ".claude", ".codex", ".goose", ".pi", ".agents", ".mcp.json")
INSTRUCTIONS = ("claude.md", "claude.local.md", "agents.md", "agents.override.md", ".goosehints")
SECRETS = (".env", ".ssh", ".gnupg", ".aws", ".kube", ".docker", ".netrc", ".pgpass", ".npmrc", ".pypirc",
           ".git-credentials")  # fmt: skip
SECRET_STARTS = (".env.", "credentials", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519")
SECRET_ENDS = (".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx")
# Besides controls: the separator of other systems, what file systems pass over when they compare names, and the
# two characters that other foldings than that of ASCII turn into letters of ASCII.
TREACHEROUS = frozenset(
    map(chr, (0x5C, 0x17F, 0x212A, 0xFEFF, *range(0x200C, 0x2010), *range(0x202A, 0x202F), *range(0x206A, 0x2070)))
)


def shown(text: str) -> str:
    """A text for a sentence: in backticks, cut when long, what is not ASCII escaped."""
    return "`" + ascii(text[:80])[1:-1] + ("..." if len(text) > 80 else "") + "`"


def denied(component: str, write: bool) -> "str | None":
    """What a component is denied as; None when it is not."""
    # Letters of ASCII alone are folded; some file systems pass over dots and blanks at the end of a name.
    name = "".join(chr(ord(c) + 32) if "A" <= c <= "Z" else c for c in component).rstrip(". ")
    if name in VERSION_CONTROL:
        return "version control's own"
    if name in CONTROL_PLANE:
        return "part of the control plane"
    if name == QUEUE:
        return "the queue"
    if name in SECRETS or name.startswith(SECRET_STARTS) or name.endswith(SECRET_ENDS):
        return "a place of secrets"
    if write and name in INSTRUCTIONS:
        return "read by harnesses as instructions"
    return None


def check_path(path: str, write: bool = False) -> list[str]:
    """The components of a path that may be read (or written), `.` and doubled slashes dropped."""

    def refuse(code: str, what: str) -> "NoReturn":
        raise Refused("path." + code, shown(path) + " is refused: " + what)

    if not path:
        refuse("empty", "an empty path names no file")
    try:
        size = len(path.encode("utf-8"))
    except UnicodeEncodeError:
        refuse("characters", "it is no well-formed text")
    if size > MAX_PATH:
        refuse("length", "the path is longer than 4,095 bytes")
    if any(c < " " or "\x7f" <= c <= "\x9f" or c in TREACHEROUS for c in path):
        refuse("characters", "it holds a character that some systems pass over, fold or read as a separator")
    if path.startswith("/"):
        refuse("absolute", "only paths relative to the project's root are served")
    if path.endswith("/"):
        refuse("folder", "a path that ends in a slash names a folder")
    components = [each for each in path.split("/") if each not in ("", ".")]
    if ".." in components:
        refuse("parent", "`..` could lead out of the project")
    if any(len(each.encode("utf-8")) > MAX_COMPONENT for each in components):
        refuse("length", "a component is longer than 255 bytes")
    if not components:
        refuse("folder", "it names the project's root, which is a folder")
    for component in components:
        what = denied(component, write)
        if what:
            refuse("denied", shown(component) + " is " + what)
    return components


# --- Files --------------------------------------------------------------------------------------------------


def open_folder(root: int, components: "Iterable[str]") -> int:
    """A folder below the root, each component opened without following a link; to be closed."""
    folder = posix.open(".", FOLDER, dir_fd=root)
    for component in components:
        try:
            inner = posix.open(component, FOLDER, dir_fd=folder)
        finally:
            posix.close(folder)
        folder = inner
    return folder


def open_regular(folder: int, name: str) -> tuple[int, posix.stat_result]:
    """A regular file of a folder, opened only after a look at it, and the same one then: with its state."""
    before = posix.stat(name, dir_fd=folder, follow_symlinks=False)
    if before.st_mode & KIND != REGULAR:
        kind = "a link" if before.st_mode & KIND == LINK else "no regular file"
        raise Refused("file.kind", "it is " + kind)
    file = posix.open(name, READ, dir_fd=folder)
    try:
        after = posix.fstat(file)
        same = (before.st_dev, before.st_ino) == (after.st_dev, after.st_ino)
        if not same or after.st_mode & KIND != REGULAR:
            raise Refused("file.changed", "it was replaced while it was opened")
    except BaseException:
        posix.close(file)
        raise
    return file, after


def read_bounded(file: int, limit: int) -> "bytes | None":
    """At most so many bytes of a file, whatever its size was; None when there are more."""
    parts: list[bytes] = []
    size = 0
    while size <= limit:
        part = posix.read(file, limit + 1 - size)
        if not part:
            return b"".join(parts)
        parts.append(part)
        size += len(part)
    return None


def read_project_file(root: int, root_path: str, path: str) -> "bytes | None":
    """The bytes of a project file (TEAM-20); None when there is no such file.

    A link is followed only by name, and what it leads to is checked like a path that was asked for, then opened
    without following any.
    """
    import os

    asked = check_path(path)
    root_path = os.path.realpath(root_path)
    resolved = os.path.realpath(os.path.join(root_path, *asked))
    if not resolved.startswith(root_path.rstrip("/") + "/"):
        raise Refused("path.outside", shown(path) + " is refused: it leads out of the project")
    components = check_path(resolved[len(root_path.rstrip("/")) + 1 :])
    try:
        folder = open_folder(root, components[:-1])
        try:
            file, state = open_regular(folder, components[-1])
        finally:
            posix.close(folder)
    except FileNotFoundError:
        if components != asked:
            raise Refused("file.kind", shown(path) + " is a link that leads to no file") from None
        return None
    try:
        if state.st_nlink != 1:
            raise Refused("file.links", "the file has other names, and under one of them it may be denied")
        content = read_bounded(file, MAX_READ)
    finally:
        posix.close(file)
    if content is None:
        raise Refused("file.size", "the file is larger than %d bytes" % MAX_READ)
    return content


def write_queue(root: int, folder_name: str, name: str, data: bytes) -> None:
    """A new file of the queue: complete before it is visible under its name, mode 0600 (TEAM-21)."""
    folder = open_folder(root, (QUEUE, folder_name))
    part = "." + name + ".part"
    try:
        file = posix.open(part, NEW, 0o600, dir_fd=folder)
        try:
            try:
                posix.fchmod(file, 0o600)
                rest = memoryview(data)
                while rest:
                    rest = rest[posix.write(file, rest) :]
                posix.fsync(file)
            finally:
                posix.close(file)
            # The name holds 128 random bits that nobody knew before, so nothing is replaced.
            posix.rename(part, name, src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:
            posix.unlink(part, dir_fd=folder)
            raise
    finally:
        posix.close(folder)


def read_result(root: int, request_id: str) -> "dict[str, Any] | None":
    """The runner's result for a request; None while there is none, or only half of one (TEAM-22)."""
    try:
        folder = open_folder(root, (QUEUE, "results"))
        try:
            file, _ = open_regular(folder, request_id + ".json")
        finally:
            posix.close(folder)
    except FileNotFoundError:
        return None
    try:
        data = read_bounded(file, MAX_RESULT)
    finally:
        posix.close(file)
    if data is None:
        raise Refused("result.size", "the runner's result is too large")
    try:
        result = parse(data)
    except ValueError:
        return None
    if not isinstance(result, dict) or result.get("request_id") != request_id:
        raise Refused("result.foreign", "the result that lies there belongs to another request")
    return result


# --- Tools --------------------------------------------------------------------------------------------------


def _text(description: str) -> "dict[str, Any]":
    return {"type": "string", "description": description}


def _texts(description: str) -> "dict[str, Any]":
    return {"type": "array", "items": {"type": "string"}, "description": description}


_DISPATCH = _text("The dispatch that you were given")
_PATH = _text("Path below the project's root")
_BASE = _text("The `sha256` that `read_file_hashed` answered, or `absent` for a new file")
_REASON = _text("Why, for the person who looks at it")

# Each tool: what it does, its arguments, and how many of them are required.
SPECS: "dict[str, tuple[str, dict[str, Any], int]]" = {
    "read_file_hashed": (
        "Read a UTF-8 project file of up to 256 KiB with its sha256, which writes need as their base. A missing file"
        " answers `absent`.",
        {"path": _PATH},
        1,
    ),
    "write_file": (
        "Write a whole file. The runner checks it and applies it at once only under a direct grant; otherwise it"
        " waits for the orchestrator.",
        {"dispatch": _DISPATCH, "path": _PATH, "content": _text("The whole new content"), "base_sha256": _BASE,
         "rationale": _REASON, "gates": _texts("Gates to pass beside the required ones")},
        5,
    ),
    "delete_file": (
        "Ask to delete a file. It always waits for the orchestrator.",
        {"dispatch": _DISPATCH, "path": _PATH, "base_sha256": _BASE, "rationale": _REASON},
        4,
    ),
    "run_command": (
        "Run an allowed command in this agent's sandbox.",
        {"dispatch": _DISPATCH, "argv": _texts("The command's words; no shell reads them"), "purpose": _REASON,
         "cwd": _text("Folder to run in, the project's root when left out"),
         "expected_writes": _texts("Folders that it will write"),
         "stdin_path": _text("The path that the standard input stands for; nothing is opened"),
         "stdin_content": _text("What to give on the standard input")},
        3,
    ),
    "request_status": (
        "The result of an earlier call that answered with a `request_id`, or `queued`.",
        {"request_id": _text("The id that the earlier call answered with")},
        1,
    ),
}  # fmt: skip

LIMITS = {"content": MAX_CONTENT, "stdin_content": MAX_CONTENT}


def described(tool: str) -> "dict[str, Any]":
    about, properties, required = SPECS[tool]
    schema = {
        "type": "object",
        "properties": properties,
        "required": list(properties)[:required],
        "additionalProperties": False,
    }
    return {"name": tool, "description": about, "inputSchema": schema}


def check_arguments(tool: str, given: "Any") -> None:
    """Refuses arguments that are missing, unknown, of another type or too large."""
    _, properties, required = SPECS[tool]
    if not isinstance(given, dict):
        raise Refused("arguments", "the arguments are no object")
    missing = [name for name in list(properties)[:required] if name not in given]
    if missing:
        raise Refused("arguments", "missing: " + ", ".join(missing))
    for name, value in given.items():
        if name not in properties:
            raise Refused("arguments", "there is no argument " + shown(name))
        many = properties[name]["type"] == "array"
        texts = value if many and isinstance(value, list) else [value]
        if many != isinstance(value, list) or not all(isinstance(text, str) for text in texts):
            raise Refused("arguments", "`" + name + "` is to be " + ("a list of texts" if many else "a text"))
        if len(texts) > (MAX_WORDS if name == "argv" else MAX_LIST):
            raise Refused("arguments", "`" + name + "` has too many entries")
        limit = LIMITS.get(name, 128 * 1024)
        try:
            size = sum(len(text.encode("utf-8")) for text in texts)
        except UnicodeEncodeError:
            raise Refused("arguments", "`" + name + "` is no well-formed text") from None
        if size > limit:
            raise Refused("arguments", "`" + name + "` is larger than %d bytes" % limit)
        if name in ("rationale", "purpose") and not 0 < len(value.strip().encode("utf-16-le")) <= 2 * MAX_REASON:
            raise Refused("arguments", "`" + name + "` is empty or longer than %d characters" % MAX_REASON)


def reason_of(error: OSError) -> str:
    """The words of an error of the operating system, without any path."""
    return posix.strerror(error.errno).lower() if error.errno else "the operating system refused"


class Server:
    """One agent's instance."""

    def __init__(self, root_path: str, agent: str, tools: tuple[str, ...], wait: int) -> None:
        self.root_path = root_path
        self.root = posix.open(root_path, posix.O_RDONLY | posix.O_DIRECTORY | posix.O_CLOEXEC)
        self.agent = agent
        self.tools = tools
        self.wait = wait
        # Requests of this instance: the result once it was there.
        self.own: "dict[str, dict[str, Any] | None]" = {}
        # Calls that wait for the runner: (JSON-RPC id, request id, until when).
        self.waiting: "list[tuple[Any, str, float]]" = []

    # --- what the tools do

    def read_file_hashed(self, arguments: "dict[str, Any]") -> "dict[str, Any]":
        path = arguments["path"]
        content = read_project_file(self.root, self.root_path, path)
        if content is None:
            return {"path": path, "sha256": "absent"}
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            raise Refused("file.text", "the file is not UTF-8") from None
        import hashlib

        return {"path": path, "sha256": hashlib.sha256(content).hexdigest(), "content": text}

    def queue(self, tool: str, arguments: "dict[str, Any]") -> str:
        """Queues a request; its id."""
        request_id = posix.urandom(16).hex()
        kind = "run-request" if tool == "run_command" else "stage-proposal"
        record = {"version": 1, "id": request_id, "kind": kind, "tool": tool, "via_agent": self.agent, **arguments}
        write_queue(self.root, "mcp-requests", request_id + ".json", dump(record).encode())
        self.own[request_id] = None
        return request_id

    def result(self, request_id: str) -> "dict[str, Any] | None":
        """A result that is there, acknowledged once; None otherwise."""
        known = self.own[request_id]
        if known is None:
            known = read_result(self.root, request_id)
            if known is not None:
                self.own[request_id] = known
                try:
                    acknowledgement = dump({"version": 1, "request_id": request_id})
                    write_queue(self.root, "acks", request_id + ".json", acknowledgement.encode())
                except OSError as error:
                    log("the result could not be acknowledged: " + reason_of(error))
        return known

    def request_status(self, arguments: "dict[str, Any]") -> "dict[str, Any]":
        request_id = arguments["request_id"]
        if request_id not in self.own:
            raise Refused("request.foreign", "this instance queued no request of that id")
        return self.result(request_id) or {"status": "queued", "request_id": request_id}

    # --- calls

    def call(self, message_id: "Any", tool: str, arguments: "Any") -> "dict[str, Any] | None":
        """The answer to a call, or None while it waits for the runner."""
        check_arguments(tool, arguments)
        if tool == "read_file_hashed":
            return content_of(self.read_file_hashed(arguments))
        if tool == "request_status":
            return content_of(self.request_status(arguments))
        if len(self.waiting) >= MAX_WAITING:
            raise Refused("queue.full", "too many calls wait for the runner: ask for their results first")
        request_id = self.queue(tool, arguments)
        import time

        self.waiting.append((message_id, request_id, time.monotonic() + self.wait))
        return None

    def settled(self) -> "list[tuple[Any, dict[str, Any]]]":
        """The answers of waiting calls whose result came, or whose time is up."""
        import time

        answers: "list[tuple[Any, dict[str, Any]]]" = []
        still: "list[tuple[Any, str, float]]" = []
        for message_id, request_id, until in self.waiting:
            try:
                result = self.result(request_id)
                if result is not None:
                    answers.append((message_id, content_of(result)))
                elif time.monotonic() >= until:
                    queued = {"status": "queued", "request_id": request_id}
                    answers.append((message_id, content_of(queued)))
                else:
                    still.append((message_id, request_id, until))
            except Exception as error:
                answers.append((message_id, failed(error, request_id)))
        self.waiting = still
        return answers

    def cancel(self, message_id: "Any") -> None:
        self.waiting = [each for each in self.waiting if each[0] != message_id]


def content_of(value: "dict[str, Any]") -> "dict[str, Any]":
    """A tool's result: JSON text, an error when the runner did not do what was asked."""
    answer: "dict[str, Any]" = {"content": [{"type": "text", "text": dump(value)}]}
    if value.get("status") in ("refused", "conflict", "failed"):
        answer["isError"] = True
    return answer


def failed(error: Exception, request_id: "str | None" = None) -> "dict[str, Any]":
    """A tool's result for a call that could not be served (TEAM-24)."""
    if isinstance(error, Refused):
        told = {"error": error.code, "sentence": error.sentence}
    elif isinstance(error, OSError):
        told = {"error": "io", "sentence": "it could not be done: " + reason_of(error)}
    else:
        # The kind and the place alone: the words could hold what was given.
        place = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        log("a call failed: %s at line %d" % (type(error).__name__, place.tb_lineno if place else 0))
        told = {"error": "internal", "sentence": "the server failed at this call and says why in its log"}
    if request_id is not None:
        told["request_id"] = request_id
    return {"content": [{"type": "text", "text": dump(told)}], "isError": True}


# --- JSON-RPC -----------------------------------------------------------------------------------------------


def log(line: str) -> None:
    try:
        posix.write(2, (SERVER_NAME + ": " + line + "\n").encode("ascii", "backslashreplace"))
    except OSError:
        pass  # Nobody listens, which is no reason to end.


def fault(message_id: "Any", code: int, message: str) -> "dict[str, Any]":
    return {"jsonrpc": "2.0", "id": message_id, "error": {"code": code, "message": message}}


def answered(message_id: "Any", result: "dict[str, Any]") -> "dict[str, Any]":
    return {"jsonrpc": "2.0", "id": message_id, "result": result}


def is_id(value: "Any") -> bool:
    return isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))


def handle(server: "Server", data: bytes) -> "dict[str, Any] | None":
    """The answer to one message, or None: for a notification, and for a call that waits."""
    try:
        message = parse(data)
    except ValueError:
        return fault(None, -32700, "the line is no JSON value in UTF-8, or has a key given twice")
    if isinstance(message, list):
        return fault(None, -32600, "batches are not served")
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return fault(None, -32600, "the message is no JSON-RPC 2.0 object")
    message_id, method = message.get("id"), message.get("method")
    if "id" in message and not is_id(message_id):
        return fault(None, -32600, "an id is a text or a whole number")
    if not isinstance(method, str):
        # Answers to requests that were never sent are passed over.
        return None if "result" in message or "error" in message else fault(message_id, -32600, "there is no method")
    params = message.get("params", {})
    if "id" not in message:
        if method == "notifications/cancelled" and isinstance(params, dict):
            server.cancel(params.get("requestId"))
        return None
    if not isinstance(params, dict):
        return fault(message_id, -32602, "the parameters are no object")
    if method == "initialize":
        wanted = params.get("protocolVersion")
        about: "dict[str, Any]" = {
            "protocolVersion": wanted if wanted in VERSIONS else VERSIONS[-1],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": SERVER_NAME, "version": "1"},
        }
        return answered(message_id, about)
    if method == "ping":
        return answered(message_id, {})
    if method == "tools/list":
        return answered(message_id, {"tools": [described(tool) for tool in server.tools]})
    if method != "tools/call":
        return fault(message_id, -32601, "there is no method " + shown(method))
    tool = params.get("name")
    if tool not in server.tools:
        return fault(message_id, -32602, "there is no tool " + shown(str(tool)))
    try:
        result = server.call(message_id, tool, params.get("arguments", {}))
    except Exception as error:
        result = failed(error)
    return None if result is None else answered(message_id, result)


def send(message: "dict[str, Any]") -> None:
    """Writes one answer; a client that is gone ends the process at once."""
    rest = memoryview((dump(message) + "\n").encode())
    try:
        while rest:
            rest = rest[posix.write(1, rest) :]
    except OSError:
        posix._exit(0)


class Lines:
    """The lines of a stream of bytes, cut at 0x0A alone. A line beyond the limit is None, once."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.parts: list[bytes] = []
        self.size = 0
        self.passing = False

    def feed(self, chunk: bytes) -> "list[bytes | None]":
        pieces = chunk.split(b"\n")
        lines: "list[bytes | None]" = []
        for index, piece in enumerate(pieces):
            self.size += len(piece)
            if self.size > self.limit:
                if not self.passing:
                    lines.append(None)
                self.passing, self.parts = True, []
            elif piece:
                self.parts.append(piece)
            if index < len(pieces) - 1:
                if not self.passing:
                    lines.append(b"".join(self.parts))
                self.parts, self.size, self.passing = [], 0, False
        return lines

    def rest(self) -> "list[bytes | None]":
        """The last line, when it had no end."""
        return [b"".join(self.parts)] if self.parts else []


def take(server: "Server", lines: "list[bytes | None]") -> None:
    for line in lines:
        if line is None:
            send(fault(None, -32700, "the line is longer than %d bytes" % MAX_LINE))
        elif line.strip(b" \t\r"):
            answer = handle(server, line)
            if answer is not None:
                send(answer)


def serve(server: "Server") -> None:
    """Serves until standard input ends and nothing waits any more."""
    lines, reading = Lines(MAX_LINE), True
    while reading or server.waiting:
        ready = reading
        if server.waiting:
            if reading:
                import select

                ready = bool(select.select([0], [], [], POLL_SECONDS)[0])
            else:
                import time

                time.sleep(POLL_SECONDS)
        if ready:
            try:
                chunk = posix.read(0, 65536)
            except OSError:
                chunk = b""
            reading = bool(chunk)
            take(server, lines.feed(chunk) if chunk else lines.rest())
        for message_id, result in server.settled() if server.waiting else ():
            send(answered(message_id, result))


# --- Start --------------------------------------------------------------------------------------------------


def find_root(path: str) -> str:
    """The project's root, from where this file lies: `<root>/.agentteams/bin/`, links nowhere below it."""
    folder, above = "/.agentteams/bin", "/.agentteams"
    whole = path if path.startswith("/") else posix.getcwd() + "/" + path
    root = whole[: -len(folder + "/" + FILE_NAME)]
    if whole != root + folder + "/" + FILE_NAME:
        raise SystemExit(SERVER_NAME + ": it runs only from .agentteams/bin/ of a project")
    kinds = [posix.lstat(each).st_mode & KIND for each in (root + above, root + folder, whole)]
    if kinds != [DIRECTORY, DIRECTORY, REGULAR]:
        raise SystemExit(SERVER_NAME + ": it does not run from behind a link")
    return root or "/"


def read_options(words: "Iterable[str]") -> tuple[str, tuple[str, ...], int]:
    """The options: agent, tools in their order, and the seconds to wait."""

    def wrong(what: str) -> "NoReturn":
        raise SystemExit(SERVER_NAME + ": " + what)

    options: dict[str, str] = {}
    words = list(words)
    while words:
        name = words.pop(0)
        if name not in ("--agent", "--tools", "--approval", "--wait") or name in options or not words:
            wrong("unknown, repeated or empty option " + shown(name))
        options[name] = words.pop(0)
    agent, tools = options.get("--agent", ""), options.get("--tools", "").split(",")
    slug = all("a" <= c <= "z" or "0" <= c <= "9" or c in "-_" for c in agent)
    if not (slug and agent[:1].isalnum() and len(agent) <= 64):
        wrong("--agent names no agent")
    if not set(tools) <= set(TOOLS) or len(set(tools)) != len(tools):
        wrong("--tools is a list of granted tools: " + ",".join(TOOLS))
    if options.get("--approval") not in ("staged", "direct"):
        wrong("--approval is `staged` or `direct`")
    wait = options.get("--wait", str(DEFAULT_WAIT))
    if not (wait.isascii() and wait.isdigit() and len(wait) < 10):
        wrong("--wait is a whole number of seconds, at most %d" % MAX_WAIT)
    return agent, tuple(tool for tool in TOOLS if tool in tools), min(int(wait), MAX_WAIT)


def main() -> None:
    agent, tools, wait = read_options(sys.argv[1:])
    server = Server(find_root(__file__), agent, tools, wait)
    try:
        serve(server)
    except KeyboardInterrupt:
        posix._exit(130)


if __name__ == "__main__":
    main()
