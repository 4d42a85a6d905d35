/** What a request of the file relay says (RUN-80). The sandbox wrote it: nothing in it is believed unseen. */
import { members } from "../../../bindings-wasm/ts/text.js";
import { type Check, stringOf } from "./jsonrpc.js";

export interface RelayRequest {
  readonly tool: string;
  /** JSON text of an object, as it was written. */
  readonly argumentsText: string;
}

const MEMBERS = ["toolName", "toolCallId", "args"];

/**
 * Reads a request; throws what is wrong with it. A file that is half written is refused, not waited for: it was
 * taken away before it was read, and the beginning of an object is never an object.
 *
 * What a call is, is said by `toolName` and `args` alone: `toolCallId` is the sandbox's own name for it.
 */
export function readRequest(bytes: Uint8Array, check: Check): RelayRequest {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error("it is not UTF-8");
  }
  const fault = check(text);
  if (fault != null) throw new Error(`it cannot be read, or is not complete: ${fault}`);
  if (!/^\s*\{/.test(text)) throw new Error("it is not an object");
  const request = new Map(members(text));
  for (const key of request.keys()) if (!MEMBERS.includes(key)) throw new Error("it has a member that no request has");
  const tool = stringOf(request.get("toolName"));
  if (tool === undefined) throw new Error("`toolName` is not a string");
  if (stringOf(request.get("toolCallId")) === undefined) throw new Error("`toolCallId` is not a string");
  const given = request.get("args") ?? "null";
  const argumentsText = given === "null" ? "{}" : given;
  if (!argumentsText.startsWith("{")) throw new Error("`args` is not an object");
  return { tool, argumentsText };
}
