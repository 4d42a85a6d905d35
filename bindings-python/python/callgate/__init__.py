"""callgate: one policy engine for the tool calls of AI agents.

>>> import callgate
>>> gate = callgate.Gate({"mcps": [{"name": "search", "policy": {"tool_permissions": {"find": "allow"}}}]})
>>> gate.decide({"server": "search", "tool": "find"}).permission
'allow'
>>> gate.decide({"server": "search", "tool": "drop"}).reason
Reason(step='new_tool_floor', pointer='/mcps/0/policy/tool_permissions', server='search', tool='drop')
"""

from callgate._documents import Catalog, Document, json_schema, to_wire, validate, validate_server
from callgate._errors import CallgateError, InvalidArgument, InvalidDocument, InvalidEdit
from callgate._native import Decision, Gate, __version__, tool_name
from callgate._results import Candidate, Diagnostic, Explanation, Permission, Reason, Report, Rung

__all__ = [
    "CallgateError",
    "Candidate",
    "Catalog",
    "Decision",
    "Diagnostic",
    "Document",
    "Explanation",
    "Gate",
    "InvalidArgument",
    "InvalidDocument",
    "InvalidEdit",
    "Permission",
    "Reason",
    "Report",
    "Rung",
    "__version__",
    "json_schema",
    "to_wire",
    "tool_name",
    "validate",
    "validate_server",
]
