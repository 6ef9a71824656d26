import { sql } from "kysely";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { lastUsedStep } from "./build-results.ts";

/**
 * The bundles among these that are not stored, each once, in the given order. The retention of the stored ones starts
 * over, so that a build may rely on the result.
 */
export async function missingBundles({ tx }: InstallationScope, digests: readonly string[]): Promise<string[]> {
  const wanted = JSON.stringify([...new Set(digests)]);
  await sql`update bundles set last_used_at = now()
    where digest in (select jsonb_array_elements_text(${wanted}::text::jsonb))
      and last_used_at < now() - ${lastUsedStep}`.execute(tx);
  const { rows } = await sql<{ digest: string }>`
    select wanted.digest from jsonb_array_elements_text(${wanted}::text::jsonb)
      with ordinality as wanted (digest, place)
    where not exists (select from bundles where bundles.digest = wanted.digest) order by wanted.place`.execute(tx);
  return rows.map(({ digest }) => digest);
}
