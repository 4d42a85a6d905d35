/** The component in somebody else's application: the guide's own example, built by Vite against the built package. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { after, before, test } from "node:test";
import { type Browser, chromium, type Page } from "playwright-core";
import { build, preview, type PreviewServer } from "vite";
import { FLAGS, watch } from "./browser.js";
import { documentText, row, rule, server, settledText, summary } from "./drawer.js";

const ROOT = resolve("build/embed");
const POLICY = /^script-src .*$/m.exec(readFileSync("../docs/drawer.md", "utf8"))![0];

/** The page around it has styles of its own, as applications do. */
const HTML = (script: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Elsewhere</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ${POLICY}">
<link rel="stylesheet" href="/page.css"></head><body>
<div id="own"><h2>Own</h2><p>Own</p><ul><li>Own</li></ul><button>Own</button><textarea>Own</textarea><select><option>Own</option></select><code>Own</code></div>
<div id="permissions"></div><script type="module" src="./${script}"></script></body></html>`;

/** Every way to use it besides the guide's. */
const OTHER = `
  import { useState } from "react";
  import { createRoot } from "react-dom/client";
  import { PermissionDrawer, type Drafted, type PermissionDrawerProps, type Saved } from "callgate-drawer";
  import "callgate-drawer/drawer.css";
  const policy = { permission: "ask", tool_permissions: { a: "allow" } };
  const agent = { mcps: [{ name: "s", connection: { type: "gateway", namespace: "custom", slug: "s" }, policy }] };
  const told: { saves: [string, Saved][]; drafts: Drafted[]; set?: (props: PermissionDrawerProps) => void } = { saves: [], drafts: [] };
  Object.assign(globalThis, { told });
  function App() {
    const [props, set] = useState<PermissionDrawerProps>({ defaultDocument: agent });
    told.set = set;
    return (
      <div style={{ height: "40rem" }}>
        <PermissionDrawer {...props} onChange={(text, saved) => told.saves.push([text, saved])} onDraft={(draft) => told.drafts.push(draft)} />
      </div>
    );
  }
  createRoot(document.getElementById("permissions")!).render(<App />);
`;

let site: PreviewServer;
let browser: Browser;
let address: string;

before(async () => {
  const example = /```tsx\n([\s\S]*?)```/.exec(readFileSync("../docs/drawer.md", "utf8"))?.[1];
  assert.ok(example);
  rmSync(ROOT, { recursive: true, force: true });
  mkdirSync(ROOT, { recursive: true });
  writeFileSync(`${ROOT}/example.tsx`, example);
  writeFileSync(`${ROOT}/other.tsx`, OTHER);
  writeFileSync(`${ROOT}/styles.d.ts`, 'declare module "*.css";\n');
  // A file of its own, which the bundler leaves alone.
  mkdirSync(`${ROOT}/public`);
  writeFileSync(`${ROOT}/public/page.css`, "button { background: rgb(1 2 3); text-transform: uppercase } h3 { color: rgb(4 5 6); font-size: 40px } ul { padding: 40px } p { margin: 30px } #own { width: 300px }");
  for (const name of ["example", "other"]) writeFileSync(`${ROOT}/${name}.html`, HTML(`${name}.tsx`));
  const compilerOptions = {
    target: "es2023", lib: ["es2023", "dom", "dom.iterable"], module: "esnext", moduleResolution: "bundler", jsx: "react-jsx", strict: true,
    exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: false, types: [], allowArbitraryExtensions: true,
    paths: { "callgate-drawer": ["../../pkg/index.d.ts"] },
  };
  writeFileSync(`${ROOT}/tsconfig.json`, JSON.stringify({ compilerOptions, files: ["example.tsx", "other.tsx", "styles.d.ts"] }));
  await build({
    root: ROOT,
    base: "./",
    configFile: false,
    logLevel: "warn",
    resolve: { alias: [{ find: /^callgate-drawer$/, replacement: resolve("pkg/index.js") }, { find: "callgate-drawer/drawer.css", replacement: resolve("pkg/index.css") }] },
    worker: { format: "es" },
    build: { target: "es2022", modulePreload: false, assetsInlineLimit: 0, rollupOptions: { input: ["example", "other"].map((name) => `${ROOT}/${name}.html`) } },
  });
  site = await preview({ root: ROOT, configFile: false, base: "/app/", logLevel: "warn", preview: { host: "127.0.0.1", port: 0 } });
  address = site.resolvedUrls!.local[0]!;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: FLAGS });
});
after(async () => {
  await browser?.close();
  await site?.close();
});

async function visit(name: string, use: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  page.setDefaultTimeout(60_000);
  const { faults } = watch(page);
  await page.goto(`${address}${name}.html`);
  await page.getByRole("tab", { name: "Document" }).waitFor();
  await use(page);
  assert.deepEqual(faults.filter((fault) => !fault.includes("favicon")), []);
  await page.close();
}

interface Told {
  readonly saves: readonly [string, { total: number; looser: number; changes: readonly { tool: string | null; direction: string }[] }][];
  readonly drafts: readonly { text: string; valid?: boolean; saved: boolean }[];
}
const told = (page: Page) => page.evaluate(() => (globalThis as unknown as { told: Told }).told);
const set = (page: Page, props: object) => page.evaluate((given) => (globalThis as unknown as { told: { set: (props: object) => void } }).told.set(given), props);

test("the guide's example and the component's types hold in a strict project that checks its libraries", () => {
  execFileSync("node_modules/.bin/tsc", ["--project", ROOT], { stdio: "pipe" });
});

test("the guide's example works: a save comes back as the document, or stays a draft", () =>
  visit("example", async (page) => {
    await rule(page, "delete_note").selectOption("Deny");
    await summary(page).getByText("1 decision changes, Stricter 1").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await summary(page).getByText("Nothing to save").waitFor();
    assert.match(await settledText(page), /"delete_note": "deny"/);
    page.once("dialog", (dialog) => void dialog.dismiss());
    await rule(page, "delete_note").selectOption("Allow");
    await summary(page).getByText("1 decision changes, Looser 1").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.waitForTimeout(300);
    await summary(page).getByText("1 decision changes, Looser 1").waitFor();
  }));

test("without a document of its own the drawer keeps what is saved, and tells of drafts and saves", () =>
  visit("other", async (page) => {
    await rule(page, "a").selectOption("Deny");
    await summary(page).getByText("1 decision changes").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await summary(page).getByText("Nothing to save").waitFor();
    const { saves, drafts } = await told(page);
    assert.equal(saves.length, 1);
    const [text, { total, looser, changes }] = saves[0]!;
    assert.equal(JSON.parse(text).mcps[0].policy.tool_permissions.a, "deny");
    assert.deepEqual([total, looser, changes.map(({ tool, direction }) => [tool, direction])], [1, 0, [["a", "stricter"]]]);
    assert.deepEqual(drafts.at(-1), { text, valid: true, saved: true });
    await documentText(page).fill("{");
    await page.getByText("stays in force").waitFor();
    assert.deepEqual((await told(page)).drafts.at(-1), { text: "{", valid: false, saved: false });
  }));

test("another document takes the place of a draft, and undo brings that back; other lists are read", () =>
  visit("other", async (page) => {
    const connection = { type: "gateway", namespace: "custom", slug: "s" };
    await set(page, { document: JSON.stringify({ mcps: [{ name: "one", connection, policy: { tool_permissions: { x: "allow" } } }] }) });
    await server(page, "one").waitFor();
    await rule(page, "x").selectOption("Deny");
    await summary(page).getByText("1 decision changes").waitFor();
    await set(page, { document: { mcps: [{ name: "two", connection }] }, catalogs: { two: [{ name: "fresh", annotations: { destructiveHint: true } }] } });
    await row(page, "fresh").getByText("says: destructive").waitFor();
    await summary(page).getByText("Nothing to save").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await server(page, "one").waitFor();
    assert.equal(await rule(page, "x").inputValue(), "deny");
  }));

test("read-only: everything is shown and tried, nothing can be changed", () =>
  visit("other", async (page) => {
    await set(page, { defaultDocument: {}, readOnly: true });
    assert.ok(await rule(page, "a").isDisabled());
    assert.ok(await server(page, "s").getByRole("radio", { name: "Deny" }).isDisabled());
    assert.equal(await page.getByRole("button", { name: "Save", exact: true }).count(), 0);
    assert.equal(await documentText(page).getAttribute("readonly"), "");
    await page.getByRole("tab", { name: "Try a call" }).click();
    await page.getByText("no author rule").first().waitFor();
    assert.equal(await page.getByText("It should be").count(), 0);
    await set(page, { defaultDocument: {}, theme: "dark" });
    await page.locator('.cg-drawer[data-theme="dark"]').waitFor();
    const [dark, outside] = await page.evaluate(() => [".cg-drawer", "body"].map((name) => getComputedStyle(document.querySelector(name)!).colorScheme));
    assert.deepEqual([dark, outside], ["dark", "normal"]);
  }));

test("its styles reach nothing around it, and those around it do not undo its own", () =>
  visit("other", async (page) => {
    const css = readFileSync("pkg/index.css", "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
    const selectors = [...css.matchAll(/([^{}]+)\{/g)].map(([, selector]) => selector!.trim()).filter((selector) => !selector.startsWith("@"));
    assert.ok(selectors.length > 100);
    // Commas within brackets are part of one selector.
    const parts = selectors.flatMap((selector) => selector.split(/,(?![^(]*\))/));
    assert.deepEqual(parts.filter((selector) => !selector.startsWith(".cg-drawer")), []);

    const own = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("#own, #own *")].flatMap((element) => {
          const style = getComputedStyle(element);
          return [...style].map((name) => `${element.tagName} ${name}: ${style.getPropertyValue(name)}`);
        }),
      );
    const sheets = (disabled: boolean) =>
      page.evaluate((off) => {
        for (const sheet of document.styleSheets) if ([...sheet.cssRules].some(({ cssText }) => cssText.includes(".cg-drawer"))) sheet.disabled = off;
      }, disabled);
    const withStyles = await own();
    await sheets(true);
    const without = await own();
    await sheets(false);
    assert.ok(withStyles.length > 1_000);
    assert.deepEqual(withStyles.filter((line, index) => line !== without[index]), []);

    const style = (selector: string, name: string) => page.locator(selector).first().evaluate((element, wanted) => getComputedStyle(element).getPropertyValue(wanted), name);
    assert.notEqual(await style(".cg-drawer .cg-button", "background-color"), "rgb(1, 2, 3)");
    assert.notEqual(await style(".cg-drawer .cg-tab", "background-color"), "rgb(1, 2, 3)");
    assert.equal(await style(".cg-drawer .cg-counts", "padding-left"), "0px");
  }));
