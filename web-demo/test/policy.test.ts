/** What the page asks the gate, and for which names. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Gate } from "callgate-wasm";
import { groups } from "../src/names.js";
import { check, Policy } from "../src/policy.js";

const read = (name: string) => readFileSync(`../tests/examples/${name}.json`, "utf8");
const connection = { type: "gateway", namespace: "custom", slug: "s" };

for (const example of ["support", "triage", "minimal"]) {
  test(`DRAW-1 ${example}: every tool that the document or a catalog names is listed once, with the gate's own decision`, () => {
    const documents = { agent: read(`${example}.agent`), catalogs: read(`${example}.catalogs`) };
    const { policy, diagnostics } = check(documents);
    assert.ok(policy, JSON.stringify(diagnostics));
    const gate = new Gate(documents.agent, { catalogs: documents.catalogs });
    let seen = 0;
    for (const { server, tools, other } of policy.groups) {
      const names = tools.map(({ name }) => name);
      assert.equal(new Set(names).size, names.length);
      for (const { name, call: own } of tools) {
        const { decision, whenReading } = policy.rule(own);
        const call = server === undefined ? { tool: name } : { server, tool: name };
        assert.deepEqual(decision, gate.decide(call));
        const reading = gate.decide({ ...call, read_only: true });
        assert.equal((whenReading ?? decision).permission, reading.permission);
        seen++;
      }
      assert.equal(other === undefined, server === undefined);
    }
    const listed = Object.entries(JSON.parse(documents.catalogs) as Record<string, { tools?: unknown[] } | unknown[]>);
    for (const [server, catalog] of listed) {
      const tools = Array.isArray(catalog) ? catalog : (catalog.tools ?? []);
      const group = policy.groups.find((found) => found.server === server);
      assert.ok(tools.length <= (group?.tools.length ?? 0), server);
    }
    assert.ok(seen > 0);
  });
}

test("CONF-1 CONF-2 names are found at the root and under parameters.agent, in the authored and the wire form", () => {
  const policy = { tool_permissions: { a: "allow" } };
  const wire = { toolPermissions: { b: "deny" }, newToolPermission: "ask" };
  const agent = { mcps: [{ name: "s", connection, policy }, { name: "t", connection, policy: wire }] };
  for (const document of [agent, { parameters: { agent } }]) {
    const found = groups(JSON.stringify(document), undefined);
    assert.deepEqual(found.map(({ server, tools }) => [server, ...tools.map(({ name }) => name)]), [["s", "a"], ["t", "b"]]);
  }
});

test("DRAW-3 names that objects have are names like any other, and a catalog's claims decide nothing", () => {
  const agent = '{"mcps":[{"name":"s","connection":{"type":"gateway","namespace":"custom","slug":"s"},"policy":{"permission":"ask","tool_permissions":{"__proto__":"deny","constructor":"allow"}}}]}';
  const catalogs = '{"s":{"tools":[{"name":"toString","annotations":{"readOnlyHint":true}},{"name":"toString"},{"name":"__proto__"}]}}';
  const { policy } = check({ agent, catalogs });
  const rows = policy?.groups[0]?.tools.map(({ name, call, advertised, claims }) => [name, policy.rule(call).decision.permission, advertised, ...claims]);
  assert.deepEqual(rows, [
    ["toString", "ask", true, "read-only"],
    ["__proto__", "deny", true],
    ["constructor", "allow", false],
  ]);
});

test("QUAL-4 a tool whose arguments a rule reads says so, since calls with arguments may be decided otherwise", () => {
  const rules = [{ pattern: "mcp__s__t(secret:*)", permission: "deny" }];
  const agent = JSON.stringify({
    mcps: [{ name: "s", connection, policy: { permission: "allow", tool_permissions: {} } }],
    runner: { permissions: { rules } },
  });
  const { policy } = check({ agent, catalogs: '{"s":[{"name":"t"},{"name":"u"}]}' });
  assert.deepEqual(
    policy?.groups[0]?.tools.map(({ name, call }) => [name, policy.rule(call).decision.permission, policy.rule(call).readsArguments]),
    [["t", "allow", true], ["u", "allow", false]],
  );
  assert.equal(policy.explain('{"server":"s","tool":"t","args":{"x":"secret 1"}}').decision.permission, "deny");
});

test("PERM-10 what is not valid gives problems and no policy; without one everything is denied", () => {
  const valid = read("support.agent");
  const invalid: [string, string][] = [["", ""], ["{", ""], ["[]", ""], [read("broken.agent"), ""], [valid, "{"], [valid, "[]"], ['{"a":"\ud800"}', ""]];
  for (const [agent, catalogs] of invalid) {
    const { policy, diagnostics } = check({ agent, catalogs });
    assert.equal(policy, undefined, agent.slice(0, 20));
    assert.ok(diagnostics.some(({ severity }) => severity === "error"));
  }
  const closed = Policy.closed();
  assert.deepEqual(closed.groups, []);
  assert.equal(closed.explain('{"tool":"Read","read_only":true}').decision.permission, "deny");
});

test("QUAL-13 100,000 servers, and one server with 200,000 tools, are listed in little time", () => {
  const table = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`tool_${index}`, index % 2 ? "allow" : "deny"]));
  const large = [
    { mcps: Array.from({ length: 100_000 }, (_, index) => ({ name: `s${index}`, connection })) },
    { mcps: [{ name: "s", connection, policy: { tool_permissions: table } }] },
  ];
  for (const agent of large) {
    const start = performance.now();
    const { policy } = check({ agent: JSON.stringify(agent), catalogs: "" });
    assert.equal(policy?.groups.length, agent.mcps.length);
    // Far more than it takes, and far less than what grows by the square.
    assert.ok(performance.now() - start < 30_000);
  }
});

test("the tools are counted by decision, unless there are very many", () => {
  const counts = (number: number) => {
    const table = Object.fromEntries(Array.from({ length: number }, (_, index) => [`tool_${index}`, index % 2 ? "allow" : "deny"]));
    const agent = JSON.stringify({ mcps: [{ name: "s", connection, policy: { tool_permissions: table } }] });
    return check({ agent, catalogs: "" }).policy?.counts();
  };
  assert.deepEqual(counts(101), { allow: 50, ask: 0, deny: 51 });
  assert.equal(counts(20_001), undefined);
});
