/** Both generations of the protocol on one endpoint, batches, ids and the list of tools (RUN-22 to RUN-26). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Gate } from "callgate";
import { AGENT, ask, call, type HeaderLines, post, rpc, type Running, serve, SPECS } from "./runner-http.js";

const STATELESS = "2026-07-28";
const VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

test("RUN-23 initialize echoes a version that is known, and answers any other with the newest", async (t) => {
  const running = await serve(t);
  const cases: [unknown, string][] = [
    ...VERSIONS.map((version) => [version, version] as [unknown, string]),
    ["2019-01-01", "2025-11-25"],
    ["2027-01-01", "2025-11-25"],
    [STATELESS, "2025-11-25"],
    ["", "2025-11-25"],
    [7, "2025-11-25"],
    [null, "2025-11-25"],
    [undefined, "2025-11-25"],
  ];
  for (const [asked, wanted] of cases) {
    const answer = await post(running, rpc("initialize", { protocolVersion: asked, capabilities: {}, clientInfo: { name: "t", version: "1" } }));
    const { protocolVersion, capabilities, serverInfo } = answer?.json.result;
    assert.deepEqual([protocolVersion, capabilities, serverInfo.name, typeof serverInfo.version], [wanted, { tools: {} }, "agenta-tools", "string"]);
  }
  assert.equal((await post(running, rpc("initialize")))?.json.result.protocolVersion, "2025-11-25");
});

test("RUN-23 the session versions have ping, the list, calls and notifications; anything else is answered at once", async (t) => {
  const running = await serve(t);
  for (const version of [undefined, ...VERSIONS]) {
    const headers = { "MCP-Protocol-Version": version };
    assert.deepEqual((await post(running, rpc("ping"), headers))?.json, { jsonrpc: "2.0", id: 1, result: {} });
    assert.equal((await post(running, rpc("tools/list"), headers))?.json.result.tools.length, 3);
    assert.deepEqual((await post(running, call("echo", { text: "x" }), headers))?.json.result, { content: [{ type: "text", text: '{"text":"x"}' }] });
    for (const notification of ["notifications/initialized", "notifications/cancelled", "whatever"]) {
      const answer = await post(running, { jsonrpc: "2.0", method: notification }, headers);
      assert.deepEqual([answer?.status, answer?.body], [202, ""]);
    }
    for (const method of ["resources/list", "tools/List", "", "constructor", "__proto__"]) {
      const answer = await post(running, rpc(method), headers);
      assert.deepEqual([answer?.status, answer?.json.error.code, answer?.json.id], [200, -32601, 1]);
    }
    for (const response of [{ jsonrpc: "2.0", id: 1, result: {} }, { jsonrpc: "2.0", id: null, error: { code: 1, message: "x" } }]) {
      assert.equal((await post(running, response, headers))?.status, 202);
    }
  }
});

test("RUN-23 a wrong version in the header of a later request is 400", async (t) => {
  for (const options of [{}, { protocols: VERSIONS }]) {
    const running = await serve(t, options);
    for (const version of ["2019-01-01", "2027-01-01", "", "2025-11-25, 2025-11-25", "x".repeat(1000)]) {
      for (const message of [rpc("ping"), rpc("tools/list"), call("echo"), { jsonrpc: "2.0", method: "notifications/initialized" }]) {
        const answer = await post(running, message, { "MCP-Protocol-Version": version });
        assert.equal(answer?.status, 400, version);
      }
    }
    assert.equal((await post(running, rpc("ping"), { "MCP-Protocol-Version": ["2025-11-25", "2025-11-25"] }))?.status, 400);
    assert.equal((await post(running, rpc("initialize", { protocolVersion: "2025-06-18" }), { "MCP-Protocol-Version": "2019-01-01" }))?.status, 200);
    assert.equal(running.executed.length, 0);
  }
});

test("RUN-23 only the versions that are asked for are served, and what is none is refused at the start", async (t) => {
  const some = await serve(t, { protocols: ["2025-03-26", "2025-06-18"] });
  assert.equal((await post(some, rpc("initialize", { protocolVersion: "2025-11-25" })))?.json.result.protocolVersion, "2025-06-18");
  assert.equal((await post(some, rpc("ping"), { "MCP-Protocol-Version": "2025-11-25" }))?.status, 400);
  assert.equal((await post(some, rpc("ping")))?.status, 200);
  const only = await serve(t, { protocols: [STATELESS] });
  for (const message of [rpc("initialize", { protocolVersion: "2025-11-25" }), rpc("ping"), rpc("tools/list")]) {
    const answer = await post(only, message);
    assert.deepEqual([answer?.status, answer?.json.error.code, answer?.json.error.data.supported], [400, -32022, [STATELESS]]);
  }
  assert.equal((await stateless(only, "tools/list"))?.status, 200);
  for (const protocols of [[], ["2019-01-01"], "2025-11-25", [STATELESS, 7], {}]) {
    await assert.rejects(serve(t, { protocols: protocols as string[] }), { code: "invalid_argument" });
  }
});

const META = { "io.modelcontextprotocol/protocolVersion": STATELESS, "io.modelcontextprotocol/clientCapabilities": {} };

/** A request of the stateless version; `null` leaves `_meta` out. */
function stateless(running: Running, method: string, params: Record<string, unknown> = {}, meta: unknown = META, headers: HeaderLines = {}) {
  const name = typeof params.name === "string" && method === "tools/call" ? params.name : undefined;
  return post(running, rpc(method, { ...params, ...(meta === null ? {} : { _meta: meta }) }), {
    "MCP-Protocol-Version": STATELESS,
    "Mcp-Method": method,
    "Mcp-Name": name,
    ...headers,
  });
}

