// Builds the addon, bundles the TypeScript into dist/, and puts the wasm module beside it.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { build } from "esbuild";
import { buildShim } from "./build-shim.mjs";

process.chdir(import.meta.dirname);
const wasm = "../bindings-wasm/pkg/callgate.wasm";
if (!existsSync(wasm)) {
  console.error("bindings-wasm/pkg is not built yet: `cargo xtask wasm` first");
  process.exit(1);
}
rmSync("dist", { recursive: true, force: true });
mkdirSync("dist", { recursive: true });

const words = ["build", "--platform", "--release", "--no-js", "--output-dir", "dist"];
execFileSync("node_modules/.bin/napi", words, { stdio: "inherit" });
rmSync("dist/index.d.ts", { force: true });

await build({
  entryPoints: { index: "ts/index.ts", cli: "ts/cli.ts", runner: "ts/runner/index.ts" },
  outdir: "dist",
  outExtension: { ".js": ".cjs" },
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20",
  // The runner works on the gates and ledgers that its user made, so it must not hold a core of its own.
  external: ["callgate", "@cfworker/json-schema", "ipaddr.js"],
  logLevel: "warning",
});
await buildShim("dist/stdio-shim.js");
copyFileSync(wasm, "dist/callgate.wasm");

// One instance of everything, however it is imported: the ES module hands out the other's exports.
for (const [entry, types] of [["index", "../bindings-wasm/types/index.d.ts"], ["runner", "types/runner.d.ts"]]) {
  const names = Object.keys(createRequire(import.meta.url)(`./dist/${entry}.cjs`));
  writeFileSync(`dist/${entry}.mjs`, `import all from "./${entry}.cjs";\nexport const { ${names.join(", ")} } = all;\n`);
  for (const extension of ["d.mts", "d.cts"]) copyFileSync(types, `dist/${entry}.${extension}`);
}
