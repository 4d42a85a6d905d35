/** Arguments that cross as they are. */
import { invalidArgument } from "./errors.js";
import { wellFormed } from "./host.js";

/** A name that crosses as it is. */
export function nameArgument(argument: string, value: unknown): string {
  if (typeof value !== "string") throw invalidArgument(`\`${argument}\` is not a string`);
  if (!wellFormed(value)) throw invalidArgument(`\`${argument}\` holds half of a surrogate pair`);
  return value;
}