const SERVER = { "io.modelcontextprotocol/serverInfo": { name: "agenta-tools" } };

test("RUN-23 the stateless version has discover, the list and calls, with what its results carry", async (t) => {
  const running = await serve(t);
  const discovered = (await stateless(running, "server/discover"))?.json.result;
  assert.deepEqual([discovered.resultType, discovered.supportedVersions, discovered.capabilities], ["complete", [STATELESS], { tools: {} }]);
  const listed = (await stateless(running, "tools/list"))?.json.result;
  assert.deepEqual([listed.resultType, listed.tools.length, listed.ttlMs, listed.cacheScope], ["complete", 3, 0, "private"]);
  const called = (await stateless(running, "tools/call", { name: "echo", arguments: { text: "x" } }))?.json.result;
  assert.deepEqual([called.resultType, called.content], ["complete", [{ type: "text", text: '{"text":"x"}' }]]);
  for (const result of [discovered, listed, called]) {
    assert.equal(result._meta["io.modelcontextprotocol/serverInfo"].name, SERVER["io.modelcontextprotocol/serverInfo"].name);
  }
  const denied = (await stateless(running, "tools/call", { name: "forbidden" }))?.json.result;
  assert.deepEqual([denied.resultType, denied.isError], ["complete", true]);
  assert.equal(await stateless(running, "tools/call", { name: "create_ticket", arguments: { title: "x" } }), undefined);
  assert.equal((await post(running, { jsonrpc: "2.0", method: "notifications/cancelled", params: { _meta: META } }, { "MCP-Protocol-Version": STATELESS }))?.status, 202);
});

