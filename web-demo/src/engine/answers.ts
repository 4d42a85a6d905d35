/**
 * What servers answered to `tools/list`. The core says which answers it can read; one that it cannot
 * is kept with the reason, in the server's own words where there are some (DRAW-1).
 */
import { validate } from "callgate-wasm";
import { type Fields, fields, list, text } from "./names.js";

export interface Answer {
  /** What it lists; absent when it lists nothing that can be read. */
  readonly tools?: readonly Fields[];
  /** Why not. */
  readonly fault?: string;
  /** Whether these are the server's own words. */
  readonly said?: boolean;
  /** Whether it says that there is more on a further page. */
  readonly more: boolean;
}

export interface Answers {
  readonly byServer: ReadonlyMap<string, Answer>;
  /** Those that the core reads, as it reads them; nothing when there are none. */
  readonly catalogs: string | undefined;
  /** What is wrong with the text as a whole; then there are no answers. */
  readonly fault?: string;
}

export const NO_ANSWERS: Answers = { byServer: new Map(), catalogs: undefined };

/** Reads the text of an object, server name to answer. Never throws. */
export function readAnswers(given: string): Answers {
  if (given.trim() === "") return NO_ANSWERS;
  let parsed: unknown;
  try {
    parsed = JSON.parse(given);
  } catch (error) {
    return { ...NO_ANSWERS, fault: `the tool lists are not JSON: ${messageOf(error)}` };
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    return { ...NO_ANSWERS, fault: "the tool lists are not an object of server names" };
  }
  const entries = Object.entries(parsed);
  // Nearly always all can be read, which one crossing tells.
  if (faultOf(given) === undefined) return { byServer: new Map(entries.map(readable)), catalogs: given };
  const read: [string, unknown][] = [];
  const byServer = new Map<string, Answer>();
  for (const entry of entries) {
    const [server, answer] = entry;
    const fault = faultOf(objectOf([entry]));
    if (fault === undefined) read.push(entry);
    byServer.set(server, fault === undefined ? readable(entry)[1] : { ...inItsWords(fault, server, answer), more: false });
  }
  return { byServer, catalogs: read.length > 0 ? objectOf(read) : undefined };
}

function readable([server, answer]: [string, unknown]): [string, Answer] {
  const result = Array.isArray(answer) ? undefined : fields(answer);
  const inner = result && "result" in result ? fields(result.result) : result;
  const tools = list(inner === undefined ? answer : inner.tools).map(fields);
  return [server, { tools, more: text(inner?.nextCursor) !== undefined }];
}

/** The server's own words when the answer is an error, else what the core says of it. */
function inItsWords(fault: string, server: string, answer: unknown): Pick<Answer, "fault" | "said"> {
  const { message, code } = fields(fields(answer).error);
  if (typeof message === "string") return { fault: typeof code === "number" ? `${message} (code ${code})` : message, said: true };
  return { fault: fault.replace(`catalog of \`${server}\`: `, ""), said: false };
}

/** The entries as JSON text: `Object.fromEntries` and `JSON.stringify` keep a name such as `__proto__`. */
function objectOf(entries: readonly [string, unknown][]): string {
  return JSON.stringify(Object.fromEntries(entries));
}

function faultOf(catalogs: string): string | undefined {
  try {
    return validate("{}", catalogs).diagnostics.find(({ severity }) => severity === "error")?.message;
  } catch (error) {
    return messageOf(error);
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
