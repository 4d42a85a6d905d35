/** What a session's harness is given (RUN-1 to RUN-5). */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Gate, Ledger } from "callgate";
import {
  buildSessionMcpServers, localRelayFiles, type LogLine, type SessionOptions, type SessionServer, startGatedProxy, startInternalToolMcpServer, startRelay,
} from "callgate/runner";
import { agent as servers, call, echo, got, list, send, serve, words } from "./upstream.js";

const http = (name: string, url: string, more: object = {}) => ({ name, connection: { type: "http", url, ...more } });
const specs = [{ name: "create_ticket", description: "Creates one", code: "secret code" }, { name: "never", callRef: "secret ref" }, { name: "pick", kind: "client" as const, timeoutMs: 500 }];
const agent = {
  ...servers,
  tools: [{ name: "create_ticket", permission: "allow" }, { name: "never", permission: "deny" }, { name: "pick", kind: "client" }],
};
const secrets = { "exa-token": "Bearer s3cr3t-value" };
const credentials = { credentials: { type: "header_secret_refs", headers: { Authorization: "exa-token" } }, headers: { "X-Tenant": "acme" } };

async function build(t: TestContext, options: Partial<SessionOptions> = {}) {
  const lines: LogLine[] = [];
  const session = await buildSessionMcpServers({
    harness: "claude", sandbox: "local", gate: new Gate(agent), execute: ({ tool }) => `ran ${tool}`, allowHosts: ["127.0.0.1"], log: (line) => lines.push(line), ...options,
  });
  t.after(() => session.close());
  const told = () => lines.flatMap((line) => (line.event === "decision" ? [] : [`${line.server ?? ""} ${line.message}`]));
  return { ...session, lines, told };
}

/** A client of an entry, which holds nothing but what the entry says. */
function client(server: SessionServer | undefined) {
  assert.ok(server && "url" in server);
  const [header, ...others] = server.headers;
  assert.deepEqual([server.type, header?.name, others], ["http", "Authorization", []]);
  assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  return { url: server.url, authorizationToken: header!.value.replace("Bearer ", ""), close: async () => {} };
}

function relayDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), "callgate-session-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

