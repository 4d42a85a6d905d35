/** The shim as it is built: one file, started as a harness starts it (RUN-60 to RUN-64). */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { answer, directory, echo, pickup, until, type Serve } from "./relay-directory.js";
import { place, shim, SHIM, SPECS } from "./shim-process.js";

const PAUSED = /^DEFERRED_NOT_EXECUTED: this call has not run\..* Do not call the tool again /;
const text = (answer: { [member: string]: any }) => answer.result.content[0].text as string;

test("RUN-60 the shim is one small file of plain JavaScript that needs nothing but Node", () => {
  const source = fs.readFileSync(SHIM, "utf8");
  assert.ok(Buffer.byteLength(source) <= 20_000, `${Buffer.byteLength(source)} bytes`);
  const modules = [...source.matchAll(/\bimport\(\s*(["'`])(.*?)\1\s*\)/g)].map((match) => match[2]!);
  assert.ok(modules.length > 0);
  for (const name of modules) assert.ok(name.startsWith("node:") && builtinModules.includes(name.slice(5)), name);
  assert.doesNotMatch(source, /\brequire\b|\bimport\s*[^(\s]|\bexport\b|import\.meta|sourceMappingURL/);
});

test("RUN-60 the file runs wherever it is copied to, beside a package of modules too", async (context) => {
  const folders: [what: string, packageFile: string | undefined][] = [
    ["no package.json", undefined],
    ["modules", '{"type":"module"}'],
    ["scripts", '{"type":"commonjs"}'],
    ["a package.json without a type", "{}"],
  ];
  for (const [what, packageFile] of folders) {
    const folder = directory(context);
    fs.copyFileSync(SHIM, join(folder, "stdio-shim.js"));
    if (packageFile !== undefined) fs.writeFileSync(join(folder, "package.json"), packageFile);
    const side = shim(context, place(context), join(folder, "stdio-shim.js"));
    assert.deepEqual((await side.ask("ping")).result, {}, what);
    await side.close();
    assert.deepEqual([await side.exit, side.stderr], [{ code: 0, signal: null }, ""], what);
  }
});

test("RUN-60 what it cannot start with is one line on stderr and exit code 1", async (context) => {
  const good = place(context);
  const file = (content: string | Uint8Array) => {
    const path = join(directory(context), "specs.json");
    fs.writeFileSync(path, content);
    return { AGENTA_AGENT_TOOLS_PUBLIC_SPECS_FILE: path };
  };
  const cases: [what: string, env: { [name: string]: string | undefined }, said: RegExp][] = [
    ["no directory named", { AGENTA_AGENT_TOOLS_RELAY_DIR: undefined }, /AGENTA_AGENT_TOOLS_RELAY_DIR is not set/],
    ["an empty name", { AGENTA_AGENT_TOOLS_RELAY_DIR: "" }, /AGENTA_AGENT_TOOLS_RELAY_DIR is not set/],
    ["no such directory", { AGENTA_AGENT_TOOLS_RELAY_DIR: join(good.path, "no") }, /RELAY_DIR cannot be used: ENOENT/],
    ["a file", { AGENTA_AGENT_TOOLS_RELAY_DIR: good.specs }, /AGENTA_AGENT_TOOLS_RELAY_DIR names no directory/],
    ["below a file", { AGENTA_AGENT_TOOLS_RELAY_DIR: join(good.specs, "x") }, /RELAY_DIR cannot be used: ENOTDIR/],
    ["no specs named", { AGENTA_AGENT_TOOLS_PUBLIC_SPECS_FILE: undefined }, /AGENTA_AGENT_TOOLS_PUBLIC_SPECS_FILE is not set/],
    ["no such file", { AGENTA_AGENT_TOOLS_PUBLIC_SPECS_FILE: join(good.path, "no") }, /SPECS_FILE cannot be used: ENOENT/],
    ["a folder", { AGENTA_AGENT_TOOLS_PUBLIC_SPECS_FILE: good.path }, /SPECS_FILE cannot be used: EISDIR/],
    ["no JSON", file("[{]"), /it is not JSON/],
    ["nothing", file(""), /it is not JSON/],
    ["no UTF-8", file(Uint8Array.of(0x5b, 0x22, 0xff, 0x22, 0x5d)), /SPECS_FILE cannot be used/],
    ["no array", file('{"tools":[]}'), /it is not an array/],
    ["a string", file('"[]"'), /it is not an array/],
    ["no object in it", file('[{"name":"a"},null]'), /its element 1 has no name/],
    ["no name", file('[{"nam":"a"}]'), /its element 0 has no name/],
    ["a name that is no string", file('[{"name":1}]'), /its element 0 has no name/],
    ["a name twice", file('[{"name":"a"},{"name":"\\u0061"}]'), /its element 1 has the name of another/],
  ];
  for (const [what, env, said] of cases) {
    const side = shim(context, { env: { ...good.env, ...env } });
    side.write({ jsonrpc: "2.0", id: 1, method: "ping" });
    assert.deepEqual(await side.exit, { code: 1, signal: null }, what);
    assert.match(side.stderr, said, what);
    assert.match(side.stderr, /^agenta-tools: [^\n]*\n$/, what);
    assert.deepEqual(side.chunks, [], what);
  }
});

test("RUN-80 a bad number in the environment is the default and one warning", async (context) => {
  const { env } = place(context);
  const side = shim(context, { env: { ...env, AGENTA_AGENT_TOOLS_RELAY_TIMEOUT: "soon" } });
  assert.deepEqual((await side.ask("ping")).result, {});
  assert.match(side.stderr, /^agenta-tools: `AGENTA_AGENT_TOOLS_RELAY_TIMEOUT` is not a whole number of [^\n]*: 60000 is used\n$/);
});

test("RUN-80 interval and time come from the environment", async (context) => {
  const { env } = place(context, [{ name: "slow" }]);
  const side = shim(context, { env: { ...env, AGENTA_AGENT_TOOLS_RELAY_TIMEOUT: "150" } });
  assert.equal(text(await side.call("slow", {}, 1)), "the runner did not answer within 150 ms; nobody had picked the call up, and it was not made");
});

test("RUN-61 specs that are large or printed over many lines are advertised on one line, and nothing private with them", async (context) => {
  const specs = [
    { ...SPECS[0], callRef: "ref-1", code: "code-1", env: { KEY: "env-1" }, permission: "allow", annotations: { readOnlyHint: true } },
    { name: "line\nend", description: "a\u2028b\r\n", input_schema: { type: "object", title: "x".repeat(2_000_000) } },
    { name: "bare", inputSchema: "none", annotations: [] },
  ];
  const raw = JSON.stringify(specs, null, 2).replace('"type": "object"', '"maximum": 9007199254740993, "type": "object"');
  const side = shim(context, place(context, raw));
  const { result } = await side.ask("tools/list");
  assert.deepEqual(result.tools.map(({ name }: { name: string }) => name), ["search_docs", "line\nend", "bare"]);
  assert.deepEqual(Object.keys(result.tools[0]), ["name", "description", "inputSchema", "annotations"]);
  assert.deepEqual(result.tools[1], { name: "line\nend", description: "a\u2028b\r\n", inputSchema: specs[1]!.input_schema });
  assert.deepEqual(result.tools[2], { name: "bare", inputSchema: { type: "object", properties: {} } });
  const written = side.chunks.join("");
  assert.doesNotMatch(written, /ref-1|code-1|env-1|callRef|timeoutMs|permission/);
  assert.ok(written.includes('"maximum": 9007199254740993'));
  assert.equal(written.split("\n").length, 2);
});

test("RUN-61 framing: what comes in pieces, without end or as no message is answered line by line", async (context) => {
  const side = shim(context, place(context));
  const ping = (id: unknown) => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });
  for (const byte of Buffer.from(`${ping("aé😀\u2028")}\r\n`)) side.write(Uint8Array.of(byte));
  side.write("\n \r\n", ping(1) + "\n" + ping(2) + "\n");
  side.write("x".repeat(1_000_001) + "\n", ping(3) + "\n");
  side.write(Uint8Array.of(0x22, 0xff, 0x22, 0x0a), "\ufeff" + ping(4) + "\n", "nonsense\n", ping(5));
  const messages = await side.close();
  const parseErrors = messages.filter(({ error }) => error);
  assert.deepEqual(parseErrors.map(({ id, error }) => [id, error.code]), Array(4).fill([null, -32700]));
  assert.deepEqual(parseErrors.map(({ error }) => error.message), [
    "parse error: the line is too long",
    "parse error: the text is not UTF-8",
    "parse error: the text is not JSON",
    "parse error: the text is not JSON",
  ]);
  assert.deepEqual(messages.filter(({ result }) => result).map(({ id }) => id), ["aé😀\u2028", 1, 2, 3, 5]);
  assert.deepEqual([(await side.exit).code, side.stderr], [0, ""]);
});

test("RUN-62 requests are served concurrently, and each answer is one write", async (context) => {
  const { path, env } = place(context);
  const release = new Map<string, () => void>();
  pickup(context, path, async (bytes) => {
    const { args } = JSON.parse(new TextDecoder().decode(bytes));
    await new Promise<void>((resolve) => release.set(args.q, resolve));
    return { ok: true, text: args.q.repeat(20_000) };
  });
  const side = shim(context, { env });
  for (const q of ["a", "b", "c"]) side.write({ jsonrpc: "2.0", id: q, method: "tools/call", params: { name: "search_docs", arguments: { q } } });
  await until(() => release.size === 3);
  // While they run others are answered, and they themselves in the order in which they end.
  assert.deepEqual((await side.ask("ping")).result, {});
  for (const q of ["c", "a", "b"]) {
    release.get(q)!();
    assert.equal(text(await side.answer(q)), q.repeat(20_000));
  }
  assert.deepEqual(side.messages.map(({ id }) => id), ["ping", "c", "a", "b"]);
});

test("RUN-62 each answer is one write to stdout", async (context) => {
  const { path, env } = place(context);
  pickup(context, path);
  const preload = join(directory(context), "count.cjs");
  const counted = join(directory(context), "writes");
  fs.writeFileSync(
    preload,
    `const { appendFileSync } = require("node:fs"); const write = process.stdout.write;
     process.stdout.write = function (text, ...rest) { appendFileSync(${JSON.stringify(counted)}, JSON.stringify(String(text)) + "\\n"); return write.call(this, text, ...rest); };`,
  );
  const side = shim(context, { env: { ...env, NODE_OPTIONS: `--require ${preload}` } });
  for (let id = 0; id < 20; id++) side.write({ jsonrpc: "2.0", id, method: id % 2 ? "ping" : "tools/call", params: { name: "search_docs" } });
  side.write([{ jsonrpc: "2.0", id: "b1", method: "ping" }, { jsonrpc: "2.0", id: "b2", method: "tools/call", params: { name: "search_docs" } }]);
  assert.equal((await side.close()).length, 21);
  const writes: string[] = fs.readFileSync(counted, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(writes.length, 21);
  for (const written of writes) assert.match(written, /^[^\n]+\n$/);
});

test("RUN-62 1,000 calls at one time", async (context) => {
  const { path, env } = place(context);
  pickup(context, path);
  const side = shim(context, { env });
  for (let id = 0; id < 1000; id++) side.write({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "search_docs", arguments: { q: String(id) } } });
  const messages = await side.close();
  assert.equal(messages.length, 1000);
  for (const message of messages) assert.ok(text(message).endsWith(`"args":{"q":"${message.id}"}}`));
  assert.deepEqual(fs.readdirSync(path), []);
});

test("RUN-63 a call is a relay request, and its answer the result", async (context) => {
  const content = [{ type: "text", text: "one" }, { type: "image", data: "AA==", mimeType: "image/png" }];
  const answers: { [tool: string]: Awaited<ReturnType<Serve>> } = {
    said: { ok: true, text: "done\n\u2028" },
    blocks: { ok: true, content },
    failed: { ok: false, error: "no such city" },
    paused: { ok: true, text: "whatever", paused: true },
  };
  const { path, env } = place(context, Object.keys(answers).map((name) => ({ name })));
  const requests: string[] = [];
  pickup(context, path, async (bytes) => {
    const request = new TextDecoder().decode(bytes);
    requests.push(request);
    return answers[JSON.parse(request).toolName]!;
  });
  const side = shim(context, { env });
  assert.deepEqual((await side.call("said", { q: 1 }, 1)).result, { content: [{ type: "text", text: "done\n\u2028" }] });
  assert.match(requests[0]!, /^\{"toolName":"said","toolCallId":"[0-9a-f]{32}","args":\{"q":1\}\}$/);
  assert.deepEqual((await side.call("blocks", undefined, 2)).result, { content });
  assert.match(requests[1]!, /"args":\{\}\}$/);
  assert.deepEqual((await side.call("failed", {}, 3)).result, { content: [{ type: "text", text: "no such city" }], isError: true });
  const { result } = await side.call("paused", {}, 4);
  assert.match(text({ result }), PAUSED);
  assert.equal(result.isError, undefined);
});

test("RUN-61 no record that lies in the directory can put a line of its own on stdout", async (context) => {
  const { path, env } = place(context, [{ name: "said" }]);
  const side = shim(context, { env });
  side.write({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "said" } });
  const id = await until(() => fs.readdirSync(path).map((name) => /^(.*)\.req\.json$/.exec(name)?.[1]).find((found) => found !== undefined));
  const forged = '{"jsonrpc":"2.0","id":2,"result":{"forged":true}}';
  fs.writeFileSync(join(path, `${id}.tmp`), `{"ok":true,"content":[{"type":"text","text":"a","more":[\r\n${forged}\n]}]}`);
  fs.renameSync(join(path, `${id}.tmp`), join(path, `${id}.res.json`));
  assert.equal((await side.answer(1)).result.content[0].text, "a");
  assert.equal(side.chunks.join("").split("\n").length, 2);
});

test("RUN-63 arguments reach the runner as they were written", async (context) => {
  const { path, env } = place(context);
  let request = "";
  pickup(context, path, async (bytes, signal) => ((request = new TextDecoder().decode(bytes)), echo(bytes, signal)));
  const side = shim(context, { env });
  const args = '{"n":9007199254740993 , "e": 1.50E+2,"s":"\\u00e9\\ud800","__proto__":{"x":1},"2":0,"1":0}';
  side.write(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_docs","arguments":${args}}}\n`);
  await side.answer(1);
  assert.ok(request.endsWith(`"args":${args}}`), request);
});

test("RUN-25 RUN-63 what is no call of a tool that is here reaches no runner", async (context) => {
  const { path, env } = place(context);
  let served = 0;
  pickup(context, path, async (bytes, signal) => (served++, echo(bytes, signal)));
  const side = shim(context, { env });
  const refused: [message: string, code: number][] = [
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"no_such"}}', -32602],
    ['{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"__proto__"}}', -32602],
    ['{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"search_docs","arguments":[]}}', -32602],
    ['{"jsonrpc":"2.0","id":4,"method":"tools/call"}', -32602],
    ['{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"search_docs","Arguments":{}}}', -32600],
    ['{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"search_docs"},"Method":"ping"}', -32600],
    ['{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"search_docs"}}', -32600],
    ['{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"search_docs","name":"search_docs"}}', -32700],
    ['{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"search_docs","arguments":{"a":{"b":1,"b":2}}}}', -32700],
    ['{"jsonrpc":"2.0","id":10,"method":"no/such"}', -32601],
    ["[]", -32600],
    ['[{"jsonrpc":"2.0","id":11,"method":"tools/call","params":{"name":"search_docs"}},{"jsonrpc":"2.0","id":12,"method":"tools/call","params":{"name":"pick_file"}}]', -32600],
    ['[{"jsonrpc":"2.0","id":11,"method":"tools/call","params":{"name":"search_docs"}},{"jsonrpc":"2.0","method":"tools/call","params":{"name":"pick_file"}}]', -32600],
  ];
  for (const [message, code] of refused) {
    const before = side.messages.length;
    side.write(`${message}\n`);
    await until(() => side.messages.length > before);
    assert.equal(side.messages[before]!.error?.code, code, message);
  }
  // Nobody waits for these, and they do nothing.
  side.write({ jsonrpc: "2.0", method: "tools/call", params: { name: "search_docs" } });
  side.write([{ jsonrpc: "2.0", method: "tools/call", params: { name: "search_docs" } }]);
  side.write({ jsonrpc: "2.0", method: "notifications/initialized" }, { jsonrpc: "2.0", id: 1, result: {} });
  assert.equal((await side.close()).length, refused.length);
  assert.equal(served, 0);
});

test("RUN-24 batches are served for the one version that has them, and refused for the others", async (context) => {
  for (const [version, served] of [[undefined, true], ["2025-03-26", true], ["2024-11-05", false], ["2025-06-18", false], ["2025-11-25", false]] as const) {
    const side = shim(context, place(context));
    if (version) await side.ask("initialize", { protocolVersion: version, capabilities: {} });
    side.write([{ jsonrpc: "2.0", id: "a", method: "ping" }, { jsonrpc: "2.0", method: "notifications/initialized" }, { jsonrpc: "2.0", id: "b", method: "ping" }]);
    const last = (await side.close()).pop();
    if (served) assert.deepEqual(last, [{ jsonrpc: "2.0", id: "a", result: {} }, { jsonrpc: "2.0", id: "b", result: {} }]);
    else assert.equal(last?.error.code, -32600, version);
  }
});

test("RUN-63 a call that is cancelled is taken back and has no answer", async (context) => {
  const { path, env } = place(context);
  const side = shim(context, { env });
  for (const id of [7, "7"]) side.write({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "search_docs" } });
  await until(() => fs.readdirSync(path).filter((name) => name.endsWith(".req.json")).length === 2);
  side.write({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } });
  await until(() => fs.readdirSync(path).length === 1);
  side.write({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 8 } });
  pickup(context, path);
  assert.deepEqual((await side.close()).map(({ id }) => id), ["7"]);
});

