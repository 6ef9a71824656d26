import { sql } from "kysely";
import type { InstallationScope } from "../../../ground/store/scope.ts";

/** The most rows that one transaction removes, and the most values of filters that it looks at. */
const [mostRows, mostTerms] = [10_000, 500];

/** A value of a filter. Entries are ordered by filter, then value. */
export interface Term {
  facet: string;
  term: string;
}

/** Before every value. */
export const firstTerm: Term = { facet: "", term: "" };

/**
 * The condition that a batch began before a given time and that its executions are gone. If a late report adds an
 * execution just now, the batch stays until that execution goes too.
 */
const gone = (before: Date) =>
  sql`(select least(${before}::timestamptz, min(started_at)) from executions where started_at < ${before})`;

/**
 * Removes some of a Project's old entries: those of the next values after `after`. It goes from value to value in the
 * index, because a day is a small part of the entries. Returns where to continue; null when none are left.
 */
export async function forgetEntries(
  { tx }: InstallationScope,
  projectId: string,
  before: Date,
  after: Term,
): Promise<Term | null> {
  const next = (facet: unknown, term: unknown) => sql`
    select its.facet, its.term from execution_facets its
    where its.project_id = ${projectId} and (its.facet, its.term) > (${facet}, ${term})
    order by its.facet, its.term limit 1`;
  const { rows } = await sql<Term & { removed: number }>`
    with recursive walked as (
      select first.facet, first.term, 1 as n from (${next(after.facet, after.term)}) first
      union all
      select following.facet, following.term, walked.n + 1
      from walked cross join lateral (${next(sql.ref("walked.facet"), sql.ref("walked.term"))}) following
      where walked.n < ${mostTerms}
    ), gone as (
      delete from execution_facets where ctid = any(array(
        select old.place from walked cross join lateral (
          select its.ctid as place from execution_facets its
          where its.project_id = ${projectId} and its.facet = walked.facet and its.term = walked.term
            and its.last_at < ${gone(before)}
          limit ${mostRows}
        ) old limit ${mostRows}))
      returning 1
    )
    select facet, term, (select count(*) from gone) as removed from walked order by n desc limit 1`.execute(tx);
  const [last] = rows;
  if (last === undefined) return null;
  return last.removed < mostRows ? { facet: last.facet, term: last.term } : after;
}

/** Removes some of a Project's batches from before a given time. Returns whether all of them are gone. */
export async function forgetBatches({ tx }: InstallationScope, projectId: string, before: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from execution_batches where ctid = any(array(
      select its.ctid from execution_batches its where its.project_id = ${projectId} and its.last_at < ${gone(before)}
      limit ${mostRows}))`.execute(tx);
  return (numAffectedRows ?? 0n) < mostRows;
}
