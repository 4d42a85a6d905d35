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

/** The fragment, or nothing when it would be too long for a link. */
export async function toFragment(agent: string, catalogs: string): Promise<{ fragment: string | undefined; left: number }> {
  const { text, left } = withoutHeaderValues(agent);
  const state = JSON.stringify({ agent: text, catalogs, left } satisfies Shared);
  const packed = await collect(new Blob([state]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  const fragment = `${PREFIX}${base64url(packed)}`;
  return { fragment: fragment.length <= LONGEST ? fragment : undefined, left };
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

/** The document without the values of headers, and how many there were; names and secret slugs stay. */
export function withoutHeaderValues(agent: string): { readonly text: string; readonly left: number } {
  const edits: Edit[] = [];
  const blank = (node: Node | undefined) => {
    if (node && node.type !== "object" && node.type !== "array") {
      edits.push({ offset: node.offset, length: node.length, content: JSON.stringify(LEFT_OUT) });
    }
  };
  const walk = (node: Node, within: readonly string[]): void => {
    if (node.type === "property") {
      const [key, value] = node.children ?? [];
      const name = String(key?.value);
      const path = [...within, name];
      const below = path.slice(path.indexOf("connection") + 1);
      if (path.includes("connection")) {
        // Headers by name, or a list of them; in a wire document credentials carry values too.
        const isHeader = below[0] === "headers" && below.length > 1 && name !== "name";
        if (isHeader || (below[0] === "credentials" && name === "value")) blank(value);
      }
      if (value) walk(value, path);
    } else {
      for (const child of node.children ?? []) walk(child, within);
    }
  };
  const root = parseTree(agent);
  if (root) walk(root, []);
  return { text: applyEdits(agent, edits), left: edits.length };
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
