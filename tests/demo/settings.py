"""The scenes on what each harness is told, and on what an edit changes."""

from __future__ import annotations

import copy
import json
import textwrap
from pathlib import Path
from typing import Any, Literal

import callgate
from stage import BINARY, COLOURS, EXAMPLES, WIDTH, clipped, command, expect, paint, paragraph, shown

Harness = Literal["claude", "codex", "pi"]
TITLES: dict[Harness, str] = {"claude": "Claude Code", "codex": "Codex", "pi": "Pi"}
CATALOGS = EXAMPLES / "support.catalogs.json"


def files(agent: Path) -> None:
    """Prints the files of each harness, and one table of what comes of them."""
    document, catalogs = agent.read_bytes(), CATALOGS.read_bytes()
    rendered = {harness: callgate.render_harness(document, harness, catalogs) for harness in TITLES}
    for harness, title in TITLES.items():
        ours = rendered[harness]
        words = [BINARY, "render", str(agent), "--harness", harness, "--catalog", str(CATALOGS), "--format", "json"]
        theirs = json.loads(command(words))
        expect(f"the files of {title}", [file.to_dict() for file in ours.files], theirs["files"])
        for file in ours.files:
            lists = " (here with its lists side by side)" if file.path.endswith(".json") else ""
            print(f"   {title}: {paint(file.path, '1')}{lists}")
            print(textwrap.indent(folded(file.content).rstrip("\n"), "     ") + "\n")
        if not ours.files:
            told = f"{title} has no file: it is given {len(ours.register)} tools, and never {len(ours.withheld)}:"
            print(paragraph(f"{told} {', '.join(ours.withheld)}.") + "\n")
    table(rendered)


def folded(content: str) -> str:
    """JSON with its lists written side by side, so that it fits a screen; other text as it is."""
    try:
        permissions = json.loads(content)["permissions"]
    except ValueError:
        return content
    lines = []
    for key, value in permissions.items():
        entries = ", ".join(json.dumps(each) for each in value) if isinstance(value, list) else json.dumps(value)
        entries = f"[{entries}]" if isinstance(value, list) else entries
        lines += textwrap.wrap(
            f"{json.dumps(key)}: {entries},", WIDTH - 9, subsequent_indent="  ", break_long_words=False,
            break_on_hyphens=False,
        )  # fmt: skip
    lines[-1] = lines[-1].rstrip(",")
    return '{"permissions": {\n' + textwrap.indent("\n".join(lines), "  ") + "\n}}"


def table(rendered: dict[Harness, callgate.Rendered]) -> None:
    """What the gate decides, and what each harness does by itself with its settings."""
    column = 11
    width = min(38, WIDTH - 3 - 7 - (column + 1) * len(rendered))
    heads = " ".join(f"{title:<{column}}" for title in TITLES.values())
    print(paint(f"   {'tool':<{width}} {'gate':<6} {heads}".rstrip(), "1"))
    rows = zip(*(each.coverage or () for each in rendered.values()), strict=True)
    for row in rows:
        first = row[0]
        name = f"{first.server} / {first.tool or 'any other'}" if first.server else str(first.tool)
        cells = " ".join(f"{cell(each):<{column}}" for each in row)
        print(f"   {clipped(name, width):<{width}} {paint(f'{first.gate:<6}', COLOURS[first.gate])} {cells}".rstrip())
    print()
    print(paragraph(
        "`run`, `ask`, `gone` (not even offered): what the harness does by itself. `-`: its settings say nothing, or "
        "would only ask, and the gate decides. `run *`: a client tool, where the runner's own pause asks. Never "
        "looser than the gate, or there would be no file."
    ))  # fmt: skip


def cell(row: callgate.Coverage) -> str:
    expect(f"a looser harness for {row.name}", row.fit == "looser" and row.exempt is None, False)
    if row.fit == "left to the gate":
        return "-"
    return f"{row.harness} *" if row.exempt else row.harness


def edit(agent: dict[str, Any], path: Path) -> None:
    """Shows what an edit changes: of the decisions, and of Claude Code's file."""
    edited = copy.deepcopy(agent)
    edits: list[tuple[str, str, callgate.Permission]] = [
        ("payments", "create_refund", "deny"), ("crm", "get_contact", "allow"),
    ]  # fmt: skip
    for server, tool, permission in edits:
        entry = next(entry for entry in edited["mcps"] if entry["name"] == server)
        entry["policy"] = callgate.set_tool_permission(entry["policy"], tool, permission).policy
        print(f'   set_tool_permission(policy of {server}, "{tool}", "{permission}")')
    print()
    text = json.dumps(edited, indent=2)
    shown(["callgate", "diff", str(path), "-", "--catalog", str(CATALOGS)], given=("edited.agent.json", text))
    changes = callgate.diff(agent, edited, CATALOGS.read_bytes())
    found = {(change.server, change.tool, change.direction) for change in changes}
    expect("what changes", sorted(found), [("crm", "get_contact", "looser"), ("payments", "create_refund", "stricter")])

    before, after = (settings(each) for each in (agent, edited))
    print("\n   In Claude Code's settings:")
    for sign, these, those, colour in (("-", before, after, "31"), ("+", after, before, "32")):
        for rule in these:
            if rule not in those:
                print(paint(f"   {sign} {rule}", colour))


def settings(agent: dict[str, Any]) -> list[str]:
    """The rules of Claude Code's file, each with its list."""
    rendered = callgate.render_harness(agent, "claude", CATALOGS.read_bytes())
    permissions = json.loads(rendered.files[0].content)["permissions"]
    return [f"{key:<5} {rule}" for key in ("allow", "deny", "ask") for rule in permissions.get(key, ())]
