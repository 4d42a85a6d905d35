import * as RadioGroup from "@radix-ui/react-radio-group";
import type { CoverageRow, Harness } from "callgate-wasm";
import { useEffect, useId, useState } from "react";
import type { Preview as Rendered } from "../engine/protocol.js";
import { useDrawer } from "./context.js";
import { PermissionWord } from "./PermissionWord.js";
import { Lines, Outside, Sentence } from "./Text.js";
import { VirtualRows } from "./VirtualRows.js";
import { count, fitWords, HARNESSES, OUTCOMES } from "./words.js";

const LINES = 60;
const NAMES = 30;

/** What each harness would be told, and what it does alone (DRAW-7). */
export function Preview({ harness, onHarness }: { harness: Harness; onHarness: (harness: Harness) => void }) {
  const { draft, state } = useDrawer();
  const revision = state.looked?.revision;
  const [rendered, setRendered] = useState<Rendered>();
  useEffect(() => {
    let gone = false;
    void draft.engine.preview(harness).then((answer) => !gone && setRendered(answer), () => undefined);
    return () => {
      gone = true;
    };
  }, [draft, harness, revision]);
  return (
    <section aria-label="Preview" className="cg-preview">
      <h2 className="cg-unseen">Preview</h2>
      <p className="cg-soft">
        The gate decides every call. A harness can also be told the same rules in its own settings, so that denied tools are not even
        offered; never more than the gate allows.
      </p>
      <RadioGroup.Root className="cg-choices" aria-label="Harness" value={harness} onValueChange={(value) => onHarness(value as Harness)}>
        {(["claude", "codex", "pi"] as const).map((choice) => (
          <RadioGroup.Item key={choice} value={choice} className="cg-choice">
            {HARNESSES[choice]}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      {rendered?.harness === harness ? <Result {...rendered} /> : <p className="cg-soft">Rendering…</p>}
    </section>
  );
}

function Result({ harness, refused, files, withheld, register, rows, diagnostics }: Rendered) {
  if (refused) {
    return (
      <div className="cg-notice cg-bad" role="alert">
        <p>
          <strong>No settings can be written for {HARNESSES[harness]}:</strong>
        </p>
        <ul>
          {refused.slice(0, 20).map(({ message, help }, index) => (
            <li key={index}>
              <Sentence text={message} />
              {help !== undefined && (
                <>
                  {". "}
                  <Sentence text={help} />
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
    );
  }
  return (
    <>
      {diagnostics.map(({ message }, index) => (
        <p key={index} className="cg-notice">
          <Sentence text={message} />
        </p>
      ))}
      {files.map(({ path, content }) => (
        <File key={path} path={path} content={content} />
      ))}
      {files.length === 0 && <p className="cg-soft">{harness === "pi" ? "Pi has no settings file: it gets its tools by registration." : "There is nothing to write for this document."}</p>}
      {register && <Names title="Registered" names={register} />}
      {withheld.length > 0 && <Names title={harness === "pi" ? "Never registered" : "To be left out wherever tools are advertised"} names={withheld} />}
      <Coverage rows={rows} harness={harness} />
    </>
  );
}

function File({ path, content }: { path: string; content: string }) {
  const [all, setAll] = useState(false);
  const lines = content.split("\n");
  return (
    <div className="cg-file">
      <h3>
        <Outside text={path} code />
      </h3>
      {/* A text that scrolls is reached by the keyboard too. */}
      <pre tabIndex={0} role="region" aria-label={`Content of ${path}`}>
        <Lines text={all ? content : lines.slice(0, LINES).join("\n")} />
      </pre>
      {!all && lines.length > LINES && (
        <button type="button" className="cg-button" onClick={() => setAll(true)}>
          Show all {count(lines.length, "line")}
        </button>
      )}
    </div>
  );
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  const id = useId();
  const [all, setAll] = useState(false);
  return (
    <div className="cg-file">
      <h3 id={id}>
        {title}: {count(names.length, "tool")}
      </h3>
      <ul className="cg-names" aria-labelledby={id}>
        {(all ? names : names.slice(0, NAMES)).map((name) => (
          <li key={name}>
            <Outside text={name} code />
          </li>
        ))}
      </ul>
      {!all && names.length > NAMES && (
        <button type="button" className="cg-button" onClick={() => setAll(true)}>
          Show all {count(names.length, "tool")}
        </button>
      )}
    </div>
  );
}

function Coverage({ rows, harness }: { rows: readonly CoverageRow[]; harness: Harness }) {
  const [only, setOnly] = useState(false);
  const id = useId();
  const refused = rows.filter(isRefused);
  const shown = only ? refused : rows;
  return (
    <div className="cg-coverage">
      <h3>Tool by tool</h3>
      <p className="cg-check-line">
        <input id={`${id}-only`} type="checkbox" className="cg-check" checked={only} onChange={(event) => setOnly(event.target.checked)} />
        <label htmlFor={`${id}-only`}>Only the {count(refused.length, "tool")} that {HARNESSES[harness]} offers and the gate then refuses</label>
      </p>
      {shown.length > 0 && (
        <VirtualRows
          label={`What ${HARNESSES[harness]} does with each tool`}
          rows={shown.length}
          keyOf={(index) => `${shown[index]?.server ?? ""} ${shown[index]?.tool ?? ""} ${index}`}
          height={() => 62}
          className="cg-coverage-rows"
        >
          {(index) => <CoverageLine row={shown[index]!} harness={harness} />}
        </VirtualRows>
      )}
    </div>
  );
}

/** A tool that is denied and yet offered to the model. */
const isRefused = ({ gate, harness }: CoverageRow) => gate === "deny" && (harness === "run" || harness === "ask");

function CoverageLine({ row, harness }: { row: CoverageRow; harness: Harness }) {
  const { server, tool, gate, gateReadOnly, harness: outcome } = row;
  return (
    <div className="cg-covered">
      <span className="cg-covered-name">
        {tool === undefined ? <em>any other tool</em> : <Outside text={tool} code />}
        {server !== undefined && (
          <>
            {" of "}
            <Outside text={server} />
          </>
        )}
      </span>
      <span>
        <span className="cg-soft">Gate </span>
        <PermissionWord permission={gate} />
        {gateReadOnly && (
          <>
            <span className="cg-soft"> reading </span>
            <PermissionWord permission={gateReadOnly} />
          </>
        )}
      </span>
      <span>
        <span className="cg-soft">{HARNESSES[harness]} alone </span>
        {OUTCOMES[outcome].toLowerCase()}
      </span>
      <span className={isRefused(row) ? "cg-fit cg-refused" : "cg-fit"}>{fitWords(row)}</span>
    </div>
  );
}
