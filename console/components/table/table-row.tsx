import { memo, type RefObject } from "react";
import { classNames } from "../class-names.ts";
import { cellClass, type Column } from "./table-column.ts";

/** The callbacks of a row; they stay the same object for the table's lifetime. */
export interface RowActs<Row> {
  open: ((row: Row) => void) | undefined;
  move: (to: number) => void;
  setActive: (index: number) => void;
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
}

function PlainRow<Row>({ row, index, columns, acts, opens, isOpen, isNext, isNew }: TableRowProps<Row>) {
  return (
    <tr
      data-index={index}
      aria-rowindex={index + 2}
      aria-current={isOpen || undefined}
      tabIndex={isNext ? 0 : -1}
      onFocus={() => acts.current.setActive(index)}
      onClick={(event) => {
        if (!(event.target as HTMLElement).closest("a, button, input, label")) acts.current.open?.(row);
      }}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === "Enter") acts.current.open?.(row);
        else if (event.key === "ArrowDown") acts.current.move(index + 1);
        else if (event.key === "ArrowUp") acts.current.move(index - 1);
        else return;
        event.preventDefault();
      }}
      className={classNames(
        // When the page scrolls to a row, the fixed header must not cover it.
        "h-10 pointer-coarse:h-11 scroll-mt-36 scroll-mb-4 border-b border-line outline-offset-[-2px] last:border-b-0 aria-[current]:bg-selected",
        opens && "cursor-pointer hover:bg-hover",
        isNew && "arriving",
      )}
    >
      {columns.map((column) => (
        <td key={column.id} className={classNames(cellClass(column), "truncate")}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** A row of a `Table`. It renders only after changes of its own, not when other rows scroll by. */
export const TableRow = memo(PlainRow) as typeof PlainRow;
