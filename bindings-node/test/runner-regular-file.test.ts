/** Reading a file while somebody else writes it. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { test } from "node:test";
import { FileRefused, readRegular } from "../ts/runner/regular-file.js";

/** A file system with one file: its size when it was opened, and the bytes that it has when it is read. */
function oneFile(size: number, bytes: string): typeof fs {
  let rest = Buffer.from(bytes);
  const file = {
    stat: async () => ({ isFile: () => true, size }),
    read: async (into: Uint8Array, at: number, length: number) => {
      const part = rest.subarray(0, Math.min(length, 3));
      rest = rest.subarray(part.length);
      into.set(part, at);
      return { bytesRead: part.length };
    },
    close: async () => {},
  };
  return { constants: fs.constants, promises: { open: async () => file } } as unknown as typeof fs;
}

test("RUN-80 a file that grows while it is read is refused, in whatever pieces it comes", async () => {
  assert.equal(Buffer.from(await readRegular(oneFile(7, "1234567"), "x", 7)).toString(), "1234567");
  for (const bytes of ["12345678", "1234567890"]) {
    await assert.rejects(readRegular(oneFile(7, bytes), "x", 100), (error) => error instanceof FileRefused && error.why === "being written");
  }
  await assert.rejects(readRegular(oneFile(8, "12345678"), "x", 7), (error) => error instanceof FileRefused && error.why === "too large");
});
