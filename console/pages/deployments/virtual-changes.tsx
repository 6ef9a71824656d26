import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, type ReactNode } from "react";
import { classNames } from "../../components/class-names.ts";
import { isPrinting } from "../../components/table/is-printing.ts";
import type { Change } from "./words.ts";

const order: Record<Change["change"], number> = { removed: 1, changed: 2, added: 3 };
const rankOf = ({ breaking, change }: Change) => (breaking.length > 0 ? 0 : order[change]);

/** In pixels; a row is measured once it is in the page. */
const rowHeight = 37;

interface VirtualChangesProps<Shown extends Change> {
  /** What they are, for a screen reader: `Functions`. */
  label: string;
  changes: readonly Shown[];
  row: (change: Shown) => ReactNode;
}

/** Thousands of changes of one kind: what breaks callers comes first, and only what is in sight is in the page, until it is printed. */
export function VirtualChanges<Shown extends Change>({ label, changes, row }: VirtualChangesProps<Shown>) {
  const scroller = useRef<HTMLDivElement>(null);
  const sorted = useMemo(() => changes.toSorted((a, b) => rankOf(a) - rankOf(b)), [changes]);
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const isWhole = isPrinting.use();
  const rows = isWhole ? sorted.map((_, index) => ({ index, start: 0 })) : virtualizer.getVirtualItems();
  return (
    <div
      ref={scroller}
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
      tabIndex={0}
      className="max-h-80 overflow-y-auto rounded-md border border-line bg-surface outline-offset-[-2px]"
    >
      <ul className="relative" style={isWhole ? undefined : { height: virtualizer.getTotalSize() }}>
        {rows.map(({ index, start }) => {
          const change = sorted[index];
          return (
            change && (
              <li
                key={index}
                ref={isWhole ? undefined : virtualizer.measureElement}
                data-index={index}
                aria-setsize={sorted.length}
                aria-posinset={index + 1}
                className={classNames("border-b border-line px-3 py-2 text-sm", !isWhole && "absolute inset-x-0 top-0")}
                style={isWhole ? undefined : { transform: `translateY(${start}px)` }}
              >
                {row(change)}
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
