/**
 * An MCP server for the inside of a sandbox: messages on its standard streams, calls through the file
 * relay (RUN-60 to RUN-64).
 *
 * INVARIANT: nothing but JSON-RPC is written to stdout. And there is neither `import` nor `require` in what
 * is built of this, only `import()`: one file runs as a script and as a module, wherever it is copied to.
 */
import { INTERNAL_TOOL_MCP_SERVER_NAME } from "../constants.js";
import { readEnvironment } from "../env.js";
import { Protocol } from "../protocol.js";
import { Exchange } from "./exchange.js";
import { LineReader } from "./framing.js";
import { Server } from "./server.js";
import { readSpecs } from "./specs.js";

/** Put in by the build. */
declare const CALLGATE_VERSION: string;

/** A message has at most as many bytes as over HTTP (RUN-22). */
const MAX_LINE_BYTES = 1_000_000;

async function main(): Promise<void> {
  const [fs, { randomBytes }] = await Promise.all([import("node:fs"), import("node:crypto")]);
  const { relayDir, publicSpecsFile, relayPollingMs, relayTimeoutMs } = readEnvironment(process.env, log);
  if (relayDir === undefined) return fail("AGENTA_AGENT_TOOLS_RELAY_DIR is not set");
  if (publicSpecsFile === undefined) return fail("AGENTA_AGENT_TOOLS_PUBLIC_SPECS_FILE is not set");
  try {
    if (!fs.statSync(relayDir).isDirectory()) return fail("AGENTA_AGENT_TOOLS_RELAY_DIR names no directory");
  } catch (error) {
    return fail(`the directory of AGENTA_AGENT_TOOLS_RELAY_DIR cannot be used: ${reason(error)}`);
  }
  let specs;
  try {
    specs = readSpecs(new TextDecoder("utf-8", { fatal: true }).decode(fs.readFileSync(publicSpecsFile)));
  } catch (error) {
    return fail(`the file of AGENTA_AGENT_TOOLS_PUBLIC_SPECS_FILE cannot be used: ${reason(error)}`);
  }

  const exchange = new Exchange({
    fs,
    directory: relayDir,
    pollingMs: relayPollingMs,
    timeoutMs: relayTimeoutMs,
    mintId: () => randomBytes(16).toString("hex"),
  });
  /** Ends at once. What no runner has picked up by now is not to run later, when nobody waits for it. */
  const end = (code: number) => {
    exchange.withdraw();
    process.exit(code);
  };
  const { stdin, stdout, stderr } = process;
  const protocol = new Protocol({ name: INTERNAL_TOOL_MCP_SERVER_NAME, version: CALLGATE_VERSION, tools: specs.advertised });
  // In JSON a line's end stands between tokens alone: a message made of a record that holds one is still one line.
  const send = (text: string) => stdout.write(`${text.replace(/[\r\n]+/g, " ")}\n`);
  const server = new Server({ protocol, tools: specs.tools, exchange, send, log });
  const lines = new LineReader(MAX_LINE_BYTES, (line) => server.take(line));

  stderr.on("error", () => {});
  stdout.on("error", () => end(1));
  stdin.on("error", () => lines.end());
  stdin.on("data", (chunk) => lines.push(chunk));
  // Nothing is left but the calls that are under way: the process ends with the last of them.
  stdin.on("end", () => lines.end());
  for (const [signal, number] of [["SIGHUP", 1], ["SIGINT", 2], ["SIGTERM", 15]] as const) process.on(signal, () => end(128 + number));
}

function log(message: string): void {
  process.stderr.write(`${INTERNAL_TOOL_MCP_SERVER_NAME}: ${message}\n`);
}

function fail(message: string): void {
  log(message);
  process.exitCode = 1;
}

/** The system's code, which names no path, or what we say ourselves. */
function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

main().catch((error: Error) => fail(`it cannot start: ${error.message}`));
