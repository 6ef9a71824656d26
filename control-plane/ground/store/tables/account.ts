import type { Role } from "@ferrule/contract/states.ts";
import type { ColumnType } from "kysely";

export interface ApiTokenTable {
  id: string;
  userId: string;
  projectId: string;
  name: string;
  role: Role;
  prefix: string;
  sha256: string;
  createdAt: ColumnType<Date, never, never>;
  expiresAt: Date;
  lastUsedAt: Date | null;
  /** The rule that gave it to a pipeline; null: its user made it. */
  pipelineRuleId: string | null;
}

export interface AccountTables {
  apiTokens: ApiTokenTable;
}
