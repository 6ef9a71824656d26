import type { ColumnType, Generated, Selectable } from "kysely";
import type { Json } from "../json.ts";

/** The content of a batch, which is decided before it is sent. */
export interface ExportBatch {
  /** Sealed audit events after one sequence and up to another. */
  auditEvents: { after: number; upTo: number };
  /** Executions from a batch of a Project's feed: from one index up to, but without, another. */
  executions: { projectId: string; sequence: number; from: number; to: number }[];
}

interface ExportsTable {
  id: string;
  url: string | null;
  auditEvents: boolean;
  executions: boolean;
  paused: boolean;
  headerName: string;
  version: number;
  keyId: string | null;
  wrappedKey: Buffer | null;
  ciphertext: Buffer | null;
  auditSequence: number;
  nextBatch: Generated<number>;
  batch: Json<ExportBatch | null>;
  holder: string | null;
  heldUntil: Date | null;
  sentAuditEvents: number;
  sentExecutions: number;
  sentAt: Date | null;
  failures: number;
  failedAt: Date | null;
  failure: string | null;
  retryAt: Date | null;
  updatedAt: ColumnType<Date, never, Date>;
  revision: number;
}

export interface ExportTables {
  exports: ExportsTable;
  exportPositions: { projectId: string; sequence: number; sent: number };
}

export type ExportRow = Selectable<ExportsTable>;
