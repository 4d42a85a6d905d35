/** The shared cases on the module that the page loads, in Chromium and in Node (QUAL-30). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import vm from "node:vm";
import { type Served, serve } from "./browser.js";
import { bundle, type Given, type Outcome, sharedCases } from "./shared/bundle.js";

let served: Served;
before(async () => {
  served = await serve();
});
after(() => served?.close());

async function inChromium(script: string, files: Given["files"]): Promise<Outcome> {
  const page = await served.browser.newPage();
  const fetched = page.waitForRequest(/\.wasm$/);
  await page.goto(served.address);
  // The very file that the page itself loads.
  const address = (await fetched).url();
  await page.evaluate((given) => Object.assign(globalThis, { given }), { files, address } satisfies Given);
  await page.evaluate(script);
  return page.evaluate(() => (globalThis as unknown as { outcome: Promise<Outcome> }).outcome);
}

async function inNode(script: string, files: Given["files"]): Promise<Outcome> {
  const module = new Uint8Array(readFileSync("../bindings-wasm/pkg/callgate.wasm"));
  const globals = { given: { files, module } satisfies Given, TextEncoder, TextDecoder, WebAssembly, URL, Response, Uint8Array, console };
  const context = vm.createContext(globals);
  vm.runInContext(script, context);
  return vm.runInContext("outcome", context) as Promise<Outcome>;
}

test("QUAL-30 every shared case is answered in Chromium as expected, and as in Node byte for byte", async (context) => {
  const script = await bundle();
  const files = sharedCases();
  const chromium = await inChromium(script, files);
  assert.ok(chromium.tests.length > Object.keys(files).length, "a file of cases did not run");
  assert.deepEqual(chromium.tests.filter(({ fault }) => fault !== undefined), []);
  const node = await inNode(script, files);
  assert.ok(chromium.answers.length > 10_000);
  assert.equal(chromium.answers, node.answers);
  context.diagnostic(`${Object.keys(JSON.parse(chromium.answers) as object).length} answers`);
});
