import { sql } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import {
  callerKeysOf,
  erasedAtOnce,
  erasedPart,
  type ErasedPart,
  type Identity,
  type Whose,
} from "../../../ground/store/whose.ts";

const keysOf = (whose: Whose) => sql`${callerKeysOf(whose)}::text[]`;

/** The identities that have usage under the caller's name, which is an e-mail address if the token had one. */
export async function identitiesOfUsage({ tx, projectId }: ProjectScope, { name }: Whose): Promise<Identity[]> {
  const { rows } = await sql<Identity>`
    select distinct caller ->> 'issuer' as issuer, caller ->> 'subject' as subject from usage_days
    where project_id = ${projectId} and caller ? 'issuer' and caller ? 'subject'
      and (caller ->> 'subject' = ${name} or position('@' in ${name}) > 0 and caller ->> 'name' = ${name})
    limit 1000`.execute(tx);
  return rows;
}

/**
 * Removes some of the days of an owner's usage. For a tenant, also removes the sums of callers that no other tenant
 * has.
 */
export async function eraseUsage({ tx, projectId }: ProjectScope, whose: Whose): Promise<ErasedPart> {
  if (whose.subject === "caller") {
    return erasedPart(
      await sql`delete from usage_days where ctid in (select ctid from usage_days where project_id = ${projectId}
        and (caller_key = any(${keysOf(whose)}) or ${whose.name} in (caller ->> 'id', caller ->> 'subject'))
        limit ${erasedAtOnce})`.execute(tx),
    );
  }
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from usage_days where ctid in (select ctid from usage_days
        where project_id = ${projectId} and tenant_id = ${whose.name} limit ${erasedAtOnce})
      returning caller_key
    ), alone as (
      select distinct caller_key from gone where not exists (select from usage_days other
        where other.project_id = ${projectId} and other.caller_key = gone.caller_key
          and other.tenant_id <> ${whose.name})
    ), sums as (
      delete from caller_rollups its using alone
      where its.project_id = ${projectId} and its.caller_key = alone.caller_key
    ), found as (
      delete from execution_facets its using alone
      where its.project_id = ${projectId} and its.facet = 'caller' and its.term = alone.caller_key
    )
    select count(*)::integer as count from gone`.execute(tx);
  const count = rows[0]?.count ?? 0;
  return { count, more: count >= erasedAtOnce };
}

/** Removes some of the sums of a caller's calls. */
export async function eraseSums({ tx, projectId }: ProjectScope, whose: Whose): Promise<ErasedPart> {
  if (whose.subject === "tenant") return { count: 0, more: false };
  return erasedPart(
    await sql`delete from caller_rollups where ctid in (select ctid from caller_rollups where project_id = ${projectId}
      and (caller_key = any(${keysOf(whose)}) or ${whose.name} in (caller ->> 'id', caller ->> 'subject'))
      limit ${erasedAtOnce})`.execute(tx),
  );
}

/** Removes some of the entries by which lists find an owner's calls from before a given time. */
export async function eraseFacets({ tx, projectId }: ProjectScope, whose: Whose, before: Date): Promise<ErasedPart> {
  const [facet, terms] = whose.subject === "tenant" ? ["tenantId", [whose.name]] : ["caller", callerKeysOf(whose)];
  return erasedPart(
    await sql`delete from execution_facets where ctid in (select ctid from execution_facets
      where project_id = ${projectId} and facet = ${facet} and term = any(${terms}::text[]) and first_at <= ${before}
      limit ${erasedAtOnce})`.execute(tx),
  );
}

/** Removes a tenant's running calls that began before a given time. */
export async function eraseRunning({ tx, projectId }: ProjectScope, whose: Whose, before: Date): Promise<ErasedPart> {
  if (whose.subject === "caller") return { count: 0, more: false };
  return erasedPart(
    await sql`delete from running_executions
      where project_id = ${projectId} and tenant_id = ${whose.name} and started_at <= ${before}`.execute(tx),
  );
}

/** How many of an owner's calls lists can find; counting stops at a limit. */
export async function countTheirCalls({ tx, projectId }: ProjectScope, whose: Whose, most: number): Promise<number> {
  const [facet, terms] = whose.subject === "tenant" ? ["tenantId", [whose.name]] : ["caller", callerKeysOf(whose)];
  const { rows } = await sql<{ count: number }>`
    select least(coalesce(sum(bit_count(positions)), 0), ${most})::integer as count from (
      select positions from execution_facets
      where project_id = ${projectId} and facet = ${facet} and term = any(${terms}::text[]) limit ${most}) its`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}
