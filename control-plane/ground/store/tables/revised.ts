import type { ColumnType, Generated } from "kysely";

/** The columns of a row that counts its revisions. */
export interface Revised {
  createdAt: ColumnType<Date, never, never>;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}
