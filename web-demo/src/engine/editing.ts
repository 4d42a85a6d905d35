/**
 * Edits of the document's text. What an edit makes of a policy is the core's to say; here its answer
 * is written into the text so that everything else stays as its author wrote it.
 */
import {
  askForWriteAndDelete,
  canonicalJson,
  type Edit,
  type PatchOperation,
  type Permission,
  setNewToolPermission,
  setServerPermission,
  setToolFilter,
  setToolPermission,
} from "callgate-wasm";
import { applyEdits, type JSONPath, modify } from "jsonc-parser";
import { type Fields, fields, type Group } from "./names.js";
import { path } from "./places.js";

/** What a person can do to a server's policy. */
export type Operation =
  | { readonly kind: "server"; readonly permission: Permission | null }
  | { readonly kind: "tool"; readonly tool: string; readonly permission: Permission | null }
  | { readonly kind: "new"; readonly permission: Permission | null }
  | { readonly kind: "preset" }
  | { readonly kind: "filter"; readonly mode: "all" | "include" }
  | { readonly kind: "choose"; readonly tool: string; readonly chosen: boolean };

/** The core's answer; throws `InvalidEdit` where the core refuses. */
export function edit(group: Group, operation: Operation): Edit {
  const { policy } = group;
  switch (operation.kind) {
    case "server":
      return setServerPermission(policy, operation.permission);
    case "tool":
      return setToolPermission(policy, operation.tool, operation.permission);
    case "new":
      return setNewToolPermission(policy, operation.permission);
    case "preset":
      return askForWriteAndDelete(policy, { tools: (group.answer?.tools ?? []) as never });
    case "filter":
      return setToolFilter(policy, operation.mode, operation.mode === "all" ? [] : group.tools.map(({ name }) => name));
    case "choose": {
      const others = [...group.chosen].filter((name) => name !== operation.tool);
      return setToolFilter(policy, "include", operation.chosen ? [...others, operation.tool] : others);
    }
  }
}

const FORMAT = { insertSpaces: true, tabSize: 2, eol: "\n" };

/** The text with another policy for one server. */
export function withPolicy(text: string, group: Group, policy: Fields): string {
  const document: unknown = JSON.parse(text);
  const at = path(group.pointer, document);
  let written = text;
  for (const [step, value] of differences(group.policy, policy)) written = set(written, [...at, "policy", ...step], value);
  return sure(written, () => {
    (at.reduce<unknown>((value, step) => (value as Fields)[step], document) as { policy: Fields }).policy = policy;
    return document;
  });
}

/** The text with a patch of the core's making, which makes it this document. */
export function withPatch(text: string, patch: readonly PatchOperation[], document: unknown): string {
  const before: unknown = JSON.parse(text);
  const written = patch.reduce((now, { op, path: pointer, value }) => {
    const at = path(pointer, before);
    // Behind the last entry of an array there is nothing to replace, only to insert.
    const last = at.at(-1);
    const inserts = op === "add" && (typeof last === "number" || last === "-");
    return set(now, last === "-" ? [...at.slice(0, -1), -1] : at, value, inserts);
  }, text);
  return sure(written, () => document);
}

/** INVARIANT: a text is only used when it is the very document that the core's answer makes. */
function sure(written: string, wanted: () => unknown): string {
  const document = wanted();
  try {
    const there: unknown = JSON.parse(written);
    // Nearly always even in the same order, which is quicker to see.
    if (JSON.stringify(there) === JSON.stringify(document) || canonicalJson(there) === canonicalJson(document)) return written;
  } catch {
    // Not even JSON: written anew below.
  }
  return `${JSON.stringify(document, null, 2)}\n`;
}

function set(text: string, at: JSONPath, value: unknown, isArrayInsertion = false): string {
  return applyEdits(text, modify(text, at, value, { formattingOptions: FORMAT, isArrayInsertion }));
}

/** The smallest parts that differ: fields, and entries of the table of own rules. */
function differences(before: Fields, after: Fields): [string[], unknown][] {
  if (Object.keys(before).length === 0) return [[[], after]];
  const found: [string[], unknown][] = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [own(before, key), own(after, key)];
    if (JSON.stringify(old) === JSON.stringify(now)) continue;
    if (/^tool_?permissions$/i.test(key) && isTable(old) && isTable(now)) {
      for (const tool of new Set([...Object.keys(old), ...Object.keys(now)])) {
        if (own(old, tool) !== own(now, tool)) found.push([[key, tool], own(now, tool)]);
      }
    } else {
      found.push([[key], now]);
    }
  }
  // One by one each takes the length of the text, so many at once are written as a whole.
  return found.length > MOST_APART ? [[[], after]] : found;
}

const MOST_APART = 20;

function isTable(value: unknown): value is Fields {
  return Object.keys(fields(value)).length > 0;
}

function own(object: Fields, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
