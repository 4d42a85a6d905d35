/** Tool definitions that a person has looked at, and those that the server shows now (RUN-53). */
import { comparePins } from "callgate";
import type { PinComparison, Pins } from "callgate";
import type { DecisionLog } from "./log.js";

/**
 * How the tools of one session stand to their pins. A tool that is not shown exactly as it was pinned
 * is asked about, whatever the policy says.
 */
export class PinnedTools {
  readonly #pins: Pins | string;
  readonly #server: string;
  readonly #log: DecisionLog;
  #shown = new Map<string, PinComparison>();
  /** What the log was told of each tool, so that a list that is asked for again says nothing twice. */
  readonly #told = new Map<string, string>();

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
    const shown = more ? this.#shown : new Map<string, PinComparison>();
    for (const compared of this.#compare(tools)) {
      if (compared.state === "not_shown") continue;
      // One definition of a name that stands twice is not the one that will run.
      const earlier = shown.get(compared.tool);
      if (!earlier || earlier.state === "same") shown.set(compared.tool, compared);
    }
    this.#shown = shown;
    for (const { tool } of shown.values()) this.#tell(tool, this.floor(tool) ?? "");
  }

  /** Why a tool is asked about; nothing when it is shown as it was pinned. */
  floor(tool: string): string | undefined {
    const { state, parts = [] } = this.#shown.get(tool) ?? { state: "not_shown" };
    switch (state) {
      case "same":
        return undefined;
      case "changed":
        return `its definition is not the pinned one any more (${parts.join(", ")})`;
      case "new":
        return "it is not pinned";
      default:
        return "this session's list of tools does not show it";
    }
  }

  #compare(tools: string): PinComparison[] {
    try {
      return comparePins(this.#pins, this.#server, `{"tools":${tools}}`);
    } catch {
      this.#log.warning("the list of tools cannot be compared with the pins: all of them are asked about", { server: this.#server });
      return [];
    }
  }

  #tell(tool: string, floor: string): void {
    if ((this.#told.get(tool) ?? "") === floor) return;
    this.#told.set(tool, floor);
    if (floor !== "") this.#log.warning(`the tool is asked about until it is pinned again: ${floor}`, { server: this.#server, tool });
  }
}
