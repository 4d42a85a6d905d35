/**
 * The one place that talks to the core: everything that the drawer shows of a policy comes from here.
 * It knows the document as it is being written, the last good one, and the saved one.
 */
import {
  type Call,
  callKey,
  describeCall,
  diff,
  Gate,
  type Harness,
  InvalidDocument,
  type Permission,
  renderHarness,
  suggestRule,
  validate,
  why,
} from "callgate-wasm";
import { type Answers, messageOf, NO_ANSWERS, readAnswers } from "./answers.js";
import { edit, type Operation, withPatch, withPolicy } from "./editing.js";
import { fields, type Group, type Named, named, ownRule, type Tool } from "./names.js";
import { placed, pointed, type Range } from "./places.js";
import type { Attempt, Changes, Counts, Edited, Engine, Facts, InForce, Looked, Outline, Preview, Problem, Ref, Suggested, Tried, WhyTold } from "./protocol.js";

/** So many problems and changes are handed over; their whole number is always told. */
const MOST_TOLD = 1_000;

/** A document that compiled. */
interface Good extends Named {
  readonly text: string;
  readonly gate: Gate;
  readonly tools: readonly ReadonlyMap<string, Tool>[];
}

export class LocalEngine implements Engine {
  #answers: Answers = NO_ANSWERS;
  #saved = "";
  /** INVARIANT: the newest good document; an invalid one never takes its place (PERM-10). */
  #good: Good | undefined;
  #revision = 0;

