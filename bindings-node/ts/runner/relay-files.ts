/** The directory of a relay, as the runner reaches it (RUN-80). */
import * as fs from "node:fs";
import { join } from "node:path";
import { readRegular } from "./regular-file.js";
import { requestId } from "./relay-record.js";

/**
 * One directory of small files. That of a remote sandbox is reached through that sandbox's API;
 * {@link localRelayFiles} is one on this machine. Names are plain names, never paths.
 *
 * Whatever fails rejects, and a file that is not there with the `code` `ENOENT`. The relay closes what it was
 * given, so that each relay has a `RelayFiles` of its own.
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
  /** Releases what it holds. */
  close?(): void | Promise<void>;
}

export interface LocalRelayOptions {
  /** The mode of answers, 0600 when absent: for a sandbox whose user is not the runner's. */
  readonly mode?: number | undefined;
}

/**
 * The directory of a sandbox on this machine; it is made when it is not there.
 *
 * INVARIANT: it stays the directory that was opened, whatever a sandbox puts in its place later. On Linux each
 * path begins at its descriptor, so that no check can be outrun; elsewhere it is compared before each use.
 */
export function localRelayFiles(directory: string, { mode = 0o600 }: LocalRelayOptions = {}): RelayFiles {
  return new LocalRelayFiles(directory, mode);
}

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
