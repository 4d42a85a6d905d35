/**
 * JSON-RPC messages (RUN-22, RUN-24, RUN-25). No import of Node and none of the core: the stdio shim
 * is built from this file too, and brings its own check of a text.
 */
import { elements, members } from "../../../bindings-wasm/ts/text.js";

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

/** What is wrong with a text that should be JSON, or nothing. */
export type Check = (text: string) => string | null | undefined;

/** The members of `params`: the text of each value. */
export type Params = ReadonlyMap<string, string>;

/** An id as it was written, which is how it is sent back: its type and every digit stay (RUN-25). */
export type Id = string;

export interface Request {
  readonly kind: "request";
  readonly id: Id;
  readonly method: string;
  readonly params: Params;
}

/** A request without an id: nobody waits for an answer, so nothing is answered. */
export interface Notification {
  readonly kind: "notification";
  readonly method: string;
  readonly params: Params;
}

/** An answer to a request of ours; we never send one. */
export interface Response {
  readonly kind: "response";
}

/** What is no message, or one that other programs could read in another way. */
export interface Invalid {
  readonly kind: "invalid";
  /** `null` when it could not be read. */
  readonly id: Id;
  readonly code: number;
  readonly message: string;
}

export type Message = Request | Notification | Response | Invalid;

/** A text that came in: one message, or a batch. */
export type Received = { readonly batch: false; readonly message: Message } | { readonly batch: true; readonly messages: readonly Message[] };

/** Reads what came in. A fault of the text itself is one invalid message. */
export function receive(text: string, check: Check): Received {
  const fault = check(text);
  if (fault != null) return { batch: false, message: invalid("null", PARSE_ERROR, `parse error: ${fault}`) };
  return /^\s*\[/.test(text) ? { batch: true, messages: elements(text).map(read) } : { batch: false, message: read(text) };
}

const ENVELOPE = ["jsonrpc", "id", "method", "params", "result", "error"];
const PARAMS = ["name", "arguments", "_meta", "cursor", "protocolVersion", "capabilities", "clientInfo", "requestId", "reason"];

function read(text: string): Message {
  if (!/^\s*\{/.test(text)) return invalid("null", INVALID_REQUEST, "a message is a JSON object");
  const envelope = members(text);
  const parts = new Map(envelope);
  const id = parts.get("id");
  const known = id !== undefined && /^["\d-]/.test(id) ? id : "null";
  const variant = variantOf(envelope, ENVELOPE);
  if (variant) return invalid(known, INVALID_REQUEST, variant);
  if (stringOf(parts.get("jsonrpc")) !== "2.0") return invalid(known, INVALID_REQUEST, '`jsonrpc` is not "2.0"');
  const written = parts.get("method");
  if (written === undefined && (parts.has("result") || parts.has("error"))) return { kind: "response" };
  const method = stringOf(written);
  if (method === undefined) return invalid(known, INVALID_REQUEST, "`method` is not a string");
  if (id !== undefined && known === "null") return invalid("null", INVALID_REQUEST, "`id` is neither a string nor a number");
  const params = parts.get("params");
  if (params !== undefined && !params.startsWith("{")) return invalid(known, INVALID_PARAMS, "`params` is not an object");
  const given = params === undefined ? [] : members(params);
  const other = variantOf(given, PARAMS);
  if (other) return invalid(known, INVALID_REQUEST, other);
  const message = { method, params: new Map(given) };
  return id === undefined ? { kind: "notification", ...message } : { kind: "request", id, ...message };
}

function invalid(id: Id, code: number, message: string): Invalid {
  return { kind: "invalid", id, code, message };
}

/**
 * A key that is a known one but for case, or `__proto__`. There are parsers that take the first for the
 * known one, and readers that find all that stands under the second in place of what is absent: what they
 * would then read is not what was judged here (RUN-22).
 */
export function variantOf(given: readonly (readonly [string, string])[], known: readonly string[]): string | undefined {
  for (const [key] of given) {
    if (known.includes(key)) continue;
    if (key === "__proto__") return "there is a key `__proto__`: what stands under it could be taken for what is absent";
    const meant = known.find((name) => name.length === key.length && name.toLowerCase() === fold(key));
    if (meant !== undefined) return `there is a key that is \`${meant}\` but for case: keys are read exactly as they are spelled`;
  }
  return undefined;
}

/** Upper case first, so that also the long s and the Kelvin sign fold as such parsers fold them. */
function fold(key: string): string {
  return key.toUpperCase().toLowerCase();
}

/** The string that a value's text stands for, when it is one. */
export function stringOf(text: string | undefined): string | undefined {
  return text?.startsWith('"') ? (JSON.parse(text) as string) : undefined;
}

/** An answer that carries a result; `result` is JSON text. */
export function resultMessage(id: Id, result: string): string {
  return `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
}

/** An answer that carries an error. */
export function errorMessage(id: Id, code: number, message: string, data?: object): string {
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message, data })}}`;
}
