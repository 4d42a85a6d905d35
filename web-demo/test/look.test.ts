/** How the page looks and is told in every state: axe finds nothing, nothing is wider than the screen; pictures for people (DRAW-11). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { type Served, serve } from "./browser.js";
import { connection, paste, problems, read, search, shot, summary, tab, violations, visit, write } from "./drawer.js";

let served: Served;
before(async () => {
  served = await serve();
});
after(() => served?.close());

const narrow = async (page: Page) => (await tab(page, "Permissions").count()) > 0;

async function permissions(page: Page): Promise<void> {
  if (await narrow(page)) await tab(page, "Permissions").click();
}

/** Every state that a person meets, as what leads to it from the page as it opens. */
const STATES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  open: async (page) => {
    await page.locator(".cg-counts").waitFor({ state: "attached" });
  },
  changes: async (page) => {
    await permissions(page);
    await search(page).fill("internal");
    await page.getByRole("combobox", { name: "Rule for search_docs" }).selectOption("Deny");
    await summary(page).getByText("1 decision changes").waitFor();
    await page.getByRole("combobox", { name: "Rule for fetch_doc" }).selectOption("Allow");
    await summary(page).getByText("2 decisions change").waitFor();
    const list = page.getByRole("button", { name: "Show the list" });
    if (await list.count()) await list.click();
    await page.getByRole("button", { name: "Details of search_docs" }).click();
    await page.getByText("its settings keep it from the model").waitFor();
  },
  refused: async (page) => {
    await permissions(page);
    await paste(page, '{"jsonrpc": "2.0", "id": 1, "error": {"code": 401, "message": "Login expired"}}', { server: "github" });
    await search(page).fill("github");
    await page.getByText("Login expired").waitFor();
  },
  document: (page) => tab(page, "Document").click(),
  broken: async (page) => {
    await write(page, read("broken.agent"));
    await page.getByText("so the last good policy stays in force").waitFor();
    await problems(page).getByRole("listitem").first().waitFor();
  },
  preview: async (page) => {
    await tab(page, "Preview").click();
    await page.getByRole("list", { name: "What Claude Code does with each tool" }).waitFor();
  },
  unrendered: async (page) => {
    const server = (name: string, permission: string) => ({ name, connection: { ...connection, slug: name }, policy: { permission } });
    await write(page, JSON.stringify({ mcps: [server("a.b", "deny"), server("a_b", "allow")], harness: { kind: "pi" } }, null, 2));
    await tab(page, "Preview").click();
    await page.getByText("No settings can be written for Claude Code").waitFor();
  },
  try: async (page) => {
    await tab(page, "Try a call").click();
    await page.getByText("no author rule is stricter").waitFor();
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.getByText("something stricter stands above").waitFor();
  },
  paste: async (page) => {
    await page.getByRole("button", { name: "Paste…" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill('{"tools": []}');
    await page.getByRole("dialog").getByRole("combobox", { name: "Server" }).waitFor();
  },
  nothing: async (page) => {
    await write(page, "{}");
    await permissions(page);
    await page.getByText("This document names no server and no tool.").waitFor();
  },
  closed: async (page) => {
    await paste(page, '{"mcps": [', { kind: "an agent document" });
    await page.getByText("so the last good policy stays in force").waitFor();
  },
  "broken-link": async (page) => {
    await page.evaluate(() => {
      location.hash = "#p1=AAAA";
    });
    await page.getByRole("alert").filter({ hasText: "This link is broken" }).waitFor();
  },
};

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1440, 360]) {
    test(`DRAW-11 ${colorScheme} at ${width} pixels: in every state axe finds nothing, and nothing is wider than the screen`, async () => {
      const found: string[] = [];
      for (const [name, reach] of Object.entries(STATES)) {
        await visit(
          served,
          async (page) => {
            await reach(page);
            found.push(...(await violations(page)).map((violation) => `${name}: ${violation}`));
            const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const);
            if (content > window) found.push(`${name}: ${content} in ${window}`);
            await shot(page, `${colorScheme}-${width}-${name}`);
          },
          { colorScheme, viewport: { width, height: width < 500 ? 800 : 1000 } },
        );
      }
      assert.deepEqual(found, []);
    });
  }
}

test("DRAW-11 axe would find what is wrong", () =>
  visit(served, async (page) => {
    await page.evaluate(() => {
      const wrong = document.createElement("p");
      wrong.textContent = "hardly to be read";
      wrong.style.color = "#ccc";
      document.querySelector("main")!.append(wrong, document.createElement("button"));
    });
    const found = (await violations(page)).map((line) => line.split(":")[0]);
    for (const id of ["button-name", "color-contrast"]) assert.ok(found.includes(id), `${id}: ${found.join()}`);
  }));

test("DRAW-11 the colours follow the system, and a choice goes before it", () =>
  visit(
    served,
    async (page) => {
      const ground = () => page.locator(".cg-drawer").evaluate((element) => getComputedStyle(element).backgroundColor);
      const dark = await ground();
      await page.getByRole("combobox", { name: "Colours" }).selectOption("Light");
      const light = await ground();
      assert.notEqual(light, dark);
      await page.emulateMedia({ colorScheme: "light" });
      assert.equal(await ground(), light);
      await page.getByRole("combobox", { name: "Colours" }).selectOption("System colours");
      await page.emulateMedia({ colorScheme: "dark" });
      assert.equal(await ground(), dark);
    },
    { colorScheme: "dark" },
  ));
