/** The built page in Chromium, by clicking, typing and reading (DRAW-13). */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { Gate, validate } from "callgate-wasm";
import type { BrowserContextOptions, Page } from "playwright-core";
import { type Served, serve, watch } from "./browser.js";

const read = (name: string) => readFileSync(`../tests/examples/${name}.json`, "utf8");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WORDS = { allow: "Allow", ask: "Always ask", deny: "Deny" };

let served: Served;
before(async () => {
  mkdirSync("screenshots", { recursive: true });
  served = await serve();
});
after(() => served?.close());

/** Opens the page, and afterwards sees that nothing went wrong in it and nothing came from elsewhere. */
async function visit(use: (page: Page) => Promise<void>, options: BrowserContextOptions = {}): Promise<void> {
  const context = await served.browser.newContext({ viewport: { width: 1440, height: 1000 }, ...options });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const { faults, requests } = watch(page);
    await page.goto(served.address);
    await page.getByRole("heading", { name: "Decisions" }).waitFor();
    await use(page);
    assert.deepEqual(faults, []);
    assert.deepEqual(requests.filter((url) => !url.startsWith(served.address)), []);
  } finally {
    await context.close();
  }
}

const documentText = (page: Page) => page.getByRole("textbox", { name: "Agent document" });
const problems = (page: Page) => page.getByRole("region", { name: "Problems" });
const shot = (page: Page, name: string, fullPage = false) => page.screenshot({ path: `screenshots/${name}.png`, fullPage });

/** Pastes, as a person does: what was there is replaced at once. */
async function paste(page: Page, text: string): Promise<void> {
  await documentText(page).fill(text);
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
  });
}

/** Each row that is shown: server (or nothing), tool and permission word. */
function rows(page: Page): Promise<{ server: string; tool: string; word: string }[]> {
  return page.locator(".server li:not(.other)").evaluateAll((items) =>
    items.map((item) => ({
      server: item.closest(".server")?.querySelector("h3 bdi")?.textContent ?? "",
      tool: item.querySelector(".name code")?.textContent ?? "",
      word: item.querySelector(":scope > .permission")?.textContent ?? "",
    })),
  );
}

test("DRAW-1 DRAW-3 DRAW-14 the page opens with a real example and shows what the gate decides, from a path of any depth", () =>
  visit(async (page) => {
    const gate = new Gate(read("support.agent"), { catalogs: read("support.catalogs") });
    const shown = await rows(page);
    assert.ok(shown.length >= 20);
    for (const { server, tool, word } of shown) {
      const { permission } = gate.decide(server === "" ? { tool } : { server, tool });
      assert.equal(word, WORDS[permission], `${server} ${tool}`);
    }
    for (const name of ["internal-search", "github", "payments", "crm", "status-page", "The runner's own tools"]) {
      await page.getByRole("region", { name }).waitFor();
    }
    const policy = (await page.locator("meta[http-equiv]").getAttribute("content")) ?? "";
    assert.match(policy, /script-src 'self' 'wasm-unsafe-eval';/);
    assert.doesNotMatch(policy, /unsafe-inline|https?:|\*/);
    await shot(page, "example-light");
    await shot(page, "example-light-whole", true);
  }));

test("DRAW-6 a broken document is shown with every problem, and the last good policy stays in force", () =>
  visit(async (page) => {
    const before = await rows(page);
    const broken = read("broken.agent");
    await paste(page, broken);
    await page.getByText("so the last valid one stays in force").waitFor();
    const { diagnostics } = validate(broken, read("support.catalogs"));
    const items = problems(page).getByRole("listitem");
    assert.equal(await items.count(), diagnostics.length);
    const texts = await items.allInnerTexts();
    for (const [index, { severity, code, line, column, message, help }] of diagnostics.entries()) {
      const text = texts[index] ?? "";
      for (const part of [severity === "error" ? "Error" : "Warning", code, `line ${line}, column ${column}`]) assert.ok(text.includes(part), `${part}: ${text}`);
      for (const sentence of [message, help ?? ""]) assert.ok(text.includes(sentence.replaceAll("`", "")), `${sentence}: ${text}`);
    }
    assert.deepEqual(await rows(page), before);
    await shot(page, "broken-light");

    await items.first().getByRole("button").first().click();
    const selected = await documentText(page).evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd));
    assert.match(selected, /^"agenta-tools"/);

    await paste(page, '{"mcps": [{"name": "new", "connection": {"type": "gateway", "namespace": "custom", "slug": "n"}, "policy": {"permission": "deny", "tool_permissions": {"only": "allow"}}}]}');
    await page.getByRole("region", { name: "new" }).waitFor();
    assert.deepEqual(await rows(page), [{ server: "new", tool: "only", word: "Allow" }]);
    await page.getByText("In force: the document as it is shown.").waitFor();
  }));

