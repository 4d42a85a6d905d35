/**
 * One tool call, from its name and arguments to what became of it (RUN-27, RUN-28). No transport in
 * it: the loopback server and the file relay both end here, so neither can gate less than the other.
 */
import { randomUUID } from "node:crypto";
import { callKey } from "callgate";
import type { ClientVerdict, Decision, Verdict } from "../../../bindings-wasm/types/index.js";
import { parseExact } from "../../../bindings-wasm/ts/exact.js";
import { contentText } from "./content.js";
import { INTERNAL_TOOL_MCP_SERVER_NAME as SERVER } from "./constants.js";
import { INTERNAL_ERROR, INVALID_PARAMS } from "./jsonrpc.js";
import { type Decided, DecisionLog } from "./log.js";
import type { Outcome } from "./outcome.js";
import { textContent } from "./protocol.js";
import { type Tool, toolsOf } from "./tools.js";
import type { Arguments, Execute, Gate, Ledger, Log, OnPause, PendingCall, ToolKind, ToolSpec, VerdictWord } from "./types.js";
import { argumentFaults, denial, failure, refusal, unfit, unkeyed, unusable } from "./words.js";

export interface CallOptions {
  readonly specs: readonly ToolSpec[];
  readonly gate: Gate;
  readonly ledger: Ledger;
  readonly execute: Execute;
  readonly onPause?: OnPause | undefined;
  readonly log?: Log | undefined;
  /** Whether a person is there to answer; there is, unless this is false. */
  readonly attended?: boolean | undefined;
}

/** What is to be done with a call that was judged. A stored answer that matched is used up already. */
export type Judged = { readonly decided?: Decided } & (
  | { readonly kind: "done"; readonly outcome: Outcome }
  | { readonly kind: "pause"; readonly pending: PendingCall }
  | { readonly kind: "run"; readonly tool: Tool; readonly arguments: Arguments; readonly argumentsText: string }
);

/** The tools of a run, and the way every call of one of them takes. */
export class Calls {
  readonly #options: CallOptions;
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #log: DecisionLog;
  /** JSON text of the tools to advertise (RUN-26). */
  readonly advertised: string;

  /** Throws when the specs cannot be told apart, or are none. */
  constructor(options: CallOptions) {
    const tools = toolsOf(options.specs);
    this.#options = options;
    this.#log = new DecisionLog(options.log);
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    const sound = tools.filter((tool) => {
      const fault = tool.fault ?? strangeness(options.gate, tool);
      if (fault !== undefined) this.#warn(tool.name, `the tool is not offered: ${fault}`);
      return fault === undefined;
    });
    const offered = new Set(options.gate.offered(SERVER, sound.map(({ name }) => ({ name }))).map(({ name }) => name));
    this.advertised = `[${sound.filter(({ name }) => offered.has(name)).map(({ advertised }) => advertised).join()}]`;
  }

  /** Whether a call of that name crosses a turn boundary (RUN-24). */
  isClient(name: string): boolean {
    return this.#tools.get(name)?.kind === "client";
  }

  /** Judges a call and does what is to be done. Never throws and never rejects. */
  async call(name: string, argumentsText: string, signal: AbortSignal): Promise<Outcome> {
    try {
      return await this.settle(this.judge(name, argumentsText), signal);
    } catch (error) {
      this.#warn(name, `the call could not be judged: ${failure(error)}`);
      return { kind: "protocol error", code: INTERNAL_ERROR, message: "internal error" };
    }
  }

  /**
   * Judges a call. `argumentsText` is JSON text of an object, as it was written: that text is what the
   * gate reads. What a stored answer allows is taken out of the ledger, so the call must be settled.
   */
  judge(name: string, argumentsText: string, ledger: Ledger = this.#options.ledger): Judged {
    const tool = this.#tools.get(name);
    if (!tool) return done({ kind: "protocol error", code: INVALID_PARAMS, message: "there is no such tool" });
    if (tool.check === undefined) return toolError(unusable(name));
    const faults = argumentFaults(tool.check, argumentsText);
    if (faults.length > 0) return toolError(unfit(name, faults));
    return tool.kind === "client" ? this.#judgeClient(tool, argumentsText, ledger) : this.#judge(tool, argumentsText, ledger);
  }

  /** Does what a judged call is to have done. Never throws and never rejects. */
  async settle(judged: Judged, signal: AbortSignal): Promise<Outcome> {
    if (judged.decided) this.#log.decided(judged.decided);
    switch (judged.kind) {
      case "done":
        return judged.outcome;
      case "pause":
        this.#pause(judged.pending);
        return { kind: "paused" };
      case "run":
        return signal.aborted ? { kind: "aborted" } : this.#run(judged, signal);
    }
  }

