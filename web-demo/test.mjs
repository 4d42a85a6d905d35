// Checks the types, compiles the tests and runs them with Node's own runner: `npm test`, or
// `npm test -- page` for the files that begin so. CALLGATE_JUNIT names a file to write the results to as well.
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

process.chdir(import.meta.dirname);
const wanted = process.argv.slice(2);
const junit = process.env.CALLGATE_JUNIT;

const files = readdirSync("test").filter((file) => file.endsWith(".test.ts"));
const chosen = files.filter((file) => wanted.length === 0 || wanted.some((name) => file.startsWith(name)));
if (chosen.length === 0) {
  console.error(`no test file begins with ${wanted.join(", ")}: there are ${files.join(", ")}`);
  process.exit(1);
}

execFileSync("node_modules/.bin/tsc", ["--noEmit"], { stdio: "inherit" });
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
  packages: "external",
  plugins: [
    {
      // The built module, left where it is: it looks for its wasm file beside itself.
      name: "callgate-wasm",
      setup: ({ onResolve }) =>
        onResolve({ filter: /^callgate-wasm$/ }, () => ({
          path: pathToFileURL(resolve("../bindings-wasm/pkg/index.js")).href,
          external: true,
        })),
    },
  ],
  logLevel: "warning",
});

const reporters = ["--test-reporter=spec", "--test-reporter-destination=stdout"];
if (junit) reporters.push("--test-reporter=junit", `--test-reporter-destination=${junit}`);
const outputs = chosen.map((file) => `build/test/${file.replace(/\.ts$/, ".mjs")}`);
const { status } = spawnSync(
  process.execPath,
  ["--enable-source-maps", "--test", "--test-concurrency=1", ...reporters, ...outputs],
  { stdio: "inherit" },
);
process.exit(status ?? 1);
