/** The drawer as a person meets it: opened, read, clicked and typed into. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { type Served, watch } from "./browser.js";

export const read = (name: string) => readFileSync(`../tests/examples/${name}.json`, "utf8");
export const WORDS = { allow: "Allow", ask: "Always ask", deny: "Deny" } as const;
export const connection = { type: "gateway", namespace: "custom", slug: "s" };
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Visit extends BrowserContextOptions {
  /** The fragment of the address. */
  readonly fragment?: string;
  /** What the page may complain of. */
  readonly faults?: RegExp;
}

/** Opens the page, and afterwards sees that nothing went wrong in it and nothing came from elsewhere. */
export async function visit(served: Served, use: (page: Page) => Promise<void>, { fragment = "", faults: known, ...options }: Visit = {}): Promise<void> {
  const context = await served.browser.newContext({ viewport: { width: 1440, height: 1000 }, ...options });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const { faults, requests } = watch(page);
    await page.goto(served.address + fragment);
    await page.getByRole("tab", { name: "Document" }).waitFor();
    await use(page);
    assert.deepEqual(faults.filter((fault) => !known?.test(fault)), []);
    assert.deepEqual(requests.filter((url) => !url.startsWith(served.address) && !url.startsWith("blob:")), []);
  } finally {
    await context.close();
  }
}

export const documentText = (page: Page) => page.getByRole("textbox", { name: "Agent document" });

/** The document's text once it stands still: it follows the settings, a moment after them. */
export async function settledText(page: Page): Promise<string> {
  const text = documentText(page);
  for (let before = await text.inputValue(); ; ) {
    await page.waitForTimeout(200);
    const now = await text.inputValue();
    if (now === before) return now;
    before = now;
  }
}

export async function textIs(page: Page, wanted: string): Promise<void> {
  await page.waitForFunction((text) => document.querySelector("textarea")?.value === text, wanted, { timeout: 10_000 }).catch(() => {});
  assert.equal(await documentText(page).inputValue(), wanted);
}

export const problems = (page: Page) => page.getByRole("region", { name: "Problems" });
export const rule = (page: Page, tool: string) => page.getByRole("combobox", { name: `Rule for ${tool}`, exact: true });
export const summary = (page: Page) => page.getByRole("region", { name: "Changes", exact: true }).locator(".cg-bar-summary");
export const server = (page: Page, name: string) => page.getByRole("radiogroup", { name: `Permission of ${name}`, exact: true });
export const search = (page: Page) => page.getByRole("searchbox");
export const tab = (page: Page, name: string) => page.getByRole("tab", { name });

/** The line of a tool. */
export function row(page: Page, tool: string): Locator {
  return page.getByRole("listitem").filter({ has: page.locator(`.cg-tool-name > code`, { hasText: new RegExp(`^${tool}$`) }) });
}

/** Presses an arrow for as long as a hand does: a choice is taken when the focus arrives while the key is down. */
export const arrow = (page: Page, key: string) => page.keyboard.press(key, { delay: 100 });

export async function shot(page: Page, name: string): Promise<void> {
  mkdirSync("screenshots", { recursive: true });
  await page.screenshot({ path: `screenshots/${name}.png` });
}

/** Puts a document into the text, as a person does who pastes over what was there. */
export async function write(page: Page, text: string): Promise<void> {
  await tab(page, "Document").click();
  await documentText(page).fill(text);
}

/** Loads a text by "Paste…". */
export async function paste(page: Page, text: string, as: { kind?: string; server?: string } = {}): Promise<void> {
  await page.getByRole("button", { name: "Paste…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Text to load" }).fill(text);
  if (as.kind) await dialog.getByRole("radio", { name: as.kind }).check();
  if (as.server) await dialog.getByRole("combobox", { name: "Server" }).fill(as.server);
  await dialog.getByRole("button", { name: "Load" }).click();
  await dialog.waitFor({ state: "detached" });
}

export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
  });
}

export interface Shown {
  readonly server: string;
  /** Nothing for the tools without a rule. */
  readonly tool: string;
  readonly word: string;
  readonly own: string;
  readonly why: string;
}

/** Every line of the list, read as it is scrolled from top to bottom. */
export async function rows(page: Page): Promise<Shown[]> {
  return page.evaluate(async () => {
    const list = document.querySelector('[aria-label="Servers and tools"]');
    const scroller = list?.parentElement;
    if (!list || !scroller) return [];
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    const found = new Map<number, { server?: string; tool?: string; word: string; own: string; why: string }>();
    scroller.scrollTop = 0;
    await frame();
    let total = 0;
    for (let still = 0; still < 400; ) {
      let waiting = false;
      let news = false;
      for (const item of list.querySelectorAll<HTMLElement>(":scope > [role=listitem]")) {
        total = Number(item.getAttribute("aria-setsize"));
        const place = Number(item.getAttribute("aria-posinset"));
        const heading = item.querySelector("h3 button");
        if (heading) {
          if (!found.has(place)) news = true;
          found.set(place, { server: heading.querySelector("bdi")?.textContent ?? "", word: "", own: "", why: "" });
          continue;
        }
        if (item.querySelector("[aria-busy=true]")) {
          waiting = true;
          continue;
        }
        if (!found.has(place)) news = true;
        found.set(place, {
          tool: item.querySelector(".cg-tool-name > code")?.textContent ?? "",
          word: item.querySelector(".cg-tool-decision")?.textContent ?? "",
          own: item.querySelector<HTMLSelectElement>("select")?.value ?? "",
          why: item.querySelector(".cg-tool-why")?.textContent ?? "",
        });
      }
      if (found.size === total && total > 0 && !waiting) break;
      still = news ? 0 : still + 1;
      if (!waiting) scroller.scrollTop += scroller.clientHeight * 0.7;
      await frame();
    }
    let server = "";
    const shown = [];
    for (const [, line] of [...found].sort(([one], [other]) => one - other)) {
      if (line.server !== undefined) server = line.server;
      else shown.push({ server, tool: line.tool ?? "", word: line.word, own: line.own, why: line.why });
    }
    scroller.scrollTop = 0;
    await frame();
    return shown;
  });
}
