/** With the keyboard alone: from opening a file to exporting it (DRAW-11). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { type Served, serve } from "./browser.js";
import { arrow, connection, summary, textIs, visit } from "./drawer.js";

let served: Served;
before(async () => {
  served = await serve();
});
after(() => served?.close());

/** The name of what has the focus, as an assistive technology would tell it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLLabelElement> | null };
    return (element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent ?? "").trim();
  });

/** Goes on by Tab until something has the focus, and sees that the focus can be seen. */
async function tabTo(page: Page, name: string | RegExp, key = "Tab"): Promise<void> {
  const seen: string[] = [];
  for (let steps = 0; steps < 120; steps++) {
    await page.keyboard.press(key);
    const now = await focused(page);
    seen.push(now);
    if (typeof name === "string" ? now === name : name.test(now)) {
      const outline = await page.evaluate(() => {
        const element = document.activeElement!;
        const { outlineStyle } = getComputedStyle(element);
        const around = element.closest(".cg-text") ?? element;
        return outlineStyle !== "none" || getComputedStyle(around).outlineStyle !== "none";
      });
      assert.ok(outline, `the focus on ${now} cannot be seen`);
      return;
    }
  }
  assert.fail(`${name} is not reached: ${seen.join(" · ")}`);
}

test("DRAW-11 DRAW-13 a file is opened, edited, tried, undone, saved and exported without a mouse", () =>
  visit(served, async (page) => {
    // Who listens for it takes the place of the system's own dialog, from here on.
    page.on("filechooser", () => undefined);
    await tabTo(page, "Open file…");
    const choosing = page.waitForEvent("filechooser");
    await page.keyboard.press("Enter");
    const mcps = [{ name: "notes", connection, policy: { permission: "ask", tool_permissions: { read_note: "allow", drop_note: "ask" } } }];
    const text = `${JSON.stringify({ mcps }, null, 2)}\n`;
    await (await choosing).setFiles({ name: "agent.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await page.getByText("Opened as the agent document.").waitFor();
    await page.getByRole("combobox", { name: "Rule for drop_note" }).waitFor();

    await tabTo(page, /^Search/);
    await page.keyboard.type("drop");
    await page.getByText("1 shown").waitFor();
    await tabTo(page, "Rule for drop_note");
    await page.keyboard.type("Deny");
    await summary(page).getByText("1 decision changes, Stricter 1").waitFor();
    // The focus stays where the hand is.
    assert.equal(await focused(page), "Rule for drop_note");

    await tabTo(page, "Details of drop_note");
    await page.keyboard.press("Enter");
    await tabTo(page, /^Try a call of drop_note/);
    await page.keyboard.press("Enter");
    await page.getByText("its own entry in the server's table says deny").first().waitFor();
    assert.equal(await focused(page), "Tool");

    // Back to the tabs, and by the arrows to the other views.
    await tabTo(page, "Try a call", "Shift+Tab");
    await arrow(page, "ArrowLeft");
    await page.getByRole("list", { name: "What Claude Code does with each tool" }).waitFor();
    await tabTo(page, "Claude Code");
    await arrow(page, "ArrowRight");
    await page.getByRole("list", { name: "What Codex does with each tool" }).waitFor();

    await tabTo(page, "Undo");
    await page.keyboard.press("Enter");
    await summary(page).getByText("Nothing to save").waitFor();
    await tabTo(page, "Redo", "Shift+Tab").catch(() => tabTo(page, "Redo"));
    await page.keyboard.press("Enter");
    await summary(page).getByText("1 decision changes").waitFor();
    await tabTo(page, "Save");
    await page.keyboard.press("Enter");
    await page.getByText("Saved here in the page.").waitFor();

    await tabTo(page, "Download");
    const downloading = page.waitForEvent("download");
    await page.keyboard.press("Enter");
    const exported = readFileSync(await (await downloading).path(), "utf8");
    assert.equal(exported, text.replace('"drop_note": "ask"', '"drop_note": "deny"'));
  }));

test("DRAW-11 a server's permission is one stop, and its choices are reached by the arrows", () =>
  visit(served, async (page) => {
    await tabTo(page, "Always ask");
    await arrow(page, "ArrowRight");
    await page.waitForFunction(() => document.querySelector("textarea")?.value.includes('"permission": "deny"'));
    assert.equal(await focused(page), "Deny");
    await tabTo(page, "The agent sees");
  }));

test("DRAW-11 the document is typed into, and left again by Tab", () =>
  visit(served, async (page) => {
    // The list has many stops: it can be passed over, and Escape leads out of it.
    await tabTo(page, "Pass over the list");
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "internal-search");
    await page.keyboard.press("Escape");
    assert.match(await focused(page), /^Search/);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "Document");
    await tabTo(page, "Agent document");
    await page.keyboard.press("Control+A");
    await page.keyboard.type('{"mcps": []}');
    await page.getByText("This document names no server and no tool.").waitFor();
    await textIs(page, '{"mcps": []}');
    await tabTo(page, "Undo");
  }));
