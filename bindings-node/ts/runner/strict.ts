/** The core's strict reading of messages (RUN-22). */
import { run } from "../../../bindings-wasm/ts/engine.js";
import { chooseFrom } from "../engines.js";

// It holds no state, so it may be another instance than that of the caller's gates.
const choose = chooseFrom(__dirname);

/** What is wrong with a message, or nothing; bytes must be UTF-8. */
export function messageFault(message: string | Uint8Array): string | undefined {
  return run(choose("messageFault"), (core) => core.messageFault(message)) ?? undefined;
}
