/** Transcripts. */
import type { ArgumentRecord, ArgumentRecorder as PublicRecorder, Document, Turn, TurnOptions } from "../types/index.js";
import { nameArgument } from "./argument.js";
import { type Choose, type Engine, type RecorderHandle, run, type Use } from "./engine.js";
import { CallgateError, invalidArgument } from "./errors.js";
import { crossing, TEXT, wellFormed } from "./host.js";
import { optionsText } from "./ledger.js";

export function makeTranscripts(use: Use) {
  return {
    capToolResult(text: string, maxChars?: number): string {
      if (typeof text !== "string") throw invalidArgument("`text` is not a string");
      // Half of a surrogate pair cannot cross; the sign for it has the same length.
      const whole = wellFormed(text) ? text : text.replace(/[\ud800-\udfff]/gu, "\ufffd");
      const most = maxChars === undefined ? undefined : typeof maxChars === "number" ? String(maxChars) : "null";
      return use("capToolResult", (core) => core.capToolResult(whole, most));
    },

    renderTurn(request: Document, options?: TurnOptions): Turn {
      const { form, data } = crossing(request);
      const written = optionsText(options);
      return JSON.parse(use("renderTurn", (core) => core.renderTurn(form, data, written)));
    },
  };
}

export function recorderClass(choose: Choose) {
  return class ArgumentRecorder implements PublicRecorder {
    readonly #engine: Engine = choose("recorder");
    readonly #handle: RecorderHandle = run(this.#engine, (core) => core.recorder());
    readonly #generation = this.#engine.generation;

    announce(id: string, name: string, input?: unknown): ArgumentRecord {
      const [call, tool] = [nameArgument("id", id), nameArgument("name", name)];
      const { form, data } = inputCrossing(input);
      return JSON.parse(this.#use((handle) => handle.announce(call, tool, form, data)));
    }

    update(id: string, input?: unknown): ArgumentRecord | undefined {
      const call = nameArgument("id", id);
      const { form, data } = inputCrossing(input);
      const record = this.#use((handle) => handle.update(call, form, data));
      return record == null ? undefined : JSON.parse(record);
    }

    #use<T>(operation: (handle: RecorderHandle) => T): T {
      if (this.#generation !== this.#engine.generation) {
        throw new CallgateError("internal", "the recorder was lost in an internal error: make a new one");
      }
      return run(this.#engine, () => operation(this.#handle));
    }
  };
}

function inputCrossing(input: unknown) {
  return input === undefined ? { form: TEXT, data: undefined } : crossing(input);
}
