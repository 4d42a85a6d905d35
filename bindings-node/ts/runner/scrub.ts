/** Credentials that a server may echo, and that nobody behind the proxy may see (RUN-55). */

const HIDDEN = "[hidden]";

/** What is shorter is no credential, and a word of it may stand anywhere. */
const SHORTEST = 4;

/** Takes header values, and the credentials within them, out of texts that others will read. */
export class Scrubber {
  readonly #forms: readonly string[];

  /** @param values header values, and values of the URL's query; neither can hold half of a surrogate pair */
  constructor(values: readonly string[]) {
    const forms = new Set(values.flatMap(credentialsIn).flatMap(spellings));
    // The longest first: a credential may be part of another.
    this.#forms = [...forms].filter((form) => form.length >= SHORTEST).sort((one, other) => other.length - one.length);
  }

  /** The length of the longest credential in characters: what is cut out of a text may begin with one cut in two. */
  get longest(): number {
    return this.#forms[0]?.length ?? 0;
  }

  /** The text with every credential replaced. */
  scrub(text: string): string {
    return this.#forms.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text);
  }

  /** A plain JSON value with every credential replaced, in keys too. */
  scrubValue(value: unknown): unknown {
    if (typeof value === "string") return this.scrub(value);
    if (Array.isArray(value)) return value.map((item) => this.scrubValue(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [this.scrub(key), this.scrubValue(member)]));
  }

  /** Whether a JSON text holds a credential, also one that is written with escapes. */
  isIn(json: string): boolean {
    return this.#forms.some((form) => json.includes(form)) || (json.includes("\\") && this.#forms.some((form) => holds(JSON.parse(json), form)));
  }
}

function holds(value: unknown, form: string): boolean {
  if (typeof value === "string") return value.includes(form);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, member]) => key.includes(form) || holds(member, form));
}

/** A value, what stands behind its scheme (`Bearer …`), and the two halves of Basic credentials. */
function credentialsIn(value: string): string[] {
  const [, scheme = "", behind] = /^([A-Za-z][\w-]*) +(\S.*)$/.exec(value) ?? [];
  if (behind === undefined) return [value];
  if (scheme.toLowerCase() !== "basic") return [value, behind];
  const pair = Buffer.from(behind, "base64").toString("utf8");
  return [value, behind, pair, pair.slice(pair.indexOf(":") + 1)];
}

function spellings(value: string): string[] {
  const bytes = Buffer.from(value, "utf8");
  const base64 = bytes.toString("base64");
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), base64, base64.replace(/=+$/, ""), bytes.toString("base64url")];
}
