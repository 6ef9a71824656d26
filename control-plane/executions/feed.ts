import { sql } from "kysely";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { InstallationScope, ProjectScope } from "../store/scope.ts";
import type { ExecutionKey } from "./records.ts";

/** A place in a Project's feed: after the execution with this index in that batch. */
export interface FeedPosition {
  sequence: number;
  index: number;
}

/** An index after all of a batch. */
export const wholeBatch = 1_000_000;

/** Takes the Project's turn to write to its feed and sums; held until the transaction ends. */
export async function takeTurn({ tx }: InstallationScope, projectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ferrule.executions.${projectId}`}, 0))`.execute(tx);
}

/** Appends executions to their Project's feed, whose turn is held, and wakes who follows it (when it commits). */
export async function appendToFeed(
  { tx }: InstallationScope,
  projectId: string,
  records: readonly ExecutionRecord[],
): Promise<void> {
  const [ids, times] = [records.map(({ id }) => id), records.map(({ startedAt }) => startedAt)];
  await sql`insert into execution_batches (project_id, ids, started_ats)
    values (${projectId}, ${ids}::text[], ${times}::timestamptz(3)[])`.execute(tx);
  await sql`select pg_notify('executions', ${projectId})`.execute(tx);
}

/** The end of the Project's feed. */
export async function endOfFeed({ tx, projectId }: ProjectScope): Promise<FeedPosition> {
  const { rows } = await sql<{ sequence: number | null }>`
    select max(sequence) as sequence from execution_batches where project_id = ${projectId}`.execute(tx);
  return { sequence: rows[0]?.sequence ?? 0, index: wholeBatch };
}

/** Whether the Project's feed still has this batch, and so all that came after it. */
export async function isKept({ tx, projectId }: ProjectScope, { sequence }: FeedPosition): Promise<boolean> {
  const { rows } = await sql`
    select 1 from execution_batches where project_id = ${projectId} and sequence = ${sequence}`.execute(tx);
  return rows.length > 0;
}

export interface FeedBatch {
  sequence: number;
  /** In their order; a key's place in the list is its index. */
  keys: ExecutionKey[];
}

/** Up to `limit` batches from the one of this position on, oldest first. */
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

/** Forgets what no stream will come back for. */
export async function pruneFeed({ tx }: InstallationScope): Promise<void> {
  await sql`delete from execution_batches where recorded_at < now() - interval '1 hour'`.execute(tx);
}
