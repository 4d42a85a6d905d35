import type { Diagnostic } from "callgate-wasm";
import { useState } from "react";
import { count } from "../words.js";
import { Outside, Sentence } from "./Text.js";

/** More are listed on demand: a broken file can have as many as it has lines. */
const SHOWN = 100;

interface Props {
  readonly diagnostics: readonly Diagnostic[];
  readonly onPlace: (diagnostic: Diagnostic) => void;
}

/** Every problem of the documents: severity, code, place, message and help. */
export function Problems({ diagnostics, onPlace }: Props) {
  const [all, setAll] = useState(false);
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const warnings = diagnostics.length - errors;
  const summary = [errors > 0 && count(errors, "error"), warnings > 0 && count(warnings, "warning")].filter(Boolean).join(", ");
  const shown = all ? diagnostics : diagnostics.slice(0, SHOWN);
  return (
    <section aria-labelledby="problems-title" className="problems">
      <h2 id="problems-title">Problems</h2>
      <p role="status" className="summary">
        {summary || "None"}
      </p>
      {shown.length > 0 && (
        <ul>
          {shown.map((diagnostic, index) => (
            <li key={index} className={diagnostic.severity}>
              <Problem diagnostic={diagnostic} onPlace={onPlace} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < diagnostics.length && (
        <button type="button" onClick={() => setAll(true)}>
          Show all {diagnostics.length.toLocaleString("en")} problems
        </button>
      )}
    </section>
  );
}

function Problem({ diagnostic, onPlace }: { diagnostic: Diagnostic; onPlace: Props["onPlace"] }) {
  const { severity, code, pointer, message, help, line, column } = diagnostic;
  return (
    <>
      <p className="message">
        <Sentence text={message} />
      </p>
      {help !== undefined && (
        <p className="help">
          <Sentence text={help} />
        </p>
      )}
      <p className="where">
        <span className="severity">{severity === "error" ? "Error" : "Warning"}</span>
        <code className="code">{code}</code>
        {line !== undefined && (
          <button type="button" className="link" onClick={() => onPlace(diagnostic)}>
            line {line}, column {column}
          </button>
        )}
        {pointer !== "" && (
          <span className="pointer">
            <Outside text={pointer} code />
          </span>
        )}
      </p>
    </>
  );
}
