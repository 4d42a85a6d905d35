/** Comparing a result with what a case expects: see tests/vectors/README.md. */

/** What differs, one line each; empty when the result is as expected. */
export function differences(expected: unknown, got: unknown, at = ""): string[] {
  const show = (value: unknown) => JSON.stringify(value) ?? "nothing";
  const parts = marker(expected, "$text_contains");
  if (parts) {
    return parts.filter((part) => !String(got).includes(part as string)).map((part) => `${at}: no \`${part}\` in ${show(got)}`);
  }
  const listed = marker(expected, "$contains");
  if (listed) {
    if (!Array.isArray(got)) return [`${at}: expected an array, got ${show(got)}`];
    let next = 0;
    const missing = listed.find((item) => {
      const found = got.findIndex((there, index) => index >= next && differences(item, there).length === 0);
      next = found + 1;
      return found < 0;
    });
    return missing === undefined ? [] : [`${at}: expected, in this order, an element ${show(missing)}, got ${show(got)}`];
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(got) || got.length !== expected.length) return [`${at}: expected ${show(expected)}, got ${show(got)}`];
    return expected.flatMap((item, index) => differences(item, got[index], `${at}/${index}`));
  }
  if (isObject(expected) && isObject(got)) {
    return Object.entries(expected).flatMap(([key, value]) => {
      const there = Object.hasOwn(got, key) ? got[key] : undefined;
      if (isObject(value) && value.$absent === true) return there === undefined ? [] : [`${at}/${key}: expected nothing, got ${show(there)}`];
      return differences(value, there, `${at}/${key}`);
    });
  }
  return Object.is(expected, got) ? [] : [`${at}: expected ${show(expected)}, got ${show(got)}`];
}

function marker(expected: unknown, name: string): unknown[] | undefined {
  if (!isObject(expected) || Object.keys(expected).length !== 1) return undefined;
  return expected[name] as unknown[] | undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