test("DRAW-1 an agent document is opened from a file; one that is no UTF-8 is refused", () =>
  visit(async (page) => {
    const input = page.locator('input[type="file"]');
    await input.setInputFiles({ name: "latin.json", mimeType: "application/json", buffer: Buffer.from([0x22, 0xe4, 0x22]) });
    await page.getByRole("alert").filter({ hasText: "latin.json is not UTF-8 text" }).waitFor();
    assert.equal(await documentText(page).inputValue(), read("support.agent"));
    await input.setInputFiles("../tests/examples/triage.agent.json");
    await page.getByRole("region", { name: "tracker.v2" }).waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
    await page.getByRole("button", { name: "Example" }).click();
    await page.getByRole("region", { name: "github" }).waitFor();
  }));

test("DRAW-1 a file that is dropped on the document is opened, and the tool lists are a text of their own", () =>
  visit(async (page) => {
    const dropped = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "agent.json"));
      return transfer;
    }, read("triage.agent"));
    await page.getByRole("region", { name: "Document" }).dispatchEvent("drop", { dataTransfer: dropped });
    await page.getByRole("region", { name: "tracker.v2" }).waitFor();
    await page.getByRole("button", { name: "Tool lists" }).click();
    const lists = page.getByRole("textbox", { name: "Tool lists" });
    await lists.fill('{"logs": {"tools": [{"name": "fresh_tool"}]}}');
    await page.getByRole("region", { name: "logs" }).getByText("fresh_tool", { exact: true }).first().waitFor();
    await lists.fill('{"logs": ');
    await problems(page).getByText(/catalogs: the text ends/).waitFor();
    await page.getByText("so the last valid one stays in force").waitFor();
  }));

test("DRAW-10 many servers and tools are listed in part, counted whole, and shown on demand", () =>
  visit(async (page) => {
    const policy = { tool_permissions: Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`tool_${index}`, "allow"])) };
    const connection = { type: "gateway", namespace: "custom", slug: "n" };
    const servers = Array.from({ length: 200 }, (_, index) => ({ name: `server-${index}`, connection, ...(index === 0 && { policy }) }));
    await paste(page, JSON.stringify({ mcps: servers }));
    await page.getByText("Search 1,000 tools").waitFor();
    assert.equal((await rows(page)).length, 200);
    assert.equal(await page.locator(".server").count(), 50);
    await page.getByRole("button", { name: "Show all 1,000 tools" }).click();
    await page.getByRole("button", { name: "Show all 200 servers" }).click();
    await page.getByRole("region", { name: "server-199" }).waitFor();
    assert.equal((await rows(page)).length, 1_000);
    await page.getByRole("searchbox").fill("tool_999");
    await page.getByText("1 shown").waitFor();
  }));

test("DRAW-3 the reason leads to the field that decided", () =>
  visit(async (page) => {
    const row = page.locator(".server li").filter({ has: page.getByText("export_contacts", { exact: true }) }).first();
    await row.getByRole("button", { name: "/runner/permissions/rules/6" }).click();
    await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
    const selected = await documentText(page).evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd));
    assert.equal(selected, '{"pattern": "mcp__crm__export_contacts", "permission": "deny"}');
    await shot(page, "pointer-light");
  }));

test("DRAW-4 the search narrows what is shown", () =>
  visit(async (page) => {
    await page.getByRole("searchbox").fill("ISSUE");
    await page.getByText("4 shown").waitFor();
    assert.deepEqual((await rows(page)).map(({ tool }) => tool), ["get_issue", "list_issues", "create_issue", "add_issue_comment"]);
    await page.getByRole("searchbox").fill("nothing of that kind");
    await page.getByText("No tool has that in its name").waitFor();
  }));

