"""AgentTeams: granted agents of an orchestrator-only team write and execute only through a runner.

Everything that is decided here is decided by the compiled core; the modules do the input and output around it.

| module | holds |
| --- | --- |
| `runner_mcp` | the server that agents get: install and launch facts, rendering, wiring checks |
| `write_policy` | `resolve(framework, manifest)`: what holds for a team |
| `proposal_policy` | the decisions of the runner: requests, answers of the orchestrator, grants, the ledger |
| `audit` | `AR_WRITE_POLICY`: agents' files held against what would be rendered |

What the out-of-session runner calls, for one request (TEAM-60 to TEAM-68):

1. `proposal_policy.read_request(record)` says what to look up: id, dispatch, tool, path, hashes, gates.
2. `proposal_policy.check_request(manifest, record, facts)` decides. `facts` is a `RequestFacts`; times are whole
   seconds since 1970 and never go back, whatever the clock does. Its `outcome` is `apply`, `stage`, `run`,
   `refuse` or `conflict`, or `run_gates`: then run `gates`, put the answers into the facts and ask again.
3. `proposal_policy.check_approval(manifest, record, facts)` decides on `approve` and `reject` records; after
   `apply`, step 2 runs again with `accepted` set to the time when the proposal was accepted.
4. `proposal_policy.Ledger` makes the lines of the ledger and looks through one; `sign_grant`, `verify_grant` are the
   direct grants; `check_path(path, write=True)` is the deny list, for masks and gates' copies.

The queue (`.agentteams-queue/`): the server writes `mcp-requests/<id>.json` and `acks/<id>.json`, where
`<id>` is 32 hex digits (other names are unfinished files), and reads `results/<id>.json`, an object with
`request_id` and `status` (`applied`, `staged`, `refused`, `conflict`, `failed`, or anything else that is no error),
which is put there complete, by rename. `.agentteams/manifest.json` is the manifest.
"""

from __future__ import annotations
