/**
 * The records of the file relay, as both of its sides know them: `<id>.req.json` and `<id>.res.json` in one
 * directory (RUN-80). Part of the shim: no import of Node and none of the core.
 *
 * A request is `{"toolName", "toolCallId", "args"}`, in this order; an answer is `{"ok": true, "text"}`,
 * `{"ok": true, "content"}` or `{"ok": false, "error"}`, and has `"paused": true` when the call waits and
 * did not run.
 */
import { members } from "../../../bindings-wasm/ts/text.js";
import { stringOf } from "./jsonrpc.js";
import type { Outcome } from "./outcome.js";
import { textContent } from "./protocol.js";

export const REQUEST_ENDING = ".req.json";
export const ANSWER_ENDING = ".res.json";
/** What is being written or was picked up bears this, which neither side looks for. */
export const TEMPORARY_ENDING = ".tmp";

/** A request has at most as many bytes as a message over HTTP (RUN-22). */
export const MAX_REQUEST_BYTES = 1_000_000;
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/**
 * What the model reads of a call that waits (RUN-63). It begins as all results do that only say that a call
 * waits, so that nobody who reads the conversation later takes it for the result (APPR-43).
 */
export const PAUSED =
  "DEFERRED_NOT_EXECUTED: this call has not run. It waits for an answer from outside, which does not come within " +
  "this turn. Do not call the tool again and do not look for a way around it: end your turn. The call is taken up " +
  "again when the answer is there.";

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

/** The text of a request; the arguments stay as they were written. */
export function requestText(tool: string, id: string, argumentsText = "{}"): string {
  return `{"toolName":${JSON.stringify(tool)},"toolCallId":${JSON.stringify(id)},"args":${argumentsText}}`;
}

/** The text of an answer; none when there is nobody to answer. */
export function answerText(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case "aborted":
      return undefined;
    case "paused":
      return JSON.stringify({ ok: true, text: PAUSED, paused: true });
    case "result": {
      const text = onlyText(outcome.content);
      return text === undefined ? `{"ok":true,"content":${outcome.content}}` : JSON.stringify({ ok: true, text });
    }
    default:
      return JSON.stringify({ ok: false, error: outcome.message });
  }
}

/** The outcome that an answer tells of; nothing when the text is no answer. */
export function readAnswer(text: string): Outcome | undefined {
  const answer = new Map(isObject(text) ? members(text) : []);
  if (answer.get("paused") === "true") return { kind: "paused" };
  const ok = answer.get("ok");
  const [said, content, error] = [stringOf(answer.get("text")), answer.get("content"), stringOf(answer.get("error"))];
  if (ok === "false" && error !== undefined) return { kind: "tool error", message: error };
  if (ok === "true" && said !== undefined) return { kind: "result", content: textContent(said) };
  return ok === "true" && content?.startsWith("[") ? { kind: "result", content } : undefined;
}

function isObject(text: string): boolean {
  try {
    JSON.parse(text);
    return /^\s*\{/.test(text);
  } catch {
    return false;
  }
}

/** The text of a content that is one text and nothing else. */
function onlyText(content: string): string | undefined {
  const [block, ...others] = JSON.parse(content) as { [member: string]: unknown }[];
  const isText = block?.type === "text" && typeof block.text === "string" && Object.keys(block).length === 2;
  return isText && others.length === 0 ? (block.text as string) : undefined;
}
