import { sql } from "kysely";
import type { InstallationScope } from "../../store/scope.ts";

/** How many bundles one transaction checks: each may be megabytes. */
export const bundlesAtOnce = 500;

const before = (days: number) => sql`now() - ${days} * interval '1 day'`;

/**
 * Checks the bundles that nobody has requested for this long. Those that an artifact or a stored result refers to are
 * in use, and are checked again after the same time; the others are deleted. A build that is about to rely on a bundle
 * has requested it, and locks its row until the build is stored. Returns how many were checked and how many deleted.
 */
export async function collectBundles({ tx }: InstallationScope, days: number): Promise<{ seen: number; gone: number }> {
  const { rows } = await sql<{ seen: number; gone: number }>`
    with old as materialized (
      select digest from bundles where last_used_at < ${before(days)}
      order by last_used_at limit ${bundlesAtOnce} for update skip locked
    ), judged as materialized (
      select digest, exists (select from artifacts where artifacts.bundle_digests @> array[old.digest])
        or exists (select from build_results where build_results.bundle_digest = old.digest) as in_use
      from old
    ), kept as (
      update bundles set last_used_at = now() from judged where bundles.digest = judged.digest and judged.in_use
    ), gone as (
      delete from bundles using judged where bundles.digest = judged.digest and not judged.in_use returning 1
    )
    select (select count(*)::integer from judged) as seen, (select count(*)::integer from gone) as gone`.execute(tx);
  return rows[0] ?? { seen: 0, gone: 0 };
}

/** Removes artifacts without a deployment, and results unused for this many days; returns how many of each. */
export async function removeUnused(
  { tx }: InstallationScope,
  days: number,
): Promise<{ artifacts: number; results: number }> {
  const artifacts = await sql`delete from artifacts where last_used_at < ${before(days)}
    and not exists (select from deployments where deployments.digest = artifacts.digest)
    and not exists (select from project_targets where project_targets.digest = artifacts.digest)`.execute(tx);
  const results = await sql`delete from build_results where last_used_at < ${before(days)}`.execute(tx);
  return { artifacts: Number(artifacts.numAffectedRows ?? 0), results: Number(results.numAffectedRows ?? 0) };
}
