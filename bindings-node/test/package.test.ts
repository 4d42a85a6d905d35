/** The packed packages in a clean project (QUAL-38): imported, required, type-checked, and with a part missing. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const here = process.cwd();
const project = mkdtempSync(join(tmpdir(), "callgate-package-"));
after(() => rmSync(project, { recursive: true, force: true }));

const node = (cwd: string, ...words: string[]) => execFileSync(process.execPath, words, { cwd, encoding: "utf8" });
const npm = (cwd: string, ...words: string[]) => execFileSync("npm", words, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** Packs both packages and unpacks them as an installation would. */
function install(): void {
  for (const [name, folder] of [["callgate", here], ["callgate-wasm", join(here, "../bindings-wasm")]] as const) {
    const [packed] = JSON.parse(npm(folder, "pack", "--json", "--pack-destination", project)) as { filename: string }[];
    const target = join(project, "node_modules", name);
    mkdirSync(target, { recursive: true });
    execFileSync("tar", ["-xzf", join(project, packed!.filename), "-C", target, "--strip-components=1"]);
  }
  // What an installation would fetch; none of these needs others.
  const { dependencies } = JSON.parse(readFileSync(join(here, "package.json"), "utf8")) as { dependencies: Record<string, string> };
  for (const name of Object.keys(dependencies)) cpSync(join(here, "node_modules", name), join(project, "node_modules", name), { recursive: true });
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "clean", private: true }));
}
install();

const USE = `
const agent = { mcps: [{ name: "s", connection: { type: "gateway", namespace: "custom", slug: "s" }, policy: { tool_permissions: { a: "allow" } } }] };
const gate = new Gate(agent);
console.log(version(), gate.decide({ server: "s", tool: "a" }).permission, gate.decide({ server: "s", tool: "b" }).permission, validate("{").ok);
try { new Gate("{"); } catch (error) { console.log(error.name, error.code, error instanceof InvalidDocument, error.diagnostics.length); }
`;
const SAID = /^\d+\.\d+\.\d+ allow ask false\nInvalidDocument invalid_document true 1\n$/;

for (const name of ["callgate", "callgate-wasm"]) {
  test(`${name} can be imported`, () => {
    writeFileSync(join(project, "use.mjs"), `import { Gate, InvalidDocument, init, validate, version } from "${name}";\nawait init();\n${USE}`);
    assert.match(node(project, "use.mjs"), SAID);
  });
}

test("callgate can be required, and what is imported is the same", () => {
  writeFileSync(join(project, "use.cjs"), `const { Gate, InvalidDocument, validate, version } = require("callgate");\n${USE}`);
  assert.match(node(project, "use.cjs"), SAID);
  writeFileSync(
    join(project, "same.mjs"),
    `import { createRequire } from "node:module";\nimport * as imported from "callgate";\nconst required = createRequire(import.meta.url)("callgate");\nconsole.log(Object.keys(required).every((name) => required[name] === imported[name]), Object.keys(required).length === Object.keys(imported).length);`,
  );
  assert.equal(node(project, "same.mjs"), "true true\n");
});

const RUN = `
const gate = new Gate({ tools: [{ name: "echo", permission: "allow" }] });
startInternalToolMcpServer({ specs: [{ name: "echo" }], gate, ledger: new Ledger(), execute: ({ argumentsText }) => argumentsText }).then(async (server) => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"a":1}}}';
  const answer = await fetch(server.url, { method: "POST", headers: { authorization: "Bearer " + server.authorizationToken }, body });
  console.log(answer.status, (await answer.json()).result.content[0].text);
  await server.close();
});
`;

test("RUN-20 callgate/runner can be imported and required, and works on gates of callgate, however each came", () => {
  const pairs = { "both.mjs": ["import", "import"], "both.cjs": ["require", "require"], "gate.mjs": ["import", "require"], "runner.mjs": ["require", "import"] };
  for (const [file, [gate, runner]] of Object.entries(pairs)) {
    const line = (how: string | undefined, names: string, from: string) => (how === "import" ? `import { ${names} } from "${from}";` : `const { ${names} } = require("${from}");`);
    const makes = file.endsWith(".mjs") ? 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);' : "";
    writeFileSync(join(project, file), [makes, line(gate, "Gate, Ledger", "callgate"), line(runner, "startInternalToolMcpServer", "callgate/runner"), RUN].join("\n"));
    assert.equal(node(project, file), '200 {"a":1}\n', file);
  }
});

test("callgate/runner exports exactly the names that its types declare", () => {
  writeFileSync(join(project, "runner-names.mjs"), `import * as runner from "callgate/runner";\nconsole.log(JSON.stringify(Object.keys(runner).sort()));`);
  const names = JSON.parse(node(project, "runner-names.mjs")) as string[];
  assert.ok(names.includes("startInternalToolMcpServer"));
  const all = `import * as runner from "callgate/runner";\n${names.map((name) => `export const use_${name} = runner.${name};`).join("\n")}\nconst names: Record<keyof typeof runner, true> = { ${names.map((name) => `${name}: true`).join(", ")} };\nexport { names };`;
  compile("runner-names.mts", all, "node16", "node");
});

