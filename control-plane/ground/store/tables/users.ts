import type { Role } from "@ferrule/contract/states.ts";
import type { Generated, ColumnType } from "kysely";

export interface UserTable {
  id: string;
  email: string;
  name: string;
  role: Role;
  status: Generated<"active" | "disabled">;
  passwordHash: string;
  mustChangePassword: Generated<boolean>;
  lastLoginAt: Date | null;
  lastProjectId: string | null;
  createdAt: ColumnType<Date, never, never>;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

export interface UserTables {
  users: UserTable;
}
