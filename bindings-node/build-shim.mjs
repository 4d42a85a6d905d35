// Builds the stdio shim: one small file for the inside of a sandbox, where there is nothing but Node.
import { readFileSync } from "node:fs";
import { build } from "esbuild";

export async function buildShim(outfile) {
  const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
  await build({
    absWorkingDir: import.meta.dirname,
    entryPoints: ["ts/runner/shim/main.mts"],
    outfile,
    bundle: true,
    minify: true,
    // It has to run as a module and as a script of the older kind: it neither imports nor exports, see main.mts.
    format: "esm",
    banner: { js: '"use strict";' },
    platform: "neutral",
    target: "node18",
    external: ["node:*"],
    charset: "utf8",
    define: { CALLGATE_VERSION: JSON.stringify(version) },
    logLevel: "warning",
  });
}
