import { type DragEvent, type Ref, useId, useImperativeHandle, useMemo, useRef, useState } from "react";
import type { Documents } from "../policy.js";
import type { Range } from "../places.js";
import { beginning, escaped, unseenIn, visible } from "../visible.js";
import { count } from "../words.js";

/** What can be done to the view from outside. */
export interface DocumentHandle {
  /** Selects a part of the agent document and brings it into view. */
  select(range: Range): void;
}

type Part = keyof Documents;

const PARTS: readonly { readonly part: Part; readonly title: string; readonly hint: string }[] = [
  { part: "agent", title: "Agent document", hint: "The JSON that configures the agent. Paste another one, open a file, or drop a file here." },
  {
    part: "catalogs",
    title: "Tool lists",
    hint: "What each server advertises: server name to its answer to tools/list. May be left blank.",
  },
];

interface Props {
  readonly documents: Documents;
  readonly write: (part: Partial<Documents>) => void;
  readonly invalid: boolean;
  readonly onExample: () => void;
  readonly ref: Ref<DocumentHandle>;
}

/** The documents as text: written, pasted, opened or dropped. */
export function DocumentView({ documents, write, invalid, onExample, ref }: Props) {
  const id = useId();
  const [part, setPart] = useState<Part>("agent");
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState<string>();
  const texts = useRef<Partial<Record<Part, HTMLTextAreaElement | null>>>({});
  const picker = useRef<HTMLInputElement>(null);

  useImperativeHandle(ref, () => ({
    select(range) {
      setPart("agent");
      // The text may only now become visible, and what is hidden takes no focus.
      requestAnimationFrame(() => texts.current.agent && selectIn(texts.current.agent, range));
    },
  }));

  const open = async (file: File | undefined) => {
    if (!file) return;
    const text = await textOf(file);
    setRefused(text === undefined ? `${visible(beginning(file.name, 80))} is not UTF-8 text, so it was not opened` : undefined);
    if (text !== undefined) write({ [part]: text });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void open(event.dataTransfer.files[0]);
  };

  return (
    <section
      aria-labelledby={`${id}-title`}
      className={over ? "document over" : "document"}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (event.dataTransfer.types.includes("Files")) drop(event);
      }}
    >
      <h2 id={`${id}-title`}>Document</h2>
      <div className="bar">
        <div role="group" aria-label="Which text" className="choice">
          {PARTS.map((choice) => (
            <button key={choice.part} type="button" aria-pressed={part === choice.part} onClick={() => setPart(choice.part)}>
              {choice.title}
            </button>
          ))}
        </div>
        <div className="actions">
          <button type="button" onClick={() => picker.current?.click()}>
            Open file…
          </button>
          <button type="button" onClick={onExample}>
            Example
          </button>
        </div>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label="File to open"
          accept=".json,application/json,text/plain"
          onChange={(event) => {
            void open(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </div>
      {refused !== undefined && (
        <p role="alert" className="refused">
          {refused}
        </p>
      )}
      {PARTS.map(({ part: own, title, hint }) => (
        <div key={own} hidden={part !== own} className="text">
          <textarea
            ref={(element) => {
              texts.current[own] = element;
            }}
            aria-label={title}
            aria-describedby={`${id}-${own}`}
            aria-invalid={invalid}
            value={documents[own]}
            onChange={(event) => write({ [own]: event.target.value })}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            wrap="off"
            rows={18}
          />
          <p id={`${id}-${own}`} className="hint">
            {hint}
          </p>
          <Unseen
            text={documents[own]}
            onFirst={(first) => texts.current[own] && selectIn(texts.current[own], { start: first, end: first + 1 })}
            onEscape={() => write({ [own]: escaped(documents[own]) })}
          />
        </div>
      ))}
    </section>
  );
}

/** In a text field nothing can be marked, so what cannot be seen there is told beside it (DRAW-9). */
function Unseen({ text, onFirst, onEscape }: { text: string; onFirst: (first: number) => void; onEscape: () => void }) {
  const { number, first } = useMemo(() => unseenIn(text), [text]);
  return (
    <div role="status">
      {number > 0 && (
        <div className="notice">
          <p>The text holds {count(number, "character")} that cannot be seen or that may turn its surroundings around.</p>
          <button type="button" onClick={() => onFirst(first)}>
            Show the first
          </button>{" "}
          <button type="button" onClick={onEscape}>
            Write them as escapes
          </button>
        </div>
      )}
    </div>
  );
}

/** The file's own text; nothing when it is no UTF-8, which would silently become another text. */
async function textOf(file: File): Promise<string | undefined> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function selectIn(area: HTMLTextAreaElement, { start, end }: Range): void {
  area.focus();
  area.setSelectionRange(start, end);
  // Browsers do not bring a selection into view by themselves; lines are all of one height.
  const lines = area.value.slice(0, start).split("\n").length - 1;
  const height = Number.parseFloat(getComputedStyle(area).lineHeight);
  area.scrollTop = Math.max(0, (lines - 4) * height);
  area.scrollLeft = 0;
}
