/** A server's answer on its way to the harness (RUN-50, RUN-52, RUN-55). */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { EventError, EventSplitter, type ServerSentEvent, withData } from "./events.js";
import { errorMessage, type Id, INTERNAL_ERROR } from "./jsonrpc.js";
import type { DecisionLog } from "./log.js";
import { type Screen, UnreadableMessage } from "./screen.js";
import { type Upstream, UpstreamError } from "./upstream.js";

/** What the harness asked. */
export interface Asked {
  readonly method: "POST" | "GET" | "DELETE";
  /** The requests that wait for an answer; nobody waits after a notification, or on a stream. */
  readonly ids: readonly Id[];
  /** Whether the request named a session. */
  readonly inSession: boolean;
}

export interface AnswerOptions {
  readonly server: string;
  readonly upstream: Upstream;
  readonly screen: Screen;
  readonly log: DecisionLog;
}

/** The size of one message of a server, in bytes; a message is looked at as a whole. */
const MOST_BYTES = 64 * 1024 * 1024;

/** How much of a server's own wording is read, in bytes, and kept, in characters. */
const WORDING_BYTES = 8192;
const WORDING_CHARS = 500;

/** What of the answer's head is the harness's business. */
const PASSED = ["mcp-session-id", "mcp-protocol-version", "cache-control", "retry-after"];

/** Statuses that make a client look for credentials of its own; those of the server are the proxy's. */
const ABOUT_CREDENTIALS: ReadonlySet<number> = new Set([401, 403, 407]);

/**
 * Passes an answer on: a stream event by event, anything else as a whole. Throws {@link UpstreamError}
 * for an answer that cannot be passed on, as long as nothing of it was.
 */
export async function passAnswer(answer: IncomingMessage, response: ServerResponse, asked: Asked, options: AnswerOptions): Promise<void> {
  const { upstream, screen } = options;
  const { statusCode: status = 0, headers } = answer;
  const good = status >= 200 && status < 300;
  const [type = ""] = (headers["content-type"] ?? "").toLowerCase().split(/\s*;/);
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.toLowerCase() !== "identity") throw refused(answer, upstream, "it compresses its answer, although it was asked not to");
  if (good && type === "text/event-stream") return passEvents(answer, response, asked, options);

  const json = /^application\/(?:[\w.-]+\+)?json$/.test(type);
  const whole = json || (good && asked.ids.length > 0);
  const body = whole ? await readBody(answer, upstream) : await readSome(answer);
  const message = whole ? readMessage(body, screen) : undefined;
  if (message !== undefined && (good || (isError(message) && !ABOUT_CREDENTIALS.has(status)))) {
    response.writeHead(status, { ...passedHeaders(answer), "content-type": "application/json" }).end(message);
    return;
  }
  if (good) {
    if (asked.ids.length > 0) throw upstream.problem(body.length === 0 ? "its answer is empty" : "its answer is not a message that can be read");
    // Nobody waits for what such an answer says.
    response.writeHead(asked.method === "POST" ? 202 : status, passedHeaders(answer)).end();
    return;
  }
  const { message: words } = upstream.problem(statusWords(status, wordingOf(body, upstream)));
  // What a client of the protocol acts on: the session is gone; there is no such stream.
  const acted = (status === 404 && asked.inSession) || (status === 405 && asked.method !== "POST");
  if (!acted) throw new UpstreamError(words);
  const text = errorMessage(asked.ids.length === 1 ? asked.ids[0]! : "null", INTERNAL_ERROR, words);
  response.writeHead(status, { "content-type": "application/json", ...(status === 405 ? { allow: "POST" } : {}) }).end(text);
}

function refused(answer: IncomingMessage, upstream: Upstream, what: string): UpstreamError {
  answer.destroy();
  return upstream.problem(what);
}

function passedHeaders({ headers }: IncomingMessage): OutgoingHttpHeaders {
  return Object.fromEntries(PASSED.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}

async function readBody(answer: IncomingMessage, upstream: Upstream): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > MOST_BYTES) throw upstream.problem(`its answer is larger than ${MOST_BYTES} bytes`);
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof UpstreamError ? error : upstream.problem("it broke off its answer");
  }
  return Buffer.concat(parts);
}

