// Real clients and servers against the built package: `node tests/clients/test.mjs`, or with the names of
// single files. With CALLGATE_JUNIT=FILE the results are also written for the runner of all suites.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";

process.chdir(import.meta.dirname);
const wanted = process.argv.slice(2);
const files = readdirSync("test").filter((file) => file.endsWith(".test.mjs")).sort();
const chosen = files.filter((file) => wanted.length === 0 || wanted.some((name) => file.startsWith(name)));
if (chosen.length === 0) {
  console.error(`no test file begins with ${wanted.join(", ")}: there are ${files.join(", ")}`);
  process.exit(1);
}
const reporters = ["--test-reporter=spec", "--test-reporter-destination=stdout"];
const junit = process.env.CALLGATE_JUNIT;
if (junit) reporters.push("--test-reporter=junit", `--test-reporter-destination=${junit}`);
const words = ["--test", "--test-concurrency=2", ...reporters, ...chosen.map((file) => `test/${file}`)];
process.exit(spawnSync(process.execPath, words, { stdio: "inherit" }).status ?? 1);
