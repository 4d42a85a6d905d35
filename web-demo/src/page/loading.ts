/** What a text that somebody opened is: an agent document, or what servers answered to `tools/list`. */

/** A text to load, and what it is taken for. */
export type Kind = "agent" | "answer" | "answers";

export interface Guess {
  readonly kind: Kind;
  /** Whether a person need not be asked. */
  readonly sure: boolean;
  /** For an answer: the server whose name the file bears. */
  readonly server?: string;
}

type Fields = { readonly [key: string]: unknown };

const AGENT_PARTS = ["mcps", "runner", "harness", "sandbox", "parameters"];
const ANSWER_PARTS = ["tools", "nextCursor", "_meta", "jsonrpc", "id", "result", "error"];

export function guess(text: string, file: string | undefined, servers: readonly string[]): Guess {
  const bare = (file ?? "").replace(/(\.(tools|list|catalogs?))?\.(json|txt)$/i, "");
  const server = servers.find((name) => name === bare) ?? servers.find((name) => name.toLowerCase() === bare.toLowerCase());
  const answer: Guess = { kind: "answer", sure: server !== undefined, ...(server !== undefined && { server }) };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // A broken document is shown with its problems; a server's answer need not be JSON at all.
    return server === undefined ? { kind: "agent", sure: true } : answer;
  }
  if (Array.isArray(value)) return answer;
  if (!isFields(value)) return { kind: "agent", sure: true };
  const keys = Object.keys(value);
  if (keys.some((key) => AGENT_PARTS.includes(key))) return { kind: "agent", sure: true };
  if (keys.some((key) => key === "result" || key === "error" || key === "jsonrpc")) return answer;
  if (keys.length > 0 && keys.every((key) => ANSWER_PARTS.includes(key))) return { ...answer, sure: answer.sure && !looksLikeSpecs(value.tools) };
  const every = keys.length > 0 && Object.values(value).every(isAnswer);
  return every ? { kind: "answers", sure: keys.some((key) => servers.includes(key)) } : { kind: "agent", sure: true };
}

function isAnswer(value: unknown): boolean {
  return Array.isArray(value) || (isFields(value) && ["tools", "result", "error"].some((key) => key in value));
}

/** Tools of an agent document have a kind, a permission or code; those of an answer have none. */
function looksLikeSpecs(tools: unknown): boolean {
  return Array.isArray(tools) && tools.some((tool) => isFields(tool) && ("kind" in tool || "permission" in tool || "code" in tool));
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** One more answer among those that are known; an answer that is no JSON is kept as what the server said. */
export function withAnswer(catalogs: string, server: string, answer: string): string {
  let known: Fields = {};
  try {
    const value: unknown = JSON.parse(catalogs || "{}");
    if (isFields(value)) known = value;
  } catch {
    // What could not be read is replaced.
  }
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch {
    value = { error: { message: `this, which is not JSON: ${answer.trim() === "" ? "(nothing)" : answer.slice(0, 10_000)}` } };
  }
  const entries = Object.entries(known).filter(([name]) => name !== server);
  return JSON.stringify(Object.fromEntries([...entries, [server, value]]), null, 2);
}

/** The servers that a document names, however broken it may be. */
export function serversOf(agent: string): string[] {
  try {
    const value: unknown = JSON.parse(agent);
    const root = isFields(value) && isFields(value.parameters) && isFields(value.parameters.agent) ? value.parameters.agent : value;
    const servers = isFields(root) && Array.isArray(root.mcps) ? root.mcps : [];
    return servers.flatMap((server: unknown) => (isFields(server) && typeof server.name === "string" ? [server.name] : []));
  } catch {
    return [];
  }
}

/** The bytes' own text; nothing when they are no UTF-8, which would silently become another text. */
export async function textOf(file: Blob): Promise<string | undefined> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
