/**
 * The edge of a server on the loopback interface: what is refused before anything of a request's body
 * is read, and how the body is read (RUN-21, RUN-22). The tool server and the proxies share it.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { hasValidAuthorization } from "./authorization.js";
import { errorMessage } from "./jsonrpc.js";

export const ENDPOINT = "/mcp";
export const MOST_BODY_BYTES = 1_000_000;
export const BODY_TIME_LIMIT_MS = 30_000;
export const HEADERS_TIME_LIMIT_MS = 20_000;

const UNAUTHORIZED = -32001;
const REFUSED = -32000;

/** Why a request is not served. */
export interface Refusal {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly headers?: { readonly [name: string]: string };
}

export interface EdgeOptions {
  readonly port: number;
  readonly token: string;
  /** The methods that are served. */
  readonly methods: readonly string[];
}

/** The first thing that speaks against a request, in the order of RUN-21; the body is not touched. */
export function edgeRefusal(request: IncomingMessage, { port, token, methods }: EdgeOptions): Refusal | undefined {
  const target = targetOf(request.url ?? "");
  const hosts = headerValues(request, "host");
  // A request for a whole address says the host a second time.
  if (hosts.length !== 1 || !isOwnHost(hosts[0]!, port) || (target.host !== undefined && !isOwnHost(target.host, port))) {
    return refusal(403, REFUSED, "forbidden: the header `Host` does not name this server");
  }
  const origins = headerValues(request, "origin");
  if (origins.some((origin) => !isOwnOrigin(origin, port)) || origins.length > 1) {
    return refusal(403, REFUSED, "forbidden: the header `Origin` does not name this server");
  }
  const given = headerValues(request, "authorization");
  if (!hasValidAuthorization(given.length === 1 ? given[0] : undefined, token)) {
    return refusal(401, UNAUTHORIZED, "unauthorized: the bearer token of this server is missing or wrong", { "WWW-Authenticate": "Bearer" });
  }
  if (target.path !== ENDPOINT) return refusal(404, REFUSED, `not found: the endpoint is \`${ENDPOINT}\``);
  const allowed = methods.join(", ");
  if (!methods.includes(request.method ?? "")) return refusal(405, REFUSED, `method not allowed: send ${allowed}`, { Allow: allowed });
  if (acceptedTypes(request.headers.accept).length === 0) {
    return refusal(406, REFUSED, "not acceptable: the header `Accept` admits neither `application/json` nor `text/event-stream`");
  }
  return undefined;
}

function refusal(status: number, code: number, message: string, headers?: Refusal["headers"]): Refusal {
  return { status, code, message, ...(headers && { headers }) };
}

/** Every value of a header, as often as it was sent: where one of two counts, which one is a matter of taste. */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.toLowerCase() === name) values.push(rawHeaders[index + 1]!);
  }
  return values;
}

/** The path of a request's target, and the host when the target is a whole address (RFC 9112, 3.2.2). */
function targetOf(target: string): { path: string; host?: string } {
  const [, host, rest = ""] = /^http:\/\/([^/?#]*)(.*)$/is.exec(target) ?? [];
  const [path = ""] = (host === undefined ? target : rest).split("?", 1);
  return host === undefined ? { path } : { path, host };
}

function isOwnHost(host: string, port: number): boolean {
  const name = host.toLowerCase();
  return name === `127.0.0.1:${port}` || name === `localhost:${port}`;
}

function isOwnOrigin(origin: string, port: number): boolean {
  const name = origin.toLowerCase();
  return name.startsWith("http://") && isOwnHost(name.slice("http://".length), port);
}

export type AnswerType = "application/json" | "text/event-stream";
const ANSWER_TYPES: readonly AnswerType[] = ["application/json", "text/event-stream"];

/** Those of the two types of answers that a client takes; both when it does not say. */
export function acceptedTypes(accept: string | undefined): readonly AnswerType[] {
  if (accept === undefined || accept.trim() === "") return ANSWER_TYPES;
  const ranges = accept.toLowerCase().split(",").map((range) => range.split(";").map((part) => part.trim()));
  return ANSWER_TYPES.filter((type) => {
    // The most exact range that fits decides.
    for (const wanted of [type, `${type.split("/")[0]}/*`, "*/*"]) {
      const found = ranges.filter(([range]) => range === wanted);
      if (found.length > 0) return found.some((range) => !range.some((part) => /^q=0(\.0*)?$/.test(part)));
    }
    return false;
  });
}

/** Whether a request says that it has a body. */
function hasBody(request: IncomingMessage): boolean {
  return request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;
}

/** Answers with a refusal. The body of a client that is not known is not read, so the connection cannot go on. */
export function refuse(request: IncomingMessage, response: ServerResponse, refused: Refusal): void {
  const { status, code, message, headers } = refused;
  const known = status !== 401 && status !== 403;
  if (known && hasBody(request)) return refuseWhileSending(request, response, refused);
  if (!known) response.shouldKeepAlive = false;
  send(response, status, errorMessage("null", code, message), headers);
}

/** Sends one JSON text. */
export function send(response: ServerResponse, status: number, text: string, headers?: Refusal["headers"]): void {
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    ...headers,
  });
  response.end(text);
}

export interface BodyLimits {
  readonly bytes: number;
  readonly ms: number;
}

/** The body was not read to its end: the client went away. */
export const GONE = Symbol("gone");

/** Reads a body within its limits. Never rejects; every timer and listener is gone when it resolves. */
export function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer | Refusal | typeof GONE> {
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase();
  if (encoding !== undefined && encoding !== "identity") {
    return Promise.resolve(refusal(415, REFUSED, "unsupported: send the body without `Content-Encoding`", { "Accept-Encoding": "identity" }));
  }
  const tooLarge = refusal(413, REFUSED, `the body is larger than ${limits.bytes} bytes`);
  if (Number(request.headers["content-length"] ?? 0) > limits.bytes) return Promise.resolve(tooLarge);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (result: Buffer | Refusal | typeof GONE) => {
      clearTimeout(timer);
      request.removeListener("data", onData).removeListener("end", onEnd).removeListener("close", onClose).removeListener("error", onClose);
      if (!Buffer.isBuffer(result)) request.pause();
      resolve(result);
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limits.bytes) settle(tooLarge);
      else chunks.push(chunk);
    };
    const onEnd = () => settle(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length));
    const onClose = () => settle(GONE);
    const timer = setTimeout(() => settle(refusal(408, REFUSED, "the body did not arrive in time")), limits.ms);
    request.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}

const LINGER_MS = 2_000;
const LINGER_BYTES = 64_000_000;

/**
 * Refuses a request with a body, to a client that is known. Such a client may still be sending, and
 * closing at once would reset the connection before it has read why: so the rest of the body is
 * thrown away, for a while.
 */
export function refuseWhileSending(request: IncomingMessage, response: ServerResponse, { status, code, message, headers }: Refusal): void {
  const text = errorMessage("null", code, message);
  response.shouldKeepAlive = false;
  response.writeHead(status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text), ...headers });
  response.write(text);
  let left = LINGER_BYTES;
  const end = () => {
    clearTimeout(timer);
    request.removeListener("data", onData);
    response.end();
  };
  const onData = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  };
  const timer = setTimeout(end, LINGER_MS);
  request.on("data", onData).once("end", end).once("close", end).once("error", end);
  request.resume();
}
