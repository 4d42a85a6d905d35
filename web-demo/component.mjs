// Builds the component as a package of its own, in pkg/: `npm run build` does it after the page.
// React is the embedding application's; everything else is in it, the engine's worker and module as files beside it.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

process.chdir(import.meta.dirname);
const wasm = resolve("../bindings-wasm/pkg");
const { version } = JSON.parse(readFileSync("package.json", "utf8"));

/** What a script is built with: the worker's address is that of its built file. */
const shared = {
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  outdir: "pkg",
  alias: { "callgate-wasm": join(wasm, "index.js") },
  external: ["react", "react-dom", "react/jsx-runtime"],
  logLevel: "warning",
  plugins: [
    {
      name: "worker",
      setup: ({ onLoad }) =>
        onLoad({ filter: /engine\/client\.ts$/ }, ({ path }) => {
          const source = readFileSync(path, "utf8");
          const contents = source.replace('"./worker.ts"', '"./worker.js"');
          if (contents === source) throw new Error("the worker's address is not where it was");
          return { contents, loader: "ts" };
        }),
    },
  ],
};

rmSync("pkg", { recursive: true, force: true });
mkdirSync("pkg");
await build({ ...shared, entryPoints: { index: "src/index.ts" } });
await build({ ...shared, entryPoints: { worker: "src/engine/worker.ts" } });
copyFileSync(join(wasm, "callgate.wasm"), "pkg/callgate.wasm");
execFileSync("node_modules/.bin/tsc", ["--project", "tsconfig.types.json"], { stdio: "inherit" });
// Only what the entry names, with the core's own types beside it.
mkdirSync("pkg/drawer");
copyFileSync("build/types/web-demo/src/index.d.ts", "pkg/index.d.ts");
copyFileSync("../bindings-wasm/types/index.d.ts", "pkg/callgate-wasm.d.ts");
const props = readFileSync("build/types/web-demo/src/drawer/PermissionDrawer.d.ts", "utf8");
writeFileSync("pkg/drawer/PermissionDrawer.d.ts", props.replace('import "./drawer.css";\n', "").replace('"callgate-wasm"', '"../callgate-wasm.js"'));
writeFileSync(
  "pkg/package.json",
  `${JSON.stringify(
    {
      name: "callgate-drawer",
      version,
      description: "What an AI agent may do on its MCP servers, as a React component",
      license: "MIT OR Apache-2.0",
      type: "module",
      exports: { ".": { types: "./index.d.ts", default: "./index.js" }, "./drawer.css": "./index.css" },
      sideEffects: ["./index.css"],
      peerDependencies: { react: ">=19", "react-dom": ">=19" },
    },
    null,
    2,
  )}\n`,
);

const size = (path) => {
  const bytes = readFileSync(path);
  return `${(bytes.length / 1000).toFixed(1).padStart(8)} kB ${(gzipSync(bytes).length / 1000).toFixed(1).padStart(8)} kB gzipped  ${path}`;
};
const page = readdirSync("dist", { recursive: true, encoding: "utf8" }).filter((name) => /\.(html|js|css|wasm)$/.test(name));
console.log(["the page:", ...page.map((name) => size(join("dist", name))), "the component:", ...["index.js", "worker.js", "callgate.wasm", "index.css"].map((name) => size(join("pkg", name)))].join("\n"));
