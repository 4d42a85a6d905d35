/** The official SDK's clients against the stdio shim, whose calls a relay carries to the runner. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Gate, Ledger } from "../../../bindings-node/dist/index.mjs";
import { localRelayFiles, startRelay } from "../../../bindings-node/dist/runner.mjs";
import { said } from "../support/clients.mjs";
import { document, specs } from "../support/tools.mjs";

const shim = join(import.meta.dirname, "../../../bindings-node/dist/stdio-shim.js");
const name = { name: "callgate-tests", version: "1.0.0" };
const CLIENTS = [
  { name: "SDK 1", make: () => new Client1(name), stdio: Transport1 },
  { name: "SDK 2", make: () => new Client(name), stdio: StdioClientTransport },
  { name: "SDK 2, stateless", make: () => new Client(name, { versionNegotiation: { mode: "auto" } }), stdio: StdioClientTransport },
];

/** A relay and a client behind its shim; both ended with the test. */
async function start(t, kind, node = process.execPath) {
  const folder = mkdtempSync(join(tmpdir(), "callgate-shim-"));
  const relayDir = join(folder, "relay");
  const specsFile = join(folder, "specs.json");
  const seen = { ran: [], paused: [] };
  const ledger = new Ledger();
  const relay = startRelay({
    files: localRelayFiles(relayDir),
    specs,
    gate: new Gate(document),
    ledger,
    execute: ({ tool, argumentsText }) => {
      seen.ran.push(`${tool} ${argumentsText}`);
      return `${tool} ran`;
    },
    onPause: (call) => seen.paused.push(call.tool),
    pollingMs: 20,
  });
  writeFileSync(specsFile, relay.publicSpecs);
  const client = kind.make();
  t.after(async () => {
    await client.close();
    await relay.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const env = { AGENTA_AGENT_TOOLS_RELAY_DIR: relayDir, AGENTA_AGENT_TOOLS_PUBLIC_SPECS_FILE: specsFile, AGENTA_AGENT_TOOLS_RELAY_POLLING: "20" };
  await client.connect(new kind.stdio({ command: node, args: [shim], env, stderr: "inherit" }));
  return { client, ledger, seen };
}

const node18 = join(import.meta.dirname, "../node_modules/node-18-linux-x64/bin/node");

test("RUN-60 the shim serves on bare Node 18", { skip: !existsSync(node18) && "no Node 18 for this machine" }, async (t) => {
  assert.match(execFileSync(node18, ["--version"], { encoding: "utf8" }), /^v18\./);
  const { client, seen } = await start(t, CLIENTS[0], node18);
  assert.equal((await client.listTools()).tools.length, 3);
  assert.equal(said(await client.callTool({ name: "search_docs", arguments: { q: "x" } })).text, "search_docs ran");
  assert.deepEqual(seen.ran, ['search_docs {"q":"x"}']);
});

for (const kind of CLIENTS) {
  test(`RUN-61 ${kind.name} gets the same through the shim as over HTTP`, async (t) => {
    const { client, ledger, seen } = await start(t, kind);
    assert.equal(client.getServerVersion()?.name, "agenta-tools");
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name), ["search_docs", "send_mail", "pick_date"]);
    assert.equal(said(await client.callTool({ name: "search_docs", arguments: { q: "é\u2028\n" } })).text, "search_docs ran");
    const wrong = said(await client.callTool({ name: "search_docs", arguments: {} }));
    assert.ok(wrong.isError && wrong.text.includes('property "q"'), wrong.text);
    await assert.rejects(client.callTool({ name: "drop_docs", arguments: { q: "x" } }), /no such tool/);

    const call = () => client.callTool({ name: "send_mail", arguments: { q: "hello" } });
    const paused = said(await call());
    assert.match(paused.text, /not call/i);
    assert.deepEqual([seen.paused, paused.isError], [["send_mail"], false]);
    ledger.record("send_mail", { q: "hello" }, "allow");
    assert.equal(said(await call()).text, "send_mail ran");
    await call();
    assert.deepEqual(seen.ran, ['search_docs {"q":"é\u2028\\n"}', 'send_mail {"q":"hello"}']);
  });

  test(`RUN-62 ${kind.name} has many calls served at one time`, async (t) => {
    const { client, seen } = await start(t, kind);
    const calls = Array.from({ length: 50 }, (_, n) => client.callTool({ name: "search_docs", arguments: { q: "x", n } }));
    for (const result of await Promise.all(calls)) assert.equal(said(result).text, "search_docs ran");
    assert.equal(new Set(seen.ran).size, 50);
  });
}
