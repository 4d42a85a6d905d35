/** The gate in front of a server of the user's own (RUN-50 to RUN-55). */
import { Ledger } from "callgate";
import type { IncomingHttpHeaders } from "node:http";
import { elements, members } from "../../../bindings-wasm/ts/text.js";
import { AllowedHosts } from "./address.js";
import { BODY_TIME_LIMIT_MS, headerValues, MOST_BODY_BYTES } from "./edge.js";
import { answer, Endpoint, type Exchange } from "./endpoint.js";
import { errorMessage, type Id, INTERNAL_ERROR, INVALID_REQUEST, type Message, receive, type Request, resultMessage } from "./jsonrpc.js";
import { gateUnderSwitch } from "./kill-switch.js";
import { DecisionLog } from "./log.js";
import { checkOptions, wrongOption } from "./options.js";
import { PinnedTools } from "./pinned.js";
import { callOf, decoded, STATELESS_VERSION, textContent, type ToolCall } from "./protocol.js";
import { passAnswer } from "./proxy-answer.js";
import { CallJudge } from "./proxy-call.js";
import { Screen } from "./screen.js";
import { messageFault } from "./strict.js";
import type { GatedProxy, GatedProxyOptions } from "./types.js";
import { Upstream, UpstreamError } from "./upstream.js";

const OPTIONS = ["server", "url", "headers", "gate", "ledger", "attended", "onPause", "pins", "allowHosts", "signal", "log", "logArguments", "timeoutMs"];

/** How long a server may take until its answer begins; a tool may work for minutes. */
const DEFAULT_TIMEOUT_MS = 600_000;

const HEADER_MISMATCH = -32020;
const CALL = "tools/call";

/**
 * Starts a proxy on the loopback interface for one server. Rejects for an option that is none, a server
 * that the gate's document does not have, and an address that is not public.
 */
export async function startGatedProxy(options: GatedProxyOptions): Promise<GatedProxy> {
  const proxy = await ServerProxy.open(checked(options));
  const endpoint = await Endpoint.listen({
    methods: ["POST", "GET", "DELETE"],
    limits: { bytes: MOST_BODY_BYTES, ms: BODY_TIME_LIMIT_MS },
    serve: (exchange, body) => proxy.serve(exchange, body, () => endpoint.drop(exchange)),
    signal: options.signal,
  });
  return {
    url: endpoint.url,
    authorizationToken: endpoint.token,
    close: async () => {
      await endpoint.close();
      proxy.upstream.close();
    },
  };
}

function checked(options: GatedProxyOptions): GatedProxyOptions {
  checkOptions(options, OPTIONS);
  const { server, timeoutMs } = options;
  const gate = gateUnderSwitch(options.gate);
  if (typeof server !== "string" || server === "") throw wrongOption("`server` is not the name of a server");
  if (timeoutMs !== undefined && !(Number.isSafeInteger(timeoutMs) && timeoutMs > 0 && timeoutMs < 2 ** 31)) throw wrongOption("`timeoutMs` is not a time in milliseconds");
  // PERM-2 would deny every call, with no word of why nothing works.
  if (gate.decide({ server, tool: "x" }).reason.step === "unknown_server") throw wrongOption(`the gate's document has no server \`${server}\``);
  return { ...options, gate };
}

class ServerProxy {
  readonly upstream: Upstream;
  readonly #server: string;
  readonly #judge: CallJudge;
  readonly #screen: Screen;
  readonly #log: DecisionLog;
  /** Why nothing is forwarded at all, if so (PERM-1). */
  readonly #shut: string | undefined;

  static async open(options: GatedProxyOptions): Promise<ServerProxy> {
    const { server, url, headers = [], allowHosts, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    const rules = { allowed: new AllowedHosts(allowHosts) };
    const sent = headers.map(({ name, value }) => [name, value] as const);
    return new ServerProxy(options, await Upstream.open({ server, url, headers: sent, rules, timeoutMs }));
  }

  private constructor(options: GatedProxyOptions, upstream: Upstream) {
    const { server, gate, ledger = new Ledger(), attended = true, onPause, pins } = options;
    const log = new DecisionLog(options.log, options.logArguments);
    const pinned = pins === undefined ? undefined : new PinnedTools(pins, server, log);
    const { reason, explanation } = gate.decide({ server, tool: "x" });
    this.#shut = reason.step === "kill_switch" || reason.step === "closed" ? explanation : undefined;
    this.upstream = upstream;
    this.#server = server;
    this.#log = log;
    this.#judge = new CallJudge({ server, gate, ledger, attended, pinned, onPause, log });
    this.#screen = new Screen({ server, gate, pinned, scrubber: upstream.scrubber, log, check: messageFault });
    for (const name of upstream.ignored) log.notice(`the header \`${name}\` is not sent: the proxy sets it itself`, { server });
  }

  /** Serves one request; `drop` ends it without an answer. */
  async serve(exchange: Exchange, body: Buffer, drop: () => void): Promise<void> {
    const { request, response } = exchange;
    const fault = headerFault(exchange);
    if (fault !== undefined) return this.#refuse(exchange, INVALID_REQUEST, fault);
    if (request.method === "POST") return this.#post(exchange, body, drop);
    if (this.#shut !== undefined) {
      response.writeHead(405, { allow: "POST" }).end();
      return;
    }
    return this.#forward(exchange, { method: request.method as "GET" | "DELETE", ids: [] });
  }

  #refuse(exchange: Exchange, code: number, message: string, id: Id = "null"): void {
    answer(exchange, 400, errorMessage(id, code, message));
  }

