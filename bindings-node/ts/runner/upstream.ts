/** The server behind a proxy: requests to it, and words for what goes wrong (RUN-50, RUN-55). */
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { CallgateError } from "callgate";
import { type AddressRules, checkedAddresses, checkedAgent } from "./address.js";
import { Scrubber } from "./scrub.js";

/** One header as it is sent. */
export type Header = readonly [name: string, value: string];

export interface UpstreamOptions {
  /** The server's name in the agent document, for messages. */
  readonly server: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly rules: AddressRules;
  /** How long the server may take until its answer begins, in milliseconds. */
  readonly timeoutMs: number;
}

export interface Outgoing {
  readonly method: "POST" | "GET" | "DELETE";
  /** Those of the harness; what is not the server's business is left behind. */
  readonly headers: IncomingHttpHeaders;
  readonly body?: Buffer | undefined;
  readonly signal: AbortSignal;
  /** Whether it may be sent once more when nobody knows whether it arrived: a call of a tool may not. */
  readonly repeatable: boolean;
}

/** Why there is no answer. The message is complete, and holds no credential. */
export class UpstreamError extends Error {}

/** How long a connection may take. */
const CONNECT_MS = 10_000;

/** What a harness says to the server; everything else is between the harness and the proxy. */
const FORWARDED = /^(last-event-id|mcp-[a-z0-9-]+|user-agent|traceparent|tracestate)$/;

/** What the proxy and its transport say for themselves. */
const OWN =
  /^(connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|expect|host|content-length|accept-encoding|accept|content-type|mcp-session-id|mcp-protocol-version|mcp-method|mcp-name)$/i;

export class Upstream {
  readonly scrubber: Scrubber;
  /** Names of headers that are not sent, since the proxy sets them itself. */
  readonly ignored: readonly string[];
  readonly #headers: readonly Header[];
  readonly #options: UpstreamOptions;
  readonly #url: URL;
  readonly #agent: Agent;

  private constructor(options: UpstreamOptions, url: URL) {
    this.#options = options;
    this.#url = url;
    this.#agent = checkedAgent(url, options.rules);
    this.#headers = options.headers.filter(([name]) => !OWN.test(name));
    this.ignored = options.headers.flatMap(([name]) => (OWN.test(name) ? [name] : []));
    this.scrubber = new Scrubber([...options.headers.map(([, value]) => value), ...secretsOf(url)]);
  }

