/** A call of a user's server before anything of it goes there (RUN-51). */
import { callKey, Ledger as Copy, toolName } from "callgate";
import { randomUUID } from "node:crypto";
import type { Decision, Harness } from "../../../bindings-wasm/types/index.js";
import { parseExact } from "../../../bindings-wasm/ts/exact.js";
import type { DecisionLog } from "./log.js";
import type { PinnedTools } from "./pinned.js";
import type { ToolCall } from "./protocol.js";
import type { Arguments, Gate, Ledger, OnPause, VerdictWord } from "./types.js";
import { denial, failure, unkeyed } from "./words.js";

/** What becomes of a call. */
export type Passage =
  /** It goes to the server, with these arguments in place of its own when others were approved. */
  | { readonly kind: "forward"; readonly argumentsText?: string }
  /** Something that the model is to read and act on. */
  | { readonly kind: "tool error"; readonly message: string }
  /** It waits for a person, who was told; nothing is answered. */
  | { readonly kind: "paused" };

export interface CallJudgeOptions {
  readonly server: string;
  readonly gate: Gate;
  readonly ledger: Ledger;
  readonly attended: boolean;
  readonly pinned: PinnedTools | undefined;
  readonly onPause: OnPause | undefined;
  readonly log: DecisionLog;
}

/** What the gate, the pins and the ledger say of a call; whatever was stored for it is used up. */
interface Weighed {
  readonly verdict: VerdictWord;
  readonly decision: Decision;
  readonly key?: string | undefined;
  readonly interactionToken?: string | undefined;
  readonly approved?: string | undefined;
}

const HARNESSES: readonly Harness[] = ["claude", "codex", "pi"];

export class CallJudge {
  readonly #options: CallJudgeOptions;

  constructor(options: CallJudgeOptions) {
    this.#options = options;
  }

  judge(call: ToolCall): Passage {
    const { server, log } = this.#options;
    const weighed = this.#weigh(call, this.#options.ledger);
    const { verdict, decision, key, interactionToken, approved } = weighed;
    log.decided({ server, tool: call.name, decision, verdict, key, interactionToken, arguments: call.argumentsText });
    switch (verdict) {
      case "allow":
      case "granted":
        return { kind: "forward" };
      case "approved":
        return approved === undefined ? { kind: "forward" } : { kind: "forward", argumentsText: approved };
      case "pending":
        this.#pause(call, key!);
        return { kind: "paused" };
      case "unkeyed":
        return { kind: "tool error", message: unkeyed(call.name) };
      default:
        return { kind: "tool error", message: denial(call.name, decision) };
    }
  }

  /** Whether all calls of a batch would run as they are, each with what those before it leave in the ledger (RUN-24). */
  allRun(calls: readonly ToolCall[]): boolean {
    const copy = Copy.fromJson(this.#options.ledger.toJson());
    return calls.every((call) => {
      const { verdict, approved } = this.#weigh(call, copy);
      return ["allow", "granted", "approved"].includes(verdict) && approved === undefined;
    });
  }

  #weigh(call: ToolCall, ledger: Ledger): Weighed {
    const { server, gate, attended, pinned } = this.#options;
    const { name: tool, argumentsText } = call;
    const floor = pinned?.floor(tool);
    const asked = { server, tool, kind: "mcp", args: argumentsText } as const;
    const decided = gate.decide(asked);
    if (decided.permission === "allow" && floor !== undefined) return this.#weighFloored(call, ledger, floor);
    // An approval that the permission handler used up for this very call (RUN-40) comes first.
    if (decided.permission === "ask") {
      const key = this.#key(tool, argumentsText);
      if (key !== undefined && ledger.consume(this.#identity(tool), argumentsText)) return { verdict: "granted", decision: decided, key };
    }
    const { kind, decision, key, interactionToken, argumentsText: approved } = gate.judge(asked, ledger, { attended });
    if (kind === "pending") return { verdict: key === undefined ? "unkeyed" : "pending", decision, key };
    if (kind === "deny" || decision.permission === "allow") return { verdict: kind, decision, key };
    const other = approved !== undefined && differs(approved, argumentsText) ? approved : undefined;
    return { verdict: "approved", decision, key, interactionToken, approved: other };
  }

  /** As for a call that the policy asks about, since a person is to look at the tool again. */
  #weighFloored({ name: tool, argumentsText }: ToolCall, ledger: Ledger, floor: string): Weighed {
    const { server, attended } = this.#options;
    const key = this.#key(tool, argumentsText);
    const explanation = `\`${tool}\` of server \`${server}\` waits for a person: ${floor}`;
    const decision: Decision = { permission: "ask", reason: { step: "floor", server, tool }, explanation };
    if (key !== undefined && ledger.consume(this.#identity(tool), argumentsText)) return { verdict: "granted", decision, key };
    const stored = this.#stored(tool, argumentsText, ledger);
    if (stored) return { verdict: stored.answer === "deny" ? "deny" : "approved", decision, key, interactionToken: stored.token };
    if (attended) return { verdict: key === undefined ? "unkeyed" : "pending", decision, key };
    return { verdict: "deny", decision: { ...decision, permission: "deny", reason: { step: "unattended", server, tool } } };
  }

  /** The tool's stable name (APPR-1), under which grants are kept. */
  #identity(tool: string): string {
    return `mcp__${this.#options.server}__${tool}`;
  }

  /** The key of a call; none when its tool's name is that of another server's tool as well (APPR-1). */
  #key(tool: string, argumentsText: string): string | undefined {
    const identity = this.#identity(tool);
    return this.#isMeant(identity, tool) ? callKey(identity, argumentsText) : undefined;
  }

  /** Whether a name can only be that of a tool of this server. */
  #isMeant(name: string, tool: string): boolean {
    const { server, gate } = this.#options;
    const { candidates } = gate.explain({ name });
    return candidates.length === 1 && candidates[0]?.server === server && candidates[0].tool === tool;
  }

  /** The stored answer to a call, under whatever name the harness recorded it; a denial under any of them counts. */
  #stored(tool: string, argumentsText: string, ledger: Ledger) {
    const rendered = HARNESSES.map((harness) => toolName(this.#options.server, tool, harness));
    let found: ReturnType<Ledger["take"]>;
    for (const name of new Set([this.#identity(tool), ...rendered])) {
      // A name that may be another tool's as well finds nothing.
      if (!this.#isMeant(name, tool)) continue;
      const taken = ledger.take(name, argumentsText);
      if (taken?.answer === "deny") return taken;
      if (found && taken) ledger.record(name, argumentsText, "allow", taken.token);
      found ??= taken;
    }
    return found;
  }

  #pause({ name: tool, argumentsText }: ToolCall, key: string): void {
    const { server, onPause, log } = this.#options;
    const told = (error: unknown) => log.warning(`\`onPause\` failed: ${failure(error)}`, { server, tool });
    try {
      const call = { id: randomUUID(), server, tool, arguments: parseExact(argumentsText) as Arguments, argumentsText, spec: { name: tool }, key };
      Promise.resolve(onPause?.(call)).catch(told);
    } catch (error) {
      told(error);
    }
  }
}

/** Whether a server would read other arguments in a text than in the other (APPR-5). */
function differs(approved: string, own: string): boolean {
  return callKey("t", approved) !== callKey("t", own);
}
