/**
 * Server-sent events, one at a time, with every byte that is not replaced left as it came.
 *
 * A stream is cut at the blank lines; a line ends with CR LF, LF or CR, and a chunk may end anywhere,
 * also within a character or between CR and LF.
 */

/** One event: its bytes, the ending blank line included. */
export interface ServerSentEvent {
  readonly raw: Buffer;
  /** Its `data` lines joined by newlines; nothing when it has none (a comment, a `retry`, an empty line). */
  readonly data: string | undefined;
  /** Whether it has an `id`, from which a client can continue. */
  readonly hasId: boolean;
}

/** A stream that cannot be passed on. */
export class EventError extends Error {}

const LF = 0x0a;
const CR = 0x0d;

/** Cuts a stream into events. What of an unfinished event came when a stream ends is no event. */
export class EventSplitter {
  readonly #limit: number;
  #parts: Buffer[] = [];
  #length = 0;
  #atLineStart = true;
  /** The last byte was a CR: a LF that follows belongs to it. */
  #afterCr = false;
  #first = true;

  /** @param limit how many bytes one event may have */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The events that end within a chunk. Throws {@link EventError} when one is too large or unreadable. */
  push(chunk: Buffer): ServerSentEvent[] {
    const events: ServerSentEvent[] = [];
    let start = 0;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index];
      const joined = byte === LF && this.#afterCr;
      this.#afterCr = byte === CR;
      if (joined) continue;
      if (byte !== LF && byte !== CR) {
        this.#atLineStart = false;
      } else if (!this.#atLineStart) {
        this.#atLineStart = true;
      } else {
        // A blank line. What is left of a CR LF that a chunk cuts in two goes with the next event.
        const end = byte === CR && chunk[index + 1] === LF ? index + 2 : index + 1;
        this.#keep(chunk.subarray(start, end));
        start = end;
        events.push(this.#finish());
      }
    }
    this.#keep(chunk.subarray(start));
    return events;
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return;
    this.#length += part.length;
    if (this.#length > this.#limit) throw new EventError(`an event is larger than ${this.#limit} bytes`);
    this.#parts.push(part);
  }

  #finish(): ServerSentEvent {
    const raw = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    const event = readEvent(raw, this.#first);
    this.#first = false;
    return event;
  }
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function readEvent(raw: Buffer, first: boolean): ServerSentEvent {
  const lines = linesOf(textOf(raw), first);
  const data = lines.flatMap((line) => {
    const value = dataOf(line);
    return value === undefined ? [] : [value];
  });
  return { raw, data: data.length === 0 ? undefined : data.join("\n"), hasId: lines.some((line) => /^id(?::|$)/.test(line)) };
}

function textOf(raw: Buffer): string {
  try {
    return UTF8.decode(raw);
  } catch {
    throw new EventError("an event is not UTF-8");
  }
}

/** Lines without their ends. The first line of a stream may begin with a byte order mark. */
function linesOf(text: string, first: boolean): string[] {
  return (first ? text.replace(/^\ufeff/, "") : text).split(/\r\n|\n|\r/);
}

/** What some readers take for the end of a line, and the standard does not. */
const OTHER_LINE_ENDS = /[\v\f\x1c-\x1e\x85\u2028\u2029]/;

/**
 * The value of a `data` line. A spelling that only a careless reader takes for one is an error, since
 * such a reader would see what was not looked at.
 */
function dataOf(line: string): string | undefined {
  const colon = line.indexOf(":");
  const field = colon < 0 ? line : line.slice(0, colon);
  if (field !== "data") {
    if (line.split(OTHER_LINE_ENDS).some((part) => /^data\s*(:|$)/i.test(part.trim()))) throw new EventError("an event has a misspelt `data` field");
    return undefined;
  }
  const value = colon < 0 ? "" : line.slice(colon + 1);
  return value.startsWith(" ") ? value.slice(1) : value;
}

/** The event's bytes with other data in place of its own; all other lines stay as they are. */
export function withData({ raw }: ServerSentEvent, data: string): Buffer {
  const lines = raw.toString("utf8").split(/(\r\n|\n|\r)/);
  const written: string[] = [];
  let replaced = false;
  for (let index = 0; index < lines.length; index += 2) {
    const [line = "", end = ""] = [lines[index], lines[index + 1]];
    if (dataOf(line.replace(/^\ufeff/, "")) === undefined) {
      written.push(line, end);
    } else if (!replaced) {
      replaced = true;
      written.push(data.split(/\r\n|\n|\r/).map((part) => `data: ${part}${end}`).join(""));
    }
  }
  return Buffer.from(written.join(""), "utf8");
}
