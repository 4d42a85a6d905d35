import { type Range as Shown, defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";

interface Props {
  readonly label: string;
  readonly rows: number;
  readonly keyOf: (index: number) => string;
  /** Roughly how high a row is, in pixels, before it has been measured. */
  readonly height: (index: number) => number;
  readonly children: (index: number) => ReactNode;
  /** Told which rows are on the screen. */
  readonly onShown?: (first: number, last: number) => void;
  /** Where Escape leads out of the list; not from a choice, which it closes. */
  readonly onEscape?: () => void;
  /** Whether the keyboard stops at the list itself, which it must where nothing in it takes the focus. */
  readonly stop?: boolean;
  readonly className?: string;
}

/** A list of any length of which only what is on the screen is in the page (DRAW-10). */
export function VirtualRows({ label, rows, keyOf, height, children, onShown, onEscape, stop = true, className = "" }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(-1);
  const virtualizer = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: height,
    getItemKey: keyOf,
    overscan: 6,
    // The row with the keyboard's focus stays, wherever the list is scrolled to.
    rangeExtractor: useCallback(
      (range: Shown) => {
        const shown = defaultRangeExtractor(range);
        if (focused < 0 || focused >= range.count || shown.includes(focused)) return shown;
        return [...shown, focused].sort((one, other) => one - other);
      },
      [focused],
    ),
  });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? -1];
  useEffect(() => onShown?.(first, last), [onShown, first, last]);
  return (
    <div ref={scroller} className={`cg-scroll ${className}`} tabIndex={stop ? 0 : -1} onKeyDown={({ key, target }) => key === "Escape" && !(target instanceof HTMLSelectElement) && onEscape?.()}>
      <div role="list" aria-label={label} className="cg-rows" style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => (
          <div
            key={item.key}
            ref={virtualizer.measureElement}
            role="listitem"
            aria-setsize={rows}
            aria-posinset={item.index + 1}
            data-index={item.index}
            className="cg-row"
            style={{ transform: `translateY(${item.start}px)` }}
            onFocus={() => setFocused(item.index)}
            onBlur={() => setFocused(-1)}
          >
            {children(item.index)}
          </div>
        ))}
      </div>
    </div>
  );
}
