/** The built page in a real browser, served under a path that the build knows nothing of (DRAW-14). */
import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { preview, type PreviewServer } from "vite";

const PATH = "/some/deep/path/";
export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

export interface Served {
  readonly browser: Browser;
  readonly address: string;
  close(): Promise<void>;
}

export async function serve(): Promise<Served> {
  if (!existsSync("dist/index.html")) throw new Error("there is no dist/: `npm run build` first");
  const server: PreviewServer = await preview({
    base: PATH,
    logLevel: "warn",
    preview: { host: "127.0.0.1", port: 0, strictPort: true },
  });
  const address = server.resolvedUrls?.local[0];
  if (!address) throw new Error("the server has no address");
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, headless: true, args: FLAGS });
  return {
    browser,
    address,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** What went wrong in a page, and what it loaded. */
export interface Watched {
  readonly faults: string[];
  readonly requests: string[];
}

export function watch(page: Page): Watched {
  const faults: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => requests.push(request.url()));
  page.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
  return { faults, requests };
}
