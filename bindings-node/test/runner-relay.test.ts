/** The file relay: how a call gets from a sandbox to the runner and its answer back (RUN-80, RUN-81). */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { localRelayFiles } from "../ts/runner/relay-files.js";
import { answerText, cleanRelayId, PAUSED, readAnswer, requestId, requestText } from "../ts/runner/relay-record.js";
import type { RelayFiles } from "../ts/runner/types.js";
import { answer, directory, echo, exchange, isOk, mintId, pause, pickup, put, until } from "./relay-directory.js";

test("RUN-80 ids from elsewhere are cleaned", () => {
  const cases: [id: string, cleaned: string][] = [
    ["call_1-A", "call_1-A"],
    ["", "tool"],
    ["call|1", "call_1"],
    ["../../etc/passwd", "______etc_passwd"],
    ["a.req.json", "a_req_json"],
    ["é😀", "___"],
    ["\0\n\r ", "____"],
    ["\ud800", "_"],
    ["x".repeat(121), "x".repeat(120)],
    ["/".repeat(500), "_".repeat(120)],
    ["__proto__", "__proto__"],
  ];
  for (const [id, cleaned] of cases) {
    assert.equal(cleanRelayId(id), cleaned);
    assert.equal(requestId(`${cleaned}.req.json`), cleaned);
  }
  for (const name of [".req.json", "a.res.json", "a.req.json.tmp", "a.tmp", "a b.req.json", "../a.req.json", `${"x".repeat(121)}.req.json`, "a.req.jsonx", "a.REQ.JSON"]) {
    assert.equal(requestId(name), undefined, name);
  }
});

test("RUN-80 a request has its keys in one order, and arguments as they were written", () => {
  assert.equal(requestText('a"b', "id-1"), '{"toolName":"a\\"b","toolCallId":"id-1","args":{}}');
  const text = '{ "n": 9007199254740993, "e": 1.0e2, "s": "\\ud800" }';
  assert.equal(requestText("t", "i", text), `{"toolName":"t","toolCallId":"i","args":${text}}`);
});

test("RUN-80 answers have the form that is agreed, and what has another is none", () => {
  const content = '[{"type":"image","data":"AA==","mimeType":"image/png"},{"type":"x","n":9007199254740993}]';
  const answers: [text: string, outcome: Parameters<typeof answerText>[0]][] = [
    ['{"ok":true,"text":"a\\"b"}', { kind: "result", content: '[{"type":"text","text":"a\\"b"}]' }],
    [`{"ok":true,"content":${content}}`, { kind: "result", content }],
    ['{"ok":true,"content":[]}', { kind: "result", content: "[]" }],
    ['{"ok":true,"content":[{"type":"text","text":"x","annotations":{}}]}', { kind: "result", content: '[{"type":"text","text":"x","annotations":{}}]' }],
    ['{"ok":false,"error":"no"}', { kind: "tool error", message: "no" }],
    [JSON.stringify({ ok: true, text: PAUSED, paused: true }), { kind: "paused" }],
  ];
  for (const [text, outcome] of answers) {
    assert.equal(answerText(outcome), text);
    assert.deepEqual(readAnswer(text), outcome);
    assert.deepEqual(readAnswer(` ${text}\n`), outcome);
    for (let length = 0; length < text.length; length++) assert.equal(readAnswer(text.slice(0, length)), undefined);
  }
  assert.equal(answerText({ kind: "protocol error", code: -32602, message: "no" }), '{"ok":false,"error":"no"}');
  assert.equal(answerText({ kind: "aborted" }), undefined);
  for (const value of [null, 1, "ok", [], {}, { ok: true }, { ok: "true", text: "x" }, { ok: true, text: 1 }, { ok: true, content: {} }, { ok: false }, { ok: false, error: 1 }, { ok: 1, text: "x" }, { text: "x" }, { ok: true, content: "[]" }]) {
    assert.equal(readAnswer(JSON.stringify(value)), undefined, JSON.stringify(value));
  }
  for (const value of [{ paused: true }, { ok: false, error: "x", paused: true }, { ok: true, text: "x", paused: true }]) {
    assert.deepEqual(readAnswer(JSON.stringify(value)), { kind: "paused" });
  }
  assert.deepEqual(readAnswer('{"ok":true,"text":"x","paused":"true"}')?.kind, "result");
});

