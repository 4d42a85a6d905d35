/**
 * What a runner writes in the place of a result when a call did not run begins with one of these (APPR-43).
 * A conversation is read by it: an approval is spent by a real result, and not by such a one (APPR-42).
 */
const BOOKKEEPING = ["DEFERRED_NOT_EXECUTED", "APPROVED_EXECUTION_RESULT_UNKNOWN"];

/**
 * The words of a tool, which cannot be taken for the runner's.
 *
 * INVARIANT: a call that ran is never recorded as one that did not. A tool whose result said so would keep
 * the approval that it ran on, and run on it once more.
 */
export function ownWords(text: string): string {
  return BOOKKEEPING.some((beginning) => text.startsWith(beginning)) ? `The tool said: ${text}` : text;
}
