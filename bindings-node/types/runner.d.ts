/**
 * callgate/runner: delivers a run's tools to a harness over MCP, every call gated by the core.
 */
import type { Gate, GatewayRoute, Ledger, Permission, Pins, Step } from "callgate";

/**
 * One tool of a run, as the platform hands it to the runner. Only the members named here are read:
 * what a call needs beyond them (`callRef`, `code`, `env`, callback data) belongs to `execute`, which
 * gets the whole spec, and is never advertised (RUN-26).
 *
 * Whether a tool may run is said by the agent document alone, which names the tool in `tools`: a
 * `permission` or `readOnly` here is not read.
 */
export interface ToolSpec {
  readonly name: string;
  /** `callback` when absent. */
  readonly kind?: ToolKind | undefined;
  readonly description?: string | undefined;
  /** JSON Schema of the arguments; the empty object schema when there is none. */
  readonly inputSchema?: JsonSchema | undefined;
  /** The same in the platform's own spelling; one of both at most. */
  readonly input_schema?: JsonSchema | undefined;
  readonly annotations?: { readonly [hint: string]: unknown } | undefined;
  /** How long the caller at the other end of a relay waits for this tool, in milliseconds (RUN-80). */
  readonly timeoutMs?: number | undefined;
  readonly [other: string]: unknown;
}

export type ToolKind = "callback" | "code" | "client";

