/** Gates from JavaScript: what crosses, what is remembered, and what happens when an engine fails. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeApi } from "../../bindings-wasm/ts/api.js";
import type { Core, Engine } from "../../bindings-wasm/ts/engine.js";
import { CallgateError, InvalidDocument } from "../../bindings-wasm/ts/errors.js";
import type { Call, Decision } from "../../bindings-wasm/types/index.js";
import { native, surfaces, wasm } from "./surfaces.js";

const connection = { type: "gateway", namespace: "custom", slug: "s" };
const agent = {
  mcps: [{ name: "s", connection, policy: { permission: "allow", tool_permissions: { a: "deny", b: "allow" } } }],
  runner: { permissions: { default: "allow", rules: [{ pattern: "Bash(rm:*)", permission: "deny" }] } },
};
/** The engine, and every time its functions are called. */
function watched(engine: Engine) {
  const calls: string[] = [];
  const watch = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(of, key) {
        const member: unknown = Reflect.get(of, key);
        if (typeof member !== "function") return member;
        return (...args: unknown[]) => {
          calls.push(String(key));
          const result: unknown = member.apply(of, args);
          return typeof result === "object" && result !== null ? watch(result) : result;
        };
      },
    });
  const core = watch({ ...engine.core() });
  const spy: Engine = {
    name: engine.name,
    get generation() {
      return engine.generation;
    },
    core: () => core,
    recover: (thrown) => engine.recover(thrown),
  };
  return { api: makeApi(() => spy), calls };
}

