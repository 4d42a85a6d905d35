/**
 * The shared cases (tests/vectors/README.md), each on the addon and on the wasm module, as host
 * objects and as text; what both answer is compared byte for byte (QUAL-30).
 */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CallgateError, InvalidDocument } from "../../bindings-wasm/ts/errors.js";
import type { Permission } from "../../bindings-wasm/types/index.js";
import { differences } from "./expect.js";
import { rawElements, rawMembers } from "./raw.js";
import { type Api, surfaces } from "./surfaces.js";

interface Case {
  ids: string[];
  name: string;
  note?: string;
  op: string;
  only?: "text" | "host";
  /** Each argument as it is written in the file. */
  in: Map<string, string>;
  expect: unknown;
}

type Form = "text" | "host";

const KEYS = new Set(["ids", "name", "note", "op", "only", "in", "expect"]);
const root = join(process.cwd(), "../tests/vectors");

function load(): { file: string; cases: Case[] }[] {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json")).sort();
  return files.map((file) => {
    const members = rawMembers(readFileSync(join(root, file), "utf8"));
    const cases = rawElements(members?.get("cases") ?? "[]").map((text): Case => {
      const parts = rawMembers(text);
      const unknown = [...(parts?.keys() ?? [])].filter((key) => !KEYS.has(key));
      assert.deepEqual(unknown, [], `${file}: a case has keys that no runner reads`);
      return { ...(JSON.parse(text) as Case), in: rawMembers(parts?.get("in") ?? "{}") ?? new Map<string, string>() };
    });
    assert.ok(cases.length > 0, `${file} has no cases`);
    return { file, cases };
  });
}

/** `$text`, `$hex` or `$repeat`: a text that has no host form. */
function special(raw: string): string | Uint8Array | undefined {
  const members = rawMembers(raw);
  const [key, value] = members?.size === 1 ? [...members][0]! : [];
  if (value === undefined) return undefined;
  if (key === "$text") return JSON.parse(value) as string;
  if (key === "$hex") return Uint8Array.from(Buffer.from(JSON.parse(value) as string, "hex"));
  if (key === "$repeat") {
    const [piece, count, tail] = JSON.parse(value) as [string, number, string];
    return piece.repeat(count) + tail;
  }
  return undefined;
}

function formsOf({ only, in: input }: Case): Form[] {
  const arguments_ = [...input.values(), ...(rawMembers(input.get("options") ?? "{}")?.values() ?? [])];
  if (only === "text" || arguments_.some((raw) => special(raw) !== undefined)) return ["text"];
  return only === "host" ? ["host"] : ["text", "host"];
}

/**
 * A value that JavaScript does not have: a document that is a string (that is JSON text in this API),
 * or a plain number in another spelling than its own (`1e3` is `1000`).
 */
class NoSuchValue extends Error {}

/** The arguments of a case, as the form wants them. */
class Arguments {
  readonly #raw: ReadonlyMap<string, string>;

  constructor(
    raw: ReadonlyMap<string, string>,
    readonly form: Form,
  ) {
    this.#raw = raw;
  }

  /** A document: the host object, or the very text of the file. */
  optional<T>(key: string): T | undefined {
    const raw = this.#raw.get(key);
    if (raw === undefined) return undefined;
    const text = special(raw);
    if (text !== undefined) return text as T;
    if (this.form === "text") return raw as T;
    const value: unknown = JSON.parse(raw);
    if (typeof value === "string") throw new NoSuchValue();
    return value as T;
  }

  /** A call's arguments: there a string is their JSON text in both forms. */
  args(key = "args"): unknown {
    const raw = this.#raw.get(key);
    if (raw === undefined) return undefined;
    return special(raw) ?? (this.form === "text" && !raw.startsWith('"') ? raw : JSON.parse(raw));
  }

