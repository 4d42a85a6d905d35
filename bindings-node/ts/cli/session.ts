/** What a running server says, and how it ends. */
import type { Lines } from "./lines.js";
import { type TokenFile, writeToken } from "./token.js";

export interface Running {
  readonly url: string;
  readonly authorizationToken: string;
  close(): Promise<void>;
}

export interface Said {
  /** The server's name in a client's settings. */
  readonly name: string;
  readonly format: "human" | "json";
  readonly tokenFile: string | undefined;
  readonly showToken: boolean;
  /** A first line for people. */
  readonly headline: string;
}

/** Says how to connect, and waits until the process is told to end. */
export async function untilEnded(running: Running, said: Said, signals: NodeJS.EventEmitter = process): Promise<void> {
  const { url, authorizationToken: token } = running;
  let file: TokenFile | undefined;
  try {
    file = said.showToken ? undefined : writeToken(token, said.tokenFile);
    if (said.format === "json") {
      console.log(JSON.stringify({ url, ...(file ? { tokenFile: file.path } : { token }) }));
    } else {
      console.log(connecting(url, said, file ? `$(cat ${quoted(file.path)})` : token, file?.path));
    }
    await new Promise<void>((resolve) => {
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) signals.once(signal, () => resolve());
    });
  } finally {
    file?.remove();
    await running.close();
  }
}

function connecting(url: string, { name, headline }: Said, token: string, path: string | undefined): string {
  const header = `--header "Authorization: Bearer ${token}"`;
  return `${headline}

  address  ${url}
  token    ${path === undefined ? token : `in ${path} (removed at the end)`}

Connect Claude Code:
  claude mcp add --transport http ${name} ${url} ${header}
Look at it with the Inspector:
  npx @modelcontextprotocol/inspector --cli ${url} --transport http ${header} --method tools/list

Ctrl-C ends it. Decisions:`;
}

/** A path as one word of a shell. */
function quoted(path: string): string {
  return /^[A-Za-z0-9_./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

/** Closes what is open, also when something before it fails. */
export function closing(lines: Lines, ...others: { close(): unknown }[]): void {
  for (const each of [...others, lines]) each.close();
}
