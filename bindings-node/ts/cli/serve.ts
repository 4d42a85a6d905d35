/** `callgate serve`: tools of one's own over MCP, gated, on this machine alone. */
import { Ledger } from "callgate";
import { startInternalToolMcpServer } from "callgate/runner";
import { INTERNAL_TOOL_MCP_SERVER_NAME } from "../runner/constants.js";
import { readEnvironment } from "../runner/env.js";
import type { ToolSpec } from "../runner/types.js";
import { Consent } from "./consent.js";
import { type Check, compile, failed, readBytes } from "./document.js";
import { runCommand } from "./exec.js";
import { openLines } from "./lines.js";
import { needed, oneOf, readWords, SHARED, SHARED_HELP, Unusable } from "./options.js";
import { closing, untilEnded } from "./session.js";
import { visible } from "./visible.js";

const HELP = `\
Serve tools over MCP on this machine alone, every call decided by a document

Usage: callgate serve FILE --tools SPECS --exec COMMAND [options]

COMMAND runs in a shell for each call that may run, with the call as one line of JSON on its standard
input: {"id", "tool", "arguments"}. What it prints is the result; an exit code other than 0 makes it a
tool error. Calls that ask are shown here and answered with y or n; the agent then calls again.

Arguments:
  FILE                 The agent document; its \`tools\` name those that are served

Options:
  --tools SPECS        The tools: a list of {"name", "description", "inputSchema", …}
  --exec COMMAND       The shell command that runs a call
  --timeout SECONDS    How long it may take; a tool's own \`timeoutMs\` wins [default: 300]

${SHARED_HELP}

Examples:
  callgate serve agent.json --tools tools.json --exec ./run-tool
  callgate serve agent.json --tools tools.json --exec 'jq .arguments' --show-token

It runs until it is interrupted. Exit code: 0 then; 1 the document is invalid; 2 wrong usage, an
unreadable file, or specs that are none.`;

const OPTIONS = {
  ...SHARED,
  tools: { type: "string" },
  exec: { type: "string" },
  timeout: { type: "string" },
} as const;

/** Runs the subcommand; the exit code. */
export async function serve(words: readonly string[], check: Check): Promise<number> {
  const write = (text: string) => process.stderr.write(text);
  try {
    const { file, values } = readWords(words, OPTIONS);
    if (values.help) {
      console.log(HELP);
      return 0;
    }
    const document = needed(file, "FILE");
    const [tools, command] = [needed(values.tools, "--tools"), needed(values.exec, "--exec")];
    const format = oneOf(values.format, "--format", ["human", "json"]);
    const timeoutMs = seconds(values.timeout ?? "300") * 1000;
    const killed = readEnvironment(process.env, (message) => write(`warning: ${message}\n`)).denyPermissions;
    const gate = compile(document, readBytes(document), values.floor, values["deny-all"] === true || killed, check);
    const specs = readSpecs(tools);

    const ledger = new Ledger();
    const lines = openLines(values.log, format, write);
    const consent = new Consent({ input: process.stdin, output: process.stderr }, ledger);
    try {
      const running = await startInternalToolMcpServer({
        specs,
        gate,
        ledger,
        execute: (call) => runCommand(command, call, timeoutMs),
        attended: consent.attended,
        onPause: (call) => consent.pending(call),
        log: lines.log,
      });
      await untilEnded(running, {
        name: INTERNAL_TOOL_MCP_SERVER_NAME,
        format,
        tokenFile: values["token-file"],
        showToken: values["show-token"] === true,
        headline: `Serving ${specs.length} ${specs.length === 1 ? "tool" : "tools"} by ${visible(document)}, on this machine alone`,
      });
      return 0;
    } finally {
      closing(lines, consent);
    }
  } catch (error) {
    return failed(error, write);
  }
}

function readSpecs(file: string): ToolSpec[] {
  const bytes = readBytes(file);
  let specs: unknown;
  try {
    specs = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new Unusable(`\`${visible(file)}\` is not JSON`);
  }
  if (!Array.isArray(specs)) throw new Unusable(`\`${visible(file)}\` holds no list of tool specs`);
  return specs as ToolSpec[];
}

function seconds(text: string): number {
  if (!/^[0-9]{1,6}$/.test(text) || Number(text) === 0) throw new Unusable("`--timeout` is a whole number of seconds");
  return Number(text);
}
