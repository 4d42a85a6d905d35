/**
 * MCP as a server of tools speaks it, in both generations of the protocol (RUN-23, RUN-26). No import
 * of Node and none of the core: the stdio shim is built from this file too.
 */
import { members } from "../../../bindings-wasm/ts/text.js";
import {
  errorMessage,
  type Id,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  type Message,
  METHOD_NOT_FOUND,
  type Request,
  resultMessage,
  stringOf,
} from "./jsonrpc.js";
import type { Outcome } from "./outcome.js";

/** The versions that begin with `initialize`, oldest first. */
export const SESSION_VERSIONS: readonly string[] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
/** What a request of the session generation speaks that does not say so. */
const ASSUMED_VERSION = "2025-03-26";
/** The one session version with batches. */
const BATCH_VERSION = "2025-03-26";
/** The version in which every request says by itself all that is to be known. */
export const STATELESS_VERSION = "2026-07-28";

const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
const SERVER_KEY = "io.modelcontextprotocol/serverInfo";

/** What a server tells of itself. */
export interface Facts {
  readonly name: string;
  readonly version: string;
  /** JSON text of the list of tools. */
  readonly tools: string;
  /** The versions that are served; all that are known, when absent. */
  readonly versions?: readonly string[] | undefined;
}

/** The headers that repeat what a message says; there are none on a transport without headers. */
export interface Headers {
  readonly version?: string | undefined;
  readonly method?: string | undefined;
  readonly name?: string | undefined;
}

/** What becomes of a message. `status` is that of HTTP. */
export type Reply =
  | { readonly kind: "answer"; readonly status: number; readonly text: string }
  | { readonly kind: "accepted" }
  | { readonly kind: "call"; readonly call: ToolCall };

/** A `tools/call` that has an id, so that somebody waits for its result. */
export interface ToolCall {
  readonly id: Id;
  readonly name: string;
  /** JSON text of an object, as it was written. */
  readonly argumentsText: string;
  readonly stateless: boolean;
}

/** The answers of one server; those that are always the same are made once. */
export class Protocol {
  /** The session versions that are served, oldest first. */
  readonly #versions: readonly string[];
  readonly #servesStateless: boolean;
  readonly #list: { readonly session: string; readonly stateless: string };
  readonly #server: string;

