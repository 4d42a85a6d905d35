import type { Diagnostic } from "../types/index.js";

/** What every operation throws; `code` is stable, the message is for people and holds no values. */
export class CallgateError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A document that is not valid; `diagnostics` has every problem (PERM-10). */
export class InvalidDocument extends CallgateError {
  readonly diagnostics: readonly Diagnostic[];

  constructor(message: string, diagnostics: readonly Diagnostic[]) {
    super("invalid_document", message);
    this.diagnostics = diagnostics;
  }
}

/** An edit that was refused. */
export class InvalidEdit extends CallgateError {}

// Names of their own, since a bundler may rename the classes; on the prototype, as Error has it.
for (const [name, { prototype }] of Object.entries({ CallgateError, InvalidDocument, InvalidEdit })) {
  Object.defineProperty(prototype, "name", { value: name, configurable: true, writable: true });
}

/** An argument that an operation does not take. */
export function invalidArgument(message: string): CallgateError {
  return new CallgateError("invalid_argument", message);
}

/** Codes that say something of a document, an argument or a secret; all others are those of refused edits. */
const NOT_ABOUT_EDITS: ReadonlySet<string> = new Set(["invalid_document", "invalid_argument", "missing_secret", "internal"]);

/**
 * The exception for what an engine threw as `<code>\n<diagnostics>\n<message>`; `undefined` for
 * anything else, which is a fault of ours.
 */
export function fromFault(text: string): CallgateError | undefined {
  const [, code, diagnostics, message] = /^([a-z][a-z0-9_.]*)\n([^\n]*)\n([^]*)$/.exec(text) ?? [];
  if (code === undefined || message === undefined) return undefined;
  if (diagnostics) return new InvalidDocument(message, JSON.parse(diagnostics));
  return NOT_ABOUT_EDITS.has(code) ? new CallgateError(code, message) : new InvalidEdit(code, message);
}
