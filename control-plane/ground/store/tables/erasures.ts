import type { Erasure } from "@ferrule/contract/resources/erasure.ts";
import type { ColumnType, Generated } from "kysely";
import type { Identity } from "../whose.ts";

export interface ErasuresTable {
  id: string;
  projectId: string;
  subject: Erasure["subject"];
  name: string | null;
  reason: string;
  sha256: string;
  identities: ColumnType<Identity[], never, never>;
  afterBatch: number | null;
  removed: ColumnType<Record<string, number>, never, never>;
  createdAt: Generated<Date>;
  finishedAt: Date | null;
}

export interface ErasureTables {
  erasures: ErasuresTable;
}
