/** What the tests of the loopback server share: a server with tools of every kind, and requests byte by byte. */
import { connect, type Socket } from "node:net";
import { type TestContext } from "node:test";
import { Gate, Ledger } from "callgate";
import { type InternalToolMcpServerOptions, type LogLine, type PendingCall, startInternalToolMcpServer, type ExecutedCall, type ToolSpec } from "callgate/runner";

const text = { type: "string" };
export const SPECS: readonly ToolSpec[] = [
  { name: "echo", description: "Says it again.", inputSchema: { type: "object", properties: { text } }, annotations: { readOnlyHint: true }, callRef: "secret-ref", env: { KEY: "secret-env" } },
  { name: "create_ticket", input_schema: { type: "object", properties: { title: text, priority: { enum: ["low", "urgent"] }, tags: { type: "array", items: text } }, required: ["title"] }, code: "secret-code" },
  { name: "forbidden" },
  { name: "pick_date", kind: "client", inputSchema: { type: "object", properties: { days: { type: "array", items: text } } } },
  { name: "pick_never", kind: "client" },
];

export const AGENT = {
  tools: [
    { name: "echo", permission: "allow" },
    { name: "create_ticket", permission: "ask" },
    { name: "forbidden", permission: "deny" },
    { name: "pick_date", kind: "client" },
    { name: "pick_never", kind: "client", permission: "deny" },
  ],
};

/** A running server and everything that it told. */
export interface Running {
  readonly url: string;
  readonly port: number;
  readonly token: string;
  readonly ledger: Ledger;
  readonly executed: ExecutedCall[];
  readonly paused: PendingCall[];
  readonly lines: LogLine[];
  close(): Promise<void>;
}

export async function serve(t: TestContext | undefined, options: Partial<InternalToolMcpServerOptions> = {}): Promise<Running> {
  const ledger = (options.ledger as Ledger | undefined) ?? new Ledger();
  const executed: ExecutedCall[] = [];
  const paused: PendingCall[] = [];
  const lines: LogLine[] = [];
  const { execute = ({ arguments: given }) => JSON.stringify(given, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value)) } = options;
  const server = await startInternalToolMcpServer({
    specs: SPECS,
    gate: new Gate(AGENT),
    onPause: (call) => paused.push(call),
    log: (line) => lines.push(line),
    ...options,
    ledger,
    execute: (call) => {
      executed.push(call);
      return execute(call);
    },
  });
  t?.after(() => server.close());
  return { url: server.url, port: Number(new URL(server.url).port), token: server.authorizationToken, ledger, executed, paused, lines, close: () => server.close() };
}

export interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** The body, when it is JSON. */
  readonly json: any;
}

/** A header's lines; a list is the header more than once, nothing leaves it out. */
export type HeaderLines = { readonly [name: string]: string | readonly string[] | undefined };

export interface Asked {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: HeaderLines;
  readonly body?: string | Buffer;
  readonly version?: string;
}

/** The bytes of a request; `headers` replace the usual ones. */
export function requestBytes({ port, token }: Pick<Running, "port" | "token">, { method = "POST", target = "/mcp", headers = {}, body = "", version = "1.1" }: Asked): Buffer {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const usual: HeaderLines = {
    Host: `127.0.0.1:${port}`,
    Authorization: `Bearer ${token}`,
    Accept: "application/json, text/event-stream",
    "Content-Type": "application/json",
    "Content-Length": method === "GET" || method === "DELETE" ? undefined : `${bytes.length}`,
  };
  const lines = Object.entries({ ...usual, ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : (typeof value === "string" ? [value] : value).map((each) => `${name}: ${each}\r\n`),
  );
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/${version}\r\n${lines.join("")}\r\n`, "latin1"), bytes]);
}

/** One connection of raw bytes. */
export class Wire {
  readonly socket: Socket;
  #received = Buffer.alloc(0);
  #ended = false;
  #waiting: (() => void)[] = [];

  constructor(port: number) {
    this.socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    this.socket.on("data", (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    for (const event of ["end", "close", "error"]) {
      this.socket.on(event, () => {
        this.#ended = true;
        this.#wake();
      });
    }
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #more(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  send(bytes: string | Buffer): this {
    this.socket.write(bytes);
    return this;
  }

  /** Everything up to the end of the connection. */
  async rest(): Promise<string> {
    while (!this.#ended) await this.#more();
    return this.#received.toString();
  }

  /** The next answer; nothing when the connection ends without one. */
  async answer(): Promise<Answer | undefined> {
    for (;;) {
      const found = this.#parse();
      if (found) return found;
      if (this.#ended) return undefined;
      await this.#more();
    }
  }

  #parse(): Answer | undefined {
    const split = this.#received.indexOf("\r\n\r\n");
    if (split < 0) return undefined;
    const [first, ...lines] = this.#received.subarray(0, split).toString("latin1").split("\r\n");
    const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()] as const));
    const length = Number(headers.get("content-length") ?? 0);
    const end = split + 4 + length;
    if (this.#received.length < end) return undefined;
    const body = this.#received.subarray(split + 4, end).toString();
    this.#received = this.#received.subarray(end);
    let json: unknown;
    try {
      json = JSON.parse(body);
    } catch {
      json = undefined;
    }
    return { status: Number(first!.split(" ")[1]), headers, body, json };
  }

  close(): void {
    this.socket.destroy();
  }
}

/** One request on a connection of its own; nothing when no answer comes. */
export async function ask(running: Running, asked: Asked): Promise<Answer | undefined> {
  const wire = new Wire(running.port);
  try {
    return await wire.send(requestBytes(running, asked)).answer();
  } finally {
    wire.close();
  }
}

/** One message on a connection of its own. */
export function post(running: Running, message: unknown, headers?: HeaderLines): Promise<Answer | undefined> {
  return ask(running, { body: typeof message === "string" ? message : JSON.stringify(message), ...(headers && { headers }) });
}

export const rpc = (method: string, params?: unknown, id: unknown = 1) => ({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
export const call = (name: string, given?: unknown, id: unknown = 1) => rpc("tools/call", { name, ...(given === undefined ? {} : { arguments: given }) }, id);

/** Waits until something holds; what never does ends with the test's own time limit. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
}
