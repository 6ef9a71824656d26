import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { fromClass } from "../from-class.ts";

export interface Column<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** `end` for numbers. */
  align?: "end";
  /** A CSS width; columns without one share the rest. */
  width?: string;
  /**
   * The server's name for sorting by this column. A leading `-` sorts descending; `sortsDown` puts that order first.
   */
  sort?: string;
  sortsDown?: true;
  /** Hidden on screens narrower than this. */
  from?: keyof typeof fromClass;
}

/** The classes that the head and the cells of a column share. */
export const cellClass = <Row>({ align, from }: Column<Row>): string =>
  classNames("px-3 first:pl-4 last:pr-4", align === "end" ? "text-right" : "text-left", from && fromClass[from]);
