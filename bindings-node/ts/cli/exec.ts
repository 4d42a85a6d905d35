/** Runs the command of `callgate serve` for one call. */
import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { ExecutedCall } from "../runner/types.js";
import { visible } from "./visible.js";

/** The most that a command may print, in bytes. */
const MOST = 10_000_000;

/** How long a command that was asked to end may take, in milliseconds. */
const GRACE = 2_000;

/** The longest time that a timer can wait: a longer one would fire at once. */
const LONGEST = 2_147_483_647;

/**
 * Runs the command in a shell, with the call as one line of JSON on its standard input: `{"id", "tool",
 * "arguments"}`, the arguments as they were judged. What it prints is the result; an exit code other
 * than 0 makes it a tool error. It is ended, with all that it started, when the call is aborted, takes
 * too long or prints too much.
 */
export function runCommand(command: string, call: ExecutedCall, timeoutMs: number): Promise<string> {
  const { id, tool, argumentsText, signal } = call;
  const limit = Math.min(call.spec.timeoutMs ?? timeoutMs, LONGEST);
  return new Promise((resolve, reject) => {
    // A group of its own, so that what the command started ends with it.
    const child = spawn(command, { shell: true, detached: true, stdio: ["pipe", "pipe", "pipe"] });
    tell(child.stderr);
    const parts: Buffer[] = [];
    let size = 0;
    let why: string | undefined;
    const end = (cause: string) => {
      if (why !== undefined) return;
      why = cause;
      endGroup(child);
    };
    const abort = () => end("the call was aborted");
    const timer = setTimeout(() => end(`the command took longer than ${limit / 1000} s and was ended`), limit);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    child.stdout.on("data", (part: Buffer) => {
      size += part.length;
      if (size > MOST) end(`the command printed more than ${MOST} bytes and was ended`);
      else parts.push(part);
    });
    // A command that does not read the call is no fault.
    child.stdin.on("error", () => {});
    // INVARIANT: a call is one line. In JSON a line's end stands between tokens alone, and who reads line by
    // line must not find there, as a line of its own, what the model wrote as an argument.
    const line = argumentsText.replace(/[\r\n]+/g, " ");
    child.stdin.end(`{"id":${JSON.stringify(id)},"tool":${JSON.stringify(tool)},"arguments":${line}}\n`);
    const settle = (done: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      done();
    };
    child.on("error", (error) => settle(() => reject(new Error(`the command could not be started: ${error.message}`))));
    child.on("close", (code, killedBy) => {
      const text = Buffer.concat(parts).toString("utf8");
      settle(() => {
        if (why !== undefined) reject(new Error(why));
        else if (code === 0) resolve(text);
        else reject(new Error(text.trim() || `the command ended with ${code === null ? killedBy : `exit code ${code}`}`));
      });
    });
  });
}

/**
 * Shows what a command says beside its result. It may be a server's or a model's words, so nothing in it acts
 * on the terminal, and no line of it can be taken for the question of whether a call may run.
 */
function tell(said: Readable): void {
  let atStart = true;
  said.setEncoding("utf8").on("data", (part: string) => {
    const marked = part.replace(/\r\n/g, "\n").split("\n").map(visible).join("\n").replace(/\n(?=[^])/g, "\n| ");
    process.stderr.write(`${atStart ? "| " : ""}${marked}`);
    atStart = marked.endsWith("\n");
  });
}

function endGroup(child: ChildProcess): void {
  const send = (signal: NodeJS.Signals) => {
    try {
      // The group's number; on Windows there are no groups.
      if (child.pid !== undefined && process.platform !== "win32") process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // It ended by itself.
    }
  };
  send("SIGTERM");
  const last = setTimeout(() => send("SIGKILL"), GRACE);
  child.once("close", () => {
    clearTimeout(last);
    // What the command left behind in its group.
    send("SIGKILL");
  });
}