/** An object; `true` and `false` are schemas too, but not of arguments. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** One block of a tool's result, as MCP has it. */
export interface Content {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** One call that runs. */
export interface ExecutedCall {
  /** Made for this call alone. */
  readonly id: string;
  readonly tool: string;
  /**
   * What was judged and, where a person was asked, approved. Integers beyond 2^53-1 are BigInt, so
   * that none is rounded.
   */
  readonly arguments: Arguments;
  /** The same as JSON text, as it was judged or approved. */
  readonly argumentsText: string;
  readonly spec: ToolSpec;
  /** Aborts when the run ends or the caller went away: the result is then not wanted any more. */
  readonly signal: AbortSignal;
}

export type Arguments = { readonly [name: string]: unknown };

/** Runs a call. What it throws becomes a tool error that says its message. */
export type Execute = (call: ExecutedCall) => ExecutionResult | PromiseLike<ExecutionResult>;

/** Text, or the blocks of an MCP result. */
export type ExecutionResult = string | readonly Content[];

/** A call that waits for a person or, of a client tool, for the browser. */
export interface PendingCall {
  /** Made for this call alone. */
  readonly id: string;
  /** The server, when the tool is one of a server of the user's. */
  readonly server?: string | undefined;
  readonly tool: string;
  /** Integers beyond 2^53-1 are BigInt, so that none is rounded. */
  readonly arguments: Arguments;
  /** The same as JSON text, as it came. */
  readonly argumentsText: string;
  readonly spec: ToolSpec;
  /** Under which the answer is found when the call comes again (APPR-1). */
  readonly key: string;
}

/** Told of each call that waits. What it throws goes to the log, and the call waits all the same. */
export type OnPause = (call: PendingCall) => unknown;

/** Takes the lines of the log, each an object that holds plain values only. What it throws is dropped. */
export type Log = (line: LogLine) => void;

export type LogLine = DecisionLine | NoticeLine;

/** One decision (RUN-54). No argument values, unless they were asked for. */
export interface DecisionLine {
  readonly event: "decision";
  /** ISO 8601, in UTC. */
  readonly time: string;
  /** The call's key, where it has one. */
  readonly key?: string;
  readonly server: string;
  readonly tool: string;
  readonly decision: Permission;
  /** The step of the ladder that decided. */
  readonly step: Step;
  /** JSON Pointer to what decided. */
  readonly pointer?: string;
  /** What became of the call. */
  readonly verdict: VerdictWord;
  /** The durable row that the person answered. */
  readonly interactionToken?: string;
  readonly arguments?: unknown;
}

/**
 * `allow`: the policy lets it run; `approved`: a person's stored answer does; `granted`: an approval
 * that the permission handler used; `deny`, `pending`: as the gate says; `fulfilled`: a client tool's
 * output was there; `unkeyed`: it asks, and no answer could ever be found.
 */
export type VerdictWord = "allow" | "approved" | "granted" | "deny" | "pending" | "fulfilled" | "unkeyed";

/** Something else that happened and that whoever runs this should know; never a secret or an argument value. */
export interface NoticeLine {
  readonly event: "notice" | "warning";
  /** ISO 8601, in UTC. */
  readonly time: string;
  readonly server?: string;
  readonly tool?: string;
  readonly message: string;
}

/**
 * Whether an `Authorization` header carries the token: `Bearer <token>`, the scheme in any case.
 * Takes the same time whatever the header holds.
 */
export declare function hasValidAuthorization(header: string | undefined, token: string): boolean;

/** What the tools of a run are served with. A name that is none of these is refused. */
export interface InternalToolMcpServerOptions {
  readonly specs: readonly ToolSpec[];
  /** Decides every call; without one nothing is served. */
  readonly gate: Gate;
  /** The answers of people, and the grants of the permission handler; an empty one when absent. */
  readonly ledger?: Ledger | undefined;
  readonly execute: Execute;
  /** Whether a person can be asked; true when absent. */
  readonly attended?: boolean | undefined;
  readonly onPause?: OnPause | undefined;
  /** The versions of the protocol to serve; all that are known when absent. */
  readonly protocols?: readonly string[] | undefined;
  /** Ends the run: every request in flight is destroyed, and nothing is answered any more. */
  readonly signal?: AbortSignal | undefined;
  readonly log?: Log | undefined;
}

/** A server that runs. */
export interface InternalToolMcpServer {
  /** On the loopback interface, with a port of its own. */
  readonly url: string;
  /** To be sent as `Authorization: Bearer <token>` with every request. */
  readonly authorizationToken: string;
  /** Releases the port, at once, whoever is connected. May be called again. */
  close(): Promise<void>;
}

/**
 * Serves the tools of a run over MCP on the loopback interface. A call that waits for a person or the
 * browser is told to `onPause`, and its connection is closed without a byte of an answer.
 */
export declare function startInternalToolMcpServer(options: InternalToolMcpServerOptions): Promise<InternalToolMcpServer>;

/**
 * One directory of small files: how the runner reaches a relay (RUN-80). That of a remote sandbox is reached
 * through that sandbox's API; `localRelayFiles` is one on this machine. Names are plain names, never paths.
 *
 * Whatever fails rejects; for a file that is not there with the `code` `ENOENT`.
 */
export interface RelayFiles {
  /** The names of all files. */
  list(): Promise<readonly string[]>;
  /** A file's bytes. Rejects for what is no regular file or has more than so many bytes; follows no link. */
  read(name: string, maxBytes: number): Promise<Uint8Array>;
  /** Writes a new file. Rejects when one of that name is there, and leaves nothing when it fails. */
  create(name: string, bytes: Uint8Array): Promise<void>;
  /**
   * Renames a file in one step, over one of the new name. Of two that rename one file at one time
   * exactly one succeeds: at most one execution of a request depends on it (RUN-81).
   */
  rename(from: string, to: string): Promise<void>;
  remove(name: string): Promise<void>;
  /**
   * Calls back when something may have changed, so that nobody has to wait for the next look; returns how
   * to stop. It may miss changes, and may be absent: the relay looks at intervals all the same.
   */
  watch?(changed: () => void): () => void;
  /** Releases what it holds; called once, by the relay that was given it. */
  close?(): void | Promise<void>;
}

export interface LocalRelayFilesOptions {
  /** The mode of answers, 0600 when absent: for a sandbox whose user is not the runner's. */
  readonly mode?: number | undefined;
}

/**
 * A relay's directory on this machine; it is made when it is not there. It stays the directory that was
 * opened, whatever a sandbox puts in its place later. Throws for a link and for what is no directory.
 */
export declare function localRelayFiles(directory: string, options?: LocalRelayFilesOptions): RelayFiles;

/** What the calls of a relay are served with. A name that is none of these is refused. */
export interface RelayOptions {
  /** The relay's directory, of this relay alone. */
  readonly files: RelayFiles;
  readonly specs: readonly ToolSpec[];
  /** Decides every call; without one nothing is served. */
  readonly gate: Gate;
  /** The answers of people, and the grants of the permission handler; an empty one when absent. */
  readonly ledger?: Ledger | undefined;
  readonly execute: Execute;
  /** Whether a person can be asked; true when absent. */
  readonly attended?: boolean | undefined;
  readonly onPause?: OnPause | undefined;
  /** Ends the run: nothing is picked up or answered any more. */
  readonly signal?: AbortSignal | undefined;
  readonly log?: Log | undefined;
  /** Milliseconds between two looks at the directory; `AGENTA_AGENT_TOOLS_RELAY_POLLING`, or 300, when absent. */
  readonly pollingMs?: number | undefined;
  /**
   * Milliseconds after which callers have given a call up, where its spec has no `timeoutMs`;
   * `AGENTA_AGENT_TOOLS_RELAY_TIMEOUT`, or 60,000, when absent.
   */
  readonly timeoutMs?: number | undefined;
}

/** A relay that runs. */
export interface Relay {
  /**
   * JSON text of the tools to advertise, for the file that `AGENTA_AGENT_TOOLS_PUBLIC_SPECS_FILE` names: public
   * metadata, and beside it `kind` of client tools and `timeoutMs`.
   */
  readonly publicSpecs: string;
  /**
   * Picks nothing up any more, tells the calls that run by their signal, and lets no answer appear
   * afterwards; resolves when the directory is released. May be called again.
   */
  close(): Promise<void>;
}

/**
 * Serves the calls that a sandbox puts into a directory, each judged as a call over HTTP is. A call that waits
 * for a person or the browser is told to `onPause`, and answered as one that waits.
 */
export declare function startRelay(options: RelayOptions): Relay;

/** One header, as it is sent. */
export interface Header {
  readonly name: string;
  readonly value: string;
}

/** What stands behind the gate. A name that is none of these is refused. */
export interface GatedProxyOptions {
  /** The server's name in the gate's document. */
  readonly server: string;
  /** Where it is; no user name and no password in it. */
  readonly url: string;
  /** Sent with every request, and never shown to anybody. */
  readonly headers?: readonly Header[] | undefined;
  readonly gate: Gate;
  /** The answers of people, and the grants of the permission handler; an empty one when absent. */
  readonly ledger?: Ledger | undefined;
  /** Whether a person can be asked; true when absent. */
  readonly attended?: boolean | undefined;
  readonly onPause?: OnPause | undefined;
  /** Definitions that a person has looked at: a tool that is shown otherwise is asked about. */
  readonly pins?: Pins | string | undefined;
  /** Hosts that may resolve to addresses that are not public. */
  readonly allowHosts?: readonly string[] | undefined;
  /** Ends the run: every request in flight is destroyed, and nothing is answered any more. */
  readonly signal?: AbortSignal | undefined;
  readonly log?: Log | undefined;
  /** Whether the log has argument values; false when absent. */
  readonly logArguments?: boolean | undefined;
  /** How long the server may take until its answer begins, in milliseconds; ten minutes when absent. */
  readonly timeoutMs?: number | undefined;
}

/** A proxy that runs. */
export interface GatedProxy {
  /** On the loopback interface, with a port of its own. */
  readonly url: string;
  /** To be sent as `Authorization: Bearer <token>` with every request. */
  readonly authorizationToken: string;
  /** Releases the port, at once, whoever is connected. May be called again. */
  close(): Promise<void>;
}

/**
 * Puts the gate in front of an MCP server: a client sees the tools that are offered, and no call
 * reaches the server that was not judged. The server's own address and credentials stay behind it.
 *
 * Rejects with the code `address_refused` for a server whose address is not public, unless its host
 * is allowed. Redirects are never followed.
 */
export declare function startGatedProxy(options: GatedProxyOptions): Promise<GatedProxy>;

/** The parts that are read of an ACP request (`session/request_permission`); a harness may send more. */
export interface PermissionRequest {
  readonly sessionId?: string | undefined;
  readonly toolCall: {
    readonly toolCallId: string;
    readonly title?: string | null | undefined;
    readonly kind?: string | null | undefined;
    readonly rawInput?: unknown;
    readonly _meta?: { readonly [key: string]: unknown } | null | undefined;
  };
  readonly options: readonly { readonly optionId: string; readonly name?: string | undefined; readonly kind: string }[];
}

/** The answer: one of the options, or none. */
export interface PermissionAnswer {
  readonly outcome: { readonly outcome: "selected"; readonly optionId: string } | { readonly outcome: "cancelled" };
}

export interface PermissionHandlerOptions {
  readonly gate: Gate;
  readonly ledger: Ledger;
  readonly log?: Log | undefined;
  /** Whether a person can be asked; true when absent. */
  readonly attended?: boolean | undefined;
  /** The tool's name as the caller recorded it when the harness announced the call; it counts before any title. */
  readonly nameOf?: ((toolCallId: string, sessionId: string | undefined) => string | undefined) | undefined;
  /** Told of each call that waits for a person; its answer to the harness is a rejection. */
  readonly onPause?: OnPause | undefined;
  /** Whether the log has argument values; false when absent. */
  readonly logArguments?: boolean | undefined;
}

/**
 * Answers a harness's permission requests with what the gate says, each for one call and never for
 * later ones. A request that does not say beyond doubt which tool is meant, or with which arguments, is
 * rejected. A stored approval is used, and grants one execution of the call that comes next.
 */
export declare function createPermissionHandler(options: PermissionHandlerOptions): (request: PermissionRequest) => PermissionAnswer;

/** The server name of the run's own tools; harness rules are keyed against it. */
export declare const INTERNAL_TOOL_MCP_SERVER_NAME: "agenta-tools";
/** How much of a tool's result a transcript keeps, in characters (UTF-16 units). */
export declare const TOOL_RESULT_RENDER_MAX_CHARS: 4000;
/** The window of a transcript when the environment sets none, in characters (UTF-16 units). */
export declare const DEFAULT_HISTORY_MAX_CHARS: 100000;

/**
 * Throws `InvalidDocument` when a user's server has a name that is reserved for the run's own tools,
 * in any spelling that a harness would write the same, or has none.
 *
 * @param servers one name, or servers (or their names), or none
 */
export declare function assertNoReservedUserMcpName(servers: string | readonly (string | { readonly name: string })[] | undefined): void;

/** An entry of `mcps` in an agent document, authored or in its wire form. */
export interface UserServer {
  readonly name: string;
  readonly [member: string]: unknown;
}

/** What a session's tools and servers are made of. A name that is none of these is refused. */
export interface SessionOptions {
  /** `claude`, `codex`, `pi`, …; `pi` takes no tools over MCP, nor does one that says so. */
  readonly harness: string | { readonly kind: string; readonly mcp?: boolean | undefined };
  /** Where the harness runs: on this machine, or in a remote sandbox. */
  readonly sandbox: "local" | "daytona";
  /** The run's own tools; none when absent. */
  readonly specs?: readonly ToolSpec[] | undefined;
  readonly gate: Gate;
  /** The answers of people, and the grants of the permission handler; an empty one when absent. */
  readonly ledger?: Ledger | undefined;
  readonly userServers?: readonly UserServer[] | undefined;
  /** Secret slug to value; null stands for one that is not there. */
  readonly secrets?: { readonly [slug: string]: string | null } | undefined;
  /** Where a server's gateway connection leads. */
  readonly gateway?: ((server: UserServer) => GatewayRoute | PromiseLike<GatewayRoute>) | undefined;
  /** Whether the harness reaches the user's servers itself, past the gate; false when absent. */
  readonly direct?: boolean | undefined;
  readonly pins?: Pins | string | undefined;
  /** Hosts that may resolve to addresses that are not public. */
  readonly allowHosts?: readonly string[] | undefined;
  /** The relay's directory as the sandbox sees it: an absolute path. Needed for tools in a remote sandbox. */
  readonly relayDir?: string | undefined;
  /** The same directory as the runner reaches it. */
  readonly files?: RelayFiles | undefined;
  /** Needed when there are specs. */
  readonly execute?: Execute | undefined;
  /** Whether a person can be asked; true when absent. */
  readonly attended?: boolean | undefined;
  readonly onPause?: OnPause | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly log?: Log | undefined;
}

/** One server of a session, as the Agent Client Protocol has it. */
export type SessionServer =
  | { readonly type: "http"; readonly name: string; readonly url: string; readonly headers: readonly Header[] }
  | { readonly name: string; readonly command: string; readonly args: readonly string[]; readonly env: readonly Header[] };

export interface SessionMcpServers {
  readonly servers: readonly SessionServer[];
  /** Releases every port and the relay, at once, whoever is connected. May be called again. */
  close(): Promise<void>;
}

/**
 * Delivers a run's tools and the user's servers to a harness: what is delivered, and how, depends on
 * where it runs. On this machine every server is behind the gate; in a remote sandbox, or with
 * `direct`, the harness reaches the user's servers itself, and resolves their names again.
 *
 * Rejects, with nothing left running, for a missing secret (naming server and slug), a server's
 * reserved name, and an address that is not public.
 */
export declare function buildSessionMcpServers(options: SessionOptions): Promise<SessionMcpServers>;
