import type { AgentScope, Role } from "@ferrule/contract/states.ts";
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
  /** What an agent may do with it at the management MCP server; null: an ordinary token. */
  scopes: AgentScope[] | null;
}

export interface AccountTables {
  apiTokens: ApiTokenTable;
}
