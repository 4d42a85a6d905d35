/** The one place that talks to the wasm module: every answer that the page shows comes from here. */
import { type Call, CallgateError, type Decision, type Diagnostic, type Explanation, Gate, init, type Permission, validate } from "callgate-wasm";
import { type Group, groups } from "./names.js";

/** The texts that a policy is made of. */
export interface Documents {
  /** The agent document. */
  readonly agent: string;
  /** Server to `tools/list` result; blank when the lists are not known. */
  readonly catalogs: string;
}

/** What the gate says of one call. */
export interface Ruling {
  readonly decision: Decision;
  /** The decision of a call that its caller knows to only read, when that is another one (PERM-9). */
  readonly whenReading?: Decision;
  /** Whether a rule looks at the arguments of such calls; the decision is for a call without any. */
  readonly readsArguments: boolean;
}

/** A compiled policy and the texts it was made from. */
export class Policy {
  readonly #gate: Gate;
  readonly #rulings = new WeakMap<Call, Ruling>();
  /** Nothing for the policy that denies everything. */
  readonly documents: Documents | undefined;
  /** The servers and tools that the texts name. */
  readonly groups: readonly Group[];

  private constructor(gate: Gate, documents: Documents | undefined, named: readonly Group[]) {
    this.#gate = gate;
    this.documents = documents;
    this.groups = named;
  }

  /** Throws when the documents are not valid. */
  static compile(documents: Documents): Policy {
    const catalogs = catalogsOf(documents);
    return new Policy(new Gate(documents.agent, { catalogs }), documents, groups(documents.agent, catalogs));
  }

  /** What is in force until there is a valid document (PERM-10). */
  static closed(): Policy {
    return new Policy(Gate.closed(), undefined, []);
  }

  /** The decision and every step to it, of a call as JSON text. */
  explain(call: string): Explanation {
    return this.#gate.explain(call);
  }

  /** What the gate says of a call of `groups`; asked when it is shown, since there can be a million. */
  rule(call: Call): Ruling {
    let ruling = this.#rulings.get(call);
    if (!ruling) this.#rulings.set(call, (ruling = this.#ask(call)));
    return ruling;
  }

  /** How many of the named tools have which decision; nothing when there are too many to ask for all. */
  counts(): Record<Permission, number> | undefined {
    const tools = this.groups.reduce((sum, group) => sum + group.tools.length, 0);
    if (tools > MOST_COUNTED) return undefined;
    const counts = { allow: 0, ask: 0, deny: 0 };
    for (const group of this.groups) for (const { call } of group.tools) counts[this.#gate.decide(call).permission]++;
    return counts;
  }

  #ask(call: Call): Ruling {
    let readsArguments = false;
    // The gate reads arguments only when a rule for the tool needs them (QUAL-4).
    const watched = (more: Call): Call => ({
      ...more,
      get args() {
        readsArguments = true;
        return {};
      },
    });
    const decision = this.#gate.decide(watched(call));
    const whenReading = this.#gate.decide(watched({ ...call, read_only: true }));
    const differs = whenReading.permission !== decision.permission;
    return { decision, readsArguments, ...(differs && { whenReading }) };
  }
}

const MOST_COUNTED = 20_000;

export interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  /** Absent when the documents are not valid. */
  readonly policy?: Policy;
}

/** Every problem of the documents and, when none is an error, the policy. Never throws. */
export function check(documents: Documents): Checked {
  try {
    const { ok, diagnostics } = validate(documents.agent, catalogsOf(documents));
    return ok ? { diagnostics, policy: Policy.compile(documents) } : { diagnostics };
  } catch (error) {
    return { diagnostics: [{ code: codeOf(error), severity: "error", pointer: "", message: messageOf(error) }] };
  }
}

/** Loads the module; needed once, before anything else. */
export function start(): Promise<void> {
  return init();
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): string {
  return error instanceof CallgateError ? error.code : "internal";
}

function catalogsOf({ catalogs }: Documents): string | undefined {
  return catalogs.trim() === "" ? undefined : catalogs;
}
