/**
 * Which names a document and its catalogs hold, so that each can be put to the gate. What they may
 * do is not looked at here.
 */
import type { Call } from "callgate-wasm";

export interface Tool {
  readonly name: string;
  readonly description?: string;
  /** What the server claims of it; never a reason for a decision. */
  readonly claims: readonly ("read-only" | "destructive")[];
  /** Whether the server's catalog has it; unknown without a catalog. */
  readonly advertised?: boolean;
  readonly call: Call;
}

export interface Group {
  /** The server, or nothing for the tools that the runner delivers itself. */
  readonly server?: string;
  readonly tools: readonly Tool[];
  /** A call of a tool that neither the document nor the catalog names. */
  readonly other?: Call;
}

type Fields = { readonly [key: string]: unknown };

/** The servers in the document's order, then the runner's own tools. Both texts are valid. */
export function groups(agent: string, catalogs: string | undefined): Group[] {
  const document = agentPart(JSON.parse(agent));
  const advertised = fields(catalogs === undefined ? {} : JSON.parse(catalogs));
  const servers = list(document.mcps).map(fields).map((server): Group => {
    const name = text(server.name) ?? "";
    const catalog = Object.hasOwn(advertised, name) ? advertised[name] : undefined;
    return serverGroup(name, fields(server.policy), catalog);
  });
  const own = list(document.tools).map(fields).map(ownTool);
  return own.length > 0 ? [...servers, { tools: own }] : servers;
}

function serverGroup(server: string, policy: Fields, catalog: unknown): Group {
  const known = catalog !== undefined;
  const tools = new Map<string, Tool>();
  for (const entry of list(Array.isArray(catalog) ? catalog : fields(catalog).tools).map(fields)) {
    const name = text(entry.name);
    if (name === undefined || tools.has(name)) continue;
    const hints = fields(entry.annotations);
    const claims: Tool["claims"][number][] = [];
    if (hints.readOnlyHint === true) claims.push("read-only");
    if (hints.destructiveHint === true) claims.push("destructive");
    tools.set(name, { name, ...description(entry), claims, advertised: true, call: { server, tool: name } });
  }
  const written = [
    ...list(fields(policy.tools).names),
    ...Object.keys(fields(policy.tool_permissions ?? policy.toolPermissions)),
  ];
  for (const name of written) {
    if (typeof name !== "string" || tools.has(name)) continue;
    tools.set(name, { name, claims: [], ...(known && { advertised: false }), call: { server, tool: name } });
  }
  let other = "a tool that is not named";
  while (tools.has(other)) other += ".";
  return { server, tools: [...tools.values()], other: { server, tool: other } };
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

/** CONF-1: the agent's parts stand at the root or under `parameters.agent`. */
function agentPart(document: unknown): Fields {
  const embedded = fields(fields(document).parameters).agent;
  return fields(embedded ?? document);
}

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
