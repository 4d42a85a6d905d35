/** The official conformance suite, run scenario by scenario. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { NODE_22 } from "./node22.mjs";

const run = promisify(execFile);
const packages = {
  "0.1.16": "@modelcontextprotocol/conformance",
  "0.2.0-alpha.12": "conformance-stateless",
};

const words = (version) => [join(import.meta.dirname, "../node_modules", packages[version], "dist/index.js")];

/** The names of all scenarios for servers. */
export async function scenarios(version) {
  const { stdout } = await run(NODE_22, [...words(version), "list", "--server"]);
  return [...stdout.matchAll(/^ +- (\S+)/gm)].map(([, name]) => name);
}

/** The checks that a scenario made, each with its id, status and error. */
export async function checks(version, url, scenario, specVersion) {
  const folder = await mkdtemp(join(tmpdir(), "callgate-conformance-"));
  try {
    const spec = specVersion === undefined ? [] : ["--spec-version", specVersion];
    // The exit code says less than the checks: it is not 0 when one of them failed.
    const { stdout, stderr } = await run(NODE_22, [...words(version), "server", "--url", url, "--scenario", scenario, ...spec, "-o", folder], { timeout: 60_000 }).catch((error) => error);
    for (const file of await readdir(folder, { recursive: true })) {
      if (file.endsWith("checks.json")) return JSON.parse(await readFile(join(folder, file), "utf8"));
    }
    throw new Error(`no checks were made: ${stdout}${stderr}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * A loopback server that adds the token to each request, since the suite cannot send one. What the
 * suite says of Host and Origin goes on, with the port of the server behind.
 *
 * @param {import("node:test").TestContext} t
 */
export async function withToken(t, url, token) {
  const behind = new URL(url);
  const proxy = createServer((incoming, answer) => {
    const port = String(proxy.address().port);
    const swap = (value) => value?.replace(`:${port}`, `:${behind.port}`);
    const headers = { ...incoming.headers, authorization: `Bearer ${token}`, host: swap(incoming.headers.host) };
    if (incoming.headers.origin !== undefined) headers.origin = swap(incoming.headers.origin);
    const outgoing = request({ host: behind.hostname, port: behind.port, method: incoming.method, path: incoming.url, headers }, (response) => {
      answer.writeHead(response.statusCode, response.headers);
      response.pipe(answer);
    });
    outgoing.on("error", () => answer.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  t.after(() => new Promise((resolve) => (proxy.closeAllConnections(), proxy.close(resolve))));
  return `http://localhost:${proxy.address().port}${behind.pathname}`;
}
