/** Documents and tool lists made up by a seed: every setting that the drawer shows, in every spelling. */
import { connection } from "./drawer.js";

export type Random = (below: number) => number;

/** The same numbers for the same seed (mulberry32). */
export function random(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const PERMISSIONS = ["allow", "ask", "deny"] as const;
const SERVERS = ["crm", "a.b", "git-hub", "logs2", "A", "x__y"];
const TOOLS = ["read", "write", "delete_all", "search.docs", "7", "__proto__", "constructor", "Bash", "löschen", "a b", "<b>", "pay\u202eevil", "toString"];
const PATTERNS = ["Bash(git push:*)", "Read", "mcp__crm", "mcp__a.b__read", "mcp__*__delete_*", "mcp__crm__write(secret:*)", "*", "create", "Edit"];

export interface Generated {
  readonly agent: string;
  readonly catalogs: string;
}

export function generate(next: Random): Generated {
  const pick = <Item>(items: readonly Item[]): Item => items[next(items.length)]!;
  const some = <Item>(items: readonly Item[], most: number): Item[] => items.filter(() => next(items.length) < most);
  const maybe = (key: string, value: () => unknown, chance = 2) => (next(chance) === 0 ? { [key]: value() } : {});
  const permission = () => pick(PERMISSIONS);
  const names = some(SERVERS, 3);
  const mcps = names.map((name) => {
    const wire = next(4) === 0;
    const include = next(3) === 0 ? some(TOOLS, 5) : [];
    const named = (include.length > 0 ? include : TOOLS).filter(() => next(4) === 0);
    const own = `{${named.map((tool) => `${JSON.stringify(tool)}: "${permission()}"`).join(", ")}}`;
    const policy = {
      ...(include.length > 0 && { tools: { mode: "include", names: include } }),
      ...maybe("permission", () => pick([...PERMISSIONS, null])),
      ...maybe(wire ? "newToolPermission" : "new_tool_permission", permission, 3),
      // As text, since a literal cannot hold a member `__proto__`.
      ...maybe(wire ? "toolPermissions" : "tool_permissions", () => JSON.parse(own)),
    };
    return { name, connection: { ...connection, slug: name }, ...(next(5) > 0 && { policy }) };
  });
  const rules = some(PATTERNS, 2).map((pattern) => ({ pattern, permission: pattern.includes("(secret") || pattern.includes("*__") || pattern === "*" ? pick(["ask", "deny"]) : permission() }));
  const tools = some(["create", "lookup", "close"], 2).map((name) => ({ name, kind: pick(["callback", "code", "client"]), ...maybe("permission", permission), ...maybe("readOnly", () => pick([true, false])) }));
  const parts = {
    mcps,
    ...(tools.length > 0 && { tools }),
    ...maybe("runner", () => ({ permissions: { ...maybe("default", () => pick([...PERMISSIONS, "allow_reads"])), rules } })),
    ...maybe("harness", () => ({ kind: pick(["claude", "codex", "pi"]), permissions: { ...maybe("deny", () => some(["WebFetch", "mcp__crm__read"], 1)) } }), 4),
  };
  const document = next(5) === 0 ? { parameters: { agent: parts }, version: 3 } : parts;
  const listed = names.filter(() => next(4) > 0).map((name) => {
    const answer = { tools: some(TOOLS, 6).flatMap((tool) => [{ name: tool, annotations: { ...maybe("readOnlyHint", () => true), ...maybe("destructiveHint", () => true, 5) } }, ...(next(8) === 0 ? [{ name: tool }] : [])]) };
    return [name, pick<unknown>([answer, answer.tools, { jsonrpc: "2.0", id: 1, result: answer }])] as const;
  });
  const indent = pick([0, 2, 4]);
  return { agent: JSON.stringify(document, null, indent), catalogs: JSON.stringify(Object.fromEntries(listed)) };
}
