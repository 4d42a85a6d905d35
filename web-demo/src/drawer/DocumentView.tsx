import { type Ref, useDeferredValue, useId, useMemo } from "react";
import type { Problem, Range } from "../engine/protocol.js";
import { useDrawer } from "./context.js";
import { type Mark, MarkedText, type TextHandle } from "./MarkedText.js";
import { Problems } from "./Problems.js";
import { escaped, unseenIn, visible } from "./visible.js";
import { count } from "./words.js";

/** A longer document is not put into a text field, which would be slow with it. */
const MOST_SHOWN = 2_000_000;

interface Props {
  readonly readOnly: boolean;
  /** What decides, as it was asked for last. */
  readonly deciding: Range | undefined;
  readonly ref: Ref<TextHandle>;
  readonly onPlace: (range: Range) => void;
}

/** The document as text, with its problems in place (DRAW-6). */
export function DocumentView({ readOnly, deciding, ref, onPlace }: Props) {
  const { draft, state } = useDrawer();
  const id = useId();
  const { text, looked, pending } = state;
  const problems = looked?.problems ?? [];
  // Places are only right in the text that was looked at.
  const marks = useMemo(() => (pending ? [] : marksOf(problems, deciding)), [pending, problems, deciding]);
  const long = text.length > MOST_SHOWN;
  return (
    <section aria-label="Document" className="cg-document">
      <h2 className="cg-unseen">Document</h2>
      {long ? (
        <p className="cg-notice">
          The document has {text.length.toLocaleString("en")} characters, too many to be edited as text here. The settings beside it
          work as ever.
        </p>
      ) : (
        <>
          <MarkedText
            ref={ref}
            value={text}
            onChange={(value) => draft.write(value)}
            marks={marks}
            label="Agent document"
            describedBy={`${id}-hint`}
            invalid={looked?.ok === false}
            readOnly={readOnly}
          />
          <p id={`${id}-hint`} className="cg-soft cg-hint">
            {readOnly ? "The JSON that configures the agent." : "The JSON that configures the agent. The settings and this text follow each other."}
          </p>
          <Unseen text={text} readOnly={readOnly} onFirst={(first) => onPlace({ start: first, end: first + 1 })} onEscape={() => draft.write(escaped(text), true)} />
        </>
      )}
      <Problems problems={problems} errors={looked?.errors ?? 0} warnings={looked?.warnings ?? 0} onPlace={long ? undefined : onPlace} />
    </section>
  );
}

function marksOf(problems: readonly Problem[], deciding: Range | undefined): Mark[] {
  const marks = problems.flatMap(({ range, severity, message, help }): Mark[] =>
    range ? [{ ...range, kind: severity, message: visible(help === undefined ? message : `${message}. ${help}`) }] : [],
  );
  return deciding ? [...marks, { ...deciding, kind: "deciding" }] : marks;
}

/** Characters that cannot be seen in a text field are told beside it (DRAW-9). */
function Unseen({ text, readOnly, onFirst, onEscape }: { text: string; readOnly: boolean; onFirst: (first: number) => void; onEscape: () => void }) {
  // Every character is looked at, which may wait until what was asked for is on the screen.
  const looked = useDeferredValue(text);
  const { number, first } = useMemo(() => unseenIn(looked), [looked]);
  return (
    <div role="status">
      {number > 0 && (
        <div className="cg-notice">
          <p>The text holds {count(number, "character")} that cannot be seen or that may turn its surroundings around.</p>
          <button type="button" className="cg-button" onClick={() => onFirst(first)}>
            Show the first
          </button>{" "}
          {!readOnly && (
            <button type="button" className="cg-button" onClick={onEscape}>
              Write them as escapes
            </button>
          )}
        </div>
      )}
    </div>
  );
}
