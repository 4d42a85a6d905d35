/** What should not be: documents of any bytes, hostile names, lists with duplicates, very many tools, broken links. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { type Served, serve } from "./browser.js";
import { connection, documentText, paste, problems, read, row, rows, search, server, shot, summary, tab, textIs, visit, write } from "./drawer.js";

let served: Served;
before(async () => {
  served = await serve();
});
after(() => served?.close());

const one = (policy: object, name = "odd") => JSON.stringify({ mcps: [{ name, connection, policy }] });

test("DRAW-9 names from outside are text, with what cannot be seen made visible and long ones whole on demand", () =>
  visit(served, async (page) => {
    const long = "x".repeat(10_000);
    const names = ["<img src=x onerror=alert(1)>", "pay\u202eevil", "a\u200bb", " edge ", "a`b`c", "{{7*7}}", long];
    await write(page, one({ tool_permissions: Object.fromEntries(names.map((name) => [name, "allow"])) }));
    await server(page, "odd").waitFor();
    const shown = (await rows(page)).map(({ tool }) => tool).slice(1);
    assert.deepEqual(shown, [names[0], "payU+202Eevil", "aU+200Bb", "U+0020edgeU+0020", "a`b`c", "{{7*7}}", `${"x".repeat(160)}…`]);
    assert.equal(await page.locator("main img").count(), 0);
    assert.equal(await page.locator("button button").count(), 0);
    await page.getByText("The text holds 2 characters that cannot be seen").waitFor();
    await shot(page, "unseen-light");
    await page.getByRole("button", { name: "Write them as escapes" }).click();
    await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("pay\\u202eevil"));
    await page.getByText("The text holds").waitFor({ state: "detached" });
    assert.equal((await rows(page))[2]?.tool, shown[1]);
    await search(page).fill("xxx");
    await page.getByRole("button", { name: "Show all 10,000 characters" }).first().click();
    assert.equal((await rows(page))[0]?.tool, long);
    await page.getByRole("combobox", { name: /^Rule for x+$/ }).selectOption("Deny");
    await summary(page).getByText("decisions change").waitFor();
    await tab(page, "Preview").click();
    await page.getByRole("list", { name: "What Claude Code does with each tool" }).waitFor();
    assert.doesNotMatch(await page.getByRole("region", { name: "Preview" }).innerText(), /[\u202a-\u202e\u2066-\u2069\u200b]/);
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const);
    assert.ok(content <= window);
  }));

test("DRAW-9 a server's descriptions, answers and arguments are text as well", () =>
  visit(served, async (page) => {
    await write(page, one({ permission: "ask" }));
    const tool = { name: "t", title: "<b>T\u202e</b>", description: "<script>alert(1)</script>\u200b" };
    await paste(page, JSON.stringify({ tools: [tool, tool, { ...tool, name: "u" }] }), { kind: "one server's answer", server: "odd" });
    await page.getByRole("button", { name: "Details of t", exact: true }).click();
    await page.getByText("<b>TU+202E</b>").waitFor();
    await page.getByText("<script>alert(1)</script>U+200B").waitFor();
    assert.deepEqual((await rows(page)).map(({ tool: name }) => name), ["", "t", "u"]);
    await tab(page, "Try a call").click();
    await page.getByLabel("Server", { exact: true }).fill("odd");
    await page.getByLabel("Tool", { exact: true }).fill("t");
    await page.getByLabel("Arguments", { exact: true }).fill(JSON.stringify({ a: "1\u202e2<i>", b: "x".repeat(10_000) }));
    const asked = page.getByRole("region", { name: "The call as a person would see it" });
    await asked.getByText(/u\{202E\}2<i>/).waitFor();
    assert.doesNotMatch(await asked.innerText(), /\u202e/);
    assert.ok((await asked.innerText()).includes("x".repeat(10_000)));
  }));

test("DRAW-6 a document of any bytes is shown, explained, and never taken into force", () =>
  visit(served, async (page) => {
    const before = await rows(page);
    let seed = 7;
    const byte = () => (seed = (seed * 48_271) % 2_147_483_647) % 256;
    const texts = ["", " ", "null", "[]", "\u0000\u0001", '{"mcps": [{"name": "a\u202eb"}]}', "[".repeat(5_000), '{"a": 1, "a": 2}', "\ufeff{}x", `"${"y".repeat(100_000)}`];
    for (let round = 0; round < 12; round++) texts.push(Array.from({ length: 400 }, () => String.fromCharCode(byte())).join(""));
    for (const text of texts) {
      await documentText(page).fill(text);
      await page.getByText("so the last good policy stays in force").waitFor();
      await problems(page).getByRole("listitem").first().waitFor();
      await page.waitForTimeout(200);
      assert.ok(await page.getByRole("button", { name: "Save", exact: true }).isDisabled(), JSON.stringify(text.slice(0, 30)));
    }
    assert.deepEqual((await rows(page)).map(({ word }) => word), before.map(({ word }) => word));
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByText("stays in force").waitFor({ state: "detached" });
    await textIs(page, read("support.agent"));
  }));

test("DRAW-10 100,000 tools are listed, searched, and edited", () =>
  visit(served, async (page) => {
    await page.locator('input[type="file"]').setInputFiles({ name: "agent.json", mimeType: "application/json", buffer: Buffer.from(one({ permission: "ask" }, "large")) });
    await server(page, "large").waitFor();
    const tools = Array.from({ length: 100_000 }, (_, index) => ({ name: `tool_${index}` }));
    await page.locator('input[type="file"]').setInputFiles({ name: "large.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ tools })) });
    await page.getByText("Search 100,000 tools").waitFor();
    assert.ok((await page.getByRole("listitem").count()) < 100);
    await search(page).fill("tool_99999");
    await page.getByText("1 shown").waitFor();
    await page.getByRole("combobox", { name: "Rule for tool_99999" }).selectOption("Allow");
    await summary(page).getByText("1 decision changes, Looser 1").waitFor();
    await search(page).fill("");
    await page.locator('[role="listitem"][aria-setsize="100002"]').first().waitFor();
    await page.evaluate(() => {
      const scroller = document.querySelector('[aria-label="Servers and tools"]')!.parentElement!;
      scroller.scrollTop = scroller.scrollHeight;
    });
    await row(page, "tool_99999").waitFor();
  }));

test("DRAW-2 settings that are made faster than they are answered are all made, one step each", () =>
  visit(served, async (page) => {
    await page.evaluate(() => {
      const choose = (tool: string, value: string) => {
        const select = document.querySelector<HTMLSelectElement>(`select[aria-label="Rule for ${tool}"]`)!;
        Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value")!.set!.call(select, value);
        select.dispatchEvent(new Event("change", { bubbles: true }));
      };
      choose("search_docs", "deny");
      choose("fetch_doc", "deny");
      choose("get_issue", "deny");
    });
    await summary(page).getByText("3 decisions change, Stricter 3").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await summary(page).getByText("2 decisions change, Stricter 2").waitFor();
  }));

test("DRAW-6 a document that is too long for a text field can still be set by its controls", () =>
  visit(served, async (page) => {
    const tool_permissions = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`a_tool_with_a_name_of_some_length_${index}`, "ask"]));
    const text = one({ tool_permissions }, "long");
    assert.ok(text.length > 2_000_000);
    await page.locator('input[type="file"]').setInputFiles({ name: "agent.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await page.getByText("too many to be edited as text here").waitFor();
    await page.getByRole("combobox", { name: "Rule for a_tool_with_a_name_of_some_length_0", exact: true }).selectOption("Deny");
    await summary(page).getByText("1 decision changes, Stricter 1").waitFor();
  }));

/** Links that were cut, changed, made up, or made to fill the memory. */
const pack = (value: unknown) => `#p1=${deflateRawSync(Buffer.from(JSON.stringify(value))).toString("base64url")}`;
const LINKS: Readonly<Record<string, string>> = {
  empty: "#p1=",
  "no base64": "#p1=%%%",
  cut: pack({ agent: read("support.agent"), catalogs: "", left: 0 }).slice(0, 200),
  "no packed data": "#p1=AAAA",
  "no state": pack([1, 2]),
  "no text": pack({ agent: 1, catalogs: {} }),
  "no UTF-8": `#p1=${deflateRawSync(Buffer.from([0xff, 0xfe])).toString("base64url")}`,
  "a bomb": `#p1=${deflateRawSync(Buffer.alloc(60_000_000, 0x20)).toString("base64url")}`,
};
for (const [name, fragment] of Object.entries(LINKS)) {
  test(`DRAW-12 a link that is broken says so, and nothing of it is opened: ${name}`, () =>
    visit(
      served,
      async (page) => {
        await page.getByRole("alert").filter({ hasText: "This link is broken" }).waitFor();
        await textIs(page, read("support.agent"));
        await server(page, "internal-search").waitFor();
      },
      { fragment },
    ));
}

test("DRAW-12 a fragment of something else is none of a link's, and a link to a broken document shows its problems", async () => {
  await visit(
    served,
    async (page) => {
      assert.equal(await page.getByRole("alert").count(), 0);
      await server(page, "internal-search").waitFor();
    },
    { fragment: "#elsewhere" },
  );
  await visit(
    served,
    async (page) => {
      await page.getByText("There is no valid document yet, so everything is denied.").waitFor();
      assert.equal(await page.getByText("Agent policy").count(), 0);
      await problems(page).getByRole("listitem").first().waitFor();
      await tab(page, "Try a call").click();
      await page.locator(".cg-verdict .cg-permission.cg-deny").waitFor();
      await shot(page, "closed-light");
    },
    { fragment: pack({ agent: '{"mcps": {}}', catalogs: "" }) },
  );
});

test("DRAW-14 without its module the drawer decides nothing, and says so", async () => {
  const page = await served.browser.newPage();
  await page.route(/\.wasm$/, (route) => route.abort());
  await page.goto(served.address);
  await page.getByRole("alert").filter({ hasText: "The policy engine does not answer, so nothing is decided here" }).waitFor();
  assert.equal(await page.locator(".cg-permission").count(), 0);
  await page.close();
});
