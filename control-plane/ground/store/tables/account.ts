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
  /** The consent that an agent acts by; null: it has a value that its user knows. */
  oauthGrantId: string | null;
  /** What an agent may do with it at the management MCP server; null: an ordinary token. */
  scopes: AgentScope[] | null;
}

export interface AccountTables {
  apiTokens: ApiTokenTable;
}
