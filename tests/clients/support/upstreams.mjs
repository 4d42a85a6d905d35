/** Servers of the official SDKs, as users have them: what the proxy stands in front of. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { Server as Server1 } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { createMcpHandler, Server as Server2 } from "@modelcontextprotocol/server";

const NAMES = ["docs_find", "docs_write", "docs_drop", "docs_hidden"];
const inputSchema = { type: "object", properties: { q: { type: "string" } }, required: ["q"] };
const tools = NAMES.map((name) => ({ name, description: `Does ${name}.`, inputSchema }));
const NAME = { name: "upstream", version: "1.0.0" };
const CAPABILITIES = { capabilities: { tools: {} } };

/** Two pages of two tools. */
const page = (cursor) => (cursor === undefined ? { tools: tools.slice(0, 2), nextCursor: "2" } : { tools: tools.slice(2) });

async function answer(ran, { params }, progress) {
  ran.push(`${params.name} ${params.arguments.q}`);
  const progressToken = params._meta?.progressToken;
  if (progressToken !== undefined) await progress({ method: "notifications/progress", params: { progressToken, progress: 1, total: 2 } });
  return { content: [{ type: "text", text: `${params.name} found ${params.arguments.q}` }] };
}

function server1(ran) {
  const server = new Server1(NAME, CAPABILITIES);
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => page(params?.cursor));
  server.setRequestHandler(CallToolRequestSchema, (request, extra) => answer(ran, request, extra.sendNotification));
  return server;
}

async function listen(t, handle) {
  const http = createServer((request, response) => void Promise.resolve(handle(request, response)).catch(() => response.destroy()));
  await new Promise((resolve) => http.listen(0, "127.0.0.1", resolve));
  t.after(() => new Promise((resolve) => (http.closeAllConnections(), http.close(resolve))));
  return `http://127.0.0.1:${http.address().port}/mcp`;
}

/** With sessions, each of which can be ended, and event streams. */
async function sdk1Sessions(t) {
  const ran = [];
  const sessions = new Map();
  const url = await listen(t, async (request, response) => {
    let transport = sessions.get(request.headers["mcp-session-id"]);
    if (!transport) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void sessions.set(id, transport),
        onsessionclosed: (id) => void sessions.delete(id),
      });
      await server1(ran).connect(transport);
    }
    await transport.handleRequest(request, response);
  });
  return { url, ran, sessions };
}

/** A server for each request, which answers in JSON. */
async function sdk1Json(t) {
  const ran = [];
  const url = await listen(t, async (request, response) => {
    const server = server1(ran);
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    response.on("close", () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response);
  });
  return { url, ran };
}

/** Both generations of the protocol at one address. */
async function sdk2(t) {
  const ran = [];
  const handler = createMcpHandler(() => {
    const server = new Server2(NAME, CAPABILITIES);
    server.setRequestHandler("tools/list", ({ params }) => page(params?.cursor));
    server.setRequestHandler("tools/call", (request, context) => answer(ran, request, (line) => context.mcpReq.notify(line)));
    return server;
  });
  return { url: await listen(t, toNodeHandler(handler)), ran };
}

/** The Python SDK's, as a process of its own. */
const python = (answers) => async (t) => {
  const ran = [];
  const script = join(import.meta.dirname, "upstream.py");
  const child = spawn(join(import.meta.dirname, "../../../.venv/bin/python"), [script, answers], { stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => child.kill("SIGKILL"));
  const url = await new Promise((resolve, reject) => {
    child.on("exit", (code) => reject(new Error(`the Python server ended with ${code}`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const said = JSON.parse(line);
      if (said.url !== undefined) resolve(said.url);
      else ran.push(said.ran);
    });
  });
  return { url, ran };
};

export const UPSTREAMS = [
  { name: "SDK 1 with sessions and events", start: sdk1Sessions, progress: true },
  { name: "SDK 1 with JSON", start: sdk1Json, progress: false },
  { name: "SDK 2", start: sdk2, progress: true, stateless: true },
  { name: "Python with sessions and events", start: python("events"), progress: true, stateless: true },
  { name: "Python with JSON", start: python("json"), progress: false, stateless: true },
];
