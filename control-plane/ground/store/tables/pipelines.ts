import type { Role } from "@ferrule/contract/states.ts";
import type { ColumnType, Generated } from "kysely";

export interface PipelineRulesTable {
  id: string;
  projectId: string;
  name: string;
  issuer: string;
  audience: string;
  claims: ColumnType<Record<string, string>, string, never>;
  role: Role;
  lifetimeSeconds: number;
  userId: string;
  lastUsedAt: Date | null;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  revision: Generated<number>;
}

export interface PipelineTables {
  pipelineRules: PipelineRulesTable;
}
