import type { Change } from "callgate-wasm";
import { type Ref, useId, useState } from "react";
import { useDrawer } from "./context.js";
import { PermissionWord } from "./PermissionWord.js";
import { Outside, Sentence } from "./Text.js";
import { VirtualRows } from "./VirtualRows.js";
import { count, DIRECTIONS, FOLLOW, PERMISSIONS } from "./words.js";

interface Props {
  readonly readOnly: boolean;
  /** Whether there is room to list the changes unasked. */
  readonly roomy: boolean;
  readonly onSave: () => void;
  readonly ref: Ref<HTMLDivElement>;
}

/** What changes if the document is saved, before it is (DRAW-5). */
export function Consequences({ readOnly, roomy, onSave, ref }: Props) {
  const { draft, state } = useDrawer();
  const id = useId();
  const [wanted, want] = useState<boolean>();
  const open = wanted ?? roomy;
  const { text, saved, looked, pending, changes, compared, note, canUndo, canRedo } = state;
  const dirty = text !== saved;
  const errors = looked?.ok === false;
  const rows = dirty && !errors ? (changes?.changes ?? []) : [];
  if (readOnly) return null;
  return (
    <section aria-label="Changes" className="cg-consequences">
      {note && (
        <p role={note.kind === "refused" ? "alert" : "status"} className={note.kind === "refused" ? "cg-notice cg-bad" : "cg-notice"}>
          <Sentence text={note.text} />
          {note.names?.slice(0, 20).map((name) => (
            <span key={name}>
              {" "}
              <Outside text={name} code />
            </span>
          ))}
          {(note.names?.length ?? 0) > 20 && ` and ${count((note.names?.length ?? 0) - 20, "more tool")}`}
        </p>
      )}
      {rows.length > 0 && open && (
        <div id={`${id}-list`} className="cg-changes">
          <Changed changes={rows} label="Decisions that change" />
          {changes && changes.total > rows.length && <p className="cg-soft">The first {rows.length.toLocaleString("en")} of {changes.total.toLocaleString("en")} are listed.</p>}
        </div>
      )}
      <div ref={ref} className="cg-bar">
        <p role="status" className="cg-bar-summary">
          {!dirty && "Nothing to save"}
          {dirty && errors && "The document has errors, so it can not be saved"}
          {dirty && !errors && (pending || !changes) && "Comparing…"}
          {dirty && !errors && !pending && changes && <Summary {...changes} />}
        </p>
        {rows.length > 0 && (
          <button type="button" className="cg-link" aria-expanded={open} aria-controls={`${id}-list`} onClick={() => want(!open)}>
            {open ? "Hide the list" : "Show the list"}
          </button>
        )}
        <div className="cg-bar-actions">
          <button type="button" className="cg-button" disabled={!canUndo} onClick={() => draft.undo()}>
            Undo
          </button>
          <button type="button" className="cg-button" disabled={!canRedo} onClick={() => draft.redo()}>
            Redo
          </button>
          <button type="button" className="cg-button" disabled={!dirty} onClick={() => draft.discard()}>
            Discard
          </button>
          <button type="button" className="cg-button cg-primary" disabled={!dirty || errors || pending || compared !== text} onClick={onSave}>
            Save
          </button>
        </div>
      </div>
    </section>
  );
}

function Summary({ total, looser, stricter, nothingBefore }: { total: number; looser: number; stricter: number; nothingBefore: boolean }) {
  if (nothingBefore) return "The saved document is not valid: there is nothing to compare with";
  if (total === 0) return "The text changes, no decision does";
  return (
    <>
      {count(total, "decision")} {total === 1 ? "changes" : "change"}
      {looser > 0 && (
        <>
          {", "}
          <Direction direction="looser" /> {looser.toLocaleString("en")}
        </>
      )}
      {stricter > 0 && (
        <>
          {", "}
          <Direction direction="stricter" /> {stricter.toLocaleString("en")}
        </>
      )}
    </>
  );
}

/** A list of changes, each with both decisions. */
export function Changed({ changes, label }: { changes: readonly Change[]; label: string }) {
  return (
    <VirtualRows
      label={label}
      rows={changes.length}
      keyOf={(index) => `${index}`}
      height={() => 40}
      className={changes.length > 4 ? "cg-many" : ""}
    >
      {(index) => <ChangedRow change={changes[index]!} />}
    </VirtualRows>
  );
}

function ChangedRow({ change }: { change: Change }) {
  const { server, tool, prefix, before, after, direction } = change;
  return (
    <div className={`cg-change cg-${direction}`}>
      <Direction direction={direction} />
      <span className="cg-change-name">
        {tool === null ? server === undefined ? "Any other call" : "Any other tool" : <Outside text={tool} code />}
        {server !== undefined && (
          <>
            {" of "}
            <Outside text={server} />
          </>
        )}
        {prefix !== undefined && (
          <>
            {" for calls that begin with "}
            <Outside text={prefix} code />
          </>
        )}
      </span>
      <span className="cg-change-words">
        <Said said={before} />
        <span aria-hidden="true"> → </span>
        <span className="cg-unseen"> becomes </span>
        <Said said={after} />
      </span>
    </div>
  );
}

function Said({ said: { permission, readOnly, arguments: matching } }: { said: Change["before"] }) {
  return (
    <span>
      {permission === null ? FOLLOW : <PermissionWord permission={permission} />}
      {readOnly && <span className="cg-soft"> ({PERMISSIONS[readOnly]} when known to only read)</span>}
      {matching && <span className="cg-soft"> ({PERMISSIONS[matching]} for some arguments)</span>}
    </span>
  );
}

export function Direction({ direction }: { direction: Change["direction"] }) {
  return (
    <span className={`cg-direction cg-${direction}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true" className="cg-sign">
        <path d={direction === "looser" ? "M8 13V3M4 7l4-4 4 4" : direction === "stricter" ? "M8 3v10M4 9l4 4 4-4" : "M3 8h10"} />
      </svg>
      {DIRECTIONS[direction]}
    </span>
  );
}
