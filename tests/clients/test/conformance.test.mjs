/**
 * The official conformance suite against the loopback server, and against it through the gated proxy.
 * `conformance.json` says of every scenario
 * for servers whether it applies to a server that only has tools, and if not, why; a list that is no
 * longer the suite's own fails.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { Gate, Ledger } from "../../../bindings-node/dist/index.mjs";
import { startGatedProxy, startInternalToolMcpServer } from "../../../bindings-node/dist/runner.mjs";
import { checks, scenarios, withToken } from "../support/conformance.mjs";
import { document, execute, specs } from "../support/conformance-tools.mjs";

const lists = JSON.parse(readFileSync(join(import.meta.dirname, "../conformance.json"), "utf8"));

const WAY_DIRECT = "RUN-23";

async function served(t) {
  const server = await startInternalToolMcpServer({ specs, gate: new Gate(document), ledger: new Ledger(), execute });
  t.after(() => server.close());
  return server;
}

async function proxied(t) {
  const { url, authorizationToken } = await served(t);
  const connection = { type: "http", url, headers: { Authorization: `Bearer ${authorizationToken}` } };
  const gate = new Gate({ mcps: [{ name: "upstream", connection, policy: { permission: "allow" } }] });
  const headers = [{ name: "Authorization", value: `Bearer ${authorizationToken}` }];
  const proxy = await startGatedProxy({ server: "upstream", url, headers, gate, ledger: new Ledger(), allowHosts: ["127.0.0.1"] });
  t.after(() => proxy.close());
  return proxy;
}

/** How the suite reaches the tools. */
const WAYS = { [WAY_DIRECT]: served, "RUN-50, through the proxy:": proxied };

for (const [suite, { applies, doesNotApply, checksThatDoNot }] of Object.entries(lists)) {
  describe(`conformance ${suite}`, { concurrency: 2 }, () => {
    test(`RUN-23 every scenario of conformance ${suite} is listed, once`, async () => {
      const listed = [...Object.keys(applies), ...Object.keys(doesNotApply)];
      assert.deepEqual(listed.sort(), (await scenarios(suite)).sort());
    });

    const runs = Object.entries(applies).flatMap(([scenario, versions]) =>
      versions.flatMap((version) => Object.entries(WAYS).map(([way, start]) => ({ scenario, version, way, start }))),
    );
    for (const { scenario, version, way, start } of runs) {
      // Once through the proxy is enough: the newer suite has all that the older one has.
      if (way !== WAY_DIRECT && suite === "0.1.16") continue;
      test(`${way} conformance ${suite}: ${scenario} for ${version}`, async (t) => {
        const server = await start(t);
        const url = await withToken(t, server.url, server.authorizationToken);
        // The older suite knows of no versions to choose from.
        const made = await checks(suite, url, scenario, suite === "0.1.16" ? undefined : version);
        const except = checksThatDoNot[scenario] ?? {};
        const passed = made.filter(({ status }) => status === "SUCCESS").map(({ id }) => id);
        const failed = made.filter(({ status }) => !["SUCCESS", "INFO", "SKIPPED"].includes(status));
        assert.deepEqual(failed.filter(({ id }) => !(id in except)).map(({ id, errorMessage }) => `${id}: ${errorMessage}`), []);
        assert.deepEqual(Object.keys(except).filter((id) => !failed.some((check) => check.id === id)), [], "checks that pass now, or are gone");
        assert.ok(passed.length > 0, "nothing was checked");
      });
    }
  });
}