test("RUN-80 a call goes out and its answer comes back, and the directory is empty again", async (context) => {
  const path = directory(context);
  pickup(context, path);
  const given = await exchange(path, { mintId: () => "id-1" }).call({ tool: "t", argumentsText: '{"n":9007199254740993}' });
  assert.deepEqual(given, { ok: true, text: '{"toolName":"t","toolCallId":"id-1","args":{"n":9007199254740993}}' });
  assert.deepEqual(fs.readdirSync(path), []);
});

test("RUN-80 each call has an id of its own that is random", async (context) => {
  const path = directory(context);
  const ids = new Set<string>();
  pickup(context, path, async (bytes, signal) => {
    ids.add(JSON.parse(new TextDecoder().decode(bytes)).toolCallId);
    return echo(bytes, signal);
  });
  const side = exchange(path);
  await Promise.all(Array.from({ length: 50 }, () => side.call({ tool: "t" })));
  assert.equal(ids.size, 50);
});

test("RUN-80 files appear whole: by a rename from a name that neither side looks for", async (context) => {
  const path = directory(context);
  const names = new Set<string>();
  const watcher = fs.watch(path, (_, name) => names.add(String(name)));
  pickup(context, path);
  await exchange(path, { mintId: () => "id-1" }).call({ tool: "t" });
  await until(() => names.size >= 5);
  watcher.close();
  const others = [...names].filter((name) => !["id-1.req.json", "id-1.res.json"].includes(name));
  assert.ok(others.length >= 2);
  for (const name of others) assert.match(name, /^id-1\..*tmp$/);
});

test("RUN-80 an answer that lies there before the request is an error, and nothing is asked", async (context) => {
  const path = directory(context);
  for (const name of ["planted.res.json", "planted.req.json"]) {
    fs.writeFileSync(join(path, name), '{"ok":true,"text":"forged"}');
    const given = await exchange(path, { mintId: () => "planted" }).call({ tool: "t" });
    assert.deepEqual(given, {
      ok: false,
      error: "the call could not be handed to the runner and was not made: a record of this call lies there already",
    });
    assert.deepEqual(fs.readdirSync(path), [name]);
    fs.unlinkSync(join(path, name));
  }
});

test("RUN-80 the runner does not serve a request beside which an answer lies", async (context) => {
  const path = directory(context);
  fs.writeFileSync(join(path, "planted.res.json"), '{"ok":true,"text":"forged"}');
  put(path, "planted", requestText("t", "planted"));
  let served = 0;
  pickup(context, path, async () => ({ ok: true, text: String(++served) }));
  await until(() => !fs.existsSync(join(path, "planted.req.json")));
  put(path, "next", requestText("t", "next"));
  await until(() => answer(path, "next"));
  assert.equal(served, 1);
});

test("RUN-80 1,000 calls at one time all get their own answers", async (context) => {
  const path = directory(context);
  let [under, most] = [0, 0];
  pickup(context, path, async (bytes) => {
    most = Math.max(most, ++under);
    await until(() => most === 1000);
    under--;
    return echo(bytes, new AbortController().signal);
  });
  const side = exchange(path);
  const answers = await Promise.all(
    Array.from({ length: 1000 }, async (_, index) => [index, await side.call({ tool: "t", argumentsText: `[${index}]` })] as const),
  );
  for (const [index, given] of answers) assert.ok(given !== "none" && given.text?.endsWith(`"args":[${index}]}`));
  assert.deepEqual(fs.readdirSync(path), []);
});

test("RUN-80 the interval is enough where a directory cannot be watched, on either side", async (context) => {
  const path = directory(context);
  const { watch, ...rest } = methods(localRelayFiles(path));
  assert.ok(watch);
  pickup(context, rest);
  const unwatched = { ...fs, watch: () => { throw new Error("ENOSPC: no more watches"); } } as unknown as typeof fs;
  const given = await exchange(path, { fs: unwatched }).call({ tool: "t" });
  assert.ok(isOk(given));
});

test("RUN-80 the watch alone is enough when the interval is long", async (context) => {
  const path = directory(context);
  const side = pickup(context, path, echo, 3_600_000);
  const slow = exchange(path, { pollingMs: 3_600_000 });
  for (let round = 0; round < 3; round++) assert.ok(isOk(await slow.call({ tool: "t" })));
  assert.deepEqual(side.warnings, []);
});

