"""callgate: one policy engine for the tool calls of AI agents.

>>> import callgate
>>> gate = callgate.Gate({"mcps": [{"name": "search", "policy": {"tool_permissions": {"find": "allow"}}}]})
>>> gate.decide({"server": "search", "tool": "find"}).permission
'allow'
>>> gate.decide({"server": "search", "tool": "drop"}).reason
Reason(step='new_tool_floor', pointer='/mcps/0/policy/tool_permissions', server='search', tool='drop')
"""

from callgate._approvals import in_band_answers, mint_token
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
    "InBandAnswer",
    "InvalidArgument",
    "InvalidDocument",
    "InvalidEdit",
    "Ledger",
    "Permission",
    "Reason",
    "Rendered",
    "Report",
    "Rung",
    "Said",
    "SettingsFile",
    "Suggestion",
    "Taken",
    "Turn",
    "Verdict",
    "__version__",
    "ask_for_write_and_delete",
    "call_key",
    "canonical_json",
    "cap_tool_result",
    "describe_call",
    "diff",
    "in_band_answers",
    "json_schema",
    "mint_token",
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
]
