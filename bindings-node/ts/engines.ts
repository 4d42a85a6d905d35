/** Which engine does what. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Choose, Engine } from "../../bindings-wasm/ts/engine.js";
import { CallgateError } from "../../bindings-wasm/ts/errors.js";
import { WasmEngine } from "../../bindings-wasm/ts/wasm.js";
import { loadAddon, NativeEngine } from "./addon.js";

/** Small calls cross into wasm faster, large texts are read faster by the addon (`npm run bench`). */
const FASTER_IN_WASM: ReadonlySet<Parameters<Choose>[0]> = new Set([
  "decide",
  "decideNamed",
  "decideMany",
  "explain",
  "offered",
  "toolName",
]);

/** The engines whose files lie in a folder; either may be missing. */
export function chooseFrom(folder: string): Choose {
  const { addon, why } = loadAddon(folder);
  const native = addon && new NativeEngine(addon);
  const file = join(folder, "callgate.wasm");
  const wasm = existsSync(file) ? new WasmEngine(() => readFileSync(file)) : undefined;
  return (operation): Engine => {
    const engine = FASTER_IN_WASM.has(operation) ? (wasm ?? native) : (native ?? wasm);
    if (engine) return engine;
    throw new CallgateError("not_ready", `neither the wasm module nor an addon is there: ${why}`);
  };
}
