/** Where something stands in a text. */
import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The value, or the member with its key, that a JSON Pointer names; nothing when there is none. */
export function pointed(text: string, pointer: string): Range | undefined {
  const root = parseTree(text, undefined, { disallowComments: true });
  let node: Node | undefined = root;
  for (const part of parts(pointer)) {
    if (node === undefined) return undefined;
    node = findNodeAtLocation(node, [node.type === "array" ? Number(part) : part]);
  }
  const whole = node?.parent?.type === "property" ? node.parent : node;
  return whole && { start: whole.offset, end: whole.offset + whole.length };
}

/** The rest of the line from a place; both numbers count from 1, columns in UTF-16 units. */
export function placed(text: string, line: number, column: number): Range {
  let start = 0;
  for (let passed = 1; passed < line; passed++) {
    const next = text.indexOf("\n", start);
    if (next < 0) break;
    start = next + 1;
  }
  const newline = text.indexOf("\n", start);
  const end = newline < 0 ? text.length : newline;
  return { start: Math.min(start + column - 1, end), end };
}

/** The steps that a JSON Pointer takes through a document: numbers into arrays, else names. */
export function path(pointer: string, document: unknown): (string | number)[] {
  let value = document;
  return parts(pointer).map((part) => {
    const inArray = Array.isArray(value);
    value = Object.hasOwn(Object(value), part) ? (value as { [name: string]: unknown })[part] : undefined;
    return inArray && /^[0-9]+$/.test(part) ? Number(part) : part;
  });
}

function parts(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}
