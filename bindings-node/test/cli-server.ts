/** A `callgate serve` or `callgate proxy` that runs as a process of its own. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import type { TestContext } from "node:test";

export interface Ready {
  readonly url: string;
  readonly token?: string;
  readonly tokenFile?: string;
}

export interface Started {
  readonly process: ChildProcessWithoutNullStreams;
  readonly ready: Ready;
  /** What it wrote to standard error so far. */
  errors(): string;
  /** Waits until standard error holds that. */
  until(pattern: RegExp): Promise<void>;
  /** Ends it; the exit code. */
  end(): Promise<number | null>;
}

const cli = "dist/cli.cjs";

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs it to its end. */
export async function runCli(words: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const child = spawn(process.execPath, [cli, ...words], { env: { ...process.env, ...environment }, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err] = [child.stdout, child.stderr].map((stream) => {
    const parts: Buffer[] = [];
    stream.on("data", (part: Buffer) => parts.push(part));
    return () => Buffer.concat(parts).toString("utf8");
  }) as [() => string, () => string];
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out: out(), err: err() };
}

/** Starts it with `--format json`, and waits until it is ready; killed with the test. */
export async function startCli(t: TestContext, words: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Started> {
  const child = spawn(process.execPath, [cli, ...words, "--format", "json"], { env: { ...process.env, ...environment } });
  t.after(() => child.kill("SIGKILL"));
  let out = "";
  let err = "";
  child.stderr.on("data", (part: Buffer) => (err += part.toString("utf8")));
  const exit = once(child, "exit") as Promise<[number | null]>;
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (part: Buffer) => {
      out += part.toString("utf8");
      const end = out.indexOf("\n");
      if (end >= 0) resolve(out.slice(0, end));
    });
    void exit.then(([code]) => reject(new Error(`it ended with ${code}: ${err}`)));
  });
  return {
    process: child,
    ready: JSON.parse(line) as Ready,
    errors: () => err,
    async until(pattern) {
      while (!pattern.test(err)) await once(child.stderr, "data");
    },
    async end() {
      child.kill("SIGINT");
      const [code] = await exit;
      return code;
    },
  };
}

export interface Answer {
  readonly status: number;
  readonly body: { result?: { content?: { text: string }[]; isError?: boolean; tools?: { name: string }[] }; error?: { code: number; message: string } };
}

/** Posts one request to a server; nothing when the connection was cut. */
export async function post(url: string, token: string, method: string, params: string): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`,
    });
    return { status: response.status, body: (await response.json()) as Answer["body"] };
  } catch {
    return undefined;
  }
}