  #judge(tool: Tool, argumentsText: string, ledger: Ledger): Judged {
    const { gate, attended = true } = this.#options;
    const call = callText(tool, argumentsText);
    const decision = gate.decide(call);
    if (decision.permission === "allow") return run(tool, argumentsText, this.#decided(tool, argumentsText, decision, "allow"));
    // An approval that the permission handler used up for this very call (RUN-40) comes first.
    if (decision.permission === "ask" && ledger.consume(tool.name, argumentsText)) {
      return run(tool, argumentsText, this.#decided(tool, argumentsText, decision, "granted"));
    }
    const verdict = gate.judge(call, ledger, { attended });
    const as = (word: VerdictWord) => this.#decided(tool, argumentsText, verdict.decision, word, verdict);
    if (verdict.kind === "allow" && verdict.argumentsText !== undefined) {
      // What was approved may be written otherwise, an object as a text that holds it: the keys are
      // equal, so both are the call that the person saw, and the tool gets the one that fits.
      const approved = argumentFaults(tool.check!, verdict.argumentsText).length === 0 ? verdict.argumentsText : argumentsText;
      return run(tool, approved, as("approved"));
    }
    if (verdict.kind !== "pending") return toolError(denial(tool.name, verdict.decision), as("deny"));
    return this.#pending(tool, argumentsText, verdict, as);
  }

  #judgeClient(tool: Tool, argumentsText: string, ledger: Ledger): Judged {
    const verdict = this.#options.gate.judgeClient(callText(tool, argumentsText), ledger, { consume: true });
    const as = (word: VerdictWord) => this.#decided(tool, argumentsText, verdict.decision, word, verdict);
    if (verdict.kind === "fulfilled") {
      const text = typeof verdict.output === "string" ? verdict.output : (verdict.outputText ?? "null");
      return { ...done({ kind: "result", content: textContent(text) }), decided: as("fulfilled") };
    }
    if (verdict.kind === "deny") return toolError(denial(tool.name, verdict.decision), as("deny"));
    return this.#pending(tool, argumentsText, verdict, as);
  }

  #pending(tool: Tool, argumentsText: string, { key }: Verdict | ClientVerdict, as: (word: VerdictWord) => Decided): Judged {
    // Without a key no later answer could be found: waiting for one would be waiting for ever.
    if (key === undefined) return toolError(unkeyed(tool.name), as("unkeyed"));
    const { name, spec } = tool;
    const pending = { id: randomUUID(), tool: name, arguments: parseExact(argumentsText) as Arguments, argumentsText, spec, key };
    return { kind: "pause", pending, decided: as("pending") };
  }

  #pause(pending: PendingCall): void {
    const failed = (error: unknown) => this.#warn(pending.tool, `\`onPause\` failed: ${failure(error)}`);
    try {
      // Not awaited: the caller is to learn at once that no answer comes.
      Promise.resolve(this.#options.onPause?.(pending)).catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  async #run({ tool, arguments: given, argumentsText }: Judged & { kind: "run" }, signal: AbortSignal): Promise<Outcome> {
    const { name, spec } = tool;
    const ended = whenAborted(signal);
    try {
      const running = Promise.resolve(this.#options.execute({ id: randomUUID(), tool: name, arguments: given, argumentsText, spec, signal }));
      const result = await Promise.race([running, ended.promise]);
      return signal.aborted ? { kind: "aborted" } : { kind: "result", content: contentText(result) };
    } catch (error) {
      return signal.aborted ? { kind: "aborted" } : { kind: "tool error", message: refusal(name, error) };
    } finally {
      ended.release();
    }
  }

  #decided(tool: Tool, argumentsText: string, decision: Decision, verdict: VerdictWord, given: { key?: string; interactionToken?: string } = {}): Decided {
    const { key = this.#options.log && callKey(tool.name, argumentsText, tool.schemaText), interactionToken } = given;
    return { server: SERVER, tool: tool.name, decision, verdict, key, interactionToken };
  }

  #warn(tool: string, message: string): void {
    this.#log.warning(message, { server: SERVER, tool });
  }
}

/** Why the gate would deny every call of a tool as one that it does not know. */
function strangeness(gate: Gate, { name, kind }: Tool): string | undefined {
  const { reason } = gate.decide({ server: SERVER, tool: name, kind: gateKind(kind) });
  return reason.step === "unknown_tool" ? `the agent document has no ${gateKind(kind)} tool of this name` : undefined;
}

function gateKind(kind: ToolKind): "gateway" | "client" {
  return kind === "client" ? "client" : "gateway";
}

/**
 * The call as the gate reads it. What the document calls another kind of tool, or does not have, is
 * denied; it can never be taken for a tool of the harness.
 */
function callText({ name, kind }: Tool, argumentsText: string): string {
  return `{"server":"${SERVER}","tool":${JSON.stringify(name)},"kind":"${gateKind(kind)}","args":${argumentsText}}`;
}

function run(tool: Tool, argumentsText: string, decided: Decided): Judged {
  return { kind: "run", tool, arguments: parseExact(argumentsText) as Arguments, argumentsText, decided };
}

function done(outcome: Outcome): Judged & { kind: "done" } {
  return { kind: "done", outcome };
}

function toolError(message: string, decided?: Decided): Judged {
  return { ...done({ kind: "tool error", message }), ...(decided && { decided }) };
}

/** Rejects when the signal aborts; must be released, so that a long-lived signal keeps nothing of the call. */
function whenAborted(signal: AbortSignal): { promise: Promise<never>; release: () => void } {
  let abort = () => {};
  const promise = new Promise<never>((_, reject) => {
    abort = () => reject(new Error("aborted"));
    signal.addEventListener("abort", abort, { once: true });
  });
  promise.catch(() => {});
  return { promise, release: () => signal.removeEventListener("abort", abort) };
}
