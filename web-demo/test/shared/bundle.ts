/**
 * The Node package's runner of the shared cases (tests/vectors), made into a script that runs in any
 * JavaScript realm: what it takes from Node is put in its place here, and the API is that of the
 * built module.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type Plugin } from "esbuild";

/** What the script needs, as the global `given`. */
export interface Given {
  /** Path below tests/vectors to text. */
  readonly files: Record<string, string>;
  /** Where the module is fetched from; nothing for its bytes in `module`. */
  readonly address?: string;
  readonly module?: Uint8Array;
}

/** What it leaves as the promise `outcome`. */
export interface Outcome {
  readonly tests: readonly { readonly name: string; readonly fault?: string }[];
  /** The answers to all cases as the runner writes them down: JSON text. */
  readonly answers: string;
}

/** All but those of AgentTeams, which the wasm build leaves out. */
export function sharedCases(): Given["files"] {
  const root = "../tests/vectors";
  const names = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json") && !name.startsWith("teams"));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, name), "utf8")]));
}

const pkg = resolve("../bindings-wasm/pkg/index.js");

/** Modules whose place something else takes. */
const PLACES: Readonly<Record<string, string>> = {
  "node:assert/strict": `
    function ok(value, message) {
      if (!value) throw new Error(message ?? "not ok");
    }
    function deepEqual(got, expected, message = "") {
      const [one, other] = [JSON.stringify(got), JSON.stringify(expected)];
      ok(one === other, message + " got " + one);
    }
    export default { ok, deepEqual, equal: (got, expected, message) => ok(Object.is(got, expected), message) };`,
  "node:fs": `
    export const readdirSync = () => Object.keys(given.files);
    export const readFileSync = (name) => given.files[name];
    export const mkdirSync = () => {};
    export const writeFileSync = (_, text) => { globalThis.answers = text; };`,
  "node:path": `export const join = (_, name) => name;`,
  "node:test": `
    globalThis.tests = [];
    export const test = (name, run) => globalThis.tests.push({ name, run });`,
  // Twice the same: the runner compares two surfaces, and here is one.
  "./surfaces.js": `
    import * as api from ${JSON.stringify(pkg)};
    export const surfaces = [{ name: "wasm", api }, { name: "wasm again", api }];`,
};

const places: Plugin = {
  name: "places",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:|\/surfaces\.js$/ }, ({ path }) => {
      if (PLACES[path] === undefined) return { errors: [{ text: `nothing takes the place of \`${path}\`` }] };
      return { path, namespace: "places" };
    });
    // The runner's errors must be of the very classes that the built module throws.
    onResolve({ filter: /bindings-wasm\/ts\/errors\.js$/ }, () => ({ path: pkg }));
    onLoad({ filter: /.*/, namespace: "places" }, ({ path }) => ({ contents: PLACES[path]!, resolveDir: process.cwd() }));
  },
};

const ENTRY = `
  import { init } from ${JSON.stringify(pkg)};
  import ${JSON.stringify(resolve("../bindings-node/test/vectors.test.ts"))};
  async function all() {
    await init(given.address ?? given.module);
    const results = [];
    for (const { name, run } of globalThis.tests) {
      try {
        await run();
        results.push({ name });
      } catch (error) {
        results.push({ name, fault: String(error.message) });
      }
    }
    return { tests: results, answers: globalThis.answers };
  }
  globalThis.outcome = all();`;

const PRELUDE = `
  const process = { cwd: () => "" };
  const Buffer = { from: (hex) => hex.match(/../g)?.map((pair) => parseInt(pair, 16)) ?? [] };`;

export async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    format: "iife",
    platform: "neutral",
    target: "es2022",
    define: { "import.meta.url": '"https://nowhere.invalid/"' },
    banner: { js: `{${PRELUDE}` },
    footer: { js: "}" },
    plugins: [places],
    logLevel: "warning",
  });
  return outputFiles[0]!.text;
}
