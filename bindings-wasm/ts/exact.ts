/** JSON text as a value that loses no digit of an integer. */

/**
 * As JSON.parse, but integers beyond ±(2^53-1) are BigInts: a number there stands for any of
 * several, and what a person approved was one of them (PERM-40).
 */
export function parseExact(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const mark = unusedMark(text);
  return JSON.parse(withMarks(text, mark), (_, value: unknown) =>
    typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/**
 * A beginning that no string of the text has.
 *
 * INVARIANT: a NUL in a string has one spelling in JSON, so that as many of them as stand nowhere in
 * the text stand in no string.
 */
function unusedMark(text: string): string {
  let count = 1;
  while (text.includes("\\u0000".repeat(count))) count++;
  return "\0".repeat(count);
}

/** The text with each integer that JavaScript's numbers do not have as a string behind the mark. */
function withMarks(text: string, mark: string): string {
  const token = /"|-?\d[\d.eE+-]*/g;
  const written = JSON.stringify(mark).slice(1, -1);
  let out = "";
  let copied = 0;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [word] = found;
    if (word === '"') {
      token.lastIndex = endOfString(text, found.index);
    } else if (/^-?\d+$/.test(word) && !Number.isSafeInteger(Number(word))) {
      out += `${text.slice(copied, found.index)}"${written}${word}"`;
      copied = token.lastIndex;
    }
  }
  return out + text.slice(copied);
}

/** Where the text goes on behind the string whose quote stands at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === 0x5c) escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
  return text.length;
}
