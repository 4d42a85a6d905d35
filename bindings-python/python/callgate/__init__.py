"""callgate: one policy engine for the tool calls of AI agents.

>>> import callgate
>>> gate = callgate.Gate({"mcps": [{"name": "search", "policy": {"tool_permissions": {"find": "allow"}}}]})
>>> gate.decide({"server": "search", "tool": "find"}).permission
'allow'
>>> gate.decide({"server": "search", "tool": "drop"}).reason
Reason(step='new_tool_floor', pointer='/mcps/0/policy/tool_permissions', server='search', tool='drop')
"""

from __future__ import annotations

import os
import sys


def _is_command_line() -> bool:
    """Whether this package is being imported to run `python -m callgate` or the script `callgate`."""
    frame = sys._getframe()
    # The import system has its second name once `importlib` is imported.
    between = ("callgate", "_frozen_importlib", "importlib")
    while frame.f_back and frame.f_globals.get("__name__", "").startswith(between):
        frame = frame.f_back
    importer, program = frame.f_globals.get("__name__"), "".join(sys.argv[:1])
    if importer == "runpy":
        # What `-m` has there until it has found what it runs.
        return program == "-m"
    return importer == "__main__" and os.path.splitext(os.path.basename(program))[0] == "callgate"


def _cannot_run(error: BaseException | None) -> int:
    """Says on standard error why no command can run; gives the exit code (HARN-15)."""
    try:
        message = f"callgate: the command line cannot run: {type(error).__name__}: {error}\n"
        # Not `sys.stderr`: what it could not write would change the exit code when Python ends.
        os.write(2, message.encode("utf-8", "backslashreplace"))
    except Exception:
        pass
    return 2


try:
    from callgate._approvals import in_band_answers, mint_token
    from callgate._channel import PinComparison, advertise, compare_pins, missing_arguments, pin_catalogs
    from callgate._documents import Catalog, Document, json_schema, to_wire, validate, validate_server
    from callgate._edits import (
        ask_for_write_and_delete,
        diff,
        set_new_tool_permission,
        set_server_permission,
        set_tool_filter,
        set_tool_permission,
        suggest_rule,
    )
    from callgate._errors import CallgateError, InvalidArgument, InvalidDocument, InvalidEdit
    from callgate._harness import predict, render_harness
    from callgate._materialize import Header, SessionEntry, materialize
    from callgate._native import (
        ArgumentRecorder,
        Decision,
        Gate,
        Ledger,
        __version__,
        call_key,
        canonical_json,
        describe_call,
        reply,
        sha256_hex,
        tool_name,
    )
    from callgate._results import (
        Candidate,
        Change,
        Coverage,
        Diagnostic,
        Edit,
        Explanation,
        InBandAnswer,
        Permission,
        Reason,
        Rendered,
        Report,
        Rung,
        Said,
        SettingsFile,
        Suggestion,
        Taken,
        Turn,
        Verdict,
    )
    from callgate._transcript import cap_tool_result, render_turn
    from callgate._why import OnHarness, Why, why
except BaseException:
    # INVARIANT: a command that cannot run never ends with 1, which lets a hook's call pass (HARN-15).
    if _is_command_line():
        raise SystemExit(_cannot_run(sys.exc_info()[1])) from None
    raise

__all__ = [
    "ArgumentRecorder",
    "CallgateError",
    "Candidate",
    "Catalog",
    "Change",
    "Coverage",
    "Decision",
    "Diagnostic",
    "Document",
    "Edit",
    "Explanation",
    "Gate",
    "Header",
    "InBandAnswer",
    "InvalidArgument",
    "InvalidDocument",
    "InvalidEdit",
    "Ledger",
    "OnHarness",
    "Permission",
    "PinComparison",
    "Reason",
    "Rendered",
    "Report",
    "Rung",
    "Said",
    "SessionEntry",
    "SettingsFile",
    "Suggestion",
    "Taken",
    "Turn",
    "Verdict",
    "Why",
    "__version__",
    "advertise",
    "ask_for_write_and_delete",
    "call_key",
    "canonical_json",
    "cap_tool_result",
    "compare_pins",
    "describe_call",
    "diff",
    "in_band_answers",
    "json_schema",
    "materialize",
    "mint_token",
    "missing_arguments",
    "pin_catalogs",
    "predict",
    "render_harness",
    "render_turn",
    "reply",
    "set_new_tool_permission",
    "set_server_permission",
    "set_tool_filter",
    "set_tool_permission",
    "sha256_hex",
    "suggest_rule",
    "to_wire",
    "tool_name",
    "validate",
    "validate_server",
    "why",
]
