/** Calls: arguments, gate, execution, pauses, aborts, and what goes wrong in between (RUN-27 to RUN-30). */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { connect } from "node:net";
import { test } from "node:test";
import { Gate, Ledger } from "callgate";
import { type ExecutionResult, type InternalToolMcpServerOptions, startInternalToolMcpServer, type ToolSpec } from "callgate/runner";
import { Calls } from "../ts/runner/call.js";
import { AGENT, type Answer, ask, call, post, requestBytes, rpc, type Running, serve, SPECS, until, Wire } from "./runner-http.js";

const said = (answer: Answer | undefined): string => answer?.json.result.content[0].text;
const verdicts = ({ lines }: Running) => lines.map((line) => (line.event === "decision" ? line.verdict : line.message));
const TICKET = { title: "x" };

// ---- options

const options: readonly [string, Partial<InternalToolMcpServerOptions> | undefined][] = [
  ["no options", undefined],
  ["no gate", { gate: undefined as never }],
  ["a gate that is none", { gate: { judge: () => ({ kind: "allow" }) } as never }],
  ["a document for a gate", { gate: AGENT as never }],
  ["a ledger that is none", { ledger: {} as never }],
  ["no execute", { execute: undefined as never }],
  ["a misspelt option", { onpause: () => {} } as never],
  ["a callback that is none", { onPause: "x" as never }],
  ["a log that is none", { log: console as never }],
  ["a signal that is none", { signal: {} as never }],
  ["no specs", { specs: undefined as never }],
  ["specs that are no list", { specs: {} as never }],
  ["a spec that is none", { specs: [null] as never }],
  ["a spec without a name", { specs: [{}] as never }],
  ["a name with a newline behind it", { specs: [{ name: "echo\n" }] }],
  ["a name that is too long", { specs: [{ name: "x".repeat(129) }] }],
  ["two tools of one name", { specs: [{ name: "echo" }, { name: "echo" }] }],
  ["a kind that is none", { specs: [{ name: "echo", kind: "builtin" as never }] }],
  ["both spellings of the schema", { specs: [{ name: "echo", inputSchema: {}, input_schema: {} }] }],
];
for (const [name, given] of options) {
  test(`RUN-27 the server does not start with ${name}`, async () => {
    const usual = { specs: [], gate: new Gate(AGENT), ledger: new Ledger(), execute: () => "" };
    await assert.rejects(startInternalToolMcpServer((given && { ...usual, ...given }) as InternalToolMcpServerOptions), { name: "CallgateError", code: "invalid_argument" });
  });
}

// ---- arguments

const unfit: readonly [string, unknown, RegExp][] = [
  ["nothing that is required", {}, /must have the property "title"/],
  ["null for what is required", { title: null }, /`\/title` must be of type "string"/],
  ["a number for a text", { title: 424242 }, /`\/title` must be of type "string"/],
  ["what could be coerced", { title: "x", tags: "424242" }, /`\/tags` must be of type "array"/],
  ["an element of an array", { title: "x", tags: ["a", 424242] }, /`\/tags\/1` must be of type "string"/],
  ["none of the choices", { title: "x", priority: "424242" }, /`\/priority` must be one of \["low","urgent"\]/],
  ["two faults", { title: 424242, priority: "424242" }, /`\/title`[^]*`\/priority`/],
];
for (const [name, given, wanted] of unfit) {
  test(`RUN-27 arguments that do not fit are a tool error with the places and no values: ${name}`, async (t) => {
    const running = await serve(t);
    running.ledger.record("create_ticket", given, "allow");
    const before = running.ledger.toJson();
    const answer = await post(running, call("create_ticket", given));
    assert.deepEqual([answer?.status, answer?.json.result.isError], [200, true]);
    assert.match(said(answer), wanted);
    assert.match(said(answer), /Correct them and call the tool again/);
    assert.doesNotMatch(said(answer), /424242/);
    assert.deepEqual([running.executed.length, running.paused.length, running.ledger.toJson()], [0, 0, before]);
  });
}

