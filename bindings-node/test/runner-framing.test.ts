/** How the shim cuts bytes into messages (RUN-61), and what it takes for JSON (RUN-22). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { LineReader } from "../ts/runner/shim/framing.js";
import { messageFault } from "../ts/runner/shim/strict.js";

const LIMIT = 16;

/** The lines of a stream in the order they came: their text, or the fault in angle brackets. */
function lines(chunks: Uint8Array[], limit = LIMIT): string[] {
  const found: string[] = [];
  const reader = new LineReader(limit, (line) => found.push("text" in line ? line.text : `<${line.fault}>`));
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return found;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const joined = (...pieces: (string | number[])[]) =>
  Uint8Array.from(pieces.flatMap((piece) => (typeof piece === "string" ? [...bytes(piece)] : piece)));

const CASES: [what: string, stream: Uint8Array, expected: string[]][] = [
  ["nothing", bytes(""), []],
  ["one line", bytes("{}\n"), ["{}"]],
  ["two lines", bytes("1\n2\n"), ["1", "2"]],
  ["a last line without its end", bytes("1\n2"), ["1", "2"]],
  ["a carriage return before the end", bytes("1\r\n2\r\n"), ["1", "2"]],
  ["a carriage return at the end of the stream", bytes("1\r"), ["1"]],
  ["a carriage return alone ends nothing", bytes("1\r2\n"), ["1\r2"]],
  ["two carriage returns", bytes("1\r\r\n"), ["1\r"]],
  ["empty lines", bytes("\n\r\n\n1\n\n"), ["1"]],
  ["lines of blanks", bytes("  \n\t\r\n1\n   "), ["1"]],
  ["blanks around a message", bytes(" 1 \n"), [" 1 "]],
  ["line and paragraph separators are data", bytes('"\u2028\u2029"\n2\n'), ['"\u2028\u2029"', "2"]],
  ["next line, form feed and vertical tab are data", bytes('"\u0085\f\v"\n'), ['"\u0085\f\v"']],
  ["a byte order mark is kept", bytes("\ufeff1\n2\n"), ["\ufeff1", "2"]],
  ["characters of two to four bytes", bytes('"é€😀"\n'), ['"é€😀"']],
  ["a byte that begins no character", joined([0xff], "\n2\n"), ["<not_utf8>", "2"]],
  ["a character cut off by the end of its line", joined([0xf0, 0x9f], "\n2\n"), ["<not_utf8>", "2"]],
  ["a character cut off by the end of the stream", joined("1\n", [0xe2, 0x82]), ["1", "<not_utf8>"]],
  ["half a surrogate pair in UTF-8", joined([0xed, 0xa0, 0x80], "\n2\n"), ["<not_utf8>", "2"]],
  ["a character in more bytes than it needs", joined([0xc0, 0x8a], "\n2\n"), ["<not_utf8>", "2"]],
  ["a NUL is data", joined([0x00], "\n"), ["\0"]],
  ["a line of just the limit", bytes("0123456789abcdef\n2\n"), ["0123456789abcdef", "2"]],
  ["the same with a carriage return", bytes("0123456789abcdef\r\n2\n"), ["0123456789abcdef", "2"]],
  ["one byte more", bytes("0123456789abcdefg\n2\n"), ["<too_long>", "2"]],
  ["one byte more, and a carriage return", bytes("0123456789abcdefg\r\n2\n"), ["<too_long>", "2"]],
  ["the limit in bytes, not characters", bytes("é".repeat(9) + "\n2\n"), ["<too_long>", "2"]],
  ["far more: one fault", bytes("x".repeat(10 * LIMIT) + "\n2\n"), ["<too_long>", "2"]],
  ["two of them: two faults", bytes(`${"x".repeat(40)}\n${"y".repeat(40)}\n3\n`), ["<too_long>", "<too_long>", "3"]],
  ["a line that is too long and never ends", bytes("1\n" + "x".repeat(40)), ["1", "<too_long>"]],
  ["too long and no UTF-8: one fault", joined("x".repeat(40), [0xff], "\n2\n"), ["<too_long>", "2"]],
];

for (const [what, stream, expected] of CASES) {
  test(`RUN-61 framing: ${what}, in chunks of every size`, () => {
    for (let size = 1; size <= stream.length + 1; size++) {
      const chunks: Uint8Array[] = [];
      for (let at = 0; at < stream.length; at += size) chunks.push(stream.slice(at, at + size));
      assert.deepEqual(lines(chunks), expected, `chunks of ${size} bytes`);
    }
  });
}

test("RUN-61 framing: a line that is too long is told before it ends, and what follows it is dropped", () => {
  const found: unknown[] = [];
  const reader = new LineReader(LIMIT, (line) => found.push(line));
  reader.push(bytes("x".repeat(LIMIT + 2)));
  assert.deepEqual(found, [{ fault: "too_long" }]);
  for (let chunk = 0; chunk < 1000; chunk++) reader.push(bytes("x".repeat(1000)));
  reader.push(bytes("\n1\n"));
  assert.deepEqual(found, [{ fault: "too_long" }, { text: "1" }]);
});

test("RUN-61 framing: a large message, byte by byte, is what was sent", () => {
  const text = `"${"aé€😀\u2028".repeat(20_000)}"`;
  const stream = bytes(`${text}\n`);
  const chunks = Array.from(stream, (byte) => Uint8Array.of(byte));
  assert.deepEqual(lines(chunks, stream.length), [text]);
});

test("RUN-61 framing: chunks may be written over when they were taken", () => {
  const chunk = bytes("12");
  const found: string[] = [];
  const reader = new LineReader(LIMIT, (line) => found.push("text" in line ? line.text : line.fault));
  reader.push(chunk);
  chunk.fill(0x78);
  reader.push(bytes("3\n"));
  assert.deepEqual(found, ["123"]);
});

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

const REFUSED: [what: string, text: string][] = [
  ["nothing", ""],
  ["no JSON", "{a:1}"],
  ["two values", "1 2"],
  ["a byte order mark", "\ufeff1"],
  ["a key twice", '{"a":1,"a":1}'],
  ["a key twice, once escaped", '{"a":1,"\\u0061":1}'],
  ["a key twice, deep inside", '[{"x":[{"a":1},{"b":{"a":1,"c":2,"a":3}}]}]'],
  ["`__proto__` twice", '{"__proto__":1,"__proto__":1}'],
  ["the empty key twice", '{"":1,"":2}'],
  ["a key twice behind objects and arrays that have it too", '{"a":{"a":[{"a":1}]},"b":["a"],"a":1}'],
  ["keys that differ in half of a surrogate pair", '{"\\ud800":1,"\\ud801":2}'],
  ["the same, one of them written as U+FFFD", '{"\\udc00":1,"\ufffd":2}'],
  ["65 levels", nested(65)],
];

const READ: [what: string, text: string][] = [
  ["null", "null"],
  ["blanks around", " \t\r\n{} \n"],
  ["keys that differ in case", '{"a":1,"A":2}'],
  ["a key again in another object", '{"a":{"a":{"a":1}},"b":{"a":1}}'],
  ["a key again in a sibling", '[{"a":1},{"a":1}]'],
  ["a key that is also a value", '{"a":"a","b":"a"}'],
  ["brackets, quotes and colons in strings", '{"{\\"":"}],:\\\\","[":"\\\\\\""}'],
  ["half of a surrogate pair", '{"\\ud800":"\\udc00\\ud800"}'],
  ["a pair of surrogates", '"\\ud83d\\ude00"'],
  ["an escaped backslash before what looks like an escape", '"\\\\ud800"'],
  ["64 levels", nested(64)],
];

test("RUN-22 what other readers understand differently is no message of the shim either", () => {
  for (const [what, text] of REFUSED) {
    assert.match(messageFault(text) ?? "", /^(the text is not JSON|a key stands twice|the text is nested deeper)/, what);
  }
  for (const [what, text] of READ) assert.equal(messageFault(text), undefined, what);
});
