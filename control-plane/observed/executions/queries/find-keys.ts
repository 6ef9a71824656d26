// Why: docs/decisions/entries-of-batches.md
import { sql, type RawBuilder } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { longestBatchMs } from "../longest-batch.ts";
import { statusesOf, type ExecutionFilters, type ExecutionKey } from "../filters/execution-filters.ts";
import { isCompared } from "../filters/compares.ts";
import { askedFacets } from "../filters/facet-values.ts";
import { afterAllIds, newestFirst } from "../filters/key-order.ts";
import { callsThatFit } from "./calls-that-fit.ts";

/** How many entries one read takes: at first, and at most. */
const [fewEntries, manyEntries] = [64, 1_024];
/** Reads this many of the newest entries to see which of two filters matches less often. */
const probed = 64;
/** How many calls are compared by filters without entries: in one read, and in one search. */
const [comparedAtOnce, mostCompared] = [2_000, 10_000];
/** How many entries one search by several filters reads, about: many of them may have no wanted call. */
const mostEntries = 10_000;

interface Wanted {
  facets: { facet: string; value: string }[];
  /** Only calls at or after this. */
  from: Date | null;
  /** Only calls at or before this. */
  until: Date | null;
  /** Only calls before this. */
  to: Date | null;
  after: ExecutionKey | null;
  count: number;
  /** Conditions that each call is compared with, because no entry knows them. */
  compared: RawBuilder<boolean>[];
}

/** What a search has found. */
export interface FoundKeys {
  /** Newest first. */
  keys: ExecutionKey[];
  /**
   * The search ended here: it read as many entries, or compared as many calls, as one search may. It knows of all calls
   * that began later. Null: it has found `count` calls, or all.
   */
  upTo: ExecutionKey | null;
}

interface Before {
  lastAt: Date;
  sequence: number;
}

interface Batch extends Before {
  /** How many entries it read, those without a wanted call too. It returns only as many as needed. */
  entries: number;
  /** How many of its calls have the values of the filters. */
  calls: number;
  ids: string[] | null;
  /** In epoch milliseconds. */
  times: number[] | null;
}

/** The filters, the most selective one first. Few batches have its value, so its newest entries reach back furthest. */
async function rarestFirst({ tx, projectId }: ProjectScope, wanted: Wanted): Promise<Wanted["facets"]> {
  if (wanted.facets.length < 2) return wanted.facets;
  const [names, values] = [wanted.facets.map(({ facet }) => facet), wanted.facets.map(({ value }) => value)];
  const bound = wanted.until === null ? sql`true` : sql`e.last_at <= ${wanted.until}`;
  const { rows } = await sql<{ facet: string; value: string }>`
    select asked.facet, asked.value from unnest(${names}::text[], ${values}::text[]) as asked (facet, value)
    cross join lateral (
      select count(*) as entries, min(newest.last_at) as since, sum(bit_count(newest.positions)) as calls from (
        select last_at, positions from execution_facets e
        where e.project_id = ${projectId} and e.facet = asked.facet and e.term = asked.value and ${bound}
        order by e.last_at desc limit ${probed}
      ) newest
    ) found
    order by (found.entries < ${probed}) desc, found.since, found.calls`.execute(tx);
  return rows;
}

/** The conditions that an entry of the first filter, or a batch, must meet to contain wanted calls. */
function entryConditions(projectId: string, wanted: Wanted, before: Before | null): RawBuilder<unknown>[] {
  const [first] = wanted.facets;
  const latest = wanted.until && new Date(wanted.until.getTime() + longestBatchMs);
  return [
    sql`entry.project_id = ${projectId}`,
    ...(first ? [sql`entry.facet = ${first.facet} and entry.term = ${first.value}`] : []),
    ...(wanted.from ? [sql`entry.last_at >= ${wanted.from}`] : []),
    ...(latest ? [sql`entry.last_at <= ${latest} and entry.first_at <= ${wanted.until}`] : []),
    // The first condition is redundant, but with it PostgreSQL uses the index.
    ...(before
      ? [
          sql`entry.last_at <= ${before.lastAt}`,
          sql`(entry.last_at, entry.sequence) < (${before.lastAt}, ${before.sequence})`,
        ]
      : []),
  ];
}