for (const { name, api } of surfaces) {
  const engine = name === "wasm" ? wasm : native;

  test(`${name}: QUAL-4 arguments are not touched unless a rule for the tool reads them`, () => {
    const gate = new api.Gate(agent);
    const untouchable = {
      get args(): never {
        throw new Error("read");
      },
    };
    const call = Object.defineProperties({ server: "s", tool: "b" }, Object.getOwnPropertyDescriptors(untouchable));
    assert.equal(gate.decide(call as Call).permission, "allow");
    assert.equal(gate.decide({ tool: "Read", args: new Map() }).permission, "allow");
    const shell = Object.defineProperties({ tool: "Bash" }, Object.getOwnPropertyDescriptors(untouchable));
    const refused = gate.decide(shell as Call);
    assert.equal(refused.permission, "deny");
    assert.match(refused.explanation, /cannot be read for certain/);
  });

  test(`${name}: the same names cross once, and the answer is shared and cannot be changed`, () => {
    const { api: watchedApi, calls } = watched(engine);
    const gate = new watchedApi.Gate(agent);
    const first = gate.decide({ server: "s", tool: "a" });
    for (let round = 0; round < 10; round++) assert.equal(gate.decide({ server: "s", tool: "a", args: round }), first);
    assert.deepEqual(calls, ["compile", "decideNamed"]);
    for (const part of [first, first.reason]) assert.ok(Object.isFrozen(part));
    assert.throws(() => {
      (first as { permission: string }).permission = "allow";
    }, TypeError);
    assert.equal(gate.decide({ server: "s", tool: "a" }).permission, "deny");
  });

  test(`${name}: no two calls share a remembered answer, whatever their names hold`, () => {
    const odd = ["", "a", "b", "s", "a\0b", '","', "__proto__", "constructor", "undefined", "null", "\ud800", "mcp__s__a"];
    const calls: Call[] = [{}];
    for (const one of odd) {
      calls.push({ tool: one }, { name: one }, { server: one }, { tool: one, kind: "builtin" }, { name: one, read_only: true });
      for (const other of odd) calls.push({ server: one, tool: other }, { server: one, tool: other, read_only: true }, { tool: one, name: other });
    }
    const gate = new api.Gate(agent);
    const fresh = calls.map((call) => new api.Gate(agent).decide(call));
    for (let round = 0; round < 2; round++) assert.deepEqual(calls.map((call) => gate.decide(call)), fresh);
    assert.deepEqual(gate.decideMany(calls), fresh);
    assert.deepEqual(calls.map((call) => gate.explain(call).decision), fresh);
  });

  test(`${name}: the memory for answers is bounded`, () => {
    const { api: watchedApi, calls } = watched(engine);
    const gate = new watchedApi.Gate(agent);
    for (let index = 0; index < 5000; index++) gate.decide({ server: "s", tool: `tool-${index}` });
    const long = "x".repeat(300);
    gate.decide({ server: "s", tool: long });
    calls.length = 0;
    gate.decide({ server: "s", tool: "tool-4999" });
    assert.deepEqual(calls, []);
    gate.decide({ server: "s", tool: "tool-0" });
    gate.decide({ server: "s", tool: long });
    assert.deepEqual(calls, ["decideNamed", "decideNamed"]);
  });

  test(`${name}: a call is judged as it was read, once`, () => {
    const gate = new api.Gate(agent);
    let reads = 0;
    const shifty = {
      get tool() {
        return reads++ === 0 ? "Bash" : "Read";
      },
      args: { command: "rm -rf x" },
    };
    assert.equal(gate.decide(shifty).permission, "deny");
    assert.equal(reads, 1);
    const seen: string[] = [];
    const proxy = new Proxy({ server: "s", tool: "a" }, { get: (of, key) => (seen.push(String(key)), Reflect.get(of, key)) });
    assert.equal(gate.decide(proxy).permission, "deny");
    assert.deepEqual(seen, ["server", "tool"]);
  });

  test(`${name}: PERM-2 what is no call is denied, never an exception`, () => {
    const gate = new api.Gate({ runner: { permissions: { default: "allow" } } });
    class Odd {
      tool = "Read";
    }
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const odd: unknown[] = [undefined, null, 1, true, "", "{", "[]", [], {}, new Odd(), new Map(), () => 1, revoked.proxy];
    odd.push({ tool: 1 }, { tool: null }, { tool: "Read", readOnly: true }, { tool: "Read", read_only: "true" }, new Uint8Array([255]));
    odd.push({ tool: "Read", [Symbol.iterator]: 1, extra: 1n }, { get tool(): never { throw new Error("no"); } });
    for (const call of odd.slice(0, -6)) assert.equal(gate.decide(call as Call).permission, "deny", String(typeof call));
    for (const call of odd) assert.deepEqual(gate.decideMany([call as Call]), [gate.decide(call as Call)]);
    assert.ok(gate.decide({ tool: "Read" }).permission === "allow");
  });

  test(`${name}: PERM-2 other fields of a call belong to the caller, unless they are meant for one of ours`, () => {
    const gate = new api.Gate(agent);
    const run = () => 1;
    const other = { run, signal: new AbortController().signal, at: new Date(), id: 7, constructor: 1 };
    const allowed = { tool: "Bash", args: { command: "ls" }, ...other };
    for (const call of [allowed, Object.defineProperty({ ...allowed }, "__proto__", { value: run, enumerable: true })]) {
      assert.equal(gate.decide(call as Call).permission, "allow");
      assert.equal(gate.explain(call as Call).decision.permission, "allow");
      assert.equal(gate.decideMany([call as Call])[0]?.permission, "allow");
      assert.equal(gate.decide({ ...call, args: { command: "rm" } } as Call).permission, "deny");
    }
    for (const key of ["arguments", "input", "readOnly", "Server", "arg", "tools"]) {
      assert.equal(gate.decide({ ...allowed, [key]: run } as Call).reason.step, "unknown_tool", key);
      assert.equal(gate.decide({ ...allowed, [key]: undefined } as Call).permission, "allow", key);
    }
  });

  test(`${name}: PERM-9 read_only counts only when it is the call's own and exactly true`, () => {
    const gate = new api.Gate({});
    const polluted = Object.prototype as { read_only?: unknown };
    try {
      polluted.read_only = true;
      assert.equal(gate.decide({ tool: "Read" }).permission, "ask");
      assert.equal(gate.decide(Object.create({ tool: "Read", read_only: true })).permission, "deny");
    } finally {
      delete polluted.read_only;
    }
    for (const value of ["true", 1, null, {}]) {
      assert.notEqual(gate.decide({ tool: "Read", read_only: value } as unknown as Call).permission, "allow");
    }
    assert.equal(gate.decide({ tool: "Read", read_only: true }).permission, "allow");
  });

  test(`${name}: decideMany gives each call the decision that it gets alone, with one crossing for arguments`, () => {
    const { api: watchedApi, calls } = watched(engine);
    const gate = new watchedApi.Gate(agent);
    const batch: unknown[] = [
      { tool: "Bash", args: { command: "rm x" } },
      { server: "s", tool: "a" },
      { tool: "Bash", args: { command: "ls" } },
      { tool: "Bash", args: { command: 1n } },
      { tool: "Bash\ud800", args: {} },
      { tool: "Bash", args: { command: "\ud800" } },
      7,
    ];
    const alone = batch.map((call) => new watchedApi.Gate(agent).decide(call as Call));
    calls.length = 0;
    assert.deepEqual(gate.decideMany(batch as Call[]), alone);
    assert.equal(calls.filter((call) => call === "decideMany").length, 1);
    assert.equal(alone[0]?.permission, "deny");
    assert.equal(alone[2]?.permission, "allow");
    const text = JSON.stringify([{ tool: "Read" }, { server: "s", tool: "a" }]);
    for (const form of [text, Buffer.from(text)]) {
      assert.deepEqual(gate.decideMany(form).map((decision: Decision) => decision.permission), ["allow", "deny"]);
    }
  });

  test(`${name}: an option that is not known, or not of its type, compiles to no gate`, () => {
    const options = [null, { denyall: true }, { deny_all: true }, { denyAll: "false" }, { denyAll: null }, { trustedHints: "s" }, { trustedHints: [1] }];
    for (const option of options) {
      assert.throws(() => new api.Gate(agent, option as object), { name: "CallgateError", code: "invalid_argument" });
    }
    assert.throws(() => new api.Gate(agent, { floor: null as unknown as object }), InvalidDocument);
    for (const option of [undefined, {}, { floor: undefined, denyAll: undefined, trustedHints: undefined, catalogs: undefined }]) {
      assert.equal(new api.Gate(agent, option).decide({ server: "s", tool: "b" }).permission, "allow");
    }
    assert.equal(new api.Gate(agent, { denyAll: true }).decide({ server: "s", tool: "b" }).reason.step, "kill_switch");
    assert.equal(api.Gate.closed().decide({ tool: "Read" }).reason.step, "closed");
  });

  test(`${name}: a gate keeps nothing of the objects it was made from`, () => {
    const document = structuredClone(agent);
    const text = Buffer.from(JSON.stringify(agent));
    const gates = [new api.Gate(document), new api.Gate(text)];
    document.mcps[0]!.policy.tool_permissions.a = "allow";
    text.fill(32);
    for (const gate of gates) assert.equal(gate.decide({ server: "s", tool: "a" }).permission, "deny");
  });

  test(`${name}: PERM-50 the tools that are offered are the caller's own, of a list that was read once`, () => {
    const gate = new api.Gate(agent);
    const tools = [{ name: "a" }, { name: "b", inputSchema: { type: "object" } }, { name: "c" }];
    for (const catalog of [tools, { tools, nextCursor: "x" }]) {
      const offered = gate.offered("s", catalog);
      assert.deepEqual(offered.map((tool) => tools.indexOf(tool)), [1, 2]);
    }
    for (const text of [JSON.stringify(tools), Buffer.from(JSON.stringify({ tools }))]) {
      assert.deepEqual(gate.offered("s", text), tools.slice(1));
    }
    let reads = 0;
    const shifty = {
      get tools() {
        return reads++ === 0 ? tools : [{ name: "a" }, { name: "a" }, { name: "a" }];
      },
    };
    assert.deepEqual(gate.offered("s", shifty), tools.slice(1));
    for (const catalog of [{}, { tools: new Map() }, new Map(), "[", [{ name: 1n }], null]) {
      assert.throws(() => gate.offered("s", catalog as []), { name: "InvalidDocument", code: "invalid_document" });
    }
    for (const server of [1, undefined, "\ud800"]) {
      assert.throws(() => gate.offered(server as string, tools), { code: "invalid_argument" });
    }
  });

  test(`${name}: errors are exceptions with a stable code and every diagnostic`, () => {
    assert.throws(
      () => new api.Gate("{"),
      (error) => {
        assert.ok(error instanceof InvalidDocument && error instanceof CallgateError && error instanceof Error);
        assert.equal(error.name, "InvalidDocument");
        assert.equal(error.code, "invalid_document");
        assert.deepEqual(error.diagnostics.map(({ code, line, column }) => ({ code, line, column })), [{ code: "json.syntax", line: 1, column: 2 }]);
        assert.match(String(error), /^InvalidDocument: /);
        return true;
      },
    );
    assert.throws(() => api.toolName("s", "t", "emacs" as "pi"), { name: "CallgateError", code: "invalid_argument" });
    const [diagnostic] = api.validate({ mcps: new Map() }).diagnostics;
    assert.deepEqual([diagnostic?.code, diagnostic?.pointer], ["json.syntax", "/mcps"]);
  });

  test(`${name}: QUAL-35 a panic is an exception without the panic's text, and the gates of before go on deciding`, () => {
    const gate = new api.Gate(agent);
    const call = { tool: "Bash", args: { command: "rm" } };
    const before = gate.decide(call);
    const core = engine.core() as Core & { selfTestPanic(): void };
    let thrown: unknown;
    try {
      core.selfTestPanic();
    } catch (error) {
      thrown = error;
    }
    const error = engine.recover(thrown);
    assert.equal(error.code, "internal");
    assert.doesNotMatch(error.message, /asked to/);
    assert.deepEqual(gate.decide(call), before);
    assert.equal(api.Gate.closed().decide(call).permission, "deny");
    assert.equal(api.validate("{}").ok, true);
  });
}

