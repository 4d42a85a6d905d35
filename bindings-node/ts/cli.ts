#!/usr/bin/env node
/** `npx callgate`: the command line of the core, through the addon. */
import { loadAddon } from "./addon.js";

const { addon, why } = loadAddon(__dirname);
if (addon) {
  process.exitCode = addon.runCli(process.argv.slice(2));
} else {
  console.error(`callgate: the command line needs the native addon: ${why}`);
  process.exitCode = 2;
}