  constructor(facts: Facts) {
    const { versions = [...SESSION_VERSIONS, STATELESS_VERSION] } = facts;
    this.#versions = SESSION_VERSIONS.filter((version) => versions.includes(version));
    this.#servesStateless = versions.includes(STATELESS_VERSION);
    this.#server = JSON.stringify({ name: facts.name, version: facts.version });
    this.#list = {
      session: `{"tools":${facts.tools}}`,
      stateless: this.#complete(`"tools":${facts.tools},"ttlMs":0,"cacheScope":"private"`),
    };
  }

  /** What becomes of a message; `headers` is absent where the transport has none. */
  reply(message: Message, headers?: Headers): Reply {
    switch (message.kind) {
      case "invalid":
        return refuse(message.id, message.code, message.message);
      case "response":
        return { kind: "accepted" };
      default: {
        const claim = message.params.get("_meta")?.startsWith("{") ? claimOf(message.params.get("_meta")) : undefined;
        const stateless = headers?.version === STATELESS_VERSION || claim?.has(VERSION_KEY) || message.method === "server/discover";
        return stateless ? this.#stateless(message, claim, headers) : this.#session(message, headers);
      }
    }
  }

  /** Why a batch is refused whole, if it is: only one version has batches (RUN-24). */
  batchFault(messages: readonly Message[], headers: Headers | undefined): string | undefined {
    if (messages.length === 0) return "the batch is empty";
    if ((headers?.version ?? ASSUMED_VERSION) !== BATCH_VERSION || !this.#versions.includes(BATCH_VERSION)) return "this version of the protocol has no batches";
    for (const message of messages) {
      if (message.kind !== "request" && message.kind !== "notification") continue;
      if (message.method === "initialize") return "`initialize` cannot be part of a batch";
      const meta = message.params.get("_meta");
      if (message.method === "server/discover" || (meta?.startsWith("{") && claimOf(meta).has(VERSION_KEY))) {
        return `version ${STATELESS_VERSION} of the protocol has no batches`;
      }
    }
    return undefined;
  }

  /** The answer to a call; none when there is to be none. */
  finish(call: ToolCall, outcome: Outcome): string | undefined {
    switch (outcome.kind) {
      case "paused":
      case "aborted":
        return undefined;
      case "protocol error":
        return errorMessage(call.id, outcome.code, outcome.message);
      default: {
        const body = outcome.kind === "result" ? `"content":${outcome.content}` : `"content":${textContent(outcome.message)},"isError":true`;
        return resultMessage(call.id, call.stateless ? this.#complete(body) : `{${body}}`);
      }
    }
  }

  #complete(body: string): string {
    return `{"resultType":"complete",${body},"_meta":{"${SERVER_KEY}":${this.#server}}}`;
  }

  #session(message: Message & { method: string }, headers: Headers | undefined): Reply {
    const { method } = message;
    const version = headers?.version;
    const served = method === "initialize" ? this.#versions.length > 0 : this.#versions.includes(version ?? ASSUMED_VERSION);
    // A client that does not say its version has agreed on one, which may be any.
    if (!served && (version !== undefined || this.#versions.length === 0)) return this.#unsupported(idOf(message), version);
    if (message.kind !== "request") return { kind: "accepted" };
    switch (method) {
      case "initialize":
        return answer(message.id, this.#initialized(message));
      case "ping":
        return answer(message.id, "{}");
      case "tools/list":
        return this.#listed(message, this.#list.session);
      case "tools/call":
        return callOf(message, false);
      default:
        return inBand(message.id, METHOD_NOT_FOUND, "there is no such method");
    }
  }

  #initialized({ params }: Request): string {
    const asked = stringOf(params.get("protocolVersion"));
    const version = asked !== undefined && this.#versions.includes(asked) ? asked : this.#versions.at(-1);
    return `{"protocolVersion":"${version}","capabilities":{"tools":{}},"serverInfo":${this.#server}}`;
  }

  #listed({ id, params }: Request, list: string): Reply {
    // There is one page, so no cursor was ever handed out.
    const cursor = params.get("cursor");
    return cursor === undefined || cursor === "null" ? answer(id, list) : inBand(id, INVALID_PARAMS, "the cursor is not one of this server's");
  }

  #stateless(message: Message & { method: string }, claim: Claim | undefined, headers: Headers | undefined): Reply {
    const { method } = message;
    const id = idOf(message);
    if (!this.#servesStateless) {
      return refuse(id, INVALID_REQUEST, `version ${STATELESS_VERSION} of the protocol is not served here: begin with \`initialize\``);
    }
    if (message.kind !== "request") return this.#statelessNotification(message, claim, headers);
    const version = stringOf(claim?.get(VERSION_KEY));
    if (method === "initialize" && version === undefined) {
      return refuse(id, HEADER_MISMATCH, "`initialize` belongs to the versions before the one that the header `MCP-Protocol-Version` names");
    }
    if (!claim) return refuse(id, INVALID_PARAMS, "`_meta` is missing in `params`");
    if (version === undefined) return refuse(id, INVALID_PARAMS, `\`_meta\` has no string \`${VERSION_KEY}\``);
    if (headers?.version !== undefined && headers.version !== version) {
      return refuse(id, HEADER_MISMATCH, "the header `MCP-Protocol-Version` names another version than `_meta`");
    }
    if (version !== STATELESS_VERSION) return this.#unsupported(id, version);
    if (!claim.get(CAPABILITIES_KEY)?.startsWith("{")) return refuse(id, INVALID_PARAMS, `\`_meta\` has no object \`${CAPABILITIES_KEY}\``);
    const mismatch = headers && headerMismatch(message, headers);
    if (mismatch) return refuse(id, HEADER_MISMATCH, mismatch);
    switch (method) {
      case "server/discover":
        return answer(id, this.#complete(`"supportedVersions":["${STATELESS_VERSION}"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"`));
      case "tools/list":
        return this.#listed(message, this.#list.stateless);
      case "tools/call":
        return callOf(message, true);
      default:
        return { kind: "answer", status: 404, text: errorMessage(id, METHOD_NOT_FOUND, "there is no such method") };
    }
  }

  #statelessNotification({ method }: { method: string }, claim: Claim | undefined, headers: Headers | undefined): Reply {
    if (claim?.has(VERSION_KEY)) {
      const version = stringOf(claim.get(VERSION_KEY));
      if (version === undefined) return refuse("null", INVALID_PARAMS, `\`_meta\` has no string \`${VERSION_KEY}\``);
      if (headers?.version !== undefined && headers.version !== version) {
        return refuse("null", HEADER_MISMATCH, "the header `MCP-Protocol-Version` names another version than `_meta`");
      }
      if (version !== STATELESS_VERSION) return this.#unsupported("null", version);
    }
    if (headers?.method !== undefined && headers.method !== method) {
      return refuse("null", HEADER_MISMATCH, "the header `Mcp-Method` names another method than the message");
    }
    return { kind: "accepted" };
  }

  #unsupported(id: Id, requested: string | undefined): Reply {
    if (!this.#servesStateless) return refuse(id, INVALID_REQUEST, "this version of the protocol is not served");
    const data = { supported: [STATELESS_VERSION], requested };
    return { kind: "answer", status: 400, text: errorMessage(id, UNSUPPORTED_VERSION, "this version of the protocol is not served", data) };
  }
}

