// Decides a list of calls with the Node package: `node decide.mjs AGENT CALLS` prints one decision a line.
import { readFileSync } from "node:fs";
import { Gate } from "../../bindings-node/dist/index.mjs";

const [agent, calls] = process.argv.slice(2);
const gate = new Gate(readFileSync(agent));
for (const decision of gate.decideMany(JSON.parse(readFileSync(calls, "utf8")))) {
  const { permission, reason, explanation } = decision;
  console.log(JSON.stringify({ permission, reason, explanation }));
}