test("DRAW-8 a call is tried with the keyboard alone, and every step of the ladder is told", () =>
  visit(async (page) => {
    const region = page.getByRole("region", { name: "Try a call" });
    await region.locator("summary").focus();
    await page.keyboard.press("Space");
    await region.getByText("the author's rule Bash(git push:*) says deny").first().waitFor();
    await page.getByRole("button", { name: "Try create_refund" }).focus();
    await page.keyboard.press("Enter");
    assert.equal(await region.getByLabel("Tool").inputValue(), "create_refund");
    assert.equal(await page.evaluate(() => (document.activeElement as HTMLInputElement).value), "create_refund");
    const gate = new Gate(read("support.agent"), { catalogs: read("support.catalogs") });
    const { steps } = gate.explain({ server: "payments", tool: "create_refund" }).candidates[0]!;
    await region.locator(".steps").waitFor();
    const told = await region.getByRole("listitem").allInnerTexts();
    assert.equal(told.length, steps.length);
    for (const [index, { id, why }] of steps.entries()) {
      for (const part of [id, why.replaceAll("`", "")]) assert.ok(told[index]?.includes(part), `${part}: ${told[index]}`);
    }
    await region.getByRole("textbox", { name: "Arguments" }).fill('1, "read_only": true');
    await region.getByText("The arguments are not JSON").waitFor();
    await region.getByLabel("Server").fill("status-page");
    await region.getByLabel("Tool").fill("get_status");
    await region.getByRole("textbox", { name: "Arguments" }).fill("");
    await region.getByRole("checkbox").check();
    await region.locator(".verdict .permission.allow").waitFor();
    await shot(page, "try-light");
  }));

test("DRAW-9 names from outside are text, with what cannot be seen made visible and long ones whole on demand", () =>
  visit(async (page) => {
    const long = "x".repeat(400);
    const names = ["<img src=x onerror=alert(1)>", "pay\u202eevil", "a\u200bb", " edge ", long];
    const server = { name: "odd", connection: { type: "gateway", namespace: "custom", slug: "n" }, policy: { tool_permissions: Object.fromEntries(names.map((name) => [name, "allow"])) } };
    await paste(page, JSON.stringify({ mcps: [server] }));
    await page.getByRole("region", { name: "odd" }).waitFor();
    const shown = (await rows(page)).map(({ tool }) => tool);
    assert.deepEqual(shown, [names[0], "payU+202Eevil", "aU+200Bb", "U+0020edgeU+0020", `${"x".repeat(160)}…`]);
    assert.equal(await page.locator(".server img").count(), 0);
    assert.equal(await page.locator("button button").count(), 0);
    await page.getByText("The text holds 2 characters that cannot be seen").waitFor();
    await shot(page, "unseen-light");
    await page.getByRole("button", { name: "Write them as escapes" }).click();
    assert.match(await documentText(page).inputValue(), /pay\\u202eevil/);
    await page.getByText("The text holds").waitFor({ state: "detached" });
    assert.equal((await rows(page))[1]?.tool, shown[1]);
    await page.locator(".server .name").getByRole("button", { name: "Show all 400 characters" }).click();
    assert.equal((await rows(page))[4]?.tool, long);
    await shot(page, "odd-names-light");
  }));

test("DRAW-11 axe would find what is wrong", () =>
  visit(async (page) => {
    await page.evaluate(() => {
      const wrong = document.createElement("p");
      wrong.className = "summary";
      wrong.textContent = "hardly to be read";
      wrong.style.color = "#ccc";
      document.querySelector(".problems")!.append(wrong, document.createElement("button"));
    });
    const found = (await violations(page)).map((line) => line.split(":")[0]);
    for (const id of ["button-name", "color-contrast"]) assert.ok(found.includes(id), `${id}: ${found.join()}`);
  }));

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1440, 360]) {
    test(`DRAW-11 ${colorScheme} at ${width} pixels: axe finds nothing, and nothing is wider than the screen`, () =>
      visit(
        async (page) => {
          await page.getByText("Try a call").click();
          await page.getByText("no author rule is stricter").waitFor();
          assert.deepEqual(await violations(page), []);
          await shot(page, `${colorScheme}-${width}`);
          await page.getByRole("region", { name: "github" }).scrollIntoViewIfNeeded();
          await page.getByRole("button", { name: "Try merge_pull_request" }).scrollIntoViewIfNeeded();
          await shot(page, `${colorScheme}-${width}-decisions`);
          await paste(page, read("broken.agent"));
          await page.getByText("so the last valid one stays in force").waitFor();
          assert.deepEqual(await violations(page), []);
          const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const);
          assert.ok(content <= window, `${content} in ${window}`);
          await problems(page).scrollIntoViewIfNeeded();
          await shot(page, `${colorScheme}-${width}-broken`);
        },
        { colorScheme, viewport: { width, height: 900 } },
      ));
  }
}
