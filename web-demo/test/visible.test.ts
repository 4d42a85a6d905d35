/** Text from outside, with nothing in it unseen (DRAW-9). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { beginning, escaped, pieces, unseenIn, visible } from "../src/drawer/visible.js";

const shown = (text: string) => pieces(text).map(({ text: run, mark }) => (mark === undefined ? run : `<${mark}>`)).join("");

test("DRAW-9 what cannot be seen or turns text around is shown by its number", () => {
  const cases: [string, string][] = [
    ["search_docs", "search_docs"],
    ["löschen 删除 😀 a b", "löschen 删除 😀 a b"],
    ["", ""],
    ["a\u202eb\u2066\u200f", "a<U+202E>b<U+2066><U+200F>"],
    ["a\u200bb\ufeff\u00ad\u2060", "a<U+200B>b<U+FEFF><U+00AD><U+2060>"],
    ["a\nb\tc\u001b[31m\u007f\u009b", "a<U+000A>b<U+0009>c<U+001B>[31m<U+007F><U+009B>"],
    ["a\u00a0b\u3000c\u2028", "a<U+00A0>b<U+3000>c<U+2028>"],
    ["\ud800x\udc00", "<U+D800>x<U+DC00>"],
    ["a\u3164\u115f\u180e\u2800\u034f", "a<U+3164><U+115F><U+180E><U+2800><U+034F>"],
    ["a\u{e0041}\u{e000}\u{fe00}", "a<U+E0041><U+E000><U+FE00>"],
    [" a  b ", "<U+0020>a  b<U+0020>"],
    ["  ", "<U+0020><U+0020>"],
  ];
  for (const [text, expected] of cases) assert.equal(shown(text), expected);
});

test("DRAW-9 pieces put together are the text again, and long texts take time by their length", () => {
  const odd = ` a\u202e\ud800b${" ".repeat(200_000)}c\u200b`;
  const start = performance.now();
  assert.equal(pieces(odd).map(({ text }) => text).join(""), odd);
  assert.ok(!visible(odd).includes("\u202e"));
  assert.ok(performance.now() - start < 5_000);
});

test("DRAW-9 the beginning of a text is never half a character", () => {
  assert.equal(beginning("short", 160), "short");
  assert.equal(beginning("😀😀😀", 2), "😀😀");
  assert.equal(beginning("x".repeat(1_000_000), 3), "xxx");
});

test("DRAW-9 a document's unseen characters are found, and written as escapes it means the same", () => {
  const plain = '{\n\t"a": "b  c é 😀"\r\n}';
  assert.deepEqual(unseenIn(plain), { number: 0, first: -1 });
  assert.equal(escaped(plain), plain);
  const odd = '{"pay\u202eevil": "\u200b\u{e0041}\u00a0", "\\\\": 1}';
  assert.deepEqual(unseenIn(odd), { number: 4, first: 5 });
  assert.equal(unseenIn(escaped(odd)).number, 0);
  assert.deepEqual(JSON.parse(escaped(odd)), JSON.parse(odd));
  assert.match(escaped(odd), /pay\\u202eevil.*\\u200b\\udb40\\udc41\\u00a0/);
  const noJson = '"\\\u202e"';
  assert.throws(() => JSON.parse(noJson));
  assert.throws(() => JSON.parse(escaped(noJson)));
  assert.deepEqual(unseenIn("\u202e".repeat(300_000)), { number: 300_000, first: 0 });
});
