/** What a link holds, and what it does not (DRAW-12). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fromFragment, LEFT_OUT, toFragment, withoutHeaderValues } from "../src/page/link.js";
import { read } from "./drawer.js";
import { generate, random } from "./generated.js";

test("DRAW-12 a link brings back the very state that it was made of", async () => {
  const next = random(3);
  for (let round = 0; round < 200; round++) {
    const { agent, catalogs } = generate(next);
    const link = await toFragment(agent, catalogs);
    assert.ok(typeof link !== "string");
    assert.match(link.fragment, /^#p1=[A-Za-z0-9_-]+$/);
    assert.deepEqual(await fromFragment(link.fragment), { agent, catalogs, left: 0 });
  }
  assert.equal(await fromFragment("#p=AAAA"), undefined);
  assert.equal(await fromFragment(""), undefined);
});

test("DRAW-12 no value of a header is in a link, wherever and however it is written", async () => {
  const secret = "s3cret-value";
  const documents: [object, number][] = [
    [{ mcps: [{ connection: { type: "http", headers: { "X-A": secret, name: secret, "X-C": secret } } }] }, 3],
    [{ parameters: { agent: { mcps: [{ connection: { headers: { a: secret } } }] } } }, 1],
    [{ mcps: [{ connection: { type: "http", credentials: [{ binding: { kind: "header", name: "Authorization" }, value: secret, usage: "opaque_http" }] } }] }, 1],
    // What is wrong must not be more talkative than what is right.
    [{ mcps: [{ conection: { Headers: { a: secret } }, headers: { b: [secret, { c: secret }] } }] }, 3],
    [{ mcps: [{ connection: { headers: [{ name: secret, value: secret }] } }] }, 2],
    [{ mcps: [{ connection: { headers: { a: 17, b: null, c: true } } }] }, 3],
  ];
  for (const [document, left] of documents) {
    const agent = JSON.stringify(document, null, 1);
    const without = withoutHeaderValues(agent);
    assert.deepEqual([without.left, without.text.includes(secret)], [left, false], agent);
    JSON.parse(without.text);
  }
  const { text, left } = withoutHeaderValues(read("support.agent"));
  assert.equal(left, 2);
  assert.equal(text, read("support.agent").replace('"acme-support"', JSON.stringify(LEFT_OUT)).replace('"2026-03-01"', JSON.stringify(LEFT_OUT)));
});

test("DRAW-12 of what is no JSON there is no link, since its header values could not be told apart", async () => {
  for (const agent of ["", '{"mcps": [{"connection": {"headers": {"a": "s3cret', '{"mcps": [{"connection": {"headers": {"a" "s3cret"}}}]}']) {
    assert.equal(await toFragment(agent, ""), "no JSON");
  }
});
