import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/**
 * What the page may load and run: its own files and the wasm module, and nothing from elsewhere
 * (DRAW-14). Only in what is built, since the development server puts scripts into the page.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const contentSecurityPolicy: Plugin = {
  name: "content-security-policy",
  apply: "build",
  transformIndexHtml: () => [
    { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
  ],
};

const wasmPackage = fileURLToPath(new URL("../bindings-wasm/pkg/index.js", import.meta.url));
if (!existsSync(wasmPackage)) throw new Error("bindings-wasm/pkg is not built yet: `make wasm`");

export default defineConfig({
  // Addresses relative to the page, so that it works wherever its files are put (DRAW-14).
  base: "./",
  plugins: [react(), contentSecurityPolicy],
  resolve: {
    alias: { "callgate-wasm": wasmPackage },
  },
  worker: { format: "es" },
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    // A `data:` address would be a source that the policy does not name.
    assetsInlineLimit: 0,
  },
  server: { host: "127.0.0.1", fs: { allow: [".."] } },
});
