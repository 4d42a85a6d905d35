/**
 * From a host object to JSON text, in one pass that reads each property exactly once, so that what
 * the core judges is what was read: no later read can differ from it.
 *
 * JSON.stringify would not do: it calls `toJSON`, writes a Map as `{}`, a Date as a string, NaN as
 * null, and leaves a function out, and each of these would put a value before the gate that the
 * caller did not hold.
 */

/** How a value crosses into the core; the numbers are those of the core's `Input::new`. */
export const TEXT = 0;
export const HOST = 1;
export const REFUSED = 2;

/** A value on its way into the core: the author's own text, text written here, or why there is none. */
export interface Crossing {
  readonly form: typeof TEXT | typeof HOST | typeof REFUSED;
  readonly data: string | Uint8Array;
}

const ENCODER = new TextEncoder();

/** How deep a value may nest; the outermost is level 1 (CONF-3). */
export const MAX_DEPTH = 64;

/** A document as a caller hands it over: JSON text (string, UTF-8 bytes) or a plain host object. */
export function crossing(value: unknown): Crossing {
  if (typeof value === "string") return { form: TEXT, data: wellFormed(value) ? value : bytesAsWritten(value) };
  if (isBytes(value)) return { form: TEXT, data: value };
  return hostCrossing(value);
}

/** An argument that may be left out. */
export function optionalCrossing(value: unknown): Crossing | { readonly form: typeof TEXT; readonly data: undefined } {
  return value === undefined ? { form: TEXT, data: undefined } : crossing(value);
}

/** The text of a crossing as a string. */
export function textOf({ data }: Crossing): string {
  return typeof data === "string" ? data : new TextDecoder().decode(data);
}

/** A host value; here a string is a value and no text. Long texts come as UTF-8. */
export function hostCrossing(value: unknown, maxDepth = MAX_DEPTH): Crossing {
  const writer = new Writer(maxDepth);
  try {
    writer.write(value, 0);
    return { form: HOST, data: writer.finish() };
  } catch (error) {
    const what = error instanceof Refusal ? error.message : "a getter that throws";
    return { form: REFUSED, data: `{"pointer":${quote(writer.pointer())},"what":${quote(what)}}` };
  }
}

/** Whether a string has no lone surrogate; one that has would silently become another on its way to UTF-8. */
export const wellFormed: (text: string) => boolean =
  typeof ("" as { isWellFormed?: unknown }).isWellFormed === "function"
    ? (text) => (text as unknown as { isWellFormed(): boolean }).isWellFormed()
    : (text) => !LONE_SURROGATE.test(text);

/** With the flag `u` a pair is one character, so only lone surrogates match. */
const LONE_SURROGATE = /[\ud800-\udfff]/u;

/**
 * The bytes of a text with lone surrogates, each encoded as if it were a character: no UTF-8, which
 * is what the core then reports (CONF-3) with the right place.
 */
function bytesAsWritten(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (const part of text.split(/([\ud800-\udfff])/u)) {
    const unit = part.length === 1 ? part.charCodeAt(0) : 0;
    if (unit >= 0xd800 && unit <= 0xdfff) {
      bytes.set([0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)], length);
      length += 3;
    } else {
      length += ENCODER.encodeInto(part, bytes.subarray(length)).written;
    }
  }
  return bytes.subarray(0, length);
}

/** Whether a value is the UTF-8 bytes of a text; asked of the value itself, so also true across realms. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && typedArrayName.call(value) === "Uint8Array";
}

const typedArrayName = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
)!.get as (this: unknown) => string | undefined;

/** Its message is one of the words that all languages share. */
class Refusal extends Error {}

/** How much text is gathered before it is put away. */
const CHUNK = 4096;

class Writer {
  /**
   * The text behind what was put away. A string that grows by small pieces is a tree of them, and a
   * tree of a whole document is more work for the garbage collector than all the rest.
   */
  out = "";
  #bytes = new Uint8Array(0);
  #length = 0;
  /** The keys and indexes on the way to the value that is being read; the first `#level` of them hold. */
  readonly #path: (string | number)[] = [];
  #level = 0;
  /** The objects on that way: only looked through when the limit is reached, to tell a cycle from depth. */
  readonly #ancestors: object[] = [];
  readonly #maxDepth: number;

  constructor(maxDepth: number) {
    this.#maxDepth = maxDepth;
  }

  /** The whole text. */
  finish(): string | Uint8Array {
    if (this.#length === 0) return this.out;
    this.#putAway();
    return this.#bytes.subarray(0, this.#length);
  }

  #putAway(): void {
    const needed = this.#length + 3 * this.out.length;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(2 * needed);
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    // INVARIANT: no surrogate pair is cut, since only whole tokens are gathered.
    this.#length += ENCODER.encodeInto(this.out, this.#bytes.subarray(this.#length)).written;
    this.out = "";
  }

