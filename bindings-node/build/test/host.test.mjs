var __getOwnPropNames = Object.getOwnPropertyNames;
var __esm = (fn, res, err) => function __init() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// ../bindings-wasm/ts/host.ts
function crossing(value) {
  if (typeof value === "string") return { form: TEXT, data: wellFormed(value) ? value : bytesAsWritten(value) };
  if (isBytes(value)) return { form: TEXT, data: value };
  return hostCrossing(value);
}
function hostCrossing(value) {
  const writer = new Writer();
  try {
    writer.write(value, 0);
    return { form: HOST, data: writer.out };
  } catch (error) {
    const what = error instanceof Refusal ? error.message : "a getter that throws";
    return { form: REFUSED, data: `{"pointer":${quote(writer.pointer())},"what":${quote(what)}}` };
  }
}
function bytesAsWritten(text) {
  const encoder = new TextEncoder();
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (const part of text.split(/([\ud800-\udfff])/u)) {
    const unit = part.length === 1 ? part.charCodeAt(0) : 0;
    if (unit >= 55296 && unit <= 57343) {
      bytes.set([224 | unit >> 12, 128 | unit >> 6 & 63, 128 | unit & 63], length);
      length += 3;
    } else {
      length += encoder.encodeInto(part, bytes.subarray(length)).written;
    }
  }
  return bytes.subarray(0, length);
}
function isBytes(value) {
  return ArrayBuffer.isView(value) && typedArrayName.call(value) === "Uint8Array";
}
function quote(text) {
  const { length } = text;
  if (length > 64) return JSON.stringify(text);
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 32 || unit === 34 || unit === 92 || unit >= 55296 && unit < 57344) return JSON.stringify(text);
  }
  return `"${text}"`;
}
function isPlain(prototype) {
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "isPrototypeOf");
}
function isPlainArray(value) {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Array.prototype || Array.isArray(prototype) && isPlain(Object.getPrototypeOf(prototype));
}
function kindOf(value) {
  if (ArrayBuffer.isView(value) || answers(() => arrayBufferSize.call(value))) return "bytes";
  if (typeof SharedArrayBuffer === "function" && answers(() => sharedBufferSize().call(value))) return "bytes";
  if (answers(() => Map.prototype.has.call(value, 0))) return "a Map";
  if (answers(() => Set.prototype.has.call(value, 0))) return "a Set";
  if (answers(() => Date.prototype.getTime.call(value))) return "a date";
  return "an instance of a class";
}
function answers(question) {
  try {
    question();
    return true;
  } catch {
    return false;
  }
}
var TEXT, HOST, REFUSED, MAX_DEPTH, wellFormed, LONE_SURROGATE, typedArrayName, Refusal, Writer, getter, arrayBufferSize, sharedBufferSize;
var init_host = __esm({
  "../bindings-wasm/ts/host.ts"() {
    "use strict";
    TEXT = 0;
    HOST = 1;
    REFUSED = 2;
    MAX_DEPTH = 64;
    wellFormed = typeof "".isWellFormed === "function" ? (text) => text.isWellFormed() : (text) => !LONE_SURROGATE.test(text);
    LONE_SURROGATE = /[\ud800-\udfff]/u;
    typedArrayName = Object.getOwnPropertyDescriptor(
      Object.getPrototypeOf(Uint8Array.prototype),
      Symbol.toStringTag
    ).get;
    Refusal = class extends Error {
    };
    Writer = class {
      out = "";
      /** The keys and indexes on the way to the value that is being read; the first `#level` of them hold. */
      #path = [];
      #level = 0;
      /** The objects on that way: only looked through when the limit is reached, to tell a cycle from depth. */
      #ancestors = [];
      /** Where reading stopped. */
      pointer() {
        const escape = (key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
        return this.#path.slice(0, this.#level).map(escape).join("");
      }
      write(value, level) {
        switch (typeof value) {
          case "string":
            this.out += quote(value);
            return;
          case "number":
            this.out += this.#number(value);
            return;
          case "boolean":
            this.out += value ? "true" : "false";
            return;
          case "object":
            if (value === null) this.out += "null";
            else this.#object(value, level);
            return;
          case "bigint":
            throw new Refusal("a BigInt");
          case "function":
            throw new Refusal("a function");
          case "symbol":
            throw new Refusal("a symbol");
          default:
            throw new Refusal("undefined");
        }
      }
      /**
       * A number beyond 2^53-1 is written with an exponent: it may stand for any of several integers,
       * and a plain integer token would claim to be exactly one of them (APPR-4).
       */
      #number(value) {
        if (Number.isSafeInteger(value)) return `${value}`;
        if (!Number.isFinite(value)) throw new Refusal(Number.isNaN(value) ? "not a number" : "infinite");
        const text = `${value}`;
        return Number.isInteger(value) && !text.includes("e") ? `${text}e0` : text;
      }
      #object(value, level) {
        this.#level = level;
        if (level >= MAX_DEPTH) this.#tooDeep(value, level);
        this.#ancestors[level] = value;
        if (Array.isArray(value)) {
          if (!isPlainArray(value)) throw new Refusal("an instance of a class");
          this.#items(value, level);
        } else {
          if (!isPlain(Object.getPrototypeOf(value))) throw new Refusal(kindOf(value));
          this.#members(value, level);
        }
      }
      #items(items, level) {
        const { length } = items;
        this.out += "[";
        for (let index = 0; index < length; index++) {
          this.#path[level] = index;
          this.#level = level + 1;
          const item = items[index];
          if (index > 0) this.out += ",";
          this.write(item, level + 1);
        }
        this.out += "]";
      }
      #members(members, level) {
        let comma = "";
        this.out += "{";
        for (const key of Object.keys(members)) {
          this.#path[level] = key;
          this.#level = level + 1;
          const member = members[key];
          if (member === void 0) continue;
          this.out += `${comma}${quote(key)}:`;
          comma = ",";
          this.write(member, level + 1);
        }
        this.out += "}";
      }
      /** A cycle is as deep as one likes, so looking for it can wait until here. */
      #tooDeep(value, level) {
        this.#ancestors[level] = value;
        const seen = /* @__PURE__ */ new Set();
        for (const [depth, ancestor] of this.#ancestors.entries()) {
          if (seen.has(ancestor)) {
            this.#level = depth;
            throw new Refusal("a cycle");
          }
          seen.add(ancestor);
        }
        throw new Refusal("nested deeper than 64 levels");
      }
    };
    getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
    arrayBufferSize = getter(ArrayBuffer.prototype, "byteLength");
    sharedBufferSize = () => getter(SharedArrayBuffer.prototype, "byteLength");
  }
});

