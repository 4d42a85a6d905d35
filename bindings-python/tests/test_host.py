"""Host objects as JSON text: what is taken as what, and every refusal with its place."""

from __future__ import annotations

import collections
import datetime
import enum
import json
import subprocess
import sys
import types
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any, NamedTuple

import pytest
from callgate._native import _host_json
from hypothesis import given
from hypothesis import strategies as st


class Word(str, enum.Enum):
    ASK = "ask"


class Level(enum.IntEnum):
    THREE = 3


class Plain(enum.Enum):
    ASK = "ask"


class Pair(NamedTuple):
    left: int
    right: str


class Shouting(str):
    def __str__(self) -> str:
        return "LOUD"

    def encode(self, *_: object) -> bytes:
        return b"LOUD"


class Lying(int):
    def __str__(self) -> str:
        return "0"

    def to_bytes(self, *_: object, **__: object) -> bytes:
        return b""

    def bit_length(self) -> int:
        return 0


class Half(float):
    pass


TAKEN: dict[str, tuple[Any, str]] = {
    "null": (None, "null"),
    "booleans before integers": ([True, False, 1, 0], "[true,false,1,0]"),
    "key order is kept": ({"b": 1, "a": 2}, '{"b":1,"a":2}'),
    "a tuple is an array": ((1, (2,)), "[1,[2]]"),
    "a named tuple too": (Pair(1, "x"), '[1,"x"]'),
    "an empty dict and list": ([{}, []], "[{},[]]"),
    "text with escapes": ('"\\\n\r\t\x00\x1f\x7f/', '"\\"\\\\\\n\\r\\t\\u0000\\u001f\x7f/"'),
    "text beyond the BMP": ("a\u00e9\u2028\U0001f600", '"a\u00e9\u2028\U0001f600"'),
    "lone surrogates": ("\ud800x\udfff", '"\\ud800x\\udfff"'),
    "a lone surrogate beside a pair": ("\U0001f600\ud83d", '"\U0001f600\\ud83d"'),
    "a key with a lone surrogate": ({"\udc00": 1}, '{"\\udc00":1}'),
    "a string enum": ({Word.ASK: Word.ASK}, '{"ask":"ask"}'),
    "an integer enum": (Level.THREE, "3"),
    "a str subclass is its value": (Shouting("soft"), '"soft"'),
    "a str subclass with a lone surrogate": (Shouting("\ud800"), '"\\ud800"'),
    "an int subclass is its value": ([Lying(7), Lying(2**70)], "[7,1180591620717411303424]"),
    "a float subclass is its value": (Half(0.5), "0.5"),
    "the ends of 64 bits": ([2**63 - 1, -(2**63), 2**63, 2**64], None),  # type: ignore[dict-item]
    "floats": ([0.1, -0.0, 1.0, 1e-7, 5e-324], "[0.1,-0.0,1.0,1e-7,5e-324]"),
    "the last float without gaps": (9007199254740991.0, "9007199254740991.0"),
    "integral floats beyond get an exponent": (
        [9007199254740992.0, -1e16, 1e300, 123456789012345680000.0],
        "[9.007199254740992e15,-1e16,1e300,1.2345678901234568e20]",
    ),
    "an ordered dict in its own order": (collections.OrderedDict(b=1, a=2), '{"b":1,"a":2}'),
    "a default dict": (collections.defaultdict(list, {"a": []}), '{"a":[]}'),
    "a counter": (collections.Counter("aab"), '{"a":2,"b":1}'),
    "an object that is shared but no cycle": ([x := {"a": 1}, x], '[{"a":1},{"a":1}]'),
}


@pytest.mark.parametrize(("value", "text"), TAKEN.values(), ids=TAKEN.keys())
def test_what_is_taken(value: Any, text: str | None) -> None:
    ok, written = _host_json(value)
    assert ok, written
    assert written == (json.dumps(value, separators=(",", ":")) if text is None else text)


def test_an_ordered_dict_that_was_reordered() -> None:
    ordered = collections.OrderedDict(a=1, b=2)
    ordered.move_to_end("a")
    assert _host_json(ordered) == (True, '{"b":2,"a":1}')


@pytest.mark.parametrize("digits", [19, 20, 641, 4300])
@pytest.mark.parametrize("sign", [1, -1])
def test_integers_keep_every_digit(digits: int, sign: int) -> None:
    for number in (sign * 10 ** (digits - 1), sign * (10**digits - 1), sign * int("9876543210" * 430) % 10**digits):
        assert _host_json(number) == (True, str(number))


def test_integers_do_not_depend_on_the_interpreters_digit_limit() -> None:
    script = (
        "import sys; sys.set_int_max_str_digits(640)\n"
        "from callgate._native import _host_json\n"
        "print(_host_json(10**4299) == (True, '1' + '0' * 4299))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "True\n"


def cycle() -> list[Any]:
    inner: dict[str, Any] = {}
    inner["again"] = [inner]
    return [0, inner]


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth - 1):
        value = [value]
    return value


class Raising(dict[str, Any]):
    def items(self) -> Any:
        raise RuntimeError("secret")


class RaisingMidway(dict[str, Any]):
    def items(self) -> Any:
        yield "a", 1
        raise RuntimeError("secret")


class NoPairs(dict[str, Any]):
    def items(self) -> Any:
        return [1, 2]


class Ghost:
    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        raise RuntimeError("secret")


