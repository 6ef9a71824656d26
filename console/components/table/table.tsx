import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ComponentType, type RefObject } from "react";
import { MoreButton } from "../button/more-button.tsx";
import { useShortcuts } from "../keyboard/shortcuts.ts";
import { CheckHead } from "./check-cell.tsx";
import type { Column } from "./table-column.ts";
import { isPrinting } from "./is-printing.ts";
import { ColumnHead } from "./column-head.tsx";
import { TableRow, type RowActs } from "./table-row.tsx";
import { useSelection, type Selection } from "./use-selection.ts";

/** What stands below a table while rows of it are chosen. */
export interface BulkProps<Row> {
  /** The chosen rows, at least one. */
  rows: readonly Row[];
  /** Chooses these rows and no others. */
  choose: (rows: readonly Row[]) => void;
  /** Loads the rows that are not there yet, and chooses all; undefined when all are there, or not all of these are chosen. */
  chooseAll?: (() => void) | undefined;
}

export interface TableProps<Row> {
  /** What is listed, for a screen reader. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Called for Enter, and for a click outside the row's links. */
  onOpen?: (row: Row) => void;
  /** The row whose detail is open. */
  openKey?: string | undefined;
  /** Highlights a row for a while after its arrival. */
  isNew?: (row: Row) => boolean;
  hasMore?: boolean;
  onMore?: () => void;
  /** Loads more when the end comes near, without a button. */
  moreByScrolling?: boolean;
  /** The pointer or the focus is on a row, so the list must not shift. */
  onHeld?: (held: boolean) => void;
  /** The current order in the server's notation, and a callback for a press on a column's head. */
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  /** A CSS length: how far below the page's header the column heads stick, when something else sticks above them. */
  headBelow?: string;
  /** Lets rows be chosen, and acts on the chosen ones. Load it with `lazyPart`. */
  Bulk?: ComponentType<BulkProps<Row>> | undefined;
}

/** In pixels. A finger needs more. */
const rowHeight = window.matchMedia("(pointer: coarse)").matches ? 44 : 40;

/** The row from which keys move. The next row may have to be drawn before it can get the focus. */
function useActiveRow(
  bodyRef: RefObject<HTMLTableSectionElement | null>,
  rowCount: number,
  scrollTo: (index: number) => void,
  choose: ((index: number) => void) | undefined,
) {
  const [active, setActive] = useState(-1);
  /** The row that gets the focus once it is drawn. */
  const awaited = useRef<number | null>(null);
  const move = (to: number) => {
    const next = Math.max(0, Math.min(rowCount - 1, to));
    const row = () => bodyRef.current?.querySelector<HTMLElement>(`[data-index="${next}"]`);
    setActive(next);
    awaited.current = null;
    if (row()) return row()?.focus();
    // The row is far out of sight, so draw it first.
    awaited.current = next;
    scrollTo(next);
  };
  useLayoutEffect(() => {
    if (awaited.current === null) return;
    const row = bodyRef.current?.querySelector<HTMLElement>(`[data-index="${awaited.current}"]`);
    if (!row) return;
    awaited.current = null;
    row.focus();
  });
  useShortcuts(
    rowCount === 0
      ? []
      : [
          { keys: "j", does: "Next row", run: () => move(active + 1) },
          { keys: "k", does: "Previous row", run: () => move(active - 1) },
          ...(choose === undefined ? [] : [{ keys: "x", does: "Select the row", run: () => choose(active) }]),
        ],
  );
  return { active, setActive, move };
}

const spacer = (height: number) =>
  height > 0 && (
    // Only one cell: a cell over all columns would bring back those that are hidden on this screen.
    <tr aria-hidden>
      <td style={{ height, padding: 0 }} />
    </tr>
  );

interface HeadProps<Row> extends Pick<TableProps<Row>, "columns" | "rows" | "sort" | "onSort" | "headBelow"> {
  /** Null where rows cannot be chosen. */
  selection: Selection<Row> | null;
}

const Head = <Row,>({ columns, rows, sort, onSort, headBelow = "0px", selection }: HeadProps<Row>) => (
  <thead className="sticky z-10 bg-surface" style={{ top: `calc(var(--header-height) + ${headBelow})` }}>
    <tr className="h-9 shadow-[inset_0_-1px_0_var(--line)]">
      {selection && (
        <CheckHead
          isChecked={selection.rows.length === rows.length}
          isMixed={selection.rows.length > 0 && selection.rows.length < rows.length}
          onPress={() => selection.choose(selection.rows.length === rows.length ? [] : rows)}
        />
      )}
      {columns.map((column) => (
        <ColumnHead key={column.id} column={column} sort={sort} onSort={onSort} />
      ))}
    </tr>
  </thead>
);

