// Measures the built package against its peers: one JSON row a line.
//   node bench.mjs                      everything
//   node bench.mjs large --scale 0.01   only large inputs, made smaller, for a look at whether it all runs
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { scale: { type: "string", default: "1" } } });
const scale = Number(values.scale);
const parts = positionals.length > 0 ? positionals : ["main", "large"];
if (!(scale > 0) || !parts.every((part) => part === "main" || part === "large")) {
  throw new Error("the parts are `main` and `large`, and the scale is a number");
}

process.chdir(import.meta.dirname);
if (parts.includes("main") && !existsSync("bench/peers/node_modules/.package-lock.json")) {
  execFileSync("npm", ["--prefix", "bench/peers", "ci", "--silent"], { stdio: ["ignore", 2, 2] });
}
await build({
  entryPoints: ["bench/main.ts", "bench/large.ts", "bench/peak.ts"],
  outdir: "build/bench",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  external: ["callgate"],
  logLevel: "warning",
});
if (parts.includes("main")) await import("./build/bench/main.mjs");
if (parts.includes("large")) (await import("./build/bench/large.mjs")).measure(scale);
