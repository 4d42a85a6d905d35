/**
 * The shared cases (tests/vectors/README.md), each on the addon and on the wasm module, as host
 * objects and as text; what both answer is compared byte for byte (QUAL-30).
 */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CallgateError, InvalidDocument } from "../../bindings-wasm/ts/errors.js";
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
    return (special(raw) ?? (this.form === "text" ? raw : JSON.parse(raw))) as T;
  }

  document<T = object>(key: string): T {
    assert.ok(this.#raw.has(key), `the case has no \`${key}\``);
    return this.optional<T>(key) as T;
  }

  /** A plain value, the same in both forms. */
  value<T>(key: string): T {
    assert.ok(this.#raw.has(key), `the case has no \`${key}\``);
    return JSON.parse(this.#raw.get(key) as string) as T;
  }

  /** A plain value that may be left out. */
  plain<T>(key: string): T | undefined {
    return this.#raw.has(key) ? this.value<T>(key) : undefined;
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
  tool_name: (api, given) => api.toolName(given.value("server"), given.value("tool"), given.plain("harness")),
};

/** The result of a case; an exception is `{"error", "message", "diagnostics"?}`. */
function answer(api: Api, { op, in: input }: Case, form: Form): unknown {
  const operation = OPERATIONS[op];
  assert.ok(operation, `no operation \`${op}\` is known to this runner`);
  try {
    return operation(api, new Arguments(input, form));
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    const { code, message } = error;
    return error instanceof InvalidDocument ? { error: code, message, diagnostics: error.diagnostics } : { error: code, message };
  }
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
          runs++;
          const where = `${case_.ids.join(" ")} ${case_.name} (${name}, ${form})`;
          try {
            const result = answer(api, case_, form);
            wrong.push(...differences(case_.expect, result).map((line) => `${where}: ${line}`));
            answers[`${file} | ${case_.name} | ${form}`] = result;
            return JSON.stringify(result);
          } catch (error) {
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
  writeFileSync("build/vector-answers.json", JSON.stringify(answers));
  console.log(`${runs} runs of shared cases`);
});
