/** The gated proxy in front of the server whose address it is given; says its address and token. */
import { Gate, Ledger } from "../../../bindings-node/dist/index.mjs";
import { startGatedProxy } from "../../../bindings-node/dist/runner.mjs";

const [url] = process.argv.slice(2);
const { url: proxied, authorizationToken } = await startGatedProxy({
  server: "peer",
  url,
  gate: new Gate({ mcps: [{ name: "peer", connection: { type: "http", url }, policy: { permission: "allow" } }] }),
  ledger: new Ledger(),
  allowHosts: ["127.0.0.1"],
});
console.log(JSON.stringify({ url: proxied, authorizationToken }));
