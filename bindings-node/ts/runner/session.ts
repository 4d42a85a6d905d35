/** What a session's harness is given: the run's own tools, and the user's servers (RUN-1 to RUN-5). */
import { CallgateError, type Gate, Ledger, materialize } from "callgate";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { AllowedHosts, checkedAddresses } from "./address.js";
import { INTERNAL_TOOL_MCP_SERVER_NAME } from "./constants.js";
import { gateUnderSwitch } from "./kill-switch.js";
import { DecisionLog } from "./log.js";
import { startInternalToolMcpServer } from "./loopback.js";
import { checkOptions, wrongOption } from "./options.js";
import { startGatedProxy } from "./proxy.js";
import { startRelay } from "./relay.js";
import { assertNoReservedUserMcpName } from "./reserved.js";
import type { Execute, SessionMcpServers, SessionOptions, SessionServer, UserServer } from "./types.js";
import { failure } from "./words.js";

const OPTIONS = [
  "harness", "sandbox", "specs", "gate", "ledger", "userServers", "secrets", "gateway", "direct", "pins",
  "allowHosts", "relayDir", "files", "execute", "attended", "onPause", "signal", "log",
];

/** Harnesses that take no tools over MCP: theirs are registered with them (RUN-3). */
const WITHOUT_MCP: ReadonlySet<string> = new Set(["pi"]);

export async function buildSessionMcpServers(options: SessionOptions): Promise<SessionMcpServers> {
  const session = new Session(checked(options));
  try {
    return { servers: await session.servers(), close: () => session.close() };
  } catch (error) {
    await session.close();
    throw error;
  }
}

function checked(options: SessionOptions): SessionOptions {
  checkOptions(options, OPTIONS);
  const { harness, sandbox, specs = [], userServers = [], relayDir, files, execute } = options;
  const kind: unknown = typeof harness === "object" && harness !== null ? harness.kind : harness;
  if (typeof kind !== "string" || kind === "") throw wrongOption("`harness` does not say which harness it is");
  if (sandbox !== "local" && sandbox !== "daytona") throw wrongOption("`sandbox` is neither `local` nor `daytona`");
  assertNoReservedUserMcpName(userServers);
  const twice = userServers.find(({ name }, index) => userServers.findIndex((other) => other.name === name) < index);
  if (twice) throw wrongOption(`two servers are named \`${twice.name}\``);
  if (specs.length > 0 && !execute) throw wrongOption("`execute` is needed to run the tools of `specs`");
  if (specs.length > 0 && sandbox === "daytona" && (!files || !isPlainPath(relayDir))) {
    throw wrongOption("tools in a remote sandbox need `files` and `relayDir`, an absolute path of letters, digits and `._-/`");
  }
  return options;
}

/** INVARIANT: what flows into a command line is a path without anything that could mean more (RUN-1). */
function isPlainPath(path: string | undefined): path is string {
  return typeof path === "string" && /^\/[A-Za-z0-9._/-]*$/.test(path) && posix.normalize(path) === path;
}

class Session {
  readonly #options: SessionOptions;
  readonly #gate: Gate;
  readonly #ledger: Ledger;
  readonly #log: DecisionLog;
  /** Why nothing may run at all, if so (PERM-1). */
  readonly #shut: string | undefined;
  readonly #closers: (() => Promise<unknown>)[] = [];
  #closing: Promise<void> | undefined;

  constructor(options: SessionOptions) {
    const log = new DecisionLog(options.log);
    const gate = gateUnderSwitch(options.gate);
    const { reason, explanation } = gate.decide({ tool: "x" });
    this.#shut = reason.step === "kill_switch" || reason.step === "closed" ? explanation : undefined;
    this.#options = options;
    this.#gate = gate;
    this.#ledger = options.ledger ?? new Ledger();
    this.#log = log;
  }