  /**
   * Throws `invalid_argument` for a URL or header that cannot be used and `address_refused` for a host
   * that is not public. A name that does not resolve now may do so later.
   */
  static async open(options: UpstreamOptions): Promise<Upstream> {
    const url = readUrl(options);
    for (const [name, value] of options.headers) checkHeader(options.server, name, value);
    await checkedAddresses(url, options.rules).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== "address_unresolved") throw error;
    });
    return new Upstream(options, url);
  }

  /** The beginning of the server's answer. Throws {@link UpstreamError}; redirects are answers like others. */
  send(outgoing: Outgoing): Promise<IncomingMessage> {
    const { timeoutMs } = this.#options;
    const send = this.#url.protocol === "https:" ? httpsRequest : httpRequest;
    return new Promise((done, fail) => {
      const request = send(this.#url, { method: outgoing.method, agent: this.#agent, headers: this.#sent(outgoing), signal: outgoing.signal });
      const stop = (what: string) => request.destroy(new UpstreamError(this.#say(what)));
      const connecting = setTimeout(() => stop("it did not accept the connection in time"), CONNECT_MS);
      const waiting = setTimeout(() => stop(`it did not answer within ${timeoutMs / 1000} s`), timeoutMs);
      request.on("socket", (socket) => {
        if (socket.connecting) socket.once("connect", () => clearTimeout(connecting));
        else clearTimeout(connecting);
      });
      const settled = () => {
        clearTimeout(connecting);
        clearTimeout(waiting);
      };
      request.on("error", (error) => {
        settled();
        // The server may have closed a connection that was kept just as it was used again.
        const stale = request.reusedSocket && (error as NodeJS.ErrnoException).code === "ECONNRESET";
        if (stale && outgoing.repeatable) return void this.send({ ...outgoing, repeatable: false }).then(done, fail);
        fail(error instanceof UpstreamError ? error : new UpstreamError(this.#say(causeOf(error))));
      });
      request.on("response", (answer) => {
        settled();
        done(answer);
      });
      request.end(outgoing.body);
    });
  }

  /** A complete message about the server. */
  problem(what: string): UpstreamError {
    return new UpstreamError(this.#say(what));
  }

  close(): void {
    this.#agent.destroy();
  }

  #say(what: string): string {
    return `the server \`${this.#options.server}\` cannot be used: ${what}`;
  }

  #sent({ method, headers, body }: Outgoing): Record<string, string | number> {
    const sent: Record<string, string | number> = Object.create(null);
    for (const [name, value] of Object.entries(headers)) {
      if (FORWARDED.test(name) && typeof value === "string") sent[name] = value;
    }
    for (const [name, value] of this.#headers) sent[name.toLowerCase()] = value;
    sent.accept = headers.accept ?? (method === "GET" ? "text/event-stream" : "application/json, text/event-stream");
    sent["accept-encoding"] = "identity";
    // INVARIANT: the server reads what was read here: a client's own word for what a body is, or for
    // how its characters are written, could make another call of it.
    if (body) Object.assign(sent, { "content-type": "application/json", "content-length": body.length });
    return sent;
  }
}

function readUrl({ server, url }: UpstreamOptions): URL {
  const read = URL.canParse(url) ? new URL(url) : undefined;
  const fine = read && (read.protocol === "https:" || read.protocol === "http:") && read.username === "" && read.password === "";
  if (fine) return read;
  throw new CallgateError("invalid_argument", `the server \`${server}\` has no http or https URL without user name and password`);
}

/** From how many characters on a part of a path is taken for a credential: there are servers that have theirs there. */
const SECRET_PART_CHARS = 16;

/** What in a URL may be a credential, as it reads and as it is written. */
function secretsOf(url: URL): string[] {
  const parts = url.pathname.split("/").filter((part) => part.length >= SECRET_PART_CHARS);
  const values = url.search.slice(1).split("&").map((pair) => pair.slice(pair.indexOf("=") + 1));
  return [...url.searchParams.values(), ...values, ...parts, ...parts.map(read)];
}

/** A part of a path without its percent signs; as it is when they cannot be read. */
function read(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function checkHeader(server: string, name: string, value: string): void {
  const wrong = (what: string) => new CallgateError("invalid_argument", `the server \`${server}\` cannot have the header \`${name}\`: ${what}`);
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) throw wrong("this is no header name");
  if (typeof value !== "string" || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) throw wrong("its value has characters that no header can have");
}

/** What a failed connection means; never the text of an error, which may hold anything. */
function causeOf(error: Error & { code?: unknown }): string {
  const code = typeof error.code === "string" ? error.code : "";
  if (code.startsWith("address_")) return error.message;
  const known: { [code: string]: string } = {
    ECONNREFUSED: "it refused the connection",
    ECONNRESET: "it closed the connection without an answer",
    EPIPE: "it closed the connection without an answer",
    ETIMEDOUT: "the connection timed out",
    EHOSTUNREACH: "no way leads to its address",
    ENETUNREACH: "no way leads to its address",
    ABORT_ERR: "the request was withdrawn",
  };
  if (Object.hasOwn(known, code)) return known[code]!;
  if (code.startsWith("HPE_")) return `what it answered is not HTTP (${code})`;
  if (/CERT|TLS|SSL|UNABLE_TO|SELF_SIGNED|ALTNAME/.test(code)) return `its certificate or TLS connection is not valid (${code})`;
  return `the connection failed${code ? ` (${code})` : ""}`;
}
