/**
 * Key equality (APPR-8): generated arguments with the canonical text and key that they have in Rust
 * (tests/src/key_cases.rs), on the addon and on the wasm module, as text and as host objects.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Api, surfaces } from "./surfaces.js";

interface Case {
  tool: string;
  text: string;
  schema: string | null;
  canonical: string | null;
  key: string | null;
  host: "same" | "big" | "skip";
}

const file = join(process.cwd(), "../target/test-data/key-cases.jsonl");

function* cases(): Generator<Case> {
  if (!existsSync(file)) throw new Error("no generated cases: run `make key-cases`");
  // Node's own line reader would also end a line at U+2028, which stands in these texts.
  for (const line of readFileSync(file, "utf8").split("\n")) if (line) yield JSON.parse(line) as Case;
}

function canonicalOf(api: Api, value: unknown): string | null {
  try {
    return api.canonicalJson(value);
  } catch {
    return null;
  }
}

/** What JavaScript itself makes of a value without unsafe integers: its numbers and its order of keys. */
function plainCanonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(plainCanonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${plainCanonical((value as Record<string, unknown>)[key])}`).join()}}`;
}

test("APPR-8 keys and canonical texts of generated arguments are those of Rust", () => {
  const wrong: string[] = [];
  const counts = { all: 0, keyed: 0, host: 0, big: 0, oracle: 0 };
  const check = (case_: Case, what: string, got: unknown, expected: unknown) => {
    if (got !== expected) wrong.push(`${what}: ${JSON.stringify(got)}\n  instead of ${JSON.stringify(expected)}\n  ${JSON.stringify(case_)}`);
  };
  for (const case_ of cases()) {
    const { tool, text, canonical, key, host } = case_;
    const schema = case_.schema ?? undefined;
    counts.all++;
    if (key !== null) counts.keyed++;
    let value: unknown;
    if (host !== "skip") {
      value = JSON.parse(text);
      counts.host++;
      if (host === "big") counts.big++;
      else if (canonical !== null) {
        counts.oracle++;
        check(case_, "JavaScript's own form", plainCanonical(value), canonical);
      }
    }
    for (const { name, api } of surfaces) {
      check(case_, `${name}, canonical text`, canonicalOf(api, text), canonical);
      check(case_, `${name}, key`, api.callKey(tool, text, schema) ?? null, key);
      if (host === "skip") continue;
      // JavaScript has no such integer: the value may stand for any of several.
      const big = host === "big";
      check(case_, `${name}, canonical text of the object`, canonicalOf(api, value), big ? null : canonical);
      const parsed = schema === undefined ? undefined : (JSON.parse(schema) as object);
      const got = api.callKey(tool, value, parsed) ?? null;
      // What is left out of the key (Bash's description, an envelope's rest) may be what is big.
      if (!big || got !== null) check(case_, `${name}, key of the object`, got, key);
    }
    if (wrong.length >= 5) break;
  }
  assert.equal(wrong.join("\n"), "");
  // A generator that makes nothing of interest would prove nothing.
  assert.ok(counts.all >= 1000, `only ${counts.all} cases`);
  for (const [what, share] of Object.entries({ keyed: 0.4, host: 0.8, big: 0.02, oracle: 0.3 })) {
    assert.ok(counts[what as keyof typeof counts] >= share * counts.all, `${what}: ${JSON.stringify(counts)}`);
  }
  console.log(`${counts.all} generated arguments, ${counts.keyed} with a key`);
});
