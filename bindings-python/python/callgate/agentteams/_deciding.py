"""One request's decision: what the core has to know is looked up, its gates run (TEAM-60, TEAM-62, TEAM-67)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from callgate.agentteams import _beneath, _decisions, _gates, proposal_policy
from callgate.agentteams._ledger import Ledger
from callgate.agentteams._sandbox import NoSandbox, Sandbox
from callgate.agentteams._state import State
from callgate.agentteams.proposal_policy import Dispatch, GateRun, GrantFact, RequestFacts, Verdict

NO_SANDBOX = "there is no sandbox on this machine: the operator installs bubblewrap"


class Deciding:
    """Decides requests for one project under one manifest."""

    def __init__(
        self,
        root: int,
        manifest: bytes,
        state: State,
        ledger: Ledger,
        sandbox: Sandbox | None,
        now: Callable[[], int],
        say: Callable[[str], None],
    ) -> None:
        self._root, self._manifest, self._state, self._ledger = root, manifest, state, ledger
        self._sandbox, self._now, self._say = sandbox, now, say
        self.scratch = state.path / "scratch"
        self.scratch.mkdir(mode=0o700, exist_ok=True)

    def request(self, text: str, request: dict[str, Any], *, accepted: int | None) -> tuple[Verdict, dict[str, Any]]:
        """The core's decision, with what the gates said on the way. `accepted`: when an approved proposal was."""
        base, problem = self._base(request)
        gates: dict[str, bool] = {}
        reports: dict[str, Any] = {}
        while True:
            facts = RequestFacts(
                now=self._now(),
                known_id=False,
                dispatch=self.dispatch(request["dispatch"]),
                base=base,
                base_problem=problem,
                gates=gates,
                grant=self._grant(request["via_agent"]),
                accepted=accepted,
            )
            verdict = proposal_policy.check_request(self._manifest, text, facts)
            if verdict.outcome != "run_gates":
                return verdict, reports
            for gate in verdict.gates:
                gates[gate.name], reports[gate.name] = self._gate(gate, verdict, request)

    def dispatch(self, nonce: str) -> Dispatch | None:
        """What the ledger says of a nonce, of which it knows the hash alone."""
        found = self._ledger.history.dispatches.get(_beneath.sha256(nonce.encode("utf-8", "surrogatepass")))
        return None if found is None else Dispatch(found["agent"], found["expires"])

    def _base(self, request: dict[str, Any]) -> tuple[str | None, str | None]:
        """The hash of the file now, or why there is none; only of a path that an agent may write at all."""
        if "path" not in request:
            return None, None
        try:
            return _beneath.digest(self._root, _decisions.components(request["path"])), None
        except _decisions.Malformed:
            return None, None
        except _beneath.Refused as refused:
            return None, refused.sentence
        except OSError as error:
            return None, error.strerror

    def _gate(self, gate: GateRun, verdict: Verdict, request: dict[str, Any]) -> tuple[bool, dict[str, object]]:
        if self._sandbox is None:
            return False, {"problem": NO_SANDBOX}
        change: tuple[list[str], bytes | None] | None = None
        if not gate.unchanged and verdict.path is not None:
            content = request.get("content", request.get("stdin_content"))
            change = verdict.path.split("/"), None if content is None else content.encode("utf-8")
        try:
            passed, report = _gates.run_gate(
                self._sandbox, self._root, list(gate.argv), change, _decisions.is_denied, self.scratch
            )
        except NoSandbox as fault:
            return False, {"problem": str(fault)}
        self._say(f"gate `{gate.name}`: {'passed' if passed else 'did not pass'}")
        return passed, report

    def _grant(self, agent: str) -> GrantFact | None:
        # An agent's name is a file's name here: one that is no slug is no agent's.
        grant = self._state.grants.read(agent) if agent in self._state.grants.names() else None
        if grant is None:
            return None
        text = json.dumps(grant).encode("ascii")
        return proposal_policy.verify_grant(self._state.key, text, agent, self._now())