/** Method, parameters, `_meta`, headers; then status and code. */
const refused: readonly [string, number, number, string, Record<string, unknown>, unknown, HeaderLines][] = [
  ["no `_meta`", 400, -32602, "tools/list", {}, null, {}],
  ["`_meta` that is no object", 400, -32602, "tools/list", {}, "x", {}],
  ["no version in `_meta`", 400, -32602, "tools/list", {}, { "io.modelcontextprotocol/clientCapabilities": {} }, {}],
  ["a version that is no text", 400, -32602, "tools/list", {}, { ...META, "io.modelcontextprotocol/protocolVersion": 7 }, {}],
  ["no capabilities", 400, -32602, "tools/list", {}, { "io.modelcontextprotocol/protocolVersion": STATELESS }, {}],
  ["capabilities that are no object", 400, -32602, "tools/list", {}, { ...META, "io.modelcontextprotocol/clientCapabilities": [] }, {}],
  ["another version in `_meta`", 400, -32020, "tools/list", {}, { ...META, "io.modelcontextprotocol/protocolVersion": "2025-11-25" }, {}],
  ["a session version in the header", 400, -32020, "tools/list", {}, META, { "MCP-Protocol-Version": "2025-11-25" }],
  ["no version in the header", 400, -32020, "tools/list", {}, META, { "MCP-Protocol-Version": undefined }],
  ["no method in the header", 400, -32020, "tools/list", {}, META, { "Mcp-Method": undefined }],
  ["another method in the header", 400, -32020, "tools/list", {}, META, { "Mcp-Method": "tools/call" }],
  ["the method in another case", 400, -32020, "tools/list", {}, META, { "Mcp-Method": "Tools/List" }],
  ["two methods in the header", 400, -32600, "tools/list", {}, META, { "Mcp-Method": ["tools/list", "tools/list"] }],
  ["no name in the header", 400, -32020, "tools/call", { name: "echo" }, META, { "Mcp-Name": undefined }],
  ["another name in the header", 400, -32020, "tools/call", { name: "echo" }, META, { "Mcp-Name": "forbidden" }],
  ["a name that is no Base64", 400, -32020, "tools/call", { name: "echo" }, META, { "Mcp-Name": "=?base64?ZWNo?=" }],
  ["a name in loose Base64", 400, -32020, "tools/call", { name: "echo" }, META, { "Mcp-Name": "=?base64?ZWNobx==?=" }],
  ["a version that is not served", 400, -32022, "tools/list", {}, { ...META, "io.modelcontextprotocol/protocolVersion": "2027-01-01" }, { "MCP-Protocol-Version": "2027-01-01" }],
  ["a session version as a stateless one", 400, -32022, "tools/list", {}, { ...META, "io.modelcontextprotocol/protocolVersion": "2025-11-25" }, { "MCP-Protocol-Version": "2025-11-25" }],
  ["discover without `_meta`", 400, -32602, "server/discover", {}, null, { "MCP-Protocol-Version": undefined }],
  ["discover with a session version", 400, -32020, "server/discover", {}, META, { "MCP-Protocol-Version": "2025-11-25" }],
  ["initialize under this version", 400, -32020, "initialize", { protocolVersion: STATELESS }, null, {}],
  ["initialize as a stateless request", 404, -32601, "initialize", { protocolVersion: STATELESS }, META, {}],
  ["ping, which it does not have", 404, -32601, "ping", {}, META, {}],
  ["an unknown method", 404, -32601, "resources/list", {}, META, {}],
  ["a tool that is not there", 200, -32602, "tools/call", { name: "nope" }, META, {}],
  ["a call without a name", 200, -32602, "tools/call", {}, META, {}],
  ["a cursor", 200, -32602, "tools/list", { cursor: "x" }, META, {}],
];

for (const [name, status, code, method, params, meta, headers] of refused) {
  test(`RUN-23 stateless: ${name} is ${status} with ${code}`, async (t) => {
    const running = await serve(t);
    const answer = await stateless(running, method, params, meta, headers);
    assert.deepEqual([answer?.status, answer?.json.error.code], [status, code], answer?.body);
    if (code === -32022) assert.deepEqual(answer?.json.error.data.supported, [STATELESS]);
    assert.equal(running.executed.length, 0);
  });
}

test("RUN-23 stateless: a name may be written in Base64 in the header", async (t) => {
  const answer = await stateless(await serve(t), "tools/call", { name: "echo" }, META, { "Mcp-Name": "=?base64?ZWNobw==?=" });
  assert.equal(answer?.json.result.resultType, "complete");
});

test("RUN-23 with the stateless version off its requests are a plain 400, and the client goes on with initialize", async (t) => {
  const running = await serve(t, { protocols: VERSIONS });
  for (const answer of [
    await stateless(running, "server/discover"),
    await stateless(running, "tools/list"),
    await post(running, rpc("server/discover")),
    await post(running, rpc("tools/list"), { "MCP-Protocol-Version": STATELESS }),
    await post(running, rpc("tools/list", { _meta: META })),
  ]) {
    assert.deepEqual([answer?.status, answer?.json.error.code, answer?.json.error.data], [400, -32600, undefined]);
  }
  assert.equal((await post(running, rpc("initialize", { protocolVersion: STATELESS })))?.json.result.protocolVersion, "2025-11-25");
});