  async #post(exchange: Exchange, body: Buffer, drop: () => void): Promise<void> {
    const fault = messageFault(body);
    const text = fault === undefined ? body.toString("utf8") : "";
    const received = receive(text, () => fault);
    return received.batch ? this.#batch(exchange, body, received.messages) : this.#single(exchange, body, text, received.message, drop);
  }

  async #single(exchange: Exchange, body: Buffer, text: string, message: Message, drop: () => void): Promise<void> {
    const { request } = exchange;
    if (message.kind === "invalid") return this.#refuse(exchange, message.code, message.message, message.id);
    const fault = methodFault(message) ?? repeatFault(message, request.headers);
    if (fault) return this.#refuse(exchange, fault.code, fault.message, message.kind === "request" ? message.id : "null");
    const stateless = request.headers["mcp-protocol-version"] === STATELESS_VERSION;
    const call = message.kind === "request" && message.method === CALL ? callOf(message, stateless) : undefined;
    if (call?.kind === "answer") return answer(exchange, call.status, call.text);
    if (message.kind === "notification" && message.method === CALL) return this.#dropped(exchange);
    if (call?.kind !== "call") {
      if (this.#shut !== undefined) return this.#shutAnswer(exchange, message);
      const ids = message.kind === "request" ? [message.id] : [];
      if (message.kind === "request") this.#expect(message);
      return this.#forward(exchange, { method: "POST", ids, body });
    }
    const passage = this.#judge.judge(call.call);
    switch (passage.kind) {
      case "paused":
        return drop();
      case "tool error":
        return answer(exchange, 200, toolError(call.call, passage.message));
      case "forward": {
        const { argumentsText } = passage;
        const sent = argumentsText === undefined ? body : Buffer.from(withArguments(text, argumentsText), "utf8");
        return this.#forward(exchange, { method: "POST", ids: [call.call.id], body: sent, repeatable: false });
      }
    }
  }

  /** A batch goes to the server whole, or not at all: no member of it passes unseen (RUN-24). */
  async #batch(exchange: Exchange, body: Buffer, messages: readonly Message[]): Promise<void> {
    const calls: ToolCall[] = [];
    const refuse = (message: string) => this.#refuse(exchange, INVALID_REQUEST, message);
    if (messages.length === 0) return refuse("the batch is empty");
    const version = exchange.request.headers["mcp-protocol-version"];
    if (version !== undefined && version !== "2025-03-26") return refuse("this version of the protocol has no batches");
    for (const message of messages) {
      if (message.kind === "invalid") return refuse(`a message of the batch is not valid: ${message.message}`);
      const fault = methodFault(message) ?? repeatFault(message, exchange.request.headers);
      if (fault) return refuse(fault.message);
      if (message.kind === "response") continue;
      if (message.method === "initialize") return refuse("`initialize` cannot be part of a batch");
      if (message.method !== CALL) continue;
      if (message.kind === "notification") return refuse("a call without an id is not made, and cannot be part of a batch");
      const call = callOf(message, false);
      if (call.kind !== "call") return refuse("a call of the batch has no name, or arguments that are no object");
      calls.push(call.call);
    }
    if (this.#shut !== undefined) return refuse(this.#shut);
    if (calls.length > 0 && !this.#judge.allRun(calls)) return refuse("a call that does not run at once cannot be part of a batch: send it by itself");
    // INVARIANT: nothing else can use the ledger in between, so each call gets the verdict that it got
    // on the copy; were it another, the batch would not be sent.
    for (const call of calls) {
      const passage = this.#judge.judge(call);
      if (passage.kind !== "forward" || passage.argumentsText !== undefined) return refuse("a call of the batch must be sent by itself");
    }
    const requests = messages.filter((message) => message.kind === "request");
    for (const message of requests) this.#expect(message);
    return this.#forward(exchange, { method: "POST", ids: requests.map(({ id }) => id), body, repeatable: false });
  }

  #expect({ id, method, params }: Request): void {
    const cursor = params.get("cursor");
    if (method === "tools/list" && cursor !== undefined && cursor !== "null") this.#screen.expectPage(id);
  }

  /** A call without an id never executes; nobody waits for an answer. */
  #dropped(exchange: Exchange): void {
    this.#log.warning("a call without an id was not made", { server: this.#server });
    answer(exchange, 202, "");
  }

  #shutAnswer(exchange: Exchange, message: Message): void {
    if (message.kind !== "request") answer(exchange, 202, "");
    else answer(exchange, 200, errorMessage(message.id, INTERNAL_ERROR, `nothing is sent to the server \`${this.#server}\`: ${this.#shut}`));
  }

  async #forward(exchange: Exchange, asked: Forwarded): Promise<void> {
    const { request, response, gone } = exchange;
    const { method, ids, body, repeatable = true } = asked;
    try {
      const answered = await this.upstream.send({ method, headers: request.headers, body, signal: gone.signal, repeatable });
      const inSession = request.headers["mcp-session-id"] !== undefined;
      await passAnswer(answered, response, { method, ids, inSession }, { server: this.#server, upstream: this.upstream, screen: this.#screen, log: this.#log });
    } catch (error) {
      if (gone.signal.aborted) return;
      if (!(error instanceof UpstreamError) || response.headersSent) throw error;
      this.#log.warning(error.message, { server: this.#server });
      // An answer to the request, which every client shows; a failed status, many swallow.
      const [id] = ids;
      if (ids.length === 1 && id !== undefined) answer(exchange, 200, errorMessage(id, INTERNAL_ERROR, error.message));
      else if (ids.length > 1) answer(exchange, 200, `[${ids.map((one) => errorMessage(one, INTERNAL_ERROR, error.message)).join()}]`);
      else answer(exchange, 502, errorMessage("null", INTERNAL_ERROR, error.message));
    }
  }
}

