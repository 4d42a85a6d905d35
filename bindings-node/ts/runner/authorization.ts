/** The bearer token of a loopback server (RUN-20). */
import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Whether an `Authorization` header carries the token: `Bearer <token>`, the scheme in any case.
 *
 * Digests of one length are compared, in constant time: neither the token's length nor how much of it
 * is right shows in the time taken, and no header can make this throw.
 */
export function hasValidAuthorization(header: string | undefined, token: string): boolean {
  if (typeof header !== "string" || typeof token !== "string" || token === "") return false;
  // The token is not empty, so what stands for a missing one is never right.
  const [, given = ""] = /^bearer +([^ ]+) *$/i.exec(header) ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}
