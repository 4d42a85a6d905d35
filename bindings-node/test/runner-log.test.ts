/** The decision log. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Gate, Ledger } from "callgate";
import { DecisionLog, jsonLine } from "../ts/runner/log.js";
import type { LogLine } from "../ts/runner/types.js";

const gate = new Gate({ mcps: [{ name: "exa", connection: { type: "gateway", namespace: "custom", slug: "exa" }, policy: { permission: "ask" } }] });
const call = { server: "exa", tool: "search", args: { q: "secret words" } };

function logged(withArguments?: boolean): LogLine {
  const lines: LogLine[] = [];
  const { decision, key } = gate.judge(call, new Ledger());
  new DecisionLog((line) => lines.push(line), withArguments).decided({ ...call, decision, verdict: "pending", key, arguments: call.args });
  assert.equal(lines.length, 1);
  return lines[0]!;
}

test("RUN-54 a decision is one line with what decided, and no argument values unless asked for", () => {
  const { time, key, ...others } = logged() as LogLine & { key: string };
  assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.match(key, /^mcp__exa__search#[0-9a-f]{64}$/);
  assert.deepEqual(others, { event: "decision", server: "exa", tool: "search", decision: "ask", step: "server_permission", pointer: "/mcps/0/policy/permission", verdict: "pending" });
  assert.deepEqual((logged(true) as { arguments?: unknown }).arguments, call.args);
});

test("RUN-54 each entry is one line of JSON, whatever it holds", () => {
  const written: string[] = [];
  const log = new DecisionLog((line) => written.push(jsonLine(line)), true);
  const tool = "a\nb\r\u2028\ud800\u0000";
  log.decided({ server: "exa", tool, decision: gate.decide(call), verdict: "deny", arguments: { id: 9007199254740993n } });
  log.notice("one\ntwo");
  log.warning("three", { server: "exa" });
  assert.equal(written.length, 3);
  for (const line of written) assert.equal(line.indexOf("\n"), line.length - 1);
  const [first, second, third] = written.map((line) => JSON.parse(line));
  assert.deepEqual([first.tool, first.arguments], [tool, { id: "9007199254740993" }]);
  assert.deepEqual([second.event, second.message, third.event, third.server], ["notice", "one\ntwo", "warning", "exa"]);
});

test("RUN-54 a log that fails decides nothing", () => {
  const log = new DecisionLog(() => { throw new Error("disk full"); });
  log.notice("x");
  log.decided({ ...call, decision: gate.decide(call), verdict: "allow" });
  new DecisionLog(undefined).warning("x");
});
