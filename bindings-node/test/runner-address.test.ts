/** Which addresses a session may be sent to. */
import assert from "node:assert/strict";
import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { AllowedHosts, checkedAddresses, checkedAgent, isPublicAddress, type Resolve } from "../ts/runner/address.js";

const nobody = new AllowedHosts();

/** A resolver of a test: each name has the answers of one look-up after another. */
function resolver(names: { [host: string]: string[][] }): { resolve: Resolve; asked: string[] } {
  const asked: string[] = [];
  const resolve: Resolve = (host, _options, done) => {
    asked.push(host);
    const answers = names[host]?.length === 1 ? names[host][0] : names[host]?.shift();
    if (!answers) return done(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }), []);
    done(null, answers.map((address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 })));
  };
  return { resolve, asked };
}

test("RUN-4 what is a public address", () => {
  for (const address of ["1.1.1.1", "8.8.8.8", "93.184.216.34", "172.15.255.255", "172.32.0.0", "100.63.255.255", "100.128.0.0", "2606:4700:4700::1111", "2a00:1450:4001:80b::200e", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"]) {
    assert.equal(isPublicAddress(address), true, address);
  }
  for (const address of [
    "127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
    "169.254.169.254", "169.254.170.2", "100.64.0.1", "100.100.100.200", "168.63.129.16", "192.0.0.192", "192.0.2.1", "192.88.99.1",
    "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::127.0.0.1", "::808:808", "::ffff:127.0.0.1", "::ffff:a9fe:a9fe", "::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1",
    "2002:7f00:1::", "2002:808:808::1", "2001::1", "2001:db8::1", "3fff::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "100::1", "4000::1", "5f00::1",
    "", "localhost", "example.com", "1.2.3.4.5", "[::1]", " 8.8.8.8",
  ]) {
    assert.equal(isPublicAddress(address), false, address);
  }
});

test("RUN-4 an address as host is refused in every spelling, and no resolver is asked", async () => {
  const { resolve, asked } = resolver({});
  for (const host of [
    "127.0.0.1", "127.0.0.1.", "127.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "%31%32%37.0.0.1", "１２７.0.0.1", "127。0。0。1", "①②⑦.0.0.1",
    "0", "0.0.0.0", "169.254.169.254", "0xa9fea9fe", "2852039166", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:7f00:1]", "[64:ff9b::7f00:1]", "[fe80::1]", "[fd00::1]",
    "localhost", "LOCALHOST", "localhost.", "localhost..", "a.localhost", "a.localhost.",
  ]) {
    await assert.rejects(checkedAddresses(new URL(`https://${host}/mcp`), { allowed: nobody, resolve }), { code: "address_refused" }, host);
  }
  assert.deepEqual(asked, []);
  assert.deepEqual(await checkedAddresses(new URL("https://1.1.1.1/mcp"), { allowed: nobody, resolve }), [{ address: "1.1.1.1", family: 4 }]);
});

test("RUN-4 a name is judged by all its addresses", async () => {
  const names = { "good.example": [["8.8.8.8", "2606:4700::1"]], "mixed.example": [["8.8.8.8", "10.0.0.1"]], "inner.example": [["192.168.0.1"]], "six.example": [["2606:4700::1", "::1"]], "none.example": [[]] };
  const { resolve } = resolver(names);
  const check = (host: string, allowed = nobody) => checkedAddresses(new URL(`https://${host}/mcp`), { allowed, resolve });
  assert.deepEqual((await check("good.example")).map(({ address }) => address), ["8.8.8.8", "2606:4700::1"]);
  for (const host of ["mixed.example", "inner.example", "six.example"]) {
    await assert.rejects(check(host), (error: Error & { code: string }) => {
      assert.equal(error.code, "address_refused");
      assert.match(error.message, new RegExp(`^\`${host.replace(".", "\\.")}\` is not a public address`));
      assert.doesNotMatch(error.message, /10\.0|192\.168|::1/);
      return true;
    });
    assert.notEqual((await check(host, new AllowedHosts([host.toUpperCase()]))).length, 0);
  }
  for (const host of ["none.example", "unknown.example"]) await assert.rejects(check(host), { code: "address_unresolved" });
});

test("RUN-4 the allow list holds hosts alone, compared as a URL has them", () => {
  const allowed = new AllowedHosts(["Localhost", "127.0.0.1", "[::1]", "fd00::2", "bücher.example", "inner.example."]);
  for (const host of ["localhost", "LOCALHOST.", "127.0.0.1", "::1", "[fd00::2]", "xn--bcher-kva.example", "inner.example"]) assert.equal(allowed.has(host), true, host);
  for (const host of ["127.0.0.2", "x.localhost", "example", "::2"]) assert.equal(allowed.has(host), false, host);
  for (const entry of ["", ".", "http://localhost", "localhost:80", "localhost:", "[::1]:80", "[::1]:", "a/b", "u@h", "a b", "*.example", "*", "%6c", 7, null]) {
    assert.throws(() => new AllowedHosts([entry as string]), { code: "invalid_argument" }, String(entry));
  }
});

test("RUN-4 the connection goes to the address that was checked, and each connection is checked anew", async (t) => {
  const server = createServer((incoming, answer) => void answer.end(incoming.headers.host));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;

  // What is rebound between check and connection: the name answers with a public address first.
  const { resolve, asked } = resolver({ "inner.example": [["127.0.0.1"]], "rebound.example": [["8.8.8.8"], ["127.0.0.1"], ["127.0.0.1"]] });
  const get = (host: string, allowed: AllowedHosts) => {
    const url = new URL(`http://${host}:${port}/`);
    const agent = checkedAgent(url, { allowed, resolve });
    t.after(() => agent.destroy());
    return new Promise<string>((done, fail) => {
      const outgoing = request(url, { agent }, (answer) => answer.setEncoding("utf8").on("data", done));
      outgoing.on("error", fail).end();
    });
  };
  assert.equal(await get("inner.example", new AllowedHosts(["inner.example"])), `inner.example:${port}`);
  await checkedAddresses(new URL("http://rebound.example/"), { allowed: nobody, resolve });
  await assert.rejects(get("rebound.example", nobody), { code: "address_refused" });
  await assert.rejects(get("inner.example", nobody), { code: "address_refused" });
  await assert.rejects(get("unknown.example", nobody), { code: "address_unresolved" });
  await assert.rejects(get("localhost", nobody), { code: "address_refused" });
  assert.deepEqual(asked, ["inner.example", "rebound.example", "rebound.example", "inner.example", "unknown.example"]);
});
