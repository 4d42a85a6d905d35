/**
 * What the model reads when a call brings no result: what happened, whether trying again helps, and
 * what to do instead. No argument value and no stack of ours is in it.
 */
import type { Decision } from "../../../bindings-wasm/types/index.js";
import type { ArgumentCheck } from "./arguments.js";

const MOST_CHARS = 2_000;

/** What is wrong with arguments, given as JSON text of an object; empty when they fit. */
export function argumentFaults(check: ArgumentCheck, argumentsText: string): readonly string[] {
  try {
    // The validator knows no BigInt; a large integer is close enough to itself to be checked as a number.
    const value: unknown = JSON.parse(argumentsText);
    return isFinite(value) ? check(value, argumentsText) : ["a number is too large"];
  } catch {
    return ["they could not be checked against it"];
  }
}

/** Whether no number in a value was too large for a number. */
function isFinite(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "object" || value === null || Object.values(value).every(isFinite);
}

export function unfit(tool: string, faults: readonly string[]): string {
  return `The call did not run: the arguments do not fit the input schema of \`${tool}\`: ${faults.join("; ")}. Correct them and call the tool again.`;
}

export function unusable(tool: string): string {
  return `The call did not run: the input schema of \`${tool}\` cannot be used, so arguments cannot be checked. Calling it again will not change that: go on without this tool, and say so.`;
}

export function denial(tool: string, { permission, explanation }: Decision): string {
  if (permission === "ask") {
    return `The call did not run: a person declined this call of \`${tool}\`. Do not call it again with these arguments: ask what to do instead, or go on without it.`;
  }
  return `The call did not run: the policy does not permit this call of \`${tool}\` (${explanation}). Calling it again will not change that: go on without it, or say what you would need it for.`;
}

export function unkeyed(tool: string): string {
  return `The call did not run: \`${tool}\` waits for a person's answer, and no answer can be matched to this call: a number in its arguments is not exact, a text in them holds half a character, or a tool of another server has the same full name. Where it is the arguments, write such values in another way and call the tool again; else go on without it, and say so.`;
}

export function refusal(tool: string, error: unknown): string {
  return `The tool \`${tool}\` failed: ${failure(error)}`;
}

/** The message of what was thrown, and nothing else of it. */
export function failure(error: unknown): string {
  const message = messageOf(error) || "no reason was given";
  return message.length > MOST_CHARS ? `${message.slice(0, MOST_CHARS)}…` : message;
}

function messageOf(error: unknown): string {
  try {
    if (typeof error === "string") return error;
    const message: unknown = (error as { message?: unknown } | null | undefined)?.message;
    return typeof message === "string" ? message : "";
  } catch {
    return "";
  }
}
