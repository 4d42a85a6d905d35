/** The decision log (RUN-54). */
import type { Decision } from "../../../bindings-wasm/types/index.js";
import type { DecisionLine, Log, LogLine, NoticeLine, VerdictWord } from "./types.js";

/** What was decided of one call. */
export interface Decided {
  /** The gate's own names for the call stand in its reason; these are used where it has none. */
  readonly server: string;
  readonly tool: string;
  readonly decision: Decision;
  readonly verdict: VerdictWord;
  readonly key?: string | undefined;
  readonly interactionToken?: string | undefined;
  /** Written only when argument values were asked for. */
  readonly arguments?: unknown;
}

/** Where something happened that is worth a line. */
export type Place = Pick<NoticeLine, "server" | "tool">;

/** Writes the lines of one server or handler. No line can make a call fail: what `log` throws is dropped. */
export class DecisionLog {
  readonly #log: Log | undefined;
  readonly #withArguments: boolean;

  constructor(log: Log | undefined, withArguments = false) {
    this.#log = log;
    this.#withArguments = withArguments;
  }

  decided({ server, tool, decision, verdict, key, interactionToken, arguments: args }: Decided): void {
    const { step, pointer } = decision.reason;
    const line: DecisionLine = {
      event: "decision",
      time: now(),
      ...(key === undefined ? {} : { key }),
      server,
      tool,
      decision: decision.permission,
      step,
      ...(pointer === undefined ? {} : { pointer }),
      verdict,
      ...(interactionToken === undefined ? {} : { interactionToken }),
      ...(this.#withArguments && args !== undefined ? { arguments: args } : {}),
    };
    this.#write(line);
  }

  /** Something to know. */
  notice(message: string, place: Place = {}): void {
    this.#write({ event: "notice", time: now(), ...place, message });
  }

  /** Something to look after. */
  warning(message: string, place: Place = {}): void {
    this.#write({ event: "warning", time: now(), ...place, message });
  }

  #write(line: LogLine): void {
    try {
      this.#log?.(line);
    } catch {
      // The log must not decide what becomes of a call.
    }
  }
}

/** One line of JSON; integers beyond 2^53-1 are written as their digits. */
export function jsonLine(line: LogLine): string {
  return `${JSON.stringify(line, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value))}\n`;
}

function now(): string {
  return new Date().toISOString();
}
