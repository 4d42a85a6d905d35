"""The shared vectors through the Python API, as host objects and as text (QUAL-30)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import vectors

CASES = list(vectors.cases())


def test_there_are_vectors() -> None:
    assert len(CASES) > 1000


@pytest.mark.parametrize("case", CASES, ids=str)
def test_vector(case: vectors.Case) -> None:
    assert vectors.mismatch(case.expect, vectors.run(case)) is None


def test_an_unknown_operation_fails() -> None:
    with pytest.raises(AssertionError, match="no operation `decied` is known"):
        vectors.run(vectors.Case("file", "name", "decied", {}, {}, "host"))


@pytest.mark.parametrize(
    ("expected", "actual", "matches"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, True),
        ({"a": 1}, {"a": True}, False),
        ({"a": None}, {}, False),
        ({"a": {"$absent": True}}, {"b": 1}, True),
        ({"a": {"$absent": True}}, {"a": None}, False),
        ([1], [1, 2], False),
        ([{"a": 1}], [{"a": 1, "b": 2}], True),
        ({"$contains": [2, 3]}, [1, 2, 3], True),
        ({"$contains": [3, 2]}, [1, 2, 3], False),
        ({"$contains": [1, 1]}, [1], False),
        ({"$text_contains": ["b", "a"]}, "ab", True),
        ({"$text_contains": ["c"]}, "ab", False),
        ("a", "b", False),
        (1, 1.0, False),
    ],
)
def test_the_comparison_can_fail(expected: object, actual: object, matches: bool) -> None:
    assert (vectors.mismatch(expected, actual) is None) is matches
