/** Schemas and arguments (RUN-27), and JSON as it is written. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { elements, exactValue, members } from "../../bindings-wasm/ts/text.js";
import { argumentCheck } from "../ts/runner/arguments.js";
import { argumentFaults } from "../ts/runner/words.js";

const faults = (schema: unknown, value: unknown) => argumentFaults(argumentCheck(schema), typeof value === "string" ? value : JSON.stringify(value));
const property = (schema: unknown) => ({ type: "object", properties: { a: schema } });

/** A schema, arguments that fit, and others with the fault that is named. */
const keywords: readonly [unknown, readonly unknown[], readonly (readonly [unknown, RegExp])[]][] = [
  [{}, [{}, { a: 1 }], []],
  [{ type: "object" }, [{}], []],
  [property({ type: "integer" }), [{ a: 1 }, '{"a":1.0}', '{"a":9007199254740993}'], [[{ a: 1.5 }, /`\/a` must be of type "integer"/], [{ a: "1" }, /"integer"/], [{ a: null }, /"integer"/]]],
  [property({ type: ["string", "null"] }), [{ a: null }], [[{ a: 1 }, /must be of type "string", "null"/]]],
  [property({ type: "boolean" }), [{ a: false }], [[{ a: 0 }, /"boolean"/], [{ a: "true" }, /"boolean"/]]],
  [property({ const: { x: 1 } }), [{ a: { x: 1 } }], [[{ a: { x: 2 } }, /must be \{"x":1\}/]]],
  [property({ minLength: 2, maxLength: 3 }), [{ a: "xx" }, { a: "😀😀😀" }], [[{ a: "x" }, /too short/], [{ a: "xxxx" }, /too long/]]],
  [property({ pattern: "^a+$" }), [{ a: "aa" }], [[{ a: "b" }, /pattern/]]],
  [property({ minimum: 1, exclusiveMaximum: 5, multipleOf: 0.1 }), [{ a: 1.1 }], [[{ a: 0.5 }, /too small/], [{ a: 5 }, /too large/], [{ a: 1.15 }, /multiple/]]],
  [property({ minItems: 1, maxItems: 2, uniqueItems: true }), [{ a: [1] }], [[{ a: [] }, /too few/], [{ a: [1, 2, 3] }, /too many/], [{ a: [{ x: 1 }, { x: 1 }] }, /equal elements/]]],
  [property({ contains: { type: "string" } }), [{ a: [1, "x"] }], [[{ a: [1] }, /lacks an element/]]],
  [property({ prefixItems: [{ type: "string" }], items: false }), [{ a: ["x"] }], [[{ a: [1] }, /`\/a\/0`/], [{ a: ["x", 1] }, /`\/a\/1` is not allowed/]]],
  [property({ items: [{ type: "string" }] }), [{ a: ["x", 1] }], [[{ a: [1] }, /`\/a\/0`/]]],
  [{ properties: { a: {} }, additionalProperties: false }, [{ a: 1 }], [[{ b: 1 }, /`\/b` is not allowed/], ['{"__proto__":1}', /`\/__proto__` is not allowed/], [{ constructor: 1 }, /`\/constructor` is not allowed/]]],
  [{ required: ["toString", "__proto__"] }, ['{"toString":1,"__proto__":2}'], [[{}, /property "toString"[^]*property "__proto__"/]]],
  [{ properties: { constructor: { type: "string" } } }, [{}, { constructor: "x" }], [[{ constructor: 1 }, /`\/constructor`/]]],
  [{ patternProperties: { "^x": { type: "string" } } }, [{ x1: "a", y: 1 }], [[{ x1: 1 }, /`\/x1`/]]],
  [{ propertyNames: { pattern: "^[a-z]+$" } }, [{ abc: 1 }], [[{ ABC: 1 }, /name that is not allowed/]]],
  [{ minProperties: 1, maxProperties: 1 }, [{ a: 1 }], [[{}, /too few properties/], [{ a: 1, b: 2 }, /too many properties/]]],
  [{ dependentRequired: { a: ["b"] } }, [{ a: 1, b: 2 }], [[{ a: 1 }, /calls for/]]],
  [property({ anyOf: [{ type: "string" }, { type: "null" }] }), [{ a: null }], [[{ a: 1 }, /one of the forms/]]],
  [property({ oneOf: [{ type: "number" }, { minimum: 5 }] }), [{ a: 1 }], [[{ a: 6 }, /exactly one/]]],
  [property({ not: { type: "string" } }), [{ a: 1 }], [[{ a: "x" }, /excludes/]]],
  [{ if: { required: ["a"] }, then: { required: ["b"] } }, [{}, { a: 1, b: 1 }], [[{ a: 1 }, /property "b"/]]],
  [{ $defs: { t: { type: "string" } }, ...property({ $ref: "#/$defs/t" }) }, [{ a: "x" }], [[{ a: 1 }, /`\/a` must be of type "string"/]]],
  [{ $schema: "http://json-schema.org/draft-07/schema#", definitions: { "a/b~c d": { type: "string" } }, ...property({ $ref: "#/definitions/a~1b~0c%20d" }) }, [{ a: "x" }], [[{ a: 1 }, /`\/a`/]]],
  [{ $schema: "http://json-schema.org/draft-04/schema#", ...property({ minimum: 1, exclusiveMinimum: true }) }, [{ a: 2 }], [[{ a: 1 }, /too small/]]],
  [{ ...property({ $ref: "#" }) }, [{ a: { a: {} } }], [[{ a: { a: 1 } }, /`\/a\/a`|`\/a`/]]],
  [property({ format: "date" }), [{ a: "2026-12-01" }, { a: 1 }], [[{ a: "tomorrow" }, /must have the format "date"/]]],
  [property({ format: "url" }), [{ a: "no address at all" }], []],
  [property({ enum: [{ format: "url" }] }), [{ a: { format: "url" } }], [[{ a: {} }, /must be one of/]]],
  [{ type: "object", properties: { format: { type: "string" } } }, [{ format: "x" }], [[{ format: 1 }, /`\/format`/]]],
];

