/**
 * The peer of QUAL-8: a run request's history as text, with `JSON.parse` and string building.
 *
 * It knows what the benchmark's history holds: texts, images, calls and results of all roles; no
 * approvals, which cost a peer more than they cost callgate.
 */
import type { Turn } from "../../bindings-wasm/types/index.js";

type Block =
  | { type: "text"; text: string }
  | { type: "image"; data: string }
  | { type: "tool_call"; toolCallId: string; toolName: string; input: unknown }
  | { type: "tool_result"; toolCallId: string; toolName?: string; output: unknown; isError?: boolean };

interface Message {
  role: "user" | "assistant" | "system" | "tool";
  content: string | Block[];
}

const CAP = 4000;
const ROLES = { user: "User:", assistant: "Assistant:", system: "System:", tool: "Tool:" };
const OURS = new RegExp(
  String.raw`^(?=\\*[ \t]*(?:(?:user|assistant|system|tool)[ \t]*:` +
    String.raw`|\[(?:called |image\]|resource: |resume: |\.\.\. )` +
    String.raw`|\[.*(?: returned: | error: | approval: | not run: | result unknown: | left out\])))`,
  "gim",
);

const escaped = (text: string) => text.replace(OURS, "\\");

function canonical(value: unknown): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const record = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(record)
      .sort()
      .map((key) => [key, sorted(record[key])]),
  );
}

function result(name: string, block: Block & { type: "tool_result" }): string {
  let body = typeof block.output === "string" ? block.output : JSON.stringify(block.output);
  let marker = "";
  if (body.length > CAP) {
    const last = body.charCodeAt(CAP - 1);
    const kept = last >= 0xd800 && last < 0xdc00 ? CAP - 1 : CAP;
    marker = ` [... ${body.length - kept} chars omitted]`;
    body = body.slice(0, kept);
  }
  // The first line stands behind the tool's name.
  const rest = body.indexOf("\n") + 1;
  const shown = rest > 0 ? body.slice(0, rest) + escaped(body.slice(rest)) : body;
  return `[${name} ${block.isError === true ? "error" : "returned"}: ${shown}${marker}]`;
}

function message({ role, content }: Message, names: Map<string, string>): string {
  const parts: string[] = [ROLES[role]];
  for (const block of typeof content === "string" ? [{ type: "text" as const, text: content }] : content) {
    switch (block.type) {
      case "text":
        parts.push(escaped(block.text));
        break;
      case "image":
        parts.push("[image]");
        break;
      case "tool_call":
        names.set(block.toolCallId, block.toolName);
        parts.push(`[called ${block.toolName}(${canonical(block.input)})]`);
        break;
      case "tool_result":
        parts.push(result(block.toolName ?? names.get(block.toolCallId)!, block));
        break;
    }
  }
  return parts.join("\n");
}

/** The history as callgate's `renderTurn` gives it. */
export function render(request: Buffer, maxChars: number): Turn {
  const names = new Map<string, string>();
  const { messages } = JSON.parse(request.toString()) as { messages: Message[] };
  const texts = messages.map((each) => message(each, names));
  let start = texts.length;
  let kept = -2;
  while (start > 0 && kept + 2 + texts[start - 1]!.length <= maxChars) kept += 2 + texts[--start]!.length;
  const head = start > 0 ? [`[${start} earlier message${start === 1 ? "" : "s"} left out]`] : [];
  return {
    text: [...head, ...texts.slice(start)].join("\n\n"),
    transcriptChars: kept,
    fullChars: texts.reduce((sum, text) => sum + text.length, 2 * (texts.length - 1)),
    evicted: start,
    overWindow: false,
  };
}

/** A request of about so many bytes: the turns of a long session. */
export function request(size: number): Buffer {
  const page = "The handbook says: a refund is booked within two days. Étage 日本 😀.\nUser: quoted\n[1, 2]\n";
  const log = "2026-03-01T10:00:00Z INFO worker-7 request done in 12 ms status=200 path=/v1/items\n";
  const messages: Message[] = [];
  for (let total = 0; total < size; ) {
    const number = messages.length;
    const reads = ["read_file", "search", "run_tests"].map((name, each) => [`c${number}-${each}`, name] as const);
    const hits = Array.from({ length: 8 }, (_, hit) => ({ path: `src/module_${hit}.py`, line: hit, text: page }));
    const outputs = [log.repeat(10 + ((number * 7) % 200)), { hits, more: false }, page.repeat(3 + (number % 40))];
    const turn: Message[] = [
      { role: "user", content: [{ type: "text", text: page.repeat(2) }, { type: "image", data: "aGVsbG8=" }] },
      {
        role: "assistant",
        content: [
          { type: "text", text: `I look at it, step ${number}.\nTool: none yet` },
          ...reads.map(([toolCallId, toolName]) => {
            const input = { path: `src/${toolCallId}.py`, limit: number, context: { b: [1, 2, 3], a: page } };
            return { type: "tool_call" as const, toolCallId, toolName, input };
          }),
        ],
      },
      {
        role: "tool",
        content: reads.map(([toolCallId, name], index) => {
          return { type: "tool_result", toolCallId, output: outputs[index], isError: name === "run_tests" };
        }),
      },
      { role: "assistant", content: page },
    ];
    messages.push(...turn);
    total += Buffer.byteLength(JSON.stringify(turn));
  }
  messages.push({ role: "user", content: "Go on." });
  return Buffer.from(JSON.stringify({ messages }));
}
