/** `callgate proxy`: the gate in front of one of a document's MCP servers. */
import { Ledger, materialize } from "callgate";
import { startGatedProxy } from "callgate/runner";
import { readEnvironment } from "../runner/env.js";
import { Consent } from "./consent.js";
import { type Check, compile, failed, readBytes } from "./document.js";
import { openLines } from "./lines.js";
import { needed, oneOf, readWords, SHARED, SHARED_HELP, Unusable } from "./options.js";
import { closing, untilEnded } from "./session.js";
import { visible } from "./visible.js";

const HELP = `\
Put the gate in front of a document's MCP server

Usage: callgate proxy FILE --server NAME [options]

The server is reached at its own address, which an agent that connects here never learns, nor its
credentials. Tools that are hidden or denied are left out of its list; calls that ask are shown here and
answered with y or n; the agent then calls again.

Arguments:
  FILE                 The agent document

Options:
  --server NAME        The server, by its name in the document
  --secrets FILE       An object of secrets by their slugs
  --gateway FILE       What a gateway connection resolves to: {"url", "headers"}
  --pins FILE          Pinned tool definitions (callgate pin): a tool that is new or whose definition
                       changed asks
  --allow-host HOST    Reach this host although its address is not public; may be given several times

${SHARED_HELP}

Examples:
  callgate proxy agent.json --server internal-search --secrets secrets.json
  callgate proxy agent.json --server local --allow-host localhost --pins pins.json

It runs until it is interrupted. Exit code: 0 then; 1 the document is invalid; 2 wrong usage, an
unreadable file, a secret that is missing, or an address that may not be reached.`;

const OPTIONS = {
  ...SHARED,
  server: { type: "string" },
  secrets: { type: "string" },
  gateway: { type: "string" },
  pins: { type: "string" },
  "allow-host": { type: "string", multiple: true },
} as const;

/** Runs the subcommand; the exit code. */
export async function proxy(words: readonly string[], check: Check): Promise<number> {
  const write = (text: string) => process.stderr.write(text);
  try {
    const { file, values } = readWords(words, OPTIONS);
    if (values.help) {
      console.log(HELP);
      return 0;
    }
    const [path, server] = [needed(file, "FILE"), needed(values.server, "--server")];
    const format = oneOf(values.format, "--format", ["human", "json"]);
    const killed = readEnvironment(process.env, (message) => write(`warning: ${message}\n`)).denyPermissions;
    const document = readBytes(path);
    const gate = compile(path, document, values.floor, values["deny-all"] === true || killed, check);
    const optional = (name: string | undefined) => (name === undefined ? undefined : readBytes(name));
    const entry = materialize(
      entryOf(document, server),
      optional(values.secrets) ?? {},
      optional(values.gateway),
    );

    const ledger = new Ledger();
    const lines = openLines(values.log, format, write);
    const consent = new Consent({ input: process.stdin, output: process.stderr }, ledger);
    try {
      const running = await startGatedProxy({
        server,
        url: entry.url,
        headers: entry.headers,
        gate,
        ledger,
        onPause: (call) => consent.pending(call, server),
        ...(values.pins === undefined ? {} : { pins: readBytes(values.pins).toString("utf8") }),
        allowHosts: values["allow-host"] ?? [],
        log: lines.log,
      });
      await untilEnded(running, {
        name: server,
        format,
        tokenFile: values["token-file"],
        showToken: values["show-token"] === true,
        headline: `The gate of ${visible(path)} in front of ${visible(server)}, on this machine alone`,
      });
      return 0;
    } finally {
      closing(lines, consent);
    }
  } catch (error) {
    return failed(error, write);
  }
}

/** The entry of a server in a document that is valid, wherever the agent parts stand (CONF-1). */
function entryOf(document: Buffer, server: string): object {
  interface Parts {
    mcps?: { name: string }[];
    parameters?: { agent?: Parts };
  }
  const parts = JSON.parse(document.toString("utf8")) as Parts;
  const servers = parts.mcps ?? parts.parameters?.agent?.mcps ?? [];
  const found = servers.find(({ name }) => name === server);
  if (!found) throw new Unusable(`the document has no server \`${visible(server)}\``, `it has ${servers.map(({ name }) => `\`${visible(name)}\``).join(", ") || "none"}`);
  return found;
}
