import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { fromClass } from "./from-class.ts";

export interface Column<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** `end` for numbers. */
  align?: "end";
  /** A CSS width; columns without one share the rest. */
  width?: string;
  /** What the server calls the order by this column; `-` before it begins with the largest, which `sortsDown` asks for first. */
  sort?: string;
  sortsDown?: true;
  /** Left out on screens narrower than this. */
  from?: keyof typeof fromClass;
}

/** What the head and the cells of a column have in common. */
export const cellClass = <Row>({ align, from }: Column<Row>): string =>
  classNames("px-3 first:pl-4 last:pr-4", align === "end" ? "text-right" : "text-left", from && fromClass[from]);