REFUSED: dict[str, tuple[Callable[[], Any], str, str]] = {
    "a cycle": (cycle, "/1/again/0", "a cycle"),
    "65 levels": (lambda: nested(65), "/0" * 64, "nested deeper than 64 levels"),
    "a key that is an integer": (lambda: {"a": {1: 2}}, "/a", "a key that is not a string"),
    "a key that is None": (lambda: [{None: 2}], "/0", "a key that is not a string"),
    "a key that is bytes": (lambda: {b"a": 2}, "", "a key that is not a string"),
    "not a number": (lambda: {"a/b": {"~": float("nan")}}, "/a~1b/~0", "not a number"),
    "infinite": (lambda: [float("-inf")], "/0", "infinite"),
    "bytes": (lambda: [b""], "/0", "bytes"),
    "a byte array": (lambda: [bytearray()], "/0", "bytes"),
    "a memory view": (lambda: [memoryview(b"")], "/0", "bytes"),
    "a set": (lambda: {"a": {1}}, "/a", "a Set"),
    "a frozen set": (lambda: frozenset(), "", "a Set"),
    "a mapping that is no dict": (lambda: types.MappingProxyType({}), "", "a Map"),
    "a chain of dicts": (lambda: collections.ChainMap({}), "", "a Map"),
    "a date": (lambda: [datetime.date(2020, 1, 1)], "/0", "a date"),
    "a moment": (lambda: datetime.datetime(2020, 1, 1), "", "a date"),
    "a time": (lambda: datetime.time(1), "", "a date"),
    "a function": (lambda: {"a": cycle}, "/a", "a function"),
    "a builtin": (lambda: len, "", "a function"),
    "a class": (lambda: dict, "", "a function"),
    "a plain enum": (lambda: Plain.ASK, "", "an instance of a class"),
    "a decimal": (lambda: Decimal(1), "", "an instance of a class"),
    "a complex number": (lambda: 1j, "", "an instance of a class"),
    "an iterator": (lambda: iter([1]), "", "an instance of a class"),
    "an object": (lambda: [object()], "/0", "an instance of a class"),
    "an object whose class cannot be asked": (lambda: [Ghost()], "/0", "an instance of a class"),
    "items that raise": (lambda: {"a": Raising()}, "/a", "a getter that throws"),
    "items that raise midway": (lambda: RaisingMidway(), "", "a getter that throws"),
    "items that are no pairs": (lambda: NoPairs(), "", "a getter that throws"),
    "4301 digits": (lambda: [10**4300], "/0", "a number with more digits than can be read"),
    "-4301 digits": (lambda: -(10**4300), "", "a number with more digits than can be read"),
    "a million digits": (lambda: 1 << 3_400_000, "", "a number with more digits than can be read"),
}


@pytest.mark.parametrize(("make", "pointer", "what"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_refused(make: Callable[[], Any], pointer: str, what: str) -> None:
    ok, written = _host_json(make())
    assert not ok, written
    assert json.loads(written) == {"pointer": pointer, "what": what}


def test_64_levels_are_taken() -> None:
    assert _host_json(nested(64)) == (True, "[" * 64 + "]" * 64)


def test_a_dict_that_changes_under_the_reader() -> None:
    outer: dict[str, Any] = {}

    class Grows(dict[str, Any]):
        def items(self) -> Any:
            outer[f"k{len(outer)}"] = 1
            return super().items()

    class Swaps(dict[str, Any]):
        def items(self) -> Any:
            del outer["a"]
            outer[f"k{len(outer)}"] = 1
            return super().items()

    class Empties(dict[str, Any]):
        def items(self) -> Any:
            rows.clear()
            return super().items()

    outer.update(a=1, b=Grows(), c=3)
    assert json.loads(_host_json(outer)[1])["what"] == "an object that changes while it is read"
    outer.clear()
    outer.update(a=1, b=Swaps(), c=3)
    _host_json(outer)  # the same size: read as far as it goes, never a crash
    rows: list[Any] = [1, Empties(), 3]
    assert _host_json(rows) == (True, "[1,{}]")


def test_interrupts_are_not_swallowed() -> None:
    class Interrupted(dict[str, Any]):
        def items(self) -> Any:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        _host_json([Interrupted()])


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(values)
def test_what_is_written_reads_back_as_the_same_value(value: Any) -> None:
    ok, written = _host_json(value)
    assert ok
    assert json.loads(written) == value


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_no_large_float_looks_like_an_exact_integer(number: float) -> None:
    written = _host_json(number)[1]
    assert float(written) == number
    assert not written.lstrip("-").isdigit()
    if number.is_integer() and abs(number) > 2**53 - 1:
        assert "e" in written


@given(st.lists(st.integers(0xD800, 0xDFFF) | st.integers(0x20, 0x10FFFF), max_size=8))
def test_any_code_points_read_back(points: list[int]) -> None:
    text = "".join(map(chr, points))
    written = _host_json(text)[1]
    assert written.encode() is not None
    assert json.loads(written) == json.loads(json.dumps(text))


def test_iterators_of_a_subclass_are_read_once() -> None:
    reads = 0

    class Counting(dict[str, Any]):
        def items(self) -> Any:
            def pairs() -> Iterator[tuple[str, int]]:
                nonlocal reads
                reads += 1
                yield "a", reads

            return pairs()

    assert _host_json(Counting(a=0)) == (True, '{"a":1}')
    assert reads == 1
