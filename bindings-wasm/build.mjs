// Optimises the module, bundles the TypeScript around it into pkg/, and prints what that weighs.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

process.chdir(import.meta.dirname);
mkdirSync("pkg", { recursive: true });

// What every engine since 2021 has and rustc uses unasked.
const features = ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];
execFileSync(
  "node_modules/.bin/wasm-opt",
  ["-Oz", ...features.map((name) => `--enable-${name}`), "build/glue/callgate_bg.wasm", "-o", "pkg/callgate.wasm"],
  { stdio: "inherit" },
);

await build({
  entryPoints: ["ts/index.ts"],
  outfile: "pkg/index.js",
  bundle: true,
  format: "esm",
  platform: "neutral",
  target: "es2022",
  logLevel: "warning",
});
copyFileSync("types/index.d.ts", "pkg/index.d.ts");

for (const file of ["pkg/callgate.wasm", "pkg/index.js"]) {
  const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;
  console.log(`${file}: ${kilobytes(statSync(file).size)}, gzipped ${kilobytes(gzipSync(readFileSync(file), { level: 9 }).length)}`);
}
