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
  /**
   * Decides a call, and where the policy asks takes a stored answer, which is then used up. Run the
   * verdict's `arguments`, when it has them: they are what was approved.
   */
  judge(call: Call | string | Uint8Array, ledger: Ledger, options?: { attended?: boolean }): Verdict;
  /** Decides a client tool's call; `consume` uses up the browser's output. */
  judgeClient(call: Call | string | Uint8Array, ledger: Ledger, options?: { consume?: boolean }): ClientVerdict;
  /** The tools to advertise to the model: those the filter admits and that are not always denied. */
  offered<Tool = CatalogTool>(server: string, catalog: Catalog<Tool> | string | Uint8Array): Tool[];
}

/** What every operation throws. */
export declare class CallgateError extends Error {
  constructor(code: string, message: string);
  /**
   * Stable: `invalid_document`, `invalid_argument`, `missing_secret`, `not_ready`, `internal`, or the
   * code of a refused edit.
   */
  readonly code: string;
}

/** A document that is not valid. */
export declare class InvalidDocument extends CallgateError {
  constructor(message: string, diagnostics: readonly Diagnostic[]);
  readonly diagnostics: readonly Diagnostic[];
}

/** An edit that was refused; `code` says why: `tool_hidden`, `filter_empty`, `overruled` and the like. */
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

/** What a gateway connection resolves to. */
export interface GatewayRoute {
  readonly url: string;
  readonly headers?:
    | { readonly [name: string]: string }
    | readonly { readonly name: string; readonly value: string }[]
    | null;
}

