/** The tools of a run as an MCP server on the loopback interface (RUN-20 to RUN-30). */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Gate, Ledger, version } from "callgate";
import { Calls } from "./call.js";
import { INTERNAL_TOOL_MCP_SERVER_NAME } from "./constants.js";
import {
  acceptedTypes,
  BODY_TIME_LIMIT_MS,
  type BodyLimits,
  edgeRefusal,
  type EdgeOptions,
  ENDPOINT,
  GONE,
  HEADERS_TIME_LIMIT_MS,
  headerValues,
  MOST_BODY_BYTES,
  readBody,
  refuse,
  refuseWhileSending,
  send,
} from "./edge.js";
import { errorMessage, INVALID_REQUEST, type Message, receive } from "./jsonrpc.js";
import { type Headers, internalError, Protocol, SESSION_VERSIONS, STATELESS_VERSION, type ToolCall } from "./protocol.js";
import { messageFault } from "./strict.js";
import type { InternalToolMcpServer, InternalToolMcpServerOptions } from "./types.js";

const OPTIONS = ["specs", "gate", "ledger", "execute", "onPause", "protocols", "signal", "log"];
/** How many requests may be sent on one connection before the answer to the first. */
const MOST_WAITING = 100;
const LIMITS: BodyLimits = { bytes: MOST_BODY_BYTES, ms: BODY_TIME_LIMIT_MS };

/** Starts the server. Rejects when an option is missing or none; without a gate nothing is served. */
export async function startInternalToolMcpServer(options: InternalToolMcpServerOptions): Promise<InternalToolMcpServer> {
  return start(options, LIMITS);
}

/** The same, with other limits on bodies. */
export async function start(options: InternalToolMcpServerOptions, limits: BodyLimits): Promise<InternalToolMcpServer> {
  const { signal } = options;
  const endpoint = new Endpoint(checked(options), limits);
  signal?.throwIfAborted();
  const onAbort = () => endpoint.abort();
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    await endpoint.listen();
  } catch (error) {
    signal?.removeEventListener("abort", onAbort);
    throw error;
  }
  let closing: Promise<void> | undefined;
  return {
    url: `http://127.0.0.1:${endpoint.port}${ENDPOINT}`,
    authorizationToken: endpoint.token,
    close: () => {
      signal?.removeEventListener("abort", onAbort);
      return (closing ??= endpoint.close());
    },
  };
}

/** A misspelt option would be one that is silently not there. */
function checked(options: InternalToolMcpServerOptions): InternalToolMcpServerOptions {
  if (typeof options !== "object" || options === null) throw new TypeError("the options are not an object");
  for (const name of Object.keys(options)) {
    if (!OPTIONS.includes(name)) throw new TypeError(`no option \`${name}\`: the options are ${OPTIONS.map((known) => `\`${known}\``).join(", ")}`);
  }
  const { gate, ledger, execute, onPause, log, protocols, signal } = options;
  if (!(gate instanceof Gate)) throw new TypeError("`gate` is not a `Gate`: without one no call can be judged");
  if (ledger !== undefined && !(ledger instanceof Ledger)) throw new TypeError("`ledger` is not a `Ledger`");
  if (typeof execute !== "function") throw new TypeError("`execute` is not a function");
  for (const [name, value] of Object.entries({ onPause, log })) {
    if (value !== undefined && typeof value !== "function") throw new TypeError(`\`${name}\` is not a function`);
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw new TypeError("`signal` is not an `AbortSignal`");
  const known = [...SESSION_VERSIONS, STATELESS_VERSION];
  if (protocols !== undefined && !(Array.isArray(protocols) && protocols.length > 0 && protocols.every((version) => known.includes(version)))) {
    throw new TypeError(`\`protocols\` is not a list of versions: the known ones are ${known.join(", ")}`);
  }
  return options;
}

