/** Calls that come through the file relay: every one is judged, and nothing that a sandbox writes runs ungated (RUN-80). */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { Gate, Ledger } from "callgate";
import { type ExecutedCall, localRelayFiles, type LogLine, type PendingCall, type RelayOptions, startInternalToolMcpServer, startRelay, type ToolSpec } from "callgate/runner";
import { PAUSED, requestText } from "../ts/runner/relay-record.js";
import { answer, directory, exchange, pause, put, until } from "./relay-directory.js";
import { place, shim } from "./shim-process.js";

const DOCUMENT = {
  tools: [
    { name: "search_docs", permission: "allow" },
    { name: "create_ticket", permission: "ask" },
    { name: "drop_tables", permission: "deny" },
    { name: "pick_file", kind: "client" },
    { name: "slow", permission: "allow" },
  ],
};
const SPECS: ToolSpec[] = [
  { name: "search_docs", inputSchema: { type: "object", properties: { q: { type: "string" } }, required: ["q"] }, callRef: "ref-1" },
  { name: "create_ticket", inputSchema: { type: "object" } },
  { name: "drop_tables" },
  { name: "pick_file", kind: "client" },
  { name: "slow", timeoutMs: 80 },
  { name: "not_in_the_document" },
];

interface Side {
  readonly path: string;
  readonly executed: ExecutedCall[];
  readonly paused: PendingCall[];
  readonly log: LogLine[];
  readonly ledger: Ledger;
  readonly publicSpecs: string;
  /** Puts a request there and waits for its answer. */
  ask(text: string, id?: string): Promise<any>;
  close(): Promise<void>;
}

let count = 0;

function relay(context: TestContext, options: Partial<RelayOptions> = {}, path = directory(context)): Side {
  const executed: ExecutedCall[] = [];
  const paused: PendingCall[] = [];
  const log: LogLine[] = [];
  const ledger = options.ledger ?? new Ledger();
  const started = startRelay({
    files: localRelayFiles(path),
    specs: SPECS,
    gate: new Gate(DOCUMENT),
    ledger,
    execute: (call) => (executed.push(call), `ran ${call.tool} ${call.argumentsText}`),
    onPause: (call) => void paused.push(call),
    log: (line) => log.push(line),
    pollingMs: 20,
    timeoutMs: 20_000,
    ...options,
  });
  context.after(() => started.close());
  const ask = (text: string, id = `id-${++count}`) => {
    put(path, id, text);
    return until(() => answer(path, id));
  };
  return { path, executed, paused, log, ledger, publicSpecs: started.publicSpecs, ask, close: () => started.close() };
}

const request = (tool: string, args?: unknown) => requestText(tool, "id", args === undefined ? undefined : JSON.stringify(args));
const WAITS = { ok: true, text: PAUSED, paused: true };

test("RUN-80 an allowed call runs and is answered, with the arguments as they were written", async (context) => {
  const side = relay(context);
  const args = '{ "q": "a", "n": 9007199254740993 }';
  assert.deepEqual(await side.ask(requestText("search_docs", "id", args)), { ok: true, text: `ran search_docs ${args}` });
  const [call] = side.executed;
  assert.deepEqual([call!.tool, call!.arguments, call!.argumentsText], ["search_docs", { q: "a", n: 9007199254740993n }, args]);
  assert.equal(call!.spec.callRef, "ref-1");
  assert.equal(call!.signal.aborted, false);
});

test("RUN-80 what a tool returns or throws is what the caller gets", async (context) => {
  const content = [{ type: "image", data: "AA==", mimeType: "image/png" }];
  const results: (() => any)[] = [() => "text", () => content, async () => "later", () => { throw new Error("no such city"); }, () => ({ not: "content" })];
  const side = relay(context, { execute: () => results.shift()!() });
  assert.deepEqual(await side.ask(request("create_ticket")), WAITS);
  assert.deepEqual(await side.ask(request("search_docs", { q: "" })), { ok: true, text: "text" });
  assert.deepEqual(await side.ask(request("search_docs", { q: "" })), { ok: true, content });
  assert.deepEqual(await side.ask(request("search_docs", { q: "" })), { ok: true, text: "later" });
  const failed = await side.ask(request("search_docs", { q: "" }));
  assert.equal(failed.ok, false);
  assert.match(failed.error, /no such city/);
  assert.equal((await side.ask(request("search_docs", { q: "" }))).ok, false);
});

