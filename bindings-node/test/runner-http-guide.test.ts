/** The program of docs/runner.md, run as it is written. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

test("RUN-27 the program of the guide does what the guide says", () => {
  const [, program] = /^```js\n(.*?)^```$/ms.exec(readFileSync("../docs/runner.md", "utf8")) ?? [];
  mkdirSync("build", { recursive: true });
  writeFileSync("build/guide.mjs", program ?? "");
  const lines = execFileSync(process.execPath, ["build/guide.mjs"], { encoding: "utf8", timeout: 60_000 }).trim().split("\n");
  assert.deepEqual(lines.map((line) => line.replace(/^(The call did not run).*/, "$1")), [
    'lookup_order ran with {"order":"A-17"}',
    "The call did not run",
    "waits for a person: create_ticket",
    "the connection was closed",
    'create_ticket ran with {"title":"Late"}',
  ]);
});