/** A server as a session reaches it. */
export interface SessionEntry {
  readonly type: "http";
  readonly name: string;
  readonly url: string;
  /** Public headers as they were written, then those that carry secrets. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

/**
 * The session entry of one entry of `mcps`, authored or in its wire form, with its headers resolved.
 * Throws with `missing_secret` and the slugs when secrets are missing; no message holds a value.
 *
 * @param secrets slug to value; null stands for one that is not there
 * @param gateway needed for a server that is not reached directly, and not read for any other
 */
export declare function materialize(
  server: Document,
  secrets: { readonly [slug: string]: string | null } | string | Uint8Array,
  gateway?: GatewayRoute | string | Uint8Array | null,
): SessionEntry;

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

/** What became of a tool: hidden by the filter, not advertised, always denied, or offered. */
export type ToolStatus = "unknown_server" | "unknown_tool" | "hidden" | "not_advertised" | "denied" | "offered";

/** What becomes of a tool on one harness that reaches the server itself, with the settings rendered for it. */
export interface OnHarness {
  /** The name that the harness gives it. */
  readonly name: string;
  /** What the harness alone does; absent where the tool is not there or no settings can be rendered. */
  readonly alone?: Outcome;
  /** `refused`: offered to the model, and refused when it is called. */
  readonly status: ToolStatus | "refused";
  /** One sentence. */
  readonly explanation: string;
}

/** Why a tool is missing, or does not run. */
export interface Why {
  readonly server: string;
  readonly tool: string;
  readonly status: ToolStatus;
  /** Null without a catalog, or with a page of one on which the tool is not. */
  readonly advertised: boolean | null;
  readonly decision: Decision;
  /** The decision for calls that only read, where it is another. */
  readonly readOnly?: Permission;
  /** The decision when every ask and deny rule about arguments matches, where it is another. */
  readonly arguments?: Permission;
  /** The server, or the advertised tool, that was probably meant. */
  readonly nearest?: string;
  /** One sentence. */
  readonly explanation: string;
  readonly harnesses: { readonly [harness in Harness]: OnHarness };
}

/** Why a tool is missing, or does not run; `catalog` is what its server advertises. */
export declare function why(
  agent: Document,
  server: string,
  tool: string,
  catalog?: Catalog | string | Uint8Array,
): Why;

/** What to do now. */
export interface Verdict {
  readonly kind: "allow" | "deny" | "pending";
  readonly decision: Decision;
  /** Under which an answer is found; a pending call without one cannot be approved later. */
  readonly key?: string;
  /** The durable row that the person answered. */
  readonly interactionToken?: string;
  /** The approved arguments, which are to be run; integers beyond ±(2^53-1) are BigInts. */
  readonly arguments?: unknown;
  /** The same as JSON text, exactly as they were recorded. */
  readonly argumentsText?: string;
}

/** What to do now with a client tool's call. */
export interface ClientVerdict {
  readonly kind: "deny" | "pending" | "fulfilled";
  readonly decision: Decision;
  readonly key?: string;
  readonly interactionToken?: string;
  /** What the browser answered; integers beyond ±(2^53-1) are BigInts. */
  readonly output?: unknown;
  /** The same as JSON text, exactly as it was given. */
  readonly outputText?: string;
}

/** How a conversation is read. */
export interface ConversationOptions {
  /** The tokens that were issued, each with the key of its call, or null for any; then no other counts. */
  readonly tokens?: { readonly [token: string]: string | null } | readonly string[] | undefined;
  /** The tools that the browser fulfils. */
  readonly clientTools?: readonly string[] | undefined;
  /** How results begin that only say that a call waits. */
  readonly deferredPrefix?: string | undefined;
  /** The result that says that nobody knows what became of an approved call. */
  readonly unknownResult?: string | undefined;
}

export type LedgerOptions = ConversationOptions;

/** A stored answer. */
export interface StoredAnswer {
  readonly answer: "allow" | "deny";
  readonly token?: string;
  /** Integers beyond ±(2^53-1) are BigInts. */
  readonly arguments: unknown;
}

/**
 * The store of answers, each used once. Arguments are a plain value, or their JSON text as a string;
 * a call that has no key stores nothing and finds nothing.
 */
export declare class Ledger {
  /** The answers of a run request's conversation, or none. */
  constructor(conversation?: Document, options?: LedgerOptions);
  /** The ledger that {@link toJson} saved; two restored copies are two ledgers. */
  static fromJson(text: string): Ledger;
  toJson(): string;
  /** Stores an answer; whether it was stored. */
  record(tool: string, args: unknown, answer: "allow" | "deny", token?: string): boolean;
  /** The oldest answer to exactly this call, used up. */
  take(tool: string, args?: unknown): StoredAnswer | undefined;
  /** Grants one execution; whether it was stored. */
  grant(tool: string, args?: unknown): boolean;
  /** Uses up one grant; whether there was one. */
  consume(tool: string, args?: unknown): boolean;
  /** The oldest output of a client tool for this call; integers beyond ±(2^53-1) are BigInts. */
  peekOutput(tool: string, args?: unknown): unknown;
  /** The same, used up. */
  takeOutput(tool: string, args?: unknown): unknown;
}

/** `<tool>#<64 hex digits>`, or nothing when the call has no key. */
export declare function callKey(tool: string | null | undefined, args?: unknown, schema?: Document): string | undefined;

/** The canonical text (RFC 8785) of a plain value, or of JSON text. */
export declare function canonicalJson(value: unknown): string;

/** An answer that came within a conversation. */
export interface InBandAnswer {
  readonly token: string;
  readonly approved: boolean;
  readonly toolCallId?: string;
}

/** The answers of the current turn that bear a token. */
export declare function inBandAnswers(conversation: Document): InBandAnswer[];

/** The reply to a harness, among those on offer. */
export declare function reply(decision: "allow" | "deny", available: readonly string[]): "once" | "reject" | "cancelled";

/** A whole call as text for a person's consent: nothing cut, nothing hidden. */
export declare function describeCall(call: Call | string | Uint8Array): string;

/** SHA-256 of bytes, or of a text's UTF-8, as 64 hexadecimal digits. */
export declare function sha256Hex(data: string | Uint8Array): string;

/**
 * A tool of the run's own: its public fields. Whatever else it holds is the caller's and never read.
 * `input_schema` is the same field as `inputSchema`.
 */
export interface ToolSpec {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly inputSchema?: object | null | undefined;
  readonly input_schema?: object | null | undefined;
  readonly annotations?: object | null | undefined;
}

/** What a tool shows of itself over MCP. */
export interface AdvertisedTool {
  readonly name: string;
  readonly description?: string;
  /** Always of the type `object`. */
  readonly inputSchema: { readonly type: "object"; readonly [keyword: string]: unknown };
  readonly annotations?: {
    readonly title?: string;
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint?: boolean;
  };
}

/**
 * The public metadata of tool specs, as `tools/list` has it. Throws when two have one name, or a
 * schema is not that of an object.
 */
export declare function advertise(specs: readonly ToolSpec[] | string | Uint8Array): AdvertisedTool[];

/**
 * The dotted paths of required arguments that are absent or null, nested objects and arrays walked.
 * A string as `args` is their JSON text.
 */
export declare function missingArguments(
  spec: Pick<ToolSpec, "inputSchema" | "input_schema"> | string | Uint8Array,
  args?: unknown,
): string[];

/** A new token: 32 random bytes as base64url without padding. */
export declare function mintToken(): string;

/** Digests of the parts of tool definitions, by server and tool. */
export interface Pins {
  readonly version: 1;
  readonly servers: { readonly [server: string]: { readonly [tool: string]: { readonly [part: string]: string } } };
}

/** How a tool stands to its pin. */
export interface PinComparison {
  readonly tool: string;
  /** `not_shown`: it is pinned, and the catalog does not have it. */
  readonly state: "same" | "changed" | "new" | "not_shown";
  /** What differs, when it changed: `title`, `description`, `inputSchema`, `outputSchema`, `annotations`. */
  readonly parts?: readonly string[];
}

/** Pins what the document's servers advertise; a catalog that is one page of several is refused. */
export declare function pinCatalogs(agent: Document, catalogs: Catalogs): Pins;

/** How each tool that a server advertises stands to its pin, and which pinned ones it does not show. */
export declare function comparePins(
  pins: Pins | string | Uint8Array,
  server: string,
  catalog: Catalog | string | Uint8Array,
): PinComparison[];

/** A tool's result, cut to a number of characters (UTF-16 units), 4000 when none is given. */
export declare function capToolResult(text: string, maxChars?: number): string;

/** How a history is rendered. */
export interface TurnOptions extends ConversationOptions {
  /** The window, in characters (UTF-16 units). */
  readonly maxChars?: number | undefined;
}

/** A run request's history as text. */
export interface Turn {
  readonly text: string;
  readonly transcriptChars: number;
  readonly fullChars: number;
  readonly evicted: number;
  readonly overWindow: boolean;
  readonly resume?: "approval" | "client";
}

/** Renders a run request's history. */
export declare function renderTurn(request: Document, options?: TurnOptions): Turn;

/** A record to write. */
export interface ArgumentRecord {
  readonly id: string;
  readonly name: string;
  readonly input?: unknown;
}

/** Says when a call's record is to be written again, while its arguments stream in. */
export declare class ArgumentRecorder {
  constructor();
  /** The record to write for a call that was announced. */
  announce(id: string, name: string, input?: unknown): ArgumentRecord;
  /** The record to write for arguments that came in, or nothing. */
  update(id: string, input?: unknown): ArgumentRecord | undefined;
}

export type Outcome = "run" | "ask" | "denied" | "gone";

/** One file of a harness's settings. */
export interface SettingsFile {
  /** Relative to the session's folder. */
  readonly path: string;
  readonly content: string;
}

/** What the gate decides of a tool and what the harness alone does. */
export interface CoverageRow {
  readonly server?: string;
  /** Absent for any other tool of the server. */
  readonly tool?: string;
  /** The name that the model sees. */
  readonly name?: string;
  readonly gate: Permission;
  readonly gateReadOnly?: Permission;
  readonly harness: Outcome;
  readonly fit: "exact" | "stricter" | "left to the gate" | "looser";
  /** Why this may be looser. */
  readonly exempt?: string;
}

/** The settings of one harness. */
export interface Rendered {
  readonly files: readonly SettingsFile[];
  /** The tools not to offer or register. */
  readonly withheld: readonly string[];
  /** Pi: the other known tools. */
  readonly register?: readonly string[];
  /** Pi with an MCP client of its own: what to merge into each server's entry. */
  readonly toolExposure?: { readonly [server: string]: { readonly [part: string]: unknown } };
  /** Absent when it was not asked for. */
  readonly coverage?: readonly CoverageRow[];
  readonly diagnostics: readonly Diagnostic[];
}

/** How settings are rendered; with a compiled gate, of the gate's own options only `catalogs`. */
export interface RenderOptions extends GateOptions {
  /** Codex: server to `url` and `headers` (names of environment variables). */
  readonly codexTransports?:
    | { readonly [server: string]: { readonly url: string; readonly headers?: { readonly [name: string]: string } } }
    | undefined;
  /** Codex: whether the settings name the platform's model provider; they do unless this is false. */
  readonly managedProvider?: boolean | undefined;
  /** Pi: whether it uses an MCP client of its own. */
  readonly piMcp?: boolean | undefined;
  /** Whether to compare with the gate, tool by tool; without, it takes a fraction of the time. */
  readonly coverage?: boolean | undefined;
}

/** A document's rules as a harness's own settings. */
export declare function renderHarness(agentOrGate: Document | Gate, harness: Harness, options?: RenderOptions): Rendered;

/** What a harness alone does with its files, by rendered name. */
export declare function predict(
  harness: Harness,
  files: readonly SettingsFile[] | string | Uint8Array,
  servers: { readonly [server: string]: readonly string[] | Catalog } | string | Uint8Array,
  version?: string,
): Record<string, Outcome>;
