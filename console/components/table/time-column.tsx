import { Time } from "../time.tsx";
import type { Column } from "./table-column.ts";

interface TimeColumnOptions extends Pick<Column<never>, "width" | "from"> {
  /** The server can sort by it; the newest come first. */
  sorts?: boolean;
}

/** A column of times, such as `timeColumn("updatedAt", "Changed")`. A row without a time shows "never". */
export const timeColumn = <Name extends string>(
  name: Name,
  header: string,
  { sorts = false, width = "7.5rem", ...rest }: TimeColumnOptions = {},
): Column<Record<Name, string | null>> => ({
  id: name,
  header,
  align: "end",
  width,
  ...rest,
  ...(sorts ? { sort: name, sortsDown: true } : {}),
  cell: (row) => <Time at={row[name]} plain />,
});
