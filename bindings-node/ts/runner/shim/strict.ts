/**
 * JSON as the core reads it, for the shim, which has no core: what other readers understand differently
 * is refused, and the text of each part stays at hand (RUN-22).
 */

/** How deep a text may nest; the outermost value is level 1. */
const MAX_DEPTH = 64;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The text of each member of an object, by key, or of each element of an array, by index. */
export type Parts = ReadonlyMap<string, string>;

/**
 * The value of a text. Throws for what is not JSON, nests too deep, or has a key twice in one object. Half of a
 * surrogate pair is no fault, since models cut texts in such places; but keys that differ in nothing else are
 * one key twice, since other programs read both as U+FFFD.
 */
export function readStrict(text: string): unknown {
  const value: unknown = JSON.parse(text);
  walk(text);
  return value;
}

/** The parts of an object or array that {@link readStrict} has read. */
export function parts(text: string): Parts {
  return walk(text);
}

/** @param text JSON for sure */
function walk(text: string): Map<string, string> {
  const found = new Map<string, string>();
  // One for each object or array around: the keys seen, or none for an array.
  const around: (Set<string> | undefined)[] = [];
  let [key, start, index, expectsKey] = ["", 0, 0, false];
  const keep = (end: number) => {
    if (around.length !== 1) return;
    const part = text.slice(start, end).trim();
    if (part !== "") found.set(around[0] ? key : String(index++), part);
    start = end + 1;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = stringEnd(text, at);
      const keys = around[around.length - 1];
      if (expectsKey && keys) {
        const name = JSON.parse(text.slice(at, end)) as string;
        const seen = name.replace(LONE_SURROGATE, "\ufffd");
        if (keys.has(seen)) throw new Error("a key stands twice in one object");
        keys.add(seen);
        if (around.length === 1) key = name;
      }
      at = end - 1;
    } else if (character === "{" || character === "[") {
      if (around.push(character === "{" ? new Set() : undefined) > MAX_DEPTH) throw new Error(`deeper than ${MAX_DEPTH} levels`);
      expectsKey = character === "{";
      if (around.length === 1) start = at + 1;
    } else if (character === "}" || character === "]") {
      keep(at);
      around.pop();
    } else if (character === ",") {
      keep(at);
      expectsKey = around[around.length - 1] !== undefined;
    } else if (character === ":") {
      expectsKey = false;
      if (around.length === 1) start = at + 1;
    }
  }
  return found;
}

/** The place behind the string that begins at `at`. */
function stringEnd(text: string, at: number): number {
  for (let end = at + 1; ; end++) {
    if (text[end] === "\\") end++;
    else if (text[end] === '"') return end + 1;
  }
}
