/** QUAL-11: the loopback server, and the proxy, against the official SDK's stateless JSON servers, as JSON rows. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { KINDS, load } from "./load.mjs";

const ROUNDS = 5;
const MILLISECONDS = 1000;
const CONNECTIONS = [1, 16, 64];

/** A server as a process of its own, with its address. */
async function start(name, ...words) {
  const child = spawn(process.execPath, [join(import.meta.dirname, `server-${name}.mjs`), ...words], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  return { ...JSON.parse(line.toString("utf8")), stop: () => child.kill() };
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Medians of rounds in which the servers take turns. */
async function compare(servers, kind, connections) {
  const rounds = Object.fromEntries(Object.keys(servers).map((name) => [name, []]));
  for (const server of Object.values(servers)) await load(server, kind, connections, 300);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, server] of Object.entries(servers)) rounds[name].push(await load(server, kind, connections, MILLISECONDS));
  }
  const of = (list, part) => median(list.map((each) => each[part]));
  return Object.fromEntries(
    Object.entries(rounds).map(([name, list]) => [name, { rate: of(list, "rate"), p99: of(list, "p99"), median: of(list, "median") }]),
  );
}

const report = (row) => console.log(JSON.stringify({ id: "QUAL-11", ...row }));
const rate = (value) => `${Math.round(value)}/s`;
const time = (milliseconds) => `${milliseconds.toFixed(2)} ms`;

const servers = { callgate: await start("callgate"), sdk1: await start("sdk1"), sdk2: await start("sdk2") };
try {
  for (const kind of Object.keys(KINDS)) {
    for (const connections of CONNECTIONS) {
      const { callgate, sdk1, sdk2 } = await compare(servers, kind, connections);
      const at = `\`${kind}\` at ${connections} ${connections === 1 ? "connection" : "connections"}`;
      report({
        what: `loopback server, ${at}: time for each request, against the official SDK's stateless JSON server`,
        ratio: Math.max(sdk1.rate, sdk2.rate) / callgate.rate,
        target: 0.5,
        detail: `${rate(callgate.rate)}, SDK 1 ${rate(sdk1.rate)}, SDK 2 ${rate(sdk2.rate)}`,
      });
      report({
        what: `loopback server, ${at}: the 99th percentile, against the same`,
        ratio: callgate.p99 / Math.min(sdk1.p99, sdk2.p99),
        target: 1,
        detail: `${time(callgate.p99)}, SDK 1 ${time(sdk1.p99)}, SDK 2 ${time(sdk2.p99)}`,
      });
    }
  }
  servers.proxy = await start("proxy", servers.sdk1.url);
  for (const kind of Object.keys(KINDS)) {
    const { sdk1, proxy } = await compare({ sdk1: servers.sdk1, proxy: servers.proxy }, kind, 1);
    report({
      what: `gated proxy in front of the official SDK's server, \`${kind}\` at 1 connection: what it adds to a request, as a part of the request`,
      ratio: (proxy.median - sdk1.median) / sdk1.median,
      target: 1,
      detail: `${time(proxy.median)} through the proxy, ${time(sdk1.median)} without; 99th percentile ${time(proxy.p99)} and ${time(sdk1.p99)}`,
    });
  }
} finally {
  for (const server of Object.values(servers)) server.stop();
}
