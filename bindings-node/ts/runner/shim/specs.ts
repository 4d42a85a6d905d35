/** The public specs of the run's tools, as they lie in a file of the sandbox (RUN-60). */
import { elements, members } from "../../../../bindings-wasm/ts/text.js";
import { stringOf } from "../jsonrpc.js";

export interface ShimTool {
  readonly isClient: boolean;
  /** Milliseconds; nothing when the tool has no time of its own. */
  readonly timeoutMs: number | undefined;
}

export interface Specs {
  readonly tools: ReadonlyMap<string, ShimTool>;
  /** JSON text of the list that is advertised, without a line feed. */
  readonly advertised: string;
}

/**
 * Reads the file's text; throws what is wrong with it. Numbers stay as they were written, and of each spec no
 * more is advertised than over HTTP (RUN-26).
 */
export function readSpecs(text: string): Specs {
  try {
    JSON.parse(text);
  } catch {
    throw new Error("it is not JSON");
  }
  if (!/^\s*\[/.test(text)) throw new Error("it is not an array");
  const tools = new Map<string, ShimTool>();
  const advertised = elements(text).map((element, index) => {
    const spec = new Map(element.startsWith("{") ? members(element) : []);
    const name = spec.get("name");
    const key = stringOf(name);
    if (name === undefined || key === undefined) throw new Error(`its element ${index} has no name`);
    if (tools.has(key)) throw new Error(`its element ${index} has the name of another`);
    const time = Number(spec.get("timeoutMs"));
    tools.set(key, { isClient: stringOf(spec.get("kind")) === "client", timeoutMs: time > 0 ? time : undefined });
    const shown: [string, string | undefined][] = [
      ["name", name],
      ["description", spec.get("description")],
      ["inputSchema", object(spec.get("inputSchema")) ?? object(spec.get("input_schema")) ?? '{"type":"object","properties":{}}'],
      ["annotations", object(spec.get("annotations"))],
    ];
    return `{${shown.flatMap(([member, value]) => (value === undefined ? [] : [`"${member}":${value}`])).join()}}`;
  });
  // Between JSON's tokens a line end is but a blank, and within a string there is none.
  return { tools, advertised: `[${advertised.join()}]`.replace(/[\r\n]/g, " ") };
}

function object(text: string | undefined): string | undefined {
  return text?.startsWith("{") ? text : undefined;
}
