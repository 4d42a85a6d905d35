/**
 * Text from outside, so that nothing in it stays unseen or turns its surroundings around (DRAW-9).
 */

/** A run of text as it is, or one character that is shown by its number. */
export interface Piece {
  readonly text: string;
  /** `U+202E`, for a character that cannot be seen or acts on others. */
  readonly mark?: string;
}

/**
 * Controls, formats (bidirectional ones too), lone surrogates, private and unassigned characters,
 * every space but the plain one, what fonts leave out by default, and the blank Braille pattern.
 */
const UNSEEN = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The text in pieces. Plain spaces at either end, which a reader cannot see either, are marked too, unless it is part of a longer text. */
export function pieces(text: string, inner = false): Piece[] {
  const found: Piece[] = [];
  const start = /^ */.exec(text)![0].length;
  // Not `/ *$/`: on a run of blanks elsewhere that takes time by the square.
  let end = text.length;
  while (end > start && text[end - 1] === " ") end--;
  let run = "";
  let at = 0;
  for (const character of text) {
    const edge = !inner && character === " " && (at < start || at >= end);
    if (edge || UNSEEN.test(character)) {
      if (run) found.push({ text: run });
      run = "";
      found.push({ text: character, mark: mark(character) });
    } else {
      run += character;
    }
    at += character.length;
  }
  if (run) found.push({ text: run });
  return found;
}

/** The text as a string in which nothing is unseen, for where no markup can stand. */
export function visible(text: string): string {
  return pieces(text)
    .map(({ text: run, mark }) => mark ?? run)
    .join("");
}

/** Line ends and tabs are seen by what they do, and are no trouble in a document. */
const UNSEEN_IN_DOCUMENT = new RegExp(`(?![\\n\\r\\t])${UNSEEN.source}`, "gu");

/** How many characters of a document cannot be seen or act on others, and where the first is. */
export function unseenIn(text: string): { readonly number: number; readonly first: number } {
  let number = 0;
  let first = -1;
  for (const { index } of text.matchAll(UNSEEN_IN_DOCUMENT)) {
    if (number === 0) first = index;
    number++;
  }
  return { number, first };
}

/** JSON text that means the same with such characters as escapes; they can only stand in strings. */
export function escaped(json: string): string {
  return json.replaceAll(UNSEEN_IN_DOCUMENT, (character, at: number) => {
    // Behind a backslash it is no JSON as it is, and must not become some.
    if (json[at - 1] === "\\") return character;
    return Array.from({ length: character.length }, (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`).join("");
  });
}

/** The first characters of a text, at most so many and never half of one. */
export function beginning(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return Array.from(text.slice(0, characters * 2)).slice(0, characters).join("");
}

function mark(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}
