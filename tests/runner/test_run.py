"""The summary runner: what counts as passed, and that nothing broken ever counts as passed."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

RUN = Path(__file__).resolve().parent.parent / "run"


@pytest.fixture
def runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    loader = importlib.machinery.SourceFileLoader("callgate_tests_run", str(RUN))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, loader.name, module)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader.exec_module(module)
    monkeypatch.setattr(module, "RESULTS", tmp_path)
    return module


LIBTEST = """
running 3 tests
test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
the test result: ok. 9 passed; 0 failed; 0 ignored;
test result: FAILED. 2 passed; 1 failed; 4 ignored; 0 measured; 0 filtered out; finished in 0.00s
"""
JUNIT = """<testsuites><testsuite><testcase name="a"/><testcase name="b"><failure/></testcase>
<testcase name="c"><error/><failure/></testcase><testcase name="d"><skipped/></testcase></testsuite></testsuites>"""


def test_libtest_lines_are_added_up(runner: ModuleType) -> None:
    assert runner.libtest(LIBTEST, Path()) == runner.Count(5, 1, 4)


def test_junit_cases_are_counted(runner: ModuleType, tmp_path: Path) -> None:
    report = tmp_path / "r.xml"
    report.write_text(JUNIT)
    assert runner.junit("", report) == runner.Count(1, 2, 1)


ONE_PASSED = "test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured"
CASES = {
    "a suite that passes": (f"echo '{ONE_PASSED}'", "libtest", "1 passed, 0 failed", 0),
    "a check that passes": ("true", None, "1 passed, 0 failed", 0),
    "a check that fails": ("false", None, "0 passed, 1 failed", 1),
    "a crash after passed tests": (f"echo '{ONE_PASSED}'; kill -SEGV $$", "libtest", "1 passed, 1 failed", 1),
    "a suite without tests": ("true", "libtest", "0 passed, 1 failed", 1),
    "a suite without a report": ("true", "junit", "0 passed, 1 failed", 1),
    "a report that is cut off": ("printf '<testsuite><testcase' > {report}", "junit", "0 passed, 1 failed", 1),
    "output that is not UTF-8": (f"printf '\\377\\n'; echo '{ONE_PASSED}'", "libtest", "1 passed, 0 failed", 0),
}


@pytest.mark.parametrize(("script", "reader", "summary", "code"), CASES.values(), ids=CASES.keys())
def test_nothing_broken_counts_as_passed(
    runner: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    script: str,
    reader: str | None,
    summary: str,
    code: int,
) -> None:
    suite = runner.Suite("s", ("bash", "-c", script), getattr(runner, reader) if reader else None)
    monkeypatch.setattr(runner, "SUITES", (suite,))
    assert runner.main([]) == code
    assert capfd.readouterr().out.splitlines()[-1] == summary
    assert (runner.RESULTS / "summary").read_text() == summary + "\n"


def test_a_failed_suite_stops_no_other(
    runner: ModuleType, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    suites = (
        runner.Suite("missing", ("/no/such/program",)),
        runner.Suite("unbuildable", ("true",), needs="no-such-target"),
        runner.Suite("good", ("true",)),
    )
    monkeypatch.setattr(runner, "SUITES", suites)
    assert runner.main([]) == 1
    assert capfd.readouterr().out.splitlines()[-1] == "1 passed, 2 failed"


def test_a_suite_that_hangs_is_ended(
    runner: ModuleType, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(runner, "TIME_LIMIT", 1)
    monkeypatch.setattr(runner, "SUITES", (runner.Suite("s", ("bash", "-c", "sleep 60 & sleep 60")),))
    assert runner.main([]) == 1
    assert capfd.readouterr().out.splitlines()[-1] == "0 passed, 1 failed"


def test_an_unknown_suite_is_wrong_usage(runner: ModuleType) -> None:
    assert runner.main(["no-such-suite"]) == 2