/** The members of `_meta`: the text of each value. */
type Claim = ReadonlyMap<string, string>;

function claimOf(meta: string | undefined): Claim {
  return new Map(meta === undefined ? [] : members(meta));
}

function idOf(message: Message): Id {
  return message.kind === "request" ? message.id : "null";
}

export function callOf({ id, params }: Request, stateless: boolean): Reply {
  const name = stringOf(params.get("name"));
  if (name === undefined) return inBand(id, INVALID_PARAMS, "`name` is not a string");
  const given = params.get("arguments");
  const argumentsText = given === undefined || given === "null" ? "{}" : given;
  if (!argumentsText.startsWith("{")) return inBand(id, INVALID_PARAMS, "`arguments` is not an object");
  return { kind: "call", call: { id, name, argumentsText, stateless } };
}

/** What the headers that repeat a request say otherwise than it does. */
function headerMismatch({ method, params }: Request, headers: Headers): string | undefined {
  if (headers.version === undefined) return "the header `MCP-Protocol-Version` is missing";
  if (headers.method === undefined) return "the header `Mcp-Method` is missing";
  if (headers.method !== method) return "the header `Mcp-Method` names another method than the message";
  const name = method === "tools/call" ? stringOf(params.get("name")) : undefined;
  if (name === undefined) return undefined;
  if (headers.name === undefined) return "the header `Mcp-Name` is missing";
  return decoded(headers.name) === name ? undefined : "the header `Mcp-Name` names another tool than the message";
}

/** A header's value that may be `=?base64?…?=`; nothing when what it holds is not canonical Base64 of UTF-8. */
export function decoded(value: string): string | undefined {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(value) ?? [];
  if (base64 === undefined) return value;
  try {
    const bytes = atob(base64);
    if (btoa(bytes) !== base64) return undefined;
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes, (unit) => unit.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** JSON text of the blocks of a result that is one text. */
export function textContent(text: string): string {
  return `[{"type":"text","text":${JSON.stringify(text)}}]`;
}

/** An answer when something of ours failed; it says nothing of what. */
export function internalError(id: Id): string {
  return errorMessage(id, INTERNAL_ERROR, "internal error");
}

function answer(id: Id, result: string): Reply {
  return { kind: "answer", status: 200, text: resultMessage(id, result) };
}

/** An error of what a well-formed request asks for. */
function inBand(id: Id, code: number, message: string): Reply {
  return { kind: "answer", status: 200, text: errorMessage(id, code, message) };
}

/** An error of the request itself. */
function refuse(id: Id, code: number, message: string): Reply {
  return { kind: "answer", status: 400, text: errorMessage(id, code, message) };
}
