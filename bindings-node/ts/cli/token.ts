/** Where the token lies for as long as a server runs. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { reason } from "./document.js";
import { Unusable } from "./options.js";
import { visible } from "./visible.js";

export interface TokenFile {
  readonly path: string;
  remove(): void;
}

/**
 * Writes a token to a file that only this user can read: a new one, so that neither a link nor an open
 * file of somebody else gets it.
 */
export function writeToken(token: string, wanted: string | undefined): TokenFile {
  const folder = wanted === undefined ? mkdtempSync(join(tmpdir(), "callgate-")) : undefined;
  const path = folder === undefined ? resolve(wanted!) : join(folder, "token");
  try {
    writeFileSync(path, token, { flag: "wx", mode: 0o600 });
    // The mode of a new file is less what the process masks; what is left may be too little to read.
    chmodSync(path, 0o600);
  } catch (error) {
    throw new Unusable(`cannot write the token to \`${visible(path)}\`: ${reason(error)}`);
  }
  return {
    path,
    remove() {
      rmSync(folder ?? path, { recursive: folder !== undefined, force: true });
    },
  };
}