// ---- ids

const ids: readonly [string, string][] = [
  ["0", "0"], ["-1", "-1"], ["1.5", "1.5"], ["1e3", "1e3"], ["1.0", "1.0"], ["12345678901234567890123", "12345678901234567890123"],
  ['""', '""'], ['"0"', '"0"'], ['"\\u00e4"', '"\\u00e4"'], ['"\\ud800"', '"\\ud800"'], ['"null"', '"null"'], [`"${"x".repeat(10_000)}"`, `"${"x".repeat(10_000)}"`],
];

for (const [id, wanted] of ids) {
  test(`RUN-25 the id ${id.slice(0, 40)} is sent back as it came`, async (t) => {
    const running = await serve(t);
    assert.equal((await post(running, `{"jsonrpc":"2.0","method":"ping","id": ${id} }`))?.body, `{"jsonrpc":"2.0","id":${wanted},"result":{}}`);
    assert.match((await post(running, `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo"},"id":${id}}`))!.body, /"result"/);
    assert.ok((await post(running, `{"id":${id},"jsonrpc":"2.0","method":"x"}`))!.body.startsWith(`{"jsonrpc":"2.0","id":${wanted},"error"`));
  });
}

test("RUN-25 null and what is neither text nor number are no ids, and nothing runs", async (t) => {
  const running = await serve(t);
  for (const id of ["null", "true", "false", "{}", "[]", '[1]', '{"a":1}']) {
    const answer = await post(running, `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo"}}`);
    assert.deepEqual([answer?.status, answer?.json.error.code, answer?.json.id], [400, -32600, null], id);
  }
  assert.equal(running.executed.length, 0);
});

test("RUN-24 RUN-25 a call without an id never runs", async (t) => {
  const running = await serve(t);
  running.ledger.record("create_ticket", { title: "x" }, "allow");
  for (const params of [{ name: "echo" }, { name: "create_ticket", arguments: { title: "x" } }, { name: "pick_date" }, { name: "nope" }, {}]) {
    assert.equal((await post(running, { jsonrpc: "2.0", method: "tools/call", params }))?.status, 202);
  }
  assert.equal(running.executed.length + running.paused.length, 0);
  assert.equal((await post(running, call("create_ticket", { title: "x" })))?.json.result.isError, undefined, "and uses nothing up");
});

// ---- envelopes

const envelopes: readonly [string, number, string][] = [
  ["a text", -32600, '"x"'], ["a number", -32600, "1"], ["null", -32600, "null"], ["true", -32600, "true"], ["{}", -32600, "{}"],
  ["no jsonrpc", -32600, '{"id":1,"method":"ping"}'],
  ["jsonrpc 1.0", -32600, '{"jsonrpc":"1.0","id":1,"method":"ping"}'],
  ["jsonrpc as a number", -32600, '{"jsonrpc":2.0,"id":1,"method":"ping"}'],
  ["no method", -32600, '{"jsonrpc":"2.0","id":1}'],
  ["a method that is no text", -32600, '{"jsonrpc":"2.0","id":1,"method":["ping"]}'],
  ["params that are a list", -32602, '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}'],
  ["params that are null", -32602, '{"jsonrpc":"2.0","id":1,"method":"ping","params":null}'],
  ["Method beside method", -32600, '{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call"}'],
  ["METHOD alone", -32600, '{"jsonrpc":"2.0","id":1,"METHOD":"ping"}'],
  ["Params", -32600, '{"jsonrpc":"2.0","id":1,"method":"ping","Params":{}}'],
  ["ID", -32600, '{"jsonrpc":"2.0","ID":1,"method":"ping"}'],
  ["an escaped variant", -32600, '{"jsonrpc":"2.0","id":1,"method":"ping","\\u004dethod":"x"}'],
  ["the long s", -32600, '{"j\u017fonrpc":"2.0","jsonrpc":"2.0","id":1,"method":"ping"}'],
  ["Name in params", -32600, '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","Name":"forbidden"}}'],
  ["ARGUMENTS in params", -32600, '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","ARGUMENTS":{}}}'],
  ["the long s in params", -32600, '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","argument\u017f":{}}}'],
  ["_META in params", -32600, '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","_META":{}}}'],
];

