import { sql } from "kysely";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import type { ExecutionDetails } from "../../../ground/store/tables/executions.ts";
import type { ExecutionKey } from "../filters/execution-filters.ts";
import { withoutNull, type StoredRow } from "./executions.ts";

/** How far an export has read a Project's feed: this many executions of this batch, and all earlier batches. */
export interface FedUpTo {
  projectId: string;
  sequence: number;
  sent: number;
}

/**
 * A batch of a Project's feed that the export has not finished. `sizes` holds the characters of each execution's large
 * fields.
 */
export interface NextBatch {
  projectId: string;
  sequence: number;
  recordedAt: Date;
  from: number;
  sizes: number[];
}

/** At most so many batches of one Project at once. */
const mostOfProject = 50;

/**
 * The next batches that the export has not finished. A Project's batches come in the order of its feed, and the Project
 * whose oldest batch has waited longest comes first. A Project's batches get their numbers in the order of their
 * commits, because the statement that appends one holds the Project's turn. So no batch appears before a position that
 * the export has already passed.
 */
export async function nextBatches(
  { tx }: InstallationScope,
  positions: readonly FedUpTo[],
  limit: number,
): Promise<NextBatch[]> {
  const of = <K extends keyof FedUpTo>(key: K) => positions.map((position) => position[key]);
  const { rows } = await sql<NextBatch>`
    select fed.project_id, batch.sequence, batch.recorded_at,
      case when batch.sequence = fed.sequence then fed.sent else 0 end as "from",
      array(
        select coalesce(octet_length(its.details), 0) from unnest(batch.ids, batch.started_ats) with ordinality
          as key (id, started_at, place)
        left join executions its on its.id = key.id and its.started_at = key.started_at
        order by key.place
      ) as sizes
    from unnest(${of("projectId")}::text[], ${of("sequence")}::bigint[], ${of("sent")}::integer[])
      as fed (project_id, sequence, sent)
    cross join lateral (
      select its.sequence, its.recorded_at, its.ids, its.started_ats from execution_batches its
      where its.project_id = fed.project_id and its.sequence >= greatest(fed.sequence, 1)
        and (its.sequence > fed.sequence or cardinality(its.ids) > fed.sent)
      order by its.sequence limit ${mostOfProject}
    ) batch
    order by min(batch.recorded_at) over (partition by fed.project_id), fed.project_id, batch.sequence
    limit ${limit}`.execute(tx);
  return rows;
}

/** Where the feeds of these Projects end now. */
export async function endsOfFeeds({ tx }: InstallationScope, projectIds: readonly string[]): Promise<FedUpTo[]> {
  const { rows } = await sql<FedUpTo>`
    select its.project_id, its.sequence, cardinality(its.ids) as sent
    from unnest(${projectIds}::text[]) as asked (project_id) cross join lateral (
      select b.project_id, b.sequence, b.ids from execution_batches b
      where b.project_id = asked.project_id and b.sequence > 0 order by b.sequence desc limit 1) its`.execute(tx);
  return rows;
}

interface Part {
  projectId: string;
  sequence: number;
  from: number;
  to: number;
}

export type ExportedExecution = Omit<ExecutionRecord, "delivered">;

function toExported({ details, startedAt, ...row }: StoredRow): ExportedExecution {
  return { ...withoutNull(row), ...(JSON.parse(details) as ExecutionDetails), startedAt: startedAt.toISOString() };
}

/** The executions with these keys, in their order. It leaves out those that have been removed since. */
export async function readExecutions(
  { tx, projectId }: ProjectScope,
  keys: readonly ExecutionKey[],
): Promise<ExportedExecution[]> {
  const [ids, times] = [keys.map(({ id }) => id), keys.map(({ startedAt }) => startedAt.toISOString())];
  const { rows } = await sql<StoredRow>`
    select one.* from unnest(${ids}::text[], ${times}::timestamptz[]) with ordinality as asked (id, at, place)
    cross join lateral (
      select * from executions its
      where its.id = asked.id and its.started_at = asked.at and its.project_id = ${projectId} limit 1
    ) one
    order by asked.place`.execute(tx);
  return rows.map(toExported);
}

/** The executions of one part of a batch, in its order. It leaves out those that have been removed since. */
export async function readPart(
  { tx }: InstallationScope,
  { projectId, sequence, from, to }: Part,
): Promise<ExportedExecution[]> {
  const { rows } = await sql<StoredRow>`
    select its.* from (
      select key.id, key.started_at, key.place from execution_batches batch
      cross join lateral unnest(batch.ids, batch.started_ats) with ordinality as key (id, started_at, place)
      where batch.project_id = ${projectId} and batch.sequence = ${sequence}
        and key.place > ${from}::integer and key.place <= ${to}::integer
    ) as key
    join executions its on its.id = key.id and its.started_at = key.started_at and its.project_id = ${projectId}
    order by key.place`.execute(tx);
  return rows.map(toExported);
}
