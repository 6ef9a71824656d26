import { sql } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { isTheirs, type Identity, type Whose } from "../../../ground/store/whose.ts";

/** A batch has at most 500 calls. */
const batchesAtOnce = 50;

export interface ErasedBatches {
  executions: number;
  requestIds: string[];
  /** The callers' identities. */
  identities: Identity[];
  /** The newest batch that it has searched; null when none was left. */
  lastBatch: number | null;
}

/**
 * Removes an owner's executions from the next batches of the Project that began before a given time, and the quotes
 * from them in the sums of failures.
 */
export async function eraseBatches(
  { tx, projectId }: ProjectScope,
  whose: Whose,
  before: Date,
  after: number | null,
): Promise<ErasedBatches> {
  const next = after === null ? sql`true` : sql`sequence > ${after}::bigint`;
  const { rows } = await sql<ErasedBatches>`
    with page as (
      select sequence, ids, started_ats from execution_batches
      where project_id = ${projectId} and ${next} and first_at <= ${before}
      order by sequence limit ${batchesAtOnce}
    ), held as (
      select held.id, held.at from page cross join lateral unnest(page.ids, page.started_ats) as held (id, at)
    ), gone as (
      delete from executions e using held
      where e.id = held.id and e.started_at = held.at and e.project_id = ${projectId} and e.started_at <= ${before}
        and ${isTheirs(whose, "e")}
      returning e.environment, e.function_id, e.error, e.started_at, e.request_id, e.caller
    ), quoted as (
      update failure_rollups f set message = '' from gone
      where f.project_id = ${projectId} and f.environment = gone.environment and gone.error is not null
        and f.bucket_at = date_bin('1 hour', gone.started_at, timestamptz 'epoch')
        and f.id = ferrule_failure_group(gone.function_id, coalesce(gone.error ->> 'code', ''),
          ferrule_failure_frame(gone.error ->> 'stack'))
        and f.message = gone.error ->> 'message'
    )
    select (select count(*)::integer from gone) as executions, (select max(sequence) from page) as last_batch,
      array(select distinct request_id from gone) as request_ids,
      coalesce((select jsonb_agg(distinct jsonb_build_object(
          'issuer', caller ->> 'issuer', 'subject', caller ->> 'subject'))
        from gone where caller ? 'issuer' and caller ? 'subject'), '[]') as identities`.execute(tx);
  return rows[0]!;
}
