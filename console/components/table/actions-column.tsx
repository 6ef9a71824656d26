import { IconButton } from "../button/button.tsx";
import type { ButtonProps } from "../button/plain-button.tsx";
import type { Column } from "./table-column.ts";

interface RowAction extends Pick<ButtonProps, "disabledReason"> {
  icon: NonNullable<ButtonProps["icon"]>;
  /** The verb and the row's name: `Rotate Ada's Claude`. */
  label: string;
  onClick: () => void;
}

/**
 * The last column of a table: buttons for actions on a row without opening it.
 * @param width has room for two buttons when not given
 */
export const actionsColumn = <Row,>(
  actionsOf: (row: Row) => readonly RowAction[],
  width = "var(--actions-width)",
): Column<Row> => ({
  id: "actions",
  header: <span className="quiet">Actions</span>,
  width,
  align: "end",
  cell: (row) => (
    <span className="inline-flex gap-1">
      {actionsOf(row).map((action) => (
        <IconButton key={action.label} size="sm" {...action} />
      ))}
    </span>
  ),
});