test("both packages export the same names, and exactly those that the types declare", () => {
  writeFileSync(
    join(project, "names.mjs"),
    `import * as node from "callgate";\nimport * as wasm from "callgate-wasm";\nconsole.log(JSON.stringify([Object.keys(node).sort(), Object.keys(wasm).sort()]));`,
  );
  const [fromNode, fromWasm] = JSON.parse(node(project, "names.mjs")) as [string[], string[]];
  assert.deepEqual(fromNode, fromWasm);
  const uses = fromNode.map((name) => `export const use_${name} = callgate.${name};`).join("\n");
  const all = `import * as callgate from "callgate";\n${uses}\nconst names: Record<keyof typeof callgate, true> = { ${fromNode.map((name) => `${name}: true`).join(", ")} };\nexport { names };`;
  compile("names.mts", all, "node16");
});

test("callgate is importable from its own folder", () => {
  const script = `import { version } from "callgate"; console.log(typeof version());`;
  assert.equal(node(here, "--input-type=module", "--eval", script), "string\n");
  assert.equal(node(here, "--eval", `console.log(typeof require(${JSON.stringify(here)}).version())`), "string\n");
});

test("the packages hold what they need and nothing else", () => {
  const files = (name: string) => readdirSync(join(project, "node_modules", name), { recursive: true, encoding: "utf8" }).sort();
  const wasm = ["package.json", "pkg", "pkg/callgate.wasm", "pkg/index.d.ts", "pkg/index.js"];
  assert.deepEqual(files("callgate-wasm").filter((file) => !/^(LICENSE|README)/.test(file)), wasm);
  for (const file of ["dist/index.cjs", "dist/index.mjs", "dist/index.d.cts", "dist/index.d.mts", "dist/cli.cjs", "dist/callgate.wasm"]) {
    assert.ok(files("callgate").includes(file), file);
  }
  assert.ok(files("callgate").some((file) => file.endsWith(".node")));
  assert.deepEqual(files("callgate").filter((file) => /(^|\/)(src|ts|test|bench|node_modules)(\/|$)/.test(file)), []);
});

test("npx callgate runs the command line of the core, with its exit codes", () => {
  writeFileSync(join(project, "agent.json"), `{"mcps": [{"name": "agenta-tools"}]}`);
  const said = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["node_modules/callgate/dist/cli.cjs", ...words], { cwd: project, encoding: "utf8" });
    return { status, stdout, stderr };
  };
  const checked = said("check", "agent.json", "--format", "json");
  assert.equal(checked.status, 1);
  assert.match(checked.stdout, /"name\.reserved"/);
  assert.equal(said("no-such-command").status, 2);
  assert.match(said("--help").stdout, /callgate/);
  assert.equal(said("--version").stdout.trim().split(" ").at(-1), JSON.parse(readFileSync(join(here, "package.json"), "utf8")).version);
});

for (const [missing, pattern] of [["the addon", /\.node$/], ["the wasm module", /\.wasm$/]] as const) {
  test(`callgate works without ${missing}`, () => {
    const target = join(project, `without-${missing.replaceAll(" ", "-")}`);
    cpSync(join(project, "node_modules/callgate"), join(target, "node_modules/callgate"), { recursive: true });
    const dist = join(target, "node_modules/callgate/dist");
    for (const file of readdirSync(dist)) if (pattern.test(file)) rmSync(join(dist, file));
    writeFileSync(join(target, "use.cjs"), `const { Gate, InvalidDocument, validate, version } = require("callgate");\n${USE}`);
    assert.match(node(target, "use.cjs"), SAID);
    if (missing !== "the addon") return;
    const { status, stderr } = spawnSync(process.execPath, [join(dist, "cli.cjs"), "check"], { encoding: "utf8" });
    assert.equal(status, 2);
    assert.match(stderr, /^callgate: the command line needs the native addon: none was built for /);
  });
}

test("without addon and wasm module the first use says what is missing", () => {
  const target = join(project, "without-both");
  cpSync(join(project, "node_modules/callgate"), join(target, "node_modules/callgate"), { recursive: true });
  const dist = join(target, "node_modules/callgate/dist");
  for (const file of readdirSync(dist)) if (/\.(node|wasm)$/.test(file)) rmSync(join(dist, file));
  const script = `try { require("callgate").version() } catch (error) { console.log(error.code, error.message) }`;
  assert.match(node(target, "--eval", script), /^not_ready neither the wasm module nor an addon is there: none was built for /);
});

