/** Requests over connections that stay open, each one after the other; every answer is checked. */
import assert from "node:assert/strict";
import { Agent, request } from "node:http";

const body = (id, method, params) => JSON.stringify({ jsonrpc: "2.0", id, method, params });

/** The two kinds of request, and what their answers must hold. */
export const KINDS = {
  "tools/list": {
    body: (id) => body(id, "tools/list", {}),
    check: ({ result }) => assert.equal(result.tools.length, 10),
  },
  "tools/call": {
    body: (id) => body(id, "tools/call", { name: "lookup_3", arguments: { order: `A-${id}` } }),
    check: ({ id, result }) => assert.equal(result.content[0].text, `order A-${id} was shipped on Friday`),
  },
};

/** Requests a second, and the milliseconds that all but one of a hundred took at most. */
export async function load({ url, authorizationToken }, kind, connections, milliseconds) {
  const { hostname, port, pathname } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const headers = {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "mcp-protocol-version": "2025-11-25",
    ...(authorizationToken === undefined ? {} : { authorization: `Bearer ${authorizationToken}` }),
  };
  const post = (text) =>
    new Promise((resolve, reject) => {
      const options = { agent, hostname, port, path: pathname, method: "POST", headers: { ...headers, "content-length": Buffer.byteLength(text) } };
      const sent = request(options, (response) => {
        const parts = [];
        response.on("data", (part) => parts.push(part));
        response.on("end", () => resolve({ status: response.statusCode, text: Buffer.concat(parts).toString("utf8") }));
        response.on("error", reject);
      });
      sent.on("error", reject);
      sent.end(text);
    });

  const { body, check } = KINDS[kind];
  const took = [];
  let id = 0;
  const started = performance.now();
  const end = started + milliseconds;
  const one = async () => {
    while (performance.now() < end) {
      const own = ++id;
      const before = performance.now();
      const { status, text } = await post(body(own));
      took.push(performance.now() - before);
      assert.equal(status, 200, text);
      const answered = JSON.parse(text);
      assert.equal(answered.id, own);
      check(answered);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  took.sort((a, b) => a - b);
  return { rate: took.length / seconds, p99: took[Math.floor(took.length * 0.99)], median: took[took.length >> 1] };
}
