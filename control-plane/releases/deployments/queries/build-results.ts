import type { BuiltFunction, KnownBuild } from "@ferrule/contract/internal/jobs.ts";
import { sql } from "kysely";
import type { InstallationScope } from "../../../ground/store/scope.ts";

/** We record the last use only in steps of this length, so that reading a thousand rows does not write a thousand. */
export const lastUsedStep = sql`interval '12 hours'`;

/**
 * The builds that already exist under these keys. Their bundles are stored, and stay for the whole retention from now.
 */
export async function knownBuilds({ tx }: InstallationScope, keys: readonly string[]): Promise<KnownBuild[]> {
  const wanted = JSON.stringify([...new Set(keys)]);
  const { rows } = await sql<KnownBuild>`
    select result.key, result.diagnostics, result.derived, result.bundle_digest
    from jsonb_array_elements_text(${wanted}::text::jsonb) as wanted (key)
    join build_results result using (key)`.execute(tx);
  await touch({ tx }, rows);
  return rows;
}

/** Starts the retention of rows over. */
async function touch({ tx }: Pick<InstallationScope, "tx">, rows: readonly { key: string }[]): Promise<void> {
  await sql`update build_results set last_used_at = now()
    where key = any(${rows.map(({ key }) => key)}::text[]) and last_used_at < now() - ${lastUsedStep}`.execute(tx);
}

/**
 * Stores valid results that name their key, for every worker. If a key already has a result, that one stays, because
 * all are equal.
 */
export async function keepBuilds({ tx }: InstallationScope, built: readonly BuiltFunction[]): Promise<void> {
  const kept = new Map<string, Omit<KnownBuild, "key">>();
  for (const { buildKey, bundleDigest, diagnostics, derived } of built) {
    if (buildKey !== undefined && bundleDigest !== null) kept.set(buildKey, { bundleDigest, diagnostics, derived });
  }
  if (kept.size === 0) return;
  const { rows: known } = await sql<{ key: string }>`
    select key from build_results where key = any(${[...kept.keys()]}::text[])`.execute(tx);
  await touch({ tx }, known);
  for (const { key } of known) kept.delete(key);
  if (kept.size === 0) return;
  // A fixed order, so that two builds never deadlock on each other's rows.
  const rows = [...kept].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, result]) => ({ key, ...result }));
  await sql`insert into build_results (key, bundle_digest, diagnostics, derived)
    select given.key, given."bundleDigest", given.diagnostics, given.derived
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as given (key text, "bundleDigest" text, diagnostics json, derived json)
    on conflict (key) do update set last_used_at = now()
      where build_results.last_used_at < now() - ${lastUsedStep}`.execute(tx);
}