test("RUN-80 nothing that is refused runs", async (context) => {
  const side = relay(context);
  const refused: [what: string, text: string | Uint8Array, fault: RegExp][] = [
    ["a denied tool", request("drop_tables"), /does not permit/],
    ["a tool that the run does not have", request("rm_rf"), /there is no such tool/],
    ["a built-in of the harness", request("Bash", { command: "ls" }), /there is no such tool/],
    ["an object's own names", request("__proto__"), /there is no such tool/],
    ["a rendered name", request("mcp__agenta-tools__search_docs", { q: "" }), /there is no such tool/],
    ["another case", request("Search_Docs", { q: "" }), /there is no such tool/],
    ["a tool that the document does not have", request("not_in_the_document"), /does not permit/],
    ["arguments that do not fit", request("search_docs", { q: 1 }), /do not fit the input schema/],
    ["arguments that are missing", request("search_docs"), /do not fit the input schema/],
    ["nothing", "", /cannot be read/],
    ["half a record", request("search_docs", { q: "a" }).slice(0, -1), /cannot be read/],
    ["all but the arguments", '{"toolName":"search_docs","toolCallId":"x",', /cannot be read/],
    ["two records", request("search_docs", { q: "a" }).repeat(2), /cannot be read/],
    ["no JSON", "toolName=search_docs", /cannot be read/],
    ["no UTF-8", Uint8Array.of(0x7b, 0xff, 0x7d), /not UTF-8/],
    ["a byte order mark", "\ufeff" + request("search_docs", { q: "a" }), /cannot be read/],
    ["a list", `[${request("search_docs", { q: "a" })}]`, /not an object/],
    ["null", "null", /not an object/],
    ["no name", '{"toolCallId":"x","args":{}}', /`toolName` is not a string/],
    ["a name that is no string", '{"toolName":["search_docs"],"toolCallId":"x","args":{}}', /`toolName` is not a string/],
    ["no id", '{"toolName":"search_docs","args":{"q":"a"}}', /`toolCallId` is not a string/],
    ["two names", '{"toolName":"search_docs","toolName":"drop_tables","toolCallId":"x","args":{"q":"a"}}', /stands twice/],
    ["arguments twice", '{"toolName":"search_docs","toolCallId":"x","args":{"q":"a"},"args":{"q":"b"}}', /stands twice/],
    ["a key twice inside the arguments", '{"toolName":"search_docs","toolCallId":"x","args":{"q":"a","q":"b"}}', /stands twice/],
    ["a member in another case", '{"toolName":"search_docs","toolCallId":"x","args":{"q":"a"},"ToolName":"drop_tables"}', /member that no request has/],
    ["a member of its own", '{"toolName":"search_docs","toolCallId":"x","args":{"q":"a"},"approved":true}', /member that no request has/],
    ["arguments as a list", '{"toolName":"search_docs","toolCallId":"x","args":["q"]}', /`args` is not an object/],
    ["arguments as a text", '{"toolName":"search_docs","toolCallId":"x","args":"{}"}', /`args` is not an object/],
    ["too deep", requestText("search_docs", "x", `{"q":"a","x":${"[".repeat(70)}${"]".repeat(70)}}`), /cannot be read/],
  ];
  for (const [what, text, fault] of refused) {
    const given = await side.ask(text as string);
    assert.equal(given.ok, false, what);
    assert.match(given.error, fault, what);
  }
  assert.deepEqual([side.executed, side.paused], [[], []]);
  // Whatever was refused, the next call is served.
  assert.equal((await side.ask(request("search_docs", { q: "a" }))).ok, true);
});

test("RUN-80 a record forged for an `ask` tool waits, and runs once only with an answer for just this call", async (context) => {
  const side = relay(context);
  const forged = request("create_ticket", { title: "x" });
  assert.deepEqual(await side.ask(forged), WAITS);
  assert.deepEqual(side.paused.map(({ tool, arguments: args, key }) => [tool, args, key.startsWith("create_ticket#")]), [["create_ticket", { title: "x" }, true]]);
  // An approval for other arguments, or of another tool, does not help.
  side.ledger.record("create_ticket", { title: "y" }, "allow");
  side.ledger.record("search_docs", { title: "x" }, "allow");
  assert.deepEqual(await side.ask(forged), WAITS);
  assert.equal(side.executed.length, 0);
  side.ledger.record("create_ticket", { title: "x" }, "allow", "t-1");
  assert.equal((await side.ask(forged)).ok, true);
  // Used up: the same record again waits again.
  assert.deepEqual(await side.ask(forged), WAITS);
  assert.equal(side.executed.length, 1);
  assert.equal(side.paused.length, 3);
});