// test/host.test.ts
import assert from "node:assert/strict";
import { test } from "node:test";
import vm from "node:vm";
var require_host_test = __commonJS({
  "test/host.test.ts"() {
    init_host();
    var written = (value) => {
      const { form, data } = hostCrossing(value);
      assert.equal(form, HOST, String(data));
      return data;
    };
    var refused = (value) => {
      const { form, data } = hostCrossing(value);
      assert.equal(form, REFUSED, String(data));
      const { pointer, what } = JSON.parse(data);
      return `${pointer} ${what}`;
    };
    var nested = (levels, inner) => {
      let value = inner;
      for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
      return value;
    };
    var Box = class {
      value = 1;
    };
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
        "\xE9 \u{1F600} \u2028",
        'q"\\\n\x7F',
        "x".repeat(100) + '"',
        [],
        {},
        [1, [2, { a: [] }]],
        { b: 1, a: { "": null }, 'q"': 2, "2": 0, "1": 0 },
        Object.assign(/* @__PURE__ */ Object.create(null), { a: 1 }),
        { a: void 0, b: 1, c: void 0 },
        JSON.parse('{"__proto__": {"a": 1}, "constructor": 1}'),
        vm.runInNewContext("({a: [1, {b: 2}]})"),
        Object.freeze({ a: Object.freeze([1]) })
      ];
      for (const value of values) assert.equal(written(value), JSON.stringify(value));
    });
    test("APPR-4 integers beyond 2^53-1 never become exact integer tokens", () => {
      const cases = [
        [2 ** 53, "9007199254740992e0"],
        [-(2 ** 53), "-9007199254740992e0"],
        [12345678901234568e4, "123456789012345680000e0"],
        [1e21, "1e+21"],
        [Number.MAX_VALUE, "1.7976931348623157e+308"],
        [-0, "0"]
      ];
      for (const [value, text] of cases) {
        assert.equal(written([value]), `[${text}]`);
        assert.equal(JSON.parse(text), value === 0 ? 0 : value);
      }
    });
    test("lone surrogates cross as escapes, in keys and in values, and pairs as they are", () => {
      assert.equal(written(["\uD800", "a\uDC00b", "\u{1F600}"]), '["\\ud800","a\\udc00b","\u{1F600}"]');
      assert.equal(written({ "\uDFFF": 1 }), '{"\\udfff":1}');
    });
    test("what is no JSON is refused, with the place and the word that all languages share", () => {
      const cycle = { a: [0] };
      cycle.a.push({ "b/~": cycle });
      const own = [];
      own.push(own);
      const cases = [
        [void 0, " undefined"],
        [[1, void 0], "/1 undefined"],
        // eslint-disable-next-line no-sparse-arrays
        [[1, , 2], "/1 undefined"],
        [{ a: 10n }, "/a a BigInt"],
        [() => 1, " a function"],
        [{ a: { toJSON: () => 1 } }, "/a/toJSON a function"],
        [[/* @__PURE__ */ Symbol("x")], "/0 a symbol"],
        [/* @__PURE__ */ new Map(), " a Map"],
        [{ a: /* @__PURE__ */ new Set() }, "/a a Set"],
        [[/* @__PURE__ */ new Date(0)], "/0 a date"],
        [[/* @__PURE__ */ new Date(NaN)], "/0 a date"],
        [[new Uint8Array(2)], "/0 bytes"],
        [[Buffer.from("x")], "/0 bytes"],
        [[new ArrayBuffer(1)], "/0 bytes"],
        [[new SharedArrayBuffer(1)], "/0 bytes"],
        [[new DataView(new ArrayBuffer(1))], "/0 bytes"],
        [new Float64Array(1), " bytes"],
        [vm.runInNewContext("[new Map(), 1]"), "/0 a Map"],
        [{ a: new Box() }, "/a an instance of a class"],
        [/* @__PURE__ */ Object.create({ inherited: 1 }), " an instance of a class"],
        [new class extends Array {
        }(), " an instance of a class"],
        [[new String("x")], "/0 an instance of a class"],
        [/* @__PURE__ */ new WeakMap(), " an instance of a class"],
        [/x/, " an instance of a class"],
        [Promise.resolve(), " an instance of a class"],
        [new Error("x"), " an instance of a class"],
        [Object.create(Map.prototype), " an instance of a class"],
        [{ a: NaN }, "/a not a number"],
        [[0, -Infinity], "/1 infinite"],
        [cycle, "/a/1/b~1~0 a cycle"],
        [own, "/0 a cycle"],
        [{ a: { get b() {
          throw new Error("secret");
        } } }, "/a/b a getter that throws"],
        [[Proxy.revocable({}, {})].map((made) => (made.revoke(), made.proxy)), "/0 a getter that throws"],
        [new Proxy({}, { ownKeys() {
          throw new Error("no");
        } }), " a getter that throws"],
        [{ "a/b": { "~": 1n } }, "/a~1b/~0 a BigInt"],
        [{ deep: [[[[{ a: 1 }]]]], then: 1n }, "/then a BigInt"]
      ];
      for (const [value, expected] of cases) assert.equal(refused(value), expected);
    });
    test("CONF-3 64 levels are written, the 65th is refused, and a shared object is no cycle", () => {
      const levels = nested(64, 1);
      assert.equal(written(levels), JSON.stringify(levels));
      assert.match(refused(nested(65, 1)), /^(\/0|\/a){64} an? ?|nested deeper than 64 levels$/);
      assert.match(refused(nested(65, 1)), / nested deeper than 64 levels$/);
      assert.match(refused(nested(1e5, 1)), / nested deeper than 64 levels$/);
      const shared = { a: 1 };
      assert.equal(written([shared, shared]), '[{"a":1},{"a":1}]');
      assert.equal(written(nested(62, [shared, shared])), JSON.stringify(nested(62, [shared, shared])));
    });
    test("each property is read exactly once, through getters and proxies alike", () => {
      const reads = [];
      const watched = (name, target) => new Proxy(target, {
        get(of, key, receiver) {
          reads.push(`${name}.${String(key)}`);
          return Reflect.get(of, key, receiver);
        }
      });
      let count = 0;
      const value = watched("top", {
        list: watched("list", [1, 2]),
        get counted() {
          return ++count;
        }
      });
      assert.equal(written(value), '{"list":[1,2],"counted":1}');
      assert.deepEqual(reads, ["top.list", "list.length", "list.0", "list.1", "top.counted"]);
    });
    test("a getter that hands out fresh objects for ever is deep, not endless", () => {
      const endless = () => ({ get next() {
        return endless();
      } });
      assert.match(refused(endless()), /^(\/next){64} nested deeper than 64 levels$/);
    });
    test("nothing that Object.prototype was given is read, and no toJSON is called", () => {
      const polluted = Object.prototype;
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
      const { form, data } = crossing('\xE9"\uD800\u{1F600}\uDC00"');
      assert.equal(form, TEXT);
      assert.equal(Buffer.from(data).toString("hex"), "c3a922eda080f09f9880edb08022");
    });
    test("600 KB of objects are written in one pass whose time grows with their size", () => {
      const server = (index) => ({ name: `s-${index}`, policy: { tool_permissions: { a: "allow", b: "ask" } } });
      const size = (count) => {
        const document = { mcps: Array.from({ length: count }, (_, index) => server(index)) };
        const start = performance.now();
        written(document);
        return performance.now() - start;
      };
      size(1e4);
      const median = (count) => [size(count), size(count), size(count)].sort((a, b) => a - b)[1];
      assert.ok(median(1e5) < 40 * Math.max(median(1e4), 1));
    });
  }
});
export default require_host_test();
//# sourceMappingURL=data:application/json;base64,ewogICJ2ZXJzaW9uIjogMywKICAic291cmNlcyI6IFsiLi4vLi4vLi4vYmluZGluZ3Mtd2FzbS90cy9ob3N0LnRzIiwgIi4uLy4uL3Rlc3QvaG9zdC50ZXN0LnRzIl0sCiAgInNvdXJjZXNDb250ZW50IjogWyIvKipcbiAqIEZyb20gYSBob3N0IG9iamVjdCB0byBKU09OIHRleHQsIGluIG9uZSBwYXNzIHRoYXQgcmVhZHMgZWFjaCBwcm9wZXJ0eSBleGFjdGx5IG9uY2UsIHNvIHRoYXQgd2hhdFxuICogdGhlIGNvcmUganVkZ2VzIGlzIHdoYXQgd2FzIHJlYWQ6IG5vIGxhdGVyIHJlYWQgY2FuIGRpZmZlciBmcm9tIGl0LlxuICpcbiAqIEpTT04uc3RyaW5naWZ5IHdvdWxkIG5vdCBkbzogaXQgY2FsbHMgYHRvSlNPTmAsIHdyaXRlcyBhIE1hcCBhcyBge31gLCBhIERhdGUgYXMgYSBzdHJpbmcsIE5hTiBhc1xuICogbnVsbCwgYW5kIGxlYXZlcyBhIGZ1bmN0aW9uIG91dCwgYW5kIGVhY2ggb2YgdGhlc2Ugd291bGQgcHV0IGEgdmFsdWUgYmVmb3JlIHRoZSBnYXRlIHRoYXQgdGhlXG4gKiBjYWxsZXIgZGlkIG5vdCBob2xkLlxuICovXG5cbi8qKiBIb3cgYSB2YWx1ZSBjcm9zc2VzIGludG8gdGhlIGNvcmU7IHRoZSBudW1iZXJzIGFyZSB0aG9zZSBvZiB0aGUgY29yZSdzIGBJbnB1dDo6bmV3YC4gKi9cbmV4cG9ydCBjb25zdCBURVhUID0gMDtcbmV4cG9ydCBjb25zdCBIT1NUID0gMTtcbmV4cG9ydCBjb25zdCBSRUZVU0VEID0gMjtcblxuLyoqIEEgdmFsdWUgb24gaXRzIHdheSBpbnRvIHRoZSBjb3JlOiB0aGUgYXV0aG9yJ3Mgb3duIHRleHQsIHRleHQgd3JpdHRlbiBoZXJlLCBvciB3aHkgdGhlcmUgaXMgbm9uZS4gKi9cbmV4cG9ydCBpbnRlcmZhY2UgQ3Jvc3Npbmcge1xuICByZWFkb25seSBmb3JtOiB0eXBlb2YgVEVYVCB8IHR5cGVvZiBIT1NUIHwgdHlwZW9mIFJFRlVTRUQ7XG4gIHJlYWRvbmx5IGRhdGE6IHN0cmluZyB8IFVpbnQ4QXJyYXk7XG59XG5cbi8qKiBIb3cgZGVlcCBhIHZhbHVlIG1heSBuZXN0OyB0aGUgb3V0ZXJtb3N0IGlzIGxldmVsIDEgKENPTkYtMykuICovXG5jb25zdCBNQVhfREVQVEggPSA2NDtcblxuLyoqIEEgZG9jdW1lbnQgYXMgYSBjYWxsZXIgaGFuZHMgaXQgb3ZlcjogSlNPTiB0ZXh0IChzdHJpbmcsIFVURi04IGJ5dGVzKSBvciBhIHBsYWluIGhvc3Qgb2JqZWN0LiAqL1xuZXhwb3J0IGZ1bmN0aW9uIGNyb3NzaW5nKHZhbHVlOiB1bmtub3duKTogQ3Jvc3Npbmcge1xuICBpZiAodHlwZW9mIHZhbHVlID09PSBcInN0cmluZ1wiKSByZXR1cm4geyBmb3JtOiBURVhULCBkYXRhOiB3ZWxsRm9ybWVkKHZhbHVlKSA/IHZhbHVlIDogYnl0ZXNBc1dyaXR0ZW4odmFsdWUpIH07XG4gIGlmIChpc0J5dGVzKHZhbHVlKSkgcmV0dXJuIHsgZm9ybTogVEVYVCwgZGF0YTogdmFsdWUgfTtcbiAgcmV0dXJuIGhvc3RDcm9zc2luZyh2YWx1ZSk7XG59XG5cbi8qKiBBIGhvc3QgdmFsdWU7IGhlcmUgYSBzdHJpbmcgaXMgYSB2YWx1ZSBhbmQgbm8gdGV4dC4gKi9cbmV4cG9ydCBmdW5jdGlvbiBob3N0Q3Jvc3NpbmcodmFsdWU6IHVua25vd24pOiBDcm9zc2luZyB7XG4gIGNvbnN0IHdyaXRlciA9IG5ldyBXcml0ZXIoKTtcbiAgdHJ5IHtcbiAgICB3cml0ZXIud3JpdGUodmFsdWUsIDApO1xuICAgIHJldHVybiB7IGZvcm06IEhPU1QsIGRhdGE6IHdyaXRlci5vdXQgfTtcbiAgfSBjYXRjaCAoZXJyb3IpIHtcbiAgICBjb25zdCB3aGF0ID0gZXJyb3IgaW5zdGFuY2VvZiBSZWZ1c2FsID8gZXJyb3IubWVzc2FnZSA6IFwiYSBnZXR0ZXIgdGhhdCB0aHJvd3NcIjtcbiAgICByZXR1cm4geyBmb3JtOiBSRUZVU0VELCBkYXRhOiBge1wicG9pbnRlclwiOiR7cXVvdGUod3JpdGVyLnBvaW50ZXIoKSl9LFwid2hhdFwiOiR7cXVvdGUod2hhdCl9fWAgfTtcbiAgfVxufVxuXG4vKiogV2hldGhlciBhIHN0cmluZyBoYXMgbm8gbG9uZSBzdXJyb2dhdGU7IG9uZSB0aGF0IGhhcyB3b3VsZCBzaWxlbnRseSBiZWNvbWUgYW5vdGhlciBvbiBpdHMgd2F5IHRvIFVURi04LiAqL1xuZXhwb3J0IGNvbnN0IHdlbGxGb3JtZWQ6ICh0ZXh0OiBzdHJpbmcpID0+IGJvb2xlYW4gPVxuICB0eXBlb2YgKFwiXCIgYXMgeyBpc1dlbGxGb3JtZWQ/OiB1bmtub3duIH0pLmlzV2VsbEZvcm1lZCA9PT0gXCJmdW5jdGlvblwiXG4gICAgPyAodGV4dCkgPT4gKHRleHQgYXMgdW5rbm93biBhcyB7IGlzV2VsbEZvcm1lZCgpOiBib29sZWFuIH0pLmlzV2VsbEZvcm1lZCgpXG4gICAgOiAodGV4dCkgPT4gIUxPTkVfU1VSUk9HQVRFLnRlc3QodGV4dCk7XG5cbi8qKiBXaXRoIHRoZSBmbGFnIGB1YCBhIHBhaXIgaXMgb25lIGNoYXJhY3Rlciwgc28gb25seSBsb25lIHN1cnJvZ2F0ZXMgbWF0Y2guICovXG5jb25zdCBMT05FX1NVUlJPR0FURSA9IC9bXFx1ZDgwMC1cXHVkZmZmXS91O1xuXG4vKipcbiAqIFRoZSBieXRlcyBvZiBhIHRleHQgd2l0aCBsb25lIHN1cnJvZ2F0ZXMsIGVhY2ggZW5jb2RlZCBhcyBpZiBpdCB3ZXJlIGEgY2hhcmFjdGVyOiBubyBVVEYtOCwgd2hpY2hcbiAqIGlzIHdoYXQgdGhlIGNvcmUgdGhlbiByZXBvcnRzIChDT05GLTMpIHdpdGggdGhlIHJpZ2h0IHBsYWNlLlxuICovXG5mdW5jdGlvbiBieXRlc0FzV3JpdHRlbih0ZXh0OiBzdHJpbmcpOiBVaW50OEFycmF5IHtcbiAgY29uc3QgZW5jb2RlciA9IG5ldyBUZXh0RW5jb2RlcigpO1xuICBjb25zdCBieXRlcyA9IG5ldyBVaW50OEFycmF5KHRleHQubGVuZ3RoICogMyk7XG4gIGxldCBsZW5ndGggPSAwO1xuICBmb3IgKGNvbnN0IHBhcnQgb2YgdGV4dC5zcGxpdCgvKFtcXHVkODAwLVxcdWRmZmZdKS91KSkge1xuICAgIGNvbnN0IHVuaXQgPSBwYXJ0Lmxlbmd0aCA9PT0gMSA/IHBhcnQuY2hhckNvZGVBdCgwKSA6IDA7XG4gICAgaWYgKHVuaXQgPj0gMHhkODAwICYmIHVuaXQgPD0gMHhkZmZmKSB7XG4gICAgICBieXRlcy5zZXQoWzB4ZTAgfCAodW5pdCA+PiAxMiksIDB4ODAgfCAoKHVuaXQgPj4gNikgJiAweDNmKSwgMHg4MCB8ICh1bml0ICYgMHgzZildLCBsZW5ndGgpO1xuICAgICAgbGVuZ3RoICs9IDM7XG4gICAgfSBlbHNlIHtcbiAgICAgIGxlbmd0aCArPSBlbmNvZGVyLmVuY29kZUludG8ocGFydCwgYnl0ZXMuc3ViYXJyYXkobGVuZ3RoKSkud3JpdHRlbjtcbiAgICB9XG4gIH1cbiAgcmV0dXJuIGJ5dGVzLnN1YmFycmF5KDAsIGxlbmd0aCk7XG59XG5cbi8qKiBXaGV0aGVyIGEgdmFsdWUgaXMgdGhlIFVURi04IGJ5dGVzIG9mIGEgdGV4dDsgYXNrZWQgb2YgdGhlIHZhbHVlIGl0c2VsZiwgc28gYWxzbyB0cnVlIGFjcm9zcyByZWFsbXMuICovXG5mdW5jdGlvbiBpc0J5dGVzKHZhbHVlOiB1bmtub3duKTogdmFsdWUgaXMgVWludDhBcnJheSB7XG4gIHJldHVybiBBcnJheUJ1ZmZlci5pc1ZpZXcodmFsdWUpICYmIHR5cGVkQXJyYXlOYW1lLmNhbGwodmFsdWUpID09PSBcIlVpbnQ4QXJyYXlcIjtcbn1cblxuY29uc3QgdHlwZWRBcnJheU5hbWUgPSBPYmplY3QuZ2V0T3duUHJvcGVydHlEZXNjcmlwdG9yKFxuICBPYmplY3QuZ2V0UHJvdG90eXBlT2YoVWludDhBcnJheS5wcm90b3R5cGUpLFxuICBTeW1ib2wudG9TdHJpbmdUYWcsXG4pIS5nZXQgYXMgKHRoaXM6IHVua25vd24pID0+IHN0cmluZyB8IHVuZGVmaW5lZDtcblxuLyoqIEl0cyBtZXNzYWdlIGlzIG9uZSBvZiB0aGUgd29yZHMgdGhhdCBhbGwgbGFuZ3VhZ2VzIHNoYXJlLiAqL1xuY2xhc3MgUmVmdXNhbCBleHRlbmRzIEVycm9yIHt9XG5cbmNsYXNzIFdyaXRlciB7XG4gIG91dCA9IFwiXCI7XG4gIC8qKiBUaGUga2V5cyBhbmQgaW5kZXhlcyBvbiB0aGUgd2F5IHRvIHRoZSB2YWx1ZSB0aGF0IGlzIGJlaW5nIHJlYWQ7IHRoZSBmaXJzdCBgI2xldmVsYCBvZiB0aGVtIGhvbGQuICovXG4gIHJlYWRvbmx5ICNwYXRoOiAoc3RyaW5nIHwgbnVtYmVyKVtdID0gW107XG4gICNsZXZlbCA9IDA7XG4gIC8qKiBUaGUgb2JqZWN0cyBvbiB0aGF0IHdheTogb25seSBsb29rZWQgdGhyb3VnaCB3aGVuIHRoZSBsaW1pdCBpcyByZWFjaGVkLCB0byB0ZWxsIGEgY3ljbGUgZnJvbSBkZXB0aC4gKi9cbiAgcmVhZG9ubHkgI2FuY2VzdG9yczogb2JqZWN0W10gPSBbXTtcblxuICAvKiogV2hlcmUgcmVhZGluZyBzdG9wcGVkLiAqL1xuICBwb2ludGVyKCk6IHN0cmluZyB7XG4gICAgY29uc3QgZXNjYXBlID0gKGtleTogc3RyaW5nIHwgbnVtYmVyKSA9PiBgLyR7U3RyaW5nKGtleSkucmVwbGFjZUFsbChcIn5cIiwgXCJ+MFwiKS5yZXBsYWNlQWxsKFwiL1wiLCBcIn4xXCIpfWA7XG4gICAgcmV0dXJuIHRoaXMuI3BhdGguc2xpY2UoMCwgdGhpcy4jbGV2ZWwpLm1hcChlc2NhcGUpLmpvaW4oXCJcIik7XG4gIH1cblxuICB3cml0ZSh2YWx1ZTogdW5rbm93biwgbGV2ZWw6IG51bWJlcik6IHZvaWQge1xuICAgIHN3aXRjaCAodHlwZW9mIHZhbHVlKSB7XG4gICAgICBjYXNlIFwic3RyaW5nXCI6XG4gICAgICAgIHRoaXMub3V0ICs9IHF1b3RlKHZhbHVlKTtcbiAgICAgICAgcmV0dXJuO1xuICAgICAgY2FzZSBcIm51bWJlclwiOlxuICAgICAgICB0aGlzLm91dCArPSB0aGlzLiNudW1iZXIodmFsdWUpO1xuICAgICAgICByZXR1cm47XG4gICAgICBjYXNlIFwiYm9vbGVhblwiOlxuICAgICAgICB0aGlzLm91dCArPSB2YWx1ZSA/IFwidHJ1ZVwiIDogXCJmYWxzZVwiO1xuICAgICAgICByZXR1cm47XG4gICAgICBjYXNlIFwib2JqZWN0XCI6XG4gICAgICAgIGlmICh2YWx1ZSA9PT0gbnVsbCkgdGhpcy5vdXQgKz0gXCJudWxsXCI7XG4gICAgICAgIGVsc2UgdGhpcy4jb2JqZWN0KHZhbHVlLCBsZXZlbCk7XG4gICAgICAgIHJldHVybjtcbiAgICAgIGNhc2UgXCJiaWdpbnRcIjpcbiAgICAgICAgdGhyb3cgbmV3IFJlZnVzYWwoXCJhIEJpZ0ludFwiKTtcbiAgICAgIGNhc2UgXCJmdW5jdGlvblwiOlxuICAgICAgICB0aHJvdyBuZXcgUmVmdXNhbChcImEgZnVuY3Rpb25cIik7XG4gICAgICBjYXNlIFwic3ltYm9sXCI6XG4gICAgICAgIHRocm93IG5ldyBSZWZ1c2FsKFwiYSBzeW1ib2xcIik7XG4gICAgICBkZWZhdWx0OlxuICAgICAgICB0aHJvdyBuZXcgUmVmdXNhbChcInVuZGVmaW5lZFwiKTtcbiAgICB9XG4gIH1cblxuICAvKipcbiAgICogQSBudW1iZXIgYmV5b25kIDJeNTMtMSBpcyB3cml0dGVuIHdpdGggYW4gZXhwb25lbnQ6IGl0IG1heSBzdGFuZCBmb3IgYW55IG9mIHNldmVyYWwgaW50ZWdlcnMsXG4gICAqIGFuZCBhIHBsYWluIGludGVnZXIgdG9rZW4gd291bGQgY2xhaW0gdG8gYmUgZXhhY3RseSBvbmUgb2YgdGhlbSAoQVBQUi00KS5cbiAgICovXG4gICNudW1iZXIodmFsdWU6IG51bWJlcik6IHN0cmluZyB7XG4gICAgaWYgKE51bWJlci5pc1NhZmVJbnRlZ2VyKHZhbHVlKSkgcmV0dXJuIGAke3ZhbHVlfWA7XG4gICAgaWYgKCFOdW1iZXIuaXNGaW5pdGUodmFsdWUpKSB0aHJvdyBuZXcgUmVmdXNhbChOdW1iZXIuaXNOYU4odmFsdWUpID8gXCJub3QgYSBudW1iZXJcIiA6IFwiaW5maW5pdGVcIik7XG4gICAgY29uc3QgdGV4dCA9IGAke3ZhbHVlfWA7XG4gICAgcmV0dXJuIE51bWJlci5pc0ludGVnZXIodmFsdWUpICYmICF0ZXh0LmluY2x1ZGVzKFwiZVwiKSA/IGAke3RleHR9ZTBgIDogdGV4dDtcbiAgfVxuXG4gICNvYmplY3QodmFsdWU6IG9iamVjdCwgbGV2ZWw6IG51bWJlcik6IHZvaWQge1xuICAgIHRoaXMuI2xldmVsID0gbGV2ZWw7XG4gICAgaWYgKGxldmVsID49IE1BWF9ERVBUSCkgdGhpcy4jdG9vRGVlcCh2YWx1ZSwgbGV2ZWwpO1xuICAgIHRoaXMuI2FuY2VzdG9yc1tsZXZlbF0gPSB2YWx1ZTtcbiAgICBpZiAoQXJyYXkuaXNBcnJheSh2YWx1ZSkpIHtcbiAgICAgIGlmICghaXNQbGFpbkFycmF5KHZhbHVlKSkgdGhyb3cgbmV3IFJlZnVzYWwoXCJhbiBpbnN0YW5jZSBvZiBhIGNsYXNzXCIpO1xuICAgICAgdGhpcy4jaXRlbXModmFsdWUsIGxldmVsKTtcbiAgICB9IGVsc2Uge1xuICAgICAgaWYgKCFpc1BsYWluKE9iamVjdC5nZXRQcm90b3R5cGVPZih2YWx1ZSkpKSB0aHJvdyBuZXcgUmVmdXNhbChraW5kT2YodmFsdWUpKTtcbiAgICAgIHRoaXMuI21lbWJlcnModmFsdWUgYXMgUmVjb3JkPHN0cmluZywgdW5rbm93bj4sIGxldmVsKTtcbiAgICB9XG4gIH1cblxuICAjaXRlbXMoaXRlbXM6IHJlYWRvbmx5IHVua25vd25bXSwgbGV2ZWw6IG51bWJlcik6IHZvaWQge1xuICAgIGNvbnN0IHsgbGVuZ3RoIH0gPSBpdGVtcztcbiAgICB0aGlzLm91dCArPSBcIltcIjtcbiAgICBmb3IgKGxldCBpbmRleCA9IDA7IGluZGV4IDwgbGVuZ3RoOyBpbmRleCsrKSB7XG4gICAgICB0aGlzLiNwYXRoW2xldmVsXSA9IGluZGV4O1xuICAgICAgdGhpcy4jbGV2ZWwgPSBsZXZlbCArIDE7XG4gICAgICBjb25zdCBpdGVtID0gaXRlbXNbaW5kZXhdO1xuICAgICAgaWYgKGluZGV4ID4gMCkgdGhpcy5vdXQgKz0gXCIsXCI7XG4gICAgICB0aGlzLndyaXRlKGl0ZW0sIGxldmVsICsgMSk7XG4gICAgfVxuICAgIHRoaXMub3V0ICs9IFwiXVwiO1xuICB9XG5cbiAgI21lbWJlcnMobWVtYmVyczogUmVhZG9ubHk8UmVjb3JkPHN0cmluZywgdW5rbm93bj4+LCBsZXZlbDogbnVtYmVyKTogdm9pZCB7XG4gICAgbGV0IGNvbW1hID0gXCJcIjtcbiAgICB0aGlzLm91dCArPSBcIntcIjtcbiAgICBmb3IgKGNvbnN0IGtleSBvZiBPYmplY3Qua2V5cyhtZW1iZXJzKSkge1xuICAgICAgdGhpcy4jcGF0aFtsZXZlbF0gPSBrZXk7XG4gICAgICB0aGlzLiNsZXZlbCA9IGxldmVsICsgMTtcbiAgICAgIGNvbnN0IG1lbWJlciA9IG1lbWJlcnNba2V5XTtcbiAgICAgIGlmIChtZW1iZXIgPT09IHVuZGVmaW5lZCkgY29udGludWU7XG4gICAgICB0aGlzLm91dCArPSBgJHtjb21tYX0ke3F1b3RlKGtleSl9OmA7XG4gICAgICBjb21tYSA9IFwiLFwiO1xuICAgICAgdGhpcy53cml0ZShtZW1iZXIsIGxldmVsICsgMSk7XG4gICAgfVxuICAgIHRoaXMub3V0ICs9IFwifVwiO1xuICB9XG5cbiAgLyoqIEEgY3ljbGUgaXMgYXMgZGVlcCBhcyBvbmUgbGlrZXMsIHNvIGxvb2tpbmcgZm9yIGl0IGNhbiB3YWl0IHVudGlsIGhlcmUuICovXG4gICN0b29EZWVwKHZhbHVlOiBvYmplY3QsIGxldmVsOiBudW1iZXIpOiBuZXZlciB7XG4gICAgdGhpcy4jYW5jZXN0b3JzW2xldmVsXSA9IHZhbHVlO1xuICAgIGNvbnN0IHNlZW4gPSBuZXcgU2V0PG9iamVjdD4oKTtcbiAgICBmb3IgKGNvbnN0IFtkZXB0aCwgYW5jZXN0b3JdIG9mIHRoaXMuI2FuY2VzdG9ycy5lbnRyaWVzKCkpIHtcbiAgICAgIGlmIChzZWVuLmhhcyhhbmNlc3RvcikpIHtcbiAgICAgICAgdGhpcy4jbGV2ZWwgPSBkZXB0aDtcbiAgICAgICAgdGhyb3cgbmV3IFJlZnVzYWwoXCJhIGN5Y2xlXCIpO1xuICAgICAgfVxuICAgICAgc2Vlbi5hZGQoYW5jZXN0b3IpO1xuICAgIH1cbiAgICB0aHJvdyBuZXcgUmVmdXNhbChcIm5lc3RlZCBkZWVwZXIgdGhhbiA2NCBsZXZlbHNcIik7XG4gIH1cbn1cblxuLyoqIFNob3J0IHN0cmluZ3Mgd2l0aG91dCBhbnl0aGluZyB0byBlc2NhcGUgYXJlIHRoZSBydWxlLCBhbmQgYSBsb29wIGJlYXRzIEpTT04uc3RyaW5naWZ5IHRoZXJlLiAqL1xuZnVuY3Rpb24gcXVvdGUodGV4dDogc3RyaW5nKTogc3RyaW5nIHtcbiAgY29uc3QgeyBsZW5ndGggfSA9IHRleHQ7XG4gIGlmIChsZW5ndGggPiA2NCkgcmV0dXJuIEpTT04uc3RyaW5naWZ5KHRleHQpO1xuICBmb3IgKGxldCBpbmRleCA9IDA7IGluZGV4IDwgbGVuZ3RoOyBpbmRleCsrKSB7XG4gICAgY29uc3QgdW5pdCA9IHRleHQuY2hhckNvZGVBdChpbmRleCk7XG4gICAgaWYgKHVuaXQgPCAweDIwIHx8IHVuaXQgPT09IDB4MjIgfHwgdW5pdCA9PT0gMHg1YyB8fCAodW5pdCA+PSAweGQ4MDAgJiYgdW5pdCA8IDB4ZTAwMCkpIHJldHVybiBKU09OLnN0cmluZ2lmeSh0ZXh0KTtcbiAgfVxuICByZXR1cm4gYFwiJHt0ZXh0fVwiYDtcbn1cblxuLyoqIE9iamVjdC5wcm90b3R5cGUgb2YgdGhpcyByZWFsbSBvciwgYnkgaXRzIHNoYXBlLCBvZiBhbm90aGVyIChhIGZyYW1lLCBhIGB2bWAgY29udGV4dCk7IG9yIG5vbmUuICovXG5leHBvcnQgZnVuY3Rpb24gaXNQbGFpbihwcm90b3R5cGU6IG9iamVjdCB8IG51bGwpOiBib29sZWFuIHtcbiAgaWYgKHByb3RvdHlwZSA9PT0gT2JqZWN0LnByb3RvdHlwZSB8fCBwcm90b3R5cGUgPT09IG51bGwpIHJldHVybiB0cnVlO1xuICByZXR1cm4gT2JqZWN0LmdldFByb3RvdHlwZU9mKHByb3RvdHlwZSkgPT09IG51bGwgJiYgT2JqZWN0Lmhhc093bihwcm90b3R5cGUsIFwiaXNQcm90b3R5cGVPZlwiKTtcbn1cblxuLyoqIEFycmF5LnByb3RvdHlwZSBpcyBpdHNlbGYgYW4gYXJyYXksIHRoZSBwcm90b3R5cGUgb2YgYSBjbGFzcyB0aGF0IGV4dGVuZHMgQXJyYXkgaXMgbm90LiAqL1xuZnVuY3Rpb24gaXNQbGFpbkFycmF5KHZhbHVlOiByZWFkb25seSB1bmtub3duW10pOiBib29sZWFuIHtcbiAgY29uc3QgcHJvdG90eXBlOiB1bmtub3duID0gT2JqZWN0LmdldFByb3RvdHlwZU9mKHZhbHVlKTtcbiAgcmV0dXJuIHByb3RvdHlwZSA9PT0gQXJyYXkucHJvdG90eXBlIHx8IChBcnJheS5pc0FycmF5KHByb3RvdHlwZSkgJiYgaXNQbGFpbihPYmplY3QuZ2V0UHJvdG90eXBlT2YocHJvdG90eXBlKSkpO1xufVxuXG4vKiogV2hhdCBhbiBvYmplY3QgaXMgdGhhdCBpcyBub3QgcGxhaW47IGFza2VkIG9mIHRoZSBvYmplY3QncyBpbnNpZGUsIHdoaWNoIG5vIHByb3BlcnR5IGNhbiBmZWlnbi4gKi9cbmZ1bmN0aW9uIGtpbmRPZih2YWx1ZTogb2JqZWN0KTogc3RyaW5nIHtcbiAgaWYgKEFycmF5QnVmZmVyLmlzVmlldyh2YWx1ZSkgfHwgYW5zd2VycygoKSA9PiBhcnJheUJ1ZmZlclNpemUuY2FsbCh2YWx1ZSkpKSByZXR1cm4gXCJieXRlc1wiO1xuICBpZiAodHlwZW9mIFNoYXJlZEFycmF5QnVmZmVyID09PSBcImZ1bmN0aW9uXCIgJiYgYW5zd2VycygoKSA9PiBzaGFyZWRCdWZmZXJTaXplKCkuY2FsbCh2YWx1ZSkpKSByZXR1cm4gXCJieXRlc1wiO1xuICBpZiAoYW5zd2VycygoKSA9PiBNYXAucHJvdG90eXBlLmhhcy5jYWxsKHZhbHVlLCAwKSkpIHJldHVybiBcImEgTWFwXCI7XG4gIGlmIChhbnN3ZXJzKCgpID0+IFNldC5wcm90b3R5cGUuaGFzLmNhbGwodmFsdWUsIDApKSkgcmV0dXJuIFwiYSBTZXRcIjtcbiAgaWYgKGFuc3dlcnMoKCkgPT4gRGF0ZS5wcm90b3R5cGUuZ2V0VGltZS5jYWxsKHZhbHVlKSkpIHJldHVybiBcImEgZGF0ZVwiO1xuICByZXR1cm4gXCJhbiBpbnN0YW5jZSBvZiBhIGNsYXNzXCI7XG59XG5cbmZ1bmN0aW9uIGFuc3dlcnMocXVlc3Rpb246ICgpID0+IHVua25vd24pOiBib29sZWFuIHtcbiAgdHJ5IHtcbiAgICBxdWVzdGlvbigpO1xuICAgIHJldHVybiB0cnVlO1xuICB9IGNhdGNoIHtcbiAgICByZXR1cm4gZmFsc2U7XG4gIH1cbn1cblxuY29uc3QgZ2V0dGVyID0gKHByb3RvdHlwZTogb2JqZWN0LCBuYW1lOiBzdHJpbmcpID0+XG4gIE9iamVjdC5nZXRPd25Qcm9wZXJ0eURlc2NyaXB0b3IocHJvdG90eXBlLCBuYW1lKSEuZ2V0IGFzICh0aGlzOiB1bmtub3duKSA9PiB1bmtub3duO1xuY29uc3QgYXJyYXlCdWZmZXJTaXplID0gZ2V0dGVyKEFycmF5QnVmZmVyLnByb3RvdHlwZSwgXCJieXRlTGVuZ3RoXCIpO1xuY29uc3Qgc2hhcmVkQnVmZmVyU2l6ZSA9ICgpID0+IGdldHRlcihTaGFyZWRBcnJheUJ1ZmZlci5wcm90b3R5cGUsIFwiYnl0ZUxlbmd0aFwiKTtcbiIsICIvKiogRnJvbSBob3N0IG9iamVjdHMgdG8gSlNPTiB0ZXh0OiB3aGF0IGlzIHJlZnVzZWQsIHdoYXQgaXMgd3JpdHRlbiwgYW5kIHRoYXQgZWFjaCBwcm9wZXJ0eSBpcyByZWFkIG9uY2UuICovXG5pbXBvcnQgYXNzZXJ0IGZyb20gXCJub2RlOmFzc2VydC9zdHJpY3RcIjtcbmltcG9ydCB7IHRlc3QgfSBmcm9tIFwibm9kZTp0ZXN0XCI7XG5pbXBvcnQgdm0gZnJvbSBcIm5vZGU6dm1cIjtcbmltcG9ydCB7IGNyb3NzaW5nLCBIT1NULCBob3N0Q3Jvc3NpbmcsIFJFRlVTRUQsIFRFWFQgfSBmcm9tIFwiLi4vLi4vYmluZGluZ3Mtd2FzbS90cy9ob3N0LmpzXCI7XG5cbmNvbnN0IHdyaXR0ZW4gPSAodmFsdWU6IHVua25vd24pID0+IHtcbiAgY29uc3QgeyBmb3JtLCBkYXRhIH0gPSBob3N0Q3Jvc3NpbmcodmFsdWUpO1xuICBhc3NlcnQuZXF1YWwoZm9ybSwgSE9TVCwgU3RyaW5nKGRhdGEpKTtcbiAgcmV0dXJuIGRhdGEgYXMgc3RyaW5nO1xufTtcbmNvbnN0IHJlZnVzZWQgPSAodmFsdWU6IHVua25vd24pID0+IHtcbiAgY29uc3QgeyBmb3JtLCBkYXRhIH0gPSBob3N0Q3Jvc3NpbmcodmFsdWUpO1xuICBhc3NlcnQuZXF1YWwoZm9ybSwgUkVGVVNFRCwgU3RyaW5nKGRhdGEpKTtcbiAgY29uc3QgeyBwb2ludGVyLCB3aGF0IH0gPSBKU09OLnBhcnNlKGRhdGEgYXMgc3RyaW5nKSBhcyB7IHBvaW50ZXI6IHN0cmluZzsgd2hhdDogc3RyaW5nIH07XG4gIHJldHVybiBgJHtwb2ludGVyfSAke3doYXR9YDtcbn07XG5jb25zdCBuZXN0ZWQgPSAobGV2ZWxzOiBudW1iZXIsIGlubmVyOiB1bmtub3duKSA9PiB7XG4gIGxldCB2YWx1ZSA9IGlubmVyO1xuICBmb3IgKGxldCBsZXZlbCA9IDA7IGxldmVsIDwgbGV2ZWxzOyBsZXZlbCsrKSB2YWx1ZSA9IGxldmVsICUgMiA/IFt2YWx1ZV0gOiB7IGE6IHZhbHVlIH07XG4gIHJldHVybiB2YWx1ZTtcbn07XG5jbGFzcyBCb3gge1xuICB2YWx1ZSA9IDE7XG59XG5cbnRlc3QoXCJwbGFpbiB2YWx1ZXMgYXJlIHdyaXR0ZW4gYXMgSlNPTi5zdHJpbmdpZnkgd3JpdGVzIHRoZW1cIiwgKCkgPT4ge1xuICBjb25zdCB2YWx1ZXMgPSBbXG4gICAgbnVsbCxcbiAgICB0cnVlLFxuICAgIGZhbHNlLFxuICAgIDAsXG4gICAgLTEuNSxcbiAgICAxZS03LFxuICAgIDkwMDcxOTkyNTQ3NDA5OTEsXG4gICAgXCJcIixcbiAgICBcIlx1MDBFOSBcdUQ4M0RcdURFMDAgXFx1MjAyOFwiLFxuICAgICdxXCJcXFxcXFxuXFx1MDAwMVxcdTAwN2YnLFxuICAgIFwieFwiLnJlcGVhdCgxMDApICsgJ1wiJyxcbiAgICBbXSxcbiAgICB7fSxcbiAgICBbMSwgWzIsIHsgYTogW10gfV1dLFxuICAgIHsgYjogMSwgYTogeyBcIlwiOiBudWxsIH0sIFwicVxcXCJcIjogMiwgXCIyXCI6IDAsIFwiMVwiOiAwIH0sXG4gICAgT2JqZWN0LmFzc2lnbihPYmplY3QuY3JlYXRlKG51bGwpLCB7IGE6IDEgfSksXG4gICAgeyBhOiB1bmRlZmluZWQsIGI6IDEsIGM6IHVuZGVmaW5lZCB9LFxuICAgIEpTT04ucGFyc2UoJ3tcIl9fcHJvdG9fX1wiOiB7XCJhXCI6IDF9LCBcImNvbnN0cnVjdG9yXCI6IDF9JyksXG4gICAgdm0ucnVuSW5OZXdDb250ZXh0KFwiKHthOiBbMSwge2I6IDJ9XX0pXCIpLFxuICAgIE9iamVjdC5mcmVlemUoeyBhOiBPYmplY3QuZnJlZXplKFsxXSkgfSksXG4gIF07XG4gIGZvciAoY29uc3QgdmFsdWUgb2YgdmFsdWVzKSBhc3NlcnQuZXF1YWwod3JpdHRlbih2YWx1ZSksIEpTT04uc3RyaW5naWZ5KHZhbHVlKSk7XG59KTtcblxudGVzdChcIkFQUFItNCBpbnRlZ2VycyBiZXlvbmQgMl41My0xIG5ldmVyIGJlY29tZSBleGFjdCBpbnRlZ2VyIHRva2Vuc1wiLCAoKSA9PiB7XG4gIGNvbnN0IGNhc2VzOiBbbnVtYmVyLCBzdHJpbmddW10gPSBbXG4gICAgWzIgKiogNTMsIFwiOTAwNzE5OTI1NDc0MDk5MmUwXCJdLFxuICAgIFstKDIgKiogNTMpLCBcIi05MDA3MTk5MjU0NzQwOTkyZTBcIl0sXG4gICAgWzEyMzQ1Njc4OTAxMjM0NTY4MDAwMCwgXCIxMjM0NTY3ODkwMTIzNDU2ODAwMDBlMFwiXSxcbiAgICBbMWUyMSwgXCIxZSsyMVwiXSxcbiAgICBbTnVtYmVyLk1BWF9WQUxVRSwgXCIxLjc5NzY5MzEzNDg2MjMxNTdlKzMwOFwiXSxcbiAgICBbLTAsIFwiMFwiXSxcbiAgXTtcbiAgZm9yIChjb25zdCBbdmFsdWUsIHRleHRdIG9mIGNhc2VzKSB7XG4gICAgYXNzZXJ0LmVxdWFsKHdyaXR0ZW4oW3ZhbHVlXSksIGBbJHt0ZXh0fV1gKTtcbiAgICBhc3NlcnQuZXF1YWwoSlNPTi5wYXJzZSh0ZXh0KSwgdmFsdWUgPT09IDAgPyAwIDogdmFsdWUpO1xuICB9XG59KTtcblxudGVzdChcImxvbmUgc3Vycm9nYXRlcyBjcm9zcyBhcyBlc2NhcGVzLCBpbiBrZXlzIGFuZCBpbiB2YWx1ZXMsIGFuZCBwYWlycyBhcyB0aGV5IGFyZVwiLCAoKSA9PiB7XG4gIGFzc2VydC5lcXVhbCh3cml0dGVuKFtcIlxcdWQ4MDBcIiwgXCJhXFx1ZGMwMGJcIiwgXCJcdUQ4M0RcdURFMDBcIl0pLCAnW1wiXFxcXHVkODAwXCIsXCJhXFxcXHVkYzAwYlwiLFwiXHVEODNEXHVERTAwXCJdJyk7XG4gIGFzc2VydC5lcXVhbCh3cml0dGVuKHsgXCJcXHVkZmZmXCI6IDEgfSksICd7XCJcXFxcdWRmZmZcIjoxfScpO1xufSk7XG5cbnRlc3QoXCJ3aGF0IGlzIG5vIEpTT04gaXMgcmVmdXNlZCwgd2l0aCB0aGUgcGxhY2UgYW5kIHRoZSB3b3JkIHRoYXQgYWxsIGxhbmd1YWdlcyBzaGFyZVwiLCAoKSA9PiB7XG4gIGNvbnN0IGN5Y2xlOiB7IGE6IHVua25vd25bXSB9ID0geyBhOiBbMF0gfTtcbiAgY3ljbGUuYS5wdXNoKHsgXCJiL35cIjogY3ljbGUgfSk7XG4gIGNvbnN0IG93bjogdW5rbm93bltdID0gW107XG4gIG93bi5wdXNoKG93bik7XG4gIGNvbnN0IGNhc2VzOiBbdW5rbm93biwgc3RyaW5nXVtdID0gW1xuICAgIFt1bmRlZmluZWQsIFwiIHVuZGVmaW5lZFwiXSxcbiAgICBbWzEsIHVuZGVmaW5lZF0sIFwiLzEgdW5kZWZpbmVkXCJdLFxuICAgIC8vIGVzbGludC1kaXNhYmxlLW5leHQtbGluZSBuby1zcGFyc2UtYXJyYXlzXG4gICAgW1sxLCAsIDJdLCBcIi8xIHVuZGVmaW5lZFwiXSxcbiAgICBbeyBhOiAxMG4gfSwgXCIvYSBhIEJpZ0ludFwiXSxcbiAgICBbKCkgPT4gMSwgXCIgYSBmdW5jdGlvblwiXSxcbiAgICBbeyBhOiB7IHRvSlNPTjogKCkgPT4gMSB9IH0sIFwiL2EvdG9KU09OIGEgZnVuY3Rpb25cIl0sXG4gICAgW1tTeW1ib2woXCJ4XCIpXSwgXCIvMCBhIHN5bWJvbFwiXSxcbiAgICBbbmV3IE1hcCgpLCBcIiBhIE1hcFwiXSxcbiAgICBbeyBhOiBuZXcgU2V0KCkgfSwgXCIvYSBhIFNldFwiXSxcbiAgICBbW25ldyBEYXRlKDApXSwgXCIvMCBhIGRhdGVcIl0sXG4gICAgW1tuZXcgRGF0ZShOYU4pXSwgXCIvMCBhIGRhdGVcIl0sXG4gICAgW1tuZXcgVWludDhBcnJheSgyKV0sIFwiLzAgYnl0ZXNcIl0sXG4gICAgW1tCdWZmZXIuZnJvbShcInhcIildLCBcIi8wIGJ5dGVzXCJdLFxuICAgIFtbbmV3IEFycmF5QnVmZmVyKDEpXSwgXCIvMCBieXRlc1wiXSxcbiAgICBbW25ldyBTaGFyZWRBcnJheUJ1ZmZlcigxKV0sIFwiLzAgYnl0ZXNcIl0sXG4gICAgW1tuZXcgRGF0YVZpZXcobmV3IEFycmF5QnVmZmVyKDEpKV0sIFwiLzAgYnl0ZXNcIl0sXG4gICAgW25ldyBGbG9hdDY0QXJyYXkoMSksIFwiIGJ5dGVzXCJdLFxuICAgIFt2bS5ydW5Jbk5ld0NvbnRleHQoXCJbbmV3IE1hcCgpLCAxXVwiKSwgXCIvMCBhIE1hcFwiXSxcbiAgICBbeyBhOiBuZXcgQm94KCkgfSwgXCIvYSBhbiBpbnN0YW5jZSBvZiBhIGNsYXNzXCJdLFxuICAgIFtPYmplY3QuY3JlYXRlKHsgaW5oZXJpdGVkOiAxIH0pLCBcIiBhbiBpbnN0YW5jZSBvZiBhIGNsYXNzXCJdLFxuICAgIFtuZXcgKGNsYXNzIGV4dGVuZHMgQXJyYXkge30pKCksIFwiIGFuIGluc3RhbmNlIG9mIGEgY2xhc3NcIl0sXG4gICAgW1tuZXcgU3RyaW5nKFwieFwiKV0sIFwiLzAgYW4gaW5zdGFuY2Ugb2YgYSBjbGFzc1wiXSxcbiAgICBbbmV3IFdlYWtNYXAoKSwgXCIgYW4gaW5zdGFuY2Ugb2YgYSBjbGFzc1wiXSxcbiAgICBbL3gvLCBcIiBhbiBpbnN0YW5jZSBvZiBhIGNsYXNzXCJdLFxuICAgIFtQcm9taXNlLnJlc29sdmUoKSwgXCIgYW4gaW5zdGFuY2Ugb2YgYSBjbGFzc1wiXSxcbiAgICBbbmV3IEVycm9yKFwieFwiKSwgXCIgYW4gaW5zdGFuY2Ugb2YgYSBjbGFzc1wiXSxcbiAgICBbT2JqZWN0LmNyZWF0ZShNYXAucHJvdG90eXBlKSwgXCIgYW4gaW5zdGFuY2Ugb2YgYSBjbGFzc1wiXSxcbiAgICBbeyBhOiBOYU4gfSwgXCIvYSBub3QgYSBudW1iZXJcIl0sXG4gICAgW1swLCAtSW5maW5pdHldLCBcIi8xIGluZmluaXRlXCJdLFxuICAgIFtjeWNsZSwgXCIvYS8xL2J+MX4wIGEgY3ljbGVcIl0sXG4gICAgW293biwgXCIvMCBhIGN5Y2xlXCJdLFxuICAgIFt7IGE6IHsgZ2V0IGIoKTogbmV2ZXIgeyB0aHJvdyBuZXcgRXJyb3IoXCJzZWNyZXRcIik7IH0gfSB9LCBcIi9hL2IgYSBnZXR0ZXIgdGhhdCB0aHJvd3NcIl0sXG4gICAgW1tQcm94eS5yZXZvY2FibGUoe30sIHt9KV0ubWFwKChtYWRlKSA9PiAobWFkZS5yZXZva2UoKSwgbWFkZS5wcm94eSkpLCBcIi8wIGEgZ2V0dGVyIHRoYXQgdGhyb3dzXCJdLFxuICAgIFtuZXcgUHJveHkoe30sIHsgb3duS2V5cygpIHsgdGhyb3cgbmV3IEVycm9yKFwibm9cIik7IH0gfSksIFwiIGEgZ2V0dGVyIHRoYXQgdGhyb3dzXCJdLFxuICAgIFt7IFwiYS9iXCI6IHsgXCJ+XCI6IDFuIH0gfSwgXCIvYX4xYi9+MCBhIEJpZ0ludFwiXSxcbiAgICBbeyBkZWVwOiBbW1tbeyBhOiAxIH1dXV1dLCB0aGVuOiAxbiB9LCBcIi90aGVuIGEgQmlnSW50XCJdLFxuICBdO1xuICBmb3IgKGNvbnN0IFt2YWx1ZSwgZXhwZWN0ZWRdIG9mIGNhc2VzKSBhc3NlcnQuZXF1YWwocmVmdXNlZCh2YWx1ZSksIGV4cGVjdGVkKTtcbn0pO1xuXG50ZXN0KFwiQ09ORi0zIDY0IGxldmVscyBhcmUgd3JpdHRlbiwgdGhlIDY1dGggaXMgcmVmdXNlZCwgYW5kIGEgc2hhcmVkIG9iamVjdCBpcyBubyBjeWNsZVwiLCAoKSA9PiB7XG4gIGNvbnN0IGxldmVscyA9IG5lc3RlZCg2NCwgMSk7XG4gIGFzc2VydC5lcXVhbCh3cml0dGVuKGxldmVscyksIEpTT04uc3RyaW5naWZ5KGxldmVscykpO1xuICBhc3NlcnQubWF0Y2gocmVmdXNlZChuZXN0ZWQoNjUsIDEpKSwgL14oXFwvMHxcXC9hKXs2NH0gYW4/ID98bmVzdGVkIGRlZXBlciB0aGFuIDY0IGxldmVscyQvKTtcbiAgYXNzZXJ0Lm1hdGNoKHJlZnVzZWQobmVzdGVkKDY1LCAxKSksIC8gbmVzdGVkIGRlZXBlciB0aGFuIDY0IGxldmVscyQvKTtcbiAgYXNzZXJ0Lm1hdGNoKHJlZnVzZWQobmVzdGVkKDEwMF8wMDAsIDEpKSwgLyBuZXN0ZWQgZGVlcGVyIHRoYW4gNjQgbGV2ZWxzJC8pO1xuICBjb25zdCBzaGFyZWQgPSB7IGE6IDEgfTtcbiAgYXNzZXJ0LmVxdWFsKHdyaXR0ZW4oW3NoYXJlZCwgc2hhcmVkXSksICdbe1wiYVwiOjF9LHtcImFcIjoxfV0nKTtcbiAgYXNzZXJ0LmVxdWFsKHdyaXR0ZW4obmVzdGVkKDYyLCBbc2hhcmVkLCBzaGFyZWRdKSksIEpTT04uc3RyaW5naWZ5KG5lc3RlZCg2MiwgW3NoYXJlZCwgc2hhcmVkXSkpKTtcbn0pO1xuXG50ZXN0KFwiZWFjaCBwcm9wZXJ0eSBpcyByZWFkIGV4YWN0bHkgb25jZSwgdGhyb3VnaCBnZXR0ZXJzIGFuZCBwcm94aWVzIGFsaWtlXCIsICgpID0+IHtcbiAgY29uc3QgcmVhZHM6IHN0cmluZ1tdID0gW107XG4gIGNvbnN0IHdhdGNoZWQgPSAobmFtZTogc3RyaW5nLCB0YXJnZXQ6IG9iamVjdCkgPT5cbiAgICBuZXcgUHJveHkodGFyZ2V0LCB7XG4gICAgICBnZXQob2YsIGtleSwgcmVjZWl2ZXIpIHtcbiAgICAgICAgcmVhZHMucHVzaChgJHtuYW1lfS4ke1N0cmluZyhrZXkpfWApO1xuICAgICAgICByZXR1cm4gUmVmbGVjdC5nZXQob2YsIGtleSwgcmVjZWl2ZXIpO1xuICAgICAgfSxcbiAgICB9KTtcbiAgbGV0IGNvdW50ID0gMDtcbiAgY29uc3QgdmFsdWUgPSB3YXRjaGVkKFwidG9wXCIsIHtcbiAgICBsaXN0OiB3YXRjaGVkKFwibGlzdFwiLCBbMSwgMl0pLFxuICAgIGdldCBjb3VudGVkKCkge1xuICAgICAgcmV0dXJuICsrY291bnQ7XG4gICAgfSxcbiAgfSk7XG4gIGFzc2VydC5lcXVhbCh3cml0dGVuKHZhbHVlKSwgJ3tcImxpc3RcIjpbMSwyXSxcImNvdW50ZWRcIjoxfScpO1xuICBhc3NlcnQuZGVlcEVxdWFsKHJlYWRzLCBbXCJ0b3AubGlzdFwiLCBcImxpc3QubGVuZ3RoXCIsIFwibGlzdC4wXCIsIFwibGlzdC4xXCIsIFwidG9wLmNvdW50ZWRcIl0pO1xufSk7XG5cbnRlc3QoXCJhIGdldHRlciB0aGF0IGhhbmRzIG91dCBmcmVzaCBvYmplY3RzIGZvciBldmVyIGlzIGRlZXAsIG5vdCBlbmRsZXNzXCIsICgpID0+IHtcbiAgY29uc3QgZW5kbGVzcyA9ICgpOiBvYmplY3QgPT4gKHsgZ2V0IG5leHQoKSB7IHJldHVybiBlbmRsZXNzKCk7IH0gfSk7XG4gIGFzc2VydC5tYXRjaChyZWZ1c2VkKGVuZGxlc3MoKSksIC9eKFxcL25leHQpezY0fSBuZXN0ZWQgZGVlcGVyIHRoYW4gNjQgbGV2ZWxzJC8pO1xufSk7XG5cbnRlc3QoXCJub3RoaW5nIHRoYXQgT2JqZWN0LnByb3RvdHlwZSB3YXMgZ2l2ZW4gaXMgcmVhZCwgYW5kIG5vIHRvSlNPTiBpcyBjYWxsZWRcIiwgKCkgPT4ge1xuICBjb25zdCBwb2xsdXRlZCA9IE9iamVjdC5wcm90b3R5cGUgYXMgdW5rbm93biBhcyBSZWNvcmQ8c3RyaW5nLCB1bmtub3duPjtcbiAgdHJ5IHtcbiAgICBwb2xsdXRlZC5yZWFkX29ubHkgPSB0cnVlO1xuICAgIE9iamVjdC5kZWZpbmVQcm9wZXJ0eShwb2xsdXRlZCwgXCJ0b0pTT05cIiwgeyB2YWx1ZTogKCkgPT4gXCJmZWlnbmVkXCIsIGNvbmZpZ3VyYWJsZTogdHJ1ZSB9KTtcbiAgICBhc3NlcnQuZXF1YWwod3JpdHRlbih7IGE6IFsxXSB9KSwgJ3tcImFcIjpbMV19Jyk7XG4gICAgY29uc3QgeyBkYXRhIH0gPSBob3N0Q3Jvc3NpbmcoeyBhOiAxbiB9KTtcbiAgICBhc3NlcnQuZXF1YWwoZGF0YSwgJ3tcInBvaW50ZXJcIjpcIi9hXCIsXCJ3aGF0XCI6XCJhIEJpZ0ludFwifScpO1xuICB9IGZpbmFsbHkge1xuICAgIGRlbGV0ZSBwb2xsdXRlZC5yZWFkX29ubHk7XG4gICAgZGVsZXRlIHBvbGx1dGVkLnRvSlNPTjtcbiAgfVxufSk7XG5cbnRlc3QoXCJhIHN0cmluZyBhbmQgVVRGLTggYnl0ZXMgYXJlIHRoZSBhdXRob3IncyBvd24gdGV4dFwiLCAoKSA9PiB7XG4gIGFzc2VydC5kZWVwRXF1YWwoY3Jvc3NpbmcoXCJ7XCIpLCB7IGZvcm06IFRFWFQsIGRhdGE6IFwie1wiIH0pO1xuICBjb25zdCBieXRlcyA9IG5ldyBUZXh0RW5jb2RlcigpLmVuY29kZShcInt9XCIpO1xuICBhc3NlcnQuZXF1YWwoY3Jvc3NpbmcoYnl0ZXMpLmRhdGEsIGJ5dGVzKTtcbiAgYXNzZXJ0LmVxdWFsKGNyb3NzaW5nKGJ5dGVzKS5mb3JtLCBURVhUKTtcbiAgYXNzZXJ0LmVxdWFsKGNyb3NzaW5nKHZtLnJ1bkluTmV3Q29udGV4dChcIm5ldyBVaW50OEFycmF5KFsxMjNdKVwiKSkuZm9ybSwgVEVYVCk7XG4gIGFzc2VydC5lcXVhbChjcm9zc2luZyhuZXcgVWludDE2QXJyYXkoMSkpLmZvcm0sIFJFRlVTRUQpO1xufSk7XG5cbnRlc3QoXCJDT05GLTMgYSB0ZXh0IHdpdGggYSBsb25lIHN1cnJvZ2F0ZSBjcm9zc2VzIGFzIGJ5dGVzIHRoYXQgYXJlIG5vIFVURi04LCBub3QgYXMgYW5vdGhlciB0ZXh0XCIsICgpID0+IHtcbiAgY29uc3QgeyBmb3JtLCBkYXRhIH0gPSBjcm9zc2luZygnXHUwMEU5XCJcXHVkODAwXHVEODNEXHVERTAwXFx1ZGMwMFwiJyk7XG4gIGFzc2VydC5lcXVhbChmb3JtLCBURVhUKTtcbiAgYXNzZXJ0LmVxdWFsKEJ1ZmZlci5mcm9tKGRhdGEgYXMgVWludDhBcnJheSkudG9TdHJpbmcoXCJoZXhcIiksIFwiYzNhOTIyZWRhMDgwZjA5Zjk4ODBlZGIwODAyMlwiKTtcbn0pO1xuXG50ZXN0KFwiNjAwIEtCIG9mIG9iamVjdHMgYXJlIHdyaXR0ZW4gaW4gb25lIHBhc3Mgd2hvc2UgdGltZSBncm93cyB3aXRoIHRoZWlyIHNpemVcIiwgKCkgPT4ge1xuICBjb25zdCBzZXJ2ZXIgPSAoaW5kZXg6IG51bWJlcikgPT4gKHsgbmFtZTogYHMtJHtpbmRleH1gLCBwb2xpY3k6IHsgdG9vbF9wZXJtaXNzaW9uczogeyBhOiBcImFsbG93XCIsIGI6IFwiYXNrXCIgfSB9IH0pO1xuICBjb25zdCBzaXplID0gKGNvdW50OiBudW1iZXIpID0+IHtcbiAgICBjb25zdCBkb2N1bWVudCA9IHsgbWNwczogQXJyYXkuZnJvbSh7IGxlbmd0aDogY291bnQgfSwgKF8sIGluZGV4KSA9PiBzZXJ2ZXIoaW5kZXgpKSB9O1xuICAgIGNvbnN0IHN0YXJ0ID0gcGVyZm9ybWFuY2Uubm93KCk7XG4gICAgd3JpdHRlbihkb2N1bWVudCk7XG4gICAgcmV0dXJuIHBlcmZvcm1hbmNlLm5vdygpIC0gc3RhcnQ7XG4gIH07XG4gIHNpemUoMTBfMDAwKTtcbiAgY29uc3QgbWVkaWFuID0gKGNvdW50OiBudW1iZXIpID0+IFtzaXplKGNvdW50KSwgc2l6ZShjb3VudCksIHNpemUoY291bnQpXS5zb3J0KChhLCBiKSA9PiBhIC0gYilbMV0gYXMgbnVtYmVyO1xuICAvLyBUZW4gdGltZXMgdGhlIHNpemUgbWF5IHRha2UgdGVuIHRpbWVzIGFzIGxvbmcsIGFuZCBhIHdpZGUgbWFyZ2luIGZvciBhIGJ1c3kgbWFjaGluZTsgYSBzcXVhcmUgd291bGQgdGFrZSBhIGh1bmRyZWQuXG4gIGFzc2VydC5vayhtZWRpYW4oMTAwXzAwMCkgPCA0MCAqIE1hdGgubWF4KG1lZGlhbigxMF8wMDApLCAxKSk7XG59KTtcbiJdLAogICJtYXBwaW5ncyI6ICI7Ozs7Ozs7Ozs7Ozs7Ozs7OztBQXdCTyxTQUFTLFNBQVMsT0FBMEI7QUFDakQsTUFBSSxPQUFPLFVBQVUsU0FBVSxRQUFPLEVBQUUsTUFBTSxNQUFNLE1BQU0sV0FBVyxLQUFLLElBQUksUUFBUSxlQUFlLEtBQUssRUFBRTtBQUM1RyxNQUFJLFFBQVEsS0FBSyxFQUFHLFFBQU8sRUFBRSxNQUFNLE1BQU0sTUFBTSxNQUFNO0FBQ3JELFNBQU8sYUFBYSxLQUFLO0FBQzNCO0FBR08sU0FBUyxhQUFhLE9BQTBCO0FBQ3JELFFBQU0sU0FBUyxJQUFJLE9BQU87QUFDMUIsTUFBSTtBQUNGLFdBQU8sTUFBTSxPQUFPLENBQUM7QUFDckIsV0FBTyxFQUFFLE1BQU0sTUFBTSxNQUFNLE9BQU8sSUFBSTtBQUFBLEVBQ3hDLFNBQVMsT0FBTztBQUNkLFVBQU0sT0FBTyxpQkFBaUIsVUFBVSxNQUFNLFVBQVU7QUFDeEQsV0FBTyxFQUFFLE1BQU0sU0FBUyxNQUFNLGNBQWMsTUFBTSxPQUFPLFFBQVEsQ0FBQyxDQUFDLFdBQVcsTUFBTSxJQUFJLENBQUMsSUFBSTtBQUFBLEVBQy9GO0FBQ0Y7QUFlQSxTQUFTLGVBQWUsTUFBMEI7QUFDaEQsUUFBTSxVQUFVLElBQUksWUFBWTtBQUNoQyxRQUFNLFFBQVEsSUFBSSxXQUFXLEtBQUssU0FBUyxDQUFDO0FBQzVDLE1BQUksU0FBUztBQUNiLGFBQVcsUUFBUSxLQUFLLE1BQU0sb0JBQW9CLEdBQUc7QUFDbkQsVUFBTSxPQUFPLEtBQUssV0FBVyxJQUFJLEtBQUssV0FBVyxDQUFDLElBQUk7QUFDdEQsUUFBSSxRQUFRLFNBQVUsUUFBUSxPQUFRO0FBQ3BDLFlBQU0sSUFBSSxDQUFDLE1BQVEsUUFBUSxJQUFLLE1BQVMsUUFBUSxJQUFLLElBQU8sTUFBUSxPQUFPLEVBQUssR0FBRyxNQUFNO0FBQzFGLGdCQUFVO0FBQUEsSUFDWixPQUFPO0FBQ0wsZ0JBQVUsUUFBUSxXQUFXLE1BQU0sTUFBTSxTQUFTLE1BQU0sQ0FBQyxFQUFFO0FBQUEsSUFDN0Q7QUFBQSxFQUNGO0FBQ0EsU0FBTyxNQUFNLFNBQVMsR0FBRyxNQUFNO0FBQ2pDO0FBR0EsU0FBUyxRQUFRLE9BQXFDO0FBQ3BELFNBQU8sWUFBWSxPQUFPLEtBQUssS0FBSyxlQUFlLEtBQUssS0FBSyxNQUFNO0FBQ3JFO0FBc0hBLFNBQVMsTUFBTSxNQUFzQjtBQUNuQyxRQUFNLEVBQUUsT0FBTyxJQUFJO0FBQ25CLE1BQUksU0FBUyxHQUFJLFFBQU8sS0FBSyxVQUFVLElBQUk7QUFDM0MsV0FBUyxRQUFRLEdBQUcsUUFBUSxRQUFRLFNBQVM7QUFDM0MsVUFBTSxPQUFPLEtBQUssV0FBVyxLQUFLO0FBQ2xDLFFBQUksT0FBTyxNQUFRLFNBQVMsTUFBUSxTQUFTLE1BQVMsUUFBUSxTQUFVLE9BQU8sTUFBUyxRQUFPLEtBQUssVUFBVSxJQUFJO0FBQUEsRUFDcEg7QUFDQSxTQUFPLElBQUksSUFBSTtBQUNqQjtBQUdPLFNBQVMsUUFBUSxXQUFtQztBQUN6RCxNQUFJLGNBQWMsT0FBTyxhQUFhLGNBQWMsS0FBTSxRQUFPO0FBQ2pFLFNBQU8sT0FBTyxlQUFlLFNBQVMsTUFBTSxRQUFRLE9BQU8sT0FBTyxXQUFXLGVBQWU7QUFDOUY7QUFHQSxTQUFTLGFBQWEsT0FBb0M7QUFDeEQsUUFBTSxZQUFxQixPQUFPLGVBQWUsS0FBSztBQUN0RCxTQUFPLGNBQWMsTUFBTSxhQUFjLE1BQU0sUUFBUSxTQUFTLEtBQUssUUFBUSxPQUFPLGVBQWUsU0FBUyxDQUFDO0FBQy9HO0FBR0EsU0FBUyxPQUFPLE9BQXVCO0FBQ3JDLE1BQUksWUFBWSxPQUFPLEtBQUssS0FBSyxRQUFRLE1BQU0sZ0JBQWdCLEtBQUssS0FBSyxDQUFDLEVBQUcsUUFBTztBQUNwRixNQUFJLE9BQU8sc0JBQXNCLGNBQWMsUUFBUSxNQUFNLGlCQUFpQixFQUFFLEtBQUssS0FBSyxDQUFDLEVBQUcsUUFBTztBQUNyRyxNQUFJLFFBQVEsTUFBTSxJQUFJLFVBQVUsSUFBSSxLQUFLLE9BQU8sQ0FBQyxDQUFDLEVBQUcsUUFBTztBQUM1RCxNQUFJLFFBQVEsTUFBTSxJQUFJLFVBQVUsSUFBSSxLQUFLLE9BQU8sQ0FBQyxDQUFDLEVBQUcsUUFBTztBQUM1RCxNQUFJLFFBQVEsTUFBTSxLQUFLLFVBQVUsUUFBUSxLQUFLLEtBQUssQ0FBQyxFQUFHLFFBQU87QUFDOUQsU0FBTztBQUNUO0FBRUEsU0FBUyxRQUFRLFVBQWtDO0FBQ2pELE1BQUk7QUFDRixhQUFTO0FBQ1QsV0FBTztBQUFBLEVBQ1QsUUFBUTtBQUNOLFdBQU87QUFBQSxFQUNUO0FBQ0Y7QUF2T0EsSUFVYSxNQUNBLE1BQ0EsU0FTUCxXQXNCTyxZQU1QLGdCQTJCQSxnQkFNQSxTQUVBLFFBcUpBLFFBRUEsaUJBQ0E7QUE1T047QUFBQTtBQUFBO0FBVU8sSUFBTSxPQUFPO0FBQ2IsSUFBTSxPQUFPO0FBQ2IsSUFBTSxVQUFVO0FBU3ZCLElBQU0sWUFBWTtBQXNCWCxJQUFNLGFBQ1gsT0FBUSxHQUFrQyxpQkFBaUIsYUFDdkQsQ0FBQyxTQUFVLEtBQWdELGFBQWEsSUFDeEUsQ0FBQyxTQUFTLENBQUMsZUFBZSxLQUFLLElBQUk7QUFHekMsSUFBTSxpQkFBaUI7QUEyQnZCLElBQU0saUJBQWlCLE9BQU87QUFBQSxNQUM1QixPQUFPLGVBQWUsV0FBVyxTQUFTO0FBQUEsTUFDMUMsT0FBTztBQUFBLElBQ1QsRUFBRztBQUdILElBQU0sVUFBTixjQUFzQixNQUFNO0FBQUEsSUFBQztBQUU3QixJQUFNLFNBQU4sTUFBYTtBQUFBLE1BQ1gsTUFBTTtBQUFBO0FBQUEsTUFFRyxRQUE2QixDQUFDO0FBQUEsTUFDdkMsU0FBUztBQUFBO0FBQUEsTUFFQSxhQUF1QixDQUFDO0FBQUE7QUFBQSxNQUdqQyxVQUFrQjtBQUNoQixjQUFNLFNBQVMsQ0FBQyxRQUF5QixJQUFJLE9BQU8sR0FBRyxFQUFFLFdBQVcsS0FBSyxJQUFJLEVBQUUsV0FBVyxLQUFLLElBQUksQ0FBQztBQUNwRyxlQUFPLEtBQUssTUFBTSxNQUFNLEdBQUcsS0FBSyxNQUFNLEVBQUUsSUFBSSxNQUFNLEVBQUUsS0FBSyxFQUFFO0FBQUEsTUFDN0Q7QUFBQSxNQUVBLE1BQU0sT0FBZ0IsT0FBcUI7QUFDekMsZ0JBQVEsT0FBTyxPQUFPO0FBQUEsVUFDcEIsS0FBSztBQUNILGlCQUFLLE9BQU8sTUFBTSxLQUFLO0FBQ3ZCO0FBQUEsVUFDRixLQUFLO0FBQ0gsaUJBQUssT0FBTyxLQUFLLFFBQVEsS0FBSztBQUM5QjtBQUFBLFVBQ0YsS0FBSztBQUNILGlCQUFLLE9BQU8sUUFBUSxTQUFTO0FBQzdCO0FBQUEsVUFDRixLQUFLO0FBQ0gsZ0JBQUksVUFBVSxLQUFNLE1BQUssT0FBTztBQUFBLGdCQUMzQixNQUFLLFFBQVEsT0FBTyxLQUFLO0FBQzlCO0FBQUEsVUFDRixLQUFLO0FBQ0gsa0JBQU0sSUFBSSxRQUFRLFVBQVU7QUFBQSxVQUM5QixLQUFLO0FBQ0gsa0JBQU0sSUFBSSxRQUFRLFlBQVk7QUFBQSxVQUNoQyxLQUFLO0FBQ0gsa0JBQU0sSUFBSSxRQUFRLFVBQVU7QUFBQSxVQUM5QjtBQUNFLGtCQUFNLElBQUksUUFBUSxXQUFXO0FBQUEsUUFDakM7QUFBQSxNQUNGO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQSxNQU1BLFFBQVEsT0FBdUI7QUFDN0IsWUFBSSxPQUFPLGNBQWMsS0FBSyxFQUFHLFFBQU8sR0FBRyxLQUFLO0FBQ2hELFlBQUksQ0FBQyxPQUFPLFNBQVMsS0FBSyxFQUFHLE9BQU0sSUFBSSxRQUFRLE9BQU8sTUFBTSxLQUFLLElBQUksaUJBQWlCLFVBQVU7QUFDaEcsY0FBTSxPQUFPLEdBQUcsS0FBSztBQUNyQixlQUFPLE9BQU8sVUFBVSxLQUFLLEtBQUssQ0FBQyxLQUFLLFNBQVMsR0FBRyxJQUFJLEdBQUcsSUFBSSxPQUFPO0FBQUEsTUFDeEU7QUFBQSxNQUVBLFFBQVEsT0FBZSxPQUFxQjtBQUMxQyxhQUFLLFNBQVM7QUFDZCxZQUFJLFNBQVMsVUFBVyxNQUFLLFNBQVMsT0FBTyxLQUFLO0FBQ2xELGFBQUssV0FBVyxLQUFLLElBQUk7QUFDekIsWUFBSSxNQUFNLFFBQVEsS0FBSyxHQUFHO0FBQ3hCLGNBQUksQ0FBQyxhQUFhLEtBQUssRUFBRyxPQUFNLElBQUksUUFBUSx3QkFBd0I7QUFDcEUsZUFBSyxPQUFPLE9BQU8sS0FBSztBQUFBLFFBQzFCLE9BQU87QUFDTCxjQUFJLENBQUMsUUFBUSxPQUFPLGVBQWUsS0FBSyxDQUFDLEVBQUcsT0FBTSxJQUFJLFFBQVEsT0FBTyxLQUFLLENBQUM7QUFDM0UsZUFBSyxTQUFTLE9BQWtDLEtBQUs7QUFBQSxRQUN2RDtBQUFBLE1BQ0Y7QUFBQSxNQUVBLE9BQU8sT0FBMkIsT0FBcUI7QUFDckQsY0FBTSxFQUFFLE9BQU8sSUFBSTtBQUNuQixhQUFLLE9BQU87QUFDWixpQkFBUyxRQUFRLEdBQUcsUUFBUSxRQUFRLFNBQVM7QUFDM0MsZUFBSyxNQUFNLEtBQUssSUFBSTtBQUNwQixlQUFLLFNBQVMsUUFBUTtBQUN0QixnQkFBTSxPQUFPLE1BQU0sS0FBSztBQUN4QixjQUFJLFFBQVEsRUFBRyxNQUFLLE9BQU87QUFDM0IsZUFBSyxNQUFNLE1BQU0sUUFBUSxDQUFDO0FBQUEsUUFDNUI7QUFDQSxhQUFLLE9BQU87QUFBQSxNQUNkO0FBQUEsTUFFQSxTQUFTLFNBQTRDLE9BQXFCO0FBQ3hFLFlBQUksUUFBUTtBQUNaLGFBQUssT0FBTztBQUNaLG1CQUFXLE9BQU8sT0FBTyxLQUFLLE9BQU8sR0FBRztBQUN0QyxlQUFLLE1BQU0sS0FBSyxJQUFJO0FBQ3BCLGVBQUssU0FBUyxRQUFRO0FBQ3RCLGdCQUFNLFNBQVMsUUFBUSxHQUFHO0FBQzFCLGNBQUksV0FBVyxPQUFXO0FBQzFCLGVBQUssT0FBTyxHQUFHLEtBQUssR0FBRyxNQUFNLEdBQUcsQ0FBQztBQUNqQyxrQkFBUTtBQUNSLGVBQUssTUFBTSxRQUFRLFFBQVEsQ0FBQztBQUFBLFFBQzlCO0FBQ0EsYUFBSyxPQUFPO0FBQUEsTUFDZDtBQUFBO0FBQUEsTUFHQSxTQUFTLE9BQWUsT0FBc0I7QUFDNUMsYUFBSyxXQUFXLEtBQUssSUFBSTtBQUN6QixjQUFNLE9BQU8sb0JBQUksSUFBWTtBQUM3QixtQkFBVyxDQUFDLE9BQU8sUUFBUSxLQUFLLEtBQUssV0FBVyxRQUFRLEdBQUc7QUFDekQsY0FBSSxLQUFLLElBQUksUUFBUSxHQUFHO0FBQ3RCLGlCQUFLLFNBQVM7QUFDZCxrQkFBTSxJQUFJLFFBQVEsU0FBUztBQUFBLFVBQzdCO0FBQ0EsZUFBSyxJQUFJLFFBQVE7QUFBQSxRQUNuQjtBQUNBLGNBQU0sSUFBSSxRQUFRLDhCQUE4QjtBQUFBLE1BQ2xEO0FBQUEsSUFDRjtBQTRDQSxJQUFNLFNBQVMsQ0FBQyxXQUFtQixTQUNqQyxPQUFPLHlCQUF5QixXQUFXLElBQUksRUFBRztBQUNwRCxJQUFNLGtCQUFrQixPQUFPLFlBQVksV0FBVyxZQUFZO0FBQ2xFLElBQU0sbUJBQW1CLE1BQU0sT0FBTyxrQkFBa0IsV0FBVyxZQUFZO0FBQUE7QUFBQTs7O0FDM08vRSxPQUFPLFlBQVk7QUFDbkIsU0FBUyxZQUFZO0FBQ3JCLE9BQU8sUUFBUTtBQUhmO0FBQUE7QUFJQTtBQUVBLFFBQU0sVUFBVSxDQUFDLFVBQW1CO0FBQ2xDLFlBQU0sRUFBRSxNQUFNLEtBQUssSUFBSSxhQUFhLEtBQUs7QUFDekMsYUFBTyxNQUFNLE1BQU0sTUFBTSxPQUFPLElBQUksQ0FBQztBQUNyQyxhQUFPO0FBQUEsSUFDVDtBQUNBLFFBQU0sVUFBVSxDQUFDLFVBQW1CO0FBQ2xDLFlBQU0sRUFBRSxNQUFNLEtBQUssSUFBSSxhQUFhLEtBQUs7QUFDekMsYUFBTyxNQUFNLE1BQU0sU0FBUyxPQUFPLElBQUksQ0FBQztBQUN4QyxZQUFNLEVBQUUsU0FBUyxLQUFLLElBQUksS0FBSyxNQUFNLElBQWM7QUFDbkQsYUFBTyxHQUFHLE9BQU8sSUFBSSxJQUFJO0FBQUEsSUFDM0I7QUFDQSxRQUFNLFNBQVMsQ0FBQyxRQUFnQixVQUFtQjtBQUNqRCxVQUFJLFFBQVE7QUFDWixlQUFTLFFBQVEsR0FBRyxRQUFRLFFBQVEsUUFBUyxTQUFRLFFBQVEsSUFBSSxDQUFDLEtBQUssSUFBSSxFQUFFLEdBQUcsTUFBTTtBQUN0RixhQUFPO0FBQUEsSUFDVDtBQUNBLFFBQU0sTUFBTixNQUFVO0FBQUEsTUFDUixRQUFRO0FBQUEsSUFDVjtBQUVBLFNBQUssMERBQTBELE1BQU07QUFDbkUsWUFBTSxTQUFTO0FBQUEsUUFDYjtBQUFBLFFBQ0E7QUFBQSxRQUNBO0FBQUEsUUFDQTtBQUFBLFFBQ0E7QUFBQSxRQUNBO0FBQUEsUUFDQTtBQUFBLFFBQ0E7QUFBQSxRQUNBO0FBQUEsUUFDQTtBQUFBLFFBQ0EsSUFBSSxPQUFPLEdBQUcsSUFBSTtBQUFBLFFBQ2xCLENBQUM7QUFBQSxRQUNELENBQUM7QUFBQSxRQUNELENBQUMsR0FBRyxDQUFDLEdBQUcsRUFBRSxHQUFHLENBQUMsRUFBRSxDQUFDLENBQUM7QUFBQSxRQUNsQixFQUFFLEdBQUcsR0FBRyxHQUFHLEVBQUUsSUFBSSxLQUFLLEdBQUcsTUFBTyxHQUFHLEtBQUssR0FBRyxLQUFLLEVBQUU7QUFBQSxRQUNsRCxPQUFPLE9BQU8sdUJBQU8sT0FBTyxJQUFJLEdBQUcsRUFBRSxHQUFHLEVBQUUsQ0FBQztBQUFBLFFBQzNDLEVBQUUsR0FBRyxRQUFXLEdBQUcsR0FBRyxHQUFHLE9BQVU7QUFBQSxRQUNuQyxLQUFLLE1BQU0sMkNBQTJDO0FBQUEsUUFDdEQsR0FBRyxnQkFBZ0Isb0JBQW9CO0FBQUEsUUFDdkMsT0FBTyxPQUFPLEVBQUUsR0FBRyxPQUFPLE9BQU8sQ0FBQyxDQUFDLENBQUMsRUFBRSxDQUFDO0FBQUEsTUFDekM7QUFDQSxpQkFBVyxTQUFTLE9BQVEsUUFBTyxNQUFNLFFBQVEsS0FBSyxHQUFHLEtBQUssVUFBVSxLQUFLLENBQUM7QUFBQSxJQUNoRixDQUFDO0FBRUQsU0FBSyxtRUFBbUUsTUFBTTtBQUM1RSxZQUFNLFFBQTRCO0FBQUEsUUFDaEMsQ0FBQyxLQUFLLElBQUksb0JBQW9CO0FBQUEsUUFDOUIsQ0FBQyxFQUFFLEtBQUssS0FBSyxxQkFBcUI7QUFBQSxRQUNsQyxDQUFDLHFCQUF1Qix5QkFBeUI7QUFBQSxRQUNqRCxDQUFDLE1BQU0sT0FBTztBQUFBLFFBQ2QsQ0FBQyxPQUFPLFdBQVcseUJBQXlCO0FBQUEsUUFDNUMsQ0FBQyxJQUFJLEdBQUc7QUFBQSxNQUNWO0FBQ0EsaUJBQVcsQ0FBQyxPQUFPLElBQUksS0FBSyxPQUFPO0FBQ2pDLGVBQU8sTUFBTSxRQUFRLENBQUMsS0FBSyxDQUFDLEdBQUcsSUFBSSxJQUFJLEdBQUc7QUFDMUMsZUFBTyxNQUFNLEtBQUssTUFBTSxJQUFJLEdBQUcsVUFBVSxJQUFJLElBQUksS0FBSztBQUFBLE1BQ3hEO0FBQUEsSUFDRixDQUFDO0FBRUQsU0FBSyxrRkFBa0YsTUFBTTtBQUMzRixhQUFPLE1BQU0sUUFBUSxDQUFDLFVBQVUsWUFBWSxXQUFJLENBQUMsR0FBRyxxQ0FBOEI7QUFDbEYsYUFBTyxNQUFNLFFBQVEsRUFBRSxVQUFVLEVBQUUsQ0FBQyxHQUFHLGVBQWU7QUFBQSxJQUN4RCxDQUFDO0FBRUQsU0FBSyxvRkFBb0YsTUFBTTtBQUM3RixZQUFNLFFBQTBCLEVBQUUsR0FBRyxDQUFDLENBQUMsRUFBRTtBQUN6QyxZQUFNLEVBQUUsS0FBSyxFQUFFLE9BQU8sTUFBTSxDQUFDO0FBQzdCLFlBQU0sTUFBaUIsQ0FBQztBQUN4QixVQUFJLEtBQUssR0FBRztBQUNaLFlBQU0sUUFBNkI7QUFBQSxRQUNqQyxDQUFDLFFBQVcsWUFBWTtBQUFBLFFBQ3hCLENBQUMsQ0FBQyxHQUFHLE1BQVMsR0FBRyxjQUFjO0FBQUE7QUFBQSxRQUUvQixDQUFDLENBQUMsR0FBRyxFQUFFLENBQUMsR0FBRyxjQUFjO0FBQUEsUUFDekIsQ0FBQyxFQUFFLEdBQUcsSUFBSSxHQUFHLGFBQWE7QUFBQSxRQUMxQixDQUFDLE1BQU0sR0FBRyxhQUFhO0FBQUEsUUFDdkIsQ0FBQyxFQUFFLEdBQUcsRUFBRSxRQUFRLE1BQU0sRUFBRSxFQUFFLEdBQUcsc0JBQXNCO0FBQUEsUUFDbkQsQ0FBQyxDQUFDLHVCQUFPLEdBQUcsQ0FBQyxHQUFHLGFBQWE7QUFBQSxRQUM3QixDQUFDLG9CQUFJLElBQUksR0FBRyxRQUFRO0FBQUEsUUFDcEIsQ0FBQyxFQUFFLEdBQUcsb0JBQUksSUFBSSxFQUFFLEdBQUcsVUFBVTtBQUFBLFFBQzdCLENBQUMsQ0FBQyxvQkFBSSxLQUFLLENBQUMsQ0FBQyxHQUFHLFdBQVc7QUFBQSxRQUMzQixDQUFDLENBQUMsb0JBQUksS0FBSyxHQUFHLENBQUMsR0FBRyxXQUFXO0FBQUEsUUFDN0IsQ0FBQyxDQUFDLElBQUksV0FBVyxDQUFDLENBQUMsR0FBRyxVQUFVO0FBQUEsUUFDaEMsQ0FBQyxDQUFDLE9BQU8sS0FBSyxHQUFHLENBQUMsR0FBRyxVQUFVO0FBQUEsUUFDL0IsQ0FBQyxDQUFDLElBQUksWUFBWSxDQUFDLENBQUMsR0FBRyxVQUFVO0FBQUEsUUFDakMsQ0FBQyxDQUFDLElBQUksa0JBQWtCLENBQUMsQ0FBQyxHQUFHLFVBQVU7QUFBQSxRQUN2QyxDQUFDLENBQUMsSUFBSSxTQUFTLElBQUksWUFBWSxDQUFDLENBQUMsQ0FBQyxHQUFHLFVBQVU7QUFBQSxRQUMvQyxDQUFDLElBQUksYUFBYSxDQUFDLEdBQUcsUUFBUTtBQUFBLFFBQzlCLENBQUMsR0FBRyxnQkFBZ0IsZ0JBQWdCLEdBQUcsVUFBVTtBQUFBLFFBQ2pELENBQUMsRUFBRSxHQUFHLElBQUksSUFBSSxFQUFFLEdBQUcsMkJBQTJCO0FBQUEsUUFDOUMsQ0FBQyx1QkFBTyxPQUFPLEVBQUUsV0FBVyxFQUFFLENBQUMsR0FBRyx5QkFBeUI7QUFBQSxRQUMzRCxDQUFDLElBQUssY0FBYyxNQUFNO0FBQUEsUUFBQyxFQUFHLEdBQUcseUJBQXlCO0FBQUEsUUFDMUQsQ0FBQyxDQUFDLElBQUksT0FBTyxHQUFHLENBQUMsR0FBRywyQkFBMkI7QUFBQSxRQUMvQyxDQUFDLG9CQUFJLFFBQVEsR0FBRyx5QkFBeUI7QUFBQSxRQUN6QyxDQUFDLEtBQUsseUJBQXlCO0FBQUEsUUFDL0IsQ0FBQyxRQUFRLFFBQVEsR0FBRyx5QkFBeUI7QUFBQSxRQUM3QyxDQUFDLElBQUksTUFBTSxHQUFHLEdBQUcseUJBQXlCO0FBQUEsUUFDMUMsQ0FBQyxPQUFPLE9BQU8sSUFBSSxTQUFTLEdBQUcseUJBQXlCO0FBQUEsUUFDeEQsQ0FBQyxFQUFFLEdBQUcsSUFBSSxHQUFHLGlCQUFpQjtBQUFBLFFBQzlCLENBQUMsQ0FBQyxHQUFHLFNBQVMsR0FBRyxhQUFhO0FBQUEsUUFDOUIsQ0FBQyxPQUFPLG9CQUFvQjtBQUFBLFFBQzVCLENBQUMsS0FBSyxZQUFZO0FBQUEsUUFDbEIsQ0FBQyxFQUFFLEdBQUcsRUFBRSxJQUFJLElBQVc7QUFBRSxnQkFBTSxJQUFJLE1BQU0sUUFBUTtBQUFBLFFBQUcsRUFBRSxFQUFFLEdBQUcsMkJBQTJCO0FBQUEsUUFDdEYsQ0FBQyxDQUFDLE1BQU0sVUFBVSxDQUFDLEdBQUcsQ0FBQyxDQUFDLENBQUMsRUFBRSxJQUFJLENBQUMsVUFBVSxLQUFLLE9BQU8sR0FBRyxLQUFLLE1BQU0sR0FBRyx5QkFBeUI7QUFBQSxRQUNoRyxDQUFDLElBQUksTUFBTSxDQUFDLEdBQUcsRUFBRSxVQUFVO0FBQUUsZ0JBQU0sSUFBSSxNQUFNLElBQUk7QUFBQSxRQUFHLEVBQUUsQ0FBQyxHQUFHLHVCQUF1QjtBQUFBLFFBQ2pGLENBQUMsRUFBRSxPQUFPLEVBQUUsS0FBSyxHQUFHLEVBQUUsR0FBRyxtQkFBbUI7QUFBQSxRQUM1QyxDQUFDLEVBQUUsTUFBTSxDQUFDLENBQUMsQ0FBQyxDQUFDLEVBQUUsR0FBRyxFQUFFLENBQUMsQ0FBQyxDQUFDLENBQUMsR0FBRyxNQUFNLEdBQUcsR0FBRyxnQkFBZ0I7QUFBQSxNQUN6RDtBQUNBLGlCQUFXLENBQUMsT0FBTyxRQUFRLEtBQUssTUFBTyxRQUFPLE1BQU0sUUFBUSxLQUFLLEdBQUcsUUFBUTtBQUFBLElBQzlFLENBQUM7QUFFRCxTQUFLLHNGQUFzRixNQUFNO0FBQy9GLFlBQU0sU0FBUyxPQUFPLElBQUksQ0FBQztBQUMzQixhQUFPLE1BQU0sUUFBUSxNQUFNLEdBQUcsS0FBSyxVQUFVLE1BQU0sQ0FBQztBQUNwRCxhQUFPLE1BQU0sUUFBUSxPQUFPLElBQUksQ0FBQyxDQUFDLEdBQUcsb0RBQW9EO0FBQ3pGLGFBQU8sTUFBTSxRQUFRLE9BQU8sSUFBSSxDQUFDLENBQUMsR0FBRyxnQ0FBZ0M7QUFDckUsYUFBTyxNQUFNLFFBQVEsT0FBTyxLQUFTLENBQUMsQ0FBQyxHQUFHLGdDQUFnQztBQUMxRSxZQUFNLFNBQVMsRUFBRSxHQUFHLEVBQUU7QUFDdEIsYUFBTyxNQUFNLFFBQVEsQ0FBQyxRQUFRLE1BQU0sQ0FBQyxHQUFHLG1CQUFtQjtBQUMzRCxhQUFPLE1BQU0sUUFBUSxPQUFPLElBQUksQ0FBQyxRQUFRLE1BQU0sQ0FBQyxDQUFDLEdBQUcsS0FBSyxVQUFVLE9BQU8sSUFBSSxDQUFDLFFBQVEsTUFBTSxDQUFDLENBQUMsQ0FBQztBQUFBLElBQ2xHLENBQUM7QUFFRCxTQUFLLHlFQUF5RSxNQUFNO0FBQ2xGLFlBQU0sUUFBa0IsQ0FBQztBQUN6QixZQUFNLFVBQVUsQ0FBQyxNQUFjLFdBQzdCLElBQUksTUFBTSxRQUFRO0FBQUEsUUFDaEIsSUFBSSxJQUFJLEtBQUssVUFBVTtBQUNyQixnQkFBTSxLQUFLLEdBQUcsSUFBSSxJQUFJLE9BQU8sR0FBRyxDQUFDLEVBQUU7QUFDbkMsaUJBQU8sUUFBUSxJQUFJLElBQUksS0FBSyxRQUFRO0FBQUEsUUFDdEM7QUFBQSxNQUNGLENBQUM7QUFDSCxVQUFJLFFBQVE7QUFDWixZQUFNLFFBQVEsUUFBUSxPQUFPO0FBQUEsUUFDM0IsTUFBTSxRQUFRLFFBQVEsQ0FBQyxHQUFHLENBQUMsQ0FBQztBQUFBLFFBQzVCLElBQUksVUFBVTtBQUNaLGlCQUFPLEVBQUU7QUFBQSxRQUNYO0FBQUEsTUFDRixDQUFDO0FBQ0QsYUFBTyxNQUFNLFFBQVEsS0FBSyxHQUFHLDRCQUE0QjtBQUN6RCxhQUFPLFVBQVUsT0FBTyxDQUFDLFlBQVksZUFBZSxVQUFVLFVBQVUsYUFBYSxDQUFDO0FBQUEsSUFDeEYsQ0FBQztBQUVELFNBQUssdUVBQXVFLE1BQU07QUFDaEYsWUFBTSxVQUFVLE9BQWUsRUFBRSxJQUFJLE9BQU87QUFBRSxlQUFPLFFBQVE7QUFBQSxNQUFHLEVBQUU7QUFDbEUsYUFBTyxNQUFNLFFBQVEsUUFBUSxDQUFDLEdBQUcsNkNBQTZDO0FBQUEsSUFDaEYsQ0FBQztBQUVELFNBQUssNEVBQTRFLE1BQU07QUFDckYsWUFBTSxXQUFXLE9BQU87QUFDeEIsVUFBSTtBQUNGLGlCQUFTLFlBQVk7QUFDckIsZUFBTyxlQUFlLFVBQVUsVUFBVSxFQUFFLE9BQU8sTUFBTSxXQUFXLGNBQWMsS0FBSyxDQUFDO0FBQ3hGLGVBQU8sTUFBTSxRQUFRLEVBQUUsR0FBRyxDQUFDLENBQUMsRUFBRSxDQUFDLEdBQUcsV0FBVztBQUM3QyxjQUFNLEVBQUUsS0FBSyxJQUFJLGFBQWEsRUFBRSxHQUFHLEdBQUcsQ0FBQztBQUN2QyxlQUFPLE1BQU0sTUFBTSxvQ0FBb0M7QUFBQSxNQUN6RCxVQUFFO0FBQ0EsZUFBTyxTQUFTO0FBQ2hCLGVBQU8sU0FBUztBQUFBLE1BQ2xCO0FBQUEsSUFDRixDQUFDO0FBRUQsU0FBSyxzREFBc0QsTUFBTTtBQUMvRCxhQUFPLFVBQVUsU0FBUyxHQUFHLEdBQUcsRUFBRSxNQUFNLE1BQU0sTUFBTSxJQUFJLENBQUM7QUFDekQsWUFBTSxRQUFRLElBQUksWUFBWSxFQUFFLE9BQU8sSUFBSTtBQUMzQyxhQUFPLE1BQU0sU0FBUyxLQUFLLEVBQUUsTUFBTSxLQUFLO0FBQ3hDLGFBQU8sTUFBTSxTQUFTLEtBQUssRUFBRSxNQUFNLElBQUk7QUFDdkMsYUFBTyxNQUFNLFNBQVMsR0FBRyxnQkFBZ0IsdUJBQXVCLENBQUMsRUFBRSxNQUFNLElBQUk7QUFDN0UsYUFBTyxNQUFNLFNBQVMsSUFBSSxZQUFZLENBQUMsQ0FBQyxFQUFFLE1BQU0sT0FBTztBQUFBLElBQ3pELENBQUM7QUFFRCxTQUFLLCtGQUErRixNQUFNO0FBQ3hHLFlBQU0sRUFBRSxNQUFNLEtBQUssSUFBSSxTQUFTLDZCQUFtQjtBQUNuRCxhQUFPLE1BQU0sTUFBTSxJQUFJO0FBQ3ZCLGFBQU8sTUFBTSxPQUFPLEtBQUssSUFBa0IsRUFBRSxTQUFTLEtBQUssR0FBRyw4QkFBOEI7QUFBQSxJQUM5RixDQUFDO0FBRUQsU0FBSyw4RUFBOEUsTUFBTTtBQUN2RixZQUFNLFNBQVMsQ0FBQyxXQUFtQixFQUFFLE1BQU0sS0FBSyxLQUFLLElBQUksUUFBUSxFQUFFLGtCQUFrQixFQUFFLEdBQUcsU0FBUyxHQUFHLE1BQU0sRUFBRSxFQUFFO0FBQ2hILFlBQU0sT0FBTyxDQUFDLFVBQWtCO0FBQzlCLGNBQU0sV0FBVyxFQUFFLE1BQU0sTUFBTSxLQUFLLEVBQUUsUUFBUSxNQUFNLEdBQUcsQ0FBQyxHQUFHLFVBQVUsT0FBTyxLQUFLLENBQUMsRUFBRTtBQUNwRixjQUFNLFFBQVEsWUFBWSxJQUFJO0FBQzlCLGdCQUFRLFFBQVE7QUFDaEIsZUFBTyxZQUFZLElBQUksSUFBSTtBQUFBLE1BQzdCO0FBQ0EsV0FBSyxHQUFNO0FBQ1gsWUFBTSxTQUFTLENBQUMsVUFBa0IsQ0FBQyxLQUFLLEtBQUssR0FBRyxLQUFLLEtBQUssR0FBRyxLQUFLLEtBQUssQ0FBQyxFQUFFLEtBQUssQ0FBQyxHQUFHLE1BQU0sSUFBSSxDQUFDLEVBQUUsQ0FBQztBQUVqRyxhQUFPLEdBQUcsT0FBTyxHQUFPLElBQUksS0FBSyxLQUFLLElBQUksT0FBTyxHQUFNLEdBQUcsQ0FBQyxDQUFDO0FBQUEsSUFDOUQsQ0FBQztBQUFBO0FBQUE7IiwKICAibmFtZXMiOiBbXQp9Cg==
