/**
 * callgate: one policy engine for the tool calls of AI agents.
 *
 * The same API comes from `callgate` (Node) and from `callgate-wasm` (browsers, bundlers, Node).
 */

/** An agent document, a server or a catalog: a plain object, or JSON text as a string or UTF-8 bytes. */
export type Document = object | string | Uint8Array;

export type Permission = "allow" | "ask" | "deny";
export type Kind = "mcp" | "gateway" | "client" | "builtin";
export type Harness = "claude" | "codex" | "pi";

/** One problem of a document. */
export interface Diagnostic {
  /** Stable and dotted, such as `name.reserved`. */
  readonly code: string;
  /** Errors make the document invalid, warnings do not. */
  readonly severity: "error" | "warning";
  /** JSON Pointer into the document. */
  readonly pointer: string;
  readonly message: string;
  /** What to write instead. */
  readonly help?: string;
  /** 1-based; only when the document was given as text. */
  readonly line?: number;
  /** 1-based, in UTF-16 units; only when the document was given as text. */
  readonly column?: number;
}

/** All problems of a document, in document order. */
export interface Report {
  /** Whether there is no error. */
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** One tool of a `tools/list` result. */
export interface CatalogTool {
  readonly name: string;
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean };
}

/** What a server advertises: a `tools/list` result, or its list of tools. */
export type Catalog<Tool = CatalogTool> = { readonly tools: readonly Tool[] } | readonly Tool[];

/** Server name to catalog, or that as JSON text. */
export type Catalogs = { readonly [server: string]: Catalog } | string | Uint8Array;

/**
 * One tool call: `server` and `tool` for a tool of an MCP server, `tool` alone for any other, or
 * `name` when only the rendered name (`mcp__<server>__<tool>`) is known.
 */
export interface Call {
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  readonly name?: string | undefined;
  /** Inferred when absent; one that contradicts the document is denied. */
  readonly kind?: Kind | undefined;
  /** Read only when a rule for the tool needs them. */
  readonly args?: unknown;
  /** The caller's own knowledge that the call only reads. */
  readonly read_only?: boolean | undefined;
}

/** The step of the ladder that decided. */
export type Step =
  | "kill_switch"
  | "filter"
  | "tool_permission"
  | "new_tool_permission"
  | "new_tool_floor"
  | "server_permission"
  | "spec_permission"
  | "rule"
  | "read_only"
  | "default"
  | "unknown_server"
  | "unknown_tool"
  | "ambiguous_name"
  | "floor"
  | "closed"
  | "unattended";

/** Why a decision was made. */
export interface Reason {
  readonly step: Step;
  /** JSON Pointer to what decided: in the agent document or, for the step `floor`, the organisation's. */
  readonly pointer?: string;
  /** The pattern of the rule that decided. */
  readonly rule?: string;
  readonly server?: string;
  readonly tool?: string;
}

/** What the gate says of one call. Frozen, and possibly shared between callers. */
export interface Decision {
  readonly permission: Permission;
  readonly reason: Reason;
  /** One sentence. */
  readonly explanation: string;
}

/** One step of the ladder and what it said. */
export interface ExplainedStep {
  /** The requirement that describes the step. */
  readonly id: string;
  readonly title: string;
  /** Absent when the step passed the call on. */
  readonly permission?: Permission;
  readonly why: string;
}

/** A decision with the steps that led to it. */
export interface Explanation {
  readonly decision: Decision;
  /** One for each tool that the call may mean: nearly always one. */
  readonly candidates: readonly { readonly server?: string; readonly tool?: string; readonly steps: readonly ExplainedStep[] }[];
}

/** How a gate is compiled. A name that is none of these is refused. */
export interface GateOptions {
  /** The organisation's document: decisions are never looser than its own. */
  readonly floor?: Document | undefined;
  /** The operator's kill switch: everything is denied. */
  readonly denyAll?: boolean | undefined;
  /** Servers whose own read-only hints, in `catalogs`, are believed. */
  readonly trustedHints?: readonly string[] | undefined;
  /** What the servers advertise. */
  readonly catalogs?: Catalogs | undefined;
}

/** A compiled agent document. Immutable: it keeps nothing of the objects it was made from. */
export declare class Gate {
  /** Throws {@link InvalidDocument} when the document, the floor or a catalog is not valid. */
  constructor(agent: Document, options?: GateOptions);
  /** A gate that denies everything, for a runner that must go on without a valid document. */
  static closed(): Gate;
  /** Decides one call. What is no call is denied, never an exception. */
  decide(call: Call | string | Uint8Array): Decision;
  /** Decides many calls with one crossing; the decisions are in the order of the calls. */
  decideMany(calls: readonly Call[] | string | Uint8Array): Decision[];
  /** The decision, and every step of the ladder with why it did or did not decide. */
  explain(call: Call | string | Uint8Array): Explanation;
  /** The tools to advertise to the model: those the filter admits and that are not always denied. */
  offered<Tool = CatalogTool>(server: string, catalog: Catalog<Tool> | string | Uint8Array): Tool[];
}

