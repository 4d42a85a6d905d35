/**
 * The peer of QUAL-3: a permission ladder as one writes it by hand, straight over the document.
 *
 * It knows the steps that the benchmark's calls reach: servers, filters, tables, author rules with
 * globs and prefixes, the default mode, and that an author's ask or deny is a floor.
 */
import type { Call, Permission, Step } from "../../bindings-wasm/types/index.js";

export interface Agent {
  mcps: { name: string; policy?: Policy }[];
  runner: { permissions: { default: Permission | "allow_reads"; rules: { pattern: string; permission: Permission }[] } };
}

interface Policy {
  tools?: { mode: "all" | "include"; names: string[] };
  permission?: Permission | null;
  tool_permissions?: Record<string, Permission>;
  new_tool_permission?: Permission | null;
}

type Answer = readonly [Permission, Step];

const STRICTNESS = { allow: 0, ask: 1, deny: 2 };

function matches(pattern: string, name: string, args: { command?: unknown } | undefined): boolean {
  if (pattern.endsWith(":*)")) {
    const bracket = pattern.indexOf("(");
    return pattern.slice(0, bracket) === name && String(args?.command ?? "").startsWith(pattern.slice(bracket + 1, -3));
  }
  const star = pattern.indexOf("*");
  if (star >= 0) return name.startsWith(pattern.slice(0, star)) && name.endsWith(pattern.slice(star + 1));
  return pattern === name || name.startsWith(`${pattern}__`);
}

export function decide(agent: Agent, call: Call): Answer {
  const { permissions } = agent.runner;
  const name = call.server === undefined ? (call.tool as string) : `mcp__${call.server}__${call.tool}`;
  let rule: Permission | undefined;
  for (const { pattern, permission } of permissions.rules) {
    if (!matches(pattern, name, call.args as object)) continue;
    if (rule === undefined || STRICTNESS[permission] > STRICTNESS[rule]) rule = permission;
  }
  const answer = ladder(agent, call, rule);
  return rule !== undefined && STRICTNESS[rule] > STRICTNESS[answer[0]] ? [rule, "rule"] : answer;
}

function ladder(agent: Agent, call: Call, rule: Permission | undefined): Answer {
  const tool = call.tool as string;
  if (call.server !== undefined) {
    const server = agent.mcps.find((entry) => entry.name === call.server);
    if (!server) return ["deny", "unknown_server"];
    const { tools, permission, tool_permissions: table = {}, new_tool_permission: others } = server.policy ?? {};
    if (tools?.mode === "include" && !tools.names.includes(tool)) return ["deny", "filter"];
    if (Object.keys(table).length > 0 || others != null) {
      const own = table[tool];
      if (own) return [own, "tool_permission"];
      return others ? [others, "new_tool_permission"] : ["ask", "new_tool_floor"];
    }
    if (permission) return [permission, "server_permission"];
  }
  if (rule) return [rule, "rule"];
  const { default: mode } = agent.runner.permissions;
  if (mode !== "allow_reads") return [mode, "default"];
  return call.read_only === true ? ["allow", "read_only"] : ["ask", "default"];
}

/** An agent of ten servers and that many rules; no rule's arguments concern the tools of servers. */
export function agentWith(rules: number): Agent {
  const pattern = (index: number) =>
    [`mcp__server-${index % 10}__delete_*`, `Bash(command-${index}:*)`, `mcp__server-7__tool_${index}`, `Tool${index}`][index % 4]!;
  const servers = Array.from({ length: 10 }, (_, index) => {
    const connection = { type: "gateway", namespace: "custom", slug: `server-${index}` };
    const tool_permissions = { tool_1: "allow", tool_2: "deny", tool_3: "ask" } as const;
    const policies: Policy[] = [
      { tool_permissions },
      { permission: "allow" },
      { tools: { mode: "include", names: ["tool_1", "tool_2"] }, permission: "ask" },
      {},
    ];
    return { name: `server-${index}`, connection, policy: policies[index % 4]! };
  });
  const listed = Array.from({ length: rules }, (_, index) => ({
    pattern: pattern(index),
    permission: (["ask", "deny"] as const)[index % 2]!,
  }));
  return { mcps: servers, runner: { permissions: { default: "allow_reads", rules: listed } } };
}

/** The calls of a session: the tools of all servers, in turn. */
export function calls(args?: unknown): Call[] {
  return Array.from({ length: 60 }, (_, index) => ({
    server: `server-${index % 10}`,
    tool: `${index % 3 === 0 ? "delete" : "tool"}_${Math.floor(index / 10) + 1}`,
    read_only: index % 2 === 0,
    ...(args === undefined ? {} : { args }),
  }));
}
