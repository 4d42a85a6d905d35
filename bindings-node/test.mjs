// Compiles the tests and runs them with Node's own runner: `npm test`, or `npm test -- host` for one file.
// With CALLGATE_JUNIT=FILE the results are also written for the runner of all suites.
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const { positionals: wanted } = parseArgs({ allowPositionals: true });
const junit = process.env.CALLGATE_JUNIT;
process.chdir(import.meta.dirname);
const files = readdirSync("test").filter((file) => file.endsWith(".test.ts"));
const chosen = files.filter((file) => wanted.length === 0 || wanted.some((name) => file.startsWith(name)));
if (chosen.length === 0) {
  console.error(`no test file begins with ${wanted.join(", ")}: there are ${files.join(", ")}`);
  process.exit(1);
}

execFileSync("node_modules/.bin/tsc", ["--noEmit", "-p", "."], { stdio: "inherit" });
rmSync("build/test", { recursive: true, force: true });
await build({
  entryPoints: chosen.map((file) => `test/${file}`),
  outdir: "build/test",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  sourcemap: "inline",
  external: ["callgate", "esbuild"],
  logLevel: "warning",
});
const outputs = chosen.map((file) => `build/test/${file.replace(/\.ts$/, ".mjs")}`);
const reporters = ["--test-reporter=spec", "--test-reporter-destination=stdout"];
if (junit) reporters.push("--test-reporter=junit", `--test-reporter-destination=${junit}`);
const words = ["--enable-source-maps", "--test", "--test-concurrency=1", ...reporters, ...outputs];
const { status } = spawnSync(process.execPath, words, { stdio: "inherit" });
process.exit(status ?? 1);
