"""What the compiled core says of AgentTeams, once, as Python values."""

from __future__ import annotations

import json
from typing import Any, Final

from callgate import _native

CONSTANTS: Final[dict[str, Any]] = json.loads(_native.teams_constants())
QUEUE: Final[str] = CONSTANTS["queue"]
MANIFEST_PATH: Final = ".agentteams/manifest.json"
