/** The built page in Chromium, by clicking, typing and reading (DRAW-13). */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { diff, Gate, predict, renderHarness, validate } from "callgate-wasm";
import type { Page } from "playwright-core";
import { type Served, serve } from "./browser.js";
import { connection, documentText, paste, problems, read, row, rows, rule, search, server, settledText, shot, summary, tab, textIs, visit, WORDS, write } from "./drawer.js";

let served: Served;
before(async () => {
  served = await serve();
});
after(() => served?.close());

const agent = read("support.agent");
const catalogs = read("support.catalogs");
const selected = (page: Page) => documentText(page).evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd));

/** Everything that is shown is what the gate says of this document. */
async function agrees(page: Page, document: string, lists = catalogs): Promise<number> {
  const gate = new Gate(document, { catalogs: lists });
  const shown = await rows(page);
  for (const { server, tool, word } of shown) {
    const call = tool === "" ? { server, tool: "no such name" } : server === "" ? { tool } : { server, tool };
    assert.equal(word, WORDS[gate.decide(call).permission], `${server} ${tool}`);
  }
  return shown.length;
}

test("DRAW-1 DRAW-3 DRAW-14 the page opens with a real example and shows what the gate decides, from a path of any depth", () =>
  visit(served, async (page) => {
    assert.ok((await agrees(page, agent)) >= 25);
    for (const name of ["internal-search", "github", "payments", "crm", "status-page"]) {
      await search(page).fill(name);
      await server(page, name).waitFor();
    }
    const policy = (await page.locator("meta[http-equiv]").getAttribute("content")) ?? "";
    assert.match(policy, /script-src 'self' 'wasm-unsafe-eval';/);
    assert.doesNotMatch(policy, /unsafe-inline|https?:|\*/);
  }));

test("DRAW-1 documents are opened from files, and one that is no UTF-8 is refused", () =>
  visit(served, async (page) => {
    const input = page.locator('input[type="file"]');
    await input.setInputFiles({ name: "latin.json", mimeType: "application/json", buffer: Buffer.from([0x22, 0xe4, 0x22]) });
    await page.getByRole("alert").filter({ hasText: "latin.json is not UTF-8 text" }).waitFor();
    await textIs(page, agent);
    await input.setInputFiles("../tests/examples/triage.agent.json");
    await server(page, "tracker.v2").waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
    await page.getByRole("button", { name: "Example" }).click();
    await server(page, "internal-search").waitFor();
    // The same again takes the place of a draft, too; undo brings that back.
    await rule(page, "search_docs").selectOption("Deny");
    await summary(page).getByText("1 decision changes").waitFor();
    await page.getByRole("button", { name: "Example" }).click();
    await summary(page).getByText("Nothing to save").waitFor();
    await textIs(page, agent);
    await page.getByRole("button", { name: "Undo" }).click();
    await summary(page).getByText("1 decision changes").waitFor();
  }));

test("DRAW-1 files are dropped anywhere: a document, and then a server's answer that bears its name", () =>
  visit(served, async (page) => {
    const drop = async (name: string, text: string) => {
      const dropped = await page.evaluateHandle(
        ([file, content]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([content!], file!));
          return transfer;
        },
        [name, text],
      );
      await page.getByRole("heading", { name: "What the agent may do" }).dispatchEvent("drop", { dataTransfer: dropped });
    };
    await drop("agent.json", read("triage.agent"));
    await server(page, "tracker.v2").waitFor();
    await drop("logs.json", '{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "fresh_tool", "annotations": {"readOnlyHint": true}}]}}');
    await page.getByText("Opened as the tool list of logs.").waitFor();
    await search(page).fill("fresh_tool");
    await row(page, "fresh_tool").getByText("says: read-only").waitFor();
  }));

test("DRAW-1 an answer that is an error is shown in the server's own words, and an empty list as empty", () =>
  visit(served, async (page) => {
    await paste(page, '{"jsonrpc": "2.0", "id": 7, "error": {"code": -32001, "message": "Login expired <b>reconnect</b>"}}', { server: "github" });
    await search(page).fill("github");
    await page.getByText("The server did not list its tools. It said: Login expired <b>reconnect</b> (code -32001)").waitFor();
    // What the document itself names is still there, and still decided.
    await row(page, "merge_pull_request").getByText("Deny", { exact: true }).first().waitFor();
    await shot(page, "server-error-light");
    await paste(page, "<html>502 Bad Gateway</html>", { kind: "one server's answer", server: "github" });
    await page.getByText("this, which is not JSON: <html>502 Bad Gateway</html>").waitFor();
    await paste(page, '{"tools": []}', { kind: "one server's answer", server: "crm" });
    await search(page).fill("crm");
    await page.getByText("The server answered with no tools.").waitFor();
  }));

