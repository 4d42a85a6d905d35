/** Ledgers, verdicts and recorders from JavaScript: what the shared cases cannot say. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeApi } from "../../bindings-wasm/ts/api.js";
import type { Call, LedgerOptions } from "../../bindings-wasm/types/index.js";
import { native, surfaces, wasm } from "./surfaces.js";

const agent = { tools: [{ name: "create_ticket", permission: "ask" }], runner: { permissions: { default: "ask" } } };
const call = { tool: "create_ticket", args: { title: "x" } };

for (const { name, api } of surfaces) {
  test(`${name}: APPR-20 N approvals permit N executions, and a stored answer carries its token and arguments`, () => {
    const gate = new api.Gate(agent);
    const ledger = new api.Ledger();
    assert.equal(gate.judge(call, ledger).kind, "pending");
    for (const token of ["t-1", "t-2"]) assert.equal(ledger.record("create_ticket", { title: "x" }, "allow", token), true);
    for (const token of ["t-1", "t-2"]) {
      const verdict = gate.judge(call, ledger);
      assert.deepEqual([verdict.kind, verdict.interactionToken, verdict.arguments], ["allow", token, { title: "x" }]);
    }
    assert.equal(gate.judge(call, ledger).kind, "pending");
    assert.deepEqual([gate.judge(call, ledger, { attended: false }).kind, gate.judge(call, ledger, { attended: false }).decision.reason.step], ["deny", "unattended"]);
  });

  test(`${name}: APPR-4 values without a key store nothing and find nothing`, () => {
    const ledger = new api.Ledger();
    const unkeyed = [{ a: 1n }, { a: new Date() }, { a: NaN }, { a: 2 ** 53 }, { a: "\ud800" }, { a: new Map() }, '{"a":1,"a":2}', "not json"];
    for (const args of unkeyed) {
      assert.equal(api.callKey("t", args), undefined);
      assert.equal(ledger.record("t", args, "allow"), false);
      assert.equal(ledger.take("t", args), undefined);
      assert.equal(ledger.grant("t", args), false);
      assert.equal(ledger.consume("t", args), false);
    }
    for (const tool of [undefined, null, "", "t\ud800", 7]) {
      assert.equal(api.callKey(tool as string, {}), undefined);
      assert.equal(ledger.record(tool as string, {}, "allow"), false);
      assert.equal(ledger.take(tool as string, {}), undefined);
    }
    assert.equal(api.callKey("t", { a: 9007199254740991 }), api.callKey("t", '{"a":9007199254740991}'));
    assert.notEqual(api.callKey("t", '{"a":9007199254740993}'), api.callKey("t", '{"a":9007199254740992}'));
    assert.notEqual(api.callKey("t", JSON.parse('{"__proto__":{"a":1}}')), api.callKey("t", {}));
    assert.equal(api.callKey("t"), api.callKey("t", {}));
    assert.equal(api.callKey("t", null), api.callKey("t", {}));
    assert.equal(api.callKey("t", { a: undefined }), api.callKey("t", {}));
  });

  test(`${name}: options and handles of another kind are refused`, () => {
    const gate = new api.Gate(agent);
    const ledger = new api.Ledger();
    for (const other of [undefined, null, {}, gate, "{}", new Map()]) {
      assert.throws(() => gate.judge(call, other as typeof ledger), { code: "invalid_argument" });
    }
    for (const options of [null, { attend: true }, { attended: "no" }, { attended: 0 }]) {
      assert.throws(() => gate.judge(call, ledger, options as object), { code: "invalid_argument" });
    }
    assert.throws(() => gate.judgeClient(call, ledger, { consume: 1 } as object), { code: "invalid_argument" });
    for (const options of [null, { client_tools: [] }, { clientTools: "x" }, { tokens: 1 }, { deferredPrefix: "" }, { tokens: new Map() }]) {
      assert.throws(() => new api.Ledger({ messages: [] }, options as LedgerOptions), { code: "invalid_argument" });
    }
    assert.throws(() => ledger.record("t", {}, "always" as "allow"), { code: "invalid_argument" });
    assert.throws(() => api.Ledger.fromJson("{"), { code: "invalid_argument" });
    assert.throws(() => api.renderHarness(gate, "claude", { denyAll: true }), { code: "invalid_argument" });
    assert.throws(() => api.renderHarness(agent, "claude", { pi_mcp: true } as object), { code: "invalid_argument" });
  });

  test(`${name}: APPR-26 a ledger is saved and restored, and two copies are two ledgers`, () => {
    const ledger = new api.Ledger();
    ledger.record("t", { a: 1 }, "allow", "token");
    const [one, two] = [api.Ledger.fromJson(ledger.toJson()), api.Ledger.fromJson(ledger.toJson())];
    for (const copy of [one, two, ledger]) {
      assert.deepEqual(copy.take("t", { a: 1 }), { answer: "allow", token: "token", arguments: { a: 1 } });
      assert.equal(copy.take("t", { a: 1 }), undefined);
    }
  });

  test(`${name}: settings of a compiled gate are those of its document`, () => {
    const gate = new api.Gate(agent);
    assert.deepEqual(api.renderHarness(gate, "claude"), api.renderHarness(agent, "claude"));
    assert.equal("coverage" in api.renderHarness(gate, "claude", { coverage: false }), false);
  });

  test(`${name}: TRAN-2 half of a surrogate pair in a tool's result does not change its length`, () => {
    assert.equal(api.capToolResult("a\ud800b"), "a\ufffdb");
    for (const most of [-1, 1.5, NaN, Infinity, "4000", null]) {
      assert.throws(() => api.capToolResult("x", most as number), { code: "invalid_argument" });
    }
  });
}

test("wasm: QUAL-35 a ledger that was lost in a trap says so, and never answers", () => {
  const api = makeApi(() => wasm);
  const gate = new api.Gate(agent);
  const ledger = new api.Ledger();
  const recorder = new api.ArgumentRecorder();
  ledger.record("create_ticket", { title: "x" }, "allow");
  wasm.recover(new WebAssembly.RuntimeError("unreachable"));
  for (const use of [() => gate.judge(call, ledger), () => ledger.take("create_ticket", { title: "x" }), () => ledger.toJson(), () => recorder.update("1", {})]) {
    assert.throws(use, { name: "CallgateError", code: "internal" });
  }
  assert.equal(gate.judge(call, new api.Ledger()).kind, "pending");
});

test("a gate that decides in wasm consults a ledger that is native", () => {
  const api = makeApi((operation) => (operation === "ledger" ? native : wasm));
  const gate = new api.Gate(agent);
  const ledger = new api.Ledger();
  ledger.record("create_ticket", { title: "x" }, "deny");
  assert.equal(gate.decide(call).permission, "ask");
  assert.equal(gate.judge(call as Call, ledger).kind, "deny");
});
