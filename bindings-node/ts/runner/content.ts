/** The result of an execution as the blocks of an MCP result. */
import { ownWords } from "./bookkeeping.js";
import { textContent } from "./protocol.js";
import type { Content } from "./types.js";

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const isString = (value: unknown): boolean => typeof value === "string";

/** What each kind of block must have. */
const BLOCKS: { readonly [type: string]: (block: Record<string, unknown>) => boolean } = {
  text: ({ text }) => isString(text),
  image: ({ data, mimeType }) => isString(data) && isString(mimeType),
  audio: ({ data, mimeType }) => isString(data) && isString(mimeType),
  resource_link: ({ uri, name }) => isString(uri) && isString(name),
  resource: ({ resource }) => isObject(resource) && isString(resource.uri) && (isString(resource.text) || isString(resource.blob)),
};

/**
 * JSON text of the blocks of a result: a text is one block.
 *
 * @throws Error when it is neither a text nor a list of blocks that clients read
 */
export function contentText(result: unknown): string {
  if (typeof result === "string") return textContent(ownWords(result));
  if (!Array.isArray(result)) throw new Error("it returned neither a text nor a list of content blocks");
  const [text, blocks] = written(result);
  // Looked at as it will be sent: what JSON leaves out or writes in another way is seen here.
  const index = blocks.findIndex((block) => !isBlock(block));
  if (index >= 0) throw new Error(`it returned content of which block ${index + 1} is none that clients read`);
  const own = blocks.map((block) => (isText(block) ? { ...block, text: ownWords(block.text) } : block));
  const isOwn = own.every((block, at) => !isText(block) || block.text === (blocks[at] as TextBlock).text);
  return isOwn ? text : JSON.stringify(own);
}

type TextBlock = Content & { readonly text: string };

function isText(block: unknown): block is TextBlock {
  return isBlock(block) && block.type === "text";
}

/** A list as JSON text, and what a reader makes of that. */
function written(list: readonly unknown[]): [text: string, read: readonly unknown[]] {
  try {
    const text = JSON.stringify(list);
    const read: unknown = JSON.parse(text);
    if (Array.isArray(read)) return [text, read];
  } catch {
    // A cycle, a BigInt, or a `toJSON` that fails.
  }
  throw new Error("it returned content that is not plain JSON");
}

function isBlock(block: unknown): block is Content {
  if (!isObject(block) || typeof block.type !== "string" || !Object.hasOwn(BLOCKS, block.type)) return false;
  return BLOCKS[block.type]!(block);
}
