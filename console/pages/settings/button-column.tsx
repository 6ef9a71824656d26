import type { ReactNode } from "react";
import { Button } from "../../components/button/button.tsx";
import type { Column } from "../../components/table/table-column.ts";

interface RowButton<Row> {
  onClick: (row: Row) => void;
  /** Whether the row has the button; every row by default. */
  has?: (row: Row) => boolean;
  disabledReason?: string | null;
}

/** The last column of a table: a button that says what it does, such as `Revoke`. */
export const buttonColumn = <Row,>(
  verb: string,
  { onClick, has = () => true, disabledReason = null }: RowButton<Row>,
): Column<Row> => ({
  id: "button",
  header: <span className="quiet">{verb}</span>,
  align: "end",
  width: "6.5rem",
  cell: (row): ReactNode =>
    has(row) && (
      <Button size="sm" disabledReason={disabledReason} onClick={() => onClick(row)}>
        {verb}
      </Button>
    ),
});