test("RUN-80 nobody answers: the call ends after its time and was taken back, and the tool's own time wins", async (context) => {
  const path = directory(context);
  const error = (ms: number) => ({
    ok: false,
    error: `the runner did not answer within ${ms} ms; nobody had picked the call up, and it was not made`,
  });
  assert.deepEqual(await exchange(path, { timeoutMs: 30 }).call({ tool: "t" }), error(30));
  assert.deepEqual(await exchange(path, { timeoutMs: 3_600_000 }).call({ tool: "t", timeoutMs: 40 }), error(40));
  assert.deepEqual(await exchange(path, { timeoutMs: 10 }).call({ tool: "t", timeoutMs: 50 }), error(50));
  assert.deepEqual(fs.readdirSync(path), []);
});

test("RUN-80 a call whose time ends before it was handed over was not made, and does not appear later", async (context) => {
  const path = directory(context);
  let release: (() => void) | undefined;
  const writeFile = async (...given: Parameters<typeof fs.promises.writeFile>) => {
    await new Promise<void>((resolve) => (release = resolve));
    return fs.promises.writeFile(...given);
  };
  const slow = { ...fs, promises: { ...fs.promises, writeFile } } as unknown as typeof fs;
  assert.match(JSON.stringify(await exchange(path, { fs: slow, timeoutMs: 20 }).call({ tool: "t" })), /and it was not made/);
  release!();
  await pause(100);
  assert.deepEqual(fs.readdirSync(path), []);
});

test("RUN-80 a time that no timer can be set to is a long one, not none", async (context) => {
  const path = directory(context);
  pickup(context, path);
  assert.ok(isOk(await exchange(path).call({ tool: "t", timeoutMs: 2 ** 40 })));
});

/** The file system of a sandbox in which something happens at the very moment when a request appears. */
function whenSent(happens: () => void): typeof fs {
  const renameSync: typeof fs.renameSync = (from, to) => {
    fs.renameSync(from, to);
    happens();
  };
  return { ...fs, renameSync } as unknown as typeof fs;
}

test("RUN-81 a crash between pickup and answer is a clear timeout at the caller", async (context) => {
  const path = directory(context);
  const pickedUp = whenSent(() => fs.renameSync(join(path, "id-1.req.json"), join(path, "id-1.taken")));
  assert.deepEqual(await exchange(path, { timeoutMs: 100, mintId: () => "id-1", fs: pickedUp }).call({ tool: "t" }), {
    ok: false,
    error: "the runner did not answer within 100 ms; whether the call was made is not known, so look before you make it again",
  });
});

test("RUN-81 an answer that comes too late is removed, and never taken for that of another call", async (context) => {
  const path = directory(context);
  const ids = ["id-1", "id-2"];
  const pickedUp = whenSent(() => fs.existsSync(join(path, "id-1.req.json")) && fs.unlinkSync(join(path, "id-1.req.json")));
  const side = exchange(path, { fs: pickedUp, mintId: () => ids.shift()! });
  assert.match(JSON.stringify(await side.call({ tool: "t", timeoutMs: 50 })), /whether the call was made is not known/);
  fs.writeFileSync(join(path, "id-1.res.json"), '{"ok":true,"text":"late"}');
  const calling = side.call({ tool: "t" });
  await until(() => !fs.existsSync(join(path, "id-1.res.json")));
  pickup(context, path);
  const given = await calling;
  assert.ok(given !== "none" && given.text?.includes("id-2"));
  await until(() => fs.readdirSync(path).length === 0);
});

test("RUN-80 a call that is cancelled is taken back", async (context) => {
  const path = directory(context);
  for (const early of [true, false]) {
    const abort = new AbortController();
    if (early) abort.abort();
    const calling = exchange(path, { mintId: () => `early-${early}` }).call({ tool: "t", signal: abort.signal });
    if (!early) await until(() => fs.existsSync(join(path, "early-false.req.json")));
    abort.abort();
    assert.equal(await calling, "none");
    await until(() => fs.readdirSync(path).length === 0);
  }
});

