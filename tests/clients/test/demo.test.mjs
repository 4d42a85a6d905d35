/** The demo's scene with the official client, as `make demo` shows it (QUAL-70). */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "../../..");

test("QUAL-70 the demo drives both transports and ends by itself", async () => {
  const words = ["tests/demo/gated.mjs", "tests/examples/support.agent.json"];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root, timeout: 60_000 });
  const [http, shim] = stdout.trimEnd().split("\n\n");
  assert.match(http, /^over HTTP.* protocol 2026-07-28\n/);
  assert.match(shim, /^through the shim.* protocol 2026-07-28\n/);
  assert.ok(Math.max(...stdout.split("\n").map((line) => line.length)) <= 96, "a line is too long for a terminal");
});
