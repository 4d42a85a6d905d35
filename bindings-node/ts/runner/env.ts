/** All that the runner reads from the environment. */
import { DEFAULT_HISTORY_MAX_CHARS, DEFAULT_RELAY_POLLING_MS, DEFAULT_RELAY_TIMEOUT_MS } from "./constants.js";

/** Where variables are looked up: `process.env`, or a table of a test. */
export interface Variables {
  readonly [name: string]: string | undefined;
}

/** The environment's settings, each with its default when the variable is not set. */
export interface Environment {
  /** Directory of the file relay; nothing when it is not set. */
  readonly relayDir: string | undefined;
  /** File with the public specs of the tools; nothing when it is not set. */
  readonly publicSpecsFile: string | undefined;
  /** Milliseconds. */
  readonly relayPollingMs: number;
  /** Milliseconds. */
  readonly relayTimeoutMs: number;
  /** Characters (UTF-16 units). */
  readonly historyMaxChars: number;
  /** The operator's kill switch: every call is denied (PERM-1). */
  readonly denyPermissions: boolean;
}

/** The longest time that a timer can wait: a longer one would fire at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** The exact words that leave the kill switch off. */
const OFF: ReadonlySet<string> = new Set(["", "0", "false", "no", "off"]);

/**
 * Reads the environment once. A number that cannot be used is one warning, which does not repeat the
 * value, and the default.
 */
export function readEnvironment(variables: Variables, warn: (message: string) => void): Environment {
  const number = (name: string, unit: string, most: number, otherwise: number): number => {
    const text = variables[name]?.trim() ?? "";
    if (text === "") return otherwise;
    // Digits alone: `Number` would also take "1e3", "0x10" and " ", which nobody means here.
    const value = /^[0-9]{1,16}$/.test(text) ? Number(text) : 0;
    if (value >= 1 && value <= most) return value;
    warn(`\`${name}\` is not a whole number of ${unit} from 1 to ${most}: ${otherwise} is used`);
    return otherwise;
  };
  return {
    relayDir: variables.AGENTA_AGENT_TOOLS_RELAY_DIR || undefined,
    publicSpecsFile: variables.AGENTA_AGENT_TOOLS_PUBLIC_SPECS_FILE || undefined,
    relayPollingMs: number("AGENTA_AGENT_TOOLS_RELAY_POLLING", "milliseconds", MAX_TIMER_MS, DEFAULT_RELAY_POLLING_MS),
    relayTimeoutMs: number("AGENTA_AGENT_TOOLS_RELAY_TIMEOUT", "milliseconds", MAX_TIMER_MS, DEFAULT_RELAY_TIMEOUT_MS),
    historyMaxChars: number("AGENTA_AGENT_HISTORY_MAX_CHARS", "characters", Number.MAX_SAFE_INTEGER, DEFAULT_HISTORY_MAX_CHARS),
    denyPermissions: killSwitch(variables.SANDBOX_AGENT_DENY_PERMISSIONS),
  };
}

/** INVARIANT: on for everything but the words for off, so that a typing error does not leave it off. */
function killSwitch(value: string | undefined): boolean {
  return !OFF.has(value ?? "");
}
