import type { Role } from "@ferrule/contract/states.ts";
import type { ColumnType } from "kysely";

export interface CliSignInTable {
  id: string;
  deviceCodeSha256: ColumnType<string, string, never>;
  userCode: ColumnType<string, string, never>;
  machine: ColumnType<string, string, never>;
  projectSlug: ColumnType<string | null, string | null, never>;
  validDays: number;
  ip: ColumnType<string | null, string | null, never>;
  state: ColumnType<"waiting" | "allowed" | "denied", never, "allowed" | "denied">;
  createdAt: ColumnType<Date, never, never>;
  expiresAt: Date;
  lastAskedAt: ColumnType<Date | null, never, Date>;
  userId: ColumnType<string | null, never, string>;
  projectId: ColumnType<string | null, never, string>;
  role: ColumnType<Role | null, never, Role>;
}

export interface CliSignInTables {
  cliSignIns: CliSignInTable;
}