/** The conditions for the wanted calls of a batch. */
const callConditions = ({ facets: [first], from, to, after }: Wanted): RawBuilder<unknown>[] => [
  sql`true`,
  ...(first ? [sql`get_bit(chosen.positions, call.n::integer - 1) = 1`] : []),
  ...(from ? [sql`call.at >= ${from}`] : []),
  ...(to ? [sql`call.at < ${to}`] : []),
  ...(after ? [sql`(call.at, call.id collate "C") < (${after.startedAt}, ${after.id})`] : []),
];

/**
 * The next batches, newest first, each with its newest wanted calls. It reads batches until they have `limit` calls,
 * then two more: these usually show that no earlier batch has a newer call. It skips batches without a wanted call by
 * their entries alone.
 */
async function readBatches(
  { tx, projectId }: ProjectScope,
  wanted: Wanted,
  before: Before | null,
  limit: number,
): Promise<Batch[]> {
  const [first, ...others] = wanted.facets;
  const entries: RawBuilder<unknown> = first ? sql.table("execution_facets") : sql.table("execution_batches");
  // `limit 1` makes each a lookup by key. Without statistics, the planner would read both tables to join them.
  const joined = others.map(({ facet, value }, n) => {
    const other = sql.ref(`other_${n}`);
    return sql`left join lateral (
      select its.positions from execution_facets its where its.project_id = ${projectId} and its.facet = ${facet}
        and its.term = ${value} and its.last_at = entry.last_at and its.sequence = entry.sequence limit 1) ${other} on true`;
  });
  const positions = sql.join(
    [sql`entry.positions`, ...others.map((_, n) => sql`${sql.ref(`other_${n}`)}.positions`)],
    sql` & `,
  );
  // Only the lookup of positions needs numbers. Without them, the statement takes four fifths of the time.
  const call = first ? sql`with ordinality as call (id, at, n)` : sql`as call (id, at)`;
  const where = sql.join(entryConditions(projectId, wanted, before), sql` and `);
  // Each is a lookup by key.
  const compared =
    wanted.compared.length === 0
      ? sql``
      : sql`cross join lateral (select from executions its where its.id = call.id and its.started_at = call.at
        and its.project_id = ${projectId} and ${sql.join(wanted.compared, sql` and `)} limit 1) fitting`;
  const enough = wanted.compared.length === 0 ? wanted.count : comparedAtOnce;
  const { rows } = await sql<Batch>`
    select chosen.last_at, chosen.sequence, chosen.entries, chosen.calls, found.ids, found.times
    from (
      select summed.*, count(*) over () as entries, lag(summed.ahead, 2, 0::bigint) over newest as ahead_of_former
      from (
        select read.*, (sum(read.calls) over newest - read.calls)::bigint as ahead from (
          select entry.last_at, entry.sequence,
            ${first ? sql`${positions} as positions, coalesce(bit_count(${positions}), 0) as calls` : sql`entry.calls`}
          from (
            select entry.* from ${entries} entry where ${where}
            order by entry.last_at desc, entry.sequence desc limit ${limit}
          ) entry ${sql.join(joined, sql` `)}
        ) read
        window newest as (order by read.last_at desc, read.sequence desc rows unbounded preceding)
      ) summed
      window newest as (order by summed.last_at desc, summed.sequence desc)
    ) chosen
    left join lateral (
      select its.ids, its.started_ats from execution_batches its
      where chosen.calls > 0 and its.sequence = chosen.sequence and its.project_id = ${projectId} limit 1) batch on true
    cross join lateral (
      select json_agg(one.id) as ids, json_agg((extract(epoch from one.at) * 1000)::bigint) as times from (
        select call.id, call.at from unnest(batch.ids, batch.started_ats) ${call} ${compared}
        where ${sql.join(callConditions(wanted), sql` and `)}
        order by call.at desc, call.id collate "C" desc limit ${wanted.count}
      ) one
    ) found
    where chosen.ahead_of_former < ${enough}
    order by chosen.last_at desc, chosen.sequence desc`.execute(tx);
  return rows;
}

