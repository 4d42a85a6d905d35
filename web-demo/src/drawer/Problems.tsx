import { useId, useState } from "react";
import type { Problem, Range } from "../engine/protocol.js";
import { Outside, Sentence } from "./Text.js";
import { count } from "./words.js";

/** More are listed on demand: a broken file can have as many as it has lines. */
const SHOWN = 50;

interface Props {
  readonly problems: readonly Problem[];
  readonly errors: number;
  readonly warnings: number;
  readonly onPlace: ((range: Range) => void) | undefined;
}

/** Every problem of the document: severity, code, place, message and help. */
export function Problems({ problems, errors, warnings, onPlace }: Props) {
  const id = useId();
  const [all, setAll] = useState(false);
  const summary = [errors > 0 && count(errors, "error"), warnings > 0 && count(warnings, "warning")].filter(Boolean).join(", ");
  const shown = all ? problems : problems.slice(0, SHOWN);
  const total = errors + warnings;
  return (
    <section aria-labelledby={`${id}-title`} className="cg-problems">
      <h3 id={`${id}-title`}>Problems</h3>
      <p role="status" className="cg-soft">
        {summary || "None"}
      </p>
      {shown.length > 0 && (
        <ul>
          {shown.map((problem, index) => (
            <li key={index} className={`cg-problem cg-${problem.severity}`}>
              <One problem={problem} onPlace={onPlace} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < problems.length && (
        <button type="button" className="cg-button" onClick={() => setAll(true)}>
          Show {problems.length < total ? `${problems.length.toLocaleString("en")} of ` : "all "}
          {total.toLocaleString("en")} problems
        </button>
      )}
    </section>
  );
}

function One({ problem, onPlace }: { problem: Problem; onPlace: Props["onPlace"] }) {
  const { severity, code, pointer, message, help, line, column, range } = problem;
  return (
    <>
      <p>
        <strong className="cg-severity">{severity === "error" ? "Error" : "Warning"}: </strong>
        <Sentence text={message} />
      </p>
      {help !== undefined && (
        <p className="cg-help">
          <Sentence text={help} />
        </p>
      )}
      <p className="cg-where">
        {range && onPlace ? (
          <button type="button" className="cg-link" onClick={() => onPlace(range)}>
            line {line}, column {column}
          </button>
        ) : (
          line !== undefined && `line ${line}, column ${column}`
        )}
        <code>{code}</code>
        {pointer !== "" && <Outside text={pointer} code />}
      </p>
    </>
  );
}
