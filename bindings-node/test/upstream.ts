/** A server that a test writes, a gated proxy before it, and a client that sees every byte. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { Gate, Ledger } from "callgate";
import { type GatedProxy, type GatedProxyOptions, type LogLine, type PendingCall, startGatedProxy } from "callgate/runner";

export const SECRET = "sk-upstream-4711";

/** One request that reached the server. */
export interface Seen {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (request: Seen, response: ServerResponse, incoming: IncomingMessage) => unknown;

export interface Server {
  readonly url: string;
  readonly port: number;
  readonly seen: Seen[];
}

/** Answers a request with a result that says what came in. */
export const echo: Answer = ({ body }, response) => {
  const { id } = JSON.parse(body) as { id?: unknown };
  if (id === undefined) response.writeHead(202).end();
  else json(response, { jsonrpc: "2.0", id, result: { content: [{ type: "text", text: "ran" }] } });
};

export function json(response: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof value === "string" ? value : JSON.stringify(value));
}

export async function serve(t: TestContext, answer: Answer): Promise<Server> {
  const seen: Seen[] = [];
  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part);
    const one = { method: incoming.method ?? "", headers: incoming.headers, body: Buffer.concat(parts).toString() };
    seen.push(one);
    await answer(one, response, incoming);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, port, seen };
}

/** The server `exa` has one tool of each kind; `two` is another. */
export const agent = {
  mcps: [
    {
      name: "exa",
      connection: { type: "gateway", namespace: "custom", slug: "exa" },
      policy: { tool_permissions: { search: "allow", drop: "deny", write: "ask" }, new_tool_permission: "ask" },
    },
    {
      name: "few",
      connection: { type: "gateway", namespace: "custom", slug: "few" },
      policy: { tools: { mode: "include", names: ["search"] }, permission: "allow" },
    },
  ],
};

export interface Gated extends GatedProxy {
  readonly lines: LogLine[];
  readonly paused: PendingCall[];
  readonly ledger: Ledger;
}

export async function gated(t: TestContext, url: string, options: Partial<GatedProxyOptions> = {}): Promise<Gated> {
  const lines: LogLine[] = [];
  const paused: PendingCall[] = [];
  const ledger = options.ledger ?? new Ledger();
  const proxy = await startGatedProxy({
    server: "exa",
    url,
    gate: new Gate(agent),
    headers: [{ name: "Authorization", value: `Bearer ${SECRET}` }],
    allowHosts: ["127.0.0.1"],
    onPause: (call) => paused.push(call),
    log: (line) => lines.push(line),
    ...options,
    ledger,
  });
  t.after(() => proxy.close());
  return { ...proxy, lines, paused, ledger };
}

export interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** What a client got; `cut` when the connection ended without a byte of an answer. */
export type Outcome = Got | "cut";

const JSON_TYPES = { "content-type": "application/json", accept: "application/json, text/event-stream" };

export interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly path?: string;
}

/** Sends a body as it is (an object as its JSON). */
export function send(proxy: GatedProxy, body: unknown, { method = "POST", headers = {}, path = "/mcp" }: Sent = {}): Promise<Outcome> {
  const url = new URL(proxy.url);
  return new Promise((done, fail) => {
    const outgoing = request({
      host: url.hostname,
      port: url.port,
      path,
      method,
      agent: false,
      headers: { ...JSON_TYPES, authorization: `Bearer ${proxy.authorizationToken}`, ...headers },
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => (error.code === "ECONNRESET" ? done("cut") : fail(error)));
    outgoing.on("response", (answer) => {
      const parts: Buffer[] = [];
      const finish = () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() });
      answer.on("data", (part: Buffer) => parts.push(part)).on("end", finish).on("error", finish);
    });
    outgoing.end(typeof body === "string" || Buffer.isBuffer(body) || body === undefined ? body : JSON.stringify(body));
  });
}

export const call = (name: string, args: unknown = {}, id: unknown = 1) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });
export const list = (id: unknown = 1, params: object = {}) => ({ jsonrpc: "2.0", id, method: "tools/list", params });

/** The answer of a client that got one. */
export function got(outcome: Outcome): Got {
  assert.notEqual(outcome, "cut");
  return outcome as Got;
}

/** The words of a tool error or an error, and nothing for a result. */
export function words(outcome: Outcome): string | undefined {
  const { result, error } = JSON.parse(got(outcome).text) as { result?: { isError?: true; content: { text: string }[] }; error?: { message: string } };
  return error?.message ?? (result?.isError ? result.content[0]?.text : undefined);
}

/** The messages of a stream. */
export function messages(text: string): unknown[] {
  return text.split(/\r\n\r\n|\n\n|\r\r/).flatMap((event) => {
    const lines = event.split(/\r\n|\n|\r/).filter((line) => line.startsWith("data:"));
    const data = lines.map((line) => line.slice(5)).join("\n").trim();
    return data === "" ? [] : [JSON.parse(data)];
  });
}

/** Waits until something holds: what must happen, with no time in which it must. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
