/** Tool definitions that a person has looked at, and those that the server shows now (RUN-53). */
import { comparePins } from "callgate";
import type { PinComparison, Pins } from "callgate";
import type { DecisionLog } from "./log.js";

/**
 * How the tools of one session stand to their pins. A tool that is not shown exactly as it was pinned
 * is asked about, whatever the policy says.
 *
 * INVARIANT: a tool that was once shown otherwise stays asked about. The model has read that definition,
 * and a server that shows the pinned one afterwards, perhaps in a message that no harness waits for,
 * takes nothing of it back.
 */
export class PinnedTools {
  readonly #pins: Pins | string;
  readonly #server: string;
  readonly #log: DecisionLog;
  /** Tools that were shown otherwise than they were pinned, or are not pinned. */
  readonly #faults = new Map<string, string>();
  /** Tools of the list that was shown last. */
  #shown = new Set<string>();
  /** A list was shown that cannot be compared, so that any tool may have been shown otherwise. */
  #unreadable = false;

  /** Throws `invalid_argument` or `invalid_document` for what are no pins. */
  constructor(pins: Pins | string, server: string, log: DecisionLog) {
    comparePins(pins, server, []);
    this.#pins = pins;
    this.#server = server;
    this.#log = log;
  }

  /**
   * The server has shown tools.
   *
   * @param tools JSON text of their array
   * @param more whether they are a further page of the list that was shown before
   */
  show(tools: string, more: boolean): void {
    if (!more) this.#shown = new Set();
    for (const compared of this.#compare(tools)) {
      const { tool, state } = compared;
      if (state === "not_shown") continue;
      this.#shown.add(tool);
      const fault = faultOf(compared);
      if (fault === undefined || this.#faults.get(tool) === fault) continue;
      this.#faults.set(tool, fault);
      this.#log.warning(`the tool is asked about until it is pinned again: ${fault}`, { server: this.#server, tool });
    }
  }

  /** Why a tool is asked about; nothing when it is shown as it was pinned. */
  floor(tool: string): string | undefined {
    if (this.#unreadable) return "this session was shown a list of tools that cannot be compared with the pins";
    return this.#faults.get(tool) ?? (this.#shown.has(tool) ? undefined : "this session's list of tools does not show it");
  }

  #compare(tools: string): PinComparison[] {
    try {
      return comparePins(this.#pins, this.#server, `{"tools":${tools}}`);
    } catch {
      this.#unreadable = true;
      this.#log.warning("the list of tools cannot be compared with the pins: all of them are asked about", { server: this.#server });
      return [];
    }
  }
}

function faultOf({ state, parts = [] }: PinComparison): string | undefined {
  if (state === "changed") return `its definition is not the pinned one any more (${parts.join(", ")})`;
  return state === "new" ? "it is not pinned" : undefined;
}