test("RUN-80 an answer that is no JSON, no answer, a link, a pipe or a folder is waited over", async (context) => {
  const path = directory(context);
  const target = join(directory(context), "target");
  fs.writeFileSync(target, '{"ok":true,"text":"behind a link"}');
  const planted: ((answer: string) => void)[] = [
    (answer) => fs.writeFileSync(answer, '{"ok":true,"te'),
    (answer) => fs.writeFileSync(answer, ""),
    (answer) => fs.writeFileSync(answer, '{"ok":"yes"}'),
    (answer) => fs.writeFileSync(answer, Uint8Array.of(0x22, 0xff, 0x22)),
    (answer) => fs.symlinkSync(target, answer),
    (answer) => fs.symlinkSync("/dev/zero", answer),
    (answer) => execFileSync("mkfifo", [answer]),
    (answer) => fs.mkdirSync(answer),
  ];
  for (const plant of planted) {
    const planted = whenSent(() => plant(join(path, "id-1.res.json")));
    const given = await exchange(path, { timeoutMs: 200, mintId: () => "id-1", fs: planted }).call({ tool: "t" });
    assert.match(JSON.stringify(given), /did not answer within 200 ms/, String(plant));
    fs.rmSync(join(path, "id-1.res.json"), { recursive: true, force: true });
  }
});

test("RUN-81 a request is removed at pickup, before it is served", async (context) => {
  const path = directory(context);
  let found: string[] | undefined;
  pickup(context, path, async (bytes, signal) => {
    found = fs.readdirSync(path);
    return echo(bytes, signal);
  });
  await exchange(path).call({ tool: "t" });
  assert.deepEqual(found, []);
});

test("RUN-81 two runners on one directory: every request is served by one of them", async (context) => {
  const path = directory(context);
  const served = new Map<string, number>();
  const counts = [0, 0, 0];
  for (const runner of counts.keys()) {
    pickup(context, path, async (bytes, signal) => {
      const { toolCallId } = JSON.parse(new TextDecoder().decode(bytes));
      served.set(toolCallId, (served.get(toolCallId) ?? 0) + 1);
      counts[runner]!++;
      return echo(bytes, signal);
    });
  }
  const side = exchange(path);
  const answers = await Promise.all(Array.from({ length: 300 }, () => side.call({ tool: "t" })));
  assert.ok(answers.every(isOk));
  assert.equal(served.size, 300);
  assert.deepEqual([...new Set(served.values())], [1]);
  assert.deepEqual(fs.readdirSync(path), []);
});

test("RUN-81 a record that is put there again is not served again", async (context) => {
  const path = directory(context);
  const release: (() => void)[] = [];
  let served = 0;
  const side = pickup(context, path, async () => {
    served++;
    await new Promise<void>((resolve) => release.push(resolve));
    return { ok: true, text: "done" };
  });
  const text = requestText("t", "id-1");
  put(path, "id-1", text);
  await until(() => served === 1);
  // While it runs: passed over, so that the caller still gets the answer of the one that runs.
  put(path, "id-1", text);
  await until(() => side.warnings.length === 1);
  assert.equal(answer(path, "id-1"), undefined);
  release.pop()!();
  assert.deepEqual(await until(() => answer(path, "id-1")), { ok: true, text: "done" });
  // While its answer lies there.
  put(path, "id-1", text);
  await until(() => !fs.existsSync(join(path, "id-1.req.json")));
  assert.deepEqual(answer(path, "id-1"), { ok: true, text: "done" });
  // After its answer was taken.
  fs.unlinkSync(join(path, "id-1.res.json"));
  put(path, "id-1", text);
  assert.deepEqual(await until(() => answer(path, "id-1")), {
    ok: false,
    error: "the request was refused and the call was not made: a request of this id was served already",
  });
  assert.equal(served, 1);
});

test("RUN-80 links, pipes, folders and files that are too large are refused, not served", async (context) => {
  const path = directory(context);
  const outside = join(directory(context), "outside.json");
  fs.writeFileSync(outside, requestText("t", "outside"));
  const planted: [id: string, plant: (file: string) => void, fault: RegExp][] = [
    ["link", (file) => fs.symlinkSync(outside, file), /no regular file/],
    ["dangling", (file) => fs.symlinkSync(`${outside}-not`, file), /no regular file/],
    ["device", (file) => fs.symlinkSync("/dev/zero", file), /no regular file/],
    ["pipe", (file) => execFileSync("mkfifo", [file]), /no regular file/],
    ["folder", (file) => fs.mkdirSync(file), /no regular file/],
    ["large", (file) => fs.writeFileSync(file, "x".repeat(1_000_001)), /too large/],
    ["sparse", (file) => (fs.writeFileSync(file, ""), fs.truncateSync(file, 2 ** 40)), /too large/],
  ];
  let served = 0;
  const side = pickup(context, path, async () => ({ ok: true, text: String(++served) }));
  for (const [id, plant, fault] of planted) {
    plant(join(path, `${id}.req.json`));
    const given = await until(() => answer(path, id));
    assert.match(JSON.stringify(given), fault, id);
    assert.match(JSON.stringify(given), /the call was not made/, id);
  }
  assert.equal(served, 0);
  assert.ok(fs.existsSync(outside));
  assert.equal(side.warnings.length, planted.length);
  const left = fs.readdirSync(path).filter((name) => !name.endsWith(".res.json"));
  assert.equal(left.length, 1, "the folder alone cannot be removed");
  // The largest that is served.
  put(path, "fits", "x".repeat(1_000_000));
  await until(() => answer(path, "fits"));
  assert.equal(served, 1);
});

