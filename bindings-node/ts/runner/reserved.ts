/** Names that a user's server cannot have. */
import { InvalidDocument, validateServer } from "callgate";

/** The problems that make a name unusable beside the run's own tools; all others are a document's matter. */
const CODES: ReadonlySet<string> = new Set(["name.reserved", "type.invalid", "field.missing"]);

/**
 * Throws {@link InvalidDocument} when a user's server has a name that is reserved for the run's own
 * tools, in any spelling that a harness would write the same (RUN-2, CONF-6), or has none.
 *
 * @param servers one name, or servers (or their names), or none
 */
export function assertNoReservedUserMcpName(servers: string | readonly (string | { readonly name: string })[] | undefined): void {
  for (const server of typeof servers === "string" ? [servers] : (servers ?? [])) {
    const name: unknown = typeof server === "string" ? server : server?.name;
    const problems = validateServer({ name }).diagnostics.filter(({ code }) => CODES.has(code));
    if (problems.length > 0) throw new InvalidDocument(`a server cannot have this name: ${problems[0]?.message}`, problems);
  }
}