  async servers(): Promise<SessionServer[]> {
    const { harness, sandbox, specs = [], userServers = [] } = this.#options;
    const { kind, mcp = !WITHOUT_MCP.has(kind) } = typeof harness === "string" ? { kind: harness } : harness;
    if (!mcp) {
      this.#tellUndelivered(kind);
      return [];
    }
    const own = specs.length === 0 ? [] : [sandbox === "local" ? this.#loopback() : this.#shim()];
    const started = await Promise.allSettled([...own, ...userServers.map((server) => this.#userServer(server))]);
    // Only when all have settled: what was started by then can be closed.
    return started.flatMap((one) => {
      if (one.status === "rejected") throw one.reason;
      return one.value === undefined ? [] : [one.value];
    });
  }

  close(): Promise<void> {
    return (this.#closing ??= Promise.all(this.#closers.map((close) => close())).then(() => {}));
  }

  #tellUndelivered(harness: string): void {
    const { specs = [], userServers = [] } = this.#options;
    const names = (list: readonly { name: string }[]) => list.map(({ name }) => `\`${name}\``).join(", ");
    for (const [what, list] of [["tools", specs], ["servers", userServers]] as const) {
      if (list.length > 0) this.#log.warning(`these ${what} are not delivered, since the harness \`${harness}\` takes none over MCP: ${names(list)}`);
    }
  }

  async #loopback(): Promise<SessionServer> {
    const { specs = [], execute, attended, onPause, signal, log } = this.#options;
    const server = await startInternalToolMcpServer({ specs, gate: this.#gate, ledger: this.#ledger, execute: execute as Execute, attended, onPause, signal, log });
    this.#closers.push(() => server.close());
    return entry(INTERNAL_TOOL_MCP_SERVER_NAME, server.url, [bearer(server.authorizationToken)]);
  }

  /** Uploads the shim and the public specs, and serves the relay that it speaks through. */
  async #shim(): Promise<SessionServer> {
    const { specs = [], execute, attended, onPause, signal, log, files, relayDir } = this.#options;
    // Nobody can have put a file of this name there before.
    const suffix = randomBytes(16).toString("hex");
    const [bundle, publicSpecs] = [`agenta-tools-${suffix}.js`, `agenta-tools-${suffix}.json`];
    const relay = startRelay({ files: files!, specs, gate: this.#gate, ledger: this.#ledger, execute: execute as Execute, attended, onPause, signal, log });
    this.#closers.push(async () => {
      await Promise.all([bundle, publicSpecs].map((name) => files!.remove(name).catch(() => {})));
      await relay.close();
    });
    await files!.create(bundle, await readFile(join(__dirname, "stdio-shim.js")));
    await files!.create(publicSpecs, Buffer.from(relay.publicSpecs));
    const env = [
      { name: "AGENTA_AGENT_TOOLS_RELAY_DIR", value: relayDir! },
      { name: "AGENTA_AGENT_TOOLS_PUBLIC_SPECS_FILE", value: posix.join(relayDir!, publicSpecs) },
    ];
    return { name: INTERNAL_TOOL_MCP_SERVER_NAME, command: "node", args: [posix.join(relayDir!, bundle)], env };
  }

  async #userServer(server: UserServer): Promise<SessionServer | undefined> {
    const { secrets = {}, sandbox, direct = false, allowHosts, attended, onPause, pins, signal, log } = this.#options;
    const { name } = server;
    const { url, headers } = materialize(server, secrets, await this.#route(server));
    if (sandbox !== "local" || direct) {
      if (this.#shut !== undefined) return this.#withhold(name, this.#shut);
      // The harness resolves the name once more, so this is a check and no wall.
      await checkedAddresses(new URL(url), { allowed: new AllowedHosts(allowHosts) });
      this.#log.notice("the harness reaches this server itself: the gate sees only the calls that the harness asks about", { server: name });
      return entry(name, url, headers);
    }
    const proxy = await startGatedProxy({ server: name, url, headers, gate: this.#gate, ledger: this.#ledger, attended, onPause, pins, allowHosts, signal, log });
    this.#closers.push(() => proxy.close());
    return entry(name, proxy.url, [bearer(proxy.authorizationToken)]);
  }

  #withhold(server: string, why: string): undefined {
    this.#log.warning(`the server is not delivered: ${why}`, { server });
  }

  /** Where a server's connection leads; nothing for one that says it itself. */
  async #route(server: UserServer) {
    const { connection } = server as { connection?: { type?: unknown } };
    if (connection?.type === "http") return undefined;
    const { gateway } = this.#options;
    if (!gateway) throw wrongOption(`the server \`${server.name}\` is reached through a gateway connection, and \`gateway\` is not there to say where it leads`);
    try {
      return await gateway(server);
    } catch (error) {
      throw new CallgateError("gateway_failed", `the connection of the server \`${server.name}\` cannot be resolved: ${failure(error)}`);
    }
  }
}

function entry(name: string, url: string, headers: readonly { readonly name: string; readonly value: string }[]): SessionServer {
  return { type: "http", name, url, headers: headers.map(({ name, value }) => ({ name, value })) };
}

function bearer(token: string) {
  return { name: "Authorization", value: `Bearer ${token}` };
}
