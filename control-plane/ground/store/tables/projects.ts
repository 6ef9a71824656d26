import type { ManagedFrom } from "@ferrule/contract/resources/managed-from.ts";
import type { RequiredTests } from "@ferrule/contract/resources/required-tests.ts";
import type { ColumnType, Generated } from "kysely";
import type { Revised } from "./revised.ts";

export interface ProjectTable extends Revised {
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
}

export interface ProjectTables {
  projects: ProjectTable;
}