/** What goes to the server. */
interface Forwarded {
  readonly method: "POST" | "GET" | "DELETE";
  /** The requests that wait for an answer. */
  readonly ids: readonly Id[];
  readonly body?: Buffer;
  /** Whether it may be sent once more when nobody knows whether it arrived; true when absent. */
  readonly repeatable?: boolean;
}

interface Fault {
  readonly code: number;
  readonly message: string;
}

/** A header that stands there twice: which of two counts, is a matter of taste. */
function headerFault({ request }: Exchange): string | undefined {
  const seen = new Set<string>();
  for (const [name] of Object.entries(request.headers)) {
    if (!/^(mcp-|last-event-id$|content-type$)/.test(name)) continue;
    if (headerValues(request, name).length > 1 || seen.has(name)) return `the header \`${name}\` stands there more than once`;
    seen.add(name);
  }
  return undefined;
}

/** A method that a careless server takes for a call of a tool, and that was not judged as one. */
function methodFault(message: Message): Fault | undefined {
  if (message.kind !== "request" && message.kind !== "notification") return undefined;
  const { method } = message;
  const plain = method.normalize("NFKC").toLowerCase().replace(/[^a-z]/g, "");
  return plain === "toolscall" && method !== CALL ? { code: INVALID_REQUEST, message: `the method is \`${CALL}\` but for its spelling` } : undefined;
}

/** What headers that repeat a message say otherwise than it does: there are servers that go by the headers. */
function repeatFault(message: Message, headers: IncomingHttpHeaders): Fault | undefined {
  const mismatch = (name: string) => ({ code: HEADER_MISMATCH, message: `the header \`${name}\` does not say what the message says` });
  const [method, name] = [headers["mcp-method"], headers["mcp-name"]];
  const params = Object.entries(headers).filter(([header]) => header.startsWith("mcp-param-"));
  if (message.kind !== "request" && message.kind !== "notification") {
    return method !== undefined ? mismatch("Mcp-Method") : name !== undefined ? mismatch("Mcp-Name") : undefined;
  }
  if (method !== undefined && method !== message.method) return mismatch("Mcp-Method");
  if (message.method !== CALL) return params.length > 0 ? mismatch("Mcp-Param") : undefined;
  const call = message.kind === "request" ? callOf(message, false) : undefined;
  if (call?.kind !== "call") return undefined;
  if (name !== undefined && decoded(String(name)) !== call.call.name) return mismatch("Mcp-Name");
  const said = new Set(params.length > 0 ? scalars(call.call.argumentsText) : []);
  // Only a value of the arguments, which the gate has seen, can stand in such a header.
  return params.every(([, value]) => said.has(decoded(String(value)) ?? "")) ? undefined : mismatch("Mcp-Param");
}

/** The strings, numbers and words in a JSON text, numbers as they are written. */
function scalars(text: string): string[] {
  if (text.startsWith("{")) return members(text).flatMap(([, value]) => scalars(value));
  if (text.startsWith("[")) return elements(text).flatMap(scalars);
  return [text.startsWith('"') ? (JSON.parse(text) as string) : text];
}

function toolError({ id, stateless }: ToolCall, message: string): string {
  const kind = stateless ? '"resultType":"complete",' : "";
  return resultMessage(id, `{${kind}"content":${textContent(message)},"isError":true}`);
}

/** The message with other arguments; all else stays as it is written. */
function withArguments(text: string, argumentsText: string): string {
  const object = (found: readonly (readonly [string, string])[]) => `{${found.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`;
  const replaced = (params: string) => object(members(params).map(([key, value]) => [key, key === "arguments" ? argumentsText : value]));
  return object(members(text).map(([key, value]) => [key, key === "params" ? replaced(value) : value]));
}
