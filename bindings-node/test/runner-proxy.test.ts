/** The gate in front of a server: what goes to it, and what does not (RUN-50, RUN-51, RUN-54). */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { type TestContext, test } from "node:test";
import { callKey, Gate, Ledger } from "callgate";
import { type GatedProxyOptions, startGatedProxy } from "callgate/runner";
import { agent, call, echo, gated, got, json, list, type Outcome, SECRET, send, serve, until, words } from "./upstream.js";

const PENDING = "cut";

test("RUN-50 a request goes to the server as it was written, with the server's credentials and none of the client's", async (t) => {
  const server = await serve(t, (_, response) => json(response, '{"jsonrpc":"2.0","id":7,"result":{}}', 200, { "mcp-session-id": "s-1", "set-cookie": "a=b", "x-other": "1" }));
  const proxy = await gated(t, server.url);
  const body = ' {"params" : {"big":12345678901234567890, "half":"\\ud800", "é":1.0},\n"method":"initialize","id":7 ,"jsonrpc":"2.0"} ';
  const headers = {
    "mcp-session-id": "s-0", "mcp-protocol-version": "2025-06-18", "last-event-id": "e-1", "user-agent": "harness/1",
    cookie: "c=d", "x-forwarded-for": "1.2.3.4", "proxy-authorization": "Basic x", "x-http-method-override": "DELETE", "accept-encoding": "gzip",
  };
  const { status, headers: back, text } = got(await send(proxy, body, { headers }));
  assert.deepEqual([status, text, back["mcp-session-id"], back["set-cookie"], back["x-other"]], [200, '{"jsonrpc":"2.0","id":7,"result":{}}', "s-1", undefined, undefined]);
  const seen = server.seen[0]!;
  assert.deepEqual([seen.method, seen.body], ["POST", body]);
  const { host, connection: _, ...sent } = seen.headers;
  assert.deepEqual(sent, {
    accept: "application/json, text/event-stream", "content-type": "application/json", "content-length": String(Buffer.byteLength(body)), "accept-encoding": "identity",
    authorization: `Bearer ${SECRET}`, "mcp-session-id": "s-0", "mcp-protocol-version": "2025-06-18", "last-event-id": "e-1", "user-agent": "harness/1",
  });
  assert.equal(host, `127.0.0.1:${server.port}`);
});

test("RUN-50 the edge is that of the loopback server, and nothing that it refuses reaches the server", async (t) => {
  const server = await serve(t, echo);
  const proxy = await gated(t, server.url);
  const cases: [string, Parameters<typeof send>[2], number][] = [
    ["no token", { headers: { authorization: "" } }, 401],
    ["another token", { headers: { authorization: `Bearer ${SECRET}` } }, 401],
    ["a foreign host", { headers: { host: "evil.example" } }, 403],
    ["an origin", { headers: { origin: "http://evil.example" } }, 403],
    ["another path", { path: "/other" }, 404],
    ["another method", { method: "PUT" }, 405],
    ["no type that is there", { headers: { accept: "text/html" } }, 406],
    ["a compressed body", { headers: { "content-encoding": "gzip" } }, 415],
    ["two sessions", { headers: { "mcp-session-id": ["a", "b"] } }, 400],
  ];
  for (const [what, sent, status] of cases) {
    const outcome = got(await send(proxy, call("search"), sent));
    assert.equal(outcome.status, status, what);
    if (status === 405) assert.equal(outcome.headers.allow, "POST, GET, DELETE");
  }
  assert.equal(got(await send(proxy, `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${"x".repeat(1_000_000)}"}}`)).status, 413);
  assert.equal(server.seen.length, 0);
});

