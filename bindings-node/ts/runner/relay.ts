/** The runner's side of the file relay: every request is judged as a call over HTTP is (RUN-80). */
import { Ledger } from "callgate";
import { elements } from "../../../bindings-wasm/ts/text.js";
import { Calls } from "./call.js";
import { readEnvironment } from "./env.js";
import { gateUnderSwitch } from "./kill-switch.js";
import { DecisionLog } from "./log.js";
import { checkOptions, wrongOption } from "./options.js";
import type { Outcome } from "./outcome.js";
import { Pickup } from "./relay-pickup.js";
import { readRequest, type RelayRequest } from "./relay-request.js";
import { messageFault } from "./strict.js";
import type { Relay, RelayOptions, ToolSpec } from "./types.js";

/** The longest time that a timer can be set to. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const OPTIONS = ["files", "specs", "gate", "ledger", "execute", "attended", "onPause", "signal", "log", "pollingMs", "timeoutMs"];

/** Starts the relay. Throws when an option is missing or none; without a gate nothing is served. */
export function startRelay(options: RelayOptions): Relay {
  check(options);
  const { files, specs, ledger = new Ledger(), execute, attended, onPause, signal } = options;
  const gate = gateUnderSwitch(options.gate);
  const log = new DecisionLog(options.log);
  const calls = new Calls({ specs, gate, ledger, execute, attended, onPause, log: options.log });
  const environment = readEnvironment(process.env, (message) => log.warning(message));
  const times = new Map(specs.map(({ name, timeoutMs }) => [name, timeoutMs]));

  /** Makes a call, until its caller has given it up: what comes later is nobody's result. */
  async function serve({ tool, argumentsText }: RelayRequest, stopped: AbortSignal): Promise<Outcome> {
    const time = positive(times.get(tool)) ?? options.timeoutMs ?? environment.relayTimeoutMs;
    const end = new AbortController();
    const stop = () => end.abort();
    const timer = setTimeout(() => {
      log.warning(`a call did not end within ${time} ms and was given up`, { tool });
      stop();
    }, Math.min(time, MAX_TIMER_MS));
    stopped.addEventListener("abort", stop);
    const outcome = await calls.call(tool, argumentsText, end.signal);
    clearTimeout(timer);
    stopped.removeEventListener("abort", stop);
    return outcome;
  }

  const pickup = new Pickup({
    files,
    pollingMs: options.pollingMs ?? environment.relayPollingMs,
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
  return { publicSpecs: publicSpecs(calls.advertised, specs), close };
}

/** What is advertised, and beside it what a shim has to know of a tool: that it is a client tool, and its time. */
function publicSpecs(advertised: string, specs: readonly ToolSpec[]): string {
  const known = new Map(specs.map((spec) => [spec.name, spec]));
  const texts = elements(advertised).map((element) => {
    const { kind, timeoutMs } = known.get((JSON.parse(element) as ToolSpec).name) ?? {};
    const more = [kind === "client" ? ',"kind":"client"' : "", positive(timeoutMs) ? `,"timeoutMs":${timeoutMs}` : ""];
    return `${element.slice(0, -1)}${more.join("")}}`;
  });
  return `[${texts.join()}]`;
}

function check(options: RelayOptions): void {
  checkOptions(options, OPTIONS, ["gate", "specs", "execute"]);
  const { files, pollingMs, timeoutMs } = options;
  if (typeof files?.list !== "function") throw wrongOption("`files` is no directory of a relay: `localRelayFiles` makes one");
  for (const [name, value] of Object.entries({ pollingMs, timeoutMs })) {
    if (value !== undefined && !(typeof value === "number" && value > 0 && value <= MAX_TIMER_MS)) throw wrongOption(`\`${name}\` is no number of milliseconds from 1 to ${MAX_TIMER_MS}`);
  }
}

function positive(value: number | undefined): number | undefined {
  return typeof value === "number" && value > 0 ? value : undefined;
}