for (const [schema, good, bad] of keywords) {
  test(`RUN-27 ${JSON.stringify(schema)}`, () => {
    for (const value of good) assert.deepEqual(faults(schema, value), [], JSON.stringify(value));
    for (const [value, wanted] of bad) assert.match(faults(schema, value).join("; "), wanted, JSON.stringify(value));
  });
}

const cycle: Record<string, unknown> = { type: "object" };
cycle.properties = { a: cycle };
const deep = (levels: number): object => (levels === 0 ? {} : { not: deep(levels - 1) });
const unreliable: readonly [string, unknown][] = [
  ["null", null], ["true", true], ["a list", []], ["a cycle", cycle], ["a BigInt", { minimum: 1n }], ["undefined", undefined],
  ["too deep", deep(100)],
  ...["additionalProperties", "not", "items", "if", "contains"].map((key) => [`${key} that is no schema`, { [key]: "x" }] as [string, unknown]),
  ...["allOf", "anyOf", "oneOf"].flatMap((key) => [{}, [], [1]].map((value) => [`${key}: ${JSON.stringify(value)}`, { [key]: value }] as [string, unknown])),
  ...["properties", "$defs", "definitions", "patternProperties"].flatMap((key) => [[], 1, { a: 1 }, { a: "x" }].map((value) => [`${key}: ${JSON.stringify(value)}`, { [key]: value }] as [string, unknown])),
  ...["minLength", "maxItems", "minProperties"].flatMap((key) => [-1, 1.5, "1", null, true].map((value) => [`${key}: ${JSON.stringify(value)}`, { [key]: value }] as [string, unknown])),
  ["multipleOf 0", { multipleOf: 0 }], ["exclusiveMinimum true", { exclusiveMinimum: true }], ["uniqueItems 1", { uniqueItems: 1 }],
  ["required of numbers", { required: [1] }], ["a type of none", { type: [] }], ["a type of another kind", { type: 1 }], ["enum that is no list", { enum: "a" }],
  ["a pattern that is none", { pattern: "[" }], ["a key that is no pattern", { patternProperties: { "[": {} } }],
  ["a reference that is none", { $ref: 1 }], ["a reference into a note", { examples: [{ type: 7 }], $ref: "#/examples/0" }], ["a reference that cannot be decoded", { $ref: "#/%" }],
  ["a reference that is not followed", { $dynamicRef: "#x" }], ["a fault behind a keyword that is unknown", { properties: { a: { allOf: [{ type: "x" }] } } }],
];
for (const [name, schema] of unreliable) {
  test(`RUN-27 no check is made of a schema that cannot be relied on: ${name}`, () => {
    assert.throws(() => argumentCheck(schema), Error);
  });
}

