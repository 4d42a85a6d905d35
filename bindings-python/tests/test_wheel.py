"""The built wheel in a clean environment (QUAL-38)."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import callgate
import pytest

WHEELS = Path(__file__).resolve().parents[2] / "target" / "wheels"


@pytest.fixture(scope="module")
def wheel() -> Path:
    [found] = WHEELS.glob("callgate-*.whl")
    return found


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment that holds the wheel and nothing else."""
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    # This environment's installer works for the clean one, which needs none of its own.
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-index", str(wheel)]
    subprocess.run(command, check=True)
    return python


def test_what_the_wheel_holds(wheel: Path) -> None:
    assert wheel.name.startswith(f"callgate-{callgate.__version__}-cp310-abi3-")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"callgate/__init__.py", "callgate/_native.pyi", "callgate/py.typed"} <= names
    assert "callgate/agentteams/data/agentteams-runner-mcp.py" in names
    assert {Path(name).name for name in names} >= {"LICENSE-MIT", "LICENSE-APACHE", "METADATA"}
    assert not [name for name in names if "test" in name or "__pycache__" in name]


def test_the_wheel_in_a_clean_environment(python: Path) -> None:
    script = """
import callgate
gate = callgate.Gate({"runner": {"permissions": {"default": "ask"}}})
print(callgate.__version__, gate.decide({"tool": "Bash"}).permission, callgate.__file__)
"""
    run = subprocess.run([python, "-I", "-c", script], capture_output=True, text=True, check=True)
    version, permission, file = run.stdout.split()
    assert (version, permission) == (callgate.__version__, "ask")
    assert Path(file).is_relative_to(python.parent.parent)


def test_the_example_of_the_package_runs(python: Path) -> None:
    script = "import callgate, doctest; print(doctest.testmod(callgate))"
    run = subprocess.run([python, "-I", "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "TestResults(failed=0, attempted=4)"


@pytest.mark.parametrize("words", [["bin/python", "-I", "-m", "callgate"], ["bin/callgate"]], ids=["module", "script"])
def test_the_command_line_of_the_wheel(python: Path, tmp_path: Path, words: list[str]) -> None:
    command = [str(python.parents[1] / words[0]), *words[1:]]
    agent = tmp_path / "\u00fcber agent.json"
    agent.write_text('{"runner": {"permissions": {"default": "deny"}}}')

    def run(*words: str, text: str | None = None) -> tuple[int, str]:
        done = subprocess.run([*command, *words], capture_output=True, text=True, input=text, check=False)
        assert "Traceback" not in done.stderr
        return done.returncode, done.stdout

    assert run("--version") == (0, f"callgate {callgate.__version__}\n")
    assert run("check", str(agent))[0] == 0
    code, answer = run("decide", str(agent), "--tool", "Bash", "--format", "json")
    assert code == 1
    assert json.loads(answer) == callgate.Gate(agent.read_bytes()).decide({"tool": "Bash"}).to_dict()
    assert run("check", "-", text="{")[0] == 1
    assert run("check", str(tmp_path / "missing.json"))[0] == 2
    assert run("no-such-command")[0] == 2
