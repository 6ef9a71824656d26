import { sql } from "kysely";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { awaitTarget } from "./target-activation.ts";

/** How many bundles one transaction checks. Each may have megabytes. */
export const bundlesAtOnce = 500;

const before = (days: number) => sql`now() - ${days} * interval '1 day'`;

/**
 * Checks the bundles that nobody has requested for this long. If a part of an artifact, a stored result or the draft of a
 * resource refers to a bundle, it is in use, and its next check comes after the same time. It deletes the others. This is safe for a build
 * that is about to use a bundle: the build has requested the bundle, and locks its row until the build is stored.
 * Returns how many it checked and how many it deleted.
 */
export async function collectBundles({ tx }: InstallationScope, days: number): Promise<{ seen: number; gone: number }> {
  const { rows } = await sql<{ seen: number; gone: number }>`
    with old as materialized (
      select digest from bundles where last_used_at < ${before(days)}
      order by last_used_at limit ${bundlesAtOnce} for update skip locked
    ), judged as materialized (
      select digest, exists (select from artifact_parts where artifact_parts.bundle_digest = old.digest)
        or exists (select from build_results where build_results.bundle_digest = old.digest)
        or exists (select from artifact_parts where artifact_parts.content_digests @> array[old.digest])
        or exists (select from mcp_bindings where mcp_bindings.content_digest = old.digest) as in_use
      from old
    ), kept as (
      update bundles set last_used_at = now() from judged where bundles.digest = judged.digest and judged.in_use
    ), gone as (
      delete from bundles using judged where bundles.digest = judged.digest and not judged.in_use returning 1
    )
    select (select count(*)::integer from judged) as seen, (select count(*)::integer from gone) as gone`.execute(tx);
  return rows[0] ?? { seen: 0, gone: 0 };
}

/** Removes the parts of these Projects that neither an artifact nor a stored build uses. */
async function removeParts(scope: InstallationScope, projectIds: readonly string[]): Promise<void> {
  for (const projectId of projectIds) {
    // A build that is just completing may be about to use one.
    await awaitTarget(scope, projectId, "development");
    await sql`delete from artifact_parts part where part.project_id = ${projectId}
      and part.digest not in (select held ->> 1
        from artifacts a cross join lateral json_array_elements(a.head -> 'functions') as held
        where a.project_id = ${projectId})
      and part.digest not in (select held ->> 1
        from artifacts a cross join lateral json_array_elements(a.head -> 'endpoints') as held
        where a.project_id = ${projectId})
      and part.digest not in (select built.part from function_builds built
        where built.project_id = ${projectId})
      and part.digest not in (select built.part from preview_functions built
        where built.project_id = ${projectId} and built.part is not null)`.execute(scope.tx);
  }
}

/**
 * Removes artifacts without a deployment or a preview, with the parts that only they use, and results that nobody has used for this
 * many days. Returns how many artifacts and results.
 */
export async function removeUnused(
  scope: InstallationScope,
  days: number,
): Promise<{ artifacts: number; results: number }> {
  const { tx } = scope;
  const results = await sql`delete from build_results where last_used_at < ${before(days)}`.execute(tx);
  const artifacts = await sql<{ projectId: string }>`delete from artifacts where last_used_at < ${before(days)}
    and not exists (select from deployments where deployments.digest = artifacts.digest)
    and not exists (select from project_targets where project_targets.digest = artifacts.digest)
    and not exists (select from previews where previews.digest = artifacts.digest)
    returning project_id`.execute(tx);
  await removeParts(scope, [...new Set(artifacts.rows.map(({ projectId }) => projectId))].sort());
  return { artifacts: artifacts.rows.length, results: Number(results.numAffectedRows ?? 0) };
}
