/** A listening endpoint on the loopback interface: connections, exchanges and their end (RUN-20, RUN-29, RUN-30). */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { acceptedTypes, type BodyLimits, edgeRefusal, ENDPOINT, GONE, HEADERS_TIME_LIMIT_MS, readBody, refuse, refuseWhileSending, send } from "./edge.js";
import { internalError } from "./protocol.js";

/** One request and what goes on for it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborts when the client goes away before its answer is complete, and when the endpoint ends. */
  readonly gone: AbortController;
}

export interface EndpointOptions {
  /** The methods that are served; only `POST` has a body. */
  readonly methods: readonly string[];
  readonly limits: BodyLimits;
  /** Serves a request that the edge let pass. */
  readonly serve: (exchange: Exchange, body: Buffer) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/** How a request came: with no expectation, asking whether to send its body, or expecting something else. */
type Mode = "served" | "asks" | "expects";

/** How many requests may be sent on one connection before the answer to the first. */
const MOST_WAITING = 100;

/** How many connections may wait to be accepted: a harness may open thousands at once. */
const BACKLOG = 4096;

export class Endpoint {
  /** 32 random bytes, of this endpoint alone. */
  readonly token = randomBytes(32).toString("base64url");
  readonly #options: EndpointOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #exchanges = new Set<Exchange>();
  /** The last request of each connection, and how many of them wait for the one before. */
  readonly #lines = new WeakMap<Socket, { last: ServerResponse; waiting: number }>();
  readonly #onAbort = () => this.#abort();
  #aborted = false;
  #port = 0;
  #closing: Promise<void> | undefined;

  /** An endpoint that listens. Rejects when the signal has aborted already. */
  static async listen(options: EndpointOptions): Promise<Endpoint> {
    options.signal?.throwIfAborted();
    const endpoint = new Endpoint(options);
    await endpoint.#listen();
    options.signal?.addEventListener("abort", endpoint.#onAbort, { once: true });
    if (options.signal?.aborted) endpoint.#abort();
    return endpoint;
  }

  private constructor(options: EndpointOptions) {
    this.#options = options;
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

  get url(): string {
    return `http://127.0.0.1:${this.#port}${ENDPOINT}`;
  }

  /** Ends an exchange with not one more byte. */
  drop({ request, gone }: Exchange): void {
    gone.abort();
    request.socket.destroy();
  }

  /** Releases the port at once, whoever is connected. May be called again. */
  close(): Promise<void> {
    return (this.#closing ??= new Promise((resolve) => {
      this.#options.signal?.removeEventListener("abort", this.#onAbort);
      this.#abort();
      this.#server.close(() => resolve());
      for (const socket of this.#sockets) socket.destroy();
    }));
  }

  #listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen({ port: 0, host: "127.0.0.1", backlog: BACKLOG }, () => {
        this.#server.removeListener("error", reject);
        // Nothing that happens to the listening socket later may end the process.
        this.#server.on("error", () => {});
        this.#port = (this.#server.address() as AddressInfo).port;
        resolve();
      });
    });
  }

  /** Ends every exchange without an answer, and every later one (RUN-29). */
  #abort(): void {
    this.#aborted = true;
    for (const exchange of this.#exchanges) this.drop(exchange);
  }

  /** One exchange at a time on a connection: an answer that never comes must not take others with it. */
  #take(request: IncomingMessage, response: ServerResponse, mode: Mode): void {
    const { socket } = request;
    // A connection that breaks is told by the end of the exchange.
    request.on("error", () => {});
    const line = this.#lines.get(socket);
    const before = line?.last;
    if (line) line.last = response;
    else this.#lines.set(socket, { last: response, waiting: 0 });
    const go = () => {
      // INVARIANT: what was sent behind the last request of a connection is not served, although the
      // socket itself may still be open at this point.
      if (before && !before.shouldKeepAlive) response.shouldKeepAlive = false;
      else if (!socket.destroyed) this.#exchange(request, response, mode);
    };
    if (!line || !before || before.closed) return go();
    // Each that waits is kept in memory, and nobody else would say stop.
    if (++line.waiting > MOST_WAITING) return void socket.destroy();
    before.once("close", () => {
      line.waiting--;
      go();
    });
  }

  #exchange(request: IncomingMessage, response: ServerResponse, mode: Mode): void {
    const exchange: Exchange = { request, response, gone: new AbortController() };
    this.#exchanges.add(exchange);
    response.once("close", () => {
      this.#exchanges.delete(exchange);
      if (!response.writableFinished) exchange.gone.abort();
    });
    response.on("error", () => {});
    if (this.#aborted) return this.drop(exchange);
    this.#answer(exchange, mode).catch(() => {
      if (response.headersSent) this.drop(exchange);
      else send(response, 500, internalError("null"));
    });
  }

  async #answer(exchange: Exchange, mode: Mode): Promise<void> {
    const { request, response, gone } = exchange;
    const { methods, limits, serve } = this.#options;
    const refusal = edgeRefusal(request, { port: this.#port, token: this.token, methods });
    if (refusal) return refuse(request, response, refusal);
    if (mode === "expects") return refuse(request, response, { status: 417, code: -32000, message: "the header `Expect` asks for something unknown" });
    if (mode === "asks") response.writeContinue();
    const body = request.method === "POST" ? await readBody(request, limits) : Buffer.alloc(0);
    if (body === GONE || gone.signal.aborted) return;
    if (!Buffer.isBuffer(body)) return refuseWhileSending(request, response, body);
    return serve(exchange, body);
  }
}

/** Answers with a message, or with nothing but a status when the text is empty. */
export function answer({ request, response, gone }: Exchange, status: number, text: string): void {
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
