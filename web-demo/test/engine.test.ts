/** What the drawer asks the core, and for which names. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { canonicalJson, Gate, setServerPermission } from "callgate-wasm";
import { LocalEngine } from "../src/engine/engine.js";
import type { Operation, Ref } from "../src/engine/protocol.js";
import { connection, read } from "./drawer.js";

function open(agent: string, catalogs = "") {
  const engine = new LocalEngine();
  assert.equal(engine.setCatalogs(catalogs), undefined);
  engine.setSaved(agent);
  return { engine, looked: engine.look(agent) };
}

for (const example of ["support", "triage", "minimal"]) {
  test(`DRAW-1 DRAW-3 ${example}: every tool that the document or a catalog names is listed once, with the gate's own decision`, () => {
    const [agent, catalogs] = [read(`${example}.agent`), read(`${example}.catalogs`)];
    const { engine, looked } = open(agent, catalogs);
    assert.ok(looked.ok, JSON.stringify(looked.problems));
    const gate = new Gate(agent, { catalogs });
    let seen = 0;
    for (const [group, { server, tools }] of looked.inForce.entries()) {
      assert.equal(new Set(tools).size, tools.length);
      for (const tool of tools) {
        const [facts] = engine.facts([{ group, tool }]);
        const call = server === undefined ? { tool } : { server, tool };
        assert.deepEqual(facts?.decision, gate.decide(call));
        const reading = gate.decide({ ...call, read_only: true }).permission;
        assert.equal(facts?.whenReading ?? facts?.decision.permission, reading);
        seen++;
      }
      assert.equal(engine.facts([{ group }])[0] === undefined, server === undefined);
    }
    assert.ok(seen > 0);
    const counts = engine.counts();
    assert.equal(counts.allow + counts.ask + counts.deny, seen);
  });
}

test("DRAW-3 names that objects have are names like any other, and a server's claims decide nothing", () => {
  const policy = '{"permission":"ask","tool_permissions":{"__proto__":"deny","constructor":"allow","7":"deny"}}';
  const agent = `{"mcps":[{"name":"s","connection":${JSON.stringify(connection)},"policy":${policy}}]}`;
  const catalogs = '{"s":{"tools":[{"name":"toString","annotations":{"readOnlyHint":true}},{"name":"toString"},{"name":"__proto__"}]}}';
  const { engine, looked } = open(agent, catalogs);
  const facts = (tools: readonly string[]) => engine.facts(tools.map((tool): Ref => ({ group: 0, tool })));
  const tools = looked.inForce[0]?.tools ?? [];
  assert.deepEqual(tools, ["toString", "__proto__", "7", "constructor"]);
  assert.deepEqual(
    facts(tools).map((fact) => [fact?.own, fact?.decision.permission, fact?.advertised, ...(fact?.claims ?? [])]),
    [[null, "ask", true, "read-only"], ["deny", "deny", true], ["deny", "deny", false], ["allow", "allow", false]],
  );
  for (const tool of tools) {
    const edited = engine.edit(0, { kind: "tool", tool, permission: "deny" }, [{ group: 0, tool }]);
    assert.equal(edited.facts[0]?.decision.permission, "deny", tool);
    assert.ok(Object.hasOwn(JSON.parse(edited.text).mcps[0].policy.tool_permissions, tool), tool);
  }
});

test("DRAW-2 DRAW-6 an edit writes what the core answers, and leaves the rest of the text as its author wrote it", () => {
  const agent = read("support.agent");
  const operations: Operation[] = [
    { kind: "server", permission: "deny" },
    { kind: "server", permission: null },
    { kind: "tool", tool: "get_issue", permission: "deny" },
    { kind: "tool", tool: "get_issue", permission: null },
    { kind: "tool", tool: "brand new", permission: "ask" },
    { kind: "new", permission: "allow" },
    { kind: "new", permission: null },
    { kind: "preset" },
    { kind: "filter", mode: "include" },
    { kind: "choose", tool: "get_issue", chosen: true },
  ];
  for (const operation of operations) {
    const { engine, looked } = open(agent, read("support.catalogs"));
    const group = looked.inForce.findIndex(({ server }) => server === "github");
    const { text } = engine.edit(group, operation, []);
    assert.ok(engine.look(text).ok);
    const [before, after] = [agent, text].map((document) => ({ head: document.slice(0, document.indexOf('"github"')), tail: document.slice(document.indexOf('"payments"')) }));
    assert.deepEqual(after, before, operation.kind);
    const wanted = JSON.parse(agent);
    if (operation.kind === "server") {
      wanted.mcps[group].policy = setServerPermission(wanted.mcps[group].policy, operation.permission).policy;
      assert.equal(canonicalJson(JSON.parse(text)), canonicalJson(wanted));
    }
  }
});

test("DRAW-2 what the core refuses is refused with its own sentence, and nothing changes", () => {
  const { engine, looked } = open(read("support.agent"), read("support.catalogs"));
  const group = looked.inForce.findIndex(({ server }) => server === "internal-search");
  assert.throws(() => engine.edit(group, { kind: "tool", tool: "reindex", permission: "allow" }, []), /filter/);
  engine.edit(group, { kind: "choose", tool: "fetch_doc", chosen: false }, []);
  assert.throws(() => engine.edit(group, { kind: "choose", tool: "search_docs", chosen: false }, []));
  assert.deepEqual(JSON.parse(engine.edit(group, { kind: "choose", tool: "fetch_doc", chosen: true }, []).text).mcps[group].policy.tools.names, ["search_docs", "fetch_doc"]);
});

test("DRAW-2 both spellings of a policy, and a document under parameters.agent, are edited where they are", () => {
  const policy = { permission: "ask", toolPermissions: { a: "allow" }, newToolPermission: "ask" };
  const document = { parameters: { agent: { mcps: [{ name: "s", connection, policy }] } }, other: [1, 2] };
  const { engine } = open(JSON.stringify(document));
  engine.edit(0, { kind: "tool", tool: "b", permission: "deny" }, []);
  const { text } = engine.edit(0, { kind: "new", permission: "deny" }, []);
  const wanted = structuredClone(document) as unknown as { parameters: { agent: { mcps: { policy: object }[] } } };
  wanted.parameters.agent.mcps[0]!.policy = { permission: "ask", toolPermissions: { a: "allow", b: "deny" }, newToolPermission: "deny" };
  assert.equal(canonicalJson(JSON.parse(text)), canonicalJson(wanted));
});

test("DRAW-5 the changes are those from the saved document, the looser ones first", () => {
  const { engine, looked } = open(read("support.agent"), read("support.catalogs"));
  const place = (name: string) => looked.inForce.findIndex(({ server }) => server === name);
  assert.equal(engine.changes().total, 0);
  engine.edit(place("internal-search"), { kind: "tool", tool: "search_docs", permission: "deny" }, []);
  engine.edit(place("payments"), { kind: "tool", tool: "create_refund", permission: "allow" }, []);
  const { changes, total, looser, stricter } = engine.changes();
  assert.deepEqual(changes.map(({ tool, direction }) => [tool, direction]), [["create_refund", "looser"], ["search_docs", "stricter"]]);
  assert.deepEqual([total, looser, stricter], [2, 1, 1]);
});

test("QUAL-4 a tool whose arguments a rule reads says so, since calls with arguments may be decided otherwise", () => {
  const rules = [{ pattern: "mcp__s__t(secret:*)", permission: "deny" }];
  const agent = JSON.stringify({ mcps: [{ name: "s", connection, policy: { permission: "allow" } }], runner: { permissions: { rules } } });
  const { engine } = open(agent, '{"s":[{"name":"t"},{"name":"u"}]}');
  const facts = engine.facts([{ group: 0, tool: "t" }, { group: 0, tool: "u" }]);
  assert.deepEqual(facts.map((fact) => [fact?.decision.permission, fact?.readsArguments]), [["allow", true], ["allow", false]]);
  const tried = engine.attempt({ server: "s", tool: "t", args: '{"x":"secret 1"}', reads: false });
  assert.equal(tried.explanation?.decision.permission, "deny");
});

test("PERM-10 what is not valid gives problems, and the last good document stays in force", () => {
  const good = read("support.agent");
  const { engine, looked } = open(good, read("support.catalogs"));
  for (const text of ["", "{", "[]", read("broken.agent"), '{"a":"\ud800"}', "null", "\u0000", '{"mcps":[{"name":"a"},{"name":"a"}]}']) {
    const now = engine.look(text);
    assert.equal(now.ok, false, text.slice(0, 20));
    assert.ok(now.errors > 0);
    assert.equal(now.revision, looked.revision);
    assert.deepEqual(now.inForce, looked.inForce);
  }
  const fresh = new LocalEngine();
  assert.equal(fresh.look("{").closed, true);
  const { explanation } = fresh.attempt({ server: "", tool: "Read", args: "", reads: true });
  assert.equal(explanation?.decision.permission, "deny");
});

test("DRAW-1 an answer that is an error keeps the server's own words, and the others are read", () => {
  const answers = {
    good: { jsonrpc: "2.0", id: 1, result: { tools: [{ name: "a" }, { name: "a" }], nextCursor: "more" } },
    bad: { jsonrpc: "2.0", id: 1, error: { code: -32001, message: "Login expired, `reconnect`" } },
    odd: { tools: [{ name: 1 }] },
    none: { tools: [] },
    __proto__x: [],
  };
  const mcps = ["good", "bad", "odd", "none", "unknown"].map((name) => ({ name, connection }));
  const { looked } = open(JSON.stringify({ mcps }), JSON.stringify(answers));
  const told = Object.fromEntries(looked.inForce.map(({ server, listed, fault, tools, more }) => [server, [listed, fault ?? "", tools.length, more]]));
  assert.deepEqual(told, {
    good: ["listed", "", 1, true],
    bad: ["refused", "Login expired, `reconnect` (code -32001)", 0, false],
    odd: ["unreadable", "its tool 0 has no name", 0, false],
    none: ["listed", "", 0, false],
    unknown: ["unknown", "", 0, false],
  });
  assert.match(new LocalEngine().setCatalogs("{") ?? "", /not JSON/);
  assert.match(new LocalEngine().setCatalogs("[]") ?? "", /not an object/);
});

test("DRAW-8 the call key is the one that the gate itself looks answers up with", async () => {
  const { Ledger } = await import("callgate-wasm");
  const [agent, catalogs] = [read("support.agent"), read("support.catalogs")];
  const { engine } = open(agent, catalogs);
  const gate = new Gate(agent, { catalogs });
  const calls = [
    { server: "crm", tool: "search_contacts", args: { query: "a" } },
    { server: "payments", tool: "create_refund", args: { charge: "c", amount: 1.0 } },
    { server: "", tool: "send_email", args: { subject: "s", body: "b" } },
  ];
  for (const { server, tool, args } of calls) {
    const { key } = engine.attempt({ server, tool, args: JSON.stringify(args), reads: false });
    const verdict = gate.judge(server === "" ? { tool, args } : { server, tool, args }, new Ledger());
    assert.equal(verdict.kind, "pending", tool);
    assert.equal(key, verdict.key);
  }
});

test("EDIT-7 a suggestion is put into the text, and gives the call that decision", () => {
  const { engine } = open(read("support.agent"), read("support.catalogs"));
  for (const [server, tool, wanted] of [["crm", "search_contacts", "allow"], ["", "send_email", "deny"], ["", "lookup_order", "ask"], ["", "Edit", "deny"]] as const) {
    const attempt = { server, tool, args: "", reads: false };
    const { text, refused } = engine.suggest(attempt, wanted);
    assert.equal(refused, undefined);
    const other = new LocalEngine();
    assert.ok(other.look(text ?? "").ok);
    assert.equal(other.attempt(attempt).explanation?.decision.permission, wanted);
    assert.match(text ?? "", /Answer customers from the handbook/);
  }
});

test("QUAL-13 100,000 servers, and one server with 200,000 tools, are looked at in little time", () => {
  const tools = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`tool_${index}`, index % 2 ? "allow" : "deny"]));
  const large = [
    { mcps: Array.from({ length: 100_000 }, (_, index) => ({ name: `s${index}`, connection })) },
    { mcps: [{ name: "s", connection, policy: { tool_permissions: tools } }] },
  ];
  for (const agent of large) {
    const { looked } = open(JSON.stringify(agent));
    assert.equal(looked.inForce.length, agent.mcps.length);
  }
});