test("callgate-wasm waits for init() where no file can be read", () => {
  const script = `
    const getBuiltinModule = process.getBuiltinModule;
    process.getBuiltinModule = undefined;
    const { Gate, init } = await import("callgate-wasm");
    try { Gate.closed() } catch (error) { console.log(error.code, error.message) }
    const bytes = getBuiltinModule("node:fs").readFileSync("node_modules/callgate-wasm/pkg/callgate.wasm");
    await Promise.all([init(bytes), init(bytes)]);
    console.log(Gate.closed().decide({ tool: "Read" }).permission);`;
  assert.equal(node(project, "--input-type=module", "--eval", script), "not_ready the wasm module is not loaded yet: `await init()` first\ndeny\n");
});

test("a bundler for browsers takes callgate-wasm as it is", async () => {
  const { build } = await import("esbuild");
  writeFileSync(join(project, "entry.mjs"), `import { init, Gate } from "callgate-wasm";\nawait init("/callgate.wasm");\nconsole.log(Gate.closed());`);
  const { warnings } = await build({
    entryPoints: [join(project, "entry.mjs")],
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    logLevel: "silent",
  });
  assert.deepEqual(warnings, []);
});

const PROGRAM = `
import { CallgateError, Gate, InvalidDocument, init, suggestRule, validate, type Call, type Decision, type Report } from "PACKAGE";

const gate: Gate = new Gate({ mcps: [] }, { denyAll: false, trustedHints: ["s"], floor: "{}", catalogs: { s: { tools: [{ name: "t" }] } } });
const call: Call = { server: "s", tool: "t", args: { a: 1 }, read_only: true };
const decision: Decision = gate.decide(call);
const permission: "allow" | "ask" | "deny" = decision.permission;
const report: Report = validate(new Uint8Array());
const tools: { name: string; extra: number }[] = gate.offered("s", [{ name: "t", extra: 1 }]);
const more: Decision[] = gate.decideMany([call, { name: "mcp__s__t" }]);
const error: CallgateError = new InvalidDocument("", report.diagnostics);
const steps: readonly { id: string; why: string }[] | undefined = gate.explain(call).candidates[0]?.steps;
const ready: Promise<void> = init();
const path: string | undefined = suggestRule({}, call, "allow").edit[0]?.path;
// @ts-expect-error a permission is one of three words
suggestRule({}, call, "maybe");
// @ts-expect-error a result cannot be changed
decision.permission = "allow";
// @ts-expect-error no such option
new Gate({}, { denyall: true });
export { error, more, path, permission, ready, steps, tools };
`;

const RUNNER_PROGRAM = `
import { Gate, Ledger } from "callgate";
import { startInternalToolMcpServer, type ExecutedCall, type InternalToolMcpServer, type LogLine, type ToolSpec } from "callgate/runner";

const specs: ToolSpec[] = [{ name: "a", kind: "client", inputSchema: { type: "object" }, callRef: 1 }];
const lines: LogLine[] = [];
export const server: Promise<InternalToolMcpServer> = startInternalToolMcpServer({
  specs,
  gate: new Gate({}),
  ledger: new Ledger(),
  execute: async (call: ExecutedCall) => (call.arguments.x === 1n ? call.argumentsText : [{ type: "text", text: call.spec.name }]),
  onPause: ({ key }) => key.length,
  log: (line) => lines.push(line),
});
// @ts-expect-error without a gate nothing is served
startInternalToolMcpServer({ specs, execute: () => "" });
// @ts-expect-error a result is a text or a list of blocks
startInternalToolMcpServer({ specs, gate: new Gate({}), execute: () => 7 });
// @ts-expect-error a kind is one of three words
export const wrong: ToolSpec = { name: "a", kind: "builtin" };
`;

/**
 * Compiles one file in the clean project, with the type-checking of libraries on and no ambient types
 * but those that are named.
 */
function compile(file: string, text: string, resolution: "node16" | "bundler", types = ""): void {
  writeFileSync(join(project, file), text);
  const modules = resolution === "node16" ? "node16" : "esnext";
  const options = ["--noEmit", "--strict", "--skipLibCheck", "false", "--exactOptionalPropertyTypes", "--target", "es2022", "--lib", "es2022", "--types", types];
  if (types !== "") options.push("--typeRoots", join(here, "node_modules/@types"));
  const compiler = join(here, "node_modules/.bin/tsc");
  try {
    execFileSync(compiler, [...options, "--module", modules, "--moduleResolution", resolution, file], { cwd: project, encoding: "utf8" });
  } catch (error) {
    assert.fail((error as { stdout: string }).stdout);
  }
}

for (const resolution of ["node16", "bundler"] as const) {
  for (const name of ["callgate", "callgate-wasm"]) {
    for (const extension of resolution === "node16" && name === "callgate" ? ["mts", "cts"] : ["mts"]) {
      test(`the types of ${name} compile under ${resolution} (${extension})`, () => {
        compile(`types.${extension}`, PROGRAM.replace("PACKAGE", name), resolution);
      });
    }
  }
}

for (const [resolution, extension] of [["node16", "mts"], ["node16", "cts"], ["bundler", "mts"]] as const) {
  test(`the types of callgate/runner compile under ${resolution} (${extension})`, () => {
    compile(`runner-types.${extension}`, RUNNER_PROGRAM, resolution, "node");
  });
}
