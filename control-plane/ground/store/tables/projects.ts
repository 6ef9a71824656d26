import type { ManagedFrom } from "@ferrule/contract/resources/managed-from.ts";
import type { RequiredTests } from "@ferrule/contract/resources/required-tests.ts";
import type { Generated, ColumnType } from "kysely";

export interface ProjectTable {
  id: string;
  slug: string;
  name: string;
  description: string;
  status: Generated<"active" | "archived">;
  archivedAt: Date | null;
  managedFrom: ManagedFrom | null;
  requiredTests: Generated<RequiredTests>;
  /** When somebody last erased data in it. */
  erasedAt: ColumnType<Date | null, never, never>;
  createdAt: ColumnType<Date, never, never>;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

export interface ProjectTables {
  projects: ProjectTable;
}
