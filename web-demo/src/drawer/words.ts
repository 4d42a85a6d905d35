/** The words for people (EDIT-6). */
import type { Change, CoverageRow, Harness, Outcome, Permission, Reason, Step } from "callgate-wasm";

export const PERMISSIONS: Readonly<Record<Permission, string>> = {
  allow: "Allow",
  ask: "Always ask",
  deny: "Deny",
};

export const FOLLOW = "Follow agent policy";

export const HARNESSES: Readonly<Record<Harness, string>> = { claude: "Claude Code", codex: "Codex", pi: "Pi" };

/** What a harness alone does with a tool. */
export const OUTCOMES: Readonly<Record<Outcome, string>> = {
  run: "Runs it",
  ask: "Asks first",
  denied: "Refuses it",
  gone: "Does not offer it",
};

/** What decided, in a few words. */
export const STEPS: Readonly<Record<Step, string>> = {
  kill_switch: "The operator's kill switch is on",
  filter: "Hidden from the agent by the tool filter",
  tool_permission: "Its own rule",
  new_tool_permission: "This server's rule for tools without one",
  new_tool_floor: "No rule of its own on a server that has such rules",
  server_permission: "The setting of the whole server",
  spec_permission: "The tool's own setting in the document",
  rule: "A rule of the agent's author",
  read_only: "Agent policy: it is known to only read",
  default: "Agent policy",
  unknown_server: "No such server",
  unknown_tool: "No such tool",
  ambiguous_name: "Its name can be read in more than one way",
  floor: "The organisation's own document",
  closed: "There is no valid document",
  unattended: "Nobody is there to ask",
};

/** The agent's default, as it is written. */
export function fallbackWords(written: string | null): string {
  if (written === "allow" || written === "ask" || written === "deny") return PERMISSIONS[written];
  return "Allow what is known to only read, always ask for the rest";
}

export const why = ({ step }: Reason) => STEPS[step];

export const DIRECTIONS: Readonly<Record<Change["direction"], string>> = {
  looser: "Looser",
  stricter: "Stricter",
  depends: "Depends on the agent policy",
};

/** How a harness alone compares with the gate. */
export function fitWords({ gate, harness, fit, exempt }: CoverageRow): string {
  if (fit === "exact") return "Same as the gate";
  if (fit === "stricter") return "Stricter than the gate";
  if (fit === "looser") return `Looser${exempt === undefined ? "" : `: ${exempt}`}`;
  return gate === "deny" && harness !== "gone" ? "Offered, then refused by the gate" : "The gate decides";
}

/** `1 error`, `2 errors`. */
export function count(number: number, word: string): string {
  return `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
}