test("RUN-51 the server is told what the body is by the proxy, since another reading of it could be another call", async (t) => {
  const server = await serve(t, echo);
  const proxy = await gated(t, server.url);
  for (const type of ["application/json; charset=utf-16", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]) {
    await send(proxy, call("search"), { headers: { "content-type": type, "transfer-encoding": "chunked" } });
  }
  assert.deepEqual(server.seen.map(({ headers }) => [headers["content-type"], headers["transfer-encoding"], headers["content-length"]]), Array(5).fill(["application/json", undefined, String(JSON.stringify(call("search")).length)]));
});

test("RUN-50 a client that takes only events gets the proxy's own answers as events", async (t) => {
  const proxy = await gated(t, "http://127.0.0.1:9/mcp");
  for (const message of [call("drop"), list()]) {
    const { status, headers, text } = got(await send(proxy, message, { headers: { accept: "text/event-stream" } }));
    assert.deepEqual([status, headers["content-type"], text.slice(0, 23)], [200, "text/event-stream", "event: message\ndata: {\""]);
  }
});

test("RUN-50 a kept connection that the server has just closed is no failure, and a call is sent once", async (t) => {
  let sockets = 0;
  let calls = 0;
  const server = await serve(t, ({ body }, response, incoming) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string };
    if (method === "tools/call") calls++;
    // The second request on a connection finds it closed.
    if (Object.hasOwn(incoming.socket, "used")) return void incoming.socket.destroy();
    Object.assign(incoming.socket, { used: true });
    sockets++;
    json(response, { jsonrpc: "2.0", id, result: {} });
  });
  const proxy = await gated(t, server.url);
  for (let count = 1; count <= 3; count++) assert.equal(words(await send(proxy, list(count))), undefined);
  assert.deepEqual([sockets, server.seen.length], [3, 5]);
  assert.match(words(await send(proxy, call("search"))) ?? "", /closed the connection without an answer/);
  assert.equal(calls, 1);
});

test("RUN-50 GET and DELETE go to the server too", async (t) => {
  const server = await serve(t, ({ method }, response) => {
    if (method === "GET") response.writeHead(200, { "content-type": "text/event-stream" }).end(": hello\n\n");
    else response.writeHead(204).end();
  });
  const proxy = await gated(t, server.url);
  const headers = { "mcp-session-id": "s-1", "last-event-id": "7", accept: "text/event-stream" };
  const stream = got(await send(proxy, undefined, { method: "GET", headers }));
  assert.deepEqual([stream.status, stream.headers["content-type"], stream.text], [200, "text/event-stream", ": hello\n\n"]);
  assert.equal(got(await send(proxy, undefined, { method: "DELETE", headers })).status, 204);
  assert.deepEqual(server.seen.map(({ method, headers: seen }) => [method, seen["mcp-session-id"], seen["last-event-id"], seen.authorization]), [
    ["GET", "s-1", "7", `Bearer ${SECRET}`],
    ["DELETE", "s-1", "7", `Bearer ${SECRET}`],
  ]);
});

