import { readSealed, toAuditEvent } from "../../ground/audit/queries.ts";
import { readPart } from "../executions/queries/exported.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { ExportBatch } from "../../ground/store/tables/exports.ts";

export interface WrittenBatch {
  /** NDJSON. */
  text: string;
  auditEvents: number;
  executions: number;
}

const line = (type: string, record: object) => `${JSON.stringify({ type, ...record })}\n`;

/** The records of a batch, one a line. Each was masked when it was recorded, and has the fields that the API shows. */
export async function writeBatch(
  scope: InstallationScope,
  { auditEvents: { after, upTo }, executions }: ExportBatch,
): Promise<WrittenBatch> {
  const events = upTo > after ? await readSealed(scope, after, upTo, upTo - after) : [];
  let text = events.map((row) => line("audit-event", toAuditEvent(row))).join("");
  let count = 0;
  for (const part of executions) {
    const records = await readPart(scope, part);
    count += records.length;
    text += records.map((record) => line("execution", record)).join("");
  }
  return { text, auditEvents: events.length, executions: count };
}
