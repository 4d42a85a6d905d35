/** From host objects to JSON text: what is refused, what is written, and that each property is read once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import vm from "node:vm";
import { crossing, HOST, hostCrossing, REFUSED, TEXT, textOf } from "../../bindings-wasm/ts/host.js";

const written = (value: unknown) => {
  const crossed = hostCrossing(value);
  assert.equal(crossed.form, HOST, String(crossed.data));
  return textOf(crossed);
};
const refused = (value: unknown) => {
  const { form, data } = hostCrossing(value);
  assert.equal(form, REFUSED, String(data));
  const { pointer, what } = JSON.parse(data as string) as { pointer: string; what: string };
  return `${pointer} ${what}`;
};
const nested = (levels: number, inner: unknown) => {
  let value = inner;
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
  return value;
};
class Box {
  value = 1;
}

test("plain values are written as JSON.stringify writes them", () => {
  const values = [
    null,
    true,
    false,
    0,
    -1.5,
    1e-7,
    9007199254740991,
    "",
    "é 😀 \u2028",
    'q"\\\n\u0001\u007f',
    "x".repeat(100) + '"',
    [],
    {},
    [1, [2, { a: [] }]],
    { b: 1, a: { "": null }, "q\"": 2, "2": 0, "1": 0 },
    Object.assign(Object.create(null), { a: 1 }),
    { a: undefined, b: 1, c: undefined },
    JSON.parse('{"__proto__": {"a": 1}, "constructor": 1}'),
    vm.runInNewContext("({a: [1, {b: 2}]})"),
    Object.freeze({ a: Object.freeze([1]) }),
  ];
  for (const value of values) assert.equal(written(value), JSON.stringify(value));
});

test("long texts are written the same, whatever lies where they are put away in pieces", () => {
  for (const filler of ["x", "é", "😀", "\ud800", '"']) {
    for (const length of [4000, 4090, 4096, 4097, 10_000]) {
      const value = { [filler]: filler.repeat(length), list: Array.from({ length }, () => [filler, { a: filler }]) };
      assert.equal(written(value), JSON.stringify(value));
    }
  }
});

test("APPR-4 integers beyond 2^53-1 never become exact integer tokens", () => {
  const cases: [number, string][] = [
    [2 ** 53, "9007199254740992e0"],
    [-(2 ** 53), "-9007199254740992e0"],
    [123456789012345680000, "123456789012345680000e0"],
    [1e21, "1e+21"],
    [Number.MAX_VALUE, "1.7976931348623157e+308"],
    [-0, "0"],
  ];
  for (const [value, text] of cases) {
    assert.equal(written([value]), `[${text}]`);
    assert.equal(JSON.parse(text), value === 0 ? 0 : value);
  }
});

test("lone surrogates cross as escapes, in keys and in values, and pairs as they are", () => {
  assert.equal(written(["\ud800", "a\udc00b", "😀"]), '["\\ud800","a\\udc00b","😀"]');
  assert.equal(written({ "\udfff": 1 }), '{"\\udfff":1}');
});

test("what is no JSON is refused, with the place and the word that all languages share", () => {
  const cycle: { a: unknown[] } = { a: [0] };
  cycle.a.push({ "b/~": cycle });
  const own: unknown[] = [];
  own.push(own);
  const cases: [unknown, string][] = [
    [undefined, " undefined"],
    [[1, undefined], "/1 undefined"],
    // eslint-disable-next-line no-sparse-arrays
    [[1, , 2], "/1 undefined"],
    [{ a: 10n }, "/a a BigInt"],
    [() => 1, " a function"],
    [{ a: { toJSON: () => 1 } }, "/a/toJSON a function"],
    [[Symbol("x")], "/0 a symbol"],
    [new Map(), " a Map"],
    [{ a: new Set() }, "/a a Set"],
    [[new Date(0)], "/0 a date"],
    [[new Date(NaN)], "/0 a date"],
    [[new Uint8Array(2)], "/0 bytes"],
    [[Buffer.from("x")], "/0 bytes"],
    [[new ArrayBuffer(1)], "/0 bytes"],
    [[new SharedArrayBuffer(1)], "/0 bytes"],
    [[new DataView(new ArrayBuffer(1))], "/0 bytes"],
    [new Float64Array(1), " bytes"],
    [vm.runInNewContext("[new Map(), 1]"), "/0 a Map"],
    [{ a: new Box() }, "/a an instance of a class"],
    [Object.create({ inherited: 1 }), " an instance of a class"],
    [new (class extends Array {})(), " an instance of a class"],
    [[new String("x")], "/0 an instance of a class"],
    [new WeakMap(), " an instance of a class"],
    [/x/, " an instance of a class"],
    [Promise.resolve(), " an instance of a class"],
    [new Error("x"), " an instance of a class"],
    [Object.create(Map.prototype), " an instance of a class"],
    [{ a: NaN }, "/a not a number"],
    [[0, -Infinity], "/1 infinite"],
    [cycle, "/a/1/b~1~0 a cycle"],
    [own, "/0 a cycle"],
    [{ a: { get b(): never { throw new Error("secret"); } } }, "/a/b a getter that throws"],
    [[Proxy.revocable({}, {})].map((made) => (made.revoke(), made.proxy)), "/0 a getter that throws"],
    [new Proxy({}, { ownKeys() { throw new Error("no"); } }), " a getter that throws"],
    [{ "a/b": { "~": 1n } }, "/a~1b/~0 a BigInt"],
    [{ deep: [[[[{ a: 1 }]]]], then: 1n }, "/then a BigInt"],
  ];
  for (const [value, expected] of cases) assert.equal(refused(value), expected);
});

test("CONF-3 64 levels are written, the 65th is refused, and a shared object is no cycle", () => {
  const levels = nested(64, 1);
  assert.equal(written(levels), JSON.stringify(levels));
  assert.match(refused(nested(65, 1)), /^(\/0|\/a){64} an? ?|nested deeper than 64 levels$/);
  assert.match(refused(nested(65, 1)), / nested deeper than 64 levels$/);
  assert.match(refused(nested(100_000, 1)), / nested deeper than 64 levels$/);
  const shared = { a: 1 };
  assert.equal(written([shared, shared]), '[{"a":1},{"a":1}]');
  assert.equal(written(nested(62, [shared, shared])), JSON.stringify(nested(62, [shared, shared])));
});

test("each property is read exactly once, through getters and proxies alike", () => {
  const reads: string[] = [];
  const watched = (name: string, target: object) =>
    new Proxy(target, {
      get(of, key, receiver) {
        reads.push(`${name}.${String(key)}`);
        return Reflect.get(of, key, receiver);
      },
    });
  let count = 0;
  const value = watched("top", {
    list: watched("list", [1, 2]),
    get counted() {
      return ++count;
    },
  });
  assert.equal(written(value), '{"list":[1,2],"counted":1}');
  assert.deepEqual(reads, ["top.list", "list.length", "list.0", "list.1", "top.counted"]);
});

test("a getter that hands out fresh objects for ever is deep, not endless", () => {
  const endless = (): object => ({ get next() { return endless(); } });
  assert.match(refused(endless()), /^(\/next){64} nested deeper than 64 levels$/);
});

test("nothing that Object.prototype was given is read, and no toJSON is called", () => {
  const polluted = Object.prototype as unknown as Record<string, unknown>;
  try {
    polluted.read_only = true;
    Object.defineProperty(polluted, "toJSON", { value: () => "feigned", configurable: true });
    assert.equal(written({ a: [1] }), '{"a":[1]}');
    const { data } = hostCrossing({ a: 1n });
    assert.equal(data, '{"pointer":"/a","what":"a BigInt"}');
  } finally {
    delete polluted.read_only;
    delete polluted.toJSON;
  }
});

test("a string and UTF-8 bytes are the author's own text", () => {
  assert.deepEqual(crossing("{"), { form: TEXT, data: "{" });
  const bytes = new TextEncoder().encode("{}");
  assert.equal(crossing(bytes).data, bytes);
  assert.equal(crossing(bytes).form, TEXT);
  assert.equal(crossing(vm.runInNewContext("new Uint8Array([123])")).form, TEXT);
  assert.equal(crossing(new Uint16Array(1)).form, REFUSED);
});

test("CONF-3 a text with a lone surrogate crosses as bytes that are no UTF-8, not as another text", () => {
  const { form, data } = crossing('é"\ud800😀\udc00"');
  assert.equal(form, TEXT);
  assert.equal(Buffer.from(data as Uint8Array).toString("hex"), "c3a922eda080f09f9880edb08022");
});