test("RUN-80 a grant of the permission handler is used up by one execution", async (context) => {
  const side = relay(context);
  side.ledger.grant("create_ticket", { title: "x" });
  const answers = await Promise.all(Array.from({ length: 8 }, () => side.ask(request("create_ticket", { title: "x" }))));
  assert.equal(answers.filter((given) => given.paused !== true).length, 1);
  assert.deepEqual([side.executed.length, side.paused.length], [1, 7]);
});

test("RUN-80 an approval is used up once by two runners with one ledger", async (context) => {
  const path = directory(context);
  const ledger = new Ledger();
  ledger.record("create_ticket", {}, "allow");
  const sides = [relay(context, { ledger }, path), relay(context, { ledger }, path)];
  await Promise.all(Array.from({ length: 40 }, (_, index) => sides[0]!.ask(request("create_ticket"), `two-${index}`)));
  assert.equal(sides[0]!.executed.length + sides[1]!.executed.length, 1);
  assert.equal(sides[0]!.paused.length + sides[1]!.paused.length, 39);
});

test("RUN-80 a stored answer never wins over a policy that has become deny", async (context) => {
  const ledger = new Ledger();
  ledger.record("drop_tables", {}, "allow");
  ledger.grant("drop_tables", {});
  const side = relay(context, { ledger });
  assert.match((await side.ask(request("drop_tables"))).error, /does not permit/);
  assert.deepEqual((await relay(context, { ledger, gate: Gate.closed() }).ask(request("search_docs", { q: "a" }))).ok, false);
  assert.equal(side.executed.length, 0);
});

test("PERM-40 RUN-80 where nobody can be asked, a call that asks is refused, and an answer that is there still counts", async (context) => {
  const side = relay(context, { attended: false });
  assert.match((await side.ask(request("create_ticket"))).error, /did not run/);
  side.ledger.record("create_ticket", {}, "allow");
  assert.equal((await side.ask(request("create_ticket"))).ok, true);
  assert.deepEqual([side.executed.length, side.paused.length], [1, 0]);
});

test("RUN-80 a replayed record runs once", async (context) => {
  const side = relay(context);
  const text = request("search_docs", { q: "a" });
  assert.equal((await side.ask(text, "again")).ok, true);
  fs.unlinkSync(join(side.path, "again.res.json"));
  assert.deepEqual(await side.ask(text, "again"), {
    ok: false,
    error: "the request was refused and the call was not made: a request of this id was served already",
  });
  assert.equal(side.executed.length, 1);
});

test("RUN-28 a client tool waits for the browser and is never executed", async (context) => {
  const conversation = {
    messages: [
      { role: "user", content: "go" },
      {
        role: "assistant",
        content: [
          { type: "tool_call", toolCallId: "c1", toolName: "pick_file", input: { kind: "pdf" } },
          { type: "tool_result", toolCallId: "c1", toolName: "pick_file", output: "a.pdf" },
        ],
      },
    ],
  };
  const ledger = new Ledger(conversation, { clientTools: ["pick_file"] });
  const side = relay(context, { ledger });
  assert.deepEqual(await side.ask(request("pick_file", { kind: "png" })), WAITS);
  assert.deepEqual(await side.ask(request("pick_file", { kind: "pdf" })), { ok: true, text: "a.pdf" });
  assert.deepEqual(await side.ask(request("pick_file", { kind: "pdf" })), WAITS);
  assert.deepEqual([side.executed, side.paused.length], [[], 2]);
});

test("RUN-80 decisions and refusals are in the log, without argument values", async (context) => {
  const side = relay(context);
  await side.ask(request("search_docs", { q: "s3cret" }));
  await side.ask(request("drop_tables", { q: "s3cret" }));
  await side.ask(request("search_docs", { q: ["s3cret"] }));
  await side.ask('{"toolName":"search_docs","toolCallId":"s3cret","args":{"q":"s3cret"', "refused");
  const decisions = side.log.filter((line) => line.event === "decision");
  assert.deepEqual(decisions.map(({ tool, verdict }) => [tool, verdict]), [["search_docs", "allow"], ["drop_tables", "deny"]]);
  const warnings = side.log.filter((line) => "message" in line);
  assert.match(warnings.map(({ message }) => message).join("\n"), /request `refused` was refused: it cannot be read/);
  assert.doesNotMatch(JSON.stringify(side.log), /s3cret/);
});

