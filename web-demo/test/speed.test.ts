/** Measured in the browser with 5,000 tools (DRAW-10): printed, never a reason to fail. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Served, serve } from "./browser.js";
import { connection, row, search, server, visit } from "./drawer.js";

const ROUNDS = 15;
const FRAME = 50;

let served: Served;
before(async () => {
  served = await serve();
});
after(() => served?.close());

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

test("DRAW-10 5,000 tools: from a key or a choice to the next picture", (context) =>
  visit(served, async (page) => {
    const tools = Array.from({ length: 5_000 }, (_, index) => ({
      name: `tool_${index}`,
      description: `Does the thing with the number ${index}.`,
      annotations: { readOnlyHint: index % 2 === 0 },
    }));
    const tool_permissions = Object.fromEntries(tools.map(({ name }, index) => [name, index % 3 === 0 ? "ask" : "allow"]));
    const agent = JSON.stringify({ mcps: [{ name: "large", connection, policy: { permission: "ask", tool_permissions } }] }, null, 2);
    const open = (name: string, text: string) => page.locator('input[type="file"]').setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
    await open("agent.json", agent);
    await server(page, "large").waitFor();
    await open("large.json", JSON.stringify({ tools }));
    await row(page, "tool_0").waitFor();
    await page.waitForTimeout(1_000);

    const flips: number[] = [];
    const blocked: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const [wanted, word] = round % 2 ? ["allow", "Allow"] : ["deny", "Deny"];
      const [time, longest] = await page.evaluate(
        async ([value, shown]) => {
          const select = document.querySelector<HTMLSelectElement>('select[aria-label="Rule for tool_0"]')!;
          const decision = () => select.closest(".cg-tool")!.querySelector(".cg-tool-decision")!.textContent;
          const long: number[] = [];
          const observer = new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)));
          observer.observe({ type: "longtask" });
          const start = performance.now();
          Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value")!.set!.call(select, value);
          select.dispatchEvent(new Event("change", { bubbles: true }));
          while (decision() !== shown) await new Promise((resolve) => requestAnimationFrame(resolve));
          const time = performance.now() - start;
          await new Promise((resolve) => setTimeout(resolve, 400));
          observer.disconnect();
          return [time, Math.max(0, ...long)] as const;
        },
        [wanted, word] as const,
      );
      flips.push(time);
      blocked.push(longest);
    }

    const keys: number[] = [];
    await search(page).focus();
    // The second time what is searched for is nowhere.
    for (const key of "tool_4999".repeat(2)) {
      await page.evaluate(() => {
        const field = document.querySelector<HTMLInputElement>('input[type="search"]')!;
        field.addEventListener(
          "input",
          ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { answered: performance.now() - timeStamp }))),
          { once: true },
        );
      });
      await page.keyboard.press(key);
      await page.waitForFunction(() => "answered" in globalThis);
      keys.push(await page.evaluate(() => {
        const { answered } = globalThis as unknown as { answered: number };
        Reflect.deleteProperty(globalThis, "answered");
        return answered;
      }));
      await page.waitForTimeout(60);
    }
    assert.equal(flips.length, ROUNDS);
    const told = (values: readonly number[]) => `median ${median(values).toFixed(0)} ms, longest ${Math.max(...values).toFixed(0)} ms`;
    context.diagnostic(`a choice until its decision is on the screen: ${told(flips)} (a frame is ${FRAME} ms)`);
    context.diagnostic(`the page's own thread held up by it: ${told(blocked)} (0: never for longer than a frame)`);
    context.diagnostic(`a key in the search until the next picture: ${told(keys)}`);
  }));

test("the first decision is on the screen soon after the page is opened", (context) =>
  visit(served, async (page) => {
    const times: number[] = [];
    for (let round = 0; round < 5; round++) {
      await page.reload();
      await row(page, "search_docs").getByText("Allow").first().waitFor();
      times.push(await page.evaluate(() => performance.now()));
    }
    assert.equal(times.length, 5);
    context.diagnostic(`from opening to the first decision: median ${median(times).toFixed(0)} ms`);
  }));