test("RUN-51 a call is judged before anything of it goes to the server", async (t) => {
  const server = await serve(t, echo);
  const approved = () => {
    const ledger = new Ledger();
    ledger.record("mcp__exa__write", { q: 1 }, "allow", "t-1");
    return ledger;
  };
  const denied = () => {
    const ledger = new Ledger();
    ledger.record("mcp__exa__write", { q: 1 }, "deny");
    return ledger;
  };
  const granted = () => {
    const ledger = new Ledger();
    ledger.grant("mcp__exa__write", { q: 1 });
    return ledger;
  };
  const cases: [string, unknown, Partial<GatedProxyOptions>, "ran" | RegExp | typeof PENDING, string?][] = [
    ["allowed", call("search"), {}, "ran", "allow"],
    ["allowed, without arguments", { jsonrpc: "2.0", id: "", method: "tools/call", params: { name: "search" } }, {}, "ran", "allow"],
    ["allowed, null", call("search", null), {}, "ran", "allow"],
    ["denied", call("drop"), {}, /does not permit .* will not change/, "deny"],
    ["hidden", call("drop"), { server: "few" }, /does not permit/, "deny"],
    ["in another spelling", call("Search"), {}, PENDING, "pending"],
    ["asked", call("write", { q: 1 }), {}, PENDING, "pending"],
    ["asked with nobody there", call("write", { q: 1 }), { attended: false }, /does not permit/, "deny"],
    ["approved", call("write", { q: 1 }), { ledger: approved() }, "ran", "approved"],
    ["approved, written otherwise", '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"write","arguments":{ "q" : 1.0 }}}', { ledger: approved() }, "ran", "approved"],
    ["approved for other arguments", call("write", { q: 2 }), { ledger: approved() }, PENDING, "pending"],
    ["declined", call("write", { q: 1 }), { ledger: denied() }, /a person declined/, "deny"],
    ["granted by the permission handler", call("write", { q: 1 }), { ledger: granted() }, "ran", "granted"],
    ["without a key", '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"write","arguments":{"q":1e300}}}', {}, /no answer can be matched/, "unkeyed"],
    ["closed gate", call("search"), { gate: Gate.closed() }, /does not permit .*no valid policy/, "deny"],
    ["kill switch", call("search"), { gate: new Gate(agent, { denyAll: true }) }, /does not permit .*kill switch/, "deny"],
    ["no name", { jsonrpc: "2.0", id: 1, method: "tools/call", params: {} }, {}, /`name` is not a string/],
    ["a number as name", { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: 7 } }, {}, /`name` is not a string/],
    ["an array as arguments", call("search", []), {}, /`arguments` is not an object/],
    ["a text as arguments", call("search", "{}"), {}, /`arguments` is not an object/],
  ];
  for (const [what, body, options, right, verdict] of cases) {
    server.seen.length = 0;
    const proxy = await gated(t, server.url, options);
    const outcome = await send(proxy, body);
    const ran = right === "ran";
    assert.equal(server.seen.length, ran ? 1 : 0, what);
    if (ran) assert.equal(server.seen[0]?.body, typeof body === "string" ? body : JSON.stringify(body), what);
    if (right instanceof RegExp) assert.match(words(outcome) ?? "", right, what);
    else if (right === PENDING) assert.equal(outcome, "cut", what);
    else assert.match(got(outcome).text, /"ran"/, what);
    assert.equal(proxy.paused.length, right === PENDING ? 1 : 0, what);
    const decisions = proxy.lines.filter(({ event }) => event === "decision").map((line) => (line as { verdict: string }).verdict);
    assert.deepEqual(decisions, verdict === undefined ? [] : [verdict], what);
    await proxy.close();
  }
});

test("RUN-51 an approval is used once, and a pause tells who waits for what", async (t) => {
  const server = await serve(t, echo);
  const proxy = await gated(t, server.url);
  const big = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"write","arguments":{"n":9007199254740993}}}';
  assert.equal(await send(proxy, big), "cut");
  const [{ id, ...paused }] = proxy.paused as [(typeof proxy.paused)[0]];
  assert.match(id, /^[0-9a-f-]{36}$/);
  const key = callKey("mcp__exa__write", '{"n":9007199254740993}');
  assert.deepEqual(paused, { server: "exa", tool: "write", arguments: { n: 9007199254740993n }, argumentsText: '{"n":9007199254740993}', spec: { name: "write" }, key });
  proxy.ledger.record("mcp__exa__write", '{"n":9007199254740993}', "allow");
  assert.equal(got(await send(proxy, big)).status, 200);
  assert.equal(await send(proxy, big), "cut");
  assert.deepEqual(server.seen.map(({ body }) => body), [big]);
  const failing = await gated(t, server.url, { onPause: () => Promise.reject(new Error("no row")) });
  assert.equal(await send(failing, call("write")), "cut");
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(failing.lines.map(({ event }) => event), ["decision", "warning"]);
});