/** One request and what goes on for it. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly gone: AbortController;
}

class Endpoint {
  readonly token = randomBytes(32).toString("base64url");
  readonly #server: Server;
  readonly #calls: Calls;
  readonly #ledger: Ledger;
  readonly #protocol: Protocol;
  readonly #limits: BodyLimits;
  readonly #sockets = new Set<Socket>();
  readonly #exchanges = new Set<Exchange>();
  /** The exchange that each connection is in; what was sent behind it waits (RUN-30). */
  readonly #busy = new WeakMap<Socket, { last: ServerResponse; waiting: number }>();
  #aborted = false;
  #edge: EdgeOptions | undefined;

  constructor(options: InternalToolMcpServerOptions, limits: BodyLimits) {
    const { specs, gate, ledger = new Ledger(), execute, onPause, log, protocols } = options;
    this.#ledger = ledger;
    this.#calls = new Calls({ specs, gate, ledger, execute, onPause, log });
    this.#protocol = new Protocol({ name: INTERNAL_TOOL_MCP_SERVER_NAME, version: version(), tools: this.#calls.advertised, versions: protocols });
    this.#limits = limits;
    // The time limit of a whole request is ours, per body; that of its headers is the server's.
    this.#server = createServer({ headersTimeout: HEADERS_TIME_LIMIT_MS, requestTimeout: 0, keepAliveTimeout: 60_000, connectionsCheckingInterval: 2_000 });
    this.#server.on("request", (request, response) => this.#take(request, response, "served"));
    // Without these two the server would itself ask for the body of a request that nobody has looked at.
    this.#server.on("checkContinue", (request, response) => this.#take(request, response, "asks"));
    this.#server.on("checkExpectation", (request, response) => this.#take(request, response, "expects"));
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(0, "127.0.0.1", () => {
        this.#server.removeListener("error", reject);
        // Nothing that happens to the listening socket later may end the process.
        this.#server.on("error", () => {});
        this.#edge = { port: this.port, token: this.token, methods: ["POST"] };
        resolve();
      });
    });
  }

  /** Ends every exchange without an answer, and every later one (RUN-29). */
  abort(): void {
    this.#aborted = true;
    for (const exchange of this.#exchanges) this.#drop(exchange);
  }

  close(): Promise<void> {
    this.abort();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      for (const socket of this.#sockets) socket.destroy();
    });
  }

  #drop({ request, gone }: Exchange): void {
    gone.abort();
    request.socket.destroy();
  }

  /** One exchange at a time on a connection: an answer that never comes must not take others with it. */
  #take(request: IncomingMessage, response: ServerResponse, mode: Mode): void {
    const { socket } = request;
    // A connection that breaks is told by the end of the exchange.
    request.on("error", () => {});
    const line = this.#busy.get(socket) ?? { last: response, waiting: 0 };
    const before = line.last === response ? undefined : line.last;
    line.last = response;
    this.#busy.set(socket, line);
    const go = () => {
      // INVARIANT: what was sent behind the last request of a connection is not served, although the
      // socket itself may still be open at this point.
      if (before && !before.shouldKeepAlive) response.shouldKeepAlive = false;
      else if (!socket.destroyed) this.#serve(request, response, mode);
    };
    if (before === undefined || before.closed) return go();
    // Each that waits is kept in memory, and nobody else would say stop.
    if (++line.waiting > MOST_WAITING) return void socket.destroy();
    before.once("close", () => {
      line.waiting--;
      go();
    });
  }

  #serve(request: IncomingMessage, response: ServerResponse, mode: Mode): void {
    const exchange: Exchange = { request, response, gone: new AbortController() };
    this.#exchanges.add(exchange);
    response.once("close", () => {
      this.#exchanges.delete(exchange);
      if (!response.writableFinished) exchange.gone.abort();
    });
    response.on("error", () => {});
    if (this.#aborted) return this.#drop(exchange);
    this.#answer(exchange, mode).catch(() => {
      if (response.headersSent) this.#drop(exchange);
      else send(response, 500, internalError("null"));
    });
  }

  async #answer(exchange: Exchange, mode: Mode): Promise<void> {
    const { request, response, gone } = exchange;
    const refusal = edgeRefusal(request, this.#edge!);
    if (refusal) return refuse(request, response, refusal);
    if (mode === "expects") return refuse(request, response, { status: 417, code: -32000, message: "the header `Expect` asks for something unknown" });
    if (mode === "asks") response.writeContinue();
    const body = await readBody(request, this.#limits);
    if (body === GONE || gone.signal.aborted) return;
    if (!Buffer.isBuffer(body)) return refuseWhileSending(request, response, body);
    const fault = messageFault(body);
    const received = receive(fault === undefined ? body.toString("utf8") : "", () => fault);
    const headers = headersOf(request);
    if (typeof headers === "string") return send(response, 400, errorMessage("null", INVALID_REQUEST, headers));
    return received.batch ? this.#batch(exchange, received.messages, headers) : this.#single(exchange, received.message, headers);
  }

  async #single(exchange: Exchange, message: Message, headers: Headers): Promise<void> {
    const reply = this.#protocol.reply(message, headers);
    switch (reply.kind) {
      case "accepted":
        return this.#send(exchange, 202, "");
      case "answer":
        return this.#send(exchange, reply.status, reply.text);
      case "call": {
        const outcome = await this.#calls.call(reply.call.name, reply.call.argumentsText, exchange.gone.signal);
        const text = this.#protocol.finish(reply.call, outcome);
        return text === undefined ? this.#drop(exchange) : this.#send(exchange, 200, text);
      }
    }
  }

  /** A batch is served whole or refused whole, before any of it runs (RUN-24). */
  async #batch(exchange: Exchange, messages: readonly Message[], headers: Headers): Promise<void> {
    const fault = this.#protocol.batchFault(messages, headers) ?? this.#waiting(messages, headers);
    if (fault !== undefined) return this.#send(exchange, 400, errorMessage("null", INVALID_REQUEST, fault));
    // INVARIANT: every call is judged, in order, before the first of them runs, and nothing else can
    // use the ledger in between: so each gets the verdict that it got on the copy.
    const parts = messages.map((message): string | undefined | (() => Promise<string | undefined>) => {
      const reply = this.#protocol.reply(message, headers);
      if (reply.kind === "accepted") return undefined;
      if (reply.kind === "answer") return reply.text;
      const judged = this.#calls.judge(reply.call.name, reply.call.argumentsText);
      return async () => this.#protocol.finish(reply.call, await this.#calls.settle(judged, exchange.gone.signal));
    });
    const answers = await Promise.all(parts.map((part) => (typeof part === "function" ? part() : part)));
    const texts = answers.filter((text) => text !== undefined);
    return texts.length === 0 ? this.#send(exchange, 202, "") : this.#send(exchange, 200, `[${texts.join()}]`);
  }

  /** Why a batch cannot be served although its form is right: one of its calls would wait. */
  #waiting(messages: readonly Message[], headers: Headers): string | undefined {
    const calls: ToolCall[] = [];
    for (const message of messages) {
      if (message.kind !== "request" && message.kind !== "notification") continue;
      const reply = this.#protocol.reply({ ...message, kind: "request", id: "null" }, headers);
      if (reply.kind !== "call") continue;
      if (this.#calls.isClient(reply.call.name)) return "a call of a client tool cannot be part of a batch: send it by itself";
      if (message.kind === "request") calls.push(reply.call);
    }
    if (calls.length === 0) return undefined;
    const copy = Ledger.fromJson(this.#ledger.toJson());
    const waits = calls.some(({ name, argumentsText }) => this.#calls.judge(name, argumentsText, copy).kind === "pause");
    return waits ? "a call that waits for an approval cannot be part of a batch: send it by itself" : undefined;
  }

  #send({ request, response, gone }: Exchange, status: number, text: string): void {
    // INVARIANT: nothing is written once the run has ended or the client has gone.
    if (gone.signal.aborted) return;
    if (text === "") {
      response.writeHead(status).end();
    } else if (status === 200 && !acceptedTypes(request.headers.accept).includes("application/json")) {
      const event = `event: message\ndata: ${text}\n\n`;
      response.writeHead(status, { "Content-Type": "text/event-stream", "Content-Length": Buffer.byteLength(event), "Cache-Control": "no-store" }).end(event);
    } else {
      send(response, status, text);
    }
  }
}

/** How a request came: with no expectation, asking whether to send its body, or expecting something else. */
type Mode = "served" | "asks" | "expects";

/** The headers that repeat what a message says; or why they do not count. */
function headersOf(request: IncomingMessage): Headers | string {
  const found: { [name: string]: string | undefined } = {};
  for (const name of ["mcp-protocol-version", "mcp-method", "mcp-name"]) {
    const values = headerValues(request, name);
    if (values.length > 1) return `the header \`${name}\` stands there more than once`;
    found[name] = values[0];
  }
  return { version: found["mcp-protocol-version"], method: found["mcp-method"], name: found["mcp-name"] };
}
