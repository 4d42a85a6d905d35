/** Approvals: keys, the ledger, and what is said to a harness. */
import type {
  Call,
  Document,
  InBandAnswer,
  Ledger as PublicLedger,
  LedgerOptions,
  StoredAnswer,
} from "../types/index.js";
import { nameArgument } from "./argument.js";
import { crossCall } from "./call.js";
import { type Choose, type Engine, type LedgerHandle, run, type Use } from "./engine.js";
import { CallgateError, invalidArgument } from "./errors.js";
import { parseExact } from "./exact.js";
import { crossing, HOST, hostCrossing, isBytes, TEXT, textOf, wellFormed } from "./host.js";

/** Where a ledger lives, for the gates that consult it. */
interface Held {
  engine: Engine;
  generation: number;
  handle: LedgerHandle;
}

const held = new WeakMap<object, Held>();

/**
 * A ledger's handle and engine. A ledger has its state inside the engine, so one whose instance
 * trapped is gone; it says so, and every call that it had an answer for asks again.
 */
export function heldLedger(ledger: unknown): Held {
  const found = typeof ledger === "object" && ledger !== null ? held.get(ledger) : undefined;
  if (!found) throw invalidArgument("`ledger` is not a `Ledger`");
  if (found.generation === found.engine.generation) return found;
  throw new CallgateError("internal", "the ledger was lost in an internal error: make a new one of the conversation");
}

export function ledgerClass(choose: Choose) {
  const make = (create: (engine: Engine) => LedgerHandle): Held => {
    const engine = choose("ledger");
    return { engine, handle: create(engine), generation: engine.generation };
  };

  const use = <T>(ledger: object, operation: (handle: LedgerHandle) => T): T => {
    const { engine, handle } = heldLedger(ledger);
    return run(engine, () => operation(handle));
  };

  return class Ledger implements PublicLedger {
    constructor(conversation?: Document, options?: LedgerOptions) {
      const crossed = conversation === undefined ? undefined : crossing(conversation);
      const written = optionsText(options);
      held.set(
        this,
        make((engine) => run(engine, (core) => core.ledger(crossed?.form ?? TEXT, crossed?.data, written))),
      );
    }

    static fromJson(text: string): Ledger {
      const saved = nameArgument("text", text);
      const ledger = new Ledger();
      held.set(
        ledger,
        make((engine) => run(engine, (core) => core.ledgerFromJson(saved))),
      );
      return ledger;
    }

    toJson(): string {
      return use(this, (handle) => handle.toJson());
    }

    record(tool: string, args: unknown, answer: "allow" | "deny", token?: string): boolean {
      const { form, data } = argumentsCrossing(args);
      const [word, issued] = [nameArgument("answer", answer), token === undefined ? undefined : nameArgument("token", token)];
      return use(this, (handle) => handle.record(toolName(tool), form, data, word, issued));
    }

    take(tool: string, args?: unknown): StoredAnswer | undefined {
      const { form, data } = argumentsCrossing(args);
      const text = use(this, (handle) => handle.take(toolName(tool), form, data));
      return parsed(text) as StoredAnswer | undefined;
    }

    grant(tool: string, args?: unknown): boolean {
      const { form, data } = argumentsCrossing(args);
      return use(this, (handle) => handle.grant(toolName(tool), form, data));
    }

    consume(tool: string, args?: unknown): boolean {
      const { form, data } = argumentsCrossing(args);
      return use(this, (handle) => handle.consume(toolName(tool), form, data));
    }

    peekOutput(tool: string, args?: unknown): unknown {
      const { form, data } = argumentsCrossing(args);
      return parsed(use(this, (handle) => handle.peekOutput(toolName(tool), form, data)));
    }

    takeOutput(tool: string, args?: unknown): unknown {
      const { form, data } = argumentsCrossing(args);
      return parsed(use(this, (handle) => handle.takeOutput(toolName(tool), form, data)));
    }
  };
}

export function makeApprovals(use: Use) {
  return {
    canonicalJson(value: unknown): string {
      const { form, data } = crossing(value);
      return use("canonicalJson", (core) => core.canonicalJson(form, data));
    },

    callKey(tool: string | null | undefined, args?: unknown, schema?: Document): string | undefined {
      const { form, data } = argumentsCrossing(args);
      const wanted = schema === undefined ? undefined : crossing(schema);
      const name = toolName(tool) || undefined;
      return use("callKey", (core) => core.callKey(name, form, data, wanted?.form ?? TEXT, wanted?.data)) ?? undefined;
    },

    inBandAnswers(conversation: Document): InBandAnswer[] {
      const { form, data } = crossing(conversation);
      return JSON.parse(use("inBandAnswers", (core) => core.inBandAnswers(form, data)));
    },

    reply(decision: "allow" | "deny", available: readonly string[]): "once" | "reject" | "cancelled" {
      const word = nameArgument("decision", decision);
      if (!Array.isArray(available)) throw invalidArgument("`available` is not a list of replies");
      const offered = available.map((reply) => nameArgument("available", reply));
      return use("reply", (core) => core.reply(word, offered)) as "once" | "reject" | "cancelled";
    },

    describeCall(call: Call | string | Uint8Array): string {
      const { form, data } = crossCall(call);
      return use("describeCall", (core) => core.describeCall(form, data));
    },

    sha256Hex(data: string | Uint8Array): string {
      const hashed = isBytes(data) ? data : nameArgument("data", data);
      return use("sha256Hex", (core) => core.sha256Hex(hashed));
    },
  };
}

/** Absent arguments cross as none; a string is their JSON text. */
function argumentsCrossing(args: unknown) {
  return args === undefined ? { form: TEXT, data: undefined } : crossing(args);
}

/** What cannot be a tool's name is none: such a call has no key (APPR-2, APPR-4). */
function toolName(tool: unknown): string {
  return typeof tool === "string" && wellFormed(tool) ? tool : "";
}

function parsed(text: string | null | undefined): unknown {
  return text == null ? undefined : parseExact(text);
}

/** A result whose arguments or output come from their very text, so that no integer loses digits. */
export function exactly<T>(text: string): T {
  const found = JSON.parse(text) as { arguments?: unknown; argumentsText?: string; output?: unknown; outputText?: string };
  if (found.argumentsText !== undefined) found.arguments = parseExact(found.argumentsText);
  if (found.outputText !== undefined) found.output = parseExact(found.outputText);
  return found as T;
}

/** Options as JSON text; the core names those that it does not know. */
export function optionsText(options: unknown): string | undefined {
  if (options === undefined) return undefined;
  const crossed = hostCrossing(options);
  if (crossed.form !== HOST) throw invalidArgument("the options are not plain values");
  return textOf(crossed);
}
