/** The words for people (EDIT-6). */
import type { Permission } from "callgate-wasm";

export const PERMISSIONS: Readonly<Record<Permission, string>> = {
  allow: "Allow",
  ask: "Always ask",
  deny: "Deny",
};

/** `1 error`, `2 errors`. */
export function count(number: number, word: string): string {
  return `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
}
