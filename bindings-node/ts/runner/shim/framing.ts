/** Bytes to lines: how JSON-RPC messages are told apart on a stream (RUN-61). */

/** A line that was read, without its end; or why there is no text of it. */
export type Line = { readonly text: string } | { readonly fault: "too_long" | "not_utf8" };

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Cuts a stream into lines at the byte 0x0A and nowhere else: U+2028 is data, and a chunk may end inside
 * a character. A carriage return before the end of a line belongs to that end; lines of blanks are no
 * messages and are passed over.
 *
 * Of a line that is longer than the limit one fault is told, as soon as it is known, and its rest is
 * dropped: the memory in use is never much more than the limit.
 */
export class LineReader {
  readonly #limit: number;
  readonly #take: (line: Line) => void;
  // INVARIANT: a line is decoded whole. A byte order mark is kept, for the JSON reader to refuse.
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #kept = new Uint8Array(4096);
  #length = 0;
  #dropping = false;

  /** @param limit in bytes, without the end of the line */
  constructor(limit: number, take: (line: Line) => void) {
    this.#limit = limit;
    this.#take = take;
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start);
      this.#keep(chunk.subarray(start, end < 0 ? chunk.length : end));
      if (end < 0) return;
      this.#finish();
      start = end + 1;
    }
  }

  /** The stream is at its end: what stands there without a line feed is a line too. */
  end(): void {
    this.#finish();
  }

  #keep(bytes: Uint8Array): void {
    if (this.#dropping) return;
    const length = this.#length + bytes.length;
    // One byte more, since the last may be the carriage return of the line's end.
    if (length > this.#limit + 1) return this.#drop();
    if (length > this.#kept.length) {
      const grown = new Uint8Array(Math.max(length, 2 * this.#kept.length));
      grown.set(this.#kept.subarray(0, this.#length));
      this.#kept = grown;
    }
    this.#kept.set(bytes, this.#length);
    this.#length = length;
  }

  #drop(): void {
    this.#dropping = true;
    this.#length = 0;
    this.#take({ fault: "too_long" });
  }

  #finish(): void {
    let length = this.#length;
    if (length > 0 && this.#kept[length - 1] === CARRIAGE_RETURN) length--;
    if (length > this.#limit) this.#drop();
    if (this.#dropping) {
      this.#dropping = false;
      return;
    }
    this.#length = 0;
    let text;
    try {
      text = this.#decoder.decode(this.#kept.subarray(0, length));
    } catch {
      return this.#take({ fault: "not_utf8" });
    }
    if (/[^ \t\r]/.test(text)) this.#take({ text });
  }
}
