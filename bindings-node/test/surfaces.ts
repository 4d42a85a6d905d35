/** Both ways to reach the core, each behind the public API by itself, from the built files in dist/. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeApi } from "../../bindings-wasm/ts/api.js";
import { WasmEngine } from "../../bindings-wasm/ts/wasm.js";
import { loadAddon, NativeEngine } from "../ts/addon.js";

const dist = join(process.cwd(), "dist");

export const wasm = new WasmEngine(() => readFileSync(join(dist, "callgate.wasm")));

const { addon, why } = loadAddon(dist);
if (!addon) throw new Error(`the addon cannot be loaded: ${why}`);
export const native = new NativeEngine(addon);

export type Api = ReturnType<typeof makeApi>;

export const surfaces: readonly { readonly name: "native" | "wasm"; readonly api: Api }[] = [
  { name: "native", api: makeApi(() => native) },
  { name: "wasm", api: makeApi(() => wasm) },
];
