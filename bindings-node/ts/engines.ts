/** Which engine does the work. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Choose, Engine } from "../../bindings-wasm/ts/engine.js";
import { CallgateError } from "../../bindings-wasm/ts/errors.js";
import { WasmEngine } from "../../bindings-wasm/ts/wasm.js";
import { loadAddon, NativeEngine } from "./addon.js";

/**
 * The engine for every operation: the addon, and the wasm module where there is none.
 *
 * Crossing into wasm costs a fifth of crossing into the addon (50 ns, 200 to 400 ns), but the module
 * is compiled for size and then takes about twice as long: a call whose arguments a rule reads 19 µs
 * against 9 µs, a name that was not asked before 12 µs against 10 µs, an explanation 30 µs against
 * 14 µs, a document of 635 KB 23 ms against 8 ms (`npm run bench`, both on one busy machine). Names
 * that were asked before do not cross at all. Were one operation faster in wasm, it would be named here.
 */
export function chooseFrom(folder: string): Choose {
  const { addon, why } = loadAddon(folder);
  const native = addon && new NativeEngine(addon);
  const file = join(folder, "callgate.wasm");
  const wasm = existsSync(file) ? new WasmEngine(() => readFileSync(file)) : undefined;
  const engine: Engine | undefined = native ?? wasm;
  return () => {
    if (engine) return engine;
    throw new CallgateError("not_ready", `neither the wasm module nor an addon is there: ${why}`);
  };
}
