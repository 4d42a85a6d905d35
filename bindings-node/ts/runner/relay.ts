/** The runner's side of the file relay: every request is judged as a call over HTTP is (RUN-80). */
import { Ledger } from "callgate";
import { Calls, type CallOptions } from "./call.js";
import { readEnvironment } from "./env.js";
import { DecisionLog } from "./log.js";
import type { Outcome } from "./outcome.js";
import type { RelayFiles } from "./relay-files.js";
import { Pickup } from "./relay-pickup.js";
import { readRequest, type RelayRequest } from "./relay-request.js";
import { messageFault } from "./strict.js";

export interface RelayOptions extends Omit<CallOptions, "ledger"> {
  /** The relay's directory; the relay closes it. */
  readonly files: RelayFiles;
  /** Stored answers; none when absent. */
  readonly ledger?: CallOptions["ledger"] | undefined;
  /** Ends the relay as `close` does. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds between two looks at the directory; `AGENTA_AGENT_TOOLS_RELAY_POLLING` when absent. */
  readonly pollingMs?: number | undefined;
  /**
   * Milliseconds after which the caller has given a call up, unless its spec says `timeoutMs`;
   * `AGENTA_AGENT_TOOLS_RELAY_TIMEOUT` when absent.
   */
  readonly timeoutMs?: number | undefined;
}

export interface Relay {
  /**
   * Stops: nothing is picked up any more, calls that run are told by their signal, and no answer appears
   * afterwards. Idempotent; resolves when the directory is released.
   */
  close(): Promise<void>;
}

/** The longest time that a timer can be set to. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Serves the calls that arrive in a directory.
 *
 * @throws TypeError without a gate, or when the specs are none
 */
export function startRelay(options: RelayOptions): Relay {
  const { files, ledger = new Ledger(), signal } = options;
  const log = new DecisionLog(options.log);
  const calls = new Calls({ ...options, ledger });
  const environment = readEnvironment(process.env, (message) => log.warning(message));
  const times = new Map(options.specs.map(({ name, timeoutMs }) => [name, timeoutMs]));

  /** Makes a call, until its caller has given it up: what comes later is nobody's result. */
  async function serve({ tool, argumentsText }: RelayRequest, stopped: AbortSignal): Promise<Outcome> {
    const time = positive(times.get(tool)) ?? positive(options.timeoutMs) ?? environment.relayTimeoutMs;
    const end = new AbortController();
    const stop = () => end.abort();
    const timer = setTimeout(() => {
      log.warning(`a call did not end within ${time} ms and was given up`, { tool });
      stop();
    }, Math.min(time, MAX_TIMER_MS));
    stopped.addEventListener("abort", stop);
    if (stopped.aborted) stop();
    const outcome = await calls.call(tool, argumentsText, end.signal);
    clearTimeout(timer);
    stopped.removeEventListener("abort", stop);
    return outcome;
  }

  const pickup = new Pickup({
    files,
    pollingMs: positive(options.pollingMs) ?? environment.relayPollingMs,
    read: (bytes) => readRequest(bytes, messageFault),
    serve,
    warn: (message) => log.warning(message),
  });

  const close = () => {
    signal?.removeEventListener("abort", close);
    return pickup.stop();
  };
  signal?.addEventListener("abort", close);
  if (signal?.aborted) void close();
  return { close };
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined;
}
