import type { Decision } from "../types/index.js";

/** The names of a call: all that a decision depends on, unless a rule reads arguments. */
export interface Names {
  server: string | undefined;
  tool: string | undefined;
  name: string | undefined;
  kind: string | undefined;
  readOnly: boolean;
}

/** Longer names are not kept: no server may have one, and they could be made to fill the memory. */
const LONGEST_NAME = 256;
const MOST_ENTRIES = 4096;

/** That the arguments have to be looked at. */
export const NEEDS_ARGUMENTS = Symbol("needs arguments");

type Answer = Decision | typeof NEEDS_ARGUMENTS;
type ByTool = Map<string | undefined, Answer>;

/**
 * What a gate answered to names, so that the same names need not cross again.
 *
 * INVARIANT: an entry is only ever found under exactly the names it was made for. A gate is
 * immutable and its answer to names is a pure function of them, so an entry cannot go stale; the
 * answers are frozen, so no caller can change what the next one gets; and the maps are nested
 * rather than keyed by joined names, so that no two calls share a key, whatever their names hold.
 * Calls that say `kind`, or `name` beside other names, are rare and not kept.
 */
export class Memo {
  readonly #asked: [Map<string | undefined, ByTool>, Map<string | undefined, ByTool>] = [new Map(), new Map()];
  readonly #rendered: [ByTool, ByTool] = [new Map(), new Map()];
  #entries = 0;

  get(names: Names): Answer | undefined {
    if (names.kind !== undefined) return undefined;
    const side = names.readOnly ? 1 : 0;
    if (names.name === undefined) return this.#asked[side].get(names.server)?.get(names.tool);
    if (names.server !== undefined || names.tool !== undefined) return undefined;
    return this.#rendered[side].get(names.name);
  }

  set(names: Names, answer: Answer): void {
    if (names.kind !== undefined) return;
    if (names.name !== undefined && (names.server !== undefined || names.tool !== undefined)) return;
    if (isLong(names.server) || isLong(names.tool) || isLong(names.name)) return;
    if (this.#entries >= MOST_ENTRIES) this.#clear();
    this.#entries++;
    const side = names.readOnly ? 1 : 0;
    if (names.name !== undefined) {
      this.#rendered[side].set(own(names.name), answer);
      return;
    }
    const asked = this.#asked[side];
    let tools = asked.get(names.server);
    if (!tools) asked.set(own(names.server), (tools = new Map()));
    tools.set(own(names.tool), answer);
  }

  #clear(): void {
    for (const maps of [this.#asked, this.#rendered]) for (const map of maps) map.clear();
    this.#entries = 0;
  }
}

function isLong(name: string | undefined): boolean {
  return name !== undefined && name.length > LONGEST_NAME;
}

/** A copy with memory of its own: a name cut out of a request could keep the whole request alive. */
function own(name: string | undefined): string | undefined {
  return name === undefined ? undefined : (JSON.parse(JSON.stringify(name)) as string);
}