test("RUN-80 foreign files are left alone", async (context) => {
  const path = directory(context);
  const foreign = ["a b.req.json", "é.req.json", ".req.json", "x.req.json.swp", "note.txt", `${"x".repeat(130)}.req.json`, "a.tmp", "b.res.json", "C.REQ.JSON"];
  for (const name of foreign) fs.writeFileSync(join(path, name), requestText("t", "x"));
  for (let index = 0; index < 2000; index++) fs.writeFileSync(join(path, `junk-${index}`), "");
  fs.mkdirSync(join(path, "folder"));
  let served = 0;
  pickup(context, path, async (bytes, signal) => (served++, echo(bytes, signal)));
  const side = exchange(path);
  for (let round = 0; round < 3; round++) assert.ok(isOk(await side.call({ tool: "t" })));
  assert.equal(served, 3);
  for (const name of foreign) assert.ok(fs.existsSync(join(path, name)), name);
  assert.equal(fs.readdirSync(path).length, foreign.length + 2001);
});

test("RUN-80 a directory that a link took the place of is not used", async (context) => {
  const parent = directory(context);
  const [path, elsewhere] = [join(parent, "relay"), join(parent, "elsewhere")];
  fs.mkdirSync(elsewhere);
  let served = 0;
  const side = pickup(context, path, async () => ({ ok: true, text: String(++served) }));
  await until(() => fs.existsSync(path));
  fs.renameSync(path, `${path}-moved`);
  fs.symlinkSync(elsewhere, path);
  put(elsewhere, "id-1", requestText("t", "id-1"));
  await until(() => side.warnings.length > 0);
  assert.match(side.warnings[0]!, /something else was put in the place of the relay directory/);
  await pause(100);
  assert.deepEqual([served, side.warnings.length], [0, 1]);
  assert.deepEqual(fs.readdirSync(elsewhere), ["id-1.req.json"]);
  // Put right again, it works again.
  fs.unlinkSync(path);
  fs.renameSync(`${path}-moved`, path);
  put(path, "id-2", requestText("t", "id-2"));
  await until(() => answer(path, "id-2"));
  assert.equal(served, 1);
  assert.throws(() => localRelayFiles(join(parent, "link")), (fs.symlinkSync(elsewhere, join(parent, "link")), /ELOOP|ENOTDIR/));
});

test("RUN-80 a directory that is removed: the caller hears it, and the runner lives on", async (context) => {
  const path = join(directory(context), "relay");
  const release: (() => void)[] = [];
  const side = pickup(context, path, async () => {
    await new Promise<void>((resolve) => release.push(resolve));
    return { ok: true, text: "done" };
  });
  const calling = exchange(path).call({ tool: "t" });
  await until(() => release.length === 1);
  fs.rmSync(path, { recursive: true });
  assert.deepEqual(await calling, {
    ok: false,
    error: "the relay directory is gone; whether the call was made is not known, so look before you make it again",
  });
  release.pop()!();
  await until(() => side.warnings.length >= 2);
  assert.ok(side.warnings.every((warning) => warning.includes("the relay directory is gone")), String(side.warnings));
  assert.deepEqual(await exchange(path).call({ tool: "t" }), {
    ok: false,
    error: "the call could not be handed to the runner and was not made: the directory is not there",
  });
});

