/** Options of the runner's functions: a misspelt one would be one that is silently not there. */
import { CallgateError, Gate, Ledger } from "callgate";

/** The error for an option that cannot be used. */
export function wrongOption(message: string): CallgateError {
  return new CallgateError("invalid_argument", message);
}

/** What the options that several functions share may be. */
const FORMS: { readonly [name: string]: readonly [fits: (value: unknown) => boolean, what: string] } = {
  gate: [(value) => value instanceof Gate, "is not a `Gate`: without one no call can be judged"],
  ledger: [(value) => value instanceof Ledger, "is not a `Ledger`"],
  attended: [isFlag, "is neither `true` nor `false`"],
  direct: [isFlag, "is neither `true` nor `false`"],
  logArguments: [isFlag, "is neither `true` nor `false`"],
  execute: [isFunction, "is not a function"],
  gateway: [isFunction, "is not a function"],
  log: [isFunction, "is not a function"],
  nameOf: [isFunction, "is not a function"],
  onPause: [isFunction, "is not a function"],
  signal: [(value) => value instanceof AbortSignal, "is not an `AbortSignal`"],
  allowHosts: [Array.isArray, "is not a list of hosts"],
  specs: [Array.isArray, "is not a list"],
  userServers: [Array.isArray, "is not a list"],
};

function isFlag(value: unknown): boolean {
  return typeof value === "boolean";
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

/** Throws for options that are no object, have a name that is none of the known ones, or lack one that is needed. */
export function checkOptions(options: object, known: readonly string[], needed: readonly string[] = ["gate"]): void {
  if (typeof options !== "object" || options === null) throw wrongOption("the options are not an object");
  const absent = Object.fromEntries(needed.map((name) => [name, undefined]));
  for (const [name, value] of Object.entries({ ...absent, ...options })) {
    if (!known.includes(name)) throw wrongOption(`no option \`${name}\`: the options are ${known.map((one) => `\`${one}\``).join(", ")}`);
    const [fits, what] = FORMS[name] ?? [];
    if (fits && (value !== undefined || needed.includes(name)) && !fits(value)) throw wrongOption(`\`${name}\` ${what}`);
  }
}