test("RUN-27 what cannot be checked does not fit", () => {
  for (const schema of [{ $ref: "#" }, { $ref: "https://example.com/none" }, { $ref: "#nowhere" }, { allOf: [{ $ref: "#" }] }]) {
    assert.deepEqual(faults(schema, {}), ["they could not be checked against it"]);
  }
});

test("RUN-27 the schema is read once: a later change of the object changes nothing", () => {
  const schema = { type: "object", properties: { a: { type: "string" } } };
  const check = argumentCheck(schema);
  schema.properties.a.type = "number";
  assert.deepEqual(check({ a: "x" }, ""), []);
});

const tree = (depth: number, leaf: string): object => (depth === 0 ? { type: leaf } : { type: "c", child: tree(depth - 1, leaf) });
const union = (kind: string, order: (entries: [string, unknown][]) => [string, unknown][]) => ({
  $defs: {
    node: {
      [kind]: ["a", "b", "c"].map((name) => ({
        type: "object",
        properties: Object.fromEntries(order([["child", { $ref: "#/$defs/node" }], ["type", { const: name }]])),
        required: ["type"],
      })),
    },
  },
  ...property({ $ref: "#/$defs/node" }),
});

for (const kind of ["anyOf", "oneOf"]) {
  for (const order of [(entries: [string, unknown][]) => entries, (entries: [string, unknown][]) => entries.reverse()]) {
    const schema = union(kind, order);
    test(`RUN-27 a deep tree of alternatives is checked: ${JSON.stringify(schema)}`, () => {
      assert.deepEqual(faults(schema, { a: tree(55, "a") }), []);
      assert.notDeepEqual(faults(schema, { a: tree(55, "x") }), []);
    });
  }
}

test("RUN-27 a schema that refers to itself takes large arguments", () => {
  const schema = { $defs: { node: { type: "object", properties: { children: { type: "array", items: { $ref: "#/$defs/node" } }, name: { type: "string" } }, additionalProperties: false } }, ...property({ $ref: "#/$defs/node" }) };
  const large = { a: { name: "root", children: Array.from({ length: 1_000 }, () => ({ name: "x", children: Array(20).fill({ name: "leaf" }) })) } };
  assert.deepEqual(faults(schema, large), []);
  large.a.children[999]!.children.push({ name: 7 } as never);
  assert.match(faults(schema, large)[0]!, /`\/a\/children\/999\/children\/20\/name` must be of type "string"/);
});

test("RUN-27 a schema that would look at arguments without end is no check that is passed", () => {
  const twice = (name: string) => ({ allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] });
  const $defs = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`d${index}`, index === 0 ? {} : twice(`d${index - 1}`)]));
  assert.deepEqual(faults({ $defs, ...twice("d39") }, { a: 1 }), ["they could not be checked against it"]);
  const both = { anyOf: [{ properties: { c: { $ref: "#/$defs/t" } } }, { properties: { c: { $ref: "#/$defs/t" } }, required: ["x"] }] };
  let deep: object = {};
  for (let depth = 0; depth < 55; depth++) deep = { c: deep };
  assert.deepEqual(faults({ $defs: { t: both }, ...both }, deep), ["they could not be checked against it"]);
});

