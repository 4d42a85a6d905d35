/** What the tests of the relay share: a directory, its two sides, and what a sandbox may put there. */
import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { localRelayFiles } from "../ts/runner/relay-files.js";
import { Pickup } from "../ts/runner/relay-pickup.js";
import { answerText, readAnswer } from "../ts/runner/relay-record.js";
import { Exchange, type ExchangeOptions, type Request } from "../ts/runner/shim/exchange.js";
import type { RelayFiles } from "../ts/runner/types.js";

/** An empty directory that is gone after the test. */
export function directory(context: TestContext): string {
  const path = fs.mkdtempSync(join(tmpdir(), "callgate-relay-"));
  context.after(() => fs.rmSync(path, { recursive: true, force: true }));
  return path;
}

export const mintId = () => randomBytes(16).toString("hex");

/** An answer as it lies in the directory. */
export type Answer = { ok: boolean; text?: string; content?: unknown; error?: string; paused?: true } | "none";

/** A sandbox's side; outcomes are given as the answers that they come from. */
export function exchange(path: string, options: Partial<ExchangeOptions> = {}) {
  const side = new Exchange({ fs, directory: path, pollingMs: 20, timeoutMs: 120_000, mintId, ...options });
  return {
    withdraw: () => side.withdraw(),
    async call(request: Request): Promise<Answer> {
      const text = answerText(await side.call(request));
      return text === undefined ? "none" : JSON.parse(text);
    },
  };
}

export type Serve = (bytes: Uint8Array, signal: AbortSignal) => Promise<Answer>;

/** A runner's side whose calls are served by a function, with what it warned of. */
export function pickup(context: TestContext, files: RelayFiles | string, serve: Serve = echo, pollingMs = 20): Pickup<Uint8Array> & { warnings: string[] } {
  const warnings: string[] = [];
  const opened = typeof files === "string" ? localRelayFiles(files) : files;
  const side = new Pickup({
    files: opened,
    pollingMs,
    read: (bytes) => bytes,
    serve: async (...request) => readAnswer(JSON.stringify(await serve(...request))) ?? { kind: "aborted" },
    warn: (message) => warnings.push(message),
  });
  context.after(() => side.stop());
  return Object.assign(side, { warnings });
}

export const echo: Serve = async (bytes) => ({ ok: true, text: new TextDecoder().decode(bytes) });

export const isOk = (answer: Answer) => answer !== "none" && answer.ok;

/** Waits for something to become true; what has not come after minutes will not come. */
export async function until<Value>(found: () => Value | undefined | false): Promise<Value> {
  for (const start = Date.now(); ; ) {
    const value = found();
    if (value !== undefined && value !== false) return value;
    if (Date.now() - start > 180_000) throw new Error(`nothing came of ${found}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The answer to a request, when it lies there. */
export function answer(path: string, id: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(join(path, `${id}.res.json`), "utf8"));
  } catch {
    return undefined;
  }
}

/** Puts a request there in one step, as the shim does. */
export function put(path: string, id: string, text: string | Uint8Array): void {
  fs.writeFileSync(join(path, `${id}.part`), text);
  fs.renameSync(join(path, `${id}.part`), join(path, `${id}.req.json`));
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
