import { type ReactNode, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Range } from "../engine/protocol.js";

/** What can be done to the text from outside. */
export interface TextHandle {
  /** Selects a part and brings it into view. */
  select(range: Range): void;
}

export interface Mark extends Range {
  readonly kind: "error" | "warning" | "deciding";
  /** Told at the line's number. */
  readonly message?: string;
}

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly marks: readonly Mark[];
  readonly label: string;
  readonly describedBy: string;
  readonly invalid: boolean;
  readonly readOnly: boolean;
  readonly ref: Ref<TextHandle>;
}

/** The same as in the style sheet: a line's height, and the room above the first. */
const LINE = 20;
const ABOVE = 12;
/** Marks in a longer line are left out: the line alone would take longer to draw than a frame. */
const LONGEST_LINE = 4_000;

/**
 * A text field with numbers and marks at its lines (DRAW-6). Behind the field, which cannot mark its
 * own text, stand the same lines with nothing to be seen but the marks; only those on the screen.
 */
export function MarkedText({ value, onChange, marks, label, describedBy, invalid, readOnly, ref }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [view, setView] = useState({ top: 0, left: 0, height: 600 });
  // What others write is put into the field after the next picture: laying out a long text takes its time.
  useEffect(() => {
    const field = area.current;
    if (!field || field.value === value) return;
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        field.value = value;
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value]);
  const starts = useMemo(() => lineStarts(value), [value]);
  const byLine = useMemo(() => linesOf(marks, starts), [marks, starts]);

  useImperativeHandle(ref, () => ({
    select({ start, end }) {
      const field = area.current;
      if (!field) return;
      if (field.value !== value) field.value = value;
      field.focus({ preventScroll: true });
      field.setSelectionRange(start, end);
      const line = lineAt(starts, start);
      field.scrollTop = Math.max(0, line * LINE - field.clientHeight / 3);
      field.scrollLeft = 0;
      field.scrollIntoView({ block: "nearest" });
    },
  }));

  const read = () => {
    const field = area.current;
    if (field) setView({ top: field.scrollTop, left: field.scrollLeft, height: field.clientHeight });
  };
  useLayoutEffect(() => {
    const observer = new ResizeObserver(read);
    if (area.current) observer.observe(area.current);
    return () => observer.disconnect();
  }, []);

  const first = Math.max(0, Math.floor((view.top - ABOVE) / LINE));
  const last = Math.min(starts.length - 1, Math.ceil((view.top + view.height) / LINE));
  const lines: ReactNode[] = [];
  const numbers: ReactNode[] = [];
  for (let line = first; line <= last; line++) {
    const style = { top: line * LINE + ABOVE - view.top };
    const own = byLine.get(line) ?? [];
    const kind = own.some((mark) => mark.kind === "error") ? "error" : own[0]?.kind;
    numbers.push(
      <div key={line} className={`cg-number${kind ? ` cg-at-${kind}` : ""}`} style={style} title={own.flatMap(({ message }) => message ?? []).join("\n") || undefined}>
        {line + 1}
      </div>,
    );
    if (own.length > 0) {
      const start = starts[line]!;
      lines.push(
        <div key={line} className="cg-marked-line" style={{ ...style, left: -view.left }}>
          {marked(value.slice(start, (starts[line + 1] ?? value.length + 1) - 1), start, own)}
        </div>,
      );
    }
  }
  return (
    <div className="cg-text">
      <div className="cg-numbers" aria-hidden="true">
        {numbers}
      </div>
      <div className="cg-field">
        <div className="cg-backdrop" aria-hidden="true">
          {lines}
        </div>
        <textarea
          ref={area}
          aria-label={label}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          readOnly={readOnly}
          defaultValue={value}
          onChange={(event) => onChange(event.target.value)}
          onScroll={read}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          wrap="off"
        />
      </div>
    </div>
  );
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The line that a place is in: the last that starts before or at it. */
function lineAt(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (starts[middle]! <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

function linesOf(marks: readonly Mark[], starts: readonly number[]): Map<number, Mark[]> {
  const found = new Map<number, Mark[]>();
  for (const mark of marks) {
    const last = lineAt(starts, Math.max(mark.start, mark.end - 1));
    for (let line = lineAt(starts, mark.start); line <= last; line++) {
      const own = found.get(line);
      if (own) own.push(mark);
      else found.set(line, [mark]);
    }
  }
  return found;
}

function marked(line: string, start: number, marks: readonly Mark[]): ReactNode {
  if (line.length > LONGEST_LINE) return null;
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [index, mark] of marks.toSorted((one, other) => one.start - other.start).entries()) {
    const from = Math.max(at, mark.start - start);
    const to = Math.min(line.length, mark.end - start);
    if (to < from) continue;
    parts.push(
      line.slice(at, from),
      <span key={index} className={`cg-in-text cg-in-${mark.kind}`}>
        {line.slice(from, to) || " "}
      </span>,
    );
    at = to;
  }
  return parts;
}
