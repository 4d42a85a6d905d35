/**
 * How far one rendering raises the most memory that this process ever had resident, in bytes.
 *   node peak.mjs FILE MAXCHARS callgate|plain
 */
import { readFileSync } from "node:fs";
import { renderTurn } from "callgate";
import { render, request } from "./history.js";

/** Bytes that the kernel counts. */
function resident(field: "VmRSS" | "VmHWM"): number {
  const found = new RegExp(`^${field}:\\s*(\\d+) kB`, "m").exec(readFileSync("/proc/self/status", "utf8"));
  if (!found) throw new Error(`the kernel says no ${field}`);
  return Number(found[1]) * 1024;
}

const [file, limit, of] = process.argv.slice(2);
const maxChars = Number(limit);
const run = of === "callgate" ? (bytes: Buffer) => renderTurn(bytes, { maxChars }) : (bytes: Buffer) => render(bytes, maxChars);
run(request(1000));
const bytes = readFileSync(file!);
globalThis.gc?.();
const before = resident("VmRSS");
run(bytes);
console.log(resident("VmHWM") - before);
