/** Permission requests of a harness (RUN-40): Agent Client Protocol, `session/request_permission`. */
import { reply, toolName } from "callgate";
import { parseExact } from "../../../bindings-wasm/ts/exact.js";
import { hostCrossing, REFUSED } from "../../../bindings-wasm/ts/host.js";
import type { Call, Harness, Verdict } from "../../../bindings-wasm/types/index.js";
import { gateUnderSwitch } from "./kill-switch.js";
import { DecisionLog } from "./log.js";
import { checkOptions, wrongOption } from "./options.js";
import { messageFault } from "./strict.js";
import type { Arguments, PermissionAnswer, PermissionHandlerOptions, PermissionRequest, VerdictWord } from "./types.js";
import { failure } from "./words.js";

const OPTIONS = ["gate", "ledger", "log", "attended", "nameOf", "onPause", "logArguments"];

/** A call that a request is about. */
interface Named {
  readonly call: Call;
  readonly args: unknown;
}

/**
 * Answers permission requests with what the gate says. The answer is for one call, never for later
 * ones. When a stored approval was used, one execution of the same call is granted, since the call
 * itself comes next and passes the gate as well.
 *
 * A request that does not say beyond doubt which tool is meant, or with which arguments, is rejected.
 */
export function createPermissionHandler(options: PermissionHandlerOptions): (request: PermissionRequest) => PermissionAnswer {
  checkOptions(options, OPTIONS);
  const { ledger, attended = true, nameOf, onPause } = options;
  const gate = gateUnderSwitch(options.gate);
  if (ledger === undefined) throw wrongOption("`ledger` is not there: the runner's own, since approvals are granted through it");
  const log = new DecisionLog(options.log, options.logArguments);

  /** Whether the call may run now. */
  function judge({ call, args }: Named, id: string): "allow" | "deny" | "pending" {
    const judged = { ...call, args };
    // A client tool passes, since its pause in the runner is the question (PERM-30). Any other call is
    // denied as one, by the policy and not by a stored answer, and goes on to be judged as what it is.
    const client = gate.judgeClient({ ...judged, kind: "client" }, ledger);
    if (client.kind !== "deny" || client.decision.permission !== "deny") {
      const verdict = client.kind === "deny" ? "deny" : "allow";
      log.decided({ ...namesOf(call), decision: client.decision, verdict, key: client.key, arguments: args });
      return verdict;
    }
    const verdict = gate.judge(judged, ledger, { attended });
    const { kind, decision, key, interactionToken } = verdict;
    log.decided({ ...namesOf(call), decision, verdict: wordOf(verdict), key, interactionToken, arguments: args });
    if (kind === "pending" && key !== undefined) pause({ call, args }, id, key);
    if (kind === "allow" && decision.permission === "ask" && key !== undefined) ledger.grant(keyedTool(key), args);
    return kind;
  }

  function pause({ call, args }: Named, id: string, key: string): void {
    const failed = (error: unknown) => log.warning(`\`onPause\` failed: ${failure(error)}`, namesOf(call));
    try {
      const argumentsText = typeof args === "string" ? args : JSON.stringify(args);
      const { server, tool } = namesOf(call);
      const pending = { id, ...(server && { server }), tool, arguments: parseExact(argumentsText) as Arguments, argumentsText, spec: { name: tool }, key };
      Promise.resolve(onPause?.(pending)).catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  return (request) => {
    let said: "allow" | "deny" | "pending" = "deny";
    try {
      const id = own(own(request, "toolCall"), "toolCallId");
      const named = identify(request, nameOf);
      if (typeof named === "string") log.warning(`a permission request is rejected: ${named}`);
      else said = judge(named, typeof id === "string" ? id : "");
    } catch {
      // What a caller's record or a getter threw may hold anything, so it is not repeated.
      log.warning("a permission request is rejected: it cannot be read");
      said = "deny";
    }
    return answer(said, own(request, "options"));
  };
}

/** The tool's stable name, as its key has it (APPR-1): the name under which a grant is found. */
function keyedTool(key: string): string {
  return key.slice(0, key.lastIndexOf("#"));
}

function namesOf({ server = "", tool, name }: Call): { server: string; tool: string } {
  return { server, tool: tool ?? name ?? "" };
}

function wordOf({ kind, decision, key }: Verdict): VerdictWord {
  if (kind === "pending" && key === undefined) return "unkeyed";
  return kind === "allow" && decision.permission === "ask" ? "approved" : kind;
}

/** The option to choose. Whoever asks is told of this one call only. */
function answer(said: "allow" | "deny" | "pending", options: unknown): PermissionAnswer {
  const ids = new Map<unknown, string>();
  for (const option of Array.isArray(options) ? options : []) {
    const [kind, id] = [own(option, "kind"), own(option, "optionId")];
    if (typeof id === "string" && !ids.has(kind)) ids.set(kind, id);
  }
  // A rejection that the harness remembers would stand against a person's later approval.
  const rejected = ids.get("reject_once") ?? (said === "deny" ? ids.get("reject_always") : undefined);
  const offered = { once: ids.get("allow_once"), always: ids.get("allow_always"), reject: rejected };
  const available = Object.entries(offered).flatMap(([word, id]) => (id === undefined ? [] : [word]));
  const word = reply(said === "allow" ? "allow" : "deny", available);
  const optionId = word === "cancelled" ? undefined : offered[word];
  return { outcome: optionId === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId } };
}

/** The call that a request is about, or why it cannot be told. */
function identify(request: unknown, nameOf: PermissionHandlerOptions["nameOf"]): Named | string {
  const toolCall = own(request, "toolCall");
  const args = readArguments(own(toolCall, "rawInput"));
  if (args === undefined) return "its arguments are not there or cannot be read";
  const [id, session] = [own(toolCall, "toolCallId"), own(request, "sessionId")];

  const recorded = typeof id === "string" ? nameOf?.(id, typeof session === "string" ? session : undefined) : undefined;
  const names = new Set([...(recorded === undefined ? [] : [recorded]), ...metaNames(own(toolCall, "_meta"))]);
  if (names.size > 1) return "it names more than one tool";
  const [name] = names;
  if (name !== undefined) return typeof name === "string" && name !== "" ? { call: callOf(name), args } : "it names no tool";

  const titled = titleName(toolCall);
  const envelope = readEnvelope(args);
  if (!envelope) return titled === undefined ? "it names no tool" : { call: callOf(titled), args };
  // A title that is a name beside an envelope for another tool: one of them is not what will run.
  if (titled !== undefined && !namesOfTool(envelope.call).includes(titled)) return "it names more than one tool";
  return envelope;
}

function callOf(name: string): Call {
  return name.startsWith("mcp__") ? { name } : { tool: name };
}

/** The names that adapters record beside what they show: `_meta.<adapter>.toolName`. */
function metaNames(meta: unknown): unknown[] {
  if (typeof meta !== "object" || meta === null) return [];
  return Object.keys(meta).flatMap((adapter) => {
    const name = own(own(meta, adapter), "toolName");
    return name === undefined ? [] : [name];
  });
}

/**
 * Kinds of a tool call that fit a harness's own tools. A title is free text, some of it from the
 * model (a sub-agent's task, a command): it is believed only where it is a name and the kind, which
 * the harness sets, fits it.
 */
const BUILTIN_KINDS: ReadonlyMap<string, string> = new Map([
  ["Bash", "execute"],
  ["Read", "read"],
  ["Edit", "edit"],
  ["MultiEdit", "edit"],
  ["Write", "edit"],
  ["NotebookEdit", "edit"],
  ["Grep", "search"],
  ["Glob", "search"],
  ["Find", "search"],
  ["Ls", "search"],
  ["LS", "search"],
  ["WebFetch", "fetch"],
  ["WebSearch", "fetch"],
]);

function titleName(toolCall: unknown): string | undefined {
  const [title, kind] = [own(toolCall, "title"), own(toolCall, "kind")];
  if (typeof title !== "string") return undefined;
  const unsaid = kind === undefined || kind === null || kind === "other";
  if (/^mcp__[^\s`]+$/.test(title)) return unsaid ? title : undefined;
  const fitting = BUILTIN_KINDS.get(title);
  return fitting !== undefined && (unsaid || kind === fitting) ? title : undefined;
}

/** Codex: the three members `server`, `tool` and `arguments` in place of the arguments (APPR-3). */
function readEnvelope(args: unknown): (Named & { call: { server: string; tool: string } }) | undefined {
  if (typeof args !== "object" || args === null || Object.keys(args).length !== 3 || !Object.hasOwn(args, "arguments")) return undefined;
  const [server, tool] = [own(args, "server"), own(args, "tool")];
  const inner = readArguments(own(args, "arguments") ?? {});
  if (typeof server !== "string" || typeof tool !== "string" || inner === undefined) return undefined;
  return { call: { server, tool }, args: inner };
}

const HARNESSES: readonly Harness[] = ["claude", "codex", "pi"];

function namesOfTool({ server, tool }: { server: string; tool: string }): string[] {
  return [`mcp__${server}__${tool}`, ...HARNESSES.map((harness) => toolName(server, tool, harness))];
}

/**
 * Arguments are a plain object, or its JSON text; nothing for anything else. Of a text with a key twice,
 * or an object that is more than its members, the tool may read other arguments than the gate does.
 */
function readArguments(value: unknown): unknown {
  if (typeof value === "string") return /^\s*\{/.test(value) && messageFault(value) === undefined ? value : undefined;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return hostCrossing(value).form === REFUSED ? undefined : value;
}

/** An object's own member; nothing for what is inherited, and for what is no object. */
function own(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}
