"""What of tool specs crosses into the core (RUN-26), tokens, and digests."""

from __future__ import annotations

import base64
import re
from typing import Any

import callgate
import pytest


def test_run_26_private_fields_of_a_spec_are_never_read_whatever_they_hold() -> None:
    spec: dict[Any, Any] = {"name": "t", "inputSchema": {"required": ["a"]}, "run": len, "env": {1: object()}, 7: 8}
    spec["self"] = spec
    shown = [{"name": "t", "inputSchema": {"type": "object", "required": ["a"]}}]
    assert callgate.advertise([spec]) == shown
    assert callgate.missing_arguments(spec, {}) == ["a"]


@pytest.mark.parametrize(
    ("specs", "says"),
    [
        ([{"name": "t", "inputSchema": {1: 2}}], "/0/inputSchema"),
        ([{"name": "t", "description": object()}], "/0/description"),
        ([{"name": "t", "annotations": {"title": float("nan")}}], "/0/annotations/title"),
        ({"name": "t"}, "array"),
        (None, "array"),
    ],
)
def test_run_26_a_public_field_that_is_no_json_is_refused_with_its_place(specs: Any, says: str) -> None:
    with pytest.raises(callgate.CallgateError, match=re.escape(says)):
        callgate.advertise(specs)


def test_run_26_numbers_in_text_are_exact() -> None:
    text = b'[{"name": "t", "inputSchema": {"type": "object", "maximum": 123456789012345678901234567890}}]'
    assert callgate.advertise(text)[0]["inputSchema"]["maximum"] == 123456789012345678901234567890


def test_tokens_are_32_random_bytes_in_base64url_never_the_same() -> None:
    tokens = {callgate.mint_token() for _ in range(1000)}
    assert len(tokens) == 1000
    for token in tokens:
        assert re.fullmatch(r"[A-Za-z0-9_-]{43}", token)
        assert len(base64.urlsafe_b64decode(token + "=")) == 32


def test_digests_take_text_and_bytes() -> None:
    right = "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c"
    for data in ("é", "é".encode(), bytearray("é".encode())):
        assert callgate.sha256_hex(data) == right
    for wrong in (None, 7, "\ud800"):
        with pytest.raises((TypeError, UnicodeEncodeError)):
            callgate.sha256_hex(wrong)  # type: ignore[arg-type]


def test_run_53_comparisons_are_frozen_results() -> None:
    agent = {"mcps": [{"name": "s", "connection": {"type": "gateway", "namespace": "custom", "slug": "s"}}]}
    pins = callgate.pin_catalogs(agent, {"s": [{"name": "t"}]})
    same, new = callgate.compare_pins(pins, "s", [{"name": "t"}, {"name": "u"}])
    assert repr(same) == "PinComparison(tool='t', state='same')"
    assert new.to_dict() == {"tool": "u", "state": "new"}
