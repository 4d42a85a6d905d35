/** The npm package `callgate`, ready on import. */
import type * as Public from "../../bindings-wasm/types/index.js";
import { makeApi } from "../../bindings-wasm/ts/api.js";
import { chooseFrom } from "./engines.js";

const api = makeApi(chooseFrom(__dirname));

export const { version, validate, validateServer, jsonSchema, toWire, materialize, toolName, Gate } = api;
export const { setServerPermission, setToolPermission, setNewToolPermission, setToolFilter, askForWriteAndDelete } = api;
export const { diff, suggestRule, why } = api;
export const { Ledger, callKey, canonicalJson, inBandAnswers, reply, describeCall, sha256Hex } = api;
export const { advertise, missingArguments, mintToken, pinCatalogs, comparePins } = api;
export const { ArgumentRecorder, capToolResult, renderTurn, renderHarness, predict } = api;
export { CallgateError, InvalidDocument, InvalidEdit } from "../../bindings-wasm/ts/errors.js";

/** Nothing to wait for: here so that the same program runs on `callgate-wasm`. */
export async function init(): Promise<void> {}

({ ...api, init }) satisfies Partial<typeof Public>;