test("DRAW-2 a server's setting, the rule for tools without one, the preset and the filter are set by hand", () =>
  visit(served, async (page) => {
    await search(page).fill("crm");
    await server(page, "crm").getByRole("radio", { name: "Deny" }).click();
    await row(page, "update_contact").getByText("Deny", { exact: true }).first().waitFor();
    await server(page, "crm").getByRole("radio", { name: "Follow agent policy" }).click();
    await row(page, "update_contact").getByText("Agent policy").waitFor();
    assert.equal("permission" in JSON.parse(await settledText(page)).mcps[3].policy, false);
    await rule(page, "tools without a rule").selectOption("Allow");
    await row(page, "update_contact").getByText("This server's rule for tools without one").waitFor();
    assert.equal(JSON.parse(await settledText(page)).mcps[3].policy.new_tool_permission, "allow");

    await page.getByRole("button", { name: "Ask for write and delete on crm" }).click();
    await page.waitForFunction(() => document.querySelector("textarea")?.value.includes('"find_contact": "allow"'));
    const written = await settledText(page);
    const { policy } = JSON.parse(written).mcps[3];
    assert.deepEqual([policy.permission, policy.new_tool_permission, policy.tool_permissions.find_contact], ["ask", "ask", "allow"]);
    await summary(page).getByText("decisions change").waitFor();
    await shot(page, "preset-light");

    await page.getByRole("combobox", { name: "The agent sees" }).selectOption("only the chosen ones");
    await page.getByRole("checkbox", { name: "The agent sees find_contact" }).click();
    await row(page, "find_contact").getByText("Hidden from the agent by the tool filter").waitFor();
    await page.getByText("Their own rules were dropped, since the filter hides these tools: find_contact").waitFor();
    assert.ok(await rule(page, "find_contact").isDisabled());
    await shot(page, "filter-light");
    await agrees(page, await settledText(page));
  }));

test("DRAW-2 what cannot be is refused in a sentence, and the document stays", () =>
  visit(served, async (page) => {
    await page.getByRole("checkbox", { name: "The agent sees fetch_doc" }).click();
    await summary(page).getByText("1 decision changes").waitFor();
    const text = await settledText(page);
    await page.getByRole("checkbox", { name: "The agent sees search_docs" }).click();
    await page.getByRole("alert").filter({ hasText: /filter|name/ }).waitFor();
    await textIs(page, text);
    assert.ok(await page.getByRole("checkbox", { name: "The agent sees search_docs" }).isChecked());
  }));

test("DRAW-3 a tool's own rule is set and removed; the sign, the word and the colour follow, and the reason leads to its field", () =>
  visit(served, async (page) => {
    await search(page).fill("create_refund");
    const line = row(page, "create_refund");
    await line.getByText("Always ask", { exact: true }).first().waitFor();
    const pill = line.locator(".cg-tool-decision .cg-permission");
    const look = () => pill.evaluate((element) => [getComputedStyle(element).color, element.querySelector("path")?.getAttribute("d")]);
    const before = await look();
    await rule(page, "create_refund").selectOption("Deny");
    await page.waitForFunction(() => document.querySelector(".cg-tool-decision")?.textContent === "Deny");
    const now = await look();
    assert.notEqual(now[0], before[0]);
    assert.notEqual(now[1], before[1]);
    await line.getByRole("button", { name: "Show in the document" }).click();
    await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
    assert.equal(await selected(page), '"create_refund": "deny"');
    assert.equal(await page.locator(".cg-number.cg-at-deciding").count(), 1);
    await shot(page, "deciding-light");
    await rule(page, "create_refund").selectOption("No own rule");
    await line.getByText("No rule of its own on a server that has such rules").waitFor();
    await search(page).fill("export_contacts");
    await row(page, "export_contacts").getByRole("button", { name: "Show in the document" }).click();
    await page.waitForFunction(() => getSelection()?.toString().includes("mcp__crm__export_contacts"));
    assert.equal(await selected(page), '{"pattern": "mcp__crm__export_contacts", "permission": "deny"}');
    await row(page, "export_contacts").getByRole("button", { name: "Details of export_contacts" }).click();
    await row(page, "export_contacts").getByText("Claude Code").waitFor();
    await row(page, "export_contacts").getByText("nothing hides it: it is offered, and the gate refuses the call").waitFor();
    await shot(page, "details-light");
  }));

