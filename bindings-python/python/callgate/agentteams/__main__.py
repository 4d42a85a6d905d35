"""`python -m callgate.agentteams`: the tools of the operator, the orchestrator and whoever looks on."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import secrets
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from callgate.agentteams import _beneath, _decisions, _ledger, _render, audit, proposal_policy, runner_mcp
from callgate.agentteams._orchestrator import Orchestrator, Proposal, Shown
from callgate.agentteams._queue import Queue, QueueProblem
from callgate.agentteams._sandbox import Bubblewrap, NoSandbox, Sandbox, Unprotected
from callgate.agentteams._state import State, StateError
from callgate._errors import CallgateError
from callgate.agentteams.proposal_runner import MANIFEST, POLL_SECONDS, Runner, utc

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
LONGEST = 30 * 86400


class Failure(Exception):
    """The command does not hold or cannot be done: exit code 1."""


def main(words: Sequence[str] | None = None) -> int:
    """Runs one command; gives 0 when it holds, 1 when it does not, 2 for wrong usage or unreadable input."""
    options = _parser().parse_args(words)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        return run(options)
    except Failure as failure:
        print(f"callgate: {failure}", file=sys.stderr)
        return 1
    except (StateError, QueueProblem, NoSandbox, _decisions.Malformed, CallgateError, OSError) as error:
        print(f"callgate: {error}", file=sys.stderr)
        return 2


def _duration(text: str) -> int:
    number, unit = text[:-1], text[-1:]
    if not (number.isascii() and number.isdigit()) or unit not in UNITS or int(number) == 0:
        raise argparse.ArgumentTypeError(f"`{text}` is no duration such as 30m, 2h or 7d")
    if (seconds := int(number) * UNITS[unit]) > LONGEST:
        raise argparse.ArgumentTypeError("the longest duration is 30d")
    return seconds


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m callgate.agentteams",
        description="Writes and commands of an orchestrator-only team, checked and applied outside every session.",
    )
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--root", type=Path, default=Path("."), help="the project (default: the current folder)")
    common.add_argument("--json", action="store_true", help="print JSON")
    operator = argparse.ArgumentParser(add_help=False)
    operator.add_argument("--state", type=Path, help="the state directory, outside the project, with the ledger key")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int], text: str, *parents: Any) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=text, parents=[common, *parents])
        added.set_defaults(run=run)
        return added

    command("install", install, "install the server, the queue and the runner's state (operator)", operator)
    render = command("render", render_agents, "render the granted agents' files (operator)")
    render.add_argument("--check", action="store_true", help="change nothing; exit 1 when a file would change")
    dispatch = command("dispatch", mint_dispatch, "mint a nonce for one agent (operator)", operator)
    dispatch.add_argument("--agent", required=True)
    dispatch.add_argument("--expires", type=_duration, default="2h", help="how long it holds (default: 2h)")
    grant = command("grant", sign_grant, "let an agent's writes apply at once for a time (operator)", operator)
    grant.add_argument("--agent", required=True)
    grant.add_argument("--expires", type=_duration, required=True, help="how long it holds, such as 8h")
    grant.add_argument("--scope", action="append", help="a glob of paths; all of the agent's write scopes when left out")
    run = command("run", serve, "serve the queue until interrupted (operator)", operator)
    run.add_argument("--sandbox", choices=("bubblewrap", "none"), default="bubblewrap")
    run.add_argument("--once", action="store_true", help="look once, then end")
    run.add_argument("--poll", type=float, default=POLL_SECONDS, help="seconds between two looks (default: %(default)s)")
    ledger = command("ledger", look_at_ledger, "verify or show the ledger (operator)", operator)
    ledger.add_argument("what", choices=("verify", "show"))
    staged = command("staged", list_staged, "list what waits for the orchestrator, with diffs")
    staged.add_argument("id", nargs="?")
    for kind, text in (("approve", "have a staged proposal applied"), ("reject", "drop a staged proposal")):
        answer = command(kind, answer_proposal, f"{text} (orchestrator)")
        answer.set_defaults(kind=kind)
        answer.add_argument("id")
        answer.add_argument("--dispatch", help="the orchestrator's nonce (else AGENTTEAMS_DISPATCH)")
        answer.add_argument("--shown", help="the hash of what you were shown (default: what `staged` showed you)")
        answer.add_argument("--wait", type=float, default=20.0, help="seconds to wait for the runner (default: 20)")
    command("audit", print_audit, "check the rendered agents against the write policy")
    command("check-wiring", check_wiring, "check everything that the policy's hold depends on")
    return parser


def _print(options: argparse.Namespace, report: Any, text: str) -> None:
    print(json.dumps(report, indent=2, ensure_ascii=True) if options.json else text)


def _manifest(root: Path) -> dict[str, Any]:
    descriptor = _beneath.open_root(root)
    try:
        content = _beneath.read(descriptor, MANIFEST.split("/"))
    except _beneath.Refused as refused:
        raise Failure(f"`{MANIFEST}` cannot be read: {refused.sentence}") from None
    finally:
        os.close(descriptor)
    if content is None:
        raise Failure(f"there is no `{MANIFEST}` in {root}")
    return _decisions.read_manifest(content)


# The operator's commands


def install(options: argparse.Namespace) -> int:
    manifest = _manifest(options.root)
    state = State(options.root, options.state, create=True)
    root = _beneath.open_root(options.root)
    try:
        Queue(root, create=True).close()
        _ledger.Ledger(state, create=True).close()
        written = []
        for path, content in runner_mcp.install_files(manifest):
            parts = os.path.normpath(os.path.join(".claude", "agents", path)).split(os.sep)
            _install(root, parts, content.encode("utf-8"))
            written.append("/".join(parts))
    finally:
        os.close(root)
        state.close()
    report = {"state": str(state.path), "installed": written}
    servers = ", ".join(written) or "no server, since nobody is granted anything"
    _print(options, report, f"installed {servers}\nthe runner's state is in {state.path}: keep it from the agents")
    return 0


def _install(root: int, parts: list[str], content: bytes) -> None:
    now = _beneath.digest(root, parts)
    if now != _beneath.sha256(content):
        _beneath.apply(root, _beneath.Change(parts, now, content), _beneath.temporary_name())
    with _beneath.parent(root, parts) as (directory, name):
        os.chmod(name, 0o644, dir_fd=directory)


def render_agents(options: argparse.Namespace) -> int:
    changed = _render.render_agents(options.root, _manifest(options.root), write=not options.check)
    _print(options, {"changed": changed}, "\n".join(f"rendered {path}" for path in changed) or "nothing to change")
    return 1 if options.check and changed else 0


def mint_dispatch(options: argparse.Namespace) -> int:
    manifest = _manifest(options.root)
    known = {manifest["orchestrator"], *manifest.get("mcp_grants", {})}
    if options.agent not in known:
        raise Failure(f"no agent `{options.agent}` is granted anything: there is {', '.join(sorted(known))}")
    nonce = secrets.token_urlsafe(32)
    with_ledger = _Operator(options)
    expires = with_ledger.now + _seconds(options.expires)
    with_ledger.record(
        "dispatch", {"agent": options.agent, "nonce_sha256": _beneath.sha256(nonce.encode("ascii")), "expires": expires}
    )
    report = {"agent": options.agent, "dispatch": nonce, "expires_utc": utc(expires)}
    _print(options, report, f"{nonce}\n\ndispatch of {options.agent} until {utc(expires)}; it is not shown again")
    return 0


def sign_grant(options: argparse.Namespace) -> int:
    manifest = _manifest(options.root)
    granted = manifest.get("mcp_grants", {}).get(options.agent)
    if granted is None or granted.get("approval") != "direct":
        raise Failure(f"the manifest has no grant for `{options.agent}` whose approval is `direct`")
    scopes = options.scope or manifest["agents"][options.agent].get("write_scopes", [])
    operator = _Operator(options)
    expires = operator.now + _seconds(options.expires)
    grant = proposal_policy.sign_grant(operator.state.key, options.agent, scopes, expires)
    operator.state.grants.write(options.agent, json.loads(grant))
    operator.record("grant", {"agent": options.agent, "scopes": scopes, "expires": expires})
    report = {"agent": options.agent, "scopes": scopes, "expires_utc": utc(expires)}
    _print(options, report, f"writes of {options.agent} in {', '.join(scopes)} apply at once until {utc(expires)}")
    return 0


def _seconds(duration: int | str) -> int:
    return _duration(duration) if isinstance(duration, str) else duration


class _Operator:
    """The ledger, for one line of an operator's command."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.state = State(options.root, options.state)
        self._ledger = _ledger.Ledger(self.state)
        self.now = self._ledger.now(time.time())

    def record(self, kind: str, data: dict[str, Any]) -> None:
        self._ledger.append(self.now, kind, data)
        self._ledger.close()
        self.state.close()


