/** The Node figures of QUAL-3, QUAL-4, QUAL-6, QUAL-10 and QUAL-13, as JSON rows; other lines are for people. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Gate, jsonSchema, validate } from "callgate";
import type { Call } from "../../bindings-wasm/types/index.js";
import { native, surfaces, wasm } from "../test/surfaces.js";
import { agentWith, calls, decide } from "./ladder.js";
import { inTurn, type Row, time } from "./measure.js";

const here = process.cwd();
const peers = createRequire(join(here, "bench/peers/package.json"));
const report = (row: Row) => console.log(JSON.stringify(row));

/** Goes through the calls in turn. */
function each<T>(list: readonly Call[], what: (call: Call) => T): () => T {
  let next = 0;
  return () => what(list[next++ % list.length]!);
}

interface TestExports {
  selfTestCrossing(name: string): number;
}
const crossing = (engine: typeof wasm | typeof native) => {
  const core = engine.core() as unknown as TestExports;
  return each(calls(), (call) => core.selfTestCrossing(call.tool!));
};

function decideNamed(): void {
  for (const [rules, target] of [[5, 0.3], [50, 0.03]] as const) {
    const agent = agentWith(rules);
    const gate = new Gate(agent);
    for (const call of [...calls(), { tool: "Tool3" }]) {
      const { permission, reason } = gate.decide(call);
      assert.deepEqual([permission, reason.step], decide(agent, call), JSON.stringify(call));
    }
    const took = inTurn({ gate: each(calls(), (call) => gate.decide(call)), ladder: each(calls(), (call) => decide(agent, call)) }, 20_000);
    report({
      id: "QUAL-3",
      what: `Node: \`gate.decide\` of a named tool, against a plain TypeScript ladder with ${rules} rules`,
      ratio: took.gate / took.ladder,
      target,
      detail: `${time(took.gate)}, ladder ${time(took.ladder)}`,
    });
  }
  const gate = new Gate(agentWith(50));
  const other = new Gate(agentWith(50));
  let asked = 0;
  const fresh = () => other.decide({ server: "server-1", tool: `tool_${asked++}` });
  const took = inTurn(
    { gate: each(calls(), (call) => gate.decide(call)), wasm: crossing(wasm), native: crossing(native) },
    20_000,
  );
  const { fresh: first } = inTurn({ fresh }, 20_000);
  report({
    id: "QUAL-3",
    what: "Node: `gate.decide` of a named tool, against the cheapest crossing that carries the name",
    ratio: took.gate / Math.min(took.wasm, took.native),
    target: 1.3,
    detail: `${time(took.gate)}, crossing into wasm ${time(took.wasm)}, into the addon ${time(took.native)}; a name that was not asked before ${time(first)}`,
  });
}

function argumentsThatNoRuleReads(): void {
  const gate = new Gate(agentWith(50));
  const large = { text: "x".repeat(1 << 20), list: Array.from({ length: 1000 }, (_, index) => ({ index })) };
  const took = inTurn(
    { small: each(calls({ a: 1 }), (call) => gate.decide(call)), large: each(calls(large), (call) => gate.decide(call)) },
    20_000,
  );
  report({
    id: "QUAL-4",
    what: "Node: `gate.decide` with 1 MB of arguments that no rule reads, against a few bytes",
    ratio: took.large / took.small,
    target: 1.2,
    detail: `${time(took.large)}, few bytes ${time(took.small)}`,
  });
}

/** 1,000 servers are 600 KB. */
function largeDocument(servers: number): object {
  const server = (index: number) => {
    const names = Array.from({ length: 12 }, (_, tool) => `tool_name_${tool}`);
    return {
      name: `server-${index}`,
      connection: { type: "gateway", namespace: "custom", slug: `server-${index}` },
      policy: {
        tools: { mode: "include", names },
        permission: "ask",
        tool_permissions: Object.fromEntries(names.map((name, tool) => [name, ["allow", "ask", "deny"][tool % 3]])),
        new_tool_permission: "ask",
      },
    };
  };
  return { mcps: Array.from({ length: servers }, (_, index) => server(index)) };
}

function validation(): void {
  const document = largeDocument(1000);
  const text = JSON.stringify(document);
  const { Ajv2020 } = peers("ajv/dist/2020.js") as { Ajv2020: new (options: object) => { compile(schema: object): (value: unknown) => boolean } };
  const check = new Ajv2020({ allErrors: true, strict: false, validateFormats: false }).compile(jsonSchema());
  assert.ok(validate(text).ok && validate(document).ok && check(document));
  const broken = structuredClone(document) as { mcps: { policy: { permission: string } }[] };
  broken.mcps[999]!.policy.permission = "Allow";
  assert.ok(!validate(broken).ok && !check(broken));

  const engines = Object.fromEntries(surfaces.map(({ name, api }) => [name, api]));
  const took = inTurn(
    {
      peer: () => check(JSON.parse(text)),
      check: () => check(document),
      text: () => validate(text),
      host: () => validate(document),
      nativeText: () => engines.native!.validate(text),
      wasmText: () => engines.wasm!.validate(text),
      wasmHost: () => engines.wasm!.validate(document),
    },
    5,
  );
  const size = `${Math.round(text.length / 1000)} KB`;
  report({
    id: "QUAL-6",
    what: "Node: `validate` of a 1,000-server document from text, against `JSON.parse` and ajv with the published schema",
    ratio: took.text / took.peer,
    target: 0.25,
    detail: `${size}: ${time(took.text)} (addon ${time(took.nativeText)}, wasm ${time(took.wasmText)}), peer ${time(took.peer)}`,
  });
  report({
    id: "QUAL-6",
    what: "Node: `validate` of a 1,000-server document from host objects, against `JSON.parse` and ajv",
    ratio: took.host / took.peer,
    target: 1,
    detail: `${time(took.host)} (wasm ${time(took.wasmHost)}), peer ${time(took.peer)}, ajv without parsing ${time(took.check)}`,
  });
}

function growth(): void {
  const [small, large] = [largeDocument(1000), largeDocument(10_000)];
  const took = inTurn({ small: () => validate(small), large: () => validate(large) }, 1);
  report({
    id: "QUAL-13",
    what: "Node: `validate` from host objects, for each server of 10,000 against each of 1,000",
    ratio: took.large / took.small / 10,
    target: 1.2,
    detail: `${time(took.large)}, ${time(took.small)}`,
  });
}

function moduleSize(): void {
  const weigh = (file: string) => gzipSync(readFileSync(file), { level: 9 }).length;
  const own = readFileSync(join(here, "dist/callgate.wasm"));
  const gzipped = weigh(join(here, "dist/callgate.wasm"));
  const cedar = weigh(join(here, "bench/peers/node_modules/@cedar-policy/cedar-wasm/web/cedar_wasm_bg.wasm"));
  const took = inTurn({ start: () => new WebAssembly.Module(own) }, 5);
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`;
  report({
    id: "QUAL-10",
    what: "the wasm module, gzipped, against 200 KB",
    ratio: gzipped / (200 * 1024),
    target: 1,
    detail: `${kilobytes(gzipped)} (${kilobytes(own.length)} raw), cedar-wasm ${kilobytes(cedar)}; compiled in Node in ${time(took.start)}`,
  });
}

decideNamed();
argumentsThatNoRuleReads();
validation();
growth();
moduleSize();