test("wasm: QUAL-35 a trap in the midst of a decision is an exception, after which a fresh instance decides", () => {
  let failing: unknown;
  const core = wasm.core();
  const spy: Engine = {
    name: "wasm",
    get generation() {
      return wasm.generation;
    },
    core: () => ({
      ...core,
      compile: (...args) => {
        const handle = core.compile(...args);
        const decide: typeof handle.decide = (form, call) => {
          if (failing) throw failing;
          return handle.decide(form, call);
        };
        return Object.assign(Object.create(handle), { decide });
      },
    }),
    recover: (thrown) => wasm.recover(thrown),
  };
  const gate = new (makeApi(() => spy).Gate)(agent);
  const call = { tool: "Bash", args: { command: "ls" } };
  for (const fault of [new WebAssembly.RuntimeError("unreachable"), new RangeError("Maximum call stack size exceeded")]) {
    const { generation } = wasm;
    failing = fault;
    assert.throws(() => gate.decide(call), { name: "CallgateError", code: "internal" });
    failing = undefined;
    assert.equal(wasm.generation, generation + 1);
    assert.equal(gate.decide(call).permission, "allow");
  }
});

test("wasm: QUAL-35 memory that runs out is such a trap", () => {
  const api = makeApi(() => wasm);
  const gate = new api.Gate(agent);
  const { memory } = (wasm.core() as unknown as { initSync(options: object): { memory: WebAssembly.Memory } }).initSync({});
  memory.grow(65535 - memory.buffer.byteLength / 65536);
  const large = "x".repeat(1 << 20);
  assert.throws(() => gate.decide({ tool: "Bash", args: { command: large } }), { code: "internal" });
  assert.equal(gate.decide({ tool: "Bash", args: { command: large } }).permission, "allow");
  assert.equal(gate.decide({ tool: "Bash", args: { command: "rm" } }).permission, "deny");
});
