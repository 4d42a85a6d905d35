/** The tools of a run, read once from the specs (RUN-26). */
import { advertise } from "callgate";
import { type ArgumentCheck, argumentCheck } from "./arguments.js";
import { wrongOption } from "./options.js";
import type { ToolKind, ToolSpec } from "./types.js";
import { failure } from "./words.js";

/** One tool. */
export interface Tool {
  readonly name: string;
  readonly kind: ToolKind;
  /** JSON text of what clients are shown. */
  readonly advertised: string;
  /** JSON text of the schema of the arguments. */
  readonly schemaText: string;
  /** Absent when the schema cannot be relied on; `fault` then says why. */
  readonly check?: ArgumentCheck;
  readonly fault?: string;
  /** The spec as it was given, for those that run the call. */
  readonly spec: ToolSpec;
}

const KINDS: readonly ToolKind[] = ["callback", "code", "client"];

/**
 * Reads specs.
 *
 * @throws CallgateError (`invalid_argument`) when they are no list, or one of them has no proper name or kind, or two have one name
 */
export function toolsOf(specs: readonly ToolSpec[]): Tool[] {
  const names = new Set<string>();
  return specs.map((spec: unknown, index) => {
    const tool = toolOf(spec, index);
    if (names.has(tool.name)) throw wrongOption(`two tools of \`specs\` are named \`${tool.name}\``);
    names.add(tool.name);
    return tool;
  });
}

function toolOf(spec: unknown, index: number): Tool {
  if (typeof spec !== "object" || spec === null) throw wrongOption(`\`specs[${index}]\` is not an object`);
  const { name, kind = "callback", description, inputSchema, input_schema, annotations } = spec as ToolSpec;
  if (typeof name !== "string" || !/^[A-Za-z0-9._-]{1,128}$/.test(name)) {
    throw wrongOption(`\`specs[${index}].name\` is not 1 to 128 characters of \`A-Za-z0-9._-\``);
  }
  if (!KINDS.includes(kind)) throw wrongOption(`the kind of \`${name}\` is none of \`callback\`, \`code\` and \`client\``);
  if (inputSchema != null && input_schema != null) throw wrongOption(`\`${name}\` has both \`inputSchema\` and \`input_schema\``);
  const base = { name, kind, spec: spec as ToolSpec };
  try {
    const [shown] = advertise([{ name, description, inputSchema: inputSchema ?? input_schema ?? undefined, annotations }]);
    // What the model is shown is what its arguments are checked against.
    return { ...base, check: argumentCheck(shown!.inputSchema), advertised: JSON.stringify(shown), schemaText: JSON.stringify(shown!.inputSchema) };
  } catch (error) {
    return { ...base, advertised: "", schemaText: "{}", fault: `its input schema cannot be used: ${failure(error)}` };
  }
}
