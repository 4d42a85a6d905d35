/** What becomes of the messages that come in on stdin (RUN-61 to RUN-63). */
import { errorMessage, INVALID_PARAMS, INVALID_REQUEST, type Message, PARSE_ERROR, receive, stringOf } from "../jsonrpc.js";
import type { Outcome } from "../outcome.js";
import { internalError, type Protocol, textContent, type ToolCall } from "../protocol.js";
import { PAUSED } from "../relay-record.js";
import type { Exchange } from "./exchange.js";
import type { Line } from "./framing.js";
import type { ShimTool } from "./specs.js";
import { messageFault } from "./strict.js";

export interface ServerOptions {
  readonly protocol: Protocol;
  readonly tools: ReadonlyMap<string, ShimTool>;
  readonly exchange: Pick<Exchange, "call">;
  /** Writes one message, in one piece. */
  readonly send: (text: string) => void;
  readonly log: (message: string) => void;
}

export class Server {
  readonly #options: ServerOptions;
  /** The calls that are under way, by the text of their id. */
  readonly #calls = new Map<string, AbortController>();
  /** What the client asked for in `initialize`. */
  #version: string | undefined;

  constructor(options: ServerOptions) {
    this.#options = options;
  }

  /** Takes one line. It is answered when its answer is there, whatever came before or behind it. */
  take(line: Line): void {
    const fault = "fault" in line && (line.fault === "too_long" ? "the line is too long" : "the text is not UTF-8");
    if (fault) return this.#options.send(errorMessage("null", PARSE_ERROR, `parse error: ${fault}`));
    const received = receive((line as { text: string }).text, messageFault);
    if (received.batch) void this.#batch(received.messages);
    else void this.#answer(received.message).then((text) => text !== undefined && this.#options.send(text));
  }

  async #batch(messages: readonly Message[]): Promise<void> {
    const version = this.#version === undefined ? undefined : { version: this.#version };
    const fault = this.#options.protocol.batchFault(messages, version) ?? this.#clientCall(messages);
    if (fault !== undefined) return this.#options.send(errorMessage("null", INVALID_REQUEST, fault));
    const texts = await Promise.all(messages.map((message) => this.#answer(message)));
    const answers = texts.filter((text) => text !== undefined);
    if (answers.length > 0) this.#options.send(`[${answers.join()}]`);
  }

  /** A client tool's call crosses the end of the turn, so that it cannot be one of several (RUN-24). */
  #clientCall(messages: readonly Message[]): string | undefined {
    const isClient = (message: Message) =>
      "method" in message && message.method === "tools/call" && this.#options.tools.get(stringOf(message.params.get("name")) ?? "")?.isClient;
    return messages.some(isClient) ? "a call of a client tool cannot be part of a batch: send it by itself" : undefined;
  }

  async #answer(message: Message): Promise<string | undefined> {
    const { protocol, log } = this.#options;
    try {
      this.#note(message);
      const reply = protocol.reply(message);
      if (reply.kind === "answer") return reply.text;
      return reply.kind === "call" ? protocol.finish(reply.call, await this.#call(reply.call)) : undefined;
    } catch (error) {
      log(`a message could not be served: ${(error as Error).message}`);
      return message.kind === "request" ? internalError(message.id) : undefined;
    }
  }

  #note(message: Message): void {
    if (!("method" in message)) return;
    const { method, params } = message;
    if (method === "initialize") this.#version = stringOf(params.get("protocolVersion"));
    if (method === "notifications/cancelled") this.#calls.get(params.get("requestId") ?? "")?.abort();
  }

  async #call({ id, name, argumentsText }: ToolCall): Promise<Outcome> {
    const tool = this.#options.tools.get(name);
    if (!tool) return { kind: "protocol error", code: INVALID_PARAMS, message: "there is no such tool" };
    const cancel = new AbortController();
    this.#calls.set(id, cancel);
    const request = { tool: name, argumentsText, timeoutMs: tool.timeoutMs, signal: cancel.signal };
    const outcome = await this.#options.exchange.call(request);
    if (this.#calls.get(id) === cancel) this.#calls.delete(id);
    // Over HTTP nothing would be sent. Here the client would wait for ever, and the others with it.
    return outcome.kind === "paused" ? { kind: "result", content: textContent(PAUSED) } : outcome;
  }
}
