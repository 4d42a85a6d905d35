/** What the wasm module and the addon both export; the numbers say the form of the text that follows. */
import type { CallgateError } from "./errors.js";

type Text = string | Uint8Array;

/** The flat functions of the core; results are JSON text. */
export interface Core {
  version(): string;
  jsonSchema(): string;
  validate(form: number, agent: Text, catalogsForm: number, catalogs: Text | undefined): string;
  validateServer(form: number, server: Text): string;
  toWire(form: number, server: Text): string;
  materialize(
    form: number,
    server: Text,
    secretsForm: number,
    secrets: Text,
    gatewayForm: number,
    gateway: Text | undefined,
  ): string;
  toolName(server: string, tool: string, harness: string): string;
  compile(
    form: number,
    agent: Text,
    floorForm: number,
    floor: Text | undefined,
    denyAll: boolean,
    trustedHints: string[],
    catalogsForm: number,
    catalogs: Text | undefined,
  ): GateHandle;
  closed(): GateHandle;
  setServerPermission(form: number, policy: Text, permission: string | undefined): string;
  setToolPermission(form: number, policy: Text, tool: string, permission: string | undefined): string;
  setNewToolPermission(form: number, policy: Text, permission: string | undefined): string;
  setToolFilter(form: number, policy: Text, mode: string, namesForm: number, names: Text): string;
  askForWriteAndDelete(form: number, policy: Text, catalogForm: number, catalog: Text): string;
  diff(
    beforeForm: number,
    before: Text,
    afterForm: number,
    after: Text,
    catalogsForm: number,
    catalogs: Text | undefined,
  ): string;
  suggestRule(form: number, agent: Text, callForm: number, call: Text, permission: string): string;
  why(form: number, agent: Text, server: string, tool: string, catalogForm: number, catalog: Text | undefined): string;
  canonicalJson(form: number, value: Text): string;
  callKey(
    tool: string | undefined,
    argsForm: number,
    args: Text | undefined,
    schemaForm: number,
    schema: Text | undefined,
  ): string | null | undefined;
  inBandAnswers(form: number, conversation: Text): string;
  reply(decision: string, available: string[]): string;
  describeCall(form: number, call: Text): string;
  sha256Hex(data: Text): string;
  messageFault(message: Text): string | null | undefined;
  ledger(form: number, conversation: Text | undefined, options: string | undefined): LedgerHandle;
  ledgerFromJson(text: string): LedgerHandle;
  advertise(form: number, specs: Text): string;
  missingArguments(form: number, spec: Text, argsForm: number, args: Text | undefined): string;
  pinCatalogs(form: number, agent: Text, catalogsForm: number, catalogs: Text): string;
  comparePins(form: number, pins: Text, server: string, catalogForm: number, catalog: Text): string;
  capToolResult(text: string, maxChars: string | undefined): string;
  renderTurn(form: number, request: Text, options: string | undefined): string;
  recorder(): RecorderHandle;
  renderHarness(
    form: number,
    agent: Text,
    harness: string,
    floorForm: number,
    floor: Text | undefined,
    denyAll: boolean,
    trustedHints: string[],
    catalogsForm: number,
    catalogs: Text | undefined,
    transportsForm: number,
    transports: Text | undefined,
    managedProvider: boolean,
    piMcp: boolean,
    coverage: boolean,
  ): string;
  predict(
    harness: string,
    filesForm: number,
    files: Text,
    serversForm: number,
    servers: Text,
    version: string | undefined,
  ): string;
}

/** A compiled gate inside an engine. */
export interface GateHandle {
  /** Nothing when the arguments are needed (QUAL-4). */
  decideNamed(
    server: string | undefined,
    tool: string | undefined,
    name: string | undefined,
    kind: string | undefined,
    readOnly: boolean,
  ): string | null | undefined;
  decide(form: number, call: Text): string;
  decideMany(form: number, calls: Text): string;
  explain(form: number, call: Text): string;
  offered(server: string, form: number, catalog: Text): string;
  judge(form: number, call: Text, ledger: LedgerHandle, attended: boolean): string;
  judgeClient(form: number, call: Text, ledger: LedgerHandle, consume: boolean): string;
  renderHarness(
    harness: string,
    catalogsForm: number,
    catalogs: Text | undefined,
    transportsForm: number,
    transports: Text | undefined,
    managedProvider: boolean,
    piMcp: boolean,
    coverage: boolean,
  ): string;
}

/** A ledger inside an engine. */
export interface LedgerHandle {
  toJson(): string;
  record(tool: string, form: number, args: Text | undefined, answer: string, token: string | undefined): boolean;
  take(tool: string, form: number, args: Text | undefined): string | null | undefined;
  grant(tool: string, form: number, args: Text | undefined): boolean;
  consume(tool: string, form: number, args: Text | undefined): boolean;
  peekOutput(tool: string, form: number, args: Text | undefined): string | null | undefined;
  takeOutput(tool: string, form: number, args: Text | undefined): string | null | undefined;
}

/** An argument recorder inside an engine. */
export interface RecorderHandle {
  announce(id: string, name: string, form: number, input: Text | undefined): string;
  update(id: string, form: number, input: Text | undefined): string | null | undefined;
}

/** One way to reach the core. */
export interface Engine {
  readonly name: "native" | "wasm";
  /** The functions; throws when the engine is not ready. */
  core(): Core;
  /** Grows when an instance is replaced: handles of earlier ones are dead. */
  readonly generation: number;
  /** The exception to throw for what a function threw; replaces an instance that cannot be trusted any more. */
  recover(thrown: unknown): CallgateError;
}

/** Which engine an operation uses; the names are those of the operations. */
export type Choose = (operation: keyof Core | keyof GateHandle) => Engine;

/** Runs an operation of the core in the engine chosen for it. */
export type Use = <T>(operation: keyof Core, call: (core: Core) => T) => T;

/** Runs an operation of the core. */
export function run<T>(engine: Engine, operation: (core: Core) => T): T {
  const core = engine.core();
  try {
    return operation(core);
  } catch (thrown) {
    throw engine.recover(thrown);
  }
}
