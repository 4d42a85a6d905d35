"""How the scenes of the demo are shown."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = Path("tests/examples")
BINARY = "target/release/callgate"
COLOURS = {"allow": "32", "ask": "33", "deny": "31"}
TERMINAL = sys.stdout.isatty() and "NO_COLOR" not in os.environ
WIDTH = min(110, shutil.get_terminal_size((100, 24)).columns)


def paint(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if TERMINAL else text


def heading(number: int, title: str, why: str) -> None:
    print(f"\n{paint(f'{number}. {title}', '1')}")
    print(paragraph(why) + "\n", flush=True)


def paragraph(text: str) -> str:
    return textwrap.fill(text, WIDTH, initial_indent="   ", subsequent_indent="   ", break_on_hyphens=False)


def command(words: Sequence[str], codes: Sequence[int] = (0,), given: str | None = None) -> str:
    """The output of a command that must end with one of these exit codes, with this text as its input."""
    run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, input=given)
    if run.returncode not in codes:
        sys.exit(f"{' '.join(words)} ended with exit code {run.returncode}:\n{run.stdout}{run.stderr}")
    return run.stdout


def shown(words: Sequence[str], codes: Sequence[int] = (0,), given: tuple[str, str] | None = None) -> None:
    """Runs a command as a person would, with its output shown; what it is given is a file's name and text."""
    spelled = [word if word.isascii() and " " not in word else repr(word) for word in words]
    spelled += ["<", given[0]] if given else []
    print(paint(f"   $ {' '.join(spelled)}", "2"))
    output = command([str(ROOT / BINARY), *words[1:]], codes, given[1] if given else None)
    print(textwrap.indent(output.rstrip("\n"), "   "), flush=True)


def clipped(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def expect(what: str, found: Any, right: Any) -> None:
    """Ends the demo when something is not as it should be."""
    if found != right:
        sys.exit(f"{what}: {json.dumps(found, default=str)} instead of {json.dumps(right, default=str)}")
