import { memo, useId, type KeyboardEvent, type RefObject } from "react";
import { classNames } from "../class-names.ts";
import { CheckCell } from "./check-cell.tsx";
import { cellClass, type Column } from "./table-column.ts";

/** The callbacks of a row; they stay the same object for the table's lifetime. */
export interface RowActs<Row> {
  open: ((row: Row) => void) | undefined;
  move: (to: number) => void;
  setActive: (index: number) => void;
  /** Chooses the row, or gives it up; with `isRange`, chooses all rows since the last one. */
  choose: (index: number, isRange: boolean) => void;
}

interface TableRowProps<Row> {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  acts: RefObject<RowActs<Row>>;
  opens: boolean;
  /** The row's detail is open. */
  isOpen: boolean;
  /** The row that Tab moves to. */
  isNext: boolean;
  isNew: boolean;
  /** Undefined where rows cannot be chosen. */
  isChosen: boolean | undefined;
}

type Pressed<Row> = Pick<TableRowProps<Row>, "row" | "index" | "acts" | "isChosen">;

/** Opens a row, chooses it, or moves to the next one. Returns whether the key does one of these. */
function press<Row>({ key, shiftKey }: KeyboardEvent, { row, index, acts, isChosen }: Pressed<Row>): boolean {
  const { open, move, choose } = acts.current;
  const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  if (key === "Enter") open?.(row);
  else if (key === " " && isChosen !== undefined) choose(index, shiftKey);
  else if (step === 0) return false;
  else {
    if (shiftKey && isChosen === false) choose(index, false);
    move(index + step);
    if (shiftKey && isChosen !== undefined) choose(index + step, true);
  }
  return true;
}

function PlainRow<Row>({ row, index, columns, acts, opens, isOpen, isNext, isNew, isChosen }: TableRowProps<Row>) {
  const nameId = useId();
  return (
    <tr
      data-index={index}
      aria-rowindex={index + 2}
      aria-current={isOpen || undefined}
      tabIndex={opens || isChosen !== undefined ? (isNext ? 0 : -1) : undefined}
      onFocus={() => acts.current.setActive(index)}
      onClick={(event) => {
        if (!(event.target as HTMLElement).closest("a, button, input, label")) acts.current.open?.(row);
      }}
      onKeyDown={(event) => {
        if (event.target === event.currentTarget && press(event, { row, index, acts, isChosen }))
          event.preventDefault();
      }}
      className={classNames(
        // When the page scrolls to a row, the fixed header must not cover it.
        "h-10 scroll-mt-36 scroll-mb-4 border-b border-line outline-offset-[-2px] last:border-b-0 aria-[current]:bg-selected",
        opens && "cursor-pointer hover:bg-hover",
        isChosen === true && "bg-selected",
        isNew && "arriving",
      )}
    >
      {isChosen !== undefined && (
        <CheckCell nameId={nameId} isChecked={isChosen} onPress={(isRange) => acts.current.choose(index, isRange)} />
      )}
      {columns.map((column, at) => (
        <td key={column.id} id={at === 0 ? nameId : undefined} className={classNames(cellClass(column), "truncate")}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** A row of a `Table`. It renders only after changes of its own, not when other rows scroll by. */
export const TableRow = memo(PlainRow) as typeof PlainRow;