test("DRAW-4 the search narrows what is shown and stores nothing", () =>
  visit(served, async (page) => {
    await search(page).fill("ISSUE");
    await page.getByText("4 shown").waitFor();
    assert.deepEqual((await rows(page)).map(({ tool }) => tool), ["get_issue", "list_issues", "create_issue", "add_issue_comment"]);
    await search(page).fill("nothing of that kind");
    await page.getByText("No tool or server has that in its name").waitFor();
    await textIs(page, agent);
    assert.equal(await summary(page).innerText(), "Nothing to save");
    assert.equal(await page.evaluate(() => localStorage.length + sessionStorage.length + location.hash.length), 0);
  }));

test("DRAW-5 every edit shows what it changes before it is saved, looser ones first; it is undone, redone, discarded and saved", () =>
  visit(served, async (page) => {
    const changes = page.getByRole("list", { name: "Decisions that change" });
    await rule(page, "search_docs").selectOption("Deny");
    await summary(page).getByText("1 decision changes, Stricter 1").waitFor();
    await rule(page, "fetch_doc").selectOption("Allow");
    await summary(page).getByText("2 decisions change, Looser 1, Stricter 1").waitFor();
    const texts = (await changes.getByRole("listitem").allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
    assert.deepEqual(texts, ["Looser fetch_doc of internal-search Always ask → becomes Allow", "Stricter search_docs of internal-search Allow → becomes Deny"]);
    const draft = await settledText(page);
    assert.equal(diff(agent, draft, catalogs).length, 2);
    await shot(page, "changes-light");

    const button = (name: string) => page.getByRole("button", { name, exact: true });
    await button("Undo").click();
    await summary(page).getByText("1 decision changes").waitFor();
    assert.equal(await rule(page, "fetch_doc").inputValue(), "");
    await button("Undo").click();
    await summary(page).getByText("Nothing to save").waitFor();
    await textIs(page, agent);
    await button("Redo").click();
    await button("Redo").click();
    await summary(page).getByText("2 decisions change").waitFor();
    await textIs(page, draft);
    await button("Discard").click();
    await summary(page).getByText("Nothing to save").waitFor();
    await button("Undo").click();
    await summary(page).getByText("2 decisions change").waitFor();
    await button("Save").click();
    await summary(page).getByText("Nothing to save").waitFor();
    await textIs(page, draft);
    await agrees(page, draft);

    // An edit that no decision follows says so.
    await search(page).fill("github");
    await server(page, "github").getByRole("radio", { name: "Allow" }).click();
    await page.getByText("Written, but no decision is another one now").waitFor();
    await page.getByText("this setting reaches none of them").waitFor();
  }));

test("DRAW-6 text and controls follow each other", () =>
  visit(served, async (page) => {
    await write(page, agent.replace('"search_docs": "allow"', '"search_docs": "deny"'));
    await page.waitForFunction(() => document.querySelectorAll(".cg-tool-decision")[1]?.textContent === "Deny");
    assert.equal(await rule(page, "search_docs").inputValue(), "deny");
    await summary(page).getByText("1 decision changes").waitFor();
    await rule(page, "search_docs").selectOption("Always ask");
    await page.waitForFunction(() => document.querySelector("textarea")?.value.includes('"search_docs": "ask"'));
    assert.equal((await settledText(page)).split("\n").length, agent.split("\n").length);
  }));

test("DRAW-6 a broken document is shown with every problem in place, and the last good policy stays in force", () =>
  visit(served, async (page) => {
    const before = await rows(page);
    const broken = read("broken.agent");
    await write(page, broken);
    await page.getByText("so the last good policy stays in force").waitFor();
    const { diagnostics } = validate(broken, catalogs);
    const items = problems(page).getByRole("listitem");
    assert.equal(await items.count(), diagnostics.length);
    const texts = await items.allInnerTexts();
    for (const [index, { severity, code, line, column, message, help }] of diagnostics.entries()) {
      const text = texts[index] ?? "";
      for (const part of [severity === "error" ? "Error" : "Warning", code, `line ${line}, column ${column}`]) assert.ok(text.includes(part), `${part}: ${text}`);
      for (const sentence of [message, help ?? ""]) assert.ok(text.includes(sentence.replaceAll("`", "")), `${sentence}: ${text}`);
    }
    // In place: the lines that have errors are marked, with the very words that are wrong.
    await documentText(page).evaluate((area) => area.scrollTo(0, 0));
    await page.locator(".cg-in-error", { hasText: '"agenta-tools"' }).waitFor();
    const marked = await page.locator(".cg-in-error").allInnerTexts();
    assert.ok(marked.includes('"agenta-tools"') && marked.includes('"Allow"'), marked.join(" "));
    const unlinked = (list: readonly { word: string }[]) => list.map(({ word }) => word);
    assert.deepEqual(unlinked(await rows(page)), unlinked(before));
    assert.ok(await rule(page, "search_docs").isDisabled());
    assert.ok(await page.getByRole("button", { name: "Save", exact: true }).isDisabled());
    await shot(page, "broken-light");

    await items.first().getByRole("button").first().click();
    assert.equal(await selected(page), '"agenta-tools"');
    await write(page, JSON.stringify({ mcps: [{ name: "new", connection, policy: { permission: "deny", tool_permissions: { only: "allow" } } }] }));
    await server(page, "new").waitFor();
    assert.deepEqual((await rows(page)).map(({ tool, word }) => [tool, word]), [["", "Always ask"], ["only", "Allow"]]);
    await page.getByText("stays in force").waitFor({ state: "detached" });
  }));

test("DRAW-7 the files of each harness, what Pi registers, and what each harness does alone", () =>
  visit(served, async (page) => {
    await tab(page, "Preview").click();
    for (const [harness, name] of [["claude", "Claude Code"], ["codex", "Codex"], ["pi", "Pi"]] as const) {
      await page.getByRole("radio", { name }).click();
      const expected = renderHarness(new Gate(agent, { catalogs }), harness, { catalogs, coverage: true });
      const panel = page.getByRole("region", { name: "Preview" });
      const list = panel.getByRole("list", { name: `What ${name} does with each tool` });
      await list.waitFor();
      for (const { path, content } of expected.files) {
        const button = panel.getByRole("button", { name: /Show all .* lines/ });
        if (await button.count()) await button.click();
        assert.equal(await panel.getByRole("region", { name: `Content of ${path}` }).innerText(), content);
      }
      if (expected.register) await panel.getByRole("heading", { name: `Registered: ${expected.register.length} tools` }).waitFor();
      assert.equal(await list.getByRole("listitem").first().getAttribute("aria-setsize"), String(expected.coverage?.length));
      const words = { run: "runs it", ask: "asks first", denied: "refuses it", gone: "does not offer it" };
      const lines = await list.getByRole("listitem").allInnerTexts();
      assert.ok(lines.length > 5);
      for (const [index, line] of lines.entries()) {
        const { tool, gate, harness: alone } = expected.coverage![index]!;
        for (const part of [tool ?? "any other tool", WORDS[gate], words[alone]]) assert.ok(line.includes(part), `${part}: ${line}`);
      }
      // What the harness does alone is what the core predicts from the very files that are shown.
      if (harness !== "pi") {
        const predicted = predict(harness, expected.files, JSON.parse(catalogs));
        const checked = expected.coverage!.filter(({ server, name: rendered }) => server !== undefined && rendered !== undefined && rendered in predicted);
        assert.ok(checked.length > 10);
        for (const { name: rendered, harness: alone } of checked) assert.equal(alone, predicted[rendered!], rendered);
      }
      const refused = expected.coverage!.filter(({ gate, harness: alone }) => gate === "deny" && (alone === "run" || alone === "ask"));
      await panel.getByRole("checkbox").check();
      await page.waitForTimeout(100);
      assert.equal(await list.getByRole("listitem").first().getAttribute("aria-setsize"), String(refused.length));
      await list.getByText("Offered, then refused by the gate").first().waitFor();
      await panel.getByRole("checkbox").uncheck();
      await shot(page, `preview-${harness}-light`);
    }
  }));

test("DRAW-8 a call is tried, every step of the ladder is told, and its key; another decision is put into the document", () =>
  visit(served, async (page) => {
    await tab(page, "Try a call").click();
    const panel = page.getByRole("region", { name: "Try a call", exact: true });
    await panel.getByText("the author's rule Bash(git push:*) says deny").first().waitFor();
    await panel.getByLabel("Server").fill("payments");
    await panel.getByLabel("Tool").fill("create_refund");
    await panel.getByLabel("Arguments").fill('{"charge": "ch_1"}');
    await panel.getByText("its own entry in the server's table says ask").first().waitFor();
    const { steps } = new Gate(agent, { catalogs }).explain({ server: "payments", tool: "create_refund", args: { charge: "ch_1" } }).candidates[0]!;
    const told = await panel.getByRole("list", { name: "Steps of the decision" }).getByRole("listitem").allInnerTexts();
    assert.equal(told.length, steps.length);
    for (const [index, { id, why }] of steps.entries()) {
      for (const part of [id, why.replaceAll("`", "")]) assert.ok(told[index]?.includes(part), `${part}: ${told[index]}`);
    }
    await panel.getByText(/^mcp__payments__create_refund#[0-9a-f]{64}$/).waitFor();
    await panel.getByText('"charge": "ch_1"').last().waitFor();
    await shot(page, "try-light");

    await panel.getByLabel("Arguments").fill('1, "read_only": true');
    await panel.getByText("The arguments are not JSON").waitFor();
    await panel.getByLabel("Arguments").fill("");
    await panel.getByRole("button", { name: "Deny", exact: true }).click();
    await panel.getByRole("list", { name: "What the edit changes" }).getByText("create_refund").waitFor();
    await panel.getByRole("button", { name: "Put it into the document" }).click();
    await summary(page).getByText("1 decision changes, Stricter 1").waitFor();
    await panel.locator(".cg-verdict .cg-permission.cg-deny").waitFor();

    await panel.getByLabel("Server").fill("status-page");
    await panel.getByLabel("Tool").fill("get_status");
    await panel.getByRole("checkbox").check();
    await panel.locator(".cg-verdict .cg-permission.cg-allow").waitFor();
    // From a tool's own line.
    await search(page).fill("merge_pull");
    await page.getByRole("button", { name: "Details of merge_pull_request" }).click();
    await page.getByRole("button", { name: "Try a call of merge_pull_request" }).click();
    assert.equal(await page.evaluate(() => (document.activeElement as HTMLInputElement).value), "merge_pull_request");
  }));

test("DRAW-12 a saved policy is in the address; a link opens it elsewhere, without header values", async () => {
  let link = "";
  await visit(
    served,
    async (page) => {
      await rule(page, "search_docs").selectOption("Deny");
      await summary(page).getByText("1 decision changes").waitFor();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.waitForFunction(() => location.hash.startsWith("#p1="));
      const saved = page.url();
      await page.getByRole("button", { name: "Copy link" }).click();
      await page.getByText("It holds no header values: 2 were left out.").waitFor();
      link = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(link, saved);
    },
    { permissions: ["clipboard-read", "clipboard-write"] },
  );
  const fragment = link.slice(link.indexOf("#"));
  await visit(
    served,
    async (page) => {
      await page.getByText("A link holds no header values: 2 of them read “(left out)” here.").waitFor();
      const text = await settledText(page);
      assert.doesNotMatch(text, /acme-support|2026-03-01/);
      assert.match(text, /"X-Tenant": "\(left out\)"/);
      assert.match(text, /"Authorization": "payments-restricted-key"/);
      assert.equal(await rule(page, "search_docs").inputValue(), "deny");
      await agrees(page, text);
      // Another link in the same tab.
      await page.evaluate(() => { location.hash = "#p1=broken"; });
      await page.getByRole("alert").filter({ hasText: "This link is broken" }).waitFor();
      await textIs(page, text);
      // What is opened after it is no longer what the address says.
      await page.getByRole("button", { name: "Example" }).click();
      await page.waitForFunction(() => location.hash === "");
    },
    { fragment },
  );
});

test("DRAW-12 what is too large for a link is offered as a file", () =>
  visit(served, async (page) => {
    // Digests, since what repeats itself is packed into nearly nothing.
    const names = Array.from({ length: 2_000 }, (_, index) => createHash("sha256").update(`${index}`).digest("hex"));
    const tools = Object.fromEntries(names.map((name) => [name, "allow"]));
    const large = JSON.stringify({ mcps: [{ name: "large", connection, policy: { tool_permissions: tools } }] });
    await write(page, large);
    await server(page, "large").waitFor();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("alert").filter({ hasText: "too large for a link. Download the document" }).waitFor();
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    const path = await (await downloading).path();
    assert.equal(readFileSync(path, "utf8"), large);
  }));
