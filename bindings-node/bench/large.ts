/** The Node figures of QUAL-8 and QUAL-9, of large inputs, as JSON rows. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renderTurn } from "callgate";
import { surfaces } from "../test/surfaces.js";
import { render, request } from "./history.js";
import { inTurn, type Row, time } from "./measure.js";

const report = (row: Row) => console.log(JSON.stringify(row));
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const engines = Object.fromEntries(surfaces.map(({ name, api }) => [name, api])) as Record<"native" | "wasm", (typeof surfaces)[0]["api"]>;

/** Smaller inputs are run as often as takes about as long. */
const often = (scale: number) => Math.max(1, Math.round(1 / scale));

export function measure(scale: number): void {
  turns(scale);
  keys(scale);
}

function turns(scale: number): void {
  const bytes = request(10_000_000 * scale);
  for (const [what, maxChars] of [["the default window", 100_000], ["the whole history kept", 1e9]] as const) {
    const right = render(bytes, maxChars);
    for (const api of [{ renderTurn }, engines.native, engines.wasm]) assert.deepEqual(api.renderTurn(bytes, { maxChars }), right, what);
    const took = inTurn(
      {
        ours: () => renderTurn(bytes, { maxChars }),
        native: () => engines.native.renderTurn(bytes, { maxChars }),
        wasm: () => engines.wasm.renderTurn(bytes, { maxChars }),
        plain: () => render(bytes, maxChars),
      },
      often(scale),
    );
    report({
      id: "QUAL-8",
      what: `Node: \`renderTurn\` from ${megabytes(bytes.length)} of bytes, ${what}, against plain Node`,
      ratio: took.ours / took.plain,
      target: 1 / 3,
      detail: `${time(took.ours)} (addon ${time(took.native)}, wasm ${time(took.wasm)}), plain Node ${time(took.plain)}`,
    });
    const [ours, plain] = peaks(bytes, maxChars);
    // Node holds a text that is not all Latin-1 in two bytes a character.
    const most = bytes.length + 2 * right.text.length;
    report({
      id: "QUAL-8",
      what: `Node: \`renderTurn\`, ${what}: peak memory beside the request, against request and text together`,
      ratio: ours! / most,
      target: 1,
      detail: `${megabytes(ours!)} of ${megabytes(most)}, plain Node ${megabytes(plain!)}`,
    });
  }
}

/** The bytes that callgate and the peer take at most, each in a process of its own. */
function peaks(bytes: Buffer, maxChars: number): number[] {
  const folder = mkdtempSync(join(tmpdir(), "callgate-bench-"));
  try {
    const file = join(folder, "request.json");
    writeFileSync(file, bytes);
    const run = (of: string) => execFileSync(process.execPath, ["--expose-gc", "build/bench/peak.mjs", file, String(maxChars), of]);
    return ["callgate", "plain"].map((of) => Number(run(of)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Arguments of about so many bytes of text, by their shape, with their canonical text. */
function argumentTexts(size: number): Record<string, [text: string, canonical: string]> {
  const many = (bytes: number) => Math.max(1, Math.floor(size / bytes));
  const same = (value: unknown): [string, string] => [JSON.stringify(value), JSON.stringify(value)];
  const pairs = Array.from({ length: many(40) }, (_, index) => [`key_${String(index).padStart(6, "0")}`, "a value of some length"] as const);
  // A step that shares no divisor with the count reaches every place once, far from in order.
  const step = [7919, 104_729].find((prime) => pairs.length % prime !== 0)!;
  const turned = pairs.map((_, index) => pairs[(index * step) % pairs.length]!);
  const rows = Array.from({ length: many(62) }, (_, id) => ({ id, name: `row ${id}`, tags: ["a", "b"], of: { x: null } }));
  const ordered = rows.map(({ id, name, tags, of }) => ({ id, name, of, tags }));
  return {
    "one string": same({ text: "a plain sentence, ".repeat(many(18)) }),
    "a string with escapes": same({ text: 'a "line"\\\n'.repeat(many(14)) }),
    "a string that is not ASCII": same({ text: "Straße 日本 😀 ".repeat(many(22)) }),
    numbers: same({ list: Array.from({ length: many(7) }, (_, index) => (index * 37) % 1_000_003) }),
    "keys in order": same(Object.fromEntries(pairs)),
    "keys out of order": [JSON.stringify(Object.fromEntries(turned)), JSON.stringify(Object.fromEntries(pairs))],
    "nested objects": [JSON.stringify({ rows }), JSON.stringify({ rows: ordered })],
  };
}

function keys(scale: number): void {
  for (const [shape, [text, canonical]] of Object.entries(argumentTexts(1_000_000 * scale))) {
    const given = Buffer.from(text);
    const hashed = Buffer.from(canonical);
    const sha256 = () => createHash("sha256").update(hashed).digest("hex");
    for (const api of Object.values(engines)) {
      for (const args of [text, given]) assert.equal(api.callKey("tool", args), `tool#${sha256()}`, shape);
    }
    const took = inTurn(
      {
        native: () => engines.native.callKey("tool", given),
        wasm: () => engines.wasm.callKey("tool", given),
        own: () => engines.native.sha256Hex(hashed),
        ownWasm: () => engines.wasm.sha256Hex(hashed),
        openssl: sha256,
      },
      often(scale),
    );
    report({
      id: "QUAL-9",
      what: `Node: \`callKey\` of ${(given.length / 1e6).toPrecision(2)} MB of arguments in the addon, ${shape}, against SHA-256 alone`,
      ratio: took.native / Math.min(took.own, took.openssl),
      target: 1 / 0.6,
      detail:
        `${time(took.native)}, SHA-256 ${time(took.own)} in the addon and ${time(took.openssl)} in Node; ` +
        `wasm ${time(took.wasm)}, SHA-256 in it ${time(took.ownWasm)}`,
    });
  }
}
