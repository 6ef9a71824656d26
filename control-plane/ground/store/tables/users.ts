import type { Role } from "@ferrule/contract/states.ts";
import type { Generated } from "kysely";
import type { Revised } from "./revised.ts";

export interface UserTable extends Revised {
  id: string;
  email: string;
  name: string;
  role: Role;
  status: Generated<"active" | "disabled">;
  passwordHash: string;
  mustChangePassword: Generated<boolean>;
  lastLoginAt: Date | null;
  lastProjectId: string | null;
}

export interface UserTables {
  users: UserTable;
}
