/** The Inspector's command line against the loopback server. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { NODE_22 } from "../support/node22.mjs";
import { startTools } from "../support/tools.mjs";

const inspector = join(import.meta.dirname, "../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");

/** What it prints for a method; a home of its own, since it keeps files there. */
async function inspect(t, { url, headers }, ...words) {
  const home = mkdtempSync(join(tmpdir(), "callgate-inspector-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const all = [inspector, "--cli", url, "--transport", "http", "--header", `Authorization: ${headers.Authorization}`, ...words];
  const { stdout } = await promisify(execFile)(NODE_22, all, { env: { PATH: process.env.PATH, HOME: home }, timeout: 60_000 });
  return JSON.parse(stdout.slice(stdout.indexOf("{")));
}

test("RUN-26 the Inspector lists what may be seen", async (t) => {
  const server = await startTools(t);
  const { tools } = await inspect(t, server, "--method", "tools/list");
  assert.deepEqual(tools.map(({ name }) => name), ["search_docs", "send_mail", "pick_date"]);
  assert.ok(!JSON.stringify(tools).includes("s3cret"));
});

test("RUN-27 the Inspector runs what is allowed", async (t) => {
  const server = await startTools(t);
  const { content } = await inspect(t, server, "--method", "tools/call", "--tool-name", "search_docs", "--tool-arg", "q=x");
  assert.equal(content[0].text, "search_docs ran");
  assert.deepEqual(server.seen.ran, ['search_docs {"q":"x"}']);
});

test("RUN-27 the Inspector runs nothing that is not allowed", async (t) => {
  const server = await startTools(t);
  for (const name of ["send_mail", "drop_docs"]) {
    // It calls only what it has listed, so it may say that a denied tool is not there.
    await inspect(t, server, "--method", "tools/call", "--tool-name", name, "--tool-arg", "q=x").then(
      (result) => assert.equal(result.isError, true),
      () => {},
    );
  }
  assert.deepEqual(server.seen.ran, []);
  assert.deepEqual(server.seen.paused.map(({ tool }) => tool), ["send_mail"]);
});