test("RUN-27 large arguments with many faults are a short report", () => {
  const schema = { ...property({ type: "array", items: { type: "string" } }) };
  for (const count of [100, 400_000]) {
    const found = faults(schema, { a: Array(count).fill(1) });
    assert.ok(found.length >= 1 && found.length <= 11, `${found.length}`);
    assert.match(found[0]!, /`\/a\/0` must be of type "string"/);
  }
  assert.match(faults(property({ uniqueItems: true }), { a: Array.from({ length: 200_000 }, (_, index) => index) })[0]!, /more than 1000 elements/);
  const [long] = faults({ additionalProperties: false }, { ["x\n\u202e".repeat(100_000)]: 1 });
  assert.ok(long!.length < 500 && !long!.includes("\n"));
});

test("RUN-27 the formats that are checked take time that grows with the text alone", () => {
  for (const format of ["date", "date-time", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]) {
    const check = argumentCheck(property({ format }));
    for (const piece of ["a", "1", "1:", ":", "a.", "a-", "\\", '"', "1.", "P1", "@", "T1H"]) {
      const value = { a: `${piece.repeat(500_000 / piece.length)}!` };
      check(value, JSON.stringify(value));
    }
  }
});

// ---- JSON as it is written

const texts = ["{}", "[]", " { } ", '{"a":1}', '{"a" : [1, {"b": "}]\\""}] , "c":"\\\\" }', '{"\\u0061":null,"__proto__":{"x":1}}', '[1,"2",[3],{"4":5},true,null,-1.5e+3]', '["\\\\\\"",""]', '{"":{"":""}}', "\t[\n1\r,2 ]\n"];

test("RUN-22 the members and elements of a text are those that a parser finds", () => {
  const random = (seed: number) => () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  const next = random(7);
  const scalars = [0, -1.5, 1e21, "", "a", '"', "\\", "\\\\", "{", "]", "\u2028", "\ud800", "é😀", true, false, null];
  const value = (depth: number): unknown => {
    const pick = Math.floor(next() * (depth > 4 ? 1 : 3));
    if (pick === 0) return scalars[Math.floor(next() * scalars.length)];
    const items = Array.from({ length: Math.floor(next() * 4) }, () => value(depth + 1));
    return pick === 1 ? items : Object.fromEntries(items.map((item, index) => [`${String(scalars[Math.floor(next() * 12)])}${index}`, item]));
  };
  const generated = Array.from({ length: 3_000 }, (_, index) => JSON.stringify(value(0), null, index % 3));
  for (const text of [...texts, ...generated]) {
    const parsed: unknown = JSON.parse(text);
    assert.deepEqual(exactValue(text), parsed);
    if (Array.isArray(parsed)) assert.deepEqual(elements(text).map((part) => JSON.parse(part)), parsed);
    else if (typeof parsed === "object" && parsed !== null) {
      const found = members(text);
      assert.equal(found.length, Object.keys(parsed).length);
      assert.deepEqual(Object.fromEntries(found.map(([key, part]) => [key, JSON.parse(part)])), parsed);
    }
  }
});

test("RUN-22 long texts are walked through once", () => {
  const long = JSON.stringify({ a: "\\".repeat(300_000), b: '"'.repeat(300_000), c: "[{".repeat(200_000), d: Array(100_000).fill("]") });
  assert.deepEqual(members(long).map(([key]) => key), ["a", "b", "c", "d"]);
  assert.equal(elements(JSON.stringify(Array(200_000).fill("\\"))).length, 200_000);
});

test("RUN-27 integers are exact, however large, and other numbers are the nearest", () => {
  const exact: readonly [string, unknown][] = [
    ["9007199254740991", 9007199254740991], ["9007199254740992", 9007199254740992n], ["-9007199254740993", -9007199254740993n],
    [" 123456789012345678901234567890 ", 123456789012345678901234567890n], ["1e16", 1e16], ["9007199254740993.0", 9007199254740992], ["0.1234567890123456789", 0.12345678901234568],
    ['"9007199254740993"', "9007199254740993"], ['{"9007199254740993":[9007199254740993]}', { "9007199254740993": [9007199254740993n] }],
    ['[{"a":12345678901234567890},"12345678901234567890"]', [{ a: 12345678901234567890n }, "12345678901234567890"]],
  ];
  for (const [text, value] of exact) assert.deepEqual(exactValue(text), value);
});