/** The beginning of a body; what went wrong with the rest does not matter. */
async function readSome(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      if (length >= WORDING_BYTES) break;
    }
  } catch {
    // The status alone says enough.
  }
  return Buffer.concat(parts);
}

/** A message that can be passed on; nothing for what is none. */
function readMessage(body: Buffer, screen: Screen): string | undefined {
  try {
    return screen.pass(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body)).text;
  } catch {
    return undefined;
  }
}

function isError(message: string): boolean {
  const read = JSON.parse(message) as { jsonrpc?: unknown; error?: unknown };
  return read.jsonrpc === "2.0" && typeof read.error === "object" && read.error !== null;
}

function statusWords(status: number, wording: string): string {
  const what =
    status >= 300 && status < 400 ? `it answers with a redirect (${status}), and redirects are not followed`
    : status === 401 ? "it does not accept the credentials (401)"
    : status === 403 ? "it does not permit this with these credentials (403)"
    : `it answers with status ${status}`;
  return wording === "" ? what : `${what}: ${wording}`;
}

/** The server's own words for an error: of JSON the usual members, of anything else the text. */
function wordingOf(body: Buffer, upstream: Upstream): string {
  const all = body.subarray(0, WORDING_BYTES).toString("utf8");
  // A credential that the cut goes through would not be found.
  const read = body.length < WORDING_BYTES ? all : all.slice(0, Math.max(0, all.length - upstream.scrubber.longest));
  const text = upstream.scrubber.scrub(jsonWording(read) ?? plainText(read));
  const words = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return words.length > WORDING_CHARS ? `${words.slice(0, WORDING_CHARS)}…` : words;
}

function jsonWording(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  for (const name of ["error_description", "message", "error", "detail", "title"]) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) continue;
    const member = (value as Record<string, unknown>)[name];
    if (typeof member === "string") return member;
    if (name === "error" && typeof member === "object" && member !== null) return jsonWording(JSON.stringify(member));
  }
  return typeof value === "string" ? value : text;
}

/** A page's text without its marks. */
function plainText(text: string): string {
  return /^\s*<(!doctype|html)/i.test(text) ? text.replace(/<(style|script|title)\b[^>]*>[^<]*<\/\1>|<[^>]*>/gi, " ") : text;
}

/** Passes a stream on, event by event. */
async function passEvents(answer: IncomingMessage, response: ServerResponse, { ids }: Asked, options: AnswerOptions): Promise<void> {
  const { server, screen, upstream, log } = options;
  const splitter = new EventSplitter(MOST_BYTES);
  const waiting = new Set(ids);
  // A client continues a stream whose events have ids, so there its end is no failure.
  let resumable = false;

  const failed = (what: string) => {
    const texts = [...waiting].map((id) => errorMessage(id, INTERNAL_ERROR, upstream.problem(what).message));
    waiting.clear();
    return texts.map((text) => `data: ${text}\n\n`).join("");
  };

  const pass = (event: ServerSentEvent): Buffer | string => {
    if (event.hasId) resumable = true;
    if (event.data === undefined || event.data.trim() === "") return event.raw;
    try {
      const { text, answers } = screen.pass(event.data);
      for (const id of answers) waiting.delete(id);
      return text === event.data ? event.raw : withData(event, text);
    } catch (error) {
      if (!(error instanceof UnreadableMessage)) throw error;
      log.warning(`an event of the server was not passed on, since it cannot be read: ${error.message}`, { server });
      return failed("what it sent is not a message that can be read");
    }
  };

  // The answer is read here and not piped, since a stream that breaks off would take the last words with it.
  async function* passed(): AsyncGenerator<Buffer | string> {
    try {
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        for (const event of splitter.push(chunk)) yield pass(event);
      }
    } catch (error) {
      if (error instanceof EventError) {
        log.warning(`a stream of the server was ended: ${error.message}`, { server });
        yield failed(`its stream cannot be read: ${error.message}`);
        return;
      }
      if (resumable) throw error;
      yield failed("it broke off its answer");
      return;
    }
    if (!resumable) yield failed("it ended its stream without an answer");
  }

  response.writeHead(answer.statusCode ?? 200, { "cache-control": "no-cache", ...passedHeaders(answer), "content-type": "text/event-stream" });
  response.flushHeaders();
  await pipeline(passed, response);
}