def serve(options: argparse.Namespace) -> int:
    if not 0.01 <= options.poll <= 3600:
        raise Failure("--poll is between 0.01 and 3600 seconds")
    with Runner(options.root, state=options.state, sandbox=_sandbox(options.sandbox)) as runner:
        stopped: list[int] = []
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda number, _: stopped.append(number))
        if options.once:
            runner.poll()
            return 0
        print(f"serving {runner.path}; state in {runner.state.path}", file=sys.stderr, flush=True)
        runner.run(poll_seconds=options.poll, until=lambda: bool(stopped))
    return 0


def _sandbox(chosen: str) -> Sandbox | None:
    if chosen == "none":
        print("callgate: commands run WITHOUT a sandbox, as --sandbox=none says", file=sys.stderr)
        return Unprotected()
    try:
        return Bubblewrap()
    except NoSandbox as missing:
        print(f"callgate: commands and gates will be refused: {missing}", file=sys.stderr)
        return None


def look_at_ledger(options: argparse.Namespace) -> int:
    with contextlib.closing(State(options.root, options.state)) as state:
        return _ledger_looked_at(options, state)


def _ledger_looked_at(options: argparse.Namespace, state: State) -> int:
    if options.what == "show":
        for record in _ledger.records(state):
            data = json.dumps(record["data"], ensure_ascii=True)
            print(json.dumps(record) if options.json else f"{utc(record['time'])}  {record['kind']:<10} {data}")
        return 0
    report = _ledger.verify(state)
    problems = [f"{problem.code}: {_ledger.told(problem)}" for problem in report.problems]
    shown = {"ok": report.ok, "count": report.count, "problems": [asdict(problem) for problem in report.problems]}
    _print(options, shown, "\n".join(problems) or f"the ledger holds: {report.count} lines")
    return 0 if report.ok else 1


