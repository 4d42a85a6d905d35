/** The official clients through the gated proxy, with servers of the official SDKs behind it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Gate, Ledger, pinCatalogs } from "../../../bindings-node/dist/index.mjs";
import { startGatedProxy } from "../../../bindings-node/dist/runner.mjs";
import { CLIENTS, connect, said } from "../support/clients.mjs";
import { UPSTREAMS } from "../support/upstreams.mjs";

const document = (url) => ({
  mcps: [
    {
      name: "docs",
      connection: { type: "http", url },
      policy: {
        tools: { mode: "include", names: ["docs_find", "docs_write", "docs_drop"] },
        tool_permissions: { docs_find: "allow", docs_write: "ask", docs_drop: "deny" },
      },
    },
  ],
});

/** A proxy in front of a server; both ended with the test. */
async function start(t, upstream, options = {}) {
  const behind = await upstream.start(t);
  const seen = { paused: [], log: [] };
  const ledger = new Ledger();
  const proxy = await startGatedProxy({
    server: "docs",
    url: behind.url,
    gate: new Gate(document(behind.url)),
    ledger,
    allowHosts: ["127.0.0.1"],
    onPause: (call) => seen.paused.push(call.tool),
    log: (line) => seen.log.push(line),
    ...options,
  });
  t.after(() => proxy.close());
  return { ...behind, url: proxy.url, headers: { Authorization: `Bearer ${proxy.authorizationToken}` }, ledger, seen, proxy };
}

for (const upstream of UPSTREAMS) {
  for (const kind of CLIENTS) {
    const title = `${kind.name} through the proxy to ${upstream.name}`;
    const stateless = kind.version === "2026-07-28" && upstream.stateless === true;

    test(`RUN-52 ${title} sees what is offered`, async (t) => {
      const { url, headers, ran } = await start(t, upstream);
      const { client } = await connect(t, kind, url, headers);
      assert.equal(client.getServerVersion()?.name, "upstream");
      if (client.getNegotiatedProtocolVersion) assert.equal(client.getNegotiatedProtocolVersion(), stateless ? "2026-07-28" : "2025-11-25");
      const names = [];
      let cursor;
      do {
        const page = await client.listTools(cursor === undefined ? {} : { cursor });
        names.push(...page.tools.map(({ name }) => name));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      assert.deepEqual([names, ran], [["docs_find", "docs_write"], []]);
    });

    test(`RUN-51 ${title} calls what it may`, async (t) => {
      const { url, headers, ran, ledger, seen } = await start(t, upstream);
      const { client } = await connect(t, kind, url, headers);
      const call = (name, q, options) => client.callTool({ name, arguments: { q } }, ...(kind.name === "SDK 1" ? [undefined] : []), ...(options ? [options] : []));
      assert.deepEqual(said(await call("docs_find", "é😀")), { text: "docs_find found é😀", isError: false });
      for (const name of ["docs_drop", "docs_hidden", "nothing"]) assert.equal(said(await call(name, "x")).isError, true, name);
      await assert.rejects(call("docs_write", "x"));
      assert.deepEqual([ran, seen.paused], [["docs_find é😀"], ["docs_write"]]);
      ledger.record("mcp__docs__docs_write", { q: "x" }, "allow");
      assert.equal(said(await call("docs_write", "x")).text, "docs_write found x");
      await assert.rejects(call("docs_write", "x"));
      assert.deepEqual(ran, ["docs_find é😀", "docs_write x"]);
      assert.deepEqual(seen.log.map(({ verdict }) => verdict), ["allow", "deny", "deny", "deny", "pending", "approved", "pending"]);
    });

    if (upstream.progress) {
      test(`RUN-50 ${title} hears of progress before the result`, async (t) => {
        const { url, headers } = await start(t, upstream);
        const { client } = await connect(t, kind, url, headers);
        const heard = [];
        const options = { onprogress: ({ progress }) => heard.push(progress) };
        const request = { name: "docs_find", arguments: { q: "x" } };
        const result = await (kind.name === "SDK 1" ? client.callTool(request, undefined, options) : client.callTool(request, options));
        heard.push(said(result).text);
        assert.deepEqual(heard, [1, "docs_find found x"]);
      });
    }
  }
}

test("RUN-50 a session of SDK 1 is ended through the proxy", async (t) => {
  const { url, headers, sessions } = await start(t, UPSTREAMS[0]);
  const { client, transport } = await connect(t, CLIENTS[0], url, headers);
  await client.listTools();
  assert.equal(sessions.size, 1);
  await transport.terminateSession();
  assert.equal(sessions.size, 0);
});

test("RUN-53 a tool that is not shown as it was pinned asks, and the log says what changed", async (t) => {
  const shown = { name: "docs_find", description: "Does docs_find.", inputSchema: { type: "object", properties: { q: { type: "string" } }, required: ["q"] } };
  for (const [pinned, verdict] of [[[shown], "allow"], [[{ ...shown, description: "Finds." }], "pending"], [[], "pending"]]) {
    const pins = pinCatalogs(document("http://127.0.0.1:1/mcp"), { docs: pinned });
    const { url, headers, ran, seen } = await start(t, UPSTREAMS[1], { pins });
    const { client } = await connect(t, CLIENTS[1], url, headers);
    await client.listTools();
    await client.callTool({ name: "docs_find", arguments: { q: "x" } }).catch(() => {});
    assert.deepEqual(ran, verdict === "allow" ? ["docs_find x"] : []);
    assert.equal(seen.log.filter(({ event }) => event === "decision").at(-1).verdict, verdict);
    assert.equal(seen.log.some(({ message }) => message?.includes("description")), pinned[0]?.description === "Finds.");
  }
});

test("RUN-50 a server that is gone is a clear error, and the proxy lives on", async (t) => {
  const { url, headers, proxy } = await start(t, { start: async () => ({ url: "http://127.0.0.1:9/mcp", ran: [] }) });
  await assert.rejects(connect(t, CLIENTS[1], url, headers));
  await assert.rejects(connect(t, CLIENTS[1], url, headers), /127\.0\.0\.1|refused|reach|docs/);
  await proxy.close();
});
