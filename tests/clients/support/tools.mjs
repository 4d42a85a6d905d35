/** The tools that the tests serve, and the document that gates them. */
import { Gate, Ledger } from "../../../bindings-node/dist/index.mjs";
import { startInternalToolMcpServer } from "../../../bindings-node/dist/runner.mjs";

/** One tool of each permission; `pick` is the browser's. */
const TOOLS = [
  { name: "search_docs", permission: "allow" },
  { name: "send_mail", permission: "ask" },
  { name: "drop_docs", permission: "deny" },
  { name: "pick_date", kind: "client" },
];

export const document = { tools: TOOLS, runner: { permissions: { default: "ask" } } };

export const specs = TOOLS.map(({ name, kind }) => ({
  name,
  kind: kind ?? "callback",
  description: `Does ${name}.`,
  inputSchema: { type: "object", properties: { q: { type: "string" }, n: { type: "integer" } }, required: ["q"] },
  callRef: "s3cret",
}));

/**
 * A loopback server with those tools, which runs nothing but notes what ran; ended with the test.
 *
 * @param {import("node:test").TestContext} t
 */
export async function startTools(t, options = {}) {
  const seen = { ran: [], paused: [], log: [] };
  const ledger = new Ledger();
  const server = await startInternalToolMcpServer({
    specs,
    gate: new Gate(document),
    ledger,
    execute: ({ tool, argumentsText }) => {
      seen.ran.push(`${tool} ${argumentsText}`);
      return `${tool} ran`;
    },
    onPause: (call) => seen.paused.push(call),
    log: (line) => seen.log.push(line),
    ...options,
  });
  t.after(() => server.close());
  return { ...server, headers: { Authorization: `Bearer ${server.authorizationToken}` }, ledger, seen };
}
