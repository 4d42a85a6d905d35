#!/usr/bin/env node
/**
 * `npx callgate`: the command line of the core, through the addon, and beside it what needs a server:
 * `serve` and `proxy`.
 */
import { loadAddon } from "./addon.js";
import { SERVERS, summary } from "./cli/commands.js";

const [command = "--help", ...rest] = process.argv.slice(2);
const { addon, why } = loadAddon(__dirname);
if (!addon) {
  console.error(`callgate: the command line needs the native addon: ${why}`);
  process.exitCode = 2;
} else if (Object.hasOwn(SERVERS, command)) {
  const check = (file: string) => addon.runCli(["check", "--", file]);
  const run = SERVERS[command as keyof typeof SERVERS];
  void run(rest, check).then((code) => {
    process.exitCode = code;
  });
} else {
  process.exitCode = addon.runCli(process.argv.slice(2));
  if (command === "--help" || command === "-h") console.log(summary);
}
