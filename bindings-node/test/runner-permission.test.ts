/** Permission requests of a harness. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Gate, Ledger } from "callgate";
import { createPermissionHandler } from "callgate/runner";
import type { LogLine, PendingCall, PermissionHandlerOptions, PermissionRequest } from "../ts/runner/types.js";

const connection = (slug: string) => ({ type: "gateway", namespace: "custom", slug });
const agent = {
  mcps: [
    { name: "exa", connection: connection("exa"), policy: { tool_permissions: { search: "allow", drop: "deny", dispatch: "allow" }, new_tool_permission: "ask" } },
    { name: "Exa.v2", connection: connection("exa-v2"), policy: { permission: "ask" } },
  ],
  tools: [
    { name: "create_ticket", permission: "ask" },
    { name: "pick", kind: "client" },
    { name: "pick_freely", kind: "client", permission: "allow" },
    { name: "pick_never", kind: "client", permission: "deny" },
  ],
  runner: { permissions: { default: "allow", rules: [{ pattern: "Bash(rm:*)", permission: "deny" }, { pattern: "Write", permission: "ask" }, { pattern: "Task", permission: "deny" }] } },
};
const gate = new Gate(agent);

const OPTIONS = [
  { optionId: "always!", name: "Always allow", kind: "allow_always" },
  { optionId: "yes!", name: "Allow", kind: "allow_once" },
  { optionId: "no!", name: "Reject", kind: "reject_once" },
  { optionId: "never!", name: "Never", kind: "reject_always" },
];
const offer = (...kinds: string[]) => OPTIONS.filter(({ kind }) => kinds.includes(kind));

type Part = Record<string, unknown>;

function ask(toolCall: Part, given: { ledger?: Ledger; options?: unknown; more?: Partial<PermissionHandlerOptions>; over?: Gate } = {}) {
  const lines: LogLine[] = [];
  const paused: PendingCall[] = [];
  const { ledger = new Ledger(), more = {}, over = gate } = given;
  const options = "options" in given ? given.options : OPTIONS;
  const handler = createPermissionHandler({ gate: over, ledger, log: (line) => lines.push(line), onPause: (call) => paused.push(call), ...more });
  const { outcome } = handler({ sessionId: "s", toolCall: { toolCallId: "c1", ...toolCall }, options } as PermissionRequest);
  return { said: outcome.outcome === "selected" ? outcome.optionId : outcome.outcome, lines, paused };
}

const named = (toolName: string, rawInput: unknown = {}) => ({ rawInput, _meta: { claudeCode: { toolName } } });

test("RUN-40 the call is found by its rendered name, the recorded name, the title that is a name, or the envelope", () => {
  const cases: [string, Part, string][] = [
    ["rendered name", named("mcp__exa__search"), "yes!"],
    ["rendered name", named("mcp__exa__drop"), "no!"],
    ["rendered name of another spelling", named("mcp__Exa_v2__find"), "no!"],
    ["no such server", named("mcp__exb__search"), "no!"],
    ["built-in", named("Bash", { command: "ls" }), "yes!"],
    ["built-in under a rule", named("Bash", { command: "rm -rf x" }), "no!"],
    ["meta before title", { ...named("mcp__exa__drop"), title: "mcp__exa__search" }, "no!"],
    ["meta of another adapter", { rawInput: {}, _meta: { other: { toolName: "mcp__exa__search" }, more: 7 } }, "yes!"],
    ["two names", { rawInput: {}, _meta: { one: { toolName: "mcp__exa__search" }, two: { toolName: "mcp__exa__drop" } } }, "no!"],
    ["no name in meta", { rawInput: {}, title: "mcp__exa__search", _meta: { claudeCode: { toolName: 7 } } }, "no!"],
    ["an empty one", { rawInput: {}, _meta: { claudeCode: { toolName: "" } } }, "no!"],
    ["title", { rawInput: {}, title: "mcp__exa__search" }, "yes!"],
    ["title, kind other", { rawInput: {}, title: "mcp__exa__search", kind: "other" }, "yes!"],
    ["title of a task, which the model writes", { rawInput: { description: "mcp__exa__search" }, title: "mcp__exa__search", kind: "think" }, "no!"],
    ["title of a command", { rawInput: { command: "mcp__exa__search" }, title: "`mcp__exa__search`", kind: "execute" }, "no!"],
    ["title that is a built-in", { rawInput: { command: "ls" }, title: "Bash", kind: "execute" }, "yes!"],
    ["title that is a built-in of another kind", { rawInput: { prompt: "x" }, title: "Read", kind: "think" }, "no!"],
    ["title in words", { rawInput: {}, title: "Search the web" }, "no!"],
    ["no title", { rawInput: {} }, "no!"],
    ["envelope", { rawInput: { server: "exa", tool: "search", arguments: { q: "x" } }, title: "Tool: exa/search" }, "yes!"],
    ["envelope without arguments", { rawInput: { server: "exa", tool: "search", arguments: null } }, "yes!"],
    ["envelope of a denied tool", { rawInput: { server: "exa", tool: "drop", arguments: {} } }, "no!"],
    ["envelope and its title", { rawInput: { server: "exa", tool: "search", arguments: {} }, title: "mcp__exa__search" }, "yes!"],
    ["envelope and another title", { rawInput: { server: "exa", tool: "search", arguments: {} }, title: "mcp__exa__drop" }, "no!"],
    ["arguments that look like an envelope", named("mcp__exa__dispatch", { server: "exa", tool: "drop", arguments: {} }), "yes!"],
    ["no envelope: four members", { rawInput: { server: "exa", tool: "search", arguments: {}, more: 1 } }, "no!"],
    ["no envelope: a number", { rawInput: { server: "exa", tool: 7, arguments: {} } }, "no!"],
    ["an envelope's arguments that are none", { rawInput: { server: "exa", tool: "search", arguments: [1] } }, "no!"],
    ["the run's own tools", named("mcp__agenta-tools__create_ticket"), "no!"],
    ["a client tool passes: its pause is the question", named("mcp__agenta-tools__pick"), "yes!"],
    ["a client tool that is allowed", named("mcp__agenta-tools__pick_freely"), "yes!"],
    ["a client tool that is denied", named("mcp__agenta-tools__pick_never"), "no!"],
    ["an inherited name", Object.assign(Object.create({ title: "mcp__exa__search" }), { rawInput: {} }), "no!"],
  ];
  for (const [what, toolCall, right] of cases) assert.equal(ask(toolCall).said, right, `${what}: ${JSON.stringify(toolCall)}`);
});

test("RUN-40 the caller's own record of the name counts, and one that contradicts is a reject", () => {
  const seen: unknown[] = [];
  const more = (name: string | undefined) => ({ nameOf: (...words: unknown[]) => (seen.push(words), name) });
  assert.equal(ask({ rawInput: {}, title: "Search" }, { more: more("mcp__exa__search") }).said, "yes!");
  assert.equal(ask({ rawInput: {}, title: "mcp__exa__search" }, { more: more("mcp__exa__drop") }).said, "no!");
  assert.equal(ask(named("mcp__exa__search"), { more: more("mcp__exa__drop") }).said, "no!");
  assert.equal(ask({ rawInput: {}, title: "mcp__exa__search" }, { more: more(undefined) }).said, "yes!");
  assert.deepEqual(seen[0], ["c1", "s"]);
  const failing = { nameOf: () => { throw new Error("q=secret"); } };
  const { said, lines } = ask(named("mcp__exa__search"), { more: failing });
  assert.equal(said, "no!");
  assert.doesNotMatch(JSON.stringify(lines), /secret/);
});

test("RUN-40 arguments that cannot be read are a reject, also of an allowed tool", () => {
  const cycle: Part = {};
  cycle.self = cycle;
  const throwing = Object.defineProperty({}, "a", { enumerable: true, get: () => { throw new Error("secret"); } });
  for (const rawInput of [undefined, null, 7, true, [], [{}], "", "x", "[]", '"{}"', "{", '{"q":1,"q":2}', '{"q":[{"a":1,"\\u0061":2}]}', "{'q': 1}", '{"q":1}{"q":2}', '\ufeff{"q":1}', { a: 1n }, { a: new Map() }, { a: NaN }, { a: [undefined] }, { a: () => 1 }, { toJSON: () => ({ q: "other" }) }, cycle, throwing, new Date()]) {
    const { said, lines, paused } = ask({ ...named("mcp__exa__search"), rawInput });
    assert.equal(said, "no!");
    assert.equal(lines.length, 1);
    assert.deepEqual(paused, []);
    assert.doesNotMatch(JSON.stringify(lines), /secret/);
  }
  assert.equal(ask({ ...named("mcp__exa__search"), rawInput: '{"q": 1}' }).said, "yes!");
});

test("PERM-1 under the kill switch of the environment no request is allowed", (t) => {
  t.after(() => { delete process.env.SANDBOX_AGENT_DENY_PERMISSIONS; });
  for (const value of ["1", "ture"]) {
    process.env.SANDBOX_AGENT_DENY_PERMISSIONS = value;
    const ledger = new Ledger();
    ledger.record("create_ticket", {}, "allow");
    for (const call of [named("mcp__exa__search"), named("mcp__agenta-tools__create_ticket"), named("mcp__agenta-tools__pick"), named("Bash", { command: "ls" })]) {
      assert.equal(ask(call, { ledger }).said, "no!");
    }
  }
  process.env.SANDBOX_AGENT_DENY_PERMISSIONS = "0";
  assert.equal(ask(named("mcp__exa__search")).said, "yes!");
});

test("APPR-60 an allow is never `always`, and what is not on offer is not chosen", () => {
  const [allow, deny, wait] = [named("mcp__exa__search"), named("mcp__exa__drop"), named("mcp__exa__other")];
  const cases: [Part, unknown, string][] = [
    [allow, OPTIONS, "yes!"],
    [allow, offer("allow_always", "reject_once"), "no!"],
    [allow, offer("allow_always"), "cancelled"],
    [allow, offer("allow_always", "reject_always"), "cancelled"],
    [deny, offer("allow_once", "allow_always"), "cancelled"],
    [deny, offer("allow_once", "reject_always"), "never!"],
    [wait, OPTIONS, "no!"],
    [wait, offer("allow_once", "reject_always"), "cancelled"],
    ...[[], undefined, null, "allow_once", {}, [null, 7, {}, { kind: "allow_once" }, { optionId: 7, kind: "allow_once" }, { optionId: "x", kind: "Allow_Once" }]].map(
      (options): [Part, unknown, string] => [allow, options, "cancelled"],
    ),
  ];
  for (const [toolCall, options, right] of cases) assert.equal(ask(toolCall, { options }).said, right, JSON.stringify([toolCall, options]));
});

test("RUN-40 a stored approval is used once, and grants one execution of the same call", () => {
  for (const [recorded, toolCall, server, tool] of [
    ["mcp__Exa.v2__find", named("mcp__Exa_v2__find", { q: 1 }), "Exa.v2", "mcp__Exa.v2__find"],
    ["mcp__Exa_v2__find", { rawInput: { server: "Exa.v2", tool: "find", arguments: { q: 1 } } }, "Exa.v2", "mcp__Exa.v2__find"],
    ["create_ticket", named("mcp__agenta-tools__create_ticket", { q: 1 }), "", "create_ticket"],
  ] as const) {
    const ledger = new Ledger();
    ledger.record(recorded, { q: 1 }, "allow", "token");
    assert.equal(ask({ ...toolCall, rawInput: toolCall.rawInput }, { ledger }).said, "yes!", recorded);
    const call = server ? { server, tool: tool.split("__")[2]!, args: { q: 1 } } : { tool, args: { q: 1 } };
    const later = gate.judge(call, ledger);
    assert.deepEqual([later.kind, later.key?.split("#")[0]], ["pending", tool]);
    assert.equal(ledger.consume(tool, { q: 2 }), false);
    assert.equal(ledger.consume(tool, { q: 1 }), true);
    assert.equal(ledger.consume(tool, { q: 1 }), false);
    assert.equal(ask({ ...toolCall }, { ledger }).said, "no!", "the second request asks again");
  }
});

test("RUN-40 what the policy allows grants nothing, and a stored approval does not help against a deny", () => {
  const ledger = new Ledger();
  for (const tool of ["search", "drop"]) ledger.record(`mcp__exa__${tool}`, {}, "allow");
  assert.equal(ask(named("mcp__exa__search"), { ledger }).said, "yes!");
  assert.equal(ask(named("mcp__exa__drop"), { ledger }).said, "no!");
  assert.equal(ledger.consume("mcp__exa__search", {}), false);
  assert.equal(ledger.consume("mcp__exa__drop", {}), false);
  for (const over of [Gate.closed(), new Gate(agent, { denyAll: true })]) {
    for (const name of ["mcp__exa__search", "mcp__agenta-tools__pick", "Bash"]) assert.equal(ask(named(name), { over, ledger }).said, "no!");
  }
});

test("RUN-40 a client tool that a person denied is a reject, also where the policy allows it", () => {
  for (const tool of ["pick", "pick_freely"]) {
    const ledger = new Ledger();
    ledger.record(tool, {}, "deny");
    assert.equal(ask(named(`mcp__agenta-tools__${tool}`), { ledger }).said, "no!", tool);
  }
});

test("RUN-40 a call that waits is told with its key, and every decision is one line", () => {
  const { said, lines, paused } = ask(named("mcp__exa__other", { q: "secret" }));
  assert.equal(said, "no!");
  assert.deepEqual(paused.map(({ id, tool, arguments: args, key }) => [id, tool, args, key.split("#")[0]]), [["c1", "mcp__exa__other", { q: "secret" }, "mcp__exa__other"]]);
  assert.deepEqual(lines.map((line) => [line.event, (line as { verdict?: string }).verdict]), [["decision", "pending"]]);
  assert.doesNotMatch(JSON.stringify(lines), /secret/);
  assert.match(JSON.stringify(ask(named("mcp__exa__other", { q: "secret" }), { more: { logArguments: true } }).lines), /secret/);
  const unkeyed = ask(named("mcp__exa__other", { q: 2 ** 60 }));
  assert.deepEqual([unkeyed.said, unkeyed.paused, (unkeyed.lines[0] as { verdict?: string }).verdict], ["no!", [], "unkeyed"]);
  const alone = ask(named("mcp__exa__other"), { more: { attended: false } });
  assert.deepEqual([alone.said, alone.paused, (alone.lines[0] as { step?: string }).step], ["no!", [], "unattended"]);
  const failing = ask(named("mcp__exa__other"), { more: { onPause: () => { throw new Error("secret"); } } });
  assert.deepEqual([failing.said, failing.lines.length], ["no!", 2]);
});

test("RUN-40 any value in place of a request is an answer, and never an exception", () => {
  const handler = createPermissionHandler({ gate, ledger: new Ledger() });
  for (const request of [undefined, null, 7, "x", [], {}, { toolCall: null }, { toolCall: [] , options: 7 }, { options: OPTIONS }, { toolCall: { rawInput: {} }, options: OPTIONS }]) {
    const { outcome } = handler(request as PermissionRequest);
    assert.equal(outcome.outcome === "selected" ? outcome.optionId : outcome.outcome, (request as { options?: unknown })?.options === OPTIONS ? "no!" : "cancelled");
  }
});

test("RUN-40 a pause callback that fails later ends nothing", async () => {
  const { said, lines, paused } = ask(named("mcp__exa__other"), { more: { onPause: () => Promise.reject(new Error("no row")) } });
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([said, paused, lines.map(({ event }) => event)], ["no!", [], ["decision", "warning"]]);
});

test("RUN-40 an option that is none is refused, since it would silently not be there", () => {
  const good = { gate, ledger: new Ledger() };
  for (const options of [null, {}, { gate }, { ledger: good.ledger }, { ...good, attend: false }, { ...good, attended: "no" }, { ...good, gate: {} }, { ...good, ledger: {} }, { ...good, onPause: 7 }, { ...good, nameOf: "x" }, { ...good, log: {} }]) {
    assert.throws(() => createPermissionHandler(options as PermissionHandlerOptions), { code: "invalid_argument" }, JSON.stringify(options));
  }
});
