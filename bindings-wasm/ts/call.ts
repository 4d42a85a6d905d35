/** Calls on their way into the core. */
import { type Crossing, crossing, hostCrossing, isPlain, MAX_DEPTH as MAX_VALUE_DEPTH, REFUSED, textOf, wellFormed } from "./host.js";
import type { Names } from "./memo.js";

/** The names of a plain call, and whether it has arguments. */
export interface CallNames extends Names {
  hasArgs: boolean;
}

/**
 * The names of a plain call, with its arguments not even looked at (QUAL-4); `undefined` for
 * anything out of the ordinary, which the core is to judge as a whole.
 */
export function namesOf(call: unknown): CallNames | undefined {
  if (typeof call !== "object" || call === null) return undefined;
  try {
    const prototype: unknown = Object.getPrototypeOf(call);
    if (prototype !== Object.prototype && prototype !== null) return undefined;
    if (isPolluted()) return undefined;
    let server, tool, name, kind;
    let readOnly = false;
    let hasArgs = false;
    // Each property is read by its name, which engines do several times faster than by a variable.
    // INVARIANT: the keys are the call's own, since plain objects inherit none that can be listed.
    for (const key in call) {
      switch (key) {
        case "server":
          if (!isName((server = (call as Fields).server))) return undefined;
          break;
        case "tool":
          if (!isName((tool = (call as Fields).tool))) return undefined;
          break;
        case "name":
          if (!isName((name = (call as Fields).name))) return undefined;
          break;
        case "kind":
          if (!isName((kind = (call as Fields).kind))) return undefined;
          break;
        case "read_only": {
          const given = (call as Fields).read_only;
          if (typeof given === "boolean") readOnly = given;
          else if (given !== undefined) return undefined;
          break;
        }
        case "args":
          hasArgs = true;
          break;
        default:
          return undefined;
      }
    }
    return { server, tool, name, kind, readOnly, hasArgs };
  } catch {
    return undefined;
  }
}

type Fields = Record<"server" | "tool" | "name" | "kind" | "read_only", unknown>;

function isName(value: unknown): value is string | undefined {
  return typeof value === "string" || value === undefined;
}

/** Whether some program has given every object a property that a loop over keys would meet. */
function isPolluted(): boolean {
  for (const _ in Object.prototype) return true;
  return false;
}

/** Whether the names can cross by themselves. */
export function wellFormedNames({ server, tool, name, kind }: Names): boolean {
  const good = (text: string | undefined) => text === undefined || wellFormed(text);
  return good(server) && good(tool) && good(name) && good(kind);
}

/**
 * A whole call; names that were read already are not read again. Arguments that are no JSON do not
 * make it malformed: the core then learns the rest of the call, and that they cannot be read (APPR-4).
 */
export function crossCall(call: unknown, names?: CallNames): Crossing {
  if (typeof call !== "object" || call === null || ArrayBuffer.isView(call)) return crossing(call);
  const whole = crossed(() => (names ? ordinary(call, names) : ownFields(call)), call);
  if (whole.form !== REFUSED) return whole;
  // What was read of the call so far is thrown away: the core judges what is read now.
  const rest = crossed(() => (names ? ordinary({}, names) : ownFields(call, "args")), call);
  if (rest.form === REFUSED) return whole;
  return { form: REFUSED, data: `${textOf(whole).slice(0, -1)},"call":${textOf(rest)}}` };
}

function crossed(read: () => object, call: object): Crossing {
  try {
    return hostCrossing(read(), MAX_DEPTH);
  } catch {
    // Read as it stands, for the refusal with its place.
    return crossing(call);
  }
}

/** The arguments of a call may nest as deep as any value. */
const MAX_DEPTH = MAX_VALUE_DEPTH + 1;

function ordinary(call: object, { server, tool, name, kind, readOnly, hasArgs }: CallNames): object {
  const args = hasArgs ? (call as { args?: unknown }).args : undefined;
  return { server, tool, name, kind, read_only: readOnly, args };
}

const FIELDS: ReadonlySet<string> = new Set(["server", "tool", "name", "kind", "args", "read_only"]);

/**
 * The call with the values of other fields left behind. Those belong to the caller and need be no
 * JSON (a signal, a function that runs the call); their names cross, since one that is meant for a
 * field of ours makes the call malformed (PERM-2).
 */
function ownFields(call: object, without?: "args"): object {
  if (Array.isArray(call) || !isPlain(Object.getPrototypeOf(call))) return call;
  const copy: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(call)) {
    if (key === without) continue;
    const value = (call as Record<string, unknown>)[key];
    copy[key] = value === undefined || FIELDS.has(key) ? value : null;
  }
  return copy;
}