  /** A text, which may be made of pieces. */
  text(key: string): string {
    return (special(this.#raw.get(key) ?? "null") as string | undefined) ?? this.value(key);
  }

  /** The elements of a list, each with arguments of its own. */
  list(key: string): Arguments[] {
    return rawElements(this.#raw.get(key) ?? "[]").map((raw) => new Arguments(rawMembers(raw) ?? new Map(), this.form));
  }

  /** An object with arguments of its own. */
  inner(key: string): Arguments {
    return new Arguments(rawMembers(this.#raw.get(key) ?? "{}") ?? new Map(), this.form);
  }

  keys(): string[] {
    return [...this.#raw.keys()];
  }

  has(key: string): boolean {
    return this.#raw.has(key);
  }

  /** Options in JavaScript's spelling, as plain values. */
  options(): Record<string, unknown> | undefined {
    const given = this.inner("options");
    const camel = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    return this.has("options") ? Object.fromEntries(given.keys().map((key) => [camel(key), given.value(key)])) : undefined;
  }

  document<T = object>(key: string): T {
    assert.ok(this.#raw.has(key), `the case has no \`${key}\``);
    return this.optional<T>(key) as T;
  }

  /** A plain value, the same in both forms. */
  value<T>(key: string): T {
    const raw = this.#raw.get(key);
    assert.ok(raw !== undefined, `the case has no \`${key}\``);
    const value = JSON.parse(raw) as T;
    if (typeof value === "number" && String(value) !== raw) throw new NoSuchValue();
    return value;
  }

  /** A plain value that may be left out. */
  plain<T>(key: string): T | undefined {
    return this.#raw.has(key) ? this.value<T>(key) : undefined;
  }

  /** Null is no permission. */
  permission(): Permission | null {
    return this.plain<Permission>("permission") ?? null;
  }

  gate(api: Api) {
    const raw = rawMembers(this.#raw.get("options") ?? "{}") ?? new Map<string, string>();
    const known = ["floor", "deny_all", "trusted_hints", "catalogs", "closed"];
    assert.deepEqual([...raw.keys()].filter((key) => !known.includes(key)), [], "options that this runner does not know");
    const options = new Arguments(raw, this.form);
    if (options.plain("closed") === true) return api.Gate.closed();
    return new api.Gate(this.document("agent"), {
      floor: options.optional("floor"),
      denyAll: options.plain("deny_all"),
      trustedHints: options.plain("trusted_hints"),
      catalogs: options.optional("catalogs"),
    });
  }
}

const OPERATIONS: Record<string, (api: Api, given: Arguments) => unknown> = {
  validate: (api, given) => api.validate(given.document("agent"), given.optional("catalogs")),
  validate_server: (api, given) => api.validateServer(given.document("server")),
  compile: (api, given) => (given.gate(api), { ok: true }),
  decide: (api, given) => given.gate(api).decide(given.document("call")),
  decide_many: (api, given) => given.gate(api).decideMany(given.document("calls")),
  explain: (api, given) => given.gate(api).explain(given.document("call")),
  offered: (api, given) => given.gate(api).offered(given.value("server"), given.document<[]>("catalog")),
  to_wire: (api, given) => api.toWire(given.document("server")),
  materialize: (api, given) => api.materialize(given.document("server"), given.document("secrets"), given.optional("gateway")),
  set_server_permission: (api, given) => api.setServerPermission(given.document("policy"), given.permission()),
  set_tool_permission: (api, given) => api.setToolPermission(given.document("policy"), given.text("tool"), given.permission()),
  set_new_tool_permission: (api, given) => api.setNewToolPermission(given.document("policy"), given.permission()),
  set_tool_filter: (api, given) => api.setToolFilter(given.document("policy"), given.value("mode"), given.document<string[]>("names")),
  ask_for_write_and_delete: (api, given) => api.askForWriteAndDelete(given.document("policy"), given.document<[]>("catalog")),
  suggest_rule: (api, given) => api.suggestRule(given.document("agent"), given.document("call"), given.value("permission")),
  diff: (api, given) => api.diff(given.document("before"), given.document("after"), given.optional("catalogs")),
  why: (api, given) => api.why(given.document("agent"), given.text("server"), given.text("tool"), given.optional<[]>("catalog")),
  canonical_json: (api, given) => api.canonicalJson(given.document<unknown>("value")),
  call_key: (api, given) => ({ key: api.callKey(given.has("tool") ? given.text("tool") : undefined, given.args(), given.optional("schema")) ?? null }),
  ledger: (api, given) => play(api, ledgerOf(api, given), given).results,
  judge: (api, given) => verdicts(api, given, (gate, call, ledger) => gate.judge(call, ledger, { attended: given.plain("attended") ?? true })),
  judge_client: (api, given) => verdicts(api, given, (gate, call, ledger) => gate.judgeClient(call, ledger, { consume: given.plain("consume") ?? false })),
  in_band_answers: (api, given) => api.inBandAnswers(given.document("conversation")),
  reply: (api, given) => api.reply(given.text("decision") as "allow", given.value("available")),
  describe_call: (api, given) => api.describeCall(given.document("call")),
  advertise: (api, given) => api.advertise(given.document<[]>("specs")),
  missing_arguments: (api, given) => api.missingArguments(given.document("spec"), given.args()),
  pin_catalogs: (api, given) => api.pinCatalogs(given.document("agent"), given.document("catalogs")),
  compare_pins: (api, given) => api.comparePins(given.document<string>("pins"), given.text("server"), given.document<[]>("catalog")),
  sha256_hex: (api, given) => api.sha256Hex(given.text("data")),
  cap_tool_result: (api, given) => api.capToolResult(given.text("text"), given.plain("max_chars")),
  render_turn: (api, given) => api.renderTurn(given.document("request"), given.options()),
  recorder: (api, given) => {
    const recorder = new api.ArgumentRecorder();
    return given.list("steps").map((step) => {
      if (step.value("do") === "announce") return recorder.announce(step.value("id"), step.value("name"), step.args("input"));
      assert.equal(step.value("do"), "update");
      return recorder.update(step.value("id"), step.args("input")) ?? null;
    });
  },
  render_harness: (api, given) => {
    const options = given.inner("options");
    return api.renderHarness(given.document("agent"), given.value("harness"), {
      floor: options.optional("floor"),
      denyAll: options.plain("deny_all"),
      trustedHints: options.plain("trusted_hints"),
      catalogs: options.optional("catalogs"),
      codexTransports: options.plain("codex_transports"),
      managedProvider: options.plain("managed_provider"),
      piMcp: options.plain("pi_mcp"),
      coverage: options.plain("coverage"),
    });
  },
  predict: (api, given) => api.predict(given.value("harness"), given.document("files"), given.document("servers"), given.plain("version")),
  tool_name: (api, given) => api.toolName(given.value("server"), given.value("tool"), given.plain("harness")),
};

type Ledger = InstanceType<Api["Ledger"]>;
type Gate = InstanceType<Api["Gate"]>;

function ledgerOf(api: Api, given: Arguments): Ledger {
  if (given.has("saved")) {
    const saved = given.document<string | object>("saved");
    return api.Ledger.fromJson(typeof saved === "string" ? saved : JSON.stringify(saved));
  }
  return new api.Ledger(given.optional("conversation"), given.options());
}

/** Takes the steps of a case; saving goes on with the ledger that is restored. */
function play(api: Api, ledger: Ledger, given: Arguments): { ledger: Ledger; results: unknown[] } {
  const take = (step: Arguments): unknown => {
    const [what, tool, args] = [step.value<string>("do"), step.has("tool") ? step.text("tool") : "", step.args()];
    if (what === "record") ledger.record(tool, args, step.value("answer"), step.plain("token"));
    else if (what === "grant") ledger.grant(tool, args);
    else if (what === "save") ledger = api.Ledger.fromJson(ledger.toJson());
    else if (what === "take") return ledger.take(tool, args) ?? null;
    else if (what === "consume") return ledger.consume(tool, args);
    else if (what === "peek_output") return ledger.peekOutput(tool, args) ?? null;
    else if (what === "take_output") return ledger.takeOutput(tool, args) ?? null;
    else assert.fail(`no step \`${what}\` is known to this runner`);
    return null;
  };
  const results = given.list("steps").map((step) => attempt(() => take(step)));
  return { ledger, results };
}

function verdicts(api: Api, given: Arguments, judge: (gate: Gate, call: object, ledger: Ledger) => unknown): unknown {
  const gate = given.gate(api);
  const before = given.inner("ledger");
  const { ledger } = play(api, ledgerOf(api, before), before);
  if (given.has("call")) return judge(gate, given.document("call"), ledger);
  return given.list("calls").map((each) => judge(gate, each.document("call"), ledger));
}

/** The result of a case; an exception is `{"error", "message", "diagnostics"?}`. */
function answer(api: Api, { op, in: input }: Case, form: Form): unknown {
  const operation = OPERATIONS[op];
  assert.ok(operation, `no operation \`${op}\` is known to this runner`);
  return attempt(() => operation(api, new Arguments(input, form)));
}

function attempt(operation: () => unknown): unknown {
  try {
    return operation();
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    const { code, message } = error;
    return error instanceof InvalidDocument ? { error: code, message, diagnostics: error.diagnostics } : { error: code, message };
  }
}

/** An integer that no number of JavaScript is, in JSON. */
function digits(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}

let runs = 0;
/** What was answered, for a comparison with the other surfaces. */
const answers: Record<string, unknown> = {};

for (const { file, cases } of load()) {
  test(`${file}: ${cases.length} cases`, () => {
    const wrong: string[] = [];
    for (const case_ of cases) {
      for (const form of formsOf(case_)) {
        const results = surfaces.map(({ name, api }) => {
          const where = `${case_.ids.join(" ")} ${case_.name} (${name}, ${form})`;
          try {
            const result = answer(api, case_, form);
            runs++;
            wrong.push(...differences(case_.expect, result).map((line) => `${where}: ${line}`));
            answers[`${file} | ${case_.name} | ${form}`] = result;
            return JSON.stringify(result, digits);
          } catch (error) {
            if (error instanceof NoSuchValue) return undefined;
            wrong.push(`${where}: ${String(error)}`);
            return undefined;
          }
        });
        if (results[0] !== results[1]) wrong.push(`${case_.name} (${form}): native and wasm differ: ${results.join(" and ")}`);
      }
    }
    assert.deepEqual(wrong, []);
  });
}

test("every case ran, and what was answered is written down", () => {
  assert.ok(runs > 0);
  mkdirSync("build", { recursive: true });
  writeFileSync("build/vector-answers.json", JSON.stringify(answers, digits));
  console.log(`${runs} runs of shared cases`);
});
