/** The subcommands that only the npm package has. */
import type { Check } from "./document.js";

type Command = (words: readonly string[], check: Check) => Promise<number>;

/** Loaded when asked for: the other subcommands need none of it. */
export const SERVERS = {
  serve: async (words, check) => (await import("./serve.js")).serve(words, check),
  proxy: async (words, check) => (await import("./proxy.js")).proxy(words, check),
} satisfies Record<string, Command>;

/** What stands below the core's own help. */
export const summary = `
With the npm package:
  serve   Serve tools over MCP on this machine alone, every call decided by a document
  proxy   Put the gate in front of a document's MCP server`;