for (const [name, code, body] of envelopes) {
  test(`RUN-22 an envelope with a fault is 400: ${name}`, async (t) => {
    const running = await serve(t);
    const answer = await ask(running, { body });
    assert.deepEqual([answer?.status, answer?.json.error.code], [400, code], answer?.body);
    assert.equal(running.executed.length, 0);
  });
}

test("RUN-22 keys of other kinds, and any keys in the arguments, are nobody's business", async (t) => {
  const running = await serve(t);
  const answer = await ask(running, { body: '{"jsonrpc":"2.0","trace":1,"id":1,"method":"tools/call","params":{"name":"echo","other":2,"arguments":{"Name":1,"name":2,"__proto__":3,"constructor":4}}}' });
  assert.equal(answer?.json.result.content[0].text, '{"Name":1,"name":2,"__proto__":3,"constructor":4}');
});

const badParams: readonly [string, unknown][] = [
  ["no name", {}], ["a name that is no text", { name: 7 }], ["an empty name", { name: "" }], ["no such tool", { name: "nope" }],
  ["a rendered name", { name: "mcp__agenta-tools__echo" }], ["a name of objects", { name: "constructor" }], ["a name of objects", { name: "__proto__" }],
  ["a blank behind the name", { name: "echo " }], ["another case", { name: "Echo" }],
  ["arguments that are a list", { name: "echo", arguments: [] }], ["arguments that are a text", { name: "echo", arguments: '{"text":"x"}' }], ["arguments that are a number", { name: "echo", arguments: 0 }],
];

for (const [name, params] of badParams) {
  test(`RUN-27 parameters with a fault are -32602: ${name} ${JSON.stringify(params)}`, async (t) => {
    const running = await serve(t);
    const answer = await post(running, rpc("tools/call", params));
    assert.deepEqual([answer?.status, answer?.json.error.code], [200, -32602], answer?.body);
    assert.equal(running.executed.length + running.lines.length, 0);
  });
}

test("RUN-27 arguments that are absent or null are the empty object", async (t) => {
  const running = await serve(t);
  for (const params of [{ name: "echo" }, { name: "echo", arguments: null }]) await post(running, rpc("tools/call", params));
  assert.deepEqual(running.executed.map(({ arguments: given, argumentsText }) => [given, argumentsText]), [[{}, "{}"], [{}, "{}"]]);
});

// ---- batches

test("RUN-24 a batch is served for the version that has batches, each part by itself", async (t) => {
  const running = await serve(t);
  for (const headers of [{}, { "MCP-Protocol-Version": "2025-03-26" }]) {
    const answer = await post(running, [rpc("ping", undefined, "a"), call("echo", { text: "x" }, 2), { jsonrpc: "2.0", method: "note" }, 7, rpc("nope", undefined, 3), call("forbidden", {}, 4)], headers);
    assert.equal(answer?.status, 200);
    const [ping, echo, number, nope, forbidden, ...more] = answer?.json;
    assert.deepEqual([ping.id, echo.id, number.id, nope.id, forbidden.id, more], ["a", 2, null, 3, 4, []]);
    assert.deepEqual([number.error.code, nope.error.code, forbidden.result.isError], [-32600, -32601, true]);
    assert.equal(echo.result.content[0].text, '{"text":"x"}');
  }
  assert.deepEqual([(await post(running, [{ jsonrpc: "2.0", method: "note" }]))?.status, (await post(running, " [ ] "))?.json.error.code], [202, -32600]);
});