test("RUN-51 what was approved is what goes to the server, also where the model wrote an object as text", async (t) => {
  const server = await serve(t, echo);
  const inputSchema = { type: "object", properties: { where: { type: "object" }, big: { type: "integer" } } };
  const gate = new Gate(agent, { catalogs: { exa: [{ name: "write", inputSchema }] as never } });
  const proxy = await gated(t, server.url, { gate });
  proxy.ledger.record("mcp__exa__write", '{"where":{"a":1},"big":9007199254740993}', "allow");
  const written = (where: string) => `{ "id":1, "jsonrpc":"2.0","params":{"_meta":{"x":1.0},"name":"write","arguments":{"big":9007199254740993,"where":${where}}},"method":"tools/call"}`;
  assert.match(got(await send(proxy, written('"{\\"a\\":1}]"'))).text, /"ran"/);
  assert.equal(server.seen[0]?.body, '{"id":1,"jsonrpc":"2.0","params":{"_meta":{"x":1.0},"name":"write","arguments":{"where":{"a":1},"big":9007199254740993}},"method":"tools/call"}');
  proxy.ledger.record("mcp__exa__write", '{"where":{"a":1},"big":9007199254740993}', "allow");
  assert.match(got(await send(proxy, written('{"a":1.0}'))).text, /"ran"/);
  assert.equal(server.seen[1]?.body, written('{"a":1.0}'), "the same arguments stay as they were written");
});