test("RUN-80 a call that its caller has given up is told so, and its result appears nowhere", async (context) => {
  const side = relay(context, {
    execute: async ({ signal }) => {
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      return "too late";
    },
  });
  put(side.path, "slow-1", request("slow"));
  await until(() => side.log.find((line) => "message" in line && line.message === "a call did not end within 80 ms and was given up"));
  await pause(50);
  assert.deepEqual(fs.readdirSync(side.path), []);
});

test("RUN-29 when the run ends nothing is picked up, calls that run are told, and no answer appears", async (context) => {
  for (const way of ["signal", "close"] as const) {
    const abort = new AbortController();
    const signals: AbortSignal[] = [];
    const release: (() => void)[] = [];
    const side = relay(context, {
      signal: abort.signal,
      execute: async ({ signal }) => {
        signals.push(signal);
        await new Promise<void>((resolve) => release.push(resolve));
        return "late";
      },
    });
    put(side.path, "one", request("search_docs", { q: "a" }));
    await until(() => release.length === 1);
    if (way === "signal") abort.abort();
    await side.close();
    assert.equal(signals[0]!.aborted, true, way);
    release.pop()!();
    put(side.path, "two", request("search_docs", { q: "a" }));
    await pause(80);
    assert.deepEqual(fs.readdirSync(side.path), ["two.req.json"], way);
    assert.equal(signals.length, 1, way);
  }
});

test("RUN-29 a relay whose run has ended before it starts serves nothing", async (context) => {
  const path = directory(context);
  put(path, "one", request("search_docs", { q: "a" }));
  const side = relay(context, { signal: AbortSignal.abort() }, path);
  await pause(80);
  await side.close();
  assert.deepEqual([side.executed, fs.readdirSync(path)], [[], ["one.req.json"]]);
});

test("RUN-20 without a gate, or with specs that are none, no relay starts", (context) => {
  const files = localRelayFiles(directory(context));
  context.after(() => files.close?.());
  const options = { files, specs: SPECS, gate: new Gate(DOCUMENT), execute: () => "" };
  for (const wrong of [{ gate: undefined }, { gate: {} }, { specs: undefined }, { specs: [{}] }, { specs: [SPECS[0], SPECS[0]] }, { files: undefined }, { execute: "ls" }, { ledgers: 1 }, { timeoutMs: 0 }, { attended: "no" }, { pollingMs: "300" }]) {
    assert.throws(() => startRelay({ ...options, ...wrong } as never), { code: "invalid_argument" }, JSON.stringify(wrong));
  }
});

test("RUN-80 after 2,000 calls listeners, timers and files are released", async (context) => {
  const warnings: string[] = [];
  const warned = (warning: Error) => warnings.push(String(warning));
  process.on("warning", warned);
  context.after(() => process.off("warning", warned));
  const side = relay(context, { log: undefined });
  const caller = exchange(side.path);
  const before = process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  for (let round = 0; round < 4; round++) {
    const answers = await Promise.all(Array.from({ length: 500 }, () => caller.call({ tool: "search_docs", argumentsText: '{"q":"a"}' })));
    assert.ok(answers.every((given) => given !== "none" && given.text === 'ran search_docs {"q":"a"}'));
  }
  assert.equal(side.executed.length, 2_000);
  assert.deepEqual(fs.readdirSync(side.path), []);
  const after = process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  assert.ok(after <= before + 2, `${before} timers before, ${after} after`);
  assert.deepEqual(warnings, []);
});

test("RUN-26 RUN-60 a sandbox is told of the tools that are offered, of their public side and of what its shim must know", (context) => {
  const specs: ToolSpec[] = [
    { ...SPECS[0]!, description: "Searches", annotations: { readOnlyHint: true }, code: "x", env: { KEY: "y" }, permission: "deny" },
    ...SPECS.slice(1),
  ];
  assert.deepEqual(JSON.parse(relay(context, { specs }).publicSpecs), [
    { name: "search_docs", description: "Searches", inputSchema: SPECS[0]!.inputSchema, annotations: { readOnlyHint: true } },
    { name: "create_ticket", inputSchema: { type: "object" } },
    { name: "pick_file", inputSchema: { type: "object", properties: {} }, kind: "client" },
    { name: "slow", inputSchema: { type: "object", properties: {} }, timeoutMs: 80 },
  ]);
});

