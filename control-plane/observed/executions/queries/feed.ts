import { sql } from "kysely";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import type { ExecutionKey } from "./executions.ts";

/** A position in a Project's feed: after the execution with this index in that batch. */
export interface FeedPosition {
  sequence: number;
  index: number;
}

/** An index beyond every execution of a batch. */
export const wholeBatch = 1_000_000;

/** Takes the Project's turn to write to its feed and rollups, until the transaction ends. */
export async function takeTurn({ tx }: InstallationScope, projectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ferrule.executions.${projectId}`}, 0))`.execute(tx);
}

/** The end of the Project's feed. */
export async function endOfFeed({ tx, projectId }: ProjectScope): Promise<FeedPosition> {
  const { rows } = await sql<{ sequence: number | null }>`
    select max(sequence) as sequence from execution_batches where project_id = ${projectId} and sequence > 0`.execute(
    tx,
  );
  return { sequence: rows[0]?.sequence ?? 0, index: wholeBatch };
}

/** Whether the Project's feed still has this batch, and so everything after it. The feed goes back an hour. */
export async function isKept({ tx, projectId }: ProjectScope, { sequence }: FeedPosition): Promise<boolean> {
  const { rows } = await sql`
    select 1 from execution_batches where project_id = ${projectId} and sequence = ${sequence}
      and recorded_at > now() - interval '1 hour'`.execute(tx);
  return rows.length > 0;
}

export interface FeedBatch {
  sequence: number;
  /** In feed order; the index of a key is its position in the batch. */
  keys: ExecutionKey[];
}

/** Up to `limit` batches starting with the one of this position, oldest first. */
export async function readFeed(
  { tx, projectId }: ProjectScope,
  from: FeedPosition,
  limit: number,
): Promise<FeedBatch[]> {
  const rows = await tx
    .selectFrom("executionBatches")
    .select(["sequence", "ids", "startedAts"])
    .where("projectId", "=", projectId)
    .where("sequence", from.index >= wholeBatch ? ">" : ">=", from.sequence)
    .orderBy("sequence")
    .limit(limit)
    .execute();
  return rows.map(({ sequence, ids, startedAts }) => ({
    sequence,
    keys: ids.map((id, index) => ({ id, startedAt: startedAts[index] ?? new Date(Number.NaN) })),
  }));
}