test("RUN-51 what cannot be read, or could be read otherwise, is refused and never forwarded", async (t) => {
  const server = await serve(t, echo);
  const proxy = await gated(t, server.url);
  const search = '"method":"tools/call","params":{"name":"search","arguments":{}}';
  const cases: [string, string | Buffer, Record<string, string>?][] = [
    ["nothing", ""],
    ["no JSON", "{"],
    ["not UTF-8", Buffer.from([0x7b, 0xff, 0x7d])],
    ["a byte order mark", `\ufeff{"jsonrpc":"2.0","id":1,${search}}`],
    ["two texts", `{"jsonrpc":"2.0","id":1,"method":"ping"}{"jsonrpc":"2.0","id":1,${search}}`],
    ["a key twice", `{"jsonrpc":"2.0","id":1,"method":"ping",${search}}`],
    ["a key twice, escaped", `{"jsonrpc":"2.0","id":1,"\\u006dethod":"ping",${search}}`],
    ["a name twice", '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","name":"drop"}}'],
    ["a key in another case", `{"jsonrpc":"2.0","id":1,"Method":"tools/call","method":"ping","params":{"name":"drop"}}`],
    ["a name in another case", '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","Name":"drop"}}'],
    ["a name in what stands behind an object", '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","__proto__":{"arguments":{"q":"x"}}}}'],
    ["a method in what stands behind an object", '{"jsonrpc":"2.0","id":1,"result":{},"__proto__":{"method":"tools/call","params":{"name":"drop"}}}'],
    ["params in what stands behind an object", '{"jsonrpc":"2.0","id":1,"method":"ping","__pr\\u006fto__":{"params":{"name":"drop"}}}'],
    ["no version", `{"id":1,${search}}`],
    ["id null", `{"jsonrpc":"2.0","id":null,${search}}`],
    ["id an object", `{"jsonrpc":"2.0","id":{},${search}}`],
    ["a word", '"tools/call"'],
    ["params in a row", '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":["drop"]}'],
    ["a method that is nearly the one", '{"jsonrpc":"2.0","id":1,"method":"Tools/Call","params":{"name":"drop"}}'],
    ["a method with blanks", '{"jsonrpc":"2.0","id":1,"method":" tools/call","params":{"name":"drop"}}'],
    ["a method with a slash", '{"jsonrpc":"2.0","id":1,"method":"tools//call/","params":{"name":"drop"}}'],
    ["a method in full width", '{"jsonrpc":"2.0","id":1,"method":"tools/ｃall","params":{"name":"drop"}}'],
    ["such a notification", '{"jsonrpc":"2.0","method":"TOOLS/CALL","params":{"name":"drop"}}'],
    ["another method in the header", JSON.stringify(list()), { "mcp-method": "tools/call" }],
    ["another name in the header", JSON.stringify(call("search")), { "mcp-method": "tools/call", "mcp-name": "drop" }],
    ["another name in the header, encoded", JSON.stringify(call("search")), { "mcp-name": "=?base64?ZHJvcA==?=" }],
    ["a value in a header that no argument has", JSON.stringify(call("search", { region: "eu" })), { "mcp-param-region": "us" }],
    ["such a header with another method", JSON.stringify(list()), { "mcp-param-region": "us" }],
    ["headers of an answer", '{"jsonrpc":"2.0","id":1,"result":{}}', { "mcp-method": "tools/call" }],
    ["deeper than 64 levels", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":${"[".repeat(70)}${"]".repeat(70)}}}`],
  ];
  for (const [what, body, headers = {}] of cases) {
    const { status, text } = got(await send(proxy, body, { headers }));
    assert.equal(status, 400, what);
    assert.equal(typeof (JSON.parse(text) as { error: { message: string } }).error.message, "string", what);
  }
  assert.equal(got(await send(proxy, { jsonrpc: "2.0", method: "tools/call", params: { name: "search" } })).status, 202, "a call without an id is not made");
  assert.equal(server.seen.length, 0);
  const right = { "mcp-method": "tools/call", "mcp-name": "=?base64?c2VhcmNo?=", "mcp-param-region": "eu", "mcp-param-count": "10" };
  assert.equal(got(await send(proxy, call("search", { where: { region: ["eu"] }, count: 10 }), { headers: right })).status, 200);
  assert.deepEqual([server.seen[0]?.headers["mcp-name"], server.seen[0]?.headers["mcp-param-region"]], ["=?base64?c2VhcmNo?=", "eu"]);
});

test("RUN-24 a batch goes to the server whole or not at all, and no member of it passes unseen", async (t) => {
  const server = await serve(t, ({ body }, response) => json(response, (JSON.parse(body) as { id?: number }[]).flatMap(({ id }) => (id === undefined ? [] : [{ jsonrpc: "2.0", id, result: {} }]))));
  const ledger = new Ledger();
  const proxy = await gated(t, server.url, { ledger });
  ledger.record("mcp__exa__write", {}, "allow");
  const note = { jsonrpc: "2.0", method: "notifications/x" };
  const refused: [string, unknown[], Record<string, string>?][] = [
    ["empty", []],
    ["a denied call", [list(1), call("drop", {}, 2)]],
    ["a call that waits", [call("search", {}, 1), call("write", { q: 1 }, 2)]],
    ["one approval for two calls", [call("write", {}, 1), call("write", {}, 2)]],
    ["a call without an id", [list(1), { jsonrpc: "2.0", method: "tools/call", params: { name: "search" } }]],
    ["a call with id null", [list(1), { ...call("search"), id: null }]],
    ["no message", [list(1), 7]],
    ["a batch in a batch", [list(1), [call("search")]]],
    ["nearly a call", [list(1), { jsonrpc: "2.0", id: 2, method: "tools/Call", params: { name: "drop" } }]],
    ["initialize", [{ jsonrpc: "2.0", id: 1, method: "initialize", params: {} }]],
    ["a version without batches", [list(1)], { "mcp-protocol-version": "2025-06-18" }],
    ["a name in the header", [call("search")], { "mcp-name": "drop" }],
  ];
  for (const [what, batch, headers = {}] of refused) {
    const { status, text } = got(await send(proxy, batch, { headers }));
    assert.deepEqual([status, (JSON.parse(text) as { error: { code: number } }).error.code], [400, -32600], what);
  }
  assert.deepEqual([server.seen, proxy.paused], [[], []]);
  const good = [list(1), note, call("search", {}, 2), call("write", {}, 3), { jsonrpc: "2.0", id: 9, result: {} }];
  const { status, text } = got(await send(proxy, good));
  assert.deepEqual([status, (JSON.parse(text) as { id: number }[]).map(({ id }) => id)], [200, [1, 2, 3, 9]]);
  assert.deepEqual(server.seen.map(({ body }) => body), [JSON.stringify(good)]);
  assert.equal(got(await send(proxy, good)).status, 400, "the approval is used up");
});

test("RUN-52 under the kill switch nothing is forwarded", async (t) => {
  const server = await serve(t, echo);
  for (const gate of [new Gate(agent, { denyAll: true }), Gate.closed()]) {
    const proxy = await gated(t, server.url, { gate });
    assert.match(words(await send(proxy, call("search"))) ?? "", /does not permit/);
    for (const message of [{ jsonrpc: "2.0", id: 1, method: "initialize", params: {} }, list(), { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: "x" } }]) {
      assert.match(words(await send(proxy, message)) ?? "", /nothing is sent to the server `exa`/);
    }
    assert.equal(got(await send(proxy, { jsonrpc: "2.0", method: "notifications/initialized" })).status, 202);
    assert.equal(got(await send(proxy, [list(1)])).status, 400);
    for (const method of ["GET", "DELETE"]) assert.equal(got(await send(proxy, undefined, { method })).status, 405);
    await proxy.close();
  }
  assert.equal(server.seen.length, 0);
});

