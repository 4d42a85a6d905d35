/** `callgate proxy`, as a process of its own, in front of a server that wants a secret. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { Gate, Ledger, pinCatalogs } from "callgate";
import { startInternalToolMcpServer } from "callgate/runner";
import { post, runCli, startCli } from "./cli-server.js";

const TOOLS = ["find", "write", "drop", "hidden"].map((name) => ({ name: `docs_${name}`, description: `Does ${name}.` }));

/** A server, a document that reaches it with a secret, and files for the command line. */
async function start(t: TestContext) {
  const ran: string[] = [];
  const upstream = await startInternalToolMcpServer({
    specs: TOOLS,
    gate: new Gate({ tools: TOOLS.map(({ name }) => ({ name, permission: "allow" as const })) }),
    ledger: new Ledger(),
    execute: ({ tool, argumentsText }) => (ran.push(`${tool} ${argumentsText}`), "done"),
  });
  const folder = mkdtempSync(join(tmpdir(), "callgate-test-"));
  t.after(async () => {
    await upstream.close();
    rmSync(folder, { recursive: true });
  });
  const document = {
    mcps: [
      {
        name: "docs",
        connection: {
          type: "http",
          url: upstream.url,
          credentials: { type: "header_secret_refs", headers: { Authorization: "docs-key" } },
        },
        policy: {
          tools: { mode: "include", names: ["docs_find", "docs_write", "docs_drop"] },
          tool_permissions: { docs_find: "allow", docs_write: "ask", docs_drop: "deny" },
        },
      },
      { name: "cloud", connection: { type: "gateway", namespace: "custom", slug: "cloud" } },
    ],
  };
  const write = (name: string, value: unknown) => {
    writeFileSync(join(folder, name), JSON.stringify(value));
    return join(folder, name);
  };
  const agent = write("agent.json", document);
  const secrets = write("secrets.json", { "docs-key": `Bearer ${upstream.authorizationToken}` });
  return { upstream, ran, document, agent, secrets, write, folder };
}

const call = (name: string, args = "{}") => ["tools/call", `{"name":"${name}","arguments":${args}}`] as const;

test("RUN-50 proxy puts the gate in front of the server, whose secret stays behind it", async (t) => {
  const { agent, secrets, ran, folder, upstream } = await start(t);
  const log = join(folder, "log.jsonl");
  const words = ["proxy", agent, "--server", "docs", "--secrets", secrets, "--allow-host", "127.0.0.1", "--show-token", "--log", log];
  const proxy = await startCli(t, words);
  const { url, token } = proxy.ready as { url: string; token: string };
  assert.notEqual(token, upstream.authorizationToken);

  const listed = await post(url, token, "tools/list", "{}");
  assert.deepEqual(listed?.body.result?.tools?.map(({ name }) => name), ["docs_find", "docs_write"]);
  const exact = '{"n":123456789012345678901234567890}';
  assert.equal((await post(url, token, ...call("docs_find", exact)))?.body.result?.content?.[0]?.text, "done");
  for (const name of ["docs_drop", "docs_hidden"]) assert.equal((await post(url, token, ...call(name)))?.body.result?.isError, true);
  assert.equal(await post(url, token, ...call("docs_write")), undefined);
  await proxy.until(/docs_write waits for a person, and there is no terminal/);
  assert.deepEqual(ran, [`docs_find ${exact}`]);
  assert.equal(await proxy.end(), 0);
  const text = readFileSync(log, "utf8");
  assert.ok(text.includes('"tool":"docs_find"') && text.includes('"pointer":"/mcps/0/policy/tool_permissions/docs_drop"'), text);
  assert.ok(!text.includes(upstream.authorizationToken) && !text.includes("123456789012345678901234567890"));
  assert.ok(!proxy.errors().includes(upstream.authorizationToken));
});

test("RUN-53 proxy asks for what is not pinned as it is shown", async (t) => {
  const { agent, secrets, ran, write, document } = await start(t);
  const serve = async (pinned: object[]) => {
    const pins = write("pins.json", pinCatalogs(document, { docs: pinned as [] }));
    const words = ["proxy", agent, "--server", "docs", "--secrets", secrets, "--allow-host", "127.0.0.1", "--show-token", "--pins", pins];
    const proxy = await startCli(t, words);
    const { url, token } = proxy.ready as { url: string; token: string };
    await post(url, token, "tools/list", "{}");
    const answer = await post(url, token, ...call("docs_find"));
    await proxy.end();
    return { ran: ran.splice(0), answer, errors: proxy.errors() };
  };
  const shown = TOOLS.map((tool) => ({ ...tool, inputSchema: { type: "object", properties: {} } }));
  assert.deepEqual((await serve(shown)).ran, ["docs_find {}"]);
  const changed = await serve(shown.map((tool) => ({ ...tool, description: "Did something else." })));
  assert.deepEqual(changed.ran, []);
  assert.match(changed.errors, /description/);
  assert.deepEqual((await serve([])).ran, []);
});

test("RUN-4 proxy says what keeps it from reaching the server, and never a secret", async (t) => {
  const { agent, secrets, write, upstream } = await start(t);
  const words = ["proxy", agent, "--server", "docs"];
  const odd: [string[], number, RegExp][] = [
    [["proxy"], 2, /`FILE` is needed/],
    [["proxy", agent], 2, /`--server` is needed/],
    [["proxy", agent, "--server", "dosc"], 2, /no server `dosc`/],
    [[...words], 2, /docs-key/],
    [[...words, "--secrets", write("a", { "docs-key": null })], 2, /docs-key/],
    [[...words, "--secrets", secrets], 2, /127\.0\.0\.1|address|public/],
    [[...words, "--secrets", secrets, "--allow-host", "a/b"], 2, /host/],
    [[...words, "--secrets", secrets, "--allow-host", "127.0.0.1", "--pins", secrets], 2, /pins/],
    [["proxy", agent, "--server", "cloud"], 2, /gateway/],
    [["proxy", write("b", { mcps: 7 }), "--server", "docs"], 1, /invalid/],
  ];
  for (const [given, code, says] of odd) {
    const ended = await runCli(given);
    assert.equal(ended.code, code, `${given.join(" ")}: ${ended.err}`);
    assert.match(ended.err + ended.out, says);
    assert.ok(!(ended.err + ended.out).includes(upstream.authorizationToken));
  }
  assert.match((await runCli(["proxy", "--help"])).out, /--pins FILE/);
});
