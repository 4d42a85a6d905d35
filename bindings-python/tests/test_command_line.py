"""A command line that cannot run ends with 2, which blocks a hook's call (HARN-15)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import callgate
import pytest

INSTALLED = Path(callgate.__file__).parent
SCRIPT = "import sys\nfrom callgate.__main__ import main\nif __name__ == '__main__':\n    sys.exit(main())\n"
HOOK = ("hook", "claude", "agent.json")


def _native(folder: Path) -> Path:
    [found] = [each for each in folder.glob("_native*") if each.suffix != ".pyi"]
    return found


def _replaced(folder: Path, code: str) -> None:
    _native(folder).unlink()
    (folder / "_native.py").write_text(code)


BREAKS: dict[str, Callable[[Path], object]] = {
    "no native module": lambda folder: _native(folder).unlink(),
    "a native module that is none": lambda folder: _native(folder).write_bytes(b"\0" * 64),
    "a native module of another version": lambda folder: _replaced(folder, "__version__ = '0'"),
    "a native module that raises": lambda folder: _replaced(folder, "raise RuntimeError('\\ud800')"),
    "a native module that ends the process": lambda folder: _replaced(folder, "raise SystemExit(0)"),
    "a module that is missing": lambda folder: (folder / "_results.py").unlink(),
    "a module that is cut": lambda folder: (folder / "_edits.py").write_text("def "),
}
Broken = Callable[[str], Path]


@pytest.fixture
def broken(tmp_path: Path) -> Broken:
    """A folder with the package, broken in that way."""

    def make(name: str) -> Path:
        shutil.copytree(INSTALLED, tmp_path / "callgate", ignore=shutil.ignore_patterns("__pycache__"))
        BREAKS[name](tmp_path / "callgate")
        return tmp_path

    return make


def _run(folder: Path, *words: str, stderr: int = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", BREAKS)
def test_harn_15_a_package_that_cannot_be_loaded_blocks(broken: Broken, name: str) -> None:
    folder = broken(name)
    (folder / "bin").mkdir()
    (folder / "bin" / "callgate").write_text(SCRIPT)
    for command in (["-m", "callgate"], ["-m", "callgate.__main__"], ["-P", "-mcallgate"], ["bin/callgate"]):
        if command[0] == "-P" and sys.version_info < (3, 11):
            continue
        done = _run(folder, *command, *HOOK)
        assert (done.returncode, done.stdout) == (2, ""), command
        assert done.stderr.startswith("callgate: the command line cannot run: ")
        assert "Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_harn_15_also_when_nothing_can_be_said(broken: Broken) -> None:
    folder = broken("no native module")
    with Path("/dev/full").open("wb") as full:
        assert _run(folder, "-m", "callgate", *HOOK, stderr=full.fileno()).returncode == 2
    shell = f'exec "{sys.executable}" -m callgate hook claude agent.json 2>&-'
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    assert subprocess.run(["sh", "-c", shell], cwd=folder, env=environment, check=False).returncode == 2


def test_harn_15_what_goes_wrong_before_the_core_runs_blocks(tmp_path: Path) -> None:
    script = """
import sys, callgate, runpy
callgate._native.run_cli = None
sys.argv = ["callgate", "hook", "claude", "agent.json"]
runpy.run_module("callgate", run_name="__main__")
"""
    done = _run(tmp_path, "-c", script)
    assert done.returncode == 2
    assert "callgate: the command line cannot run: TypeError: " in done.stderr


def test_a_program_that_imports_the_package_can_catch_why_it_cannot(broken: Broken) -> None:
    folder = broken("no native module")
    program = "try:\n    import callgate\nexcept ImportError:\n    print('caught')\n"
    (folder / "program").mkdir()
    (folder / "program" / "__init__.py").write_text(program)
    (folder / "program" / "__main__.py").write_text("")
    (folder / "script.py").write_text(program)
    for words in (["-m", "program"], ["script.py"], ["-c", program]):
        done = _run(folder, *words)
        assert (done.returncode, done.stdout) == (0, "caught\n"), done.stderr
    assert _run(folder, "-c", "import callgate").returncode == 1


def test_large_histories(tmp_path: Path) -> None:
    """A million messages, and one result of 100 MB."""

    def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "callgate", *map(str, words)], capture_output=True, text=True)

    agent, many, large = tmp_path / "agent.json", tmp_path / "many.json", tmp_path / "large.json"
    agent.write_text("{}")
    many.write_text("[" + '{"role":"user","content":"hi"},' * 1_000_000 + "null]")
    large.write_text('[{"role":"tool","toolName":"t","content":"' + "x" * 100_000_000 + '"}]')
    ran = run("transcript", many)
    assert ran.returncode == 0
    assert ran.stdout.startswith("[990000 earlier messages left out]\n\nUser:\nhi\n")
    ran = run("transcript", large)
    assert ran.returncode == 0
    assert ran.stdout.endswith("x [... 99996000 chars omitted]]\n")
    assert len(ran.stdout) < 5_000
    for conversation in (many, large):
        ran = run("decide", agent, "--tool", "Bash", "--conversation", conversation)
        assert (ran.returncode, ran.stdout.split()[0]) == (1, "pending:")
    for limit in ("-1", "NaN", "", "1.5"):
        assert run("transcript", many, "--max-chars", limit).returncode == 2