test("RUN-80 a full disk: the caller hears it, and an answer is written when there is space again", async (context) => {
  const path = directory(context);
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
  let isFull = true;
  const files = localRelayFiles(path);
  const side = pickup(context, {
    ...methods(files),
    create: async (name, bytes) => {
      if (isFull) throw full;
      return files.create(name, bytes);
    },
  });
  const calling = exchange(path).call({ tool: "t" });
  await until(() => side.warnings.length === 1);
  assert.match(side.warnings[0]!, /cannot be written: ENOSPC/);
  await pause(60);
  isFull = false;
  assert.ok(isOk(await calling));

  const broken = { ...fs, promises: { ...fs.promises, writeFile: async () => { throw full; } } } as unknown as typeof fs;
  assert.deepEqual(await exchange(path, { fs: broken }).call({ tool: "t" }), {
    ok: false,
    error: "the call could not be handed to the runner and was not made: no space is left",
  });
  assert.deepEqual(fs.readdirSync(path), []);
});

test("RUN-80 a disk that is really full", async (context) => {
  const path = join(directory(context), "small");
  fs.mkdirSync(path);
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", path]).status !== 0) return context.skip("no file system can be mounted here");
  try {
    await fillAndCall(context, path);
  } finally {
    spawnSync("umount", ["-l", path]);
  }
});

async function fillAndCall(context: TestContext, path: string): Promise<void> {
  const filler = join(path, "filler");
  const fill = () => assert.throws(() => fs.writeFileSync(filler, new Uint8Array(1_000_000)), { code: "ENOSPC" });
  const release: (() => void)[] = [];
  const side = pickup(context, path, async () => {
    await new Promise<void>((resolve) => release.push(resolve));
    return { ok: true, text: "done" };
  });
  fill();
  assert.deepEqual(await exchange(path).call({ tool: "t" }), {
    ok: false,
    error: "the call could not be handed to the runner and was not made: no space is left",
  });
  assert.deepEqual(fs.readdirSync(path), ["filler"]);
  fs.unlinkSync(filler);
  // It fills up while the call runs: the answer comes when there is space again.
  const calling = exchange(path).call({ tool: "t" });
  await until(() => release.length === 1);
  fill();
  release.pop()!();
  await until(() => side.warnings.length === 1);
  assert.match(side.warnings[0]!, /cannot be written: ENOSPC/);
  fs.unlinkSync(filler);
  assert.deepEqual(await calling, { ok: true, text: "done" });
  assert.deepEqual(fs.readdirSync(path), []);
  await side.stop();
}

test("RUN-80 whatever a sandbox's interface answers, nothing is served that was not renamed, read and removed", async (context) => {
  const faults: { [name: string]: (files: RelayFiles) => Partial<RelayFiles> } = {
    "rename fails": () => ({ rename: async () => { throw new Error("no"); } }),
    "read fails": () => ({ read: async () => { throw new Error("no"); } }),
    "read gives more than it was asked for": () => ({ read: async () => new Uint8Array(1_000_001) }),
    "remove fails": () => ({ remove: async () => { throw new Error("no"); } }),
  };
  for (const [what, fault] of Object.entries(faults)) {
    const path = directory(context);
    const files = localRelayFiles(path);
    let served = 0;
    const side = pickup(context, { ...methods(files), ...fault(files) }, async () => ({ ok: true, text: String(++served) }));
    put(path, "id-1", requestText("t", "id-1"));
    await until(() => side.warnings.length > 0);
    await side.stop();
    assert.equal(served, 0, what);
  }
});

test("RUN-29 a relay that has stopped picks nothing up, and no answer appears", async (context) => {
  const path = directory(context);
  const signals: AbortSignal[] = [];
  const release: (() => void)[] = [];
  const side = pickup(context, path, async (_, signal) => {
    signals.push(signal);
    await new Promise<void>((resolve) => release.push(resolve));
    return { ok: true, text: "late" };
  });
  put(path, "id-1", requestText("t", "id-1"));
  await until(() => release.length === 1);
  assert.equal(signals[0]!.aborted, false);
  await side.stop();
  await side.stop();
  assert.equal(signals[0]!.aborted, true);
  release.pop()!();
  put(path, "id-2", requestText("t", "id-2"));
  await pause(100);
  assert.deepEqual(fs.readdirSync(path), ["id-2.req.json"]);
});

test("RUN-29 a relay that stops while it picks a request up does not serve it", async (context) => {
  for (const step of ["rename", "read", "remove"] as const) {
    const path = directory(context);
    const files = localRelayFiles(path);
    let [reached, release, served] = [false, () => {}, 0];
    const slow = async (...given: unknown[]) => {
      reached = true;
      await new Promise<void>((resolve) => (release = resolve));
      return (files[step] as (...given: unknown[]) => Promise<never>)(...given);
    };
    const side = pickup(context, { ...methods(files), [step]: slow }, async () => ({ ok: true, text: String(++served) }));
    put(path, "id-1", requestText("t", "id-1"));
    await until(() => reached);
    const stopping = side.stop();
    release();
    await stopping;
    assert.equal(served, 0, step);
    assert.equal(answer(path, "id-1"), undefined, step);
  }
});

