/** Where the lines of the decision log go. */
import { closeSync, openSync, writeSync } from "node:fs";
import { jsonLine } from "../runner/log.js";
import type { Log, LogLine } from "../runner/types.js";
import { reason } from "./document.js";
import { Unusable } from "./options.js";
import { visible } from "./visible.js";

export interface Lines {
  readonly log: Log;
  close(): void;
}

/** Writes each line to standard error, as text or as JSON, and to a file as JSON when there is one. */
export function openLines(file: string | undefined, format: "human" | "json", write: (text: string) => unknown): Lines {
  let descriptor: number | undefined;
  try {
    descriptor = file === undefined ? undefined : openSync(file, "a", 0o600);
  } catch (error) {
    throw new Unusable(`cannot write the log to \`${visible(file!)}\`: ${reason(error)}`);
  }
  return {
    log(line) {
      const json = jsonLine(line);
      if (descriptor !== undefined) writeSync(descriptor, json);
      write(format === "json" ? json : text(line));
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
}

/** `14:02:11 deny     search drop_docs  tool_permission /mcps/0/policy/tool_permissions/drop_docs` */
function text(line: LogLine): string {
  const time = line.time.slice(11, 19);
  const names = [line.server, line.tool].filter((name) => name !== undefined).map((name) => visible(name));
  if (line.event !== "decision") return `${time} ${line.event.padEnd(8)} ${[...names, visible(line.message)].join(" ")}\n`;
  const place = line.pointer === undefined ? "" : ` ${visible(line.pointer)}`;
  return `${time} ${line.verdict.padEnd(8)} ${names.join(" ")}  ${line.step}${place}\n`;
}
