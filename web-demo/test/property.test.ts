/** Generated policies on the drawer's own ways: what it shows is what the gate decides, before and after every edit. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { canonicalJson, diff, Gate, InvalidEdit, type Permission, setNewToolPermission, setServerPermission, setToolPermission, validate } from "callgate-wasm";
import { LocalEngine } from "../src/engine/engine.js";
import type { Operation } from "../src/engine/protocol.js";
import { type Served, serve } from "./browser.js";
import { rows, settledText, summary, visit, WORDS } from "./drawer.js";
import { generate, type Random, random } from "./generated.js";

const CASES = Number(process.env.CALLGATE_CASES ?? 500);
const IN_PAGE = Math.ceil(CASES / 20);
const SEED = Number(process.env.PROPTEST_RNG_SEED ?? 1);

let served: Served;
before(async () => {
  served = await serve();
});
after(() => served?.close());

function operation(next: Random, tools: readonly string[]): Operation {
  const permission = ([null, "allow", "ask", "deny"] as const)[next(4)]!;
  const tool = tools.length > 0 ? tools[next(tools.length)]! : "another";
  const operations: readonly Operation[] = [
    { kind: "server", permission },
    { kind: "new", permission },
    { kind: "tool", tool, permission },
    { kind: "tool", tool, permission },
    { kind: "preset" },
    { kind: "filter", mode: next(2) === 0 ? "all" : "include" },
    { kind: "choose", tool, chosen: next(2) === 0 },
  ];
  return operations[next(operations.length)]!;
}

/** The policy of one server by the core itself, for the edits that need no more than it. */
function byCore(policy: object, done: Operation): object | undefined {
  if (done.kind === "server") return setServerPermission(policy, done.permission).policy;
  if (done.kind === "new") return setNewToolPermission(policy, done.permission).policy;
  if (done.kind === "tool") return setToolPermission(policy, done.tool, done.permission).policy;
  return undefined;
}

test("DRAW-2 DRAW-3 DRAW-5 generated policies and edits: every row is the gate's decision, every text the core's policy, every change of the diff", (context) => {
  const next = random(SEED);
  let [valid, edits, refused] = [0, 0, 0];
  for (let round = 0; round < CASES; round++) {
    const { agent, catalogs } = generate(next);
    const engine = new LocalEngine();
    engine.setCatalogs(catalogs);
    engine.setSaved(agent);
    const looked = engine.look(agent);
    assert.equal(looked.ok, validate(agent, catalogs).ok, agent);
    if (!looked.ok) continue;
    valid++;
    let text = agent;
    for (let step = 0; step < 4; step++) {
      const gate = new Gate(text, { catalogs });
      const { inForce } = engine.look(text);
      for (const [group, { server, tools }] of inForce.entries()) {
        const refs = tools.map((tool) => ({ group, tool }));
        for (const [index, facts] of engine.facts(refs).entries()) {
          const call = server === undefined ? { tool: tools[index]! } : { server, tool: tools[index]! };
          assert.deepEqual(facts?.decision, gate.decide(call), text);
        }
      }
      assert.deepEqual(engine.changes().total, diff(agent, text, catalogs).length);
      const servers = inForce.filter(({ server }) => server !== undefined);
      if (servers.length === 0) break;
      const group = next(servers.length);
      const done = operation(next, servers[group]!.tools);
      const place = servers[group]!.pointer.split("/").slice(1);
      const policyOf = (document: unknown) => (place.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], document) as { policy?: object }).policy ?? {};
      const before: unknown = JSON.parse(text);
      try {
        const edited = engine.edit(group, done, []);
        edits++;
        const wanted = byCore(policyOf(before), done);
        const now: unknown = JSON.parse(edited.text);
        if (wanted) assert.equal(canonicalJson(policyOf(now)), canonicalJson(wanted), `${JSON.stringify(done)} on ${text}`);
        // Nothing else of the document is another.
        for (const document of [before, now]) delete (place.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], document) as { policy?: object }).policy;
        assert.equal(canonicalJson(now), canonicalJson(before));
        text = edited.text;
      } catch (error) {
        if (!(error instanceof InvalidEdit)) throw error;
        refused++;
        assert.equal(engine.look(text).ok, true);
      }
    }
  }
  assert.ok(valid > CASES / 4 && edits > valid && refused > 0, `${valid} valid, ${edits} edits, ${refused} refused`);
  context.diagnostic(`${valid} valid documents, ${edits} edits, ${refused} edits refused`);
});

test("DRAW-13 QUAL-30 generated policies in the page: every row that is shown is what the gate decides, and so it stays after an edit by hand", () =>
  visit(served, async (page) => {
    const next = random(SEED + 1);
    const input = page.locator('input[type="file"]');
    let seen = 0;
    const compare = async (agent: string, catalogs: string) => {
      const gate = new Gate(agent, { catalogs });
      for (const { server, tool, word } of await rows(page)) {
        // Names are shown with what cannot be seen in them made visible.
        const name = tool.replace("U+202E", "\u202e");
        const call = tool === "" ? { server, tool: "a name that nobody has" } : server === "" ? { tool: name } : { server, tool: name };
        assert.equal(word, WORDS[gate.decide(call).permission], `${server} ${tool} in ${agent}`);
        seen++;
      }
    };
    for (let round = 0; round < IN_PAGE; ) {
      const { agent, catalogs } = generate(next);
      if (!validate(agent, catalogs).ok || !agent.includes('"name"')) continue;
      round++;
      const file = (name: string, text: string) => input.setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
      await file("agent.json", agent);
      await page.waitForFunction((text) => document.querySelector("textarea")?.value === text, agent);
      await page.getByRole("status").filter({ hasText: "Opened as the agent document." }).waitFor();
      if (catalogs !== "{}") {
        await file("lists.json", catalogs);
        const dialog = page.getByRole("dialog");
        await page.getByRole("status").filter({ hasText: "Opened as the servers' tool lists." }).or(dialog).waitFor();
        if (await dialog.count()) {
          await dialog.getByRole("radio", { name: "tool lists of several servers" }).check();
          await dialog.getByRole("button", { name: "Load" }).click();
          await page.getByRole("status").filter({ hasText: "Opened as the servers' tool lists." }).waitFor();
        }
      } else {
        await file("lists.json", '{"nobody": {"tools": []}}');
        await page.getByRole("dialog").getByRole("radio", { name: "tool lists of several servers" }).check();
        await page.getByRole("dialog").getByRole("button", { name: "Load" }).click();
        await page.getByRole("status").filter({ hasText: "Opened as the servers' tool lists." }).waitFor();
      }
      await page.waitForTimeout(100);
      await compare(agent, catalogs);
      const choice = page.getByRole("radiogroup", { name: /^Permission of/ }).first();
      if ((await choice.count()) === 0) continue;
      const wanted = (["allow", "ask", "deny"] as const)[next(3)] satisfies Permission | undefined;
      await choice.getByRole("radio", { name: WORDS[wanted!] }).click();
      await page.waitForFunction((text) => document.querySelector("textarea")?.value !== text || document.querySelector('[role="radio"][data-state="checked"]') !== null, agent);
      await page.waitForTimeout(200);
      await summary(page).getByText(/Nothing to save|decision/).waitFor();
      await compare(await settledText(page), catalogs);
    }
    assert.ok(seen > IN_PAGE * 3, `${seen} rows`);
  }));
