/**
 * The runner at work: the document's own tools, served over MCP with every call gated, and driven by
 * the official MCP client; over HTTP as on a local sandbox, and through the shim and the file relay as
 * in a remote one. Ends by itself, with exit code 0 only when every call went as it should.
 */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describeCall, Gate, Ledger } from "../../bindings-node/dist/index.mjs";
import { buildSessionMcpServers, localRelayFiles } from "../../bindings-node/dist/runner.mjs";

const agent = JSON.parse(readFileSync(process.argv[2], "utf8"));
const gate = new Gate(agent);
const specs = agent.tools;
const days = { days: ["2026-12-03", "2026-12-04"] };
const ticket = { title: "Parcel lost", body: "Order 1234 did not arrive" };

/** What a run request brings along: the browser has answered `pick_date`. */
const conversation = {
  messages: [
    { role: "user", content: "Please call me back." },
    {
      role: "assistant",
      content: [
        { type: "tool_call", toolCallId: "c1", toolName: "pick_date", input: days },
        { type: "tool_result", toolCallId: "c1", toolName: "pick_date", output: { day: "2026-12-04" } },
      ],
    },
  ],
};

/** The parts of a run that both transports share: what runs a call, and a person who is told of those that wait. */
function run() {
  const ledger = new Ledger(conversation, { clientTools: ["pick_date"] });
  const ran = [];
  const waiting = [];
  return {
    ran,
    waiting,
    options: {
      specs,
      gate,
      ledger,
      execute: ({ tool }) => {
        ran.push(tool);
        return tool === "create_ticket" ? "ticket T-17 is open" : "three messages, one open question";
      },
      onPause: (call) => waiting.push(call),
    },
    /** The person reads the whole call and says yes. */
    approve() {
      const call = waiting.at(-1);
      ledger.record(call.tool, call.argumentsText, "allow");
      return describeCall({ tool: call.tool, args: call.arguments }).split("\n").filter((line) => line.startsWith("  "));
    },
  };
}

const say = (what, told) => console.log(`${what.padEnd(19)} ${told}`);
const clip = (text) => (text.length > 66 ? `${text.slice(0, 65)}…` : text);

/** The same calls on either transport. */
async function drive(client, { ran, waiting, approve }) {
  const call = async (name, args) => {
    const before = waiting.length;
    try {
      const { content, isError = false } = await client.callTool({ name, arguments: args });
      return { text: content.map(({ text }) => text).join(""), isError, waits: waiting.length > before };
    } catch (error) {
      // The call that waits was cut off without a byte, or the tool is not there.
      return { text: error.message, isError: true, waits: waiting.length > before };
    }
  };

  const shown = (await client.listTools()).tools.map(({ name }) => name);
  assert.deepEqual(shown, specs.map(({ name }) => name).filter((name) => name !== "export_customer"));
  say("tools/list", `${shown.length} of ${specs.length}: export_customer is denied, so it is not shown`);

  const allowed = await call("summarise_thread", { thread_id: "th_9" });
  assert.deepEqual([allowed.text, ran], ["three messages, one open question", ["summarise_thread"]]);
  say("summarise_thread", `allow: ${allowed.text}`);

  const denied = await call("export_customer", { customer_id: "c_7" });
  assert.ok(denied.isError && !denied.waits);
  say("export_customer", `deny: ${clip(denied.text)}`);

  const wrong = await call("create_ticket", { title: "Parcel lost" });
  assert.ok(wrong.isError && !wrong.waits && wrong.text.includes("body"));
  say("create_ticket", "not judged: `body` is missing, which the model is told");

  const asked = await call("create_ticket", ticket);
  assert.ok(asked.waits && !ran.includes("create_ticket"));
  say("create_ticket", "ask: nothing ran; the person is shown");
  for (const line of approve()) say("", line);
  const approved = await call("create_ticket", ticket);
  assert.deepEqual([approved.text, ran.at(-1)], ["ticket T-17 is open", "create_ticket"]);
  say("", `and says yes; called again it runs: ${approved.text}`);
  assert.ok((await call("create_ticket", ticket)).waits);
  say("", "once: the same call after that waits again");

  const fulfilled = await call("pick_date", days);
  assert.deepEqual(JSON.parse(fulfilled.text), { day: "2026-12-04" });
  say("pick_date", `the browser's answer: ${fulfilled.text}`);
  assert.ok((await call("pick_date", days)).waits);
  say("", "used up: the next call waits for the browser");
  assert.deepEqual(ran, ["summarise_thread", "create_ticket"]);
}

/** The client of a harness, connected as the entry of the session says. */
async function connect(entry) {
  const client = new Client({ name: "callgate-demo", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  const pairs = (list) => Object.fromEntries(list.map(({ name, value }) => [name, value]));
  const transport =
    entry.type === "http"
      ? new StreamableHTTPClientTransport(new URL(entry.url), { requestInit: { headers: pairs(entry.headers) } })
      : new StdioClientTransport({ command: entry.command, args: entry.args, env: pairs(entry.env) });
  await client.connect(transport);
  return client;
}

/** A session whose one server is the run's own tools. */
async function session(title, where) {
  const scene = run();
  const { servers, close } = await buildSessionMcpServers({ harness: "claude", ...where, ...scene.options });
  const client = await connect(servers[0]);
  try {
    console.log(`${title}, protocol ${client.getNegotiatedProtocolVersion()}`);
    await drive(client, scene);
  } finally {
    await client.close();
    await close();
  }
}

await session("over HTTP, on this machine alone", { sandbox: "local" });
console.log();
const relayDir = mkdtempSync(join(tmpdir(), "callgate-demo-"));
try {
  await session("through the shim in a sandbox and the file relay", { sandbox: "daytona", relayDir, files: localRelayFiles(relayDir) });
} finally {
  rmSync(relayDir, { recursive: true, force: true });
}