test("RUN-27 what runs is what came: nothing is coerced, filled in or rounded", async (t) => {
  const schema = { type: "object", properties: { a: { type: "integer", default: 7 }, b: { default: "x" } } };
  const running = await serve(t, { specs: [{ name: "echo", inputSchema: schema }] });
  const texts = ["{}", '{"a":1.0}', '{ "a" : -0, "z":[1,  2] }', '{"b":9007199254740993,"c":[-9007199254740993,{"d":123456789012345678901234567890}],"e":"9007199254740993"}', '{"__proto__":{"a":9007199254740993}}', '{"\\u0061":1}', '{"x":"\\ud800"}'];
  for (const text of texts) await ask(running, { body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":${text}}}` });
  assert.deepEqual(running.executed.map(({ argumentsText }) => argumentsText), texts);
  const values = running.executed.map(({ arguments: given }) => given);
  assert.deepEqual(values.slice(0, 4), [{}, { a: 1 }, { a: -0, z: [1, 2] }, { b: 9007199254740993n, c: [-9007199254740993n, { d: 123456789012345678901234567890n }], e: "9007199254740993" }]);
  assert.deepEqual([Object.keys(values[4]!), Object.getPrototypeOf(values[4])], [["__proto__"], Object.prototype]);
  assert.deepEqual(values.slice(5), [{ a: 1 }, { x: "\ud800" }]);
});

test("RUN-27 a number that no number can hold is a tool error", async (t) => {
  const running = await serve(t);
  for (const text of ['{"n":1e400}', '{"n":[{"m":-1e999}]}']) {
    const answer = await ask(running, { body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":${text}}}` });
    assert.match(said(answer), /a number is too large/);
  }
  assert.equal(running.executed.length, 0);
});

const badSchemas: readonly [string, unknown][] = [
  ["a type that is none", { type: "object", properties: { a: { type: "strng" } } }],
  ["required that is no list", { type: "object", required: "a" }],
  ["a pattern that is none", { type: "object", properties: { a: { pattern: "(" } } }],
  ["a reference that leads nowhere", { type: "object", properties: { a: { $ref: "#/$defs/none" } } }],
  ["a schema that is a number", { type: "object", properties: { a: 7 } }],
  ["a schema that is a text", "object"],
  ["a limit that is a text", { type: "object", properties: { a: { minimum: "5" } } }],
  ["an unknown dialect", { $schema: "https://example.com/mine", type: "object" }],
];
for (const [name, inputSchema] of badSchemas) {
  test(`RUN-27 a schema that cannot be relied on is never passed over: ${name}`, async (t) => {
    const running = await serve(t, { specs: [{ name: "echo", inputSchema: inputSchema as never }, { name: "create_ticket" }] });
    assert.deepEqual((await post(running, rpc("tools/list")))?.json.result.tools.map((tool: any) => tool.name), ["create_ticket"]);
    const answer = await post(running, call("echo", { a: "x" }));
    assert.deepEqual([answer?.json.result.isError, running.executed.length], [true, 0]);
    assert.match(said(answer), /schema of `echo` cannot be used/);
    assert.match(verdicts(running)[0]!, /the tool is not offered: its input schema cannot be used/);
  });
}

// ---- verdicts

test("RUN-27 allow runs the call, with an id of its own each time", async (t) => {
  const running = await serve(t);
  for (const text of ["a", "b", "b"]) assert.equal(said(await post(running, call("echo", { text }))), JSON.stringify({ text }));
  assert.equal(new Set(running.executed.map(({ id }) => id)).size, 3);
  assert.deepEqual(running.executed.map(({ tool, spec }) => [tool, spec.callRef]), Array(3).fill(["echo", "secret-ref"]));
  assert.deepEqual(verdicts(running), ["allow", "allow", "allow"]);
});

test("RUN-27 deny is a tool error that says that it stays so, and what to do instead", async (t) => {
  const running = await serve(t, { specs: [...SPECS, { name: "unlisted" }] });
  running.ledger.record("forbidden", {}, "allow");
  running.ledger.grant("forbidden", {});
  for (const name of ["forbidden", "unlisted", "pick_never"]) {
    const answer = await post(running, call(name));
    assert.deepEqual([answer?.status, answer?.json.result.isError], [200, true]);
    assert.match(said(answer), /the policy does not permit this call[^]*Calling it again will not change that: go on without it/);
  }
  assert.deepEqual([running.executed.length, running.paused.length, verdicts(running).slice(-3)], [0, 0, ["deny", "deny", "deny"]]);
});

test("RUN-27 ask pauses: the callback is told, and the connection ends without a byte", async (t) => {
  const running = await serve(t);
  const wire = new Wire(running.port).send(requestBytes(running, { body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_ticket","arguments":{"title":"x", "n":9007199254740993}}}' }));
  assert.equal(await wire.rest(), "");
  const [pending, ...more] = running.paused;
  assert.deepEqual([pending?.tool, pending?.arguments, pending?.argumentsText, pending?.spec.name, more.length], ["create_ticket", { title: "x", n: 9007199254740993n }, '{"title":"x", "n":9007199254740993}', "create_ticket", 0]);
  assert.match(pending!.key, /^create_ticket#[0-9a-f]{64}$/);
  assert.equal(typeof pending?.id, "string");
  assert.deepEqual([running.executed.length, verdicts(running)], [0, ["pending"]]);
  assert.equal(running.lines[0]?.event === "decision" && running.lines[0].key, pending?.key);
});

test("RUN-27 a stored approval runs the call once, and no other call", async (t) => {
  const running = await serve(t);
  running.ledger.record("mcp__agenta-tools__create_ticket", { priority: "low", title: "x" }, "allow", "row-1");
  assert.equal(await post(running, call("create_ticket", { title: "y", priority: "low" })), undefined);
  assert.equal((await post(running, call("create_ticket", { title: "x", priority: "low" })))?.json.result.isError, undefined);
  assert.equal(await post(running, call("create_ticket", { title: "x", priority: "low" })), undefined);
  assert.equal(running.executed[0]?.argumentsText, '{"priority":"low","title":"x"}', "as it was approved");
  assert.deepEqual(verdicts(running), ["pending", "approved", "pending"]);
  assert.equal(running.lines[1]?.event === "decision" && running.lines[1].interactionToken, "row-1");
});

test("RUN-27 a grant of the permission handler comes before a stored approval, under the name that the harness gives the tool", async (t) => {
  for (const name of ["create_ticket", "mcp__agenta-tools__create_ticket"]) {
    const running = await serve(t);
    running.ledger.grant(name, TICKET);
    running.ledger.record(name, TICKET, "allow");
    for (const _ of [1, 2]) assert.equal((await post(running, call("create_ticket", TICKET)))?.json.result.isError, undefined);
    assert.equal(await post(running, call("create_ticket", TICKET)), undefined);
    assert.deepEqual(verdicts(running), ["granted", "approved", "pending"]);
  }
});

test("RUN-27 a person's no is a tool error, used up like a yes", async (t) => {
  const running = await serve(t);
  running.ledger.record("create_ticket", TICKET, "deny");
  assert.match(said(await post(running, call("create_ticket", TICKET))), /a person declined this call/);
  assert.equal(await post(running, call("create_ticket", TICKET)), undefined);
  assert.deepEqual([running.executed.length, verdicts(running)], [0, ["deny", "pending"]]);
});

test("RUN-27 what was approved as a text that holds an object runs as the object that the schema wants", async (t) => {
  const inputSchema = { type: "object", properties: { filter: { type: "object" } } };
  const running = await serve(t, { specs: [{ name: "search", inputSchema }], gate: new Gate({ tools: [{ name: "search", permission: "ask", inputSchema }] }) });
  running.ledger.record("search", { filter: '{"a": 1}}' }, "allow");
  await post(running, call("search", { filter: { a: 1 } }));
  assert.deepEqual(running.executed.map(({ arguments: given }) => given), [{ filter: { a: 1 } }]);
});

test("RUN-27 a call that no answer could ever be found for is a tool error instead of a wait for ever", async (t) => {
  const running = await serve(t);
  for (const text of ['{"title":"\\ud800"}', '{"title":"x","n":1e20}']) {
    const answer = await ask(running, { body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_ticket","arguments":${text}}}` });
    assert.match(said(answer), /waits for a person's answer, and no answer can be matched/);
  }
  assert.deepEqual([running.executed.length, running.paused.length, verdicts(running)], [0, 0, ["unkeyed", "unkeyed"]]);
});

test("RUN-27 rules see the arguments as they are, however they are written", async (t) => {
  const gate = new Gate({ tools: [{ name: "echo", permission: "allow" }], runner: { permissions: { rules: [{ pattern: "echo(danger:*)", permission: "deny" }, { pattern: "mcp__agenta-tools__echo(care:*)", permission: "ask" }] } } });
  const running = await serve(t, { gate });
  for (const text of ['{"text":"danger"}', '{"text":"\\u0064anger zone"}', '{"a":[{"b":"danger"}]}', '{"text":"danger","n":9007199254740993}', '{"text":"danger\\ud800"}']) {
    const answer = await ask(running, { body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":${text}}}` });
    assert.equal(answer?.json.result.isError, true, text);
  }
  assert.equal(await post(running, call("echo", { text: "careful" })), undefined);
  assert.equal((await post(running, call("echo", { text: "safe" })))?.json.result.isError, undefined);
  assert.deepEqual([running.executed.length, running.paused.length], [1, 1]);
});

const kinds: readonly [ToolSpec, string][] = [
  [{ name: "Bash" }, "a tool of the harness"],
  [{ name: "read" }, "a tool of the harness in another case"],
  [{ name: "echo", kind: "client" }, "a gateway tool that says it is a client tool"],
  [{ name: "pick_date" }, "a client tool that says it is a gateway tool"],
  [{ name: "mcp__exa__search" }, "a tool of another server"],
];
for (const [spec, name] of kinds) {
  test(`RUN-27 a spec that the document does not have as it says is denied: ${name}`, async (t) => {
    const gate = new Gate({ ...AGENT, mcps: [{ name: "exa", connection: { type: "gateway", namespace: "custom", slug: "exa" }, policy: { permission: "allow" } }], runner: { permissions: { default: "allow" } } });
    const running = await serve(t, { specs: [spec], gate });
    assert.deepEqual((await post(running, rpc("tools/list")))?.json.result.tools, []);
    assert.match(verdicts(running)[0]!, /the tool is not offered: the agent document has no (gateway|client) tool of this name/);
    const answer = await post(running, call(spec.name, {}));
    assert.deepEqual([answer?.json.result.isError, running.executed.length, running.paused.length], [true, 0, 0]);
  });
}

// ---- client tools

test("RUN-28 a client tool pauses, returns the browser's output once, or is denied", async (t) => {
  const input = { days: ["2026-12-01"] };
  const turn = (output: unknown) => ({
    messages: [
      { role: "user", content: "when?" },
      { role: "assistant", content: [{ type: "tool_call", toolCallId: "c1", toolName: "pick_date", input }, { type: "tool_result", toolCallId: "c1", toolName: "pick_date", output }] },
    ],
  });
  const outputs: readonly [string, string][] = [['"2026-12-01"', "2026-12-01"], ['{"day":9007199254740993}', '{"day":9007199254740993}'], ["null", "null"], ['{"approved":true}', '{"approved":true}'], ['"allow"', "allow"]];
  for (const [output, text] of outputs) {
    const conversation = JSON.stringify(turn("OUTPUT")).replace('"OUTPUT"', output);
    const running = await serve(t, { ledger: new Ledger(conversation, { clientTools: ["pick_date"] }) });
    assert.deepEqual((await post(running, call("pick_date", input)))?.json.result, { content: [{ type: "text", text }] });
    assert.equal(await post(running, call("pick_date", input)), undefined);
    assert.deepEqual([running.executed.length, running.paused.map(({ tool }) => tool), verdicts(running)], [0, ["pick_date"], ["fulfilled", "pending"]]);
  }
  const running = await serve(t);
  running.ledger.record("pick_date", input, "allow");
  assert.equal(await post(running, call("pick_date", input)), undefined, "an approval is no output");
  running.ledger.record("pick_date", input, "deny");
  assert.match(said(await post(running, call("pick_date", input))), /a person declined/);
  assert.equal((await post(running, call("pick_never", {})))?.json.result.isError, true);
  assert.match(said(await post(running, call("pick_date", { days: 7 }))), /`\/days` must be of type "array"/);
  assert.equal(running.executed.length, 0);
});

// ---- execution

const throwing = (value: unknown) => () => {
  throw value;
};
const results: readonly [string, () => ExecutionResult | PromiseLike<ExecutionResult>, unknown, RegExp?][] = [
  ["a text", () => "a\ud800\u2028\"", [{ type: "text", text: "a\ud800\u2028\"" }]],
  ["a text that says that the call did not run", () => "DEFERRED_NOT_EXECUTED: later", [{ type: "text", text: "The tool said: DEFERRED_NOT_EXECUTED: later" }]],
  ["a block that says so", () => [{ type: "image", data: "aa", mimeType: "b" }, { type: "text", text: "DEFERRED_NOT_EXECUTED", n: 1 }], [{ type: "image", data: "aa", mimeType: "b" }, { type: "text", text: "The tool said: DEFERRED_NOT_EXECUTED", n: 1 }]],
  ["a text that says that nobody knows", () => "APPROVED_EXECUTION_RESULT_UNKNOWN", [{ type: "text", text: "The tool said: APPROVED_EXECUTION_RESULT_UNKNOWN" }]],
  ["an empty text", () => "", [{ type: "text", text: "" }]],
  ["no blocks", () => [], []],
  ["blocks", () => [{ type: "text", text: "a", annotations: { priority: 1 } }, { type: "image", data: "aa", mimeType: "image/png" }, { type: "resource", resource: { uri: "x:y", text: "" } }, { type: "resource_link", uri: "x:y", name: "n" }], [{ type: "text", text: "a", annotations: { priority: 1 } }, { type: "image", data: "aa", mimeType: "image/png" }, { type: "resource", resource: { uri: "x:y", text: "" } }, { type: "resource_link", uri: "x:y", name: "n" }]],
  ["a promise", async () => "later", [{ type: "text", text: "later" }]],
  ["nothing", () => undefined as never, undefined, /neither a text nor a list/],
  ["null", () => null as never, undefined, /neither a text nor a list/],
  ["a number", () => 7 as never, undefined, /neither a text nor a list/],
  ["an object", () => ({ content: [] }) as never, undefined, /neither a text nor a list/],
  ["blocks that are texts", () => ["a"] as never, undefined, /block 1 is none/],
  ["a block without a type", () => [{ type: "text", text: "a" }, { text: "a" }] as never, undefined, /block 2 is none/],
  ["a block of an unknown type", () => [{ type: "video", data: "" }], undefined, /block 1 is none/],
  ["a text block without a text", () => [{ type: "text" }], undefined, /block 1 is none/],
  ["a block with a type of objects", () => [{ type: "constructor" }], undefined, /block 1 is none/],
  ["a BigInt", () => [{ type: "text", text: "a", n: 1n }], undefined, /not plain JSON/],
  ["a list that is written as something else", () => Object.assign([], { toJSON: () => "x" }) as never, undefined, /not plain JSON/],
  ["a list that is written as nothing", () => Object.assign([], { toJSON: () => undefined }) as never, undefined, /not plain JSON/],
  ["an error", throwing(new Error("upstream is down")), undefined, /failed: upstream is down$/],
  ["an error later", async () => Promise.reject(new TypeError("no route")), undefined, /failed: no route$/],
  ["a text that is thrown", throwing("as a text"), undefined, /failed: as a text$/],
  ["null that is thrown", throwing(null), undefined, /failed: no reason was given$/],
  ["an error without words", throwing(new Error()), undefined, /failed: no reason was given$/],
  ["an object that cannot be read", throwing(Object.defineProperty({}, "message", { get: throwing(new Error("inner")) })), undefined, /failed: no reason was given$/],
  ["an error with many words", throwing(new Error("x".repeat(1_000_000))), undefined, /failed: x{2000}…$/],
  ["a promise that cannot be read", () => Object.defineProperty({}, "then", { get: throwing(new Error("then")) }) as never, undefined, /failed: then$/],
];
for (const [name, execute, content, fault] of results) {
  test(`RUN-27 the result of an execution: ${name}`, async (t) => {
    const running = await serve(t, { execute });
    const answer = await post(running, call("echo"));
    assert.equal(answer?.status, 200);
    if (fault) {
      assert.equal(answer?.json.result.isError, true);
      assert.match(said(answer), fault);
      assert.doesNotMatch(said(answer), /at .*\.[cm]?[jt]s/, "no stack");
    } else assert.deepEqual(answer?.json.result, { content });
  });
}

test("RUN-27 RUN-30 callbacks that fail change nothing for the call", async (t) => {
  for (const onPause of [throwing(new Error("told too much")), () => Promise.reject(new Error("told too much"))]) {
    const running = await serve(t, { onPause });
    assert.equal(await post(running, call("create_ticket", TICKET)), undefined);
    await until(() => running.lines.length === 2);
    assert.match(verdicts(running)[1]!, /^`onPause` failed: told too much/);
  }
  const silent = await serve(t, { log: throwing(new Error("full")) });
  assert.equal(await post(silent, call("create_ticket", TICKET)), undefined);
  assert.equal(said(await post(silent, call("echo", {}))), "{}");
});

// ---- ends

/** An execution that lasts until the test ends it, whatever happens to its caller. */
function lasting() {
  const finish: ((result: ExecutionResult) => void)[] = [];
  const signals: AbortSignal[] = [];
  const execute: InternalToolMcpServerOptions["execute"] = ({ signal }) => (signals.push(signal), new Promise((resolve) => finish.push(resolve)));
  return { execute, finish, signals };
}

test("RUN-29 when the run ends every request in flight is destroyed, and nothing is written afterwards", async (t) => {
  const run = new AbortController();
  const { execute, finish, signals } = lasting();
  const running = await serve(t, { execute, signal: run.signal });
  const wires = [1, 2, 3].map((id) => new Wire(running.port).send(requestBytes(running, { body: JSON.stringify(call("echo", {}, id)) })));
  const batch = new Wire(running.port).send(requestBytes(running, { body: JSON.stringify([call("echo"), rpc("ping")]) }));
  const half = new Wire(running.port).send(requestBytes(running, { headers: { "Content-Length": "100" }, body: "{" }));
  const idle = new Wire(running.port).send(requestBytes(running, { body: JSON.stringify(rpc("ping")) }));
  assert.equal((await idle.answer())?.status, 200);
  await until(() => finish.length === 4);
  run.abort();
  for (const wire of [...wires, batch, half]) assert.equal(await wire.rest(), "");
  assert.deepEqual(signals.map(({ aborted }) => aborted), [true, true, true, true]);
  for (const end of finish) end("too late");
  assert.equal(await idle.send(requestBytes(running, { body: JSON.stringify(call("echo")) })).answer(), undefined);
  assert.equal(await post(running, rpc("ping")), undefined);
  assert.equal(running.executed.length, 4);
  await assert.rejects(serve(t, { signal: run.signal }), { name: "AbortError" });
});

test("RUN-29 a call that was judged when its caller had gone does not run", async () => {
  const ran: string[] = [];
  const calls = new Calls({ specs: [{ name: "echo" }], gate: new Gate(AGENT), ledger: new Ledger(), execute: ({ tool }) => (ran.push(tool), "") });
  const [gone, here] = [AbortSignal.abort(), new AbortController().signal];
  assert.deepEqual([await calls.call("echo", "{}", gone), ran], [{ kind: "aborted" }, []]);
  assert.deepEqual([(await calls.call("echo", "{}", here)).kind, ran], ["result", ["echo"]]);
});

test("RUN-30 a call that cannot be judged is an internal error, and nothing runs", async () => {
  const lines: string[] = [];
  const broken = new Proxy(new Gate(AGENT), { get: (gate, key) => (key === "decide" && lines.length > 0 ? throwing(new Error("lost")) : (gate as any)[key].bind(gate)) });
  const calls = new Calls({ specs: [{ name: "echo" }, { name: "unlisted" }], gate: broken, ledger: new Ledger(), execute: () => assert.fail("it ran"), log: (line) => lines.push(line.event) });
  assert.deepEqual(await calls.call("echo", "{}", new AbortController().signal), { kind: "protocol error", code: -32603, message: "internal error" });
  assert.deepEqual(lines, ["warning", "warning"]);
});

test("RUN-29 a run's signal keeps nothing of the calls and servers that are over", async (t) => {
  const run = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = run.signal;
  run.signal.addEventListener = (...words: unknown[]) => (listeners++, addEventListener.apply(run.signal, words as never));
  run.signal.removeEventListener = (...words: unknown[]) => (listeners--, removeEventListener.apply(run.signal, words as never));
  const running = await serve(t, { signal: run.signal });
  for (let id = 0; id < 20; id++) await post(running, call("echo", {}, id));
  assert.ok(listeners <= 1, `${listeners} listeners`);
  await running.close();
  assert.equal(listeners, 0);
});

test("RUN-30 a harness that goes away in the middle of a call ends that call alone", async (t) => {
  const { execute, finish, signals } = lasting();
  const running = await serve(t, { execute });
  const [gone, here] = [call("echo", {}, 1), call("echo", {}, 2)].map((message) => new Wire(running.port).send(requestBytes(running, { body: JSON.stringify(message) })));
  await until(() => signals.length === 2);
  const first = running.executed[0]!.signal;
  gone!.socket.resetAndDestroy();
  await until(() => signals.some(({ aborted }) => aborted));
  assert.equal(signals.filter(({ aborted }) => aborted).length, 1);
  assert.equal(typeof first.aborted, "boolean");
  for (const end of finish) end("done");
  assert.equal(said(await here!.answer()), "done");
  here!.close();
  const sending = new Wire(running.port).send(requestBytes(running, { headers: { "Content-Length": "1000" }, body: "{" }));
  await new Promise((resolve) => sending.socket.once("connect", resolve));
  sending.close();
  assert.equal((await post(running, rpc("ping")))?.status, 200);
});

test("RUN-30 10,000 calls in flight are all answered, and all ended when the server closes", async (t) => {
  const { execute, finish, signals } = lasting();
  const running = await serve(t, { execute });
  const wires = Array.from({ length: 500 }, (_, id) => new Wire(running.port).send(requestBytes(running, { body: JSON.stringify(call("echo", {}, id)) })));
  const batch = JSON.stringify(Array.from({ length: 950 }, (_, id) => call("echo", {}, id)));
  const batches = Array.from({ length: 10 }, () => new Wire(running.port).send(requestBytes(running, { body: batch })));
  await until(() => finish.length === 10_000);
  assert.equal((await post(running, rpc("ping")))?.status, 200);
  for (const end of finish.slice(0, 9_000)) end("done");
  const ends = [...wires, ...batches].map((wire) => wire.answer());
  await until(() => running.executed.length === 10_000);
  for (const end of finish.slice(9_000, 9_500)) end("done");
  await new Promise(setImmediate);
  await running.close();
  const answers = (await Promise.all(ends)).filter((answer) => answer !== undefined);
  assert.ok(answers.length > 0 && answers.length < ends.length);
  assert.ok(signals.some(({ aborted }) => aborted));
  for (const end of finish) end("too late");
});

test("RUN-5 RUN-30 close is prompt and can be called again, with clients connected in every state", async () => {
  const { execute, finish } = lasting();
  const running = await serve(undefined, { execute });
  const silent = connect(running.port, "127.0.0.1");
  await new Promise((resolve) => silent.once("connect", resolve));
  const idle = new Wire(running.port).send(requestBytes(running, { body: JSON.stringify(rpc("ping")) }));
  await idle.answer();
  const half = new Wire(running.port).send("POST /mcp HTTP/1.1\r\nHo");
  const sending = new Wire(running.port).send(requestBytes(running, { headers: { "Content-Length": "100" }, body: "{" }));
  const waiting = new Wire(running.port).send(requestBytes(running, { body: JSON.stringify(call("echo")) }));
  await until(() => finish.length === 1);
  const closing = [running.close(), running.close()];
  await Promise.all([...closing, running.close()]);
  for (const wire of [idle, half, sending, waiting]) assert.equal(await wire.rest(), "");
  silent.destroy();
  const refused = connect(running.port, "127.0.0.1");
  assert.equal(await new Promise((resolve) => refused.once("error", (error: NodeJS.ErrnoException) => resolve(error.code))), "ECONNREFUSED");
});

test("RUN-5 RUN-30 nothing is left behind: a process that closes its server ends by itself", () => {
  const script = `
    const { Gate, Ledger } = require("callgate");
    const { startInternalToolMcpServer } = require("callgate/runner");
    const net = require("node:net");
    (async () => {
      const gate = new Gate({ tools: [{ name: "slow", permission: "allow" }, { name: "ask", permission: "ask" }] });
      const server = await startInternalToolMcpServer({ specs: [{ name: "slow" }, { name: "ask" }], gate, ledger: new Ledger(), execute: () => new Promise(() => {}) });
      const { port } = new URL(server.url);
      const send = (headers, body) => { const socket = net.connect(port, "127.0.0.1"); socket.on("error", () => {}).resume(); socket.write("POST /mcp HTTP/1.1\\r\\nHost: localhost:" + port + "\\r\\nAuthorization: Bearer " + server.authorizationToken + "\\r\\n" + headers + "\\r\\n" + body); return new Promise((resolve) => socket.once("close", resolve)); };
      const call = (name) => JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name } });
      await send("Content-Length: " + call("ask").length + "\\r\\n", call("ask"));
      const ends = [send("Content-Length: " + call("slow").length + "\\r\\n", call("slow")), send("Content-Length: 50\\r\\n", "{"), send("Content-Length: 2000000\\r\\n", "{")];
      await new Promise((resolve) => setTimeout(resolve, 100));
      await server.close();
      await Promise.all(ends);
      await new Promise(setImmediate);
      console.log(JSON.stringify(process.getActiveResourcesInfo().filter((name) => !/Pipe|TTY|Immediate/.test(name))));
    })();`;
  assert.equal(execFileSync(process.execPath, ["--eval", script], { encoding: "utf8", timeout: 60_000 }), "[]\n");
});
