/** Requests out of the relay's directory and answers into it; what a request says is not known here (RUN-81). */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome } from "./outcome.js";
import { ANSWER_ENDING, answerText, MAX_ANSWER_BYTES, MAX_REQUEST_BYTES, REQUEST_ENDING, requestId, TEMPORARY_ENDING } from "./relay-record.js";
import type { RelayFiles } from "./types.js";
import { failure } from "./words.js";

/** Requests that are picked up side by side: each takes a few round trips to a remote sandbox. */
const PICKED_AT_ONCE = 32;
/** What is being served at most; what is beyond it waits in the directory. */
const MAX_BUSY = 2_000;
const MAX_BUSY_BYTES = 64 * 1024 * 1024;
/** The ids, and the warnings, that are remembered, so that none is served or told twice. */
const MAX_REMEMBERED = 100_000;
/** The shortest time between two looks at the directory: changes come in bursts. */
const SETTLING_MS = 5;
/** How often an answer is written before it is given up: the disk may be full for a moment. */
const WRITING_TRIES = 40;

const UNREADABLE = "the relay directory cannot be read";

export interface PickupOptions<Request> {
  readonly files: RelayFiles;
  readonly pollingMs: number;
  /** Reads what was in a file; throws why it is refused. */
  readonly read: (bytes: Uint8Array) => Request;
  /** Serves one request. The signal says that its answer is not wanted any more. Never rejects. */
  readonly serve: (request: Request, signal: AbortSignal) => Promise<Outcome>;
  readonly warn: (message: string) => void;
}

/**
 * Picks requests up, has each served once, and writes the answers.
 *
 * INVARIANT: a request is served only after this pickup renamed it away, read it and removed it, in this
 * order. The rename decides which of several runners owns it; and what was read is what is judged and run,
 * whatever the sandbox does with the file.
 */
export class Pickup<Request> {
  readonly #options: PickupOptions<Request>;
  /** No other runner renames or writes under names that bear it. */
  readonly #own = randomBytes(9).toString("base64url");
  readonly #stop = new AbortController();
  readonly #ids = new Set<string>();
  /** Picked up, and not answered yet. */
  readonly #busy = new Set<string>();
  readonly #writing = new Set<Promise<void>>();
  readonly #warned = new Set<string>();
  #busyBytes = 0;
  #changed = false;
  #wake: () => void = () => {};
  readonly #ended: Promise<void>;

  constructor(options: PickupOptions<Request>) {
    this.#options = options;
    this.#ended = this.#keepLooking();
  }

