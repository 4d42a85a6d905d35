"""The peer of QUAL-8: a run request's history as text, plain Python after `json.loads`.

It knows what the benchmark's history holds: texts, images, calls and results of all roles; no
approvals, which cost a peer more than they cost callgate.
"""

from __future__ import annotations

import json
import re
from typing import Any

CAP = 4000
ROLES = {"user": "User:", "assistant": "Assistant:", "system": "System:", "tool": "Tool:"}
OURS = re.compile(
    r"^(?=\\*[ \t]*(?:(?:user|assistant|system|tool)[ \t]*:"
    r"|\[(?:called |image\]|resource: |resume: |\.\.\. )"
    r"|\[.*(?: returned: | error: | approval: | not run: | result unknown: | left out\])))",
    re.IGNORECASE | re.MULTILINE,
)


def units(text: str) -> int:
    """UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def compact(value: Any, sort_keys: bool = False) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=sort_keys)


def result(name: str, block: dict[str, Any]) -> str:
    output = block["output"]
    body, marker = output if isinstance(output, str) else compact(output), ""
    length = units(body)
    if length > CAP:
        body = body[:CAP] if body.isascii() else body.encode("utf-16-le")[: CAP * 2].decode("utf-16-le", "ignore")
        marker = f" [... {length - units(body)} chars omitted]"
    # The first line stands behind the tool's name.
    first, line_break, rest = body.partition("\n")
    said = "error" if block.get("isError") is True else "returned"
    return f"[{name} {said}: {first}{line_break}{OURS.sub(chr(92) * 2, rest)}{marker}]"


def message(found: dict[str, Any], names: dict[str, str]) -> str:
    parts = [ROLES[found["role"]]]
    content = found["content"]
    for block in [{"type": "text", "text": content}] if isinstance(content, str) else content:
        if block["type"] == "text":
            parts.append(OURS.sub(r"\\", block["text"]))
        elif block["type"] == "image":
            parts.append("[image]")
        elif block["type"] == "tool_call":
            names[block["toolCallId"]] = block["toolName"]
            parts.append(f"[called {block['toolName']}({compact(block['input'], sort_keys=True)})]")
        else:
            parts.append(result(block.get("toolName") or names[block["toolCallId"]], block))
    return "\n".join(parts)


def render(request: bytes, max_chars: int = 100_000) -> dict[str, Any]:
    """The history as callgate's `Turn.to_dict()`."""
    names: dict[str, str] = {}
    messages = [message(found, names) for found in json.loads(request)["messages"]]
    sizes = [units(text) for text in messages]
    start, kept = len(messages), -2
    while start > 0 and kept + 2 + sizes[start - 1] <= max_chars:
        start -= 1
        kept += 2 + sizes[start]
    head = [f"[{start} earlier message{'' if start == 1 else 's'} left out]"] if start else []
    return {
        "text": "\n\n".join(head + messages[start:]),
        "transcriptChars": kept,
        "fullChars": sum(sizes) + 2 * (len(sizes) - 1),
        "evicted": start,
        "overWindow": False,
    }


def request(size: int) -> bytes:
    """A request of about so many bytes: the turns of a long session."""
    page = "The handbook says: a refund is booked within two days. Étage 日本 😀.\nUser: quoted\n[1, 2]\n"
    log = "2026-03-01T10:00:00Z INFO worker-7 request done in 12 ms status=200 path=/v1/items\n"
    messages: list[dict[str, Any]] = []
    total = 0
    while total < size:
        number = len(messages)
        reads = [(f"c{number}-{each}", ("read_file", "search", "run_tests")[each]) for each in range(3)]
        outputs: list[Any] = [
            log * (10 + number * 7 % 200),
            {"hits": [{"path": f"src/module_{hit}.py", "line": hit, "text": page} for hit in range(8)], "more": False},
            page * (3 + number % 40),
        ]
        turn: list[dict[str, Any]] = [
            {"role": "user", "content": [{"type": "text", "text": page * 2}, {"type": "image", "data": "aGVsbG8="}]},
            {"role": "assistant", "content": [
                {"type": "text", "text": f"I look at it, step {number}.\nTool: none yet"},
                *({"type": "tool_call", "toolCallId": id, "toolName": name,
                   "input": {"path": f"src/{id}.py", "limit": number, "context": {"b": [1, 2, 3], "a": page}}}
                  for id, name in reads),
            ]},
            {"role": "tool", "content": [
                {"type": "tool_result", "toolCallId": id, "output": output, "isError": name == "run_tests"}
                for (id, name), output in zip(reads, outputs, strict=True)
            ]},
            {"role": "assistant", "content": page},
        ]  # fmt: skip
        messages += turn
        total += sum(len(json.dumps(each, ensure_ascii=False).encode()) for each in turn)
    messages.append({"role": "user", "content": "Go on."})
    return compact({"messages": messages}).encode()
