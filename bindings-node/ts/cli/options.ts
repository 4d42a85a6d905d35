/** Words of a command line, and what is said of wrong ones. */
import { parseArgs } from "node:util";
import { visible } from "./visible.js";

/** Why a command cannot be carried out: exit code 2. */
export class Unusable extends Error {
  constructor(
    message: string,
    readonly help?: string,
  ) {
    super(message);
  }
}

interface OptionKind {
  readonly type: "string" | "boolean";
  readonly multiple?: boolean;
}

/** The options that `serve` and `proxy` share. */
export const SHARED = {
  floor: { type: "string" },
  "deny-all": { type: "boolean" },
  "token-file": { type: "string" },
  "show-token": { type: "boolean" },
  log: { type: "string" },
  format: { type: "string" },
  help: { type: "boolean" },
} as const satisfies Record<string, OptionKind>;

/** The help of those. */
export const SHARED_HELP = `\
Gate:
  --floor FILE         The organisation's document: no decision is looser than its own
  --deny-all           The operator's kill switch: deny everything. So does the environment's
                       SANDBOX_AGENT_DENY_PERMISSIONS, unless it is empty, 0, false, no or off

Output:
  --token-file FILE    Write the token to this new file, which only you can read; without it a file
                       in a folder of its own. It is removed at the end
  --show-token         Print the token instead of writing a file
  --log FILE           Append each decision as a line of JSON, without argument values
  --format human|json  Text for people, or one line of JSON when the server is ready; then decisions
                       are lines of JSON on standard error
  -h, --help           This text`;

export type Values<Kinds extends Record<string, OptionKind>> = {
  readonly [Name in keyof Kinds]?: Kinds[Name] extends { readonly multiple: true }
    ? readonly string[]
    : Kinds[Name] extends { readonly type: "boolean" }
      ? boolean
      : string;
};

/**
 * Reads the words behind a subcommand: one document and options, each at most once unless it may be
 * given several times. Words that were not understood are not repeated when they may be a value.
 */
export function readWords<Kinds extends Record<string, OptionKind>>(
  words: readonly string[],
  kinds: Kinds,
): { readonly file: string | undefined; readonly values: Values<Kinds> } {
  const options = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [name, { ...kind, ...(name === "help" ? { short: "h" } : {}) }]),
  );
  let parsed;
  try {
    parsed = parseArgs({ args: [...words], options, allowPositionals: true, strict: true, tokens: true });
  } catch (error) {
    throw new Unusable(wrongUsage(error));
  }
  const seen = new Set<string>();
  for (const token of parsed.tokens) {
    if (token.kind !== "option") continue;
    if (seen.has(token.name) && !kinds[token.name]?.multiple) throw new Unusable(`\`--${token.name}\` is given twice`);
    seen.add(token.name);
  }
  if (parsed.positionals.length > 1) throw new Unusable("there is more than one document");
  return { file: parsed.positionals[0], values: parsed.values as Values<Kinds> };
}

function wrongUsage(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  const option = /'(?:-\w, )?(--?[A-Za-z][A-Za-z-]*)(?: <value>)?'/.exec(message)?.[1];
  const of = option === undefined ? "an option" : `\`${visible(option)}\``;
  const { code } = error as { code?: unknown };
  return code === "ERR_PARSE_ARGS_UNKNOWN_OPTION" ? `there is no option ${option === undefined ? "of that name" : of}` : `wrong usage of ${of}`;
}

/** A value that has to be there. */
export function needed(value: string | undefined, option: string): string {
  if (value === undefined || value === "") throw new Unusable(`\`${option}\` is needed`, "`--help` says how to use it");
  return value;
}

/** One of a few words. */
export function oneOf<Word extends string>(value: string | undefined, option: string, words: readonly [Word, ...Word[]]): Word {
  const found = value === undefined ? words[0] : words.find((word) => word === value);
  if (found === undefined) throw new Unusable(`\`${option}\` is ${words.map((word) => `\`${word}\``).join(" or ")}`);
  return found;
}
