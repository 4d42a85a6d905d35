/**
 * Arguments that are no JSON: they go through the ladder as what cannot be read, in every operation
 * alike, and have no key (APPR-4). And numbers that JavaScript's own would change (PERM-40).
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseExact } from "../../bindings-wasm/ts/exact.js";
import type { Call } from "../../bindings-wasm/types/index.js";
import { surfaces } from "./surfaces.js";

class Box {
  value = 1;
}

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
  return value;
};
const cycle: Record<string, unknown> = {};
cycle.again = { cycle };

/** Each made anew, since one of them answers once. */
const unreadable: Record<string, () => unknown> = {
  "not a number": () => ({ a: Number.NaN }),
  infinity: () => ({ a: [Number.NEGATIVE_INFINITY] }),
  "a BigInt": () => ({ a: 1n }),
  "a date": () => ({ a: new Date(0) }),
  "a Map": () => new Map([["a", 1]]),
  "a Set": () => ({ a: new Set() }),
  bytes: () => ({ a: new Uint8Array(2) }),
  "a function": () => ({ a: () => 1 }),
  "a symbol": () => ({ a: Symbol("a") }),
  "a class instance": () => ({ a: new Box() }),
  "a hole": () => ({ a: [, 1] }),
  "undefined in an array": () => ({ a: [undefined] }),
  "a cycle": () => cycle,
  "half a surrogate pair": () => ({ a: "\ud800" }),
  "half a surrogate pair as a key": () => ({ "\udc00": 1 }),
  "a getter that throws": () => ({
    get a() {
      throw new Error("SECRET");
    },
  }),
  "65 levels": () => nested(65),
};

const agent = {
  mcps: [
    { name: "open", policy: { permission: "allow" } },
    { name: "asked", policy: { permission: "ask" } },
    { name: "ruled", policy: { permission: "allow" } },
  ],
  tools: [{ name: "pick", kind: "client", permission: "ask" }],
  runner: {
    permissions: {
      default: "ask",
      rules: [
        { pattern: "mcp__ruled__t(secret:*)", permission: "deny" },
        { pattern: "Bash(ls:*)", permission: "allow" },
      ],
    },
  },
};

