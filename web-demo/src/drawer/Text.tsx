import { Fragment, useState } from "react";
import { beginning, pieces } from "./visible.js";

/** How much of a text from outside is shown unasked. */
const SHOWN = 160;

/** A name or another text from outside: isolated, nothing in it unseen, whole on demand (DRAW-9); not so inside a button. */
export function Outside({ text, code = false, inside = false }: { text: string; code?: boolean; inside?: boolean }) {
  const [whole, setWhole] = useState(false);
  const shown = whole ? text : beginning(text, SHOWN);
  const Element = code ? "code" : "bdi";
  return (
    <>
      <Element className="cg-outside" dir="ltr">
        {text === "" ? <span className="cg-mark">empty</span> : <Pieces text={shown} />}
        {shown !== text && "…"}
      </Element>
      {!inside && beginning(text, SHOWN) !== text && (
        <>
          {" "}
          <button type="button" className="cg-link" onClick={() => setWhole(!whole)}>
            {whole ? "Show less" : `Show all ${text.length.toLocaleString("en")} characters`}
          </button>
        </>
      )}
    </>
  );
}

/** A sentence of callgate; what it quotes stands in backticks. */
export function Sentence({ text }: { text: string }) {
  return text.split(/`([^`]*)`/).map((part, index) => (
    // Parts of a sentence have no identity but their place.
    <Fragment key={index}>{index % 2 === 1 ? <Outside text={part} code /> : <Pieces text={part} inner />}</Fragment>
  ));
}

/** A text of lines, such as a file. */
export function Lines({ text }: { text: string }) {
  return text.split("\n").map((line, index) => (
    <Fragment key={index}>
      {index > 0 && "\n"}
      <Pieces text={line} inner />
    </Fragment>
  ));
}

/** `inner`: blanks at its ends belong to what stands beside it. */
function Pieces({ text, inner = false }: { text: string; inner?: boolean }) {
  return pieces(text, inner).map(({ text: run, mark }, index) =>
    mark === undefined ? (
      <Fragment key={index}>{run}</Fragment>
    ) : (
      <span key={index} className="cg-mark" title="a character that cannot be seen">
        {mark}
      </span>
    ),
  );
}
