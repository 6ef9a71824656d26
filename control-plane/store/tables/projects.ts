import type { Generated, ColumnType } from "kysely";

export interface ProjectTable {
  id: string;
  slug: string;
  name: string;
  description: string;
  status: Generated<"active" | "archived">;
  archivedAt: Date | null;
  createdAt: ColumnType<Date, never, never>;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

export interface ProjectTables {
  projects: ProjectTable;
}