test("RUN-54 each decision is a line in the log, without the values of arguments", async (t) => {
  const server = await serve(t, echo);
  for (const logArguments of [false, true]) {
    const proxy = await gated(t, server.url, { logArguments });
    await send(proxy, call("search", { q: "secret words" }));
    await send(proxy, call("drop", { q: "secret words" }));
    await send(proxy, list());
    assert.equal(proxy.lines.length, 2);
    const [allowed, refused] = proxy.lines as unknown as Record<string, unknown>[];
    assert.match(String(allowed?.time), /^\d{4}-\d\d-\d\dT/);
    assert.deepEqual([allowed?.server, allowed?.tool, allowed?.decision, allowed?.step, allowed?.pointer, allowed?.verdict], ["exa", "search", "allow", "tool_permission", "/mcps/0/policy/tool_permissions/search", "allow"]);
    assert.deepEqual([refused?.tool, refused?.decision, refused?.verdict], ["drop", "deny", "deny"]);
    assert.equal(JSON.stringify(proxy.lines).includes("secret words"), logArguments);
    await proxy.close();
  }
});

test("RUN-50 an option that is none, or a server that cannot be, is refused at the start", async () => {
  const good = { server: "exa", url: "https://127.0.0.1:9/mcp", gate: new Gate(agent), allowHosts: ["127.0.0.1"] };
  const cases: [object | null, string][] = [
    [null, "invalid_argument"],
    [{ ...good, gate: undefined }, "invalid_argument"],
    [{ ...good, gate: {} }, "invalid_argument"],
    [{ ...good, ledger: {} }, "invalid_argument"],
    [{ ...good, denyAll: true }, "invalid_argument"],
    [{ ...good, server: "exb" }, "invalid_argument"],
    [{ ...good, server: "" }, "invalid_argument"],
    [{ ...good, attended: "no" }, "invalid_argument"],
    [{ ...good, timeoutMs: 0 }, "invalid_argument"],
    [{ ...good, pins: {} }, "invalid_argument"],
    [{ ...good, pins: "{" }, "invalid_document"],
    [{ ...good, onPause: 7 }, "invalid_argument"],
    [{ ...good, allowHosts: "127.0.0.1" }, "invalid_argument"],
    [{ ...good, allowHosts: ["127.0.0.1:80"] }, "invalid_argument"],
    ...["", "x", "ftp://1.1.1.1/", "https://u:p@1.1.1.1/", "https://"].map((url): [object, string] => [{ ...good, url }, "invalid_argument"]),
    ...["http://127.0.0.1/", "http://localhost/", "http://169.254.169.254/", "http://[::1]/", "http://2130706433/"].map((url): [object, string] => [{ ...good, url, allowHosts: [] }, "address_refused"]),
    [{ ...good, headers: [{ name: "a b", value: "x" }] }, "invalid_argument"],
    [{ ...good, headers: [{ name: "X-A", value: "x\r\ny" }] }, "invalid_argument"],
    [{ ...good, headers: [{ name: "X-A", value: "€" }] }, "invalid_argument"],
  ];
  for (const [options, code] of cases) {
    await assert.rejects(startGatedProxy(options as GatedProxyOptions), (error: Error & { code?: string }) => {
      assert.equal(error.code, code, `${JSON.stringify(options)}: ${error.message}`);
      return true;
    });
  }
  await assert.rejects(startGatedProxy({ ...good, signal: AbortSignal.abort() }), { name: "AbortError" });
});

