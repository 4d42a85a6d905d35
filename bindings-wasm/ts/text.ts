/**
 * JSON as it is written: the texts of an object's members and of an array's elements.
 *
 * INVARIANT: every text given here has been read as JSON already, so nothing is checked again.
 */

/** An object's members in their order: each key as it reads, with the text of its value. */
export function members(text: string): [key: string, value: string][] {
  const found: [string, string][] = [];
  let at = next(text, next(text, 0) + 1);
  while (text.charCodeAt(at) === QUOTE) {
    const end = endOf(text, at);
    const start = next(text, next(text, end) + 1);
    const written = text.slice(at, end);
    const behind = endOf(text, start);
    found.push([written.includes("\\") ? (JSON.parse(written) as string) : written.slice(1, -1), text.slice(start, behind)]);
    at = next(text, next(text, behind) + 1);
  }
  return found;
}

/** The texts of an array's elements. */
export function elements(text: string): string[] {
  const found: string[] = [];
  let at = next(text, next(text, 0) + 1);
  while (at < text.length && text.charCodeAt(at) !== CLOSED_ARRAY) {
    const end = endOf(text, at);
    found.push(text.slice(at, end));
    const separator = next(text, end);
    if (text.charCodeAt(separator) === CLOSED_ARRAY) break;
    at = next(text, separator + 1);
  }
  return found;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const CLOSED_ARRAY = 0x5d;

/** The place of the next character that is no white space. */
function next(text: string, at: number): number {
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) break;
  }
  return at;
}

/** The place behind the value that begins at a place. */
function endOf(text: string, at: number): number {
  switch (text[at]) {
    case '"':
      return endOfString(text, at);
    case "{":
    case "[":
      return endOfContainer(text, at);
    default: {
      SCALAR_END.lastIndex = at;
      return SCALAR_END.exec(text)?.index ?? text.length;
    }
  }
}

const SCALAR_END = /[\s,\]}]/g;
const MARK = /["[\]{}]/g;

function endOfString(text: string, at: number): number {
  for (let quote = text.indexOf('"', at + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let behind = quote;
    while (text.charCodeAt(behind - 1) === BACKSLASH) behind--;
    if ((quote - behind) % 2 === 0) return quote + 1;
  }
  return text.length;
}

function endOfContainer(text: string, at: number): number {
  let depth = 0;
  while (at < text.length) {
    MARK.lastIndex = at;
    const found = MARK.exec(text);
    if (!found) break;
    at = found.index + 1;
    switch (found[0]) {
      case '"':
        at = endOfString(text, found.index);
        break;
      case "{":
      case "[":
        depth++;
        break;
      default:
        if (--depth === 0) return at;
    }
  }
  return text.length;
}
