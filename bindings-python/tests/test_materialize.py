"""Session entries from Python (WIRE-2)."""

from __future__ import annotations

import pickle
import traceback
from typing import Any

import callgate
import pytest

SERVER: dict[str, Any] = {
    "name": "search",
    "connection": {
        "type": "http",
        "url": "https://a.example/mcp?token=s3cret",
        "headers": {"X-Region": "s3cret-region"},
        "credentials": {"type": "header_secret_refs", "headers": {"Authorization": "main"}},
    },
}
GATEWAY = {"name": "search", "connection": {"type": "gateway", "namespace": "custom", "slug": "search"}}


def test_wire_2_an_entry_has_its_headers_in_place() -> None:
    entry = callgate.materialize(SERVER, {"main": "Bearer s3cret"})
    assert (entry.type, entry.name, entry.url) == ("http", "search", "https://a.example/mcp?token=s3cret")
    assert [(each.name, each.value) for each in entry.headers] == [
        ("X-Region", "s3cret-region"),
        ("Authorization", "Bearer s3cret"),
    ]
    assert entry.to_dict() == {
        "type": "http",
        "name": "search",
        "url": "https://a.example/mcp?token=s3cret",
        "headers": [
            {"name": "X-Region", "value": "s3cret-region"},
            {"name": "Authorization", "value": "Bearer s3cret"},
        ],
    }
    assert entry == pickle.loads(pickle.dumps(entry))
    assert len({entry, callgate.materialize(SERVER, '{"main": "Bearer s3cret"}')}) == 1


def test_wire_2_no_repr_shows_a_value() -> None:
    entry = callgate.materialize(SERVER, {"main": "Bearer s3cret"})
    for shown in (repr(entry), str(entry), f"{entry}", repr(entry.headers), repr(entry.headers[1])):
        assert "s3cret" not in shown
    assert "Header(name='Authorization')" in repr(entry)


class Raising(dict[str, Any]):
    def items(self) -> Any:
        raise RuntimeError("s3cret")


UNFIT: dict[str, tuple[Any, Any, Any]] = {
    "no secret": (SERVER, {"other": "s3cret"}, None),
    "a secret of None": (SERVER, {"main": None, "other": "s3cret"}, None),
    "a secret with a line end": (SERVER, {"main": "s3cret\n"}, None),
    "a secret with a lone surrogate": (SERVER, {"main": "s3cret\ud800"}, None),
    "a secret of bytes": (SERVER, {"main": b"s3cret"}, None),
    "a secret in a list": (SERVER, {"main": ["s3cret"]}, None),
    "secrets that are one": (SERVER, "s3cret", None),
    "secrets as text with a key twice": (SERVER, '{"main": "s3cret", "main": "s3cret"}', None),
    "secrets that break off": (SERVER, '{"main": "s3cret', None),
    "secrets of None": (SERVER, None, None),
    "secrets that raise": (SERVER, Raising(main="s3cret"), None),
    "a key that is no string": (SERVER, {("s3cret",): "s3cret"}, None),
    "a route that is a URL": (GATEWAY, {}, "https://s3cret.example"),
    "a route to nowhere": (GATEWAY, {}, {"url": "file:///s3cret"}),
    "a route with a header twice": (GATEWAY, {}, {"url": "https://a.example", "headers": {"A": "s3cret", "a": "s3cret"}}),
    "a route with a broken header": (GATEWAY, {}, {"url": "https://a.example", "headers": {"A": "s3cret\r\n"}}),
    "a route that is a function": (GATEWAY, {}, lambda: "s3cret"),
    "no route": (GATEWAY, {"main": "s3cret"}, None),
    "a wire form that is not valid": (
        {**SERVER, "connection": {**SERVER["connection"], "credentials": [{"value": "s3cret"}]}},
        {},
        None,
    ),
}


@pytest.mark.parametrize(("server", "secrets", "gateway"), UNFIT.values(), ids=UNFIT.keys())
def test_wire_2_no_message_holds_a_value(server: Any, secrets: Any, gateway: Any) -> None:
    with pytest.raises(callgate.CallgateError) as caught:
        callgate.materialize(server, secrets, gateway)
    error = caught.value
    diagnostics = getattr(error, "diagnostics", ())
    told = [str(error), repr(error), repr(diagnostics), *traceback.format_exception_only(error)]
    assert not [each for each in told if "s3cret" in each]
    assert error.__cause__ is error.__context__ is None


def test_wire_2_a_missing_secret_has_a_code_of_its_own() -> None:
    with pytest.raises(callgate.CallgateError, match="`main`") as caught:
        callgate.materialize(SERVER, {})
    assert caught.value.code == "missing_secret"


def test_wire_2_a_gateway_connection_takes_what_it_resolves_to() -> None:
    for headers in ({"X-Grant": "g"}, [{"name": "X-Grant", "value": "g"}]):
        entry = callgate.materialize(GATEWAY, {}, {"url": "https://gw.example/s", "headers": headers})
        assert (entry.url, entry.headers) == ("https://gw.example/s", (callgate.Header("X-Grant", "g"),))
    assert callgate.materialize(GATEWAY, {}, gateway={"url": "https://gw.example/s"}).headers == ()