const batches: readonly [string, (running: Running) => unknown[], HeaderLines?][] = [
  ["a call of a client tool", () => [call("echo"), call("pick_date", {}, 2)]],
  ["a call of a client tool that is fulfilled", (running) => (running.ledger.record("pick_date", {}, "allow"), [call("echo"), call("pick_date", {}, 2)])],
  ["a call of a client tool that is denied", () => [call("echo"), call("pick_never", {}, 2)]],
  ["a call of a client tool without an id", () => [call("echo"), { jsonrpc: "2.0", method: "tools/call", params: { name: "pick_date" } }]],
  ["a call of a client tool with a name that is escaped", () => [call("echo"), call("\u0070ick_date", {}, 2)]],
  ["a call that waits", () => [call("echo"), call("create_ticket", { title: "x" }, 2)]],
  ["two calls for one approval", (running) => (running.ledger.record("create_ticket", { title: "x" }, "allow"), [call("create_ticket", { title: "x" }), call("create_ticket", { title: "x" }, 2)])],
  ["two calls for one grant", (running) => (running.ledger.grant("create_ticket", { title: "x" }), [call("create_ticket", { title: "x" }), call("create_ticket", { title: "x" }, 2)])],
  ["initialize", () => [call("echo"), rpc("initialize", {}, 2)]],
  ["discover", () => [call("echo"), rpc("server/discover", {}, 2)]],
  ["a stateless part", () => [call("echo"), rpc("tools/list", { _meta: META }, 2)]],
  ["the version before batches", () => [call("echo")], { "MCP-Protocol-Version": "2024-11-05" }],
  ["a version after batches", () => [call("echo")], { "MCP-Protocol-Version": "2025-06-18" }],
  ["the stateless version", () => [call("echo")], { "MCP-Protocol-Version": STATELESS }],
  ["nothing", () => []],
];

for (const [name, batch, headers] of batches) {
  test(`RUN-24 a batch is refused whole, and nothing of it runs: ${name}`, async (t) => {
    const running = await serve(t);
    const messages = batch(running);
    const before = running.ledger.toJson();
    const answer = await post(running, messages, headers);
    assert.deepEqual([answer?.status, answer?.json.error.code, answer?.json.id], [400, -32600, null], answer?.body);
    assert.deepEqual([running.executed.length, running.paused.length, running.lines.length], [0, 0, 0]);
    assert.equal(running.ledger.toJson(), before, "and no stored answer is used up");
  });
}

test("RUN-24 approvals are used by the parts of a batch in their order", async (t) => {
  const running = await serve(t);
  running.ledger.record("create_ticket", { title: "x" }, "allow");
  running.ledger.grant("mcp__agenta-tools__create_ticket", { title: "x" });
  const answer = await post(running, [call("create_ticket", { title: "x" }, 1), call("create_ticket", { title: "x" }, 2)]);
  assert.deepEqual(answer?.json.map((part: any) => part.result.isError), [undefined, undefined]);
  assert.deepEqual(running.lines.map((line) => line.event === "decision" && line.verdict), ["granted", "approved"]);
  assert.equal((await post(running, [call("create_ticket", { title: "x" })]))?.status, 400);
});

// ---- the list

test("RUN-26 the list shows public metadata of the tools that are not denied, and nothing else", async (t) => {
  const running = await serve(t);
  const answer = await post(running, rpc("tools/list"));
  assert.deepEqual(answer?.json.result.tools.map((tool: any) => tool.name), ["echo", "create_ticket", "pick_date"]);
  assert.doesNotMatch(answer!.body, /secret|callRef|env|kind|input_schema|permission/);
  const [echo, ticket] = answer?.json.result.tools;
  assert.deepEqual(Object.keys(echo).sort(), ["annotations", "description", "inputSchema", "name"]);
  assert.deepEqual(ticket.inputSchema, SPECS[1]!.input_schema);
  const closed = await serve(t, { gate: Gate.closed() });
  assert.deepEqual((await post(closed, rpc("tools/list")))?.json.result, { tools: [] });
  assert.equal((await post(closed, call("echo")))?.json.result.isError, true);
  const killed = await serve(t, { gate: new Gate(AGENT, { denyAll: true }) });
  assert.deepEqual((await post(killed, rpc("tools/list")))?.json.result.tools, []);
});

test("RUN-26 there is one page, so any cursor is wrong", async (t) => {
  const running = await serve(t);
  for (const cursor of ["", "x", 7, {}]) assert.equal((await post(running, rpc("tools/list", { cursor })))?.json.error.code, -32602);
  assert.equal((await post(running, rpc("tools/list", { cursor: null })))?.status, 200);
});
