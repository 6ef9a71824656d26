import { readChain } from "../../ground/audit/queries.ts";
import { nextBatches, type FedUpTo } from "../executions/queries/exported.ts";
import { listProjectIds } from "../../people/projects/queries.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { ExportBatch, ExportRow } from "../../ground/store/tables/exports.ts";
import { readPositions } from "./queries.ts";

/** The most that one batch holds. A single larger execution goes alone. */
const mostAuditEvents = 500;
const mostExecutions = 500;
const mostBytes = 4 * 1_048_576;
/** The most parts of Projects' feeds that share one batch of the export. */
const mostParts = 100;

type Room = { executions: number; bytes: number };

/** How many executions from an index on have room. The first one of a batch always has. */
function fitting(sizes: readonly number[], from: number, room: Room, isFirst: boolean): number {
  let to = from;
  while (to < sizes.length && room.executions > 0) {
    const bytes = sizes[to] ?? 0;
    if (bytes > room.bytes && !(isFirst && to === from)) break;
    room.executions -= 1;
    room.bytes -= bytes;
    to += 1;
  }
  return to;
}

/** How far the export has sent each Project's executions. */
export async function positionsOfAll(scope: InstallationScope): Promise<FedUpTo[]> {
  const known = new Map((await readPositions(scope)).map((position) => [position.projectId, position]));
  const ids = await listProjectIds(scope);
  return ids.map((projectId) => known.get(projectId) ?? { projectId, sequence: 0, sent: 0 });
}

async function planExecutions(scope: InstallationScope): Promise<ExportBatch["executions"]> {
  const batches = await nextBatches(scope, await positionsOfAll(scope), mostParts);
  const room: Room = { executions: mostExecutions, bytes: mostBytes };
  const parts: ExportBatch["executions"] = [];
  for (const { projectId, sequence, from, sizes } of batches) {
    const to = fitting(sizes, from, room, parts.length === 0);
    if (to > from) parts.push({ projectId, sequence, from, to });
    if (to < sizes.length) break;
  }
  return parts;
}

/**
 * The content of the next batch; null when there is nothing to send. It takes only sealed events, because their order
 * is final.
 */
export async function planBatch(scope: InstallationScope, row: ExportRow): Promise<ExportBatch | null> {
  const { auditSequence: after } = row;
  const upTo = row.auditEvents
    ? Math.max(after, Math.min((await readChain(scope)).head.sequence, after + mostAuditEvents))
    : after;
  const executions = row.executions ? await planExecutions(scope) : [];
  return upTo === after && executions.length === 0 ? null : { auditEvents: { after, upTo }, executions };
}
