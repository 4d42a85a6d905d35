// The Node package's part of the demo.
//   node decide.mjs AGENT CALLS   one decision a line
//   node decide.mjs AGENT         the diagnostics of a document that makes no gate
import { readFileSync } from "node:fs";
import { Gate, InvalidDocument } from "../../bindings-node/dist/index.mjs";

const [agent, calls] = process.argv.slice(2);
try {
  const gate = new Gate(readFileSync(agent));
  for (const decision of gate.decideMany(calls ? JSON.parse(readFileSync(calls, "utf8")) : [])) {
    const { permission, reason, explanation } = decision;
    console.log(JSON.stringify({ permission, reason, explanation }));
  }
} catch (error) {
  if (!(error instanceof InvalidDocument)) throw error;
  console.log(JSON.stringify(error.diagnostics));
}
