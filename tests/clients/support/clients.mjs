/** The official SDK's clients, both lines of it, as one. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const NAME = { name: "callgate-tests", version: "1.0.0" };

/** Each way to connect, with the version of the protocol that it ends up with. */
export const CLIENTS = [
  { name: "SDK 1", version: "2025-11-25", make: () => new Client1(NAME), http: Transport1 },
  { name: "SDK 2", version: "2025-11-25", make: () => new Client(NAME), http: StreamableHTTPClientTransport },
  {
    name: "SDK 2, stateless",
    version: "2026-07-28",
    make: () => new Client(NAME, { versionNegotiation: { mode: "auto" } }),
    http: StreamableHTTPClientTransport,
  },
];

/**
 * A client that is connected; closed with the test.
 *
 * @param {import("node:test").TestContext} t
 */
export async function connect(t, kind, url, headers) {
  const client = kind.make();
  const transport = new kind.http(new URL(url), { requestInit: { headers } });
  await client.connect(transport);
  t.after(() => client.close());
  return { client, transport };
}

/** The text of a result, and whether it is an error. */
export function said({ content, isError }) {
  return { text: content.map((block) => block.text ?? block.type).join(""), isError: isError === true };
}