/** What every operation throws. */
export declare class CallgateError extends Error {
  constructor(code: string, message: string);
  /** Stable: `invalid_document`, `invalid_argument`, `not_ready`, `internal`, or the code of a refused edit. */
  readonly code: string;
}

/** A document that is not valid. */
export declare class InvalidDocument extends CallgateError {
  constructor(message: string, diagnostics: readonly Diagnostic[]);
  readonly diagnostics: readonly Diagnostic[];
}

/** An edit that was refused. */
export declare class InvalidEdit extends CallgateError {}

/**
 * Loads the wasm module. Needed once in browsers, before any other function; elsewhere everything is
 * ready on import and this does nothing.
 *
 * @param source where the module is, when it does not lie beside the script: an address, its bytes,
 * or the compiled module
 */
export declare function init(source?: WasmSource | PromiseLike<WasmSource>): Promise<void>;

/**
 * The module's address (string or `URL`), its bytes (`ArrayBuffer` or a view of one), a `Response`
 * that brings them, or the compiled `WebAssembly.Module`.
 */
export type WasmSource = string | object;

/** The version of the package. */
export declare function version(): string;

/** Every problem of an agent document. Never throws: an object that is no JSON is one diagnostic. */
export declare function validate(agent: Document, catalogs?: Catalogs): Report;

/** Every problem of one entry of `mcps`; pointers are into that entry. */
export declare function validateServer(server: Document): Report;

/** The JSON Schema (2020-12) of the agent document. */
export declare function jsonSchema(): Record<string, unknown>;

/** The wire form of one entry of `mcps`, as a runner receives it. */
export declare function toWire(server: Document): Record<string, unknown>;

/** The name that a harness gives a server's tool; Claude Code when none is named. */
export declare function toolName(server: string, tool: string, harness?: Harness): string;

/** One decision, as one side of a change. */
export interface Said {
  /** Null where the agent's default decides, which a lone policy does not know. */
  readonly permission: Permission | null;
  /** The agent's default decides. */
  readonly depends?: true;
  /** The decision for calls that only read, where it is another. */
  readonly readOnly?: Permission;
  /** The decision when every ask and deny rule about arguments matches, where it is another. */
  readonly arguments?: Permission;
  readonly reason: Reason;
}

/** One tool whose decision differs. */
export interface Change {
  readonly server?: string;
  /** Null stands for any other tool of the server, or any other call. */
  readonly tool: string | null;
  /** The beginning of the arguments' text that a rule names, when the change is about such calls. */
  readonly prefix?: string;
  readonly before: Said;
  readonly after: Said;
  readonly direction: "looser" | "stricter" | "depends";
}

/** A policy after an edit. The policy that was given stays as it was. */
export interface Edit {
  readonly policy: Record<string, unknown>;
  /** What the edit does to decisions. */
  readonly changes: readonly Change[];
  /** Entries of `tool_permissions` that the edit had to drop. */
  readonly dropped?: readonly string[];
}

/** Sets a server's permission; null is "Follow agent policy". */
export declare function setServerPermission(policy: Document, permission: Permission | null): Edit;

/** Sets one tool's own permission, or removes it with null. Throws {@link InvalidEdit} for a hidden tool. */
export declare function setToolPermission(policy: Document, tool: string, permission: Permission | null): Edit;

/** Sets what tools without an own permission get, or removes that with null. */
export declare function setNewToolPermission(policy: Document, permission: Permission | null): Edit;

/** Sets which tools the agent may see; own permissions of tools that are then hidden are dropped. */
export declare function setToolFilter(policy: Document, mode: "all" | "include", names: readonly string[]): Edit;

/** Lets the tools run that only read, and asks for all others, now and later. */
export declare function askForWriteAndDelete(policy: Document, catalog: Catalog | string | Uint8Array): Edit;

/** Every tool whose decision differs between two agent documents. */
export declare function diff(before: Document, after: Document, catalogs?: Catalogs): Change[];

/** One operation of JSON Patch. */
export interface PatchOperation {
  readonly op: "add" | "replace";
  readonly path: string;
  readonly value: unknown;
}

/** The smallest edit that gives a call a decision. */
export interface Suggestion {
  readonly edit: readonly PatchOperation[];
  /** The document with the edit. */
  readonly agent: Record<string, unknown>;
  readonly changes: readonly Change[];
}

/** How "always allow" is done: in the document. Throws {@link InvalidEdit} when no edit can do it. */
export declare function suggestRule(
  agent: Document,
  call: Call | string | Uint8Array,
  permission: Permission,
): Suggestion;
