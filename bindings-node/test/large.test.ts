/** Histories of any size and of any kind: a defined result or a clear error, nothing silently unlimited. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TurnOptions } from "../../bindings-wasm/types/index.js";
import { surfaces } from "./surfaces.js";

const MILLION = 1_000_000;
const LARGE = 100_000_000;

const bytes = (text: string) => new TextEncoder().encode(text);

for (const { name, api } of surfaces) {
  test(`${name}: TRAN-12 a million messages`, () => {
    const approved =
      '{"role":"assistant","content":[{"type":"tool_call","toolCallId":"1","toolName":"t","input":{"a":1}},{"type":"tool_result","toolCallId":"1","output":{"approved":true}}]}';
    const request = bytes(`{"messages":[${approved},${'{"role":"user","content":"hi"},'.repeat(MILLION)}null]}`);
    const turn = api.renderTurn(request);
    assert.ok(turn.fullChars > 10 * MILLION && turn.transcriptChars <= 100_000);
    assert.equal(turn.overWindow, false);
    // The approved call that has not run stays, beside the newest messages.
    assert.match(turn.text, /^\[9\d{5} earlier messages left out\]\n\nAssistant:\n\[called t\(\{"a":1\}\)\]/);
    assert.equal(turn.text.endsWith("User:\nhi"), true);
    assert.deepEqual(new api.Ledger(request).take("t", { a: 1 }), { answer: "allow", arguments: { a: 1 } });
    assert.deepEqual(api.inBandAnswers(request), []);
  });

  test(`${name}: TRAN-2 one result of 100 MB`, () => {
    const body = "x".repeat(LARGE);
    assert.equal(api.capToolResult(body), `${"x".repeat(4000)} [... ${LARGE - 4000} chars omitted]`);
    const result = `{"type":"tool_result","toolCallId":"1","output":"${body}"}`;
    const request = bytes(
      `{"messages":[{"role":"user","content":"go"},{"role":"assistant","content":[{"type":"tool_call","toolCallId":"1","toolName":"pick","input":{}},${result}]}]}`,
    );
    const turn = api.renderTurn(request);
    assert.ok(turn.fullChars < 5000 && !turn.overWindow);
    assert.ok(turn.text.includes(` [... ${LARGE - 4000} chars omitted]]`));
    const ledger = new api.Ledger(request, { clientTools: ["pick"] });
    assert.equal((ledger.takeOutput("pick") as string).length, LARGE);
    assert.equal(ledger.takeOutput("pick"), undefined);
  });

  test(`${name}: a history that is no JSON is an error, and of any other shape an empty one`, () => {
    const cycle: { messages: unknown[] } = { messages: [] };
    cycle.messages.push(cycle);
    for (const wrong of [cycle, { messages: [{ role: "user", content: 1n }] }, new Map(), { messages: [new Date()] }, "{", "", new Uint8Array([0xff])]) {
      const refused = { name: /CallgateError|InvalidDocument/ };
      assert.throws(() => api.renderTurn(wrong as object), refused);
      assert.throws(() => new api.Ledger(wrong as object), refused);
      assert.throws(() => api.inBandAnswers(wrong as object), refused);
    }
    for (const messages of [null, true, 7, "x", {}, [], [null, 7, "x", []], { length: 1 }, [[{ role: "user", content: "x" }]], [{ role: "user", content: { a: 1 } }]]) {
      const turn = api.renderTurn({ messages });
      assert.deepEqual([turn.evicted, turn.overWindow, turn.resume], [0, false, undefined], JSON.stringify(messages));
      assert.equal(new api.Ledger({ messages }).take("t"), undefined);
      assert.deepEqual(api.inBandAnswers({ messages }), []);
    }
  });

  test(`${name}: TRAN-6 a window is a whole number, never silently none`, () => {
    const request = { messages: [{ role: "user", content: "x".repeat(50) }] };
    const kept = api.renderTurn(request, { maxChars: 0 });
    assert.deepEqual([kept.transcriptChars, kept.evicted, kept.overWindow], [0, 1, false]);
    assert.equal(api.renderTurn(request, { maxChars: Number.MAX_SAFE_INTEGER }).evicted, 0);
    for (const maxChars of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "", "5", null, [], true, 5n, 1e21]) {
      assert.throws(() => api.renderTurn(request, { maxChars } as unknown as TurnOptions), { code: "invalid_argument" }, String(maxChars));
      assert.throws(() => api.capToolResult("x", maxChars as unknown as number), { code: "invalid_argument" }, String(maxChars));
    }
  });

  test(`${name}: TRAN-1 no cut splits a pair, and kept and omitted make up the whole`, () => {
    const text = "a😀é😀😀b\u{10FFFF}".repeat(3);
    for (let most = 0; most <= text.length; most++) {
      const capped = api.capToolResult(text, most);
      const found = /^([^]*) \[\.\.\. (\d+) chars omitted\]$/.exec(capped);
      const kept = found ? found[1]! : capped;
      assert.equal(kept.length + Number(found?.[2] ?? 0), text.length);
      assert.ok(text.startsWith(kept) && kept.length <= most && kept.length >= most - 1);
      assert.equal(/[\ud800-\udfff]/u.test(kept), false);
      assert.equal(api.capToolResult(capped, most), capped);
      const turn = api.renderTurn({ messages: [{ role: "user", content: text }] }, { maxChars: most });
      assert.equal(/[\ud800-\udfff]/u.test(turn.text), false);
      assert.ok(turn.transcriptChars <= most);
    }
  });
}