test("RUN-29 a relay that stops while it writes an answer lets none appear", async (context) => {
  const path = directory(context);
  const files = localRelayFiles(path);
  let release: (() => void) | undefined;
  const create = async (name: string, bytes: Uint8Array) => {
    await new Promise<void>((resolve) => (release = resolve));
    return files.create(name, bytes);
  };
  const side = pickup(context, { ...methods(files), create });
  put(path, "id-1", requestText("t", "id-1"));
  await until(() => release);
  const stopping = side.stop();
  release!();
  await stopping;
  assert.deepEqual(fs.readdirSync(path), []);
});

test("RUN-30 an interface that answers with anything at all does not end the process", async (context) => {
  const odd: Partial<{ [method in keyof RelayFiles]: any }>[] = [
    { list: async () => [1, null, {}, "id-1.req.json", "../x.req.json"] },
    { list: async () => undefined },
    { list: () => { throw new Error("no"); } },
    { read: async () => "{}" },
    { read: async () => undefined },
    { rename: () => { throw null; } },
    { watch: () => { throw new Error("no"); } },
    { watch: () => undefined },
    { close: async () => { throw new Error("no"); } },
    { create: async () => { throw undefined; } },
  ];
  for (const part of odd) {
    const path = directory(context);
    put(path, "id-1", requestText("t", "id-1"));
    const side = pickup(context, { ...methods(localRelayFiles(path)), ...part } as RelayFiles, async () => ({ ok: true, text: "x" }));
    await pause(60);
    await side.stop();
  }
});

test("RUN-30 descriptors are released when a relay has stopped", { skip: process.platform !== "linux" }, async (context) => {
  const open = () => fs.readdirSync("/proc/self/fd").length;
  const path = directory(context);
  const before = open();
  for (let round = 0; round < 20; round++) {
    const side = pickup(context, path);
    assert.ok(isOk(await exchange(path).call({ tool: "t" })));
    await side.stop();
  }
  await until(() => open() <= before);
});

test("RUN-80 the file interface of this machine keeps to its directory", async (context) => {
  const path = directory(context);
  const files = localRelayFiles(path);
  context.after(() => files.close?.());
  for (const name of ["", ".", "..", "../x", "a/b", "/etc/passwd", "a\0b", "..\\x"]) {
    await assert.rejects(files.read(name, 10), /that is no name of a file/);
    await assert.rejects(files.create(name, new Uint8Array()), /that is no name of a file/);
    await assert.rejects(files.rename("a", name), /that is no name of a file/);
    await assert.rejects(files.rename(name, "a"), /that is no name of a file/);
    await assert.rejects(files.remove(name), /that is no name of a file/);
  }
  await files.create("a", new TextEncoder().encode("abc"));
  await assert.rejects(files.create("a", new Uint8Array()), { code: "EEXIST" });
  assert.equal(fs.statSync(join(path, "a")).mode & 0o777, 0o600);
  assert.equal(new TextDecoder().decode(await files.read("a", 3)), "abc");
  await assert.rejects(files.read("a", 2), /too large/);
  await assert.rejects(files.rename("b", "c"), { code: "ENOENT" });
  await files.rename("a", "b");
  assert.deepEqual(await files.list(), ["b"]);
  await files.remove("b");
  await assert.rejects(files.remove("b"), { code: "ENOENT" });
  fs.symlinkSync(join(path, "target"), join(path, "link"));
  await assert.rejects(files.create("link", new Uint8Array(1)), { code: "EEXIST" });
  assert.equal(fs.existsSync(join(path, "target")), false);
  assert.equal(mintId().length, 32);
});

/** The methods of an interface as an object whose parts can be replaced. */
function methods(files: RelayFiles): RelayFiles {
  return {
    list: () => files.list(),
    read: (name, maxBytes) => files.read(name, maxBytes),
    create: (name, bytes) => files.create(name, bytes),
    rename: (from, to) => files.rename(from, to),
    remove: (name) => files.remove(name),
    watch: (changed) => files.watch!(changed),
    close: () => files.close?.(),
  };
}
