/** Where a pointer or a line leads to in a text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { placed, pointed } from "../src/engine/places.js";

const TEXT = '{\n  "a/b": [1, {"~": "x"}],\n  "__proto__": {"constructor": null},\n  "": 0\n}';

test("DRAW-3 a pointer leads to the member or element that it names", () => {
  const cases: [string, string | undefined][] = [
    ["", TEXT],
    ["/a~1b/0", "1"],
    ["/a~1b/1/~0", '"~": "x"'],
    ["/__proto__/constructor", '"constructor": null'],
    ["/", '"": 0'],
    ["/missing", undefined],
    ["/a~1b/7", undefined],
    ["/a~1b/x", undefined],
    ["/a~1b/0/deeper", undefined],
  ];
  for (const [pointer, expected] of cases) {
    const range = pointed(TEXT, pointer);
    assert.equal(range && TEXT.slice(range.start, range.end), expected, pointer);
  }
  assert.equal(pointed("", "/a"), undefined);
});

test("DRAW-6 a line and column lead to the rest of that line", () => {
  const cases: [number, number, string][] = [
    [1, 1, "{"],
    [2, 3, '"a/b": [1, {"~": "x"}],'],
    [5, 1, "}"],
    [5, 2, ""],
    [5, 99, ""],
    [99, 1, "}"],
  ];
  for (const [line, column, expected] of cases) {
    const { start, end } = placed(TEXT, line, column);
    assert.equal(TEXT.slice(start, end), expected, `${line}:${column}`);
  }
});