  /** From now on nothing is picked up and no answer appears; calls that run are told by their signal. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wake();
    await this.#ended;
  }

  get #stopped(): boolean {
    return this.#stop.signal.aborted;
  }

  async #keepLooking(): Promise<void> {
    const unwatch = this.#watch();
    while (!this.#stopped) {
      this.#changed = false;
      await this.#look();
      await this.#rest(SETTLING_MS);
      if (!this.#changed) await this.#rest(this.#options.pollingMs);
    }
    unwatch();
    await Promise.all(this.#writing);
    try {
      await this.#options.files.close?.();
    } catch (error) {
      this.#warn("the relay directory cannot be released", error);
    }
  }

  #watch(): () => void {
    try {
      const changed = () => {
        this.#changed = true;
        this.#wake();
      };
      return this.#options.files.watch?.(changed) ?? (() => {});
    } catch (error) {
      this.#warn(`the relay directory cannot be watched, so it is looked at every ${this.#options.pollingMs} ms`, error);
      return () => {};
    }
  }

  async #rest(ms: number): Promise<void> {
    if (this.#stopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #look(): Promise<void> {
    let present: Set<string>;
    try {
      present = new Set(await this.#options.files.list());
    } catch (error) {
      return this.#warn(UNREADABLE, error);
    }
    this.#warned.delete(UNREADABLE);
    const ids = [...present].map((name) => requestId(String(name))).filter((id) => id !== undefined);
    for (let start = 0; start < ids.length && !this.#stopped; start += PICKED_AT_ONCE) {
      while (this.#full && !this.#stopped) await this.#rest(this.#options.pollingMs);
      if (this.#stopped) return;
      const some = ids.slice(start, start + PICKED_AT_ONCE);
      await Promise.all(some.map((id) => this.#pickUp(id, present.has(id + ANSWER_ENDING))));
    }
  }

  get #full(): boolean {
    return this.#busy.size >= MAX_BUSY || this.#busyBytes >= MAX_BUSY_BYTES;
  }

  /** @param answered whether an answer lay there beside the request */
  async #pickUp(id: string, answered: boolean): Promise<void> {
    const { files } = this.#options;
    const taken = `${id}.${this.#own}.in${TEMPORARY_ENDING}`;
    try {
      await files.rename(id + REQUEST_ENDING, taken);
    } catch (error) {
      // Another runner was faster, or the caller took it back.
      if (!isMissing(error)) this.#warn(`request \`${id}\` cannot be picked up`, error);
      return;
    }
    let bytes: Uint8Array | undefined;
    let fault: string | undefined;
    try {
      bytes = await files.read(taken, MAX_REQUEST_BYTES);
      if (!(bytes instanceof Uint8Array)) fault = "it was not read as bytes";
      else if (bytes.length > MAX_REQUEST_BYTES) fault = "it is too large";
    } catch (error) {
      fault = reason(error);
    }
    try {
      await files.remove(taken);
    } catch (error) {
      fault ??= `it cannot be removed: ${reason(error)}`;
    }
    if (this.#stopped) return;
    if (this.#busy.has(id) || answered) return this.#warn(`request \`${id}\` came again and is not served`);
    if (this.#ids.has(id)) fault = "a request of this id was served already";
    remember(this.#ids, id);
    this.#busy.add(id);
    void this.#finish(id, fault === undefined && bytes ? bytes : (fault ?? ""));
  }

  /** @param found the request, or why it is refused */
  async #finish(id: string, found: Uint8Array | string): Promise<void> {
    const written = this.#write(id, await this.#outcome(id, found));
    this.#writing.add(written);
    await written;
    this.#writing.delete(written);
    const wasFull = this.#full;
    this.#busy.delete(id);
    if (wasFull) this.#wake();
  }

  async #outcome(id: string, found: Uint8Array | string): Promise<Outcome> {
    if (typeof found === "string") return this.#refusal(id, found);
    const { read, serve } = this.#options;
    let request;
    try {
      request = read(found);
    } catch (error) {
      return this.#refusal(id, reason(error));
    }
    this.#busyBytes += found.length;
    const outcome = await serve(request, this.#stop.signal);
    this.#busyBytes -= found.length;
    return outcome;
  }

  #refusal(id: string, fault: string): Outcome {
    this.#options.warn(`request \`${id}\` was refused: ${fault}`);
    return { kind: "tool error", message: `the request was refused and the call was not made: ${fault}` };
  }

  async #write(id: string, outcome: Outcome): Promise<void> {
    const { files, pollingMs } = this.#options;
    const bytes = answerBytes(outcome);
    if (!bytes) return;
    const temporary = `${id}.${this.#own}.out${TEMPORARY_ENDING}`;
    for (let tries = 1; !this.#stopped; tries++) {
      try {
        await files.create(temporary, bytes);
        return this.#stopped ? await files.remove(temporary) : await files.rename(temporary, id + ANSWER_ENDING);
      } catch (error) {
        await files.remove(temporary).catch(() => {});
        if (tries === 1) this.#options.warn(`the answer to request \`${id}\` cannot be written: ${reason(error)}`);
        if (tries === WRITING_TRIES) return;
      }
      await sleep(pollingMs, undefined, { signal: this.#stop.signal }).catch(() => {});
    }
  }

  /** Once, until the directory was looked at with success: a fault that stays is not told at each look. */
  #warn(what: string, error?: unknown): void {
    if (this.#warned.has(what)) return;
    remember(this.#warned, what);
    this.#options.warn(error === undefined ? what : `${what}: ${reason(error)}`);
  }
}

/** Adds one, and forgets the oldest when there are many: a sandbox must not fill the runner's memory. */
function remember(set: Set<string>, one: string): void {
  set.add(one);
  const [oldest] = set;
  if (set.size > MAX_REMEMBERED && oldest !== undefined) set.delete(oldest);
}

function isMissing(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "ENOENT";
}

/** What went wrong, without the path that the file system names. */
function reason(error: unknown): string {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return syscall !== undefined && code !== undefined ? code : failure(error);
}

function answerBytes(outcome: Outcome): Uint8Array | undefined {
  const bytes = Buffer.from(answerText(outcome) ?? "");
  if (bytes.length === 0 || bytes.length <= MAX_ANSWER_BYTES) return bytes.length > 0 ? bytes : undefined;
  return answerBytes({ kind: "tool error", message: "the call was made, but its result is too large to be handed over" });
}
