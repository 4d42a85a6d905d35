/** The official SDK's clients against the loopback server: list, allow, deny, ask, client tools. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CLIENTS, connect, said } from "../support/clients.mjs";
import { startTools } from "../support/tools.mjs";

for (const kind of CLIENTS) {
  test(`RUN-23 ${kind.name} connects, and sees what it may see`, async (t) => {
    const { url, headers, seen } = await startTools(t);
    const { client, transport } = await connect(t, kind, url, headers);
    assert.equal(client.getServerVersion()?.name, "agenta-tools");
    assert.equal(client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion, kind.version);
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name), ["search_docs", "send_mail", "pick_date"]);
    assert.ok(!JSON.stringify(tools).includes("s3cret"), "private fields are shown (RUN-26)");
    assert.deepEqual(tools[0].inputSchema.required, ["q"]);
    assert.deepEqual(seen.ran, []);
  });

  test(`RUN-27 ${kind.name} runs what is allowed, with numbers as written`, async (t) => {
    const { url, headers, seen } = await startTools(t);
    const { client } = await connect(t, kind, url, headers);
    assert.deepEqual(said(await client.callTool({ name: "search_docs", arguments: { q: "é\u2028😀" } })), { text: "search_docs ran", isError: false });
    assert.deepEqual(seen.ran, ['search_docs {"q":"é\u2028😀"}']);
    const wrong = said(await client.callTool({ name: "search_docs", arguments: { n: 1 } }));
    assert.ok(wrong.isError && wrong.text.includes(`property "q"`), wrong.text);
    const denied = said(await client.callTool({ name: "drop_docs", arguments: { q: "x" } }));
    assert.ok(denied.isError && /will not change/.test(denied.text), denied.text);
    await assert.rejects(client.callTool({ name: "nothing", arguments: {} }), /no such tool/);
    assert.equal(seen.ran.length, 1);
  });

  test(`RUN-27 ${kind.name} is left without an answer by a call that waits, and the same call runs once after a yes`, async (t) => {
    const { url, headers, seen, ledger } = await startTools(t);
    const { client } = await connect(t, kind, url, headers);
    const call = () => client.callTool({ name: "send_mail", arguments: { q: "hello" } });
    await assert.rejects(call());
    assert.deepEqual(seen.paused.map(({ tool, argumentsText }) => [tool, argumentsText]), [["send_mail", '{"q":"hello"}']]);
    ledger.record("send_mail", { q: "hello" }, "allow");
    assert.equal(said(await call()).text, "send_mail ran");
    await assert.rejects(call());
    assert.deepEqual(seen.ran, ['send_mail {"q":"hello"}']);
    // The session goes on.
    assert.equal((await client.listTools()).tools.length, 3);
    ledger.record("send_mail", { q: "hello" }, "deny");
    assert.ok(said(await call()).isError);
  });

  test(`RUN-28 ${kind.name} gets what the browser answered, once`, async (t) => {
    const { Ledger } = await import("../../../bindings-node/dist/index.mjs");
    const ledger = new Ledger(
      { messages: [{ role: "user", content: "when?" }, { role: "assistant", content: [
        { type: "tool_call", toolCallId: "c1", toolName: "pick_date", input: { q: "when" } },
        { type: "tool_result", toolCallId: "c1", toolName: "pick_date", output: { day: "Friday" } },
      ] }] },
      { clientTools: ["pick_date"] },
    );
    const { url, headers, seen } = await startTools(t, { ledger });
    const { client } = await connect(t, kind, url, headers);
    const call = () => client.callTool({ name: "pick_date", arguments: { q: "when" } });
    assert.deepEqual(said(await call()), { text: '{"day":"Friday"}', isError: false });
    await assert.rejects(call());
    assert.deepEqual([seen.paused.length, seen.ran.length], [1, 0]);
  });

  test(`RUN-20 ${kind.name} without the token gets nothing`, async (t) => {
    const { url } = await startTools(t);
    for (const headers of [{}, { Authorization: "Bearer wrong" }]) {
      await assert.rejects(connect(t, kind, url, headers));
    }
  });

  test(`RUN-5 ${kind.name} does not keep the server from closing`, async (t) => {
    const { url, headers, close } = await startTools(t);
    const { client } = await connect(t, kind, url, headers);
    await close();
    await assert.rejects(client.listTools());
  });
}
