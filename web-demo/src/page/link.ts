/**
 * The page's state as the fragment of its address, which no server is ever sent (DRAW-12). Header
 * values are left out: a link is passed on, and they may be what opens a server.
 */
import { applyEdits, type Edit, type Node, parseTree } from "jsonc-parser";

export interface Shared {
  readonly agent: string;
  readonly catalogs: string;
  /** How many header values were left out. */
  readonly left: number;
}

const PREFIX = "#p1=";
/** Longer addresses are cut by what people send them with. */
const LONGEST = 30_000;
/** So much a link may unfold to, in bytes: more is no policy but an attempt to fill the memory. */
const MOST_UNFOLDED = 20_000_000;
/** What stands where a header value stood. */
export const LEFT_OUT = "(left out)";

/** Why there is no link. */
export type NoLink = "too large" | "no JSON";

/** The fragment, or why there is none. Of what is no JSON none is made: its header values could not be told apart. */
export async function toFragment(agent: string, catalogs: string): Promise<{ readonly fragment: string; readonly left: number } | NoLink> {
  try {
    JSON.parse(agent);
  } catch {
    return "no JSON";
  }
  const { text, left } = withoutHeaderValues(agent);
  const state = JSON.stringify({ agent: text, catalogs, left } satisfies Shared);
  const packed = await collect(new Blob([state]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  const fragment = `${PREFIX}${base64url(packed)}`;
  return fragment.length <= LONGEST ? { fragment, left } : "too large";
}

/** The state of a link; nothing when the fragment is none of ours. Throws when it is broken. */
export async function fromFragment(fragment: string): Promise<Shared | undefined> {
  if (!fragment.startsWith(PREFIX)) return undefined;
  const packed = bytesOf(fragment.slice(PREFIX.length));
  const unpacked = await collect(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")), MOST_UNFOLDED);
  const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(unpacked)) as Partial<Shared> | null;
  if (typeof value?.agent !== "string" || typeof value.catalogs !== "string") throw new Error("it holds something else");
  return { agent: value.agent, catalogs: value.catalogs, left: typeof value.left === "number" ? value.left : 0 };
}

/**
 * The document without the values of headers, and how many there were; names and secret slugs stay.
 * It goes by the fields' names alone, so that values do not slip through where a document is wrong.
 */
export function withoutHeaderValues(agent: string): { readonly text: string; readonly left: number } {
  const edits: Edit[] = [];
  const walk = (node: Node, path: readonly string[]): void => {
    const { type, children = [], offset, length } = node;
    if (type === "property") {
      const [key, value] = children;
      if (value) walk(value, [...path, String(key?.value).toLowerCase()]);
    } else if (type === "object" || type === "array") {
      for (const child of children) walk(child, path);
    } else if (isHeaderValue(path)) {
      edits.push({ offset, length, content: JSON.stringify(LEFT_OUT) });
    }
  };
  const root = parseTree(agent);
  if (root) walk(root, []);
  return { text: applyEdits(agent, edits), left: edits.length };
}

/** All that stands below a server's headers; in a wire document credentials carry values, too. */
function isHeaderValue(path: readonly string[]): boolean {
  if (!path.includes("mcps")) return false;
  if (path.includes("credentials")) return path.at(-1) === "value";
  const headers = path.indexOf("headers");
  return headers >= 0 && headers < path.length - 1;
}

async function collect(stream: ReadableStream<Uint8Array>, most = Number.POSITIVE_INFINITY): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error("it unfolds to too much");
    }
    parts.push(value as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function base64url(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) throw new Error("it was cut or changed");
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
