/** The sandbox's side of the file relay: a request goes out, its answer comes back (RUN-63, RUN-80). */
import type * as Fs from "node:fs";
import type { Outcome } from "../outcome.js";
import { readRegular } from "../regular-file.js";
import { ANSWER_ENDING, MAX_ANSWER_BYTES, readAnswer, REQUEST_ENDING, requestText, TEMPORARY_ENDING } from "../relay-record.js";

/** The longest time that a timer can be set to. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface ExchangeOptions {
  readonly fs: typeof Fs;
  readonly directory: string;
  readonly pollingMs: number;
  readonly timeoutMs: number;
  /** An id that nobody can guess, of letters, digits, `_` and `-`. */
  readonly mintId: () => string;
}

export interface Request {
  readonly tool: string;
  /** As they were written; none are `{}`. */
  readonly argumentsText?: string | undefined;
  /** The tool's own time, which wins. */
  readonly timeoutMs?: number | undefined;
  /** The caller does not want the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiting {
  readonly settle: (outcome: Outcome) => void;
  /** Whether the request lies, or lay, where a runner looks for it. */
  sent: boolean;
}

/** Calls that are under way in one directory. It is watched, and looked at, only while there are some. */
export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #waiting = new Map<string, Waiting>();
  /** Answers that nobody waits for any more, and that are removed when they are seen. */
  readonly #abandoned = new Set<string>();
  #watcher: Fs.FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking = false;

  constructor(options: ExchangeOptions) {
    this.#options = options;
  }

  /** Never rejects: what goes wrong is a tool error that says so. */
  async call({ tool, argumentsText, timeoutMs = this.#options.timeoutMs, signal }: Request): Promise<Outcome> {
    const id = this.#options.mintId();
    if (this.#waiting.has(id)) return failure("a call of this id is under way already: the call was not made");
    const time = Math.min(timeoutMs, MAX_TIMER_MS);
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(this.#giveUp(id, `the runner did not answer within ${time} ms`)), time);
      const stop = () => {
        this.#giveUp(id, "");
        settle({ kind: "aborted" });
      };
      const settle = (outcome: Outcome) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", stop);
        if (this.#waiting.delete(id)) this.#rest();
        resolve(outcome);
      };
      signal?.addEventListener("abort", stop);
      // First the watch, then the request: its answer cannot come unseen.
      this.#waiting.set(id, { settle, sent: false });
      this.#wake();
      this.#send(id, requestText(tool, id, argumentsText)).catch((error: Error) => {
        settle(failure(`the call could not be handed to the runner and was not made: ${error.message}`));
      });
      if (signal?.aborted) stop();
    });
  }

  /** Takes back, at once, each request that nobody has picked up: the process ends. */
  withdraw(): void {
    for (const id of this.#waiting.keys()) this.#takeBack(id);
  }

  #path(id: string, ending: string): string {
    return `${this.#options.directory}/${id}${ending}`;
  }

  async #send(id: string, text: string): Promise<void> {
    const { promises, lstatSync, renameSync } = this.#options.fs;
    const temporary = this.#path(id, TEMPORARY_ENDING);
    const [request, answer] = [this.#path(id, REQUEST_ENDING), this.#path(id, ANSWER_ENDING)];
    try {
      await promises.writeFile(temporary, text, { flag: "wx", mode: 0o600 });
      const taken = [request, answer].some((path) => lstatSync(path, { throwIfNoEntry: false }));
      if (taken) throw new Error("a record of this call lies there already");
      // INVARIANT: there is no moment in which a request is under way but cannot be taken back, so the last
      // step is not left to another thread.
      const waiting = this.#waiting.get(id);
      if (waiting) {
        renameSync(temporary, request);
        waiting.sent = true;
        return;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") await promises.unlink(temporary).catch(() => {});
      throw plain(error);
    }
    await promises.unlink(temporary).catch(() => {});
  }

  #giveUp(id: string, why: string): Outcome {
    if (!this.#waiting.get(id)?.sent || this.#takeBack(id)) return failure(`${why}; nobody had picked the call up, and it was not made`);
    this.#abandoned.add(id);
    return failure(`${why}; whether the call was made is not known, so look before you make it again`);
  }

  #takeBack(id: string): boolean {
    try {
      this.#options.fs.unlinkSync(this.#path(id, REQUEST_ENDING));
      return true;
    } catch {
      return false;
    }
  }

  #wake(): void {
    this.#timer ??= setInterval(() => void this.#look(), this.#options.pollingMs);
    if (this.#watcher) return;
    try {
      // Not every file system can be watched, and not every process may: then the timer alone looks.
      this.#watcher = this.#options.fs.watch(this.#options.directory, (_, name) => {
        const id = name?.endsWith(ANSWER_ENDING) ? name.slice(0, -ANSWER_ENDING.length) : undefined;
        if (id !== undefined && this.#waiting.has(id)) void this.#fetch(id);
      });
      this.#watcher.on("error", () => this.#unwatch());
    } catch {
      this.#unwatch();
    }
  }

  #unwatch(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  #rest(): void {
    if (this.#waiting.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#unwatch();
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      const names = await this.#options.fs.promises.readdir(this.#options.directory);
      for (const name of names) if (name.endsWith(ANSWER_ENDING)) await this.#fetch(name.slice(0, -ANSWER_ENDING.length));
    } catch (error) {
      // Anything else, such as too many open files, passes: each call has its time.
      if (!["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return;
      const why = "the relay directory is gone";
      for (const [id, { settle }] of [...this.#waiting]) settle(this.#giveUp(id, why));
    } finally {
      this.#looking = false;
    }
  }

  /** Reads the answer, if it is there and somebody waits for it. Files appear whole: what is none yet is left. */
  async #fetch(id: string): Promise<void> {
    const { fs } = this.#options;
    const path = this.#path(id, ANSWER_ENDING);
    if (this.#abandoned.delete(id)) return fs.promises.unlink(path).catch(() => {});
    if (!this.#waiting.has(id)) return;
    let outcome: Outcome | undefined;
    try {
      outcome = readAnswer(new TextDecoder("utf-8", { fatal: true }).decode(await readRegular(fs, path, MAX_ANSWER_BYTES)));
    } catch {
      return;
    }
    const waiting = this.#waiting.get(id);
    if (!outcome || !waiting) return;
    await fs.promises.unlink(path).catch(() => {});
    waiting.settle(outcome);
  }
}

function failure(message: string): Outcome {
  return { kind: "tool error", message };
}

/** What went wrong, without the path. */
function plain(error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const words: { [code: string]: string | undefined } = {
    ENOENT: "the directory is not there",
    ENOTDIR: "it is no directory",
    ENOSPC: "no space is left",
    EDQUOT: "no space is left",
    EACCES: "it is not permitted",
    EROFS: "the file system is read-only",
  };
  return new Error((code && (words[code] ?? code)) || message);
}
