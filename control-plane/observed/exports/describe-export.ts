import type { ExportResource } from "@ferrule/contract/resources/export.ts";
import { readChain } from "../../ground/audit/queries.ts";
import { auditedChanges } from "../../ground/handler/audited-changes.ts";
import type { AuditTarget } from "../../ground/handler/handler.ts";
import { nextBatches } from "../executions/queries/exported.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { ExportRow } from "../../ground/store/tables/exports.ts";
import { positionsOfAll } from "./plan-batch.ts";

function stateOf({ url, auditEvents, executions, paused, failures }: ExportRow): ExportResource["state"] {
  if (url === null || !(auditEvents || executions)) return "off";
  if (paused) return "paused";
  return failures > 0 ? "failing" : "running";
}

const failureOf = ({ failure, failedAt, failures }: ExportRow): ExportResource["failure"] =>
  failure === null || failedAt === null ? null : { message: failure, at: failedAt.toISOString(), attempts: failures };

/** The export as the API shows it, with the records that still wait. */
export async function describeExport(scope: InstallationScope, row: ExportRow): Promise<ExportResource> {
  const { url, auditEvents, executions, paused, headerName } = row;
  const head = auditEvents ? (await readChain(scope)).head.sequence : row.auditSequence;
  const [oldest] = executions ? await nextBatches(scope, await positionsOfAll(scope), 1) : [];
  return {
    url,
    auditEvents,
    executions,
    paused,
    headerName,
    withHeader: row.keyId !== null,
    state: stateOf(row),
    nextBatch: row.nextBatch,
    sentAuditEvents: row.sentAuditEvents,
    sentExecutions: row.sentExecutions,
    sentAt: row.sentAt?.toISOString() ?? null,
    waitingAuditEvents: Math.max(0, head - row.auditSequence),
    waitingSince: oldest?.recordedAt.toISOString() ?? null,
    failure: failureOf(row),
    updatedAt: row.updatedAt.toISOString(),
    revision: row.revision,
  };
}

const told = ({ url, auditEvents, executions, paused, headerName, keyId, version }: ExportRow) => ({
  url,
  auditEvents,
  executions,
  paused,
  headerName,
  withHeader: keyId !== null,
  headerVersion: version,
});

/** The part of a change that an audit event shows. */
export const auditedExport = (before: ExportRow, after: ExportRow): AuditTarget => ({
  kind: "export",
  id: null,
  name: null,
  changes: auditedChanges(told(before), told(after)),
});
