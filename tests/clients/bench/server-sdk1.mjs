/** The official SDK's server, first line, as its stateless example has it, with JSON answers; says its address. */
import { createServer } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { answer, tools } from "./tools.mjs";

const http = createServer(async (request, response) => {
  const server = new Server({ name: "peer", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({ content: [{ type: "text", text: answer(params.arguments.order) }] }));
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  response.on("close", () => void Promise.all([transport.close(), server.close()]));
  await server.connect(transport);
  await transport.handleRequest(request, response);
});
http.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ url: `http://127.0.0.1:${http.address().port}/mcp` })));
