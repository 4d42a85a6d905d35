/**
 * Which servers and tools a document and its catalogs name, and what is written of each, so that the
 * page can show the fields and put each tool to the gate. What they may do is not looked at here.
 */
import type { Call, Permission } from "callgate-wasm";
import type { Answer } from "./answers.js";

export type Claim = "read-only" | "destructive";

export interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** What the server claims of it; never a reason for a decision. */
  readonly claims: readonly Claim[];
  /** Whether the server's catalog has it; unknown without a catalog. */
  readonly advertised?: boolean;
  readonly call: Call;
}

/** One server of the document, or the tools that the runner delivers itself. */
export interface Group {
  /** The server's name, or nothing for the runner's own tools. */
  readonly server?: string;
  /** JSON Pointer to the entry of `mcps`, or to `tools`. */
  readonly pointer: string;
  /** How the server is reached, in a few words. */
  readonly connection?: string;
  /** The fields of its policy as they are written. */
  readonly permission: Permission | null;
  readonly newTool: Permission | null;
  readonly filter: "all" | "include";
  /** The names of the filter. */
  readonly chosen: ReadonlySet<string>;
  /** Whether the policy is written in a runner's spelling (CONF-2). */
  readonly policy: Fields;
  readonly tools: readonly Tool[];
  /** What the server answered to `tools/list`, as far as it is known. */
  readonly answer?: Answer;
  /** A call of a tool that neither the document nor the catalog names. */
  readonly other?: Call;
}

export type Fields = { readonly [key: string]: unknown };

export interface Named {
  readonly groups: readonly Group[];
  /** The pointer to the agent's parts: nothing, or `/parameters/agent` (CONF-1). */
  readonly base: string;
  /** `runner.permissions.default` as it is written. */
  readonly fallback: string | null;
}

/** The servers in the document's order, then the runner's own tools. The document is valid. */
export function named(document: unknown, answers: ReadonlyMap<string, Answer>): Named {
  const base = fields(fields(document).parameters).agent === undefined ? "" : "/parameters/agent";
  const agent = base === "" ? fields(document) : fields(fields(fields(document).parameters).agent);
  const servers = list(agent.mcps).map((entry, index) => serverGroup(fields(entry), `${base}/mcps/${index}`, answers));
  const own = list(agent.tools).map(fields).map(ownTool);
  const groups = own.length > 0 ? [...servers, ownGroup(own, `${base}/tools`)] : servers;
  return { groups, base, fallback: text(fields(fields(agent.runner).permissions).default) ?? null };
}

function serverGroup(entry: Fields, pointer: string, answers: ReadonlyMap<string, Answer>): Group {
  const server = text(entry.name) ?? "";
  const policy = fields(entry.policy);
  const filter = fields(policy.tools);
  const chosen = list(filter.names).filter((name) => typeof name === "string");
  const answer = answers.get(server);
  const tools = new Map<string, Tool>();
  for (const tool of answer?.tools ?? []) {
    const name = text(tool.name);
    if (name !== undefined && !tools.has(name)) tools.set(name, { ...advertisedTool(name, tool), call: { server, tool: name } });
  }
  for (const name of [...chosen, ...Object.keys(table(policy))]) {
    if (tools.has(name)) continue;
    tools.set(name, { name, claims: [], ...(answer?.tools && { advertised: false }), call: { server, tool: name } });
  }
  let other = "a tool that is not named";
  while (tools.has(other)) other += ".";
  const connection = connectionOf(fields(entry.connection));
  return {
    server,
    pointer,
    ...(connection !== undefined && { connection }),
    permission: permission(policy.permission),
    newTool: permission(policy.new_tool_permission ?? policy.newToolPermission),
    filter: filter.mode === "include" ? "include" : "all",
    chosen: new Set(chosen),
    policy,
    tools: [...tools.values()],
    ...(answer && { answer }),
    other: { server, tool: other },
  };
}

function ownGroup(tools: readonly Tool[], pointer: string): Group {
  return { pointer, permission: null, newTool: null, filter: "all", chosen: new Set(), policy: {}, tools };
}

function advertisedTool(name: string, tool: Fields): Omit<Tool, "call"> {
  const hints = fields(tool.annotations);
  const claims: Claim[] = [];
  if (hints.readOnlyHint === true) claims.push("read-only");
  if (hints.destructiveHint === true) claims.push("destructive");
  const title = text(tool.title) ?? text(hints.title);
  return { name, ...(title && title !== name && { title }), ...description(tool), claims, advertised: true };
}

function ownTool(entry: Fields): Tool {
  const name = text(entry.name) ?? "";
  const reads = (entry.readOnly ?? entry.read_only) === true;
  return { name, ...description(entry), claims: reads ? ["read-only"] : [], call: { tool: name } };
}

function description(entry: Fields): { description?: string } {
  const words = text(entry.description);
  return words ? { description: words } : {};
}

function connectionOf(connection: Fields): string | undefined {
  if (connection.type === "http") return text(connection.url);
  const target = text(connection.slug) ?? text(connection.provider);
  return target === undefined ? undefined : `${text(connection.namespace) ?? "gateway"} connection ${target}`;
}

/** The table of own rules, in either spelling. */
export function table(policy: Fields): Fields {
  return fields(policy.tool_permissions ?? policy.toolPermissions);
}

/** A tool's own rule as it is written. */
export function ownRule(group: Group, tool: string): Permission | null {
  const rules = table(group.policy);
  return Object.hasOwn(rules, tool) ? permission(rules[tool]) : null;
}

function permission(value: unknown): Permission | null {
  return value === "allow" || value === "ask" || value === "deny" ? value : null;
}

export function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