test("RUN-1 RUN-2 on this machine the run's tools are served over loopback HTTP under the reserved name", async (t) => {
  const { servers: entries } = await build(t, { specs });
  assert.deepEqual(entries.map(({ name }) => name), ["agenta-tools"]);
  const own = client(entries[0]);
  assert.match(got(await send(own, list())).text, /"tools":\[\{"name":"create_ticket".*"name":"pick"/);
  assert.match(got(await send(own, call("create_ticket"))).text, /ran create_ticket/);
  assert.match(got(await send(own, { jsonrpc: "2.0", id: 1, method: "initialize", params: {} })).text, /"serverInfo":\{"name":"agenta-tools"/);
});

test("RUN-1 in a remote sandbox they come through the shim, whose entry holds constants and paths alone", async (t) => {
  const relayDir = relayDirectory(t);
  const before = new Set(readdirSync(relayDir));
  const session = await build(t, { specs, sandbox: "daytona", relayDir, files: localRelayFiles(relayDir) });
  const [entry, ...others] = session.servers;
  assert.ok(entry && "command" in entry);
  assert.deepEqual([others, Object.keys(entry).sort(), entry.name, entry.command], [[], ["args", "command", "env", "name"], "agenta-tools", "node"]);
  const [bundle] = entry.args;
  const [relay, published] = entry.env;
  assert.match(bundle!.slice(relayDir.length), /^\/agenta-tools-[0-9a-f]{32}\.js$/);
  assert.match(published!.value.slice(relayDir.length), /^\/agenta-tools-[0-9a-f]{32}\.json$/);
  assert.deepEqual([relay, published?.name, entry.env.length, entry.args.length], [{ name: "AGENTA_AGENT_TOOLS_RELAY_DIR", value: relayDir }, "AGENTA_AGENT_TOOLS_PUBLIC_SPECS_FILE", 2, 1]);
  const uploaded = readdirSync(relayDir).filter((name) => !before.has(name));
  assert.equal(uploaded.length, 2);
  assert.doesNotMatch(readFileSync(published!.value, "utf8"), /secret|never/);

  // As the sandbox starts it: with this environment and no other.
  const shim = spawn(process.execPath, entry.args, { env: Object.fromEntries(entry.env.map(({ name, value }) => [name, value])), stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => shim.kill());
  let text = "";
  shim.stdout.on("data", (part) => { text += part; });
  const ended = new Promise((resolve) => shim.once("exit", resolve));
  for (const message of [list(1), call("create_ticket", {}, 2), call("never", {}, 3)]) shim.stdin.write(`${JSON.stringify(message)}\n`);
  shim.stdin.end();
  assert.equal(await ended, 0);
  const answers = new Map(text.trim().split("\n").map((line) => [(JSON.parse(line) as { id: number }).id, line]));
  assert.match(answers.get(1)!, /"tools":\[\{"name":"create_ticket".*\{"name":"pick"/);
  assert.match(answers.get(2)!, /ran create_ticket/);
  assert.doesNotMatch(answers.get(3)!, /ran/);

  await session.close();
  assert.deepEqual(readdirSync(relayDir).filter((name) => name.startsWith("agenta-tools-")), []);
});

test("RUN-2 a user's server of the reserved name is refused, and so are two of one name", async (t) => {
  for (const names of [["agenta-tools"], ["exa", "Agenta.Tools"], ["agenta_tools__x"], ["exa", "exa"], ["__proto__"]]) {
    const userServers = names.map((name) => http(name, "https://1.1.1.1/mcp"));
    await assert.rejects(build(t, { userServers }), (error: Error & { code: string }) => ["invalid_document", "invalid_argument"].includes(error.code), names.join());
  }
});

test("RUN-3 a harness without MCP gets no entries, and the log says what was not delivered", async (t) => {
  for (const harness of ["pi", { kind: "pi" }, { kind: "other", mcp: false }]) {
    const { servers: entries, told } = await build(t, { harness, specs, userServers: [http("exa", "https://no-such-host.invalid/mcp")] });
    assert.deepEqual(entries, []);
    assert.equal(told().length, 2);
    assert.match(told()[0]!, /tools are not delivered.*`create_ticket`, `never`, `pick`$/);
    assert.match(told()[1]!, /servers are not delivered.*`exa`$/);
  }
  assert.equal((await build(t, { harness: { kind: "pi", mcp: true }, specs })).servers.length, 1);
});

test("RUN-4 a user's server is behind the gated proxy, and the harness holds neither its address nor its credentials", async (t) => {
  const upstream = await serve(t, echo);
  const gateway = await serve(t, echo);
  const asked: string[] = [];
  const { servers: entries } = await build(t, {
    specs,
    secrets,
    userServers: [http("exa", upstream.url, credentials), servers.mcps[1]!],
    gateway: async (server) => (asked.push(server.name), { url: gateway.url, headers: { "X-Gateway": "gateway-key" } }),
  });
  assert.deepEqual(entries.map(({ name }) => name), ["agenta-tools", "exa", "few"]);
  assert.deepEqual(asked, ["few"]);
  assert.doesNotMatch(JSON.stringify(entries), new RegExp(`s3cr3t|acme|gateway-key|:${upstream.port}|:${gateway.port}`));
  assert.match(got(await send(client(entries[1]), call("search"))).text, /"ran"/);
  assert.match(words(await send(client(entries[1]), call("drop"))) ?? "", /does not permit/);
  assert.match(got(await send(client(entries[2]), call("search"))).text, /"ran"/);
  assert.deepEqual(upstream.seen.map(({ headers }) => [headers.authorization, headers["x-tenant"]]), [["Bearer s3cr3t-value", "acme"]]);
  assert.deepEqual(gateway.seen.map(({ headers }) => headers["x-gateway"]), ["gateway-key"]);
});

test("RUN-4 remote, or with `direct`, the entry is the server itself, and the log says that the gate is not before it", async (t) => {
  for (const options of [{ direct: true }, { sandbox: "daytona" as const }, { sandbox: "daytona" as const, direct: false }]) {
    const { servers: entries, told } = await build(t, { ...options, secrets, userServers: [http("exa", "https://1.1.1.1/mcp", credentials)] });
    assert.deepEqual(entries, [
      { type: "http", name: "exa", url: "https://1.1.1.1/mcp", headers: [{ name: "X-Tenant", value: "acme" }, { name: "Authorization", value: "Bearer s3cr3t-value" }] },
    ]);
    assert.deepEqual(told(), ["exa the harness reaches this server itself: the gate sees only the calls that the harness asks about"]);
  }
});

test("RUN-4 what cannot be resolved is an error that names server and slug, never a value, and leaves nothing running", async (t) => {
  const upstream = await serve(t, echo);
  const good = http("exa", upstream.url, credentials);
  const cases: [string, Partial<SessionOptions>, string, RegExp][] = [
    ["a missing secret", { secrets: { other: "s3cr3t-value" } }, "missing_secret", /`exa`.*`exa-token`/],
    ["a secret that is null", { secrets: { "exa-token": null } }, "missing_secret", /`exa`.*`exa-token`/],
    ["a secret that no header can have", { secrets: { "exa-token": "s3cr3t-value\r\nX: y" } }, "", /./],
    ["a private address", { secrets, allowHosts: [] }, "address_refused", /`127\.0\.0\.1` is not a public address/],
    ["the same, direct", { secrets, allowHosts: [], direct: true }, "address_refused", /`127\.0\.0\.1` is not a public address/],
    ["the same, remote", { secrets, allowHosts: [], sandbox: "daytona" }, "address_refused", /`127\.0\.0\.1` is not a public address/],
    ["no gateway", { secrets, userServers: [good, servers.mcps[1]!] }, "invalid_argument", /`few`.*gateway/],
    ["a gateway that fails", { secrets, userServers: [servers.mcps[1]!], gateway: () => Promise.reject(new Error("no such connection")) }, "gateway_failed", /`few` cannot be resolved: no such connection$/],
    ["a gateway that says nothing", { secrets, userServers: [servers.mcps[1]!], gateway: (() => undefined) as never }, "invalid_argument", /`few`/],
    ["a server that the gate does not have", { userServers: [http("nobody", upstream.url)] }, "invalid_argument", /no server `nobody`/],
  ];
  for (const [what, options, code, right] of cases) {
    await assert.rejects(build(t, { userServers: [good], specs: options.sandbox ? [] : specs, ...options }), (error: Error & { code?: string }) => {
      if (code !== "") assert.equal(error.code, code, `${what}: ${error.message}`);
      assert.match(error.message, right, what);
      assert.doesNotMatch(`${error.message} ${error.stack}`, /s3cr3t/, what);
      return true;
    });
  }
  assert.equal(upstream.seen.length, 0);
});

test("PERM-1 under the kill switch of the environment nothing runs, and no server is reached directly", async (t) => {
  const upstream = await serve(t, echo);
  process.env.SANDBOX_AGENT_DENY_PERMISSIONS = "flase";
  t.after(() => { delete process.env.SANDBOX_AGENT_DENY_PERMISSIONS; });
  const session = await build(t, { specs, secrets, userServers: [http("exa", upstream.url, credentials)] });
  const [own, exa] = session.servers.map(client);
  assert.match(got(await send(own!, list())).text, /"tools":\[\]/);
  assert.match(words(await send(own!, call("create_ticket"))) ?? "", /does not permit/);
  assert.match(words(await send(exa!, call("search"))) ?? "", /does not permit .*kill switch/);
  assert.match(words(await send(exa!, list())) ?? "", /nothing is sent to the server `exa`: .*kill switch/);
  const direct = await build(t, { direct: true, secrets, userServers: [http("exa", upstream.url, credentials)] });
  assert.deepEqual(direct.servers, []);
  assert.match(direct.told()[0]!, /^exa the server is not delivered: .*kill switch/);
  delete process.env.SANDBOX_AGENT_DENY_PERMISSIONS;
  assert.equal((await build(t, { gate: Gate.closed(), direct: true, secrets, userServers: [http("exa", upstream.url, credentials)] })).servers.length, 0);
  assert.equal(upstream.seen.length, 0);
});

test("PERM-1 the kill switch of the environment stops each part of the runner that is started by itself", async (t) => {
  const upstream = await serve(t, echo);
  const [gate, ran, relayDir] = [new Gate(agent), [] as string[], relayDirectory(t)];
  const execute = ({ tool }: { tool: string }) => (ran.push(tool), "ran");
  const start = async () => {
    const server = await startInternalToolMcpServer({ specs, gate, execute });
    const proxy = await startGatedProxy({ server: "exa", url: upstream.url, gate, allowHosts: ["127.0.0.1"] });
    const relay = startRelay({ files: localRelayFiles(relayDir), specs, gate, execute, pollingMs: 10 });
    t.after(() => Promise.all([server.close(), proxy.close(), relay.close()]));
    return { server, proxy, relay };
  };
  t.after(() => { delete process.env.SANDBOX_AGENT_DENY_PERMISSIONS; });
  process.env.SANDBOX_AGENT_DENY_PERMISSIONS = "1";
  const { server, proxy, relay } = await start();
  assert.match(words(await send(server, call("create_ticket"))) ?? "", /does not permit .*kill switch/);
  assert.match(words(await send(proxy, call("search"))) ?? "", /does not permit .*kill switch/);
  writeFileSync(join(relayDir, "a.tmp"), '{"toolName":"create_ticket","toolCallId":"a","args":{}}');
  renameSync(join(relayDir, "a.tmp"), join(relayDir, "a.req.json"));
  while (!existsSync(join(relayDir, "a.res.json"))) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.match(readFileSync(join(relayDir, "a.res.json"), "utf8"), /does not permit .*kill switch/);
  assert.equal(relay.publicSpecs, "[]");
  assert.deepEqual([ran, upstream.seen], [[], []]);
  await relay.close();
  delete process.env.SANDBOX_AGENT_DENY_PERMISSIONS;
  const again = await start();
  assert.equal(words(await send(again.server, call("create_ticket"))), undefined);
  assert.deepEqual(ran, ["create_ticket"]);
});

test("RUN-4 pins, pauses and approvals of the session reach its proxies", async (t) => {
  const upstream = await serve(t, echo);
  const paused: string[] = [];
  const ledger = new Ledger();
  const options = { ledger, onPause: ({ server, tool }: { server?: string | undefined; tool: string }) => paused.push(`${server}/${tool}`) };
  const { servers: entries } = await build(t, { ...options, userServers: [http("exa", upstream.url)], pins: { version: 1, servers: {} } });
  const exa = client(entries[0]);
  for (const tool of ["write", "search"]) assert.equal(await send(exa, call(tool)), "cut");
  assert.deepEqual(paused, ["exa/write", "exa/search"]);
  ledger.record("mcp__exa__write", {}, "allow");
  assert.match(got(await send(exa, call("write"))).text, /"ran"/);
});

test("RUN-1 with nobody there to answer, what asks is denied on every transport", async (t) => {
  const upstream = await serve(t, echo);
  const relayDir = relayDirectory(t);
  const asking = new Gate({ ...agent, tools: [{ name: "create_ticket", permission: "ask" }] });
  const options = { gate: asking, attended: false, specs: [specs[0]!], onPause: () => assert.fail("nobody is there") };
  const { servers: entries } = await build(t, { ...options, userServers: [http("exa", upstream.url)] });
  const [own, exa] = entries.map(client);
  assert.match(words(await send(own!, call("create_ticket"))) ?? "", /does not permit/);
  assert.match(words(await send(exa!, call("write"))) ?? "", /does not permit/);
  const session = await build(t, { ...options, sandbox: "daytona", relayDir, files: localRelayFiles(relayDir) });
  writeFileSync(join(relayDir, "r.tmp"), '{"toolName":"create_ticket","toolCallId":"c","args":{}}');
  renameSync(join(relayDir, "r.tmp"), join(relayDir, "r.req.json"));
  const answer = join(relayDir, "r.res.json");
  while (!existsSync(answer)) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.match(readFileSync(answer, "utf8"), /^\{"ok":false,"error":".*does not permit/);
  await session.close();
});

test("RUN-1 an option that is none, or not enough of them, is refused", async (t) => {
  const relayDir = relayDirectory(t);
  const files = () => localRelayFiles(relayDir);
  const cases: object[] = [
    { gate: undefined }, { gate: {} }, { harness: "" }, { harness: {} }, { harness: undefined }, { sandbox: "Local" }, { sandbox: undefined }, { ledger: {} }, { userServers: {} }, { specs: "x" },
    { secret: {} }, { direct: "yes" }, { gateway: {} }, { specs, execute: undefined }, { execute: 7 }, { userServers: [null] },
    { specs, sandbox: "daytona" }, { specs, sandbox: "daytona", relayDir }, { specs, sandbox: "daytona", files: {} },
    ...["relay", "/a b", "/a;b", "/a$(b)", "/a/../b", "/a\n", "//a"].map((path) => ({ specs, sandbox: "daytona", relayDir: path, files: {} })),
  ];
  for (const options of cases) {
    await assert.rejects(build(t, options), (error: Error & { code?: string }) => ["invalid_argument", "invalid_document"].includes(error.code ?? ""), JSON.stringify(options));
  }
  await assert.rejects(buildSessionMcpServers(null as never), { code: "invalid_argument" });
  // A file that was planted under a name of ours cannot be, but a directory may be full or gone.
  const failing = { ...files(), list: async () => [], remove: async () => {}, create: () => Promise.reject(new Error("disk full")) };
  await assert.rejects(build(t, { specs, sandbox: "daytona", relayDir, files: failing }), /disk full/);
});

test("RUN-5 close releases the ports, may be repeated, and does not wait for who is connected", async (t) => {
  const upstream = await serve(t, () => {});
  const session = await build(t, { specs, userServers: [http("exa", upstream.url)], execute: () => new Promise<string>(() => {}) });
  const clients = session.servers.map(client);
  const open = [send(clients[0]!, call("create_ticket")), send(clients[1]!, call("search"))];
  while (upstream.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await Promise.all([session.close(), session.close()]);
  await session.close();
  assert.deepEqual(await Promise.all(open), ["cut", "cut"]);
  for (const one of clients) await assert.rejects(send(one, list()), { code: "ECONNREFUSED" });
});

test("RUN-5 a process with a session that was closed ends by itself", () => {
  const program = `
    const { Gate } = require("callgate");
    const { buildSessionMcpServers } = require("callgate/runner");
    const gate = new Gate(${JSON.stringify(agent)});
    const userServers = ${JSON.stringify([http("exa", "https://1.1.1.1/mcp")])};
    buildSessionMcpServers({ harness: "claude", sandbox: "local", gate, userServers, specs: ${JSON.stringify(specs)}, execute: () => "" })
      .then(async ({ servers, close }) => { await close(); console.log(servers.length); });`;
  assert.equal(execFileSync(process.execPath, ["-e", program], { encoding: "utf8" }).trim(), "2");
});