# The orchestrator's commands


def list_staged(options: argparse.Namespace) -> int:
    with Orchestrator(options.root) as orchestrator:
        if options.id is None:
            proposals = orchestrator.staged()
        else:
            found = orchestrator.proposal(options.id)
            if found is None:
                raise Failure(f"no proposal `{options.id}` waits")
            proposals = [found]
        try:
            Shown(options.root).remember(proposals, orchestrator.waiting())
        except OSError as error:
            print(f"callgate: not noted what you were shown ({error.strerror}): approve with --shown", file=sys.stderr)
    text = "\n\n".join(_shown(proposal) for proposal in proposals) or "nothing waits"
    _print(options, [proposal.report() for proposal in proposals], text)
    return 0


def _shown(proposal: Proposal) -> str:
    verb = {"write_file": "write", "delete_file": "delete"}[proposal.tool]
    lines = [
        f"{proposal.id}  {verb} {proposal.path}",
        f"  by {proposal.agent}, waits until {proposal.expires_utc}",
        f"  why: {proposal.rationale}",
    ]
    if proposal.note:
        lines.append(f"  note: {proposal.note}")
    lines += [proposal.diff] if proposal.diff else []
    lines.append(f"  approve {proposal.id} --shown {proposal.shown_sha256}")
    return "\n".join(lines)


def answer_proposal(options: argparse.Namespace) -> int:
    dispatch = options.dispatch or os.environ.get("AGENTTEAMS_DISPATCH")
    if not dispatch:
        raise Failure("the orchestrator's nonce is missing: --dispatch NONCE, or AGENTTEAMS_DISPATCH")
    with Orchestrator(options.root) as orchestrator:
        proposal = orchestrator.proposal(options.id)
        if proposal is None:
            raise Failure(f"no proposal `{options.id}` waits")
        shown = options.shown or Shown(options.root).of(proposal.id)
        if shown is None:
            # Never looked at: it is shown now, and what is answered is what is shown.
            shown = proposal.shown_sha256
            print(_shown(proposal), file=sys.stderr)
        elif shown != proposal.shown_sha256:
            raise Failure("the proposal is not what you were shown: look at it again with `staged`")
        answer = orchestrator.answer(options.kind, proposal.id, dispatch, shown)
        result = orchestrator.result(answer, options.wait)
    if result is None:
        report = {"id": answer, "status": "queued"}
        _print(options, report, f"queued as {answer}: the runner has not answered within {options.wait:g} s")
        return 0
    status = str(result.get("status"))
    _print(options, result, f"{status}: {result.get('sentence', '')}")
    return 0 if status == {"approve": "applied", "reject": "rejected"}[options.kind] else 1


# For whoever looks on


def print_audit(options: argparse.Namespace) -> int:
    findings = audit.audit(options.root, _manifest(options.root))
    report = [asdict(finding) for finding in findings]
    lines = [f"{one['file']}:{one['line']}: {one['severity']} {one['code']}: {one['sentence']}" for one in report]
    _print(options, report, "\n".join(lines) or "the rendered agents are as the write policy has them")
    return 1 if any(one["severity"] == "error" for one in report) else 0


def check_wiring(options: argparse.Namespace) -> int:
    manifest = _manifest(options.root)
    problems = runner_mcp.wiring_problems(options.root, manifest["framework"], manifest)
    _print(options, problems, "\n".join(problems) or "well wired")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