/**
 * Walks back through the batches until no earlier one can contain a newer call than the last one that it returns, or
 * until it has read enough entries or compared enough calls.
 */
async function walk(scope: ProjectScope, wanted: Wanted): Promise<FoundKeys> {
  const found: ExecutionKey[] = [];
  let before: Batch | null = null;
  let [read, looked] = [0, 0];
  for (let limit = fewEntries; ; limit = Math.min(limit * 4, manyEntries)) {
    const batches = await readBatches(scope, wanted, before, limit);
    for (const { ids, times } of batches) {
      for (const [n, id] of (ids ?? []).entries()) found.push({ id, startedAt: new Date(times?.[n] ?? Number.NaN) });
    }
    found.sort(newestFirst);
    found.splice(wanted.count);
    before = batches.at(-1) ?? null;
    read += batches.length;
    looked += batches.reduce((sum, { calls }) => sum + calls, 0);
    const isOver = before === null || (before.entries < limit && batches.length === before.entries);
    const last = found.at(-1);
    if (isOver || (before && found.length === wanted.count && last && last.startedAt > before.lastAt))
      return { keys: found, upTo: null };
    // The next search begins where this one ends, so it must end further back than it began.
    const isFurther = before !== null && (wanted.after === null || before.lastAt < wanted.after.startedAt);
    const isEnough =
      (wanted.facets.length > 1 && read >= mostEntries) || (wanted.compared.length > 0 && looked >= mostCompared);
    if (before !== null && isFurther && isEnough) {
      const upTo = { startedAt: before.lastAt, id: afterAllIds };
      return { keys: found.filter((key) => newestFirst(key, upTo) < 0), upTo };
    }
  }
}

/** `searchKeys` for at most one status. */
async function searchOne(
  scope: ProjectScope,
  { from, to, ...values }: ExecutionFilters,
  count: number,
  after: ExecutionKey | null,
): Promise<FoundKeys> {
  const end = to === undefined ? null : new Date(to);
  const until = after && (end === null || after.startedAt < end) ? after.startedAt : end;
  const wanted: Wanted = {
    facets: askedFacets(values),
    from: from === undefined ? null : new Date(from),
    until,
    to: end,
    after,
    count,
    compared: isCompared(values) ? callsThatFit(values, "its") : [],
  };
  return walk(scope, { ...wanted, facets: await rarestFirst(scope, wanted) });
}

/** What searches found whose calls differ, as one: it knows of the calls that all of them know of. */
function together(shares: readonly FoundKeys[], count: number): FoundKeys {
  const [upTo = null] = shares.flatMap((share) => share.upTo ?? []).sort(newestFirst);
  const keys = shares.flatMap((share) => share.keys).sort(newestFirst);
  const known = upTo === null ? keys : keys.filter((key) => newestFirst(key, upTo) < 0);
  return known.length < count ? { keys: known, upTo } : { keys: known.slice(0, count), upTo: null };
}

/**
 * Up to `count` executions of the Project that match the filters, newest first, after the one with this key. It reads
 * the entries of recorded batches, so the cost depends on how many it returns, not on how many there are. It reads about
 * 10,000 entries at most, and compares so many calls with the filters without entries. It says where it stopped. Both
 * statuses of a failure take a search each.
 */
export async function searchKeys(
  scope: ProjectScope,
  { status, ...filters }: ExecutionFilters,
  count: number,
  after: ExecutionKey | null,
): Promise<FoundKeys> {
  if (status === undefined) return searchOne(scope, filters, count, after);
  const shares: FoundKeys[] = [];
  for (const one of statusesOf(status)) shares.push(await searchOne(scope, { ...filters, status: one }, count, after));
  return together(shares, count);
}

/** The executions of one search, for filters that all have entries. Only older ones may be missing. */
export const findKeys = async (
  scope: ProjectScope,
  filters: Omit<ExecutionFilters, "error" | "minDurationMs" | "maxDurationMs">,
  count: number,
  after: ExecutionKey | null,
): Promise<ExecutionKey[]> => (await searchKeys(scope, filters, count, after)).keys;