/** The rows near the screen, and the height of those before and after them. More are loaded when the end comes near. */
function useShownRows(bodyRef: RefObject<HTMLTableSectionElement | null>, rowCount: number, onNearEnd?: () => void) {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const now = bodyRef.current?.getBoundingClientRect().top ?? 0;
    setTop(now + window.scrollY);
  }, [rowCount === 0]);
  const virtualizer = useWindowVirtualizer({
    count: rowCount,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: top,
  });
  const items = virtualizer.getVirtualItems();
  const allRows = isPrinting.use();
  const isNearEnd = onNearEnd !== undefined && (items.at(-1)?.index ?? 0) >= rowCount - 25;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
    // This runs again after each loaded page. oxlint-disable-next-line react/exhaustive-deps -- onNearEnd is new at
    // every render
  }, [isNearEnd, rowCount]);
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index, { align: "auto" });
  if (allRows) return { indexes: Array.from({ length: rowCount }, (_, index) => index), before: 0, after: 0, scrollTo };
  return {
    indexes: items.map(({ index }) => index),
    before: (items[0]?.start ?? top) - top,
    after: virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top),
    scrollTo,
  };
}

/**
 * A table of any length: only the visible rows are in the page. j and k (or the arrows) move between rows; Enter opens
 * one. With `Bulk`, Space or x chooses one, and Shift all rows since the last one.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, onOpen, openKey, isNew, onHeld, sort, onSort, headBelow, Bulk } = props;
  const { hasMore = false, onMore, moreByScrolling = false } = props;
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const onNearEnd = moreByScrolling && hasMore ? onMore : undefined;
  const { indexes, before, after, scrollTo } = useShownRows(bodyRef, rows.length, onNearEnd);
  const selection = useSelection(rows, rowKey, hasMore ? onMore : undefined);
  const { rows: chosen, press: choose } = selection;
  const pressActive = Bulk === undefined ? undefined : (index: number) => choose(index, false);
  const { active, setActive, move } = useActiveRow(bodyRef, rows.length, scrollTo, pressActive);
  const acts = useRef<RowActs<Row>>({ open: onOpen, move, setActive, choose });
  acts.current = { open: onOpen, move, setActive, choose };
  const head = { columns, rows, sort, onSort, headBelow, selection: Bulk === undefined ? null : selection };
  const drawn = indexes.flatMap((index) => rows.slice(index, index + 1).map((row) => ({ row, index })));
  const mayChooseAll = chosen.length === rows.length;
  // It stays as it is while the table scrolls. oxlint-disable-next-line react/exhaustive-deps -- the callbacks belong to these rows
  const bar = useMemo(() => {
    if (Bulk === undefined || chosen.length === 0) return null;
    return <Bulk rows={chosen} choose={selection.choose} chooseAll={mayChooseAll ? selection.chooseAll : undefined} />;
  }, [Bulk, chosen, mayChooseAll, hasMore]);
  return (
    <div>
      <div className="overflow-clip rounded-lg border border-line bg-surface">
        <table
          aria-label={label}
          aria-rowcount={hasMore ? -1 : rows.length + 1}
          className="w-full table-fixed border-collapse text-sm"
        >
          <Head {...head} />
          <tbody ref={bodyRef} onPointerEnter={() => onHeld?.(true)} onPointerLeave={() => onHeld?.(false)}>
            {spacer(before)}
            {drawn.map(({ row, index }) => (
              <TableRow
                key={rowKey(row)}
                {...{ row, index, columns, acts }}
                opens={onOpen !== undefined}
                isOpen={rowKey(row) === openKey}
                isNext={index === Math.max(active, 0)}
                isNew={isNew?.(row) === true}
                isChosen={Bulk === undefined ? undefined : selection.has(row)}
              />
            ))}
            {spacer(after)}
          </tbody>
        </table>
        <MoreButton hasMore={hasMore} more={onMore} className="border-t border-line p-2" />
      </div>
      {bar}
    </div>
  );
}
