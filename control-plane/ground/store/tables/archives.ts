import type { GeneratedAlways } from "kysely";

export interface ExecutionArchivesTable {
  key: string;
  number: GeneratedAlways<number>;
  projectId: string;
  /** `2026-11-21`. */
  day: string;
  firstId: string;
  lastId: string;
  firstAt: Date;
  lastAt: Date;
  executions: number;
  bytes: number;
  textBytes: number;
  sha256: string;
  state: "writing" | "kept" | "gone";
  changedAt: Date;
}

interface ArchiveStateTable {
  lastDay: string | null;
  archivedAt: Date | null;
  failures: number;
  failedAt: Date | null;
  failure: string | null;
}

export interface ArchiveTables {
  executionArchives: ExecutionArchivesTable;
  archiveState: ArchiveStateTable;
}