test("RUN-61 RUN-63 the same messages have the same answers over HTTP and through shim and relay", async (context) => {
  const ledgers = [new Ledger(), new Ledger()];
  for (const ledger of ledgers) {
    ledger.record("create_ticket", { title: "approved" }, "allow");
    ledger.record("create_ticket", { title: "declined" }, "deny");
  }
  const run = { specs: SPECS.filter(({ name }) => name !== "slow"), gate: new Gate(DOCUMENT), execute: ({ tool, argumentsText }: ExecutedCall) => `${tool} ${argumentsText}` };
  const http = await startInternalToolMcpServer({ ...run, ledger: ledgers[0] });
  context.after(() => http.close());
  const path = directory(context);
  const side = relay(context, { ...run, ledger: ledgers[1]! }, path);
  const harness = shim(context, { env: { ...place(context, side.publicSpecs).env, AGENTA_AGENT_TOOLS_RELAY_DIR: path } });

  const call = (name: string, args: string, id = "1") => `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;
  const meta = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}';
  const same = [
    '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}',
    '{"jsonrpc":"2.0","id":"","method":"ping"}',
    '{"jsonrpc":"2.0","id":-1.5e3,"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":12345678901234567890,"method":"tools/list","params":{"cursor":"x"}}',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"method":"no/such"}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","ID":2}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_docs","arguments":{"q":"a"},"NAME":"x"}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}',
    "17",
    "[]",
    '[{"jsonrpc":"2.0","id":1,"method":"ping"},5,{"jsonrpc":"2.0","method":"notifications/initialized"}]',
    `[${call("search_docs", '{"q":"a"}')},${call("pick_file", "{}", "2")}]`,
    `[${call("search_docs", '{"q":"a"}')},${call("search_docs", '{"q":1}', "2")}]`,
    call("search_docs", '{ "q":"a\u2028", "n": 9007199254740993 }'),
    call("search_docs", '{"q":1}'),
    call("search_docs", "{}"),
    call("search_docs", "[]"),
    call("search_docs", "null"),
    call("create_ticket", '{"title":"approved"}'),
    call("create_ticket", '{"title":"declined"}'),
    call("no_such", "{}"),
    `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{${meta}}}`,
    '{"jsonrpc":"2.0","id":1,"method":"server/discover"}',
    '{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2030-01-01"}}}',
  ];
  for (const message of same) {
    const headers: { [name: string]: string } = { authorization: `Bearer ${http.authorizationToken}`, accept: "application/json, text/event-stream" };
    if (message.includes("2026-07-28")) Object.assign(headers, { "mcp-protocol-version": "2026-07-28", "mcp-method": JSON.parse(message).method });
    const overHttp = await (await fetch(http.url, { method: "POST", headers, body: message })).text();
    const before = harness.messages.length;
    harness.write(`${message}\n`);
    await until(() => harness.messages.length > before);
    const line = harness.chunks.join("").split("\n")[before]!;
    assert.equal(line, overHttp, message);
  }
  assert.equal(side.executed.length, 0);
});

test("RUN-63 RUN-80 from a harness through the shim to the runner and back: allow, ask, deny, client", async (context) => {
  const { path, env } = place(context, SPECS);
  const side = relay(context, {}, path);
  const harness = shim(context, { env });
  assert.deepEqual((await harness.call("search_docs", { q: "a" }, 1)).result, { content: [{ type: "text", text: 'ran search_docs {"q":"a"}' }] });
  assert.deepEqual((await harness.call("create_ticket", { title: "x" }, 2)).result, { content: [{ type: "text", text: PAUSED }] });
  side.ledger.record("create_ticket", { title: "x" }, "allow");
  assert.deepEqual((await harness.call("create_ticket", { title: "x" }, 3)).result, { content: [{ type: "text", text: 'ran create_ticket {"title":"x"}' }] });
  assert.deepEqual((await harness.call("create_ticket", { title: "x" }, 4)).result, { content: [{ type: "text", text: PAUSED }] });
  const denied = await harness.call("drop_tables", {}, 5);
  assert.equal(denied.result.isError, true);
  assert.match(denied.result.content[0].text, /does not permit/);
  assert.deepEqual((await harness.call("pick_file", {}, 6)).result, { content: [{ type: "text", text: PAUSED }] });
  const unfit = await harness.call("search_docs", { q: 1 }, 7);
  assert.match(unfit.result.content[0].text, /do not fit the input schema/);
  assert.equal(side.executed.length, 2);
});
