/** Our loopback server; says its address and token. */
import { Gate, Ledger } from "../../../bindings-node/dist/index.mjs";
import { startInternalToolMcpServer } from "../../../bindings-node/dist/runner.mjs";
import { answer, tools } from "./tools.mjs";

const { url, authorizationToken } = await startInternalToolMcpServer({
  specs: tools,
  gate: new Gate({ tools: tools.map(({ name }) => ({ name, permission: "allow" })) }),
  ledger: new Ledger(),
  execute: ({ arguments: { order } }) => answer(order),
});
console.log(JSON.stringify({ url, authorizationToken }));