  setCatalogs(text: string): string | undefined {
    this.#answers = readAnswers(text);
    // What is in force was compiled with the lists before; where the new ones do not fit it, it stays.
    try {
      if (this.#good) this.#take(this.#good.text);
    } catch (error) {
      if (!(error instanceof InvalidDocument)) throw error;
    }
    return this.#answers.fault;
  }

  setSaved(text: string): void {
    this.#saved = text;
  }

  look(text: string): Looked {
    const problems = this.#validate(text);
    const errors = problems.filter(({ severity }) => severity === "error").length;
    if (errors === 0 && this.#good?.text !== text) this.#take(text);
    return {
      ...this.#inForceNow(),
      ok: errors === 0,
      problems: problems.slice(0, MOST_TOLD).map((problem) => inText(text, problem)),
      errors,
      warnings: problems.length - errors,
    };
  }

  facts(refs: readonly Ref[]): (Facts | undefined)[] {
    return refs.map((ref) => this.#factsOf(ref));
  }

  edit(place: number, operation: Operation, refs: readonly Ref[]): Edited {
    const good = this.#inForce();
    const group = good.groups[place];
    if (!group) throw new Error("there is no such server");
    const { policy, dropped } = edit(group, operation);
    const text = withPolicy(good.text, group, policy);
    // Only what an answer needs: the problems are asked for when it is on the screen.
    if (text !== good.text) this.#take(text);
    return { text, inForce: this.#inForceNow(), facts: this.facts(refs), dropped: dropped ?? [] };
  }

  counts(): Counts {
    const counts = { allow: 0, ask: 0, deny: 0 };
    const good = this.#good;
    if (!good) return counts;
    for (const { tools } of good.groups) {
      for (const { permission } of good.gate.decideMany(tools.map(({ call }) => call))) counts[permission]++;
    }
    return counts;
  }

  changes(): Changes {
    const none = { changes: [], total: 0, looser: 0, stricter: 0 };
    if (!this.#good || this.#good.text === this.#saved) return { ...none, nothingBefore: false };
    try {
      const changes = diff(this.#saved, this.#good.text, this.#answers.catalogs);
      // What gets looser is what must not be overlooked, so it comes first.
      const rank = { looser: 0, depends: 1, stricter: 2 };
      const sorted = changes.toSorted((one, other) => rank[one.direction] - rank[other.direction]);
      const counted = (direction: string) => changes.filter((change) => change.direction === direction).length;
      const numbers = { total: changes.length, looser: counted("looser"), stricter: counted("stricter") };
      return { changes: sorted.slice(0, MOST_TOLD), ...numbers, nothingBefore: false };
    } catch (error) {
      if (error instanceof InvalidDocument) return { ...none, nothingBefore: true };
      throw error;
    }
  }

  attempt(attempt: Attempt): Tried {
    const call = callOf(attempt);
    if ("refused" in call) return call;
    try {
      const explanation = (this.#good?.gate ?? Gate.closed()).explain(call.text);
      return { explanation, described: describeCall(call.text), ...this.#key(attempt, call.args) };
    } catch (error) {
      return { refused: messageOf(error) };
    }
  }

  suggest(attempt: Attempt, permission: Permission): Suggested {
    const call = callOf(attempt);
    if ("refused" in call) return call;
    try {
      const good = this.#inForce();
      const { edit: patch, agent, changes } = suggestRule(good.text, call.text, permission);
      return { changes: changes.slice(0, MOST_TOLD), text: withPatch(good.text, patch, agent) };
    } catch (error) {
      return { refused: messageOf(error) };
    }
  }

  preview(harness: Harness): Preview {
    const nothing = { harness, files: [], withheld: [], rows: [], diagnostics: [] };
    try {
      const { files, withheld, register, coverage, diagnostics } = renderHarness(this.#inForce().gate, harness, {
        coverage: true,
        catalogs: this.#answers.catalogs,
      });
      return { harness, files, withheld, ...(register && { register }), rows: coverage ?? [], diagnostics };
    } catch (error) {
      if (error instanceof InvalidDocument) return { ...nothing, refused: error.diagnostics };
      return { ...nothing, refused: [{ code: "internal", severity: "error", pointer: "", message: messageOf(error) }] };
    }
  }

  why({ group: place, tool }: Ref): WhyTold {
    const good = this.#inForce();
    const group = good.groups[place];
    if (group?.server === undefined || tool === undefined) return { harnesses: [] };
    const catalog = group.answer?.tools && { tools: group.answer.tools as never };
    const told = why(good.text, group.server, tool, catalog);
    const harnesses = (["claude", "codex", "pi"] as const).map((harness) => {
      const { name, status, explanation } = told.harnesses[harness];
      return { harness, name, status, explanation };
    });
    return { ...(told.nearest !== undefined && { nearest: told.nearest }), harnesses };
  }

  locate(pointer: string): Range | undefined {
    return this.#good && pointed(this.#good.text, pointer);
  }

  #inForceNow(): InForce {
    return {
      revision: this.#revision,
      inForce: this.#good?.groups.map(outline) ?? [],
      closed: this.#good === undefined,
      fallback: this.#good?.fallback ?? null,
    };
  }

  #inForce(): Good {
    if (!this.#good) throw new Error("there is no valid document yet");
    return this.#good;
  }

  #validate(text: string): readonly Problem[] {
    try {
      return validate(text, this.#answers.catalogs).diagnostics;
    } catch (error) {
      return [{ code: "internal", severity: "error", pointer: "", message: messageOf(error) }];
    }
  }

  #take(text: string): void {
    const gate = new Gate(text, { catalogs: this.#answers.catalogs });
    const all = named(JSON.parse(text), this.#answers.byServer);
    const tools = all.groups.map((group) => new Map(group.tools.map((tool) => [tool.name, tool])));
    this.#good = { text, gate, ...all, tools };
    this.#revision++;
  }

  #factsOf({ group: place, tool: name }: Ref): Facts | undefined {
    const group = this.#good?.groups[place];
    const tool = name === undefined ? undefined : this.#good?.tools[place]?.get(name);
    const call = name === undefined ? group?.other : tool?.call;
    if (!group || !call) return undefined;
    const { title, description, claims = [], advertised } = tool ?? {};
    return {
      ...this.#ask(call),
      own: name === undefined ? group.newTool : ownRule(group, name),
      chosen: name !== undefined && group.chosen.has(name),
      claims,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(advertised !== undefined && { advertised }),
    };
  }

  #ask(call: Call): Pick<Facts, "decision" | "whenReading" | "readsArguments"> {
    const { gate } = this.#inForce();
    let readsArguments = false;
    // The gate reads arguments only when a rule for the tool needs them (QUAL-4).
    const watched = (more: Call): Call => ({
      ...more,
      get args() {
        readsArguments = true;
        return {};
      },
    });
    const decision = gate.decide(watched(call));
    const reading = gate.decide(watched({ ...call, read_only: true })).permission;
    return { decision, readsArguments, ...(reading !== decision.permission && { whenReading: reading }) };
  }

  /** The key under which an answer to the call would be stored (APPR-1). */
  #key({ server, tool }: Attempt, args: string): { key?: string } {
    const group = this.#good?.groups.find((found) => (found.server ?? "") === server);
    const schema = fields(group?.answer?.tools?.find(({ name }) => name === tool)).inputSchema;
    const name = server === "" ? tool : `mcp__${server}__${tool}`;
    const key = callKey(name, args === "" ? null : args, schema === undefined ? undefined : (schema as object));
    return key === undefined ? {} : { key };
  }
}

/** The call as JSON text, and its arguments; or why there is none. */
function callOf({ server, tool, args, reads }: Attempt): { readonly text: string; readonly args: string } | { readonly refused: string } {
  const given = args.trim();
  try {
    // Only one whole JSON value can be set into the call's text without adding members to it.
    if (given !== "") JSON.parse(given);
  } catch (error) {
    return { refused: `The arguments are not JSON: ${messageOf(error)}` };
  }
  const members = [
    ...(server === "" ? [] : [`"server":${JSON.stringify(server)}`]),
    `"tool":${JSON.stringify(tool)}`,
    ...(given === "" ? [] : [`"args":${given}`]),
    ...(reads ? [`"read_only":true`] : []),
  ];
  return { text: `{${members.join()}}`, args: given };
}

function outline({ server, pointer, connection, permission, newTool, filter, tools, answer }: Group): Outline {
  return {
    ...(server !== undefined && { server }),
    pointer,
    ...(connection !== undefined && { connection }),
    permission,
    newTool,
    filter,
    tools: tools.map(({ name }) => name),
    listed: !answer ? "unknown" : answer.tools ? "listed" : answer.said ? "refused" : "unreadable",
    ...(answer?.fault !== undefined && { fault: answer.fault }),
    more: answer?.more ?? false,
  };
}

/** The problem with the place of what it is about: the string, word or sign that begins there. */
function inText(text: string, problem: Problem): Problem {
  const { line, column } = problem;
  if (line === undefined || column === undefined) return problem;
  const { start, end } = placed(text, line, column);
  const rest = text.slice(start, Math.min(end, start + LONGEST_MARK));
  const token = /^(?:"(?:[^"\\]|\\.)*"?|[\w.+-]+|[^])/.exec(rest)?.[0] ?? "";
  return { ...problem, range: { start, end: start + token.length } };
}

const LONGEST_MARK = 200;
