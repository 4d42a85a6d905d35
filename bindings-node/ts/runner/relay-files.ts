/** The directory of a relay, as the runner reaches it (RUN-80). */
import * as fs from "node:fs";
import { join } from "node:path";
import { readRegular } from "./regular-file.js";
import { requestId } from "./relay-record.js";
import type { LocalRelayFilesOptions, RelayFiles } from "./types.js";

/** See the public type. */
export function localRelayFiles(directory: string, { mode = 0o600 }: LocalRelayFilesOptions = {}): RelayFiles {
  return new LocalRelayFiles(directory, mode);
}

/**
 * INVARIANT: it stays the directory that was opened, whatever a sandbox puts in its place later. On Linux every
 * path begins at its descriptor, so that no check can be outrun; elsewhere it is compared before each use.
 */
class LocalRelayFiles implements RelayFiles {
  readonly #directory: string;
  readonly #mode: number;
  readonly #descriptor: number;
  readonly #base: string;
  #uses = 0;
  #closed = false;

  constructor(directory: string, mode: number) {
    this.#directory = directory;
    this.#mode = mode;
    fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
    const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = fs.constants;
    this.#descriptor = fs.openSync(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    const own = `/proc/self/fd/${this.#descriptor}`;
    this.#base = fs.existsSync(own) ? own : directory;
  }

  list(): Promise<readonly string[]> {
    return this.#use(() => fs.promises.readdir(this.#base));
  }

  read(name: string, maxBytes: number): Promise<Uint8Array> {
    return this.#use(() => readRegular(fs, this.#path(name), maxBytes));
  }

  create(name: string, bytes: Uint8Array): Promise<void> {
    return this.#use(async () => {
      const path = this.#path(name);
      const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = fs.constants;
      const file = await fs.promises.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, this.#mode);
      try {
        await file.writeFile(bytes);
        await file.close();
      } catch (error) {
        await file.close().catch(() => {});
        await fs.promises.unlink(path).catch(() => {});
        throw error;
      }
    });
  }

  rename(from: string, to: string): Promise<void> {
    return this.#use(() => fs.promises.rename(this.#path(from), this.#path(to)));
  }

  remove(name: string): Promise<void> {
    return this.#use(() => fs.promises.unlink(this.#path(name)));
  }

  watch(changed: () => void): () => void {
    const watcher = fs.watch(this.#base, { persistent: false }, (_, name) => {
      if (name === null || requestId(name) !== undefined) changed();
    });
    watcher.on("error", () => watcher.close());
    return () => watcher.close();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#release();
  }

  async #use<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closed) throw new Error("the relay is closed");
    this.#uses++;
    try {
      this.#checkPlace();
      return await work();
    } finally {
      this.#uses--;
      this.#release();
    }
  }

  /** INVARIANT: the descriptor is closed behind its last use, since its number then stands for another file. */
  #release(): void {
    if (this.#closed && this.#uses === 0) fs.closeSync(this.#descriptor);
  }

  #checkPlace(): void {
    const opened = fs.fstatSync(this.#descriptor);
    const found = fs.lstatSync(this.#directory, { throwIfNoEntry: false });
    if (!found) throw new Error("the relay directory is gone");
    if (!found.isDirectory() || found.dev !== opened.dev || found.ino !== opened.ino) {
      throw new Error("something else was put in the place of the relay directory");
    }
  }

  #path(name: string): string {
    if (name === "" || name === "." || name === ".." || /[/\\\0]/.test(name)) throw new Error("that is no name of a file");
    return join(this.#base, name);
  }
}