test("RUN-64 closing stdin ends the process after what is under way", async (context) => {
  const { path, env } = place(context);
  const release: (() => void)[] = [];
  pickup(context, path, async (bytes, signal) => {
    await new Promise<void>((resolve) => release.push(resolve));
    return echo(bytes, signal);
  });
  const side = shim(context, { env });
  side.write({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search_docs" } });
  await until(() => release.length === 1);
  side.process.stdin.end();
  let ended = false;
  void side.exit.then(() => (ended = true));
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(ended, false);
  release.pop()!();
  assert.deepEqual(await side.exit, { code: 0, signal: null });
  assert.equal(side.messages.length, 1);
});

test("RUN-64 closing stdin ends a process that is idle, and one that never got a byte", async (context) => {
  const side = shim(context, place(context));
  assert.deepEqual(await side.close(), []);
  assert.deepEqual(await side.exit, { code: 0, signal: null });
});

test("RUN-64 a broken stdout ends the process at once, and takes back what nobody picked up", async (context) => {
  const { path, env } = place(context);
  const side = shim(context, { env });
  side.write({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search_docs" } });
  await until(() => fs.readdirSync(path).some((name) => name.endsWith(".req.json")));
  side.process.stdout.destroy();
  side.write({ jsonrpc: "2.0", id: 2, method: "ping" });
  assert.deepEqual(await side.exit, { code: 1, signal: null });
  assert.deepEqual(fs.readdirSync(path), []);
});

test("RUN-64 a signal ends the process, and takes back what nobody picked up", async (context) => {
  for (const [signal, code] of [["SIGTERM", 143], ["SIGINT", 130], ["SIGHUP", 129]] as const) {
    const { path, env } = place(context);
    const side = shim(context, { env });
    side.write({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search_docs" } });
    await until(() => fs.readdirSync(path).some((name) => name.endsWith(".req.json")));
    side.process.kill(signal);
    assert.deepEqual(await side.exit, { code, signal: null });
    assert.deepEqual([fs.readdirSync(path), side.chunks], [[], []]);
  }
});

test("RUN-81 a shim that was killed leaves a request, and a runner's answer to it hurts nobody", async (context) => {
  const { path, env } = place(context);
  const killed = shim(context, { env });
  killed.write({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search_docs" } });
  const name = await until(() => fs.readdirSync(path).find((name) => name.endsWith(".req.json")));
  killed.process.kill("SIGKILL");
  await killed.exit;
  pickup(context, path);
  await until(() => answer(path, name.replace(".req.json", "")));
  const next = shim(context, { env });
  assert.match(text(await next.call("search_docs", {}, 1)), /"toolName":"search_docs"/);
});

test("RUN-80 two shims on one directory each get their own answers", async (context) => {
  const { path, env } = place(context);
  pickup(context, path);
  const sides = [shim(context, { env }), shim(context, { env })];
  await Promise.all(
    sides.map(async (side, index) => {
      for (let id = 0; id < 100; id++) side.write({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "search_docs", arguments: { q: `${index}-${id}` } } });
      const messages = await side.close();
      assert.equal(messages.length, 100);
      for (const message of messages) assert.ok(text(message).includes(`"${index}-${message.id}"`));
    }),
  );
  assert.deepEqual(fs.readdirSync(path), []);
});

test("RUN-80 faults of the directory are tool errors, and the shim lives on", async (context) => {
  const { path, env } = place(context);
  const side = shim(context, { env });
  await side.ask("ping");
  fs.rmSync(path, { recursive: true });
  assert.match(text(await side.call("search_docs", {}, 1)), /was not made: the directory is not there/);
  fs.writeFileSync(path, "");
  assert.match(text(await side.call("search_docs", {}, 2)), /was not made: it is no directory/);
  fs.rmSync(path);
  fs.mkdirSync(path);
  pickup(context, path);
  assert.match(text(await side.call("search_docs", {}, 3)), /"toolName":"search_docs"/);
  assert.deepEqual([side.messages.length, side.stderr], [4, ""]);
});
