import type { ColumnType, Generated, Selectable } from "kysely";
import type { AuditEvent } from "@ferrule/contract/resources/audit-event.ts";

export interface AuditEventTable {
  sequence: ColumnType<number, never, never>;
  id: string;
  at: ColumnType<Date, never, never>;
  action: string;
  projectId: string | null;
  actorKind: AuditEvent["actor"]["kind"];
  actorId: string | null;
  actorUserId: string | null;
  actorEmail: string | null;
  targetKind: string;
  targetId: string | null;
  targetName: string | null;
  requestId: string | null;
  ip: string | null;
  userAgent: string | null;
  outcome: AuditEvent["outcome"];
  changes: ColumnType<Record<string, unknown>, Record<string, unknown>, never>;
  hash: Generated<string | null>;
}

/** How far events are sealed. */
interface AuditChainTable {
  sequence: number;
  hash: string;
  sealedAt: Date;
}

export interface AuditTables {
  auditEvents: AuditEventTable;
  auditChain: AuditChainTable;
}

export type Head = Pick<Selectable<AuditChainTable>, "sequence" | "hash">;
