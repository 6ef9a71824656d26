import type { QuotaPeriod, QuotaSubject } from "@ferrule/contract/resources/policy-limits.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";

/** One day or month of one subject's quota. */
export interface QuotaPlace {
  endpointId: string;
  environment: Environment;
  by: QuotaSubject;
  period: QuotaPeriod;
  startsOn: string;
  subject: string;
}

interface QuotaUse extends QuotaPlace {
  name: string;
  used: number;
}

/** Places as a relation, by their position in the list. */
const placesOf = (given: readonly object[]) => sql`
  json_to_recordset(${JSON.stringify(given.map((one, at) => ({ ...one, at })))}::text::json) as given
    (at integer, "endpointId" text, environment text, "by" text, period text, "startsOn" date, subject text, name text,
     used bigint)`;

const samePlace = sql`kept.endpoint_id = given."endpointId" and kept.environment = given.environment
  and kept.counted_by = given."by" and kept.period = given.period and kept.starts_on = given."startsOn"
  and kept.subject = given.subject`;

/** The use of each quota by its position, locked until the transaction ends. A quota without an entry is new. */
export async function lockQuotas(
  { tx, projectId }: ProjectScope,
  given: readonly QuotaPlace[],
): Promise<Map<number, number>> {
  // In a fixed order, so that two workers never wait for each other.
  const { rows } = await sql<{ at: number; used: number }>`
    select given.at, kept.used::float8 as used from quota_uses as kept join ${placesOf(given)} on ${samePlace}
    where kept.project_id = ${projectId}
    order by kept.endpoint_id, kept.environment, kept.counted_by, kept.period, kept.starts_on, kept.subject
    for update of kept`.execute(tx);
  return new Map(rows.map(({ at, used }) => [at, used]));
}

/** Begins to count quotas whose endpoint still exists. */
export async function insertQuotas(
  { tx, projectId }: ProjectScope,
  given: readonly (QuotaPlace & { name: string })[],
): Promise<void> {
  await sql`insert into quota_uses
      (project_id, endpoint_id, environment, counted_by, period, starts_on, subject, name, used)
    select ${projectId}, "endpointId", given.environment, "by", period, "startsOn", subject, given.name, 0
    from ${placesOf(given)}
    where exists (select from runtime_endpoints where project_id = ${projectId} and id = given."endpointId")
    order by "endpointId", given.environment, "by", period, "startsOn", subject
    on conflict do nothing`.execute(tx);
}

/** Writes the current use of quotas, and the names under which it is shown. */
export async function writeQuotas({ tx, projectId }: ProjectScope, given: readonly QuotaUse[]): Promise<void> {
  await sql`update quota_uses as kept set used = given.used, name = given.name from ${placesOf(given)}
    where kept.project_id = ${projectId} and ${samePlace}`.execute(tx);
}

/** The use of an endpoint's quotas in the current day and month, the most used first. */
export async function listUsesOf(
  { tx, projectId }: ProjectScope,
  { endpointId, environment }: Pick<QuotaPlace, "endpointId" | "environment">,
  current: Readonly<Record<QuotaPeriod, string>>,
  limit: number,
): Promise<Omit<QuotaUse, "endpointId" | "environment">[]> {
  const { rows } = await sql<Omit<QuotaUse, "endpointId" | "environment">>`
    select counted_by as "by", period, starts_on::text as starts_on, subject, name, used::float8 as used from quota_uses
    where project_id = ${projectId} and endpoint_id = ${endpointId} and environment = ${environment}
      and (period, starts_on) in (('day', ${current.day}::date), ('month', ${current.month}::date))
    order by used desc, counted_by, period, subject limit ${limit}`.execute(tx);
  return rows;
}

/** Removes rows of past periods. */
export async function pruneQuotas({ tx }: InstallationScope): Promise<void> {
  await sql`delete from quota_uses where starts_on < (now() at time zone 'UTC')::date - 62
    or (period = 'day' and starts_on < (now() at time zone 'UTC')::date - 7)`.execute(tx);
}
