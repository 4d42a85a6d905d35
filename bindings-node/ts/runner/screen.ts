/** What a server says on its way to the harness: lists without the tools that are not offered (RUN-52). */
import { elements, members } from "../../../bindings-wasm/ts/text.js";
import { ownWords } from "./bookkeeping.js";
import { type Check, type Id, stringOf, variantOf } from "./jsonrpc.js";
import type { DecisionLog } from "./log.js";
import type { PinnedTools } from "./pinned.js";
import type { Scrubber } from "./scrub.js";
import type { Gate } from "./types.js";

/** What may be passed on. */
export interface Passed {
  /** The very text that came when there was nothing to take out. */
  readonly text: string;
  /** The requests that it answers. */
  readonly answers: readonly Id[];
}

/** A message that cannot be passed on: what a careless reader would find in it was not looked at. */
export class UnreadableMessage extends Error {}

export interface ScreenOptions {
  readonly server: string;
  readonly gate: Gate;
  readonly pinned: PinnedTools | undefined;
  readonly scrubber: Scrubber;
  readonly log: DecisionLog;
  /** The core's strict reading (RUN-22). */
  readonly check: Check;
}

/** The members of a message, and of a result, that are looked at. */
const ENVELOPE = ["jsonrpc", "id", "method", "params", "result", "error"];
const RESULT = ["tools"];
/** All that the model reads of a tool, and that a pin holds: another spelling would be a part that nobody compared. */
const TOOL = ["name", "title", "description", "inputSchema", "outputSchema", "annotations"];

/** How many further pages can be under way at once. */
const MOST_PAGES = 1000;

export class Screen {
  readonly #options: ScreenOptions;
  /** The ids of requests for further pages of a list. */
  readonly #pages = new Set<Id>();
  /** The tools that the log was told about. */
  readonly #unnamed = new Set<string>();

  constructor(options: ScreenOptions) {
    this.#options = options;
  }

  /** A request for a further page goes to the server: its tools join those of the pages before. */
  expectPage(id: Id): void {
    if (this.#pages.size < MOST_PAGES) this.#pages.add(id);
  }

  /** A message or a batch of them as the harness may see it. Throws {@link UnreadableMessage}. */
  pass(text: string): Passed {
    const fault = this.#options.check(text);
    if (fault != null) throw new UnreadableMessage(fault);
    const answers: Id[] = [];
    if (!/^\s*\[/.test(text)) return { text: this.#message(text, answers), answers };
    const batch = elements(text);
    const passed = batch.map((message) => this.#message(message, answers));
    return { text: passed.every((message, index) => message === batch[index]) ? text : `[${passed.join()}]`, answers };
  }

  #message(text: string, answers: Id[]): string {
    if (!/^\s*\{/.test(text)) throw new UnreadableMessage("a message is a JSON object");
    const envelope = readMembers(text, ENVELOPE);
    const id = envelope.find(([key]) => key === "id")?.[1];
    let changed = false;
    const passed = envelope.map(([key, value]): Member => {
      if (key !== "result" && key !== "error") return [key, value];
      if (id !== undefined) answers.push(id);
      const other = key === "result" ? this.#result(value, id) : this.#scrubbed(value);
      changed ||= other !== value;
      return [key, other];
    });
    return changed ? written(passed) : text;
  }

  #result(text: string, id: Id | undefined): string {
    if (!text.startsWith("{")) return text;
    const result = readMembers(text, RESULT);
    const found = result.find(([key, value]) => key === "tools" && value.startsWith("["));
    const more = id !== undefined && this.#pages.delete(id);
    const tools = found && this.#tools(found[1], more);
    let changed = tools !== found?.[1];
    const members = result.map(([key, value]): Member => {
      if (key !== "content" || !value.startsWith("[")) return [key, key === "tools" && tools !== undefined ? tools : value];
      const content = withOwnWords(value);
      changed ||= content !== value;
      return [key, content];
    });
    const passed = changed ? written(members) : text;
    // What a failed tool says may be the server's own error, headers and all.
    const failed = result.some(([key, value]) => key === "isError" && value === "true");
    return failed ? this.#scrubbed(passed) : passed;
  }

  /** The tools that are offered (PERM-50), each as the server wrote it. */
  #tools(text: string, more: boolean): string {
    const { server, gate, pinned } = this.#options;
    const all = elements(text);
    const tools = all.flatMap((tool) => {
      const name = nameOf(tool);
      return name === undefined ? [] : [{ name, text: tool }];
    });
    const unnamed = all.length - tools.length;
    if (unnamed > 0) this.#tell(`tools without a name, or with a key that is nearly another one, are not offered: ${unnamed} of ${all.length}`);
    // Only names cross: no hint of the server's own is believed (PERM-9).
    const offered = new Set(gate.offered(server, tools.map(({ name }) => ({ name }))).map(({ name }) => name));
    const kept = tools.filter(({ name }) => offered.has(name)).map((tool) => tool.text);
    const passed = kept.length === all.length ? text : `[${kept.join()}]`;
    pinned?.show(passed, more);
    return passed;
  }

  #scrubbed(text: string): string {
    const { scrubber } = this.#options;
    return scrubber.isIn(text) ? JSON.stringify(scrubber.scrubValue(JSON.parse(text))) : text;
  }

  #tell(message: string): void {
    if (this.#unnamed.has(message)) return;
    this.#unnamed.add(message);
    this.#options.log.warning(message, { server: this.#options.server });
  }
}

type Member = [key: string, value: string];

/** An object's members; keys that a careless reader takes for known ones make it unreadable. */
function readMembers(text: string, known: readonly string[]): Member[] {
  const found = members(text);
  const variant = variantOf(found, known);
  if (variant) throw new UnreadableMessage(variant);
  return found;
}

function written(passed: readonly Member[]): string {
  return `{${passed.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`;
}

/** The blocks of a result, of which none can be taken for a word of the runner's (APPR-43). */
function withOwnWords(content: string): string {
  const blocks = elements(content);
  const passed = blocks.map((block) => {
    const parts = block.startsWith("{") ? members(block) : [];
    const said = parts.find(([key]) => key === "text")?.[1];
    // Only what begins with a capital, or an escape, is worth reading: results are long.
    const text = said !== undefined && /^"[A-Z\\]/.test(said) ? stringOf(said) : undefined;
    if (text === undefined || ownWords(text) === text) return block;
    return written(parts.map(([key, value]) => [key, key === "text" ? JSON.stringify(ownWords(text)) : value]));
  });
  return passed.every((block, index) => block === blocks[index]) ? content : `[${passed.join()}]`;
}

function nameOf(tool: string): string | undefined {
  if (!tool.startsWith("{")) return undefined;
  const found = members(tool);
  if (variantOf(found, TOOL)) return undefined;
  return stringOf(found.find(([key]) => key === "name")?.[1]);
}
