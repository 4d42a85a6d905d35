import type { Call, ClientVerdict, Decision, Document, Explanation, GateOptions, Verdict } from "../types/index.js";
import { nameArgument } from "./argument.js";
import { crossCall, namesOf, wellFormedNames } from "./call.js";
import { type Choose, type Engine, type GateHandle, run } from "./engine.js";
import { invalidArgument } from "./errors.js";
import { type Crossing, crossing, HOST, hostCrossing, isPlain, TEXT, textOf } from "./host.js";
import { exactly, heldLedger } from "./ledger.js";
import { Memo, type Names, NEEDS_ARGUMENTS } from "./memo.js";

/** Compiles the gate in an engine. */
type Compile = (engine: Engine) => GateHandle;

/** The marker under which `Gate.closed()` calls the constructor; not exported, so nobody else can. */
const CLOSED = Symbol("closed");

/** What other modules need of a gate: its handle in an engine, compiled there when it is not yet. */
export type GateIn = (engine: Engine) => GateHandle;

const compiled = new WeakMap<object, GateIn>();

/** The handles of a gate; nothing for what is none. */
export function gateIn(gate: unknown): GateIn | undefined {
  return typeof gate === "object" && gate !== null ? compiled.get(gate) : undefined;
}

/** The class `Gate` over a choice of engines. */
export function gateClass(choose: Choose) {
  return class Gate {
    readonly #compile: Compile;
    readonly #handles = new Map<Engine, { generation: number; handle: GateHandle }>();
    readonly #memo = new Memo();

    constructor(agent: Document, options: GateOptions = {}) {
      this.#compile = (agent as unknown) === CLOSED ? closed : compiler(agent, options);
      this.#handle(choose("decide"));
      compiled.set(this, (engine) => this.#handle(engine));
    }

    static closed(): Gate {
      return new Gate(CLOSED as unknown as Document);
    }

    decide(call: Call | string | Uint8Array): Decision {
      const names = namesOf(call);
      return (names && this.#decideNamed(names)) ?? this.#decideCrossed(crossCall(call, names));
    }

    decideMany(calls: readonly Call[] | string | Uint8Array): Decision[] {
      if (!Array.isArray(calls)) {
        const { form, data } = crossing(calls);
        return frozen(this.#use("decideMany", (gate) => gate.decideMany(form, data))) as Decision[];
      }
      const decisions: Decision[] = [];
      // Those that need their arguments looked at cross together; one that is no JSON, by itself.
      const waiting: { index: number; text: string }[] = [];
      for (let index = 0; index < calls.length; index++) {
        const call: Call = calls[index];
        const names = namesOf(call);
        const decision = names && this.#decideNamed(names);
        if (decision) {
          decisions[index] = decision;
          continue;
        }
        const crossed = crossCall(call, names);
        if (crossed.form === HOST) waiting.push({ index, text: textOf(crossed) });
        else decisions[index] = this.#decideCrossed(crossed);
      }
      const [only] = waiting;
      if (only && waiting.length === 1) {
        decisions[only.index] = this.#decideCrossed({ form: HOST, data: only.text });
      } else if (waiting.length > 0) {
        const text = `[${waiting.map((call) => call.text).join()}]`;
        const answers = frozen(this.#use("decideMany", (gate) => gate.decideMany(HOST, text))) as Decision[];
        for (const [at, { index, text }] of waiting.entries()) {
          // A list that the core cannot take apart is one denial; then each call is put by itself.
          const apart = answers.length === waiting.length ? answers[at] : undefined;
          decisions[index] = apart ?? this.#decideCrossed({ form: HOST, data: text });
        }
      }
      return decisions;
    }

    explain(call: Call | string | Uint8Array): Explanation {
      const { form, data } = crossCall(call);
      return JSON.parse(this.#use("explain", (gate) => gate.explain(form, data)));
    }

    offered<Tool>(server: string, catalog: { readonly tools: readonly Tool[] } | readonly Tool[] | string | Uint8Array): Tool[] {
      const name = nameArgument("server", server);
      const { crossed, tools } = catalogOf<Tool>(catalog);
      const indexes: number[] = JSON.parse(this.#use("offered", (gate) => gate.offered(name, crossed.form, crossed.data)));
      const list = tools();
      return indexes.map((index) => list[index] as Tool);
    }

    judge(call: Call | string | Uint8Array, ledger: object, options: { attended?: boolean } = {}): Verdict {
      const attended = flagOf(options, "attended", true);
      const { engine, handle } = heldLedger(ledger);
      const { form, data } = crossCall(call);
      const gate = this.#handle(engine);
      return exactly(run(engine, () => gate.judge(form, data, handle, attended)));
    }

    judgeClient(call: Call | string | Uint8Array, ledger: object, options: { consume?: boolean } = {}): ClientVerdict {
      const consume = flagOf(options, "consume", false);
      const { engine, handle } = heldLedger(ledger);
      const { form, data } = crossCall(call);
      const gate = this.#handle(engine);
      return exactly(run(engine, () => gate.judgeClient(form, data, handle, consume)));
    }

    /** `undefined` when the arguments are needed. */
    #decideNamed(names: Names): Decision | undefined {
      const known = this.#memo.get(names);
      if (known !== undefined) return known === NEEDS_ARGUMENTS ? undefined : known;
      const { server, tool, name, kind, readOnly } = names;
      if (!wellFormedNames(names)) return undefined;
      const text = this.#use("decideNamed", (gate) => gate.decideNamed(server, tool, name, kind, readOnly));
      const decision = text ? (frozen(text) as Decision) : undefined;
      this.#memo.set(names, decision ?? NEEDS_ARGUMENTS);
      return decision;
    }

    #decideCrossed({ form, data }: Crossing): Decision {
      return frozen(this.#use("decide", (gate) => gate.decide(form, data))) as Decision;
    }

    #use<T>(operation: keyof GateHandle, use: (gate: GateHandle) => T): T {
      const engine = choose(operation);
      const handle = this.#handle(engine);
      return run(engine, () => use(handle));
    }

    /** Compiled on first use in an engine, and again when the engine had to start afresh (QUAL-35). */
    #handle(engine: Engine): GateHandle {
      const held = this.#handles.get(engine);
      if (held?.generation === engine.generation) return held.handle;
      const handle = this.#compile(engine);
      this.#handles.set(engine, { generation: engine.generation, handle });
      return handle;
    }
  };
}

const closed: Compile = (engine) => run(engine, (core) => core.closed());

/** Reads document and options once, and keeps only texts, which nobody can change afterwards. */
function compiler(agent: Document, options: GateOptions): Compile {
  const { floor, denyAll, trustedHints, catalogs } = gateOptionsOf(options);
  const document = kept(agent);
  const above = floor === undefined ? undefined : kept(floor);
  const known = catalogs === undefined ? undefined : kept(catalogs);
  return (engine) =>
    run(engine, (core) =>
      core.compile(
        document.form,
        document.data,
        above?.form ?? TEXT,
        above?.data,
        denyAll,
        [...trustedHints],
        known?.form ?? TEXT,
        known?.data,
      ),
    );
}

/** The text of a document that is needed again later: bytes are copied, since their owner may change them. */
function kept(document: unknown): Crossing {
  const { form, data } = crossing(document);
  return { form, data: form === TEXT && typeof data !== "string" ? data.slice() : data };
}

/** A misspelt option would be a floor or a kill switch that is silently not there. */
export function gateOptionsOf(options: GateOptions) {
  if (typeof options !== "object" || options === null) throw invalidArgument("the options are not an object");
  const { floor, denyAll = false, trustedHints = [], catalogs, ...others } = options;
  for (const other of Object.keys(others)) {
    throw invalidArgument(`no option \`${other}\`: the options are \`floor\`, \`denyAll\`, \`trustedHints\` and \`catalogs\``);
  }
  if (typeof denyAll !== "boolean") throw invalidArgument("`denyAll` is neither `true` nor `false`");
  if (!Array.isArray(trustedHints)) throw invalidArgument("`trustedHints` is not a list of server names");
  return { floor, denyAll, trustedHints: trustedHints.map((hint) => nameArgument("trustedHints", hint)), catalogs };
}

/** The one option of an operation. */
function flagOf<Name extends string>(options: { [name in Name]?: boolean }, name: Name, otherwise: boolean): boolean {
  if (typeof options !== "object" || options === null) throw invalidArgument("the options are not an object");
  for (const other of Object.keys(options)) {
    if (other !== name) throw invalidArgument(`no option \`${other}\`: the option is \`${name}\``);
  }
  const { [name]: flag = otherwise } = options;
  if (typeof flag !== "boolean") throw invalidArgument(`\`${name}\` is neither \`true\` nor \`false\``);
  return flag;
}

/**
 * A catalog on its way into the core, and its tools.
 *
 * INVARIANT: the tools that are handed out are those whose names crossed: the list is read once.
 */
function catalogOf<Tool>(catalog: unknown): { crossed: Crossing; tools: () => readonly Tool[] } {
  const tools = (read: unknown) => (Array.isArray(read) ? read : (read as { tools: Tool[] }).tools) as readonly Tool[];
  if (typeof catalog === "object" && catalog !== null && !ArrayBuffer.isView(catalog)) {
    const read = readOnce(catalog);
    if (read) return { crossed: hostCrossing(read), tools: () => tools(read) };
  }
  const crossed = crossing(catalog);
  return { crossed, tools: () => tools(JSON.parse(textOf(crossed))) };
}

/** A copy of a catalog and of its list of tools; nothing when that is not plain: the core then says why. */
function readOnce(catalog: object): unknown {
  const copyOf = (items: readonly unknown[]) => Array.from({ length: items.length }, (_, index) => items[index]);
  try {
    if (Array.isArray(catalog)) return copyOf(catalog);
    if (!isPlain(Object.getPrototypeOf(catalog))) return undefined;
    const copy: Record<string, unknown> = Object.create(null);
    for (const key of Object.keys(catalog)) copy[key] = (catalog as Record<string, unknown>)[key];
    if (Array.isArray(copy.tools)) copy.tools = copyOf(copy.tools);
    return copy;
  } catch {
    return undefined;
  }
}

function frozen(text: string): unknown {
  return freeze(JSON.parse(text));
}

/** Results are shared between callers and through the memo, so nobody may change one. */
function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const member of Object.values(value)) freeze(member);
    Object.freeze(value);
  }
  return value;
}
