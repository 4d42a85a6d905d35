/**
 * A call's arguments against the tool's JSON Schema (RUN-27). The validator interprets the schema: it
 * makes no code of it, coerces nothing and fills nothing in.
 */
import { type OutputUnit, type Schema, type SchemaDraft, Validator } from "@cfworker/json-schema";
import { readSchema } from "./schema.js";

/** Says what is wrong with arguments, one phrase each; empty when they fit. */
export type ArgumentCheck = (value: unknown, text: string) => readonly string[];

/** Arguments beyond this are only looked through up to the first fault: the list could be as long as they are. */
const FULL_REPORT_CHARS = 65_536;
const MOST_FAULTS = 10;
/** Looking for equal elements compares each with each. */
const MOST_UNIQUE_ITEMS = 1_000;
/** How often a schema that refers to itself may look into arguments: some look exponentially often. */
const MOST_LOOKS = 1_000_000;

/**
 * The check for a schema.
 *
 * @throws Error that says what is wrong with the schema
 */
export function argumentCheck(schema: unknown): ArgumentCheck {
  const { draft, schema: read, unique, refers } = readSchema(schema);
  // Each notes things in the schema that it is given.
  const first = new Validator(read() as Schema, draft as SchemaDraft, true);
  const full = new Validator(read() as Schema, draft as SchemaDraft, false);
  return (value, text) => {
    if (unique && holdsLongArray(value)) return [`an array has more than ${MOST_UNIQUE_ITEMS} elements, and this schema compares them`];
    const { valid, errors } = first.validate(refers ? metered(value, Math.min(MOST_LOOKS, 10_000 + 20 * text.length)) : value);
    if (valid) return [];
    return phrases(refers || text.length > FULL_REPORT_CHARS ? errors : full.validate(value).errors);
  };
}

/** A view of a value that throws when it was looked into too often. */
function metered(value: unknown, looks: number): unknown {
  const look = () => {
    if (--looks < 0) throw new Error("the arguments are too deep for this schema");
  };
  const view = (part: unknown): unknown => (typeof part === "object" && part !== null ? new Proxy(part, handler) : part);
  const handler: ProxyHandler<object> = {
    get: (target, key) => (look(), view(Reflect.get(target, key))),
    ownKeys: (target) => (look(), Reflect.ownKeys(target)),
    getOwnPropertyDescriptor: (target, key) => (look(), Reflect.getOwnPropertyDescriptor(target, key)),
  };
  return view(value);
}

function holdsLongArray(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value) && value.length > MOST_UNIQUE_ITEMS) return true;
  return Object.values(value).some(holdsLongArray);
}

/** What a schema asks for, where the validator's own words hold nothing of the arguments. */
const PHRASES: { readonly [keyword: string]: (error: string) => string } = {
  type: (error) => `must be of type ${behind(error, "Expected ")}`,
  required: (error) => `must have the property ${behind(error, "required property ")}`,
  dependentRequired: () => "lacks a property that another one calls for",
  dependencies: () => "lacks a property that another one calls for",
  const: (error) => `must be ${behind(error, "match ")}`,
  enum: (error) => `must be one of ${behind(error, "match any of ")}`,
  minLength: () => "is too short",
  maxLength: () => "is too long",
  pattern: () => "does not have the pattern that the schema gives",
  format: (error) => `must have the format ${behind(error, "format ")}`,
  minimum: () => "is too small",
  exclusiveMinimum: () => "is too small",
  maximum: () => "is too large",
  exclusiveMaximum: () => "is too large",
  multipleOf: () => "is not a multiple of what the schema gives",
  minItems: () => "has too few elements",
  maxItems: () => "has too many elements",
  uniqueItems: () => "has equal elements",
  minContains: () => "lacks elements that the schema calls for",
  maxContains: () => "has too many elements of one kind",
  contains: () => "lacks an element that the schema calls for",
  minProperties: () => "has too few properties",
  maxProperties: () => "has too many properties",
  propertyNames: () => "has a property with a name that is not allowed",
  false: () => "is not allowed",
  not: () => "is what the schema excludes",
  oneOf: () => "must fit exactly one of the forms that the schema gives",
  anyOf: () => "must fit one of the forms that the schema gives",
};

/** The end of a sentence of the validator, which comes from the schema alone. */
function behind(error: string, words: string): string {
  const at = error.indexOf(words);
  return at < 0 ? "what the schema gives" : cut(error.slice(at + words.length).replace(/\.$/, ""));
}

function phrases(errors: readonly OutputUnit[]): string[] {
  const found = new Set<string>();
  for (const { keyword, instanceLocation, error } of errors) {
    const phrase = Object.hasOwn(PHRASES, keyword) ? PHRASES[keyword] : undefined;
    if (!phrase) continue;
    if (found.size === MOST_FAULTS) {
      found.add("and more");
      break;
    }
    found.add(`${placeOf(instanceLocation)} ${phrase(error)}`);
  }
  return found.size > 0 ? [...found] : ["the arguments do not fit"];
}

/** A place in the arguments as a JSON Pointer; the names in it are the caller's, so nothing in them breaks a line. */
function placeOf(location: string): string {
  const pointer = location.replace(/^#/, "");
  return pointer === "" ? "the arguments as a whole" : `\`${cut(JSON.stringify(pointer).slice(1, -1))}\``;
}

function cut(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
