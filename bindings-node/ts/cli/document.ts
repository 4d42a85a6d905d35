/** The document, and the gate that is compiled of it. */
import { readFileSync } from "node:fs";
import { CallgateError, Gate, InvalidDocument } from "callgate";
import { Unusable } from "./options.js";
import { visible } from "./visible.js";

/** `callgate check` on a file: prints every problem; the exit code. */
export type Check = (file: string) => number;

/** A document with errors, which were printed: exit code 1. */
export class Invalid extends Error {}

/** A file's bytes. */
export function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Unusable(`cannot read \`${visible(file)}\`: ${reason(error)}`);
  }
}

/** What the system said, in words. */
export function reason(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const words: Record<string, string> = {
    ENOENT: "there is no such file",
    EISDIR: "it is a directory",
    EACCES: "you may not",
    EEXIST: "there is one already",
    ENOTDIR: "its folder is no folder",
  };
  return (typeof code === "string" && words[code]) || visible(String(message));
}

/** Compiles the document; a problem of it, or of the floor, is printed as `callgate check` prints it. */
export function compile(file: string, document: Buffer, floor: string | undefined, denyAll: boolean, check: Check): Gate {
  try {
    return new Gate(document, { floor: floor === undefined ? undefined : readBytes(floor), denyAll });
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error;
    // The document's own problems come first; where it has none they are the floor's.
    if (check(file) === 0 && floor !== undefined) check(floor);
    throw new Invalid();
  }
}

/** The failure of a command, as people read it; the exit code. */
export function failed(error: unknown, write: (text: string) => unknown): number {
  if (error instanceof Invalid) return 1;
  if (error instanceof Unusable || error instanceof CallgateError) {
    write(`error: ${error.message}\n`);
    if (error instanceof Unusable && error.help !== undefined) write(`help: ${error.help}\n`);
    return 2;
  }
  write(`error: ${reason(error)}\n`);
  return 2;
}
