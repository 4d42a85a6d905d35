// Measures the built package against its peers: one JSON row a line.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { build } from "esbuild";

process.chdir(import.meta.dirname);
if (!existsSync("bench/peers/node_modules/.package-lock.json")) {
  execFileSync("npm", ["--prefix", "bench/peers", "ci", "--silent"], { stdio: ["ignore", 2, 2] });
}
await build({
  entryPoints: ["bench/main.ts"],
  outfile: "build/bench/main.mjs",
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  external: ["callgate"],
  logLevel: "warning",
});
await import("./build/bench/main.mjs");
