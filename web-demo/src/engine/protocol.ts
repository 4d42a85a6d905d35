/** What the drawer asks its engine, and what it gets: plain values, which cross from thread to thread. */
import type { Change, CoverageRow, Decision, Diagnostic, Explanation, Harness, Permission, SettingsFile, ToolStatus } from "callgate-wasm";
import type { Operation } from "./editing.js";
import type { Claim } from "./names.js";
import type { Range } from "./places.js";

export type { Operation } from "./editing.js";
export type { Claim } from "./names.js";
export type { Range } from "./places.js";

/** A server and its tools' names, or the runner's own tools. */
export interface Outline {
  readonly server?: string;
  readonly pointer: string;
  readonly connection?: string;
  readonly permission: Permission | null;
  readonly newTool: Permission | null;
  readonly filter: "all" | "include";
  readonly tools: readonly string[];
  /** What is known of its tool list. */
  readonly listed: "unknown" | "listed" | "refused" | "unreadable";
  /** Why there is no list: what the server said, or what is wrong with its answer. */
  readonly fault?: string;
  /** The list says that it goes on. */
  readonly more: boolean;
}

/** A diagnostic, and where in the text it stands. */
export interface Problem extends Diagnostic {
  readonly range?: Range;
}

/** The policy in force. */
export interface InForce {
  /** Grows with every document that is taken into force. */
  readonly revision: number;
  readonly inForce: readonly Outline[];
  /** Whether there has been a good document. */
  readonly closed: boolean;
  /** What the agent's default is, as it is written. */
  readonly fallback: string | null;
}

/** A document looked at, and what is in force: that of this document when it is `ok`, else that of the last good one. */
export interface Looked extends InForce {
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  readonly errors: number;
  readonly warnings: number;
}

/** A tool, by the place of its server and its own name; no name for any other tool of the server. */
export interface Ref {
  readonly group: number;
  readonly tool?: string;
}

/** All that a row shows. */
export interface Facts {
  readonly decision: Decision;
  /** The decision of a call that its caller knows to only read, when that is another one (PERM-9). */
  readonly whenReading?: Permission;
  /** Whether a rule looks at the arguments of such calls; the decision is for a call without any. */
  readonly readsArguments: boolean;
  /** Its own rule as it is written; for any other tool, the default for tools that are not named. */
  readonly own: Permission | null;
  /** Whether the names of an include filter have it. */
  readonly chosen: boolean;
  readonly title?: string;
  readonly description?: string;
  readonly claims: readonly Claim[];
  readonly advertised?: boolean;
}

export interface Edited {
  readonly text: string;
  readonly inForce: InForce;
  readonly facts: readonly (Facts | undefined)[];
  /** Own rules that the edit had to drop. */
  readonly dropped: readonly string[];
}

/** What differs from the saved document. */
export interface Changes {
  readonly changes: readonly Change[];
  readonly total: number;
  readonly looser: number;
  readonly stricter: number;
  /** The saved document was never valid, so that there is nothing to compare with. */
  readonly nothingBefore: boolean;
}

export interface Attempt {
  readonly server: string;
  readonly tool: string;
  /** JSON text; blank for a call without arguments. */
  readonly args: string;
  readonly reads: boolean;
}

export interface Tried {
  /** Why there is no such call. */
  readonly refused?: string;
  readonly explanation?: Explanation;
  readonly key?: string;
  /** The whole call as text for a person's consent. */
  readonly described?: string;
}

/** How a call would get another decision. */
export interface Suggested {
  readonly refused?: string;
  readonly changes?: readonly Change[];
  /** The document with the edit. */
  readonly text?: string;
}

export interface Preview {
  readonly harness: Harness;
  /** Why nothing can be rendered. */
  readonly refused?: readonly Diagnostic[];
  readonly files: readonly SettingsFile[];
  readonly withheld: readonly string[];
  readonly register?: readonly string[];
  readonly rows: readonly CoverageRow[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface WhyTold {
  readonly nearest?: string;
  readonly harnesses: readonly { readonly harness: Harness; readonly name: string; readonly status: ToolStatus | "refused"; readonly explanation: string }[];
}

export type Counts = Readonly<Record<Permission, number>>;

/** The engine's operations. */
export interface Engine {
  /** The `tools/list` answers, as the text of an object; what is wrong with them as a whole. */
  setCatalogs(text: string): string | undefined;
  setSaved(text: string): void;
  look(text: string): Looked;
  facts(refs: readonly Ref[]): (Facts | undefined)[];
  /** Throws with the core's own sentence where it refuses. */
  edit(group: number, operation: Operation, refs: readonly Ref[]): Edited;
  counts(): Counts;
  changes(): Changes;
  attempt(attempt: Attempt): Tried;
  suggest(attempt: Attempt, permission: Permission): Suggested;
  preview(harness: Harness): Preview;
  why(ref: Ref): WhyTold;
  locate(pointer: string): Range | undefined;
}

/** The same from another thread. */
export type Remote = {
  [Name in keyof Engine]: (...args: Parameters<Engine[Name]>) => Promise<ReturnType<Engine[Name]>>;
};
