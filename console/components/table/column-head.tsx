import { ArrowDown, ArrowUp } from "lucide-react";
import { classNames } from "../class-names.ts";
import { cellClass, type Column } from "./table-column.ts";

interface ColumnHeadProps<Row> {
  column: Column<Row>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}

/** The head of a column. If the list can be sorted by it, it is a button that sorts and reverses the order. */
export function ColumnHead<Row>({ column, sort, onSort }: ColumnHeadProps<Row>) {
  const { header, width, align } = column;
  const by = onSort === undefined ? undefined : column.sort;
  const order = by === undefined ? undefined : sort === by ? "ascending" : sort === `-${by}` ? "descending" : undefined;
  const [first, other] = column.sortsDown === true ? [`-${by}`, by] : [by, `-${by}`];
  const Arrow = order === "descending" ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={by === undefined ? undefined : (order ?? "none")}
      style={width === undefined ? undefined : { width }}
      className={classNames(cellClass(column), "truncate text-xs font-medium text-muted")}
    >
      {by === undefined ? (
        header
      ) : (
        <button
          type="button"
          className={classNames(
            "group inline-flex h-7 pointer-coarse:finger max-w-full items-center gap-1 rounded-sm hover:text-ink",
            align === "end" && "flex-row-reverse",
            order !== undefined && "text-ink",
          )}
          onClick={() => onSort?.((sort === first ? other : first) ?? "")}
        >
          <span className="truncate">{header}</span>
          <Arrow
            aria-hidden
            size={12}
            className={order === undefined ? "opacity-0 group-hover:opacity-100" : "shrink-0"}
          />
        </button>
      )}
    </th>
  );
}
