"""callgate: one policy engine for the tool calls of AI agents.

>>> import callgate
>>> gate = callgate.Gate({"mcps": [{"name": "search", "policy": {"tool_permissions": {"find": "allow"}}}]})
>>> gate.decide({"server": "search", "tool": "find"}).permission
'allow'
>>> gate.decide({"server": "search", "tool": "drop"}).reason
Reason(step='new_tool_floor', pointer='/mcps/0/policy/tool_permissions', server='search', tool='drop')
"""

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
from callgate._native import Decision, Gate, __version__, tool_name
from callgate._results import (
    Candidate,
    Change,
    Diagnostic,
    Edit,
    Explanation,
    Permission,
    Reason,
    Report,
    Rung,
    Said,
    Suggestion,
)

__all__ = [
    "CallgateError",
    "Candidate",
    "Catalog",
    "Change",
    "Decision",
    "Diagnostic",
    "Document",
    "Edit",
    "Explanation",
    "Gate",
    "InvalidArgument",
    "InvalidDocument",
    "InvalidEdit",
    "Permission",
    "Reason",
    "Report",
    "Rung",
    "Said",
    "Suggestion",
    "__version__",
    "ask_for_write_and_delete",
    "diff",
    "json_schema",
    "set_new_tool_permission",
    "set_server_permission",
    "set_tool_filter",
    "set_tool_permission",
    "suggest_rule",
    "to_wire",
    "tool_name",
    "validate",
    "validate_server",
]
