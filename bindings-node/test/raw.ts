/**
 * JSON as it is written: JSON.parse would turn 9007199254740993 into another number, and a case is
 * to hand over the very text that stands in its file.
 */

/** The members of an object, each as its own text; nothing for any other value. */
export function rawMembers(text: string): Map<string, string> | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  const members = new Map<string, string>();
  walk(text, (key, value) => members.set(JSON.parse(key) as string, value));
  return members;
}

/** The elements of an array, each as its own text. */
export function rawElements(text: string): string[] {
  const elements: string[] = [];
  walk(text, (_, value) => elements.push(value));
  return elements;
}

/** One token at a time; the text is known to be JSON. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;

function walk(text: string, found: (key: string, value: string) => void): void {
  let depth = 0;
  let key = "";
  let start = -1;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (depth === 1 && (token === "," || token === "}" || token === "]")) {
      if (start >= 0) found(key, text.slice(start, index).trim());
      start = -1;
      key = "";
    } else if (depth === 1 && token === ":") {
      key = text.slice(start, index).trim();
      start = -1;
    } else if (depth === 1 && start < 0) {
      start = index;
    }
    if (token === "{" || token === "[") depth++;
    if (token === "}" || token === "]") depth--;
  }
}
