/** The tools of a run as an MCP server on the loopback interface (RUN-20 to RUN-30). */
import type { IncomingMessage } from "node:http";
import { Ledger, version } from "callgate";
import { Calls } from "./call.js";
import { INTERNAL_TOOL_MCP_SERVER_NAME } from "./constants.js";
import { BODY_TIME_LIMIT_MS, headerValues, MOST_BODY_BYTES } from "./edge.js";
import { answer, Endpoint, type Exchange } from "./endpoint.js";
import { errorMessage, INVALID_REQUEST, type Message, receive } from "./jsonrpc.js";
import { gateUnderSwitch } from "./kill-switch.js";
import { checkOptions, wrongOption } from "./options.js";
import { type Headers, Protocol, SESSION_VERSIONS, STATELESS_VERSION, type ToolCall } from "./protocol.js";
import { messageFault } from "./strict.js";
import type { InternalToolMcpServer, InternalToolMcpServerOptions } from "./types.js";

const OPTIONS = ["specs", "gate", "ledger", "execute", "attended", "onPause", "protocols", "signal", "log"];

/** Starts the server. Rejects when an option is missing or none; without a gate nothing is served. */
export async function startInternalToolMcpServer(options: InternalToolMcpServerOptions): Promise<InternalToolMcpServer> {
  const server = new ToolServer(checked(options));
  const endpoint = await Endpoint.listen({
    methods: ["POST"],
    limits: { bytes: MOST_BODY_BYTES, ms: BODY_TIME_LIMIT_MS },
    serve: (exchange, body) => server.serve(exchange, body, () => endpoint.drop(exchange)),
    signal: options.signal,
  });
  return { url: endpoint.url, authorizationToken: endpoint.token, close: () => endpoint.close() };
}

function checked(options: InternalToolMcpServerOptions): InternalToolMcpServerOptions {
  checkOptions(options, OPTIONS, ["gate", "specs", "execute"]);
  const known = [...SESSION_VERSIONS, STATELESS_VERSION];
  const { protocols } = options;
  if (protocols !== undefined && !(Array.isArray(protocols) && protocols.length > 0 && protocols.every((version) => known.includes(version)))) {
    throw wrongOption(`\`protocols\` is not a list of versions: the known ones are ${known.join(", ")}`);
  }
  return { ...options, gate: gateUnderSwitch(options.gate) };
}

class ToolServer {
  readonly #calls: Calls;
  readonly #ledger: Ledger;
  readonly #protocol: Protocol;

  constructor({ specs, gate, ledger = new Ledger(), execute, attended, onPause, log, protocols }: InternalToolMcpServerOptions) {
    this.#ledger = ledger;
    this.#calls = new Calls({ specs, gate, ledger, execute, attended, onPause, log });
    this.#protocol = new Protocol({ name: INTERNAL_TOOL_MCP_SERVER_NAME, version: version(), tools: this.#calls.advertised, versions: protocols });
  }

  /** Serves one request; `drop` ends it without an answer. */
  async serve(exchange: Exchange, body: Buffer, drop: () => void): Promise<void> {
    const headers = headersOf(exchange.request);
    if (typeof headers === "string") return answer(exchange, 400, errorMessage("null", INVALID_REQUEST, headers));
    const fault = messageFault(body);
    const received = receive(fault === undefined ? body.toString("utf8") : "", () => fault);
    return received.batch ? this.#batch(exchange, received.messages, headers) : this.#single(exchange, received.message, headers, drop);
  }

  async #single(exchange: Exchange, message: Message, headers: Headers, drop: () => void): Promise<void> {
    const reply = this.#protocol.reply(message, headers);
    switch (reply.kind) {
      case "accepted":
        return answer(exchange, 202, "");
      case "answer":
        return answer(exchange, reply.status, reply.text);
      case "call": {
        const outcome = await this.#calls.call(reply.call.name, reply.call.argumentsText, exchange.gone.signal);
        const text = this.#protocol.finish(reply.call, outcome);
        return text === undefined ? drop() : answer(exchange, 200, text);
      }
    }
  }

  /** A batch is served whole or refused whole, before any of it runs (RUN-24). */
  async #batch(exchange: Exchange, messages: readonly Message[], headers: Headers): Promise<void> {
    const fault = this.#protocol.batchFault(messages, headers) ?? this.#waiting(messages, headers);
    if (fault !== undefined) return answer(exchange, 400, errorMessage("null", INVALID_REQUEST, fault));
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
    return texts.length === 0 ? answer(exchange, 202, "") : answer(exchange, 200, `[${texts.join()}]`);
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
}

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
