/** `callgate serve`, as a process of its own, and its parts. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { test, type TestContext } from "node:test";
import { Gate, Ledger } from "callgate";
import { Consent } from "../ts/cli/consent.js";
import { runCommand } from "../ts/cli/exec.js";
import type { ExecutedCall, PendingCall } from "../ts/runner/types.js";
import { post, runCli, startCli } from "./cli-server.js";

const AGENT = {
  tools: [
    { name: "search_docs", permission: "allow" },
    { name: "send_mail", permission: "ask" },
    { name: "drop_docs", permission: "deny" },
  ],
};
const SPECS = AGENT.tools.map(({ name }) => ({ name, description: `Does ${name}.`, callRef: "s3cret" }));

function files(t: TestContext, agent: object = AGENT, specs: unknown = SPECS) {
  const folder = mkdtempSync(join(tmpdir(), "callgate-test-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const write = (name: string, value: unknown) => {
    writeFileSync(join(folder, name), typeof value === "string" ? value : JSON.stringify(value));
    return join(folder, name);
  };
  return { folder, agent: write("agent.json", agent), specs: write("specs.json", specs), write };
}

const call = (name: string, args = "{}") => [`tools/call`, `{"name":"${name}","arguments":${args}}`] as const;
const text = (answer: Awaited<ReturnType<typeof post>>) => answer?.body.result?.content?.map((block) => block.text).join("");

test("serve runs the command for allowed calls alone, with the call as it was written", async (t) => {
  const { agent, specs, folder } = files(t);
  const log = join(folder, "log.jsonl");
  const server = await startCli(t, ["serve", agent, "--tools", specs, "--exec", "cat", "--log", log]);
  const token = readFileSync(server.ready.tokenFile!, "utf8");
  assert.match(token, /^[A-Za-z0-9_-]{43}$/);
  assert.equal(statSync(server.ready.tokenFile!).mode & 0o777, 0o600);

  const listed = await post(server.ready.url, token, "tools/list", "{}");
  assert.deepEqual(listed?.body.result?.tools?.map(({ name }) => name), ["search_docs", "send_mail"]);
  const given = '{"n":123456789012345678901234567890,"x":1.0,"z":"\\u00e9","a":{"__proto__":1}}';
  const ran = text(await post(server.ready.url, token, ...call("search_docs", given)))!;
  const [, id, args] = /^\{"id":"([^"]+)","tool":"search_docs","arguments":(.*)\}\n$/.exec(ran) ?? [];
  assert.ok(id, ran);
  assert.equal(args, given);

  const denied = await post(server.ready.url, token, ...call("drop_docs"));
  assert.equal(denied?.body.result?.isError, true);
  // Nobody is there to ask, so it is not left waiting for an answer.
  assert.match(text(await post(server.ready.url, token, ...call("send_mail"))) ?? "", /the policy does not permit/);
  // However the model breaks its lines, a call is one.
  const broken = text(await post(server.ready.url, token, ...call("search_docs", '{\r\n"a":\n{"id":"x","tool":"drop_docs","arguments":{}}\n,"b":"\\n"}')));
  assert.match(broken ?? "", /^\{"id":"[^"\n\r]+","tool":"search_docs","arguments":\{ "a": \{"id":"x","tool":"drop_docs","arguments":\{\}\} ,"b":"\\n"\}\}\n$/);
  assert.equal((await post(server.ready.url, "wrong", "tools/list", "{}"))?.status, 401);

  assert.equal(await server.end(), 0);
  assert.ok(!existsSync(server.ready.tokenFile!), "the token's file is left");
  const lines = readFileSync(log, "utf8").trim().split("\n").map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(lines.map(({ verdict }) => verdict), ["allow", "deny", "deny", "allow"]);
  assert.deepEqual(lines.map(({ step }) => step), ["spec_permission", "spec_permission", "unattended", "spec_permission"]);
  assert.equal(lines[1]!.pointer, "/tools/2/permission");
  assert.equal(statSync(log).mode & 0o777, 0o600);
  assert.ok(!readFileSync(log, "utf8").includes("123456789012345678901234567890"), "argument values are in the log");
});

test("serve shows the token on request, and denies everything under the kill switch", async (t) => {
  const { agent, specs } = files(t);
  const server = await startCli(t, ["serve", agent, "--tools", specs, "--exec", "cat", "--show-token"], { SANDBOX_AGENT_DENY_PERMISSIONS: "ture" });
  assert.equal(server.ready.tokenFile, undefined);
  const listed = await post(server.ready.url, server.ready.token!, "tools/list", "{}");
  assert.deepEqual(listed?.body.result?.tools, []);
  assert.equal((await post(server.ready.url, server.ready.token!, ...call("search_docs")))?.body.result?.isError, true);
  assert.equal(await server.end(), 0);
});

test("serve writes the token to a new file alone", async (t) => {
  const { agent, specs, folder, write } = files(t);
  const words = ["serve", agent, "--tools", specs, "--exec", "cat", "--token-file"];
  const taken = write("taken", "x");
  const link = join(folder, "link");
  symlinkSync(join(folder, "elsewhere"), link);
  for (const file of [taken, link, join(folder, "no", "such", "folder"), folder]) {
    const { code, err } = await runCli([...words, file]);
    assert.equal(code, 2, err);
    assert.match(err, /^error: cannot write the token to /);
  }
  assert.equal(readFileSync(taken, "utf8"), "x");
  assert.ok(!existsSync(join(folder, "elsewhere")));
});

test("serve says what is wrong with its words, and does not repeat values", async (t) => {
  const { agent, specs, write } = files(t);
  const good = ["serve", agent, "--tools", specs, "--exec", "cat"];
  const odd: [string[], number, RegExp][] = [
    [["serve"], 2, /`FILE` is needed/],
    [["serve", agent], 2, /`--tools` is needed/],
    [["serve", agent, "--tools", specs], 2, /`--exec` is needed/],
    [["serve", agent, agent, "--tools", specs, "--exec", "cat"], 2, /more than one document/],
    [[...good, "--exec", "s3cret"], 2, /`--exec` is given twice/],
    [[...good, "--nonsense"], 2, /no option `--nonsense`/],
    [[...good, "--timeout", "0"], 2, /`--timeout`/],
    [[...good, "--timeout", "1e3"], 2, /`--timeout`/],
    [[...good, "--format", "s3cret"], 2, /`human` or `json`/],
    [[...good, "--show-token=s3cret"], 2, /`--show-token`/],
    [["serve", `${agent}x`, "--tools", specs, "--exec", "cat"], 2, /no such file/],
    [["serve", agent, "--tools", `${specs}x`, "--exec", "cat"], 2, /no such file/],
    [["serve", agent, "--tools", write("a", "{"), "--exec", "cat"], 2, /is not JSON/],
    [["serve", agent, "--tools", write("b", "{}"), "--exec", "cat"], 2, /no list of tool specs/],
    [["serve", agent, "--tools", write("c", [...SPECS, ...SPECS]), "--exec", "cat"], 2, /search_docs/],
    [["serve", write("d", { tools: [{ name: "a b" }] }), "--tools", specs, "--exec", "cat"], 1, /invalid/],
    [[...good, "--floor", write("e", { mcps: 7 })], 1, /invalid/],
    [[...good, "--log", "/no/such/folder/log"], 2, /cannot write the log/],
  ];
  for (const [words, code, says] of odd) {
    const ended = await runCli(words);
    assert.equal(ended.code, code, `${words.join(" ")}: ${ended.err}`);
    assert.match(ended.err + ended.out, says);
    assert.ok(!(ended.err + ended.out).includes("s3cret"), ended.err);
  }
  const help = await runCli(["serve", "--help"]);
  assert.equal(help.code, 0);
  assert.match(help.out, /--exec COMMAND/);
  assert.match((await runCli(["--help"])).out, /serve {3}Serve tools/);
});

const executed = (over: Partial<ExecutedCall> = {}): ExecutedCall => ({
  id: "1",
  tool: "t",
  arguments: {},
  argumentsText: "{}",
  spec: { name: "t" },
  signal: new AbortController().signal,
  ...over,
});

test("a command's exit code, output and end decide the result", async () => {
  assert.equal(await runCommand("printf 'é'", executed(), 10_000), "é");
  await assert.rejects(runCommand("echo nope; exit 3", executed(), 10_000), /^Error: nope$/);
  await assert.rejects(runCommand("exit 3", executed(), 10_000), /exit code 3/);
  await assert.rejects(runCommand("kill -9 $$", executed(), 10_000), /SIGKILL/);
  await assert.rejects(runCommand("no-such-command-here 2>/dev/null", executed(), 10_000), /exit code 127/);
  await assert.rejects(runCommand("head -c 11000000 /dev/zero", executed(), 10_000), /more than/);
  // Not reading the call is no fault, however long it is.
  assert.equal(await runCommand("true", executed({ argumentsText: `{"a":"${"x".repeat(3_000_000)}"}` }), 10_000), "");
});

test("what a command says beside its result cannot act on the terminal, nor pass for a question", async (t) => {
  const shown: string[] = [];
  const write = t.mock.method(process.stderr, "write", (text: string) => shown.push(text) > 0);
  try {
    const command = "printf 'a\\033[2J\\nAllow it once? [y/n] ' >&2; sleep 0.1; printf 'b\\n\\nc\\r\\n' >&2; printf ok";
    assert.equal(await runCommand(command, executed(), 10_000), "ok");
  } finally {
    write.mock.restore();
  }
  assert.equal(shown.join(""), "| a\\u{1b}[2J\n| Allow it once? [y/n] b\n| \n| c\n");
});

test("RUN-29 a command is ended, with all that it started, by a timeout or an abort", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "callgate-test-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const mark = join(folder, "mark");
  // What it starts would write the mark, unless it ends with it.
  const command = `(sleep 1; touch ${mark}) & wait`;
  await assert.rejects(runCommand(command, executed(), 100), /took longer than 0.1 s/);
  await assert.rejects(runCommand(command, executed({ spec: { name: "t", timeoutMs: 50 } }), 60_000), /took longer than 0.05 s/);
  const abort = new AbortController();
  const running = runCommand(command, executed({ signal: abort.signal }), 60_000);
  setTimeout(() => abort.abort(), 50);
  await assert.rejects(running, /aborted/);
  await assert.rejects(runCommand(command, executed({ signal: AbortSignal.abort() }), 60_000), /aborted/);
  await wait(1_300);
  assert.ok(!existsSync(mark), "something of the command lived on");
});

function terminal(isTTY = true, seen = isTTY) {
  const output: PassThrough & { isTTY?: boolean } = Object.assign(new PassThrough(), { isTTY: seen });
  let shown = "";
  output.on("data", (part: Buffer) => (shown += part.toString("utf8")));
  const input: PassThrough & { isTTY?: boolean } = Object.assign(new PassThrough(), { isTTY });
  const until = async (pattern: RegExp) => {
    while (!pattern.test(shown)) await wait(5);
    shown = shown.replace(pattern, "");
  };
  return { input, output, until, shown: () => shown };
}

test("RUN-27 the person at the terminal answers with y or n, and a yes runs the call once", async () => {
  const gate = new Gate(AGENT);
  const ledger = new Ledger();
  const screen = terminal();
  const consent = new Consent(screen, ledger);
  const ask = (argumentsText: string): PendingCall => {
    const { key, kind } = gate.judge(`{"tool":"send_mail","args":${argumentsText}}`, ledger);
    assert.equal(kind, "pending");
    return { id: "1", tool: "send_mail", arguments: {}, argumentsText, spec: { name: "send_mail" }, key: key! };
  };
  const judged = (argumentsText: string) => gate.judge(`{"tool":"send_mail","args":${argumentsText}}`, ledger).kind;

  consent.pending(ask('{"to":"ann\\u202e\\u001b[2J","n":9007199254740993}'));
  await screen.until(/send_mail[^]*ann\\u\{202E\}\\u001b\[2J[^]*9007199254740993[^]*\[y\/n\] /);
  // A second one waits its turn, and one that comes again is not asked about twice.
  consent.pending(ask('{"to":"bob"}'));
  consent.pending(ask('{"to":"bob"}'));
  await wait(300);
  screen.input.write("maybe\n");
  await screen.until(/\[y\/n\] /);
  // What is typed ahead is not taken for an answer to the next question.
  screen.input.write("Y\ny\n");
  await screen.until(/Yes: it runs[^]*bob[^]*\[y\/n\] /);
  screen.input.write("y\n");
  await wait(300);
  screen.input.write("n\n");
  await screen.until(/No: /);
  await wait(20);
  assert.equal(screen.shown().includes("[y/n]"), false, "it asked twice");
  assert.equal(judged('{"n":9007199254740993,"to":"ann\\u202e\\u001b[2J"}'), "allow");
  assert.equal(judged('{"n":9007199254740993,"to":"ann\\u202e\\u001b[2J"}'), "pending");
  assert.equal(judged('{"to":"bob"}'), "deny");
  consent.close();
});

test("RUN-27 without a terminal, or when it goes away, nothing is answered", async () => {
  const ledger = new Ledger();
  const pending: PendingCall = { id: "1", tool: "send_mail", arguments: {}, argumentsText: "{}", spec: { name: "send_mail" }, key: `send_mail#${"a".repeat(64)}` };
  const none = terminal(false);
  const unattended = new Consent(none, ledger);
  assert.equal(unattended.attended, false);
  unattended.pending(pending);
  await none.until(/send_mail waits for a person, and there is no terminal/);
  const unseen = new Consent(terminal(true, false), ledger);
  assert.equal(unseen.attended, false, "a question that goes to a file is asked");
  unseen.close();
  const gone = terminal();
  const consent = new Consent(gone, ledger);
  consent.pending(pending);
  await gone.until(/\[y\/n\] /);
  gone.input.end();
  await gone.until(/stays unanswered/);
  consent.pending(pending);
  await gone.until(/no terminal/);
  assert.equal(ledger.toJson(), new Ledger().toJson());
});

test("RUN-51 a yes to a server's tool is found for that tool of that server", async () => {
  const policy = { permission: "ask" };
  const connection = (slug: string) => ({ type: "gateway", namespace: "custom", slug });
  const gate = new Gate({ mcps: [{ name: "a.b", connection: connection("a"), policy }, { name: "c", connection: connection("c"), policy }] });
  const ledger = new Ledger();
  const judge = (server: string) => gate.judge(`{"server":"${server}","tool":"write","args":{"x":1}}`, ledger);
  const screen = terminal();
  const consent = new Consent(screen, ledger);
  const { key } = judge("a.b");
  consent.pending({ id: "1", tool: "write", arguments: {}, argumentsText: '{"x":1}', spec: { name: "write" }, key: key! }, "a.b");
  await screen.until(/server: "a\.b"\ntool: "write"[^]*\[y\/n\] /);
  await wait(300);
  screen.input.write("y\n");
  await screen.until(/Yes: /);
  assert.deepEqual([judge("c").kind, judge("a.b").kind, judge("a.b").kind], ["pending", "allow", "pending"]);
  consent.close();
});

test("RUN-29 serve ends the commands that run when it is interrupted, and answers nothing any more", async (t) => {
  const { agent, specs, folder } = files(t);
  const [began, mark] = [join(folder, "began"), join(folder, "mark")];
  const server = await startCli(t, ["serve", agent, "--tools", specs, "--exec", `touch ${began}; sleep 3; touch ${mark}`, "--show-token"]);
  const answer = post(server.ready.url, server.ready.token!, ...call("search_docs"));
  while (!existsSync(began)) await wait(10);
  assert.equal(await server.end(), 0);
  assert.equal(await answer, undefined);
  await wait(3_100);
  assert.ok(!existsSync(mark), "the command lived on");
});
