// Why: docs/decisions/entries-of-batches.md
import { sql } from "kysely";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { longestBatchMs } from "../longest-batch.ts";
import { facetsOf } from "../filters/facet-values.ts";
import { facets } from "../../../ground/store/tables/executions.ts";

/** In batches with another form, the database adds the entries (migration 0102). */
const formOfEntries = 1;

interface Part {
  records: ExecutionRecord[];
  firstAt: number;
  lastAt: number;
}

/** Splits the records into parts that span a minute at most; usually one part is enough. */
function partsOf(records: readonly ExecutionRecord[]): Part[] {
  const timed = records.map((record) => ({ record, at: Date.parse(record.startedAt) }));
  timed.sort((one, other) => one.at - other.at);
  const parts: Part[] = [];
  for (const { record, at } of timed) {
    const last = parts.at(-1);
    if (last && at - last.firstAt <= longestBatchMs) {
      last.records.push(record);
      last.lastAt = at;
    } else parts.push({ records: [record], firstAt: at, lastAt: at });
  }
  return parts;
}

/** For each value that a list may filter by, a bitmap of the records that have it. */
function positionsOf(records: readonly ExecutionRecord[]) {
  const entries: { facet: string; value: string; positions: string }[] = [];
  for (const facet of facets) {
    const places = new Map<string, number[]>();
    for (const [place, record] of records.entries()) {
      for (const value of facetsOf(record, facet)) {
        const known = places.get(value);
        if (known) known.push(place);
        else places.set(value, [place]);
      }
    }
    for (const [value, its] of places) {
      const bits = Buffer.alloc(records.length, "0");
      for (const place of its) bits[place] = 49;
      entries.push({ facet, value, positions: bits.toString("latin1") });
    }
  }
  return entries;
}

async function appendPart(
  { tx }: InstallationScope,
  projectId: string,
  { records, firstAt, lastAt }: Part,
): Promise<void> {
  const entries = positionsOf(records);
  const [first, last] = [new Date(firstAt).toISOString(), new Date(lastAt).toISOString()];
  const [ids, times] = [records.map(({ id }) => id), records.map(({ startedAt }) => new Date(startedAt).toISOString())];
  const of = (key: "facet" | "value" | "positions") => entries.map((entry) => entry[key]);
  await sql`
    with batch as (
      insert into execution_batches (project_id, ids, started_ats, first_at, last_at, entries)
      values (${projectId}, ${ids}::text[], ${times}::timestamptz(3)[], ${first}, ${last}, ${formOfEntries})
      returning sequence
    )
    insert into execution_facets (project_id, facet, term, last_at, first_at, sequence, positions)
    select ${projectId}, entry.facet, entry.term, ${last}::timestamptz, ${first}::timestamptz, batch.sequence,
      entry.positions::bit varying
    from batch, unnest(${of("facet")}::text[], ${of("value")}::text[], ${of("positions")}::text[])
      as entry (facet, term, positions)`.execute(tx);
}

/**
 * Appends executions to their Project's feed, with the entries by which lists find them. The caller must hold the
 * Project's turn. When the transaction commits, it wakes the streams that follow the feed.
 */
export async function appendBatch(
  scope: InstallationScope,
  projectId: string,
  records: readonly ExecutionRecord[],
): Promise<void> {
  await Promise.all([
    ...partsOf(records).map((part) => appendPart(scope, projectId, part)),
    sql`select pg_notify('executions', ${projectId})`.execute(scope.tx),
  ]);
}
