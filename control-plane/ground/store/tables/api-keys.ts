import type { Environment } from "@ferrule/contract/states.ts";
import type { ColumnType, Generated } from "kysely";

export interface ApiKeysTable {
  id: string;
  projectId: string;
  endpointId: string;
  environment: Environment;
  name: string;
  prefix: string;
  sha256: string;
  previousSha256: string | null;
  previousUntil: Date | null;
  tenantId: string | null;
  scopes: ColumnType<string[] | null, string[] | null, string[] | null>;
  createdAt: ColumnType<Date, never, never>;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  seenBy: Generated<string[]>;
  createdBy: string | null;
}

export interface ApiKeyTables {
  apiKeys: ApiKeysTable;
}
