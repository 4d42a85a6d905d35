/** Asks the person at the terminal about calls that wait. */
import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { describeCall, type Ledger } from "callgate";
import type { PendingCall } from "../runner/types.js";
import { visible } from "./visible.js";

export interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean };
}

/** How long a question stands before it takes an answer, in milliseconds: what was typed ahead is for another one. */
const SETTLE = 250;

/**
 * A queue of questions, one at a time. A yes is stored in the ledger and permits the same call once, a
 * no refuses it once; a call that comes again while it is asked about is not asked about twice.
 *
 * INVARIANT: a line answers the question that stands on the screen, never one that comes later.
 */
export class Consent {
  readonly attended: boolean;
  readonly #terminal: Terminal;
  readonly #ledger: Ledger;
  readonly #waiting: { readonly call: PendingCall; readonly server: string | undefined }[] = [];
  readonly #lines: Interface | undefined;
  #answer: ((line: string) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(terminal: Terminal, ledger: Ledger) {
    this.#terminal = terminal;
    this.#ledger = ledger;
    // A question that nobody sees is not answered by a line that was meant for something else.
    this.attended = terminal.input.isTTY === true && terminal.output.isTTY === true;
    if (!this.attended) return;
    // Read from now on, so that lines that answer nothing are gone when a question comes.
    this.#lines = createInterface({ input: terminal.input });
    this.#lines.on("line", (line) => this.#answer?.(line));
    this.#lines.on("close", () => {
      if (!this.#ended && this.#waiting.length > 0) this.#say("\nThe terminal is gone: what waits stays unanswered\n");
      this.#ended = true;
    });
  }

  /** Takes a call that waits. */
  pending(call: PendingCall, server?: string): void {
    if (!this.attended || this.#ended) {
      this.#say(`${visible(call.tool)} waits for a person, and there is no terminal to ask on: it stays unanswered\n`);
      return;
    }
    if (this.#waiting.some(({ call: { key } }) => key === call.key)) return;
    this.#waiting.push({ call, server });
    if (this.#waiting.length === 1) this.#ask();
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#lines?.close();
  }

  /** Asks about the first one that waits. */
  #ask(): void {
    const [first] = this.#waiting;
    if (!first || this.#ended) return;
    const { call, server } = first;
    const names = `${server === undefined ? "" : `"server":${JSON.stringify(server)},`}"tool":${JSON.stringify(call.tool)}`;
    this.#say(`\nThe agent asks to run:\n\n${describeCall(`{${names},"args":${call.argumentsText}}`)}\n\n${QUESTION}`);
    this.#timer = setTimeout(() => (this.#answer = (line) => this.#answered(call, line)), SETTLE);
  }

  #answered(call: PendingCall, line: string): void {
    const word = line.trim().toLowerCase();
    const allow = word === "y" || word === "yes";
    if (!allow && word !== "n" && word !== "no") {
      this.#say(QUESTION);
      return;
    }
    this.#answer = undefined;
    // The key's first part is the tool's identity, under which the gate looks for the answer (APPR-1).
    this.#ledger.record(call.key.slice(0, call.key.lastIndexOf("#")), call.argumentsText, allow ? "allow" : "deny");
    this.#waiting.shift();
    this.#say(allow ? "Yes: it runs when the agent calls it again, once.\n" : "No: it is refused when the agent calls it again.\n");
    this.#ask();
  }

  #say(text: string): void {
    this.#terminal.output.write(text);
  }
}

const QUESTION = "Allow it once? [y/n] ";
