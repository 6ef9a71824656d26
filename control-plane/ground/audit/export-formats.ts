import type { AuditEvent } from "@ferrule/contract/resources/audit-event.ts";
import { stringify } from "csv-stringify/sync";

const columns = {
  sequence: (event: AuditEvent) => event.sequence,
  id: (event: AuditEvent) => event.id,
  at: (event: AuditEvent) => event.at,
  action: (event: AuditEvent) => event.action,
  outcome: (event: AuditEvent) => event.outcome,
  projectId: (event: AuditEvent) => event.projectId,
  actorKind: (event: AuditEvent) => event.actor.kind,
  actorId: (event: AuditEvent) => event.actor.id,
  actorUserId: (event: AuditEvent) => event.actor.userId,
  actorEmail: (event: AuditEvent) => event.actor.email,
  targetKind: (event: AuditEvent) => event.target.kind,
  targetId: (event: AuditEvent) => event.target.id,
  targetName: (event: AuditEvent) => event.target.name,
  requestId: (event: AuditEvent) => event.requestId,
  ip: (event: AuditEvent) => event.ip,
  userAgent: (event: AuditEvent) => event.userAgent,
  changes: (event: AuditEvent) => JSON.stringify(event.changes),
  hash: (event: AuditEvent) => event.hash,
};
const cells = Object.values(columns);

/** RFC 4180. A cell that a spreadsheet would read as a formula gets a leading apostrophe. */
const csv = (rows: unknown[][]) => stringify(rows, { record_delimiter: "windows", escape_formulas: true });

/** The formats of an export. Each writes events in batches; `head` comes before the first one. */
export const exportFormats = {
  ndjson: {
    contentType: "application/x-ndjson; charset=utf-8",
    head: "",
    rows: (events: AuditEvent[]) => events.map((event) => `${JSON.stringify(event)}\n`).join(""),
  },
  csv: {
    contentType: "text/csv; charset=utf-8",
    head: csv([Object.keys(columns)]),
    rows: (events: AuditEvent[]) => csv(events.map((event) => cells.map((cell) => cell(event)))),
  },
} as const;
