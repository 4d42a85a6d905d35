/** The built shim as a process, and what it says. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { directory, until } from "./relay-directory.js";

/** The file that `make build` leaves; tests run from the folder of the package. */
export const SHIM = join(process.cwd(), "dist/stdio-shim.js");

export const SPECS = [
  { name: "search_docs", description: "Searches", inputSchema: { type: "object", properties: { q: { type: "string" } } }, timeoutMs: 20_000 },
  { name: "quick", timeoutMs: 100 },
  { name: "pick_file", kind: "client" },
];

export type Message = { [member: string]: any };

export class Shim {
  readonly process: ChildProcessWithoutNullStreams;
  /** Each chunk of stdout as it came. */
  readonly chunks: string[] = [];
  stderr = "";
  readonly exit: Promise<{ code: number | null; signal: string | null }>;

  constructor(file: string, env: { [name: string]: string | undefined }) {
    this.process = spawn(process.execPath, [file], { env });
    this.process.stdout.setEncoding("utf8").on("data", (chunk: string) => this.chunks.push(chunk));
    this.process.stderr.setEncoding("utf8").on("data", (chunk: string) => (this.stderr += chunk));
    this.process.stdin.on("error", () => {});
    this.exit = new Promise((resolve) => this.process.on("close", (code, signal) => resolve({ code, signal })));
  }

  /** What came in whole lines. */
  get messages(): Message[] {
    return this.chunks.join("").split("\n").slice(0, -1).map((line) => JSON.parse(line));
  }

  write(...messages: (Message | string | Uint8Array)[]): void {
    for (const message of messages) {
      const isRaw = typeof message === "string" || message instanceof Uint8Array;
      this.process.stdin.write(isRaw ? message : `${JSON.stringify(message)}\n`);
    }
  }

  /** The answer to the request of an id. */
  answer(id: unknown): Promise<Message> {
    return until(() => this.messages.find((message) => message.id === id));
  }

  async ask(method: string, params?: Message, id: unknown = method): Promise<Message> {
    this.write({ jsonrpc: "2.0", id, method, params });
    return this.answer(id);
  }

  call(name: string, args: unknown, id: unknown): Promise<Message> {
    return this.ask("tools/call", { name, arguments: args }, id);
  }

  /** Closes stdin and waits for the end. */
  async close(): Promise<Message[]> {
    this.process.stdin.end();
    await this.exit;
    return this.messages;
  }
}

export interface Place {
  /** The relay's directory. */
  readonly path: string;
  readonly specs: string;
  readonly env: { [name: string]: string | undefined };
}

/** What a sandbox has: an empty directory, a file of specs, and the variables that name them. */
export function place(context: TestContext, specs: unknown = SPECS): Place {
  const path = directory(context);
  const file = join(directory(context), "specs.json");
  fs.writeFileSync(file, typeof specs === "string" ? specs : JSON.stringify(specs));
  const env = {
    AGENTA_AGENT_TOOLS_RELAY_DIR: path,
    AGENTA_AGENT_TOOLS_PUBLIC_SPECS_FILE: file,
    AGENTA_AGENT_TOOLS_RELAY_POLLING: "20",
  };
  return { path, specs: file, env };
}

export function shim(context: TestContext, { env }: Pick<Place, "env">, file = SHIM): Shim {
  const started = new Shim(file, env);
  context.after(async () => {
    started.process.kill("SIGKILL");
    await started.exit;
  });
  return started;
}
