/** The npm package `callgate-wasm`. In Node it is ready on import, elsewhere after `await init()`. */
import type * as Public from "../types/index.js";
import { makeApi } from "./api.js";
import { WasmEngine, type WasmSource } from "./wasm.js";

const beside = new URL("./callgate.wasm", import.meta.url);
const engine = new WasmEngine(() => readFile(beside));
const api = makeApi(() => engine);

export const { version, validate, validateServer, jsonSchema, toWire, materialize, toolName, Gate } = api;
export const { setServerPermission, setToolPermission, setNewToolPermission, setToolFilter, askForWriteAndDelete } = api;
export const { diff, suggestRule, why } = api;
export const { Ledger, callKey, canonicalJson, inBandAnswers, reply, describeCall, sha256Hex } = api;
export const { advertise, missingArguments, mintToken, pinCatalogs, comparePins } = api;
export const { ArgumentRecorder, capToolResult, renderTurn, renderHarness, predict } = api;
export { CallgateError, InvalidDocument, InvalidEdit } from "./errors.js";

export async function init(source?: WasmSource | PromiseLike<WasmSource>): Promise<void> {
  await engine.init(source ?? readFile(beside) ?? beside);
}

/** The file's bytes where there are files; not an import, which bundlers for browsers would stumble over. */
function readFile(url: URL): Uint8Array<ArrayBuffer> | undefined {
  if (url.protocol !== "file:" || typeof process === "undefined") return undefined;
  const files = process.getBuiltinModule?.("node:fs");
  return files && new Uint8Array(files.readFileSync(url));
}

({ ...api, init }) satisfies Partial<typeof Public>;
