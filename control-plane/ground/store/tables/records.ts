import type { Environment } from "@ferrule/contract/states.ts";

export interface RecordsTable {
  collectionId: string;
  environment: Environment;
  tenantId: string;
  id: string;
  projectId: string;
  version: number;
  data: Record<string, unknown>;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
  expiresAt: Date | null;
}

export interface RecordTables {
  records: RecordsTable;
}
