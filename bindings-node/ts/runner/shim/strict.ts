/** The core's check of a message (RUN-22), for the shim, which has no core in it. */

/** How deep a text may nest; the outermost value is level 1. */
const MAX_DEPTH = 64;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * What is wrong with a text: that it is not JSON, nests too deep, or has a key twice in one object. It says
 * nothing of what stands there.
 *
 * Half of a surrogate pair is no fault, since models cut texts in such places; but keys that differ in
 * nothing else are one key twice, since other programs read both as U+FFFD.
 */
export function messageFault(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return "the text is not JSON";
  }
  // One for each object or array around: the keys seen, or none for an array.
  const around: (Set<string> | undefined)[] = [];
  let expectsKey = false;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"': {
        const end = endOfString(text, at);
        const keys = around[around.length - 1];
        if (expectsKey && keys) {
          const key = (JSON.parse(text.slice(at, end)) as string).replace(LONE_SURROGATE, "\ufffd");
          if (keys.has(key)) return "a key stands twice in one object";
          keys.add(key);
        }
        at = end - 1;
        break;
      }
      case "{":
      case "[":
        expectsKey = text[at] === "{";
        if (around.push(expectsKey ? new Set() : undefined) > MAX_DEPTH) return `the text is nested deeper than ${MAX_DEPTH} levels`;
        break;
      case "}":
      case "]":
        around.pop();
        break;
      case ",":
        expectsKey = true;
        break;
      case ":":
        expectsKey = false;
    }
  }
  return undefined;
}

/** The place behind the string that begins at a place. */
function endOfString(text: string, at: number): number {
  for (let end = at + 1; ; end++) {
    if (text[end] === "\\") end++;
    else if (text[end] === '"') return end + 1;
  }
}
