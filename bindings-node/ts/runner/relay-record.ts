/**
 * The records of the file relay, as both of its sides know them (RUN-80): `<id>.req.json` and
 * `<id>.res.json` in one directory. Pure: it is part of the shim.
 */

/** A call, as it lies in the directory. The keys are written in this order. */
export interface RelayRequest {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly args: unknown;
}

/** What became of it. `paused` says that the call waits for a person or the browser, and did not run. */
export type RelayAnswer =
  | { readonly ok: true; readonly text: string; readonly paused?: true }
  | { readonly ok: true; readonly content: readonly unknown[] }
  | { readonly ok: false; readonly error: string };

export const REQUEST_ENDING = ".req.json";
export const ANSWER_ENDING = ".res.json";
/** What is being written or taken away bears this, which neither side looks for. */
export const TEMPORARY_ENDING = ".tmp";

/** A request has at most as many bytes as a message over HTTP (RUN-22). */
export const MAX_REQUEST_BYTES = 1_000_000;
/** What a reader of answers holds in memory for one call. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export const DEFAULT_POLLING_MS = 300;
export const DEFAULT_TIMEOUT_MS = 60_000;
/** The longest time that a timer can be set to. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

const MAX_ID_CHARS = 120;

/** An id from elsewhere, as it can stand in the name of a file. */
export function cleanRelayId(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, MAX_ID_CHARS) || "tool";
}

/** The id in the name of a request's file; nothing for every other file. */
export function requestId(name: string): string | undefined {
  if (!name.endsWith(REQUEST_ENDING)) return undefined;
  const id = name.slice(0, -REQUEST_ENDING.length);
  return id !== "" && id === cleanRelayId(id) ? id : undefined;
}

/** The text of a request; the arguments are written as they came, no number read and printed again. */
export function requestText(tool: string, id: string, argumentsText = "{}"): string {
  return `{"toolName":${JSON.stringify(tool)},"toolCallId":${JSON.stringify(id)},"args":${argumentsText}}`;
}

/** A value as an answer, if it is one. */
export function asAnswer(value: unknown): RelayAnswer | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { ok, text, content, error, paused } = value as { [key: string]: unknown };
  if (paused === true) return { ok: true, text: typeof text === "string" ? text : "", paused };
  if (ok === false && typeof error === "string") return { ok, error };
  if (ok === true && typeof text === "string") return { ok, text };
  return ok === true && Array.isArray(content) ? { ok, content } : undefined;
}
