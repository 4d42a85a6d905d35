/** The edge of the loopback server, byte by byte (RUN-20, RUN-21, RUN-22, RUN-30). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { hasValidAuthorization } from "callgate/runner";
import { acceptedTypes } from "../ts/runner/edge.js";
import { Endpoint, type Exchange } from "../ts/runner/endpoint.js";
import { ask, type Asked, call, post, requestBytes, rpc, type Running, serve, until, Wire } from "./runner-http.js";

const PING = JSON.stringify(rpc("ping"));

test("RUN-20 the server is on a free port of the loopback interface, with a fresh token of 32 bytes", async (t) => {
  const [one, two] = [await serve(t), await serve(t)];
  for (const { url, token } of [one, two]) {
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    assert.match(token, /^[A-Za-z0-9_-]{43}$/);
    assert.equal(Buffer.from(token, "base64url").length, 32);
  }
  assert.notEqual(one.token, two.token);
  assert.notEqual(one.port, two.port);
  assert.equal((await post(one, rpc("ping"), { Authorization: `Bearer ${two.token}` }))?.status, 401);
});

const TOKEN = "a".repeat(43);
const authorizations: readonly [string, boolean, unknown][] = [
  ["as it should be", true, `Bearer ${TOKEN}`],
  ["the scheme in lower case", true, `bearer ${TOKEN}`],
  ["the scheme in mixed case", true, `bEaReR ${TOKEN}`],
  ["more than one blank", true, `Bearer   ${TOKEN}`],
  ["missing", false, undefined],
  ["null", false, null],
  ["no string", false, { toString: () => `Bearer ${TOKEN}` }],
  ["a list", false, [`Bearer ${TOKEN}`]],
  ["empty", false, ""],
  ["the scheme alone", false, "Bearer"],
  ["the scheme and a blank", false, "Bearer "],
  ["the token alone", false, TOKEN],
  ["another scheme", false, `Basic ${TOKEN}`],
  ["no blank", false, `Bearer${TOKEN}`],
  ["a shorter one", false, `Bearer ${TOKEN.slice(1)}`],
  ["a longer one", false, `Bearer ${TOKEN}a`],
  ["the last character wrong", false, `Bearer ${TOKEN.slice(1)}b`],
  ["two tokens", false, `Bearer ${TOKEN} ${TOKEN}`],
  ["two tokens and a comma", false, `Bearer ${TOKEN}, Bearer ${TOKEN}`],
  ["in another case", false, `Bearer ${TOKEN.toUpperCase()}`],
  ["with a character of several bytes", false, `Bearer ${"ä".repeat(43)}`],
  ["as many bytes, fewer characters", false, `Bearer ${"ä".repeat(21)}a`],
  ["half a surrogate pair", false, "Bearer \ud800"],
  ["with a NUL", false, `Bearer ${TOKEN}\0`],
  ["with a newline", false, `Bearer ${TOKEN}\n`],
  ["a megabyte", false, `Bearer ${"a".repeat(1_000_000)}`],
  ["a megabyte of blanks", false, `Bearer ${" ".repeat(1_000_000)}`],
];

for (const [name, right, header] of authorizations) {
  test(`RUN-20 hasValidAuthorization: ${name}`, () => {
    assert.equal(hasValidAuthorization(header as string, TOKEN), right);
  });
}

test("RUN-20 an empty token, or none, is never right", () => {
  for (const token of ["", undefined, null, 7]) {
    for (const header of ["Bearer ", "Bearer", `Bearer ${token}`]) assert.equal(hasValidAuthorization(header, token as string), false);
  }
});

/** What is sent (`PORT` and `TOKEN` stand for this server's) and the status that it gets. */
const statuses: readonly [string, number, Asked][] = [
  ["localhost is an own host", 200, { headers: { Host: "localhost:PORT" } }],
  ["hosts are compared without case", 200, { headers: { Host: "LOCALHOST:PORT" } }],
  ["another host", 403, { headers: { Host: "evil.example" } }],
  ["another host with this port", 403, { headers: { Host: "evil.example:PORT" } }],
  ["an own host with another port", 403, { headers: { Host: "127.0.0.1:1" } }],
  ["an own host without a port", 403, { headers: { Host: "127.0.0.1" } }],
  ["an own host as a label of another", 403, { headers: { Host: "127.0.0.1:PORT.evil.example" } }],
  ["a name and password before the host", 403, { headers: { Host: "evil@127.0.0.1:PORT" } }],
  ["another spelling of the address", 403, { headers: { Host: "127.1:PORT" } }],
  ["the address of IPv6", 403, { headers: { Host: "[::1]:PORT" } }],
  ["an empty host", 403, { headers: { Host: "" } }],
  ["no host in HTTP/1.0", 403, { version: "1.0", headers: { Host: undefined } }],
  ["two hosts", 403, { headers: { Host: ["127.0.0.1:PORT", "127.0.0.1:PORT"] } }],
  ["two hosts, the second foreign", 403, { headers: { Host: ["127.0.0.1:PORT", "evil.example"] } }],
  ["the own origin", 200, { headers: { Origin: "http://127.0.0.1:PORT" } }],
  ["the own origin by name", 200, { headers: { Origin: "http://localhost:PORT" } }],
  ["another origin", 403, { headers: { Origin: "https://evil.example" } }],
  ["an origin of another scheme", 403, { headers: { Origin: "https://127.0.0.1:PORT" } }],
  ["an origin of another port", 403, { headers: { Origin: "http://127.0.0.1:1" } }],
  ["an origin with a path", 403, { headers: { Origin: "http://127.0.0.1:PORT/" } }],
  ["the origin null", 403, { headers: { Origin: "null" } }],
  ["an empty origin", 403, { headers: { Origin: "" } }],
  ["two origins", 403, { headers: { Origin: ["http://127.0.0.1:PORT", "http://127.0.0.1:PORT"] } }],
  ["no token", 401, { headers: { Authorization: undefined } }],
  ["a wrong token", 401, { headers: { Authorization: "Bearer zzz-not-the-token" } }],
  ["an oversized token", 401, { headers: { Authorization: `Bearer ${"a".repeat(10_000)}` } }],
  ["a token of several bytes a character", 401, { headers: { Authorization: "Bearer \u00e4\u00f6\u00fc" } }],
  ["two authorizations, both right", 401, { headers: { Authorization: ["Bearer TOKEN", "Bearer TOKEN"] } }],
  ["two authorizations, the first right", 401, { headers: { Authorization: ["Bearer TOKEN", "Bearer zzz-not-the-token"] } }],
  ["two authorizations, the second right", 401, { headers: { Authorization: ["Bearer zzz-not-the-token", "Bearer TOKEN"] } }],
  ["another path", 404, { target: "/" }],
  ["a path below", 404, { target: "/mcp/x" }],
  ["a slash at the end", 404, { target: "/mcp/" }],
  ["a path in another case", 404, { target: "/MCP" }],
  ["a path in other spelling", 404, { target: "/%6dcp" }],
  ["two slashes", 404, { target: "//mcp" }],
  ["the asterisk", 404, { method: "OPTIONS", target: "*" }],
  ["a query", 200, { target: "/mcp?x=1" }],
  ["a whole address", 200, { target: "http://127.0.0.1:PORT/mcp" }],
  ["a whole address with a query", 200, { target: "HTTP://LOCALHOST:PORT/mcp?x" }],
  ["a whole address of another host", 403, { target: "http://evil.example/mcp" }],
  ["a whole address with a name before the host", 403, { target: "http://a@127.0.0.1:PORT/mcp" }],
  ["a whole address, another path", 404, { target: "http://127.0.0.1:PORT/" }],
  ["a whole address without a path", 404, { target: "http://127.0.0.1:PORT" }],
  ["a whole address, the host header foreign", 403, { target: "http://127.0.0.1:PORT/mcp", headers: { Host: "evil.example" } }],
  ["GET", 405, { method: "GET" }],
  ["DELETE", 405, { method: "DELETE" }],
  ["PUT", 405, { method: "PUT" }],
  ["OPTIONS", 405, { method: "OPTIONS" }],
  ["TRACE", 405, { method: "TRACE" }],
  ["no Accept", 200, { headers: { Accept: undefined } }],
  ["any type", 200, { headers: { Accept: "*/*" } }],
  ["JSON alone", 200, { headers: { Accept: "application/json" } }],
  ["events alone", 200, { headers: { Accept: "text/event-stream" } }],
  ["a type that is neither", 406, { headers: { Accept: "text/html" } }],
  ["both types excluded", 406, { headers: { Accept: "application/json;q=0, text/event-stream;q=0.000" } }],
  ["a compressed body", 415, { headers: { "Content-Encoding": "gzip" }, body: gzipSync(PING) }],
  ["an encoding that nobody knows", 415, { headers: { "Content-Encoding": "gzip, x" } }],
  ["no encoding, in so many words", 200, { headers: { "Content-Encoding": "Identity" } }],
  ["another expectation", 417, { headers: { Expect: "the-unexpected" } }],
  ["a body of the largest size", 200, { body: PING.padEnd(1_000_000) }],
  ["a body one byte larger", 413, { body: PING.padEnd(1_000_001) }],
  ["a body that is said to be larger", 413, { headers: { "Content-Length": "1000001" }, body: "" }],
  ["an empty body", 400, { body: "" }],
  ["no JSON", 400, { body: "{" }],
  ["two values", 400, { body: `${PING}${PING}` }],
  ["a byte order mark", 400, { body: `\ufeff${PING}` }],
  ["bytes that are no UTF-8", 400, { body: Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'), Buffer.from([0xff]), Buffer.from('"}')]) }],
  ["UTF-16", 400, { body: Buffer.from(PING, "utf16le") }],
  ["a key twice", 400, { body: '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}' }],
  ["a key twice, deep inside", 400, { body: '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":[{"a":1,"\\u0061":2}]}}' }],
  ["nested too deep", 400, { body: `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":${"[".repeat(70)}${"]".repeat(70)}}}` }],
];

for (const [name, status, asked] of statuses) {
  test(`RUN-21 RUN-22 ${status}: ${name}`, async (t) => {
    const running = await serve(t);
    const filled = (value: string) => value.replaceAll("PORT", `${running.port}`).replaceAll("TOKEN", running.token);
    const headers = Object.entries(asked.headers ?? {}).map(([key, value]) => [key, typeof value === "string" ? filled(value) : value?.map(filled)] as const);
    const answer = await ask(running, { body: asked.method === undefined ? PING : "", ...asked, target: filled(asked.target ?? "/mcp"), headers: Object.fromEntries(headers) });
    assert.equal(answer?.status, status, answer?.body);
    if (status === 401) {
      assert.equal(answer?.headers.get("www-authenticate"), "Bearer");
      assert.equal(answer?.json.error.code, -32001);
    }
    if (status === 405) assert.equal(answer?.headers.get("allow"), "POST");
    if (status === 400) assert.equal(answer?.json.error.code, -32700);
    if (status >= 400) {
      assert.equal(answer?.headers.get("content-type"), "application/json");
      assert.deepEqual([answer?.json.jsonrpc, answer?.json.id, typeof answer?.json.error.message], ["2.0", null, "string"]);
      assert.doesNotMatch(answer!.body, /evil|zzz|[a]{50}|[äöü]/, "what was sent is not sent back");
    }
    assert.equal(running.executed.length + running.paused.length, 0);
    assert.equal((await post(running, rpc("ping")))?.status, 200, "the server lives on");
  });
}

/** Each request fails a check and all that come behind it. */
const order: readonly [number, Asked][] = [
  [403, { method: "GET", target: "/x", headers: { Origin: "http://evil.example", Authorization: undefined, Accept: "x/y" } }],
  [401, { method: "GET", target: "/x", headers: { Authorization: undefined, Accept: "x/y" } }],
  [404, { method: "GET", target: "/x", headers: { Accept: "x/y" } }],
  [405, { method: "GET", headers: { Accept: "x/y" } }],
  [406, { headers: { Accept: "x/y", "Content-Encoding": "gzip" }, body: "{" }],
  [415, { headers: { "Content-Encoding": "gzip" }, body: "{" }],
  [400, { body: "{" }],
];

for (const [status, asked] of order) {
  test(`RUN-21 the first of several faults is answered: ${status}`, async (t) => {
    assert.equal((await ask(await serve(t), asked))?.status, status);
  });
}

test("RUN-21 HEAD is refused without a body", async (t) => {
  const running = await serve(t);
  const wire = new Wire(running.port).send(requestBytes(running, { method: "HEAD", headers: { "Content-Length": undefined, Connection: "close" } }));
  assert.match(await wire.rest(), /^HTTP\/1\.1 405 [^]*\r\n\r\n$/);
});

test("RUN-21 events are sent to a client that takes nothing else", async (t) => {
  const answer = await post(await serve(t), rpc("ping"), { Accept: "text/event-stream" });
  assert.equal(answer?.headers.get("content-type"), "text/event-stream");
  assert.equal(answer?.body, 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n');
});

const accepts: readonly [string | undefined, readonly string[]][] = [
  [undefined, ["application/json", "text/event-stream"]],
  ["", ["application/json", "text/event-stream"]],
  ["*/*", ["application/json", "text/event-stream"]],
  ["*/*;q=0.1", ["application/json", "text/event-stream"]],
  ["application/json", ["application/json"]],
  ["Application/JSON; charset=utf-8", ["application/json"]],
  ["application/*", ["application/json"]],
  ["text/*", ["text/event-stream"]],
  ["application/json;q=0, */*", ["text/event-stream"]],
  ["text/*;q=0, */*", ["application/json"]],
  ["application/json;q=0.0, application/*", []],
  ["application/jsonx, text/event", []],
  ["*", []],
  [",;,", []],
];
for (const [accept, types] of accepts) {
  test(`RUN-21 Accept: ${accept}`, () => assert.deepEqual(acceptedTypes(accept), types));
}

test("RUN-21 the body of an unauthorized request is never asked for and never waited for", async (t) => {
  const running = await serve(t);
  for (const headers of [{ Authorization: "Bearer zzz-not-the-token" }, { Origin: "http://evil.example" }]) {
    const silent = new Wire(running.port).send(requestBytes(running, { headers: { ...headers, "Content-Length": "1000" } }));
    assert.match(await silent.rest(), /^HTTP\/1\.1 40[13] [^]*Connection: close/);
    const asking = new Wire(running.port).send(requestBytes(running, { headers: { ...headers, "Content-Length": "1000", Expect: "100-continue" } }));
    assert.match(await asking.rest(), /^HTTP\/1\.1 40[13] /, "without `100 Continue`");
  }
  const known = new Wire(running.port).send(requestBytes(running, { headers: { "Content-Length": `${PING.length}`, Expect: "100-continue" } }));
  assert.equal((await known.answer())?.status, 100);
  known.send(PING);
  assert.equal((await known.answer())?.status, 200);
  known.close();
});

test("RUN-21 what is sent behind an unauthorized request on the same connection is not served", async (t) => {
  const running = await serve(t);
  const body = JSON.stringify(call("echo", { text: "behind" }));
  const both = Buffer.concat([requestBytes(running, { headers: { Authorization: "Bearer zzz-not-the-token" }, body }), requestBytes(running, { body })]);
  assert.equal((await new Wire(running.port).send(both).rest()).match(/HTTP\/1\.1/g)?.length, 1);
  assert.equal((await post(running, rpc("ping")))?.status, 200);
  assert.equal(running.executed.length, 0);
});

const chunked = (...chunks: string[]) => `${chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`).join("")}0\r\n\r\n`;
const CHUNKED = { "Content-Length": undefined, "Transfer-Encoding": "chunked" };

test("RUN-22 a body may come in pieces, cut anywhere, also in a character", async (t) => {
  const running = await serve(t);
  const message = JSON.stringify(call("echo", { text: "äö😀" }));
  const whole = await ask(running, { headers: CHUNKED, body: chunked(message.slice(0, 9), message.slice(9)) });
  assert.deepEqual(whole?.json.result.content, [{ type: "text", text: '{"text":"äö😀"}' }]);
  const wire = new Wire(running.port).send(requestBytes(running, { headers: { "Content-Length": `${Buffer.byteLength(message)}` } }));
  for (const byte of Buffer.from(message)) {
    wire.send(Buffer.from([byte]));
    await new Promise(setImmediate);
  }
  assert.deepEqual((await wire.answer())?.json.result.content, whole?.json.result.content);
  wire.close();
});

test("RUN-22 a body that grows too large on the way is refused, to a client that is still sending", async (t) => {
  const running = await serve(t);
  const wire = new Wire(running.port).send(requestBytes(running, { headers: CHUNKED }));
  for (let sent = 0; sent < 3_000_000; sent += 100_000) wire.send(`186a0\r\n${" ".repeat(100_000)}\r\n`);
  wire.send("0\r\n\r\n");
  const answer = await wire.answer();
  assert.deepEqual([answer?.status, answer?.headers.get("connection")], [413, "close"]);
  await wire.rest();
  assert.equal((await fetch(running.url, { method: "POST", headers: { authorization: `Bearer ${running.token}` }, body: " ".repeat(9_000_000) })).status, 413);
});

test("RUN-21 a known client reads why it is refused, also when it sends a large body", async (t) => {
  const running = await serve(t);
  const cases: [number, string, Record<string, string>][] = [[404, "/other", {}], [406, "/mcp", { accept: "x/y" }], [415, "/mcp", { "content-encoding": "gzip" }]];
  for (const [status, path, headers] of cases) {
    const answer = await fetch(new URL(path, running.url), { method: "POST", headers: { authorization: `Bearer ${running.token}`, ...headers }, body: " ".repeat(9_000_000) });
    assert.equal(answer.status, status);
  }
});

test("RUN-22 a body that does not arrive in time is refused with 408, and one that is too large with 413", async (t) => {
  const served: string[] = [];
  const serveBody = async ({ response }: Exchange, body: Buffer) => (served.push(body.toString()), void response.end("read"));
  const endpoint = await Endpoint.listen({ methods: ["POST"], limits: { bytes: 10, ms: 50 }, serve: serveBody });
  t.after(() => endpoint.close());
  const running = { port: Number(new URL(endpoint.url).port), token: endpoint.token };
  for (const [status, body] of [[408, "12345"], [413, "12345678901"], [200, "1234567890"]] as const) {
    const wire = new Wire(running.port).send(requestBytes(running, { headers: status === 408 ? { "Content-Length": "10" } : CHUNKED, body: status === 408 ? body : chunked(body) }));
    const answer = await wire.answer();
    assert.equal(answer?.status, status);
    if (status !== 200) assert.equal(answer?.headers.get("connection"), "close");
    wire.close();
  }
  assert.deepEqual(served, ["1234567890"]);
});

const broken: readonly [string, (running: Running) => string | Buffer, RegExp][] = [
  ["a body that ends early", (running) => requestBytes(running, { headers: { "Content-Length": "100" }, body: PING }), /^(HTTP\/1\.1 400 [^]*)?$/],
  ["no HTTP at all", () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", /^HTTP\/1\.1 400 /],
  ["HTTP/2 without being asked", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", /^(HTTP\/1\.1 [45]0|$)/],
  ["a header that never ends", () => `POST /mcp HTTP/1.1\r\nX: ${"x".repeat(40_000)}`, /^HTTP\/1\.1 431 /],
  ["two lengths", (running) => requestBytes(running, { headers: { "Content-Length": ["2", "3"] } }), /^HTTP\/1\.1 400 /],
  ["a length and chunks", (running) => requestBytes(running, { headers: { "Content-Length": "5", "Transfer-Encoding": "chunked" }, body: "0\r\n\r\n" }), /^HTTP\/1\.1 400 /],
  ["a chunk's size that is none", (running) => requestBytes(running, { headers: CHUNKED, body: "zz\r\n" }), /^(HTTP\/1\.1 400 [^]*)?$/],
  ["an upgrade", (running) => requestBytes(running, { method: "GET", headers: { Connection: "Upgrade, close", Upgrade: "websocket" } }), /^HTTP\/1\.1 405 /],
  ["CONNECT", () => "CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n", /^$/],
  ["nothing", () => "", /^$/],
];

for (const [name, bytes, wanted] of broken) {
  test(`RUN-30 the server lives on after ${name}`, async (t) => {
    const running = await serve(t);
    const wire = new Wire(running.port).send(bytes(running));
    wire.socket.end();
    assert.match(await wire.rest(), wanted);
    wire.close();
    assert.equal((await post(running, rpc("ping")))?.status, 200);
  });
}

test("RUN-30 a connection serves one request after the other, also when several are sent at once", async (t) => {
  const finish: (() => void)[] = [];
  const running = await serve(t, { execute: () => new Promise((resolve) => finish.push(() => resolve("done"))) });
  const messages = [1, 2, 3].map((id) => requestBytes(running, { body: JSON.stringify(call("echo", {}, id)) }));
  const wire = new Wire(running.port).send(Buffer.concat([...messages, requestBytes(running, { body: JSON.stringify(rpc("ping", undefined, 4)) })]));
  for (const id of [1, 2, 3]) {
    await until(() => finish.length === id);
    assert.equal(running.executed.length, id);
    finish[id - 1]!();
    assert.equal((await wire.answer())?.json.id, id);
  }
  assert.equal((await wire.answer())?.json.id, 4);
  wire.close();
});

test("RUN-30 a connection on which too much is sent ahead is ended", async (t) => {
  const running = await serve(t, { execute: () => new Promise(() => {}) });
  const wire = new Wire(running.port).send(requestBytes(running, { body: JSON.stringify(call("echo")) }));
  await until(() => running.executed.length === 1);
  for (let id = 0; id < 200; id++) wire.send(requestBytes(running, { body: JSON.stringify(rpc("ping", undefined, id)) }));
  assert.equal(await wire.rest(), "");
  assert.equal((await post(running, rpc("ping")))?.status, 200);
});

test("RUN-30 a call that pauses ends its connection, but no answer that was sent before it", async (t) => {
  const running = await serve(t);
  const messages = [call("echo", {}, 1), call("create_ticket", { title: "x" }, 2), call("echo", {}, 3)];
  const wire = new Wire(running.port).send(Buffer.concat(messages.map((message) => requestBytes(running, { body: JSON.stringify(message) }))));
  assert.equal((await wire.answer())?.json.id, 1);
  assert.equal(await wire.answer(), undefined);
  assert.deepEqual([running.executed.length, running.paused.length], [1, 1]);
});

test("RUN-30 nothing that is sent ends the server or is left without an end", async (t) => {
  const running = await serve(t);
  let seed = 1;
  const next = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  const message = JSON.stringify(call("echo", { text: "x", list: [1, { a: null }] }));
  const seeds = [{ body: message }, { body: `[${message},${PING}]` }, { headers: CHUNKED, body: chunked(message.slice(0, 20), message.slice(20)) }, { method: "GET" }, { body: PING, headers: { Expect: "100-continue" } }].map((asked) => requestBytes(running, asked));
  const mutated = () => {
    let bytes = Buffer.concat([seeds[next(seeds.length)]!, ...(next(4) === 0 ? [seeds[next(seeds.length)]!] : [])]);
    for (let times = next(5); times > 0; times--) {
      const at = next(bytes.length);
      const piece = [Buffer.from([next(256)]), Buffer.alloc(0), Buffer.from("\r\n"), Buffer.from('"'), Buffer.from("{"), seeds[0]!.subarray(next(100), 100 + next(100))][next(6)]!;
      bytes = Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + next(3))]);
    }
    return bytes;
  };
  for (let round = 0; round < 40; round++) {
    const wires = Array.from({ length: 50 }, () => new Wire(running.port).send(mutated()));
    for (const { socket } of wires) socket.end();
    await Promise.all(wires.map((wire) => wire.rest()));
    for (const wire of wires) wire.close();
  }
  assert.ok(running.executed.length > 0, "some of it was still a call");
  assert.equal(running.paused.length, 0);
  assert.equal((await post(running, rpc("ping")))?.status, 200);
});