test("RUN-5 closing releases the port at once, whoever is connected, and may be repeated", async (t: TestContext) => {
  const server = await serve(t, ({ method }, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (method === "GET") response.write(": open\n\n");
  });
  const proxy = await gated(t, server.url);
  const open: Promise<Outcome>[] = [send(proxy, undefined, { method: "GET" }), send(proxy, call("search"))];
  while (server.seen.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  await Promise.all([proxy.close(), proxy.close()]);
  await proxy.close();
  await Promise.all(open);
  await assert.rejects(send(proxy, list()), { code: "ECONNREFUSED" });
});

test("RUN-50 many calls in flight each get their own answer, in whatever order the server answers", async (t) => {
  const waiting: (() => void)[] = [];
  const server = await serve(t, ({ body }, response) => {
    const { id, params } = JSON.parse(body) as { id: number; params: { arguments: { n: number } } };
    waiting.push(() => json(response, { jsonrpc: "2.0", id, result: { content: [{ type: "text", text: `n=${params.arguments.n}` }] } }));
  });
  const proxy = await gated(t, server.url);
  const all = Array.from({ length: 500 }, (_, n) => send(proxy, call("search", { n }, n)));
  await until(() => waiting.length === all.length);
  for (const answer of waiting.reverse()) answer();
  for (const [n, outcome] of (await Promise.all(all)).entries()) assert.match(got(outcome).text, new RegExp(`"id":${n},.*"n=${n}"`));
});

test("RUN-30 what was in flight leaves no timer and no connection behind: the process ends by itself", () => {
  const program = `
    const { Gate } = require("callgate");
    const { startGatedProxy } = require("callgate/runner");
    const { createServer } = require("node:http");
    const server = createServer((request, response) => {
      if (request.method === "GET") response.writeHead(200, { "content-type": "text/event-stream" }).write(": x\\n\\n");
      else if (server.seen++ % 2) request.socket.destroy();
    });
    server.seen = 0;
    server.listen(0, "127.0.0.1", async () => {
      const gate = new Gate(${JSON.stringify(agent)});
      const proxy = await startGatedProxy({ server: "exa", url: "http://127.0.0.1:" + server.address().port, gate, allowHosts: ["127.0.0.1"] });
      const headers = { authorization: "Bearer " + proxy.authorizationToken };
      const body = JSON.stringify(${JSON.stringify(call("search"))});
      const asked = [fetch(proxy.url, { headers }), ...Array.from({ length: 6 }, () => fetch(proxy.url, { method: "POST", headers, body }))];
      for (const one of asked) one.catch(() => {});
      await (await asked[0]).body.getReader().read();
      while (server.seen < 6) await new Promise((resolve) => setTimeout(resolve, 5));
      await proxy.close();
      server.closeAllConnections();
      server.close();
      console.log("closed");
    });`;
  assert.equal(execFileSync(process.execPath, ["-e", program], { encoding: "utf8" }).trim(), "closed");
});
