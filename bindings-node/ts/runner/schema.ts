/**
 * A tool's JSON Schema before it is used. A validator passes over what it cannot make sense of, so a
 * keyword with a value of the wrong kind would check nothing: such a schema is refused (RUN-27).
 */

/** A schema that can be relied on. */
export interface ReadSchema {
  /** What the validator calls the dialect. */
  readonly draft: "4" | "7" | "2019-09" | "2020-12";
  /** A copy of it, each time another one. */
  readonly schema: () => object;
  /** Whether it compares the elements of an array somewhere. */
  readonly unique: boolean;
  /** Whether a part of it refers to another, which may lead back to it. */
  readonly refers: boolean;
}

const DIALECTS: readonly (readonly [RegExp, ReadSchema["draft"]])[] = [
  [/\/draft-04\//, "4"],
  [/\/draft-0[67]\//, "7"],
  [/\/2019-09\//, "2019-09"],
  [/\/2020-12\/|^https?:\/\/json-schema\.org\/schema#?$/, "2020-12"],
];

const TYPES = ["array", "boolean", "integer", "null", "number", "object", "string"];

/** Formats that are checked, each in time that grows with the text alone. The others are notes to the reader, and taken out. */
const FORMATS = ["date", "date-time", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];

const MOST_LEVELS = 64;

type Rule = (value: unknown, walk: Walk, at: string, level: number) => boolean;

/** What was found on the way. */
interface Walk {
  readonly pointers: Set<string>;
  readonly references: string[];
  readonly draft: ReadSchema["draft"];
  unique: boolean;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const isStrings = (value: unknown): value is string[] => Array.isArray(value) && value.every((item) => typeof item === "string");
const isCount: Rule = (value) => Number.isInteger(value) && (value as number) >= 0;
const isNumber: Rule = (value) => typeof value === "number" && Number.isFinite(value);
const isLimit: Rule = (value, { draft }, at, level) => isNumber(value, NO_WALK, at, level) || (draft === "4" && typeof value === "boolean");
const isPattern = (value: unknown): boolean => {
  try {
    return typeof value === "string" && new RegExp(value, "u") instanceof RegExp;
  } catch {
    return false;
  }
};

const schemaRule: Rule = (value, walk, at, level) => (visit(value, walk, at, level), true);
const listRule: Rule = (value, walk, at, level) =>
  Array.isArray(value) && value.length > 0 && value.every((item, index) => schemaRule(item, walk, `${at}/${index}`, level));
const mapRule: Rule = (value, walk, at, level) =>
  isObject(value) && Object.entries(value).every(([key, item]) => schemaRule(item, walk, `${at}/${escaped(key)}`, level));

/** What the value of each keyword has to be. */
const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...["additionalItems", "additionalProperties", "contains", "else", "if", "not", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties"].map((name) => [name, schemaRule] as const),
  ...["allOf", "anyOf", "oneOf", "prefixItems"].map((name) => [name, listRule] as const),
  ...["$defs", "definitions", "dependentSchemas", "properties"].map((name) => [name, mapRule] as const),
  ["patternProperties", (value, walk, at, level) => mapRule(value, walk, at, level) && Object.keys(value as object).every(isPattern)],
  ["items", (value, walk, at, level) => (Array.isArray(value) ? value.length === 0 || listRule(value, walk, at, level) : schemaRule(value, walk, at, level))],
  ["dependencies", (value, walk, at, level) =>
    isObject(value) && Object.entries(value).every(([key, item]) => isStrings(item) || schemaRule(item, walk, `${at}/${escaped(key)}`, level))],
  ["dependentRequired", (value) => isObject(value) && Object.values(value).every(isStrings)],
  ...["maxContains", "maxItems", "maxLength", "maxProperties", "minContains", "minItems", "minLength", "minProperties"].map((name) => [name, isCount] as const),
  ...["maximum", "minimum"].map((name) => [name, isNumber] as const),
  ...["exclusiveMaximum", "exclusiveMinimum"].map((name) => [name, isLimit] as const),
  ["multipleOf", (value, walk, at, level) => isNumber(value, walk, at, level) && (value as number) > 0],
  ["enum", (value) => Array.isArray(value)],
  ["required", isStrings],
  ["type", (value) => (Array.isArray(value) ? value.length > 0 && value.every((item) => TYPES.includes(item)) : TYPES.includes(value as string))],
  ["pattern", isPattern],
  ["uniqueItems", (value, walk) => {
    if (value === true) walk.unique = true;
    return typeof value === "boolean";
  }],
  ["$ref", (value, walk) => typeof value === "string" && walk.references.push(value) > 0],
  ["$recursiveRef", (value) => value === "#"],
  // The validator does not follow these.
  ["$dynamicRef", () => false],
  ["$id", (value) => typeof value === "string"],
  ["$anchor", (value) => typeof value === "string"],
]);

const NO_WALK: Walk = { pointers: new Set(), references: [], draft: "2020-12", unique: false };

/**
 * Reads a schema of arguments.
 *
 * @throws Error that says where it cannot be relied on
 */
export function readSchema(given: unknown): ReadSchema {
  const text = textOf(given);
  const copy: unknown = JSON.parse(text);
  if (!isObject(copy)) throw new Error("the schema is not an object");
  const walk: Walk = { pointers: new Set(), references: [], draft: draftOf(copy.$schema), unique: false };
  visit(copy, walk, "", 0);
  for (const reference of walk.references) {
    // INVARIANT: no reference leads to a part that was not looked at. Those by name are looked up by
    // the validator among the parts with such names, all of which were.
    if (!/^#(\/|$)/.test(reference)) continue;
    if (!walk.pointers.has(pointerOf(reference))) throw new Error(`\`$ref\` leads to no schema: ${JSON.stringify(reference)}`);
  }
  const schema = () => {
    const read = JSON.parse(text) as object;
    visit(read, { ...NO_WALK, pointers: new Set(), references: [], draft: walk.draft }, "", 0);
    return read;
  };
  return { draft: walk.draft, schema, unique: walk.unique, refers: refers(text) };
}

function textOf(given: unknown): string {
  try {
    return JSON.stringify(given) ?? "null";
  } catch {
    throw new Error("the schema is not plain JSON");
  }
}

function draftOf(dialect: unknown): ReadSchema["draft"] {
  if (dialect === undefined) return "2020-12";
  const [, draft] = DIALECTS.find(([pattern]) => typeof dialect === "string" && pattern.test(dialect)) ?? [];
  if (draft === undefined) throw new Error("`$schema` names a dialect that is not known");
  return draft;
}

/** Looks at a schema and all in it, and takes out what is not to be checked. */
function visit(schema: unknown, walk: Walk, at: string, level: number): void {
  walk.pointers.add(at);
  if (typeof schema === "boolean") return;
  if (!isObject(schema)) throw new Error(`there is no schema at ${JSON.stringify(at)}`);
  if (level >= MOST_LEVELS) throw new Error(`the schema nests deeper than ${MOST_LEVELS} levels`);
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "format" && !FORMATS.includes(value as string)) delete schema.format;
    if (keyword === "properties" && isObject(value)) schema.properties = plainFirst(value);
    const rule = RULES.get(keyword);
    const place = `${at}/${escaped(keyword)}`;
    if (rule && !rule(value, walk, place, level + 1)) throw new Error(`the value at ${JSON.stringify(place)} is none that the keyword can have`);
  }
}

/**
 * Properties that refer to nothing come first. Of alternatives that are told apart by one of them, the
 * validator then leaves the wrong ones before it goes down into the others; else the work would grow
 * exponentially with the depth of a tree.
 */
function plainFirst(properties: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(properties).map((entry) => ({ entry, last: refers(JSON.stringify(entry[1])) }));
  return Object.fromEntries([...entries.filter(({ last }) => !last), ...entries.filter(({ last }) => last)].map(({ entry }) => entry));
}

function refers(schema: string): boolean {
  return /"\$(recursiveR|r)ef"/.test(schema);
}

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The pointer of a reference; one that cannot be decoded leads nowhere. */
function pointerOf(reference: string): string {
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return "#";
  }
}