for (const { name, api } of surfaces) {
  const gate = new api.Gate(agent);

  for (const [what, make] of Object.entries(unreadable)) {
    test(`${name}: APPR-4 ${what} as arguments: one answer in all operations, and no key`, () => {
      for (const [tool, permission] of [
        [{ server: "open", tool: "t" }, "allow"],
        [{ server: "asked", tool: "t" }, "ask"],
        [{ server: "ruled", tool: "t" }, "deny"],
        [{ server: "nowhere", tool: "t" }, "deny"],
        [{ tool: "Bash" }, "ask"],
        [{ name: "mcp__asked__t" }, "ask"],
      ] as const) {
        const call = () => ({ ...tool, args: make(), signal: new Box() }) as unknown as Call;
        const bare = () => ({ ...tool, args: make() }) as unknown as Call;
        const said = (decision: { permission: string; reason: object }) => ({ ...decision.reason, permission: decision.permission });
        const right = said(gate.decide(bare()));
        assert.equal(right.permission, permission, JSON.stringify(tool));
        assert.deepEqual(said(gate.decide(call())), right);
        assert.deepEqual(said(gate.explain(call()).decision), right);
        assert.deepEqual(gate.decideMany([bare(), call(), { tool: "pick" }]).map(said).slice(0, 2), [right, right]);
        const ledger = new api.Ledger();
        const verdict = gate.judge(call(), ledger);
        assert.deepEqual(said(verdict.decision), right);
        assert.deepEqual([verdict.kind, verdict.key], [permission === "ask" ? "pending" : permission, undefined]);
        const alone = gate.judge(bare(), ledger, { attended: false });
        assert.equal(alone.kind, permission === "allow" ? "allow" : "deny");
        assert.doesNotMatch(JSON.stringify(verdict), /SECRET/);
      }
      const client = gate.judgeClient({ tool: "pick", args: make() } as Call, new api.Ledger());
      assert.deepEqual([client.kind, client.key], ["pending", undefined]);
      assert.equal(api.callKey("t", make()), undefined);
      const ledger = new api.Ledger();
      assert.equal(ledger.record("t", make(), "allow"), false);
      assert.equal(ledger.take("t", make()), undefined);
      assert.equal(ledger.grant("t", make()), false);
      assert.equal(ledger.consume("t", make()), false);
      assert.equal(ledger.takeOutput("t", make()), undefined);
      assert.equal(JSON.stringify(JSON.parse(ledger.toJson()).answers), "[]");
      assert.throws(() => api.suggestRule(agent, { server: "asked", tool: "t", args: make() } as Call, "allow"), { code: "invalid_argument" });
    });
  }

  test(`${name}: PERM-2 a call whose names are no JSON stays malformed`, () => {
    for (const call of [
      { server: new Map(), tool: "t", args: new Map() },
      { server: "open", tool: "t\ud800", args: { a: 1n } },
      { server: "open", args: { a: 1n } },
      { server: "open", tool: "t", args: { a: 1n }, tool_input: {} },
      new Map(Object.entries({ server: "open", tool: "t" })),
      Object.assign(new Box(), { server: "open", tool: "t", args: { a: 1n } }),
    ]) {
      const odd = call as unknown as Call;
      assert.equal(gate.decide(odd).reason.step, "unknown_tool");
      assert.equal(gate.judge(odd, new api.Ledger()).decision.reason.step, "unknown_tool");
      assert.equal(gate.explain(odd).decision.permission, "deny");
    }
  });

  test(`${name}: APPR-4 arguments of 64 levels have the key that they have alone`, () => {
    const call = { server: "asked", tool: "t", args: nested(64) } as Call;
    const key = api.callKey("mcp__asked__t", nested(64));
    assert.ok(key);
    assert.equal(gate.judge(call, new api.Ledger()).key, key);
  });

  test(`${name}: PERM-40 approved integers keep every digit`, () => {
    const text = '{"id":9007199254740993,"list":[-9007199254740993,9007199254740991,1.5,1e3],"s":"9007199254740993","__proto__":{"n":123456789012345678901234567890}}';
    const ledger = new api.Ledger();
    for (let count = 0; count < 2; count++) assert.equal(ledger.record("mcp__asked__t", text, "allow"), true);
    const verdict = gate.judge(`{"server":"asked","tool":"t","args":${text}}`, ledger);
    assert.equal(verdict.argumentsText, text);
    const taken = ledger.take("mcp__asked__t", text);
    assert.deepEqual(Object.keys(taken ?? {}), ["answer", "arguments"]);
    for (const args of [verdict.arguments, taken?.arguments] as { id: unknown; list: unknown[]; s: unknown }[]) {
      assert.deepEqual([args.id, args.list, args.s], [9007199254740993n, [-9007199254740993n, 9007199254740991, 1.5, 1000], "9007199254740993"]);
      assert.deepEqual(Object.getOwnPropertyDescriptor(args, "__proto__")?.value, { n: 123456789012345678901234567890n });
      assert.equal(Object.getPrototypeOf(args), Object.prototype);
    }
  });

  test(`${name}: APPR-25 what was put in as an output comes out`, () => {
    const outputs = ['{ "n" : 9007199254740993 , "s": "\\u0000\\ud800" }', '"allow"', "null", "false", '""', "9007199254740993", '[1.10,-0]'];
    for (const output of outputs) {
      const conversation = `{"messages":[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"tool_call","toolCallId":"1","toolName":"pick","input":{}},{"type":"tool_result","toolCallId":"1","output":${output}}]}]}`;
      const ledger = new api.Ledger(conversation, { clientTools: ["pick"] });
      const value = parseExact(output);
      assert.deepEqual(ledger.peekOutput("pick"), value);
      const verdict = gate.judgeClient({ tool: "pick" }, ledger, { consume: true });
      assert.deepEqual([verdict.kind, verdict.outputText, verdict.output], ["fulfilled", output, value]);
      assert.equal(ledger.takeOutput("pick"), undefined);
    }
  });
}

test("parseExact is JSON.parse but for large integers", () => {
  for (const text of ["1", '"1234567890123456789"', "[]", '{"1234567890123456789":1}', "1.2345678901234567890", "1234567890123456789e1", "-0", "[9007199254740991,-9007199254740991]", '"\\"1234567890123456789\\\\"']) {
    assert.deepEqual(parseExact(text), JSON.parse(text), text);
  }
  for (const [text, value] of [
    ["9007199254740992", 9007199254740992n],
    ["[-9007199254740992]", [-9007199254740992n]],
    ['["\\u0000", "\\u0000\\u00009007199254740993", 9007199254740993]', ["\0", "\0\u00009007199254740993", 9007199254740993n]],
    ['{"a\\\\":"\\\\\\"","9007199254740993":9007199254740993}', { "a\\": '\\"', "9007199254740993": 9007199254740993n }],
    [`[${"9".repeat(5000)}]`, [BigInt("9".repeat(5000))]],
    ['{"__proto__":9007199254740993}', JSON.parse('{"__proto__":0}', (key, value) => (key === "__proto__" ? 9007199254740993n : value))],
  ] as const) {
    assert.deepEqual(parseExact(text), value, text);
  }
  for (const bad of ["", "[", "90071992547409930 x", "1234567890123456789012.", "[1234567890123456789,]"]) assert.throws(() => parseExact(bad), SyntaxError);
});
