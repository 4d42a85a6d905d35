/** Reading a file that somebody else put there. */
import type * as Fs from "node:fs";

/** Why a file was not read. */
export class FileRefused extends Error {
  constructor(readonly why: "no regular file" | "too large" | "being written") {
    super({ "no regular file": "it is no regular file", "too large": "it is too large", "being written": "it is still being written" }[why]);
  }
}

/**
 * The bytes of a regular file. No link is followed at the path's last part, a pipe or device is
 * refused without waiting for it, and so is a file that grows while it is read.
 *
 * Fails with {@link FileRefused}, or as the file system does.
 */
export async function readRegular(fs: typeof Fs, path: string, maxBytes: number): Promise<Uint8Array> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
  const file = await fs.promises.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    // A link, or a socket.
    throw error.code === "ELOOP" || error.code === "ENXIO" ? new FileRefused("no regular file") : error;
  });
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new FileRefused("no regular file");
    if (found.size > maxBytes) throw new FileRefused("too large");
    // One byte more than it should have, to see that it did not grow.
    const bytes = new Uint8Array(found.size + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, null);
      length += bytesRead;
      if (bytesRead === 0 || length === bytes.length) break;
    }
    if (length > found.size) throw new FileRefused("being written");
    return bytes.subarray(0, length);
  } finally {
    await file.close();
  }
}