  /** Where reading stopped. */
  pointer(): string {
    const escape = (key: string | number) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return this.#path.slice(0, this.#level).map(escape).join("");
  }

  write(value: unknown, level: number): void {
    switch (typeof value) {
      case "string":
        this.out += quote(value);
        return;
      case "number":
        this.out += this.#number(value);
        return;
      case "boolean":
        this.out += value ? "true" : "false";
        return;
      case "object":
        if (value === null) this.out += "null";
        else this.#object(value, level);
        return;
      case "bigint":
        throw new Refusal("a BigInt");
      case "function":
        throw new Refusal("a function");
      case "symbol":
        throw new Refusal("a symbol");
      default:
        throw new Refusal("undefined");
    }
  }

  /**
   * A number beyond 2^53-1 is written with an exponent: it may stand for any of several integers,
   * and a plain integer token would claim to be exactly one of them (APPR-4).
   */
  #number(value: number): string {
    if (Number.isSafeInteger(value)) return `${value}`;
    if (!Number.isFinite(value)) throw new Refusal(Number.isNaN(value) ? "not a number" : "infinite");
    const text = `${value}`;
    return Number.isInteger(value) && !text.includes("e") ? `${text}e0` : text;
  }

  #object(value: object, level: number): void {
    this.#level = level;
    if (level >= this.#maxDepth) this.#tooDeep(value, level);
    this.#ancestors[level] = value;
    if (Array.isArray(value)) {
      if (!isPlainArray(value)) throw new Refusal("an instance of a class");
      this.#items(value, level);
    } else {
      if (!isPlain(Object.getPrototypeOf(value))) throw new Refusal(kindOf(value));
      this.#members(value as Record<string, unknown>, level);
    }
  }

  #items(items: readonly unknown[], level: number): void {
    const { length } = items;
    this.out += "[";
    for (let index = 0; index < length; index++) {
      this.#path[level] = index;
      this.#level = level + 1;
      const item = items[index];
      if (index > 0) this.out += ",";
      this.write(item, level + 1);
      if (this.out.length > CHUNK) this.#putAway();
    }
    this.out += "]";
  }

  #members(members: Readonly<Record<string, unknown>>, level: number): void {
    let comma = "";
    this.out += "{";
    for (const key of Object.keys(members)) {
      this.#path[level] = key;
      this.#level = level + 1;
      const member = members[key];
      if (member === undefined) continue;
      this.out += `${comma}${quote(key)}:`;
      comma = ",";
      this.write(member, level + 1);
      if (this.out.length > CHUNK) this.#putAway();
    }
    this.out += "}";
  }

  /** A cycle is as deep as one likes, so looking for it can wait until here. */
  #tooDeep(value: object, level: number): never {
    this.#ancestors[level] = value;
    const seen = new Set<object>();
    for (const [depth, ancestor] of this.#ancestors.entries()) {
      if (seen.has(ancestor)) {
        this.#level = depth;
        throw new Refusal("a cycle");
      }
      seen.add(ancestor);
    }
    throw new Refusal("nested deeper than 64 levels");
  }
}

/** Short strings without anything to escape are the rule, and a loop beats JSON.stringify there. */
function quote(text: string): string {
  const { length } = text;
  if (length > 64) return JSON.stringify(text);
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit >= 0xd800 && unit < 0xe000)) return JSON.stringify(text);
  }
  return `"${text}"`;
}

/** Object.prototype of this realm or, by its shape, of another (a frame, a `vm` context); or none. */
export function isPlain(prototype: object | null): boolean {
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "isPrototypeOf");
}

/** Array.prototype is itself an array, the prototype of a class that extends Array is not. */
function isPlainArray(value: readonly unknown[]): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Array.prototype || (Array.isArray(prototype) && isPlain(Object.getPrototypeOf(prototype)));
}

/** What an object is that is not plain; asked of the object's inside, which no property can feign. */
function kindOf(value: object): string {
  if (ArrayBuffer.isView(value) || answers(() => arrayBufferSize.call(value))) return "bytes";
  if (typeof SharedArrayBuffer === "function" && answers(() => sharedBufferSize().call(value))) return "bytes";
  if (answers(() => Map.prototype.has.call(value, 0))) return "a Map";
  if (answers(() => Set.prototype.has.call(value, 0))) return "a Set";
  if (answers(() => Date.prototype.getTime.call(value))) return "a date";
  return "an instance of a class";
}

function answers(question: () => unknown): boolean {
  try {
    question();
    return true;
  } catch {
    return false;
  }
}

const getter = (prototype: object, name: string) =>
  Object.getOwnPropertyDescriptor(prototype, name)!.get as (this: unknown) => unknown;
const arrayBufferSize = getter(ArrayBuffer.prototype, "byteLength");
const sharedBufferSize = () => getter(SharedArrayBuffer.prototype, "byteLength");
